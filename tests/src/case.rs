//! Recorded cases, `**/expected.toml` beside the models: data, the same for every engine that is
//! tested. The README of `promela-examples` explains the fields; SPIN has filled in its numbers
//! through `spin-counts.py` there.

use crate::analyzer::Recipe;
use crate::claim_case::{ClaimCase, Holds};
use crate::expectation::{Expectation, Verdict, essence};
use crate::report::Counts;
use crate::{checkout, examples};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// One tiny model for each question of meaning or counting, by subject.
pub fn probes() -> PathBuf {
    checkout().join("tests/data/probes")
}

/// Models in which reductions can miss something.
pub fn traps() -> PathBuf {
    checkout().join("tests/data/reductions")
}

/// Models that once showed a fault, with what is right.
pub fn faults() -> PathBuf {
    checkout().join("tests/data/faults")
}

/// A model with parameters, and what is true of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The model, relative to its `expected.toml`.
    file: PathBuf,
    /// Definitions, `NAME` or `NAME=TEXT`.
    #[serde(default)]
    pub defines: Vec<String>,
    /// How long it takes.
    pub size: Size,
    /// `refused`, `verified`, `violated` or `incomplete`.
    pub verdict: String,
    /// Of a case that is incomplete: why.
    pub reason: Option<String>,
    /// What becomes of each of its claims.
    #[serde(default)]
    pub claims: Vec<ClaimCase>,
    /// What must be reported, and nothing else.
    #[serde(default)]
    pub violations: Vec<Expected>,
    /// SPIN's counts with `-o1 -o2 -o3`; none where SPIN gives up and we do not.
    pub counts: Option<ExpectedCounts>,
    /// States that SPIN stores by default, without reduction.
    pub optimized_stored: Option<u64>,
    /// States that SPIN stores with its reduction, without its optimisations.
    pub reduced_stored: Option<u64>,
    /// The same with its optimisations.
    pub reduced_optimized_stored: Option<u64>,
    /// Why our reduction may store more than SPIN's.
    pub more_than_spin: Option<String>,
    /// `xr` or `xs` is broken: a search that reduces reports it, as SPIN's does, and no other.
    #[serde(default)]
    pub broken_promise: bool,
    /// What SPIN says where it gives up.
    pub spin_says: Option<String>,
    /// Where SPIN does something else: the heading of `docs/vs-spin.md` under which that is shown.
    pub differs: Option<String>,
    /// Of a model that is refused: what the message says.
    pub message: Option<String>,
    /// Of the models that settle a question: its number.
    pub probe: Option<String>,
    /// A remark for readers.
    pub note: Option<String>,
    /// Bytes of state vector that SPIN must be given.
    pub vector_size: Option<u32>,
    /// The folder of its `expected.toml`.
    #[serde(skip)]
    folder: PathBuf,
}

/// How long a case takes.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// A moment: in every run of the tests.
    Small,
    /// Seconds.
    Medium,
    /// Minutes.
    Large,
}

/// A violation that is there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// `assertion`, `invalid-end-state`, `runtime-error`.
    pub kind: String,
    /// The asserted expression, or the error.
    #[serde(default)]
    pub message: String,
}

/// Counts as the files name them.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedCounts {
    stored: u64,
    matched: u64,
    transitions: u64,
    atomic_steps: u64,
    depth: u64,
}

impl Case {
    /// The cases below `folder`, ordered by folder.
    ///
    /// # Panics
    /// When a file is not what the README describes.
    pub fn below(folder: &Path) -> Vec<Case> {
        let mut files = Vec::new();
        find(folder, &mut files);
        files.sort();
        let cases: Vec<Case> = files.iter().flat_map(|file| read(file)).collect();
        assert!(!cases.is_empty(), "no cases in {}", folder.display());
        cases
    }

    /// The examples of one size.
    pub fn examples(size: Size) -> Vec<Case> {
        let mut cases = Case::below(&examples());
        cases.retain(|case| case.size == size);
        cases
    }

    /// The small examples and the questions that have a violation.
    pub fn violated() -> Vec<Case> {
        let mut cases = Case::examples(Size::Small);
        cases.extend(Case::below(&probes()));
        cases.retain(|case| case.verdict == "violated");
        cases
    }

    /// The model.
    pub fn model(&self) -> PathBuf {
        self.folder.join(&self.file)
    }

    /// How to make its analyzer.
    pub fn recipe(&self) -> Recipe {
        Recipe::new(self.model()).defines(self.defines.clone())
    }

    /// For messages: the model with its definitions.
    pub fn title(&self) -> String {
        let model = self.model();
        let name = model.strip_prefix(checkout()).unwrap_or(&model);
        let name = name.display().to_string();
        self.defines
            .iter()
            .fold(name, |title, define| format!("{title} -D{define}"))
    }

    /// What must come out.
    pub fn expectation(&self) -> Expectation {
        let violations = self.violations.iter();
        Expectation {
            verdict: Verdict::parse(&self.verdict),
            reason: self.reason.clone().unwrap_or_default(),
            claim_violated: self.claims.iter().any(|it| it.verdict == Holds::Violated),
            violations: violations
                .map(|v| (v.kind.clone(), essence(&v.message)))
                .collect(),
            more: false,
            counts: self.counts.map(|c| Counts {
                stored: c.stored,
                matched: c.matched,
                transitions: c.transitions,
                atomic: c.atomic_steps,
                depth: c.depth,
            }),
            optimized_stored: self.optimized_stored.filter(|_| self.differs.is_none()),
            reduced_stored: [self.reduced_stored, self.reduced_optimized_stored],
            more_than_spin: self.more_than_spin.is_some(),
            broken_promise: self.broken_promise,
            message: self.message.clone().unwrap_or_default(),
            remark: self.differs.clone().unwrap_or_default(),
        }
    }
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the examples") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            find(&path, files);
        } else if path.file_name().is_some_and(|name| name == "expected.toml") {
            files.push(path);
        }
    }
}

fn read(file: &Path) -> Vec<Case> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        case: Vec<Case>,
    }
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let parsed: File = toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let folder = file.parent().expect("a file is in a folder");
    parsed
        .case
        .into_iter()
        .map(|case| Case {
            folder: folder.to_path_buf(),
            ..case
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expectation::HIDDEN_VARIABLE;
    use std::collections::BTreeSet;

    /// A case whose numbers contradict each other, or whose model is gone, would test nothing.
    #[test]
    fn cases_are_whole() {
        let differences = fs::read_to_string(checkout().join("docs/vs-spin.md")).expect("the page");
        let headings: BTreeSet<&str> = differences
            .lines()
            .filter(|line| line.starts_with('#'))
            .map(|line| line.trim_start_matches(['#', ' ']))
            .collect();
        let folders = [&examples(), &probes(), &traps(), &faults()];
        let all = folders.map(|folder| Case::below(folder));
        for case in all.concat() {
            let title = case.title();
            let expected = case.expectation();
            assert!(case.model().is_file(), "{title}");
            assert!(expected.verdict.is_some(), "{title}: {}", case.verdict);
            let violated = expected.verdict == Some(Verdict::Violated);
            assert_eq!(violated, !case.violations.is_empty(), "{title}");
            let reasons = ["", HIDDEN_VARIABLE];
            assert!(reasons.contains(&expected.reason.as_str()), "{title}");
            // A comment can hold any byte.
            let text = fs::read(case.model()).expect("it is a file");
            let text = String::from_utf8_lossy(&text);
            let claims = text.lines().any(|line| {
                let word = line.split([' ', '{']).next();
                matches!(word, Some("ltl" | "never"))
            });
            let refused = expected.verdict == Some(Verdict::Refused);
            assert_eq!(!case.claims.is_empty(), claims && !refused, "{title}");
            for claim in &case.claims {
                assert!(claim.is_whole(), "{title}: {claim:?}");
                if let Some(heading) = &claim.differs {
                    assert!(headings.contains(heading.as_str()), "{title}: {heading}");
                }
            }
            let incomplete = expected.verdict == Some(Verdict::Incomplete);
            assert_eq!(incomplete, !expected.reason.is_empty(), "{title}");
            if let Some(counts) = expected.counts {
                let sum = counts.stored + counts.matched;
                assert_eq!(sum, counts.transitions, "{title}");
                assert_eq!(case.spin_says, None, "{title}");
            } else {
                assert!(
                    case.spin_says.is_some(),
                    "{title}: no counts, and no reason"
                );
            }
            let explained = case.differs.is_some() || refused;
            assert!(case.spin_says.is_none() || explained, "{title}");
            if let Some(heading) = &case.differs {
                assert!(headings.contains(heading.as_str()), "{title}: {heading}");
            }
        }
    }

    /// The questions are numbered; none may get lost.
    #[test]
    fn a_model_for_each_question() {
        let cases = Case::below(&probes());
        let numbers: BTreeSet<_> = cases.iter().map(|case| case.probe.clone()).collect();
        assert!(!numbers.contains(&None));
        assert_eq!((cases.len(), numbers.len()), (131, 131));
    }
}
