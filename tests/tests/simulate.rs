//! What runs `pvgen simulate` makes: over many seeds, models print the same set of texts as in
//! SPIN's simulator.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::{process, pvgen, spin};

/// Models that can print a handful of texts, each line of them marked with `@`.
const MODELS: [(&str, &str, usize); 7] = [
    (
        "interleaving",
        r#"byte x;
           active proctype P() { byte t; t = x; x = t + 1 }
           active proctype Q() { byte t; t = x; x = t + 2 }
           active proctype R() { timeout; printf("@%d\n", x) }"#,
        3,
    ),
    (
        "atomic sequences keep control until they are blocked",
        r#"byte x; bool go;
           active proctype P() { atomic { x = 1; printf("@a\n"); x = 2; go; printf("@b\n") } }
           active proctype Q() { x != 1; printf("@c\n"); go = true; printf("@d\n") }"#,
        5,
    ),
    (
        "choices and else",
        r#"active proctype P() { byte i;
             do :: i < 2 -> if :: printf("@l") :: printf("@r") :: false -> printf("@n") fi; printf("\n"); i++
                :: else -> break od }"#,
        4,
    ),
    (
        "handshakes",
        r#"mtype = { ping, pong }; chan c = [0] of { mtype, byte };
           active proctype P() { c!ping(1) }
           active proctype Q() { c!pong(2) }
           active proctype R() { mtype m; byte b; c?m,b; printf("@%e %d\n", m, b); c?eval(m),b; printf("@twice\n") }"#,
        2,
    ),
    (
        "buffers, sorted and random",
        r#"chan c = [3] of { byte };
           active proctype P() { c!!3; c!!1; c!!2 }
           active proctype R() { byte b; len(c) == 3; do :: c??[2] -> c??2; printf("@2\n") :: c?b -> printf("@%d\n", b) :: empty(c) -> break od }"#,
        2,
    ),
    (
        "unless and d_step",
        r#"bool stop;
           active proctype P() { { printf("@a\n"); printf("@b\n") } unless { stop -> printf("@stopped\n") } }
           active proctype Q() { d_step { stop = true; printf("@s\n"); printf("@t\n") } }"#,
        3,
    ),
    (
        "processes start and end",
        r#"proctype W(byte n) { printf("@%d %d %d\n", n, _pid, _nr_pr) }
           init { atomic { run W(7); run W(8) }; _nr_pr == 1; run W(9) }"#,
        3,
    ),
];

#[test]
fn runs_print_what_they_print_in_spin() {
    if !spin::available() {
        return;
    }
    let folder = tempfile::tempdir().expect("temporary folder");
    for (what, text, least) in MODELS {
        fs::write(folder.path().join("m.pml"), text).expect("writable");
        let (ours, theirs) = (ours(folder.path()), theirs(folder.path()));
        assert!(ours.len() >= least, "{what}: only {ours:?}");
        assert_eq!(ours, theirs, "{what}");
    }
}

const RUNS: u32 = 80;

fn ours(folder: &Path) -> BTreeSet<Vec<String>> {
    let run = |seed: u32| {
        let seed = seed.to_string();
        let arguments = ["simulate", "m.pml", "--quiet", "--seed", &seed];
        marked(&pvgen::run(folder, &arguments).stdout)
    };
    (0..RUNS).map(run).collect()
}

fn theirs(folder: &Path) -> BTreeSet<Vec<String>> {
    let run = |seed: u32| {
        let mut command = Command::new("spin");
        command.args(["-T", &format!("-n{seed}"), "-u200", "m.pml"]);
        marked(&process::run(command.current_dir(folder), Duration::from_secs(20)).stdout)
    };
    (1..=RUNS).map(run).collect()
}

/// The lines that a model prints, without what SPIN says between them.
fn marked(output: &str) -> Vec<String> {
    let lines = output.lines().filter_map(|line| line.split_once('@'));
    lines.map(|(_, line)| line.trim_end().to_owned()).collect()
}
