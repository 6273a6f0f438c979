//! Models in which there is a lot of one thing: they are generated in a time and a depth of calls
//! that a text of that length may take.

use std::fmt::Write;
use std::fs;
use std::time::{Duration, Instant};

#[path = "common/generate.rs"]
mod generate;

/// Ten times what an unoptimised generator takes for the longest; what was quadratic took longer.
const LIMIT: Duration = Duration::from_secs(40);

/// `n` pieces of text, each with its number, between a beginning and an end.
fn text(start: &str, n: usize, piece: impl Fn(usize) -> String, end: &str) -> String {
    let mut text = start.to_owned();
    for i in 0..n {
        let _ = writeln!(text, "{}", piece(i));
    }
    text + end
}

#[test]
fn much_of_one_thing_is_generated_soon() {
    let start = "int x, y; chan c[2] = [1] of { int }; chan e;\nactive proctype P() { e = c[x]; ";
    let in_d_step = &format!("{start} y = 3; d_step {{ y = 4; ");
    let selected = &format!("{in_d_step} if\n");
    let looped = &format!("{in_d_step} do :: x > 0 -> x--;\n");
    let models = [
        (
            "statements in a d_step",
            text(in_d_step, 5000, |i| format!("x = y + {i};"), "} }"),
        ),
        (
            "selections in a d_step",
            text(
                in_d_step,
                1000,
                |i| format!("if :: x > {i} -> y = x :: else fi;"),
                "} }",
            ),
        ),
        (
            "options in a d_step",
            text(
                selected,
                3000,
                |i| format!(":: x == {i} -> y = {i}"),
                ":: else fi } }",
            ),
        ),
        (
            "options in a d_step that look at a channel in a variable",
            text(
                selected,
                1500,
                |i| format!(":: e?[{i}] -> y = {i}"),
                "fi } }",
            ),
        ),
        (
            "selections in a d_step that leave a loop",
            text(
                looped,
                1000,
                |i| format!("if :: y == {i} -> break :: else fi;"),
                "od } }",
            ),
        ),
    ];
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (what, model) in models {
        let path = folder.path().join("large.pml");
        fs::write(&path, model).expect("a folder of ours");
        let begin = Instant::now();
        let model = generate::load(&path, false).unwrap_or_else(|| panic!("{what}: refused"));
        let files = generate::generate(&model, "large", true).files;
        assert!(!files.is_empty(), "{what}");
        let took = begin.elapsed();
        println!("{what}: {took:?}");
        assert!(took < LIMIT, "{what}: {took:?}");
    }
}
