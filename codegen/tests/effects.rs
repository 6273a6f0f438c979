//! What each transition does, by the five kinds of Godefroid, Holzmann and Pirottin (1995, section
//! 5).

use std::path::Path;

#[path = "common/generate.rs"]
mod generate;

/// Statements of `data/effects.pml`, an assertion by its constant, and what is written around them;
/// each occurs once.
const PLAIN: [(&str, &str); 16] = [
    ("first = 1", "assign"),
    ("first = 2", "jumps"),
    ("first < 9", "guard"),
    ("first++", "assign"),
    ("c!first", "jumps"),
    ("c?first", "receive"),
    ("first > 20", "jumps"),
    ("else", "jumps"),
    ("second == 1", "guard"),
    ("second = 7", "assign"),
    ("c!second", "send"),
    ("c?second", "receive"),
    ("SECOND_IS_7", "guard"),
    ("d_step", "receive"),
    ("c?[9]", "jumps"),
    ("run other()", "guard"),
];

/// The same with statements merged: the least kind of the statements, or the way that the last of
/// them takes.
const MERGED: [(&str, &str); 4] = [
    ("first = 1", "jumps"),
    ("first < 9", "Assignment"),
    ("c?second", "receive"),
    ("c!second", "send"),
];

fn effects(unoptimized: bool, expected: &[(&str, &str)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/effects.pml");
    let model = generate::load(&path, unoptimized).expect("a model");
    let files = generate::generate(&model, "effects", !unoptimized).files;
    let proctypes = files
        .iter()
        .filter(|(path, _)| path.starts_with("src/proctypes"));
    let rows: String = proctypes.map(|(_, text)| text.as_str()).collect();
    let rows: String = rows.chars().filter(|c| !c.is_whitespace()).collect();
    let rows: Vec<&str> = rows.split(":Row=").skip(1).collect();
    for (statement, effect) in expected {
        let statement = statement.replace(' ', "");
        let written = [format!(",\"{statement}"), format!("[{statement}]")];
        let is_of = |row: &&&str| written.iter().any(|text| row.contains(text));
        let row = rows.iter().find(is_of);
        let row = row.unwrap_or_else(|| panic!("no {statement} in {rows:?}"));
        let row = row.split_once(';').expect("the row's end").0;
        assert_eq!(effect_of(row), *effect, "{statement}");
    }
}

/// What a row is, or what it is said to count as.
fn effect_of(row: &str) -> &str {
    if row.contains(".jumps()") {
        return "jumps";
    }
    match row.split_once(".counts_as(Effect::") {
        Some((_, effect)) => effect.split(')').next().expect("a word"),
        None => row.split('(').next().expect("a constructor"),
    }
}

#[test]
fn of_single_statements() {
    effects(true, &PLAIN);
}

#[test]
fn of_merged_statements() {
    effects(false, &MERGED);
}
