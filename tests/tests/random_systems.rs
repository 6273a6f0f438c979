//! Small systems made by chance: each combination of reductions finds what the naive search finds.
//!
//! More of them, and what to do with one in which something is lost: `CONTRIBUTING.md`.

use std::collections::BTreeSet;
use std::fs;

use support::checkout;
use support::spin;
use support::systems::campaign::{Campaign, Tally};
use support::systems::classes::TABLE;
use support::systems::combination::{COMBINATIONS, Claim, Loss, Subject};
use support::systems::compare_with_spin::{compare, compare_system};
use support::systems::find::Rule;
use support::systems::generate;
use support::systems::table::{Statement, System};
use support::systems::{commute, shrink};

const CAMPAIGN: Campaign = Campaign {
    seed: 1,
    first: 0,
    count: 240,
    processes: 3,
    commute_every: 10,
    class: None,
    shrinks: 300,
    unsound: false,
    without: None,
};

fn assert_nothing_is_wrong(tally: &Tally) {
    println!("{tally}");
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    let total = tally.total();
    // Else the test would say nothing.
    assert!(total.unfit * 2 < total.systems, "{tally}");
    assert!(total.violated * 3 > total.systems, "{tally}");
    assert!(total.tried.0 > 100 && total.tried.1 > 100, "{tally}");
    for (combination, of) in COMBINATIONS.iter().zip(&total.combinations) {
        let plain = &total.combinations[0];
        let name = combination.name;
        let leaves_out = match combination.cached {
            true => of.stored < plain.stored,
            false => combination.reduction.is_none() || of.transitions < plain.transitions,
        };
        assert!(leaves_out, "{name} leaves nothing out");
    }
}

#[test]
fn nothing_is_lost_with_three_processes() {
    assert_nothing_is_wrong(&CAMPAIGN.run());
}

#[test]
fn nothing_is_lost_with_four_processes() {
    let campaign = Campaign {
        processes: 4,
        seed: 2,
        count: 80,
        ..CAMPAIGN
    };
    assert_nothing_is_wrong(&campaign.run());
}

/// So that it is known what a campaign can find: without a rule for tags something is lost soon.
/// Some matter in one of a thousand systems only: seeds are such with which it shows soon.
#[test]
fn a_rule_that_is_forgotten_is_noticed() {
    for (rule, class, seed) in [
        (Rule::Beside, "unless", 7),
        (Rule::Following, "atomic", 2),
        (Rule::FailedTests, "atomic", 2),
        (Rule::MovesReceiver, "rendezvous", 4),
        (Rule::MovesReceiver, "unless", 8),
        (Rule::DrawnIn, "rendezvous", 3),
        (Rule::Asserted, "cyclic", 5),
        (Rule::Provided, "provided", 1),
        (Rule::Runs, "runs", 2),
        (Rule::Inside, "d_steps", 1),
        (Rule::Numbers, "children", 11),
    ] {
        let lost = systems_of(class, seed, 400).any(|system| {
            let Ok(subject) = Subject::without(&system, Some(rule)) else {
                return false;
            };
            COMBINATIONS.iter().any(|combination| {
                let losses = subject.search(combination).losses;
                losses.iter().any(|loss| loss.breaks(combination.claim))
            })
        });
        assert!(lost, "{rule:?} can be forgotten");
    }
}

/// What is tried out in each state is noticed as well.
#[test]
fn wrong_tags_do_not_commute() {
    for (rule, class) in [
        (Rule::Beside, "unless"),
        (Rule::Following, "atomic"),
        (Rule::FailedTests, "atomic"),
        (Rule::MovesReceiver, "rendezvous"),
        (Rule::MovesReceiver, "unless"),
        (Rule::DrawnIn, "rendezvous"),
        (Rule::Asserted, "cyclic"),
        (Rule::Ends, "ends"),
        (Rule::Provided, "provided"),
        (Rule::Runs, "runs"),
        (Rule::Inside, "d_steps"),
    ] {
        let noticed = systems_of(class, 1, 200).any(|system| {
            Subject::without(&system, Some(rule)).is_ok_and(|subject| {
                commute::check(&subject.machine, &subject.naive, &subject.owns).is_err()
            })
        });
        assert!(noticed, "{rule:?} can be forgotten");
    }
}

fn systems_of(class: &str, seed: u64, count: u64) -> impl Iterator<Item = System> {
    let first = TABLE.iter().position(|(_, name, _)| *name == class);
    let first = first.expect("a class of the table") as u64;
    let numbers = (0..count).map(move |i| first + i * TABLE.len() as u64);
    numbers.map(move |number| generate::system(seed, number, 3).1)
}

#[test]
fn tables_mean_what_is_printed() {
    if !spin::available() {
        return;
    }
    let said: Vec<_> = (0..20).map(|number| compare(3, number, 3)).collect();
    let wrong: Vec<_> = said.iter().filter_map(|it| it.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let compared = said.iter().filter(|it| **it == Ok(true)).count();
    assert!(compared >= 12, "{compared} of 20 are fit to be compared");
}

/// Every construct of the tables occurs.
#[test]
fn every_construct_occurs() {
    let texts: Vec<String> = (0..300)
        .map(|number| generate::system(5, number, 3).1.to_string())
        .collect();
    for word in [
        "atomic {",
        "unless",
        ":: else",
        "timeout",
        "[0] of",
        "[1] of",
        "[2] of",
        "assert(",
        "end0:",
        "nfull(",
        "empty(",
        "full(",
        "nempty(",
        "len(",
        "?[",
        "g0[_pid]",
        "g0[l1]",
        "g0[2]",
        "&&",
        "skip\n",
        "provided (",
        "run P",
        "_nr_pr ==",
        "d_step {",
    ] {
        let count = texts.iter().filter(|text| text.contains(word)).count();
        assert!(count > 0, "no {word} in 300 systems");
    }
}

/// Systems that say something, in `data/systems`: a combination that loses something, or has once.
struct Known {
    name: &'static str,
    /// Combinations without a promise, and what they lose.
    lost: &'static [(&'static str, Loss)],
    /// States, invalid end states, statements with an assertion that fails.
    counts: (usize, usize, usize),
}

const KNOWN: &[Known] = &[
    Known {
        name: "literal",
        lost: &[],
        counts: (8, 2, 1),
    },
    Known {
        name: "conflict-sets",
        lost: &[
            ("overman, sleep 1992", Loss::Ends),
            ("persistent, sleep 1992", Loss::Ends),
        ],
        counts: (54, 4, 0),
    },
    Known {
        name: "sleep-1992",
        lost: &[("sleep 1992", Loss::States)],
        counts: (72, 0, 0),
    },
    Known {
        name: "persistent-1995",
        lost: &[("persistent, sleep 1995", Loss::Ends)],
        counts: (20, 3, 0),
    },
    Known {
        name: "else-beside-offer",
        lost: &[],
        counts: (3, 1, 0),
    },
    Known {
        name: "offering-escape",
        lost: &[],
        counts: (16, 2, 0),
    },
    // What enables the offer of the first is a process that the sequence of the second draws in.
    Known {
        name: "drawn-in-towards-an-offer",
        lost: &[],
        counts: (8, 0, 0),
    },
];

#[test]
fn known_systems() {
    for known in KNOWN {
        let name = known.name;
        let system = read(name);
        let subject = Subject::new(&system).expect("it is small");
        let naive = &subject.naive;
        let counts = (naive.states.len(), naive.ends.len(), naive.failed.len());
        assert_eq!(counts, known.counts, "{name}");
        let tried = commute::check(&subject.machine, naive, &subject.owns);
        assert!(tried.is_ok(), "{name}: {tried:?}");
        let mut lost = BTreeSet::new();
        for combination in &COMBINATIONS {
            for loss in subject.search(combination).losses {
                assert!(
                    !loss.breaks(combination.claim),
                    "{name}: {} loses {loss:?}",
                    combination.name
                );
                if combination.claim == Claim::Nothing {
                    lost.insert((combination.name, loss));
                }
            }
        }
        for loss in known.lost {
            assert!(
                lost.contains(loss),
                "{name}: {loss:?} is not lost any more: {lost:?}"
            );
        }
        if spin::available() {
            assert_eq!(compare_system(&system), Ok(true), "{name}");
        }
    }
}

/// If only enabled transitions had to be local, the process would go on without the one that waits
/// for a message.
#[test]
fn the_literal_reading_loses_an_assertion() {
    let Subject {
        machine,
        naive,
        mut owns,
        ..
    } = Subject::new(&read("literal")).expect("it is small");
    for (own, transition) in owns.iter_mut().zip(&machine.flat.transitions) {
        if matches!(transition.statement, Some(Statement::Receive(..))) {
            own.touches.clear();
            own.needs.clear();
        }
    }
    let local = COMBINATIONS.iter().find(|it| it.name == "local");
    let subject = Subject::of(machine, naive, owns);
    let searched = subject.search(local.expect("it is one of them"));
    assert!(searched.losses.contains(&Loss::Assertions), "{searched:?}");
}

fn read(name: &str) -> System {
    let path = checkout().join("tests/data/systems").join(name);
    let text = |extension| fs::read_to_string(path.with_extension(extension)).expect("it is there");
    let system: System = serde_json::from_str(&text("json")).expect("a table");
    let promela = text("pml");
    let (_, printed) = promela
        .split_once("*/\n")
        .expect("it begins with a comment");
    assert_eq!(
        system.to_string(),
        printed,
        "{name}.pml is printed from {name}.json"
    );
    system
}

#[test]
fn shrinking_keeps_what_it_is_asked_to_keep() {
    let has_timeout = |system: &System| system.statements().any(|it| *it == Statement::Timeout);
    let system = (0..300)
        .map(|number| generate::system(5, number, 3).1)
        .find(has_timeout)
        .expect("one of many");
    let small = shrink::shrink(&system, 2000, has_timeout);
    assert!(has_timeout(&small));
    assert_eq!(
        (small.processes.len(), small.choices().count()),
        (1, 1),
        "{small}"
    );
    assert!(
        small.globals.is_empty() && small.channels.is_empty(),
        "{small}"
    );
}
