//! What is not known because text with a syntax error was left out of the tree.
//!
//! The tree of a model with syntax errors is checked too, so that one run shows every error. What
//! only follows from the text left out must not be shown: a name that it may have declared, or a
//! structure that a repair has guessed.

use super::brackets::DECLARATION_STARTS;
use crate::ast::TextRange;
use crate::token::{SyntaxError, Token, TokenKind};
use std::collections::BTreeSet;

impl SyntaxError {
    /// Does it follow, or may it follow, from what is missing from the tree?
    pub fn follows_from(&self, lost: &Lost) -> bool {
        let subject = self.subject.as_ref();
        subject.is_some_and(|name| lost.may_declare(name))
    }
}

/// What a tree with gaps cannot tell.
#[derive(Clone, Debug, Default)]
pub struct Lost {
    /// Something is missing or was put in: there can be no model.
    pub incomplete: bool,
    /// Names that the missing text may declare, labels too.
    pub names: BTreeSet<String>,
    /// Names that occur in the missing text, which may assign to them.
    pub mentioned: BTreeSet<String>,
    /// More than these names may be missing.
    pub any_name: bool,
    /// Units in which blocks were opened or closed by a repair, so that scopes, loops and labels in
    /// them are a guess.
    pub blocks: Vec<TextRange>,
    /// The first text left out.
    pub left_out: Option<TextRange>,
}

impl Lost {
    /// May the missing text declare `name`?
    pub fn may_declare(&self, name: &str) -> bool {
        self.any_name || self.names.contains(name)
    }

    /// Takes in what `tokens` may declare.
    pub(crate) fn declarations(&mut self, tokens: &[Token<'_>]) {
        self.incomplete = true;
        if let [first, .., last] | [first @ last] = tokens {
            self.left_out.get_or_insert(first.range.to(last.range));
        }
        self.names
            .extend(declared(tokens).into_iter().map(str::to_owned));
        let names = tokens.iter().filter(|token| token.kind == TokenKind::Name);
        self.mentioned
            .extend(names.map(|name| name.text.to_owned()));
    }

    /// Takes in all names of `tokens`: the head of a unit, where any may be a declaration.
    pub(super) fn names_of(&mut self, tokens: &[Token<'_>]) {
        self.incomplete = true;
        let names = tokens.iter().filter(|token| token.kind == TokenKind::Name);
        self.names.extend(names.map(|name| name.text.to_owned()));
    }
}

/// The names that a piece of text may declare, whatever is wrong with it.
fn declared<'t>(tokens: &[Token<'t>]) -> Vec<&'t str> {
    let mut names = Vec::new();
    let mut in_list = false;
    let mut in_mtype = false;
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &tokens[before]);
        let after = tokens.get(index + 1);
        if token.is_any(&DECLARATION_STARTS) || token.is_any(&HEADS) {
            (in_list, depth) = (true, 0);
            in_mtype = token.is("mtype");
        } else if token.is_any(&["(", "[", "{"]) {
            depth += 1;
        } else if token.is_any(&[")", "]", "}"]) {
            in_list &= depth > 0;
            depth = depth.saturating_sub(1);
        } else if token.is_any(&[";", "->", "::"]) {
            in_list = false;
        } else if token.kind == TokenKind::Name {
            if before.is_some_and(|before| before.kind == TokenKind::Name) {
                (in_list, depth) = (true, 0);
            }
            let follows = before.is_some_and(|before| {
                before.kind == TokenKind::Name
                    || before.is_any(&DECLARATION_STARTS)
                    || before.is_any(&HEADS)
                    || (in_list && depth == 0 && before.is(","))
            });
            let label = !in_list && after.is_some_and(|after| after.is(":"));
            if follows || label || (in_list && in_mtype && depth == 1) {
                names.push(token.text);
            }
        }
    }
    names
}

/// Keywords before the name of a unit.
pub(super) const HEADS: [&str; 5] = ["proctype", "D_proctype", "typedef", "inline", "ltl"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::scan;

    fn names(text: &str) -> Vec<&str> {
        declared(&scan(text, &mut Vec::new()))
    }

    #[test]
    fn declared_names_are_found_in_broken_text() {
        assert_eq!(names("byte x = , y[3 = z"), ["x", "y"]);
        assert_eq!(names("mtype = { red green, blue"), ["red", "green", "blue"]);
        assert_eq!(
            names("proctype P(byte a, b; chan c) {"),
            ["P", "a", "b", "c"]
        );
        assert_eq!(names("Point p, q"), ["p", "q"]);
        assert_eq!(names("again: x = y +"), ["again"]);
        assert_eq!(names("c ! x, y; f(z)"), [""; 0]);
        assert_eq!(names("inline set(v) { byte t; v = t }"), ["set", "t"]);
    }
}
