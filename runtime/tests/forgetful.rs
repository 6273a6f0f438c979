//! The table that forgets, beside a list of what each of its slots should hold.

#[path = "random/mod.rs"]
mod random;
mod toy_models;

use std::collections::HashSet;
use std::sync::Arc;

use random::Random;
use runtime::encode::Packed;
use runtime::memory::Budget;
use runtime::model::Model;
use runtime::search::{Context, breadth_first};
use runtime::state::hash_of;
use runtime::store::{
    Content, ExactStore, ForgetfulStore, Insertion, Overwrite, Store, handles, insert_or_grow,
};
use runtime::violation::{Checks, Recorder};
use toy_models::TOYS;

/// All states of a model.
fn states(model: &'static dyn Model) -> Vec<Vec<u32>> {
    let budget = Arc::new(Budget::new(1 << 30));
    let checks = Checks {
        assertions: false,
        end_states: false,
    };
    let recorder = Recorder::new(model, checks, None);
    let mut store = ExactStore::new(budget.clone()).unwrap();
    let mut context = Context::new(budget, None, recorder);
    breadth_first(
        model,
        &mut store,
        &mut context,
        runtime::reduce::SetMethod::Full,
    );
    let get = |handle| {
        let mut words = Vec::new();
        store.get(handle, &mut words);
        words
    };
    handles(&store).map(get).collect()
}

/// A state and its level.
type Held = Option<(Vec<u32>, u64)>;

/// Inserts states at random, the level rising; says how many were overwritten.
fn check(
    states: &[Vec<u32>],
    slots: u32,
    window: u32,
    overwrite: Overwrite,
    content: Content,
) -> u64 {
    let budget = Arc::new(Budget::new(1 << 30));
    let store = ForgetfulStore::new(slots, window, overwrite, content, budget.clone());
    let mut store = store.unwrap();
    let mut held: Vec<Held> = vec![None; slots as usize];
    let mut known: HashSet<Vec<u32>> = HashSet::new();
    let mut random = Random(u64::from(slots));
    let mut overwritten = 0;
    for step in 0..4_000 {
        let level = step / 100;
        store.begin_level(level);
        let words = &states[random.below(states.len() as u64) as usize];
        let hash = hash_of(words);
        let found = store.find(hash, words);
        assert_eq!(found.is_some(), known.contains(words));
        match insert_or_grow(&mut store, hash, words).unwrap() {
            Insertion::Seen(handle) => {
                assert_eq!(Some(handle), found);
                assert_eq!(held[handle.index()].as_ref().map(|it| &it.0), Some(words));
            }
            Insertion::Fresh(handle) => {
                assert_eq!(found, None);
                known.insert(words.clone());
                let new = Some((words.clone(), level));
                if let Some((old, old_level)) = std::mem::replace(&mut held[handle.index()], new) {
                    known.remove(&old);
                    overwritten += 1;
                    let is_stratum = old_level % 4 == 0 && overwrite == Overwrite::LevelStrata;
                    if is_stratum && window == slots {
                        // All slots are in the window: none that may go was spared.
                        let stays = |it: &Held| it.as_ref().is_some_and(|it| it.1 % 4 == 0);
                        let mut others = (0..held.len()).filter(|&slot| slot != handle.index());
                        assert!(others.all(|slot| stays(&held[slot])));
                    }
                }
            }
            Insertion::Full => unreachable!("room was made"),
        }
    }
    assert_eq!(store.usage().overwritten, Some(overwritten));
    assert_eq!(store.len(), held.iter().flatten().count());
    assert_eq!(handles(&store).count(), store.len());
    let bytes = store.usage().charged_bytes;
    drop(store);
    assert!(bytes > 0 && budget.used_bytes() == 0);
    overwritten
}

#[test]
fn slots_hold_what_was_put_there_last() {
    for model in TOYS.map(|toy| toy.model) {
        let states = states(model);
        let count = states.len() as u32;
        // A prime number of slots, so that a window comes to all of them.
        for (slots, window) in [(1, 1), (2, 2), (13, 13), (count / 2 + 1, 8), (count * 2, 8)] {
            for overwrite in [Overwrite::First, Overwrite::LevelStrata] {
                let contents = [
                    Content::State(Packed::new(model.info())),
                    Content::Fingerprint(64),
                    Content::Fingerprint(47),
                ];
                for content in contents {
                    let overwritten = check(&states, slots, window, overwrite, content);
                    assert!(overwritten > 0 || slots >= count, "{}", model.info().name);
                }
            }
        }
    }
}

/// What is compared instead of a state tells all states of a model apart.
#[test]
fn different_states_have_different_codes() {
    for toy in TOYS {
        let packed = Packed::new(toy.model.info());
        let states = states(toy.model);
        let code = |words: &Vec<u32>| {
            let mut code = vec![0; words.len() + 3];
            let len = packed.encode_behind(5, 3, words, &mut code).unwrap();
            assert_eq!(code[0] & 7, 5);
            code.truncate(len);
            code
        };
        let codes: HashSet<Vec<u32>> = states.iter().map(code).collect();
        assert_eq!(codes.len(), states.len());
    }
}
