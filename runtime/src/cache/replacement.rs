//! Which of the stored states a full cache gives up: what the search tells, and the choice.

use std::sync::Arc;

use super::chunks::LARGEST_CHUNK_BYTES;
use super::largest_class::LargestClass;
use super::ordered;
use super::round_robin::RoundRobin;
use super::specification::{EvictionRule, Specification};
use super::type_oriented::TypeOriented;
use crate::memory::{Budget, OutOfMemory};
use crate::model::Effect;
use crate::store::Handle;

/// What a way of replacing must do; [`Replacement`] says what each call means.
pub(super) trait Scheme {
    fn enter(
        &mut self,
        handle: u32,
        hash: u64,
        depth: u32,
        arrival: Effect,
        edges: u64,
    ) -> Result<(), OutOfMemory>;
    fn meet(&mut self, handle: u32, arrival: Effect) -> Result<(), OutOfMemory>;
    fn leave(&mut self, handle: u32, edges: u64) -> Result<(), OutOfMemory>;
    fn recall(&mut self, handle: u32);
    fn forget(&mut self, handle: u32);
    fn choose(&mut self) -> Option<u32>;
    fn next_hint(&self) -> Option<u32>;
    fn adopt(&mut self, handle: u32, hash: u64, depth: u32, degree: u32)
    -> Result<(), OutOfMemory>;
    fn modulus(&self) -> Option<u64> {
        None
    }
    fn memory_bytes(&self) -> u64;
}

/// What the search tells of each stored state, and which one is replaced next.
///
/// States on the path are never chosen; the others are *candidates*. A handle names one state from
/// [`enter`](Self::enter) or [`adopt`](Self::adopt) until [`choose`](Self::choose) or
/// [`forget`](Self::forget), and may then name another one. A call that returns [`OutOfMemory`] has
/// changed nothing and may be made again when there is memory; choosing states gives little back,
/// since arrays shrink by chunks, and those indexed by handle never.
///
/// Time: O(log n) in candidates for each call; O(1) for `R`, `X` and `x` (with `S` or not),
/// `round-robin` (on the average), `type-oriented` and `h3`. Memory:
/// [`bytes_per_state`](Self::bytes_per_state), charged as tables.
pub struct Replacement {
    scheme: Box<dyn Scheme + Send>,
}

impl Replacement {
    /// No state is stored. Random choices depend on `seed` and the calls alone.
    pub fn new(specification: &Specification, seed: u64, budget: Arc<Budget>) -> Self {
        let scheme = match &specification.0 {
            EvictionRule::Order(order) => ordered::scheme(order, seed, &budget),
            EvictionRule::RoundRobin => Box::new(RoundRobin::new(budget)),
            EvictionRule::TypeOriented => Box::new(TypeOriented::new(seed, budget)),
            EvictionRule::LargestClass => Box::new(LargestClass::new(budget)),
        };
        Self { scheme }
    }

    /// A state was stored and put on the path, or stored before, recalled, and put on the path
    /// again: it is now the last there, at `depth` stored states from the initial one. `edges` is
    /// the number of edges that the whole search has executed up to now, that which led here
    /// included; `arrival` tells of that one. Counts as a meeting.
    ///
    /// # Errors
    /// The budget or the system refuses the memory.
    #[inline]
    pub fn enter(
        &mut self,
        handle: Handle,
        hash: u64,
        depth: u32,
        arrival: Effect,
        edges: u64,
    ) -> Result<(), OutOfMemory> {
        self.scheme.enter(handle.0, hash, depth, arrival, edges)
    }

    /// A stored state, on the path or not, was met once more, and is not put on the path for that.
    ///
    /// # Errors
    /// None with the schemes there are.
    #[inline]
    pub fn meet(&mut self, handle: Handle, arrival: Effect) -> Result<(), OutOfMemory> {
        self.scheme.meet(handle.0, arrival)
    }

    /// `handle`, the last state on the path, leaves it and becomes a candidate.
    ///
    /// # Errors
    /// The budget or the system refuses the memory.
    #[inline]
    pub fn leave(&mut self, handle: Handle, edges: u64) -> Result<(), OutOfMemory> {
        self.scheme.leave(handle.0, edges)
    }

    /// A candidate is put on the path again: it is none until it leaves. The next call that is not
    /// [`choose`](Self::choose) must be its [`enter`](Self::enter).
    pub fn recall(&mut self, handle: Handle) {
        self.scheme.recall(handle.0);
    }

    /// A candidate is no longer stored, for another reason than [`choose`](Self::choose).
    pub fn forget(&mut self, handle: Handle) {
        self.scheme.forget(handle.0);
    }

    /// Chooses the candidate to be replaced, and forgets it. `None` if there is none (with `S`:
    /// none but at depth 0).
    #[inline]
    pub fn choose(&mut self) -> Option<Handle> {
        self.scheme.choose().map(Handle)
    }

    /// A candidate that is likely to be chosen soon, to bring its memory near.
    #[inline]
    pub fn next_hint(&self) -> Option<Handle> {
        self.scheme.next_hint().map(Handle)
    }

    /// A state that was stored before anything was told, and is not on the path: a candidate from
    /// now on. In the order of handles, before anything else.
    ///
    /// It is taken to have entered and left the stack in that order, at `depth`, to have been met
    /// `degree` times by transitions of no special kind, and to have `degree` edges.
    ///
    /// # Errors
    /// The budget or the system refuses the memory.
    pub fn adopt(
        &mut self,
        handle: Handle,
        hash: u64,
        depth: u32,
        degree: u32,
    ) -> Result<(), OutOfMemory> {
        self.scheme.adopt(handle.0, hash, depth, degree)
    }

    /// A state that was stored before anything was told, and is on the path. In the order of the
    /// path, after all others were adopted; all with the number of edges at that moment.
    ///
    /// # Errors
    /// The budget or the system refuses the memory.
    pub fn adopt_on_path(
        &mut self,
        handle: Handle,
        hash: u64,
        depth: u32,
        edges: u64,
    ) -> Result<(), OutOfMemory> {
        self.enter(handle, hash, depth, Effect::Other, edges)
    }

    /// With `S`: only states whose depth is no multiple of this are replaced now.
    pub fn modulus(&self) -> Option<u64> {
        self.scheme.modulus()
    }

    /// Bytes charged now.
    pub fn memory_bytes(&self) -> u64 {
        self.scheme.memory_bytes()
    }

    /// What is charged at most beside [`bytes_per_state`](Self::bytes_per_state) for each state:
    /// arrays that are not full. With `S` this is for the deepest path that there could be; a path
    /// of less than 2^k states takes away (32 - k) / 41 of it.
    pub fn fixed_bytes(specification: &Specification) -> u64 {
        const ARRAYS: u64 = 8;
        const STRATA: u64 = 33;
        let stratified = matches!(&specification.0, EvictionRule::Order(order) if order.stratified);
        let arrays = ARRAYS + if stratified { STRATA } else { 0 };
        arrays * 2 * LARGEST_CHUNK_BYTES
    }

    /// Bytes that a state costs at most, if handles are dense. (A recalled state may cost 8 bytes
    /// more under `X` or `x`, with `S` or not.)
    pub fn bytes_per_state(specification: &Specification) -> u64 {
        let bytes = match &specification.0 {
            EvictionRule::Order(order) => ordered::bytes_per_state(order),
            EvictionRule::RoundRobin => RoundRobin::BYTES_PER_STATE,
            EvictionRule::TypeOriented => TypeOriented::BYTES_PER_STATE,
            EvictionRule::LargestClass => LargestClass::BYTES_PER_STATE,
        };
        // What chunks cost beside their elements is less than one per cent.
        bytes + bytes.div_ceil(100)
    }
}
