//! Giving memory back: the store forgets states until whole chunks of records are empty.
//!
//! The memory of a state that is removed is free for other states of its class, but it stays the
//! store's. To give some back to the system, all records of a chunk must go. To forget the states
//! of the last chunks is the easy way; but those were found last, most of them near the path, and
//! the search goes on where they will be met again. So states are forgotten by their [eviction
//! priorities](super::eviction_priority), among the states of all chunks but those on the path. A
//! state of the last chunks that was not drawn moves to a chunk that stays, to the place of one
//! that was, and gets its handle: this is the one time when a handle changes while its state is
//! stored, and the caller is told. Where a class has no place for a state on the path, it is taken
//! out and stored again when the chunks are gone.
//!
//! Chunks go from the last to the first, and the slots that are not needed any more.

use super::coding::Coding;
use super::exact::ExactStore;
use super::handle_set::HandleSet;
use super::records::Records;
use super::slots;
use super::{Evict, Handle, HashOf, Insertion, Remapping, Store};
use crate::limits::Stop;
use crate::monitor::Task;

/// See [`Evict::shrink`]. Time: a few hundred nanoseconds for each state that is forgotten or
/// renamed, and three passes over the slots. Memory: three eighths of a byte for each handle, 1 KiB
/// for each class, and 8 bytes for each state that is renamed.
pub(super) fn shrink(
    store: &mut ExactStore<impl Coding>,
    bytes: u64,
    remapping: &mut Remapping<'_>,
    hash: HashOf,
) -> Result<u64, Stop> {
    let budget = store.slots.budget();
    // The slots are gone through three times, and the states that go and those that move once.
    let mut task = budget.begin("forgetting states", 4 * store.len() as u64);
    remapping.attached.unmark(remapping.path)?;
    let before = store.usage().charged_bytes;
    let stored = store.handles_from(0);
    task.end()?;
    let staying = HandleSet::of(store.usage().handle_bound, remapping.path.iter().copied());
    // Each state that goes leaves a slot, too.
    let part = store.records.charged_bytes() as f64 / before.max(1) as f64;
    let bytes = (bytes as f64 * part) as u64;
    let Some(end) = cut(&store.records, bytes, &stored, &staying) else {
        return Ok(0);
    };
    let mut words = Vec::new();
    let drawn = draw(store, end, &staying, &mut task)?;
    for handle in drawn.iter() {
        task.advance(1)?;
        store.forget(handle, hash, &mut words);
    }
    let mut renamed = Vec::new();
    let mut homeless = Vec::new();
    // The path may name a state twice.
    let behind = stored.iter_from(end.index());
    for handle in behind.filter(|&it| staying.contains(it)) {
        task.advance(1)?;
        match move_before(store, end, handle, hash, &mut words) {
            Some(place) => renamed.push((handle, place)),
            None => {
                store.get(handle, &mut words);
                store.remove(hash(&words), handle);
                homeless.push((handle, words.clone()));
            }
        }
    }
    for handle in stored.iter_from(end.index()) {
        task.advance(1)?;
        if staying.contains(handle) || drawn.contains(handle) {
            continue;
        }
        match move_before(store, end, handle, hash, &mut words) {
            Some(place) => renamed.push((handle, place)),
            None => store.forget(handle, hash, &mut words),
        }
    }
    store.records.truncate(end);
    store
        .slots
        .shrink_to(store.slots.len() + homeless.len() as u64)?;
    for (handle, words) in homeless {
        renamed.push((handle, store_again(store, hash(&words), &words)?));
    }
    renamed.sort_unstable_by_key(|&(old, _)| old);
    for handle in remapping.path.iter_mut().filter(|it| **it >= end) {
        let at = renamed.binary_search_by_key(handle, |&(old, _)| old);
        *handle = renamed[at.expect("it stays, and not where it was")].1;
    }
    remapping.rename(&renamed)?;
    Ok(before.saturating_sub(store.usage().charged_bytes))
}

/// Moves a state to a free place before `end`, if its class has one.
fn move_before(
    store: &mut ExactStore<impl Coding>,
    end: Handle,
    handle: Handle,
    hash: HashOf,
    words: &mut Vec<u32>,
) -> Option<Handle> {
    let class = store.records.class(handle);
    let place = store.records.reuse_below(class, end)?;
    store.get(handle, words);
    store.records.copy(handle, place);
    let tag = slots::tag(hash(words));
    store.slots.rename(tag, handle.0, place.0);
    Some(place)
}

fn store_again(
    store: &mut ExactStore<impl Coding>,
    hash: u64,
    words: &[u32],
) -> Result<Handle, Stop> {
    loop {
        match store.insert(hash, words) {
            Insertion::Fresh(handle) | Insertion::Seen(handle) => return Ok(handle),
            Insertion::Full => store.records.make_little_room(words.len())?,
        }
    }
}

/// The first handle that goes when about `bytes` are given back, or as many as can be; `None` if
/// nothing can.
fn cut(
    records: &Records<impl Coding>,
    bytes: u64,
    stored: &HandleSet,
    staying: &HandleSet,
) -> Option<Handle> {
    let mut end = None;
    let (mut given, mut best) = (0, 0);
    // By class: states before the cut that may be forgotten, less those behind it that must find
    // room there.
    let mut room = vec![0i64; records.classes()];
    for handle in stored.iter().filter(|&it| !staying.contains(it)) {
        room[records.class(handle)] += 1;
    }
    let mut last = Handle(u32::MAX);
    for (first, chunk_bytes) in records.chunks() {
        for handle in stored.iter_from(first.index()).take_while(|&it| it < last) {
            // Either one place less to give away, or one more that is asked for.
            room[records.class(handle)] -= 1;
        }
        last = first;
        given += chunk_bytes;
        let homeless = room.iter().enumerate().filter(|&(_, &room)| room < 0);
        let homeless = homeless.map(|(class, &room)| records.bytes_for(class, room.unsigned_abs()));
        let net = given.saturating_sub(homeless.sum());
        // What the homeless take is an estimate, so it must not be most of it.
        if net > best && net >= given / 2 {
            (end, best) = (Some(first), net);
        }
        if best >= bytes {
            break;
        }
    }
    end
}

/// Draws the states that are forgotten: of each class as many as there are behind the cut, if there
/// are so many that need not stay.
///
/// # Errors
/// It had to end.
fn draw(
    store: &ExactStore<impl Coding>,
    end: Handle,
    staying: &HandleSet,
    task: &mut Task,
) -> Result<HandleSet, Stop> {
    let nobody = Draw {
        candidates: [0; RANKS],
        wanted: 0,
        rank: 0,
    };
    let mut classes = vec![nobody; store.records.classes()];
    for (tag, handle) in task.each(store.slots.entries()) {
        let class = &mut classes[store.records.class(handle)];
        class.wanted += u32::from(handle >= end);
        if !staying.contains(handle) {
            class.candidates[rank(tag)] += 1;
        }
    }
    let mut drawn = HandleSet::new(store.usage().handle_bound);
    classes.iter_mut().for_each(Draw::settle);
    for (tag, handle) in task.each(store.slots.entries()) {
        let class = &mut classes[store.records.class(handle)];
        if !staying.contains(handle) && class.takes(rank(tag)) {
            drawn.insert(handle);
        }
    }
    task.end()?;
    Ok(drawn)
}

/// States of one class, by the rank of their eviction priorities.
#[derive(Clone)]
struct Draw {
    candidates: [u32; RANKS],
    /// How many more of them are to be evicted.
    wanted: u32,
    /// Of this rank `wanted` states go; of higher ones all.
    rank: usize,
}

const RANKS: usize = 256;

/// The higher the sooner.
fn rank(priority: u32) -> usize {
    (priority.reverse_bits() >> 24) as usize
}

impl Draw {
    /// All candidates and all places are counted.
    fn settle(&mut self) {
        self.rank = RANKS - 1;
        while self.rank > 0 && self.candidates[self.rank] <= self.wanted {
            self.wanted -= self.candidates[self.rank];
            self.rank -= 1;
        }
    }

    /// Whether the next candidate of this rank goes.
    fn takes(&mut self, rank: usize) -> bool {
        if rank != self.rank {
            return rank > self.rank;
        }
        let takes = self.wanted > 0;
        self.wanted -= u32::from(takes);
        takes
    }
}
