//! A table of visited states that has this many slots and forgets: for a breadth-first search,
//! which then ends with less memory than all states take (Tronci, Della Penna, Intrigila and
//! Venturini Zilli, *Exploiting Transition Locality in Automatic Verification*, CHARME 2001).
//!
//! A state is looked for in its *window*: some slots, from the one that its hash names on, as far
//! apart as other bits of the hash say. (Slots side by side would all be taken where there are
//! empty ones elsewhere: of a table as large as all states, 15 % of the new ones overwrote another,
//! where it is 8 % so.) If it is not there it is put into the first empty one; if none is empty,
//! one of them is overwritten. Which one decides how often the search comes back to what it knew:
//!
//! - *overwrite-first*: the first of the window. Whatever has come long ago goes as soon as what
//!   has just come.
//! - *level strata*: the first whose level is no multiple of four. So every fourth level stays, and
//!   a search that falls back into known states gets no further than to the next level that stayed.
//!   That is Geldenhuys's stratified caching (2004) with the levels of a breadth-first search.
//!
//! ```text
//! slot    1 │ level mod 4: 2 bits │ the state, as `Packed` writes it; or this many bits of its fingerprint │ zeros up to a whole byte        first bit 0: empty
//! ```
//!
//! Slots are as wide as the longest state so far. When a longer one comes the table becomes wider
//! in its place.

use std::sync::Arc;

use super::fingerprint::fingerprint;
use super::prefetch::prefetch;
use super::{Handle, HandleSet, Insertion, Remapping, Store, StoreUsage};
use crate::encode::Packed;
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charged, OutOfMemory};
use crate::mix::mix;

/// Which state of a full window is overwritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// The first.
    First,
    /// The first that lies on no level that is a multiple of four, or the first.
    LevelStrata,
}

/// What a slot holds of a state.
pub enum Content {
    /// All of it.
    State(Packed),
    /// This many bits of its fingerprint, 64 at most: a few states are taken for others.
    Fingerprint(u32),
}

/// A fixed number of slots; a handle is the number of one, whichever state it holds.
pub struct ForgetfulStore {
    content: Content,
    overwrite: Overwrite,
    /// Slots in a window.
    window: usize,
    slots: usize,
    slot_bytes: usize,
    bytes: Charged<u8>,
    /// States from which on a search gains from prefetching.
    prefetch_from: usize,
    /// What the slot of the state that is looked for would hold, and zeros.
    key: Vec<u32>,
    /// Bytes of it that are not zero.
    key_bytes: usize,
    /// Of the states that are inserted.
    level: u32,
    taken: usize,
    overwritten: u64,
    /// Slots with which new states were compared.
    compared: u64,
}

/// Handles that are listed at a time.
const HANDLES_AT_ONCE: usize = 1 << 16;

/// Bits before the content: taken, and the level.
const HEAD_BITS: u32 = 3;
const TAKEN: u8 = 1;
/// The level in the first byte of a slot.
const LEVEL: u8 = 0b110;
/// One level in this many stays, a power of two.
const STRATUM: u32 = 4;

impl ForgetfulStore {
    /// An empty table of this many slots, `window` of which are looked at for a state. Takes a byte
    /// for each, or as many as its fingerprint; more when states are longer.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(
        slots: u32,
        window: u32,
        overwrite: Overwrite,
        content: Content,
        budget: Arc<Budget>,
    ) -> Result<Self, OutOfMemory> {
        let slot_bytes = match content {
            Content::State(_) => 1,
            Content::Fingerprint(bits) => (HEAD_BITS + bits).div_ceil(u8::BITS) as usize,
        };
        let mut store = Self {
            content,
            overwrite,
            window: window.min(slots) as usize,
            slots: slots as usize,
            prefetch_from: budget.thresholds().prefetch_states,
            slot_bytes: 0,
            bytes: Charged::new(budget, Account::Store),
            key: Vec::new(),
            key_bytes: 0,
            level: 0,
            taken: 0,
            overwritten: 0,
            compared: 0,
        };
        store.widen(slot_bytes)?;
        Ok(store)
    }

    /// Makes slots of this many bytes, more than they have.
    #[cold]
    fn widen(&mut self, slot_bytes: usize) -> Result<(), OutOfMemory> {
        let before = self.slot_bytes;
        let more = self.slots * (slot_bytes - before);
        self.bytes.extend_by(more, 0)?;
        // From the last on, so that none is overwritten before it was moved.
        for slot in (0..self.slots).rev().filter(|_| before > 0) {
            let (from, to) = (slot * before, slot * slot_bytes);
            self.bytes.copy_within(from..from + before, to);
            self.bytes[to + before..to + slot_bytes].fill(0);
        }
        self.slot_bytes = slot_bytes;
        Ok(())
    }

    /// The slots in which a state with this hash may be.
    #[inline(always)]
    fn window(&self, hash: u64) -> impl Iterator<Item = usize> + use<> {
        let (slots, mixed) = (self.slots as u64, mix(hash));
        let part = |bits: u64, of: u64| ((bits & u64::from(u32::MAX)) * of) >> 32;
        let step = 1 + part(mixed, slots - 1);
        let mut next = part(mixed >> 32, slots);
        (0..self.window).map(move |_| {
            let slot = next;
            next += step;
            next -= if next < slots { 0 } else { slots };
            slot as usize
        })
    }

    #[inline(always)]
    fn code_in(&self, slot: usize) -> &[u8] {
        &self.bytes[slot * self.slot_bytes..][..self.slot_bytes]
    }

    /// Writes what the slot of a state would hold.
    fn write_key(&mut self, words: &[u32]) {
        let head = u32::from(TAKEN) | (self.level % STRATUM) << 1;
        self.key.clear();
        self.key.resize(self.slot_bytes / 4 + words.len() + 3, 0);
        let len = match &self.content {
            Content::State(packed) => {
                let code = packed.encode_behind(head, HEAD_BITS, words, &mut self.key);
                code.expect("the words are a state of the model")
            }
            Content::Fingerprint(bits) => {
                let print = fingerprint(words) >> (u64::BITS - bits);
                let slot = u128::from(print) << HEAD_BITS | u128::from(head);
                for (word, shift) in self.key.iter_mut().zip([0, 32, 64]) {
                    *word = (slot >> shift) as u32;
                }
                (u128::BITS - slot.leading_zeros()).div_ceil(u32::BITS) as usize
            }
        };
        let unused = self.key[len - 1].leading_zeros() / u8::BITS;
        self.key_bytes = size_of::<u32>() * len - unused as usize;
        for word in &mut self.key[..len] {
            *word = word.to_le();
        }
    }

    #[inline(always)]
    fn is_key(&self, stored: &[u8]) -> bool {
        let key: &[u8] = bytemuck::cast_slice(&self.key);
        (stored[0] ^ key[0]) & !LEVEL == 0 && stored[1..] == key[1..self.slot_bytes]
    }

    fn put(&mut self, slot: usize) -> Insertion {
        let key: &[u8] = bytemuck::cast_slice(&self.key);
        let stored = &mut self.bytes[slot * self.slot_bytes..][..self.slot_bytes];
        stored.copy_from_slice(&key[..self.slot_bytes]);
        Insertion::Fresh(Handle(slot as u32))
    }
}

impl Store for ForgetfulStore {
    fn gains_from_prefetch(&self) -> bool {
        self.len() > self.prefetch_from
    }

    fn prefetch(&mut self, hash: u64) {
        for slot in self.window(hash) {
            prefetch(self.code_in(slot).as_ptr());
        }
    }

    fn insert(&mut self, hash: u64, words: &[u32]) -> Insertion {
        self.write_key(words);
        if self.key_bytes > self.slot_bytes {
            return Insertion::Full;
        }
        let (mut first, mut victim) = (None, None);
        for (before, slot) in self.window(hash).enumerate() {
            let stored = self.code_in(slot);
            if stored[0] & TAKEN == 0 {
                self.taken += 1;
                self.compared += before as u64;
                return self.put(slot);
            }
            if self.is_key(stored) {
                return Insertion::Seen(Handle(slot as u32));
            }
            first = first.or(Some(slot));
            let may_go = self.overwrite == Overwrite::First || stored[0] & LEVEL != 0;
            victim = victim.or(may_go.then_some(slot));
        }
        self.overwritten += 1;
        self.compared += self.window as u64;
        self.put(victim.or(first).expect("a window has slots"))
    }

    fn find(&mut self, hash: u64, words: &[u32]) -> Option<Handle> {
        self.write_key(words);
        let fits = self.key_bytes <= self.slot_bytes;
        let mut slots = self.window(hash).filter(|_| fits);
        let found = slots.find(|&slot| self.is_key(self.code_in(slot)));
        found.map(|slot| Handle(slot as u32))
    }

    fn begin_level(&mut self, level: u64) {
        self.level = level as u32;
    }

    /// Makes room for the state for which there was none: its slots were too narrow.
    fn grow(&mut self, _: usize, _: Option<&mut Remapping<'_>>) -> Result<(), Stop> {
        match self.key_bytes > self.slot_bytes {
            true => Ok(self.widen(self.key_bytes)?),
            false => Ok(()),
        }
    }

    fn handles_from(&self, start: usize) -> HandleSet {
        let end = self.slots.min(start + HANDLES_AT_ONCE);
        let is_taken = |&slot: &usize| self.code_in(slot)[0] & TAKEN != 0;
        let taken = (start..end).filter(is_taken);
        HandleSet::of_range(start..end, taken.map(|slot| Handle(slot as u32)))
    }

    fn get(&self, _: Handle, _: &mut Vec<u32>) -> bool {
        false
    }

    fn len(&self) -> usize {
        self.taken
    }

    fn usage(&self) -> StoreUsage {
        StoreUsage {
            charged_bytes: self.bytes.charge().bytes(),
            used_bytes: self.bytes.charge().bytes(),
            handle_bound: self.slots,
            overwritten: Some(self.overwritten),
            missed: match self.content {
                Content::State(_) => None,
                Content::Fingerprint(bits) => Some(self.compared as f64 / 2_f64.powi(bits as i32)),
            },
            ..StoreUsage::default()
        }
    }
}
