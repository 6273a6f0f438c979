//! Models and commands that cannot work: exit 2, a message that names place and cause, nothing
//! written, and an existing analyzer left as it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use support::process::Finished;
use support::{examples, jobs, pvgen};

const GOOD: &str = "byte x;\nactive proctype P() {\n  x = 1;\n  assert(x == 1)\n}\n";

/// A model that must be refused, and what the message must contain.
struct Bad {
    name: &'static str,
    model: &'static [u8],
    says: &'static [&'static str],
}

const BAD: &[Bad] = &[
    Bad {
        name: "truncated",
        model: b"byte x;\nactive proctype P() {\n  x = 1;\n",
        says: &["m.pml:", "}"],
    },
    Bad {
        name: "unknown name",
        model: b"byte x;\nactive proctype P() {\n  x = 1;\n  yy = 2\n}\n",
        says: &["m.pml:4:3", "yy"],
    },
    Bad {
        name: "two unknown names",
        model: b"active proctype P() {\n  first = 1;\n  second = 2\n}\n",
        says: &["m.pml:2:3", "m.pml:3:3", "first", "second"],
    },
    Bad {
        name: "wrong type",
        model: b"byte x;\nactive proctype P() {\n  x ! 1\n}\n",
        says: &["m.pml:3:3", "x", "chan"],
    },
    Bad {
        name: "unterminated comment",
        model: b"byte x; /* never closed\nactive proctype P() { x = 1 }\n",
        says: &["m.pml:1:9", "comment"],
    },
    Bad {
        name: "recursive include",
        model: b"#include \"a.h\"\n",
        says: &["a.h", "include"],
    },
    Bad {
        name: "missing include",
        model: b"#include \"none.h\"\n",
        says: &["m.pml:1", "none.h"],
    },
    Bad {
        name: "binary garbage",
        model: &[
            0x7f, b'E', b'L', b'F', 0, 1, 0xff, 0xfe, b'\n', 0, 0, 0x80, 0xc3, 0x28, b'\n',
        ],
        says: &["m.pml"],
    },
    Bad {
        name: "empty",
        model: b"",
        says: &["m.pml", "empty"],
    },
    Bad {
        name: "only a comment",
        model: b"/* nothing here */\n",
        says: &["m.pml:1", "empty", "init"],
    },
    Bad {
        name: "unsupported construct",
        model: b"active proctype P() {\n  c_code { x = 1; }\n}\n",
        says: &["m.pml:2:3", "c_code"],
    },
    Bad {
        name: "too many arguments",
        model: b"proctype P(byte a) { skip }\ninit { run P(1, 2) }\n",
        says: &["m.pml:2", "P"],
    },
];

#[test]
fn bad_models_are_refused() {
    let mut problems = Vec::new();
    for (bad, problem) in BAD.iter().zip(jobs::on_all_cores(BAD, refused)) {
        problems.extend(problem.map(|problem| format!("{}: {problem}", bad.name)));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

/// Once where nothing exists, once over an analyzer of a good version of the same model.
fn refused(bad: &Bad) -> Option<String> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path();
    fs::write(folder.join("a.h"), "byte x;\n#include \"a.h\"\n").expect("temporary folder");
    fs::write(folder.join("m.pml"), bad.model).expect("temporary folder");
    let before = snapshot(folder);
    let first = pvgen::run(folder, &["m.pml", "--out", "out"]);
    let problem = not_refused(&first, bad.says);
    if problem.is_some() || snapshot(folder) != before {
        return Some(problem.unwrap_or_else(|| "something was written".into()));
    }

    fs::write(folder.join("m.pml"), GOOD).expect("temporary folder");
    let good = pvgen::run(folder, &["m.pml", "--out", "out"]);
    assert_eq!(good.code(), Some(0), "{}", good.all_output());
    fs::write(folder.join("m.pml"), bad.model).expect("temporary folder");
    let before = snapshot(folder);
    let second = pvgen::run(folder, &["m.pml", "--out", "out"]);
    let changed = (snapshot(folder) != before).then(|| "the existing analyzer was changed".into());
    not_refused(&second, bad.says).or(changed)
}

fn not_refused(finished: &Finished, says: &[&str]) -> Option<String> {
    let output = finished.all_output();
    let missing: Vec<_> = says
        .iter()
        .filter(|text| !output.contains(**text))
        .collect();
    let silent = finished.stderr.trim().is_empty();
    let bad =
        finished.code() != Some(2) || output.contains("panicked") || silent || !missing.is_empty();
    bad.then(|| {
        format!(
            "exit {:?}, not said: {missing:?}\n{output}",
            finished.code()
        )
    })
}

/// Every file below a folder, with its content.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
    {
        if entry.is_dir() {
            files.extend(snapshot(&entry));
        } else {
            files.insert(entry.clone(), fs::read(&entry).expect("a file"));
        }
    }
    files
}

/// A real model cut off at many places: whatever the cut hits, an answer in words.
#[test]
fn every_truncation_is_answered() {
    let model = fs::read(examples().join("pftp.pml")).expect("an example of ours");
    let cuts: Vec<usize> = (0..model.len()).step_by(model.len() / 97).collect();
    let problems = jobs::on_all_cores(&cuts, |&cut| {
        let folder = tempfile::tempdir().expect("temporary folder");
        fs::write(folder.path().join("m.pml"), &model[..cut]).expect("temporary folder");
        let finished = pvgen::run(folder.path(), &["m.pml", "--out", "out"]);
        let whole = finished.code() == Some(0);
        if whole {
            None
        } else {
            not_refused(&finished, &["m.pml"]).map(|p| format!("cut at {cut}: {p}"))
        }
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn a_missing_model_is_named() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let finished = pvgen::run(folder.path(), &["none.pml", "--out", "out"]);
    assert_eq!(not_refused(&finished, &["none.pml"]), None);
    fs::create_dir(folder.path().join("d.pml")).expect("temporary folder");
    let finished = pvgen::run(folder.path(), &["d.pml", "--out", "out"]);
    assert_eq!(not_refused(&finished, &["d.pml", "folder"]), None);
    assert!(snapshot(folder.path()).is_empty());
}

/// Permissions do not stop root, who runs many a CI: a file in the place of a folder stops
/// everyone, and so does `/proc`.
#[test]
fn an_unwritable_output_folder_is_named() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path();
    fs::write(folder.join("m.pml"), GOOD).expect("temporary folder");
    fs::write(folder.join("taken"), "a file").expect("temporary folder");
    let before = snapshot(folder);
    for out in ["taken", "taken/pan_m", "/proc/pvgen/pan_m"] {
        let finished = pvgen::run(folder, &["m.pml", "--out", out]);
        assert_eq!(not_refused(&finished, &[out]), None);
    }
    assert_eq!(snapshot(folder), before);
}

/// What pvgen has not written it does not overwrite, and an analyzer of one model is not taken for
/// another's.
#[test]
fn other_peoples_files_are_kept() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path();
    fs::write(folder.join("m.pml"), GOOD).expect("temporary folder");
    fs::create_dir_all(folder.join("mine/src")).expect("temporary folder");
    fs::write(folder.join("mine/src/main.rs"), "fn main() {}\n").expect("temporary folder");
    let before = snapshot(folder);
    let finished = pvgen::run(folder, &["m.pml", "--out", "mine"]);
    assert_eq!(not_refused(&finished, &["main.rs"]), None);
    assert_eq!(snapshot(folder), before);

    let finished = pvgen::run(folder, &["m.pml", "--out", "out"]);
    assert_eq!(finished.code(), Some(0), "{}", finished.all_output());
    fs::create_dir(folder.join("sub")).expect("temporary folder");
    fs::write(folder.join("sub/m.pml"), GOOD).expect("temporary folder");
    let before = snapshot(folder);
    let finished = pvgen::run(folder, &["sub/m.pml", "--out", "out"]);
    assert_eq!(not_refused(&finished, &["m.pml", "--name"]), None);
    assert_eq!(snapshot(folder), before);
}

#[test]
fn a_mistyped_option_gets_a_suggestion() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let finished = pvgen::run(folder.path(), &["m.pml", "--unoptimised"]);
    assert_eq!(not_refused(&finished, &["--unoptimized"]), None);
}
