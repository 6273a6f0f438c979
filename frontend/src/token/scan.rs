//! The scanner: text to tokens.

use super::{ERRORS_MAX, NAMES, PLACEHOLDER, SyntaxError, Token, TokenKind, is_keyword};
use crate::ast::TextRange;

/// Nesting of braces and brackets in embedded C.
const RAW_NESTING_MAX: usize = 256;

/// The same as `->`, as in SPIN.
const LONG_ARROW: &str = "-->";

/// Longest first. The last row is C, read as one token to be named in a message: none of it occurs
/// in a correct model.
#[rustfmt::skip]
const PUNCTUATION: [&str; 22] = [
    LONG_ARROW,
    "->", "::", "..", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "++", "--", "??", "!!",
    "+=", "-=", "*=", "/=", "%=", "=>",
];

/// Whether two tokens of punctuation are read as others when no gap is between them.
pub(crate) fn would_join(left: &str, right: &str) -> bool {
    let both = format!("{left}{right}");
    let is_longer = |it: &str| it.len() > left.len() && both.starts_with(it);
    PUNCTUATION.iter().any(|it| is_longer(it))
}

/// Splits `text` into tokens, up to the hundredth error. What is no token at all is left out and
/// reported.
pub(crate) fn scan<'t>(text: &'t str, errors: &mut Vec<SyntaxError>) -> Vec<Token<'t>> {
    let mut scanner = Scanner {
        text,
        at: 0,
        tokens: Vec::new(),
        errors,
    };
    while scanner.errors.len() < ERRORS_MAX && scanner.step() {}
    scanner.tokens
}

struct Scanner<'t, 'e> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token<'t>>,
    errors: &'e mut Vec<SyntaxError>,
}

impl<'t> Scanner<'t, '_> {
    fn step(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len()
            && (bytes[self.at].is_ascii_whitespace() || bytes[self.at] == 0x0b)
        {
            self.at += 1;
        }
        let Some(&first) = bytes.get(self.at) else {
            return false;
        };
        if self.raw_follows(first) {
            let end = self.raw_end(first);
            self.push(TokenKind::Raw, end);
        } else if first.is_ascii_alphabetic() || first == b'_' {
            let end = self.while_end(|b| b.is_ascii_alphanumeric() || b == b'_');
            if self.text[end..].starts_with(|c: char| !c.is_ascii() && c.is_alphabetic()) {
                return self.foreign_word();
            }
            let kind = match is_keyword(&self.text[self.at..end]) {
                true => TokenKind::Keyword,
                false => TokenKind::Name,
            };
            self.push(kind, end);
        } else if first.is_ascii_digit() {
            let end = self.while_end(|b| b.is_ascii_digit());
            self.push(TokenKind::Number, end);
        } else if matches!(first, b'"' | b'\'' | b'$') {
            self.literal(first);
        } else {
            self.punctuation();
        }
        true
    }

    fn push(&mut self, kind: TokenKind, end: usize) {
        let token = Token {
            kind,
            text: &self.text[self.at..end],
            range: self.range(end),
            inserted: false,
        };
        self.tokens.push(token);
        self.at = end;
    }

    /// Pushes `text` in the place of what is written, most often something wrong.
    fn replace(&mut self, kind: TokenKind, text: &'static str, end: usize) {
        self.push(kind, end);
        if let Some(token) = self.tokens.last_mut() {
            token.text = text;
        }
    }

    fn range(&self, end: usize) -> TextRange {
        TextRange::new(self.at as u32, end as u32)
    }

    fn while_end(&self, accept: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        self.at + rest.iter().position(|&b| !accept(b)).unwrap_or(rest.len())
    }

    /// Does the text of embedded C begin here?
    fn raw_follows(&self, first: u8) -> bool {
        let after_keyword = |token: &Token<'_>| token.is_any(&["c_code", "c_decl", "c_expr"]);
        match (first, self.tokens.as_slice()) {
            (b'{' | b'[', [.., last]) if after_keyword(last) => true,
            (b'{', [.., before, guard]) => {
                guard.kind == TokenKind::Raw && guard.text.starts_with('[') && after_keyword(before)
            }
            _ => false,
        }
    }

    /// The end of embedded C that starts with the bracket `open`.
    fn raw_end(&mut self, open: u8) -> usize {
        let close = if open == b'{' { b'}' } else { b']' };
        let bytes = self.text.as_bytes();
        let (mut depth, mut at) = (0usize, self.at);
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            if byte == open {
                depth += 1;
            } else if byte == close {
                depth -= 1;
            } else if byte == b'"' || byte == b'\'' {
                at = quoted_end(bytes, at, byte, false).unwrap_or(bytes.len());
            }
            if depth == 0 {
                return at;
            }
            if depth > RAW_NESTING_MAX {
                let message = format!("C text nested deeper than {RAW_NESTING_MAX}");
                self.errors.push(SyntaxError::new(self.range(at), message));
                return bytes.len();
            }
        }
        let opening = self.range(self.at + 1);
        let message = format!("this `{}` of embedded C is never closed", open as char);
        self.errors.push(SyntaxError::new(opening, message));
        bytes.len()
    }

    fn literal(&mut self, quote: u8) {
        let bytes = self.text.as_bytes();
        let (what, closed) = match quote {
            b'\'' => ("character", "'x'"),
            _ => ("string", "\"\""),
        };
        match quoted_end(bytes, self.at + 1, quote, true) {
            Some(end) if quote != b'\'' || is_character(&self.text[self.at + 1..end - 1]) => {
                self.push(TokenKind::Literal, end)
            }
            Some(end) => {
                let message = "a character literal holds exactly one character";
                let error = SyntaxError::new(self.range(end), message);
                self.errors
                    .push(error.help("write `'c'`, or `\"...\"` for the text of a `printf`"));
                self.replace(TokenKind::Number, "0", end);
            }
            None => {
                // The string most likely ends where its line does, before what closes the
                // statement.
                let line = self.while_end(|b| b != b'\n');
                let content =
                    self.text[self.at..line].trim_end_matches([')', ';', '}', ' ', '\t', '\r']);
                let end = self.at + content.len().max(1);
                let message = format!("this {what} is not closed on its line");
                let opening = self.range(self.at + 1);
                self.errors.push(SyntaxError::new(opening, message));
                self.replace(TokenKind::Literal, closed, end);
            }
        }
    }

    fn punctuation(&mut self) {
        let rest = &self.text[self.at..];
        if let Some(token) = PUNCTUATION.iter().find(|token| rest.starts_with(**token)) {
            let end = self.at + token.len();
            return match *token {
                LONG_ARROW => self.replace(TokenKind::Punctuation, "->", end),
                _ => self.push(TokenKind::Punctuation, end),
            };
        }
        let Some(first) = rest.chars().next() else {
            return;
        };
        let end = self.at + first.len_utf8();
        if "+-*/%&^|~!=<>?@()[]{}:;,.".contains(first) {
            return self.push(TokenKind::Punctuation, end);
        }
        if first.is_alphabetic() {
            self.foreign_word();
        } else {
            self.unknown(first);
        }
    }

    /// A word with letters that names cannot have.
    fn foreign_word(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let length = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let end = self.at + length;
        let message = format!("`{}` cannot be a name", &rest[..length]);
        let error = SyntaxError::new(self.range(end), message);
        self.errors.push(error.help(NAMES));
        self.replace(TokenKind::Name, PLACEHOLDER, end);
        true
    }

    /// Reports a run of characters that belong to no token as one error.
    fn unknown(&mut self, first: char) {
        let end =
            self.while_end(|b| !b.is_ascii() || (b.is_ascii_control() && !b.is_ascii_whitespace()));
        let end = end.max(self.at + first.len_utf8());
        let shown = match first.is_control() {
            true => format!("the character U+{:04X}", first as u32),
            false => format!("`{first}`"),
        };
        let message = format!("{shown} has no meaning in Promela");
        let error = SyntaxError::new(self.range(end), message);
        self.errors.push(match first {
            '#' => error.help("directives of the preprocessor start a line"),
            _ => error,
        });
        let after_operand = self.tokens.last().is_some_and(|last| {
            matches!(last.kind, TokenKind::Name | TokenKind::Number) || last.is_any(&[")", "]"])
        });
        if after_operand {
            // Most likely meant as an operator.
            self.replace(TokenKind::Punctuation, "+", end);
        }
        self.at = end;
    }
}

/// The offset after the closing `quote`, when it comes (before the end of the line, for
/// `one_line`).
fn quoted_end(bytes: &[u8], mut at: usize, quote: u8, one_line: bool) -> Option<usize> {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if quote != b'$' => at += 1,
            b'\n' if one_line => return None,
            _ if byte == quote => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// One ASCII character, perhaps with a backslash in front.
fn is_character(text: &str) -> bool {
    matches!(text.as_bytes(), [c] | [b'\\', c] if c.is_ascii())
}
