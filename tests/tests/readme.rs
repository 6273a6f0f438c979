//! What the README shows is what its commands print: each block of output belongs to the last
//! `cargo pvgen` command before it.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::time::Duration;
use support::{checkout, process, pvgen};

/// Long enough to compile the runtime.
const LIMIT: Duration = Duration::from_secs(600);

/// The lines that the README shows for each command, in order.
fn shown() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(checkout().join("README.md")).expect("the README");
    let mut of_commands: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut last = None;
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            fence = fence.is_none().then_some(language);
            continue;
        }
        match command(line) {
            Some((command, states)) => {
                let lines = of_commands.entry(command.clone()).or_default();
                lines.extend(states.map(|it| format!("states stored {it}")));
                last = Some(command);
            }
            None if fence == Some("") && !line.starts_with("cargo") => {
                let command = last.as_ref().expect("a command before its output");
                let lines = of_commands.get_mut(command).expect("it is known");
                lines.push(line.to_owned());
            }
            None => {}
        }
    }
    of_commands
}

/// A `cargo pvgen check` of a line, with the number of states that a remark behind it names.
fn command(line: &str) -> Option<(String, Option<&str>)> {
    let at = line.find("cargo pvgen check")?;
    let is_quoted = line[..at].ends_with('`');
    let rest = &line[at..];
    let (command, remark) = match is_quoted {
        true => (rest.split('`').next()?, ""),
        false => rest.split_once('#').unwrap_or((rest, "")),
    };
    let states = remark.trim().strip_suffix(" states");
    Some((command.trim().to_owned(), states))
}

/// What a command of the README prints; a trail that it writes lies elsewhere.
fn printed(command: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let examples = folder.path().join("promela-examples");
    std::os::unix::fs::symlink(support::examples(), examples).expect("a link");
    let braces = format!(
        "exec \"$PVGEN\" {}",
        command.trim_start_matches("cargo pvgen")
    );
    let mut shell = Command::new("bash");
    shell.args(["-c", &braces]).env("PVGEN", pvgen::pvgen());
    shell.envs(pvgen::cache_of_tests());
    let finished = process::run(shell.current_dir(folder.path()), LIMIT);
    finished.stdout
}

/// A line as it can be compared: without blanks that align, and without times and memory.
fn comparable(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["memory" | "time", ..] => words[0].to_owned(),
        // Of a table: seconds, memory and its unit.
        [model, "verified" | "violated", .., "MB"] => {
            let counted = &words[..words.len() - 3];
            format!("{model} {}", counted[1..].join(" "))
        }
        _ => words.join(" "),
    }
}

#[test]
fn samples_are_what_is_printed() {
    let shown = shown();
    assert!(
        shown.values().filter(|lines| !lines.is_empty()).count() >= 5,
        "{shown:#?}"
    );
    for (command, lines) in shown.iter().filter(|(_, lines)| !lines.is_empty()) {
        let printed = printed(command);
        let mut found = printed.lines().map(comparable);
        for line in lines.iter().filter(|it| !["", "..."].contains(&it.trim())) {
            let wanted = comparable(line);
            assert!(
                found.any(|it| it == wanted),
                "{command}: the README shows, behind what is found of the lines before it,\n{line}\nbut this is printed:\n{printed}"
            );
        }
    }
}
