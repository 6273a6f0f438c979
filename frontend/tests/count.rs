//! Counts states as SPIN does: the control graphs, the interpreter and the search together, compared with SPIN itself.
//!
//! SPIN generates with `-o1 -o2 -o3` and its verifier is compiled with `-DSAFETY -DNOREDUCE -DNOCLAIM`; the second comparison
//! is with SPIN's own optimisations on: ours must not store more. Without SPIN or gcc these tests say so and pass.

use std::path::{Path, PathBuf};
use std::process::Command;

use frontend::diagnostic::Style;
use frontend::interpret::Interpreter;
use frontend::interpret::search::{Counts, count};

const DEPTH_MAX: usize = 100_000;

/// What SPIN's verifier prints.
#[derive(Debug, PartialEq, Eq)]
struct Reported {
    stored: usize,
    matched: usize,
    transitions: usize,
    atomic_steps: usize,
    depth: usize,
    errors: usize,
}

fn reported(counts: &Counts) -> Reported {
    Reported {
        stored: counts.stored,
        matched: counts.matched,
        transitions: counts.transitions(),
        atomic_steps: counts.atomic_steps,
        depth: counts.depth,
        errors: counts.failed.values().sum::<usize>() + counts.invalid_end_states,
    }
}

/// Our counts, or why there are none.
fn ours(path: &Path, unoptimized: bool) -> Result<Counts, String> {
    let options = frontend::Options {
        unoptimized,
        ..Default::default()
    };
    let loaded = frontend::load(path, &options);
    let Some(model) = loaded.model else {
        return Err(loaded.diagnostics.render(&loaded.sources, Style::Plain));
    };
    frontend::ir::verify::check(&model)?;
    count(Interpreter::new(&model), DEPTH_MAX, 2_000_000)
}

fn spin_is_installed() -> bool {
    let there =
        |program: &str, argument: &str| Command::new(program).arg(argument).output().is_ok();
    let found = there("spin", "-V") && there("gcc", "--version");
    if !found {
        println!("skipped: spin or gcc is not installed");
    }
    found
}

/// SPIN's counts, or why there are none.
fn spins(path: &Path, unoptimized: bool) -> Result<Reported, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(folder.path())
            .output();
        let output = output.map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            Ok(text)
        } else {
            Err(format!("{program}: {text}"))
        }
    };
    std::fs::copy(path, folder.path().join("m.pml")).map_err(|error| error.to_string())?;
    let switches: &[&str] = if unoptimized {
        &["-o1", "-o2", "-o3"]
    } else {
        &[]
    };
    run("spin", &[switches, &["-a", "m.pml"]].concat())?;
    run(
        "gcc",
        &[
            "-w",
            "-O1",
            "-DSAFETY",
            "-DNOREDUCE",
            "-DNOCLAIM",
            "-DVECTORSZ=8192",
            "-o",
            "pan",
            "pan.c",
        ],
    )?;
    let text = run("./pan", &["-c0", "-n", &format!("-m{DEPTH_MAX}")])?;
    let number = |marker: &str| {
        let line = text
            .lines()
            .find(|line| line.contains(marker))
            .ok_or_else(|| format!("no `{marker}` in {text}"))?;
        let words = line
            .split_whitespace()
            .map(|word| word.trim_end_matches(','));
        words
            .filter_map(|word| word.parse::<usize>().ok())
            .next()
            .ok_or_else(|| format!("no number in {line}"))
    };
    let state_line = text
        .lines()
        .find(|line| line.contains("depth reached"))
        .ok_or("no depth")?;
    let after = |marker: &str| {
        let rest = state_line.split(marker).nth(1)?;
        rest.trim_start()
            .split(|c: char| !c.is_ascii_digit())
            .next()?
            .parse::<usize>()
            .ok()
    };
    Ok(Reported {
        stored: number("states, stored")?,
        matched: number("states, matched")?,
        transitions: number("transitions (=")?,
        atomic_steps: number("atomic steps")?,
        depth: after("depth reached").ok_or("no depth")?,
        errors: after("errors:").ok_or("no errors")?,
    })
}

fn models(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "pml") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Compares one model both ways; returns what is wrong.
fn compare(path: &Path) -> Result<(), String> {
    let name = path.display();
    let plain = ours(path, true).map_err(|error| format!("{name}: {error}"))?;
    if !plain.faults.is_empty() {
        return Err(format!(
            "{name}: run-time errors {:?}: SPIN goes on in its own way",
            plain.faults
        ));
    }
    let expected = spins(path, true).map_err(|error| format!("{name}: {error}"))?;
    let plain = reported(&plain);
    if plain != expected {
        return Err(format!(
            "{name}:\n  ours   {plain:?}\n  SPIN's {expected:?}"
        ));
    }
    let optimized = ours(path, false).map_err(|error| format!("{name}: {error}"))?;
    let expected = spins(path, false).map_err(|error| format!("{name}: {error}"))?;
    let verdict = (optimized.failed.is_empty() && optimized.invalid_end_states == 0)
        == (expected.errors == 0);
    if optimized.stored > expected.stored || !verdict {
        return Err(format!(
            "{name}, optimized:\n  ours   {:?}\n  SPIN's {expected:?}",
            reported(&optimized)
        ));
    }
    Ok(())
}

#[test]
fn control_graphs_count_as_in_spin() {
    if !spin_is_installed() {
        return;
    }
    let folder = std::env::var("COUNT_MODELS").map_or_else(
        |_| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ir"),
        PathBuf::from,
    );
    let mut wrong = Vec::new();
    for path in models(&folder) {
        match compare(&path) {
            Ok(()) => println!("equal: {}", path.display()),
            Err(problem) => wrong.push(problem),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} models differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
