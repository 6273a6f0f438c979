//! Growing and shrinking the table: one pass that moves every key to its new home, in place.

use std::ops::Range;

use super::geometry::{Geometry, Key};
use super::line::{Line, PLACES};
use super::{OVERFLOW_MAX, QuotientTable, filling, lines_of};
use crate::limits::Stop;
use crate::memory::{Account, Charged, OutOfMemoryCause};
use crate::monitor::Task;
use crate::store::lines::{LINE_BYTES, SEGMENT_LINES};
use crate::store::slots::RESIZING;
use crate::store::{Attached, Handle, Remapping};

/// What a change of size needs for each state on the path for a moment: turn and position.
const PATH_BYTES: u64 = size_of::<u64>() as u64;

/// What shrinking needs for a moment beside: numbers of keys by priority, and keys that wait for
/// their new home.
const SHRINK_BYTES: u64 = 16 << 10;

impl QuotientTable {
    /// Grows for this many keys; nothing hangs on handles yet.
    pub(in crate::store) fn make_room_for(&mut self, keys: u64) -> Result<(), Stop> {
        if keys < self.limit() {
            return Ok(());
        }
        // For more there are no handles.
        let keys = keys.min(u32::MAX.into());
        self.resize(self.fitting(keys), &mut Remapping::of_nothing())
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
        filling(Geometry::with_room(self.bits, entries + entries / part + 1))
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
    /// but none of the path, until a smaller table is enough. Says how many bytes.
    pub(in crate::store) fn shrink(
        &mut self,
        bytes: u64,
        remapping: &mut Remapping<'_>,
    ) -> Result<u64, Stop> {
        let before = self.bytes();
        let keys = self.keys_in_less(bytes).max(remapping.path.len() as u64);
        self.evict(self.len.saturating_sub(keys), remapping.path, |_| {})?;
        let geometry = self.fitting(keys.max(self.len));
        if lines_of(&geometry) < self.lines.len() {
            self.resize(geometry, remapping)?;
        }
        Ok(before - self.bytes())
    }

    /// What shrinking and evicting need for a moment, and anyone who lists the handles of those
    /// that stay, with this many keys on the path.
    pub(in crate::store) fn shrink_bytes(&self, kept: usize) -> u64 {
        let listed = self.handle_bound().min(self.listed_at_once()) / 8;
        SHRINK_BYTES + listed as u64 + kept as u64 * PATH_BYTES
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
        let budget = self.lines.budget().clone();
        let bound = after * new.places() + OVERFLOW_MAX;
        if bound > u32::MAX as usize {
            let cause = OutOfMemoryCause::Capacity;
            return Err(budget.refused(Account::Store, 0, cause).into());
        }
        let mut task = budget.begin(RESIZING, before as u64);
        let mut order = Charged::new(budget, Account::Tables);
        order.extend_by(remapping.path.len(), 0)?;
        remapping.attached.reserve(bound)?;
        remapping.attached.unmark(remapping.path)?;
        if let Some(more) = after.checked_sub(before) {
            self.lines.append(more)?;
        }
        self.rearrange(new, before, (remapping, order), &mut task)
    }

    fn rearrange(
        &mut self,
        new: Geometry,
        before: usize,
        (remapping, order): (&mut Remapping<'_>, Charged<u64>),
        task: &mut Task,
    ) -> Result<(), Stop> {
        let old = std::mem::replace(&mut self.geometry, new);
        let handle = |line, place| old.handle(line, place);
        let overflow = std::mem::take(&mut self.overflow);
        let listed = overflow.len();
        let after = lines_of(&self.geometry);
        let grows = self.geometry.lines() > old.lines();
        let line_of = |step: usize| if grows { before - 1 - step } else { step };
        // When a key is moved: those of the overflow list first, then line by line.
        let turn = |step: usize, place: usize| listed + step * old.places() + place;
        let mut follower = Follower::of(remapping, order, |handle| match old.place_of(handle) {
            (line, place) if line < before => turn(line_of(line), place),
            _ => handle.index() - before * old.places(),
        });
        let mut waiting = Vec::new();
        for (at, key) in overflow.into_iter().enumerate() {
            waiting.extend(key.map(|key| follower.lift(at, handle(before, at), key)));
        }
        let mut lifted = Vec::with_capacity(PLACES);
        for step in 0..before {
            task.advance(1)?;
            let at = line_of(step);
            let line = std::mem::replace(self.lines.get_mut(at), Line::EMPTY);
            for place in 0..old.places() {
                if let Some(entry) = line.get(old.format, place) {
                    let key = old.key(at, entry);
                    lifted.push(follower.lift(turn(step, place), handle(at, place), key));
                }
            }
            for moved in lifted.drain(..) {
                let settled = match grows {
                    true if self.geometry.place(moved.key).0 < at => None,
                    true => self.settle(moved.key, self.lines.len()),
                    false => self.settle(moved.key, at + 1),
                };
                match settled {
                    Some(handle) => follower.put(handle, &moved),
                    None => waiting.push(moved),
                }
            }
        }
        // All lines behind are empty now.
        if after < before {
            self.lines.truncate(after);
        }
        for moved in waiting {
            let settled = self.settle(moved.key, after);
            let handle = settled.unwrap_or_else(|| self.put_in_overflow(moved.key));
            follower.put(handle, &moved);
        }
        assert_eq!(follower.lifted, follower.order.len(), "no key is lost");
        Ok(())
    }
}

/// Has the path, and what hangs on handles, follow keys that are moved line by line.
struct Follower<'r> {
    path: &'r mut [Handle],
    /// For each state of the path the turn of its key, no more than there are handles, and its
    /// position, 32 bits each, in order.
    order: Charged<u64>,
    /// How many of them were lifted.
    lifted: usize,
    attached: &'r mut dyn Attached,
    hangs: bool,
}

/// A key on its way.
struct Moved {
    key: Key,
    /// What hangs on it.
    what: u32,
    /// Where it is in the order of those on the path.
    on_path: Range<usize>,
}

impl<'r> Follower<'r> {
    /// `turn` says when the key with a handle is moved; `order` is as long as the path.
    fn of(
        remapping: &'r mut Remapping<'_>,
        mut order: Charged<u64>,
        turn: impl Fn(Handle) -> usize,
    ) -> Self {
        let Remapping { path, attached } = remapping;
        for ((noted, &handle), at) in order.iter_mut().zip(&**path).zip(0..) {
            *noted = (turn(handle) as u64) << 32 | at;
        }
        order.sort_unstable();
        Self {
            order,
            lifted: 0,
            hangs: !attached.is_empty(),
            path,
            attached: &mut **attached,
        }
    }

    fn lift(&mut self, turn: usize, handle: Handle, key: Key) -> Moved {
        let behind = &self.order[self.lifted..];
        let here = behind.iter().take_while(|&&it| it >> 32 == turn as u64);
        let here = here.count();
        self.lifted += here;
        Moved {
            key,
            what: match self.hangs {
                true => self.attached.lift(handle),
                false => 0,
            },
            on_path: self.lifted - here..self.lifted,
        }
    }

    fn put(&mut self, handle: Handle, moved: &Moved) {
        if self.hangs {
            self.attached.put(handle, moved.what);
        }
        for &on_path in &self.order[moved.on_path.clone()] {
            self.path[on_path as u32 as usize] = handle;
        }
    }
}
