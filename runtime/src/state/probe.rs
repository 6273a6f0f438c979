//! Trying things out in the middle of a step: everything is as before when the probe ends, a pending handshake included.

use super::{Fault, Mark, State};

/// What [`State::begin_probe`] has put aside.
#[derive(Debug)]
pub(crate) struct Probe {
    mark: Mark,
    offered: Vec<i32>,
    offered_on: u8,
    failed: Vec<u32>,
    fault: Option<Fault>,
    timeout: bool,
    lost: u64,
}

impl State {
    /// Puts aside what belongs to the step at hand, to try whether process `pid` can move.
    pub(crate) fn begin_probe(&mut self, pid: u8) -> Probe {
        self.probed.push(pid);
        Probe {
            mark: self.mark(),
            offered: std::mem::take(&mut self.offered),
            offered_on: std::mem::take(&mut self.offered_on),
            failed: std::mem::take(&mut self.failed),
            fault: self.fault.take(),
            timeout: self.timeout,
            lost: self.lost,
        }
    }

    /// Takes back everything since the probe began.
    pub(crate) fn end_probe(&mut self, probe: Probe) {
        self.undo_to(probe.mark);
        self.offered = probe.offered;
        self.offered_on = probe.offered_on;
        self.failed = probe.failed;
        self.fault.set(probe.fault);
        self.timeout = probe.timeout;
        self.lost = probe.lost;
        self.probed.pop();
    }

    /// Some process is only being tried.
    pub(crate) fn is_probing(&self) -> bool {
        !self.probed.is_empty()
    }

    /// Process `pid` is being tried.
    pub(crate) fn is_probed(&self, pid: u8) -> bool {
        self.probed.contains(&pid)
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
