//! Giving memory back: the store forgets states until whole chunks of records are empty.
//!
//! The memory of a state that is removed is free for other states of its class, but it stays the store's. To give some back to the system, all records of a chunk
//! must go; and some may not, those of states on the search path, which lie anywhere. These are moved to chunks that stay, to the place of a state that is
//! forgotten for it, and get its handle. Where a class has no such place, they are taken out and stored again when the chunks are gone. So this is the one time
//! when a handle changes while its state is stored, and the caller is told.
//!
//! Chunks go from the last to the first, and the slots that are not needed any more.

use super::exact::ExactStore;
use super::handle_set::HandleSet;
use super::records::Records;
use super::slots;
use super::{Handle, Insertion, Store};
use crate::memory::OutOfMemory;

/// What came of [`Store::shrink`].
#[derive(Debug, Default)]
pub struct Shrunk {
    /// Given back to the budget.
    pub bytes: u64,
    /// Old and new handles of states that were kept; a handle may be the old one of one state and the new one of another.
    pub renamed: Vec<(Handle, Handle)>,
}

/// See [`Store::shrink`]. Time: a few hundred nanoseconds for each state that is forgotten, and a pass over the slots. Memory: a quarter of a byte for each
/// handle, and 8 bytes for each state that is renamed.
pub(super) fn shrink(
    store: &mut ExactStore,
    bytes: u64,
    kept: &mut [Handle],
    hash: fn(&[u32]) -> u64,
) -> Result<Shrunk, OutOfMemory> {
    let before = store.memory_bytes();
    let stored = store.handles();
    let staying = HandleSet::of(store.handle_bound(), kept.iter().copied());
    // Each state that goes leaves a slot, too.
    let part = store.records.charged_bytes() as f64 / before.max(1) as f64;
    let bytes = (bytes as f64 * part) as u64;
    let Some(end) = cut(&store.records, bytes, &stored, &staying) else {
        return Ok(Shrunk::default());
    };
    let mut words = Vec::new();
    for handle in stored.iter_from(end.index()) {
        if !staying.contains(handle) {
            store.forget(handle, hash, &mut words);
        }
    }
    let mut places = Places {
        end,
        stored,
        staying,
        next: vec![0; store.records.classes()],
        hash,
    };
    let mut renamed = Vec::new();
    let mut homeless = Vec::new();
    for (index, handle) in kept.iter_mut().enumerate() {
        if *handle < end {
            continue;
        }
        store.get(*handle, &mut words);
        match places.find(store, *handle) {
            Some(place) => {
                store.records.copy(*handle, place);
                let tag = slots::tag(hash(&words));
                store.slots.rename(tag, handle.0, place.0);
                renamed.push((*handle, place));
                *handle = place;
            }
            None => {
                store.remove(hash(&words), *handle);
                homeless.push((index, words.clone()));
            }
        }
    }
    store.records.truncate(end);
    store
        .slots
        .shrink_to(store.slots.len() + homeless.len() as u64);
    for (index, words) in homeless {
        let handle = store_again(store, hash(&words), &words)?;
        renamed.push((kept[index], handle));
        kept[index] = handle;
    }
    Ok(Shrunk {
        bytes: before.saturating_sub(store.memory_bytes()),
        renamed,
    })
}

fn store_again(store: &mut ExactStore, hash: u64, words: &[u32]) -> Result<Handle, OutOfMemory> {
    loop {
        match store.insert(hash, words) {
            Insertion::Fresh(handle) | Insertion::Seen(handle) => return Ok(handle),
            Insertion::Full => store.records.make_little_room(words.len())?,
        }
    }
}

/// The first handle that goes when about `bytes` are given back, or as many as can be; `None` if nothing can.
fn cut(records: &Records, bytes: u64, stored: &HandleSet, staying: &HandleSet) -> Option<Handle> {
    let mut end = None;
    let (mut given, mut best) = (0, 0);
    // By class: states before the cut that may be forgotten, less those behind it that must find room there.
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

/// Where states are moved to.
struct Places {
    /// All are before it.
    end: Handle,
    stored: HandleSet,
    staying: HandleSet,
    /// By class: from here on there may be states to be forgotten.
    next: Vec<u32>,
    hash: fn(&[u32]) -> u64,
}

impl Places {
    /// A place for the record of `handle`, if need be that of another state of its class, which is forgotten.
    fn find(&mut self, store: &mut ExactStore, handle: Handle) -> Option<Handle> {
        let class = store.records.class(handle);
        if let Some(place) = store.records.reuse_below(class, self.end) {
            return Some(place);
        }
        let next = self.next[class];
        let records = &store.records;
        let may_go =
            |&it: &Handle| it.0 >= next && records.class(it) == class && !self.staying.contains(it);
        let mut candidates = self.stored.iter_from(next as usize / 64 * 64);
        let victim = candidates.find(|it| *it >= self.end || may_go(it));
        let victim = victim.filter(|&it| it < self.end);
        self.next[class] = victim.map_or(self.end.0, |it| it.0 + 1);
        store.forget(victim?, self.hash, &mut Vec::new());
        store.records.reuse_below(class, self.end)
    }
}
