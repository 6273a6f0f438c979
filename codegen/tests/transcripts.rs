//! `pvgen simulate`, `pvgen replay` and `pvgen claim` as a user sees them: the `transcripts.txt` of
//! a folder of `data` holds commands, what is typed in (`<`) and what comes out. Run with
//! `UPDATE=1` to write them anew, and read what has changed.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

#[test]
fn runs() {
    sessions("simulate");
}

#[test]
fn claims() {
    sessions("claim");
}

/// Compares the sessions of a folder.
fn sessions(folder: &str) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let folder = data.join(folder);
    let path = folder.join("transcripts.txt");
    let expected = fs::read_to_string(&path).expect("the transcripts");
    let sessions = expected.split("$ pvgen ").skip(1);
    let found: Vec<String> = sessions.map(|text| session(&folder, text)).collect();
    let found = found.join("\n");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &found).expect("writable");
    }
    for (expected, found) in expected.split("$ pvgen ").zip(found.split("$ pvgen ")) {
        assert_eq!(expected, found);
    }
    assert_eq!(expected, found);
}

/// The session that begins with this command and input, as it goes now.
fn session(folder: &Path, text: &str) -> String {
    let command = text.lines().next().expect("a command");
    let input: Vec<&str> = text.lines().filter(|line| line.starts_with("< ")).collect();
    let typed: String = input
        .iter()
        .map(|line| format!("{}\n", &line[2..]))
        .collect();
    let output = Command::cargo_bin("pvgen")
        .expect("pvgen is built")
        .args(words(command))
        .current_dir(folder)
        .write_stdin(typed)
        .output()
        .expect("pvgen runs");
    let mut session = format!("$ pvgen {command}\n");
    for line in input {
        session += &format!("{line}\n");
    }
    for stream in [output.stdout, output.stderr] {
        session += &String::from_utf8_lossy(&stream);
    }
    session + &format!("exit {}\n", output.status.code().expect("no signal"))
}

/// The words of a command; what stands between two `'` is one.
fn words(command: &str) -> Vec<&str> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

/// Anyone who reads the output may stop: no panic, no message.
#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_a_run_quietly() {
    use std::io::Read;
    use std::process::{Command as Process, Stdio};

    let folder = tempfile::tempdir().expect("a temporary folder");
    let endless = "byte x; active proctype P() { do :: x++ od }";
    fs::write(folder.path().join("m.pml"), endless).expect("writable");
    for style in ["--seed=1", "--columns", "--quiet"] {
        // `--quiet` and `--columns` say little: their first lines are all there is to be read.
        let mut child = Process::new(env!("CARGO_BIN_EXE_pvgen"))
            .args(["simulate", "m.pml", "--steps", "20000", style])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("pvgen runs");
        let mut start = [0; 10];
        let output = child.stdout.as_mut().expect("a pipe");
        output.read_exact(&mut start).expect("something is said");
        drop(child.stdout.take());
        let finished = child.wait_with_output().expect("it ends");
        assert_eq!(finished.status.code(), Some(0), "{style}");
        assert_eq!(String::from_utf8_lossy(&finished.stderr), "", "{style}");
    }
}

/// Ctrl-C ends a run with a line, also while an answer is awaited.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_with_a_line() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command as Process, Stdio};
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().expect("a temporary folder");
    let endless = "byte x; active proctype P() { do :: x++ od }";
    fs::write(folder.path().join("m.pml"), endless).expect("writable");
    for way in ["--interactive", "--columns"] {
        let mut child = Process::new(env!("CARGO_BIN_EXE_pvgen"))
            .args(["simulate", "m.pml", way])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(fs::File::create(folder.path().join("output")).expect("writable"))
            .spawn()
            .expect("pvgen runs");
        std::thread::sleep(Duration::from_millis(300));
        let id = child.id().to_string();
        let sent = Process::new("kill").args(["-INT", &id]).status();
        assert!(sent.expect("kill").success());
        let start = Instant::now();
        let ended = loop {
            match child.try_wait().expect("our child") {
                Some(status) => break Some(status),
                None if start.elapsed() > Duration::from_secs(20) => break None,
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        let _ = child.kill();
        let output = fs::File::open(folder.path().join("output")).expect("there it is");
        let lines: Vec<String> = BufReader::new(output)
            .lines()
            .map_while(Result::ok)
            .collect();
        let said = lines.iter().any(|line| line.starts_with("interrupted"));
        assert!(said, "{way}: {lines:?}");
        assert_eq!(ended.and_then(|status| status.code()), Some(3), "{way}");
    }
}
