//! The lines that start with `#`.

use super::condition::Condition;
use super::expand::Macro;
use super::token::{Kind, PpToken};
use super::{Preprocessor, Reader};
use crate::diagnostic::Diagnostic;
use crate::linear::PARAMETERS_MAX;
use crate::source::Span;
use std::cell::Cell;
use std::rc::Rc;

/// An `#if` that has not met its `#endif`.
pub(super) struct Conditional {
    /// The directive's name.
    pub opening: Span,
    /// `if`, `ifdef` or `ifndef`.
    pub directive: Rc<str>,
    /// The present branch is read.
    pub active: bool,
    /// A branch has been read, or none will be.
    taken: bool,
    otherwise: Option<Span>,
}

/// `(a, b)` after a macro's name, and what follows.
struct ParameterList<'t> {
    names: Vec<Rc<str>>,
    variadic: bool,
    body: &'t [PpToken],
}

const KNOWN: &str = "#define, #undef, #include, #if, #ifdef, #ifndef, #elif, #else, #endif, #error, #warning, #line, #pragma";

impl Preprocessor<'_> {
    pub(super) fn directive(&mut self, line: &[PpToken]) {
        // An included file comes in place of the line's end.
        self.emit_newline(line);
        let name = &line[1];
        let rest = &line[2.min(line.len() - 1)..line.len() - 1];
        let skipping = self.readers.last().is_some_and(Reader::skipping);
        match &*name.text {
            "if" => self.open_condition(name, |run| run.condition(name, rest)),
            "ifdef" => self.open_condition(name, |run| run.is_defined(name, rest)),
            "ifndef" => self.open_condition(name, |run| !run.is_defined(name, rest)),
            "elif" => self.elif(name, rest),
            "else" => self.else_(name, rest),
            "endif" => self.endif(name, rest),
            _ if skipping || name.kind == Kind::Newline => {}
            "define" => self.define(name, rest),
            "undef" => self.undef(name, rest),
            "include" => self.include(name, rest),
            "error" => {
                let message = message_of("#error", rest);
                self.told(Diagnostic::error("user-error", message), name);
            }
            "warning" => {
                let message = message_of("#warning", rest);
                self.told(Diagnostic::warning("user-warning", message), name);
            }
            "line" => self.line_marker(name, rest),
            "pragma" | "ident" => {}
            _ if name.kind == Kind::Number => self.line_marker(name, &line[1..line.len() - 1]),
            _ => {
                let message = format!("there is no preprocessor directive `#{}`", name.text);
                let error = Diagnostic::error("unknown-directive", message).at(name.span, "");
                self.diagnostics
                    .push(error.help(format!("known are {KNOWN}")));
            }
        }
    }

    fn told(&mut self, diagnostic: Diagnostic, name: &PpToken) {
        self.diagnostics.push(diagnostic.at(name.span, ""));
    }

    pub(super) fn malformed(&mut self, place: &PpToken, message: impl Into<String>, help: &str) {
        let error = Diagnostic::error("malformed-directive", message).at(place.span, "");
        self.diagnostics.push(error.help(help));
    }

    pub(super) fn warn_of_extra(&mut self, directive: &PpToken, rest: &[PpToken]) {
        if let [first, .., last] | [first @ last] = rest {
            let message = format!("text after `#{}` is ignored", directive.text);
            let warning =
                Diagnostic::warning("extra-tokens", message).at(first.span.to(last.span), "");
            self.diagnostics.push(warning.help("make it a comment"));
        }
    }

    fn open_condition(&mut self, name: &PpToken, holds: impl FnOnce(&mut Self) -> bool) {
        let outside_active = self.readers.last().is_some_and(|reader| !reader.skipping());
        let active = outside_active && holds(self);
        let opening = Conditional {
            opening: name.span,
            directive: Rc::clone(&name.text),
            active,
            taken: active || !outside_active,
            otherwise: None,
        };
        if let Some(reader) = self.readers.last_mut() {
            reader.conditionals.push(opening);
        }
    }

    fn is_defined(&mut self, directive: &PpToken, rest: &[PpToken]) -> bool {
        match rest {
            [name, extra @ ..] if name.kind == Kind::Identifier => {
                self.warn_of_extra(directive, extra);
                self.knows(&name.text)
            }
            _ => {
                self.needs_name(directive);
                false
            }
        }
    }

    fn needs_name(&mut self, directive: &PpToken) {
        let message = format!("`#{}` needs the name of a macro", directive.text);
        let help = format!("write `#{} NAME`", directive.text);
        self.malformed(directive, message, &help);
    }

    pub(super) fn knows(&self, name: &str) -> bool {
        self.macros.contains_key(name) || matches!(name, "__FILE__" | "__LINE__")
    }

    fn elif(&mut self, name: &PpToken, rest: &[PpToken]) {
        let Some(group) = self.innermost(name) else {
            return;
        };
        let (taken, otherwise) = (group.taken, group.otherwise);
        if let Some(otherwise) = otherwise {
            return self.after_else(name, otherwise);
        }
        let active = !taken && self.condition(name, rest);
        if let Some(group) = self.innermost(name) {
            group.active = active;
            group.taken |= active;
        }
    }

    fn else_(&mut self, name: &PpToken, rest: &[PpToken]) {
        let Some(group) = self.innermost(name) else {
            return;
        };
        if let Some(otherwise) = group.otherwise.replace(name.span) {
            return self.after_else(name, otherwise);
        }
        group.active = !group.taken;
        group.taken = true;
        self.warn_of_extra(name, rest);
    }

    fn after_else(&mut self, name: &PpToken, otherwise: Span) {
        let message = format!("`#{}` comes after the `#else` of the same `#if`", name.text);
        let error = Diagnostic::error("unbalanced-condition", message).at(name.span, "");
        self.diagnostics.push(error.label(otherwise, "the `#else`"));
    }

    fn endif(&mut self, name: &PpToken, rest: &[PpToken]) {
        if self.innermost(name).is_some() {
            self.warn_of_extra(name, rest);
            let reader = self.readers.last_mut();
            reader.map(|reader| reader.conditionals.pop());
        }
    }

    /// The condition that an `#elif`, `#else` or `#endif` belongs to; an error when there is none.
    fn innermost(&mut self, name: &PpToken) -> Option<&mut Conditional> {
        let reader = self.readers.last();
        if reader.is_none_or(|reader| reader.conditionals.is_empty()) {
            let message = format!("`#{}` without an `#if`", name.text);
            self.told(Diagnostic::error("unbalanced-condition", message), name);
        }
        self.readers.last_mut()?.conditionals.last_mut()
    }

    fn condition(&mut self, name: &PpToken, rest: &[PpToken]) -> bool {
        let named: Vec<PpToken> = self.replace_defined(rest);
        let tokens = self.expand_all(named);
        match Condition::new(&tokens).value() {
            Ok(value) => value,
            Err(error) => {
                let span = error.at.map_or(name.span, |at| {
                    let token = &tokens[at];
                    self.output.place(token.span, token.frame).place()
                });
                let message = format!("in this `#{}`: {}", name.text, error.message);
                self.diagnostics
                    .push(Diagnostic::error("bad-condition", message).at(span, ""));
                false
            }
        }
    }

    /// Replaces `defined X` and `defined(X)` by 1 or 0.
    fn replace_defined(&self, tokens: &[PpToken]) -> Vec<PpToken> {
        let mut result = Vec::with_capacity(tokens.len());
        let mut rest = tokens;
        while let [first, after @ ..] = rest {
            let name = match after {
                [name, ..] if name.kind == Kind::Identifier => Some((name, 1)),
                [open, name, close, ..]
                    if open.is("(") && name.kind == Kind::Identifier && close.is(")") =>
                {
                    Some((name, 3))
                }
                _ => None,
            };
            match name.filter(|_| first.is_identifier("defined")) {
                Some((name, taken)) => {
                    let value = if self.knows(&name.text) { "1" } else { "0" };
                    result.push(PpToken {
                        kind: Kind::Number,
                        text: value.into(),
                        exact: false,
                        ..first.clone()
                    });
                    rest = &after[taken..];
                }
                None => {
                    result.push(first.clone());
                    rest = after;
                }
            }
        }
        result
    }

    fn define(&mut self, directive: &PpToken, rest: &[PpToken]) {
        let Some((name, rest)) = self.macro_name(directive, rest) else {
            return;
        };
        let mut list = None;
        if let [open, after @ ..] = rest
            && open.is("(")
            && !open.space
        {
            list = self.parameters(name, after);
            if list.is_none() {
                return;
            }
        }
        let variadic = list.as_ref().is_some_and(|list| list.variadic);
        let mut body = list.as_ref().map_or(rest, |list| list.body).to_vec();
        if let Some(first) = body.first_mut() {
            first.space = false;
        }
        let definition = Macro {
            name: Rc::clone(&name.text),
            definition: name.span,
            parameters: list.map(|list| list.names),
            variadic,
            body,
            open: Cell::new(false),
        };
        if self.check_body(&definition) {
            self.add_macro(definition);
        }
    }

    fn macro_name<'t>(
        &mut self,
        directive: &PpToken,
        rest: &'t [PpToken],
    ) -> Option<(&'t PpToken, &'t [PpToken])> {
        match rest {
            [name, ..] if name.is_identifier("defined") => {
                let message = "`defined` cannot be the name of a macro";
                self.malformed(name, message, "choose another name");
                None
            }
            [name, rest @ ..] if name.kind == Kind::Identifier => Some((name, rest)),
            [other, ..] => {
                let message = format!("`{}` cannot be the name of a macro", other.text);
                let help = "a name is made of letters, digits and `_`, and starts with no digit";
                self.malformed(other, message, help);
                None
            }
            [] => {
                self.needs_name(directive);
                None
            }
        }
    }

    /// Reads `a, b, ...)` and gives the body after it.
    fn parameters<'t>(
        &mut self,
        name: &PpToken,
        mut rest: &'t [PpToken],
    ) -> Option<ParameterList<'t>> {
        let mut names: Vec<Rc<str>> = Vec::new();
        if let [close, body @ ..] = rest
            && close.is(")")
        {
            return Some(ParameterList {
                names,
                variadic: false,
                body,
            });
        }
        loop {
            let (parameter, mut variadic, after) = match rest {
                [dots, after @ ..] if dots.is("...") => (Rc::from("__VA_ARGS__"), true, after),
                [parameter, after @ ..] if parameter.kind == Kind::Identifier => {
                    (Rc::clone(&parameter.text), false, after)
                }
                _ => break,
            };
            if names.contains(&parameter) {
                let name = &name.text;
                let message = format!("two parameters of macro `{name}` are called `{parameter}`");
                self.malformed(&rest[0], message, "rename one");
                return None;
            }
            if names.len() == PARAMETERS_MAX {
                let message = format!("a macro has at most {PARAMETERS_MAX} parameters");
                let help = "the last one can be `...`, which takes all further arguments";
                self.malformed(&rest[0], message, help);
                return None;
            }
            names.push(parameter);
            rest = after;
            if let [dots, after @ ..] = rest
                && dots.is("...")
                && !variadic
            {
                (variadic, rest) = (true, after);
            }
            match rest {
                [comma, after @ ..] if comma.is(",") && !variadic => rest = after,
                [close, body @ ..] if close.is(")") => {
                    return Some(ParameterList {
                        names,
                        variadic,
                        body,
                    });
                }
                _ => break,
            }
        }
        let (place, name) = (rest.first().unwrap_or(name), &name.text);
        let message = format!("the parameters of macro `{name}` are not a list of names up to `)`");
        let help = format!(
            "write `#define {name}(a, b) TEXT`, or a space before `(` if there are no parameters"
        );
        self.malformed(place, message, &help);
        None
    }

    fn check_body(&mut self, definition: &Macro) -> bool {
        let body = &definition.body;
        let mut edges = [body.first(), body.last()].into_iter().flatten();
        if let Some(edge) = edges.find(|token| token.is("##")) {
            let message = "`##` joins two tokens, but has none on one side";
            self.malformed(edge, message, "write the missing token");
            return false;
        }
        let lacks_parameter = |at: &usize| {
            let next = body.get(at + 1);
            let names_parameter = next.is_some_and(|next| definition.parameter(next).is_some());
            body[*at].is("#") && !names_parameter
        };
        let wrong = (0..body.len()).find(lacks_parameter);
        let Some(wrong) = wrong.filter(|_| definition.parameters.is_some()) else {
            return true;
        };
        let message = "`#` is not followed by a parameter of the macro";
        self.malformed(
            &body[wrong],
            message,
            "write the parameter's name after `#`",
        );
        false
    }

    fn add_macro(&mut self, definition: Macro) {
        let name = Rc::clone(&definition.name);
        let place = definition.definition;
        self.sizes.forget();
        let old = self.macros.insert(Rc::clone(&name), Rc::new(definition));
        let Some(old) = old.filter(|old| !same(old, &self.macros[&name])) else {
            return;
        };
        let message = format!("macro `{name}` is defined again, with another text");
        let warning = Diagnostic::warning("macro-redefined", message)
            .at(place, "from here on this one counts");
        let warning = warning.label(old.definition, "first defined here");
        self.diagnostics.push(warning.help(format!(
            "write `#undef {name}` before it, or put it between `#ifndef {name}` and `#endif`"
        )));
    }

    fn undef(&mut self, directive: &PpToken, rest: &[PpToken]) {
        if let Some((name, extra)) = self.macro_name(directive, rest) {
            self.sizes.forget();
            self.macros.remove(&name.text);
            self.warn_of_extra(directive, extra);
        }
    }

    /// `#line 7 "name"`: only `__LINE__` and `__FILE__` follow it; messages keep to the file.
    fn line_marker(&mut self, directive: &PpToken, rest: &[PpToken]) {
        let tokens = self.expand_all(rest.to_vec());
        let line = tokens.first();
        let line = line.and_then(|token| token.text.parse::<u32>().ok());
        let name = tokens.get(1);
        let (Some(line), true) = (line, name.is_none_or(|name| name.kind == Kind::String)) else {
            let message = "`#line` needs the number of a line, and perhaps a name in quotes";
            let help = "write `#line 7` or `#line 7 \"name\"`";
            return self.malformed(directive, message, help);
        };
        let here = self.sources.line_column(directive.span).line;
        if let Some(reader) = self.readers.last_mut() {
            reader.line_shift = i64::from(line) - i64::from(here) - 1;
            if let Some(name) = name {
                reader.presumed_name = name.text.trim_matches('"').into();
            }
        }
    }
}

fn message_of(directive: &str, rest: &[PpToken]) -> String {
    let mut text = String::from(directive);
    for token in rest {
        if token.space {
            text.push(' ');
        }
        text += &token.text;
    }
    text
}

/// Same parameters and, up to the amount of white space, same text.
fn same(a: &Macro, b: &Macro) -> bool {
    let alike = |(a, b): (&PpToken, &PpToken)| a.text == b.text && a.space == b.space;
    a.parameters == b.parameters
        && a.variadic == b.variadic
        && a.body.len() == b.body.len()
        && a.body.iter().zip(&b.body).all(alike)
}
