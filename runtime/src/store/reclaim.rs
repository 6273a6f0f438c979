//! Memory that passes from one length of records to another, in a store that does not grow.
//!
//! A record that is given back is used again for records of its class, or shorter ones. When the
//! search comes to states of longer records, all that it forgets gives it nothing, and soon most of
//! the memory is free and of no use. So some slabs are emptied and given to another class: those
//! with the fewest states, and none that must be kept.

use super::coding::Coding;
use super::exact::ExactStore;
use super::handle_set::HandleSet;
use super::records::Slab;
use super::{Evict, Handle, HashOf, Store};
use crate::limits::Stop;

/// Of all slabs one in this many is given to another class at once, since finding them takes a look
/// at every slot.
const AT_ONCE: usize = 64;

/// See [`Evict::reclaim`]. Time: a pass over the slots. Memory: a quarter of a byte for each
/// handle, 16 bytes for each slab.
pub(super) fn reclaim(
    store: &mut ExactStore<impl Coding>,
    words: &[u32],
    kept: &[Handle],
    hash: HashOf,
    forgotten: &mut dyn FnMut(Handle),
) -> Result<bool, Stop> {
    let steps = store.records.slabs() as u64;
    let mut task = store.slots.budget().begin("carving memory anew", steps);
    let Some(class) = store.records.class_for(words) else {
        return Ok(false);
    };
    let stored = store.handles_from(0);
    task.end()?;
    let staying = HandleSet::of(store.usage().handle_bound, kept.iter().copied());
    let records = &mut store.records;
    let mut slabs: Vec<(usize, Slab)> = task
        .each(records.shorter_slabs(class))
        .filter(|slab| slab.handles().all(|it| !staying.contains(it)))
        .map(|slab| {
            (
                slab.handles().filter(|&it| stored.contains(it)).count(),
                slab,
            )
        })
        .collect();
    task.end()?;
    slabs.sort_unstable_by_key(|&(states, slab)| (states * 1024 / slab.records, slab.number));
    slabs.truncate((records.slabs() / AT_ONCE).max(1));
    if slabs.is_empty() {
        return Ok(false);
    }
    let mut old = Vec::new();
    for handle in slabs.iter().flat_map(|(_, slab)| slab.handles()) {
        task.advance(1)?;
        if stored.contains(handle) {
            store.forget(handle, hash, &mut old);
            forgotten(handle);
        }
    }
    let slabs: Vec<Slab> = slabs.into_iter().map(|(_, slab)| slab).collect();
    store.records.reclaim(&slabs, class);
    Ok(true)
}
