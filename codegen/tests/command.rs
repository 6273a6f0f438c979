//! The command line: what is written where, and what is refused with which message.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

const MODEL: &str = "byte x;\nactive [2] proctype P() { x++; x++ }\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("m.pml"), MODEL).expect("writable");
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn pvgen(&self, arguments: &[&str]) -> (i32, String) {
        let mut command = Command::cargo_bin("pvgen").expect("pvgen is built");
        command.args(arguments).current_dir(self.path());
        command.env("XDG_CACHE_HOME", self.path().join("cache"));
        let output = command.output().expect("pvgen runs");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).expect("text");
        (output.status.code().expect("no signal"), said)
    }

    fn files(&self) -> BTreeMap<PathBuf, String> {
        let mut files = BTreeMap::new();
        collect(self.path(), &mut files);
        files.retain(|path, _| !path.starts_with(self.path().join("cache")));
        files
    }

    /// Refused with exit code 2 and these words, and nothing changed.
    fn refuses(&self, arguments: &[&str], words: &[&str]) {
        let before = self.files();
        let (code, said) = self.pvgen(arguments);
        assert_eq!(code, 2, "{arguments:?}: {said}");
        for word in words {
            assert!(
                said.contains(word),
                "{arguments:?} does not say {word}: {said}"
            );
        }
        assert_eq!(self.files(), before, "{arguments:?} wrote something");
    }
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            let text = fs::read_to_string(&path).unwrap_or_default();
            files.insert(path, text);
        }
    }
}

#[test]
fn an_analyzer_beside_the_model() {
    let folder = Folder::new();
    let (code, said) = folder.pvgen(&["m.pml"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("wrote pan_m"), "{said}");
    assert!(said.contains("cargo run --release"), "{said}");
    let first = folder.files();
    assert!(first.contains_key(&folder.path().join("pan_m/src/proctypes/p.rs")));
    let (_, said) = folder.pvgen(&["m.pml"]);
    assert!(
        !said.contains("new") && !said.contains("changed,"),
        "{said}"
    );
    assert_eq!(folder.files(), first);
}

#[test]
fn only_what_changed_is_written_and_stale_files_go() {
    let folder = Folder::new();
    folder.pvgen(&["m.pml"]);
    let extra = folder.path().join("pan_m/src/notes.rs");
    fs::write(&extra, "// mine\n").expect("writable");
    fs::write(folder.path().join("m.pml"), MODEL.replace("P()", "Q()")).expect("writable");
    let (code, said) = folder.pvgen(&["m.pml"]);
    assert_eq!(code, 0, "{said}");
    let files = folder.files();
    assert!(files.contains_key(&folder.path().join("pan_m/src/proctypes/q.rs")));
    assert!(!files.contains_key(&folder.path().join("pan_m/src/proctypes/p.rs")));
    assert_eq!(files[&extra], "// mine\n");
}

#[test]
fn other_definitions_overwrite_and_another_model_does_not() {
    let folder = Folder::new();
    folder.pvgen(&["m.pml", "-D", "N=1"]);
    let (code, said) = folder.pvgen(&["m.pml", "-DN=2"]);
    assert_eq!(code, 0, "{said}");
    fs::create_dir(folder.path().join("sub")).expect("writable");
    fs::write(folder.path().join("sub/m.pml"), MODEL).expect("writable");
    folder.refuses(
        &["sub/m.pml"],
        &["pan_m is the analyzer of m.pml", "--name"],
    );
    let (code, said) = folder.pvgen(&["sub/m.pml", "--name", "other"]);
    assert_eq!((code, said.contains("pan_other")), (0, true), "{said}");
}

#[test]
fn bad_input() {
    let folder = Folder::new();
    fs::write(folder.path().join("empty.pml"), "").expect("writable");
    fs::write(
        folder.path().join("bad.pml"),
        "active proctype P() { y++ }\n",
    )
    .expect("writable");
    fs::write(folder.path().join("taken"), "a file").expect("writable");
    fs::create_dir_all(folder.path().join("mine/src")).expect("writable");
    fs::write(folder.path().join("mine/src/main.rs"), "fn main() {}\n").expect("writable");
    folder.refuses(&["none.pml"], &["none.pml"]);
    folder.refuses(&["empty.pml"], &["the file is empty"]);
    folder.refuses(&["bad.pml"], &["bad.pml:1:23", "y"]);
    folder.refuses(&["m.pml", "--out", "taken"], &["taken", "not a folder"]);
    folder.refuses(&["m.pml", "--out", "/proc/pvgen"], &["/proc/pvgen"]);
    folder.refuses(&["m.pml", "--out", "mine"], &["mine/src/main.rs", "--out"]);
    folder.refuses(&["m.pml", "--unoptimised"], &["--unoptimized"]);
    folder.refuses(
        &["m.pml", "--allow", "nothing"],
        &["`nothing`", "macro-redefined"],
    );
    folder.refuses(&["m.pml", "bad.pml", "--out", "x"], &["--out"]);
    folder.refuses(&["m.pml", "--name", "--"], &["--name"]);
    folder.refuses(&[], &["MODEL"]);
    folder.refuses(
        &["check", "m.pml", "bad.pml", "--", "--json", "x"],
        &["--json"],
    );
}

#[test]
fn a_bad_model_leaves_its_analyzer_as_it_was() {
    let folder = Folder::new();
    folder.pvgen(&["m.pml"]);
    fs::write(folder.path().join("m.pml"), "active proctype P() { y++ }\n").expect("writable");
    folder.refuses(&["m.pml"], &["m.pml:1:23"]);
}

#[test]
fn vendored_sources_stand_beside_the_analyzer() {
    let folder = Folder::new();
    let (code, said) = folder.pvgen(&["m.pml", "--vendor"]);
    assert_eq!(code, 0, "{said}");
    let files = folder.files();
    assert!(files.contains_key(&folder.path().join("pan_m/runtime/src/lib.rs")));
    assert!(files[&folder.path().join("pan_m/Cargo.toml")].contains("path = \"runtime\""));
    assert!(
        !folder.path().join("cache").exists(),
        "the cache is not touched"
    );
}

#[test]
fn in_a_workspace_of_analyzers() {
    let folder = Folder::new();
    fs::write(
        folder.path().join("Cargo.toml"),
        "[workspace]\nmembers = [\"analyzers/*\"]\n",
    )
    .expect("writable");
    fs::create_dir_all(folder.path().join("models/deep")).expect("writable");
    fs::write(folder.path().join("models/deep/P.q-r.pml"), MODEL).expect("writable");
    let (code, said) = folder.pvgen(&["models/deep/P.q-r.pml"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("wrote analyzers/pan_p_q_r"), "{said}");
    assert!(said.contains("cargo run --release -p pan_p_q_r"), "{said}");
    let manifest = folder.path().join("analyzers/pan_p_q_r/Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("a manifest");
    assert!(
        manifest.contains("from models/deep/P.q-r.pml"),
        "{manifest}"
    );
    assert!(
        manifest.contains("[dependencies.runtime]\nworkspace = true"),
        "{manifest}"
    );
    folder.refuses(&["m.pml", "--vendor"], &["--vendor"]);
}

const PHILOSOPHERS: &str = "\
bool fork[2];
chan q = [1] of { byte };
active [2] proctype P() {
  byte seen;
  atomic { !fork[_pid] -> fork[_pid] = true };
  q!1;
  q?seen;
  seen++;
  fork[_pid] = false
}
";

#[test]
fn tags_and_dependencies() {
    let folder = Folder::new();
    fs::write(folder.path().join("p.pml"), PHILOSOPHERS).expect("writable");
    let before = folder.files();
    let (code, said) = folder.pvgen(&["tags", "--unoptimized", "p.pml"]);
    assert_eq!(code, 0, "{said}");
    let expected = "\
p.pml: 7 transitions, 1 of them local

P
   0     5+ !fork[_pid]         write fork[_pid]
   1     5  fork[_pid] = true   write fork[_pid]
   2     6  q!1                 send q
   3     7  q?seen              receive q
   4     8  seen++
   5     9  fork[_pid] = false  write fork[_pid]
   6    10  -end-               end _nr_pr

+ goes on inside an atomic sequence, and has the tags of all that may follow

Dependencies between transitions of different processes (# dependent, x independent when both are enabled)

       0  1  2  3  4  5  6
   0   #  #  .  .  .  #  .
   1   #  #  .  .  .  #  .
   2   .  .  #  x  .  .  .
   3   .  .  x  #  .  .  .
   4   .  .  .  .  .  .  .
   5   #  #  .  .  .  #  .
   6   .  .  .  .  .  .  #
";
    assert_eq!(said, expected);
    let (_, help) = folder.pvgen(&["--help"]);
    assert!(help.contains("tags"), "{help}");
    let (code, said) = folder.pvgen(&["tags", "m.pml", "p.pml"]);
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("!fork[_pid]; fork[_pid] = true  write"),
        "{said}"
    );
    assert!(
        said.contains("m.pml: 2 transitions") && said.contains("\n\np.pml: "),
        "{said}"
    );
    assert_eq!(folder.files(), before, "nothing is written");
    folder.refuses(&["tags", "missing.pml"], &["missing.pml"]);
    folder.refuses(&["tags"], &["MODEL"]);
}

#[test]
fn tags_of_many_transitions_as_lists() {
    let folder = Folder::new();
    let steps = vec!["x++"; 39].join("; ");
    let model = format!("byte x;\nactive [2] proctype P() {{ {steps}; x == 3 }}\n");
    fs::write(folder.path().join("long.pml"), model).expect("writable");
    let (code, said) = folder.pvgen(&["tags", "long.pml"]);
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("long.pml: 41 transitions, 0 of them local"),
        "{said}"
    );
    assert!(said.contains("\n   0  0-39\n"), "{said}");
    assert!(said.contains("\n  39  0-38\n  40  40\n"), "{said}");
}

/// Fault, command 10: a mistyped command, or a file that is not there, and nothing is written.
#[test]
fn what_is_no_file_is_perhaps_a_command() {
    let folder = Folder::new();
    for (typed, meant) in [
        ("chek", "check"),
        ("simulat", "simulate"),
        ("replays", "replay"),
        ("tag", "tags"),
    ] {
        folder.refuses(
            &[typed, "m.pml"],
            &[
                &format!("`{typed}`: there is no such file"),
                &format!("did you mean `{meant}`?"),
            ],
        );
    }
    folder.refuses(
        &["-DN=1", "check", "m.pml"],
        &["it comes first: `pvgen check ...`"],
    );
    folder.refuses(
        &["m.pml", "none.pml"],
        &["`none.pml`: there is no such file"],
    );
    folder.refuses(&["m.pml", "."], &["`.`: it is a folder"]);
}

/// Fault, command 9: what cargo would add to the lock file is there, so that `--locked` goes on.
#[test]
fn the_lock_file_knows_the_analyzer() {
    let folder = Folder::new();
    let manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"analyzers/*\", \"runtime\"]\n\n\
                    [workspace.dependencies]\nruntime = { package = \"pvgen-runtime\", path = \"runtime\" }\n";
    let lock = "version = 4\n\n[[package]]\nname = \"pvgen-runtime\"\nversion = \"0.0.0\"\n";
    let files = [
        ("Cargo.toml", manifest),
        ("Cargo.lock", lock),
        (
            "runtime/Cargo.toml",
            "[package]\nname = \"pvgen-runtime\"\nedition = \"2024\"\n[lib]\nname = \"runtime\"\npath = \"lib.rs\"\n",
        ),
        ("runtime/lib.rs", ""),
    ];
    fs::create_dir_all(folder.path().join("runtime")).expect("writable");
    for (path, text) in files {
        fs::write(folder.path().join(path), text).expect("writable");
    }
    for name in ["zebra", "m", "a"] {
        let (code, said) = folder.pvgen(&["m.pml", "--name", name]);
        assert_eq!(code, 0, "{said}");
    }
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["metadata", "--locked", "--offline", "--format-version", "1"]);
    cargo.current_dir(folder.path()).assert().success();
    // As cargo writes it, entry for entry.
    let path = folder.path().join("Cargo.lock");
    let ours = fs::read_to_string(&path).expect("a lock file");
    fs::remove_file(&path).expect("ours");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["generate-lockfile", "--offline"]);
    cargo.current_dir(folder.path()).assert().success();
    let cargos = fs::read_to_string(&path).expect("a lock file");
    assert!(cargos.ends_with(&ours), "{ours}\n{cargos}");
}

/// Fault, command 11: the messages have colours only where they are wanted.
#[test]
fn colours_are_for_terminals_that_have_them() {
    let folder = Folder::new();
    fs::write(
        folder.path().join("bad.pml"),
        "active proctype P() { y++ }\n",
    )
    .expect("writable");
    let coloured = |settings: &[(&str, &str)]| {
        let mut command = Command::cargo_bin("pvgen").expect("pvgen is built");
        command.args(["tags", "bad.pml"]).current_dir(folder.path());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
            command.env_remove(name);
        }
        command.envs(settings.iter().copied());
        let output = command.output().expect("pvgen runs");
        assert_eq!(output.status.code(), Some(2));
        output.stderr.contains(&0x1b)
    };
    assert!(coloured(&[("CLICOLOR_FORCE", "1"), ("TERM", "xterm")]));
    assert!(!coloured(&[("TERM", "xterm")]), "no terminal");
    assert!(!coloured(&[
        ("NO_COLOR", "1"),
        ("CLICOLOR_FORCE", "1"),
        ("TERM", "xterm")
    ]));
}

/// Before anything is generated or built: each of these is answered at once.
#[test]
fn options_of_spin_and_of_analyzers_are_answered_before_anything_is_built() {
    let folder = Folder::new();
    let cases: [(&[&str], &str); 25] = [
        (
            &["check", "m.pml", "--", "--timeout", "5"],
            "did you mean --max-time?",
        ),
        (
            &["check", "m.pml", "--", "--max-dept", "5"],
            "did you mean --max-depth?",
        ),
        (
            &["check", "m.pml", "--", "-w24"],
            "-w24 is SPIN's: leave it out",
        ),
        (
            &["check", "m.pml", "--", "-DNOREDUCE"],
            "write --reduce none",
        ),
        (
            &["check", "m.pml", "--", "-DN=3"],
            "before `--`: pvgen check MODEL -DN=3",
        ),
        (&["check", "m.pml", "--", "-m"], "--max-depth needs a value"),
        (
            &["check", "m.pml", "--", "--reduce", "locl"],
            "--reduce locl does not exist: did you mean local?",
        ),
        (
            &["check", "m.pml", "--", "-m0"],
            "--max-depth 0: write a number of steps from 1 on",
        ),
        (
            &["check", "m.pml", "--", "--max-time", "10min"],
            "--max-time 10min: write a number of seconds, or a time",
        ),
        (
            &["check", "m.pml", "--", "--memory=2X"],
            "--memory 2X: write bytes or a unit",
        ),
        (
            &["check", "m.pml", "--", "--cache", "few"],
            "--cache few: write a number of states from 1 on, or off",
        ),
        (
            &["check", "m.pml", "--", "other.pml"],
            "an analyzer takes options only",
        ),
        (
            &["check", "m.pml", "--max-time", "5"],
            "pvgen check MODEL -- --max-time TIME",
        ),
        (
            &["check", "m.pml", "--timeout=5"],
            "did you mean --max-time? It comes behind `--`",
        ),
        (
            &["check", "m.pml", "-a"],
            "-a is SPIN's: pvgen check MODEL -- -a",
        ),
        (
            &["check", "-m10000", "m.pml"],
            "pvgen check MODEL -- -m10000",
        ),
        (
            &["check", "-bfs", "m.pml"],
            "write --search breadth-first, behind `--`",
        ),
        (&["check", "--unoptimised", "m.pml"], "'--unoptimized'"),
        (
            &["-run", "-a", "m.pml"],
            "-run is SPIN's: `pvgen check MODEL -- OPTIONS`",
        ),
        (&["-a", "m.pml"], "`pvgen MODEL` writes a verifier"),
        (&["-t3", "m.pml"], "write `pvgen replay MODEL TRAIL`"),
        (&["-l", "m.pml"], "of a verifier: pvgen check MODEL -- -l"),
        (&["-o2", "m.pml"], "write --unoptimized"),
        (
            &["simulate", "-n7", "m.pml"],
            "write `pvgen simulate --seed 7 MODEL`",
        ),
        (
            &["simulate", "-p", "m.pml"],
            "shows each step with what it changes",
        ),
    ];
    for (arguments, words) in cases {
        folder.refuses(arguments, &[words]);
    }
    let (code, said) = folder.pvgen(&["check", "m.pml", "--", "--help"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("--max-time TIME"), "{said}");
    assert!(!folder.path().join("cache").exists());
}

#[test]
fn a_definition_for_the_c_compiler_is_no_option_of_the_search() {
    let folder = Folder::new();
    let note = "the model does not use NOREDUCE. -DNOREDUCE is SPIN's: write --reduce none";
    let (_, said) = folder.pvgen(&["-DNOREDUCE", "m.pml"]);
    assert!(said.contains(note), "{said}");
    fs::write(
        folder.path().join("m.pml"),
        format!("{MODEL}#ifdef NOREDUCE\n#endif\n"),
    )
    .unwrap();
    let (_, said) = folder.pvgen(&["-DNOREDUCE", "m.pml"]);
    assert!(!said.contains("SPIN"), "{said}");
}
