//! Creation and death of processes: components pushed on and popped from the end of the vector.

use super::log::Change;
use super::{Array, Fault, Faulted, Field, State, WORDS_MAX};
use crate::model::{PlaceId, Variable};

/// A live process, as generated code sees it: who it is and where its words start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    /// `_pid`.
    pub pid: u8,
    /// Index of its first word.
    pub base: u32,
}

impl Process {
    /// A field of this process.
    #[inline(always)]
    pub fn at(self, field: impl Into<Field>) -> Field {
        field.into().at(self.base)
    }

    /// An array of this process.
    #[inline(always)]
    pub fn array(self, array: impl Into<Array>) -> Array {
        let array = array.into();
        let bit = array.bit + self.base * 32;
        Array { bit, ..array }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessEntry {
    pub(super) base: u32,
    pub(super) proctype: u16,
}

/// Most processes, and most channels, that can exist at a time, as in SPIN.
const LIMIT: usize = 255;

impl State {
    /// Number of live processes; pids are `0..count`.
    #[inline(always)]
    pub fn process_count(&self) -> u32 {
        self.processes.len() as u32
    }

    /// The live process with this pid.
    #[inline(always)]
    pub fn process(&self, pid: u8) -> Process {
        Process {
            pid,
            base: self.processes[pid as usize].base,
        }
    }

    /// All live processes, by pid.
    #[inline(always)]
    pub fn processes(&self) -> impl DoubleEndedIterator<Item = Process> + ExactSizeIterator {
        (0..self.processes.len()).map(|pid| self.process(pid as u8))
    }

    /// Where the processes stand, by pid.
    #[inline(always)]
    pub fn places(&self) -> impl DoubleEndedIterator<Item = PlaceId> + ExactSizeIterator {
        let entries = self.processes.iter();
        entries.map(|entry| self.place_at(entry.base))
    }

    /// The process with this pid, if it is alive.
    pub fn live(&self, pid: i32) -> Option<Process> {
        let pid = u8::try_from(pid).ok()?;
        (usize::from(pid) < self.processes.len()).then(|| self.process(pid))
    }

    /// The lowest pid of a live process of a proctype, -1 when there is none.
    pub fn first_of(&self, proctype: u16) -> i32 {
        let mut processes = self.processes.iter();
        let first = processes.position(|entry| entry.proctype == proctype);
        first.map_or(-1, |pid| pid as i32)
    }

    /// Whether process `pid` is alive and stands at one of `places`, by number.
    pub fn stands_at(&self, pid: i32, places: &[u32]) -> bool {
        self.live(pid)
            .is_some_and(|process| places.contains(&self.place(process).0))
    }

    /// Whether some process stands at an `accept` label.
    pub fn has_accept_label(&self) -> bool {
        let places = self.info().places;
        self.places().any(|place| places[place.0 as usize].accept)
    }

    /// Whether some process stands at a `progress` label.
    pub fn has_progress_label(&self) -> bool {
        let places = self.info().places;
        self.places().any(|place| places[place.0 as usize].progress)
    }

    /// Whether a condition holds, of a claim about another process: false where there is none.
    ///
    /// # Errors
    /// Other run-time errors.
    pub fn where_present(
        &self,
        holds: impl FnOnce(&Self) -> Result<bool, Faulted>,
    ) -> Result<bool, Faulted> {
        holds(self).or_else(|faulted| match self.forgive_absence() {
            true => Ok(false),
            false => Err(faulted),
        })
    }

    /// Process `pid`, whose variables a remote reference looks at.
    ///
    /// # Errors
    /// There is no such process, or it is not of that proctype; `what` names the reference.
    pub fn remote(&self, proctype: u16, pid: i32, what: &'static str) -> Result<Process, Faulted> {
        self.live(pid)
            .filter(|&process| self.proctype(process) == proctype)
            .ok_or_else(|| self.fail(Fault::NoProcess { what, pid }))
    }

    /// Where process `pid` stands.
    ///
    /// # Errors
    /// There is no such process; `what` names the expression that asks.
    pub fn place_of(&self, pid: i32, what: &'static str) -> Result<PlaceId, Faulted> {
        let process = self.live(pid);
        let place = process.map(|process| self.place(process));
        place.ok_or_else(|| self.fail(Fault::NoProcess { what, pid }))
    }

    /// The priority of process `pid`, 0 if there is no such process. `priority` is a variable of
    /// each process.
    pub fn priority_of(&self, priority: Variable, pid: i32) -> i32 {
        self.live(pid)
            .map_or(0, |process| self.get(process.at(priority)))
    }

    /// Sets the priority of process `pid`, if there is such a process.
    ///
    /// # Errors
    /// Priorities are numbers from 1 to 255.
    pub fn set_priority(
        &mut self,
        priority: Variable,
        pid: i32,
        value: i32,
    ) -> Result<(), Faulted> {
        let Some(process) = self.live(pid) else {
            return Ok(());
        };
        if !(1..=255).contains(&value) {
            return Err(self.fail(Fault::Priority { priority: value }));
        }
        self.set(process.at(priority), value);
        Ok(())
    }

    /// Whether more than one edge can lead out of the place where process `pid` stands.
    #[inline(always)]
    pub(crate) fn has_choice(&self, pid: u8) -> bool {
        let place = self.place(self.process(pid));
        self.info().places[place.0 as usize].has_choice()
    }

    /// Index of the process's proctype in [`crate::model::ModelInfo::proctypes`].
    #[inline(always)]
    pub fn proctype(&self, process: Process) -> u16 {
        self.processes[process.pid as usize].proctype
    }

    /// Creates a process with all its words zero, and its channels. The caller sets place,
    /// parameters and initial values.
    ///
    /// # Errors
    /// A 256th process or channel, or the state would be longer than [`WORDS_MAX`].
    pub fn spawn(&mut self, proctype: u16) -> Result<Process, Faulted> {
        let made = &self.info.proctypes[proctype as usize];
        if self.processes.len() == LIMIT {
            return Err(self.fail(Fault::TooManyProcesses));
        }
        if self.queues.len() + made.channels.len() > LIMIT {
            return Err(self.fail(Fault::TooManyChannels));
        }
        let queues = made.channels.iter();
        let words = queues.map(|it| self.info.queues[usize::from(it.kind)].words as usize);
        let words = words.sum::<usize>() + made.words as usize;
        if words > WORDS_MAX - self.words.len() {
            return Err(self.is_too_long());
        }
        let process = Process {
            pid: self.processes.len() as u8,
            base: self.words.len() as u32,
        };
        self.push_process(proctype);
        self.log.header(Change::Spawned, 0);
        Ok(process)
    }

    /// Ends a process with its channels; `false`, and nothing is changed, unless it is the
    /// youngest.
    pub fn end_process(&mut self, process: Process) -> bool {
        if usize::from(process.pid) + 1 != self.processes.len() {
            return false;
        }
        let length = self.words.len() as u32 - process.base;
        let proctype = self.proctype(process);
        for index in process.base..self.words.len() as u32 {
            self.log.push(self.words[index as usize]);
            self.put(index, 0);
        }
        self.log.push(u32::from(proctype));
        self.log.header(Change::Ended, length);
        self.drop_youngest();
        true
    }

    /// Adds a process of zero words, with its channels.
    fn push_process(&mut self, proctype: u16) {
        let base = self.words.len() as u32;
        let end = self.name_process(base, proctype);
        self.grow(end - base);
    }

    /// Adds a process whose words, and those of its channels, are there already, or will be. Gives
    /// the index of the word behind them.
    pub(super) fn name_process(&mut self, base: u32, proctype: u16) -> u32 {
        let made = &self.info.proctypes[usize::from(proctype)];
        self.processes.push(ProcessEntry { base, proctype });
        self.name_queues(made.channels, base + made.words)
    }

    pub(super) fn undo_end(&mut self, length: u32) {
        let proctype = self.log.take() as u16;
        let base = self.words.len() as u32;
        self.push_process(proctype);
        for index in (base..base + length).rev() {
            let word = self.log.take();
            self.put(index, word);
        }
    }

    /// Removes the youngest process, whose words are zero.
    pub(super) fn drop_youngest(&mut self) {
        let entry = self.processes.pop().expect("a process is alive");
        self.words.truncate(entry.base as usize);
        let channels = self.info.proctypes[entry.proctype as usize].channels.len();
        self.queues.truncate(self.queues.len() - channels);
    }
}
