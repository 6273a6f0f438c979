//! Models of the size of a kernel's, for what is paid before a search begins.

use std::fmt::Write;

/// Statements of [`inlines`], which are equal but for their places.
const STEPS: u32 = 8;
const LEVELS: u32 = 4;
const CALLS: u32 = 9;

/// Inlines that are nested four deep, as a kernel's functions for lists, queues and tasks are:
/// 36,864 assignments in one proctype, 250,000 tokens when all are expanded.
pub fn inlines() -> String {
    let repeated = |text: &str, times: u32| vec![text; times as usize].join("; ");
    let up = repeated("v = v + 1", STEPS / 2);
    let down = repeated("v = v - 1", STEPS / 2);
    let mut text = format!("byte x;\ninline f1(v) {{ atomic {{ {up}; {down} }} }}\n");
    for level in 2..=LEVELS {
        let call = format!("f{}(v)", level - 1);
        writeln!(text, "inline f{level}(v) {{ {} }}", repeated(&call, STEPS)).expect("a string");
    }
    let calls = repeated(&format!("f{LEVELS}(x)"), CALLS);
    text + &format!("active proctype P() {{ {calls}; assert(x == 0) }}\n")
}

const PROCTYPES: u32 = 30;
const STATEMENTS: u32 = 1_000;
const GLOBALS: u32 = 120;
const TASKS: u32 = 16;
const QUEUES: u32 = 12;

/// 30,000 statements in 30 proctypes, all of which differ: arithmetic on 120 globals, arrays and
/// structures that are indexed by locals, queues, choices, assertions, atomic sequences and
/// `d_step`s. A token goes round once, so that there are few states.
pub fn statements() -> String {
    let mut text = format!(
        "typedef task {{ byte state, prio; short time }};\nmtype = {{ idle, ready, blocked }};\n\
         byte token;\ntask tasks[{TASKS}];\nbyte table[64];\n"
    );
    for g in 0..GLOBALS {
        writeln!(text, "byte g{g} = {};", g % 8).expect("a string");
    }
    for q in 0..QUEUES {
        writeln!(text, "chan q{q} = [{}] of {{ byte, short }};", 2 + q % 3).expect("a string");
    }
    for p in 0..PROCTYPES {
        writeln!(
            text,
            "active proctype P{p}() {{\n  byte t, n;\n  short v;\n  token == {p};"
        )
        .expect("a string");
        let (mut written, mut kind) = (0, 0);
        while written < STATEMENTS {
            let (statement, count) = statement(p, kind);
            writeln!(text, "  {statement};").expect("a string");
            written += count;
            kind += 1;
        }
        writeln!(text, "  token = {}\n}}", p + 1).expect("a string");
    }
    text
}

/// The statement with this number in a proctype, and how many it is made of. Steps that share no
/// factor with the number of globals make each of them differ.
fn statement(p: u32, i: u32) -> (String, u32) {
    let n = p * STATEMENTS + i;
    let global = |step: u32| format!("g{}", (n * step + p * 11 + i / GLOBALS) % GLOBALS);
    let (a, b, c) = (global(7), global(13), global(29));
    let (task, queue, small) = (n % TASKS, (n + i / 7) % QUEUES, n % 7 + 1);
    match i % 14 {
        0 => (format!("{a} = ({b} + {small} * {c} + {n}) % 8"), 1),
        1 => (format!("t = ({a} + {n}) % {TASKS}"), 1),
        2 => (
            format!("tasks[t].prio = ({b} + tasks[{task}].prio + {n}) % 32"),
            1,
        ),
        3 => (
            format!(
                "if :: {a} < {b} + {small} -> {c} = ({a} + {n}) % 8 :: else -> n = ({b} + {n}) % 8 fi"
            ),
            4,
        ),
        4 => (
            format!(
                "if :: nfull(q{queue}) -> q{queue}!t,{n} :: full(q{queue}) -> {a} = ({c} + {n}) % 8 fi"
            ),
            4,
        ),
        5 => (format!("table[({a} * 8 + {b} + {n}) % 64] = t"), 1),
        6 => (
            format!("if :: q{queue}?t,v -> {b} = (v + {small} + {n}) % 8 :: empty(q{queue}) fi"),
            3,
        ),
        7 => (format!("assert({a} < 8 || {b} + {n} == {small})"), 1),
        8 => (
            format!(
                "atomic {{ {a} > {n} % 3 || {c} >= 0; {b} = (table[{}] + {n}) % 8; v = v % 100 + {small} }}",
                n % 64
            ),
            3,
        ),
        9 => (
            format!(
                "if :: tasks[t].state == ready && {a} > {small} -> tasks[t].state = blocked :: else -> tasks[{task}].state = ready; tasks[t].time = {n} % 100 fi"
            ),
            5,
        ),
        10 => (
            format!(
                "d_step {{ n = ({a} + {n}) % 8; {c} = (n + {small}) % 8; tasks[{task}].time = (v + n) % 50 }}"
            ),
            3,
        ),
        11 => (format!("{c} = ({a} ^ {b} ^ {}) & 7", n % 8), 1),
        12 => (
            format!(
                "if :: {c} == {} -> {a} = {b} :: {c} != {} -> {b} = {a}; {a} = ({c} + {n}) % 8 fi",
                n % 8,
                n % 8
            ),
            5,
        ),
        _ => (format!("v = ({a} - {b} + {n}) % 1000"), 1),
    }
}
