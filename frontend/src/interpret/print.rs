//! What `printf` and `printm` print, as SPIN's simulator does: `%c %d %e %o %u %x`, `\n` and `\t`.

use super::evaluate::View;
use super::{Fault, Interpreter, State};
use crate::ir::{Expr, Type};

impl Interpreter<'_> {
    /// The text printed.
    ///
    /// # Errors
    /// An argument has no value: it divides by zero, for example.
    pub(super) fn print(
        &self,
        state: &State,
        view: View,
        format: &str,
        arguments: &[Expr],
    ) -> Result<Vec<u8>, Fault> {
        let values = self.values_of(state, view, arguments)?;
        let mut text = Vec::new();
        let mut arguments = arguments.iter().zip(values);
        let mut rest = format.chars();
        while let Some(next) = rest.next() {
            match next {
                '\\' => match rest.next() {
                    Some('n') => text.push(b'\n'),
                    Some('t') => text.push(b'\t'),
                    Some(other) => push(&mut text, other),
                    None => text.push(b'\\'),
                },
                '%' => {
                    let directive = Directive::read(&mut rest);
                    let argument = directive.takes_argument().then(|| arguments.next());
                    match argument.flatten() {
                        Some((argument, value)) => {
                            let shown = self.shown(state, view, &directive, (argument, value));
                            directive.pad(&shown, &mut text);
                        }
                        None => text.extend_from_slice(directive.written().as_bytes()),
                    }
                }
                other => push(&mut text, other),
            }
        }
        Ok(text)
    }

    fn shown(
        &self,
        state: &State,
        view: View,
        directive: &Directive,
        (argument, value): (&Expr, i32),
    ) -> Vec<u8> {
        match directive.kind {
            Some('c') => vec![value as u8],
            Some('e') => self.symbolic(state, view, argument, value).into_bytes(),
            Some('o') => format!("{value:o}").into_bytes(),
            Some('u') => (value as u32).to_string().into_bytes(),
            Some('x') => format!("{value:x}").into_bytes(),
            _ => value.to_string().into_bytes(),
        }
    }

    /// The name of a value in the set that the argument is of; of one that is no variable, in the
    /// latest set that has the value.
    fn symbolic(&self, state: &State, view: View, argument: &Expr, value: i32) -> String {
        let ty = match argument {
            Expr::Load(access) => Some(self.declaration(state, view, access.var).ty),
            _ => None,
        };
        let sets = match ty {
            Some(Type::Mtype(set)) => std::slice::from_ref(&self.model.mtypes[set as usize]),
            _ => &self.model.mtypes[..],
        };
        let names = sets.iter().rev().flat_map(|set| &set.names);
        let mut named = names.filter(|(_, number)| *number == value);
        named
            .next()
            .map_or_else(|| value.to_string(), |(name, _)| name.clone())
    }
}

/// How many values a format prints.
pub fn conversions(format: &str) -> usize {
    let (mut rest, mut count) = (format.chars(), 0);
    while let Some(next) = rest.next() {
        match next {
            '\\' => {
                rest.next();
            }
            '%' => count += usize::from(Directive::read(&mut rest).takes_argument()),
            _ => {}
        }
    }
    count
}

/// `%`, what stands between, and the letter.
struct Directive {
    /// Flags and width: `-3`, `08`.
    between: String,
    kind: Option<char>,
}

impl Directive {
    /// Reads on behind the `%`.
    fn read(rest: &mut std::str::Chars<'_>) -> Self {
        let mut between = String::new();
        let kind = loop {
            match rest.next() {
                Some(c @ ('-' | '0'..='9')) if between.len() < 4 => between.push(c),
                other => break other,
            }
        };
        Self { between, kind }
    }

    fn takes_argument(&self) -> bool {
        matches!(self.kind, Some('c' | 'd' | 'e' | 'i' | 'o' | 'u' | 'x'))
    }

    /// As it stands in the format; `%%` is a percent sign.
    fn written(&self) -> String {
        match self.kind {
            Some('%') if self.between.is_empty() => "%".to_owned(),
            Some(kind) => format!("%{}{kind}", self.between),
            None => format!("%{}", self.between),
        }
    }

    fn pad(&self, shown: &[u8], text: &mut Vec<u8>) {
        let digits = self.between.trim_start_matches('-');
        let width: usize = digits.parse().unwrap_or(0);
        let missing = width.saturating_sub(shown.len());
        if self.between.starts_with('-') {
            text.extend_from_slice(shown);
            text.resize(text.len() + missing, b' ');
        } else if digits.starts_with('0') {
            let (sign, number) = shown.split_at(usize::from(shown.starts_with(b"-")));
            text.extend_from_slice(sign);
            text.resize(text.len() + missing, b'0');
            text.extend_from_slice(number);
        } else {
            text.resize(text.len() + missing, b' ');
            text.extend_from_slice(shown);
        }
    }
}

fn push(text: &mut Vec<u8>, c: char) {
    text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}
