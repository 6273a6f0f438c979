//! What a store says that it needs for a moment to forget states is what the search holds back for
//! it: it must not take more from the allocator.

#[path = "random/mod.rs"]
mod random;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use random::Random;
use runtime::memory::Budget;
use runtime::state::hash_of;
use runtime::store::{CompactStore, Evict, Handle, Insertion, Remapping, TreeStore, handles};

/// Counts what each thread takes and gives back.
struct Counting;

thread_local! {
    /// Below zero where a thread gives back what another one has taken.
    static TAKEN: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

// SAFETY: all is done by the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, place: Layout) -> *mut u8 {
        let taken = TAKEN.get() + place.size() as isize;
        TAKEN.set(taken);
        MOST.set(MOST.get().max(taken));
        // SAFETY: the caller keeps to what is asked of him.
        unsafe { System.alloc(place) }
    }

    unsafe fn dealloc(&self, at: *mut u8, place: Layout) {
        TAKEN.set(TAKEN.get() - place.size() as isize);
        // SAFETY: as above.
        unsafe { System.dealloc(at, place) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Most bytes that are taken at a time while `act` runs, beyond those that were before.
fn most_taken(act: impl FnOnce()) -> u64 {
    let before = TAKEN.get();
    MOST.set(before);
    act();
    (MOST.get() - before) as u64
}

/// Fills a store, keeps one of `kept` states, and has it shrink to a half in steps, each looked at
/// alone; then some more are drawn.
fn forgets_within_what_it_says(mut store: Box<dyn Evict>, states: usize, kept: usize) {
    let mut random = Random(states as u64);
    let mut path = Vec::new();
    while store.len() < states {
        // Two thirds of the words have few values, so that nodes are shared.
        let few = [random.below(300) as u32, random.below(300) as u32];
        let words = [few[0], few[1], random.next() as u32];
        let remapping = &mut Remapping {
            path: &mut path,
            attached: &mut (),
        };
        let handle = loop {
            match store.insert(hash_of(&words), &words) {
                Insertion::Full => store.grow(3, Some(remapping)).expect("memory is ample"),
                Insertion::Fresh(handle) => break Some(handle),
                Insertion::Seen(_) => break None,
            }
        };
        path.extend(handle.filter(|_| store.len().is_multiple_of(kept)));
    }
    let (full, mut steps) = (store.usage().charged_bytes, 0);
    while store.len() > states / 2 {
        let said = store.shrink_bytes(path.len());
        let mut given = 0;
        let most = most_taken(|| {
            let remapping = &mut Remapping {
                path: &mut path,
                attached: &mut (),
            };
            given = store
                .shrink(full / 10, remapping, hash_of)
                .expect("memory is ample");
        });
        assert!(most <= said, "{most} bytes to shrink, {said} held back");
        assert!(given > 0, "{} states, nothing given back", store.len());
        steps += 1;
    }
    let said = store.shrink_bytes(path.len());
    let listed = most_taken(|| assert_eq!(handles(&*store).count(), store.len()));
    assert!(listed <= said, "{listed} bytes to list, {said} held back");
    let before = store.len();
    let mut forgotten = 0;
    let drawn = most_taken(|| {
        let forget = &mut |_: Handle| forgotten += 1;
        store
            .reclaim(&[1, 2, 3], &path, hash_of, forget)
            .expect("nothing ends it");
    });
    assert!(drawn <= said, "{drawn} bytes to draw, {said} held back");
    assert_eq!(store.len() + forgotten, before);
    assert!(steps > 0);
}

fn ample() -> Arc<Budget> {
    Arc::new(Budget::new(1 << 30))
}

#[test]
fn a_tree() {
    for (states, kept) in [(3_000, 2), (60_000, 10), (400_000, 3), (1_000_000, 100)] {
        let tree = TreeStore::new(ample()).expect("memory is ample");
        forgets_within_what_it_says(Box::new(tree), states, kept);
    }
}

#[test]
fn fingerprints() {
    for (states, kept) in [(3_000, 2), (60_000, 10), (1_000_000, 3)] {
        let compact = CompactStore::new(56, ample()).expect("memory is ample");
        forgets_within_what_it_says(Box::new(compact), states, kept);
    }
}
