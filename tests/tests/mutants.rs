//! A few thousand mutated models, the same each time: each is accepted or refused with a message at
//! a place, none ends in a panic.
//!
//! More of them: `CONTRIBUTING.md`.

use std::path::{Path, PathBuf};
use support::jobs;
use support::mutants::campaign::{Campaign, Fault};
use support::mutants::stages::Stage;
use support::mutants::work::examine_file;

fn campaign(name: &str) -> Campaign {
    Campaign {
        program: PathBuf::from(env!("CARGO_BIN_EXE_mutants")),
        seed: 1,
        count: 2000,
        jobs: jobs::cores(),
        tree: 50,
        sample: 0,
        shrinks: 60,
        out: Path::new(env!("CARGO_TARGET_TMPDIR")).join(name),
    }
}

#[test]
fn two_thousand_mutants() {
    let tally = campaign("mutants").run();
    println!("{tally}");
    assert!(
        tally.faults.is_empty(),
        "made smaller and written down: {tally}"
    );
    // Else the test would say nothing. A worker that a busy machine makes slow is ended, and the
    // rest of its family is not made.
    let sum = tally.sum;
    assert!(
        sum.made > 1900 && sum.parsed > 800 && sum.accepted > 500 && sum.printed > 20,
        "{tally}"
    );
}

/// Models that brought down a worker once, made smaller.
#[test]
fn what_was_found_is_mended() {
    let folder = support::checkout().join("tests/data/mutants");
    let entries = std::fs::read_dir(folder).expect("a folder of the checkout");
    let mut models = 0;
    for entry in entries {
        let path = entry.expect("an entry").path();
        assert_eq!(examine_file(&path, &path), Ok(Stage::Accepted), "{path:?}");
        models += 1;
    }
    assert!(models >= 4);
}

/// What the campaign relies on: a process that panics, overflows its stack or hangs is told apart
/// from one that ends well.
#[test]
fn a_worker_that_is_brought_down_is_noticed() {
    let well = campaign("well");
    assert_eq!(well.examined("init { skip }"), None);
    let said = |script: &str| {
        let folder = tempfile::tempdir().expect("temporary folder");
        let program = folder.path().join("program");
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("temporary file");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, mode).expect("temporary file");
        let campaign = Campaign {
            program,
            ..campaign("ill")
        };
        campaign.examined("").as_ref().map(Fault::to_string)
    };
    assert_eq!(said("exit 0"), None);
    assert_eq!(
        said("echo 'thread main panicked at a.rs:1:2:' >&2; kill -ABRT $$").as_deref(),
        Some("a.rs:1:2:")
    );
    assert_eq!(
        said("echo 'thread main has overflowed its stack' >&2; kill -SEGV $$").as_deref(),
        Some("the stack overflows")
    );
    assert_eq!(
        said("kill -KILL $$").as_deref(),
        Some("it ends without a word")
    );
    assert_eq!(
        said("echo 'no place' >&2; exit 1").as_deref(),
        Some("no place")
    );
    assert_eq!(
        said("while :; do :; done").as_deref(),
        Some("it takes more than two seconds")
    );
}
