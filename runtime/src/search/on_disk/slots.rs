//! The table that finds a state among the newest ones, and that has them nearly in order.
//!
//! ```text
//! slot    tag: 32 bits │ offset: 32 bits      0: empty
//! ```
//!
//! The tag is the upper half of a fingerprint. It alone says where its slot is, in proportion: of
//! `n` slots, number `tag · n / 2³²`, or the next one that is empty. So the table can grow without
//! looking at a state; and slots in a row, up to an empty one, have the tags between those before
//! and behind them. Anyone who wants the states in the order of their fingerprints need not sort
//! more than such a row.

use std::sync::Arc;

use super::arena::Offset;
use super::pages::Pages;
use crate::limits::Stop;
use crate::memory::{Budget, OutOfMemory};

/// What growing the table is called.
const RESIZING: &str = "resizing the table of states";

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot(u64);

impl Slot {
    fn new(tag: u32, offset: Offset) -> Self {
        Self(u64::from(tag) << 32 | u64::from(offset))
    }

    fn tag(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub(super) fn offset(self) -> Offset {
        self.0 as u32
    }
}

/// Slots in use, of all, at most.
const LOAD: (usize, usize) = (3, 4);

/// Bytes of the table for each state at most that it has room for.
pub(super) const BYTES_PER_STATE: f64 = 8.0 * LOAD.1 as f64 / LOAD.0 as f64;

/// A table of states, by tag.
pub(super) struct Slots {
    pages: Pages,
    /// In use.
    len: usize,
}

/// Where a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookup {
    /// There.
    At(Offset),
    /// Nowhere; the number of a slot for it.
    Nowhere(usize),
}

/// The tag of a fingerprint.
pub(super) fn tag(fingerprint: u64) -> u32 {
    (fingerprint >> 32) as u32
}

impl Slots {
    pub(super) fn new(bytes: u64, budget: &Arc<Budget>) -> Result<Self, OutOfMemory> {
        let pages = Pages::new(bytes, budget)?;
        Ok(Self { pages, len: 0 })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.pages.bytes()
    }

    /// States.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether no more should be added.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.len * LOAD.1 >= self.slots().len() * LOAD.0
    }

    #[inline(always)]
    fn slots(&self) -> &[u64] {
        self.pages.of()
    }

    #[inline(always)]
    fn home(tag: u32, slots: usize) -> usize {
        ((u64::from(tag) * slots as u64) >> 32) as usize
    }

    /// Starts to bring the slots of a tag near.
    #[inline(always)]
    pub(super) fn prefetch(&self, tag: u32) {
        let slots = self.slots();
        crate::store::prefetch(slots[Self::home(tag, slots.len())..].as_ptr().cast());
    }

    /// The first offset in the slots of a tag, whatever is there, to be brought near.
    #[inline(always)]
    pub(super) fn guess(&self, tag: u32) -> Option<Offset> {
        let slots = self.slots();
        let home = Self::home(tag, slots.len());
        let slot = slots[home..].iter().take(8).map(|&slot| Slot(slot));
        let mut same = slot
            .take_while(|slot| slot.0 != 0)
            .filter(|it| it.tag() == tag);
        same.next().map(Slot::offset)
    }

    /// The offset with this tag that `is` wants.
    #[inline(always)]
    pub(super) fn find(&self, tag: u32, mut is: impl FnMut(Offset) -> bool) -> Lookup {
        let slots = self.slots();
        let mut at = Self::home(tag, slots.len());
        loop {
            match Slot(slots[at]) {
                Slot(0) => return Lookup::Nowhere(at),
                slot if slot.tag() == tag && is(slot.offset()) => return Lookup::At(slot.offset()),
                _ => at += 1,
            }
            if at == slots.len() {
                at = 0;
            }
        }
    }

    /// Fills a slot that [`find`](Self::find) gave.
    #[inline(always)]
    pub(super) fn fill(&mut self, at: usize, tag: u32, offset: Offset) {
        self.pages.of_mut()[at] = Slot::new(tag, offset).0;
        self.len += 1;
    }

    /// The same states in `bytes`.
    ///
    /// # Errors
    /// Memory is refused, or it had to end.
    pub(super) fn resized(&self, bytes: u64, budget: &Arc<Budget>) -> Result<Self, Stop> {
        let mut larger = Self::new(bytes, budget)?;
        let mut task = budget.begin(RESIZING, self.slots().len() as u64);
        for &slot in self.slots() {
            task.advance(1)?;
            if slot != 0 {
                larger.put(Slot(slot));
            }
        }
        Ok(larger)
    }

    fn put(&mut self, slot: Slot) {
        if let Lookup::Nowhere(at) = self.find(slot.tag(), |_| false) {
            self.fill(at, slot.tag(), slot.offset());
        }
    }

    /// Removes the slots that `leaves` wants to go, and gives them to `take`, some at a time:
    /// sorted by tag, and all tags of one time are above those of the time before.
    pub(super) fn remove<E>(
        &mut self,
        leaves: impl Fn(Offset) -> bool,
        mut take: impl FnMut(&[Slot]) -> Result<(), E>,
    ) -> Result<(), E> {
        let count = self.slots().len();
        let is_empty = |slot: &u64| *slot == 0;
        let first_gap = self.slots().iter().position(is_empty);
        let first_gap = first_gap.expect("a quarter is empty");
        // A row may begin at the end of the table and go on at its start.
        let row = self.lift(0..first_gap);
        let begins_here = |slot: &Slot| Self::home(slot.tag(), count) <= first_gap;
        let (mut row, from_the_end): (Vec<_>, Vec<_>) = row.into_iter().partition(begins_here);
        let mut at = first_gap;
        loop {
            row.sort_unstable();
            let (leaving, staying): (Vec<Slot>, _) =
                row.into_iter().partition(|slot| leaves(slot.offset()));
            staying.into_iter().for_each(|slot| self.put(slot));
            if !leaving.is_empty() {
                take(&leaving)?;
            }
            if at == count {
                return Ok(());
            }
            let slots = self.slots();
            let gap = slots[at..].iter().take_while(|slot| is_empty(slot)).count();
            let start = at + gap;
            let len = slots[start..].iter().take_while(|it| !is_empty(it)).count();
            at = start + len;
            row = self.lift(start..at);
            if at == count {
                row.extend_from_slice(&from_the_end);
            }
        }
    }

    /// Empties some slots in use, and gives what was in them.
    fn lift(&mut self, slots: std::ops::Range<usize>) -> Vec<Slot> {
        self.len -= slots.len();
        let slots = &mut self.pages.of_mut::<u64>()[slots];
        let row = slots.iter().map(|&slot| Slot(slot)).collect();
        slots.fill(0);
        row
    }
}
