//! Macro definitions and their expansion.
//!
//! An expansion is put back in front of the rest of the input and read again. Arguments are
//! expanded on their own before they replace a parameter, except beside `#` and `##`. A call may
//! go on over several lines of the file, never past its end.
//!
//! A macro is kept out of its own expansion as gcc does it: while the expansion is read it is
//! *open*, and its name is *painted* there, so that it is never expanded later either. A mark
//! behind the expansion closes it. Sets of names at each token (Prosser's algorithm) say the same,
//! but take the square of a chain of macros.

use super::Preprocessor;
use super::token::{Kind, PpToken, single_token};
use crate::diagnostic::Diagnostic;
use crate::linear::EXPANDED_TOKENS_MAX;
use crate::mapped_text::{FrameId, Use, UseKind};
use crate::source::Span;
use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

#[derive(Debug)]
pub(super) struct Macro {
    pub name: Rc<str>,
    /// The name in the `#define`.
    pub definition: Span,
    /// `None` for a macro without a parameter list.
    pub parameters: Option<Vec<Rc<str>>>,
    /// The last parameter takes all further arguments.
    pub variadic: bool,
    pub body: Vec<PpToken>,
    /// Its expansion is being read.
    pub open: Cell<bool>,
}

impl Macro {
    /// The parameter that a token names.
    pub fn parameter(&self, token: &PpToken) -> Option<usize> {
        let names = self.parameters.as_deref()?;
        names.iter().position(|name| token.is_identifier(name))
    }
}

/// What is to be read.
enum Piece {
    Token(PpToken),
    /// The expansion of a macro ends.
    End(Rc<Macro>),
}

/// Tokens yet to be expanded.
pub(super) struct Input {
    queue: VecDeque<Piece>,
    /// When the queue runs dry inside a macro call, the file goes on.
    from_file: bool,
}

impl Input {
    pub fn from_file(line: Vec<PpToken>) -> Input {
        Input {
            queue: line.into_iter().map(Piece::Token).collect(),
            from_file: true,
        }
    }

    pub fn closed(tokens: Vec<PpToken>) -> Input {
        Input {
            queue: tokens.into_iter().map(Piece::Token).collect(),
            from_file: false,
        }
    }

    /// Puts an expansion in front; `space` is the white space before it, also when it is empty.
    fn prepend(&mut self, expanded: &Rc<Macro>, tokens: Vec<PpToken>, space: bool) {
        if !tokens.is_empty() {
            expanded.open.set(true);
            self.queue.push_front(Piece::End(Rc::clone(expanded)));
        }
        for token in tokens.into_iter().rev() {
            self.queue.push_front(Piece::Token(token));
        }
        let first = self.queue.iter_mut().find_map(|piece| match piece {
            Piece::Token(token) => Some(token),
            Piece::End(_) => None,
        });
        if let Some(first) = first {
            first.space |= space;
        }
    }

    fn extend(&mut self, line: Vec<PpToken>) {
        self.queue.extend(line.into_iter().map(Piece::Token));
    }

    /// The next token; expansions that end before it are closed.
    fn pop(&mut self) -> Option<PpToken> {
        loop {
            match self.queue.pop_front()? {
                Piece::Token(token) => return Some(token),
                Piece::End(expanded) => expanded.open.set(false),
            }
        }
    }
}

/// Calls inside arguments of calls; each takes a piece of our stack.
const ARGUMENT_DEPTH_MAX: u32 = 200;
/// Tokens of the arguments of one call: they are kept until its end is found.
const ARGUMENT_TOKENS_MAX: usize = 200_000;

/// The arguments of a call and its closing parenthesis.
struct Call {
    arguments: Vec<Vec<PpToken>>,
    close: PpToken,
}

impl Preprocessor<'_> {
    /// The next token that is not to be expanded.
    pub(super) fn next_expanded(&mut self, input: &mut Input) -> Option<PpToken> {
        while !self.stopped {
            let token = self.painted(input.pop()?);
            if token.kind != Kind::Identifier || token.painted {
                return Some(token);
            }
            let Some(definition) = self.macros.get(&token.text).map(Rc::clone) else {
                return Some(self.predefined(token));
            };
            let (place, arguments) = if definition.parameters.is_none() {
                (token.span, Vec::new())
            } else if self.finds_opening(input)
                && let Some(call) = self.arguments(input, &definition, &token)
            {
                let place = match call.close.frame == token.frame {
                    true => token.span.to(call.close.span),
                    false => token.span,
                };
                (place, call.arguments)
            } else {
                return Some(token);
            };
            if self.is_too_large(&definition, &token, place, &arguments) {
                return None;
            }
            self.replace(input, &definition, &token, place, &arguments);
        }
        None
    }

    /// A token as it is read: the name of an open macro stays as it is from now on.
    fn painted(&self, mut token: PpToken) -> PpToken {
        if token.kind == Kind::Identifier && !token.painted {
            let named = self.macros.get(&token.text);
            token.painted = named.is_some_and(|named| named.open.get());
        }
        token
    }

    pub(super) fn expand_all(&mut self, tokens: Vec<PpToken>) -> Vec<PpToken> {
        let mut input = Input::closed(tokens);
        std::iter::from_fn(|| self.next_expanded(&mut input)).collect()
    }

    fn predefined(&mut self, token: PpToken) -> PpToken {
        if !matches!(&*token.text, "__LINE__" | "__FILE__") {
            return token;
        }
        let outermost = self.output.outermost(token.span, token.frame);
        let mut readers = self.readers.iter().rev();
        let reader = readers.find(|reader| reader.file == outermost.file);
        let (kind, text) = if &*token.text == "__LINE__" {
            let line = i64::from(self.sources.line(outermost));
            let shift = reader.map_or(0, |reader| reader.line_shift);
            (Kind::Number, (line + shift).to_string())
        } else {
            let name = reader.map(|reader| &reader.presumed_name);
            let name = name.unwrap_or(self.sources.name(outermost.file));
            (Kind::String, format!("\"{}\"", escape(name)))
        };
        self.count_made(&text, &token);
        PpToken {
            kind,
            text: text.into(),
            exact: false,
            ..token
        }
    }

    /// Counts a token that stands in no file.
    fn count_made(&mut self, text: &str, place: &PpToken) {
        self.made_bytes += text.len() as u64;
        if self.made_bytes > super::MADE_BYTES_MAX {
            let message = format!(
                "`#`, `##` and `__FILE__` have made more than {} MiB of text up to here",
                super::MADE_BYTES_MAX >> 20
            );
            let error = self.too_large(place.span, place, message);
            self.fatal(error.help("join fewer and shorter words"));
        }
    }

    /// What is written at `span`, where a token stands, becomes too much text.
    fn too_large(&self, span: Span, token: &PpToken, message: String) -> Diagnostic {
        let place = self.output.outermost(span, token.frame);
        Diagnostic::error("expansion-too-large", message).at(place, "")
    }

    /// Puts the expansion of a call in front of the input.
    fn replace(
        &mut self,
        input: &mut Input,
        definition: &Rc<Macro>,
        name: &PpToken,
        call: Span,
        arguments: &[Vec<PpToken>],
    ) {
        let used = Use {
            kind: UseKind::Macro,
            name: Rc::clone(&definition.name),
            call,
            definition: definition.definition,
        };
        let frame = self.output.enter(used, name.frame);
        let mut tokens = self.substitute(definition, arguments, frame);
        let line = self.line_of(name);
        for token in &mut tokens {
            token.call_line = Some(line);
        }
        if let Some(first) = tokens.first_mut() {
            first.space = name.space;
        }
        self.expanded_tokens += tokens.len() as u64 + 1;
        if self.expanded_tokens > EXPANDED_TOKENS_MAX {
            return self.expands_too_far(call, name);
        }
        input.prepend(definition, tokens, name.space);
    }

    /// Whether the expansion of a call in a file is known to be too large, which is then reported.
    /// The calls that it brings about are a part of it.
    fn is_too_large(
        &mut self,
        definition: &Rc<Macro>,
        name: &PpToken,
        call: Span,
        arguments: &[Vec<PpToken>],
    ) -> bool {
        if name.frame.is_some() || self.depth > 0 {
            return false;
        }
        let size = self.sizes.of_call(&self.macros, definition, arguments);
        let large = self.expanded_tokens.saturating_add(size) > EXPANDED_TOKENS_MAX;
        if large {
            self.expands_too_far(call, name);
        }
        large
    }

    fn expands_too_far(&mut self, call: Span, name: &PpToken) {
        let message =
            format!("the macros used up to here expand to more than {EXPANDED_TOKENS_MAX} tokens");
        let error = self.too_large(call, name, message);
        self.fatal(error.help("each use is replaced by the whole text: use a loop, or a proctype"));
    }

    /// Whether a `(` comes next; newlines before it are passed over.
    fn finds_opening(&mut self, input: &mut Input) -> bool {
        let mut passed = 0;
        loop {
            match input.queue.get(passed) {
                Some(Piece::Token(token)) if token.kind == Kind::Newline => passed += 1,
                Some(Piece::Token(token)) if token.is("(") => break,
                Some(Piece::Token(_)) => return false,
                Some(Piece::End(expanded)) => {
                    expanded.open.set(false);
                    input.queue.remove(passed);
                }
                None if input.from_file && !self.directive_follows() => match self.read_line() {
                    Some(line) => input.extend(line),
                    None => return false,
                },
                None => return false,
            }
        }
        input.queue.drain(..passed);
        true
    }

    fn directive_follows(&self) -> bool {
        let Some(reader) = self.readers.last() else {
            return false;
        };
        super::Lexer::new(&reader.text, reader.file, reader.position).at_directive()
    }

    /// Reads the arguments, the `(` being next. `None` after an error.
    fn arguments(&mut self, input: &mut Input, definition: &Macro, name: &PpToken) -> Option<Call> {
        input.pop();
        let parameters = definition.parameters.as_deref().unwrap_or_default();
        let mut arguments = vec![Vec::new()];
        let mut depth = 0;
        let mut space = false;
        let mut taken = 0;
        loop {
            let Some(mut token) = input.pop().map(|token| self.painted(token)) else {
                if let Some(line) = self.line_of_arguments(input.from_file) {
                    input.extend(line);
                    continue;
                }
                self.report_unclosed(definition, name);
                return None;
            };
            if token.kind == Kind::Newline {
                space = true;
                continue;
            }
            token.space |= std::mem::take(&mut space);
            let takes_rest = definition.variadic && arguments.len() == parameters.len();
            if depth == 0 && token.is(")") {
                let close = token;
                return self.check_count(definition, name, Call { arguments, close });
            }
            taken += 1;
            if taken > ARGUMENT_TOKENS_MAX {
                let message = format!(
                    "the arguments of macro `{}` have more than {ARGUMENT_TOKENS_MAX} words",
                    name.text
                );
                let help = "write long text outside of the call, or in a macro of its own";
                let error = self.too_large(name.span, name, message);
                self.fatal(error.help(help));
                return None;
            }
            if depth == 0 && token.is(",") && !takes_rest {
                arguments.push(Vec::new());
                continue;
            }
            depth += i32::from(token.is("(")) - i32::from(token.is(")"));
            arguments.last_mut()?.push(token);
        }
    }

    fn line_of_arguments(&mut self, from_file: bool) -> Option<Vec<PpToken>> {
        if !from_file {
            return None;
        }
        self.collecting = true;
        let line = self.next_line(true);
        self.collecting = false;
        line
    }

    fn report_unclosed(&mut self, definition: &Macro, name: &PpToken) {
        let message = format!("the arguments of macro `{}` have no closing `)`", name.text);
        let place = self.output.place(name.span, name.frame);
        let error = Diagnostic::error("unterminated-arguments", message).at_origin(&place);
        self.diagnostics
            .push(error.label(definition.definition, "the macro is defined here"));
    }

    fn check_count(&mut self, definition: &Macro, name: &PpToken, mut call: Call) -> Option<Call> {
        let wanted = definition.parameters.as_ref().map_or(0, Vec::len);
        if wanted == 0 && matches!(&call.arguments[..], [only] if only.is_empty()) {
            call.arguments.clear();
        }
        if definition.variadic && call.arguments.len() + 1 == wanted {
            call.arguments.push(Vec::new());
        }
        let given = call.arguments.len();
        if given == wanted {
            return Some(call);
        }
        let count = match wanted {
            0 => "no arguments".to_owned(),
            1 => "1 argument".to_owned(),
            _ => format!("{wanted} arguments"),
        };
        let message = format!("macro `{}` takes {count}, but is given {given}", name.text);
        let place = self.output.place(name.span, name.frame);
        let error = Diagnostic::error("argument-count", message).at_origin(&place);
        self.diagnostics
            .push(error.label(definition.definition, "the macro is defined here"));
        None
    }

    /// The body with the parameters replaced.
    fn substitute(
        &mut self,
        definition: &Macro,
        arguments: &[Vec<PpToken>],
        frame: FrameId,
    ) -> Vec<PpToken> {
        let mut body = definition.body.clone();
        body.iter_mut().for_each(|token| token.frame = Some(frame));
        let mut expanded: Vec<Option<Vec<PpToken>>> = vec![None; arguments.len()];
        let mut result: Vec<PpToken> = Vec::with_capacity(body.len());
        let mut at = 0;
        while let Some(token) = body.get(at).filter(|_| !self.stopped) {
            let pasted = at > 0 && body[at - 1].is("##");
            let before_paste = body.get(at + 1).is_some_and(|next| next.is("##"));
            at += 1;
            let piece = if token.is("##") {
                continue;
            } else if let Some(index) = stringified(definition, token, body.get(at)) {
                at += 1;
                let made = stringify(token, &body[at - 1], &arguments[index]);
                self.count_made(&made.text, token);
                vec![made]
            } else if let Some(index) = definition.parameter(token) {
                let argument = &arguments[index];
                if pasted || before_paste {
                    raw(token, argument)
                } else {
                    let whole =
                        expanded[index].get_or_insert_with(|| self.expand_argument(argument));
                    spaced(token, whole.clone())
                }
            } else {
                vec![token.clone()]
            };
            match result.pop() {
                Some(left) if pasted => self.paste(definition, left, piece, &mut result),
                left => result.extend(left.into_iter().chain(piece)),
            }
        }
        result.retain(|token| token.kind != Kind::Empty);
        result
    }

    fn expand_argument(&mut self, argument: &[PpToken]) -> Vec<PpToken> {
        if self.depth == ARGUMENT_DEPTH_MAX {
            let message = format!(
                "macro calls are nested more than {ARGUMENT_DEPTH_MAX} deep in the arguments of macros"
            );
            let error = Diagnostic::error("expansion-too-large", message);
            self.fatal(match argument.first() {
                Some(token) => {
                    let place = self.output.place(token.span, token.frame).place();
                    error.at(place, "")
                }
                None => error,
            });
            return Vec::new();
        }
        self.depth += 1;
        let expanded = self.expand_all(argument.to_vec());
        self.depth -= 1;
        expanded
    }

    /// Joins `left` and the first token of `right`.
    fn paste(
        &mut self,
        definition: &Macro,
        left: PpToken,
        mut right: Vec<PpToken>,
        result: &mut Vec<PpToken>,
    ) {
        let variadic_comma = left.is(",") && definition.variadic;
        let first = right.remove(0);
        let joined = if variadic_comma {
            // `, ## rest`: the comma goes when there is no rest.
            if first.kind != Kind::Empty {
                result.extend([left, first]);
            }
            result.extend(right);
            return;
        } else if first.kind == Kind::Empty {
            left
        } else if left.kind == Kind::Empty {
            PpToken {
                space: left.space,
                ..first
            }
        } else {
            self.join(definition, left, first)
        };
        result.push(joined);
        result.extend(right);
    }

    fn join(&mut self, definition: &Macro, left: PpToken, right: PpToken) -> PpToken {
        let text: Rc<str> = format!("{}{}", left.text, right.text).into();
        self.count_made(&text, &left);
        let Some(kind) = single_token(&text, left.span.file) else {
            let message = format!(
                "`##` joins `{}` and `{}` to `{text}`, which is no token",
                left.text, right.text
            );
            let place = self.output.place(left.span, left.frame);
            let error = Diagnostic::error("bad-paste", message).at_origin(&place);
            self.diagnostics
                .push(error.label(definition.definition, "in this macro"));
            return left;
        };
        PpToken {
            kind,
            text,
            span: left.span.to(right.span),
            exact: false,
            painted: false,
            ..left
        }
    }
}

/// The parameter whose text `# parameter` stands for.
fn stringified(definition: &Macro, token: &PpToken, next: Option<&PpToken>) -> Option<usize> {
    token.is("#").then(|| definition.parameter(next?))?
}

fn raw(place: &PpToken, argument: &[PpToken]) -> Vec<PpToken> {
    if argument.is_empty() {
        return vec![PpToken {
            kind: Kind::Empty,
            text: "".into(),
            ..place.clone()
        }];
    }
    spaced(place, argument.to_vec())
}

/// An argument with the white space that stands before the parameter.
fn spaced(place: &PpToken, mut argument: Vec<PpToken>) -> Vec<PpToken> {
    if let Some(first) = argument.first_mut() {
        first.space = place.space;
    }
    argument
}

fn stringify(hash: &PpToken, name: &PpToken, argument: &[PpToken]) -> PpToken {
    let mut inside = String::new();
    for (index, token) in argument.iter().enumerate() {
        if token.space && index > 0 {
            inside.push(' ');
        }
        if matches!(token.kind, Kind::String | Kind::Character) {
            inside += &escape(&token.text);
        } else {
            inside += &token.text;
        }
    }
    let text = format!("\"{inside}\"").into();
    PpToken {
        kind: Kind::String,
        text,
        span: hash.span.to(name.span),
        exact: false,
        ..hash.clone()
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
