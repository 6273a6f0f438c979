//! Expansion of inlines: texts, places, messages.

use super::*;
use crate::ast::TextRange;
use crate::mapped_text::{MappedText, TextBuilder};
use crate::separator::insert_separators;
use crate::source::Sources;
use crate::token::scan;
use std::path::Path;

struct Run {
    sources: Sources,
    diagnostics: Diagnostics,
    text: Option<MappedText>,
    tokens: Vec<String>,
}

/// Expands the inlines of a text that needs no preprocessing.
fn run(text: &str) -> Run {
    run_and(text, |tokens| tokens)
}

/// With what comes behind it.
fn run_and(text: &str, separated: fn(Stream<'_>) -> Stream<'_>) -> Run {
    let mut sources = Sources::default();
    let file = sources.add("m.pml", Path::new("m.pml"), text.into(), None);
    let whole = Span {
        file,
        start: 0,
        end: text.len() as u32,
    };
    let mut builder = TextBuilder::new(whole);
    builder.copy_source(text, whole, None);
    let mut diagnostics = Diagnostics::default();
    let input = builder.finish();
    let expanded = expand_inlines(Stream::of(&input), &mut diagnostics);
    let (mut text, mut tokens) = (None, Vec::new());
    if let Some(expanded) = expanded {
        let written = separated(expanded.tokens).write();
        tokens = (written.tokens.iter().map(|it| it.text.to_owned())).collect();
        text = Some(written.text);
    }
    Run {
        sources,
        diagnostics,
        text,
        tokens,
    }
}

fn expanded(text: &str) -> String {
    let run = run(text);
    let errors: Vec<&Diagnostic> = run.diagnostics.errors().collect();
    assert!(errors.is_empty(), "{errors:?}");
    run.text.unwrap().text().trim().to_owned()
}

fn range(text: &str, part: &str) -> TextRange {
    let start = text.find(part).unwrap() as u32;
    TextRange {
        start,
        end: start + part.len() as u32,
    }
}

#[test]
fn calls_become_the_text_of_the_body() {
    for (model, text) in [
        ("inline f() { x = 1 } init { f() }", "init { { x = 1 } }"),
        // No parentheses are put around an argument, and its line ends do not count.
        (
            "inline f(a) { x = a*2\n} init { f(y +\n 1) }",
            "init { { x = y + 1*2\n} }",
        ),
        (
            "inline f(a, b) { a!b; p.a = 1 } init { f(c[x,y], z) }",
            "init { { c[x,y]!z; p.c[x,y] = 1 } }",
        ),
        // An argument is not searched for the parameters of the same inline, but for those around
        // the call.
        (
            "inline f(a, b) { a = b } init { f(z, a + 1) }",
            "init { { z = a + 1 } }",
        ),
        (
            "inline g(a) { a++ } inline f(b) { g(b); b-- } init { f(x) }",
            "init { { { x++ }; x-- } }",
        ),
        // A body sees what is defined before the call.
        (
            "inline f() { g() } inline g() { skip } init { f() }",
            "init { { { skip } } }",
        ),
        (
            "inline f(a) { return a + 1; x++ } init { x = f(3); t[i].y = f(z); f2 = x }",
            "init { { x = 3 + 1; x++ }; { t[i].y = z + 1; x++ }; f2 = x }",
        ),
        (
            "inline g(a) { return a } inline f(b) { byte t; t = g(b); return t } init { x = f(7) }",
            "init { { byte t; { t = 7 }; x = t } }",
        ),
        // Without `return` the variable is left alone.
        (
            "inline f() { y = 2 } init { x = f() }",
            "init { { y = 2 } }",
        ),
        // Names in formulas, strings and declarations are no calls.
        (
            "inline f(a) { printf(\"a\", a) } ltl p { f(1) } init { byte g; f(g) }",
            "ltl p { f(1) } init { byte g; { printf(\"a\", g) } }",
        ),
    ] {
        assert_eq!(
            expanded(model).split_whitespace().collect::<Vec<_>>(),
            text.split_whitespace().collect::<Vec<_>>(),
            "{model}"
        );
    }
}

/// SPIN reads an argument apart from what stands before the parameter.
#[test]
fn an_argument_does_not_join_what_stands_before_it() {
    for (model, wanted) in [
        ("inline f(p) { c!p } init { f(!x) }", "init { { c ! ! x } }"),
        (
            "inline f(p) { x = y -p } init { f(-1) }",
            "init { { x = y - - 1 } }",
        ),
    ] {
        let run = run(model);
        let text = run.text.unwrap();
        let read = scan(text.text(), &mut Vec::new());
        let read: Vec<&str> = read.iter().map(|it| it.text).collect();
        assert_eq!(
            (run.tokens.join(" "), read.join(" ")),
            (wanted.into(), wanted.into())
        );
    }
}

/// The text that SPIN reads at a call: `timeout` at the end of a line is no statement's end there
/// (spin 6.5.2 rejects it).
#[test]
fn bodies_keep_their_lines_and_places() {
    let text = "inline f(p) { timeout\n p = q\n }\ninit { f(y)\n z = 2 }\n";
    let Run { sources, text, .. } = run_and(text, insert_separators);
    let separated = text.unwrap();
    assert_eq!(
        separated.text(),
        "\ninit { { timeout\n y = q\n };\n z = 2 }\n"
    );
    let origin = |part: &str| {
        let origin = separated.origin(range(separated.text(), part));
        let calls: Vec<&str> = origin
            .expansion
            .iter()
            .map(|used| sources.slice(used.call))
            .collect();
        (sources.slice(origin.span).to_owned(), calls.join(" in "))
    };
    // A statement that begins with an argument is the body's, the argument the caller's.
    assert_eq!(origin("y = q"), ("p = q".into(), "f(y)".into()));
    assert_eq!(origin("y"), ("y".into(), String::new()));
    assert_eq!(
        origin("{ timeout\n y = q\n }"),
        ("f(y)".into(), String::new())
    );
    assert!(separated.in_inline(range(separated.text(), "y = q").start));
    assert!(!separated.in_inline(range(separated.text(), "z = 2").start));
}

#[test]
fn arguments_of_nested_calls_were_written_at_the_outer_call() {
    let text = "inline g(a) { x = a } inline f(b) { g(b + 1) }\ninit { f(y * z) }";
    let Run { sources, text, .. } = run(text);
    let text = text.unwrap();
    let origin = |part: &str| {
        let origin = text.origin(range(text.text(), part));
        let calls: Vec<&str> = origin
            .expansion
            .iter()
            .map(|used| sources.slice(used.call))
            .collect();
        (sources.slice(origin.span).to_owned(), calls.join(" in "))
    };
    assert_eq!(
        origin("x = y * z + 1"),
        ("x = a".into(), "g(b + 1) in f(y * z)".into())
    );
    assert_eq!(origin("y * z + 1"), ("b + 1".into(), "f(y * z)".into()));
    assert_eq!(origin("y * z"), ("y * z".into(), String::new()));
}

fn doubling(levels: usize, body: &str) -> String {
    let mut text = format!("inline f1(a) {{ {body} }}\n");
    for level in 2..=levels {
        let below = level - 1;
        text += &format!("inline f{level}(a) {{ f{below}(a); f{below}(a) }}\n");
    }
    text + &format!("init {{ f{levels}(x) }}\n")
}

/// Calls in a body whose arguments go nowhere: `calls` of them count `calls * (words + 7) + 1`.
fn counted(name: &str, calls: usize, words: usize) -> String {
    let call = format!("g({})", "1 ".repeat(words));
    format!("inline {name}() {{ {} }}\n", vec![call; calls].join("; "))
}

/// 19,990,100 words, and those of `rest`.
fn calls_of_many_words(rest: &str) -> String {
    let calls = "f(); ".repeat(100);
    let f = counted("f", 100, 1992);
    format!("inline g(p) {{ skip }}\n{f}{rest}init {{ {calls}h() }}\n")
}

#[test]
fn too_much_text_is_an_error() {
    let long = vec![format!("printf(\"{}\")", "x".repeat(1 << 15)); 32].join("; ");
    let growing: String = (2..=16)
        .map(|level| format!("inline f{level}(a) {{ f{}(a + a) }}\n", level - 1))
        .collect();
    let growing = format!("inline f1(a) {{ x = a }}\n{growing}init {{ f16(1) }}");
    let many = "the inlines called up to here make more than 20000000 words of text";
    let bytes = "the inlines called up to here make more than 128 MiB of text";
    for (text, message) in [
        (doubling(22, "a++; a--"), many),
        (doubling(12, &long), bytes),
        (growing, "the arguments of `f6` are too long"),
    ] {
        let run = run(&text);
        let errors: Vec<&Diagnostic> = run.diagnostics.errors().collect();
        let [error] = errors[..] else {
            panic!("{errors:?}")
        };
        assert_eq!(error.message, message);
        assert!(run.text.is_none());
    }
    assert!(run(&doubling(12, "a++; a--")).text.is_some());
    // 9,900 words more are 20 million; then one less, and one more.
    for ((calls, words), fits) in [((7, 1407), true), ((19, 514), true), ((20, 488), false)] {
        let text = calls_of_many_words(&counted("h", calls, words));
        assert_eq!(run(&text).text.is_some(), fits, "{words}");
    }
}
