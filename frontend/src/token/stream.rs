//! Tokens on their way from the preprocessed text to the parser.
//!
//! SPIN's scanner puts the bodies of inlines in the place of their calls, and a `;` where a line
//! ends a statement, while it reads: each time into a text that it then reads anew. Here the text
//! is scanned once. A pass takes a stream of tokens and gives another; a token keeps the white
//! space before it and the uses of macros and inlines that it went through. At the end the text
//! that the tree is about is written, once, with the origin of each byte.

use super::{SyntaxError, Token, scan, would_join};
use crate::ast::TextRange;
use crate::mapped_text::{FrameId, MappedText, Origin, TextBuilder};
use crate::source::Span;

/// A token in a stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'t> {
    /// With its range in the input, unless it was made.
    pub token: Token<'t>,
    pub gap: Gap,
    /// The innermost use around it.
    pub frame: Option<FrameId>,
    pub provenance: Provenance,
}

/// What stands before a token in the input: white space, or what is no token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Gap {
    Written(TextRange),
    /// White space counts as one blank: inside arguments, where SPIN drops line ends.
    Folded(TextRange),
    Blank,
    Nothing,
}

impl Gap {
    /// Inside of an argument.
    pub(crate) fn folded(self) -> Gap {
        match self {
            Gap::Written(range) => Gap::Folded(range),
            gap => gap,
        }
    }
}

/// Where a token comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Provenance {
    /// It stands in the input.
    Input,
    /// Out of the body of an inline, or an argument: all of it is in the frame of its item.
    Moved,
    /// No one wrote it; it stands for what is written there.
    Made(Span),
}

impl<'t> Item<'t> {
    /// A token that is not in the input.
    pub(crate) fn made(
        text: &'static str,
        gap: Gap,
        span: Span,
        frame: Option<FrameId>,
    ) -> Item<'t> {
        Item {
            token: Token {
                inserted: false,
                ..Token::inserted(text, 0)
            },
            gap,
            frame,
            provenance: Provenance::Made(span),
        }
    }
}

/// Tokens with all that is known about their places.
#[derive(Debug)]
pub struct Stream<'t> {
    pub(crate) input: &'t MappedText,
    pub(crate) items: Vec<Item<'t>>,
    /// The uses of macros and inlines, and the text that will be written.
    pub(crate) output: TextBuilder,
    /// What is no token, in the order of places.
    errors: Vec<SyntaxError>,
    /// What stands behind the last token of the input.
    tail: TextRange,
}

/// The text that the tree is about.
#[derive(Debug)]
pub struct Written<'t> {
    /// The text.
    pub text: MappedText,
    /// Its tokens.
    pub(crate) tokens: Vec<Token<'t>>,
    /// What in it is no token, with the ranges in the input of the stream.
    pub errors: Vec<SyntaxError>,
}

impl<'t> Stream<'t> {
    /// Scans a text, up to the hundredth error.
    pub fn of(input: &'t MappedText) -> Stream<'t> {
        let mut errors = Vec::new();
        let tokens = scan(input.text(), &mut errors);
        let mut end = 0;
        let item = |token: Token<'t>| {
            let start = std::mem::replace(&mut end, token.range.end);
            Item {
                token,
                gap: Gap::Written(TextRange::new(start, token.range.start)),
                frame: input.frame_at(token.range.start),
                provenance: Provenance::Input,
            }
        };
        let items = tokens.into_iter().map(item).collect();
        errors.sort_by_key(|error| error.range.start);
        Stream {
            input,
            items,
            output: TextBuilder::from_input(input),
            errors,
            tail: TextRange::new(end, input.range().end),
        }
    }

    /// Where a token is written, without the uses around it.
    pub(crate) fn span(&self, item: &Item<'t>) -> Span {
        match item.provenance {
            Provenance::Made(span) => span,
            Provenance::Input | Provenance::Moved => self.input.origin(item.token.range).span,
        }
    }

    /// Where a token comes from.
    pub(crate) fn origin(&self, item: &Item<'t>) -> Origin {
        self.output.place(self.span(item), item.frame)
    }

    /// Whether the token is the first of a line of the input.
    pub(crate) fn begins_line(&self, item: &Item<'t>) -> bool {
        match item.gap {
            Gap::Written(range) => self.input.text()[range.bytes()].contains('\n'),
            Gap::Folded(_) | Gap::Blank | Gap::Nothing => false,
        }
    }

    /// A token that no one wrote, just behind `before`.
    pub(crate) fn behind(&self, before: &Item<'t>, text: &'static str) -> Item<'t> {
        let end = before.token.range.end;
        let last = TextRange::new(end.saturating_sub(1), end);
        let (span, frame) = match before.provenance {
            Provenance::Made(span) => (span, before.frame),
            Provenance::Moved => (self.input.origin(last).span, before.frame),
            Provenance::Input => (
                self.input.origin(last).span,
                self.input.frame_at(last.start),
            ),
        };
        Item::made(text, Gap::Nothing, span.after(), frame)
    }

    /// Writes the text.
    pub fn write(mut self) -> Written<'t> {
        let mut tokens = Vec::with_capacity(self.items.len());
        let mut found = Vec::new();
        for item in std::mem::take(&mut self.items) {
            self.find_errors(&item, &mut found);
            self.write_gap(&item);
            self.keep_apart(tokens.last(), &item);
            let start = self.output.len() as u32;
            let range = item.token.range;
            match item.provenance {
                Provenance::Input => self.output.copy(self.input, range),
                Provenance::Moved => self.output.copy_into(self.input, range, item.frame),
                Provenance::Made(span) => self.output.make(item.token.text, span, item.frame),
            }
            let range = TextRange::new(start, self.output.len() as u32);
            tokens.push(Token {
                range,
                ..item.token
            });
        }
        self.output.copy(self.input, self.tail);
        self.errors_in(self.tail, &mut found);
        found.sort_unstable();
        found.dedup();
        let errors = found.into_iter().map(|at| self.errors[at].clone());
        Written {
            errors: errors.collect(),
            text: self.output.finish(),
            tokens,
        }
    }

    /// An argument is read apart from what stands before its parameter, as by SPIN: of `!p` and the
    /// argument `!x` comes `! !x`.
    fn keep_apart(&mut self, last: Option<&Token<'t>>, item: &Item<'t>) {
        let touches = last.filter(|last| last.range.end as usize == self.output.len());
        let moved = !matches!(item.provenance, Provenance::Input);
        if moved && touches.is_some_and(|last| would_join(last.text, item.token.text)) {
            self.output.make(" ", self.span(item), item.frame);
        }
    }

    fn write_gap(&mut self, item: &Item<'t>) {
        match item.gap {
            Gap::Nothing => {}
            Gap::Blank => self.output.make(" ", self.span(item), item.frame),
            Gap::Folded(range) if self.input.text()[range.bytes()].trim().is_empty() => {
                let blank = if range.start == range.end { "" } else { " " };
                self.output.make(blank, self.span(item), item.frame);
            }
            Gap::Written(range) | Gap::Folded(range) => match item.provenance {
                Provenance::Input => self.output.copy(self.input, range),
                Provenance::Moved | Provenance::Made(_) => {
                    self.output.copy_into(self.input, range, item.frame);
                }
            },
        }
    }

    /// The errors of an item, by number.
    fn find_errors(&self, item: &Item<'t>, found: &mut Vec<usize>) {
        if self.errors.is_empty() {
            return;
        }
        if let Gap::Written(range) | Gap::Folded(range) = item.gap {
            self.errors_in(range, found);
        }
        if !matches!(item.provenance, Provenance::Made(_)) {
            self.errors_in(item.token.range, found);
        }
    }

    fn errors_in(&self, range: TextRange, found: &mut Vec<usize>) {
        let before = |offset| {
            self.errors
                .partition_point(|error| error.range.start < offset)
        };
        found.extend(before(range.start)..before(range.end));
    }
}
