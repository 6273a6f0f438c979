//! Graphs of models, as their analyzers export them.

use super::exported;
use super::graph::Graph;
use super::printed::{OfModel, TABLE_2};
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::analyzer::{self, Analyzer, Recipe};
use support::{examples, spin, target_folder};

/// Which model, and which of the paper's it stands for.
pub struct Real {
    /// For tables.
    pub name: &'static str,
    file: &'static str,
    of_spin: bool,
    define: &'static [&'static str],
    /// A line of the model, and what it is changed to.
    change: Option<[&'static str; 2]>,
    paper: Option<&'static str>,
}

const fn of_spin(name: &'static str, file: &'static str, paper: Option<&'static str>) -> Real {
    Real {
        name,
        file,
        of_spin: true,
        define: &[],
        change: None,
        paper,
    }
}

const fn ours(name: &'static str, file: &'static str, paper: Option<&'static str>) -> Real {
    Real {
        of_spin: false,
        ..of_spin(name, file, paper)
    }
}

/// Chosen before anything was measured: SPIN's examples that the paper has too, and `dtp`, of which
/// there is no graph in the paper; then ours that are of the same kind as one of the paper's, and
/// three other protocols, each as it is by default, `gbn` with a smaller window. `petersonN` has
/// five processes as SPIN has it; three come nearest to the paper's 16,719 states (3,709 with
/// SPIN's reduction, four 651,659).
pub const REAL: [Real; 14] = [
    of_spin("snoopy", "snoopy.pml", Some("snoopy")),
    of_spin("pftp", "LTL/pftp.pml", Some("pftp")),
    Real {
        change: Some(["#define N\t5", "#define N\t3"]),
        ..of_spin("petersonN, N=3", "LTL/petersonN.pml", Some("petersonN"))
    },
    of_spin("mobile1", "LTL/mobile1.pml", Some("mobile1")),
    of_spin("mobile2", "LTL/mobile2.pml", Some("mobile2")),
    of_spin("dtp", "dtp.pml", None),
    ours(
        "our peterson",
        "mutual-exclusion/peterson.pml",
        Some("mutex"),
    ),
    ours(
        "our alternating-bit",
        "protocols/alternating-bit.pml",
        Some("abp2"),
    ),
    ours(
        "our philosophers",
        "puzzles/philosophers.pml",
        Some("dining"),
    ),
    ours(
        "our sliding-window",
        "protocols/sliding-window.pml",
        Some("slide"),
    ),
    Real {
        define: &["W=2", "C=2"],
        ..ours("our gbn", "benchmarks/gbn.pml", Some("gobackn"))
    },
    ours("our dtp", "protocols/dtp.pml", None),
    ours("our urp", "protocols/urp.pml", None),
    ours(
        "our chang-roberts",
        "leader-election/chang-roberts.pml",
        None,
    ),
];

impl Real {
    /// What the paper has of its model.
    pub fn printed(&self) -> Option<&'static OfModel> {
        TABLE_2.iter().find(|it| Some(it.model) == self.paper)
    }

    /// How to build its analyzer, if the model is installed.
    fn recipe(&self) -> Result<Option<Recipe>, String> {
        let folder = match self.of_spin {
            true => Path::new(spin::EXAMPLES).to_path_buf(),
            false => examples(),
        };
        let mut path = folder.join(self.file);
        if !path.exists() {
            return Ok(None);
        }
        if let Some([old, new]) = self.change {
            path = changed(&path, old, new)?;
        }
        let defines = self.define.iter().map(|it| it.to_string());
        Ok(Some(Recipe::new(path).defines(defines)))
    }
}

/// A copy below the target folder.
fn changed(path: &Path, old: &str, new: &str) -> Result<PathBuf, String> {
    let said = |e: std::io::Error| format!("{}: {e}", path.display());
    let text = std::fs::read_to_string(path).map_err(said)?;
    if text.matches(old).count() != 1 {
        return Err(format!("{}: not one `{old}`", path.display()));
    }
    let folder = target_folder().join("experiments/models");
    std::fs::create_dir_all(&folder).map_err(said)?;
    let copy = folder.join(path.file_name().expect("it was read"));
    support::write_if_changed(&copy, &text.replace(old, new));
    Ok(copy)
}

/// The graphs of all models that are installed and have one of these parts in their name (none: of
/// all), with a method of `--reduce`.
///
/// # Errors
/// A model does not build, or its search does not end.
pub fn graphs(reduce: &str, parts: &[String]) -> Result<Vec<(&'static Real, Graph)>, String> {
    let mut chosen = Vec::new();
    let is_wanted =
        |real: &&Real| parts.is_empty() || parts.iter().any(|it| real.name.contains(it));
    for real in REAL.iter().filter(is_wanted) {
        match real.recipe()? {
            Some(recipe) => chosen.push((real, recipe)),
            None => println!(
                "skipped: {} is not installed (Debian package spin)",
                real.name
            ),
        }
    }
    eprintln!("building {} analyzers", chosen.len());
    let recipes: Vec<Recipe> = chosen.iter().map(|(_, recipe)| recipe.clone()).collect();
    let built = analyzer::build_quickly(&recipes);
    let graphs = chosen.iter().zip(built).map(|((real, _), built)| {
        let analyzer =
            built.map_err(|refused| format!("{}: {}", real.name, refused.all_output()))?;
        Ok((*real, export(&analyzer, reduce)?))
    });
    graphs.collect()
}

fn export(analyzer: &Analyzer, reduce: &str) -> Result<Graph, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let arguments = "--errors all --memory 2G --quiet --export graph --reduce";
    let arguments: Vec<&str> = arguments.split(' ').chain([reduce]).collect();
    let outcome = analyzer.run_in(folder.path(), &arguments, Duration::from_secs(600));
    match &outcome.report {
        Ok(report) if report.reason.is_none() => exported::read(&folder.path().join("graph")),
        _ => Err(outcome.finished.all_output()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_counterpart_is_printed() {
        for real in &REAL {
            assert_eq!(
                real.printed().is_some(),
                real.paper.is_some(),
                "{}",
                real.name
            );
        }
    }
}
