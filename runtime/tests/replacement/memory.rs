//! The budget is kept, refusals change nothing, and memory is what is promised.

use std::sync::Arc;

use runtime::cache::{Replacement, Specification};
use runtime::memory::{Account, Budget};
use runtime::model::Effect;
use runtime::store::Handle;

use super::walk::Walk;

/// One or more of each structure.
const SPECIFICATIONS: [&str; 19] = [
    "R",
    "RS",
    "X",
    "xS",
    "E",
    "ES",
    "OX",
    "IeS",
    "IR",
    "DOR",
    "ioDRS",
    "DIx",
    "DIOXS",
    "oidE",
    "tournament",
    "round-robin",
    "type-oriented",
    "h3",
    "h5",
];

fn parse(text: &str) -> Specification {
    text.parse().unwrap()
}

/// Each piece of memory is refused once: the call is made again, and all choices are those of the
/// reference.
#[test]
fn a_refusal_changes_nothing() {
    for (number, text) in SPECIFICATIONS.iter().enumerate() {
        let mut walk = Walk::new(&parse(text), number as u64);
        walk.scarce = true;
        (0..3_000).for_each(|_| walk.step(1_000));
        while walk.choose().is_some() {}
        // Of all but the largest arrays there is one piece.
        assert!(
            walk.refused >= 2 && walk.chosen > 300,
            "{text}: {} {}",
            walk.refused,
            walk.chosen
        );
        let budget = walk.budget.clone();
        drop(walk);
        assert_eq!(
            budget.used_bytes(),
            budget.account_bytes(Account::Store),
            "{text}"
        );
    }
}

/// The bound holds when all states are candidates, and when all are on the path.
#[test]
fn bytes_of_a_state() {
    const STATES: u32 = 100_000;
    for text in SPECIFICATIONS {
        let specification = parse(text);
        let mut replacement = Replacement::new(&specification, 1, Arc::new(Budget::new(1 << 30)));
        let bound = u64::from(STATES) * Replacement::bytes_per_state(&specification);
        let fixed = Replacement::fixed_bytes(&specification);
        let mut most = 0;
        let mut check = |replacement: &Replacement| {
            most = most.max(replacement.memory_bytes());
            assert!(most <= bound + fixed, "{text}: {most} instead of {bound}");
        };
        for handle in 0..STATES {
            let hash = u64::from(handle).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            replacement
                .enter(Handle(handle), hash, handle, Effect::Send, handle.into())
                .unwrap();
        }
        check(&replacement);
        for handle in (0..STATES).rev() {
            replacement.leave(Handle(handle), STATES.into()).unwrap();
        }
        check(&replacement);
        assert!(
            4 * most >= 3 * bound,
            "{text}: {most}, the bound {bound} is loose"
        );
        // Candidates that are given up leave their place behind, nothing else.
        while replacement.choose().is_some() {}
        assert!(
            replacement.memory_bytes() <= 13 * u64::from(STATES) + fixed,
            "{text}: {}",
            replacement.memory_bytes()
        );
    }
}

/// States that are opened again and again do not fill the queue with entries that mean nothing.
#[test]
fn recalled_states_cost_no_memory() {
    for text in SPECIFICATIONS {
        let budget = Arc::new(Budget::new(1 << 20));
        let mut replacement = Replacement::new(&parse(text), 1, budget.clone());
        for handle in 0..20 {
            replacement
                .adopt(Handle(handle), u64::from(handle) << 40, handle, 1)
                .unwrap();
        }
        let before = budget.used_bytes();
        for round in 0..60_000 {
            let handle = Handle(1 + round % 19);
            replacement.recall(handle);
            replacement
                .enter(handle, 0, 1 + round % 5, Effect::Other, 0)
                .unwrap();
            replacement.leave(handle, 0).unwrap();
        }
        assert!(
            budget.used_bytes() <= before + (200 << 10),
            "{text}: {} after {before}",
            budget.used_bytes()
        );
        let left = std::iter::from_fn(|| replacement.choose()).count();
        // With S the adopted state of depth 0 stays.
        let stratified = text.ends_with('S') || text == "tournament";
        assert_eq!(left, if stratified { 19 } else { 20 }, "{text}");
    }
}
