//! Outside this workspace: `pvgen` writes a crate that stands on its own and builds without network
//! access, and `pvgen check` does all at once.

use std::fs;
use std::process::Command;
use std::time::Duration;
use support::process;
use support::pvgen;

const MODEL: &str = "byte x;\nactive [2] proctype P() { x++; x++ }\n";

#[test]
fn a_crate_of_its_own() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path();
    fs::write(folder.join("two.pml"), MODEL).expect("temporary folder");
    let mut generate = Command::new(pvgen::pvgen());
    generate
        .args(["two.pml", "--unoptimized"])
        .current_dir(folder)
        .envs(pvgen::cache_of_tests());
    let finished = process::run(&mut generate, Duration::from_secs(60));
    assert_eq!(finished.code(), Some(0), "{}", finished.all_output());
    let run = finished
        .stdout
        .lines()
        .find(|line| line.trim().starts_with("cargo run"));
    assert!(
        run.is_some(),
        "does not say what to run next:\n{}",
        finished.stdout
    );

    let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args([
        "run",
        "--release",
        "--offline",
        "--quiet",
        "--",
        "--memory",
        "1G",
        "--reduce",
        "none",
        "--json",
        "report.json",
    ]);
    // No folder but those that it finds itself: this is what a user gets, but not optimised.
    build
        .env_remove("CARGO_TARGET_DIR")
        .envs(pvgen::cache_of_tests())
        .current_dir(folder.join("pan_two"));
    let finished = process::run(&mut build, Duration::from_secs(300));
    assert_eq!(finished.code(), Some(0), "{}", finished.all_output());
    let report =
        support::report::Report::read(&folder.join("pan_two/report.json")).expect("a report");
    // Worked out by hand: three control points each for two processes that die youngest first.
    assert_eq!(
        (report.states_stored, report.transitions, report.depth),
        (13, 19, 6)
    );
}

#[test]
fn check_gives_a_table_and_the_worst_exit_code() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path();
    fs::write(folder.join("good.pml"), MODEL).expect("temporary folder");
    fs::write(
        folder.join("wrong.pml"),
        "byte x;\nactive proctype P() { x++; assert(x == 2) }\n",
    )
    .expect("temporary folder");
    fs::write(
        folder.join("claims.pml"),
        "byte x;\nactive proctype P() { accept: do :: x < 2 -> progress: x++ :: else -> break od }\nltl p { <> (x == 2) }\n",
    )
    .expect("temporary folder");
    fs::write(
        folder.join("fails.pml"),
        "byte x;\nactive proctype P() { do :: x < 2 -> x++ :: else -> break od }\nltl p { [] (x < 2) }\n",
    )
    .expect("temporary folder");
    fs::write(
        folder.join("hides.pml"),
        "hidden byte x;\nactive proctype P() { x = 1;\nassert(x == 1) }\n",
    )
    .expect("temporary folder");
    fs::write(folder.join("bad.pml"), "active proctype P() { y++ }\n").expect("temporary folder");
    let check = |models: &[&str]| {
        let mut command = Command::new(pvgen::pvgen());
        command
            .arg("check")
            .args(models)
            .args(["--", "--memory", "1G"])
            .current_dir(folder);
        process::run(
            command.envs(pvgen::cache_of_tests()),
            Duration::from_secs(600),
        )
    };
    for (models, code, says) in [
        (&["good.pml"][..], 0, &["verified"][..]),
        (
            &["good.pml", "wrong.pml"],
            1,
            &["good", "verified", "wrong", "violated"],
        ),
        (
            &["good.pml", "hides.pml", "claims.pml"],
            3,
            &[
                "hides.pml   incomplete (hidden-variable)",
                "claims.pml  verified",
                "hides.pml: hidden variable x decides at hides.pml:3; leave `hidden` out",
                "claims.pml: 1 accept label not used",
                "claims.pml: 1 progress label not used",
            ],
        ),
        (
            &["fails.pml", "claims.pml"],
            1,
            &[
                "fails.pml   violated",
                "claims.pml  verified",
                "fails.pml: ltl p: violated whatever follows at fails.pml:3, trail in fails.trail",
            ],
        ),
        (&["wrong.pml", "bad.pml"], 2, &["wrong", "violated", "bad"]),
        (&["none.pml"], 2, &["none.pml"]),
    ] {
        let finished = check(models);
        let output = finished.all_output();
        assert_eq!(finished.code(), Some(code), "{models:?}\n{output}");
        for word in says {
            assert!(
                output.contains(word),
                "{models:?}: {word} is not in\n{output}"
            );
        }
        assert!(
            !output.contains("Compiling"),
            "cargo's noise is not hidden:\n{output}"
        );
    }
    assert!(
        !folder.join("pan_good").exists(),
        "check keeps its crates in the cache"
    );
}
