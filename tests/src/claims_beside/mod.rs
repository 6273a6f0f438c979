//! Models of others: what an analyzer says of each of their claims, and of cycles through their
//! labels, beside SPIN.
//!
//! Each property is asked four times: of all runs and of the weakly fair ones, with the reductions
//! that are on by default and with none. Where the answers differ and [`known`] does not say why,
//! somebody is wrong.

pub mod known;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::analyzer::{self, Analyzer, Recipe};
use crate::interpreter;
use crate::jobs;
use crate::spin::Build;
use crate::spin::claims::{Answer, Property, Verifiers};
use known::Known;

/// What became of a model.
#[derive(Clone, Debug)]
pub struct OfModel {
    /// Its name, below the folder of all.
    pub name: String,
    /// What became of its properties.
    pub pairs: Result<Vec<Pair>, String>,
}

/// A property and the runs that it is asked of.
#[derive(Clone, Debug)]
pub struct Pair {
    /// What is asked.
    pub property: Property,
    /// Of the weakly fair runs alone.
    pub fair: bool,
    /// What an analyzer says with default options.
    pub ours: Answer,
    /// What it says when nothing is reduced.
    pub unreduced: Answer,
    /// What SPIN says.
    pub spin: Answer,
    /// Why SPIN may differ.
    pub known: Option<&'static Known>,
}

/// What comes of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// All say the same.
    Same,
    /// SPIN differs, and it is known why.
    Explained,
    /// SPIN says nothing.
    SpinUnknown,
    /// An analyzer says nothing.
    OursUnknown,
    /// It is said to be known why they differ, and they do not.
    Stale,
    /// They differ.
    Different,
}

impl Outcome {
    /// All of them, in words.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Same, "the same"),
        (Self::Explained, "SPIN is wrong, and it is known why"),
        (Self::SpinUnknown, "left out: SPIN says nothing"),
        (Self::OursUnknown, "left out: pvgen says nothing"),
        (Self::Stale, "said to differ, and the same"),
        (Self::Different, "DIFFERENT"),
    ];

    /// Nothing has to be looked at.
    pub fn is_fine(self) -> bool {
        self < Self::Stale
    }
}

impl Pair {
    /// What comes of it.
    pub fn outcome(&self) -> Outcome {
        let ours = [&self.ours, &self.unreduced].map(Answer::violated);
        let spin = self.spin.violated();
        match (ours, spin) {
            ([Some(one), Some(other)], _) if one != other => Outcome::Different,
            ([_, _], None) => Outcome::SpinUnknown,
            ([None, None], _) => Outcome::OursUnknown,
            ([Some(one), _] | [None, Some(one)], Some(spin)) if one != spin => match self.known {
                Some(_) => Outcome::Explained,
                None => Outcome::Different,
            },
            _ if self.known.is_some() => Outcome::Stale,
            _ => Outcome::Same,
        }
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let runs = match self.fair {
            true => "weakly fair",
            false => "all",
        };
        let Self {
            property,
            ours,
            unreduced,
            spin,
            ..
        } = self;
        write!(f, "`{property}` | {runs} | {ours} | {unreduced} | {spin} |")?;
        match (self.outcome(), self.known) {
            (Outcome::Same, _) => write!(f, " |"),
            (Outcome::Explained, Some(known)) => write!(f, " {} |", known.why),
            (outcome, _) => {
                let words = Outcome::ALL.iter().find(|it| it.0 == outcome);
                write!(f, " {} |", words.expect("all are there").1)
            }
        }
    }
}

/// Asks about all properties of these models, each search with this time; `told` hears of each
/// model when it is done.
pub fn compare(
    models: &[PathBuf],
    root: &Path,
    limit: Duration,
    told: impl Fn(&OfModel) + Sync,
) -> Vec<OfModel> {
    let questions: Vec<(Recipe, Result<Vec<Property>, String>)> = models
        .iter()
        .map(|model| (Recipe::new(model), properties(model)))
        .filter(|(_, properties)| !matches!(properties, Ok(all) if all.is_empty()))
        .collect();
    let recipes: Vec<Recipe> = questions.iter().map(|(recipe, _)| recipe.clone()).collect();
    let analyzers = analyzer::build_quickly(&recipes);
    let all: Vec<_> = questions.into_iter().zip(analyzers).collect();
    jobs::on_all_cores(&all, |((recipe, properties), analyzer)| {
        let name = recipe.model.strip_prefix(root).unwrap_or(&recipe.model);
        let name = name.display().to_string();
        let pairs = match (properties, analyzer) {
            (Err(refused), _) => {
                let folder = tempfile::tempdir().expect("temporary folder");
                let theirs = Build::optimized(&recipe.model, &[]).make(folder.path());
                let too = theirs.map_or("by SPIN, too", |_| "by SPIN not");
                Err(format!("{refused} (refused {too})"))
            }
            (Ok(_), Err(failed)) => Err(failed.all_output()),
            (Ok(properties), Ok(analyzer)) => Ok(pairs(&name, recipe, properties, analyzer, limit)),
        };
        let done = OfModel { name, pairs };
        told(&done);
        done
    })
}

/// What can be asked of a model.
///
/// # Errors
/// It is refused: the first message.
fn properties(model: &Path) -> Result<Vec<Property>, String> {
    let loaded = interpreter::load(&Recipe::new(model));
    let message = || loaded.diagnostics.errors().map(|it| it.message.clone());
    let model = loaded.model.as_ref();
    let model = model.ok_or_else(|| message().next().unwrap_or_default())?;
    let stated = model.unchecked.claims.iter().map(|name| stated(name));
    let labels = [
        (model.unchecked.accept_labels, Property::Acceptance),
        (model.unchecked.progress_labels, Property::NonProgress),
    ];
    let labels = labels.into_iter().filter(|(count, _)| *count > 0);
    Ok(stated.chain(labels.map(|(_, property)| property)).collect())
}

/// A claim by the name that it has in reports.
fn stated(name: &str) -> Property {
    match name.strip_prefix("never claim") {
        Some(name) => Property::Never(name.trim().to_string()),
        None => Property::Formula(name.strip_prefix("ltl ").unwrap_or(name).to_string()),
    }
}

fn pairs(
    name: &str,
    recipe: &Recipe,
    properties: &[Property],
    analyzer: &Analyzer,
    limit: Duration,
) -> Vec<Pair> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let verifiers = Verifiers::new(&recipe.model, folder.path(), limit);
    let mut pairs = Vec::new();
    for property in properties {
        for fair in [false, true] {
            pairs.push(Pair {
                property: property.clone(),
                fair,
                ours: ours(analyzer, property, fair, &[], limit),
                unreduced: ours(analyzer, property, fair, &["--reduce", "none"], limit),
                spin: verifiers.ask(property, fair),
                known: known::find(name, property, fair),
            });
        }
    }
    pairs
}

/// What an analyzer says.
fn ours(
    analyzer: &Analyzer,
    property: &Property,
    fair: bool,
    more: &[&str],
    limit: Duration,
) -> Answer {
    let seconds = limit.as_secs().to_string();
    let mut arguments = vec!["--claims-only", "--max-time", &seconds, "--memory", "3G"];
    match property {
        Property::Formula(name) => arguments.extend(["--ltl", name, "--no-assertions"]),
        Property::Never(name) if name.is_empty() => arguments.extend(["--ltl", "never"]),
        Property::Never(name) => arguments.extend(["--ltl", name]),
        Property::Acceptance => arguments.extend(["--ltl", "none", "-a", "--no-assertions"]),
        Property::NonProgress => arguments.extend(["--ltl", "none", "-l", "--no-assertions"]),
    }
    arguments.extend(fair.then_some("-f"));
    arguments.extend(more);
    let folder = tempfile::tempdir().expect("temporary folder");
    let run = |errors: &[&str]| {
        let arguments = [&arguments, errors].concat();
        let outcome = analyzer.run_in(folder.path(), &arguments, 3 * limit);
        outcome.report.map_err(|_| {
            let said = outcome.finished.all_output();
            Answer::Unknown(format!(
                "pvgen: {}",
                said.lines().last().unwrap_or("nothing")
            ))
        })
    };
    let report = match run(&[]) {
        Ok(report) => report,
        Err(answer) => return answer,
    };
    let mut errors = report.violations.iter();
    let Some(error) = errors.find(|it| it.kind == "runtime-error") else {
        return match (report.verdict.as_str(), &report.reason) {
            ("verified", _) => Answer::Holds,
            ("violated", _) => Answer::Violated,
            (_, Some(reason)) => Answer::Unknown(format!("pvgen: {reason}")),
            (verdict, None) => Answer::Unknown(format!("pvgen: {verdict}")),
        };
    };
    // The search has ended there.
    match run(&["--errors", "all"]) {
        Ok(all) if all.claims[0].verdict == "violated" => Answer::Violated,
        _ => Answer::Unknown(format!("pvgen: {}", error.message)),
    }
}
