//! Reduced products with claims have an accepted cycle if the whole product has one, on random
//! systems and on the models of `docs/liveness.md` that break weaker rules.

mod claim_products {
    pub mod product;
    pub mod system;
}
#[path = "toy_models/empty.rs"]
mod empty;
mod random;

use claim_products::product::{Claim, Edge, product};
use claim_products::system::System;
use random::Random;
use runtime::claim::Fairness;
use runtime::reduce::SetMethod;

const P: u8 = 0b1010;
const Q: u8 = 0b1100;
const ANY: u8 = 0b1111;

const fn edge(from: u8, letters: u8, to: u8, sets: u8) -> Edge {
    Edge {
        from,
        letters,
        to,
        sets,
    }
}

/// Each accepts what the formula forbids, and is in stuttering normal form.
const CLAIMS: [Claim; 5] = [
    Claim {
        text: "<> p",
        edges: &[edge(0, !P & ANY, 0, 1)],
        all_sets: 1,
    },
    Claim {
        text: "[] <> p",
        edges: &[
            edge(0, ANY, 0, 0),
            edge(0, !P & ANY, 1, 1),
            edge(1, !P & ANY, 1, 1),
        ],
        all_sets: 1,
    },
    Claim {
        text: "[] (p -> <> q)",
        edges: &[
            edge(0, ANY, 0, 0),
            edge(0, P & !Q, 1, 1),
            edge(1, !Q & ANY, 1, 1),
        ],
        all_sets: 1,
    },
    Claim {
        text: "([] <> p) -> ([] <> q)",
        edges: &[
            edge(0, ANY, 0, 0),
            edge(0, !Q & ANY, 1, 1),
            edge(1, P & !Q, 1, 1),
            edge(1, !P & !Q & ANY, 1, 0),
        ],
        all_sets: 1,
    },
    Claim {
        text: "!([] <> p && [] <> !p && [] <> q)",
        edges: &[
            edge(0, P & Q, 0, 0b101),
            edge(0, P & !Q, 0, 0b001),
            edge(0, !P & Q, 0, 0b110),
            edge(0, !P & !Q & ANY, 0, 0b010),
        ],
        all_sets: 0b111,
    },
];

/// How often something was so.
#[derive(Debug, Default)]
struct Counts {
    pairs: u32,
    violated: u32,
    /// With fewer nodes than the whole product.
    smaller: u32,
    /// Fairness decides.
    fair: u32,
    wrong: u32,
}

/// In a thread of its own: the search calls itself, and paths are long.
fn compare(seed: u64, systems: u32, forgets: u64) -> Counts {
    let thread = std::thread::Builder::new().stack_size(1 << 30);
    let compared = thread.spawn(move || compare_here(seed, systems, forgets));
    compared.unwrap().join().unwrap()
}

fn compare_here(seed: u64, systems: u32, forgets: u64) -> Counts {
    let mut random = Random(seed);
    let mut counts = Counts::default();
    for _ in 0..systems {
        let (system, text) = System::random(&mut random);
        for claim in &CLAIMS {
            let whole = product(&system, claim, None, 0);
            let by_all = whole.accepts(claim.all_sets, Fairness::Unfair);
            for fairness in [Fairness::Unfair, Fairness::Weak] {
                let method = SetMethod::Persistent;
                let expected = whole.accepts(claim.all_sets, fairness);
                let reduced = product(&system, claim, Some((method, fairness)), forgets);
                counts.pairs += 1;
                counts.violated += u32::from(expected);
                counts.smaller += u32::from(reduced.len() < whole.len());
                counts.fair += u32::from(by_all != expected);
                if reduced.accepts(claim.all_sets, fairness) != expected {
                    counts.wrong += 1;
                    if counts.wrong < 3 {
                        println!("{} {fairness:?}: {expected}, {text:#?}", claim.text);
                    }
                }
            }
        }
    }
    println!("{counts:?}");
    counts
}

#[test]
fn random_systems() {
    let counts = compare(1, 1000, 0);
    assert_eq!(counts.wrong, 0, "{counts:?}");
    assert!(counts.violated * 5 > counts.pairs, "{counts:?}");
    assert!(counts.smaller * 10 > counts.pairs * 3, "{counts:?}");
    assert!(counts.fair * 100 > counts.pairs, "{counts:?}");
}

#[test]
fn nodes_that_are_forgotten() {
    let counts = compare(2, 300, 3);
    assert_eq!(counts.wrong, 0, "{counts:?}");
}

/// As many as a minute has time for, by hand: `cargo test --release -- --ignored many`.
#[test]
#[ignore = "takes a minute"]
fn many_random_systems() {
    let counts = compare(3, 20_000, 0);
    assert_eq!(counts.wrong, 0, "{counts:?}");
    let counts = compare(4, 5_000, 3);
    assert_eq!(counts.wrong, 0, "{counts:?}");
}
