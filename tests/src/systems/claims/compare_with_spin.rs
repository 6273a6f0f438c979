//! That formulas on the tables mean what is printed: SPIN's verdict is the same.

use std::fs;
use std::process::Command;
use std::time::Duration;

use runtime::claim::Fairness;

use super::propositions::Proposition;
use super::subject::Pair;
use crate::process;
use crate::spin::{Build, Run};
use crate::systems::table::{Statement, Test};

/// Time for a verifier.
const LIMIT: Duration = Duration::from_secs(60);

/// What the verifier is compiled with: without its reduction, and with room for fairness.
const FLAGS: &[&str] = &["-O0", "-w", "-DNOREDUCE", "-DNFAIR=3"];

/// Whether SPIN is asked about such a pair: its `_nr_pr` counts the claim, it knows no `X`, nor
/// `timeout` in a formula, nor where a process stands that is not there, and what fails of a claim
/// is an assertion to it.
pub fn is_known(pair: &Pair<'_>) -> bool {
    let system = &pair.subject.machine.system;
    let always_there = system.choices().all(|it| it.target.is_some())
        && system.processes.iter().all(|it| !it.idle);
    let is_ours = |it: &Proposition| match it {
        Proposition::Alive(_) | Proposition::Timeout => true,
        Proposition::At(..) => !always_there,
        _ => false,
    };
    let asserts = |it: &Statement| match it {
        Statement::Assert(_) => true,
        Statement::Guard(tests) => tests.iter().any(|it| matches!(it, Test::Alive(_))),
        _ => false,
    };
    !system.statements().any(asserts)
        && !pair.formula.has_next()
        && !pair.propositions.iter().any(is_ours)
}

/// Compares the verdicts about these runs.
///
/// # Errors
/// They differ, or SPIN says none: in words.
pub fn compare(pair: &Pair<'_>, all: &[Fairness]) -> Result<(), String> {
    let text = pair.case().to_string();
    let folder = tempfile::tempdir().expect("temporary folder");
    let model = folder.path().join("m.pml");
    fs::write(&model, &text).expect("a folder of ours");
    let mut build = Build::unoptimized(model, &[]);
    build.compiler_flags = FLAGS.to_vec();
    let pan = build.make(folder.path())?;
    for &fairness in all {
        let mut command = Command::new(&pan);
        command.args(["-a", "-E", "-n", "-m100000"]);
        if fairness == Fairness::Weak {
            command.arg("-f");
        }
        let finished = process::run(command.current_dir(folder.path()), LIMIT);
        let run = Run::parse(&finished.stdout).ok_or_else(|| finished.all_output())?;
        let (ours, spins) = (pair.product.accepts(fairness), run.errors > 0);
        if ours != spins {
            return Err(format!(
                "{fairness:?}: violated: SPIN {spins}, ours {ours}\n{text}"
            ));
        }
    }
    Ok(())
}
