//! `inline name(parameters) { body }`

use super::Expander;
use crate::diagnostic::Diagnostic;
use crate::linear::PARAMETERS_MAX;
use crate::parse::brackets::UNIT_STARTS;
use crate::source::Span;
use crate::token::{Item, NAMES, PLACEHOLDER, Token, TokenKind};
use std::rc::Rc;

/// An inline.
pub(super) struct Definition<'t> {
    pub name: Rc<str>,
    /// Where the name is.
    pub span: Span,
    pub parameters: Vec<Parameter>,
    /// The tokens between the braces.
    pub body: Vec<Item<'t>>,
    /// The closing brace.
    pub end: Item<'t>,
}

pub(super) struct Parameter {
    pub name: Rc<str>,
    pub span: Span,
}

impl Definition<'_> {
    /// The parameter that `token` names.
    pub(super) fn parameter(&self, token: &Token<'_>) -> Option<usize> {
        let is_it = |parameter: &Parameter| *parameter.name == *token.text;
        (token.kind == TokenKind::Name).then(|| self.parameters.iter().position(is_it))?
    }
}

/// The tokens of a definition that stand at fixed places.
struct Layout {
    name: usize,
    /// Of the parameter list.
    open: usize,
    close: usize,
    /// The braces of the body.
    begin: usize,
    end: usize,
}

impl<'t> Expander<'t, '_> {
    /// Takes in the definition at `at` and gives the token after it.
    ///
    /// Inside of a process where nothing closes the process behind it, the `}` before is missing:
    /// the definition stays in the text for the parser to say so.
    pub(super) fn define(&mut self, items: &[Item<'t>], at: usize, inside: bool) -> usize {
        let layout = match layout(items, at) {
            Ok(layout) => layout,
            Err((wrong, message, help)) => {
                let error = self.error(&items[wrong], message).help(help);
                self.report(error);
                return self.leave_out(items, at);
            }
        };
        let name = items[layout.name].token.text;
        if let Some(before) = self.definitions.get(name) {
            let message = format!("the inline `{name}` is defined twice");
            let mut error = self.error(&items[layout.name], message);
            if let Some(before) = before {
                error = error.label(before.span, "the first definition is here");
            }
            self.report(error);
        }
        let Some(parameters) = self.parameters(&items[layout.open + 1..layout.close]) else {
            return self.leave_out(items, at);
        };
        let definition = Definition {
            name: name.into(),
            span: self.span(&items[layout.name]),
            parameters,
            body: items[layout.begin + 1..layout.end].to_vec(),
            end: items[layout.end],
        };
        self.sizes.forget();
        self.definitions.insert(name, Some(Rc::new(definition)));
        if inside && closes(&items[layout.end + 1..]) {
            let message = format!("the inline `{name}` is defined inside of a process");
            let error = self.error(&items[at], message);
            self.report(error.help("move the definition in front of the process"));
        } else if inside {
            self.emit_all(&items[at..=layout.end]);
        }
        layout.end + 1
    }

    /// The names between the parentheses; nothing after an error.
    fn parameters(&mut self, list: &[Item<'t>]) -> Option<Vec<Parameter>> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for (index, part) in list.split(|item| item.token.is(",")).enumerate() {
            let error = match part {
                [] if list.is_empty() => break,
                [name] if name.token.text == PLACEHOLDER => {
                    self.error(name, FOREIGN.into()).help(NAMES)
                }
                [name] if parameters.len() == PARAMETERS_MAX => {
                    let message = format!("an inline has at most {PARAMETERS_MAX} parameters");
                    self.error(name, message)
                        .help("an array can be one argument")
                }
                [name] if name.token.kind == TokenKind::Name => {
                    let text = name.token.text;
                    if parameters.iter().all(|before| *before.name != *text) {
                        parameters.push(Parameter {
                            name: text.into(),
                            span: self.span(name),
                        });
                        continue;
                    }
                    let message = format!("the parameter `{text}` occurs twice");
                    self.error(name, message)
                        .help("each needs a name of its own")
                }
                [] => {
                    let near = &list[index.min(list.len() - 1)];
                    self.error(near, "expected the name of a parameter".into())
                }
                [first, ..] => self.wrong_parameter(first, part.len() > 1),
            };
            self.report(error);
            return None;
        }
        Some(parameters)
    }

    fn wrong_parameter(&self, first: &Item<'t>, more: bool) -> Diagnostic {
        let text = first.token.text;
        let (message, help) = match first.token.kind {
            TokenKind::Keyword | TokenKind::Name if more => (
                "the parameters of an inline have no types".into(),
                "write the names only: each is replaced by the text of an argument",
            ),
            TokenKind::Keyword => (
                format!("`{text}` is a keyword of Promela and cannot be a name"),
                "choose another name",
            ),
            _ => {
                let message = format!("expected the name of a parameter, not `{text}`");
                return self.error(first, message);
            }
        };
        self.error(first, message).help(help)
    }

    /// Passes over a definition that is wrong; calls of it are not reported.
    fn leave_out(&mut self, items: &[Item<'t>], at: usize) -> usize {
        if let Some(Item { token: name, .. }) = items.get(at + 1)
            && name.kind == TokenKind::Name
            && name.text != PLACEHOLDER
        {
            self.definitions.entry(name.text).or_insert(None);
        }
        let unit = next_unit(items, at + 1);
        let end = block_end(&items[..unit], at).unwrap_or(unit);
        self.lose(&items[at..end]);
        end
    }

    /// Notes that `items` are missing from the text.
    pub(super) fn lose(&mut self, items: &[Item<'t>]) {
        let tokens: Vec<Token<'t>> = items.iter().map(|item| item.token).collect();
        self.lost.declarations(&tokens);
    }
}

type Wrong = (usize, String, &'static str);

/// The definition leaves the text, so the parser does not say it.
const FOREIGN: &str = "this cannot be a name";

/// Where the parts of the definition at `at` are, or which token is wrong, and a remedy.
fn layout(items: &[Item<'_>], at: usize) -> Result<Layout, Wrong> {
    const EXAMPLE: &str = "write for example `inline swap(a, b) { ... }`";
    let token = |index: usize| items.get(index).map(|item| &item.token);
    let is = |index: usize, text: &str| token(index).is_some_and(|token| token.is(text));
    let name = at + 1;
    match token(name) {
        Some(found) if found.text == PLACEHOLDER => return Err((name, FOREIGN.into(), NAMES)),
        Some(found) if found.kind == TokenKind::Name => {}
        Some(found) if found.kind == TokenKind::Keyword && is(name + 1, "(") => {
            let text = found.text;
            let message = format!("`{text}` is a keyword of Promela and cannot be a name");
            return Err((name, message, "choose another name"));
        }
        _ => return Err((at, "expected a name after `inline`".into(), EXAMPLE)),
    }
    let text = items[name].token.text;
    let open = name + 1;
    if !is(open, "(") {
        return Err((name, format!("expected `(` after `inline {text}`"), EXAMPLE));
    }
    let not_in_list = |item: &Item<'_>| item.token.is_any(&[")", "{", "}", ";"]);
    let close = open + items[open..].iter().position(not_in_list).unwrap_or(0);
    if !is(close, ")") {
        return Err((open, "this `(` is not closed".into(), EXAMPLE));
    }
    let begin = close + 1;
    if !is(begin, "{") {
        let message = format!("expected `{{` after `inline {text}(...)`");
        return Err((close, message, EXAMPLE));
    }
    let unit = next_unit(items, begin);
    match (block_end(&items[..unit], begin), items.get(unit)) {
        (Some(end), _) => Ok(Layout {
            name,
            open,
            close,
            begin,
            end: end - 1,
        }),
        (None, Some(found)) => {
            let found = found.token.text;
            let message = format!("expected `}}` before `{found}` to end `inline {text}`");
            let help = "nothing of the kind can stand inside of an inline";
            Err((unit, message, help))
        }
        (None, None) => Err((begin, "this `{` is not closed".into(), EXAMPLE)),
    }
}

/// Is there a `}` too many before the next unit?
fn closes(items: &[Item<'_>]) -> bool {
    let mut depth = 0usize;
    for item in &items[..next_unit(items, 0)] {
        if item.token.is("{") {
            depth += 1;
        } else if item.token.is("}") {
            if depth == 0 {
                return true;
            }
            depth -= 1;
        }
    }
    false
}

/// The next token that begins a unit of the model, at or after `at`.
pub(super) fn next_unit(items: &[Item<'_>], at: usize) -> usize {
    let mut rest = items[at..].iter();
    let unit = rest.position(|item| item.token.is_any(&UNIT_STARTS));
    unit.map_or(items.len(), |unit| at + unit)
}

/// The token after the block that begins first at or after `at`, if it is closed.
pub(super) fn block_end(items: &[Item<'_>], at: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (index, item) in items.iter().enumerate().skip(at) {
        if item.token.is("{") {
            depth += 1;
        } else if item.token.is("}") {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return Some(index + 1);
            }
        }
    }
    None
}
