//! The states on the disk: sorted [runs](super::run), merged so that they stay few.
//!
//! Four runs that were merged equally often become one (O'Neil et al. 1996; tiered). So of `n`
//! times as many states as come at once there are `3 log₄ n` runs at most, and each state was
//! written `1 + log₄ n` times.

use std::sync::Arc;

use super::Fingerprint;
use super::arena::Arena;
use super::filter::Filter;
use super::run::{Run, RunBuffer, RunWriter, Wanted, merge};
use super::sizes::Sizes;
use crate::disk::Folder;
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charge};
use crate::monitor::Task;

/// Runs that are merged at once.
const FAN_IN: usize = 4;

/// A set of states, in runs that have none in common.
pub(super) struct VisitedRuns {
    /// With how often each was merged; the last is the youngest.
    runs: Vec<(u32, Run)>,
    /// Of all states, those of a run that is being filled among them.
    pub(super) filter: Filter,
    buffer: RunBuffer,
    fingerprint: Fingerprint,
    folder: Folder,
    block_bytes: u64,
    budget: Arc<Budget>,
    _buffers: Charge,
}

impl VisitedRuns {
    /// Without a state.
    pub(super) fn new(
        sizes: &Sizes,
        fingerprint: Fingerprint,
        folder: Folder,
        budget: Arc<Budget>,
    ) -> Result<Self, Stop> {
        // Of each run that is read: a block as it is on the disk, its bytes, and its words.
        let bytes = (1 + FAN_IN as u64) * 3 * sizes.block;
        let buffers = Charge::of(budget.clone(), Account::Store, bytes)?;
        Ok(Self {
            runs: Vec::new(),
            filter: Filter::new(sizes.filter, &budget)?,
            buffer: RunBuffer::default(),
            fingerprint,
            folder,
            block_bytes: sizes.block,
            budget,
            _buffers: buffers,
        })
    }

    /// As [`Run::find_all`].
    pub(super) fn find_all(
        &mut self,
        wanted: &mut [Wanted],
        arena: &Arena,
        task: &mut Task,
    ) -> Result<usize, Stop> {
        let mut missing = wanted.len();
        for (_, run) in self.runs.iter_mut().rev() {
            let wanted = &mut wanted[..missing];
            missing = run.find_all(wanted, arena, self.fingerprint, &mut self.buffer, task)?;
        }
        Ok(missing)
    }

    /// A run to be filled with new states.
    pub(super) fn begin_run(&mut self) -> Result<RunWriter, Stop> {
        let (folder, budget) = (&self.folder, self.budget.clone());
        RunWriter::create(folder, self.block_bytes, budget)
    }

    /// The run that was begun is complete.
    pub(super) fn end_run(&mut self, writer: RunWriter) -> Result<(), Stop> {
        let run = writer.finish()?;
        if run.states == 0 {
            return Ok(());
        }
        self.runs.push((0, run));
        while let Some(first) = self.runs.len().checked_sub(FAN_IN)
            && self.runs[first].0 == self.runs[first + FAN_IN - 1].0
        {
            let times = self.runs[first].0 + 1;
            let writer = self.begin_run()?;
            let runs = self.runs.drain(first..).map(|(_, run)| run);
            let merged = merge(runs, writer, self.fingerprint, &self.budget)?;
            self.runs.push((times, merged));
        }
        Ok(())
    }

    /// Bytes that the next run may need in memory: all runs may be merged.
    pub(super) fn next_bytes(&self) -> u64 {
        let index: u64 = self.runs.iter().map(|(_, run)| run.index_bytes()).sum();
        2 * index + 16 * self.block_bytes
    }

    /// Bytes on the disk.
    pub(super) fn len_bytes(&self) -> u64 {
        self.runs.iter().map(|(_, run)| run.len_bytes()).sum()
    }
}
