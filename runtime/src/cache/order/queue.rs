//! Candidates in the order of one time, which is also the order in which they come: the first or
//! the last is the least.
//!
//! Who leaves from the middle (a state that is put on the search stack again) only loses its place;
//! its entry is dropped when it comes to the end, or when such entries are more than half of all.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Candidates, Places};
use crate::memory::{Account, Budget, OutOfMemory, OutOfMemoryCause};

/// Entries of 8 bytes that are taken at once.
const PIECE: usize = 1024;
/// With what the allocator adds, and a place in a list of pieces that may have been doubled just
/// now.
const PIECE_BYTES: u64 = (PIECE * size_of::<Entry>() + 16 + 3 * size_of::<Piece>()) as u64;

/// A queue, or a stack. The place of a handle is the low half of its time; 0 for none, so no time
/// may end in 32 zeros.
pub(crate) struct AgeQueue {
    pieces: VecDeque<Piece>,
    /// Candidates; the least is at the end where candidates are chosen.
    live: usize,
    /// Entries whose state is a candidate no more, or under a later time with another low half.
    /// Never at the end where candidates are chosen.
    stale: usize,
    newest_first: bool,
    budget: Arc<Budget>,
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

    fn is_live(&self, entry: Entry, places: &Places) -> bool {
        *places.get(entry.handle as usize) == self.time(entry) as u32
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

    /// Drops entries at the end until there is a candidate.
    #[inline(always)]
    fn trim(&mut self, places: &Places) {
        while self.stale > 0
            && self
                .end()
                .is_some_and(|(piece, entry)| !piece.is_live(entry, places))
        {
            self.stale -= 1;
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
            self.budget.release(Account::Tables, PIECE_BYTES);
        }
    }

    #[cold]
    fn add_piece(&mut self, start: u64) -> Result<(), OutOfMemory> {
        self.budget.charge(Account::Tables, PIECE_BYTES)?;
        let mut entries = Vec::new();
        let room = entries.try_reserve_exact(PIECE);
        if room.is_err() || self.pieces.try_reserve(1).is_err() {
            self.budget.release(Account::Tables, PIECE_BYTES);
            let cause = OutOfMemoryCause::System;
            return Err(self.budget.refused(Account::Tables, PIECE_BYTES, cause));
        }
        self.pieces.push_back(Piece {
            start,
            first: 0,
            entries,
        });
        Ok(())
    }

    /// The handle of the entry with this time.
    fn handle_at(&self, time: u64) -> Option<u32> {
        let behind = self.pieces.partition_point(|piece| piece.start <= time);
        let piece = self.pieces.get(behind.checked_sub(1)?)?;
        let since_start = u32::try_from(time - piece.start).ok()?;
        let entries = &piece.entries[piece.first..];
        let at = entries.binary_search_by_key(&since_start, |entry| entry.since_start);
        Some(entries[at.ok()?].handle)
    }

    /// Drops all entries that are not live, and joins neighbours where one piece holds both.
    #[cold]
    fn compact(&mut self, places: &Places) {
        let mut kept: usize = 0;
        for index in 0..self.pieces.len() {
            let piece = &mut self.pieces[index];
            let (start, first) = (piece.start, std::mem::take(&mut piece.first));
            let mut entries = std::mem::take(&mut piece.entries);
            entries.drain(..first);
            let time = |entry: &Entry| start + u64::from(entry.since_start);
            entries.retain(|entry| *places.get(entry.handle as usize) == time(entry) as u32);
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
        self.budget
            .release(Account::Tables, dropped as u64 * PIECE_BYTES);
        self.stale = 0;
    }
}

impl Candidates for AgeQueue {
    /// A time, or its complement.
    type Priority = u64;

    fn new(budget: Arc<Budget>, descending: bool) -> Self {
        Self {
            pieces: VecDeque::new(),
            live: 0,
            stale: 0,
            newest_first: descending,
            budget,
        }
    }

    #[inline(always)]
    fn push(&mut self, handle: u32, priority: u64, places: &mut Places) -> Result<(), OutOfMemory> {
        let time = self.priority_of(priority);
        debug_assert!(time as u32 != 0);
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

    /// An entry that `handle` left behind 2^32 times ago, or a multiple of that, would be taken for
    /// the one to come.
    #[cold]
    fn tell_apart(&mut self, handle: u32, priority: u64, places: &Places) {
        let first = self.pieces.front().map_or(u64::MAX, |piece| piece.start);
        let mut time = self.priority_of(priority);
        while self.stale > 0 && time >= 1 << 32 && time - (1 << 32) >= first {
            time -= 1 << 32;
            if self.handle_at(time) == Some(handle) {
                self.compact(places);
            }
        }
    }

    #[inline(always)]
    fn remove(&mut self, handle: u32, places: &mut Places) {
        *places.get_mut(handle as usize) = 0;
        self.live -= 1;
        self.stale += 1;
        self.trim(places);
        if self.stale > self.live + PIECE {
            self.compact(places);
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

    /// The place keeps its time, of which there is no entry now.
    #[inline(always)]
    fn take(&mut self, number: u32, places: &mut Places) -> u32 {
        let taken = self.candidate(number);
        self.drop_end();
        self.live -= 1;
        self.trim(places);
        taken
    }

    fn bytes(&self) -> u64 {
        self.pieces.len() as u64 * PIECE_BYTES
    }
}

impl Drop for AgeQueue {
    fn drop(&mut self) {
        self.budget.release(Account::Tables, self.bytes());
    }
}
