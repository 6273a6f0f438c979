//! The cases of `promela-examples/**/expected.toml`: data, the same for every engine that is tested. The README there explains them.

use crate::analyzer::Recipe;
use crate::examples;
use crate::report::Counts;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

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
    /// `verified` or `violated`.
    pub verdict: String,
    /// What must be reported, and nothing else.
    #[serde(default)]
    pub violations: Vec<Expected>,
    /// SPIN's counts with `-o1 -o2 -o3`; none where SPIN gives up and we do not.
    pub counts: Option<ExpectedCounts>,
    /// States that SPIN stores by default, without reduction.
    pub optimized_stored: Option<u64>,
    /// What SPIN says where it gives up.
    pub spin_says: Option<String>,
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
    /// All cases of the project up to this size, ordered by folder.
    ///
    /// # Panics
    /// When a file is not what the README describes.
    pub fn up_to(size: Size) -> Vec<Case> {
        let mut files = Vec::new();
        find(&examples(), &mut files);
        files.sort();
        let mut cases: Vec<Case> = files.iter().flat_map(|file| read(file)).collect();
        cases.retain(|case| case.size <= size);
        assert!(!cases.is_empty(), "no cases in {}", examples().display());
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
        let name = model
            .strip_prefix(examples())
            .unwrap_or(&model)
            .display()
            .to_string();
        self.defines
            .iter()
            .fold(name, |title, define| format!("{title} -D{define}"))
    }

    /// SPIN's counts.
    pub fn expected_counts(&self) -> Option<Counts> {
        self.counts.map(|c| Counts {
            stored: c.stored,
            matched: c.matched,
            transitions: c.transitions,
            atomic: c.atomic_steps,
            depth: c.depth,
        })
    }
}

/// Text of a message without what printers of expressions may differ in: blanks and parentheses.
pub fn essence(message: &str) -> String {
    message
        .chars()
        .filter(|c| !c.is_whitespace() && !"()".contains(*c))
        .collect()
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

    /// A case whose numbers contradict each other, or whose model is gone, would test nothing.
    #[test]
    fn cases_are_whole() {
        for case in Case::up_to(Size::Large) {
            let title = case.title();
            assert!(case.model().is_file(), "{title}");
            assert_eq!(
                case.verdict == "violated",
                !case.violations.is_empty(),
                "{title}"
            );
            match case.expected_counts() {
                Some(counts) => assert_eq!(
                    counts.stored + counts.matched,
                    counts.transitions,
                    "{title}"
                ),
                None => assert!(
                    case.spin_says.is_some(),
                    "{title}: no counts, and no reason why"
                ),
            }
        }
    }

    #[test]
    fn essence_of_messages() {
        assert_eq!(
            essence("assertion violated: (x == 1)"),
            essence("assertion  violated : x==1")
        );
    }
}
