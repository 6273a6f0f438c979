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

/// Classes; the numbers of visits that are told apart.
const CLASSES: usize = 1024;
const NONE: u32 = u32::MAX;
/// Beside the visits of a state: it is a candidate.
const CANDIDATE: u16 = 1 << 15;

pub(super) struct LargestClass {
    nodes: Chunks<Node>,
    visits: Chunks<u16>,
    classes: Vec<Class>,
    /// A tournament: entry `CLASSES + c` is the size of class `c`, each other one the greater of
    /// its two successors `2i` and `2i + 1`.
    sizes: Vec<u32>,
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
}

impl LargestClass {
    /// A node and the visits.
    pub(super) const BYTES_PER_STATE: u64 = 8 + 2;

    pub(super) fn new(budget: &Arc<Budget>) -> Self {
        let empty = Class {
            first: NONE,
            last: NONE,
        };
        Self {
            nodes: Chunks::new(budget.clone()),
            visits: Chunks::new(budget.clone()),
            classes: vec![empty; CLASSES],
            sizes: vec![0; 2 * CLASSES],
            recalled: None,
        }
    }

    fn resize(&mut self, class: usize, change: i32) {
        let mut at = CLASSES + class;
        self.sizes[at] = self.sizes[at].wrapping_add_signed(change);
        while at > 1 {
            let greater = self.sizes[at].max(self.sizes[at ^ 1]);
            at /= 2;
            if self.sizes[at] == greater {
                break;
            }
            self.sizes[at] = greater;
        }
    }

    fn largest(&self) -> Option<usize> {
        let most = self.sizes[1];
        let mut at = 1;
        while at < CLASSES {
            at *= 2;
            at += usize::from(self.sizes[at] != most);
        }
        (most > 0).then_some(at - CLASSES)
    }

    /// Puts a state at the end of its class.
    fn append(&mut self, handle: u32) {
        let class = usize::from(*self.visits.get(handle as usize));
        let before = std::mem::replace(&mut self.classes[class].last, handle);
        *self.nodes.get_mut(handle as usize) = Node {
            before,
            after: NONE,
        };
        match before {
            NONE => self.classes[class].first = handle,
            before => self.nodes.get_mut(before as usize).after = handle,
        }
        *self.visits.get_mut(handle as usize) |= CANDIDATE;
        self.resize(class, 1);
    }

    /// Takes a candidate out of its class.
    fn unlink(&mut self, handle: u32) {
        let visits = self.visits.get_mut(handle as usize);
        *visits &= !CANDIDATE;
        let class = usize::from(*visits);
        let Node { before, after } = *self.nodes.get(handle as usize);
        match before {
            NONE => self.classes[class].first = after,
            before => self.nodes.get_mut(before as usize).after = after,
        }
        match after {
            NONE => self.classes[class].last = before,
            after => self.nodes.get_mut(after as usize).before = before,
        }
        self.resize(class, -1);
    }

    fn count(&mut self, handle: u32) {
        let visits = self.visits.get_mut(handle as usize);
        *visits = (*visits + 1).min(CLASSES as u16 - 1);
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
        let chosen = self.classes[self.largest()?].first;
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
        *self.visits.get_mut(handle as usize) = degree.clamp(1, CLASSES as u32 - 1) as u16;
        self.leave(Handle(handle), 0)
    }
}
