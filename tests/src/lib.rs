//! What the end-to-end tests and the experiments share: generate, build and run analyzers, and ask
//! others the same question.
//!
//! ```text
//!   model ──> pvgen ──> crate ──> rustc, or cargo as a user ──> analyzer ──> Report ──┐
//!     ├─────> interpreter ───────────────────────────────────────────────> Found  <───┘ ──> judged
//!     └─────> spin -a ──> gcc ──> pan ──> Transcript, or a record ───────> Expectation ───────┘
//! ```
//!
//! Only `claims`, `claims_beside`, `formulas`, `interpreter`, `locality`, `mutants`, `random`,
//! `shortest`, `systems` and `values` know libraries of the project; all else knows their command
//! lines and the keys of the JSON report.

pub mod analyzer;
pub mod anonymous;
pub mod bounds;
pub mod case;
pub mod claim_case;
pub mod claims;
pub mod claims_beside;
pub mod comparison;
pub mod expectation;
pub mod form;
pub mod formulas;
pub mod interpreter;
pub mod jobs;
pub mod locality;
pub mod mutants;
pub mod process;
pub mod pvgen;
pub mod quick;
pub mod random;
pub mod reductions;
pub mod report;
pub mod shortest;
pub mod spin;
pub mod systems;
pub mod values;

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The folder of the checkout.
pub fn checkout() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("this package is a folder of the checkout")
}

/// The lines of a file, each once, in order. To hash them all takes tests, which are not optimised,
/// far longer.
///
/// # Panics
/// The file cannot be read.
pub fn lines_once(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// A row of a report's table that ends with the time it took, without that.
pub fn without_seconds(line: &str) -> Option<&str> {
    let row = line.strip_suffix(" s")?;
    Some(row.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

/// All files below a folder whose names end so, in order.
///
/// # Errors
/// A folder cannot be read.
pub fn files_below(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_below(&path, extension)?);
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The checkout's target folder, which nested builds use too, so that nothing is compiled twice.
pub fn target_folder() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => checkout().join(folder),
        None => checkout().join("target"),
    }
}

/// The models of the project.
pub fn examples() -> PathBuf {
    checkout().join("promela-examples")
}

/// Writes `text` unless the file holds it already, so that time stamps stay and nothing is rebuilt.
///
/// # Panics
/// When the file cannot be written.
pub fn write_if_changed(path: &Path, text: &str) {
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    std::fs::write(path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}
