//! Misspelt keywords and words of other languages, where the grammar has stopped.

use super::failure::Failure;
use crate::suggest;
use crate::token::{Token, TokenKind};

/// Keywords that begin a unit.
const UNIT_WORDS: [&str; 9] = [
    "active", "inline", "init", "ltl", "mtype", "never", "proctype", "trace", "typedef",
];

/// Keywords before parentheses: of statements,
const CALL_WORDS: [&str; 6] = [
    "assert",
    "for",
    "printf",
    "printm",
    "select",
    "set_priority",
];

/// and within them.
const QUESTION_WORDS: [&str; 8] = [
    "empty",
    "enabled",
    "eval",
    "full",
    "get_priority",
    "len",
    "nempty",
    "nfull",
];

/// Keywords before braces.
const BLOCK_WORDS: [&str; 5] = ["atomic", "c_code", "d_step", "else", "unless"];

/// Keywords between statements, and behind expressions.
const INNER_WORDS: [&str; 8] = [
    "else", "fi", "od", "of", "priority", "provided", "skip", "unless",
];

/// The keyword that a misspelt one at the beginning of a unit should be.
pub(super) fn meant_as(token: &Token<'_>) -> Option<&'static str> {
    (token.kind == TokenKind::Name).then(|| suggest::nearest(token.text, UNIT_WORDS.into_iter()))?
}

/// A word at the failure or before it that is nearly a keyword which would fit: its index, and the
/// keyword.
pub(super) fn misspelt(failure: &Failure<'_, '_>) -> Option<(usize, &'static str)> {
    let near = |distance: usize, words: &[&'static str]| {
        let token = failure.before(distance)?;
        let near = suggest::nearest(token.text, words.iter().copied());
        let near = near.filter(|_| token.kind == TokenKind::Name)?;
        Some((failure.index - distance, near))
    };
    if failure.found_is(&["("]) {
        let of_statement = || near(1, &CALL_WORDS).filter(|_| failure.begins_statement(1));
        let run = near(2, &["run"]);
        run.or_else(of_statement)
            .or_else(|| near(1, &QUESTION_WORDS))
    } else if failure.found_is(&["{"]) {
        near(1, &BLOCK_WORDS)
    } else {
        near(0, &INNER_WORDS)
    }
}

/// A word of another language at the failure or before it.
pub(super) fn foreign(failure: &Failure<'_, '_>) -> Option<&'static str> {
    let named = |distance: usize| {
        let token = failure.before(distance)?;
        (token.kind == TokenKind::Name).then(|| suggest::foreign(token.text))?
    };
    named(0).or_else(|| named(1))
}

/// An operator of other tools' formulas at the failure, or before it and what would be its operand:
/// its index, and a remedy.
pub(super) fn of_logic(failure: &Failure<'_, '_>) -> Option<(usize, &'static str)> {
    let is_formula = failure.tokens.first()?.is("ltl");
    let named = |distance: usize| {
        let token = failure.before(distance)?;
        let remedy = (token.kind == TokenKind::Name).then(|| suggest::of_logic(token.text))?;
        Some((failure.index.checked_sub(distance)?, remedy?))
    };
    let found = failure.found().filter(|_| is_formula)?;
    let is_operand = found.kind == TokenKind::Name || found.is_any(&["(", "!", "["]);
    named(0).or_else(|| named(1).filter(|_| is_operand))
}
