//! Stores that take states for others: as many as they say.

#[path = "random/mod.rs"]
mod random;

use std::sync::Arc;

use random::Random;
use runtime::memory::Budget;
use runtime::store::{BitstateStore, CompactStore, Handle, Insertion, Remapping, Store};

const AMPLE: u64 = 1 << 30;

/// Different states that have little to tell them apart.
fn states(kind: &str, count: u32) -> Box<dyn Iterator<Item = Vec<u32>>> {
    let counted = 0..count;
    match kind {
        "counted in the first word" => Box::new(counted.map(|n| vec![n, 0, 0, 0, 0])),
        "in the upper bits of four words" => Box::new(counted.map(|n| {
            let byte = |at: u32| (n >> (8 * at) & 255) << 24;
            (0..4).map(byte).collect()
        })),
        "one bit of each word" => {
            Box::new(counted.map(|n| (0..24).map(|at| n >> at & 1).collect()))
        }
        _ => {
            let mut random = Random(7);
            Box::new(counted.map(move |n| vec![n, random.next() as u32, random.next() as u32]))
        }
    }
}

const KINDS: [&str; 4] = [
    "counted in the first word",
    "in the upper bits of four words",
    "one bit of each word",
    "random",
];

/// Inserts different states; how many it says were missed, and how many were.
fn missed(store: &mut dyn Store, states: impl Iterator<Item = Vec<u32>>) -> (f64, u64) {
    let mut missed = 0;
    for state in states {
        loop {
            match store.insert(0, &state) {
                Insertion::Fresh(_) => break,
                Insertion::Seen(_) => {
                    missed += 1;
                    break;
                }
                Insertion::Full => {
                    let remapping = &mut Remapping {
                        path: &mut [],
                        attached: &mut (),
                    };
                    let room = store.grow(state.len(), Some(remapping));
                    room.expect("the budget is ample");
                }
            }
        }
    }
    (store.usage().missed.expect("it is lossy"), missed)
}

/// Within five standard deviations of a number of rare events.
fn assert_near(what: &str, (expected, found): (f64, u64)) {
    let deviation = (found as f64 - expected).abs();
    assert!(
        deviation <= 5.0 * expected.sqrt() + 1.0,
        "{what}: {expected:.1} expected, {found} found"
    );
}

#[test]
fn fingerprints_collide_as_often_as_random_numbers() {
    for kind in KINDS {
        for bits in [32, 33, 36, 48] {
            let budget = Arc::new(Budget::new(AMPLE));
            let mut store = CompactStore::new(bits, budget).expect("room");
            let states = states(kind, 1_000_000);
            assert_near(&format!("{kind}, {bits} bits"), missed(&mut store, states));
        }
    }
}

#[test]
fn a_bit_table_says_how_many_states_it_hides() {
    for kind in KINDS {
        for (log_bits, hashes) in [(20, 1), (20, 3), (22, 2), (23, 3), (23, 7), (26, 4)] {
            let budget = Arc::new(Budget::new(AMPLE));
            let mut store =
                BitstateStore::new((1 << log_bits, hashes, 1), false, budget).expect("room");
            let found = missed(&mut store, states(kind, 300_000));
            assert_near(
                &format!("{kind}, 2^{log_bits} bits, {hashes} a state"),
                found,
            );
            let stored = store.len() as u64;
            assert_eq!(stored + found.1, 300_000);
        }
    }
}

/// A state that is there has the handle of its insertion as long as it is on the path, and another
/// one afterwards.
#[test]
fn a_bit_table_knows_the_path() {
    let budget = Arc::new(Budget::new(AMPLE));
    let mut store = BitstateStore::new((1 << 24, 3, 1), true, budget).expect("room");
    let mut random = Random(3);
    let mut path: Vec<(Vec<u32>, Handle)> = Vec::new();
    let mut left: Vec<Vec<u32>> = Vec::new();
    for n in 0..30_000 {
        if random.below(100) < 52 {
            let state = vec![n, 5];
            loop {
                match store.insert(0, &state) {
                    Insertion::Fresh(handle) => {
                        assert!(path.iter().all(|(_, it)| *it != handle));
                        path.push((state, handle));
                        break;
                    }
                    Insertion::Seen(_) => break,
                    Insertion::Full => store.grow(2, None).expect("the budget is ample"),
                }
            }
        } else if let Some((state, handle)) = path.pop() {
            store.leave(handle);
            left.push(state);
        }
        let sample = random.below(path.len() as u64 + 1) as usize;
        if let Some((state, handle)) = path.get(sample) {
            assert_eq!(store.insert(0, state), Insertion::Seen(*handle));
            assert_eq!(store.find(0, state), Some(*handle));
        }
        let sample = random.below(left.len() as u64 + 1) as usize;
        if let Some(state) = left.get(sample) {
            let Insertion::Seen(handle) = store.insert(0, state) else {
                panic!("a bit was cleared");
            };
            assert!(path.iter().all(|(_, it)| *it != handle));
        }
    }
    assert!(path.len() > 100 && left.len() > 1_000);
}
