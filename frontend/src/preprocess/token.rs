//! Text of a file to preprocessing tokens, a logical line at a time.
//!
//! A logical line goes on over `\`-newline and over the newlines of a `/* */` comment. Comments are
//! white space, and as for SPIN so is a `*/` outside of them. What is no token of C (an unpaired
//! quote, for example) becomes a token all the same: only its use can be wrong.

use crate::mapped_text::FrameId;
use crate::source::{FileId, Span};
use std::rc::Rc;

/// Tokens of all files, ends of lines among them, each as often as it is read: the parser needs up
/// to 500 bytes and 2 µs for each.
pub(super) const TOKENS_MAX: usize = 2_000_000;

/// Bytes of a token; each of its uses is copied some thirty times on its way into the model.
const WORD_BYTES_MAX: usize = 65_535;

/// The kinds that the preprocessor tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Identifier,
    /// A digit, or a point and a digit, and all letters, digits and points that follow: `1..N` is
    /// one.
    Number,
    String,
    Character,
    /// A quote without its partner, up to the end of the line.
    Unpaired,
    Punctuation,
    Newline,
    /// What an empty argument leaves beside `##`.
    Empty,
}

#[derive(Clone, Debug)]
pub(super) struct PpToken {
    pub kind: Kind,
    pub text: Rc<str>,
    pub span: Span,
    /// White space or a comment stands before it.
    pub space: bool,
    /// The text reads the same in the file at `span`.
    pub exact: bool,
    /// The innermost macro whose body it was written in.
    pub frame: Option<FrameId>,
    /// The line of the macro call that it comes out of, when it does.
    pub call_line: Option<u32>,
    /// It names a macro, and is not expanded any more.
    pub painted: bool,
}

impl PpToken {
    /// As it stands in a file, with no white space before it.
    pub fn read(kind: Kind, text: Rc<str>, span: Span) -> PpToken {
        PpToken {
            kind,
            text,
            span,
            space: false,
            exact: true,
            frame: None,
            call_line: None,
            painted: false,
        }
    }

    pub fn is(&self, punctuation: &str) -> bool {
        self.kind == Kind::Punctuation && &*self.text == punctuation
    }

    pub fn is_identifier(&self, name: &str) -> bool {
        self.kind == Kind::Identifier && &*self.text == name
    }
}

/// Reads the tokens of one file from `position` on.
pub(super) struct Lexer<'a> {
    text: &'a str,
    file: FileId,
    pub position: usize,
    /// Tokens that may still be read.
    pub left: usize,
    /// Where and why the last line was cut short, and a remedy.
    pub too_large: Option<(Span, String, &'static str)>,
    /// Start of a comment that is not closed.
    pub unterminated_comment: Option<Span>,
    /// Ends of comments outside of comments, which are white space, too.
    pub stray_ends: Vec<Span>,
}

/// Those of C that have several characters, and `::` and `..`, whose parts gcc keeps apart too.
const PUNCTUATION: [&str; 25] = [
    "::", "..", "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||", "##", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=",
];

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str, file: FileId, position: usize) -> Lexer<'a> {
        Lexer {
            text,
            file,
            position,
            left: TOKENS_MAX,
            too_large: None,
            unterminated_comment: None,
            stray_ends: Vec::new(),
        }
    }

    /// Whether the line at hand is a directive.
    pub fn at_directive(&mut self) -> bool {
        self.skip_space();
        self.peek() == Some('#') && self.peek_second() != Some('#')
    }

    /// The tokens up to the end of the logical line and a `Newline`; none at the end of
    /// the text. A last line without an end gets an empty `Newline`.
    pub fn logical_line(&mut self) -> Option<Vec<PpToken>> {
        if self.position == self.text.len() {
            return None;
        }
        let mut tokens = Vec::new();
        loop {
            let space = self.skip_space();
            let start = self.position;
            let Some(first) = self.bump() else {
                tokens.push(self.newline(start));
                return Some(tokens);
            };
            match self.left.checked_sub(1) {
                Some(left) => self.left = left,
                None => {
                    let what = format!("the text has more than {TOKENS_MAX} words and line ends");
                    let help = "write what repeats as a loop, an array, or a proctype";
                    self.too_large = Some((self.span(start), what, help));
                }
            }
            if first == '\n' || self.too_large.is_some() {
                tokens.push(self.newline(start));
                return Some(tokens);
            }
            let mut text = String::from(first);
            let kind = self.rest(first, &mut text);
            let exact = self.position - start == text.len();
            if text.len() > WORD_BYTES_MAX {
                let what = format!("a word of more than {WORD_BYTES_MAX} bytes");
                self.too_large = Some((self.span(start).before(), what, "make it shorter"));
            }
            tokens.push(PpToken {
                space,
                exact,
                ..PpToken::read(kind, text.into(), self.span(start))
            });
        }
    }

    /// The end of a line at `start`; at the end of the text, nothing is written for it there.
    fn newline(&self, start: usize) -> PpToken {
        PpToken {
            exact: self.position > start,
            ..PpToken::read(Kind::Newline, "\n".into(), self.span(start))
        }
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.position as u32)
    }

    /// Skips `\`-newline; white space between the two is forgiven.
    fn skip_splices(&mut self) {
        while let Some(rest) = self.text[self.position..].strip_prefix('\\') {
            let trimmed = rest.trim_start_matches([' ', '\t', '\r']);
            let Some(after) = trimmed.strip_prefix('\n') else {
                return;
            };
            self.position = self.text.len() - after.len();
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_splices();
        self.text[self.position..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.position += next.len_utf8();
        Some(next)
    }

    /// The character after the next one.
    fn peek_second(&mut self) -> Option<char> {
        let here = self.position;
        self.bump();
        let second = self.peek();
        self.position = here;
        second
    }

    fn skip_space(&mut self) -> bool {
        let mut any = false;
        while let Some(next) = self.peek() {
            match next {
                ' ' | '\t' | '\r' | '\u{b}' | '\u{c}' => {
                    self.bump();
                }
                '/' if self.peek_second() == Some('*') => self.skip_block_comment(),
                '*' if self.peek_second() == Some('/') => {
                    let start = self.position;
                    self.bump();
                    // In `a */* times */ b` there is none.
                    if matches!(self.peek_second(), Some('*' | '/')) {
                        self.position = start;
                        break;
                    }
                    self.bump();
                    self.stray_ends.push(self.span(start));
                }
                '/' if self.peek_second() == Some('/') => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.bump();
                    }
                }
                _ => break,
            }
            any = true;
        }
        any
    }

    fn skip_block_comment(&mut self) {
        let start = self.position;
        self.bump();
        self.bump();
        let opening = self.span(start);
        while let Some(c) = self.bump() {
            if c == '*' && self.peek() == Some('/') {
                self.bump();
                return;
            }
        }
        self.unterminated_comment.get_or_insert(opening);
    }

    /// Reads the rest of the token that starts with `first`.
    fn rest(&mut self, first: char, text: &mut String) -> Kind {
        let after = self.peek();
        match first {
            '"' | '\'' => self.quoted(first, text),
            _ if is_identifier_start(first) => {
                self.take_while(text, is_identifier_part);
                Kind::Identifier
            }
            _ if first.is_ascii_digit()
                || first == '.' && after.is_some_and(|c| c.is_ascii_digit()) =>
            {
                self.number(text);
                Kind::Number
            }
            _ => {
                self.punctuation(text);
                Kind::Punctuation
            }
        }
    }

    fn take_while(&mut self, text: &mut String, accept: fn(char) -> bool) {
        while let Some(c) = self.peek().filter(|c| accept(*c)) {
            self.bump();
            text.push(c);
        }
    }

    fn number(&mut self, text: &mut String) {
        while let Some(c) = self.peek() {
            let sign_of_exponent = matches!(c, '+' | '-') && text.ends_with(['e', 'E', 'p', 'P']);
            if !(sign_of_exponent || c == '.' || is_identifier_part(c)) {
                return;
            }
            self.bump();
            text.push(c);
        }
    }

    fn quoted(&mut self, quote: char, text: &mut String) -> Kind {
        while let Some(c) = self.peek().filter(|c| *c != '\n') {
            self.bump();
            text.push(c);
            if c == quote {
                return match quote {
                    '"' => Kind::String,
                    _ => Kind::Character,
                };
            }
            if c == '\\'
                && let Some(escaped) = self.peek().filter(|c| *c != '\n')
            {
                self.bump();
                text.push(escaped);
            }
        }
        Kind::Unpaired
    }

    fn punctuation(&mut self, text: &mut String) {
        while let Some(next) = self.peek() {
            let here = self.position;
            self.bump();
            text.push(next);
            if !PUNCTUATION.contains(&text.as_str()) {
                text.pop();
                self.position = here;
                return;
            }
        }
    }
}

/// `$` counts as a letter, as in gcc.
pub(super) fn is_identifier_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '$'
}

fn is_identifier_part(c: char) -> bool {
    is_identifier_start(c) || c.is_ascii_digit()
}

/// Whether `text` is read as one token, to its end.
pub(super) fn single_token(text: &str, file: FileId) -> Option<Kind> {
    let line = Lexer::new(text, file, 0).logical_line()?;
    match &line[..] {
        [token, end] if &*token.text == text && !token.space && end.kind == Kind::Newline => {
            Some(token.kind)
        }
        _ => None,
    }
}

/// Whether two tokens written without a gap are read as other tokens.
pub(super) fn would_join(left: &PpToken, right: &PpToken) -> bool {
    let both = format!("{}{}", left.text, right.text);
    let line = Lexer::new(&both, left.span.file, 0).logical_line();
    line.is_none_or(|line| line[0].text != left.text)
}
