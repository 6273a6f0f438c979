//! One line of the table: eight slots, filled from the first.

/// Slots of a line, 64 bytes.
pub(super) const LINE_SLOTS: usize = 8;

pub(super) type Line = [u64; LINE_SLOTS];

pub(super) fn pack(tag: u32, handle: u32) -> u64 {
    (u64::from(tag) << 32) | u64::from(handle + 1)
}

/// How many slots of a line are taken: the first ones.
#[inline]
pub(super) fn occupied(line: &Line) -> usize {
    line.iter().map(|&slot| usize::from(slot != 0)).sum()
}

/// The tag in a slot.
#[inline]
pub(super) fn tag_in(slot: u64) -> u32 {
    (slot >> 32) as u32
}

/// The handle in a slot that is not empty.
#[inline]
pub(super) fn handle_in(slot: u64) -> u32 {
    slot as u32 - 1
}
