//! Calls: where they are, whether they are right, and what they become.

use super::definition::Definition;
use super::{CALLS_MAX, Expander, STATEMENT_ENDS};
use crate::diagnostic::Diagnostic;
use crate::linear::EXPANDED_TOKENS_MAX;
use crate::mapped_text::{FrameId, Use, UseKind};
use crate::source::Span;
use crate::suggest;
use crate::token::{Item, TokenKind};
use std::rc::Rc;

/// `name(arguments)` or `target = name(arguments)`, by the numbers of its tokens.
pub(super) struct Call {
    first: usize,
    name: usize,
    position: Position,
}

impl Call {
    fn has_target(&self) -> bool {
        self.first < self.name
    }
}

/// Where a call stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Statement,
    Expression,
    /// Behind the declaration of a variable.
    Initial,
    /// Behind `run`.
    Run,
}

/// A call whose body is being written.
#[derive(Clone)]
pub(super) struct Active<'t> {
    pub definition: Rc<Definition<'t>>,
    /// The call in the text.
    pub span: Span,
    /// Inside of the call.
    pub frame: FrameId,
    /// Around the call.
    pub site: Option<FrameId>,
    /// What gets the result.
    pub target: Option<Vec<Item<'t>>>,
    /// The name in the call.
    pub called: Item<'t>,
}

impl Active<'_> {
    pub(super) fn name(&self) -> &str {
        &self.definition.name
    }
}

/// The arguments of a call.
pub(super) type Arguments<'t> = Vec<Vec<Item<'t>>>;

/// What comes before a part of an expression.
#[rustfmt::skip]
const BEFORE_OPERANDS: [&str; 32] = [
    "=", ",", ".", "@", "..", "?", "??", "!", "!!", "assert", "return", "goto", "eval", "+", "-", "*", "/", "%", "&", "|", "^",
    "~", "&&", "||", "==", "!=", "<", ">", "<=", ">=", "<<", ">>",
];

/// Tokens of arguments, or of an index: a bound on the way to a bracket that is missing.
const BRACKET_MAX: usize = 2_000;

impl<'t> Expander<'t, '_> {
    /// The call that begins with the token at `at`, inside of `open` parentheses and brackets.
    pub(super) fn call_at(&self, items: &[Item<'t>], at: usize, open: usize) -> Option<Call> {
        if items[at].token.kind != TokenKind::Name {
            return None;
        }
        let before = at.checked_sub(1).map(|before| &items[before].token);
        if before.is_some_and(|before| before.is_any(&["proctype", "D_proctype", "typedef"])) {
            return None;
        }
        let (first, name) = match self.is_call(items, at) {
            true => (at, at),
            false if open == 0 && !before.is_some_and(|before| before.is(".")) => {
                (at, self.called_after_target(items, at)?)
            }
            false => return None,
        };
        let position = match before {
            Some(before) if before.is("run") => Position::Run,
            _ if open > 0 => Position::Expression,
            Some(_) if name > first && self.is_declared(items, at) => Position::Initial,
            Some(before) if before.is_any(&BEFORE_OPERANDS) => Position::Expression,
            _ => Position::Statement,
        };
        Some(Call {
            first,
            name,
            position,
        })
    }

    /// Is the variable at `at` being declared?
    fn is_declared(&self, items: &[Item<'t>], at: usize) -> bool {
        let Some(before) = at.checked_sub(1).map(|before| &items[before].token) else {
            return false;
        };
        // A name on the line before is the end of another statement.
        let same_line = !self.stream.begins_line(&items[at]);
        let user_type = before.kind == TokenKind::Name && same_line;
        before.is(",") || before.is_any(&suggest::TYPES) || user_type
    }

    fn is_call(&self, items: &[Item<'t>], at: usize) -> bool {
        let name = &items[at].token;
        name.kind == TokenKind::Name
            && self.anywhere.contains_key(name.text)
            && items.get(at + 1).is_some_and(|next| next.token.is("("))
    }

    /// The name of the inline in `target = name(...)`, `target` being at `at`.
    fn called_after_target(&self, items: &[Item<'t>], mut at: usize) -> Option<usize> {
        loop {
            at += 1;
            if items.get(at)?.token.is("[") {
                at = closing(items, at)? + 1;
            }
            let after = &items.get(at)?.token;
            if after.is("=") && at + 1 < items.len() && self.is_call(items, at + 1) {
                return Some(at + 1);
            }
            let field = after.is(".") && items.get(at + 1)?.token.kind == TokenKind::Name;
            if !field {
                return None;
            }
            at += 1;
        }
    }

    /// Writes what `call` becomes; gives the token after it.
    pub(super) fn call(&mut self, items: &[Item<'t>], call: &Call) -> usize {
        let name = &items[call.name];
        let Some((arguments, close)) = arguments(items, call.name + 1) else {
            let mut near = items[call.name..].iter().take(BRACKET_MAX);
            if near.len() == BRACKET_MAX && !near.any(|item| item.token.is_any(&STATEMENT_ENDS)) {
                let message = format!("the arguments of `{}` are too long", name.token.text);
                let help = format!("they have no end within {BRACKET_MAX} words");
                let error = self.error(name, message).help(help);
                self.report(error);
                self.stopped = true;
            }
            // The parser reports what is not closed.
            self.lost.names.insert(name.token.text.into());
            self.emit_all(&items[call.first..=call.name]);
            return call.name + 1;
        };
        let last = &items[close];
        let start = &items[call.first];
        let end = if last.frame == name.frame { last } else { name };
        let span = self.span(start).to(self.span(end));
        match self.checked(call, name, &arguments) {
            Some(_) if self.is_too_large(name, &arguments) => self.stop(name),
            Some(definition) => {
                let used = Use {
                    kind: UseKind::Inline,
                    name: Rc::clone(&definition.name),
                    call: span,
                    definition: definition.span,
                };
                let frame = self.stream.output.enter(used, name.frame);
                let target = call.first..call.name.saturating_sub(1);
                let target = call.has_target().then(|| items[target].to_vec());
                let active = Active {
                    definition,
                    span,
                    frame,
                    site: name.frame,
                    target,
                    called: *name,
                };
                self.body(active, start.gap, &arguments);
            }
            None => {
                self.lost.incomplete = true;
                let (in_place, gap) = match call.position {
                    Position::Statement => ("skip", start.gap),
                    Position::Initial => {
                        self.emit_all(&items[call.first..call.name]);
                        ("1", name.gap)
                    }
                    Position::Expression | Position::Run => ("1", start.gap),
                };
                self.emit(&Item::made(in_place, gap, span, name.frame));
            }
        }
        close + 1
    }

    /// Whether a call outside of all inlines is known to make too much text; those in its body are
    /// a part of it.
    fn is_too_large(&mut self, name: &Item<'t>, arguments: &Arguments<'t>) -> bool {
        if !self.active.is_empty() {
            return false;
        }
        let (sizes, known) = (&mut self.sizes, &self.definitions);
        let size = sizes.of_call(known, name.token.text, arguments);
        size.saturating_add(self.expanded) > EXPANDED_TOKENS_MAX
    }

    /// The definition for a call that is right; otherwise reports what is wrong, unless that was
    /// done at the definition.
    fn checked(
        &mut self,
        call: &Call,
        name: &Item<'t>,
        arguments: &Arguments<'t>,
    ) -> Option<Rc<Definition<'t>>> {
        let text = name.token.text;
        let known = self.definitions.get(text).cloned();
        let error = match (misplaced(call.position, text), &known) {
            (Some((message, help)), _) => Some(self.error(name, message).help(help)),
            (None, Some(None)) => None,
            (None, Some(Some(definition))) => {
                let error = self
                    .nested_wrongly(name, definition)
                    .or_else(|| self.wrong_count(name, definition, arguments.len()))
                    .or_else(|| self.wrong_argument(name, definition, arguments))
                    .or_else(|| self.empty_body(name, definition));
                if error.is_none() {
                    return Some(Rc::clone(definition));
                }
                self.lose(&definition.body);
                error
            }
            (None, None) => {
                let message = format!("the inline `{text}` is used before its definition");
                let definition = self.origin(&self.anywhere[text]).place();
                let error = self.error(name, message).label(definition, "defined here");
                Some(error.help("move the definition up"))
            }
        };
        error.into_iter().for_each(|error| self.report(error));
        None
    }

    fn nested_wrongly(
        &self,
        name: &Item<'t>,
        definition: &Rc<Definition<'t>>,
    ) -> Option<Diagnostic> {
        let mut active = self.active.iter();
        let outer = active.position(|active| Rc::ptr_eq(&active.definition, definition));
        let text = &definition.name;
        if let Some(outer) = outer {
            let through = self.active[outer + 1..].iter();
            let through = through.map(|active| format!("`{}`", active.name()));
            let through: Vec<String> = through.collect();
            let through = match through.as_slice() {
                [] => String::new(),
                names => format!(" through {}", names.join(", ")),
            };
            let error = self.error(name, format!("the inline `{text}` calls itself{through}"));
            let help = "the text would have no end: use a loop, or a proctype that starts itself with `run`";
            return Some(error.help(help));
        }
        (self.active.len() == CALLS_MAX).then(|| {
            let message = format!("calls of inlines are nested deeper than {CALLS_MAX} levels");
            let help = "write out the bodies of some; SPIN takes 16 levels";
            self.error(name, message).help(help)
        })
    }

    fn wrong_count(
        &self,
        name: &Item<'t>,
        definition: &Definition<'t>,
        given: usize,
    ) -> Option<Diagnostic> {
        let wanted = definition.parameters.len();
        let count = match wanted {
            _ if wanted == given => return None,
            0 => "no arguments".to_owned(),
            1 => "1 argument".to_owned(),
            _ => format!("{wanted} arguments"),
        };
        let text = &definition.name;
        let message = format!("the inline `{text}` takes {count}, but is given {given}");
        let error = self.error(name, message);
        Some(error.label(definition.span, "the inline is defined here"))
    }

    fn wrong_argument(
        &self,
        name: &Item<'t>,
        definition: &Definition<'t>,
        arguments: &Arguments<'t>,
    ) -> Option<Diagnostic> {
        for (index, argument) in arguments.iter().enumerate() {
            let parameter = &definition.parameters[index];
            if argument.is_empty() {
                let message = format!("the argument for `{}` is missing", parameter.name);
                let error = self.error(name, message);
                return Some(error.label(parameter.span, "the parameter"));
            }
            let called = |item: &&Item<'t>| {
                item.token.kind == TokenKind::Name && self.definitions.contains_key(item.token.text)
            };
            if let Some(inline) = argument.iter().find(called) {
                let message = format!(
                    "the inline `{}` cannot be part of an argument",
                    inline.token.text
                );
                let help = "only variables, labels and expressions can: write the call as a statement of its own";
                return Some(self.error(inline, message).help(help));
            }
            let mut body = definition.body.iter();
            let used = body.any(|item| definition.parameter(&item.token) == Some(index));
            let error = self.same_name(definition, index, argument).filter(|_| used);
            if error.is_some() {
                return error;
            }
        }
        None
    }

    /// SPIN refuses an argument that it would read as a parameter again.
    fn same_name(
        &self,
        definition: &Definition<'t>,
        index: usize,
        argument: &[Item<'t>],
    ) -> Option<Diagnostic> {
        let parameter = |item: &Item<'t>| definition.parameter(&item.token);
        let (item, message) = match argument {
            [only] if parameter(only).is_some_and(|other| other != index) => {
                let name = only.token.text;
                let message = format!("the argument `{name}` has the name of another parameter");
                (only, message)
            }
            _ => {
                let is_dot = |at: Option<usize>| {
                    at.and_then(|at| argument.get(at))
                        .is_some_and(|item| item.token.is("."))
                };
                let at = (0..argument.len()).find(|&at| {
                    parameter(&argument[at]) == Some(index)
                        && (is_dot(at.checked_sub(1)) || is_dot(Some(at + 1)))
                })?;
                let name = argument[at].token.text;
                let message = format!("`{name}` in this argument has the name of the parameter");
                (&argument[at], message)
            }
        };
        let span = definition.parameters[parameter(item)?].span;
        let error = self.error(item, message).label(span, "the parameter");
        Some(error.help("rename the parameter: SPIN refuses this too"))
    }

    fn empty_body(&self, name: &Item<'t>, definition: &Definition<'t>) -> Option<Diagnostic> {
        definition.body.is_empty().then(|| {
            let message = format!("the inline `{}` has no statement", definition.name);
            let error = self.error(name, message).help("write `skip` to do nothing");
            error.label(definition.span, "defined here")
        })
    }
}

fn misplaced(position: Position, name: &str) -> Option<(String, &'static str)> {
    Some(match position {
        Position::Statement => return None,
        Position::Expression => (
            format!("the inline `{name}` cannot be part of an expression"),
            "write `x = ...` with the call alone on the right, as a statement of its own",
        ),
        Position::Initial => (
            format!("the inline `{name}` cannot give a variable its initial value"),
            "declare the variable first: `byte x; x = ...`",
        ),
        Position::Run => (
            format!("`{name}` is an inline, not a proctype"),
            "call it without `run`, as a statement of its own",
        ),
    })
}

/// The bracket that closes the one at `open`, on the way to the end of the statement, and not too
/// far away.
fn closing(items: &[Item<'_>], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (index, item) in items.iter().enumerate().skip(open).take(BRACKET_MAX) {
        if item.token.is_any(&["(", "["]) {
            depth += 1;
        } else if item.token.is_any(&[")", "]"]) {
            depth -= 1;
        }
        if depth == 0 {
            let closes = if items[open].token.is("(") { ")" } else { "]" };
            return item.token.is(closes).then_some(index);
        }
        if item.token.is_any(&STATEMENT_ENDS) {
            return None;
        }
    }
    None
}

/// The arguments between the parentheses that begin at `open`, and the closing one.
pub(super) fn arguments<'t>(items: &[Item<'t>], open: usize) -> Option<(Arguments<'t>, usize)> {
    let close = closing(items, open)?;
    let mut arguments = vec![Vec::new()];
    let mut depth = 0usize;
    for item in &items[open + 1..close] {
        if item.token.is_any(&["(", "["]) {
            depth += 1;
        } else if item.token.is_any(&[")", "]"]) {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 && item.token.is(",") {
            arguments.push(Vec::new());
        } else if let Some(argument) = arguments.last_mut() {
            argument.push(Item {
                gap: item.gap.folded(),
                ..*item
            });
        }
    }
    if close == open + 1 {
        arguments.clear();
    }
    Some((arguments, close))
}
