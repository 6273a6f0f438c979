//! Sixty random programs, the same each time: interpreter, generated code and SPIN agree on
//! each.
//!
//! More of them, and what to do with one in which they do not: `CONTRIBUTING.md`.

use std::path::{Path, PathBuf};
use support::random::campaign::Campaign;
use support::random::compare::Comparison;
use support::random::features::{Features, TABLE};
use support::random::generate;
use support::random::shrink::shrink;
use support::{jobs, spin};

#[test]
fn sixty_programs() {
    let campaign = Campaign {
        seed: 1,
        first: 0,
        count: 60,
        features: Features::all(),
        jobs: jobs::cores(),
        comparison: Comparison {
            examiner: PathBuf::from(env!("CARGO_BIN_EXE_random-programs")),
            states_max: 2000,
            spin: spin::available(),
            generated: true,
            caches: 2,
        },
        out: Path::new(env!("CARGO_TARGET_TMPDIR")).join("random-programs"),
        shrinks: 40,
        verbose: false,
    };
    let tally = campaign.run();
    println!("{tally}");
    let files: Vec<_> = tally.different.values().flatten().collect();
    assert!(files.is_empty(), "made smaller and written down: {files:?}");
    // Else the test would say nothing.
    assert!(tally.same >= 36 && tally.violated >= 12, "{tally}");
    assert!(tally.forgetful >= 30, "{tally}");
}

#[test]
fn a_seed_decides() {
    let all = Features::all();
    let text = |seed, number| generate::program(seed, number, &all).print();
    assert_eq!(text(1, 7), text(1, 7));
    assert_ne!(text(1, 7), text(1, 8));
    assert_ne!(text(1, 7), text(2, 7));
}

/// The programs have what they are made for; none has what was left out.
#[test]
fn every_construct_occurs() {
    let words = [
        ("arrays", "[250]"),
        ("atomic", "atomic {"),
        ("d_step", "d_step {"),
        ("deep-nesting", "{ { { { "),
        ("enabled", "enabled("),
        ("for", "for ("),
        ("goto", "goto "),
        ("hidden", "hidden "),
        ("inline", "inline "),
        ("long-channels", "= [6"),
        ("many-channels", "[63]!"),
        ("many-fields", "byte, byte, byte"),
        ("many-options", " == 161"),
        ("many-processes", "end_w"),
        ("poll", "?["),
        ("priorities", " priority "),
        ("provided", "provided ("),
        ("random-receive", "??"),
        ("remote", "@"),
        ("rendezvous", "[0] of"),
        ("run", "run "),
        ("select", "select ("),
        ("sorted-send", "!!"),
        ("timeout", "timeout"),
        ("typedef", "typedef "),
        ("unless", " unless "),
        ("unsigned", "unsigned "),
    ];
    for (name, word) in words {
        assert!(TABLE.iter().any(|(_, known)| *known == name), "{name}");
        let with = Features::all();
        let without = Features::parse(&format!("-{name}")).expect("it is in the table");
        let occurs = |features: &Features| {
            (0..300).any(|number| {
                generate::program(3, number, features)
                    .print()
                    .contains(word)
            })
        };
        assert!(occurs(&with), "no {name} in 300 programs");
        assert!(!occurs(&without), "{name} although it is left out");
    }
    assert!(Features::parse("nonsense").is_err());
}

#[test]
fn shrinking_keeps_what_it_is_asked_to_keep() {
    let all = Features::all();
    let program = (0..300)
        .map(|number| generate::program(5, number, &all))
        .find(|program| program.print().contains("unless") && program.print().len() > 900)
        .expect("one of many");
    let small = shrink(&program, 5000, |it| it.print().contains("unless"));
    let text = small.print();
    assert!(text.contains("unless") && text.len() < 100, "{text}");
}
