//! The table that finds handles: (tag, handle) slots in the order of the hash, grown in place by a
//! quarter at a time.
//!
//! The problem: the table must grow without knowing how many states will come. A table of 2^k slots
//! that doubles is half empty half of the time, holds three times its old size while it is copied,
//! and 8 bytes a slot become 9 to 18 a state. Linear hashing (Litwin, VLDB 1980) splits one segment
//! at a time: no peak. But the load of the segments still halves as they are split, so a table
//! whose segments may not overflow swings between 9 and 18 bytes all the same; Larson (VLDB 1980)
//! cured this with partial expansions, from 2 segments to 3, to 4.
//!
//! Ours is the partial expansion taken to its end. A slot's home is its tag scaled to the number of
//! cache lines (`tag * lines / 2^32`), so the table is sorted by tag up to probing, for any number
//! of lines. Growing from L to L' lines moves every slot forward: one pass from the end to the
//! start re-spreads the table in place. The memory is a list of 2 MiB segments, of which growth
//! appends some: no copy, no peak, and a load between 0.6 and 0.75 (less in tables of a few
//! thousand states); between 0.73 and 0.92 where memory is what counts, or when there is none for
//! more. The pass reads tags only, never states, and is sequential; it costs 4 to 5 slot moves a
//! state over the table's life.
//!
//! ```text
//! slot   63 ─────── tag ─────── 32 │ 31 ── handle + 1 ── 0      0 = empty
//! line   8 slots = 64 bytes, filled from the first: an empty slot ends the search
//! ```
//!
//! Probing goes line by line, from the home to the end of the table, then from its start. The tag
//! is the upper half of the mixed hash. Of its 32 bits the home uses up log2(lines), the others
//! tell states in one line apart: with 2^21 states 14 bits, with 2^30 five.

mod line;

use std::sync::Arc;

use line::{LINE_SLOTS, Line, handle_in, occupied, pack, tag_in};

use super::Handle;
use super::lines::{Lines, SEGMENT_LINES, SMALL_LINES};
use super::sixteen::equal_to;
use crate::limits::Stop;
use crate::memory::{Account, Budget, OutOfMemory};
use crate::mix::mix;

/// What growing and shrinking a table is called.
pub(super) const RESIZING: &str = "resizing the table of states";

/// How many of a hundred slots may be taken: of a table that is to be fast. A search for a new
/// state looks at 1.7 lines then.
pub(super) const ROOMY: u64 = 75;
/// Of one that is to be small: ten lines. Those behind the first come fast, one after another, but
/// the processor has guessed where the search ends.
pub(super) const TIGHT: u64 = 92;

/// Lines whose counts a pass remembers; almost no slot is farther from home.
const FRONT_LINES: usize = 1024;

/// Lines of an empty table, one small page; every number of lines is a multiple of it.
const FIRST_LINES: usize = 64;

/// Which halves of the slots of a line are tags, a bit for each half.
const TAGS: u32 = if cfg!(target_endian = "little") {
    0xaaaa
} else {
    0x5555
};

/// The tag of a hash: mixed so that hashes that differ anywhere differ in the tag's upper bits,
/// which choose the line.
pub(super) fn tag(hash: u64) -> u32 {
    (mix(hash) >> 32) as u32
}

pub(super) struct Slots {
    lines: Lines<Line>,
    /// Occupied slots.
    len: u64,
    /// Occupied slots at which the table asks to be grown.
    limit: u64,
    /// Occupied slots that its user wants at most.
    wanted: u64,
    /// [`ROOMY`] or [`TIGHT`].
    load: u64,
}

impl Slots {
    /// An empty table, [`ROOMY`] or [`TIGHT`].
    pub(super) fn new(
        budget: Arc<Budget>,
        account: Account,
        load: u64,
    ) -> Result<Slots, OutOfMemory> {
        let mut slots = Slots {
            lines: Lines::none(budget, account),
            len: 0,
            limit: 0,
            wanted: u64::MAX,
            load,
        };
        slots.append_lines(FIRST_LINES)?;
        Ok(slots)
    }

    #[inline(always)]
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.len() >= self.limit
    }

    /// Whether it is full whatever its user wants.
    pub(super) fn is_crowded(&self) -> bool {
        self.len() >= self.limit_of(self.lines.len())
    }

    pub(super) fn budget(&self) -> &Arc<Budget> {
        self.lines.budget()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.lines.bytes()
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, tag: u32) {
        self.lines.prefetch(home(tag, self.lines.len()));
    }

    /// The handle in a slot with `tag` that `accept` accepts; or else line and position of the
    /// empty slot that ended the search, the one to [`fill`](Self::fill). No table is ever full, so
    /// there is one.
    ///
    /// All slots of a line are compared at once: which of them matches cannot be predicted, and a
    /// wrong guess would keep the processor from starting the next insertion's cache misses.
    #[inline(always)]
    pub(super) fn find(
        &self,
        tag: u32,
        mut accept: impl FnMut(u32) -> bool,
    ) -> Result<u32, (usize, usize)> {
        let mut at = home(tag, self.lines.len());
        loop {
            let line = self.lines.get(at);
            let halves: &[u32; 2 * LINE_SLOTS] = bytemuck::cast_ref(line);
            let mut matches = equal_to(halves, tag) & TAGS;
            while matches != 0 {
                // An empty slot looks like one with the tag 0.
                let slot = line[matches.trailing_zeros() as usize / 2];
                if slot != 0 && accept(slot as u32 - 1) {
                    return Ok(slot as u32 - 1);
                }
                matches &= matches - 1;
            }
            if line[LINE_SLOTS - 1] == 0 {
                let vacant = equal_to(halves, 0) & !TAGS;
                let position = vacant.trailing_zeros() as usize / 2;
                return Err((at, position));
            }
            at = self.behind(at);
        }
    }

    /// Puts a handle into a vacancy that was found.
    #[inline]
    pub(super) fn fill(&mut self, (line, position): (usize, usize), tag: u32, handle: u32) {
        self.lines.get_mut(line)[position] = pack(tag, handle);
        self.len += 1;
    }

    /// With this many occupied slots the table is full, whatever its size.
    pub(super) fn limit_len(&mut self, len: u64) {
        self.wanted = len;
        self.set_limit();
    }

    fn set_limit(&mut self) {
        self.limit = self.limit_of(self.lines.len()).min(self.wanted);
    }

    /// Slots that may be occupied in a table of this many lines.
    fn limit_of(&self, lines: usize) -> u64 {
        (lines * LINE_SLOTS) as u64 * self.load / 100
    }

    /// Empties the slot of a handle that is in the table.
    ///
    /// A line that was full lets searches pass, so its gap is filled: with a slot behind it, not
    /// farther from home there, whose own line is dealt with likewise.
    pub(super) fn remove(&mut self, tag: u32, handle: u32) {
        let (mut line, mut gap) = self.slot_of(tag, handle);
        self.len -= 1;
        loop {
            let slots = self.lines.get(line);
            let last = occupied(slots) - 1;
            let behind = (last + 1 == LINE_SLOTS).then(|| self.movable_to(line));
            let Some((from, position)) = behind.flatten() else {
                // The line stays filled from the first.
                let slots = self.lines.get_mut(line);
                slots[gap] = slots[last];
                slots[last] = 0;
                return;
            };
            self.lines.get_mut(line)[gap] = self.lines.get(from)[position];
            (line, gap) = (from, position);
        }
    }

    /// Has the slot of a handle that is in the table name another one.
    pub(super) fn rename(&mut self, tag: u32, handle: u32, new: u32) {
        let (line, position) = self.slot_of(tag, handle);
        self.lines.get_mut(line)[position] = pack(tag, new);
    }

    /// The line of the slot of a handle that is in the table, and its position there.
    fn slot_of(&self, tag: u32, handle: u32) -> (usize, usize) {
        let wanted = pack(tag, handle);
        let mut line = home(tag, self.lines.len());
        loop {
            match self.lines.get(line).iter().position(|&slot| slot == wanted) {
                Some(position) => return (line, position),
                None => line = self.behind(line),
            }
        }
    }

    /// The tags and handles in the table, in no order.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u32, Handle)> {
        let lines = (0..self.lines.len()).flat_map(|line| self.lines.get(line));
        let taken = lines.filter(|slot| **slot != 0);
        taken.map(|&slot| (tag_in(slot), Handle(handle_in(slot))))
    }

    /// The first slot behind a full line whose search begins at the line or before it.
    fn movable_to(&self, line: usize) -> Option<(usize, usize)> {
        let distance = |from: usize, to: usize| match to.checked_sub(from) {
            Some(lines) => lines,
            None => self.lines.len() - from + to,
        };
        let mut at = self.behind(line);
        loop {
            let slots = self.lines.get(at);
            let occupied = occupied(slots);
            let passes = |slot: &u64| {
                let home = home(tag_in(*slot), self.lines.len());
                distance(home, at) >= distance(line, at)
            };
            if let Some(position) = slots[..occupied].iter().position(passes) {
                return Some((at, position));
            }
            if occupied < LINE_SLOTS {
                return None;
            }
            at = self.behind(at);
        }
    }

    /// The line that is searched after this one.
    #[inline]
    fn behind(&self, line: usize) -> usize {
        if line + 1 == self.lines.len() {
            0
        } else {
            line + 1
        }
    }

    /// Grows by a quarter, near the end of the budget by as much as is left, or fills up to what it
    /// can hold, so that the table is not full. On an error it is as before.
    pub(super) fn grow(&mut self) -> Result<(), Stop> {
        let old = self.lines.len();
        let least = unit(old);
        let by = |part: usize| old + ((old / part + least / 2) / least).max(1) * least;
        let doubles = old < SEGMENT_LINES && self.load == ROOMY;
        let mut grown = Ok(());
        for part in [if doubles { 1 } else { 4 }, 8, 32] {
            let lines = by(part).next_multiple_of(unit(by(part)));
            grown = self.append_lines(lines - old);
            if grown.is_ok() {
                return self.spread(old, lines);
            }
        }
        match self.tighten() {
            true => Ok(()),
            false => Ok(grown?),
        }
    }

    /// Allows as many slots to be occupied as can be; whether it did not before.
    fn tighten(&mut self) -> bool {
        let was_roomy = std::mem::replace(&mut self.load, TIGHT) == ROOMY;
        self.set_limit();
        was_roomy
    }

    fn append_lines(&mut self, count: usize) -> Result<(), OutOfMemory> {
        self.lines.append(count)?;
        self.set_limit();
        Ok(())
    }

    /// Gives back the lines that this many states do not need.
    pub(super) fn shrink_to(&mut self, states: u64) -> Result<(), Stop> {
        self.tighten();
        let old = self.lines.len();
        let wanted = states.max(self.len());
        let mut sizes = (unit(old)..old).step_by(unit(old));
        let Some(lines) = sizes.find(|&lines| self.limit_of(lines) >= wanted) else {
            return Ok(());
        };
        self.spread(old, lines)?;
        self.lines.truncate(lines);
        self.set_limit();
        Ok(())
    }

    /// Moves every slot of the first `old` lines to where a table of `lines` lines wants it.
    ///
    /// In a table that grows, lines are emptied from the last to the first, and slots go forward:
    /// to their new home or behind it, at once if all lines from there to the end hold only slots
    /// that were placed already. In one that shrinks, lines are emptied from the first to the last,
    /// and slots go back; one that finds its home full of slots that have not moved yet lies behind
    /// them, and is moved again when its line is emptied. The few for which there is no such place
    /// (probing had carried them far from home near the start, or would carry them past the end)
    /// wait until every line is emptied. Placing never moves another slot, so no search path
    /// breaks. When it has to end, handles are lost.
    fn spread(&mut self, old: usize, lines: usize) -> Result<(), Stop> {
        let budget = self.lines.budget().clone();
        let mut task = budget.begin(RESIZING, old as u64);
        let mut front = Front {
            low: lines,
            counts: [0; FRONT_LINES],
        };
        let mut waiting = Vec::new();
        for step in 0..old {
            task.advance(1)?;
            let grows = lines > old;
            let line = if grows { old - 1 - step } else { step };
            let slots = std::mem::take(self.lines.get_mut(line));
            for slot in slots.into_iter().take_while(|&slot| slot != 0) {
                let home = home(tag_in(slot), lines);
                let placed = match grows {
                    true => home >= line && self.place_at_front(slot, home, &mut front),
                    false => home <= line && self.place_before(slot, home, lines),
                };
                if !placed {
                    waiting.push(slot);
                }
            }
        }
        for slot in waiting {
            let home = home(tag_in(slot), lines);
            let placed = self.place_before(slot, home, lines) || self.place_before(slot, 0, lines);
            assert!(
                placed,
                "{lines} lines hold the slots that they were made for"
            );
        }
        Ok(())
    }

    /// As `place_before`, for a pass from the end to the start: lines near the front are known by
    /// their counts.
    #[inline]
    fn place_at_front(&mut self, slot: u64, line: usize, front: &mut Front) -> bool {
        while front.low > line {
            front.low -= 1;
            front.counts[front.low % FRONT_LINES] = 0;
        }
        for line in line..self.lines.len().min(front.low + FRONT_LINES) {
            let count = &mut front.counts[line % FRONT_LINES];
            if usize::from(*count) < LINE_SLOTS {
                self.lines.get_mut(line)[usize::from(*count)] = slot;
                *count += 1;
                return true;
            }
        }
        self.place_before(slot, line.max(front.low + FRONT_LINES), self.lines.len())
    }

    /// Puts a slot into the first empty place from `line` to `end`.
    fn place_before(&mut self, slot: u64, line: usize, end: usize) -> bool {
        for line in line..end {
            let slots = self.lines.get_mut(line);
            let position = occupied(slots);
            if position < LINE_SLOTS {
                slots[position] = slot;
                return true;
            }
        }
        false
    }
}

/// Where a pass that places slots from the end of the table to the start has come to: how many
/// slots the lines `low .. low + FRONT_LINES` hold. Nothing is placed below `low` yet. Counting
/// beats looking for the first empty slot, which costs a wrongly predicted branch for each slot.
struct Front {
    low: usize,
    counts: [u8; FRONT_LINES],
}

/// Lines by which a table of this many grows and shrinks at least.
fn unit(lines: usize) -> usize {
    match lines > SMALL_LINES {
        true => SEGMENT_LINES,
        false => FIRST_LINES,
    }
}

/// The line where the search for a tag starts: monotone in the tag.
#[inline]
fn home(tag: u32, lines: usize) -> usize {
    ((u64::from(tag) * lines as u64) >> 32) as usize
}
