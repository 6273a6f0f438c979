//! What `pvgen check` says of a model with claims, word for word: the files of `tests/data/check`.
//! Run with `UPDATE=1` to write them anew, and read what has changed.

use std::fs;
use std::process::Command;
use std::time::Duration;
use support::{checkout, process, pvgen, without_seconds};

/// A name, an example, and the arguments behind the model.
const SESSIONS: [(&str, &str, &[&str]); 2] = [
    ("door", "claims/door.pml", &["-DFORGETFUL"]),
    ("semaphore", "claims/semaphore.pml", &[]),
];

/// Long enough to compile the runtime.
const LIMIT: Duration = Duration::from_secs(600);

#[test]
fn claims_that_hold_and_claims_that_fail() {
    for (name, model, arguments) in SESSIONS {
        let found = session(model, arguments);
        let path = checkout().join(format!("tests/data/check/{name}.txt"));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &found).expect("writable");
        }
        let expected = fs::read_to_string(&path).expect("the transcript");
        assert_eq!(found, expected, "{name}");
    }
}

/// The command, what it prints, and its exit status.
fn session(model: &str, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = support::examples().join(model);
    let name = path.file_name().expect("a file").to_string_lossy();
    fs::copy(&path, folder.path().join(&*name)).expect("the example");
    let mut command = Command::new(pvgen::pvgen());
    command.args(["check", &*name]).args(arguments);
    command.envs(pvgen::cache_of_tests());
    let finished = process::run(command.current_dir(folder.path()), LIMIT);
    let code = finished.code().expect("no signal");
    let said: String = finished.stdout.lines().map(masked).collect();
    let command = [&["check", &*name], arguments].concat().join(" ");
    format!("$ pvgen {command}\n{said}exit {code}\n")
}

/// A line without what differs from run to run: times and memory.
fn masked(line: &str) -> String {
    let word = line.split(' ').next().unwrap_or_default();
    if ["memory", "time"].contains(&word) {
        return format!("{word} ..\n");
    }
    match without_seconds(line) {
        Some(row) => format!("{row} .. s\n"),
        None => format!("{line}\n"),
    }
}
