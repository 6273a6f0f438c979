//! What the passes say about wrong models, and what they make of small right ones.

use std::io::Write;

use frontend::diagnostic::{Severity, Style};
use frontend::interpret::Interpreter;
use frontend::interpret::search::count;
use frontend::ir::{Action, Expr, Model, Type};

fn load(text: &str, unoptimized: bool) -> frontend::Loaded {
    let mut file = tempfile::Builder::new()
        .suffix(".pml")
        .tempfile()
        .expect("a temporary file");
    file.write_all(text.as_bytes())
        .expect("the file is written");
    frontend::load(
        file.path(),
        &frontend::Options {
            unoptimized,
            ..Default::default()
        },
    )
}

fn model(text: &str) -> Model {
    let loaded = load(text, true);
    loaded.model.unwrap_or_else(|| {
        panic!(
            "{}",
            loaded.diagnostics.render(&loaded.sources, Style::Plain)
        )
    })
}

/// `line:column message` of each message of a severity, in order.
fn messages(text: &str, severity: Severity) -> Vec<String> {
    let loaded = load(text, true);
    assert_eq!(loaded.model.is_none(), loaded.diagnostics.has_errors());
    let sorted = loaded.diagnostics.sorted(&loaded.sources);
    let wanted = sorted
        .into_iter()
        .filter(|diagnostic| diagnostic.severity == severity);
    let line = |diagnostic: &frontend::diagnostic::Diagnostic| {
        let place = diagnostic
            .primary
            .as_ref()
            .expect("a message of a pass has a place");
        let at = loaded.sources.line_column(place.span);
        format!("{}:{} {}", at.line, at.column, diagnostic.message)
    };
    wanted.map(line).collect()
}

fn errors(text: &str) -> Vec<String> {
    messages(text, Severity::Error)
}

fn warnings(text: &str) -> Vec<String> {
    messages(text, Severity::Warning)
}

fn helps(text: &str) -> String {
    let loaded = load(text, true);
    loaded.diagnostics.render(&loaded.sources, Style::Plain)
}

#[test]
fn every_unknown_name_once_in_one_run() {
    let text = "byte count;\nproctype Worker(byte n) { skip }\ninit {\n  cuont = 1;\n  cuont = other;\n  run Wroker(1);\n  goto nowhere;\nhere: skip\n}\n";
    let expected = [
        "4:3 `cuont` is not declared",
        "5:11 `other` is not declared",
        "6:7 there is no proctype `Wroker`",
        "7:8 there is no label `nowhere` in this process",
    ];
    assert_eq!(errors(text), expected);
    let shown = helps(text);
    assert!(shown.contains("did you mean `count`?"), "{shown}");
    assert!(shown.contains("did you mean `Worker`?"), "{shown}");
}

#[test]
fn names_are_declared_once() {
    assert_eq!(
        errors("byte x; byte x; init { skip }"),
        ["1:14 `x` is declared twice"]
    );
    assert_eq!(
        errors("byte x; init { byte x; skip }"),
        ["1:21 `x` is declared already"]
    );
    assert_eq!(
        errors("init { byte y; { byte y; skip } }"),
        ["1:23 `y` is declared already"]
    );
    assert_eq!(
        errors("init { if :: byte y; skip :: byte y; skip fi }"),
        ["1:35 `y` is declared already"]
    );
    assert_eq!(
        errors("init { { byte y; skip }; { byte y; skip } }"),
        [""; 0]
    );
    assert_eq!(
        errors("init { l: skip; l: skip }"),
        ["1:17 label `l` is used twice"]
    );
    assert_eq!(
        errors("init { { skip; l: skip }; { skip; l: skip } }"),
        [""; 0]
    );
    assert_eq!(
        errors("init { l: goto l }"),
        ["1:16 `goto l` leads to itself without any statement on the way"]
    );
}

#[test]
fn blocks_make_scopes() {
    let model = model("init { { byte y = 1; assert(y == 1) };\n { byte y = 2; assert(y == 2) } }");
    let names: Vec<&str> = model.proctypes[0]
        .locals
        .iter()
        .map(|local| local.name.as_str())
        .collect();
    assert_eq!(names, ["y", "y@2"]);
    let counts = count(Interpreter::new(&model), 100, 100).expect("it is small");
    assert!(counts.failed.is_empty(), "{:?}", counts.failed);
    assert_eq!(
        errors("init { { byte y; skip }; y = 1 }"),
        ["1:26 `y` is not declared"]
    );
}

#[test]
fn types_are_checked() {
    let check = |statement: &str, expected: &str| {
        let text = format!(
            "mtype = {{ red }}; byte x, a[3]; chan d; chan c = [2] of {{ byte, bit }}; init {{ {statement} }}"
        );
        let found = errors(&text);
        let found: Vec<&str> = found
            .iter()
            .map(|message| message.split_once(' ').expect("a place").1)
            .collect();
        assert_eq!(found, [expected], "{statement}");
    };
    check("a = 1", "`a` is an array, its index is missing");
    check("x[1] = 1", "`x` is not an array");
    check("x = c + 1", "a channel is used as a number");
    check("d = 5", "`d` is a channel, but the value is a number");
    check("c++", "`c` is a channel, it cannot be counted up or down");
    check("x!1", "`x` is not a channel");
    check("x = len(x)", "`x` is not a channel");
    check(
        "_pid = 1",
        "`_pid` cannot be changed: it is set by the system",
    );
    check(
        "red = 1",
        "`red` is a value of an `mtype`, it cannot be changed",
    );
    check("x = _", "`_` has no value: it can only be received into");
    check(
        "c!1",
        "this send has 1 field, but messages of the channel have 2",
    );
    check(
        "c?x",
        "this receive has 1 field, but messages of the channel have 2",
    );
    check("c?x,x", "two fields of the message are received into `x`");
    check("break", "`break` outside of a loop");
    check("x = 4294967296", "the number does not fit an `int`");
    check("assert(run P())", "there is no proctype `P`");
    check(
        "{ l: skip }",
        "label `l` stands on the first statement of a block",
    );
    check("if :: else :: else fi", "a selection has only one `else`");
    check(
        "x = 1; chan e = [1] of { byte }",
        "channel `e` must be declared at the start of the process",
    );
}

#[test]
fn declarations_are_checked() {
    assert_eq!(
        errors("byte a[0]; init { skip }"),
        ["1:8 an array cannot have 0 elements"]
    );
    assert_eq!(
        errors("byte n; byte a[n]; init { skip }"),
        ["1:16 the length of an array must be a constant"]
    );
    assert_eq!(errors("byte n = 3; byte a[n]; init { a[2] = 1 }"), [""; 0]);
    assert_eq!(
        errors("unsigned u : 40; init { skip }"),
        ["1:14 an `unsigned` has 1 to 31 bits"]
    );
    assert_eq!(
        errors("byte x : 4; init { skip }"),
        ["1:10 only variables of type `unsigned` have a width"]
    );
    assert_eq!(
        errors("hidden bit x; init { skip }"),
        ["1:1 only global variables of other types than `bit`, `bool` and `chan` can be hidden"]
    );
    assert_eq!(
        errors("proctype P(byte a[2]) { skip } init { run P(1) }"),
        ["1:17 the parameter `a` cannot be an array"]
    );
    assert_eq!(
        errors("proctype P() { skip } init { run P(1) }"),
        ["1:34 `P` has 0 parameters, but 1 is given"]
    );
    assert_eq!(
        errors("proctype P() { skip } init { (run P() && true) }"),
        ["1:31 `run` cannot be used here"]
    );
    assert_eq!(
        errors("chan r = [0] of { byte }; active proctype P() priority 3 { x: r!get_priority(0) }"),
        ["1:56 a priority is used in a model with rendezvous channels"]
    );
    assert_eq!(
        errors("active proctype P() { chan r = [0] of { byte }; enabled(1); r!1 }"),
        ["1:49 `enabled` is used in a model with rendezvous channels"]
    );
    assert_eq!(
        errors("proctype P() { skip }"),
        ["1:22 no process is ever started"]
    );
    assert_eq!(
        errors("active [256] proctype P() { skip }"),
        ["1:1 there are 256 processes at the start"]
    );
    let many: String = (0..256).map(|n| format!("n{n} ")).collect();
    assert_eq!(
        errors(&format!("mtype = {{ {many}}}; init {{ skip }}")),
        ["1:11 an `mtype` has at most 255 names"]
    );
    assert_eq!(
        errors("foo x; init { skip }"),
        ["1:1 there is no type `foo`"]
    );
}

#[test]
fn structures_are_checked() {
    let check = |statements: &str, expected: &[&str]| {
        let text = format!(
            "typedef In {{ byte p; bit q[2] }}; typedef T {{ In n[2]; chan c = [1] of {{ bit }} }}; T t, ts[3]; byte x; In i; chan c = [1] of {{ In }};\ninit {{ {statements} }}"
        );
        assert_eq!(errors(&text), expected, "{statements}");
    };
    check("ts[2].n[1].q[0] = 1; c!t.n[x]; c?i; c?ts[0].n[1]", &[]);
    check(
        "t.n[0] = i",
        &[
            "2:8 `t.n[0]` is a structure: one of its members is needed here",
            "2:17 `i` is a structure: one of its members is needed here",
        ],
    );
    check("t.m = 1", &["2:10 `T` has no member `m`"]);
    check("t.c.d = 1", &["2:12 `c` has no member `d`"]);
    check("x.p = 1", &["2:10 `x` has no member `p`"]);
    check("ts.c!1", &["2:8 `ts` is an array, its index is missing"]);
    check("t.n.p = 1", &["2:10 `n` is an array, its index is missing"]);
    check("t[1].c!1", &["2:10 `t` is not an array"]);
    check("t[x].c!1", &["2:10 `t` is not an array"]);
    check("t[0].c!1", &[]);
    check(
        "c!i,1",
        &["2:8 this send has 4 fields, but messages of the channel have 3"],
    );
    check(
        "printf(\"%d\", i)",
        &["2:21 `i` is a structure: one of its members is needed here"],
    );
    let declare = |text: &str, expected: &[&str]| {
        assert_eq!(
            errors(&format!("{text} init {{ skip }}")),
            expected,
            "{text}"
        );
    };
    declare(
        "U u; typedef U { byte x };",
        &["1:1 `U` is used before its `typedef`"],
    );
    declare(
        "typedef U { byte x; U u };",
        &["1:21 `U` is used before its `typedef`"],
    );
    declare(
        "typedef U { byte x; bit x };",
        &["1:25 `U` has two members `x`"],
    );
    declare(
        "typedef U { hidden byte x };",
        &["1:13 a member cannot be hidden"],
    );
    declare("typedef U { byte x }; U u = 1;", &[]);
    declare(
        "typedef U { byte x }; U u = v;",
        &["1:29 `v` is not declared"],
    );
    declare(
        "typedef U { byte x }; U u; U v = u;",
        &["1:34 `u` is a structure: one of its members is needed here"],
    );
    declare(
        "typedef U { byte x }; U u[2] = { 1, 2 };",
        &["1:32 `u` is a structure, it cannot have a list of initial values"],
    );
    declare(
        "typedef U { byte x }; U u = [1] of { byte };",
        &["1:29 `u` is a structure, it cannot have a channel as its value"],
    );
    declare(
        "typedef U { unsigned x : 3 }; chan c = [1] of { U };",
        &["1:49 `U` cannot be a message field: its member `x` is `unsigned`"],
    );
    declare(
        "typedef V { byte y }; typedef U { V v[2] }; chan c = [1] of { U };",
        &["1:63 a structure with an array of structures, `v`, cannot be part of a message"],
    );
    declare(
        "typedef U { byte y[2] }; proctype P(U u) { skip };",
        &["1:39 a structure with an array, `y`, cannot be a parameter"],
    );
    declare(
        "typedef U { byte y[1000] }; typedef V { U u[1000] }; V v[2];",
        &["1:56 `v` is too large"],
    );
    declare(
        "proctype P() { skip } proctype Q() { P[0]@l; P:x == 0 };",
        &[
            "1:43 there is no label `l` in `P`",
            "1:48 there is no variable `x` in `P`",
        ],
    );
}

#[test]
fn what_looks_wrong_is_warned_of() {
    let head = "mtype = { red }; mtype:fruit = { apple }; byte x, a[2]; bit b; mtype m = red; chan c = [1] of { byte, bit };\n\
                chan r = [0] of { byte }; typedef T { bit f; byte g }; T t; inline never_called() { byte k; l: skip }\n\
                proctype Other(byte n) { byte seen; c?n,_; a[n] = b; b = m; t.g = r?[x] }\n";
    let check = |statements: &str, expected: &[&str]| {
        let text = format!(
            "{head}active proctype P() {{ byte i, j; run Other(i); r!j; x = x;\n{statements} }}"
        );
        let found: Vec<String> = warnings(&text)
            .into_iter()
            .filter(|message| message.starts_with("5:"))
            .collect();
        assert_eq!(found, expected, "{statements}");
    };
    check("x = 256", &["5:5 256 does not fit `x`, which becomes 0"]);
    check("x = -1", &["5:5 -1 does not fit `x`, which becomes 255"]);
    check(
        "a[1] = 255; b = 1; t.f = 3",
        &["5:26 3 does not fit `t.f`, which becomes 1"],
    );
    check(
        "c!256(2)",
        &[
            "5:1 256 does not fit field 1 of the message, which becomes 0",
            "5:1 2 does not fit field 2 of the message, which becomes 0",
        ],
    );
    check(
        "run Other(300)",
        &["5:11 300 does not fit parameter `n`, which becomes 44"],
    );
    check(
        "m = apple; m == apple; m = (b -> red : red)",
        &[
            "5:5 the value is of `mtype:fruit`, but `m` is of `mtype`",
            "5:17 a value of `mtype` is compared with one of `mtype:fruit`",
        ],
    );
    check(
        "i = 0; i == 1; i == x",
        &["5:8 this waits for ever when it is false: nobody else changes `i`"],
    );
    check(
        "if :: i == 1; j == 2 :: j == 1 -> skip fi; end: i == 1",
        &["5:15 this waits for ever when it is false: nobody else changes `j`"],
    );
    check(
        "if :: i = 1 -> j = 1 :: j == 1 :: i = 2; j = 2 :: i = 3 -> goto l fi; l: skip",
        &["5:7 this option assigns to `i`, which is always possible"],
    );
    check("if :: i = 1 -> j = 1 :: i = 2 -> j = 2 fi", &[]);
    check(
        "r?<x>",
        &["5:1 a rendezvous channel never holds a message to look at: this is a run-time error"],
    );
    check(
        "byte u; chan v; T w; T y; y.f = 0",
        &[
            "5:6 variable `u` is never used",
            "5:14 channel `v` is never used",
            "5:19 variable `w` is never used",
        ],
    );
    check(
        "l: skip; n: goto k; k: skip; end_: skip",
        &[
            "5:1 label `l` is never used",
            "5:10 label `n` is never used",
        ],
    );
    check(
        "unsigned u; u = 65535",
        &["5:1 this `unsigned` has no width, so it has 16 bits"],
    );
    // Of a process, a claim or a formula that looks at it.
    assert_eq!(
        warnings(
            "byte g, h; active proctype P() { byte v; l: skip } active proctype Q() { P:v == 0; P@l } never { g == 1 } ltl { [] (h == 0) }"
        ),
        [""; 0]
    );
}

#[test]
fn properties_are_named_and_left_alone() {
    let model = model(
        "byte x; ltl { [] (x == 0) } ltl p { <> (x > 0) } never { do :: np_ od } never c { skip } init { skip }",
    );
    assert_eq!(
        model.unchecked.claims,
        ["ltl ltl_0", "ltl p", "never claim", "never claim c"]
    );
}

/// Labels that mean something to a search for cycles: those of processes (fault 15 of the
/// commands).
#[test]
fn labels_for_cycles_are_counted() {
    let model = model(
        "byte x; active [2] proctype P() { accept: progress: progress_2: do :: x < 9 -> acceptable: x++ :: else -> break od; end: skip }
         never { accept_all: do :: true od }",
    );
    let found = model.unchecked;
    assert_eq!((found.accept_labels, found.progress_labels), (2, 2));
    assert_eq!(found.claims, ["never claim"]);
}

#[test]
fn mtypes_count_from_the_last_name() {
    let model =
        model("mtype = { a, b, c }; mtype = { d, e }; mtype:size = { small, big }; init { skip }");
    let names = |set: usize| {
        model.mtypes[set]
            .names
            .iter()
            .map(|(name, value)| format!("{name}{value}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(names(0), ["c1", "b2", "a3", "e4", "d5"]);
    assert_eq!(names(1), ["big1", "small2"]);
}

#[test]
fn widths_are_those_of_the_verifier() {
    let model = model(
        "bit x, a[2]; unsigned u : 3; short s; chan c = [1] of { bit }; chan d = [1] of { bit, bool }; init { skip }",
    );
    let bits: Vec<u8> = model
        .globals
        .iter()
        .map(|variable| variable.width.bits)
        .collect();
    assert_eq!(bits, [1, 8, 3, 16, 8, 8]);
    let fields = |index: usize| {
        model.signatures[index]
            .fields
            .iter()
            .map(|(ty, width)| (*ty, width.bits))
            .collect::<Vec<_>>()
    };
    assert_eq!(fields(0), [(Type::Bit, 8)]);
    assert_eq!(fields(1), [(Type::Bit, 1), (Type::Bool, 1)]);
}

#[test]
fn warnings_do_not_refuse_a_model() {
    let idle = "active proctype P() { do :: skip od }";
    assert_eq!(
        warnings(idle),
        ["1:29 this loop can go on for ever without doing anything"]
    );
    let order = "int n = 7; byte b = n; init { assert(b == 0) }";
    assert_eq!(
        warnings(order),
        ["1:21 the initial value of `n` is set after that of `b`, so 0 is read here"]
    );
    let few = "proctype P(byte a, b) { skip } init { run P(1) }";
    assert_eq!(
        warnings(few.replace(", b", "; byte b").as_str()),
        ["1:48 `P` has 2 parameters, only 1 is given; `b` will be 0"]
    );
    let label = "init { if :: l: skip :: goto l fi }";
    assert_eq!(
        warnings(label),
        ["1:14 label `l` stands on the first statement of an option"]
    );
}

#[test]
fn a_value_that_can_fail_is_computed_though_nobody_reads_it() {
    let text = "byte unread, zero; init { zero = zero; unread = 1 / zero }";
    let model = load(text, false).model.expect("a right model");
    let asserts = model.proctypes[0]
        .transitions
        .iter()
        .flat_map(|transition| &transition.steps);
    let asserts = asserts
        .filter(|step| matches!(step.action, Action::Assert(Expr::Binary(..))))
        .count();
    assert_eq!(asserts, 1);
    let counts = count(Interpreter::new(&model), 100, 100).expect("it is small");
    assert_eq!(counts.faults.len(), 1);
}

#[test]
fn deep_expressions_do_not_overflow_the_stack() {
    let terms = vec!["x == 1"; 490].join(" && ");
    let brackets = format!("{}x{}", "(".repeat(250), ")".repeat(250));
    assert_eq!(
        errors(&format!("byte x; init {{ {terms}; x = {brackets} }}")),
        [""; 0]
    );
}

#[test]
fn two_runs_give_equal_models() {
    let text = "mtype = { a, b }; byte x; chan c = [1] of { mtype, byte }; init { byte y; do :: c!a(x) :: c?b,y :: x = y od }";
    let strip = |mut model: Model| {
        model.files.clear();
        model.digest.clear();
        model
    };
    assert_eq!(strip(model(text)), strip(model(text)));
}

/// SPIN counts 65 states, 63 matched.
#[test]
fn an_escape_to_the_end_of_a_process_ends_it() {
    let model = model(include_str!("data/ir/unless-break-to-end.pml"));
    frontend::ir::verify::check(&model).unwrap();
    let counts = count(Interpreter::new(&model), 1000, 1000).unwrap();
    assert_eq!((counts.stored, counts.matched), (65, 63));
}
