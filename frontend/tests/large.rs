//! Texts of some hundred kilobytes, each made for one pass: none takes a time or memory that grows
//! with the square of the text.

use std::path::Path;
use std::time::{Duration, Instant};

use frontend::diagnostic::Style;
use frontend::ir::Model;
use frontend::{Options, load_text};

fn repeated(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

/// The model of a text, and what was said.
fn load(text: &str) -> (Model, String) {
    let loaded = load_text(text, Path::new("m.pml"), &Options::default());
    let said = loaded.diagnostics.render(&loaded.sources, Style::Plain);
    (loaded.model.expect(&said), said)
}

/// Conditions that lead to each statement of a long row that could be merged.
fn entries(count: usize) -> String {
    let options = repeated(count, |i| format!(":: c == {i} -> goto L{i}\n"));
    let row = repeated(count, |i| format!("L{i}: x++;\n"));
    format!("int c; active proctype P() {{ int x; c = 1; if\n{options}fi;\n{row} assert(x < 0) }}")
}

/// Statements inside of many `unless`, each with a label.
fn nested_unless(levels: usize, count: usize) -> String {
    let heads = repeated(levels, |i| format!("g++; L{i}: {{ "));
    let inside = "g++;\n".repeat(count);
    let tails = " } unless { g == 7 }".repeat(levels);
    format!("byte g; active proctype P() {{ {heads}{inside} skip {tails} }}")
}

fn nested_trace(levels: usize, count: usize) -> String {
    let heads = "if :: c!1; ".repeat(levels);
    let inside = "c!1;\n".repeat(count);
    let tails = "fi ".repeat(levels);
    let trace = format!("trace {{ {heads}{inside}c!1 {tails}}}");
    format!("chan c = [1] of {{ byte }}; {trace} active proctype P() {{ c!1 }}")
}

/// Variables, each computed from the one before, of which the last is used.
fn computed(count: usize) -> String {
    let declared = repeated(count, |i| format!("byte v{i};\n"));
    let assigned = repeated(count - 1, |i| format!("v{} = v{i};\n", i + 1));
    let last = count - 1;
    format!("{declared} active proctype P() {{\n{assigned} assert(v{last} == 0) }}")
}

fn jumps_in_d_steps(count: usize) -> String {
    let d_steps = repeated(count, |i| {
        format!("d_step {{ x = 0; A{i}: x++; if :: x < 3 -> goto A{i} :: else fi }};\n")
    });
    format!("byte x; active proctype P() {{ {d_steps} }}")
}

/// Jumps back, along which it comes to be known that a local is read.
fn jumps_back(count: usize) -> String {
    let row = repeated(count, |i| format!("L{}: g == 1; goto L{i};\n", i + 1));
    format!(
        "byte g; active proctype P() {{ byte x; x = 1; goto L{count};\n\
         L0: assert(x == 0); goto E;\n{row}E: skip }}"
    )
}

fn live_locals(count: usize) -> String {
    let declared = repeated(count, |i| format!("byte x{i};\n"));
    let read = repeated(count, |i| format!("g = x{i};\n"));
    let between = "g == 1;\n".repeat(count);
    format!("byte g; active proctype P() {{ {declared}{between}{read} }}")
}

/// Indices that others tell, and that are compared: the bounds of each are followed everywhere.
fn indices(count: usize) -> String {
    let declared = repeated(count, |i| format!("byte x{i};\n"));
    let used = repeated(count, |i| {
        format!("if :: x{i} < 200 -> x{i}++ :: else -> x{i} = 0 fi; a[x{i}] = 1;\n")
    });
    let told = repeated(count, |i| format!(":: c!x{i} + 1 :: c?x{i}\n"));
    format!(
        "byte g; chan c = [2] of {{ byte }}; active proctype P() {{ byte a[9];\n\
         {declared} do :: {used}{told} od }}"
    )
}

/// An index computed by conditions within conditions.
fn conditions(levels: usize) -> String {
    let nested = (0..levels).fold("x".to_owned(), |e, _| format!("(({e}) > 0 -> x + 1 : 0)"));
    format!("byte g; active proctype P() {{ byte x, a[9]; x = {nested}; g = x; a[x] = 1 }}")
}

/// A process with a promise that is started behind what `before` does.
fn promise(declared: &str, before: &str) -> String {
    format!(
        "{declared}; chan c = [1] of {{ byte }}; proctype Q() {{ byte x; xr c; c?x }}\n\
         init {{ {before}; run Q() }}"
    )
}

#[test]
fn no_pass_takes_long() {
    let count = "do :: n < 2000000000 -> n++ :: else -> break od";
    let fan = repeated(200, |i| format!(":: b[_pid] = {i}\n"));
    let fan = format!("byte b[255]; active [100] proctype R() {{ if\n{fan}fi }} int n");
    let texts = [
        entries(2_000),
        nested_unless(100, 2_000),
        nested_trace(200, 10_000),
        computed(4_000),
        jumps_in_d_steps(1_000),
        jumps_back(4_000),
        live_locals(3_000),
        conditions(100),
        // Just few enough to be followed, and too many.
        indices(200),
        indices(3_000),
        promise("int n", &format!("d_step {{ {count} }}")),
        promise("int n", &format!("atomic {{ {count} }}")),
        promise("int n, a[100000]", count),
        promise(&fan, "skip"),
    ];
    for text in texts {
        let start = Instant::now();
        let head: String = text.chars().take(60).collect();
        load(&text);
        assert!(start.elapsed() < Duration::from_secs(20), "{head}");
    }
}

#[test]
fn what_merging_appends_has_a_limit() {
    let steps = |model: &Model| {
        let transitions = model.proctypes.iter().flat_map(|it| &it.transitions);
        transitions.map(|it| it.steps.len()).sum::<usize>()
    };
    // Twice as many transitions as entries, and half the square of the entries to append.
    let (few, _) = load(&entries(90));
    let (many, _) = load(&entries(1_000));
    assert!(few.proctypes[0].places.len() < 5);
    assert!(many.proctypes[0].places.len() > 100);
    assert!(steps(&many) < 9 * 2_005 + 4_096, "{}", steps(&many));
}

#[test]
fn how_far_a_process_goes_on_over_choices_has_a_limit() {
    let going_on = |text: &str| {
        let (model, _) = load(text);
        let transitions = &model.proctypes[0].transitions;
        transitions.iter().filter(|it| it.atomic).count()
    };
    let of_many = |count| {
        let options = repeated(count, |i| format!(":: l == {i} -> l = {}\n", i + 1));
        format!("byte g; active [2] proctype P() {{ int l; g == 1; if\n{options}fi; g == 2 }}")
    };
    let in_a_row = |count| {
        let choices = "if :: l < 7 -> l++ :: l >= 7 -> l = l / 2 fi;\n".repeat(count);
        format!("byte g; active [2] proctype P() {{ int l; g == 1; {choices} g == 2 }}")
    };
    let many = [1, 90, 100, 10_000].map(|count| going_on(&of_many(count)));
    assert_eq!(many, [1, 1, 0, 0]);
    // From the first of seven in a row 254 ways lead on; of eight the first is a state.
    let row = [1, 7, 8, 1_000].map(|count| going_on(&in_a_row(count)));
    assert_eq!(row, [1, 13, 14, 1_750]);
}

/// What is not looked at counts as more than it is, never as less.
#[test]
fn processes_that_are_not_looked_at_are_counted() {
    let warned = |text: &str| load(text).1.contains("only one process `Q` receives");
    let count = |most: usize| format!("do :: n < {most} -> n++ :: else -> break od");
    let one = |most: usize| promise("int n", &format!("d_step {{ {} }}", count(most)));
    let two = |most: usize| one(most).replace("run Q() }", "run Q(); run Q() }");
    for most in [10, 100_000] {
        assert!(!warned(&one(most)), "{most}");
        assert!(warned(&two(most)), "{most}");
    }
}
