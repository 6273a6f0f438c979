//! How large an expansion will be, before anything is expanded.
//!
//! Sixty lines that double each other make 2^60 tokens, and whatever the limit is, all tokens up to
//! it would be made before the model is refused. So the size of each macro is worked out from its
//! definition ([`Linear`]), once.
//!
//! What is counted is what `expand` counts: the tokens of each replacement on each level, and one
//! more for each. The size here is never larger than that, and the same for all that is usual: the
//! count goes down where names hide each other in circles, where the arguments of a call lie partly
//! outside of the text that has its name, and beside `#` and `##`. There `expand` still counts, and
//! only the refusal comes later.

use super::expand::Macro;
use super::token::{Kind, PpToken};
use crate::linear::Linear;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Arguments within each other that are looked through; what is deeper counts nothing, `expand`
/// refuses it.
const DEPTH_MAX: u32 = 200;

/// What an expansion costs, by the lengths of the expanded arguments.
#[derive(Clone, Debug, Default)]
struct Size {
    /// Tokens of the result.
    length: Linear,
    /// Tokens of all replacements, those of arguments left out.
    cost: Linear,
}

/// Sizes of macros.
#[derive(Debug, Default)]
pub(super) struct Sizes {
    known: BTreeMap<Rc<str>, Rc<Size>>,
    /// Macros whose bodies are being looked through: there they are hidden.
    open: BTreeSet<Rc<str>>,
    /// Arguments around the text at hand, and a definition.
    depth: u32,
}

type Macros = BTreeMap<Rc<str>, Rc<Macro>>;

impl Sizes {
    /// A definition has changed.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// What the expansion of a call in a file costs.
    pub fn of_call(
        &mut self,
        macros: &Macros,
        called: &Rc<Macro>,
        arguments: &[Vec<PpToken>],
    ) -> u64 {
        let arguments = arguments.iter().map(Vec::as_slice);
        self.call(macros, called, arguments, None).cost.value()
    }

    /// A call in the body of `inside`, or outside of all.
    fn call<'t>(
        &mut self,
        macros: &Macros,
        called: &Rc<Macro>,
        arguments: impl Iterator<Item = &'t [PpToken]>,
        inside: Option<&Macro>,
    ) -> Size {
        let own = self.of_macro(macros, called);
        let mut lengths = Vec::new();
        let mut cost = Linear::default();
        for (index, argument) in arguments.enumerate() {
            let size = match own.length.depends_on(index) {
                true => self.text(macros, argument, inside),
                false => Size::default(),
            };
            cost.add(1, &size.cost);
            lengths.push(size.length);
        }
        cost.add(1, &own.cost.of(&lengths));
        Size {
            length: own.length.of(&lengths),
            cost,
        }
    }

    /// The size of a macro, after those of the macros that it mentions: a chain of definitions may
    /// be longer than the stack is deep.
    fn of_macro(&mut self, macros: &Macros, definition: &Rc<Macro>) -> Rc<Size> {
        if let Some(known) = self.known.get(&definition.name) {
            return Rc::clone(known);
        }
        self.open.insert(Rc::clone(&definition.name));
        let mut waiting = vec![(Rc::clone(definition), 0)];
        let mut last = Rc::default();
        while let Some((inside, at)) = waiting.last_mut() {
            if let Some(token) = inside.body.get(*at) {
                *at += 1;
                if let Some(mentioned) = self.unknown(macros, inside, token) {
                    self.open.insert(Rc::clone(&mentioned.name));
                    waiting.push((mentioned, 0));
                }
                continue;
            }
            let inside = Rc::clone(inside);
            waiting.pop();
            last = Rc::new(self.of_body(macros, &inside));
            self.open.remove(&inside.name);
            self.known.insert(Rc::clone(&inside.name), Rc::clone(&last));
        }
        last
    }

    /// The macro that a token of a body names, if its size is to be found yet.
    fn unknown(&self, macros: &Macros, inside: &Macro, token: &PpToken) -> Option<Rc<Macro>> {
        let named = macros.get(&token.text).filter(|named| {
            token.kind == Kind::Identifier
                && inside.parameter(token).is_none()
                && !self.open.contains(&named.name)
                && !self.known.contains_key(&named.name)
        });
        named.map(Rc::clone)
    }

    fn of_body(&mut self, macros: &Macros, definition: &Macro) -> Size {
        let mut size = self.text(macros, &definition.body, Some(definition));
        let mut replaced = Linear::constant(1);
        replaced.add(1, &substituted(definition));
        size.cost.add(1, &replaced);
        size
    }

    /// A text with all macros in it expanded.
    fn text(&mut self, macros: &Macros, tokens: &[PpToken], inside: Option<&Macro>) -> Size {
        let mut size = Size::default();
        if self.depth >= DEPTH_MAX {
            return size;
        }
        let (mut at, mut unclosed) = (0, false);
        self.depth += 1;
        while let Some(token) = tokens.get(at) {
            at += 1;
            if let Some(index) = inside.and_then(|it| it.parameter(token)) {
                if !beside_paste(tokens, at - 1) {
                    size.length.add(1, &Linear::parameter(index));
                }
                continue;
            }
            let (more, next) = self.at_name(macros, tokens, at, inside, &mut unclosed);
            at = next;
            size.length.add(1, &more.length);
            size.cost.add(1, &more.cost);
        }
        self.depth -= 1;
        size
    }

    /// What the token before `at` becomes, and the token behind that. Once a call was `unclosed`,
    /// no further end is looked for, which would cost the square of the text.
    fn at_name(
        &mut self,
        macros: &Macros,
        tokens: &[PpToken],
        at: usize,
        inside: Option<&Macro>,
        unclosed: &mut bool,
    ) -> (Size, usize) {
        let one = Size {
            length: Linear::constant(1),
            cost: Linear::default(),
        };
        let name = &tokens[at - 1];
        let called = match macros.get(&name.text) {
            Some(called) if name.kind == Kind::Identifier => Rc::clone(called),
            _ => return (one, at),
        };
        if self.open.contains(&called.name) {
            return (one, at);
        }
        let Some(parameters) = &called.parameters else {
            return (self.call(macros, &called, std::iter::empty(), inside), at);
        };
        if *unclosed || !tokens.get(at).is_some_and(|token| token.is("(")) {
            return (one, at);
        }
        let found = arguments(tokens, at);
        *unclosed = found.is_none();
        match found {
            Some((list, next)) if parameters.len() == list.len() && !called.variadic => {
                (self.call(macros, &called, list.into_iter(), inside), next)
            }
            _ => (one, at),
        }
    }
}

/// The length of a body with the expanded arguments in it.
fn substituted(definition: &Macro) -> Linear {
    let mut length = Linear::default();
    for (at, token) in definition.body.iter().enumerate() {
        match definition.parameter(token) {
            Some(_) if beside_paste(&definition.body, at) => {}
            Some(index) => length.add(1, &Linear::parameter(index)),
            // `a ## b` are three tokens of the body and one of the result, `#a` two and one.
            None if token.is("#") || beside_paste(&definition.body, at) || token.is("##") => {}
            None => length.add(1, &Linear::constant(1)),
        }
    }
    length
}

fn beside_paste(tokens: &[PpToken], at: usize) -> bool {
    let is = |at: Option<usize>, text: &[&str]| {
        let token = at.and_then(|at| tokens.get(at));
        token.is_some_and(|token| text.iter().any(|text| token.is(text)))
    };
    is(at.checked_sub(1), &["#", "##"]) || is(Some(at + 1), &["##"])
}

/// The arguments of a call whose `(` is at `at`, and the token behind its `)`; none when that is
/// missing.
fn arguments(tokens: &[PpToken], at: usize) -> Option<(Vec<&[PpToken]>, usize)> {
    let (mut list, mut depth, mut start) = (Vec::new(), 0usize, at + 1);
    for (index, token) in tokens.iter().enumerate().skip(at + 1) {
        if depth == 0 && (token.is(")") || token.is(",")) {
            list.push(&tokens[start..index]);
            start = index + 1;
        }
        if token.is("(") {
            depth += 1;
        } else if token.is(")") {
            if depth == 0 {
                let nothing = matches!(list[..], [only] if only.is_empty());
                return Some((if nothing { Vec::new() } else { list }, index + 1));
            }
            depth -= 1;
        }
    }
    None
}
