//! The rules of ARCHITECTURE.md that a search of the text can check, and housekeeping.

use std::fs;
use std::path::{Path, PathBuf};
use support::checkout;

/// Files that may have more than [`MOST_LINES`] lines, and why.
const LONG: &[(&str, &str)] = &[(
    "frontend/src/ast.rs",
    "plain data: a type for each construct of the language",
)];

const MOST_LINES: usize = 600;

/// Of a comment.
const MOST_COLUMNS: usize = 100;

/// What must not be mentioned where. Comments and documentation are exempt: the rule is about code.
const ABSENCES: &[(&str, &[&str], &[&str])] = &[
    ("runtime/src", &["frontend::", "codegen::", "pest::"], &[]),
    (
        "runtime/Cargo.toml",
        &["frontend", "codegen", "pest", "syn"],
        &[],
    ),
    (
        "frontend/src",
        &["runtime::", "codegen::", "quote!", "syn::", "prettyplease"],
        &[],
    ),
    (
        "frontend/Cargo.toml",
        &["runtime", "codegen", "quote", "syn", "prettyplease"],
        &[],
    ),
    (
        "codegen/src",
        &["runtime::"],
        &["codegen/src/emit/paths.rs"],
    ),
    (
        "codegen/src/plan",
        &[
            "quote!",
            "quote::",
            "syn::",
            "proc_macro2",
            "prettyplease",
            "std::fs",
        ],
        &[],
    ),
    ("codegen/src/emit", &["ast::", "std::fs"], &[]),
    (
        "runtime/src/store",
        &[
            "crate::search",
            "crate::model",
            "crate::report",
            "crate::cli",
        ],
        &[],
    ),
    ("runtime/src/search", &["crate::cli", "crate::report"], &[]),
    (
        "analyzers",
        &["cfg(", "feature", "#[allow", "#![allow", "search::"],
        &[],
    ),
];

#[test]
fn nobody_knows_what_it_should_not() {
    let mut found = Vec::new();
    for (place, words, except) in ABSENCES {
        let root = checkout().join(place);
        assert!(
            root.exists() || *place == "analyzers",
            "{place} is gone: adapt the rule"
        );
        for file in files(&root, &["rs", "toml"]) {
            let name = relative(&file);
            if except.contains(&name.as_str()) {
                continue;
            }
            for (line, code) in code_lines(&read(&file)) {
                let known = words.iter().filter(|word| code.contains(**word));
                found.extend(known.map(|word| format!("{name}:{line}: {word}")));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Lines of code with their numbers: without comments, and without in-file tests, which may know
/// more.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let code = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    code.take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
        .map(|(i, line)| (i, line.split("//").next().unwrap_or_default()))
}

/// The rooms of a package, from the ground up: each knows only rooms on floors below its own. Those
/// that are written with `+` are one thought: a model's tables name functions on states.
const FRONT_END: &[&str] = &[
    "connected",
    "ltl",
    "ir linear shown source suggest",
    "interpret mapped_text tags",
    "ast diagnostic population values",
    "token",
    "parse preprocess print",
    "passes separator",
    "inline",
    "driver",
];

/// See there.
const RUNTIME: &[&str] = &[
    "connected disk first_error interrupt json mix shown statistics streams units",
    "progress",
    "monitor",
    "memory",
    "limits",
    "claim+model+state+tags",
    "encode reached step tables view",
    "rows store",
    "cache violation",
    "reduce trail",
    "search",
    "options",
    "outputs report",
    "dump export",
    "check",
    "cli",
];

#[test]
fn rooms_know_only_those_below() {
    let mut found = Vec::new();
    for (package, floors) in [("frontend", FRONT_END), ("runtime", RUNTIME)] {
        let root = checkout().join(package).join("src");
        let floor = |room: &str| {
            let has = |floor: &&str| floor.split([' ', '+']).any(|it| it == room);
            let found = floors.iter().position(has);
            found.unwrap_or_else(|| panic!("on which floor of {package} is {room}?"))
        };
        let mut uses = 0;
        for file in files(&root, &["rs"]) {
            let inside = file.strip_prefix(&root).expect("a file of the package");
            let first = inside.iter().next().expect("a name").to_string_lossy();
            let room = first.trim_end_matches(".rs");
            if room == "lib" {
                continue;
            }
            for (line, other) in rooms_used(&read(&file)) {
                let (own, its) = (floor(room), floor(&other));
                let is_one_thought = own == its && floors[own].contains('+');
                uses += usize::from(other != room);
                if other != room && its >= own && !is_one_thought {
                    found.push(format!("{}:{line}: {other}", relative(&file)));
                }
            }
        }
        assert!(
            uses > 100,
            "{uses} uses only: is the text of {package} read?"
        );
    }
    assert!(
        found.is_empty(),
        "rooms above their own:\n{}",
        found.join("\n")
    );
}

/// The rooms of its package that the code of a file names, with the lines; not those that only its
/// documentation does.
fn rooms_used(text: &str) -> Vec<(usize, String)> {
    let (mut used, mut is_for_documents) = (Vec::new(), false);
    for (line, code) in code_lines(text) {
        let rests = code.split("crate::").skip(1);
        for rest in rests.filter(|_| !is_for_documents) {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let name = &rest[..end.unwrap_or(rest.len())];
            used.push((line, name.to_string()));
        }
        is_for_documents = code.trim() == "#[cfg(doc)]";
    }
    used
}

#[test]
fn files_are_short() {
    let mut found = Vec::new();
    for file in files(checkout(), &["rs", "pest"]) {
        let name = relative(&file);
        let lines = read(&file).lines().count();
        let excused = LONG.iter().any(|(long, _)| *long == name) || name.starts_with("analyzers/");
        if lines > MOST_LINES && !excused {
            found.push(format!("{name}: {lines} lines, two subjects?"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Tables, and what stands between fences, are as wide as they must be.
#[test]
fn comments_are_narrow() {
    let mut found = Vec::new();
    for file in files(checkout(), &["rs"]) {
        let name = relative(&file);
        if name.starts_with("analyzers/") {
            continue;
        }
        let mut fenced = false;
        for (index, line) in read(&file).lines().enumerate() {
            let comment = line
                .trim_start()
                .trim_start_matches(['/', '!'])
                .trim_start();
            let is_comment = line.trim_start().starts_with("//");
            fenced ^= is_comment && comment.starts_with("```");
            let is_table = comment.starts_with('|');
            if is_comment && !fenced && !is_table && line.chars().count() > MOST_COLUMNS {
                found.push(format!("{name}:{}", index + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_source_file_opens_with_its_subject() {
    let sources = files(checkout(), &["rs"]);
    let own = sources
        .iter()
        .filter(|file| !relative(file).starts_with("analyzers/"));
    let missing: Vec<String> = own
        .filter(|file| !read(file).starts_with("//!"))
        .map(|file| relative(file))
        .collect();
    assert!(missing.is_empty(), "no //! in the first line: {missing:?}");
}

#[test]
fn every_model_opens_with_a_comment() {
    let models = files(&checkout().join("promela-examples"), &["pml"]);
    assert!(!models.is_empty());
    let missing: Vec<String> = models
        .iter()
        .filter(|file| !read(file).starts_with("/*"))
        .map(|file| relative(file))
        .collect();
    assert!(missing.is_empty(), "no comment at the start: {missing:?}");
}

#[test]
fn links_in_documents_resolve() {
    let mut found = Vec::new();
    for document in files(checkout(), &["md"]) {
        let folder = document.parent().expect("a file is in a folder");
        let text = without_code(&read(&document));
        for target in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            if path.contains("://") || path.starts_with("mailto:") {
                continue;
            }
            let file = if path.is_empty() {
                document.clone()
            } else {
                folder.join(path)
            };
            let headings = || anchors(&read(&file));
            if !file.exists() || (!anchor.is_empty() && !headings().contains(&anchor.to_string())) {
                found.push(format!("{}: {target}", relative(&document)));
            }
        }
    }
    assert!(found.is_empty(), "links to nowhere:\n{}", found.join("\n"));
}

/// A document without its fenced and inline code.
fn without_code(text: &str) -> String {
    let prose = text.split("```").step_by(2).collect::<String>();
    prose.split('`').step_by(2).collect()
}

/// The anchors that code hosts make of headings.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let words = line
            .trim_start_matches('#')
            .trim()
            .to_lowercase()
            .replace(' ', "-");
        words
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == '-' || *c == '_')
            .collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn no_paths_of_a_machine() {
    // Put together here, so that this file does not contain what it looks for.
    let paths = [
        ["/wo", "rk/"],
        ["/ro", "ot/"],
        ["/ho", "me/"],
        ["/tmp/", "target"],
    ]
    .map(|p| p.concat());
    let mut found = Vec::new();
    for file in files(
        checkout(),
        &[
            "rs", "toml", "md", "pml", "h", "csv", "pest", "lock", "run", "yml",
        ],
    ) {
        for (i, line) in read(&file).lines().enumerate() {
            if paths.iter().any(|path| line.contains(path.as_str())) {
                found.push(format!("{}:{}: {line}", relative(&file), i + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Files below `root` (or itself) with one of these extensions, ordered; build products and hidden
/// folders but `.ci` are left out.
fn files(root: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    if root.is_file() {
        found.push(root.to_path_buf());
    } else if root.is_dir() {
        for entry in fs::read_dir(root).expect("a folder of the checkout") {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let hidden = name.starts_with('.') && name != ".ci";
            let wanted = extensions
                .iter()
                .any(|e| path.extension().is_some_and(|x| x == *e) || name == *e);
            if path.is_dir() && !hidden && name != "target" {
                found.extend(files(&path, extensions));
            } else if path.is_file() && wanted {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn relative(file: &Path) -> String {
    file.strip_prefix(checkout())
        .unwrap_or(file)
        .display()
        .to_string()
}

fn read(file: &Path) -> String {
    // One model has bytes that are no UTF-8.
    let bytes = fs::read(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    String::from_utf8_lossy(&bytes).into_owned()
}
