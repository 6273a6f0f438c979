//! A quotient table: a set of keys that stores of each key only what its place does not say, so
//! that 40 bits take four bytes, empty places included.
//!
//! Cleary's table keeps the keys of one home together and in order, so that two bits tell where
//! they begin; each insertion moves others, and no key keeps its place. Ours writes the distance
//! from home into the entry, six bits or seven, and nothing moves but when the table grows or
//! shrinks: so things may hang on the place of a key, its handle, for as long as the size is the
//! same, which it is in a cache. An entry that passes lines on the way from home is counted there,
//! so that a search knows where to end although entries are taken out.
//!
//! The order of keys is that of their homes for any number of lines. So growing is one pass from
//! the last line to the first, and shrinking one from the first to the last, each moving every
//! entry to its new home, in place. An entry whose new home has not been emptied yet waits until
//! the pass is over. What finds no place within reach, which is next to impossible, is kept in an
//! overflow list.

mod evict;
mod geometry;
mod line;
mod resize;

use std::ops::Range;
use std::sync::Arc;

use crate::memory::{Account, Budget, OutOfMemory, OutOfMemoryCause};
use crate::store::lines::{Lines, SEGMENT_LINES, SMALL_LINES};
use crate::store::{Handle, HandleSet, Insertion};
use geometry::Geometry;
use line::{Entry, Line};

pub(super) use geometry::{Key, KeyBits, Mixer, place_bits};

/// Keys that may be in the overflow list before the table asks to be grown.
const OVERFLOW_MAX: usize = 64;

/// Each key once, after Cleary. Of its place every bit must matter to the upper ones.
pub(super) struct QuotientTable {
    lines: Lines<Line>,
    geometry: Geometry,
    bits: KeyBits,
    len: u64,
    /// Keys with which it is full in any case.
    pub(super) wanted: u64,
    /// Keys without a place in a line, each with a handle behind those of the lines.
    overflow: Vec<Option<Key>>,
}

/// How many of a hundred places are taken when the table grows. The fewer are in a line, the longer
/// are runs of full lines: keys with tails take fewer.
const LOAD: u64 = 87;
const LOAD_WITH_TAILS: u64 = 80;

impl QuotientTable {
    /// No keys, for keys of this many bits. Takes 12 to 24 KiB.
    pub(super) fn new(budget: Arc<Budget>, bits: KeyBits) -> Result<Self, OutOfMemory> {
        let geometry = Geometry::with_room(bits, 0);
        let mut lines = Lines::none(budget, Account::Store);
        lines.append(lines_of(&geometry))?;
        Ok(Self {
            lines,
            geometry,
            bits,
            len: 0,
            wanted: u64::MAX,
            overflow: Vec::new(),
        })
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        self.lines.bytes()
    }

    /// Above all handles: one for each place, in the order of lines.
    pub(super) fn handle_bound(&self) -> usize {
        self.places() + self.overflow.len()
    }

    /// Places in lines.
    fn places(&self) -> usize {
        self.lines.len() * self.geometry.places()
    }

    /// Starts to bring the home of a key near.
    #[inline]
    pub(super) fn prefetch(&self, key: Key) {
        let (home, _) = self.geometry.place(key);
        self.lines.prefetch(home);
    }

    /// Looks a key up, and adds it. [`Insertion::Full`] if it is not there and the table must grow.
    #[inline]
    pub(super) fn insert(&mut self, key: Key) -> Insertion {
        let (home, mut entry) = self.geometry.place(key);
        let vacancy = match self.probe(home, entry) {
            Ok(handle) => return Insertion::Seen(handle),
            Err(vacancy) => vacancy,
        };
        if let Some(handle) = self.find_in_overflow(key) {
            return Insertion::Seen(handle);
        }
        if self.is_full() {
            return Insertion::Full;
        }
        let at = match vacancy {
            Some((distance, place)) => {
                entry.distance = distance;
                self.put(home, entry, place)
            }
            None => match self.settle(key, self.lines.len()) {
                Some(at) => at,
                None if self.overflow.len() < OVERFLOW_MAX => self.put_in_overflow(key),
                None => return Insertion::Full,
            },
        };
        self.len += 1;
        Insertion::Fresh(at)
    }

    /// Where a key is.
    pub(super) fn find(&self, key: Key) -> Option<Handle> {
        let (home, entry) = self.geometry.place(key);
        let found = self.probe(home, entry).ok();
        found.or_else(|| self.find_in_overflow(key))
    }

    /// Looks for an entry in the lines from its home on; where there is none, gives the distance
    /// and the place of the first vacancy on the way.
    #[inline(always)]
    fn probe(&self, home: usize, mut entry: Entry) -> Result<Handle, Option<(usize, usize)>> {
        let format = self.geometry.format;
        let mut vacancy = None;
        loop {
            let at = home + entry.distance;
            let line = self.lines.get(at);
            if let Some(place) = line.find(format, entry) {
                return Ok(self.geometry.handle(at, place));
            }
            if vacancy.is_none() {
                vacancy = line.vacancy(format).map(|place| (entry.distance, place));
            }
            if !line.is_passed() || entry.distance == format.distance_max() {
                return Err(vacancy);
            }
            entry.distance += 1;
        }
    }

    fn is_full(&self) -> bool {
        self.len >= self.limit().min(self.wanted)
    }

    /// Keys at which the table asks to be grown.
    #[inline(always)]
    fn limit(&self) -> u64 {
        self.geometry.entries() / 100 * self.load()
    }

    /// The geometry for this many keys in the least memory.
    fn fitting(&self, keys: u64) -> Geometry {
        let entries = (keys + 1).div_ceil(self.load()) * 100 + 100;
        filling(Geometry::with_room(self.bits, entries))
    }

    #[inline(always)]
    fn load(&self) -> u64 {
        match self.bits.tail {
            0 => LOAD,
            _ => LOAD_WITH_TAILS,
        }
    }

    fn find_in_overflow(&self, key: Key) -> Option<Handle> {
        let at = self.overflow.iter().position(|&it| it == Some(key))?;
        Some(self.overflow_handle(at))
    }

    fn overflow_handle(&self, at: usize) -> Handle {
        Handle((self.places() + at) as u32)
    }

    /// The position in the overflow list that a handle names, if it is none of a line.
    #[inline]
    fn in_overflow(&self, handle: Handle) -> Option<usize> {
        handle.index().checked_sub(self.places())
    }

    fn put_in_overflow(&mut self, key: Key) -> Handle {
        self.overflow.push(Some(key));
        self.overflow_handle(self.overflow.len() - 1)
    }

    /// Puts a key that is not there into the first vacant place from its home on, if there is one
    /// within reach and before the line `end`.
    fn settle(&mut self, key: Key, end: usize) -> Option<Handle> {
        let (home, mut entry) = self.geometry.place(key);
        loop {
            let format = self.geometry.format;
            if entry.distance > format.distance_max() || home + entry.distance >= end {
                return None;
            }
            let line = self.lines.get(home + entry.distance);
            if let Some(place) = line.vacancy(format) {
                return Some(self.put(home, entry, place));
            }
            entry.distance += 1;
        }
    }

    #[inline]
    fn put(&mut self, home: usize, entry: Entry, place: usize) -> Handle {
        let (format, at) = (self.geometry.format, home + entry.distance);
        (home..at).for_each(|line| self.lines.get_mut(line).pass());
        self.lines.get_mut(at).put(format, place, entry);
        self.geometry.handle(at, place)
    }

    /// The key with this handle.
    pub(super) fn key(&self, handle: Handle) -> Key {
        self.stored(handle).expect("a handle that was given out")
    }

    /// The key with this handle, if there is one.
    #[inline]
    fn stored(&self, handle: Handle) -> Option<Key> {
        if let Some(at) = self.in_overflow(handle) {
            return self.overflow[at];
        }
        let (line, place) = self.geometry.place_of(handle);
        let entry = self.lines.get(line).get(self.geometry.format, place)?;
        Some(self.geometry.key(line, entry))
    }

    /// Whether there is a key with this handle.
    #[inline]
    fn is_taken(&self, handle: Handle) -> bool {
        if let Some(at) = self.in_overflow(handle) {
            return self.overflow[at].is_some();
        }
        let (line, place) = self.geometry.place_of(handle);
        self.lines.get(line).is_taken(self.geometry.format, place)
    }

    /// Takes the key with this handle out.
    pub(super) fn remove(&mut self, handle: Handle) {
        self.len -= 1;
        if let Some(at) = self.in_overflow(handle) {
            self.overflow[at] = None;
            return;
        }
        let (line, place) = self.geometry.place_of(handle);
        let format = self.geometry.format;
        let entry = self.lines.get(line).get(format, place);
        let distance = entry.expect("a handle that was given out").distance;
        self.lines.get_mut(line).clear(format, place);
        (line - distance..line).for_each(|passed| self.lines.get_mut(passed).unpass());
    }

    /// All handles, in order.
    pub(super) fn handles(&self) -> impl Iterator<Item = Handle> {
        self.handles_in(0..self.handle_bound())
    }

    fn handles_in(&self, range: Range<usize>) -> impl Iterator<Item = Handle> {
        let handles = range.map(|index| Handle(index as u32));
        handles.filter(|&handle| self.is_taken(handle))
    }

    fn listed_at_once(&self) -> usize {
        self.lines.budget().thresholds().listed_handles
    }

    /// See [`Store::handles_from`](crate::store::Store::handles_from).
    pub(super) fn handles_from(&self, start: usize) -> HandleSet {
        let range = start..self.handle_bound().min(start + self.listed_at_once());
        HandleSet::of_range(range.clone(), self.handles_in(range))
    }

    /// Whether it is full whatever its user wants.
    pub(super) fn is_crowded(&self) -> bool {
        self.len >= self.limit() || self.overflow.len() == OVERFLOW_MAX
    }

    /// Whether keys are in the overflow list.
    pub(super) fn has_overflow(&self) -> bool {
        !self.overflow.is_empty()
    }

    /// That there is no room for another key, and keys may not be moved.
    pub(super) fn refused(&self) -> OutOfMemory {
        let budget = self.lines.budget();
        budget.refused(Account::Store, 0, OutOfMemoryCause::Budget)
    }
}

/// Lines of memory, with those behind the last home, in whole segments where the table is not
/// small.
fn lines_of(geometry: &Geometry) -> usize {
    let lines = geometry.lines() + geometry.format.distance_max() + 1;
    match lines > SMALL_LINES {
        true => lines.next_multiple_of(SEGMENT_LINES),
        false => lines,
    }
}

/// With as many lines as its memory has room for.
fn filling(mut geometry: Geometry) -> Geometry {
    let lines = lines_of(&geometry);
    while let Some(larger) = geometry.larger().filter(|it| lines_of(it) == lines) {
        geometry = larger;
    }
    geometry
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Remapping;

    /// As many keys with one place as no table has room for within reach, and all of them on the
    /// path.
    #[test]
    fn overflow_is_found_again_when_the_table_grows() {
        let budget = Arc::new(Budget::new(1 << 24));
        let bits = KeyBits {
            place: 32,
            tail: 61,
        };
        let mut keys = QuotientTable::new(budget, bits).expect("there is memory");
        let key = |tail: u64| Key {
            place: 1 << 30,
            tail: tail << 20,
        };
        let mut path = Vec::new();
        let mut moved = 0;
        while moved < 2 {
            match keys.insert(key(path.len() as u64)) {
                Insertion::Fresh(handle) => path.push(handle),
                Insertion::Seen(_) => unreachable!("all are different"),
                Insertion::Full => {
                    moved += u64::from(keys.has_overflow());
                    let remapping = &mut Remapping {
                        path: &mut path,
                        attached: &mut (),
                    };
                    keys.grow(remapping).expect("there is memory");
                }
            }
        }
        for (tail, &handle) in path.iter().enumerate() {
            assert_eq!(keys.key(handle), key(tail as u64));
            assert_eq!(keys.find(key(tail as u64)), Some(handle));
        }
    }

    /// Runs of full lines are so short, however many entries a line has, that no table grows before
    /// it has taken as many keys as it may.
    #[test]
    fn keys_find_places_within_reach() {
        for place in [35, 37, 40, 45, 50, 60] {
            let bits = KeyBits { place, tail: 0 };
            let mixer = Mixer::new(place);
            let budget = Arc::new(Budget::new(1 << 30));
            let mut keys = QuotientTable::new(budget, bits).expect("there is memory");
            assert!(keys.make_room_for(300_000).is_ok());
            let limit = keys.limit();
            let key = |number: u64| Key::of(mixer.mix(((number % 613) << 15) + number / 613));
            for number in 0..limit {
                let inserted = keys.insert(key(number));
                assert!(matches!(inserted, Insertion::Fresh(_)), "{place} bits");
            }
            let lost = keys.overflow.len();
            assert!(lost < OVERFLOW_MAX / 4, "{place} bits: {lost}");
            assert!((0..limit).all(|number| keys.find(key(number)).is_some()));
        }
    }
}
