//! Habits from C and slips of beginners, where the grammar has stopped: each with its remedy.

use super::SyntaxError;
use super::brackets::KEYWORD_AS_NAME;
use super::explain::{Explanation, is_type};
use super::failure::Failure;
use super::grammar::Rule;
use crate::token::{PLACEHOLDER, TokenKind};

/// `x += 1` and the like.
pub(super) fn assignment(failure: &Failure<'_, '_>) -> Option<SyntaxError> {
    let found = failure.found()?;
    let operator = match found.text {
        "+=" | "-=" | "*=" | "/=" | "%=" => &found.text[..1],
        "=" if failure.before_is(1, &["&&", "||", "&", "|", "^", "<<", ">>"]) => {
            failure.before(1)?.text
        }
        _ => return None,
    };
    let distance = if operator.len() == found.text.len() - 1 {
        1
    } else {
        2
    };
    let variable = failure
        .before(distance)
        .filter(|token| token.kind == TokenKind::Name && token.text != PLACEHOLDER);
    let variable = variable.map_or("x", |token| token.text);
    let message = format!("`{operator}=` is not an operator of Promela");
    let help = format!("write `{variable} = {variable} {operator} ...`");
    Some(SyntaxError::new(failure.range(), message).help(&help))
}

const CONDITIONAL: &str = "a conditional value is written `(condition -> a : b)`";

/// Habits from C.
pub(super) fn from_c(failure: &Failure<'_, '_>) -> Option<Explanation> {
    let found = failure.found()?;
    let text = found.text;
    Some(match text {
        "=>" => (
            "`=>` is not an operator of Promela".into(),
            "write `->` after a condition, `>=` to compare",
        ),
        "<" if failure.before_is(1, &["="]) => (
            "`=<` is not an operator of Promela".into(),
            "write `<=` to compare",
        ),
        ">" if failure.before_is(1, &["-"]) => (
            "`- >` is not an operator of Promela".into(),
            "write `->` without a blank",
        ),
        "=" if failure.before_is(1, &[":"]) => (
            "`:=` is not an operator of Promela".into(),
            "write `=` to assign",
        ),
        "=" if failure.before_is(1, &["=="]) => (
            "`===` is not an operator of Promela".into(),
            "write `==` to compare",
        ),
        ">" if failure.before_is(1, &["<"]) => (
            "`<>` is not an operator of Promela".into(),
            "write `!=` to compare",
        ),
        "=" if failure.begins_statement(1) && failure.before_is_value(1) => (
            format!("`{}`{KEYWORD_AS_NAME}", failure.before(1)?.text),
            "choose another name",
        ),
        "=" if failure.after_expression() => (
            "`=` assigns, it cannot be part of an expression".into(),
            "write `==` to compare",
        ),
        "++" | "--" if failure.after_expression() => (
            format!("`{text}` is a statement of its own, not part of an expression"),
            "write it on its own: `x++`",
        ),
        "++" | "--" => (
            format!("`{text}` stands after the variable"),
            "write `x++` or `x--`",
        ),
        "!!" if failure.expects_expression() => (
            "`!!` is the sorted send and cannot negate twice".into(),
            "write `!(!x)`",
        ),
        "?" if failure.after_expression() => (
            "`?` receives from a channel and is no operator".into(),
            CONDITIONAL,
        ),
        "(" if failure.before_is_name(1) => return call(failure),
        "return" => (
            "`return` has a meaning only in an `inline`".into(),
            "a process ends at the end of its body: use `goto`",
        ),
        _ if failure.before_is(1, &["?"])
            && failure.expects(Rule::open_bracket)
            && (found.kind != TokenKind::Punctuation
                || !failure.expects(Rule::receive_argument)) =>
        {
            (
                "expected `[` after `?`, which in an expression only tests for a message".into(),
                "write `c?[m]` to test, the statement `c?x` to receive; \
                 a conditional value is written `(condition -> a : b)`",
            )
        }
        ":" if failure.tokens[0].is("ltl") => (
            "a formula has no conditional values".into(),
            "`a -> b` is an implication here",
        ),
        ":" if failure.after_expression() && failure.follows_arrow() => (
            "a conditional value needs parentheses around it".into(),
            CONDITIONAL,
        ),
        "eval" if failure.before_is(1, &["!", "!!", ","]) => (
            "`eval` stands in receives only".into(),
            "a send takes values: write the expression itself",
        ),
        _ => return None,
    })
}

/// Brackets of the wrong form, and what cannot be left out.
pub(super) fn heading(failure: &Failure<'_, '_>) -> Option<Explanation> {
    let found = failure.found()?.text;
    let before = failure.before(1)?.text;
    let expected = |what: &str| format!("expected {what} after `{before}`");
    Some(match (before, found) {
        ("init", "(") => (
            expected("`{`"),
            "`init` has no parameters: write `init { ... }`",
        ),
        ("atomic" | "d_step", "(") => (
            expected("`{`"),
            "the statements stand in braces: `atomic { ... }`",
        ),
        ("of", text) if matches!(text, "(" | "[") || is_type(failure.found()?) => (
            expected("`{`"),
            "the types of a message stand in braces: `[2] of { byte }`",
        ),
        ("proctype" | "D_proctype", "[") => (
            expected("a name"),
            "how many run at the start stands behind `active`: `active [2] proctype P()`",
        ),
        ("!" | "!!" | "?" | "??", "{") => (
            expected("the fields of a message"),
            "they stand without braces: `c!1,2`, `c?x,y`",
        ),
        ("]", "{") if failure.expects(Rule::k_of) => (
            expected("`of`"),
            "a channel is declared with `chan c = [2] of { byte }`",
        ),
        ("[", "]") if failure.before_is_name(2) => {
            let name = failure.before(2)?.text;
            match failure.before(3).is_some_and(is_type) || failure.before_is_name(3) {
                true => (
                    format!("the array `{name}` has no length"),
                    "write how many elements it has: `a[3]`",
                ),
                false => (
                    format!("`{name}[]` has no index"),
                    "write which element is meant: `a[0]`",
                ),
            }
        }
        ("[", "]") if failure.before_is(2, &["="]) => (
            "the channel has no capacity".into(),
            "write how many messages it holds, 0 for a rendezvous: `[2] of { byte }`",
        ),
        (_, "{") if failure.before_is(2, &["proctype", "D_proctype"]) => (
            expected("`(`"),
            "without parameters it is `proctype P() { ... }`",
        ),
        ("(", _) if failure.before_is(2, &["printf"]) => (
            expected("a string"),
            "the text comes first: `printf(\"x is %d\\n\", x)`",
        ),
        _ => return None,
    })
}

/// What is said of a call, before the name.
pub(super) const NO_INLINE: &str = "there is no `inline` with the name";

/// `name (`
fn call(failure: &Failure<'_, '_>) -> Option<Explanation> {
    let name = failure.before(1)?.text;
    let starts = failure.begins_statement(1);
    Some(match name {
        "while" => (
            "Promela has no `while`".into(),
            "write `do :: condition -> statements :: else -> break od`",
        ),
        "switch" => (
            "Promela has no `switch`".into(),
            "write `if :: x == 1 -> statements :: else -> skip fi`",
        ),
        _ if failure.bracket().is_none() && failure.tokens[0].kind == TokenKind::Keyword => (
            format!("`{name}(...)` cannot be declared: Promela has no functions"),
            "use a `proctype`, or an `inline` that is expanded in its place",
        ),
        _ if failure.in_list_of_types() => (
            format!("`{name}(...)` is not the type of a message field"),
            "write the types only: `of { byte, chan }`",
        ),
        _ if starts => (
            format!("{NO_INLINE} `{name}`"),
            "define it before its use, or start a process with `run`",
        ),
        _ => (
            format!("`{name}(...)` is not a function: Promela has none"),
            "call an `inline` as a statement, or start a process with `run`",
        ),
    })
}
