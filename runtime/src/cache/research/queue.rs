//! Candidates in the order of one time, which is also the order in which they come: the first or
//! the last is the least.
//!
//! A state that is put on the search stack again leaves from the middle: its entry becomes a gap,
//! which is dropped when it comes to the end, or when gaps are more than half of all entries.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::cache::candidates::{Candidates, Places};
use crate::memory::{Account, Budget, Charge, OutOfMemory};

/// Entries of 8 bytes that are taken at once.
const PIECE: usize = 1024;
/// With what the allocator adds, and a place in a list of pieces that may have been doubled just
/// now.
const PIECE_BYTES: u64 = (PIECE * size_of::<Entry>() + 16 + 3 * size_of::<Piece>()) as u64;

/// What a gap holds instead of a handle.
const GAP: u32 = u32::MAX;

/// A queue, or a stack. The place of a handle is the low half of its time.
pub(super) struct AgeQueue {
    pieces: VecDeque<Piece>,
    /// Candidates; the least is at the end where candidates are chosen.
    live: usize,
    /// Gaps, none of them at that end.
    gaps: usize,
    newest_first: bool,
    /// For the pieces.
    charge: Charge,
}

/// Some entries in the order of time.
struct Piece {
    /// Times are told from here.
    start: u64,
    /// Entries before this one are gone.
    first: usize,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    handle: u32,
    since_start: u32,
}

impl Piece {
    #[inline(always)]
    fn time(&self, entry: Entry) -> u64 {
        self.start + u64::from(entry.since_start)
    }

    #[inline(always)]
    fn has_room_for(&self, time: u64) -> bool {
        self.entries.len() < PIECE && time - self.start <= u64::from(u32::MAX)
    }

    #[inline(always)]
    fn push(&mut self, handle: u32, time: u64) {
        debug_assert!(self.has_room_for(time));
        let since_start = (time - self.start) as u32;
        self.entries.push(Entry {
            handle,
            since_start,
        });
    }

    fn is_empty(&self) -> bool {
        self.first == self.entries.len()
    }
}

impl AgeQueue {
    /// The priority of a time.
    #[inline(always)]
    fn priority_of(&self, time: u64) -> u64 {
        if self.newest_first { !time } else { time }
    }

    /// The piece and the entry from which the next candidate is chosen.
    #[inline(always)]
    fn end(&self) -> Option<(&Piece, Entry)> {
        if self.newest_first {
            let piece = self.pieces.back()?;
            Some((piece, *piece.entries.last()?))
        } else {
            let piece = self.pieces.front()?;
            Some((piece, *piece.entries.get(piece.first)?))
        }
    }

    /// Drops gaps at the end.
    #[inline(always)]
    fn trim(&mut self) {
        while self.gaps > 0 && self.end().is_some_and(|(_, entry)| entry.handle == GAP) {
            self.gaps -= 1;
            self.drop_end();
        }
    }

    #[inline(always)]
    fn drop_end(&mut self) {
        let end = match self.newest_first {
            true => self.pieces.back_mut(),
            false => self.pieces.front_mut(),
        };
        let piece = end.expect("an entry was seen");
        if self.newest_first {
            piece.entries.pop();
        } else {
            piece.first += 1;
        }
        if piece.is_empty() {
            if self.newest_first {
                self.pieces.pop_back();
            } else {
                self.pieces.pop_front();
            }
            self.charge.give_back(PIECE_BYTES);
        }
    }

    #[cold]
    fn add_piece(&mut self, start: u64) -> Result<(), OutOfMemory> {
        let Self { pieces, charge, .. } = self;
        let entries = charge.take(PIECE_BYTES, || {
            let mut entries = Vec::new();
            entries.try_reserve_exact(PIECE)?;
            pieces.try_reserve(1).map(|()| entries)
        })?;
        self.pieces.push_back(Piece {
            start,
            first: 0,
            entries,
        });
        Ok(())
    }

    /// The entry with this time, if there is one.
    fn entry_at(&mut self, time: u64) -> Option<&mut Entry> {
        let behind = self.pieces.partition_point(|piece| piece.start <= time);
        let piece = self.pieces.get_mut(behind.checked_sub(1)?)?;
        let since_start = u32::try_from(time - piece.start).ok()?;
        let entries = &mut piece.entries[piece.first..];
        let at = entries.binary_search_by_key(&since_start, |entry| entry.since_start);
        Some(&mut entries[at.ok()?])
    }

    /// Makes a gap of the entry of `handle`. A place tells half of the time: the entry is the only
    /// one of `handle` among those 2^32 times apart.
    #[cold]
    fn make_gap(&mut self, handle: u32, place: u32) {
        let last = self.pieces.back().expect("it has an entry");
        let newest = last.entries.last().map_or(0, |&entry| last.time(entry));
        let mut time = newest - u64::from((newest as u32).wrapping_sub(place));
        loop {
            match self.entry_at(time) {
                Some(entry) if entry.handle == handle => {
                    entry.handle = GAP;
                    break;
                }
                _ => time -= 1 << 32,
            }
        }
        self.gaps += 1;
    }

    /// Drops all gaps, and joins neighbours where one piece holds both.
    #[cold]
    fn compact(&mut self) {
        let mut kept: usize = 0;
        for index in 0..self.pieces.len() {
            let piece = &mut self.pieces[index];
            let (start, first) = (piece.start, std::mem::take(&mut piece.first));
            let mut entries = std::mem::take(&mut piece.entries);
            entries.drain(..first);
            entries.retain(|entry| entry.handle != GAP);
            let time = |entry: &Entry| start + u64::from(entry.since_start);
            let before = kept.checked_sub(1).map(|before| &mut self.pieces[before]);
            let joined = before.filter(|before| {
                let fits = before.entries.len() + entries.len() <= PIECE;
                fits && entries
                    .last()
                    .is_none_or(|last| before.has_room_for(time(last)))
            });
            match joined {
                Some(before) => entries
                    .iter()
                    .for_each(|entry| before.push(entry.handle, time(entry))),
                None => {
                    self.pieces[kept] = Piece {
                        start,
                        first: 0,
                        entries,
                    };
                    kept += 1;
                }
            }
        }
        let dropped = self.pieces.len() - kept;
        self.pieces.truncate(kept);
        self.charge.give_back(dropped as u64 * PIECE_BYTES);
        self.gaps = 0;
    }
}

impl Candidates for AgeQueue {
    /// A time, or its complement.
    type Priority = u64;

    fn new(budget: Arc<Budget>, descending: bool) -> Self {
        Self {
            pieces: VecDeque::new(),
            live: 0,
            gaps: 0,
            newest_first: descending,
            charge: Charge::none(budget, Account::Tables),
        }
    }

    #[inline(always)]
    fn push(&mut self, handle: u32, priority: u64, places: &mut Places) -> Result<(), OutOfMemory> {
        let time = self.priority_of(priority);
        if self
            .pieces
            .back()
            .is_none_or(|last| !last.has_room_for(time))
        {
            self.add_piece(time)?;
        }
        let last = self.pieces.back_mut().expect("just seen to");
        last.push(handle, time);
        *places.get_mut(handle as usize) = time as u32;
        self.live += 1;
        Ok(())
    }

    #[inline(always)]
    fn remove(&mut self, handle: u32, places: &mut Places) {
        self.live -= 1;
        match self.end() {
            Some((_, entry)) if entry.handle == handle => self.drop_end(),
            _ => self.make_gap(handle, *places.get(handle as usize)),
        }
        self.trim();
        if self.gaps > self.live + PIECE {
            self.compact();
        }
    }

    #[inline(always)]
    fn least(&self) -> Option<(u64, u32)> {
        let (piece, entry) = self.end()?;
        Some((self.priority_of(piece.time(entry)), 1))
    }

    #[inline(always)]
    fn candidate(&self, _: u32) -> u32 {
        self.end().map_or(0, |(_, entry)| entry.handle)
    }
}
