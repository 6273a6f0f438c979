//! Candidates in any order: a heap of eight children a node, priorities inside.
//!
//! The eight children of a node are one group, so that the least of them is found in one or two
//! cache lines; a binary heap whose priorities are elsewhere costs six times as much at a million
//! entries. Position 7 is the root; the children of `p` are the group `p - 6`. Tried and not
//! faster: prefetching all grandchildren on the way down.
//!
//! Where the order leaves states equal, one of the equal ones must be drawn with equal chances. A
//! random number in each priority, drawn when it comes in, would not do: who was not chosen many
//! times has a great number, so newcomers would be preferred. Instead each node counts the nodes
//! below it that have its own priority and are reached through nodes that have it; the root's count
//! is the number of candidates to draw from, and the counts lead to the one that is drawn.

use std::sync::Arc;

use super::priority::Packed;
use crate::cache::candidates::{Candidates, Places};
use crate::memory::{Budget, Chunks, OutOfMemory};

const ROOT: usize = 7;
const VACANT: u32 = u32::MAX;

/// Counts in a group of nodes if ties are counted.
pub(super) const TIES: usize = 8;

/// A heap with priorities `K`; it counts ties where `N` is [`TIES`], not 0.
pub(super) struct Heap<K, const N: usize = 0> {
    groups: Chunks<Group<K, N>>,
    len: usize,
}

/// Eight nodes. A vacant one has the greatest priority, and comes after all others.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Group<K, const N: usize> {
    priorities: [K; 8],
    handles: [u32; 8],
    /// For each node, itself and those tied with it below it.
    counts: [u32; N],
}

impl<K: Packed, const N: usize> Default for Group<K, N> {
    fn default() -> Self {
        Self {
            priorities: [K::MAX; 8],
            handles: [VACANT; 8],
            counts: [0; N],
        }
    }
}

impl<K, const N: usize> Group<K, N> {
    #[inline(always)]
    fn count(&self, lane: usize) -> u32 {
        if N > 0 { self.counts[lane] } else { 1 }
    }

    #[inline(always)]
    fn set_count(&mut self, lane: usize, count: u32) {
        if N > 0 {
            self.counts[lane] = count;
        }
    }
}

#[inline(always)]
fn parent(position: usize) -> usize {
    position / 8 + 6
}

impl<K: Packed, const N: usize> Heap<K, N> {
    #[inline(always)]
    fn entry(&self, position: usize) -> (K, u32) {
        let group = self.groups.get(position / 8);
        (group.priorities[position % 8], group.handles[position % 8])
    }

    #[inline(always)]
    fn put(&mut self, position: usize, priority: K, handle: u32, places: &mut Places) {
        let group = self.groups.get_mut(position / 8);
        group.priorities[position % 8] = priority;
        group.handles[position % 8] = handle;
        *places.get_mut(handle as usize) = position as u32;
    }

    /// The group of the children of `position`, if there are any.
    #[inline(always)]
    fn children(&self, position: usize) -> Option<usize> {
        let group = position - 6;
        (group * 8 < ROOT + self.len).then_some(group)
    }

    /// Puts an entry at `position` or above it.
    #[inline(always)]
    fn rise(&mut self, mut position: usize, priority: K, handle: u32, places: &mut Places) {
        let bottom = position;
        while position > ROOT {
            let above = parent(position);
            let (greater, other) = self.entry(above);
            if greater <= priority {
                break;
            }
            self.put(position, greater, other, places);
            position = above;
        }
        self.put(position, priority, handle, places);
        self.recount(bottom, position);
    }

    /// Puts an entry at `position` or below it.
    #[inline(always)]
    fn sink(&mut self, mut position: usize, priority: K, handle: u32, places: &mut Places) {
        let top = position;
        while let Some(below) = self.children(position) {
            let group = self.groups.get(below);
            let lane = least_lane(&group.priorities);
            let smaller = group.priorities[lane];
            if smaller >= priority {
                break;
            }
            let other = group.handles[lane];
            self.put(position, smaller, other, places);
            position = below * 8 + lane;
        }
        self.put(position, priority, handle, places);
        self.recount(position, top);
    }

    /// Puts an entry where its priority belongs, starting at `position`, whose entry is void.
    #[inline(always)]
    fn settle(&mut self, position: usize, priority: K, handle: u32, places: &mut Places) {
        if position > ROOT && priority < self.entry(parent(position)).0 {
            self.rise(position, priority, handle, places);
        } else {
            self.sink(position, priority, handle, places);
        }
    }

    /// Counts ties anew from `bottom` upwards, where entries were changed up to `top`.
    #[inline(always)]
    fn recount(&mut self, bottom: usize, top: usize) {
        if N == 0 {
            return;
        }
        let mut position = bottom;
        while position > top {
            self.count(position);
            position = parent(position);
        }
        self.count(position);
        if position == ROOT {
            return;
        }
        // Anyone who is above has the same priority as before, and is told of a difference below.
        position = parent(position);
        let difference = self.count(position);
        let priority = self.entry(position).0;
        while difference != 0 && position > ROOT {
            position = parent(position);
            let group = self.groups.get_mut(position / 8);
            if group.priorities[position % 8] != priority {
                return;
            }
            let count = group.count(position % 8);
            group.set_count(position % 8, count.wrapping_add(difference));
        }
    }

    /// Counts the ties of one node anew; returns the difference, modulo 2^32.
    #[inline(always)]
    fn count(&mut self, position: usize) -> u32 {
        let count = 1 + self.ties_below(position);
        let group = self.groups.get_mut(position / 8);
        let before = group.count(position % 8);
        group.set_count(position % 8, count);
        count.wrapping_sub(before)
    }

    /// Where the candidate is that has a number among those with the least priority.
    #[inline(always)]
    fn position(&self, mut number: u32) -> usize {
        let mut position = ROOT;
        let (priority, _) = self.entry(position);
        while N > 0 && number > 0 {
            number -= 1;
            let below = self.children(position).expect("ties are counted");
            let group = self.groups.get(below);
            let mut lane = 0;
            while group.priorities[lane] != priority || number >= group.count(lane) {
                if group.priorities[lane] == priority {
                    number -= group.count(lane);
                }
                lane += 1;
            }
            position = below * 8 + lane;
        }
        position
    }

    #[inline(always)]
    fn remove_at(&mut self, position: usize, places: &mut Places) {
        self.len -= 1;
        let last = ROOT + self.len;
        let (priority, moved) = self.entry(last);
        let group = self.groups.get_mut(last / 8);
        group.priorities[last % 8] = K::MAX;
        group.handles[last % 8] = VACANT;
        group.set_count(last % 8, 0);
        if last > ROOT {
            self.recount(parent(last), parent(last));
        }
        if position != last {
            self.settle(position, priority, moved, places);
        }
        self.groups.shrink(last.div_ceil(8));
    }

    #[inline(always)]
    fn ties_below(&self, position: usize) -> u32 {
        let Some(below) = self.children(position) else {
            return 0;
        };
        let priority = self.entry(position).0;
        let group = self.groups.get(below);
        (0..8)
            .map(|lane| {
                if group.priorities[lane] == priority {
                    group.count(lane)
                } else {
                    0
                }
            })
            .sum()
    }
}

/// The first of the least.
#[inline(always)]
fn least_lane<K: Packed>(priorities: &[K; 8]) -> usize {
    let mut least = priorities[0];
    let mut at = 0;
    for (lane, &priority) in priorities.iter().enumerate().skip(1) {
        let less = priority < least;
        at = if less { lane } else { at };
        least = if less { priority } else { least };
    }
    at
}

impl<K: Packed, const N: usize> Candidates for Heap<K, N> {
    type Priority = K;

    fn new(budget: Arc<Budget>) -> Self {
        Self {
            groups: Chunks::new(budget),
            len: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, handle: u32, priority: K, places: &mut Places) -> Result<(), OutOfMemory> {
        let position = ROOT + self.len;
        self.groups.reach(position / 8 + 1)?;
        self.len += 1;
        self.rise(position, priority, handle, places);
        Ok(())
    }

    #[inline(always)]
    fn remove(&mut self, handle: u32, places: &mut Places) {
        let position = *places.get(handle as usize) as usize;
        self.remove_at(position, places);
    }

    #[inline(always)]
    fn least(&self) -> Option<(K, u32)> {
        (self.len > 0).then(|| {
            let group = self.groups.get(ROOT / 8);
            (group.priorities[ROOT % 8], group.count(ROOT % 8))
        })
    }

    #[inline(always)]
    fn candidate(&self, number: u32) -> u32 {
        self.entry(self.position(number)).1
    }

    #[inline(always)]
    fn priority(&self, handle: u32, places: &Places) -> K {
        self.entry(*places.get(handle as usize) as usize).0
    }

    #[inline(always)]
    fn set_priority(&mut self, handle: u32, priority: K, places: &mut Places) {
        let position = *places.get(handle as usize) as usize;
        self.settle(position, priority, handle, places);
    }
}
