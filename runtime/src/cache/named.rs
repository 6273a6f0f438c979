//! Replacements with a name: older than the language of specifications or younger, and not all
//! expressible in it.
//!
//! | name | meaning here | source |
//! |---|---|---|
//! | `random` | `R` | all |
//! | `round-robin` | cyclic over the hash chains, in each the oldest first ([`round_robin`](super::research::round_robin)) | the package to the 1995 paper |
//! | `type-oriented` | by the kinds of the transitions that led to a state ([`type_oriented`](super::research::type_oriented)) | the 1995 paper, section 5 |
//! | `h1` | `iR` | Holzmann 1985, 1987: the most frequently visited state |
//! | `h2` | `IR` | the least frequently visited state |
//! | `h3` | of the largest class of states visited equally often ([`largest_class`](super::research::largest_class)) | |
//! | `h4` | `E` | the oldest state, the one that has been in the cache longest |
//! | `h5` | `dE` | a state "in the bottom half of the current search tree" (1987), "the lowest point in the search tree (smallest subtree)" (as told in 1995) |
//! | `tournament` | of four states that `RS` might replace, drawn at random, the one with the least edges ([`Graded`](super::research::graded::Graded)) | ours |
//!
//! Readings. 1 and 2: the original scans its whole table and takes the first state it finds; where
//! that is depends on hash values, so random among equals comes nearest. 4: in a search that opens
//! states again (stored sleep sets) the last entry counts. 5: the deepest state satisfies both
//! descriptions; of several the oldest.

use super::specification::{EvictionOrder, EvictionRule, Specification};

type Meaning = fn() -> EvictionRule;

/// Names and meanings.
pub(super) const NAMES: [(&str, Meaning); 9] = [
    ("random", || order("R")),
    ("round-robin", || EvictionRule::RoundRobin),
    ("type-oriented", || EvictionRule::TypeOriented),
    ("tournament", tournament),
    ("h1", || order("iR")),
    ("h2", || order("IR")),
    ("h3", || EvictionRule::LargestClass),
    ("h4", || order("E")),
    ("h5", || order("dE")),
];

/// What a sentence of the language means.
fn order(text: &str) -> EvictionRule {
    let specification: Specification = text.parse().expect("it is in the language");
    specification.0
}

/// `ORS`, among a few.
fn tournament() -> EvictionRule {
    let EvictionRule::Order(order) = order("ORS") else {
        unreachable!("the language has orders only")
    };
    EvictionRule::Order(EvictionOrder {
        tournament: true,
        ..order
    })
}

/// What `text` means, if it is a name.
pub(super) fn rule(text: &str) -> Option<EvictionRule> {
    let found = NAMES.iter().find(|(name, _)| *name == text);
    found.map(|(_, meaning)| meaning())
}

/// The name of a rule that only has a name.
pub(super) fn name(rule: &EvictionRule) -> &'static str {
    let found = NAMES.iter().find(|(_, meaning)| meaning() == *rule);
    found.map_or("", |(name, _)| name)
}

/// What may have been meant by a text that is neither a name nor a specification.
pub(super) fn hint(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    if text
        .strip_prefix('h')
        .is_some_and(|rest| rest.parse::<u32>().is_ok())
    {
        return Some("Holzmann's are h1 to h5".to_owned());
    }
    let alike = |name: &str| {
        name.chars()
            .zip(text.chars())
            .take_while(|(a, b)| a == b)
            .count()
    };
    let (name, _) = NAMES.iter().max_by_key(|(name, _)| alike(name))?;
    (alike(name) >= 2).then(|| format!("did you mean {name}?"))
}
