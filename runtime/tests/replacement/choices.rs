//! What is chosen is what the definitions allow, for every specification and every name.

use std::sync::Arc;

use runtime::cache::{Replacement, Specification, every};
use runtime::memory::Budget;
use runtime::model::Effect;
use runtime::store::Handle;

use super::walk::Walk;

const NAMES: [&str; 9] = [
    "random",
    "round-robin",
    "type-oriented",
    "tournament",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
];

fn all() -> impl Iterator<Item = Specification> {
    every().chain(NAMES.map(|name| name.parse().unwrap()))
}

#[test]
fn small_caches() {
    for (number, specification) in all().enumerate() {
        let mut walk = Walk::new(&specification, number as u64);
        for step in 0..1_200 {
            walk.step([9, 40, 25, 4][step / 300]);
        }
        while walk.choose().is_some() {}
        assert!(walk.chosen > 100, "{specification}: {}", walk.chosen);
        let text = specification.to_string();
        let is_random =
            text.contains('R') || ["type-oriented", "tournament"].contains(&text.as_str());
        assert!(is_random || walk.drawn == 0, "{text}");
        // With more attributes before the R, ties are rare.
        assert!(walk.drawn > 0 || !is_random || text.len() > 3, "{text}");
    }
}

/// Heaps of several levels, queues of several pieces, chains that were doubled.
#[test]
fn larger_caches() {
    for (number, text) in [
        "XS",
        "x",
        "E",
        "iDeS",
        "DIOX",
        "RS",
        "IR",
        "iodRS",
        "tournament",
        "round-robin",
        "h3",
    ]
    .iter()
    .enumerate()
    {
        let specification = text.parse().unwrap();
        let mut walk = Walk::new(&specification, number as u64);
        walk.adopt(2_000);
        for _ in 0..700 {
            walk.step(2_000);
        }
        while walk.chosen < 1_100 && walk.choose().is_some() {}
        assert!(walk.chosen == 1_100, "{specification}: {}", walk.chosen);
    }
}

/// A full search turns into a cached one in the middle.
#[test]
fn adopted_states() {
    for (number, specification) in all().enumerate() {
        let mut walk = Walk::new(&specification, number as u64);
        walk.adopt(50);
        for _ in 0..200 {
            walk.step(50);
        }
        while walk.choose().is_some() {}
    }
}

/// A cache that grows between the choices: the chains of `round-robin` are doubled in the middle of
/// a turn.
#[test]
fn growing_caches() {
    for (number, text) in ["round-robin", "XS", "OIe"].iter().enumerate() {
        let mut walk = Walk::new(&text.parse().unwrap(), number as u64);
        for capacity in 20..800 {
            (0..4).for_each(|_| walk.step(capacity));
            walk.choose();
        }
        assert!(walk.reference.states.len() > 300, "{text}");
    }
}

/// States are opened again more often than chosen, so that a queue must drop what it holds of them.
#[test]
fn caches_of_recalled_states() {
    for (number, text) in [
        "X",
        "x",
        "XS",
        "xS",
        "IX",
        "RS",
        "tournament",
        "round-robin",
    ]
    .iter()
    .enumerate()
    {
        let mut walk = Walk::new(&text.parse().unwrap(), number as u64);
        walk.adopt(50);
        (0..20).for_each(|_| walk.leave());
        for round in 0..15_000 {
            walk.enter_again();
            match round % 16 {
                0 => _ = walk.choose(),
                8 => {
                    walk.enter_new();
                    walk.leave();
                }
                _ => {}
            }
            walk.leave();
        }
    }
}

/// Queues drop what they hold of recalled states when it is more than what they hold of candidates:
/// the order of exit stays, and who was chosen does not come back.
#[test]
fn queues_that_are_cleaned() {
    for text in ["X", "x"] {
        let specification: Specification = text.parse().unwrap();
        let mut replacement = specification.replacement(1, &Arc::new(Budget::new(1 << 24)));
        // Handles in the order of exit.
        let mut expected: Vec<u32> = (0..3_000).collect();
        expected
            .iter()
            .for_each(|&handle| replacement.adopt(Handle(handle), 0, handle, 1).unwrap());
        let choose = |replacement: &mut dyn Replacement, expected: &mut Vec<u32>| {
            let place = if text == "X" { 0 } else { expected.len() - 1 };
            assert_eq!(
                replacement.choose(),
                Some(Handle(expected.remove(place))),
                "{text}"
            );
        };
        (0..100).for_each(|_| choose(&mut *replacement, &mut expected));
        for round in 0..20_000 {
            // Neither the first nor the last, so that what is dropped lies between them.
            let handle = Handle(expected.remove(1 + round * 37 % 2_800));
            replacement.recall(handle);
            replacement.enter(handle, 0, 1, Effect::Other, 0).unwrap();
            replacement.leave(handle, 0).unwrap();
            expected.push(handle.0);
        }
        (0..expected.len()).for_each(|_| choose(&mut *replacement, &mut expected));
        assert_eq!(replacement.choose(), None);
    }
}

/// Depths beyond 2^22 are equal where a key of 64 bits also holds a time, as documented; where keys
/// are wider they are not.
#[test]
fn depths_that_do_not_fit() {
    const MILLION: u32 = 1_000_000;
    for (text, depths, expected) in [
        ("dX", [3 * MILLION, 4 * MILLION, 10 * MILLION], [2, 1, 0]),
        ("dX", [10 * MILLION, 3 * MILLION, 20 * MILLION], [0, 2, 1]),
        ("DX", [20 * MILLION, 10 * MILLION, 3 * MILLION], [2, 0, 1]),
        ("dIX", [10 * MILLION, 3 * MILLION, 20 * MILLION], [2, 0, 1]),
        ("DR", [20 * MILLION, 3 * MILLION, u32::MAX], [1, 0, 2]),
    ] {
        let specification: Specification = text.parse().unwrap();
        let mut replacement = specification.replacement(1, &Arc::new(Budget::new(1 << 24)));
        for (handle, depth) in depths.into_iter().enumerate() {
            let handle = Handle(handle as u32);
            replacement
                .enter(handle, 0, depth, Effect::Other, 0)
                .unwrap();
            replacement.leave(handle, 0).unwrap();
        }
        let chosen: Vec<u32> = std::iter::from_fn(|| replacement.choose())
            .map(|handle| handle.0)
            .collect();
        assert_eq!(chosen, expected, "{text} {depths:?}");
    }
}
