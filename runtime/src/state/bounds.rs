//! Bounds on time and memory of a single step: a `d_step` may go on for long, and the log grows
//! with each of its changes. Generated code cannot be refused a change, so the log is no
//! [`Charged`](crate::memory::Charged) vector: it is charged as far as it is used, between steps
//! and now and then in a long one.

use std::cell::Cell;
use std::sync::Arc;

use super::{Fault, Faulted, State};
use crate::limits::Stop;
use crate::memory::{Account, Budget, OutOfMemoryCause};

/// What a state is held to.
#[derive(Default)]
pub(super) struct Bounds {
    /// `None`: to nothing.
    budget: Option<Arc<Budget>>,
    /// Steps are made for the report.
    is_report: bool,
    /// For the log.
    charged_bytes: Cell<u64>,
    /// A step had to end half-way.
    stopped: Cell<Option<Stop>>,
}

/// The log is charged in steps of this size.
const LOG_STEP_BYTES: u64 = 16 << 10;

impl std::fmt::Debug for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.stopped.get())
    }
}

impl Bounds {
    /// Charges for a log of this many bytes, as far as that was not done before.
    fn charge(&self, log_bytes: usize) -> Result<(), Stop> {
        let used = (log_bytes as u64).next_multiple_of(LOG_STEP_BYTES);
        let charged = self.charged_bytes.get();
        if let Some(budget) = &self.budget
            && used > charged
        {
            budget.charge(Account::Stack, used - charged)?;
            self.charged_bytes.set(used);
        }
        Ok(())
    }

    /// For a copy of the state, whose log comes on top.
    pub(super) fn of_copy(&self) -> Self {
        Self {
            budget: self.budget.clone(),
            is_report: self.is_report,
            charged_bytes: Cell::new(0),
            stopped: Cell::new(None),
        }
    }
}

impl Drop for Bounds {
    fn drop(&mut self) {
        if let Some(budget) = &self.budget {
            budget.release(Account::Stack, self.charged_bytes.get());
        }
    }
}

impl State {
    /// The same, with a log that is charged to a budget, and steps that end when its monitor says
    /// so.
    pub(crate) fn within(mut self, budget: Arc<Budget>) -> Self {
        self.bounds.budget = Some(budget);
        self
    }

    /// The same; steps are made for the report.
    pub(crate) fn for_report(mut self, budget: Arc<Budget>) -> Self {
        self.bounds.is_report = true;
        self.within(budget)
    }

    /// Why a step, or trying one, has ended half-way: what came of it means nothing.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        self.bounds.stopped.get()
    }

    /// Ends the step if trying something on a copy had to end half-way.
    ///
    /// # Errors
    /// It had to.
    pub(crate) fn end_with(&self, copy: &Self) -> Result<(), Faulted> {
        let Some(stop) = copy.stopped() else {
            return Ok(());
        };
        self.bounds.stopped.set(Some(stop));
        Err(self.fail(Fault::Stopped))
    }

    /// Ends the step: the state would be longer than [`WORDS_MAX`](super::WORDS_MAX).
    #[cold]
    pub(super) fn is_too_long(&self) -> Faulted {
        self.bounds.stopped.set(Some(Stop::StateTooLong));
        self.fail(Fault::Stopped)
    }

    /// Charges for the log as far as it is used, and sees to it that the next few thousand changes
    /// find room.
    ///
    /// # Errors
    /// The memory is refused.
    pub(crate) fn charge_log(&mut self) -> Result<(), Stop> {
        self.bounds.charge(self.log.bytes())?;
        if let Some(budget) = self.bounds.budget.clone()
            && !self.log.reserve()
        {
            let (bytes, cause) = (self.log.bytes() as u64, OutOfMemoryCause::System);
            return Err(budget.refused(Account::Stack, bytes, cause).into());
        }
        Ok(())
    }

    /// In the middle of a long step: looks at time and memory.
    ///
    /// # Errors
    /// The step must end here.
    #[cold]
    pub(crate) fn check_step(&self) -> Result<(), Faulted> {
        let Some(budget) = &self.bounds.budget else {
            return Ok(());
        };
        let goes_on = budget.monitor().check_step(self.bounds.is_report);
        goes_on
            .map_err(Stop::from)
            .and_then(|()| self.bounds.charge(self.log.bytes()))
            .map_err(|stop| {
                self.bounds.stopped.set(Some(stop));
                self.fail(Fault::Stopped)
            })
    }
}
