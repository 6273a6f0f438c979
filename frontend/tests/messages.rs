//! What a user sees for a wrong model: `data/err` in short form, `data/mixed` as printed.
//!
//! `PVGEN_BLESS=1 cargo test -p pvgen-frontend --test messages` writes the `.stderr` files; review
//! them as a diff.

mod common;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::{Numbers, mutate};
use frontend::diagnostic::{Diagnostic, Severity, Style};
use frontend::source::{Sources, Span};
use frontend::{Loaded, Options};

fn data(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(folder);
    let entries = std::fs::read_dir(folder).unwrap();
    let mut models: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    models.retain(|path| path.extension().is_some_and(|extension| extension == "pml"));
    models.sort();
    assert!(!models.is_empty());
    models
}

fn load(path: &Path) -> Loaded {
    let loaded = read(path);
    assert!(
        loaded.model.is_none() && loaded.diagnostics.has_errors(),
        "{} is accepted",
        path.display()
    );
    loaded
}

fn read(path: &Path) -> Loaded {
    let loaded = frontend::load(path, &Options::default());
    for diagnostic in loaded.diagnostics.sorted(&loaded.sources) {
        for word in [
            "Rule",
            "k_",
            "close_",
            "open_",
            "unexpected",
            "unreadable__",
        ] {
            let said = format!("{} {:?}", diagnostic.message, diagnostic.help);
            assert!(!said.contains(word), "{}: {said}", path.display());
        }
    }
    loaded
}

/// Place, message, excerpt, other places, remedy.
fn short(loaded: &Loaded) -> String {
    let mut output = String::new();
    for diagnostic in loaded.diagnostics.sorted(&loaded.sources) {
        let Diagnostic {
            severity,
            primary,
            labels,
            help,
            ..
        } = diagnostic;
        let span = primary.as_ref().unwrap().span;
        let mark = if *severity == Severity::Warning {
            format!("warning[{}]: ", diagnostic.kind)
        } else {
            String::new()
        };
        let at = loaded.sources.line_column(span);
        writeln!(
            output,
            "{}:{}: {mark}{}",
            at.line, at.column, diagnostic.message
        )
        .unwrap();
        output += &excerpt(&loaded.sources, span);
        for label in labels {
            let at = loaded.sources.line_column(label.span);
            writeln!(output, "    {}:{}: {}", at.line, at.column, label.text).unwrap();
        }
        if let Some(help) = help {
            writeln!(output, "    help: {help}").unwrap();
        }
    }
    output
}

fn excerpt(sources: &Sources, span: Span) -> String {
    let at = sources.line_column(span);
    let line = sources.line_text(span.file, at.line);
    let before = line.chars().take(at.column as usize - 1);
    let indent: String = before.map(|c| if c == '\t' { c } else { ' ' }).collect();
    let marked = sources.slice(span).lines().next().unwrap_or("");
    let width = marked.chars().count().max(1);
    format!("    | {line}\n    | {indent}{}\n", "^".repeat(width))
}

fn compare(folder: &str, load: impl Fn(&Path) -> Loaded, shown: impl Fn(&Path, &Loaded) -> String) {
    let bless = std::env::var_os("PVGEN_BLESS").is_some();
    let mut failures = Vec::new();
    for path in data(folder) {
        let got = shown(&path, &load(&path));
        let expected = path.with_extension("stderr");
        if bless {
            std::fs::write(&expected, &got).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != got {
            failures.push(format!("{}:\n{got}", path.display()));
        }
    }
    assert!(
        failures.is_empty(),
        "not as in the .stderr files (PVGEN_BLESS=1 rewrites them):\n{}",
        failures.join("\n")
    );
}

#[test]
fn wrong_models_give_the_messages_beside_them() {
    compare("err", load, |_, loaded| short(loaded));
}

#[test]
fn every_error_of_a_file_is_printed_in_one_run() {
    compare("mixed", load, printed);
}

/// As printed, without the folder.
fn printed(path: &Path, loaded: &Loaded) -> String {
    let folder = path.parent().unwrap().display().to_string();
    let printed = loaded.diagnostics.render(&loaded.sources, Style::Plain);
    printed.replace(&format!("{folder}/"), "")
}

/// What a student of the first year may write, with SPIN's first words about it in the last line.
/// Each message has a place and a remedy, also where SPIN says nothing.
#[test]
fn models_of_beginners_are_answered_with_remedies() {
    compare("students", read, |path, loaded| {
        let said = loaded.diagnostics.sorted(&loaded.sources);
        assert!(!said.is_empty(), "{}", path.display());
        for it in said {
            assert!(
                it.primary.is_some() && it.help.is_some(),
                "{}: {it:?}",
                path.display()
            );
        }
        printed(path, loaded)
    });
}

/// Faults 8 and 9: one error, at the cause, with what can be done.
#[test]
fn what_follows_from_an_error_is_not_said() {
    let faults = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/faults");
    for (file, slice, message, help) in [
        (
            "08-keyword-as-proctype-name.pml",
            "show",
            "`show` is a keyword of Promela and cannot be a name",
            "another name",
        ),
        (
            "09-array-parameter-help.pml",
            "x[3]",
            "the parameter `x` cannot be an array",
            "the index of a global array, a channel, or each element",
        ),
    ] {
        let loaded = load(&faults.join(file));
        let shown = loaded.diagnostics.sorted(&loaded.sources);
        let [error] = shown[..] else {
            panic!("{file}: {shown:?}")
        };
        assert_eq!(error.message, message);
        assert!(
            error.help.as_deref().unwrap_or_default().contains(help),
            "{error:?}"
        );
        assert_eq!(
            loaded.sources.slice(error.primary.as_ref().unwrap().span),
            slice
        );
    }
}

/// The models of `promela-examples`.
fn examples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../promela-examples");
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let folders = entries(&root).into_iter().filter(|path| path.is_dir());
    let mut models: Vec<PathBuf> = folders.flat_map(|folder| entries(&folder)).collect();
    models.retain(|path| path.extension().is_some_and(|extension| extension == "pml"));
    models.sort();
    assert!(!models.is_empty());
    models
}

/// Loads a text as if it were a file.
fn load_text(text: &str, options: &Options) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.pml");
    std::fs::write(&path, text).unwrap();
    frontend::load(&path, options)
}

#[test]
fn a_macro_of_the_command_line_is_shown_with_its_use() {
    let mut options = Options::default();
    options.preprocessor.define = vec!["BOUND=nothing".into()];
    let loaded = load_text("byte x;\ninit { x = BOUND }\n", &options);
    let shown = loaded.diagnostics.sorted(&loaded.sources);
    let [diagnostic] = shown[..] else {
        panic!("{shown:?}")
    };
    assert_eq!(diagnostic.message, "`nothing` is not declared");
    let primary = diagnostic.primary.as_ref().unwrap();
    assert_eq!(loaded.sources.slice(primary.span), "BOUND");
    assert_eq!(loaded.sources.line_column(primary.span).line, 2);
    let [label] = &diagnostic.labels[..] else {
        panic!("{diagnostic:?}")
    };
    assert_eq!(&**loaded.sources.name(label.span.file), "<command line>");
    assert_eq!(loaded.sources.slice(label.span), "nothing");
}

/// No panic, a message for each model that is refused, and all of them can be printed.
fn mutants_are_checked(each: usize) {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let folders = ["ok", "err", "ir", "mixed"].into_iter();
    for path in folders.flat_map(data).chain(examples()) {
        let text = std::fs::read_to_string(&path).unwrap();
        for _ in 0..each {
            let mutant = mutate(&text, &mut numbers);
            let start = Instant::now();
            let loaded = load_text(&mutant, &Options::default());
            // Generous, for busy machines.
            assert!(start.elapsed() < Duration::from_secs(60), "{mutant}");
            assert_ne!(
                loaded.model.is_some(),
                loaded.diagnostics.has_errors(),
                "{mutant}"
            );
            let printed = loaded.diagnostics.render(&loaded.sources, Style::Plain);
            assert!(!printed.contains("unreadable__"), "{mutant}\n{printed}");
            // Variables of the same name are told apart by their lines.
            let mut at = printed.match_indices('@').map(|(at, _)| at + 1);
            let numbered = at.any(|at| printed[at..].starts_with(|c: char| c.is_ascii_digit()));
            assert!(mutant.contains('@') || !numbered, "{mutant}\n{printed}");
        }
    }
}

#[test]
fn mutated_models_are_accepted_or_refused_with_messages() {
    mutants_are_checked(10);
}

/// `cargo test --release -p pvgen-frontend --test messages -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn many_mutated_models_are_accepted_or_refused_with_messages() {
    mutants_are_checked(500);
}

/// Text that grows from level to level, in each of the ways in which it can: an error, in bounded
/// time and space.
#[test]
fn models_that_grow_without_bound_are_refused() {
    let levels = |body: &str, above: &str| {
        let first = format!("byte x;\ninline f1(a) {{ {body} }}\n");
        let rest = (2..=30).map(|level| {
            let below = format!("f{}", level - 1);
            format!(
                "inline f{level}(a) {{ {} }}\n",
                above.replace("below", &below)
            )
        });
        first + &rest.collect::<String>() + "init { f30(x) }\n"
    };
    for text in [
        levels("a++; a--", "below(a); below(a)"),
        levels("a > 0", "if :: below(a) :: below(a + 1) fi"),
        levels("x = a", "below(a + a)"),
        levels(
            "x = a",
            "x = below(a); do :: below(a) :: below(a) -> break od",
        ),
        levels(
            "byte b; x = a",
            "atomic { below(a) }; d_step { below(a) }; { below(a) } unless { below(a) }",
        ),
    ] {
        let start = Instant::now();
        let loaded = load_text(&text, &Options::default());
        assert!(loaded.diagnostics.has_errors());
        assert!(start.elapsed() < Duration::from_secs(60), "{text}");
    }
}

/// One token too many in a right model: the messages are about syntax, nothing is said to follow
/// from that. At each boundary every `step`th of the tokens.
fn nothing_follows(step: usize) {
    const TOKENS: [&str; 7] = [")", "]", "=", "+ ;", "= =", "* 2", "2 2"];
    let mut number = 0;
    let mut wrong = Vec::new();
    for path in data("ir") {
        let text = std::fs::read_to_string(&path).unwrap();
        for (at, _) in text.match_indices([';', '>', '}', '{']) {
            for token in TOKENS {
                number += 1;
                if number % step != 0 {
                    continue;
                }
                let (before, after) = text.split_at(at + 1);
                let loaded = load_text(&format!("{before} {token} {after}"), &Options::default());
                let shown = loaded.diagnostics.sorted(&loaded.sources);
                let has = |kind: &str| shown.iter().any(|it| it.kind == kind);
                if has("syntax") && has("model") {
                    wrong.push(loaded.diagnostics.render(&loaded.sources, Style::Plain));
                }
            }
        }
    }
    assert!(number > 1_000);
    let some = wrong[..wrong.len().min(5)].join("-----\n");
    assert!(wrong.is_empty(), "{} of them:\n{some}", wrong.len());
}

#[test]
fn nothing_follows_from_a_token_too_many() {
    nothing_follows(5);
}

/// `cargo test --release -p pvgen-frontend --test messages -- --ignored`
#[test]
#[ignore = "takes a minute"]
fn nothing_follows_from_any_token_too_many() {
    nothing_follows(1);
}
