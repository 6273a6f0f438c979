//! In which models a `run` may go before ends that come later: where no one sees the number of a
//! process.

use std::fs;

use frontend::tags::{self, Facts, Object, Tag, Verb};

const ANONYMOUS: [&str; 7] = [
    "proctype W() { x++ } init { run W(); run W() }",
    "proctype W() { x++ } init { run W(); _nr_pr == 1; x = 0 }",
    "proctype W() { x++ } init { run W(); (_nr_pr <= 1 && x == 1); do :: _nr_pr < 2 -> break od }",
    "active proctype A() { a[_pid] = 1; run W() } proctype W() { printf(\"%d\", _pid) }",
    "active proctype A() { skip } active proctype B() { run W(); 2 == _nr_pr } proctype W() { skip }",
    // A channel is known further down only.
    "proctype W(chan to) { if :: run W(to) :: to!1 fi } \
     init { chan c = [1] of { byte }; run W(c); c?x }",
    "chan q = [1] of { chan }; proctype W(chan to) { q!to } init { run W(q) }",
];

const NUMBERED: [(&str, &str); 16] = [
    ("no process is started", "active proctype A() { x++ }"),
    (
        "a worker asks for its number",
        "proctype W() { a[_pid] = 1 } init { run W() }",
    ),
    (
        "the number of a worker is kept",
        "proctype W() { skip } init { x = run W() }",
    ),
    (
        "a worker has a local that depends on its number",
        "proctype W() { byte me = _pid; x = me } init { run W() }",
    ),
    (
        "others count, too",
        "proctype W() { skip } init { run W(); _nr_pr == 2 }",
    ),
    (
        "a worker waits to be alone",
        "proctype W() { _nr_pr == 1 } init { run W() }",
    ),
    (
        "one of two waits",
        "active [2] proctype A() { run W(); _nr_pr == 1 } proctype W() { skip }",
    ),
    (
        "an `else` depends on the wait",
        "proctype W() { skip } init { run W(); if :: _nr_pr == 1 :: else -> x = 1 fi }",
    ),
    (
        "an `unless` depends on the wait",
        "proctype W() { skip } init { run W(); { x = 1; x = 2 } unless { _nr_pr == 1 } }",
    ),
    (
        "an atomic sequence would be interrupted",
        "proctype W() { skip } init { run W(); atomic { x = 1; _nr_pr == 1; x = 2 } }",
    ),
    (
        "the number is a value",
        "proctype W() { skip } init { run W(); x = _nr_pr }",
    ),
    (
        "it is negated",
        "proctype W() { skip } init { run W(); !(_nr_pr == 1) }",
    ),
    (
        "a process looks at another",
        "proctype W() { l: skip } init { run W(); W@l }",
    ),
    (
        "a process can be kept from its end",
        "proctype W() provided (x == 0) { skip } init { run W() }",
    ),
    (
        "a channel is sent up",
        "chan q = [1] of { chan }; proctype W() { chan c = [1] of { byte }; q!c } \
         init { chan c; run W(); q?c; c!1 }",
    ),
    (
        "a channel is a number",
        "proctype W() { chan c = [1] of { byte }; x = c } init { run W() }",
    ),
];

fn touches(model: &str, such: impl Fn(&Tag) -> bool) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.pml");
    fs::write(&path, format!("byte x, a[9];\n{model}\n")).unwrap();
    let options = frontend::Options {
        unoptimized: true,
        ..Default::default()
    };
    let loaded = frontend::load(&path, &options);
    let model = loaded.model.expect("a model");
    let tags = tags::of_model(&Facts::of(&model));
    let mut touches = tags.iter().flatten().flat_map(|it| &it.touches);
    touches.any(such)
}

fn starts(model: &str) -> bool {
    touches(model, |tag| tag.verb == Verb::Start)
}

#[test]
fn processes_without_numbers_that_matter() {
    for model in ANONYMOUS {
        assert!(starts(model), "{model}");
    }
}

#[test]
fn processes_whose_numbers_matter() {
    for (why, model) in NUMBERED {
        assert!(!starts(model), "{why}: {model}");
    }
}

/// Where the number of a process names a channel, births and deaths of channels matter.
#[test]
fn channels_that_a_number_names() {
    let written =
        |tag: &Tag| tag.verb == Verb::Write && matches!(tag.object, Object::OwnChannels(..));
    let worker = "proctype W() { chan c = [1] of { byte }; c!1 }";
    let numbered = format!("{worker} init {{ chan d; d = run W(); d!1 }}");
    assert!(touches(&numbered, written));
    assert!(!touches(
        &format!("{worker} init {{ x = run W() }}"),
        written
    ));
}
