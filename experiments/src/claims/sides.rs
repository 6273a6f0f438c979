//! Our analyzers and SPIN's verifiers of a case: what they find, and the commands to be measured.

use super::cases::{Case, NAME};
use crate::measure;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use support::analyzer::{Analyzer, Recipe};
use support::process;
use support::pvgen;
use support::spin::{Build, Run, UNOPTIMIZED};

/// What a search of a product has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// States stored.
    pub states: u64,
    /// Edges executed: to states that are new, and to others.
    pub edges: u64,
    /// Of the path.
    pub depth: u64,
    /// Whether there is a violation.
    pub violated: bool,
}

/// The never claim that `pvgen claim` prints for the formula of a model.
///
/// # Errors
/// What `pvgen` said.
pub fn never(case: &Case, model: &Path) -> Result<String, String> {
    let mut arguments = vec!["claim".to_string(), model.display().to_string()];
    arguments.extend(["--name".into(), NAME.into()]);
    for define in case.defines() {
        arguments.extend(["-D".into(), define]);
    }
    let finished = pvgen::run(Path::new("."), &arguments);
    match finished.code() {
        Some(0) => Ok(finished.stdout),
        _ => Err(finished.all_output()),
    }
}

/// Our recipes of a case: of the formula as a user has it, of the formula unoptimised, and where it
/// holds, so that both go through the whole product, of the never claim unoptimised.
pub fn recipes(case: &Case, formula: &Path, never: &Path) -> Vec<Recipe> {
    let of = |model: &Path| Recipe::new(model).defines(case.defines());
    let of_never = case.holds.then(|| of(never).unoptimized());
    let of_formula = [of(formula), of(formula).unoptimized()];
    of_formula.into_iter().chain(of_never).collect()
}

const OURS: [&str; 4] = ["--claims-only", "--memory", "8G", "--quiet"];

/// The command of ours with more options.
pub fn ours(analyzer: &Analyzer, options: &[&str]) -> Command {
    let mut command = Command::new(&analyzer.binary);
    command.args(OURS).args(options);
    command
}

/// What ours finds.
///
/// # Errors
/// There is no verdict.
pub fn search(analyzer: &Analyzer, options: &[&str]) -> Result<Found, String> {
    let outcome = analyzer.run(&[&OURS, options].concat());
    let all = outcome.finished.all_output();
    let report = outcome.report.map_err(|_| all.clone())?;
    let [claim] = &report.claims[..] else {
        return Err(format!("not one claim\n{all}"));
    };
    let (Some(states), Some(matched), Some(depth)) =
        (claim.states_stored, claim.states_matched, claim.depth)
    else {
        return Err(all);
    };
    let violated = match claim.verdict.as_str() {
        "verified" => false,
        "violated" => true,
        _ => return Err(all),
    };
    Ok(Found {
        states,
        edges: states + matched,
        depth,
        violated,
    })
}

/// A verifier of SPIN's, in a folder that lives as long as this.
pub struct Verifier {
    pan: PathBuf,
    folder: tempfile::TempDir,
}

/// Where a verifier's bound on depth was met, at this many steps, its search is left out.
const DEPTH_MAX: u64 = 40_000_000;

const LIMIT: Duration = Duration::from_secs(3600);

impl Verifier {
    /// Of the whole product.
    ///
    /// # Errors
    /// What SPIN or the compiler said.
    pub fn of_whole(case: &Case, model: &Path) -> Result<Verifier, String> {
        let flags = vec!["-O2", "-DNOREDUCE", case.nfair];
        Verifier::build(case, model, UNOPTIMIZED, flags)
    }

    /// As a user has it.
    ///
    /// # Errors
    /// As [`of_whole`](Self::of_whole).
    pub fn by_default(case: &Case, model: &Path) -> Result<Verifier, String> {
        Verifier::build(case, model, &[], vec!["-O2"])
    }

    fn build(
        case: &Case,
        model: &Path,
        spin_flags: &'static [&'static str],
        compiler_flags: Vec<&'static str>,
    ) -> Result<Verifier, String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let build = Build {
            model: model.into(),
            defines: case.defines(),
            spin_flags,
            compiler: "gcc",
            compiler_flags,
        };
        let pan = build.make(folder.path())?;
        Ok(Verifier { pan, folder })
    }

    /// The command, with two to four slots of the hash table for each state, and room for a depth a
    /// tenth above the one that was reached.
    pub fn command(&self, flags: &[&str], found: &Found) -> Command {
        self.bounded(flags, found.states, measure::bound(found.depth))
    }

    fn bounded(&self, flags: &[&str], states: u64, depth: u64) -> Command {
        let mut command = Command::new(&self.pan);
        let slots = states.max(1024).ilog2() + 2;
        command
            .args(flags)
            .args(["-n".into(), format!("-w{slots}")]);
        command.arg(format!("-m{depth}"));
        command.current_dir(self.folder.path());
        command
    }

    /// What it finds in a product about as large and as deep as that of `like`; `None` if its bound
    /// on depth was met.
    ///
    /// # Errors
    /// There are no counts.
    pub fn search(&self, flags: &[&str], like: &Found) -> Result<Option<Found>, String> {
        let mut depth = measure::bound(like.depth).max(10_000);
        while depth < DEPTH_MAX {
            let mut command = self.bounded(flags, like.states, depth);
            let output = process::run(&mut command, LIMIT).all_output();
            let run = Run::parse(&output).ok_or(output)?;
            if !run.is_cut(depth) {
                return Ok(Some(Found {
                    states: run.counts.stored,
                    edges: run.counts.transitions,
                    depth: run.counts.depth,
                    violated: run.errors > 0,
                }));
            }
            depth *= 3;
        }
        Ok(None)
    }
}
