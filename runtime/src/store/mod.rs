//! Stores: which states were seen, under handles that stay theirs but where the store
//! [grows](Store::grow) or [shrinks](Evict::shrink).
//!
//! A state is a slice of words; it is canonical, so equal states are equal slices, and its length
//! is part of it. The caller brings a 64-bit hash that it keeps up to date word by word. Stores
//! know words, not models.
//!
//! | store | finds | bytes a state (slack included) | file |
//! |---|---|---|---|
//! | exact | exactly the states inserted | its record + 11 to 13 | `exact.rs` |
//! | exact, of codes ([`encode`](crate::encode)) | the same | its code + 9 to 10, never more | `exact.rs`, `coding.rs` |
//! | collapse: exact, of rows of components | the same | a byte or two for each component + 9 to 10 | `collapse.rs` |
//! | tree | the same | 7 to 10 in most models, 14 to 30 with plenty of memory | `tree/` |
//! | auto: exact, then a tree | the same | as that which it is | `auto.rs` |
//! | compact | all but a few, it says how many | 5 to 8 | `compact.rs` |
//! | bitstate | the same | as many bits as there are | `bitstate.rs` |
//! | forgetful | those not forgotten | 3 bits + its own or a fingerprint's | `forgetful.rs` |
//!
//! States that do not fit into memory are not kept by a store but by a search of its own:
//! `search/on_disk/`.

mod attached;
mod auto;
mod bitstate;
mod coding;
mod collapse;
mod compact;
mod differences;
mod exact;
mod fingerprint;
mod flags;
mod forgetful;
mod form;
mod handle_set;
mod lines;
mod observed;
mod prefetch;
mod quotient;
mod recent;
mod reclaim;
mod records;
mod shrink;
mod sixteen;
mod slots;
mod sparse;
mod tree;

pub use attached::{Attached, Remapping};
pub use auto::AutoStore;
pub use bitstate::{BitstateStore, HASHES_MAX};
pub use coding::{Coded, Coding, Plain};
pub use collapse::Components;
pub use compact::CompactStore;
pub use exact::{EncodedStore, ExactStore};
pub(crate) use fingerprint::fingerprint;
pub(crate) use flags::Flags;
pub use forgetful::{Content, ForgetfulStore, Overwrite};
pub use handle_set::{HandleSet, all_but, handles, in_order};
pub use observed::{Observed, Observer};
pub(crate) use prefetch::prefetch;
pub use tree::TreeStore;

use crate::limits::Stop;
use crate::mix::mix;

/// The name of a stored state. It changes only where the store is given a [`Remapping`], which says
/// what hangs on handles; when the state is removed, another one may get it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(pub u32);

impl Handle {
    /// The handle as an index into an array of attributes of [`StoreUsage::handle_bound`] elements.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The eviction priority of the state with this hash: a random number, the same whenever the state
/// is met. A store that knows no more of its states evicts those with odd numbers first, then those
/// with twice an odd number, and so on: few neighbours go at once, and a state that is met again is
/// among the first to go again.
pub fn eviction_priority(hash: u64) -> u32 {
    slots::tag(hash)
}

/// Bits of a hash by which states can be shared out among stores: none of those by which a store
/// finds its own.
pub fn owner_bits(hash: u64) -> u32 {
    mix(hash) as u32
}

/// The answer to [`Store::insert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insertion {
    /// The state was not there; now it is.
    Fresh(Handle),
    /// The state was there already.
    Seen(Handle),
    /// The state is not there, and there is no room for it: call [`Store::grow`], then insert
    /// again.
    Full,
}

/// Where a store looks a state up, as [`Store::locate`] has found out; what the number means only
/// the store knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Located(u64);

impl Located {
    /// It is not known.
    pub const UNKNOWN: Self = Self(u64::MAX);
}

/// A set of states.
///
/// ```
/// use std::sync::Arc;
///
/// use runtime::limits::Stop;
/// use runtime::memory::Budget;
/// use runtime::state::hash_of;
/// use runtime::store::{ExactStore, Handle, Insertion, Store};
///
/// /// Whether the state is new, and its handle. Nothing hangs on handles here, no path is held.
/// fn insert(store: &mut dyn Store, state: &[u32]) -> Result<(bool, Handle), Stop> {
///     loop {
///         match store.insert(hash_of(state), state) {
///             Insertion::Fresh(handle) => return Ok((true, handle)),
///             Insertion::Seen(handle) => return Ok((false, handle)),
///             Insertion::Full => store.grow(state.len(), None)?,
///         }
///     }
/// }
///
/// let mut store = ExactStore::new(Arc::new(Budget::new(1 << 20)))?;
/// let (is_new, handle) = insert(&mut store, &[1, 0, 7])?;
/// assert!(is_new);
/// assert_eq!(insert(&mut store, &[1, 0, 7])?, (false, handle));
/// let mut words = Vec::new();
/// assert!(store.get(handle, &mut words) && words == [1, 0, 7]);
/// # Ok::<(), Stop>(())
/// ```
pub trait Store: Send {
    /// Inserts the state `words`, whose hash is `hash`; equal states must come with equal hashes.
    fn insert(&mut self, hash: u64, words: &[u32]) -> Insertion;

    /// The handle of the state `words`, if it is stored.
    fn find(&mut self, hash: u64, words: &[u32]) -> Option<Handle>;

    /// Writes the state of `handle`, which this store gave out, to `words` (whose old contents are
    /// dropped). False if the store keeps no words.
    fn get(&self, handle: Handle, words: &mut Vec<u32>) -> bool;

    /// Whether [`get`](Store::get) costs little more than a copy of the words.
    #[inline(always)]
    fn keeps_plain(&self) -> bool {
        false
    }

    /// States stored.
    fn len(&self) -> usize;

    /// Whether no state is stored.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The handles of all states from `start` on, a multiple of 64; of a store that finds them in
    /// order, of as many as take little memory at a time. See [`handles`]. When the budget's
    /// monitor wants an end some are missing, as [`Task::end`](crate::monitor::Task::end) says.
    fn handles_from(&self, start: usize) -> HandleSet;

    /// Starts to bring the memory near that an insertion with this hash looks at first. Costs a few
    /// cycles.
    fn prefetch(&mut self, hash: u64) {
        let _ = hash;
    }

    /// Whether the store is so large that a search gains from [`prefetch`](Store::prefetch).
    #[inline(always)]
    fn gains_from_prefetch(&self) -> bool {
        false
    }

    /// As [`prefetch`](Store::prefetch), where the state itself is at hand: a store that does not
    /// go by the hash finds out here where the state is looked up, once for both.
    #[inline(always)]
    fn locate(&mut self, hash: u64, words: &[u32]) -> Located {
        let _ = words;
        self.prefetch(hash);
        Located::UNKNOWN
    }

    /// Whether the store is so large that a search gains from [`locate`](Store::locate).
    #[inline(always)]
    fn gains_from_locate(&self) -> bool {
        self.gains_from_prefetch()
    }

    /// As [`insert`](Store::insert), of a state that was located. When the store has grown since
    /// then, or forgotten a state, nothing is known of it any more.
    #[inline(always)]
    fn insert_at(&mut self, located: Located, hash: u64, words: &[u32]) -> Insertion {
        let _ = located;
        self.insert(hash, words)
    }

    /// All edges of the state of `handle` are done, the last on the path. For stores that listen;
    /// the others do nothing, at no cost.
    #[inline(always)]
    fn leave(&mut self, handle: Handle) {
        let _ = handle;
    }

    /// States that are inserted from now on lie this many steps from the initial one. For stores
    /// that overwrite states by their level.
    fn begin_level(&mut self, level: u64) {
        let _ = level;
    }

    /// Grows until at least one more state of `words_len` words fits. With `remapping`, states may
    /// get other handles.
    ///
    /// # Errors
    /// The budget or the system refuses the memory: the store stays usable, states in it are found
    /// as before. Or it had to end, as the budget's monitor says: then nothing more may be asked of
    /// it but how many states it has, and its bytes.
    fn grow(&mut self, words_len: usize, remapping: Option<&mut Remapping<'_>>)
    -> Result<(), Stop>;

    /// What it takes, and what came of it.
    fn usage(&self) -> StoreUsage;

    /// Itself, if it can forget states that it is told to.
    fn evict(&mut self) -> Option<&mut dyn Evict> {
        None
    }
}

/// A store that can forget the states that it is told to, and give memory back.
pub trait Evict: Store {
    /// From now on insertions of new states into a store of this many answer [`Insertion::Full`],
    /// though [`Store::grow`] could help; and handles of stored states do not change any more.
    ///
    /// # Errors
    /// There is no memory for what does not change; the store is as before.
    fn limit_states(&mut self, states: u64) -> Result<(), Stop>;

    /// Forgets the state of `handle`, which will be given to another state. States came with `hash`
    /// of their words; `words` is room.
    fn forget(&mut self, handle: Handle, hash: HashOf, words: &mut Vec<u32>);

    /// The hash of the state of `handle`; of one whose words the store does not keep, what it has
    /// instead. `words` is room.
    fn hash_of(&self, handle: Handle, hash: HashOf, words: &mut Vec<u32>) -> u64 {
        self.get(handle, words);
        hash(words)
    }

    /// Gives about `bytes` of memory back to the budget, or as many as can be, and returns how
    /// many: forgets states by [`eviction_priority`], but none of the path. States may get other
    /// handles. `hash` is the one that they came with.
    ///
    /// # Errors
    /// The system refuses memory that was the store's a moment ago; states that should have been
    /// kept are lost. Or it had to end, as in [`grow`](Store::grow).
    fn shrink(
        &mut self,
        bytes: u64,
        remapping: &mut Remapping<'_>,
        hash: HashOf,
    ) -> Result<u64, Stop>;

    /// Bytes that shrinking, carving anew, and becoming a cache each need for a moment beside the
    /// store when this many states must stay.
    fn shrink_bytes(&self, kept: usize) -> u64 {
        let _ = kept;
        self.usage().handle_bound as u64
    }

    /// Gives memory of shorter records to those like that of the state `words`: forgets some
    /// states, but none of `kept`, and tells `forgotten` what their handles were. `hash` is the one
    /// that states came with. For a store that is full and does not grow; false where nothing is to
    /// be had so.
    ///
    /// # Errors
    /// It had to end, having forgotten some.
    fn reclaim(
        &mut self,
        words: &[u32],
        kept: &[Handle],
        hash: HashOf,
        forgotten: &mut dyn FnMut(Handle),
    ) -> Result<bool, Stop> {
        let _ = (words, kept, hash, forgotten);
        Ok(false)
    }
}

/// The hash that states come with, of their words.
pub type HashOf = fn(&[u32]) -> u64;

/// What a store takes, and what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StoreUsage {
    /// Bytes charged against the budget.
    pub charged_bytes: u64,
    /// The part of these that is in use: the table, and records with the slack in opened slabs.
    pub used_bytes: u64,
    /// The handles of all stored states are below this.
    pub handle_bound: usize,
    /// How often it has looked for what states that are forgotten have left behind.
    pub sweeps: u64,
    /// How many states it has overwritten; `None` if it keeps all, as long as it is not told to
    /// forget them.
    pub overwritten: Option<u64>,
    /// How many states it took for others, on the average of all ways to choose fingerprints;
    /// `None` if that cannot happen.
    pub missed: Option<f64>,
}

/// As [`Store::insert`], but grows where there is no room: never [`Insertion::Full`]. For stores on
/// whose handles nothing hangs.
///
/// # Errors
/// As [`Store::grow`].
pub fn insert_or_grow<S: Store + ?Sized>(
    store: &mut S,
    hash: u64,
    words: &[u32],
) -> Result<Insertion, Stop> {
    loop {
        match store.insert(hash, words) {
            Insertion::Full => store.grow(words.len(), Some(&mut Remapping::of_nothing()))?,
            answer => return Ok(answer),
        }
    }
}
