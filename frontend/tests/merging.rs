//! Which steps are made together with the one before.

use std::path::Path;

use frontend::ir::Model;
use frontend::{Options, load_text};

fn optimized(text: &str) -> Model {
    let loaded = load_text(text, Path::new("m.pml"), &Options::default());
    loaded.model.expect(text)
}

#[test]
fn merging_stops_at_the_entrance_to_an_atomic() {
    let text = "byte g; active proctype P() { byte l; g = 1; l = 2; l = 3;
        atomic { l = 4; g = l; g = 5 }; assert(g == 5) } active proctype Q() { g == 9 }";
    let model = optimized(text);
    let lengths: Vec<usize> = model.proctypes[0]
        .transitions
        .iter()
        .map(|transition| transition.steps.len())
        .collect();
    // g = 1 with l = 2 and l = 3; the three of the atomic; assert; -end-
    assert_eq!(lengths, [3, 3, 1, 1]);
    assert!(!model.proctypes[0].transitions[1].atomic);
}

/// Of a process's transitions, those behind which it goes on alone: the first step of each.
fn going_on(body: &str) -> Vec<String> {
    let text = format!(
        "byte g; active proctype P() {{ byte l, m, a[3]; {body} }} active proctype Q() {{ g == 9 }}"
    );
    let model = optimized(&text);
    let transitions = model.proctypes[0].transitions.iter();
    let going_on = transitions.filter(|it| it.atomic);
    going_on.map(|it| it.steps[0].source.text.clone()).collect()
}

#[test]
fn merging_goes_on_over_local_choices() {
    let on = |body: &str, expected: &[&str]| assert_eq!(going_on(body), expected, "{body}");
    on("g = 1; if :: l < 2 :: l >= 2 fi; g = 2", &["g = 1"]);
    on("g = 1; if :: l == 0 -> m = 1 :: else fi; g = 2", &["g = 1"]);
    on("g = 1; l == 1; g = 2", &["g = 1"]);
    // A chain of choices, and one that is a loop: its head is no state, for `g++` is one.
    on(
        "g = 1; if :: l == 1 :: else fi; if :: m :: !m fi; g = 2",
        &["g = 1", "l == 1", "else"],
    );
    on(
        "do :: l < 3 -> g++; l++ :: l >= 3 -> break od; g = 2",
        &["g++"],
    );
    // Of a loop that others cannot notice one place stays.
    on("g = 1; do :: l == 0 -> l = 1 :: l == 1 -> l = 0 od", &[]);
    // Others can notice it; two ways may be open; it begins an atomic sequence; it may end here.
    on("g = 1; if :: l < 2 -> g = 3 :: g >= 2 fi; g = 2", &[]);
    on("g = 1; if :: l < 2 :: l < 3 fi; g = 2", &[]);
    on("g = 1; if :: l < 2 :: m >= 2 fi; g = 2", &[]);
    on(
        "g = 1; if :: if :: l == 0 :: else fi :: l > 2 fi; g = 2",
        &[],
    );
    on("g = 1; atomic { l == 0; m = g }; g = 2", &[]);
    on("g = 1; end: if :: l < 2 :: l >= 2 fi; g = 2", &[]);
    on("g = 1; progress: if :: l < 2 :: l >= 2 fi; g = 2", &[]);
    // It can fail, or be blocked inside of a `d_step`: others go on from the state before it.
    on("l = g; if :: a[l] == 0 :: else fi; g = 2", &[]);
    on("l = g; if :: 7 / l > 1 -> m = 1 :: else fi; g = 2", &[]);
    on("g = 1; d_step { l == 1; m == 2 }; g = 2", &[]);
    on(
        "g = 1; d_step { do :: l < 9 -> l++ :: l == 9 -> break od }; g = 2",
        &[],
    );
    on("g = 1; d_step { l == 1; m = 2 }; g = 2", &["g = 1"]);
    on("g = 1; if :: a[l % 3] == 0 :: else fi; g = 2", &["g = 1"]);
    on("g = 1; if :: timeout :: !timeout -> g = 3 fi; g = 2", &[]);
}

#[test]
fn conditions_that_exclude_each_other() {
    let exclusive = |one: &str, other: &str| {
        let body = format!("g = 1; if :: {one} :: {other} fi; g = 2");
        !going_on(&body).is_empty()
    };
    let excluding = [
        ("l == 1", "l == 2"),
        ("l < 2", "l > 1"),
        ("l <= 1", "l > 1"),
        ("l == m", "l != m"),
        ("l < m", "l >= m"),
        ("l && m", "!l"),
        ("l == 1 || l == 2", "l > 2 && m == 0"),
        ("!(l > 1)", "l > 1"),
        ("!(l > 1)", "l == 3"),
        ("!(l && m)", "l && m"),
        ("l % 2 == 0", "l % 2 == 1"),
        ("l > 5", "l < 3"),
        ("l", "l == 0"),
    ];
    let overlapping = [
        ("l == 1", "m == 2"),
        ("l < 3", "l > 1"),
        ("l <= 1", "l >= 1"),
        ("l != 1", "l == 2"),
        ("l != 1", "l != 2"),
        ("l < 1", "l < 3"),
        ("l > 1", "l > 3"),
        ("l > 1", "l == 3"),
        ("l <= m", "l >= m"),
        ("l || m", "!l"),
        ("l", "m"),
        ("!l", "!m"),
        ("l % 2 == 0", "l % 3 == 1"),
    ];
    let excluding = excluding.map(|pair| (pair, true)).into_iter();
    for ((one, other), expected) in excluding.chain(overlapping.map(|pair| (pair, false))) {
        let found = [exclusive(one, other), exclusive(other, one)];
        assert_eq!(found, [expected; 2], "{one}, {other}");
    }
}

/// Whether `own = 2` is made together with the step before it, in the first proctype of a text
/// that has `P` for the head and the body of one.
fn is_owned(rest: &str) -> bool {
    let body = "P() { shared = 1; own = 2; shared = 3; assert(own == 2) }";
    let text = format!(
        "byte shared, own, other[3]; {}",
        rest.replacen("P()", body, 1)
    );
    let model = optimized(&text);
    let mut transitions = model.proctypes[0].transitions.iter();
    transitions.any(|it| it.steps[0].source.text == "shared = 1" && it.steps.len() > 1)
}

/// Others would go on from a state that is none.
#[test]
fn merging_stops_before_what_can_fail() {
    let steps = |step: &str| {
        let text = format!(
            "byte g; active [2] proctype P() {{ byte l = g, m = g, a[3]; bit b = g; \
             g = 1; {step}; g = 2 }} active proctype Q() {{ g == 9 }}"
        );
        let model = optimized(&text);
        let mut transitions = model.proctypes[0].transitions.iter();
        let first = transitions.find(|it| it.steps[0].source.text == "g = 1");
        first.expect("the first step").steps.len()
    };
    for fails in [
        "a[l] = 1",
        "l = a[m]",
        "l = 7 / m",
        "l = m % l",
        "assert(a[l + 1] == 0)",
        "printf(\"%d\", a[l])",
        "a[3] = 1",
    ] {
        assert_eq!(steps(fails), 1, "{fails}");
    }
    for passes in [
        "a[l % 3] = 1",
        "l = a[b + 1]",
        "l = 7 / (b + 1)",
        "l = m % 9",
    ] {
        assert_eq!(steps(passes), 2, "{passes}");
    }
}

/// Whether `a[i] = 1` may be made together with the step before it, by what its process did to `i`.
#[test]
fn merging_knows_what_an_index_can_be() {
    let merged = |body: &str| {
        let text = format!(
            "byte g, own; active proctype P() {{ byte a[3]; byte i; int j; byte k = g; {body} }} \
             active proctype Q() {{ g == 9 }}"
        );
        let model = optimized(&text);
        let mut transitions = model.proctypes[0].transitions.iter();
        transitions.any(|it| {
            let mut behind = it.steps[1..].iter();
            behind.any(|step| step.source.text.starts_with("a["))
        })
    };
    for known in [
        "g++; a[i] = 1",
        "i = 2; g++; a[i] = 1; g++",
        "for (i : 0 .. 2) { g++; a[i] = 1 }; g++",
        "for (i in a) { g++; a[i] = 1 }; g++",
        "do :: i < 3 -> g++; a[i] = 1; i++ :: else -> break od; g++",
        "j = 2; do :: j >= 0 -> g++; a[j] = 1; j-- :: else -> break od; g++",
        "do :: g++; a[i] = 1; if :: i == 2 -> i = 0 :: else -> i++ fi od",
        "do :: g++; a[i] = 1; i = (i == 2 -> 0 : i + 1) od",
        "do :: g++; a[i] = 1; i = (i + 1) % 3 od",
        "select (i : 0 .. 2); g++; a[i] = 1; g++",
        "if :: k < 3 -> g++; a[k] = 1 :: else fi; g++",
        "if :: k >= 3 :: else -> g++; a[k] = 1 fi; g++",
        "if :: k == 0 || k == 2 -> g++; a[k] = 1 :: else fi; g++",
        "if :: !(k > 2) && g -> g++; a[k] = 1 :: else fi; g++",
        "if :: 3 > k -> g++; a[k] = 1 :: else fi; g++",
        "if :: k -> skip :: else -> g++; a[k] = 1 fi; g++",
        "if :: i = 1 :: i = 2 fi; g++; a[i - 1] = 1; g++",
        "for (i : 0 .. 2) { for (j : i .. 2) { g++; a[j] = 1 } }; g++",
        "for (i : 0 .. 200) { for (j : 0 .. 2) { g++; a[j] = 1 } }; g++",
        "own = 1; do :: own < 3 -> g++; a[own] = 1; own++ :: else -> break od; g++",
        "i = k; j = 2; do :: i > j -> i-- :: else -> break od; g++; a[i] = 1; g++",
        "d_step { i = 7; k = 2 }; i = k % 3; g++; a[i] = 1; g++",
    ] {
        assert!(merged(known), "{known}");
    }
    for unknown in [
        "g++; a[k] = 1",
        "do :: g++; a[i] = 1; i++ od",
        "for (i : 0 .. 2) { g++ }; g++; a[i] = 1; g++",
        "for (i : 0 .. 3) { g++; a[i] = 1 }; g++",
        "if :: k <= 3 -> g++; a[k] = 1 :: else fi; g++",
        "if :: k < 3 || g -> g++; a[k] = 1 :: else fi; g++",
        "if :: k < 3 -> i = g; g++; a[k + 1] = 1 :: else fi; g++",
        "j = i - 1; g++; a[j] = 1; g++",
        "if :: k < 3 -> k = g :: else -> k = 1 fi; g++; a[k] = 1; g++",
        "if :: k < 3 -> again: g++; a[k] = 1; k++; goto again :: else fi",
        // A failed assertion may not end the search.
        "assert(k < 3); g++; a[k] = 1; g++",
        "d_step { if :: k -> i = 3 :: else fi }; g++; a[i] = 1; g++",
        // The `else` is for those before it only.
        "if :: k > 5 :: else -> g++; a[k] = 1 fi; g++",
        "g = i; i = g; g++; a[i] = 1; g++",
        // 255 and one more.
        "i--; g++; a[i + 1] = 1; g++",
    ] {
        assert!(!merged(unknown), "{unknown}");
    }
}

/// What an index can be that another process told.
#[test]
fn merging_knows_what_messages_carry() {
    let merged = |receiver: &str, others: &str| {
        let text = format!(
            "byte g; chan c = [2] of {{ byte, byte }}; chan d = [0] of {{ byte }}; \
             active proctype P() {{ byte a[3], i, k; {receiver}; g++; a[i] = 1; g++ }} \
             {others} active proctype W() {{ g == 9 }}"
        );
        let model = optimized(&text);
        let steps = model.proctypes[0]
            .transitions
            .iter()
            .map(|it| &it.steps[1..]);
        steps.flatten().any(|step| step.source.text == "a[i] = 1")
    };
    for (receiver, others) in [
        ("c?k, i", "active proctype Q() { c!9, 2; c!7, 1 }"),
        (
            "d?i",
            "active [2] proctype Q() { byte n; do :: d!n; n = (n + 1) % 3 od }",
        ),
        (
            "d?i",
            "active proctype Q() { d_step { g = 1; c!1, 1 }; d!2 }",
        ),
        // Told on.
        (
            "c?_, i",
            "active proctype Q() { byte x; d?x; c!0, x } active proctype R() { d!1; d!2 }",
        ),
        (
            "d?i; d!i",
            "active [2] proctype Q() { byte x; do :: d?x -> d!x od } init { d!2 }",
        ),
        // Of another channel nothing comes.
        ("d?i", "active proctype Q() { c!1, 7; d!1 }"),
    ] {
        assert!(merged(receiver, others), "{receiver}; {others}");
    }
    for (receiver, others) in [
        ("c?i, k", "active proctype Q() { c!9, 2; c!7, 1 }"),
        (
            "d?i",
            "active proctype Q() { byte n; do :: d!n; n = (n + 1) % 4 od }",
        ),
        ("d?i", "active proctype Q() { d!2; d!g }"),
        ("c?i, k", "active proctype Q() { d_step { g = 1; c!3, 1 } }"),
        (
            "d?i; d!i",
            "active [2] proctype Q() { byte x; do :: d?x -> d!x + 1 od } init { d!2 }",
        ),
        ("d?i", "proctype Q(chan e) { e!3 } init { d!1; run Q(d) }"),
        ("d?i", "active proctype Q() { chan e; d!1; e = d; e!3 }"),
        // Stored in a byte.
        ("d?i", "active proctype Q() { d!-1 }"),
    ] {
        assert!(!merged(receiver, others), "{receiver}; {others}");
    }
    let started = |text: &str| {
        let text = format!(
            "byte g; proctype P(byte i) {{ byte a[3]; g++; a[i] = 1; g++ }} {text} \
             active proctype R() {{ g == 9 }}"
        );
        optimized(&text).proctypes[0].transitions[0].steps.len() == 2
    };
    assert!(started("init { run P(1); run P(2) }"));
    assert!(started("init { byte n; for (n : 0 .. 2) { run P(n) } }"));
    assert!(started("active proctype Q() { run P() }"));
    assert!(!started("init { run P(1); run P(3) }"));
    assert!(!started("init { byte n; for (n : 0 .. 3) { run P(n) } }"));
    assert!(!started("init { run P(g) }"));
}

#[test]
fn globals_of_one_process() {
    let watcher = "active proctype Q() { shared == 3; assert(shared == 3) }";
    let owned = [
        "active proctype P()".to_owned(),
        format!("active proctype P() {watcher}"),
        "proctype P() init { run P(); shared = 4 }".into(),
        "proctype P() init { atomic { shared = 4; run P() } }".into(),
        "proctype P() init { if :: shared == 0 -> run P() :: else fi }".into(),
        "proctype P() proctype S() { run P() } init { run S(); shared = 4 }".into(),
    ];
    let shared = [
        // Several at once, or one behind the other.
        "active [2] proctype P()",
        "active proctype P() init { run P() }",
        "proctype P() init { run P(); run P() }",
        "proctype P() init { do :: shared < 3 -> run P() od }",
        "proctype P() init { again: run P(); goto again }",
        "proctype P() active [2] proctype S() { run P() }",
        "proctype P() proctype S() { run P() } init { run S(); run S() }",
        "proctype P() active proctype S() { if :: shared > 7 -> run P() :: run S() fi }",
        // Others use it, or look at it.
        "active proctype P() active proctype Q() { own = 3; shared == 4 }",
        "active proctype P() active proctype Q() { shared == own }",
        "active proctype P() active proctype Q() { other[own] = 1; assert(other[0] == 0) }",
        "active proctype P() active proctype Q() { printf(\"%d\", own) }",
        "active proctype P() active proctype Q() { byte x = own; assert(x == 0) }",
        "active proctype P() active proctype Q() provided (own < 5) { shared = 2 }",
        "active proctype P() ltl { [] (own < 3) }",
        "active proctype P() never { do :: own < 3 od }",
        "chan c = [1] of { byte }; active proctype P() active proctype Q() { c?eval(own) }",
        "chan c = [1] of { byte }; active proctype P() active proctype Q() { c?own }",
        "chan c = [1] of { byte }; active proctype P() active proctype Q() { c!1; c?_ } \
         trace { do :: c!1 :: c?eval(own) od }",
    ];
    for rest in &owned {
        assert!(is_owned(rest), "{rest}");
    }
    for rest in shared {
        assert!(!is_owned(rest), "{rest}");
    }
}
