//! States that are removed, a store that shrinks, and memory that passes to longer records, beside
//! a map of what should be there.

use std::collections::{HashMap, HashSet};

use runtime::store::{Handle, Insertion, Located, Remapping, Store, eviction_priority, handles};

use super::{
    AMPLE, KINDS, Kind, Random, Tokens, insert, insert_remapping, multilinear, store_within,
};

/// Inserts and removes at random, about `live` states stored at a time, and compares with a map.
fn forgets_as_a_map_does(
    kind: Kind,
    seed: u64,
    live: usize,
    steps: usize,
    len: impl Fn(&mut Random) -> usize,
) {
    let (mut store, _budget) = store_within(kind, AMPLE);
    let keeps_records = matches!(kind, Kind::Plain | Kind::Coded);
    if !keeps_records {
        // Nothing else keeps its handles where they are.
        let enough = 2 * live as u64 + 2_000;
        store.limit_states(enough).expect("the budget is ample");
    }
    let mut random = Random(seed);
    let mut stored: Vec<(Vec<u32>, Handle)> = Vec::new();
    let mut handles: HashMap<Vec<u32>, Handle> = HashMap::new();
    let mut words = Vec::new();
    let mut most = 0;
    for _ in 0..steps {
        most = most.max(stored.len());
        if stored.len() > live && random.below(2) == 0 {
            let (state, handle) = stored.swap_remove(random.below(stored.len() as u64) as usize);
            assert!(!store.get(handle, &mut words) || words == state);
            store.forget(handle, multilinear, &mut words);
            handles.remove(&state);
            assert_eq!(store.find(multilinear(&state), &state), None);
        } else {
            let len = len(&mut random);
            let mut state = random.state(len, 4);
            if let Some(first) = state.first_mut() {
                *first %= 4 * live as u32;
            }
            let known = handles.get(&state).copied();
            match (insert(&mut *store, multilinear(&state), &state), known) {
                (Insertion::Seen(handle), Some(known)) => assert_eq!(handle, known),
                (Insertion::Fresh(handle), None) => {
                    handles.insert(state.clone(), handle);
                    stored.push((state, handle));
                }
                (answer, known) => panic!("{answer:?}, but {known:?}"),
            }
        }
        assert_eq!(store.len(), stored.len());
    }
    for (state, handle) in &stored {
        assert_eq!(store.find(multilinear(state), state), Some(*handle));
    }
    let unique: HashSet<u32> = stored.iter().map(|(_, handle)| handle.0).collect();
    assert_eq!(unique.len(), stored.len(), "a handle names two states");
    // A record is used again by states of its length only; for each length there may be 687 handles
    // without a state.
    let bound = 2 * most + 32 * 687;
    assert!(
        !keeps_records || store.usage().handle_bound <= bound,
        "{most} states at most, {} handles",
        store.usage().handle_bound
    );
}

#[test]
fn removed_states_are_gone_and_their_records_are_used_again() {
    for kind in KINDS {
        for seed in 0..12 {
            forgets_as_a_map_does(kind, seed, 300, 20_000, |_| 1);
            forgets_as_a_map_does(kind, seed, 3_000, 60_000, |_| 2);
            forgets_as_a_map_does(kind, seed, 400, 20_000, |random| random.below(24) as usize);
        }
        forgets_as_a_map_does(kind, 99, 200_000, 1_000_000, |_| 3);
    }
}

/// Fills a store, removes some, has it shrink, and goes on with what is left, beside a map of all
/// that was stored.
fn shrinks_to_what_is_kept(kind: Kind, seed: u64, states: usize, kept_in_100: u64, lens: &[usize]) {
    let (mut store, budget) = store_within(kind, AMPLE);
    let mut random = Random(seed);
    let mut stored: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut tokens = Tokens::default();
    let mut last = 0;
    for round in 0..4 {
        while stored.len() < states {
            let len = lens[random.below(lens.len() as u64) as usize];
            let state = random.state(len, 3);
            insert_new(&mut *store, state, &mut stored, &mut tokens, &mut last);
        }
        let find = |state: &Vec<u32>| store.find(multilinear(state), state).expect("it is stored");
        let mut kept: Vec<Vec<u32>> = Vec::new();
        let mut removed: Vec<Vec<u32>> = Vec::new();
        for state in stored.keys() {
            match random.below(100) {
                n if n < kept_in_100 => kept.push(state.clone()),
                99 => removed.push(state.clone()),
                _ => {}
            }
        }
        // Some are named twice, as where a path is within what else must stay.
        kept.extend_from_within(..kept.len() / 3);
        let mut path: Vec<Handle> = kept.iter().map(find).collect();
        let mut words = Vec::new();
        for state in &removed {
            let handle = store.find(multilinear(state), state).expect("it is stored");
            store.forget(handle, multilinear, &mut words);
            stored.remove(state);
        }
        let used = budget.used_bytes();
        let wanted = used / 4;
        let remapping = &mut Remapping {
            path: &mut path,
            attached: &mut tokens,
        };
        let freed = store.shrink(wanted, remapping, multilinear).unwrap();
        assert_eq!(used - freed, budget.used_bytes());
        // The nodes of a tree stay.
        let has_nodes = matches!(kind, Kind::Tree | Kind::Small | Kind::Auto);
        let enough = 4 * freed >= 3 * wanted || kept_in_100 > 50 || has_nodes;
        assert!(enough, "round {round}: {freed} of {wanted}");
        for (state, &handle) in kept.iter().zip(&path) {
            assert_eq!(tokens.of(handle), stored[state]);
            assert_eq!(store.find(multilinear(state), state), Some(handle));
        }
        let mut words = Vec::new();
        let mut left = HashMap::new();
        let mut named = HashSet::new();
        for (state, &token) in &stored {
            if let Some(handle) = store.find(multilinear(state), state) {
                assert!(named.insert(handle), "{handle:?} names two states");
                assert_eq!(tokens.of(handle), token);
                assert!(!store.get(handle, &mut words) || words == *state);
                left.insert(state.clone(), token);
            }
        }
        assert_eq!(handles(&*store).collect::<HashSet<_>>(), named);
        assert_eq!(left.len(), store.len());
        if lens.len() == 1 && kind == Kind::Plain {
            // All records are alike: the eviction priorities alone decide.
            let kept: HashSet<&Vec<u32>> = kept.iter().collect();
            let may_go = stored.keys().filter(|it| !kept.contains(it));
            let (spared, drawn): (Vec<_>, Vec<_>) = may_go.partition(|it| left.contains_key(*it));
            let rank = |it: &&Vec<u32>| eviction_priority(multilinear(it)).reverse_bits() >> 24;
            let (spared, drawn) = (spared.iter().map(rank), drawn.iter().map(rank));
            assert!(drawn.min() >= spared.max(), "round {round}");
        }
        let latest = last.saturating_sub(LATEST);
        let latest = stored.drain().filter(|&(_, token)| token > latest);
        let latest: Vec<_> = latest.map(|(state, _)| state).collect();
        stored = left;
        for state in latest {
            insert_new(&mut *store, state, &mut stored, &mut tokens, &mut last);
        }
    }
}

/// Inserts a state, and hangs a token on it if it was not stored.
fn insert_new(
    store: &mut dyn Store,
    state: Vec<u32>,
    stored: &mut HashMap<Vec<u32>, u32>,
    tokens: &mut Tokens,
    last: &mut u32,
) {
    let hash = multilinear(&state);
    let located = &mut [Located::UNKNOWN];
    match insert_remapping(store, located, (hash, &state), &mut [], tokens) {
        Insertion::Fresh(handle) => {
            *last += 1;
            tokens.hang(handle, *last);
            assert_eq!(stored.insert(state, *last), None);
        }
        Insertion::Seen(handle) => assert_eq!(stored.get(&state), Some(&tokens.of(handle))),
        Insertion::Full => unreachable!("`insert` grows the store"),
    }
}

/// States stored last that come again after shrinking.
const LATEST: u32 = 1_000;

#[test]
fn a_store_that_shrinks_forgets_only_what_it_may() {
    for kind in KINDS {
        for seed in 0..3 {
            shrinks_to_what_is_kept(kind, seed, 20_000, 2, &[3]);
            shrinks_to_what_is_kept(kind, seed, 20_000, 20, &[2, 9, 17, 40, 90]);
            shrinks_to_what_is_kept(kind, seed, 5_000, 60, &[5, 6]);
            shrinks_to_what_is_kept(kind, seed, 500, 98, &[4, 60, 61, 62, 63, 64]);
        }
        shrinks_to_what_is_kept(kind, 77, 150_000, 10, &[7, 24]);
    }
}

/// A full store of short records is given longer ones again and again, with no more memory, beside
/// a map of what it should hold.
#[test]
fn memory_passes_from_short_records_to_long_ones() {
    // The others have no records.
    let kinds = [Kind::Plain, Kind::Coded];
    for (seed, kind) in (0..3).flat_map(|seed| kinds.map(|kind| (seed, kind))) {
        let (mut store, budget) = store_within(kind, AMPLE);
        let mut random = Random(seed);
        let mut stored: HashMap<Handle, Vec<u32>> = HashMap::new();
        for i in 0..20_000 {
            // One is as long as any: states that are kept as they are beside codes have their room.
            let len = if i == 0 {
                64
            } else {
                2 + random.below(4) as usize
            };
            let state = random.state(len, 0);
            if let Insertion::Fresh(handle) = insert(&mut *store, multilinear(&state), &state) {
                stored.insert(handle, state);
            }
        }
        let used = budget.used_bytes();
        let kept: Vec<Handle> = stored
            .keys()
            .filter(|_| random.below(2_000) == 0)
            .copied()
            .collect();
        let mut reclaimed = 0;
        for round in 0..3_000 {
            let len = 6 + random.below(1 + round / 60) as usize;
            let state = random.state(len, 2);
            let handle = loop {
                match store.insert(multilinear(&state), &state) {
                    Insertion::Fresh(handle) => break handle,
                    Insertion::Seen(handle) => panic!("{handle:?} has {state:?}"),
                    Insertion::Full => {
                        let mut forgotten = Vec::new();
                        let forget = &mut |handle| forgotten.push(handle);
                        if store
                            .reclaim(&state, &kept, multilinear, forget)
                            .expect("nothing ends it")
                        {
                            reclaimed += 1;
                            for handle in forgotten {
                                let state = stored.remove(&handle).expect("it was stored");
                                assert!(!kept.contains(&handle));
                                assert_eq!(store.find(multilinear(&state), &state), None);
                            }
                        } else {
                            assert!(stored.len() > kept.len(), "nothing is left to forget");
                            let others = stored.keys().filter(|it| !kept.contains(it));

                            for handle in others.take(50).copied().collect::<Vec<_>>() {
                                let state = stored.remove(&handle).expect("it is stored");
                                store.forget(handle, multilinear, &mut state.clone());
                            }
                        }
                    }
                }
            };

            assert_eq!(
                stored.insert(handle, state),
                None,
                "{handle:?} names two states"
            );
            assert_eq!(store.len(), stored.len());
            assert_eq!(budget.used_bytes(), used);
        }
        assert!(reclaimed > 20, "{reclaimed} times");
        for (&handle, state) in &stored {
            assert_eq!(store.find(multilinear(state), state), Some(handle));
        }
        let named: HashSet<Handle> = handles(&*store).collect();
        assert_eq!(named, stored.keys().copied().collect());
    }
}
