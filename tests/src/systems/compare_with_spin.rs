//! That the tables mean what is printed: SPIN counts the same.

use std::fs;
use std::process::Command;
use std::time::Duration;

use super::combination::{COMBINATIONS, Subject};
use super::generate;
use super::table::System;
use crate::process;
use crate::spin::{Build, Run};

/// Time for a verifier.
const LIMIT: Duration = Duration::from_secs(60);

/// Compares the counts for system `number` of a seed; `false` if it is not fit, or has wrong
/// indices, which SPIN counts otherwise.
///
/// # Errors
/// They differ: in words.
pub fn compare(seed: u64, number: u64, processes: usize) -> Result<bool, String> {
    let (_, system) = generate::system(seed, number, processes);
    compare_system(&system)
        .map_err(|what| format!("/* System {number} of seed {seed}, SPIN: {what}\n*/\n{system}"))
}

/// As [`compare`].
///
/// # Errors
/// As for [`compare`].
pub fn compare_system(system: &System) -> Result<bool, String> {
    let Ok(subject) = Subject::new(system) else {
        return Ok(false);
    };
    if !subject.naive.faulted.is_empty() {
        return Ok(false);
    }
    let folder = tempfile::tempdir().expect("temporary folder");
    let model = folder.path().join("m.pml");
    fs::write(&model, system.to_string()).expect("a folder of ours");
    let mut build = Build::unoptimized(model, &[]);
    build.compiler_flags[0] = "-O0";
    let pan = build.make(folder.path())?;
    let mut command = Command::new(pan);
    command
        .args(["-c0", "-n", "-m100000"])
        .current_dir(folder.path());
    let finished = process::run(&mut command, LIMIT);
    let run = Run::parse(&finished.stdout).ok_or_else(|| finished.all_output())?;
    let naive = &subject.naive;
    let own = subject.search(&COMBINATIONS[0]).statistics;
    let errors = naive.failures + naive.ends.len() as u64;
    let ours = (own.stored, own.matched, own.atomic_steps, own.depth, errors);
    let spins = (
        run.counts.stored,
        run.counts.matched,
        run.counts.atomic,
        run.counts.depth,
        run.errors,
    );
    match ours == spins {
        true => Ok(true),
        false => Err(format!(
            "stored, matched, atomic steps, depth, errors are {spins:?}; ours {ours:?}"
        )),
    }
}
