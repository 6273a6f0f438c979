//! Balance of brackets, and the cut of the text into top-level units.
//!
//! A parsing expression grammar that meets a missing `fi` knows only that no rule went on from some
//! place far below. A stack of open brackets knows which one is open and where it was opened, so
//! this is settled before the grammar sees the text: what is missing is reported and put in, what
//! is too much is reported and left out, and the grammar finds the other errors. A keyword that
//! only a unit can start with ends every bracket, so that a missing `}` costs one message and not
//! the rest of the file.

use super::lost::HEADS;
use super::{ERRORS_MAX, SyntaxError};
use crate::ast::TextRange;
use crate::token::{PLACEHOLDER, Token, TokenKind};
use std::collections::BTreeSet;
use std::ops::Range;

/// Brackets, `if` and `do` within each other.
const NESTING_MAX: usize = 256;

/// Tokens to look at beyond the one at hand: far enough for a statement; without a bound many
/// errors would cost the square of the text.
const LOOKAHEAD: usize = 2000;

/// Operators and brackets on the longest way into one expression: bounds the recursion of all that
/// walk the tree.
const DEPTH_MAX: usize = 1000;

/// Keywords that start a unit and occur nowhere else.
pub(crate) const UNIT_STARTS: [&str; 10] = [
    "proctype",
    "D_proctype",
    "active",
    "init",
    "never",
    "trace",
    "notrace",
    "ltl",
    "typedef",
    "inline",
];

/// Keywords that start a declaration, of a unit as well as of a local variable: nine types, what
/// stands before them, and pieces of C.
pub(super) const DECLARATION_STARTS: [&str; 15] = [
    "bit", "bool", "byte", "short", "int", "unsigned", "chan", "pid", "mtype", "hidden", "show",
    "local", "c_state", "c_track", "c_decl",
];

/// What is said of a keyword behind itself.
pub(super) const KEYWORD_AS_NAME: &str = " is a keyword of Promela and cannot be a name";

/// Words that are operators in a formula.
pub(super) const TEMPORAL_WORDS: [&str; 13] = [
    "U",
    "V",
    "W",
    "X",
    "always",
    "eventually",
    "until",
    "stronguntil",
    "weakuntil",
    "release",
    "next",
    "implies",
    "equivalent",
];

/// Tokens with balanced brackets, and the units among them.
pub(super) struct Balanced<'t> {
    pub tokens: Vec<Token<'t>>,
    /// Units with the separators after them, in order, together all of `tokens`.
    pub units: Vec<UnitTokens>,
}

/// The tokens of a top-level unit.
pub(super) struct UnitTokens {
    pub tokens: Range<usize>,
    /// Brackets around statements were repaired.
    pub blocks_repaired: bool,
    /// Reported as too deep, not to be parsed.
    pub too_deep: bool,
}

/// Balances the brackets of `tokens`, up to the hundredth error. `end` is the length of the text.
pub(super) fn balance<'t>(
    tokens: &[Token<'t>],
    end: u32,
    errors: &mut Vec<SyntaxError>,
) -> Balanced<'t> {
    let mut pass = Pass {
        tokens,
        output: Vec::with_capacity(tokens.len()),
        open: Vec::new(),
        errors,
        closed_early: Vec::new(),
        unit: UnitState::default(),
        units: Vec::new(),
        typedefs: tokens
            .windows(2)
            .filter(|pair| pair[0].is("typedef"))
            .map(|pair| pair[1].text)
            .collect(),
    };
    for (index, token) in tokens.iter().enumerate() {
        if pass.errors.len() >= ERRORS_MAX {
            break;
        }
        pass.token(index, *token);
    }
    if pass.errors.len() < ERRORS_MAX {
        pass.end_of_text(end);
    }
    pass.finish_unit();
    Balanced {
        tokens: pass.output,
        units: pass.units,
    }
}

struct Open<'t> {
    token: Token<'t>,
    closer: &'static str,
    /// What is inside.
    depth: Depth,
    /// A separator may occur inside.
    separators: bool,
    /// A separator is to be put after the closing bracket.
    ends_statement: bool,
}

/// How deep the expressions of one level are.
#[derive(Clone, Copy, Default)]
struct Depth {
    /// Operators since the last separator.
    operators: usize,
    /// The deepest bracket since the last separator.
    below: usize,
    /// The deepest expression before the last separator.
    deepest: usize,
}

impl Depth {
    fn current(self) -> usize {
        self.deepest.max(self.operators + self.below)
    }
}

#[derive(Default)]
struct UnitState {
    start: usize,
    blocks_repaired: bool,
    /// A body in braces has ended, or the unit was given up.
    complete: bool,
    too_deep: bool,
    /// Outside of all brackets.
    depth: Depth,
    /// Operators that are none outside of formulas.
    temporal: usize,
    /// The next parentheses are the condition of a C statement.
    c_condition: bool,
}

struct Pass<'t, 'e> {
    tokens: &'e [Token<'t>],
    output: Vec<Token<'t>>,
    open: Vec<Open<'t>>,
    errors: &'e mut Vec<SyntaxError>,
    /// Closers that were put in: one of them that comes too late is not reported again.
    closed_early: Vec<&'static str>,
    unit: UnitState,
    units: Vec<UnitTokens>,
    /// Names of user types.
    typedefs: BTreeSet<&'t str>,
}

impl<'t> Pass<'t, '_> {
    fn token(&mut self, index: usize, token: Token<'t>) {
        if self.is_meant_as_name(&token) {
            let name = token.text;
            let message = format!("`{name}`{KEYWORD_AS_NAME}");
            self.errors
                .push(SyntaxError::new(token.range, message).help("choose another name"));
            self.output.push(Token {
                kind: TokenKind::Name,
                text: PLACEHOLDER,
                ..token
            });
            return;
        }
        if token.is_any(&UNIT_STARTS) && !self.open.is_empty() {
            let opened = self.errors.len();
            self.close_all(&format!("before `{}`", token.text), token.range);
            if let Some(error) = self.errors.get_mut(opened) {
                let help = format!("`{}` cannot stand inside of anything else", token.text);
                error.help = Some(help);
            }
        }
        if self.open.is_empty() && self.starts_unit(&token) {
            self.finish_unit();
        }
        if self.is_temporal(&token) {
            self.unit.temporal += 1;
            self.check_depth(self.unit.temporal, token.range);
        }
        match token.text {
            _ if token.kind != TokenKind::Keyword && token.kind != TokenKind::Punctuation => {
                self.output.push(token)
            }
            "(" => self.push_open(token, ")"),
            "[" => self.push_open(token, "]"),
            "{" => self.push_open(token, "}"),
            "if" | "do" if !self.has_options(index) => self.not_an_option_list(token),
            "if" => self.push_open(token, "fi"),
            "do" => self.push_open(token, "od"),
            ")" | "]" | "}" | "fi" | "od" => self.close(token),
            _ => self.inside(index, token),
        }
    }

    /// Is `token` an operator only in a formula? `[]` counts at its end.
    fn is_temporal(&self, token: &Token<'t>) -> bool {
        let unit = &self.output[self.unit.start..];
        unit.first().is_some_and(|first| first.is("ltl"))
            && match unit {
                [.., last] if token.is("]") => last.is("["),
                _ => token.is("->") || TEMPORAL_WORDS.contains(&token.text),
            }
    }

    /// Is `token` a keyword that shapes the text, in the place of a declared name?
    fn is_meant_as_name(&self, token: &Token<'_>) -> bool {
        let unit = &self.output[self.unit.start..];
        let shapes = token.is_any(&UNIT_STARTS)
            || token.is_any(&["if", "fi", "do", "od"])
            || token.is_any(&DECLARATION_STARTS) && unit.last().is_some_and(|it| it.is_any(&HEADS));
        if !shapes {
            return false;
        }
        match unit {
            [.., last] if last.is_any(&DECLARATION_STARTS[..9]) || last.is_any(&HEADS) => true,
            [first, .., last] if first.is("mtype") => last.is_any(&[",", "{"]),
            _ => false,
        }
    }

    /// Anything that is no bracket.
    fn inside(&mut self, index: usize, token: Token<'t>) {
        if token.is_any(&[";", "::"]) {
            while let Some(top) = self.open.last()
                && !top.separators
            {
                self.close_missing(&format!("before `{}`", token.text), token.range);
            }
        }
        if token.is("::")
            && self.open.last().is_some_and(|top| top.closer == "}")
            && self.lacks_brace(index)
        {
            while self.open.last().is_some_and(|top| top.closer == "}") {
                self.close_missing("before `::`", token.range);
            }
        }
        let is_operator = token.kind == TokenKind::Punctuation
            && !token.is_any(&[";", ",", "::", "->", ":", ".", ".."]);
        let level = self.level();
        if is_operator {
            level.operators += 1;
        } else if token.is_any(&[";", ",", "::", "->", ":"]) {
            *level = Depth {
                deepest: level.current(),
                ..Depth::default()
            };
        }
        let depth = level.current();
        self.check_depth(depth, token.range);
        self.output.push(token);
        if self.open.is_empty() && token.is(";") {
            self.unit.complete = true;
        }
    }

    /// Is the brace around the `::` at `index` not closed before the `if` or `do` around it is?
    fn lacks_brace(&self, index: usize) -> bool {
        let mut open = self.open.iter();
        if !open.any(|open| matches!(open.closer, "fi" | "od")) {
            return false;
        }
        let mut depth = 0usize;
        for token in self.tokens[index..].iter().take(LOOKAHEAD) {
            if token.is_any(&["{", "if", "do"]) {
                depth += 1;
            } else if token.is_any(&["}", "fi", "od"]) {
                if depth == 0 {
                    return !token.is("}");
                }
                depth -= 1;
            } else if token.is_any(&UNIT_STARTS) {
                break;
            }
        }
        false
    }

    fn level(&mut self) -> &mut Depth {
        match self.open.last_mut() {
            Some(open) => &mut open.depth,
            None => &mut self.unit.depth,
        }
    }

    fn check_depth(&mut self, depth: usize, range: TextRange) {
        if depth > DEPTH_MAX && !self.unit.too_deep {
            self.unit.too_deep = true;
            let message =
                format!("an expression with more than {DEPTH_MAX} operators in and around it");
            let error = SyntaxError::new(range, message);
            self.errors
                .push(error.help("split it with the help of variables"));
        }
    }

    fn push_open(&mut self, token: Token<'t>, closer: &'static str) {
        // Parameters are the only parentheses with `;` inside.
        let parameters = matches!(self.output.as_slice(), [.., keyword, name]
            if name.kind == TokenKind::Name && keyword.is_any(&["proctype", "D_proctype"]));
        let c_for = self.output.last().is_some_and(|last| last.is("for"));
        let separators = parameters || c_for || !matches!(closer, ")" | "]");
        if self.open.len() == NESTING_MAX && !self.unit.too_deep {
            self.unit.too_deep = true;
            let message = format!("nested deeper than {NESTING_MAX} levels");
            self.errors.push(SyntaxError::new(token.range, message));
        }
        self.output.push(token);
        let ends_statement = closer == ")" && std::mem::take(&mut self.unit.c_condition);
        self.open.push(Open {
            token,
            closer,
            depth: Depth::default(),
            separators,
            ends_statement,
        });
    }

    /// Takes the innermost bracket off the stack and pushes `token`, which closes it.
    fn pop(&mut self, token: Token<'t>) {
        let Some(top) = self.open.pop() else { return };
        let depth = 1 + top.depth.current();
        let outer = self.level();
        outer.below = outer.below.max(depth);
        self.check_depth(depth, token.range);
        self.output.push(token);
        if top.ends_statement {
            self.output.push(Token::inserted(";", token.range.end));
        }
        // The braces of an initial value do not end a declaration.
        if self.open.is_empty()
            && token.is("}")
            && !self.output[self.unit.start].is_any(&DECLARATION_STARTS)
        {
            self.unit.complete = self.output[self.unit.start].kind == TokenKind::Keyword;
        }
    }

    fn close(&mut self, token: Token<'t>) {
        match self.open.iter().rposition(|open| open.closer == token.text) {
            Some(position) => {
                while self.open.len() > position + 1 {
                    self.close_missing(&format!("before this `{}`", token.text), token.range);
                }
                self.pop(token);
            }
            None if self.is_mistaken_for(&token) => {
                let place = format!("instead of `{}`", token.text);
                let Some(closer) = self.not_closed(&place, token.range) else {
                    return;
                };
                self.note_repair(closer);
                self.pop(Token {
                    text: closer,
                    inserted: true,
                    ..token
                });
            }
            None => {
                self.note_repair(token.text);
                let mut early = self.closed_early.iter();
                if let Some(known) = early.position(|closer| *closer == token.text) {
                    self.closed_early.swap_remove(known);
                    return;
                }
                let (text, opener) = (token.text, opener_of(token.text));
                let message = format!("this `{text}` has no `{opener}` before it");
                let mut error = SyntaxError::new(token.range, message);
                if let Some(Open { token, .. }) = self.open.last() {
                    let label = format!("inside this `{}`", token.text);
                    error = error.related(token.range, label);
                }
                self.errors.push(error);
            }
        }
    }

    /// Is `token`, which closes nothing, where the innermost bracket should be closed by one of the
    /// same kind?
    fn is_mistaken_for(&self, token: &Token<'_>) -> bool {
        let known = self.closed_early.contains(&token.text);
        let kinds = [["fi", "od"], [")", "]"]];
        let is_of = |kind: &[&str; 2], closer| kind.contains(&closer) && kind.contains(&token.text);
        let same = |top: &Open<'_>| kinds.iter().any(|kind| is_of(kind, top.closer));
        !known && self.open.last().is_some_and(same)
    }

    /// Reports the innermost bracket as not closed, and closes it.
    fn close_missing(&mut self, place: &str, range: TextRange) {
        if self.not_closed(place, range).is_some() {
            self.close_silently();
        }
    }

    /// Reports the innermost bracket as not closed; what would close it.
    fn not_closed(&mut self, place: &str, range: TextRange) -> Option<&'static str> {
        let Open { token, closer, .. } = self.open.last()?;
        let opener = token.text;
        let message = format!("expected `{closer}` {place} to close the `{opener}` opened earlier");
        let label = format!("this `{opener}` is not closed");
        let error = SyntaxError::new(range, message).related(token.range, label);
        self.errors.push(error.help(match *closer {
            "fi" | "od" => "write it behind the last option",
            "}" => "write it at the end of the block",
            _ => "write it at the end of what stands between the two",
        }));
        Some(closer)
    }

    fn close_silently(&mut self) {
        let Some(top) = self.open.last() else { return };
        let closer = top.closer;
        let at = self.output.last().map_or(0, |token| token.range.end);
        self.note_repair(closer);
        self.closed_early.push(closer);
        self.pop(Token::inserted(closer, at));
    }

    /// The bracket that `closer` closes, or should close, is not what the text says.
    fn note_repair(&mut self, closer: &str) {
        self.unit.blocks_repaired |= matches!(closer, "}" | "fi" | "od");
    }

    /// Closes all brackets with one message about the innermost of them.
    fn close_all(&mut self, place: &str, range: TextRange) {
        self.close_missing(place, range);
        while !self.open.is_empty() {
            self.close_silently();
        }
    }

    fn end_of_text(&mut self, end: u32) {
        if self.open.is_empty() {
            return;
        }
        let last = self.output.last();
        let last = last.map_or(TextRange::new(end, end), |token| token.range);
        let still_open = self.open.len() - 1;
        self.close_all("at the end of the model", last);
        if still_open > 0
            && let Some(error) = self.errors.pop()
        {
            let more = match still_open {
                1 => "one more bracket is".into(),
                _ => format!("{still_open} more brackets are"),
            };
            self.errors
                .push(error.help(&format!("{more} open around it: is the file complete?")));
        }
    }

    /// Do options follow the `if` or `do` at `index`, or at least its end?
    fn has_options(&self, index: usize) -> bool {
        let opener = &self.tokens[index];
        let closer = if opener.is("if") { "fi" } else { "od" };
        match self.tokens.get(index + 1) {
            None => return true,
            Some(next) if next.is("::") || next.is(closer) => return true,
            Some(_) => {}
        }
        let mut depth = 0usize;
        for token in self.tokens[index + 1..].iter().take(LOOKAHEAD) {
            match token.text {
                text if token.is(text) && text == opener.text => depth += 1,
                text if token.is(text) && text == closer && depth == 0 => return true,
                text if token.is(text) && text == closer => depth -= 1,
                _ if token.is_any(&UNIT_STARTS) => return false,
                _ => {}
            }
        }
        false
    }

    /// `if (x) { ... } else { ... }`, `do { ... } while (x)`: explained, and the keyword left out.
    fn not_an_option_list(&mut self, token: Token<'t>) {
        self.note_repair("fi");
        let is_if = token.is("if");
        let error = SyntaxError::new(token.range, format!("expected `::` after `{}`", token.text));
        self.errors.push(error.help(if is_if {
            "write `if :: condition -> statements :: else -> statements fi`"
        } else {
            "write `do :: condition -> statements :: else -> break od`"
        }));
        self.unit.c_condition = is_if;
    }

    /// Does `token`, outside of all brackets, begin a unit?
    fn starts_unit(&self, token: &Token<'t>) -> bool {
        let unit = &self.output[self.unit.start..];
        let Some(last) = unit.last() else {
            return false;
        };
        let is_start =
            token.is_any(&UNIT_STARTS) || token.is_any(&DECLARATION_STARTS) || token.is("c_code");
        if token.is_any(&["proctype", "D_proctype"]) && unit[0].is("active") && !self.unit.complete
        {
            let mut heads = unit.iter();
            return heads.any(|token| token.is_any(&["proctype", "D_proctype"]));
        }
        if last.is_any(&["hidden", "show", "local", "of"]) {
            return false;
        }
        // `T x U y`: between declarations of user types the separator is optional too.
        let user_type = token.kind == TokenKind::Name && self.typedefs.contains(token.text);
        let after_variable = matches!(
            last.kind,
            TokenKind::Name | TokenKind::Number | TokenKind::Literal
        ) || last.is_any(&["]", ")", "}"]);
        is_start
            || (user_type && after_variable)
            || (self.unit.complete && !token.is(";") && !token.is("->"))
    }

    fn finish_unit(&mut self) {
        let tokens = self.unit.start..self.output.len();
        let state = std::mem::take(&mut self.unit);
        self.unit.start = tokens.end;
        if !tokens.is_empty() {
            self.units.push(UnitTokens {
                tokens,
                blocks_repaired: state.blocks_repaired,
                too_deep: state.too_deep,
            });
        }
    }
}

fn opener_of(closer: &str) -> &'static str {
    match closer {
        ")" => "(",
        "]" => "[",
        "fi" => "if",
        "od" => "do",
        _ => "{",
    }
}

/// The brace that opens the body of a unit.
pub(super) fn body_of(tokens: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate() {
        if token.is("{") && depth == 0 {
            return Some(index);
        }
        if token.is_any(&["(", "["]) {
            depth += 1;
        } else if token.is_any(&[")", "]"]) {
            depth = depth.saturating_sub(1);
        }
    }
    None
}
