//! Stores against a `HashSet` that remembers whole states: random states, and states chosen to
//! hurt.
//!
//! The store reads and writes raw memory. To run these tests under AddressSanitizer:
//! `RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address cargo test --target x86_64-unknown-linux-gnu -p
//! pvgen-runtime --test store_properties` (records of one chunk have no guard between them: what
//! runs over into a neighbour is seen by `get`, not by the sanitizer).

mod encoder;
mod forgetting;
#[path = "../random/mod.rs"]
mod random;
mod tokens;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use runtime::limits::Stop;
use runtime::memory::{Account, Budget, OutOfMemory, OutOfMemoryCause, Thresholds};
use runtime::store::{
    AutoStore, CompactStore, EncodedStore, Evict, ExactStore, Handle, Insertion, Located,
    Remapping, Store, TreeStore, handles,
};

use encoder::WithoutZeros;
use random::Random;
use tokens::Tokens;

impl Random {
    /// A state of `len` words of which about `zeros` in 8 are zero.
    fn state(&mut self, len: usize, zeros: u64) -> Vec<u32> {
        (0..len)
            .map(|_| {
                if self.below(8) < zeros {
                    0
                } else {
                    self.next() as u32
                }
            })
            .collect()
    }
}

/// The hash as a search keeps it: a sum of words times constants.
fn multilinear(words: &[u32]) -> u64 {
    let mut constants = Random(words.len() as u64);
    words.iter().fold(constants.next(), |sum, &word| {
        sum.wrapping_add(u64::from(word).wrapping_mul(constants.next() | 1))
    })
}

const AMPLE: u64 = 4 << 30;

/// How states are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Coded,
    Tree,
    /// A tree whose roots lie where they say themselves, as where memory is short.
    Small,
    /// Exact at first, then a tree.
    Auto,
    /// Of fingerprints so long that no two are equal here.
    Compact,
}

const KINDS: [Kind; 6] = [
    Kind::Plain,
    Kind::Coded,
    Kind::Tree,
    Kind::Small,
    Kind::Auto,
    Kind::Compact,
];

fn store_within(kind: Kind, limit_bytes: u64) -> (Box<dyn Evict>, Arc<Budget>) {
    let budget = Arc::new(Budget::new(limit_bytes).with_thresholds(Thresholds::SMALL));
    let store: Box<dyn Evict> = match kind {
        Kind::Plain => Box::new(exact_store(budget.clone())),
        Kind::Coded => {
            let store = EncodedStore::encoded(budget.clone(), Box::new(WithoutZeros));
            Box::new(store.expect("an empty store fits"))
        }
        Kind::Tree => {
            let store = TreeStore::new(budget.clone());
            Box::new(store.expect("an empty store fits"))
        }
        Kind::Small => {
            let store = TreeStore::new(budget.clone()).map_err(Stop::from);
            let store = store.and_then(TreeStore::small);
            Box::new(store.expect("an empty store fits"))
        }
        Kind::Auto => {
            let store = AutoStore::new(budget.clone());
            let store = store
                .map_err(Stop::from)
                .and_then(|store| store.tree_from(700));
            Box::new(store.expect("an empty store fits"))
        }
        Kind::Compact => {
            let store = CompactStore::new(64, budget.clone());
            Box::new(store.expect("an empty store fits"))
        }
    };
    (store, budget)
}

fn exact_store(budget: Arc<Budget>) -> ExactStore {
    ExactStore::new(budget).expect("an empty store fits")
}

/// Inserts, growing when asked to, with nothing on any handle.
fn insert(store: &mut dyn Store, hash: u64, words: &[u32]) -> Insertion {
    let found = &mut [Located::UNKNOWN];
    insert_remapping(store, found, (hash, words), &mut [], &mut Tokens::default())
}

/// Inserts the state that was located first, growing when asked to: then no state is located any
/// more. An answer of `Full` after as many calls of `make_room` as there are tables is an error of
/// the store.
fn insert_remapping(
    store: &mut dyn Store,
    located: &mut [Located],
    (hash, words): (u64, &[u32]),
    path: &mut [Handle],
    tokens: &mut Tokens,
) -> Insertion {
    for _ in 0..20 {
        let remapping = &mut Remapping {
            path: &mut *path,
            attached: &mut *tokens,
        };
        match store.insert_at(located[0], hash, words) {
            Insertion::Full => {
                let grown = store.grow(words.len(), Some(remapping));
                grown.expect("the budget is ample");
                located.fill(Located::UNKNOWN);
            }
            answer => return answer,
        }
    }
    panic!("full after make_room({})", words.len());
}

/// States that are located before the first of them is inserted.
const AHEAD: usize = 24;

/// Inserts all states in order and compares every answer, then every state by its handle, with a
/// `HashMap`. Returns how many there are.
fn agrees_with_hash_map(
    hash: impl Fn(&[u32]) -> u64,
    states: impl IntoIterator<Item = Vec<u32>, IntoIter: Clone>,
) -> usize {
    let states = states.into_iter();
    let counts = KINDS.map(|kind| stores_what_a_hash_map_does(kind, &hash, states.clone()));
    assert!(counts.iter().all(|&count| count == counts[0]), "{counts:?}");
    counts[0]
}

fn stores_what_a_hash_map_does(
    kind: Kind,
    hash: impl Fn(&[u32]) -> u64,
    mut states: impl Iterator<Item = Vec<u32>>,
) -> usize {
    let (mut store, budget) = store_within(kind, AMPLE);
    // A token hangs on each handle, and so on each state, whatever its handle is by then.
    let mut model: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut tokens = Tokens::default();
    let mut path = Vec::new();
    loop {
        let next: Vec<_> = states.by_ref().take(AHEAD).collect();
        if next.is_empty() {
            break;
        }
        let located = next.iter().map(|state| store.locate(hash(state), state));
        let mut located: Vec<_> = located.collect();
        for (number, state) in next.into_iter().enumerate() {
            let located = &mut located[number..];
            let answer = insert_remapping(
                &mut *store,
                located,
                (hash(&state), &state),
                &mut path,
                &mut tokens,
            );
            match answer {
                Insertion::Seen(handle) => {
                    assert_eq!(model.get(&state), Some(&tokens.of(handle)), "{state:?}");
                }
                Insertion::Fresh(handle) => {
                    let token = model.len() as u32 + 1;
                    tokens.hang(handle, token);
                    assert_eq!(model.insert(state, token), None);
                    if token.is_multiple_of(3) {
                        path.push(handle);
                    }
                }
                Insertion::Full => unreachable!("`insert` grows the store"),
            }
            assert!(store.usage().used_bytes <= store.usage().charged_bytes);
            assert_eq!(store.usage().charged_bytes, budget.used_bytes());
        }
    }
    assert_eq!(store.len(), model.len());
    let mut words = vec![7; 3];
    let mut named = HashSet::new();
    for (state, &token) in &model {
        let Insertion::Seen(handle) = store.insert(hash(state), state) else {
            panic!("{state:?} is lost");
        };
        assert_eq!(tokens.of(handle), token);
        assert!(named.insert(handle), "{handle:?} names two states");
        assert!(handle.index() < store.usage().handle_bound);
        assert_eq!(store.find(hash(state), state), Some(handle));
        let is_kept = store.get(handle, &mut words);
        assert_eq!(is_kept, kind != Kind::Compact);
        assert!(!is_kept || words == *state, "{handle:?}");
    }
    assert_eq!(handles(&*store).collect::<HashSet<_>>(), named);
    let on_path = path.iter().map(|&handle| tokens.of(handle));
    assert!(on_path.eq((3..=model.len() as u32).step_by(3)));
    drop(store);
    assert_eq!(budget.used_bytes(), 0, "all that was charged is released");
    model.len()
}

#[test]
fn random_states_of_all_lengths() {
    let mut random = Random(1);
    let states: Vec<_> = (0..20_000)
        .map(|_| {
            let (len, zeros) = (random.below(301) as usize, random.below(9));
            random.state(len, zeros)
        })
        .collect();
    let again = states.clone();
    let distinct: HashSet<_> = states.iter().cloned().collect();
    assert_eq!(
        agrees_with_hash_map(multilinear, states.into_iter().chain(again)),
        distinct.len()
    );
}

#[test]
fn small_words_that_repeat_often() {
    let mut random = Random(2);
    for len in [0, 1, 2, 3, 15, 16, 17, 18, 31, 32, 33, 64, 65] {
        let states = (0..4_000).map(|_| {
            let ones = random.below(len as u64 + 1) & random.next();
            (0..len)
                .map(|i| u32::from(ones.wrapping_shr(i as u32) & 1 == 1))
                .collect()
        });
        agrees_with_hash_map(multilinear, states.collect::<Vec<_>>());
    }
}

/// Zero states of all lengths, and each state with one word changed, to and from zero too.
#[test]
fn one_word_differences() {
    let mut random = Random(3);
    let mut states = Vec::new();
    for len in 0..130 {
        states.push(vec![0; len]);
        for base in [vec![0; len], vec![1; len], random.state(len, 5)] {
            states.push(base.clone());
            for at in 0..len {
                for value in [0, 1, u32::MAX] {
                    let mut state = base.clone();
                    state[at] = value;
                    states.push(state);
                }
            }
        }
    }
    agrees_with_hash_map(multilinear, states);
}

/// A tree goes on from the last state only if that has the same length.
#[test]
fn long_states_take_turns() {
    let mut random = Random(1024);
    let lengths = [1, 1021, 1022, 1023, 1024, 1025, 1026, 3000];
    let mut bases: Vec<Vec<u32>> = (lengths.iter().map(|&len| random.state(len, 4))).collect();
    let mut states = Vec::new();
    for _ in 0..12 {
        for base in &mut bases {
            let at = random.below(base.len() as u64) as usize;
            base[at] ^= 1 << random.below(4);
            states.push(base.clone());
        }
    }
    agrees_with_hash_map(multilinear, states);
}

/// States whose words look like records of other states: a header, a bitmap, the words left over.
#[test]
fn states_that_look_like_records() {
    let mut random = Random(4);
    let mut states = Vec::new();
    for len in 1..100_usize {
        let state = random.state(len, 4);
        for flag in [0, 1 << 31] {
            let mut record = vec![len as u32 | flag];
            record.extend(state.chunks(32).map(|group| {
                group
                    .iter()
                    .enumerate()
                    .map(|(i, &word)| u32::from(word != 0) << i)
                    .sum::<u32>()
            }));
            record.extend(state.iter().copied().filter(|&word| word != 0));
            states.push(record);
            let mut dense = vec![len as u32 | flag];
            dense.extend(&state);
            states.push(dense);
        }
        states.push(state);
    }
    agrees_with_hash_map(|_| 0, states);
}

#[test]
fn hashes_that_collide() {
    let numbered = |count: u32| (0..count).map(|n| vec![n, n / 3, 5]);
    let all_equal = |_: &[u32]| 0x1234_5678_9abc_def0;
    let low_bits_equal = |words: &[u32]| u64::from(words[0]) << 48;
    let high_bits_equal = |words: &[u32]| u64::from(words[0]);
    let few = |words: &[u32]| u64::from(words[0] % 7);
    agrees_with_hash_map(all_equal, numbered(3_000));
    agrees_with_hash_map(low_bits_equal, numbered(60_000));
    agrees_with_hash_map(high_bits_equal, numbered(60_000));
    agrees_with_hash_map(few, numbered(5_000));
}

/// Inverse of the mixing that the table applies: the hash whose tag is `tag`, to aim at chosen
/// lines.
fn hash_with_tag(tag: u32, rest: u32) -> u64 {
    let unshift = |x: u64, by: u32| (0..64 / by + 1).fold(x, |y, _| x ^ (y >> by));
    let inverse = |odd: u64| {
        (0..6).fold(odd, |x, _| {
            x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)))
        })
    };
    let mixed = unshift((u64::from(tag) << 32) | u64::from(rest), 31);
    let mixed = unshift(mixed.wrapping_mul(inverse(0x94d0_49bb_1331_11eb)), 27);
    unshift(mixed.wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9)), 30)
}

/// Tags 0 and 2^32 - 1, and tags at the end of the table, so that probing wraps, also while the
/// table grows.
#[test]
fn probing_past_the_end_of_the_table() {
    let last = |words: &[u32]| hash_with_tag(u32::MAX - words[0] % 5, words[0]);
    let first = |words: &[u32]| hash_with_tag(words[0] % 5, words[0]);
    let both = |words: &[u32]| {
        hash_with_tag(
            if words[0].is_multiple_of(3) {
                words[0] % 9
            } else {
                u32::MAX - words[0] % 9
            },
            0,
        )
    };
    let near_end =
        |words: &[u32]| hash_with_tag(u32::MAX - words[0].wrapping_mul(0x9e37_79b9) / 50, 1);
    for hash in [last as fn(&[u32]) -> u64, first, both, near_end] {
        agrees_with_hash_map(hash, (0..4_000).map(|n| vec![n]));
    }
}

/// At every size of the table up to several growths beyond one segment: all states are found under
/// their handles.
#[test]
fn handles_stay_through_growth() {
    let (mut store, _) = store_within(Kind::Plain, AMPLE);
    let mut handles = Vec::new();
    let mut table_bytes = store.usage().used_bytes;
    let mut growths = 0;
    for n in 0..1_500_000_u32 {
        let state = [n, n.wrapping_mul(77), 3];
        let Insertion::Fresh(handle) = insert(&mut *store, multilinear(&state), &state) else {
            panic!("{n} was never inserted");
        };
        handles.push(handle);
        // A sudden jump of the used bytes is the table growing.
        let jumped = store.usage().used_bytes > table_bytes + 8_000;
        table_bytes = store.usage().used_bytes;
        if jumped {
            growths += 1;
            let step = 1 + n / 5_000;
            for old in (0..=n).rev().step_by(step as usize) {
                let state = [old, old.wrapping_mul(77), 3];
                assert_eq!(
                    store.insert(multilinear(&state), &state),
                    Insertion::Seen(handles[old as usize])
                );
            }
        }
    }
    // From 4 KiB to 2 MiB it doubles, from there to 16 MiB it grows by a quarter.
    assert!(growths >= 8 + 9, "{growths}");
    for (n, &handle) in handles.iter().enumerate() {
        let state = [n as u32, (n as u32).wrapping_mul(77), 3];
        assert_eq!(
            store.insert(multilinear(&state), &state),
            Insertion::Seen(handle)
        );
    }
}

/// The promises of `docs/stores.md`: bytes a state, and how dense handles are.
#[test]
fn bytes_and_handles_stay_within_their_bounds() {
    let (mut store, _) = store_within(Kind::Plain, AMPLE);
    for n in 0..2_200_000_u32 {
        let state = [n, 1, 2, 3, 4, 5, 6, 7];
        insert(&mut *store, multilinear(&state), &state);
        if n >= 2_000_000 && n % 1_000 == 0 {
            let bytes = store.usage().charged_bytes as f64 / store.len() as f64;
            assert!(bytes <= 32.0 + 15.0, "{bytes} bytes a state at {n}");
        }
    }
    assert!(
        store.usage().handle_bound <= store.len() + 240 + 192 + 255,
        "{}",
        store.usage().handle_bound
    );
}

#[test]
fn the_limit_is_kept_and_full_becomes_out_of_memory() {
    let mut random = Random(5);
    for limit in [64 << 10, 200 << 10, 1 << 20, 5 << 20, 40 << 20] {
        for len in [0, 1, 8, 17, 90, 300, 2_000, 100_000] {
            let (mut store, budget) = store_within(Kind::Plain, limit);
            let mut stored = Vec::new();
            for _ in 0..limit / 16 {
                let state = random.state(len, if len > 16 { 4 } else { 0 });
                let hash = multilinear(&state);
                let answer = match store.insert(hash, &state) {
                    Insertion::Full => match store.grow(len, None) {
                        Ok(()) => store.insert(hash, &state),
                        Err(Stop::Memory(error)) => {
                            assert_eq!(error.cause, OutOfMemoryCause::Budget, "{error}");
                            break;
                        }
                        Err(stop) => panic!("{stop:?}"),
                    },
                    answer => answer,
                };
                assert!(budget.peak_bytes() <= limit && store.usage().charged_bytes <= limit);
                match answer {
                    Insertion::Fresh(handle) => stored.push((hash, state, handle)),
                    Insertion::Seen(_) => assert!(len < 2, "{len} random words came twice"),
                    Insertion::Full => panic!("full after make_room"),
                }
                if len == 0 || stored.len() * len > 1 << 20 {
                    break;
                }
            }
            assert_eq!(store.len(), stored.len());
            assert_eq!(
                budget.account_bytes(Account::Store),
                store.usage().charged_bytes
            );
            // A store that is full still finds what it has.
            for (hash, state, handle) in stored.iter().rev().take(1_000) {
                assert_eq!(store.insert(*hash, state), Insertion::Seen(*handle));
            }
        }
    }
}

#[test]
fn a_state_beyond_all_bounds_is_refused_not_a_panic() {
    let (mut store, _) = store_within(Kind::Plain, AMPLE);
    let error = store.grow((1 << 26) + 1, None).unwrap_err();
    let is_of_capacity = |it: OutOfMemory| it.cause == OutOfMemoryCause::Capacity;
    assert!(matches!(error, Stop::Memory(it) if is_of_capacity(it)));
    let budget = Arc::new(Budget::new(1_000));
    assert!(ExactStore::new(budget.clone()).is_err());
    assert_eq!(budget.used_bytes(), 0);
}
