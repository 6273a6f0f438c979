//! One line of the table: eight slots, filled from the first.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// Slots of a line, 64 bytes.
pub(super) const LINE_SLOTS: usize = 8;

/// Publishes a handle in an empty slot; everything written before becomes visible to anyone who
/// finds it. False if another thread took the slot meanwhile.
pub(in crate::store) fn publish(slot: &AtomicU64, tag: u32, handle: u32) -> bool {
    slot.compare_exchange(0, pack(tag, handle), Release, Relaxed)
        .is_ok()
}

pub(super) fn pack(tag: u32, handle: u32) -> u64 {
    (u64::from(tag) << 32) | u64::from(handle + 1)
}

/// The slots of a line with `tag`, a bit for each, the first slot lowest, and whether the line had
/// a vacancy.
///
/// The last slot is read first. If it was taken, so were the others, and no slot can be missed that
/// is filled meanwhile.
///
/// All eight are looked at without a branch: which of them matches cannot be predicted, and a wrong
/// guess would keep the processor from starting the next insertion's cache misses. A load, a
/// difference, a comparison and an addition with carry a slot.
#[inline(always)]
pub(super) fn look(line: &[AtomicU64; LINE_SLOTS], tag: u32) -> (u32, bool) {
    let first = pack(tag, 0);
    let matches = |slot: u64| u32::from(slot.wrapping_sub(first) < u64::from(u32::MAX));
    let [before @ .., last] = line;
    let last = last.load(Acquire);
    let set = before.iter().rev().fold(matches(last), |set, slot| {
        2 * set + matches(slot.load(Acquire))
    });
    (set, last == 0)
}

/// A line is filled from the first slot, so only the last one need be looked at.
#[inline(always)]
pub(super) fn has_vacancy(line: &[AtomicU64; LINE_SLOTS]) -> bool {
    line[LINE_SLOTS - 1].load(Relaxed) == 0
}

/// How many slots of a line are taken: the first ones.
#[inline]
pub(super) fn occupied(line: &[AtomicU64; LINE_SLOTS]) -> usize {
    let taken = line.iter().map(|slot| slot.load(Relaxed) != 0);
    taken.map(usize::from).sum()
}

/// The handle in a slot that is not empty.
#[inline]
pub(super) fn handle_in(slot: &AtomicU64) -> u32 {
    slot.load(Relaxed) as u32 - 1
}

/// Plain read and write: for a table that no other thread can see change.
pub(super) trait SwapRelaxed {
    fn swap_relaxed(&self, value: u64) -> u64;
}

impl SwapRelaxed for AtomicU64 {
    fn swap_relaxed(&self, value: u64) -> u64 {
        let old = self.load(Relaxed);
        self.store(value, Relaxed);
        old
    }
}
