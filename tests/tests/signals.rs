//! Ctrl-C, `SIGTERM` and `SIGHUP` (fault of command 8): the report comes before the prompt,
//! whichever process got the signal; nothing goes on behind it, and nothing is left behind.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use support::analyzer::{self, Recipe};
use support::{pvgen, write_if_changed};

/// More states than any of these tests waits for; with `-DWRONG` an assertion fails at the start,
/// with `-DCLAIMED` a formula.
const ENDLESS: &str = "\
byte a[5];
active [5] proctype P() {
#ifdef WRONG
  assert(false);
#endif
  do :: atomic { a[_pid] >= 0 -> a[_pid]++ } od
}
#ifdef CLAIMED
ltl stays { [] (a[0] < 3 && a[4] < 3) }
#endif
";

/// Two signals further apart than this are two wishes.
const APART: Duration = Duration::from_millis(500);
/// Longer than anything takes here.
const LIMIT: Duration = Duration::from_secs(60);

/// Those that are caught: under `nohup` all that we start ignores a hangup.
fn signals() -> impl Iterator<Item = &'static str> {
    let hangup = !has("self", "SigIgn", 1);
    ["-INT", "-TERM", "-HUP"]
        .into_iter()
        .filter(move |signal| hangup || *signal != "-HUP")
}

/// Whether a signal is in a set of a process, by its number.
fn has(id: &str, set: &str, signal: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let mut lines = status
        .lines()
        .filter_map(|line| line.strip_prefix(set)?.strip_prefix(':'));
    let mask = lines
        .next()
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// A program in a process group of its own, as a shell starts it.
struct Started {
    child: Child,
    /// What has been read of its standard error.
    said: String,
}

impl Started {
    /// Waits for a word on standard error.
    fn new(command: &mut Command, sign: &str) -> Self {
        command.stdin(Stdio::null()).process_group(0);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("it starts");
        let said = String::new();
        let mut started = Self { child, said };
        let mut part = [0; 256];
        while !started.said.contains(sign) {
            let stderr = started.child.stderr.as_mut().expect("a pipe");
            let count = stderr.read(&mut part).expect("a pipe");
            assert!(count > 0, "ended without `{sign}`: {}", started.said);
            started.said += &String::from_utf8_lossy(&part[..count]);
        }
        started
    }

    fn id(&self) -> String {
        self.child.id().to_string()
    }

    /// Its process group, as `kill` wants it.
    fn group(&self) -> String {
        format!("-{}", self.id())
    }

    /// Waits for its end: what it said, and how long that took.
    fn end(mut self) -> (Output, Duration) {
        let start = Instant::now();
        while self.child.try_wait().expect("our child").is_none() {
            if start.elapsed() > LIMIT {
                kill("-KILL", &[&self.group()]);
                panic!("it does not end: {}", self.said);
            }
            sleep(Duration::from_millis(5));
        }
        let taken = start.elapsed();
        (self.child.wait_with_output().expect("our child"), taken)
    }
}

/// Sends a signal as often as it is said to whom.
fn kill(signal: &str, whom: &[&str]) {
    let mut command = Command::new("kill");
    command
        .args([signal, "--"])
        .args(whom)
        .stderr(Stdio::null());
    command.status().expect("kill is in every Unix");
}

/// Whether a process is there and no zombie.
fn lives(id: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    !status.is_empty() && !status.contains("State:\tZ")
}

/// Children of a process.
fn children(id: &str) -> Vec<String> {
    let output = Command::new("ps")
        .args(["-o", "pid=", "--ppid", id])
        .output();
    let text = String::from_utf8(output.expect("ps").stdout).expect("numbers");
    text.split_whitespace().map(str::to_owned).collect()
}

fn assert_report(output: &Output, code: i32, words: &[&str]) {
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    for word in words {
        assert!(said.contains(word), "{word} is not in {output:?}");
    }
}

/// The time is for a test that is killed: nothing must go on behind it.
const SEARCH: [&str; 4] = [
    "--reduce=none",
    "--memory=1G",
    "--progress=always",
    "--max-time=300",
];
/// The search runs.
const RUNS: &str = "states/s";

fn analyzer(defines: &[&str], folder: &Path) -> Command {
    let model = analyzer::scratch().join("endless.pml");
    fs::create_dir_all(analyzer::scratch()).expect("target folder");
    write_if_changed(&model, ENDLESS);
    let analyzer = analyzer::built_quickly(Recipe::new(model).defines(defines.to_vec()));
    let mut command = Command::new(analyzer.binary);
    command.args(SEARCH).current_dir(folder);
    command
}

#[test]
fn an_analyzer_reports() {
    let folder = tempfile::tempdir().expect("temporary folder");
    for signal in signals() {
        let mut command = analyzer(&[], folder.path());
        command.args(["--json", "report", "--dump-states", "states"]);
        let started = Started::new(&mut command, RUNS);
        kill(signal, &[&started.id()]);
        let (output, _) = started.end();
        let incomplete = ["incomplete: no ", "but it was interrupted", "states stored"];
        assert_report(&output, 3, &incomplete);
        let report = fs::read_to_string(folder.path().join("report")).expect("a report");
        assert!(report.contains("\"reason\": \"interrupted\""), "{report}");
        let states = fs::read_to_string(folder.path().join("states")).expect("states");
        assert!(states.ends_with('\n'), "whole lines");
    }
    let started = Started::new(analyzer(&["WRONG"], folder.path()).args(["-c0"]), RUNS);
    kill("-TERM", &[&started.id()]);
    assert_report(
        &started.end().0,
        1,
        &["violated: assertion violated", "trail, in "],
    );
    let count = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(count, 3, "the report, the states, the trail");
}

/// Also one with several threads, of which one looks for all.
#[test]
fn all_threads_end() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut command = analyzer(&[], folder.path());
    let command = command.args(["--search", "breadth-first", "--threads", "4"]);
    let started = Started::new(command, RUNS);
    kill("-INT", &[&started.id()]);
    let (output, taken) = started.end();
    let incomplete = ["incomplete: no ", "but it was interrupted", ", 4 threads,"];
    assert_report(&output, 3, &incomplete);
    assert!(taken < Duration::from_secs(10), "{taken:?}");
}

/// What one search has found is told while another one runs.
#[test]
fn a_violated_claim_is_told_at_once() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut command = analyzer(&["CLAIMED"], folder.path());
    command.args(["--threads", "2"]);
    let started = Started::new(&mut command, "; ltl stays violated, Ctrl-C for the report");
    kill("-INT", &[&started.id()]);
    let (output, _) = started.end();
    let violated = [
        "violated: ltl stays: ",
        "assertions, end states  incomplete (interrupted)",
    ];
    assert_report(&output, 1, &violated);
}

/// Also those of a swarm; which searches have ended is told as far as it is known.
#[test]
fn a_swarm_ends() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut command = analyzer(&[], folder.path());
    command.args(["--swarm=1000000", "--threads", "3", "--bits", "30"]);
    let started = Started::new(&mut command, RUNS);
    kill("-INT", &[&started.id()]);
    let (output, taken) = started.end();
    let incomplete = [
        "incomplete: no ",
        "but it was interrupted",
        "searches     3 begun",
    ];
    assert_report(&output, 3, &incomplete);
    assert!(taken < Duration::from_secs(10), "{taken:?}");
}

/// `timeout` sends two signals at once; a person who means it takes longer.
#[test]
fn two_signals_at_once_are_one() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut command = Command::new("timeout");
    let inner = analyzer(&[], folder.path());
    command
        .arg("2")
        .arg(inner.get_program())
        .args(inner.get_args());
    let (output, _) = Started::new(&mut command, RUNS).end();
    assert_report(&output, 124, &["but it was interrupted", "states stored"]);
}

/// Under `nohup` a hangup is not for the program.
#[test]
fn an_ignored_hangup_stays_ignored() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let inner = analyzer(&[], folder.path());
    let mut command = Command::new("sh");
    command.args(["-c", r#"trap "" HUP; exec "$@""#, "sh"]);
    command
        .arg(inner.get_program())
        .args(inner.get_args())
        .args(["--max-time", "2"]);
    let started = Started::new(&mut command, RUNS);
    kill("-HUP", &[&started.id()]);
    assert_report(&started.end().0, 3, &["but the time was up"]);
}

/// A folder with models, and `pvgen check` of some of them.
fn check(folder: &Path, models: &[&str]) -> Command {
    fs::write(folder.join("endless.pml"), ENDLESS).expect("temporary folder");
    fs::write(folder.join("small.pml"), "active proctype P() { skip }\n")
        .expect("temporary folder");
    let mut command = Command::new(pvgen::pvgen());
    command
        .arg("check")
        .args(models)
        .arg("--")
        .args(SEARCH)
        .current_dir(folder);
    command.envs(pvgen::cache_of_tests());
    command
}

#[test]
fn signals_reach_the_analyzer_through_pvgen() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path();
    type Whom = fn(&Started) -> String;
    let alone: Whom = Started::id;
    let group: Whom = Started::group;
    let analyzer: Whom = |started| children(&started.id()).remove(0);
    let ways = signals().flat_map(|signal| [(signal, group), (signal, alone)]);
    for (signal, whom) in ways.chain([("-TERM", analyzer)]) {
        let started = Started::new(&mut check(folder, &["endless.pml"]), RUNS);
        let orphan = children(&started.id()).remove(0);
        let whom = whom(&started);
        // Twice by one way within a moment.
        kill(signal, &[&whom, &whom]);
        let (output, _) = started.end();
        assert_report(&output, 3, &["but it was interrupted", "states stored"]);
        assert!(!lives(&orphan), "{signal}");
    }
    assert_eq!(
        fs::read_dir(folder).expect("a folder").count(),
        2,
        "the models"
    );
}

/// An analyzer that does not listen: it is stopped.
#[test]
fn a_second_signal_ends_all_at_once() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let started = Started::new(&mut check(folder.path(), &["endless.pml"]), RUNS);
    let analyzer = children(&started.id()).remove(0);
    kill("-STOP", &[&analyzer]);
    kill("-INT", &[&started.id()]);
    sleep(APART);
    assert!(lives(&started.id()), "the first one waits for the report");
    kill("-INT", &[&started.id()]);
    let (output, taken) = started.end();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(taken < Duration::from_secs(10), "{taken:?}");
    assert!(!lives(&analyzer));
}

#[test]
fn of_several_models_the_others_are_not_started() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let models = ["small.pml", "endless.pml", "./small.pml"];
    let mut command = check(folder.path(), &models);
    command.process_group(0).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("pvgen runs");
    let started = Started {
        child,
        said: String::new(),
    };
    let is_analyzer = |id: &String| {
        let line = fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
        line.contains("pan_endless") && has(id, "SigCgt", 15)
    };
    let start = Instant::now();
    while !children(&started.id()).iter().any(is_analyzer) {
        assert!(start.elapsed() < 5 * LIMIT, "the analyzer does not start");
        sleep(Duration::from_millis(20));
    }
    kill("-TERM", &[&started.id()]);
    let (output, _) = started.end();
    let rows = ["verified", "incomplete (interrupted)", "not started"];
    assert_report(&output, 3, &rows);
}

/// A cargo that has started a compiler.
#[test]
fn while_cargo_builds_nothing_is_left() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path();
    // Its own: in that of the other tests a build of theirs may hold the lock for longer than
    // `LIMIT`.
    let cache = tempfile::tempdir().expect("temporary folder");
    let cargo = folder.join("cargo");
    let mut file = fs::File::create(&cargo).expect("temporary folder");
    let script = format!(
        "#!/bin/sh\nsleep 600 &\necho $! >{0}/part\nmv {0}/part {0}/id\nwait\n",
        folder.display()
    );
    file.write_all(script.as_bytes()).expect("temporary folder");
    drop(file);
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).expect("temporary folder");
    for (signal, whole_group) in signals().zip([true, false, false]) {
        let mut command = check(folder, &["endless.pml"]);
        command
            .env("CARGO", &cargo)
            .env("XDG_CACHE_HOME", cache.path())
            .process_group(0)
            .stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("pvgen runs");
        let said = String::new();
        let started = Started { child, said };
        let start = Instant::now();
        while !folder.join("id").exists() {
            assert!(start.elapsed() < LIMIT, "no cargo is started");
            sleep(Duration::from_millis(5));
        }
        let compiler = fs::read_to_string(folder.join("id")).expect("a number");
        let whom = if whole_group {
            started.group()
        } else {
            started.id()
        };
        kill(signal, &[&whom]);
        let (output, _) = started.end();
        assert_report(&output, 130, &[]);
        assert!(!lives(compiler.trim()), "{signal}: the compiler goes on");
        fs::remove_file(folder.join("id")).expect("temporary folder");
        let files = fs::read_dir(folder).expect("a folder").count();
        assert_eq!(files, 3, "the models and the script");
    }
}

/// It writes no files, so it ends as programs do.
#[test]
fn a_simulation_ends() {
    let folder = tempfile::tempdir().expect("temporary folder");
    fs::write(folder.path().join("m.pml"), ENDLESS).expect("temporary folder");
    for signal in signals().filter(|signal| *signal != "-INT") {
        let mut command = Command::new(pvgen::pvgen());
        command
            .args(["simulate", "m.pml"])
            .current_dir(folder.path());
        let child = command.stdout(Stdio::null()).process_group(0).spawn();
        let started = Started {
            child: child.expect("pvgen runs"),
            said: String::new(),
        };
        sleep(APART);
        kill(signal, &[&started.id()]);
        let (output, _) = started.end();
        assert!(output.status.signal().is_some(), "{output:?}");
    }
}
