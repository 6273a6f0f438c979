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
            "-O0",
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
        // SPIN goes on behind most run-time errors, in its own way, and stops at some.
        println!(
            "not compared: {name} has run-time errors {:?}",
            plain.faults
        );
        return Ok(());
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

fn compare_all(paths: &[PathBuf]) {
    if !spin_is_installed() {
        return;
    }
    let mut wrong = Vec::new();
    for path in paths {
        match compare(path) {
            Ok(()) => println!("as in SPIN: {}", path.display()),
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

/// A folder of this workspace.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn control_graphs() {
    let paths = models(&folder("tests/data/ir"));
    assert!(!paths.is_empty());
    compare_all(&paths);
}

#[test]
fn language_examples() {
    compare_all(&models(&folder("../promela-examples/language")));
}

#[test]
fn spins_own_examples() {
    let small = [
        "calculator",
        "hello",
        "loops",
        "manna_pnueli",
        "Book_1991/p123",
        "welfare",
        "werkplaats",
    ];
    let large = ["LTL/mobile1", "dtp", "leader0", "snoopy"];
    // Without optimisation the interpreter takes minutes for the large ones.
    let names = small.iter().chain(if cfg!(debug_assertions) {
        &[][..]
    } else {
        &large[..]
    });
    let path = |name: &&str| {
        Path::new("/usr/share/doc/spin/examples/Examples").join(format!("{name}.pml"))
    };
    let paths: Vec<PathBuf> = names.map(path).collect();
    if !paths.iter().all(|path| path.exists()) {
        println!("skipped: SPIN's examples are not installed");
        return;
    }
    compare_all(&paths);
}
