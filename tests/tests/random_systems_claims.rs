//! Small systems and formulas made by chance: each search of the product finds a run that violates
//! the formula if there is one, and only then.
//!
//! More of them, and what to do with one in which something is wrong: `CONTRIBUTING.md`.

use support::systems::claims::campaign::{Campaign, Tally};
use support::systems::claims::subject::Searched;

const CAMPAIGN: Campaign = Campaign {
    seed: 1,
    first: 0,
    count: 240,
    processes: 3,
    shrinks: 300,
    searched: Searched::Own,
};

fn assert_nothing_is_wrong(tally: &Tally) {
    println!("{tally}");
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    // Else the test would say nothing.
    let percent = |count: u64| count * 100 / tally.pairs;
    assert!(tally.unfit * 2 < tally.systems, "{tally}");
    assert!(percent(tally.violated) >= 20, "{tally}");
    assert!(percent(tally.decided_by_fairness) >= 10, "{tally}");
    assert!(tally.decided_by_strong_fairness > 0, "{tally}");
    for feature in ["X", "timeout", "rendezvous", "dying processes", "atomic"] {
        let count = tally.features.get(feature).copied().unwrap_or(0);
        assert!(percent(count) >= 5, "{feature}: {tally}");
    }
}

#[test]
fn verdicts_are_right_with_three_processes() {
    assert_nothing_is_wrong(&CAMPAIGN.run());
}

#[test]
fn verdicts_are_right_with_four_processes() {
    let campaign = Campaign {
        seed: 2,
        count: 120,
        processes: 4,
        ..CAMPAIGN
    };
    assert_nothing_is_wrong(&campaign.run());
}
