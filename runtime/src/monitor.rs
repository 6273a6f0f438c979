//! What everything that takes long looks at now and then: the clock, Ctrl-C, the progress line.
//!
//! A search that only looks between edges keeps no bound: a table grows, a store is turned into
//! another one, a path is reconstructed, and meanwhile no one looks. A check here and there in each
//! of these is easily forgotten, and a clock that is read too often costs. Ours is one [`Monitor`],
//! which lies in the memory [`Budget`](crate::memory::Budget): anyone who works for long has that
//! at hand. Work for long is a [`Task`] with a name for the progress line, which is told of each
//! step and looks after some thousand of them.
//!
//! A search ends at its bound. What is found belongs into the report all the same: tasks [of the
//! report](Task::of_report) have a little longer.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::interrupt::is_interrupted;
use crate::progress::{Numbers, Progress};

/// Why a run must end now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The time is up.
    Time,
    /// Ctrl-C.
    Interrupted,
    /// Another search of the run has found what all are looking for.
    Enough,
}

/// Steps of a task between two looks, each of some nanoseconds to a microsecond.
const STEPS_PER_LOOK: u64 = 1 << 12;

/// Clock, interrupt and progress of one run.
pub struct Monitor {
    start: Instant,
    max_time: Option<Duration>,
    /// For tests.
    counted: Option<Counted>,
    progress: Option<Mutex<Progress>>,
    /// When Ctrl-C was noticed, in nanoseconds; 0: it was not.
    interrupted_at: AtomicU64,
    /// Why everything but the report had to end.
    stopped: OnceLock<End>,
}

/// What is done between tasks.
const SEARCH: &str = "search";

/// An edge that takes long.
const STEP: &str = "a long d_step";

/// Looks instead of a clock.
struct Counted {
    looks: AtomicU64,
    /// With this many the time is up.
    bound: u64,
    by_name: Mutex<Vec<Looks>>,
}

/// Looks that were counted of one kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    /// What it is called.
    pub name: &'static str,
    /// How many were counted of anything before the first and before the last.
    pub first: u64,
    /// See there.
    pub last: u64,
}

impl Counted {
    fn look(&self, name: &'static str) -> Result<Duration, End> {
        let number = self.looks.fetch_add(1, Relaxed);
        let mut by_name = self.by_name();
        match by_name.iter_mut().find(|it| it.name == name) {
            Some(looks) => looks.last = number,
            None => by_name.push(Looks {
                name,
                first: number,
                last: number,
            }),
        }
        match number < self.bound {
            true => Ok(COUNTED_LOOK * number as u32),
            false => Err(End::Time),
        }
    }

    fn by_name(&self) -> MutexGuard<'_, Vec<Looks>> {
        self.by_name.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Between two counted looks a clock would go on by so much: it is neither long nor short.
const COUNTED_LOOK: Duration = Duration::from_millis(10);

/// What the report may take beyond the time at which the search had to end.
fn grace(bound: Duration) -> Duration {
    Duration::from_millis(250) + bound / 100
}

impl Monitor {
    /// Starts the clock.
    pub fn new(max_time: Option<Duration>, progress: Option<Progress>) -> Self {
        Self {
            start: Instant::now(),
            max_time,
            counted: None,
            progress: progress.map(Mutex::new),
            interrupted_at: AtomicU64::new(0),
            stopped: OnceLock::new(),
        }
    }

    /// For tests that must not depend on time: it is up after this many looks, also for the report;
    /// searches look at each edge and tasks at each step.
    pub fn ending_after(looks: u64) -> Self {
        let counted = Counted {
            looks: AtomicU64::new(0),
            bound: looks,
            by_name: Mutex::new(Vec::new()),
        };
        Self {
            counted: Some(counted),
            ..Self::new(None, None)
        }
    }

    /// What has looked, if looks are [counted](Self::ending_after), in the order of the first ones.
    pub fn looks(&self) -> Vec<Looks> {
        let counted = self.counted.as_ref();
        counted.map_or_else(Vec::new, |counted| counted.by_name().clone())
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether everything but the report had to end.
    pub fn has_ended(&self) -> bool {
        self.stopped.get().is_some()
    }

    /// Why everything but the report had to end, if it had to.
    pub fn ended(&self) -> Option<End> {
        self.stopped.get().copied()
    }

    /// From now on everything but the report is to end.
    pub fn end_with_enough(&self) {
        self.stopped.get_or_init(|| End::Enough);
    }

    /// Another search begins, for this.
    pub fn turn_to(&self, what: &'static str) {
        if let Some(mut progress) = self.progress() {
            progress.turn_to(what, self.elapsed());
        }
    }

    /// A search has found this violated; others may go on.
    pub fn note_violated(&self, what: &'static str) {
        if let Some(mut progress) = self.progress() {
            progress.note_violated(what);
        }
    }

    /// To be called every few thousand edges; gives the time.
    ///
    /// # Errors
    /// Time is up, or the user wants an end.
    pub fn check(&self, numbers: Numbers) -> Result<Duration, End> {
        let elapsed = self.look(SEARCH, false)?;
        if let Some(mut progress) = self.progress() {
            progress.update(elapsed, numbers);
        }
        Ok(elapsed)
    }

    /// To be called in the middle of a long edge.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn check_step(&self, is_report: bool) -> Result<(), End> {
        let elapsed = self.look(STEP, is_report)?;
        if let Some(mut progress) = self.progress() {
            progress.update_task(elapsed, STEP, None);
        }
        Ok(())
    }

    /// Work of this many steps begins; how many, may be an estimate, or 0 if that is not known.
    pub fn begin(self: &Arc<Self>, name: &'static str, steps: u64) -> Task {
        let steps_per_look = match self.counted {
            None => STEPS_PER_LOOK,
            Some(_) => 1,
        };
        Task {
            monitor: self.clone(),
            name,
            is_report: false,
            steps,
            looked_at: 0,
            until_look: steps_per_look,
            steps_per_look,
            stopped: None,
        }
    }

    /// Whether there is an end to come to, of the report or of what is before it; that does not
    /// change any more then.
    fn look(&self, name: &'static str, is_report: bool) -> Result<Duration, End> {
        let looked = self.look_anew(name, is_report);
        if is_report {
            return looked;
        }
        if let Err(end) = looked {
            self.stopped.get_or_init(|| end);
        }
        self.stopped.get().map_or(looked, |&end| Err(end))
    }

    fn look_anew(&self, name: &'static str, is_report: bool) -> Result<Duration, End> {
        if let Some(counted) = &self.counted {
            return counted.look(name);
        }
        let elapsed = self.elapsed();
        let is_over = |bound: Duration| match is_report {
            true => elapsed >= bound.saturating_add(grace(bound)),
            false => elapsed >= bound,
        };
        if is_interrupted() && is_over(self.interrupted_at(elapsed)) {
            return Err(End::Interrupted);
        }
        match self.max_time {
            Some(max_time) if is_over(max_time) => Err(End::Time),
            _ => Ok(elapsed),
        }
    }

    /// When Ctrl-C was noticed; that is now if it was not before.
    fn interrupted_at(&self, now: Duration) -> Duration {
        let now = (now.as_nanos() as u64).max(1);
        let noticed = self
            .interrupted_at
            .compare_exchange(0, now, Relaxed, Relaxed);
        Duration::from_nanos(noticed.map_or_else(|before| before, |_| now))
    }

    fn progress(&self) -> Option<MutexGuard<'_, Progress>> {
        let progress = self.progress.as_ref()?;
        Some(progress.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Removes the progress line.
    pub fn finish(&self) {
        if let Some(mut progress) = self.progress() {
            progress.clear();
        }
    }
}

/// Work that takes long, in steps.
pub struct Task {
    monitor: Arc<Monitor>,
    name: &'static str,
    is_report: bool,
    steps: u64,
    /// Steps until the last look.
    looked_at: u64,
    until_look: u64,
    steps_per_look: u64,
    stopped: Option<End>,
}

impl Task {
    /// The same, of steps that each take some microseconds or more: it looks at each.
    pub fn of_long_steps(mut self) -> Self {
        (self.steps_per_look, self.until_look) = (1, 1);
        self
    }

    /// The same, for the report: it must end a little later.
    pub fn of_report(mut self) -> Self {
        self.is_report = true;
        self
    }

    /// Some steps were done.
    ///
    /// # Errors
    /// Time is up, or the user wants an end; also ever after.
    #[inline(always)]
    pub fn advance(&mut self, steps: u64) -> Result<(), End> {
        if steps < self.until_look {
            self.until_look -= steps;
            return Ok(());
        }
        self.look(steps)
    }

    #[cold]
    fn look(&mut self, steps: u64) -> Result<(), End> {
        self.looked_at += self.steps_per_look - self.until_look + steps;
        if let Some(stop) = self.stopped {
            return Err(stop);
        }
        let looked = self.monitor.look(self.name, self.is_report);
        self.stopped = looked.err();
        // Once it is to end it looks at each step.
        self.until_look = match looked {
            Ok(_) => self.steps_per_look,
            Err(_) => 0,
        };
        let elapsed = looked?;
        if let Some(mut progress) = self.monitor.progress() {
            let percent = (100 * self.looked_at.min(self.steps)).checked_div(self.steps);
            progress.update_task(elapsed, self.name, percent);
        }
        Ok(())
    }

    /// The items, until it is time to end: then [`end`](Self::end) says so. Each is a step.
    pub fn each<'t, T>(
        &'t mut self,
        items: impl IntoIterator<Item = T, IntoIter: 't>,
    ) -> impl Iterator<Item = T> + 't {
        items.into_iter().take_while(|_| self.advance(1).is_ok())
    }

    /// All is done, unless it had to end before, or something else that it relies on had to.
    ///
    /// # Errors
    /// It had to.
    pub fn end(&self) -> Result<(), End> {
        let of_all = || self.monitor.stopped.get().copied();
        let of_all = (!self.is_report).then(of_all).flatten();
        self.stopped.or(of_all).map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(looks: u64) -> Task {
        Arc::new(Monitor::ending_after(looks)).begin("work", 10)
    }

    #[test]
    fn a_task_ends_at_the_bound_and_stays_ended() {
        let mut ending = task(3);
        assert!((0..3).all(|_| ending.advance(1).is_ok()));
        assert_eq!(ending.end(), Ok(()));
        assert_eq!(ending.advance(1), Err(End::Time));
        assert_eq!(ending.advance(1), Err(End::Time));
        assert_eq!(ending.end(), Err(End::Time));
    }

    #[test]
    fn items_are_given_until_the_bound() {
        let mut ending = task(3);
        assert_eq!(ending.each(0..10).count(), 3);
        assert_eq!(ending.end(), Err(End::Time));
        let mut whole = task(10);
        assert_eq!(whole.each(0..10).count(), 10);
        assert_eq!(whole.end(), Ok(()));
    }

    #[test]
    fn a_task_looks_after_some_thousand_steps() {
        let monitor = Arc::new(Monitor::new(Some(Duration::ZERO), None));
        let mut task = monitor.begin("work", 0);
        assert!((1..STEPS_PER_LOOK).all(|_| task.advance(1).is_ok()));
        assert_eq!(task.advance(1), Err(End::Time));
        let mut at_once = monitor.begin("work", 0);
        assert_eq!(at_once.advance(STEPS_PER_LOOK), Err(End::Time));
        let mut long = monitor.begin("work", 0).of_long_steps();
        assert_eq!(long.advance(1), Err(End::Time));
    }

    #[test]
    fn the_report_may_take_longer_than_the_search() {
        let monitor = Arc::new(Monitor::new(Some(Duration::ZERO), None));
        assert_eq!(monitor.look(SEARCH, false), Err(End::Time));
        assert!(
            monitor
                .begin("work", 0)
                .of_report()
                .advance(1 << 20)
                .is_ok()
        );
    }
}
