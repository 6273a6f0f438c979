//! Puts in the separators that an author may leave out.
//!
//! In Promela `;` separates statements, yet most models have few: SPIN's scanner supplies them, at
//! some newlines, after `else` and after `}`, and takes superfluous ones away. A grammar that knew
//! about newlines would be unreadable; so this pass writes the `;` into the text, exactly where
//! SPIN would, and the grammar needs none of it. Where SPIN supplies nothing, as in `fi x = 1` on
//! one line, nothing is supplied here, and the parser reports what is missing.
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

use crate::mapped_text::{MappedText, TextBuilder, TextRange};
use crate::parse::token::is_keyword;
use std::collections::BTreeSet;

/// The text with all separators in place.
///
/// A `;` that was put in has its place just after the token before it. Never fails: what is
/// malformed is left to the parser.
pub fn insert_separators(input: &MappedText) -> MappedText {
    Filter::new(input).run()
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

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: Kind,
    range: TextRange,
    /// End of the token before.
    previous_end: u32,
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

/// Cuts the text into tokens and applies rule 1.
struct Scanner<'a> {
    input: &'a MappedText,
    text: &'a str,
    position: usize,
    nesting: Nesting<'a>,
    types_and_proctypes: BTreeSet<&'a str>,
    last_kind: Kind,
    /// A newline after the last token ends a statement.
    last_ends: bool,
    last_end: usize,
}

impl<'a> Scanner<'a> {
    fn new(input: &'a MappedText) -> Scanner<'a> {
        Scanner {
            input,
            text: input.text(),
            position: 0,
            nesting: Nesting::default(),
            types_and_proctypes: BTreeSet::new(),
            last_kind: Kind::Other,
            last_ends: false,
            last_end: 0,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn next_token(&mut self) -> Option<Token> {
        loop {
            let first = self.rest().chars().next()?;
            let start = self.position;
            if first == '\n' && self.newline_separates() {
                self.last_ends = false;
                self.last_kind = Kind::Missing;
                let range = TextRange {
                    start: self.last_end as u32,
                    end: self.last_end as u32,
                };
                return Some(Token {
                    kind: Kind::Missing,
                    range,
                    previous_end: range.start,
                });
            }
            if first.is_ascii_whitespace() {
                self.position += 1;
                continue;
            }
            if let Some((kind, ends)) = self.token(first) {
                let range = TextRange {
                    start: start as u32,
                    end: self.position as u32,
                };
                let previous_end = self.last_end as u32;
                (self.last_kind, self.last_ends, self.last_end) = (kind, ends, self.position);
                return Some(Token {
                    kind,
                    range,
                    previous_end,
                });
            }
        }
    }

    /// Rule 1, at a newline. SPIN looks for the `u` of `unless` only after `}`.
    fn newline_separates(&mut self) -> bool {
        let nesting = &self.nesting;
        if !(self.last_ends && nesting.in_body && nesting.parentheses == 0) {
            return false;
        }
        !(self.last_kind == Kind::Close && self.rest().trim_start().starts_with('u'))
    }

    /// Reads a token: its kind and whether it ends a statement. `None` for text that is passed
    /// over.
    fn token(&mut self, first: char) -> Option<(Kind, bool)> {
        if first.is_ascii_alphabetic() || first == '_' {
            let word = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
            return self.word(word);
        }
        if first.is_ascii_digit() {
            self.take_while(|c| c.is_ascii_digit());
            return Some((Kind::Other, true));
        }
        if matches!(first, '"' | '$' | '\'') {
            self.position += quoted_length(self.rest());
            return Some((Kind::Other, first == '\''));
        }
        let symbol = ["->", "::", "++", "--"]
            .into_iter()
            .find(|symbol| self.rest().starts_with(symbol));
        self.position += symbol.map_or(first.len_utf8(), str::len);
        Some(match (symbol, first) {
            (Some("->"), _) => (Kind::Arrow, false),
            (Some("::"), _) => (Kind::NeedsNone, false),
            (Some(_), _) | (None, ']') => (Kind::Other, true),
            (None, ';') => (Kind::Separator, false),
            (None, '{') => self.open_brace(),
            (None, '}') => self.close_brace(),
            (None, '(') => {
                self.nesting.parentheses += 1;
                (Kind::Other, false)
            }
            (None, ')') => {
                self.nesting.parentheses = self.nesting.parentheses.saturating_sub(1);
                (Kind::Other, true)
            }
            (None, _) => (Kind::Other, false),
        })
    }

    fn take_while(&mut self, accept: fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.position += length;
        &rest[..length]
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

    fn word(&mut self, word: &'a str) -> Option<(Kind, bool)> {
        let introduced_by = std::mem::replace(&mut self.nesting.introduced_by, word);
        let kind = match word {
            "else" => Kind::Else,
            "fi" => Kind::Fi,
            "od" | "proctype" | "init" | "never" | "unless" => Kind::NeedsNone,
            _ => Kind::Other,
        };
        match word {
            "ltl" => {
                self.position += self
                    .rest()
                    .find('{')
                    .map_or(0, |open| open + balanced_length(&self.rest()[open..]));
                return None;
            }
            "c_code" | "c_expr" | "c_decl" => {
                self.position += c_length(self.rest());
                return Some((kind, true));
            }
            "proctype" | "D_proctype" | "init" | "never" | "trace" | "notrace" | "typedef"
                if !self.nesting.in_body =>
            {
                self.nesting.body_ahead = true;
            }
            "else" | "fi" | "od" | "break" | "skip" | "true" | "false" => {
                return Some((kind, true));
            }
            "timeout" => return Some((kind, !self.input.in_inline(self.position as u32 - 1))),
            // At the newline behind any other keyword nothing is supplied.
            _ if is_keyword(word) => {}
            _ => return Some((kind, self.name(word, introduced_by))),
        }
        Some((kind, false))
    }

    /// A word of the author's: whether it ends a statement.
    fn name(&mut self, name: &'a str, introduced_by: &str) -> bool {
        match introduced_by {
            "typedef" => self.nesting.typedef = Some(name),
            "proctype" | "D_proctype" => {
                self.types_and_proctypes.insert(name);
            }
            _ => {}
        }
        !self.types_and_proctypes.contains(name)
    }
}

/// Bytes of the string or character at the start of `text`; up to the end of the line when it is
/// not closed.
fn quoted_length(text: &str) -> usize {
    let mut characters = text.char_indices();
    let Some((_, quote)) = characters.next() else {
        return 0;
    };
    while let Some((at, c)) = characters.next() {
        if c == '\n' {
            return at;
        }
        if c == quote {
            return at + 1;
        }
        if c == '\\' {
            characters.next();
        }
    }
    text.len()
}

/// Bytes of a piece of C, with the precondition in brackets that it may have; 0 when there is none.
fn c_length(text: &str) -> usize {
    let mut at = text.len() - text.trim_start().len();
    if text[at..].starts_with('[') {
        at += text[at..].find(']').map_or(text.len() - at, |end| end + 1);
        at += text[at..].len() - text[at..].trim_start().len();
    }
    if text[at..].starts_with('{') {
        at + balanced_length(&text[at..])
    } else {
        0
    }
}

/// Bytes of the block at the start of `text`, or all of it when the block is not closed. Braces in
/// strings do not count.
fn balanced_length(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '"' | '\'' => {
                at += quoted_length(&text[at..]);
                continue;
            }
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
        at += c.len_utf8();
    }
    text.len()
}

/// Applies rules 2 to 4 and writes the text.
struct Filter<'a> {
    scanner: Scanner<'a>,
    output: TextBuilder,
    /// Input before this is in the output, or was dropped.
    written: u32,
    last: Kind,
}

impl<'a> Filter<'a> {
    fn new(input: &'a MappedText) -> Filter<'a> {
        let output = TextBuilder::from_input(input);
        Filter {
            scanner: Scanner::new(input),
            output,
            written: 0,
            last: Kind::Other,
        }
    }

    fn run(mut self) -> MappedText {
        while let Some(token) = self.scanner.next_token() {
            self.pass(token);
        }
        let input = self.scanner.input;
        self.copy_to(input.range().end);
        self.output.finish()
    }

    fn pass(&mut self, token: Token) {
        let missing = match self.last {
            Kind::Else => !(token.kind.is_separator() || token.kind == Kind::Fi),
            Kind::Close => matches!(token.kind, Kind::Else | Kind::Other),
            _ => false,
        };
        if missing {
            self.supply(token.previous_end);
        }
        if !token.kind.is_separator() {
            return self.accept(token);
        }
        // Looks one token ahead, and no further: of three in a row the third stays.
        match self.scanner.next_token() {
            Some(next) if next.kind == Kind::Close || next.kind.is_separator() => {
                self.leave_out(token);
                self.accept(next);
            }
            Some(next) => {
                self.accept(token);
                self.accept(next);
            }
            None => self.accept(token),
        }
    }

    fn copy_to(&mut self, end: u32) {
        self.output.copy(
            self.scanner.input,
            TextRange {
                start: self.written,
                end,
            },
        );
        self.written = end;
    }

    fn supply(&mut self, after: u32) {
        self.copy_to(after);
        self.output.insert(";", self.scanner.input, after);
    }

    fn leave_out(&mut self, token: Token) {
        if token.kind != Kind::Missing {
            self.copy_to(token.range.start);
            self.written = token.range.end;
        }
    }

    fn accept(&mut self, token: Token) {
        if token.kind == Kind::Missing {
            self.supply(token.range.end);
        } else {
            self.copy_to(token.range.end);
        }
        self.last = token.kind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let separated = insert_separators(&input);
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
            assert_eq!(insert_separators(&source(written).2).text(), kept);
        }
    }
}
