//! The budget is kept, refusals change nothing, and memory is what is promised.

use std::sync::Arc;

use runtime::cache::Specification;
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

fn is_stratified(text: &str) -> bool {
    text.ends_with('S') || text == "tournament"
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
        let budget = Arc::new(Budget::new(1 << 30));
        let mut replacement = specification.replacement(1, &budget);
        let bound = u64::from(STATES) * specification.bytes_per_state();
        // Two chunks of 8 KiB for each array, of which there is one or more in each of 33 strata.
        let arrays = if is_stratified(text) { 41 } else { 8 };
        let fixed = arrays * 2 * (8192 + 64);
        let mut most = 0;
        let mut check = || {
            most = most.max(budget.account_bytes(Account::Tables));
            assert!(most <= bound + fixed, "{text}: {most} instead of {bound}");
        };
        for handle in 0..STATES {
            let hash = u64::from(handle).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            replacement
                .enter(Handle(handle), hash, handle, Effect::Send, handle.into())
                .unwrap();
        }
        check();
        for handle in (0..STATES).rev() {
            replacement.leave(Handle(handle), STATES.into()).unwrap();
        }
        check();
        assert!(
            4 * most >= 3 * bound,
            "{text}: {most}, the bound {bound} is loose"
        );
        // Candidates that are given up leave their place behind, nothing else.
        while replacement.choose().is_some() {}
        let left = budget.account_bytes(Account::Tables);
        assert!(left <= 13 * u64::from(STATES) + fixed, "{text}: {left}");
    }
}

/// States that are opened again and again do not fill the queue with entries that mean nothing.
#[test]
fn recalled_states_cost_no_memory() {
    for text in SPECIFICATIONS {
        let budget = Arc::new(Budget::new(1 << 20));
        let mut replacement = parse(text).replacement(1, &budget);
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
        assert_eq!(left, if is_stratified(text) { 19 } else { 20 }, "{text}");
    }
}
