//! Which of the stored states a full cache gives up: what the search tells, and the choice.

use std::sync::Arc;

use super::random;
use super::research::{LargestClass, RoundRobin, TypeOriented, ordered};
use super::specification::{EvictionRule, Specification};
use crate::memory::{Budget, OutOfMemory};
use crate::model::Effect;
use crate::store::Handle;

/// What the search tells of each stored state, and which one is replaced next.
///
/// States on the path are never chosen; the others are *candidates*. A handle names one state from
/// [`enter`](Self::enter) or [`adopt`](Self::adopt) until [`choose`](Self::choose) or
/// [`forget`](Self::forget), and may then name another one. A call that returns [`OutOfMemory`] has
/// changed nothing and may be made again when there is memory; choosing states gives little back,
/// since arrays shrink by chunks, and those indexed by handle never.
///
/// Time: O(log n) in candidates for each call; O(1) for `R` (with `S` or not), `round-robin` (on
/// the average), `type-oriented` and `h3`. Memory: [`Specification::bytes_per_state`], charged as
/// tables.
pub trait Replacement: Send {
    /// A state was stored and put on the path, or stored before, recalled, and put on the path
    /// again: it is now the last there, at `depth` stored states from the initial one. `edges` is
    /// the number of edges that the whole search has executed up to now, that which led here
    /// included; `arrival` tells of that one. Counts as a meeting.
    ///
    /// So is a state entered that was on the path before anything was told: in the order of the
    /// path, after all others were [adopted](Self::adopt), all with the number of edges at that
    /// moment.
    ///
    /// # Errors
    /// The budget or the system refuses the memory.
    fn enter(
        &mut self,
        handle: Handle,
        hash: u64,
        depth: u32,
        arrival: Effect,
        edges: u64,
    ) -> Result<(), OutOfMemory>;

    /// A stored state, on the path or not, was met once more, and is not put on the path for that.
    fn meet(&mut self, handle: Handle, arrival: Effect);

    /// `handle`, the last state on the path, leaves it and becomes a candidate.
    ///
    /// # Errors
    /// The budget or the system refuses the memory.
    fn leave(&mut self, handle: Handle, edges: u64) -> Result<(), OutOfMemory>;

    /// A candidate is put on the path again: it is none until it leaves. The next call that is not
    /// [`choose`](Self::choose) must be its [`enter`](Self::enter).
    fn recall(&mut self, handle: Handle);

    /// A candidate is no longer stored, for another reason than [`choose`](Self::choose).
    fn forget(&mut self, handle: Handle);

    /// Chooses the candidate to be replaced, and forgets it. `None` if there is none (with `S`:
    /// none but at depth 0).
    fn choose(&mut self) -> Option<Handle>;

    /// A state that was stored before anything was told, and is not on the path: a candidate from
    /// now on. In the order of handles, before anything else.
    ///
    /// It is taken to have entered and left the stack in that order, at `depth`, to have been met
    /// `degree` times by transitions of no special kind, and to have `degree` edges.
    ///
    /// # Errors
    /// The budget or the system refuses the memory.
    fn adopt(
        &mut self,
        handle: Handle,
        hash: u64,
        depth: u32,
        _degree: u32,
    ) -> Result<(), OutOfMemory> {
        self.enter(handle, hash, depth, Effect::Other, 0)?;
        self.leave(handle, 0)
    }
}

impl Specification {
    /// A replacement that knows of no stored state. Random choices depend on `seed` and the calls
    /// alone.
    pub fn replacement(&self, seed: u64, budget: &Arc<Budget>) -> Box<dyn Replacement> {
        match &self.0 {
            EvictionRule::Order(order) if order.by.is_empty() => {
                random::replacement(order, seed, budget)
            }
            EvictionRule::Order(order) => ordered::replacement(order, seed, budget),
            EvictionRule::RoundRobin => Box::new(RoundRobin::new(budget)),
            EvictionRule::TypeOriented => Box::new(TypeOriented::new(seed, budget)),
            EvictionRule::LargestClass => Box::new(LargestClass::new(budget)),
        }
    }

    /// Bytes that a state costs its replacement at most, if handles are dense, beside two chunks of
    /// 8 KiB for each array.
    pub fn bytes_per_state(&self) -> u64 {
        let bytes = match &self.0 {
            EvictionRule::Order(order) if order.by.is_empty() => random::bytes_per_state(order),
            EvictionRule::Order(order) => ordered::bytes_per_state(order),
            EvictionRule::RoundRobin => RoundRobin::BYTES_PER_STATE,
            EvictionRule::TypeOriented => TypeOriented::BYTES_PER_STATE,
            EvictionRule::LargestClass => LargestClass::BYTES_PER_STATE,
        };
        // What chunks cost beside their elements is less than one per cent.
        bytes + bytes.div_ceil(100)
    }
}
