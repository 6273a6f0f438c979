//! Holzmann's third strategy (1985): replace a state of the class that is the largest now, a class
//! being the states visited equally often.
//!
//! The reading here: visits are counted since the state was stored, the first included; 1023 and
//! more are one class. Only candidates make a class large; of classes of one size the one of fewer
//! visits comes first. In it the state goes that has been in it as a candidate the longest.

use std::sync::Arc;

use crate::cache::replacement::Replacement;
use crate::memory::{Budget, Chunks, OutOfMemory};
use crate::model::Effect;
use crate::store::Handle;

/// The most visits that are told apart.
const MOST: u16 = 1023;
const NONE: u32 = u32::MAX;
/// Beside the visits of a state: it is a candidate.
const CANDIDATE: u16 = 1 << 15;

pub(in crate::cache) struct LargestClass {
    nodes: Chunks<Node>,
    visits: Chunks<u16>,
    /// By visits, as many as were counted of a state; most states are met a few times.
    classes: Vec<Class>,
    /// The state that was put on the path again.
    recalled: Option<u32>,
}

/// A candidate in the list of its class.
#[derive(Clone, Copy, Default)]
struct Node {
    before: u32,
    after: u32,
}

#[derive(Clone, Copy)]
struct Class {
    first: u32,
    last: u32,
    len: u32,
}

const EMPTY: Class = Class {
    first: NONE,
    last: NONE,
    len: 0,
};

impl LargestClass {
    /// A node and the visits.
    pub(in crate::cache) const BYTES_PER_STATE: u64 = 8 + 2;

    pub(in crate::cache) fn new(budget: &Arc<Budget>) -> Self {
        Self {
            nodes: Chunks::new(budget.clone()),
            visits: Chunks::new(budget.clone()),
            classes: Vec::new(),
            recalled: None,
        }
    }

    /// Puts a state at the end of its class.
    fn append(&mut self, handle: u32) {
        let visits = self.visits.get_mut(handle as usize);
        let number = usize::from(*visits);
        *visits |= CANDIDATE;
        if self.classes.len() <= number {
            self.classes.resize(number + 1, EMPTY);
        }
        let class = &mut self.classes[number];
        class.len += 1;
        let before = std::mem::replace(&mut class.last, handle);
        *self.nodes.get_mut(handle as usize) = Node {
            before,
            after: NONE,
        };
        match before {
            NONE => class.first = handle,
            before => self.nodes.get_mut(before as usize).after = handle,
        }
    }

    /// Takes a candidate out of its class.
    fn unlink(&mut self, handle: u32) {
        let visits = self.visits.get_mut(handle as usize);
        *visits &= !CANDIDATE;
        let class = &mut self.classes[usize::from(*visits)];
        class.len -= 1;
        let Node { before, after } = *self.nodes.get(handle as usize);
        match before {
            NONE => class.first = after,
            before => self.nodes.get_mut(before as usize).after = after,
        }
        match after {
            NONE => class.last = before,
            after => self.nodes.get_mut(after as usize).before = before,
        }
    }

    fn count(&mut self, handle: u32) {
        let visits = self.visits.get_mut(handle as usize);
        *visits = (*visits + 1).min(MOST);
    }
}

impl Replacement for LargestClass {
    fn enter(
        &mut self,
        Handle(handle): Handle,
        _: u64,
        _: u32,
        _: Effect,
        _: u64,
    ) -> Result<(), OutOfMemory> {
        self.nodes.reach(handle as usize + 1)?;
        self.visits.reach(handle as usize + 1)?;
        if self.recalled.take() != Some(handle) {
            *self.visits.get_mut(handle as usize) = 0;
        }
        self.count(handle);
        Ok(())
    }

    fn meet(&mut self, Handle(handle): Handle, _: Effect) {
        if *self.visits.get(handle as usize) & CANDIDATE != 0 {
            self.unlink(handle);
            self.count(handle);
            self.append(handle);
        } else {
            self.count(handle);
        }
    }

    fn leave(&mut self, Handle(handle): Handle, _: u64) -> Result<(), OutOfMemory> {
        self.append(handle);
        Ok(())
    }

    fn recall(&mut self, Handle(handle): Handle) {
        self.unlink(handle);
        self.recalled = Some(handle);
    }

    fn forget(&mut self, Handle(handle): Handle) {
        self.unlink(handle);
    }

    fn choose(&mut self) -> Option<Handle> {
        // Of the largest the last that comes, which has the fewest visits.
        let largest = self.classes.iter().rev().max_by_key(|class| class.len)?;
        let chosen = (largest.len > 0).then_some(largest.first)?;
        self.unlink(chosen);
        Some(Handle(chosen))
    }

    fn adopt(
        &mut self,
        Handle(handle): Handle,
        hash: u64,
        _: u32,
        degree: u32,
    ) -> Result<(), OutOfMemory> {
        self.enter(Handle(handle), hash, 0, Effect::Other, 0)?;
        *self.visits.get_mut(handle as usize) = degree.clamp(1, MOST.into()) as u16;
        self.leave(Handle(handle), 0)
    }
}
