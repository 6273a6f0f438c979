//! The lock file of this workspace, kept in step with its analyzers.
//!
//! Cargo refuses `--locked` when a member is missing in the lock file, and a new analyzer is a new
//! member: the tests would not run any more. So its entry is added, as cargo would add it the first
//! time that it builds the analyzer.

use std::path::Path;
use std::{fs, io};

use super::write;

const START: &str = "[[package]]\n";

/// Adds an analyzer, unless it is there or there is no lock file.
pub fn add_member(root: &Path, name: &str) -> io::Result<()> {
    let path = root.join("Cargo.lock");
    let Ok(lock) = fs::read_to_string(&path) else {
        return Ok(());
    };
    match with_member(&lock, name) {
        Some(lock) => write::replace(&path, &lock),
        None => Ok(()),
    }
}

/// The entries are sorted by name.
fn with_member(lock: &str, name: &str) -> Option<String> {
    let mut entries = lock.match_indices(START).map(|(at, _)| at);
    let name_at = |at: usize| lock[at + START.len()..].lines().next();
    let line = format!("name = \"{name}\"");
    let next = entries.find(|&at| name_at(at) >= Some(&line));
    if next.is_some_and(|at| name_at(at) == Some(&line)) {
        return None;
    }
    let (before, after) = lock.split_at(next?);
    let entry =
        format!("{line}\nversion = \"0.0.0\"\ndependencies = [\n \"pvgen-runtime\",\n]\n\n");
    Some(format!("{before}{START}{entry}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_analyzer_is_added_once_where_it_belongs() {
        let entry = |name: &str| format!("{START}name = \"{name}\"\nversion = \"0.0.0\"\n");
        let lock = |names: [&str; 2]| names.map(entry).join("\n");
        let with = with_member(&lock(["pan_a", "pvgen"]), "pan_b").unwrap();
        let place = with.find("pan_b").unwrap();
        assert!(with.find("pan_a").unwrap() < place && place < with.find("\"pvgen\"").unwrap());
        assert!(
            with.ends_with(&format!("]\n\n{}", entry("pvgen"))),
            "{with}"
        );
        assert_eq!(with_member(&with, "pan_b"), None);
        assert!(
            with_member(&with, "pan")
                .unwrap()
                .starts_with("[[package]]\nname = \"pan\"")
        );
    }
}
