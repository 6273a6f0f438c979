//! Tokens of Promela: what they are, the scanner, and the stream in which they go from the text
//! behind the preprocessor to the parser.

mod scan;
mod stream;

pub(crate) use scan::scan;
use scan::would_join;
pub(crate) use stream::{Gap, Item, Provenance};
pub use stream::{Stream, Written};

use crate::ast::TextRange;

/// Errors reported for one text.
pub(crate) const ERRORS_MAX: usize = 100;

/// A name put in where the text has none that can be read.
pub const PLACEHOLDER: &str = "unreadable__";

/// A syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The offending text.
    pub range: TextRange,
    /// What is wrong or was expected.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// Another place to look at, such as an opening bracket, with what it is.
    pub related: Option<(TextRange, String)>,
    /// The text before, when the message speaks of it.
    pub after: Option<TextRange>,
    /// The name that is not declared, when that is what the message says.
    pub subject: Option<String>,
}

impl SyntaxError {
    pub(crate) fn new(range: TextRange, message: impl Into<String>) -> SyntaxError {
        SyntaxError {
            range,
            message: message.into(),
            help: None,
            related: None,
            after: None,
            subject: None,
        }
    }

    pub(crate) fn help(mut self, help: &str) -> SyntaxError {
        self.help = Some(help.into());
        self
    }

    /// All that it says.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &String> {
        let related = self.related.iter().map(|(_, label)| label);
        related.chain([&self.message]).chain(&self.help)
    }

    pub(crate) fn related(mut self, range: TextRange, label: String) -> SyntaxError {
        self.related = Some((range, label));
        self
    }
}

/// What can be a name.
pub(crate) const NAMES: &str = "names consist of the letters a to z and A to Z, digits and `_`";

/// What a token is, as far as the messages care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Name,
    Keyword,
    Number,
    /// A character or a string.
    Literal,
    Punctuation,
    /// The text of embedded C, a guard in brackets or a body in braces.
    Raw,
}

/// A token; one that a repair has put in has an empty range and is not part of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub kind: TokenKind,
    pub text: &'t str,
    pub range: TextRange,
    /// Put in by a repair.
    pub inserted: bool,
}

impl<'t> Token<'t> {
    pub(crate) fn is(&self, text: &str) -> bool {
        self.text == text && matches!(self.kind, TokenKind::Keyword | TokenKind::Punctuation)
    }

    pub(crate) fn is_any(&self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.is(text))
    }

    /// A token that is not in the text, at `offset`.
    pub(crate) fn inserted(text: &'static str, offset: u32) -> Token<'t> {
        let kind = match text.as_bytes()[0] {
            b'0'..=b'9' => TokenKind::Number,
            b'a'..=b'z' if is_keyword(text) => TokenKind::Keyword,
            b'a'..=b'z' => TokenKind::Name,
            _ => TokenKind::Punctuation,
        };
        Token {
            kind,
            text,
            range: TextRange::new(offset, offset),
            inserted: true,
        }
    }
}

/// The colon of a remote reference, as the grammar wants it.
pub(crate) const REMOTE_COLON: &str = "\u{1}";

#[rustfmt::skip]
const KEYWORDS: [&str; 64] = [
    "D_proctype", "active", "assert", "atomic", "bit", "bool", "break", "byte", "c_code", "c_decl",
    "c_expr", "c_state", "c_track", "chan", "d_step", "do", "else", "empty", "enabled", "eval",
    "false", "fi", "for", "full", "get_priority", "goto", "hidden", "if", "init", "inline", "int",
    "len", "local", "ltl", "mtype", "nempty", "never", "nfull", "notrace", "np_", "od", "of",
    "pc_value", "pid", "printf", "printm", "priority", "proctype", "provided", "return", "run",
    "select", "set_priority", "short", "show", "skip", "timeout", "trace", "true", "typedef",
    "unless", "unsigned", "xr", "xs",
];

/// Is `word` reserved?
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::KEYWORDS;

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }
}
