//! The states of a worker, level by level.
//!
//! A state waits in the store: its handle is all that is noted, and stays, for the way to a
//! violation. Handles take four bytes a state, and a tree that grows needs as much again for a
//! moment, to give all of them their new names. So when the store has become a tree, or memory is
//! refused, the states themselves are written to the disk in their order, those that wait among
//! them, and handles are forgotten. A store that keeps no words has them there from the start.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::super::marks::Marks;
use super::super::pages::WRITING;
use super::level_file::LevelFile;
use crate::disk::Folder;
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charged, OutOfMemory, OutOfMemoryCause};
use crate::model::ModelInfo;
use crate::store::{Attached, Handle, Insertion, Located, Remapping, Store};

/// States have numbers, in the order in which they were found.
pub(super) struct Levels {
    /// Handles of all states; when these are in the file, of the level that is collected, if they
    /// are marked.
    handles: Charged<Handle>,
    /// All states, once they are there.
    file: LevelFile,
    in_file: bool,
    /// There is no disk for a file: handles stay.
    has_no_disk: bool,
    /// The numbers of the first states of each level, the one that is collected last.
    starts: Vec<usize>,
    /// Those of the level that is collected.
    next_level: Marks,
    /// The next one that is taken.
    next: usize,
    /// Some worker has written its levels to the disk.
    is_short: Arc<AtomicBool>,
}

/// What is known of a state that an edge has led to.
pub(super) struct LookedUp {
    pub(super) is_new: bool,
    pub(super) is_of_next_level: bool,
    /// The store has grown.
    pub(super) has_grown: bool,
}

impl Levels {
    /// No state of `store`; the first ones are the initial level's. Those of the level that is
    /// collected are marked, or not. Workers with the same `is_short` write levels to the disk when
    /// one of them must.
    pub(super) fn new<S: Store + ?Sized>(
        store: &S,
        (info, is_marked): (&ModelInfo, bool),
        (folder, budget): (&Folder, &Arc<Budget>),
        is_short: &Arc<AtomicBool>,
    ) -> Self {
        let usage = store.usage();
        Self {
            handles: Charged::new(budget.clone(), Account::Tables),
            file: LevelFile::new(info, folder.clone(), budget),
            // One that may miss or forget states does not give them back.
            in_file: usage.missed.is_some() || usage.overwritten.is_some(),
            has_no_disk: false,
            starts: vec![0],
            next_level: Marks::new(is_marked, budget.clone()),
            next: 0,
            is_short: is_short.clone(),
        }
    }

    /// Looks a state up in the store; a new one is of the level that is collected. Only if they are
    /// marked it is known of the others.
    ///
    /// # Errors
    /// There is no memory, or the disk fails that is used then.
    #[inline(always)]
    pub(super) fn insert<S: Store + ?Sized>(
        &mut self,
        store: &mut S,
        mut located: Located,
        (hash, words): (u64, &[u32]),
    ) -> Result<LookedUp, Stop> {
        let mut has_grown = false;
        loop {
            match store.insert_at(located, hash, words) {
                Insertion::Full => {
                    self.grow(store, words.len())?;
                    (has_grown, located) = (true, Located::UNKNOWN);
                }
                Insertion::Fresh(handle) => {
                    self.add(store, handle, words)?;
                    return Ok(LookedUp {
                        is_new: true,
                        is_of_next_level: true,
                        has_grown,
                    });
                }
                Insertion::Seen(handle) => {
                    return Ok(LookedUp {
                        is_new: false,
                        is_of_next_level: self.next_level.has(handle),
                        has_grown,
                    });
                }
            }
        }
    }

    /// A state is new.
    #[inline(always)]
    fn add<S: Store + ?Sized>(
        &mut self,
        store: &S,
        handle: Handle,
        words: &[u32],
    ) -> Result<(), Stop> {
        if !self.in_file {
            match self.handles.push(handle) {
                Ok(()) => return self.mark(store, handle),
                Err(refused) => self.write_all(store, refused)?,
            }
        }
        self.file.push(words)?;
        if self.next_level.are_asked() {
            self.handles.push(handle)?;
        }
        self.mark(store, handle)
    }

    #[inline(always)]
    fn mark<S: Store + ?Sized>(&mut self, store: &S, handle: Handle) -> Result<(), Stop> {
        while let Err(refused) = self.next_level.set(handle) {
            self.write_all(store, refused)?;
        }
        Ok(())
    }

    /// The level that was collected is to be taken, and the next one is collected.
    ///
    /// # Errors
    /// The memory is refused, or the disk fails that is used then.
    pub(super) fn begin_level<S: Store + ?Sized>(&mut self, store: &mut S) -> Result<(), Stop> {
        let is_short = !store.keeps_plain() || self.is_short.load(Relaxed);
        if is_short && !self.in_file && !self.has_no_disk {
            match self.move_to_file(store) {
                // Memory may be enough.
                Err(Stop::Disk(_)) => self.has_no_disk = true,
                moved => moved?,
            }
        }
        debug_assert_eq!(self.next, self.start());
        let first = self.first_marked();
        self.starts.push(self.len());
        store.begin_level(self.starts.len() as u64 - 1);
        self.next_level.clear(self.handles[first..].iter())?;
        if self.in_file {
            self.handles.iter().for_each(|&handle| store.leave(handle));
            self.handles.truncate(0);
        }
        Ok(())
    }

    /// States.
    pub(super) fn len(&self) -> usize {
        match self.in_file {
            true => self.file.len(),
            false => self.handles.len(),
        }
    }

    /// Where the level that is collected begins.
    fn start(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    /// Where the handles of the level that is collected begin.
    fn first_marked(&self) -> usize {
        match self.in_file {
            true => 0,
            false => self.start(),
        }
    }

    /// States of the level that is collected, so far.
    pub(super) fn collected(&self) -> u64 {
        (self.len() - self.start()) as u64
    }

    /// The number of the next state of the level that is taken.
    #[inline(always)]
    pub(super) fn take(&mut self) -> Option<usize> {
        let number = self.next;
        self.next += usize::from(number < self.start());
        (number < self.next).then_some(number)
    }

    /// Replaces `words` by the state of this number.
    ///
    /// # Errors
    /// The disk fails, if it is there.
    #[inline(always)]
    pub(super) fn load<S: Store + ?Sized>(
        &mut self,
        store: &S,
        number: usize,
        words: &mut Vec<u32>,
    ) -> Result<(), Stop> {
        if self.in_file {
            return self.file.read(number, words);
        }
        store.get(self.handles[number], words);
        Ok(())
    }

    /// The numbers of the states of a level that was collected to its end.
    pub(super) fn of(&self, level: usize) -> Range<usize> {
        match self.starts.get(level + 1) {
            Some(&end) => self.starts[level]..end,
            None => 0..0,
        }
    }

    /// Has the store grow, which may change handles.
    ///
    /// # Errors
    /// As [`Store::grow`], and the disk may fail.
    #[cold]
    fn grow<S: Store + ?Sized>(&mut self, store: &mut S, words_len: usize) -> Result<(), Stop> {
        loop {
            let first = self.first_marked();
            let grow = |path: &mut [Handle], attached: &mut dyn Attached| {
                store.grow(words_len, Some(&mut Remapping { path, attached }))
            };
            let handles = &mut self.handles;
            match self.next_level.follow(handles, first, &mut (), grow) {
                Err(Stop::Memory(refused)) => self.write_all(store, refused)?,
                grown => return grown,
            }
        }
    }

    /// Memory was refused: puts all states on the disk, and forgets their handles.
    ///
    /// # Errors
    /// They are there already, or the disk fails.
    #[cold]
    fn write_all<S: Store + ?Sized>(
        &mut self,
        store: &S,
        refused: OutOfMemory,
    ) -> Result<(), Stop> {
        let stays = self.in_file || self.has_no_disk;
        match stays || refused.cause != OutOfMemoryCause::Budget {
            true => Err(refused.into()),
            false => self.move_to_file(store),
        }
    }

    fn move_to_file<S: Store + ?Sized>(&mut self, store: &S) -> Result<(), Stop> {
        self.file.create()?;
        self.is_short.store(true, Relaxed);
        let budget = self.handles.charge().budget();
        let mut task = budget.begin(WRITING, self.handles.len() as u64);
        let mut words = Vec::new();
        for &handle in self.handles.iter() {
            task.advance(1)?;
            store.get(handle, &mut words);
            self.file.push(&words)?;
        }
        self.in_file = true;
        let kept = match self.next_level.are_asked() {
            true => self.start(),
            false => self.handles.len(),
        };
        self.handles.remove_first(kept);
        Ok(())
    }
}
