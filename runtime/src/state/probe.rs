//! Trying things out in the middle of a step: everything is as before when the probe ends, a
//! pending handshake included.

use super::log::Log;
use super::{Mark, Process, State, StepAtHand};

/// Why it is tried whether a process can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProbeReason {
    /// `enabled` asks: `provided` does not count.
    Enabled,
    /// A process of lower priority wants to move.
    Priority,
    /// A reduction counts its edges.
    Choice,
}

/// A process that is being tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probed {
    pid: u8,
    reason: ProbeReason,
}

/// What [`State::begin_probe`] has put aside.
#[derive(Debug)]
pub(crate) struct Probe {
    mark: Mark,
    step: StepAtHand,
}

impl State {
    /// Puts aside what belongs to the step at hand, to try whether process `pid` can move.
    pub(crate) fn begin_probe(&mut self, pid: u8, reason: ProbeReason) -> Probe {
        self.probed.push(Probed { pid, reason });
        let (timeout, lost) = (self.step.timeout, self.step.lost);
        let tried = StepAtHand {
            timeout,
            lost,
            ..StepAtHand::default()
        };
        Probe {
            mark: self.mark(),
            step: std::mem::replace(&mut self.step, tried),
        }
    }

    /// Takes back everything since the probe began.
    pub(crate) fn end_probe(&mut self, probe: Probe) {
        self.undo_to(probe.mark);
        self.step = probe.step;
        self.probed.pop();
    }

    /// A state to try things out on, held to the same bounds; it cannot be undone to before it was
    /// made.
    pub(crate) fn copy(&self) -> Self {
        Self {
            info: self.info,
            words: self.words.clone(),
            coefficients: self.coefficients.clone(),
            hash: self.hash,
            log: Log::default(),
            place_mask: self.place_mask,
            processes: self.processes.clone(),
            queues: self.queues.clone(),
            hidden: self.hidden.clone(),
            kept_by_resets: self.kept_by_resets,
            step: StepAtHand {
                offered: self.step.offered.clone(),
                offered_on: self.step.offered_on,
                timeout: self.step.timeout,
                ..StepAtHand::default()
            },
            bounds: self.bounds.of_copy(),
            watches_promises: self.watches_promises,
            probed: self.probed.clone(),
        }
    }

    /// How many processes are being tried, each for the one before.
    pub(crate) fn probes(&self) -> usize {
        self.probed.len()
    }

    /// This very process is being tried.
    pub(crate) fn is_tried(&self, process: Process) -> bool {
        self.probed.last().is_some_and(|it| it.pid == process.pid)
    }

    /// It is asked whether this process is `enabled`, for which it does not matter what it is
    /// `provided` for.
    pub fn is_asked_about(&self, process: Process) -> bool {
        let last = self.probed.last();
        last.is_some_and(|it| it.pid == process.pid && it.reason == ProbeReason::Enabled)
    }

    /// The state vector and the hidden variables.
    pub(crate) fn all_words(&self) -> Vec<u32> {
        [&self.words[..], &self.hidden].concat()
    }

    /// Whether [`Self::all_words`] would be `words`.
    pub(crate) fn equals(&self, words: &[u32]) -> bool {
        let all = self.words.len() + self.hidden.len() == words.len();
        all && words.starts_with(&self.words) && words.ends_with(&self.hidden)
    }
}
