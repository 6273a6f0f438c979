//! What each transition does, by the five kinds of Godefroid, Holzmann and Pirottin (1995, section
//! 5).

use std::path::Path;

#[path = "common/generate.rs"]
mod generate;

/// Statements of `data/effects.pml` and what is written around them; each statement occurs once.
const PLAIN: [(&str, &str); 16] = [
    ("first = 1", "assigns"),
    ("first = 2", "branches"),
    ("first < 9", ""),
    ("first++", "assigns"),
    ("c!first", "branches"),
    ("c?first", "receives"),
    ("first > 20", "branches"),
    ("else", "branches"),
    ("second == 1", ""),
    ("second = 7", "assigns"),
    ("c!second", "sends"),
    ("c?second", "receives"),
    ("assert(second == 7)", ""),
    ("d_step", "receives"),
    ("c?[9]", "branches"),
    ("run other()", ""),
];

/// The same with statements merged: the least kind of the statements, or the way that the last of
/// them takes.
const MERGED: [(&str, &str); 4] = [
    ("first = 1", "branches"),
    ("first < 9", "assigns"),
    ("c?second", "receives"),
    ("c!second", "sends"),
];

fn effects(unoptimized: bool, expected: &[(&str, &str)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/effects.pml");
    let model = generate::load(&path, unoptimized).expect("a model");
    let files = generate::generate(&model, "effects", !unoptimized).files;
    let map = &files[Path::new("src/source_map.rs")];
    let map: String = map.chars().filter(|c| !c.is_whitespace()).collect();
    for (statement, effect) in expected {
        let text = statement.replace(' ', "");
        let (before, _) = map
            .split_once(&format!(",\"{text}"))
            .unwrap_or_else(|| panic!("no {statement} in {map}"));
        let (before, _) = before.rsplit_once("transition(").expect("a row");
        let around = match before.strip_suffix('(') {
            None => "",
            Some(before) => &before[1 + before.rfind(['[', ',', '(']).expect("a table")..],
        };
        assert_eq!(
            around.trim_start_matches("with_inside"),
            *effect,
            "{statement}"
        );
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
