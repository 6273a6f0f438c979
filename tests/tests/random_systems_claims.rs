//! Small systems and formulas made by chance: each search of the product finds a run that violates
//! the formula if there is one, and only then.
//!
//! More of them, and what to do with one in which something is wrong: `CONTRIBUTING.md`.

use std::fs;

use runtime::claim::Fairness;
use support::checkout;
use support::spin;
use support::systems::claims::campaign::{Campaign, Tally};
use support::systems::claims::combination::COMBINATIONS;
use support::systems::claims::compare_with_spin;
use support::systems::claims::safety;
use support::systems::claims::subject::{ALL, Case, Pair, Searched, Subject};

const CAMPAIGN: Campaign = Campaign {
    seed: 6,
    first: 0,
    count: 88,
    processes: 3,
    shrinks: 300,
    searched: Searched::Own,
};

fn assert_nothing_is_wrong(tally: &Tally) {
    println!("{tally}");
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    // Else the test would say nothing. Of many systems there is more of each: `docs/liveness.md`.
    let percent = |count: u64| count * 100 / tally.pairs;
    assert!(tally.unfit * 2 < tally.systems, "{tally}");
    assert!(percent(tally.violated) >= 20, "{tally}");
    assert!(percent(tally.decided_by_fairness) >= 10, "{tally}");
    assert!(percent(tally.reduced) >= 25, "{tally}");
    assert!(tally.without_product >= tally.pairs, "{tally}");
    for feature in [
        "X",
        "timeout",
        "rendezvous",
        "provided",
        "run",
        "dying processes",
        "atomic",
        "d_step",
        "places",
    ] {
        let count = tally.features.get(feature).copied().unwrap_or(0);
        assert!(percent(count) >= 3, "{feature}: {tally}");
    }
}

#[test]
fn verdicts_are_right_with_three_processes() {
    assert_nothing_is_wrong(&CAMPAIGN.run());
}

#[test]
fn verdicts_are_right_with_four_processes() {
    let campaign = Campaign {
        seed: 5,
        count: 33,
        processes: 4,
        ..CAMPAIGN
    };
    assert_nothing_is_wrong(&campaign.run());
}

/// Systems and formulas that say something, in `data/system-claims`.
struct Known {
    name: &'static str,
    /// The kinds of runs on which the formula is false for some.
    violated: &'static [Fairness],
    /// The kinds of runs about which SPIN is asked: it is wrong about weak fairness where all
    /// processes end or wait, and beside `provided`; its `_nr_pr` counts the claim
    /// (`docs/vs-spin.md`).
    as_spin: &'static [Fairness],
}

const fn known(name: &'static str, violated: &'static [Fairness]) -> Known {
    Known {
        name,
        violated,
        as_spin: &[Fairness::Unfair, Fairness::Weak],
    }
}

const KNOWN: [Known; 12] = [
    known("several-receivers", &[Fairness::Unfair, Fairness::Weak]),
    known("full-in-the-component-only", &ALL),
    known("able-again-and-again", &[Fairness::Unfair, Fairness::Weak]),
    known("beside-a-loop", &[Fairness::Unfair]),
    Known {
        as_spin: &[Fairness::Unfair],
        ..known("drawn-into-a-sequence", &[Fairness::Unfair])
    },
    Known {
        as_spin: &[Fairness::Unfair],
        ..known("all-end", &ALL)
    },
    Known {
        as_spin: &[Fairness::Unfair],
        ..known("not-provided", &ALL)
    },
    Known {
        as_spin: &[Fairness::Unfair],
        ..known(
            "provided-again-and-again",
            &[Fairness::Unfair, Fairness::Weak],
        )
    },
    Known {
        as_spin: &[],
        ..known("born-on-a-cycle", &ALL)
    },
    known("never-true", &ALL),
    // SPIN's formulas have no X.
    Known {
        as_spin: &[],
        ..known("ends-before-it-is-seen", &ALL)
    },
    Known {
        as_spin: &[Fairness::Unfair],
        ..known("satisfied-beside", &ALL)
    },
];

#[test]
fn known_cases() {
    for known in &KNOWN {
        let name = known.name;
        let case = read(name);
        let subject = Subject::new(&case.system).expect("it is small");
        let pair = Pair::new(&subject, &case.propositions, &case.formula());
        let pair = pair.expect("its formula is small");
        assert_eq!(pair.violated(), known.violated, "{name}");
        for fairness in ALL {
            for combination in COMBINATIONS.iter().filter(|it| it.fits(&pair, fairness)) {
                let said = combination.search(&pair, fairness);
                let checked = said.and_then(|said| said.check(&pair, fairness));
                assert_eq!(
                    checked,
                    Ok(()),
                    "{name}: {}, {fairness:?}",
                    combination.name
                );
            }
        }
        assert_eq!(safety::check(&pair).err(), None, "{name}");
        if spin::available() && !known.as_spin.is_empty() {
            let said = compare_with_spin::compare(&pair, known.as_spin);
            assert_eq!(said, Ok(()), "{name}");
        }
    }
}

fn read(name: &str) -> Case {
    let path = checkout().join("tests/data/system-claims").join(name);
    let text = |extension| fs::read_to_string(path.with_extension(extension)).expect("it is there");
    let case: Case = serde_json::from_str(&text("json")).expect("a table");
    let promela = text("pml");
    let (_, printed) = promela
        .split_once("*/\n")
        .expect("it begins with a comment");
    assert_eq!(
        case.to_string(),
        printed,
        "{name}.pml is printed from {name}.json"
    );
    case
}

/// So that it is known what a campaign can find. With each number comes a system that shows it.
#[test]
fn errors_of_reductions_are_noticed() {
    for (searched, number, search) in [
        // Nothing is visible: of a product, and of states alone.
        (Searched::Blind, 0, "made smaller: "),
        (Searched::Blind, 1751, ": states, "),
        // A claim that is not in normal form is reduced: Siegel's error.
        (Searched::Parity, 428, "made smaller: "),
    ] {
        let campaign = Campaign {
            first: number,
            count: 1,
            shrinks: 0,
            searched,
            ..CAMPAIGN
        };
        let mut wrong = campaign.run().wrong;
        // Cycles of a claim that counts states are longer.
        wrong.retain(|it| !it.contains(": shortest: "));
        let is_missed = |it: &&String| it.contains(search) && it.contains("misses a violation");
        let missed = wrong.iter().filter(is_missed).count();
        assert!(missed > 0, "{searched:?} is not noticed: {search}");
        let reduced = ["local", "overman", "persistent"];
        let is_reduced = |it: &String| reduced.iter().any(|name| it.contains(name));
        assert!(wrong.iter().all(is_reduced), "{}", wrong.join("\n"));
    }
}
