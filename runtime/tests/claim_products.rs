//! Reduced products with claims have an accepted cycle if the whole product has one, on random
//! systems and on the models of `docs/liveness.md` that break weaker rules.

mod claim_products {
    pub mod product;
    pub mod system;
}
#[path = "toy_models/empty.rs"]
mod empty;
mod looking;
mod random;

use claim_products::product::{Claim, Edge, product};
use claim_products::system::{Action, Literal, System};
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
    let counts = compare(1, 200, 0);
    assert_eq!(counts.wrong, 0, "{counts:?}");
    assert!(counts.violated * 5 > counts.pairs, "{counts:?}");
    assert!(counts.smaller * 10 > counts.pairs * 3, "{counts:?}");
    assert!(counts.fair * 200 > counts.pairs, "{counts:?}");
}

#[test]
fn nodes_that_are_forgotten() {
    let counts = compare(2, 60, 3);
    assert_eq!(counts.wrong, 0, "{counts:?}");
}

const X: usize = 0;
const Y: usize = 2;
const Z: usize = 3;
const SEND: Option<(usize, bool)> = Some((0, true));
const RECEIVE: Option<(usize, bool)> = Some((0, false));

/// A step from a place to another: what must hold, what it sets, what it does with the channel.
fn step(
    [from, to]: [u32; 2],
    when: Option<Literal>,
    sets: Option<Literal>,
    channel: Option<(usize, bool)>,
) -> Action {
    Action {
        from,
        to,
        when,
        sets,
        channel,
    }
}

/// Whether a fair run without `x` is found: with sets that are chosen for this fairness.
fn finds_fair_run(processes: &[Vec<Action>], chosen_for: Fairness) -> bool {
    let system = System::new(processes);
    let reduction = Some((SetMethod::Persistent, chosen_for));
    product(&system, &CLAIMS[0], reduction, 0).accepts(1, Fairness::Weak)
}

/// `docs/liveness.md`, fairness: a sender that goes first keeps a process able for ever.
#[test]
fn a_send_that_keeps_a_third_process_able() {
    let sender = vec![
        step([0, 1], None, None, SEND),
        step([1, 2], None, None, SEND),
        step([2, 1], Some((Y, false)), Some((Y, true)), None),
    ];
    let receiver = vec![
        step([0, 1], None, None, RECEIVE),
        step([1, 0], Some((Y, true)), Some((Y, false)), None),
    ];
    let waiting = vec![
        step([0, 1], None, None, RECEIVE),
        step([1, 2], None, Some((X, true)), None),
    ];
    let processes = [sender, receiver, waiting];
    assert!(!finds_fair_run(&processes, Fairness::Unfair));
    assert!(finds_fair_run(&processes, Fairness::Weak));
}

/// Sets `y` and clears it, for ever.
fn toggle() -> Vec<Action> {
    vec![
        step([0, 1], None, Some((Y, true)), None),
        step([1, 0], None, Some((Y, false)), None),
    ]
}

/// Waits for a message or for `y` to be clear, then sets `x`.
fn waiting() -> Vec<Action> {
    vec![
        step([0, 1], None, None, RECEIVE),
        step([0, 1], Some((Y, false)), None, None),
        step([1, 2], None, Some((X, true)), None),
    ]
}

/// The one who sends is the other one who receives: outside of its set there is one receiver.
#[test]
fn a_sender_that_receives_its_own_message() {
    let own = vec![
        step([0, 1], None, None, SEND),
        step([1, 0], Some((Y, false)), None, RECEIVE),
    ];
    let processes = [waiting(), toggle(), own];
    assert!(!finds_fair_run(&processes, Fairness::Unfair));
    assert!(finds_fair_run(&processes, Fairness::Weak));
}

/// The other receiver is in the set of the sender, for another reason.
#[test]
fn a_receiver_in_the_set_of_the_sender() {
    let sender = vec![step([0, 0], Some((Z, false)), Some((Z, true)), SEND)];
    let receiver = vec![step([0, 0], Some((Y, false)), Some((Z, false)), RECEIVE)];
    let processes = [waiting(), toggle(), receiver, sender];
    assert!(!finds_fair_run(&processes, Fairness::Unfair));
    assert!(finds_fair_run(&processes, Fairness::Weak));
}

/// A set whose edges led back is no part of a set that is enough. 1 goes round for ever unless 2
/// stops it, and then 2 comes to set `x1`; what 0 does is seen. Where 1 stands at its second place
/// it goes first alone, and is led back. If 1 and 2 together were enough there, the round of 1
/// would have no state in which 0 moves.
#[test]
fn a_set_that_led_back_is_in_no_set_that_is_enough() {
    const X1: usize = 1;
    const CLAIM: Claim = Claim {
        text: "<> p -> <> q",
        edges: &[
            edge(0, !Q & ANY, 0, 0),
            edge(0, P & !Q, 1, 1),
            edge(1, !Q & ANY, 1, 1),
        ],
        all_sets: 1,
    };
    let seen = vec![step([0, 1], None, Some((X, true)), None)];
    let round = vec![
        step([0, 1], Some((Z, false)), None, None),
        step([1, 0], None, None, None),
    ];
    let stops = vec![
        step([0, 1], None, Some((Z, true)), None),
        step([1, 2], None, Some((X1, true)), None),
    ];
    let system = System::new(&[seen, round, stops]);
    let whole = product(&system, &CLAIM, None, 0);
    let reduction = Some((SetMethod::Persistent, Fairness::Unfair));
    let reduced = product(&system, &CLAIM, reduction, 0);
    assert!(reduced.len() < whole.len());
    assert!(whole.accepts(1, Fairness::Unfair));
    assert!(reduced.accepts(1, Fairness::Unfair));
}

/// As many as some minutes have time for: `cargo test --release -- --ignored many`.
#[test]
#[ignore = "takes minutes"]
fn many_random_systems() {
    let counts = compare(3, 20_000, 0);
    assert_eq!(counts.wrong, 0, "{counts:?}");
    let counts = compare(4, 5_000, 3);
    assert_eq!(counts.wrong, 0, "{counts:?}");
}
