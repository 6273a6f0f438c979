//! What is chosen is what the definitions allow, for every specification and every name.

use runtime::cache::{Specification, every};

use super::walk::Walk;

const NAMES: [&str; 8] = [
    "random",
    "round-robin",
    "type-oriented",
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
        let is_random = text.contains('R') || text == "type-oriented";
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
