//! What SPIN takes though it looks wrong (faults 4, 5, 11 and 24 to 27): how far that goes, and
//! what is said of it. `tests/data/faults` has models of it with SPIN's counts.

use std::path::{Path, PathBuf};

use frontend::diagnostic::Style;
use frontend::interpret::Interpreter;
use frontend::interpret::search::{Counts, count};
use frontend::{Loaded, Options, load, load_text};

fn unoptimized() -> Options {
    Options {
        unoptimized: true,
        ..Options::default()
    }
}

fn read(text: &str) -> Loaded {
    load_text(text, Path::new("m.pml"), &unoptimized())
}

/// Kinds and places, errors and warnings alike.
fn said(loaded: &Loaded) -> Vec<String> {
    let sorted = loaded.diagnostics.sorted(&loaded.sources);
    let place = |span| loaded.sources.line_column(span);
    let said = sorted.iter().map(|it| {
        let at = it.primary.as_ref().map(|marked| place(marked.span));
        let at = at.map(|at| format!("{}:{}", at.line, at.column));
        format!("{} {}", it.kind, at.unwrap_or_default())
    });
    said.collect()
}

fn counts(loaded: &Loaded) -> Counts {
    let model = loaded.model.as_ref();
    let model = model.unwrap_or_else(|| panic!("refused: {:?}", said(loaded)));
    count(Interpreter::new(model), 1_000, 10_000).expect("a small model")
}

fn fault(name: &str) -> Loaded {
    let faults = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/faults");
    load(&faults.join(name), &unoptimized())
}

/// SPIN 6.5.2 counts the elements of something else. It agrees with the loops written out.
#[test]
fn loops_over_members_are_loops_over_their_indices() {
    let members = counts(&fault("for-over-members.pml"));
    assert_eq!(members, counts(&fault("for-over-members-written-out.pml")));
    for (container, error) in [
        ("t.one", "`one` is not an array"),
        ("u[1].one", "`one` is not an array"),
        ("t.inner.kids", "`inner` is an array, its index is missing"),
        ("t.none", "`T` has no member `none`"),
        ("x.kids", "`x` has no member `kids`"),
        ("t.kids[1]", "`k` cannot go over `t.kids[1]`"),
    ] {
        let loaded = read(&format!(
            "typedef I {{ byte kids[2] }} typedef T {{ byte one; byte kids[3]; I inner[2] }} \
             T t, u[2];\n\
             byte x;\nactive proctype P() {{ byte k; for (k in {container}) {{ x++ }} }}\n"
        ));
        let errors: Vec<_> = loaded.diagnostics.errors().collect();
        assert_eq!(errors.len(), 1, "{container}");
        assert_eq!(errors[0].message, error, "{container}");
    }
}

#[test]
fn a_condition_to_be_provided_sees_parameters_only() {
    let loaded = read(
        "proctype P(byte i) provided (i == 1 && k == 0) { byte k; k = i }\n\
         init { run P(1) }\n",
    );
    assert_eq!(said(&loaded), ["model 1:40"]);
    // `run`, then the steps of P and its end, which may wait for ever.
    let ends = |number: &str| {
        let text = "proctype P(byte i) provided (i == 1) { i = 1 }\ninit { run P(N) }\n";
        let loaded = read(&text.replace('N', number));
        assert_eq!(said(&loaded), [""; 0]);
        let counts = counts(&loaded);
        (counts.depth, counts.invalid_end_states)
    };
    assert_eq!(ends("1"), (4, 0));
    assert_eq!(ends("2"), (1, 1));
}

#[test]
fn what_is_assigned_to_the_scratch_variable_is_checked() {
    let check = |statement: &str, expected: &[&str]| {
        let text = format!(
            "byte a[2], x;\nproctype Q() {{ skip }}\n\
             active proctype P() {{\n{statement};\n x = a[0] }}"
        );
        assert_eq!(said(&read(&text)), expected, "{statement}");
    };
    check("_ = x", &["ignored-value 4:1"]);
    check("_ = run Q() + 1", &["ignored-value 4:1"]);
    check("_ = 10 / (run Q() - 1)", &["model 4:5"]);
    check("_ = y", &["model 4:5"]);
    check("_[1] = x", &["model 4:1"]);
    check("_.y = x", &["model 4:1"]);
    check("_ = _", &["model 4:5"]);
    check("_++", &["model 4:1"]);
    check("select (_ : 0 .. 2)", &["model 4:9"]);
    check("for (_ : 0 .. 2) { skip }", &["model 4:6"]);
    let claim = read("byte x; active proctype P() { x = 1 } never { do :: _ = x od }");
    assert_eq!(said(&claim), ["ignored-value 1:53"]);
}

/// SPIN 6.5.2 has `errors: 0` for each index, also one that is outside.
#[test]
fn loops_over_an_element_are_loops_over_the_array() {
    let model = |array: &str| {
        read(&format!(
            "byte a[3], n;\n\
             active proctype P() {{ byte k; for (k in {array}) {{ n++ }} assert(n == 3) }}"
        ))
    };
    let whole = counts(&model("a"));
    for array in ["a[0]", "a[2]", "a[7]", "a[n]"] {
        assert_eq!(said(&model(array)), ["ignored-value 2:43"], "{array}");
        assert_eq!(counts(&model(array)), whole, "{array}");
    }
    assert_eq!(said(&model("a[m]")), ["model 2:43", "ignored-value 2:43"]);
}

/// Each end is warned of once, where it stands, but for those that nothing reads.
#[test]
fn stray_ends_of_comments() {
    let text = "#define M x */\n#if 0\nx */\n#endif\nbyte */ x;\n\
                active proctype P() { M = 2 */ ; /* */ M = M */* times */ 2 }\n";
    let expected = [
        "stray-comment-end 1:13",
        "stray-comment-end 5:6",
        "stray-comment-end 6:29",
    ];
    let loaded = read(text);
    assert_eq!(said(&loaded), expected);
    let shown = &loaded.model.expect("a model").proctypes[0].transitions[0].steps[0].source;
    assert_eq!((&*shown.text, shown.line, shown.column), ("x = 2", 6, 23));
    let apart = read("byte x;\nactive proctype P() { x = 3 * / 2 }\n");
    assert_eq!(said(&apart), ["syntax 2:31"]);
}

/// Outside of comments and strings a byte that is no UTF-8 is an error like any letter that Promela
/// does not know. Lines are quoted, and columns counted, as an editor shows Latin-1.
#[test]
fn bytes_that_are_no_utf8() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| -> PathBuf {
        std::fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name)
    };
    let place = |text: &[u8]| {
        let loaded = load(&write("m.pml", text), &unoptimized());
        let shown = loaded.diagnostics.render(&loaded.sources, Style::Plain);
        (said(&loaded), shown)
    };
    let (at, shown) = place(b"byte x;\n/* \xe9\xff */ x\xe9 = 1\n");
    assert_eq!(at[0], "syntax 2:10");
    assert!(
        shown.contains("2 | /* \u{e9}\u{ff} */ x\u{e9} = 1\n"),
        "{shown}"
    );
    assert!(shown.contains("`x\u{e9}` cannot be a name"), "{shown}");
    let (at, _) = place(b"byte x;\n/* \xe2\x82 */ \xb0\n");
    assert_eq!(at[0], "syntax 2:10");
    let (at, _) = place(b"byte x; /* \xe9 \0 */\nactive proctype P() { x = 'y\xe9' }\n");
    assert_eq!(at, ["syntax 2:27"]);
    write(
        "inc.h",
        b"/* \xe9 */ byte y; // \0\xff\n#define E(a) printf(\"\xe9 %d\\n\", a)\n",
    );
    let model = write(
        "including.pml",
        b"#include \"inc.h\"\nactive proctype P() { y = 1; /* \xfc */ E(y) }\n",
    );
    let loaded = load(&model, &unoptimized());
    assert_eq!(said(&loaded), [""; 0]);
    let model = loaded.model.expect("a model");
    let printed = &model.proctypes[0].transitions[1].steps[0].source;
    assert_eq!(printed.text, "printf(\"\u{e9} %d\\n\", y)");
    assert_eq!((printed.line, printed.column), (2, 38));
    assert_eq!(printed.via.len(), 1);
}

/// Both are called `init`; reports tell them apart by their numbers.
#[test]
fn several_inits() {
    let loaded = read("byte x;\ninit { x = 1 }\nactive proctype P() { x = 3 }\ninit { x = 2 }\n");
    assert_eq!(said(&loaded), ["several-inits 4:1"]);
    let model = loaded.model.expect("a model");
    let names = model
        .initial
        .iter()
        .map(|id| &*model.proctypes[id.index()].name);
    assert_eq!(names.collect::<Vec<_>>(), ["init", "P", "init"]);
}
