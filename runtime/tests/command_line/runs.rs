//! Runs of an analyzer, and what is looked for in what they say.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a run gave.
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// A folder of its own for each run of a toy.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("command_line-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn analyzer(toy: &str, arguments: &str, folder: &Path) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.env("TOY", toy).current_dir(folder);
    command
        .args(["--memory", "512M"])
        .args(arguments.split_whitespace());
    command
}

pub fn run_in(toy: &str, arguments: &str, folder: &Path) -> Run {
    let output = analyzer(toy, arguments, folder).output().unwrap();
    Run {
        status: output.status.code().expect("an exit status"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

pub fn run(toy: &str, arguments: &str) -> Run {
    run_in(toy, arguments, &folder(toy))
}

pub fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

/// Nothing else is said on the first line, and it is not too long.
pub fn first_line(run: &Run, expected: &str) {
    assert_eq!(run.out.lines().next(), Some(expected), "{}", run.out);
    assert!(expected.chars().count() <= 100, "{expected}");
}
