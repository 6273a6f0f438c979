//! What has a limit is accepted up to it and refused beyond, where it is declared:
//! `docs/bounds.md`.

use std::io::Write;

use frontend::Loaded;
use frontend::diagnostic::Style;

fn load(text: &str) -> Loaded {
    let mut file = tempfile::Builder::new()
        .suffix(".pml")
        .tempfile()
        .expect("a temporary file");
    file.write_all(text.as_bytes())
        .expect("the file is written");
    frontend::load(file.path(), &frontend::Options::default())
}

fn is_accepted(text: &str) {
    let loaded = load(text);
    let said = loaded.diagnostics.render(&loaded.sources, Style::Plain);
    assert!(loaded.model.is_some(), "{said}");
}

/// The first line of the message, and what the whole says of the limit.
fn is_refused(text: &str, message: &str, limit: &str) {
    let loaded = load(text);
    assert!(loaded.model.is_none(), "no error `{message}`");
    let said = loaded.diagnostics.render(&loaded.sources, Style::Plain);
    assert_eq!(loaded.diagnostics.errors().count(), 1, "{said}");
    assert!(said.contains(message), "{said}");
    assert!(said.contains(limit), "{said}");
}

fn repeated(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

fn options(count: usize) -> String {
    let options = repeated(count, |_| ":: x -> x = 0\n".into());
    format!("bit x; active proctype P() {{ if\n{options}fi }}")
}

#[test]
#[ignore = "40 s of processor time without optimization"]
fn options_at_a_place() {
    is_accepted(&options(65_535));
    is_refused(
        &options(65_536),
        "65536 options can be tried here",
        "at most 65535 can be tried at one place",
    );
}

#[test]
fn escapes_at_a_place() {
    let escapes = |count| {
        let options = repeated(count, |i| {
            format!(":: {{ x == {i} }} unless {{ y == {i} }}\n")
        });
        format!("int x, y; active proctype P() {{ if\n{options}:: else fi }}")
    };
    is_accepted(&escapes(253));
    is_accepted(&escapes(254));
    is_refused(
        &escapes(255),
        "this can be left by 255 escapes",
        "at most 254 different `unless`",
    );
}

#[test]
fn fields_of_all_messages() {
    let process = "active proctype P() { skip }";
    let types = ["bit"; 16].join(", ");
    let channels = repeated(16, |i| format!("chan c{i} = [65535] of {{ {types} }};\n"));
    is_accepted(&format!("{channels}chan d = [255] of {{ bit }}; {process}"));
    is_accepted(&format!("{channels}chan d = [256] of {{ bit }}; {process}"));
    is_refused(
        &format!("{channels}chan d = [257] of {{ bit }}; {process}"),
        "with `d` the channels hold messages of 16777217 fields",
        "have at most 16777216",
    );
}
