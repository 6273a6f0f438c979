//! Costs of the exact store:
//! `cargo run --release -p pvgen-runtime --example store_bench -- [STATES] [WORDS]...`
//!
//! For each length, four ways to insert: fresh and seen states, each in a chain (the next state
//! depends on the last answer, as in a depth-first search) and with the slots prefetched four
//! states ahead. The time to make a state and its hash is measured alone and subtracted. States of
//! more than 16 words have 60 % zero words. The last line is a `HashSet` of boxed slices.

use std::collections::HashSet;
use std::hint::black_box;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use runtime::memory::Budget;
use runtime::store::{ExactStore, Insertion, Store};

const AHEAD: usize = 4;

fn main() {
    let numbers: Vec<usize> = std::env::args()
        .skip(1)
        .map_while(|argument| argument.parse().ok())
        .collect();
    let states = numbers.first().copied().unwrap_or(2_000_000).max(1) as u64;
    let lengths = if numbers.len() > 1 {
        &numbers[1..]
    } else {
        &[8, 14, 40, 80]
    };
    println!("{states} states; ns an insertion, without making the state");
    println!(
        "words  fresh chain  fresh ahead  seen chain  seen ahead  store B/state  charged B/state  resident B/state"
    );
    for &len in lengths {
        measure(states, len);
    }
    for &len in lengths {
        baseline(states, len);
    }
}

fn measure(states: u64, len: usize) {
    let maker = Maker { len };
    let make = nanoseconds(states, || {
        let mut words = vec![0; len];
        (0..states).for_each(|n| _ = black_box(maker.make(shuffled(n, states), &mut words)));
    });
    let resident = resident_bytes();
    let mut store = empty();
    let fresh_chain = nanoseconds(states, || chain(&mut store, &maker, states, |n| n)) - make;
    let resident = resident_bytes().saturating_sub(resident);
    let seen_chain = nanoseconds(states, || {
        chain(&mut store, &maker, states, |n| shuffled(n, states))
    }) - make;
    let seen_ahead = nanoseconds(states, || {
        ahead(&mut store, &maker, states, |n| shuffled(n, states))
    }) - make;
    assert_eq!(store.len() as u64, states);
    let per_state = |bytes: u64| bytes as f64 / states as f64;
    let (used, charged) = (
        per_state(store.usage().used_bytes),
        per_state(store.usage().charged_bytes),
    );
    drop(store);
    let mut store = empty();
    let fresh_ahead = nanoseconds(states, || ahead(&mut store, &maker, states, |n| n)) - make;
    println!(
        "{len:5}  {fresh_chain:11.0}  {fresh_ahead:11.0}  {seen_chain:10.0}  {seen_ahead:10.0}  {used:13.1}  {charged:15.1}  {:16.1}",
        per_state(resident)
    );
}

fn empty() -> ExactStore {
    ExactStore::new(Arc::new(Budget::new(u64::MAX))).expect("no limit")
}

/// Each state depends on the handle of the one before, though its value does not.
fn chain(store: &mut ExactStore, maker: &Maker, states: u64, order: impl Fn(u64) -> u64) {
    let zero = black_box(0u64);
    let mut words = vec![0; maker.len];
    let mut last = 0;
    for n in 0..states {
        let hash = maker.make(order(n + (last & zero)), &mut words);
        last = insert(store, hash, &words);
    }
}

fn ahead(store: &mut ExactStore, maker: &Maker, states: u64, order: impl Fn(u64) -> u64) {
    let mut waiting: Vec<(u64, Vec<u32>)> = vec![(0, vec![0; maker.len]); AHEAD];
    for n in 0..states + AHEAD as u64 {
        let (hash, words) = &mut waiting[n as usize % AHEAD];
        if n >= AHEAD as u64 {
            insert(store, *hash, words);
        }
        let (hash, words) = &mut waiting[n as usize % AHEAD];
        if n < states {
            *hash = maker.make(order(n), words);
            store.prefetch(*hash);
        }
    }
}

fn insert(store: &mut ExactStore, hash: u64, words: &[u32]) -> u64 {
    loop {
        match store.insert(hash, words) {
            Insertion::Fresh(handle) | Insertion::Seen(handle) => return u64::from(handle.0),
            Insertion::Full => store
                .grow(words.len(), None)
                .expect("memory for the benchmark"),
        }
    }
}

/// Makes the n-th state of a length, and its hash.
struct Maker {
    len: usize,
}

impl Maker {
    fn make(&self, n: u64, words: &mut [u32]) -> u64 {
        let seed = mix(n);
        words.fill(0);
        // The nonzero words of a long state are at one of four rotations, as filled queues are.
        let start = seed as usize % 4;
        if self.len <= 16 {
            words
                .iter_mut()
                .enumerate()
                .for_each(|(i, word)| *word = (seed >> i) as u32);
        } else {
            words[start..]
                .chunks_mut(5)
                .enumerate()
                .for_each(|(i, five)| {
                    five.iter_mut()
                        .take(2)
                        .for_each(|word| *word = (seed >> i) as u32 | 1)
                });
        }
        words[start] = n as u32 | 1 << 31;
        mix(seed)
    }
}

fn baseline(states: u64, len: usize) {
    let maker = Maker { len };
    let zero = black_box(0u64);
    let resident = resident_bytes();
    let mut set: HashSet<Box<[u32]>> = HashSet::new();
    let mut words = vec![0; len];
    let mut pass = |set: &mut HashSet<Box<[u32]>>, order: &dyn Fn(u64) -> u64| {
        let mut last = 0;
        nanoseconds(states, || {
            for n in 0..states {
                maker.make(order(n + (last & zero)), &mut words);
                last = u64::from(set.contains(&words[..]) || !set.insert(words.as_slice().into()));
            }
        })
    };
    let fresh = pass(&mut set, &|n| n);
    let bytes = resident_bytes().saturating_sub(resident) as f64 / states as f64;
    let seen = pass(&mut set, &|n| shuffled(n, states));
    println!(
        "{len:5}  HashSet, making the state included: fresh {fresh:.0}, seen {seen:.0} ns, {bytes:.1} resident B/state"
    );
}

fn nanoseconds(states: u64, work: impl FnOnce()) -> f64 {
    let start = processor_nanoseconds();
    work();
    (processor_nanoseconds() - start) / states as f64
}

/// Time of this process on a processor, so that others on the machine disturb less; elapsed time
/// where that is not told.
fn processor_nanoseconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let elapsed = START.elapsed().as_nanos() as f64;
    let schedule = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    schedule
        .split(' ')
        .next()
        .and_then(|time| time.parse().ok())
        .unwrap_or(elapsed)
}

fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    statm
        .split(' ')
        .nth(1)
        .and_then(|pages| pages.parse::<u64>().ok())
        .map_or(0, |pages| pages * 4096)
}

/// The n-th of the states in an order without locality (some come twice, some not).
fn shuffled(n: u64, states: u64) -> u64 {
    ((mix(n) >> 32) * states) >> 32
}

fn mix(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ (z >> 32)
}
