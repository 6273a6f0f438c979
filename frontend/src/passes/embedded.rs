//! Embedded C is refused: what is not modelled by Promela alone has no place in the state. What to
//! write instead depends on what the code does, of which its words tell enough.

use super::lower::Lowering;
use super::report::Report;
use crate::ast;
use crate::token::{Token, TokenKind, scan};

impl Lowering<'_> {
    /// Reports embedded C.
    pub fn embedded_c(&mut self, code: &ast::EmbeddedC) {
        let keyword = &code.keyword.text;
        let message = format!("`{keyword}` embeds C, which is not supported");
        let help = replacement(keyword, &code.text);
        self.report(Report::error(code.keyword.range, message).help(help));
    }
}

/// SPIN's functions that look at a channel from C.
const POLLS: [&str; 5] = ["q_len", "q_full", "q_zero", "q_empty", "len"];

/// What to write in Promela for a piece of C.
fn replacement(keyword: &str, text: &str) -> String {
    let words = scan(text, &mut Vec::new());
    match keyword {
        "c_state" => of_state(text),
        "c_track" => "declare the variables in Promela: they are part of the state".to_owned(),
        "c_decl" => "declare types with `typedef`, variables in Promela, and write an `inline` \
                     for a function"
            .to_owned(),
        _ if has(&words, &POLLS) => {
            "a channel is looked at by `len(c)`, `full(c)`, `empty(c)`, and polled by `c?[m]`"
                .to_owned()
        }
        _ => match called(&words) {
            Some("printf" | "Printf") => {
                "write `printf(\"x is %d\\n\", x)` as a statement".to_owned()
            }
            Some("assert" | "Uerror") => "write `assert(...)` as a statement".to_owned(),
            Some("rand" | "random") => "write `select (x : 0 .. 9)` to choose a value".to_owned(),
            Some(name) => format!(
                "`{name}` cannot be called: write an `inline`, or let the model choose what it may \
                 give: `select (x : 0 .. 3)`"
            ),
            None if keyword == "c_expr" => {
                format!("write the condition in Promela: `{}`", in_promela(&words))
            }
            None => of_code(&words),
        },
    }
}

/// `c_state "int x" "Local P" "0"`
fn of_state(text: &str) -> String {
    let mut strings = text.split('"').skip(1).step_by(2);
    let declared = strings.next().unwrap_or_default();
    let scope = strings.next().unwrap_or_default();
    match scope.strip_prefix("Local") {
        Some(proctype) => format!("declare `{declared}` in the proctype{proctype}"),
        None if scope.starts_with("Hidden") => format!("declare `hidden {declared}`"),
        None => format!("declare `{declared}` outside of processes"),
    }
}

/// Statements without calls.
fn of_code(words: &[Token<'_>]) -> String {
    let guard_end = words
        .windows(2)
        .position(|pair| pair[0].is("]") && pair[1].is("{"));
    if let Some(end) = guard_end.filter(|_| words[0].is("[")) {
        let guard = in_promela(&words[1..end]);
        return format!("write the condition and the statements in Promela: `{guard} -> ...`");
    }
    if has(words, &["include"]) {
        return "leave it out, and declare in Promela what the model uses of the header".to_owned();
    }
    let declares = has(words, &["int", "short", "char", "long", "double"]);
    let branches = has(words, &["if", "for", "while", "switch"]);
    let statements = words.iter().filter(|it| it.is(";")).count();
    if declares {
        return "declare the variable in the proctype, and write the statements in \
                `d_step { ... }`"
            .to_owned();
    }
    if branches {
        return "write `d_step { ... }`, with `if :: condition -> ... :: else fi` and \
                `do :: condition -> ... :: else -> break od`"
            .to_owned();
    }
    let text = in_promela(words);
    match statements {
        0 | 1 => format!("write the statement in Promela: `{text}`"),
        _ => format!("write the statements in Promela, as one step: `d_step {{ {text} }}`"),
    }
}

/// Whether one of these words is there.
fn has(words: &[Token<'_>], any: &[&str]) -> bool {
    words.iter().any(|word| any.contains(&word.text))
}

/// The function that is called first.
fn called<'t>(words: &[Token<'t>]) -> Option<&'t str> {
    let calls = |pair: &&[Token<'t>]| {
        pair[1].is("(")
            && (pair[0].kind == TokenKind::Name || pair[0].is_any(&["printf", "assert"]))
            && !["while", "switch"].contains(&pair[0].text)
    };
    words.windows(2).find(calls).map(|pair| pair[0].text)
}

/// Longest text that is written out.
const TEXT_MAX: usize = 60;

/// The text as Promela has it: without the braces, and without what C needs to find variables
/// (`now.x`, `PP->x`).
fn in_promela(words: &[Token<'_>]) -> String {
    let inner = match words {
        [open, inner @ .., close] if open.is("{") && close.is("}") => inner,
        _ => words,
    };
    let mut text = String::new();
    let mut rest = inner;
    while let [word, behind @ ..] = rest {
        let (of_state, of_process) = match behind {
            [next, last, ..] => (
                word.text == "now" && next.is("."),
                word.kind == TokenKind::Name && next.is("->") && last.kind == TokenKind::Name,
            ),
            _ => (false, false),
        };
        if of_state || of_process {
            rest = &behind[1..];
            continue;
        }
        let blank = !text.is_empty()
            && (!word.is_any(&[";", ")", "]", "[", "++", "--"]))
            && !text.ends_with(['(', '[', '!']);
        text.push_str(if blank { " " } else { "" });
        text.push_str(word.text);
        rest = behind;
    }
    let text = text.trim_end_matches([';', ' ']);
    match text.len() > TEXT_MAX || text.is_empty() {
        true => "...".to_owned(),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_replacement_depends_on_what_the_code_does() {
        let cases = [
            (
                "c_expr",
                "{ now.x > 0 && !PP->done }",
                "Promela: `x > 0 && !done`",
            ),
            ("c_expr", "{ q_len(now.q) > 0 }", "polled by `c?[m]`"),
            ("c_expr", "{ poll(3) }", "`poll` cannot be called"),
            (
                "c_code",
                "{ now.x = 1; }",
                "the statement in Promela: `x = 1`",
            ),
            (
                "c_code",
                "{ now.a[PP->i]++; now.y = (now.x + 1); }",
                "`d_step { a[i]++; y = (x + 1) }`",
            ),
            (
                "c_code",
                "{ int i; i = 1; }",
                "declare the variable in the proctype",
            ),
            (
                "c_code",
                "{ if (now.x) now.y = 1; }",
                "write `d_step { ... }`, with `if",
            ),
            ("c_code", "{ printf(\"%d\", now.x); }", "write `printf("),
            (
                "c_code",
                "[now.x > 0] { now.x = 0; }",
                "Promela: `x > 0 -> ...`",
            ),
            ("c_decl", "{ int f(int x); }", "write an `inline`"),
            (
                "c_state",
                "\"int x\" \"Local P\" \"0\"",
                "declare `int x` in the proctype P",
            ),
            (
                "c_state",
                "\"int x\" \"Global\"",
                "declare `int x` outside of processes",
            ),
            ("c_track", "\"&x\" \"4\"", "they are part of the state"),
        ];
        for (keyword, text, expected) in cases {
            let help = replacement(keyword, text);
            assert!(help.contains(expected), "{keyword} {text}: {help}");
        }
    }
}
