//! All states: the newest in memory, the others on the disk.
//!
//! A state that an edge has led to is looked for in the [`Slots`]. If it is there, it is known. If
//! it is not, it is put there, behind all others in the [`Arena`]; and unless the filter says that
//! it is not on the disk, it is *doubtful*. Doubtful states are settled together, at the end of a
//! level at the latest: sorted, they are looked for in each run. Those that are found there are
//! marked as known, and never taken.
//!
//! When there is no room, the first half of the arena leaves. All doubtful states are settled
//! before; so what leaves is new, and goes into a run of its own, which has no state in common with
//! another; what was not taken yet goes into a file of those that [wait](WaitingFile), too. The
//! first time everything leaves, and memory is divided anew.

use std::sync::Arc;

use super::Fingerprint;
use super::arena::{Arena, EntryCursor};
use super::run::Wanted;
use super::sizes::Sizes;
use super::slots::{BYTES_PER_STATE, Lookup, Slots, tag};
use super::sort::sort;
use super::visited::VisitedRuns;
use super::waiting::WaitingFile;
use crate::disk::Folder;
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charged};
use crate::search::breadth_first::{PredecessorLog, WRITING};

/// Bytes of the first table.
const FIRST_SLOTS: u64 = 4 << 10;

/// The visited states, in the order in which they were found, which is the order in which they are
/// taken.
pub(super) struct States {
    arena: Arena,
    slots: Slots,
    /// Behind the last state of the arena that was taken.
    cursor: EntryCursor,
    waiting: WaitingFile,
    /// Where states came from, by number.
    pub(super) log: PredecessorLog,
    /// What is on the disk; `None` as long as everything fits into memory.
    visited: Option<VisitedRuns>,
    doubtful: Charged<Wanted>,
    /// Numbers taken, and those of which the level is over.
    taken: u64,
    level_end: u64,
    /// New states when the level began.
    level_new: u64,
    /// States that turned out to be new.
    pub(super) new: u64,
    /// States that turned out to be known.
    pub(super) known: u64,
    hidden_words: usize,
    /// Bytes that the arena may take, whatever the table leaves.
    arena_most: u64,
    sizes: Sizes,
    fingerprint: Fingerprint,
    folder: Folder,
    budget: Arc<Budget>,
}

/// A state that an edge has led to.
#[derive(Clone, Copy)]
pub(super) struct Successor {
    /// The fingerprint of its code.
    pub(super) key: u64,
    /// States that were taken before; the edge is one of the last of them.
    pub(super) taken: u64,
}

impl States {
    /// No state. A code is followed by `hidden_words` words.
    pub(super) fn new(
        sizes: Sizes,
        hidden_words: usize,
        fingerprint: Fingerprint,
        folder: Folder,
        budget: Arc<Budget>,
    ) -> Result<Self, Stop> {
        Ok(Self {
            arena: Arena::new(sizes.chunk, hidden_words, budget.clone()),
            slots: Slots::new(FIRST_SLOTS, &budget)?,
            cursor: EntryCursor::default(),
            waiting: WaitingFile::new(hidden_words, folder.clone(), budget.clone()),
            log: PredecessorLog::new(false, folder.clone(), budget.clone()),
            visited: None,
            doubtful: Charged::new(budget.clone(), Account::Store),
            taken: 0,
            level_end: 0,
            level_new: 0,
            new: 0,
            known: 0,
            hidden_words,
            arena_most: u64::MAX,
            sizes,
            fingerprint,
            folder,
            budget,
        })
    }

    /// Starts to bring near what looking for a state with this fingerprint needs first.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        self.slots.prefetch(tag(key));
        if let Some(visited) = &self.visited {
            visited.filter.prefetch(key);
        }
    }

    /// Some states after that, what it needs next.
    #[inline(always)]
    pub(super) fn prefetch_entry(&self, key: u64) {
        if let Some(offset) = self.slots.guess(tag(key)) {
            self.arena.prefetch(offset);
        }
    }

    /// Adds a state, unless it is known; `both` is its code and its hidden variables. No fewer
    /// states were taken than before the last one.
    #[inline(always)]
    pub(super) fn add(&mut self, successor: Successor, both: &[u32]) -> Result<(), Stop> {
        while self.log.taken() < successor.taken {
            self.log.begin_state(false)?;
        }
        let has_number = self.find_or_add(successor.key, both)?;
        if successor.taken > 0 {
            self.log.add_edge(has_number)?;
        }
        if has_number && self.log.bytes_to_spill() > self.sizes.log {
            self.log.spill()?;
        }
        Ok(())
    }

    /// Gives a state the next number, unless it is known.
    #[inline(always)]
    fn find_or_add(&mut self, key: u64, both: &[u32]) -> Result<bool, Stop> {
        let (tag, code) = (tag(key), &both[..both.len() - self.hidden_words]);
        let offset = loop {
            let found = self.slots.find(tag, |offset| self.arena.is(offset, code));
            let Lookup::Nowhere(slot) = found else {
                self.known += 1;
                return Ok(false);
            };
            if !self.slots.is_full() {
                let most = self.sizes.window.saturating_sub(self.slots.bytes());
                if let Some(offset) = self.arena.push(both, most.min(self.arena_most))? {
                    self.slots.fill(slot, tag, offset);
                    break offset;
                }
            }
            self.make_room()?;
        };
        match &self.visited {
            Some(visited) if visited.filter.may_contain(key) => {
                self.doubtful.push(Wanted { key, offset })?;
                if self.doubtful.room() == 0 {
                    self.settle()?;
                }
            }
            _ => self.new += 1,
        }
        Ok(true)
    }

    #[cold]
    fn make_room(&mut self) -> Result<(), Stop> {
        if self.visited.is_some() {
            return self.evict(self.arena.chunks().div_ceil(2));
        }
        let bytes = self.slots.bytes();
        let grown = 3 * bytes + self.arena.bytes();
        if self.slots.is_full() && grown <= self.sizes.window {
            match self.slots.resized(2 * bytes, &self.budget) {
                Err(Stop::Memory(_)) => {}
                resized => {
                    self.slots = resized?;
                    return Ok(());
                }
            }
        }
        self.begin_spilling()
    }

    /// Writes all states to the disk, and divides memory for what follows.
    fn begin_spilling(&mut self) -> Result<(), Stop> {
        let (fingerprint, folder) = (self.fingerprint, self.folder.clone());
        let budget = self.budget.clone();
        let visited = VisitedRuns::new(&self.sizes, fingerprint, folder, budget)?;
        self.visited = Some(visited);
        let most = (self.sizes.doubtful as usize / size_of::<Wanted>()).max(1);
        self.doubtful.reserve_exact(most)?;
        let bytes = self.arena.bytes() as f64 / self.slots.len().max(1) as f64;
        self.evict(self.arena.chunks())?;
        let states = self.sizes.window as f64 / (bytes + BYTES_PER_STATE);
        let slots_bytes = (states * BYTES_PER_STATE) as u64;
        let both_tables = slots_bytes + self.slots.bytes();
        let most = self.sizes.window.saturating_sub(both_tables);
        while self.arena.bytes() > most && self.arena.give_back() {}
        self.slots = Slots::new(slots_bytes, &self.budget)?;
        self.leave_room();
        Ok(())
    }

    /// Writes the states of the first `chunks` chunks to the disk.
    fn evict(&mut self, chunks: usize) -> Result<(), Stop> {
        self.settle()?;
        let visited = self.visited.as_mut().expect("states go to the disk");
        let mut writer = visited.begin_run()?;
        let (arena, fingerprint) = (&self.arena, self.fingerprint);
        let mut leaving = Vec::new();
        let part = self.arena.chunks().max(1) as u64;
        // Each that leaves is packed, and some wait and are packed for that.
        let steps = 2 * self.slots.len() as u64 * chunks as u64 / part;
        let mut task = self.budget.begin(WRITING, steps);
        let leaves = |offset| arena.is_in_first(chunks, offset);
        self.slots.remove(leaves, |row| {
            let offsets = row.iter().map(|slot| slot.offset());
            let new = offsets.filter(|&offset| !arena.entry(offset).is_known);
            leaving.clear();
            leaving.extend(new.map(|offset| (fingerprint(arena.entry(offset).code), offset)));
            leaving.sort_unstable_by(|a, b| {
                let code = |offset| arena.entry(offset).code;
                a.0.cmp(&b.0).then_with(|| code(a.1).cmp(code(b.1)))
            });
            for &(key, offset) in &leaving {
                visited.filter.insert(key);
                writer.push(key, arena.entry(offset).code)?;
            }
            task.advance(row.len() as u64).map_err(Stop::from)
        })?;
        visited.end_run(writer)?;
        let cursor = &mut self.cursor;
        self.waiting
            .append(&mut task, || cursor.next(arena, chunks))?;
        cursor.drop_first(chunks);
        self.arena.drop_first(chunks);
        self.leave_room();
        Ok(())
    }

    /// The more states are on the disk, the more memory it takes to know where: the arena gives
    /// some back.
    fn leave_room(&mut self) {
        let visited = self.visited.as_ref().expect("states are on the disk");
        let wanted = visited.next_bytes();
        while self.budget.free_bytes() < wanted && self.arena.give_back() {}
        let left = self.budget.free_bytes().saturating_sub(wanted);
        self.arena_most = self.arena.bytes() + left;
    }

    /// Finds out which doubtful states are new.
    fn settle(&mut self) -> Result<(), Stop> {
        if let (Some(visited), false) = (&mut self.visited, self.doubtful.is_empty()) {
            let steps = 3 * self.doubtful.len() as u64;
            let mut task = self.budget.begin("looking states up on the disk", steps);
            sort(&mut self.doubtful, &mut task)?;
            let new = visited.find_all(&mut self.doubtful, &self.arena, &mut task)?;
            for known in &self.doubtful[new..] {
                self.arena.mark_known(known.offset);
                self.known += 1;
            }
            self.new += new as u64;
            self.doubtful.truncate(0);
        }
        Ok(())
    }

    /// Begins the next level: whatever was added since the last one began. Gives the number of its
    /// states.
    pub(super) fn begin_level(&mut self) -> Result<u64, Stop> {
        self.settle()?;
        self.level_end = self.log.put();
        let before = std::mem::replace(&mut self.level_new, self.new);
        Ok(self.new - before)
    }

    /// Takes the next state of the level, if there is one; gives its number. Its code and hidden
    /// variables are in `both` then.
    #[inline(always)]
    pub(super) fn take(&mut self, both: &mut Vec<u32>) -> Result<Option<u64>, Stop> {
        while self.taken < self.level_end {
            let number = self.taken;
            self.taken += 1;
            let waits = match self.waiting.take(both)? {
                Some(waits) => waits,
                None => {
                    let entry = self.cursor.next(&self.arena, usize::MAX);
                    let entry = entry.expect("as many as were added");
                    both.clear();
                    both.extend_from_slice(entry.both);
                    !entry.is_known
                }
            };
            if waits {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// What the states take, in memory and on the disk, without those that wait and
    /// where they came from.
    pub(super) fn len_bytes(&self) -> u64 {
        let disk = self.visited.as_ref().map_or(0, VisitedRuns::len_bytes);
        self.arena.bytes() + self.slots.bytes() + disk
    }
}
