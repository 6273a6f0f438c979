//! The bitstate store: a few bits a state, set in one large table (Holzmann 1987; Bloom 1970).
//!
//! A state whose bits are all set is taken for one that was there. Spread over the whole table,
//! each bit costs a cache miss. Ours lie in one line of 512 bits, at the places that the state's
//! fingerprint names: one miss for any number of bits. Lines fill unevenly, so a few more states
//! are missed; how many is known, since the bits of the line that a new state finds set say with
//! which probability it would have been missed. If that is `p`, then for each such state that was
//! found `p / (1 - p)` were not, on the average.
//!
//! Bits are never cleared, so no state is forgotten. A reduction must know which states are on the
//! path: their fingerprints are kept as long as they are there.

use std::sync::Arc;

use rapidhash::v3::RapidSecrets;

use super::exact::ExactStore;
use super::fingerprint::{fingerprint_by, secrets};
use super::lines::{LINE_BYTES, Lines};
use super::{Evict, Handle, HandleSet, Insertion, Located, Remapping, Store, StoreUsage};
use crate::limits::Stop;
use crate::memory::{Account, Budget, OutOfMemory};
use crate::mix::mix;

/// A store of a few bits a state.
pub struct BitstateStore {
    lines: Lines<Line>,
    hashes: u32,
    secrets: RapidSecrets,
    states: u64,
    /// States that were missed, on the average.
    missed: f64,
    /// States from which on a search gains from prefetching.
    prefetch_from: usize,
    /// The fingerprints of the states on the path, where somebody asks for them.
    path: Option<ExactStore>,
}

/// Bits of a place in a line.
const PLACE_BITS: u32 = 9;

/// Bits that a state may have: their places come from one number.
pub const HASHES_MAX: u32 = u64::BITS / PLACE_BITS;

/// The handle of a state that is not on the path.
const ELSEWHERE: Handle = Handle(u32::MAX);

const WORDS: usize = LINE_BYTES / 8;

type Line = [u64; WORDS];

impl BitstateStore {
    /// An empty store of this many bits, in lines of 512, of which each state sets `hashes`, at
    /// most [`HASHES_MAX`]; which, `seed` decides, and so which states are missed. With
    /// `knows_path` the handle of a state that is there is the one that it got when it was fresh,
    /// as long as [`Store::leave`] was not told of it.
    ///
    /// # Errors
    /// So much is not left.
    pub fn new(
        (bits, hashes, seed): (u64, u32, u64),
        knows_path: bool,
        budget: Arc<Budget>,
    ) -> Result<Self, OutOfMemory> {
        let mut lines = Lines::none(budget.clone(), Account::Store);
        lines.append((bits >> PLACE_BITS).max(1) as usize)?;
        let prefetch_from = budget.thresholds().prefetch_states;
        let path = knows_path.then(|| ExactStore::charged_as(Account::Stack, budget));
        Ok(Self {
            lines,
            hashes,
            secrets: secrets(seed),
            states: 0,
            missed: 0.0,
            prefetch_from,
            path: path.transpose()?,
        })
    }

    /// The number of the line of a fingerprint, and the bits there.
    fn place(&self, fingerprint: u64) -> (usize, Line) {
        let line = (u128::from(fingerprint) * self.lines.len() as u128) >> u64::BITS;
        let mut places = mix(fingerprint);
        let mut bits = [0; WORDS];
        for _ in 0..self.hashes {
            let place = places as usize % (8 * LINE_BYTES);
            bits[place / 64] |= 1 << (place % 64);
            places >>= PLACE_BITS;
        }
        (line as usize, bits)
    }

    #[inline]
    fn insert_fingerprint(&mut self, fingerprint: u64) -> Insertion {
        let (line, bits) = self.place(fingerprint);
        let before = *self.lines.get(line);
        if has(&before, &bits) {
            return Insertion::Seen(self.on_path(fingerprint));
        }
        let handle = match &mut self.path {
            None => ELSEWHERE,
            Some(path) => match path.insert(fingerprint, &halves(fingerprint)) {
                Insertion::Fresh(handle) | Insertion::Seen(handle) => handle,
                Insertion::Full => return Insertion::Full,
            },
        };
        for (word, bits) in self.lines.get_mut(line).iter_mut().zip(bits) {
            *word |= bits;
        }
        self.note_fresh(&before);
        Insertion::Fresh(handle)
    }

    /// Notes that a state was found which the bits that its line had would have hidden with some
    /// probability.
    fn note_fresh(&mut self, line: &Line) {
        let set: u32 = line.iter().map(|word| word.count_ones()).sum();
        let filled = f64::from(set) / (8 * LINE_BYTES) as f64;
        let hidden = filled.powi(self.hashes as i32);
        self.states += 1;
        self.missed += hidden / (1.0 - hidden);
    }

    fn on_path(&mut self, fingerprint: u64) -> Handle {
        let path = self.path.as_mut();
        let handle = path.and_then(|path| path.find(fingerprint, &halves(fingerprint)));
        handle.unwrap_or(ELSEWHERE)
    }
}

/// Whether all of these bits are set in a line.
fn has(line: &Line, bits: &Line) -> bool {
    line.iter()
        .zip(bits)
        .all(|(word, bits)| word & bits == *bits)
}

/// A fingerprint as a state of the store of the path.
fn halves(fingerprint: u64) -> [u32; 2] {
    [fingerprint as u32, (fingerprint >> 32) as u32]
}

impl Store for BitstateStore {
    fn insert(&mut self, _: u64, words: &[u32]) -> Insertion {
        self.insert_fingerprint(fingerprint_by(words, &self.secrets))
    }

    /// The fingerprint. The one that reads as unknown is computed again.
    fn locate(&mut self, _: u64, words: &[u32]) -> Located {
        let fingerprint = fingerprint_by(words, &self.secrets);
        let (line, _) = self.place(fingerprint);
        self.lines.prefetch(line);
        Located(fingerprint)
    }

    fn gains_from_locate(&self) -> bool {
        self.len() > self.prefetch_from
    }

    fn insert_at(&mut self, located: Located, hash: u64, words: &[u32]) -> Insertion {
        match located {
            Located::UNKNOWN => self.insert(hash, words),
            Located(fingerprint) => self.insert_fingerprint(fingerprint),
        }
    }

    fn leave(&mut self, handle: Handle) {
        if let Some(path) = &mut self.path {
            let fingerprint = |halves: &[u32]| u64::from(halves[1]) << 32 | u64::from(halves[0]);
            path.forget(handle, fingerprint, &mut Vec::new());
        }
    }

    fn find(&mut self, _: u64, words: &[u32]) -> Option<Handle> {
        let fingerprint = fingerprint_by(words, &self.secrets);
        let (line, bits) = self.place(fingerprint);
        has(self.lines.get(line), &bits).then(|| self.on_path(fingerprint))
    }

    fn grow(&mut self, _: usize, _: Option<&mut Remapping<'_>>) -> Result<(), Stop> {
        let path = self.path.as_mut();
        path.map_or(Ok(()), |path| path.grow(halves(0).len(), None))
    }

    fn handles_from(&self, start: usize) -> HandleSet {
        let path = self.path.as_ref();
        path.map_or(HandleSet::new(0), |path| path.handles_from(start))
    }

    fn get(&self, _: Handle, _: &mut Vec<u32>) -> bool {
        false
    }

    fn len(&self) -> usize {
        self.states as usize
    }

    fn usage(&self) -> StoreUsage {
        StoreUsage {
            charged_bytes: self.lines.bytes(),
            used_bytes: self.lines.bytes(),
            handle_bound: self
                .path
                .as_ref()
                .map_or(0, |path| path.usage().handle_bound),
            missed: Some(self.missed),
            ..StoreUsage::default()
        }
    }
}
