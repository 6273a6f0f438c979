//! What is around the place where the grammar has stopped, and what it would have accepted there.

use super::grammar::Rule;
use super::repair::BracketNesting;
use crate::ast::TextRange;
use crate::token::{Token, TokenKind};

/// A place where the grammar found no way on.
pub(super) struct Failure<'a, 't> {
    pub tokens: &'a [Token<'t>],
    /// The first token that does not fit; the number of tokens at the end.
    pub index: usize,
    /// The rules that were tried there.
    pub expected: Vec<Rule>,
    pub structure: &'a BracketNesting,
}

impl<'t> Failure<'_, 't> {
    pub(super) fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    pub(super) fn found(&self) -> Option<&Token<'t>> {
        self.tokens.get(self.index)
    }

    pub(super) fn found_is(&self, texts: &[&str]) -> bool {
        self.found().is_some_and(|token| token.is_any(texts))
    }

    /// The token `distance` before the failure.
    pub(super) fn before(&self, distance: usize) -> Option<&Token<'t>> {
        self.index
            .checked_sub(distance)
            .and_then(|index| self.tokens.get(index))
    }

    pub(super) fn before_is(&self, distance: usize, texts: &[&str]) -> bool {
        self.before(distance)
            .is_some_and(|token| token.is_any(texts))
    }

    pub(super) fn before_is_name(&self, distance: usize) -> bool {
        self.before(distance)
            .is_some_and(|token| token.kind == TokenKind::Name)
    }

    /// Does the word before it come behind `else`? A separator was put in between.
    pub(super) fn follows_else(&self) -> bool {
        let separators = usize::from(self.before_is(2, &[";"]));
        self.before_is(2 + separators, &["else"])
    }

    /// Is it a keyword that stands for a value?
    pub(super) fn before_is_value(&self, distance: usize) -> bool {
        self.before_is(distance, &["timeout", "np_", "true", "false", "skip"])
    }

    /// Does the expression that ends here begin after `->`?
    pub(super) fn follows_arrow(&self) -> bool {
        let before = self.tokens[..self.index].iter().rev();
        let mut ends = before.filter(|token| token.is_any(&[";", "->", "::", "{", "}", "("]));
        ends.next().is_some_and(|token| token.is("->"))
    }

    /// Does the token `distance` before the failure begin a statement?
    pub(super) fn begins_statement(&self, distance: usize) -> bool {
        self.before_is(
            distance + 1,
            &[";", "->", "::", "{", "}", "fi", "od", "else", ":"],
        )
    }

    pub(super) fn bracket(&self) -> Option<&Token<'t>> {
        self.opener().map(|opener| &self.tokens[opener])
    }

    fn opener(&self) -> Option<usize> {
        self.structure.opener.get(self.index).copied().flatten()
    }

    /// Is it between the braces behind `of`?
    pub(super) fn in_list_of_types(&self) -> bool {
        self.opener()
            .is_some_and(|at| at > 0 && self.tokens[at - 1].is("of"))
    }

    /// Does a word begin right behind a number?
    pub(super) fn touches_number(&self) -> bool {
        let before = self.before(1);
        self.touches() && before.is_some_and(|token| token.kind == TokenKind::Number)
    }

    /// Is the token right behind the one before it?
    pub(super) fn touches(&self) -> bool {
        matches!((self.before(1), self.found()), (Some(before), Some(found)) if before.range.end == found.range.start)
    }

    /// May an expression end here?
    pub(super) fn after_expression(&self) -> bool {
        self.expects(Rule::multiply)
    }

    /// May a separator follow, and a block may not?
    pub(super) fn may_end_statement(&self) -> bool {
        self.expects(Rule::separator)
            && !self.expects(Rule::block)
            && !self.expects(Rule::open_brace)
    }

    pub(super) fn expects_expression(&self) -> bool {
        // `complement` is only tried where an operand may begin.
        const OPERANDS: [Rule; 3] = [Rule::expression, Rule::complement, Rule::assignment];
        OPERANDS.iter().any(|rule| self.expects(*rule))
    }

    pub(super) fn expects_statement(&self) -> bool {
        let statements = [
            Rule::statement,
            Rule::guarded,
            Rule::choice,
            Rule::exclusive,
        ];
        statements.iter().any(|rule| self.expects(*rule))
    }

    /// Is it between parentheses or brackets that were closed by a repair?
    pub(super) fn in_repaired_brackets(&self) -> bool {
        let mut bracket = self.opener();
        while let Some(opener) = bracket {
            let closer = self.tokens.get(self.structure.closer[opener]);
            if !self.structure.is_block[opener] && closer.is_some_and(|closer| closer.inserted) {
                return true;
            }
            bracket = self.structure.opener[opener];
        }
        false
    }

    pub(super) fn range(&self) -> TextRange {
        let called = self.found_is(&["("]) && self.before_is_name(1);
        let found = self.found().filter(|token| !token.inserted && !called);
        // Two tokens that are one operator elsewhere.
        let pair = (
            self.before(1).map_or("", |token| token.text),
            found.map_or("", |token| token.text),
        );
        if matches!(pair, (":" | "==", "=") | ("<", ">")) && self.touches() {
            let before = self.tokens[self.index - 1].range;
            return before.to(self.tokens[self.index].range);
        }
        let token = found.or(self.before(1));
        token.map_or(TextRange::new(0, 0), |token| token.range)
    }
}
