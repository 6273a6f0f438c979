//! Outputs that cannot be written, and files that must not be replaced (faults of commands 3, 4 and
//! 7): no verdict is lost, nothing aborts, nothing is half-written, and nothing of others is
//! replaced.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use support::analyzer::{self, Analyzer, Recipe};
use support::process::{self, Finished};
use support::{pvgen, write_if_changed};

/// Its assertion fails in the second step.
const WRONG: &str = "byte x;\nactive proctype P() { x++; assert(x == 2) }\n";

/// A verdict, the options that lead to it, its words, and its exit status when all can be written.
struct Verdict {
    options: &'static [&'static str],
    words: &'static str,
    status: i32,
}

const VERDICTS: [Verdict; 3] = [
    Verdict {
        options: &["-A"],
        words: "verified",
        status: 0,
    },
    Verdict {
        options: &[],
        words: "violated: assertion violated: assert(x == 2)",
        status: 1,
    },
    Verdict {
        options: &["-A", "--max-depth", "1"],
        words: "incomplete",
        status: 3,
    },
];

impl Verdict {
    /// The exit status when something is missing that was asked for, or not.
    fn status(&self, is_missing: bool) -> i32 {
        match self.status {
            0 | 3 if is_missing => 4,
            status => status,
        }
    }
}

/// The analyzers of `a/m.pml` and `b/m.pml`, which are the same.
fn analyzers() -> &'static [Analyzer] {
    static ANALYZERS: OnceLock<Vec<Analyzer>> = OnceLock::new();
    ANALYZERS.get_or_init(|| {
        let recipes = ["a/m.pml", "b/m.pml"].map(|name| {
            let path = analyzer::scratch().join("outputs").join(name);
            fs::create_dir_all(path.parent().expect("in a folder")).expect("target folder");
            write_if_changed(&path, WRONG);
            Recipe::new(path)
        });
        let built = analyzer::build_quickly(&recipes).into_iter();
        let built = built.map(|it| it.unwrap_or_else(|refused| panic!("{}", refused.all_output())));
        built.collect()
    })
}

/// A folder with a model.
struct Workplace {
    folder: tempfile::TempDir,
}

impl Workplace {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("temporary folder");
        fs::write(folder.path().join("model.pml"), WRONG).expect("temporary folder");
        Self { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs the first analyzer by a line of the shell, in which it is `"$@"`.
    fn shell(&self, line: &str, arguments: &[&str]) -> Finished {
        let mut command = Command::new("sh");
        command.args(["-c", line, "sh"]).arg(&analyzers()[0].binary);
        command
            .args(["--memory", "64M"])
            .args(arguments)
            .current_dir(self.path());
        process::run(&mut command, Duration::from_secs(60))
    }

    fn run(&self, arguments: &[&str]) -> Finished {
        self.shell(r#"exec "$@""#, arguments)
    }

    /// All files but the model.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).expect("temporary folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into()).collect();
        names.retain(|name| name != "model.pml");
        names.sort();
        names
    }
}

/// A way to lose a standard stream, where the verdict is then, and whether that is what was asked
/// for.
const STREAMS: [(&str, &str, bool); 8] = [
    (r#"exec "$@""#, "stdout", false),
    (r#"exec "$@" >/dev/full"#, "stderr", true),
    (r#"exec "$@" >&-"#, "stderr", true),
    (r#"exec "$@" 2>/dev/full"#, "stdout", false),
    (r#"exec "$@" 2>&-"#, "stdout", false),
    (r#"exec "$@" >&- 2>&-"#, "", true),
    (r#"exec "$@" >/dev/full 2>/dev/full"#, "", true),
    // The reader has gone before anything is written.
    (
        r#"{ sleep 0.2; "$@"; echo $? >status; } | true; exit $(cat status)"#,
        "stderr",
        true,
    ),
];

#[test]
fn a_verdict_is_printed_on_the_stream_that_is_left() {
    let place = Workplace::new();
    for (line, stream, is_missing) in STREAMS {
        for verdict in &VERDICTS {
            for quiet in [&[][..], &["--quiet"]] {
                let arguments = [verdict.options, quiet].concat();
                let finished = place.shell(line, &arguments);
                let context = format!("{line} {arguments:?}: {finished:?}");
                assert_eq!(
                    finished.code(),
                    Some(verdict.status(is_missing)),
                    "{context}"
                );
                for (name, text) in [("stdout", &finished.stdout), ("stderr", &finished.stderr)] {
                    assert_eq!(text.contains(verdict.words), name == stream, "{context}");
                }
                let names_it = finished
                    .stderr
                    .contains("cannot write to standard output: ");
                assert_eq!(names_it, is_missing && !stream.is_empty(), "{context}");
            }
        }
    }
}

/// With `--json -` the words are on standard error; they are not what was asked for.
#[test]
fn json_on_a_stream() {
    let place = Workplace::new();
    let rows = [
        (r#"exec "$@""#, true, true, false),
        (r#"exec "$@" >/dev/full"#, false, true, true),
        (r#"exec "$@" >&-"#, false, true, true),
        (r#"exec "$@" 2>/dev/full"#, true, false, false),
        (r#"exec "$@" 2>&-"#, true, false, false),
    ];
    for (line, json, words, is_missing) in rows {
        for verdict in &VERDICTS {
            let finished = place.shell(line, &[verdict.options, &["--json", "-"]].concat());
            let context = format!("{line} {:?}: {finished:?}", verdict.options);
            assert_eq!(
                finished.code(),
                Some(verdict.status(is_missing)),
                "{context}"
            );
            let parsed = serde_json::from_str::<serde_json::Value>(&finished.stdout);
            assert_eq!(parsed.is_ok(), json, "{context}");
            assert_eq!(finished.stderr.contains(verdict.words), words, "{context}");
        }
    }
}

/// An option for a file, and with which of the verdicts something is written: without a violation
/// there is no trail, without an end no graph; and no end of this model is invalid.
const FILES: [(&str, [bool; 3]); 6] = [
    ("--json", [true, true, true]),
    ("--trail", [false, true, false]),
    ("--dump-states", [true, true, true]),
    ("--dump-ends", [false, false, false]),
    ("--export", [true, false, false]),
    ("--byte-frequencies", [true, true, true]),
];

#[test]
fn a_file_that_cannot_be_written_takes_no_verdict_away() {
    let place = Workplace::new();
    let ways = [
        // A full device, and a file that may not become so large, as on a disk that is full.
        (r#"exec "$@""#, "/dev/full"),
        // Our own files for what it says are limited too: through a pipe.
        (
            r#"said=$(ulimit -f 0; exec "$@" 2>&1); code=$?; echo "$said"; exit $code"#,
            "file",
        ),
    ];
    for (line, file) in ways {
        for (option, writes) in FILES {
            for (verdict, writes) in VERDICTS.iter().zip(writes) {
                // `--export` goes with no bound on the depth.
                if option == "--export" && verdict.status == 3 {
                    continue;
                }
                let finished = place.shell(line, &[verdict.options, &[option, file]].concat());
                let context = format!("{line} {option} {file}: {finished:?}");
                assert_eq!(finished.code(), Some(verdict.status(writes)), "{context}");
                assert!(finished.stdout.contains(verdict.words), "{context}");
                let words = format!("cannot write {file}: ");
                assert_eq!(finished.all_output().contains(&words), writes, "{context}");
                let expected: &[&str] = match file {
                    // Nothing had to be written.
                    "file" if option == "--dump-ends" => &["file"],
                    _ => &[],
                };
                let mut files = place.files();
                files.retain(|name| !name.ends_with(".trail"));
                assert_eq!(files, expected, "{context}");
                let _ = fs::remove_file(place.path().join("file"));
            }
        }
    }
}

#[test]
fn what_can_be_known_is_said_before_the_search() {
    let place = Workplace::new();
    fs::write(place.path().join("notes"), "mine\n").expect("temporary folder");
    let files = [
        "none/file",
        "notes/file",
        ".",
        "model.pml",
        "notes",
        "/proc/file",
        "",
    ];
    for file in files {
        for (option, _) in FILES {
            for verdict in &VERDICTS[..2] {
                let finished = place.run(&[verdict.options, &[option, file]].concat());
                let context = format!("{option} {file}: {finished:?}");
                assert_eq!(finished.code(), Some(2), "{context}");
                assert_eq!(finished.stdout, "", "{context}");
                let said = format!("cannot write {file}: ");
                assert!(finished.stderr.contains(&said), "{context}");
                let remedy = format!("with {option}, or remove this one");
                let foreign = ["model.pml", "notes"].contains(&file);
                assert_eq!(finished.stderr.contains(&remedy), foreign, "{context}");
            }
        }
    }
    assert_eq!(place.files(), ["notes"]);
    assert_eq!(
        fs::read_to_string(place.path().join("notes")).unwrap(),
        "mine\n"
    );
    assert_eq!(
        fs::read_to_string(place.path().join("model.pml")).unwrap(),
        WRONG
    );
}

#[test]
fn an_earlier_output_of_the_same_kind_is_replaced() {
    let place = Workplace::new();
    let link = place.path().join("link");
    std::os::unix::fs::symlink("real", &link).expect("temporary folder");
    for (option, writes) in FILES {
        let verdict = &VERDICTS[usize::from(!writes[0])];
        let write = |file| place.run(&[verdict.options, &[option, file]].concat());
        fs::write(place.path().join("real"), "").expect("temporary folder");
        let mut texts = Vec::new();
        for file in ["real", "real", "link"] {
            let finished = write(file);
            let context = format!("{option} {file}: {finished:?}");
            assert_eq!(finished.code(), Some(verdict.status), "{context}");
            texts.push(fs::read(place.path().join("real")).unwrap());
            let is_empty = texts[texts.len() - 1].is_empty();
            assert_eq!(is_empty, option == "--dump-ends", "{context}");
        }
        assert!(link.is_symlink(), "{option}");
        for (other, _) in FILES.iter().filter(|(other, _)| *other != option) {
            let states = ["--dump-states", "--dump-ends"];
            let is_alike = states.contains(other) && states.contains(&option);
            if is_alike || option == "--dump-ends" {
                continue;
            }
            let finished = place.run(&["-A", other, "real"]);
            assert_eq!(
                finished.code(),
                Some(2),
                "{option} then {other}: {finished:?}"
            );
        }
        assert_eq!(
            fs::read(place.path().join("real")).unwrap(),
            texts[2],
            "{option}"
        );
    }
    let mut files = place.files();
    files.retain(|name| !name.ends_with(".trail"));
    assert_eq!(files, ["link", "real"]);
}

/// What is no file is written where it is, and stays what it is.
#[test]
fn devices_and_pipes() {
    let place = Workplace::new();
    let line = r#"mkfifo pipe; cat pipe >got & "$@" --json pipe; wait"#;
    let finished = place.shell(line, &["-A"]);
    let got = fs::read_to_string(place.path().join("got")).unwrap();
    assert!(got.contains("\"verdict\": \"verified\""), "{finished:?}");
    for (option, _) in FILES {
        let finished = place.run(&["-A", option, "/dev/null"]);
        assert_eq!(finished.code(), Some(0), "{option}: {finished:?}");
    }
    let device = fs::metadata("/dev/null").expect("a device");
    assert!(!device.is_file());
    // Standard output is a file here: the report stands behind the states, not over them.
    let line = r#""$@" --dump-states /dev/stdout >both"#;
    let finished = place.shell(line, &["-A"]);
    let both = fs::read_to_string(place.path().join("both")).unwrap();
    let starts = both.starts_with("x=0 | P[0]@");
    assert!(starts && both.contains("\nverified"), "{both} {finished:?}");
    let finished = place.shell(r#""$@" --json both >both"#, &["-A"]);
    assert_eq!(finished.code(), Some(2));
    assert!(finished.stderr.contains("standard output"), "{finished:?}");
    let finished = place.run(&["-A", "--json", "same", "--dump-states", "./same"]);
    assert_eq!(finished.code(), Some(2));
    assert!(
        finished.stderr.contains("two outputs go there"),
        "{finished:?}"
    );
}

/// The model of a trail file.
fn model_of(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let line = text.lines().nth(1).expect("a trail");
    line.trim_start_matches("model ").to_owned()
}

#[test]
fn two_models_never_share_a_trail() {
    let place = Workplace::new();
    let run = |model: usize, arguments: &[&str]| {
        let mut command = Command::new(&analyzers()[model].binary);
        command.args(arguments).current_dir(place.path());
        process::run(&mut command, Duration::from_secs(60))
    };
    // The names of these models are `m_<digest>`: it is the path that tells them apart.
    let named: Vec<PathBuf> = (0..2)
        .map(|model| {
            assert_eq!(run(model, &[]).code(), Some(1));
            let trails = place.files();
            let trail = trails.iter().find(|name| {
                model_of(&place.path().join(name)).contains(["/a/m.pml", "/b/m.pml"][model])
            });
            place.path().join(trail.expect("a trail"))
        })
        .collect();
    assert_ne!(named[0], named[1]);
    let theirs = named[0].to_str().expect("a name of ours");
    let refused = run(1, &["--trail", theirs]);
    assert_eq!(refused.code(), Some(2), "{refused:?}");
    assert!(
        refused.stderr.contains("a trail of another model, "),
        "{refused:?}"
    );
    assert_eq!(run(0, &["--trail", theirs]).code(), Some(1));
    // The name that it would take is the other's.
    fs::copy(&named[0], &named[1]).expect("temporary folder");
    let finished = run(1, &[]);
    assert_eq!(finished.code(), Some(1), "{finished:?}");
    assert!(model_of(&named[1]).ends_with("/a/m.pml"));
    let other = place
        .files()
        .into_iter()
        .find(|name| model_of(&place.path().join(name)).ends_with("/b/m.pml"));
    let other = other.expect("a trail of its own");
    assert!(other.ends_with("_b_m.trail"), "named by the path: {other}");
    // Foreign files at both names.
    fs::write(&named[1], "mine\n").expect("temporary folder");
    fs::write(place.path().join(&other), "mine\n").expect("temporary folder");
    let refused = run(1, &["-A"]);
    assert_eq!(refused.code(), Some(2), "{refused:?}");
    assert!(
        refused.stderr.contains("give another file with --trail"),
        "{refused:?}"
    );
}

/// Both have a violation: two trails. And the table, when standard output is full.
#[test]
fn check_of_two_models_of_one_name() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path();
    for name in ["a", "b"] {
        fs::create_dir(folder.join(name)).expect("temporary folder");
        fs::write(folder.join(name).join("m.pml"), WRONG).expect("temporary folder");
    }
    let check = |redirected: &str, arguments: &[&str]| {
        let mut command = Command::new("sh");
        let line = format!(r#"exec "$@" {redirected}"#);
        command.args(["-c", &line, "sh"]).arg(pvgen::pvgen());
        command.args(["check", "a/m.pml", "b/m.pml", "--", "--memory", "64M"]);
        command
            .args(arguments)
            .current_dir(folder)
            .envs(pvgen::cache_of_tests());
        process::run(&mut command, Duration::from_secs(600))
    };
    let finished = check("", &[]);
    assert_eq!(finished.code(), Some(1), "{}", finished.all_output());
    for name in ["a", "b"] {
        let trail = format!("{name}_m.trail");
        assert!(
            finished.stdout.contains(&trail),
            "{}",
            finished.all_output()
        );
        assert_eq!(model_of(&folder.join(trail)), format!("{name}/m.pml"));
    }
    for (redirected, options, code) in [(">/dev/full", &["-A"][..], 4), (">&-", &[], 1)] {
        let finished = check(redirected, options);
        assert_eq!(finished.code(), Some(code), "{}", finished.all_output());
        assert!(finished.stderr.contains("b/m.pml"), "the table is there");
        assert!(finished.stderr.contains("cannot write to standard output"));
    }
    let refused = check("", &["--trail", "t"]);
    assert_eq!(refused.code(), Some(2), "{}", refused.all_output());
    assert!(refused.stderr.contains("--trail is for one model"));
}

/// Each command of pvgen with streams that are closed or full: the exit code says what it always
/// says, or 4 where a text is lost that was asked for.
#[test]
fn pvgen_never_aborts() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path();
    fs::write(folder.join("m.pml"), "active proctype P() { skip }\n").expect("temporary folder");
    fs::write(folder.join("bad.pml"), "active proctype P() { y++ }\n").expect("temporary folder");
    fs::write(folder.join("bad.trail"), "none\n").expect("temporary folder");
    let rows: [(&[&str], i32, bool); 10] = [
        (&["check", "bad.pml"], 2, false),
        (
            &["check", "m.pml", "bad.pml", "--", "--json", "x"],
            2,
            false,
        ),
        (&["bad.pml"], 2, false),
        (&["m.pml", "--unoptimised"], 2, false),
        (&["tags", "bad.pml"], 2, false),
        (&["simulate", "bad.pml"], 2, false),
        (&["replay", "m.pml", "bad.trail"], 2, false),
        (&["--help"], 0, true),
        (&["tags", "m.pml"], 0, true),
        (&["simulate", "m.pml"], 0, true),
    ];
    for (arguments, code, says) in rows {
        for redirected in ["", "2>/dev/full", "2>&-", ">/dev/full", ">&-", ">&- 2>&-"] {
            let mut command = Command::new("sh");
            let line = format!(r#"exec "$@" {redirected}"#);
            command
                .args(["-c", &line, "sh"])
                .arg(pvgen::pvgen())
                .args(arguments);
            command.current_dir(folder).envs(pvgen::cache_of_tests());
            let finished = process::run(&mut command, Duration::from_secs(60));
            // A closed stream and a help that is asked for: the library prints it, and takes that
            // for written.
            let is_lost = says && redirected.starts_with('>');
            let is_help = arguments == ["--help"] && redirected.starts_with(">&-");
            let code = if is_lost && !is_help { 4 } else { code };
            let context = format!("{arguments:?} {redirected}: {finished:?}");
            assert_eq!(finished.code(), Some(code), "{context}");
        }
    }
}
