//! Finds the other errors of a unit that has one: explains the first, takes its statement out,
//! parses again.
//!
//! What is taken out of a body is one simple statement, and blocks around and after it stay. An
//! error at a token that a repair has put in, or at the same place as the last one, follows from a
//! reported one and is not shown.

use super::brackets::{DECLARATION_STARTS, body_of};
use super::explain::explain;
use super::failure::Failure;
use super::grammar::{PromelaParser, Rule};
use super::lost::Lost;
use super::misspelt::{foreign, meant_as, misspelt};
use super::{Builder, ERRORS_MAX, SyntaxError};
use crate::ast::{Ast, TextRange};
use crate::token::{PLACEHOLDER, Token, TokenKind};
use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use std::borrow::Cow;
use std::ops::Range;

/// Bytes that the grammar may read again for the errors of one unit.
const BYTES_MAX: usize = 4 << 20;

/// Parses the tokens of a unit, reports the errors in it, and adds what is left of it to the tree.
/// A correct unit is read once.
pub(super) fn parse_unit(
    tokens: &[Token<'_>],
    ast: &mut Ast,
    lost: &mut Lost,
    errors: &mut Vec<SyntaxError>,
) {
    let mut tokens = Cow::Borrowed(tokens);
    let mut budget = BYTES_MAX;
    let mut last: Option<TextRange> = None;
    // Repairs at one place: an insertion, a statement, a token.
    let mut attempts = 0;
    while errors.len() < ERRORS_MAX {
        let (text, places) = write(&tokens);
        let failure = match PromelaParser::parse(Rule::chunk, &text) {
            Ok(pairs) => {
                let builder = Builder::new(&places);
                ast.units.extend(builder.units(pairs));
                ast.remote_labels.extend(builder.remote_labels.into_inner());
                errors.extend(builder.errors.into_inner());
                return;
            }
            Err(error) => error,
        };
        let (InputLocation::Pos(position), ErrorVariant::ParsingError { positives, .. }) =
            (failure.location, failure.variant)
        else {
            break;
        };
        let index = token_at(&tokens, &places, position);
        let structure = BracketNesting::new(&tokens);
        let failure = Failure {
            tokens: &tokens,
            index,
            expected: positives,
            structure: &structure,
        };
        let place = tokens.get(index).or(tokens.last());
        let follows = place.is_some_and(|token| token.inserted) || failure.in_repaired_brackets();
        let place = place.map(|token| token.range);
        attempts = if place == last { attempts + 1 } else { 0 };
        if attempts == 0 && !follows {
            errors.push(explain(&failure));
        }
        last = place;
        let Some((range, replacement)) = repair(&failure, attempts) else {
            break;
        };
        lose(&tokens, range.clone(), lost);
        tokens.to_mut().splice(range, replacement);
        match budget.checked_sub(text.len()) {
            Some(rest) => budget = rest,
            None => break,
        }
    }
    give_up(&tokens, lost);
}

/// Notes what goes with the tokens of a range.
fn lose(tokens: &[Token<'_>], range: Range<usize>, lost: &mut Lost) {
    let gone = &tokens[range.clone()];
    if range.start == 0 {
        lost.names_of(gone);
    }
    lost.declarations(gone);
    if gone.iter().any(|token| token.is("for")) {
        // The body stays, the loop is gone.
        lost.blocks
            .push(tokens[0].range.to(tokens[tokens.len() - 1].range));
    }
}

/// Nothing of the unit is known; its beginning may be meant to declare anything.
fn give_up(tokens: &[Token<'_>], lost: &mut Lost) {
    let declares = tokens[0].is_any(&DECLARATION_STARTS) || tokens[0].is("typedef");
    let body = body_of(tokens).filter(|_| !declares);
    let head = body.unwrap_or(tokens.len());
    lost.names_of(&tokens[..head]);
    lost.declarations(tokens);
}

/// The token that holds the byte at `position`, or the next one.
fn token_at(tokens: &[Token<'_>], places: &[(usize, TextRange)], position: usize) -> usize {
    let next = places.partition_point(|(start, _)| *start <= position);
    match next.checked_sub(1) {
        Some(last) if position < places[last].0 + tokens[last].text.len() => last,
        _ => next,
    }
}

/// The tokens as text, and where each was written.
fn write(tokens: &[Token<'_>]) -> (String, Vec<(usize, TextRange)>) {
    let mut text = String::new();
    let mut places = Vec::with_capacity(tokens.len());
    for token in tokens {
        places.push((text.len(), token.range));
        text.push_str(token.text);
        text.push(' ');
    }
    (text, places)
}

/// The nesting of brackets in balanced tokens.
pub(super) struct BracketNesting {
    /// For each token the bracket around it; a closing bracket is inside.
    pub opener: Vec<Option<usize>>,
    /// For an opening bracket the closing one.
    pub closer: Vec<usize>,
    /// Is it a bracket with statements inside?
    pub is_block: Vec<bool>,
}

impl BracketNesting {
    fn new(tokens: &[Token<'_>]) -> BracketNesting {
        let mut structure = BracketNesting {
            opener: Vec::new(),
            closer: vec![tokens.len(); tokens.len()],
            is_block: vec![false; tokens.len()],
        };
        let mut open: Vec<usize> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            structure.opener.push(open.last().copied());
            if token.is_any(&["(", "[", "{", "if", "do"]) {
                let mtype = tokens[0].is("mtype") || tokens[0].is_any(&["hidden", "show", "local"]);
                let list = mtype || (index > 0 && tokens[index - 1].is_any(&["=", "of"]));
                structure.is_block[index] = token.is_any(&["{", "if", "do"]) && !list;
                open.push(index);
            } else if token.is_any(&[")", "]", "}", "fi", "od"])
                && let Some(opener) = open.pop()
            {
                structure.closer[opener] = index;
            }
        }
        structure
    }

    /// The innermost bracket with statements around `index`, and the token of its sequence that
    /// `index` belongs to.
    pub(super) fn block_around(&self, index: usize) -> (Option<usize>, usize) {
        let (mut at, mut opener) = (index, self.opener.get(index).copied().flatten());
        while let Some(bracket) = opener
            && !self.is_block[bracket]
        {
            (at, opener) = (bracket, self.opener[bracket]);
        }
        (opener, at)
    }
}

/// What to replace by what, so that the grammar gets beyond the failure.
fn repair(
    failure: &Failure<'_, '_>,
    attempts: usize,
) -> Option<(Range<usize>, Vec<Token<'static>>)> {
    let Failure {
        tokens,
        index,
        structure,
        ..
    } = *failure;
    let at = tokens.get(index).or(tokens.last())?.range.start;
    let insert = |texts: &[&'static str]| inserted(texts, at);
    let meant = |at: usize, keyword: &'static str| {
        let token = Token {
            range: tokens[at].range,
            inserted: false,
            ..Token::inserted(keyword, 0)
        };
        Some((at..at + 1, vec![token]))
    };
    let (block, anchor) = structure.block_around(index);
    if attempts == 0
        && let Some((at, keyword)) = misspelt(failure)
    {
        return meant(at, keyword);
    }
    let Some(block) = block else {
        if let Some(keyword) = meant_as(&tokens[0]) {
            return meant(0, keyword);
        }
        return (attempts == 0).then(|| repair_header(failure))?;
    };
    let token = &tokens[index];
    if attempts >= 2 {
        return None;
    }
    if attempts == 1 {
        // The statement is out and its first token still offends: that token goes, with what it
        // opens.
        let is_closer = token.is_any(&[")", "]", "}", "fi", "od"]);
        let end = match structure.closer[index] {
            closer if closer < tokens.len() => closer + 1,
            _ => index + 1,
        };
        return (!is_closer).then(|| (index..end, Vec::new()));
    }
    if failure.expects(Rule::option_mark) && tokens[index - 1].is_any(&["if", "do"]) {
        let option = match token.is_any(&["fi", "od"]) {
            true => insert(&["::", "1"]),
            false => insert(&["::"]),
        };
        return Some((index..index, option));
    }
    if token.is("::") && !tokens[block].is_any(&["if", "do"]) {
        let label = tokens[index - 1].kind == TokenKind::Name;
        return Some((
            index..index + 1,
            if label { insert(&[":"]) } else { Vec::new() },
        ));
    }
    let separated = failure.may_end_statement() && starts_statement(token);
    if anchor == index && separated && !failure.touches_number() && foreign(failure).is_none() {
        return Some((index..index, insert(&[";"])));
    }
    let statement = statement_around(failure, block, anchor);
    let next = tokens.get(statement.end);
    let followed = next.is_some_and(|next| !is_boundary(next) && !next.is_any(&["}", "fi", "od"]));
    let in_typedef = tokens[0].is("typedef");
    let replacement = match (in_typedef, followed) {
        (true, _) => insert(&["bit", PLACEHOLDER]),
        (false, true) => insert(&["1", ";"]),
        (false, false) => insert(&["1"]),
    };
    Some((statement, replacement))
}

/// Replaces the head of a unit before its body; a unit without a body is given up.
fn repair_header(failure: &Failure<'_, '_>) -> Option<(Range<usize>, Vec<Token<'static>>)> {
    let tokens = failure.tokens;
    let body = body_of(tokens)?;
    if failure.index > body {
        return None;
    }
    let header: &[&'static str] = match tokens[0].text {
        "proctype" | "D_proctype" | "active" | "init" => &["proctype", PLACEHOLDER, "(", ")"],
        "never" | "trace" | "notrace" => &["never"],
        "typedef" => &["typedef", PLACEHOLDER],
        _ => return None,
    };
    Some((0..body, inserted(header, tokens[0].range.start)))
}

fn inserted(texts: &[&'static str], at: u32) -> Vec<Token<'static>> {
    let tokens = texts.iter().map(|text| Token::inserted(text, at));
    tokens.collect()
}

/// The simple statement, or what should have been one, around the token where parsing failed.
fn statement_around(failure: &Failure<'_, '_>, block: usize, anchor: usize) -> Range<usize> {
    let Failure {
        tokens,
        index,
        structure,
        ..
    } = *failure;
    let at_level = |at: usize| structure.opener[at] == Some(block);
    let mut start = anchor;
    while start > block + 1 {
        let before = start - 1;
        // A closing bracket is inside of its own, so its level is that of the opening one.
        let ends_block = structure.opener[before].is_some_and(|opener| {
            structure.is_block[opener]
                && structure.closer[opener] == before
                && structure.opener[opener] == Some(block)
        });
        if ends_block || (at_level(before) && is_boundary(&tokens[before])) {
            break;
        }
        start = before;
    }
    let mut end = index;
    if anchor < index {
        end = structure.closer[anchor].max(index) + 1;
    }
    while end < structure.closer[block]
        && !structure.is_block[end]
        && !(at_level(end) && is_boundary(&tokens[end]))
    {
        end += 1;
    }
    start..end.max(start)
}

fn is_boundary(token: &Token<'_>) -> bool {
    token.is_any(&[";", "->", "::"])
}

/// Could `token` be the beginning of a statement?
fn starts_statement(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Name => true,
        TokenKind::Keyword => {
            !token.is_any(&["fi", "od", "of", "unless", "priority", "provided", "return"])
        }
        TokenKind::Punctuation => token.is("{"),
        _ => false,
    }
}
