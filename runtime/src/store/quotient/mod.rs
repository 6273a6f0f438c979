//! A quotient table: a set of keys that stores of each key only what its place does not say, so
//! that 51 bits take five bytes, empty places included.
//!
//! Cleary's table keeps the keys of one home together and in order, so that two bits tell where
//! they begin; each insertion moves others, and no key keeps its place. Ours writes the distance
//! from home into the entry, seven bits, and nothing moves but when the table grows or shrinks: so
//! things may hang on the place of a key, its handle, for as long as the size is the same, which it
//! is in a cache. An entry that passes lines on the way from home is counted there, so that a
//! search knows where to end although entries are taken out.
//!
//! The order of keys is that of their homes for any number of lines. So growing is one pass from
//! the last line to the first, and shrinking one from the first to the last, each moving every
//! entry to its new home, in place. An entry whose new home has not been emptied yet waits until
//! the pass is over. What finds no place within reach, which is next to impossible, is kept in an
//! overflow list.

mod evict;
mod geometry;
mod line;

use std::ops::Range;
use std::sync::Arc;

use crate::limits::Stop;
use crate::memory::{Account, Budget, Charge, OutOfMemory, OutOfMemoryCause};
use crate::monitor::Task;
use crate::store::lines::{LINE_BYTES, Lines, SEGMENT_LINES, SMALL_LINES};
use crate::store::prefetch::prefetch;
use crate::store::slots::RESIZING;
use crate::store::{Handle, HandleSet, Insertion, Remapping};
use geometry::Geometry;
use line::{DISTANCE_MAX, Entry, Line, PLACES};

pub(super) use geometry::{Key, KeyBits, Mixer};

/// Keys that may be in the overflow list before the table asks to be grown.
const OVERFLOW_MAX: usize = 64;

/// Keys of the path that are looked up while the line of another is loaded.
const AHEAD: usize = 8;

/// What shrinking needs for a moment beside: numbers of keys by priority, and keys that wait for
/// their new home.
const SHRINK_BYTES: u64 = 16 << 10;

/// Each key once, after Cleary. Of its place every bit must matter to the upper ones.
pub(super) struct QuotientTable {
    lines: Lines,
    geometry: Geometry,
    bits: KeyBits,
    len: u64,
    /// Keys that its user wants at most.
    wanted: u64,
    /// Keys without a place in a line, each with a handle behind those of the lines.
    overflow: Vec<Option<Key>>,
}

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

    /// Above all handles: 16 for each line, whatever it holds, so that handles are in the order of
    /// lines.
    pub(super) fn handle_bound(&self) -> usize {
        self.lines.len() * PLACES + self.overflow.len()
    }

    #[inline(always)]
    fn line(&self, line: usize) -> &Line {
        // SAFETY: a line of the table is 64 aligned bytes that were zeroed, and any bytes are a
        // `Line`; anyone who changes it has borrowed the table.
        unsafe { &*self.lines.at(line).cast() }
    }

    #[inline(always)]
    fn line_mut(&mut self, line: usize) -> &mut Line {
        // SAFETY: as for `line`, and the table is borrowed for this.
        unsafe { &mut *self.lines.at(line).cast() }
    }

    /// Starts to bring the home of a key near.
    #[inline]
    pub(super) fn prefetch(&self, key: Key) {
        let (home, _) = self.geometry.place(key);
        prefetch(self.lines.at(home));
    }

    /// Looks a key up, and adds it. [`Insertion::Full`] if it is not there and the table must grow.
    #[inline]
    pub(super) fn insert(&mut self, key: Key) -> Insertion {
        let format = self.geometry.format;
        let (home, mut entry) = self.geometry.place(key);
        let mut vacancy = None;
        loop {
            let at = home + entry.distance;
            let line = self.line(at);
            if let Some(place) = line.find(format, entry) {
                return Insertion::Seen(handle(at, place));
            }
            if vacancy.is_none() {
                vacancy = line.vacancy(format).map(|place| (entry.distance, place));
            }
            if !line.is_passed() || entry.distance == DISTANCE_MAX {
                break;
            }
            entry.distance += 1;
        }
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
        let (home, mut entry) = self.geometry.place(key);
        loop {
            let at = home + entry.distance;
            let line = self.line(at);
            if let Some(place) = line.find(self.geometry.format, entry) {
                return Some(handle(at, place));
            }
            if !line.is_passed() || entry.distance == DISTANCE_MAX {
                return self.find_in_overflow(key);
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

    /// The geometry with the fewest lines for this many keys.
    fn fitting(&self, keys: u64) -> Geometry {
        Geometry::with_room(self.bits, (keys + 1).div_ceil(self.load()) * 100 + 100)
    }

    /// How many of a hundred places may be taken. The fewer are in a line, the longer are runs of
    /// full lines.
    #[inline(always)]
    fn load(&self) -> u64 {
        if self.bits.tail == 0 { 87 } else { 80 }
    }

    fn find_in_overflow(&self, key: Key) -> Option<Handle> {
        let at = self.overflow.iter().position(|&it| it == Some(key))?;
        Some(self.overflow_handle(at))
    }

    fn overflow_handle(&self, at: usize) -> Handle {
        Handle((self.lines.len() * PLACES + at) as u32)
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
            if entry.distance > DISTANCE_MAX || home + entry.distance >= end {
                return None;
            }
            let line = self.line(home + entry.distance);
            if let Some(place) = line.vacancy(self.geometry.format) {
                return Some(self.put(home, entry, place));
            }
            entry.distance += 1;
        }
    }

    #[inline]
    fn put(&mut self, home: usize, entry: Entry, place: usize) -> Handle {
        let (format, at) = (self.geometry.format, home + entry.distance);
        (home..at).for_each(|line| self.line_mut(line).pass());
        self.line_mut(at).put(format, place, entry);
        handle(at, place)
    }

    /// The key with this handle.
    pub(super) fn key(&self, handle: Handle) -> Key {
        self.stored(handle).expect("a handle that was given out")
    }

    /// The key with this handle, if there is one.
    #[inline]
    fn stored(&self, handle: Handle) -> Option<Key> {
        let (line, place) = place_of(handle);
        if line >= self.lines.len() {
            return self.overflow[handle.index() - self.lines.len() * PLACES];
        }
        let format = self.geometry.format;
        if place >= format.entries as usize {
            return None;
        }
        let entry = self.line(line).get(format, place)?;
        Some(self.geometry.key(line, entry))
    }

    /// Whether there is a key with this handle.
    #[inline]
    fn is_taken(&self, handle: Handle) -> bool {
        let (line, place) = place_of(handle);
        if line >= self.lines.len() {
            return self.overflow[handle.index() - self.lines.len() * PLACES].is_some();
        }
        place < self.geometry.format.entries as usize && self.line(line).is_taken(place)
    }

    /// Takes the key with this handle out.
    pub(super) fn remove(&mut self, handle: Handle) {
        self.len -= 1;
        let (line, place) = place_of(handle);
        if line >= self.lines.len() {
            self.overflow[handle.index() - self.lines.len() * PLACES] = None;
            return;
        }
        let format = self.geometry.format;
        let entry = self.line(line).get(format, place);
        let distance = entry.expect("a handle that was given out").distance;
        self.line_mut(line).clear(format, place);
        (line - distance..line).for_each(|passed| self.line_mut(passed).unpass());
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

    /// Keys with which it is full in any case.
    pub(super) fn wanted(&self) -> u64 {
        self.wanted
    }

    /// From now on it is full with this many keys.
    pub(super) fn limit_len(&mut self, keys: u64) {
        self.wanted = keys;
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

    /// Grows for this many keys; nothing hangs on handles yet.
    pub(super) fn make_room_for(&mut self, keys: u64) -> Result<(), Stop> {
        if keys < self.limit() {
            return Ok(());
        }
        let nothing = &mut Remapping {
            path: &mut [],
            attached: &mut (),
        };
        self.resize(self.fitting(keys), nothing)
    }

    /// Grows by a half as long as the budget has much left, near its end by a 64th; a small one
    /// doubles, and one of keys with tails, which is to be fast, while there is plenty.
    pub(super) fn grow(&mut self, remapping: &mut Remapping<'_>) -> Result<(), Stop> {
        match self.resize(self.larger_by(self.part_to_grow()), remapping) {
            Err(Stop::Memory(_)) => self.resize(self.larger_by(64), remapping),
            grown => grown,
        }
    }

    /// What it would take if it [grew](Self::grow) now.
    pub(super) fn bytes_if_grown(&self) -> u64 {
        (lines_of(&self.larger_by(self.part_to_grow())) * LINE_BYTES) as u64
    }

    fn larger_by(&self, part: u64) -> Geometry {
        let entries = self.geometry.entries();
        Geometry::with_room(self.bits, entries + entries / part + 1)
    }

    /// It grows by this part.
    fn part_to_grow(&self) -> u64 {
        let left = self.lines.budget().free_bytes() / self.bytes();
        match left {
            0 => 16,
            1..4 => 8,
            4..8 => 4,
            _ if self.lines.len() < SEGMENT_LINES => 1,
            16.. if self.bits.tail > 0 => 1,
            _ => 2,
        }
    }

    /// Gives back about this many bytes, at least a line or a segment: [evicts](Self::evict) keys,
    /// but none of the path, until a smaller table is enough.
    pub(super) fn shrink(&mut self, bytes: u64, remapping: &mut Remapping<'_>) -> Result<(), Stop> {
        let keys = self.keys_in_less(bytes).max(remapping.path.len() as u64);
        self.evict(self.len.saturating_sub(keys), remapping.path, |_| {})?;
        let geometry = self.fitting(keys.max(self.len));
        match lines_of(&geometry) < self.lines.len() {
            true => self.resize(geometry, remapping),
            false => Ok(()),
        }
    }

    /// What shrinking and evicting need for a moment, and anyone who lists the handles of those
    /// that stay, with this many keys on the path.
    pub(super) fn shrink_bytes(&self, kept: usize) -> u64 {
        let listed = self.handle_bound().min(self.listed_at_once()) / 8;
        SHRINK_BYTES + listed as u64 + kept as u64 * self.remapping_bytes()
    }

    /// Keys for which a table is large enough that takes about this many bytes less than now.
    fn keys_in_less(&self, bytes: u64) -> u64 {
        let lines = (bytes as usize).div_ceil(LINE_BYTES).max(1);
        let most = self.lines.len().saturating_sub(lines);
        let fits = |keys: &u64| lines_of(&self.fitting(*keys)) <= most;
        let step = self.len / 64 + 1;
        let smaller = (0..=64).map(|steps| self.len.saturating_sub(steps * step));
        smaller.into_iter().find(fits).unwrap_or(0)
    }

    /// Moves every key to where the new geometry wants it. When memory is refused all is as before;
    /// when it had to end, keys are lost.
    fn resize(&mut self, new: Geometry, remapping: &mut Remapping<'_>) -> Result<(), Stop> {
        let (before, after) = (self.lines.len(), lines_of(&new));
        if after * PLACES + OVERFLOW_MAX > u32::MAX as usize {
            let budget = self.lines.budget();
            return Err(budget
                .refused(Account::Store, 0, OutOfMemoryCause::Capacity)
                .into());
        }
        let steps = before + 2 * remapping.path.len();
        let mut task = self.lines.budget().begin(RESIZING, steps as u64);
        let noted = self.remapping_bytes() * remapping.path.len() as u64;
        let _noted = Charge::of(self.lines.budget().clone(), Account::Tables, noted)?;
        self.move_to(new, remapping, &mut task)
    }

    fn move_to(
        &mut self,
        new: Geometry,
        remapping: &mut Remapping<'_>,
        task: &mut Task,
    ) -> Result<(), Stop> {
        let (before, after) = (self.lines.len(), lines_of(&new));
        // The handles of the overflow list depend on how many lines there are.
        let (places, tails) = self.keys_of(remapping.path, task)?;
        self.prepare(after, remapping)?;
        self.rearrange(new, before, remapping, task)?;
        for (at, handle) in remapping.path.iter_mut().enumerate() {
            task.advance(1)?;
            if let Some(&place) = places.get(at + AHEAD) {
                self.prefetch(Key::of(place));
            }
            let key = Key {
                place: places[at],
                tail: tails.get(at).copied().unwrap_or(0),
            };
            *handle = self.find(key).expect("no key is lost");
        }
        Ok(())
    }

    /// The keys of the path: places, and tails if there are any.
    fn keys_of(&self, path: &[Handle], task: &mut Task) -> Result<(Vec<u64>, Vec<u64>), Stop> {
        let mut places = Vec::with_capacity(path.len());
        let mut tails = Vec::with_capacity(if self.bits.tail == 0 { 0 } else { path.len() });
        for (at, &handle) in path.iter().enumerate() {
            task.advance(1)?;
            if let Some(ahead) = path.get(at + AHEAD) {
                // That of a key in the overflow list is behind the last.
                let line = place_of(*ahead).0.min(self.lines.len() - 1);
                prefetch(self.lines.at(line));
            }
            let key = self.key(handle);
            places.push(key.place);
            if self.bits.tail > 0 {
                tails.push(key.tail);
            }
        }
        Ok((places, tails))
    }

    /// Bytes for each state on the path that a change of size needs for a moment: its key.
    fn remapping_bytes(&self) -> u64 {
        let parts = if self.bits.tail == 0 { 1 } else { 2 };
        parts * size_of::<u64>() as u64
    }

    /// All that may fail.
    fn prepare(&mut self, after: usize, remapping: &mut Remapping<'_>) -> Result<(), OutOfMemory> {
        remapping.attached.reserve(after * PLACES + OVERFLOW_MAX)?;
        remapping.attached.unmark(remapping.path)?;
        match after.checked_sub(self.lines.len()) {
            Some(more) => self.lines.append(more),
            None => Ok(()),
        }
    }

    fn rearrange(
        &mut self,
        new: Geometry,
        before: usize,
        remapping: &mut Remapping<'_>,
        task: &mut Task,
    ) -> Result<(), Stop> {
        let overflow = std::mem::take(&mut self.overflow);
        let overflow = overflow.into_iter().enumerate();
        let overflow = overflow.filter_map(|(at, key)| {
            let handle = Handle((before * PLACES + at) as u32);
            Some((key?, remapping.attached.lift(handle)))
        });
        let mut waiting: Vec<(Key, u32)> = overflow.collect();
        let old = std::mem::replace(&mut self.geometry, new);
        let hangs = !remapping.attached.is_empty();
        let mut lifted = Vec::with_capacity(PLACES);
        let grows = self.geometry.lines() > old.lines();
        for step in 0..before {
            task.advance(1)?;
            let at = if grows { before - 1 - step } else { step };
            self.take_line(at, &old, hangs, remapping, &mut lifted);
            for (key, what) in lifted.drain(..) {
                let home = self.geometry.place(key).0;
                let settled = match grows {
                    true if home < at => None,
                    true => self.settle(key, self.lines.len()),
                    false => self.settle(key, at + 1),
                };
                match settled {
                    Some(handle) if hangs => remapping.attached.put(handle, what),
                    Some(_) => {}
                    None => waiting.push((key, what)),
                }
            }
        }
        // All lines behind are empty now.
        let after = lines_of(&self.geometry);
        if after < before {
            self.lines.truncate(after);
        }
        for (key, what) in waiting {
            let settled = self.settle(key, after);
            let handle = settled.unwrap_or_else(|| self.put_in_overflow(key));
            remapping.attached.put(handle, what);
        }
        Ok(())
    }

    /// Empties a line: its keys, and what hangs on them.
    fn take_line(
        &mut self,
        at: usize,
        old: &Geometry,
        hangs: bool,
        remapping: &Remapping<'_>,
        lifted: &mut Vec<(Key, u32)>,
    ) {
        let line = std::mem::replace(self.line_mut(at), Line::EMPTY);
        for place in 0..old.format.entries as usize {
            if let Some(entry) = line.get(old.format, place) {
                let what = if hangs {
                    remapping.attached.lift(handle(at, place))
                } else {
                    0
                };
                lifted.push((old.key(at, entry), what));
            }
        }
    }
}

fn handle(line: usize, place: usize) -> Handle {
    Handle((line * PLACES + place) as u32)
}

/// Line and place; of a key in the overflow list, a line behind the last.
fn place_of(handle: Handle) -> (usize, usize) {
    (handle.index() / PLACES, handle.index() % PLACES)
}

/// Lines of memory, with those behind the last home, in whole segments where the table is not
/// small.
fn lines_of(geometry: &Geometry) -> usize {
    let lines = geometry.lines() + DISTANCE_MAX + 1;
    match lines > SMALL_LINES {
        true => lines.next_multiple_of(SEGMENT_LINES),
        false => lines,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
