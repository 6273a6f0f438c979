//! Round robin: cyclic over the hash chains, in each the state that was stored first.
//!
//! So does the package that came with Godefroid, Holzmann and Pirottin 1995, according to
//! Geldenhuys, who read its code. Its table had a fixed number of chains. Here a chain is made of
//! the states whose hash begins with the same bits, and their number is doubled when there are more
//! than two states to a chain; chain `c` then becomes the neighbours `2c` and `2c + 1`, and the
//! turn goes on where it was. Chains hold the states on the path too, in their old place. One with
//! no candidate is skipped, with the help of a bit for each chain.

use std::sync::Arc;

use crate::cache::replacement::Replacement;
use crate::memory::{Budget, Chunks, OutOfMemory};
use crate::model::Effect;
use crate::store::Handle;

const FIRST_CHAINS: usize = 64;
const STATES_PER_CHAIN: usize = 2;

pub(in crate::cache) struct RoundRobin {
    nodes: Chunks<Node>,
    /// For each chain its last state, whose `next` is the first; 0 for none, else the handle's
    /// complement.
    chains: Chunks<u32>,
    chain_count: usize,
    /// Which chains have a candidate, a bit each.
    occupied: Chunks<u64>,
    states: usize,
    /// The chain whose turn it is.
    turn: usize,
    /// The state that was put on the path again: it is still in its chain.
    recalled: Option<u32>,
}

/// A stored state in its chain.
#[derive(Clone, Copy, Default)]
struct Node {
    next: u32,
    /// The upper half of the hash; its lowest bit is set for a candidate.
    hash: u32,
}

impl RoundRobin {
    /// A node, and a chain at most (they were doubled just now), with its bit.
    pub(in crate::cache) const BYTES_PER_STATE: u64 = 8 + 4 + 1;

    pub(in crate::cache) fn new(budget: &Arc<Budget>) -> Self {
        Self {
            nodes: Chunks::new(budget.clone()),
            chains: Chunks::new(budget.clone()),
            chain_count: 0,
            occupied: Chunks::new(budget.clone()),
            states: 0,
            turn: 0,
            recalled: None,
        }
    }

    fn node(&mut self, handle: u32) -> &mut Node {
        self.nodes.get_mut(handle as usize)
    }

    fn chain_of(&self, hash: u32) -> usize {
        let bits = self.chain_count.ilog2();
        (hash >> (u32::BITS - bits)) as usize
    }

    /// Appends a state that is not in a chain.
    fn append(&mut self, handle: u32, chain: usize) {
        let last = *self.chains.get(chain);
        let first = match last {
            0 => handle,
            last => std::mem::replace(&mut self.node(!last).next, handle),
        };
        self.node(handle).next = first;
        *self.chains.get_mut(chain) = !handle;
    }

    /// Takes the state after `before` out of its chain; `before` is the state itself where it is
    /// alone.
    fn unlink(&mut self, before: u32, handle: u32, chain: usize) {
        let next = self.node(handle).next;
        self.node(before).next = next;
        if *self.chains.get(chain) == !handle {
            *self.chains.get_mut(chain) = if before == handle { 0 } else { !before };
        }
        self.states -= 1;
    }

    /// The first state of a chain that satisfies `wanted`, and the one before it.
    fn find(&self, chain: usize, wanted: impl Fn(u32, Node) -> bool) -> Option<(u32, u32)> {
        let last = match *self.chains.get(chain) {
            0 => return None,
            last => !last,
        };
        let mut before = last;
        loop {
            let handle = self.nodes.get(before as usize).next;
            if wanted(handle, *self.nodes.get(handle as usize)) {
                return Some((before, handle));
            }
            before = handle;
            if handle == last {
                return None;
            }
        }
    }

    fn mark(&mut self, chain: usize, occupied: bool) {
        let word = self.occupied.get_mut(chain / 64);
        let bit = 1 << (chain % 64);
        *word = if occupied { *word | bit } else { *word & !bit };
    }

    /// Marks a chain whose candidates may be gone.
    fn review(&mut self, chain: usize) {
        let any = self.find(chain, |_, node| node.hash & 1 != 0);
        self.mark(chain, any.is_some());
    }

    /// The first chain from `from` on that has a candidate.
    fn occupied_from(&self, from: usize) -> Option<usize> {
        let words = from / 64..self.chain_count.div_ceil(64);
        words.into_iter().find_map(|word| {
            let before = from.saturating_sub(word * 64);
            let left = *self.occupied.get(word) & (u64::MAX << before);
            (left != 0).then(|| word * 64 + left.trailing_zeros() as usize)
        })
    }

    /// Doubles the number of chains when there are too many states, or makes the first ones.
    fn make_room(&mut self) -> Result<(), OutOfMemory> {
        if self.states < self.chain_count * STATES_PER_CHAIN {
            return Ok(());
        }
        let more = (self.chain_count * 2).max(FIRST_CHAINS);
        self.chains.reach(more)?;
        self.occupied.reach(more.div_ceil(64))?;
        let before = std::mem::replace(&mut self.chain_count, more);
        self.turn *= 2;
        // From the last on, so that no chain is written before it was read.
        (0..before).rev().for_each(|chain| self.split(chain));
        Ok(())
    }

    /// Deals the states of an old chain to the two that it becomes.
    fn split(&mut self, chain: usize) {
        let last = std::mem::take(self.chains.get_mut(chain));
        let halves = [2 * chain, 2 * chain + 1];
        *self.chains.get_mut(halves[0]) = 0;
        *self.chains.get_mut(halves[1]) = 0;
        if last != 0 {
            let mut handle = self.node(!last).next;
            loop {
                let Node { next, hash } = *self.node(handle);
                self.append(handle, self.chain_of(hash));
                if handle == !last {
                    break;
                }
                handle = next;
            }
        }
        halves.into_iter().rev().for_each(|half| self.review(half));
    }
}

impl Replacement for RoundRobin {
    fn enter(
        &mut self,
        Handle(handle): Handle,
        hash: u64,
        _: u32,
        _: Effect,
        _: u64,
    ) -> Result<(), OutOfMemory> {
        if self.recalled.take() == Some(handle) {
            return Ok(());
        }
        self.nodes.reach(handle as usize + 1)?;
        self.make_room()?;
        let hash = (hash >> 32) as u32;
        self.node(handle).hash = hash & !1;
        self.append(handle, self.chain_of(hash));
        self.states += 1;
        Ok(())
    }

    fn meet(&mut self, _: Handle, _: Effect) {}

    fn leave(&mut self, Handle(handle): Handle, _: u64) -> Result<(), OutOfMemory> {
        self.node(handle).hash |= 1;
        let chain = self.chain_of(self.nodes.get(handle as usize).hash);
        self.mark(chain, true);
        Ok(())
    }

    fn recall(&mut self, Handle(handle): Handle) {
        self.node(handle).hash &= !1;
        let chain = self.chain_of(self.nodes.get(handle as usize).hash);
        self.review(chain);
        self.recalled = Some(handle);
    }

    fn forget(&mut self, Handle(handle): Handle) {
        let chain = self.chain_of(self.nodes.get(handle as usize).hash);
        let found = self.find(chain, |other, _| other == handle);
        if let Some((before, _)) = found {
            self.unlink(before, handle, chain);
            self.review(chain);
        }
    }

    fn choose(&mut self) -> Option<Handle> {
        let chain = self
            .occupied_from(self.turn)
            .or_else(|| self.occupied_from(0))?;
        let (before, handle) = self.find(chain, |_, node| node.hash & 1 != 0)?;
        self.unlink(before, handle, chain);
        self.review(chain);
        self.turn = chain + 1;
        Some(Handle(handle))
    }
}
