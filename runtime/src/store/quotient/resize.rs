//! Growing and shrinking the table: one pass that moves every key to its new home, in place.

use super::geometry::{Geometry, Key};
use super::line::{Line, PLACES};
use super::{OVERFLOW_MAX, QuotientTable, handle, lines_of, place_of};
use crate::limits::Stop;
use crate::memory::{Account, Charge, OutOfMemory, OutOfMemoryCause};
use crate::monitor::Task;
use crate::store::lines::{LINE_BYTES, SEGMENT_LINES};
use crate::store::slots::RESIZING;
use crate::store::{Handle, Remapping};

/// Keys of the path that are looked up while the line of another is loaded.
const AHEAD: usize = 8;

/// What shrinking needs for a moment beside: numbers of keys by priority, and keys that wait for
/// their new home.
const SHRINK_BYTES: u64 = 16 << 10;

impl QuotientTable {
    /// Grows for this many keys; nothing hangs on handles yet.
    pub(in crate::store) fn make_room_for(&mut self, keys: u64) -> Result<(), Stop> {
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
    pub(in crate::store) fn grow(&mut self, remapping: &mut Remapping<'_>) -> Result<(), Stop> {
        match self.resize(self.larger_by(self.part_to_grow()), remapping) {
            Err(Stop::Memory(_)) => self.resize(self.larger_by(64), remapping),
            grown => grown,
        }
    }

    /// What it would take if it [grew](Self::grow) now.
    pub(in crate::store) fn bytes_if_grown(&self) -> u64 {
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
    pub(in crate::store) fn shrink(
        &mut self,
        bytes: u64,
        remapping: &mut Remapping<'_>,
    ) -> Result<(), Stop> {
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
    pub(in crate::store) fn shrink_bytes(&self, kept: usize) -> u64 {
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
                self.lines.prefetch(line);
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
        let line = std::mem::replace(self.lines.get_mut(at), Line::EMPTY);
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
