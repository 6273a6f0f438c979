//! Searches whose visited states, or whose queue, lie on the disk: what is found is what is found
//! in memory, whatever happens to the process or to the disk.
//!
//! ```text
//! cargo test --release -p pvgen-tests --test disk -- --ignored      20 kills, and 20 million states in 256 MiB: some minutes
//! ```

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use support::analyzer::{self, Analyzer, Outcome, Recipe};
use support::report::Report;
use support::{examples, process};

const LIMIT: Duration = Duration::from_secs(600);

fn built(model: &str, defines: &[&str]) -> Analyzer {
    let recipe = Recipe::new(examples().join(model));
    analyzer::built_quickly(recipe.defines(defines.iter().copied()).unoptimized())
}

/// Dining philosophers: five are 163,000 states, six 1.8 million, seven 20 million.
fn philosophers(number: u32) -> Analyzer {
    built("benchmarks/philo.pml", &[&format!("N={number}")])
}

/// They all reach for the same hand: nine have 262,144 states; eleven have their deadlock after
/// 172,066.
fn stuck(number: u32) -> Analyzer {
    let number = format!("N={number}");
    built("puzzles/philosophers.pml", &["SAME_HAND", &number])
}

fn search(analyzer: &Analyzer, folder: &Path, options: &[&str]) -> Outcome {
    let options = [&["--search", "breadth-first"], options].concat();
    analyzer.run_in(folder, &options, LIMIT)
}

const DISK: [&str; 4] = ["--store", "disk", "--memory", "1M"];

/// For eleven that are stuck, of whose queue more than a MiB goes to the disk.
const QUEUE: [&str; 4] = ["--cache", "100000", "--memory", "5M"];

/// The same, of which the levels go to the disk.
const LEVELS: [&str; 4] = ["--store", "tree", "--threads", "2"];

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: fs::DirEntry| entry.file_name().display().to_string();
    entries
        .map(|entry| name(entry.expect("an entry")))
        .collect()
}

/// Verdict, counts and trail. Trails are in `folder`.
fn answer(report: &Report, folder: &Path) -> (String, String, Vec<Vec<u8>>) {
    let trails = report.violations.iter().filter_map(|it| it.trail.as_ref());
    let read = |file: &String| fs::read(folder.join(file)).expect("the trail");
    let counts = report.counts().to_string();
    (report.verdict.clone(), counts, trails.map(read).collect())
}

#[test]
fn counts_and_trail_are_those_of_a_search_in_memory() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path();
    let cases = [(philosophers(5), "1"), (stuck(9), "all"), (stuck(11), "1")];
    for (analyzer, errors) in cases {
        let errors = ["--errors", errors];
        let plain = search(
            &analyzer,
            folder,
            &[&errors[..], &["--store", "exact", "--threads", "1"]].concat(),
        );
        let plain = answer(plain.report(), folder);
        let little = search(&analyzer, folder, &[&errors[..], &DISK].concat());
        assert_eq!(answer(little.report(), folder), plain);
        assert!(little.report().disk_bytes > 1 << 20);
        let ample = ["--store", "disk", "--memory", "1G"];
        let ample = search(&analyzer, folder, &[&errors[..], &ample].concat());
        assert_eq!(answer(ample.report(), folder), plain);
        assert_eq!(ample.report().disk_bytes, 0);
    }
}

/// Kills this many searches, each at another moment; then nothing is left, and another one finds
/// what it should.
fn kill(times: u32, options: &[&str]) {
    let analyzer = stuck(11);
    let folder = tempfile::tempdir().expect("temporary folder");
    let undisturbed = search(&analyzer, folder.path(), options);
    assert!(undisturbed.report().disk_bytes > 1 << 20);
    let expected = answer(undisturbed.report(), folder.path());
    assert_eq!((expected.0.as_str(), expected.2.len()), ("violated", 1));
    let mut time = undisturbed.finished.elapsed;
    let mut killed = 0;
    while killed < times {
        let folder = tempfile::tempdir().expect("temporary folder");
        let mut command = Command::new(&analyzer.binary);
        command.args(["--search", "breadth-first"]).args(options);
        command.current_dir(folder.path()).stdout(Stdio::null());
        let mut running = command.spawn().expect("it can be started");
        // At any moment, by the clock.
        let clock = std::time::SystemTime::UNIX_EPOCH.elapsed();
        let random = clock.expect("a clock").subsec_nanos() % 1000;
        let part = (f64::from(killed) + f64::from(random) / 1000.0) / f64::from(times);
        sleep(time.mul_f64(part));
        running.kill().expect("it can be killed");
        if running.wait().expect("it has ended").code().is_some() {
            // It was quicker than the first one.
            time = time.mul_f64(0.8);
            continue;
        }
        killed += 1;
        assert_eq!(names(folder.path()), Vec::<String>::new());
        let outcome = search(&analyzer, folder.path(), options);
        assert_eq!(answer(outcome.report(), folder.path()), expected);
    }
}

#[test]
fn a_killed_search_leaves_nothing() {
    kill(4, &DISK);
    kill(4, &QUEUE);
}

#[test]
#[ignore = "a minute"]
fn twenty_killed_searches_leave_nothing() {
    kill(20, &DISK);
    kill(20, &QUEUE);
}

/// What the system sees, beside what the analyzer was given.
fn assert_stays_within(number: u32, states: u64, memory: &str, bytes: u64) {
    let (analyzer, folder) = (philosophers(number), tempfile::tempdir());
    let folder = folder.expect("temporary folder");
    let json = folder.path().join("report.json");
    let mut command = Command::new(&analyzer.binary);
    command.args(["--search", "breadth-first", "--store", "disk"]);
    command.args(["--memory", memory, "--json"]).arg(&json);
    command.current_dir(folder.path()).stdout(Stdio::null());
    let mut running = command.spawn().expect("it can be started");
    let mut resident = 0;
    while running.try_wait().expect("it is ours").is_none() {
        resident = process::peak_bytes(running.id()).unwrap_or(0).max(resident);
        sleep(Duration::from_millis(10));
    }
    let report = Report::read(&json).expect("a report");
    let found = (report.verdict.as_str(), report.states_stored);
    assert_eq!(found, ("verified", states));
    assert!(report.disk_bytes > bytes);
    assert!(report.memory_bytes <= bytes);
    println!("{states} states with {memory}: {resident} bytes resident at most");
    assert!(
        resident > bytes / 2,
        "{resident} bytes: too little to be true"
    );
    assert!(resident <= bytes + (32 << 20), "{resident} bytes");
}

/// In memory it takes 80 MiB.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_within_the_budget() {
    assert_stays_within(6, 1_807_056, "20M", 20 << 20);
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "minutes"]
fn twenty_million_states_in_256_mebibytes() {
    assert_stays_within(7, 20_151_504, "256M", 256 << 20);
}

fn assert_disk_failed(outcome: &Outcome, says: &str) {
    let output = outcome.finished.all_output();
    assert_eq!(outcome.finished.code(), Some(3), "{output}");
    assert_eq!(outcome.report().reason.as_deref(), Some("disk"));
    assert!(output.contains(says), "{output}");
    assert!(
        output.contains("give another folder with --queue-dir"),
        "{output}"
    );
}

#[test]
fn a_folder_that_is_not_there_is_bad_usage() {
    let folder = tempfile::tempdir().expect("temporary folder");
    for options in [DISK, QUEUE] {
        let options = [&options[..], &["--queue-dir", "nowhere"]].concat();
        let outcome = search(&stuck(11), folder.path(), &options);
        assert_eq!(outcome.finished.code(), Some(2));
        let said = outcome.finished.stderr;
        assert!(
            said.contains("--queue-dir nowhere: no file can be made: No such file"),
            "{said}"
        );
        assert_eq!(names(folder.path()), Vec::<String>::new());
    }
}

/// Files may not become larger than 200 KiB.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_takes_no_more() {
    for options in [DISK, QUEUE, LEVELS] {
        let (analyzer, folder) = (stuck(11), tempfile::tempdir());
        let folder = folder.expect("temporary folder");
        let json = folder.path().join("report.json");
        let script = "ulimit -f 200; exec \"$0\" \"$@\"";
        let mut command = Command::new("bash");
        command.args(["-c", script]).arg(&analyzer.binary);
        command.args(["--search", "breadth-first"]).args(options);
        command.arg("--json").arg(&json).current_dir(folder.path());
        let finished = process::run(&mut command, LIMIT);
        let report = Report::read(&json);
        assert_disk_failed(
            &Outcome { finished, report },
            "a file cannot be written: File too large",
        );
    }
}

/// While it searches, another process writes into its files.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_was_changed() {
    change_files(&philosophers(6), &DISK);
    change_files(&stuck(11), &QUEUE);
    change_files(&stuck(11), &LEVELS);
}

#[cfg(target_os = "linux")]
fn change_files(analyzer: &Analyzer, options: &[&str]) {
    use std::os::unix::fs::FileExt;
    let folder = tempfile::tempdir().expect("temporary folder");
    let json = folder.path().join("report.json");
    let mut command = Command::new(&analyzer.binary);
    command.args(["--search", "breadth-first"]).args(options);
    command.arg("--json").arg(&json).current_dir(folder.path());
    let mut running = command
        .stdout(Stdio::piped())
        .spawn()
        .expect("it can be started");
    let files = format!("/proc/{}/fd", running.id());
    while running.try_wait().expect("it is ours").is_none() {
        for entry in fs::read_dir(&files).into_iter().flatten().flatten() {
            let target = fs::read_link(entry.path()).unwrap_or_default();
            if target.starts_with(folder.path())
                && target.display().to_string().ends_with("(deleted)")
                && let Ok(file) = fs::OpenOptions::new().write(true).open(entry.path())
            {
                let len = file.metadata().map_or(0, |it| it.len());
                let places = (100..len).step_by(500);
                places.for_each(|at| drop(file.write_at(b"changed", at)));
            }
        }
        sleep(Duration::from_millis(10));
    }
    let output = running.wait_with_output().expect("it has ended");
    let report = Report::read(&json).expect("a report");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(report.reason.as_deref(), Some("disk"));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("what was read from a file is not what was written"),
        "{said}"
    );
}
