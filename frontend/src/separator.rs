//! Puts in the separators that an author may leave out.
//!
//! In Promela `;` separates statements, yet most models have few: SPIN's scanner supplies them, at
//! some newlines, after `else` and after `}`, and takes superfluous ones away. A grammar that knew
//! about newlines would be unreadable; so this pass puts the `;` in, exactly where SPIN would, and
//! the grammar needs none of it. Where SPIN supplies nothing, as in `fi x = 1` on one line, nothing
//! is supplied here, and the parser reports what is missing.
//!
//! The rules, in the order in which they are tried:
//! 1. At a newline inside the body of a proctype, `init`, `never`, `trace` or typedef, outside
//!    parentheses, a `;` follows `} ) ] od fi else break`, a name, a constant, `++`, `--` and a
//!    piece of C. Names of typedefs and proctypes do not count as names; `timeout` counts as a
//!    closing parenthesis, except in an inline.
//! 2. `else` is followed by `;` unless `; -> fi` comes.
//! 3. `}` is followed by `;` unless `proctype init never :: fi od } unless ; ->` or the end comes.
//! 4. A separator just before `}`, `->` or `;` is dropped, one of two at a time.
//!
//! Text inside `ltl { }` and pieces of C is left alone. Inlines have been expanded: SPIN reads
//! their bodies at each call.

use crate::token::{Item, Stream, Token, TokenKind};
use std::collections::BTreeSet;
use std::ops::Range;

/// The tokens with all separators in place.
///
/// A `;` that was put in has its place just after the token before it. Never fails: what is
/// malformed is left to the parser.
pub fn insert_separators(mut tokens: Stream<'_>) -> Stream<'_> {
    let items = std::mem::take(&mut tokens.items);
    let mut filter = Filter {
        classifier: Classifier::new(&tokens, &items),
        output: Vec::with_capacity(items.len()),
        last: Kind::Other,
    };
    while let Some(next) = filter.classifier.next() {
        filter.pass(&next);
    }
    let passed = filter.classifier.passed..items.len();
    filter.copy(&passed);
    tokens.items = filter.output;
    tokens
}

/// What rules 2 to 4 see of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `;`
    Separator,
    /// `->`
    Arrow,
    /// `}`
    Close,
    Else,
    Fi,
    /// `proctype init never :: od unless`
    NeedsNone,
    Other,
    /// A `;` that rule 1 has found missing.
    Missing,
}

impl Kind {
    fn is_separator(self) -> bool {
        matches!(self, Kind::Separator | Kind::Arrow | Kind::Missing)
    }
}

/// A token, or a separator that is missing.
#[derive(Clone, Debug)]
struct Found {
    kind: Kind,
    /// Formulas that are passed over before it.
    passed: Range<usize>,
    /// The token, and the piece of C behind a keyword for one; nothing for what is missing.
    tokens: Range<usize>,
}

/// What SPIN's parser tells its scanner about the place in the model.
#[derive(Default)]
struct Nesting<'a> {
    braces: u32,
    parentheses: u32,
    /// The next `{` opens a body.
    body_ahead: bool,
    in_body: bool,
    /// The word before, when it introduces a name.
    introduced_by: &'a str,
    /// The typedef whose `}` is awaited.
    typedef: Option<&'a str>,
}

/// Tells the kinds of tokens and applies rule 1.
struct Classifier<'a, 't> {
    stream: &'a Stream<'t>,
    items: &'a [Item<'t>],
    /// The next token.
    at: usize,
    /// Behind the last token that was found; only formulas are between it and the next.
    passed: usize,
    nesting: Nesting<'t>,
    types_and_proctypes: BTreeSet<&'t str>,
    last_kind: Kind,
    /// A newline after the last token ends a statement.
    last_ends: bool,
}

impl<'a, 't> Classifier<'a, 't> {
    fn new(stream: &'a Stream<'t>, items: &'a [Item<'t>]) -> Classifier<'a, 't> {
        Classifier {
            stream,
            items,
            at: 0,
            passed: 0,
            nesting: Nesting::default(),
            types_and_proctypes: BTreeSet::new(),
            last_kind: Kind::Other,
            last_ends: false,
        }
    }

    fn next(&mut self) -> Option<Found> {
        loop {
            let item = self.items.get(self.at)?;
            if self.newline_separates(item) {
                (self.last_kind, self.last_ends) = (Kind::Missing, false);
                return Some(Found {
                    kind: Kind::Missing,
                    passed: self.passed..self.passed,
                    tokens: self.at..self.at,
                });
            }
            if !item.token.is("ltl") {
                break;
            }
            self.nesting.introduced_by = "ltl";
            self.at = self.formula_end(self.at);
        }
        (self.last_kind, self.last_ends) = self.token(self.at);
        let is_raw = |item: &&Item<'t>| item.token.kind == TokenKind::Raw;
        let raw = self.items[self.at + 1..].iter().take_while(is_raw).count();
        let tokens = self.at..self.at + 1 + raw;
        let passed = self.passed..self.at;
        (self.at, self.passed) = (tokens.end, tokens.end);
        Some(Found {
            kind: self.last_kind,
            passed,
            tokens,
        })
    }

    /// Rule 1, at a newline. SPIN looks for the `u` of `unless` only after `}`.
    fn newline_separates(&self, next: &Item<'t>) -> bool {
        let nesting = &self.nesting;
        let may = self.last_ends && nesting.in_body && nesting.parentheses == 0;
        may && self.stream.begins_line(next)
            && !(self.last_kind == Kind::Close && next.token.text.starts_with('u'))
    }

    /// The token behind the formula at `at`, which is left alone; without a `{` nothing is.
    fn formula_end(&self, at: usize) -> usize {
        let mut depth = 0usize;
        let rest = self.items.iter().enumerate().skip(at + 1);
        for (index, item) in rest {
            if item.token.is("{") {
                depth += 1;
            } else if item.token.is("}") && depth > 0 {
                depth -= 1;
                if depth == 0 {
                    return index + 1;
                }
            }
        }
        match depth {
            0 => at + 1,
            _ => self.items.len(),
        }
    }

    /// The kind of the token at `at`, and whether it ends a statement.
    fn token(&mut self, at: usize) -> (Kind, bool) {
        let Token { kind, text, .. } = self.items[at].token;
        match kind {
            TokenKind::Name => (Kind::Other, self.name(text)),
            TokenKind::Keyword => self.keyword(at, text),
            TokenKind::Number => (Kind::Other, true),
            TokenKind::Literal => (Kind::Other, text.starts_with('\'')),
            TokenKind::Punctuation | TokenKind::Raw => self.punctuation(text),
        }
    }

    fn punctuation(&mut self, text: &str) -> (Kind, bool) {
        match text {
            "->" => (Kind::Arrow, false),
            "::" => (Kind::NeedsNone, false),
            ";" => (Kind::Separator, false),
            "++" | "--" | "]" => (Kind::Other, true),
            "{" => self.open_brace(),
            "}" => self.close_brace(),
            "(" => {
                self.nesting.parentheses += 1;
                (Kind::Other, false)
            }
            ")" => {
                self.nesting.parentheses = self.nesting.parentheses.saturating_sub(1);
                (Kind::Other, true)
            }
            _ => (Kind::Other, false),
        }
    }

    fn open_brace(&mut self) -> (Kind, bool) {
        let nesting = &mut self.nesting;
        if nesting.body_ahead && nesting.braces == 0 {
            nesting.body_ahead = false;
            nesting.in_body = true;
        }
        nesting.braces += 1;
        (Kind::Other, false)
    }

    fn close_brace(&mut self) -> (Kind, bool) {
        let nesting = &mut self.nesting;
        nesting.braces = nesting.braces.saturating_sub(1);
        if nesting.braces == 0 && nesting.in_body {
            nesting.in_body = false;
            nesting.parentheses = 0;
            self.types_and_proctypes.extend(nesting.typedef.take());
        }
        (Kind::Close, true)
    }

    fn keyword(&mut self, at: usize, word: &'t str) -> (Kind, bool) {
        self.nesting.introduced_by = word;
        let kind = match word {
            "else" => Kind::Else,
            "fi" => Kind::Fi,
            "od" | "proctype" | "init" | "never" | "unless" => Kind::NeedsNone,
            _ => Kind::Other,
        };
        let ends = match word {
            "proctype" | "D_proctype" | "init" | "never" | "trace" | "notrace" | "typedef"
                if !self.nesting.in_body =>
            {
                self.nesting.body_ahead = true;
                false
            }
            "c_code" | "c_expr" | "c_decl" | "else" | "fi" | "od" | "break" | "skip" | "true"
            | "false" => true,
            "timeout" => !self.stream.output.in_inline(self.items[at].frame),
            // At the newline behind any other keyword nothing is supplied.
            _ => false,
        };
        (kind, ends)
    }

    /// A word of the author's: whether it ends a statement.
    fn name(&mut self, name: &'t str) -> bool {
        match std::mem::replace(&mut self.nesting.introduced_by, name) {
            "typedef" => self.nesting.typedef = Some(name),
            "proctype" | "D_proctype" => {
                self.types_and_proctypes.insert(name);
            }
            _ => {}
        }
        !self.types_and_proctypes.contains(name)
    }
}

/// Applies rules 2 to 4.
struct Filter<'a, 't> {
    classifier: Classifier<'a, 't>,
    output: Vec<Item<'t>>,
    last: Kind,
}

impl Filter<'_, '_> {
    /// Passes a token on; of a separator, decides by the one behind it.
    fn pass(&mut self, next: &Found) {
        let missing = match self.last {
            Kind::Else => !(next.kind.is_separator() || next.kind == Kind::Fi),
            Kind::Close => matches!(next.kind, Kind::Else | Kind::Other),
            _ => false,
        };
        if missing {
            self.supply();
        }
        if !next.kind.is_separator() {
            return self.accept(next);
        }
        // Looks one token ahead, and no further: of three in a row the third stays.
        match self.classifier.next() {
            Some(behind) if behind.kind == Kind::Close || behind.kind.is_separator() => {
                self.copy(&next.passed);
                self.accept(&behind);
            }
            Some(behind) => {
                self.accept(next);
                self.accept(&behind);
            }
            None => self.accept(next),
        }
    }

    fn accept(&mut self, found: &Found) {
        self.copy(&found.passed);
        match found.kind {
            Kind::Missing => self.supply(),
            _ => self.copy(&found.tokens),
        }
        self.last = found.kind;
    }

    fn copy(&mut self, items: &Range<usize>) {
        self.output.extend(&self.classifier.items[items.clone()]);
    }

    /// Puts a separator behind what has passed.
    fn supply(&mut self) {
        if let Some(last) = self.output.last() {
            let separator = self.classifier.stream.behind(last, ";");
            self.output.push(separator);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::TextRange;
    use crate::mapped_text::{MappedText, TextBuilder};
    use crate::source::{FileId, Sources, Span};
    use std::path::Path;

    fn source(text: &str) -> (Sources, FileId, MappedText) {
        let mut sources = Sources::default();
        let file = sources.add("m.pml", Path::new("m.pml"), text.into(), None);
        let whole = Span {
            file,
            start: 0,
            end: text.len() as u32,
        };
        let mut builder = TextBuilder::new(whole);
        builder.copy_source(text, whole, None);
        (sources, file, builder.finish())
    }

    fn separated(input: &MappedText) -> MappedText {
        insert_separators(Stream::of(input)).write().text
    }

    fn range(text: &str, part: &str) -> TextRange {
        let start = text.find(part).unwrap() as u32;
        TextRange {
            start,
            end: start + part.len() as u32,
        }
    }

    #[test]
    fn a_separator_stands_after_the_token_before() {
        let (sources, file, input) = source("init { x = 1  \n y = 2 }");
        let separated = separated(&input);
        assert_eq!(separated.text(), "init { x = 1;  \n y = 2 }");
        let place = separated.origin(range(separated.text(), ";")).span;
        assert_eq!(
            place,
            Span {
                file,
                start: 12,
                end: 12
            }
        );
        let after = separated.origin(range(separated.text(), "y = 2"));
        assert_eq!(
            (sources.slice(after.span), after.expansion.len()),
            ("y = 2", 0)
        );
    }

    /// Of two separators one is dropped, of three too: spin 6.5.2 rejects a typedef with the
    /// latter.
    #[test]
    fn one_of_several_separators_is_dropped() {
        for (written, kept) in [
            ("a;;b", "a;b"),
            ("a;;;b", "a;;b"),
            ("a; -> b", "a -> b"),
            ("{a;}", "{a}"),
            ("{a;;}", "{a;}"),
        ] {
            assert_eq!(separated(&source(written).2).text(), kept);
        }
    }
}
