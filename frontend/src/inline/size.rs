//! How much text a call will make, before anything is written: see [`crate::linear`].
//!
//! What is counted is what `body` counts: the tokens of the body of each call with the arguments in
//! it, and two braces. The size here is never larger than that; only what `return` adds is left
//! out.

use super::call::{Arguments, arguments};
use super::definition::Definition;
use crate::linear::Linear;
use crate::token::{Item, TokenKind};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Sizes of the calls of each inline, by the lengths of the arguments.
#[derive(Debug, Default)]
pub(super) struct Sizes<'t> {
    known: BTreeMap<&'t str, Rc<Linear>>,
    /// Inlines whose bodies are being looked through: a call of them is wrong there.
    open: Vec<&'t str>,
}

type Definitions<'t> = BTreeMap<&'t str, Option<Rc<Definition<'t>>>>;

impl<'t> Sizes<'t> {
    /// There is a new definition.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    /// The tokens that a call outside of all inlines brings in.
    pub(super) fn of_call(
        &mut self,
        definitions: &Definitions<'t>,
        name: &'t str,
        given: &Arguments<'t>,
    ) -> u64 {
        let lengths = given.iter().map(|it| Linear::constant(it.len() as u64));
        let lengths: Vec<Linear> = lengths.collect();
        self.of_inline(definitions, name).of(&lengths).value()
    }

    fn of_inline(&mut self, definitions: &Definitions<'t>, name: &'t str) -> Rc<Linear> {
        let known = self.known.get(name).cloned();
        let definition = definitions.get(name).and_then(Option::as_ref);
        let (None, Some(definition)) = (&known, definition) else {
            return known.unwrap_or_default();
        };
        self.open.push(name);
        let mut size = Linear::constant(2);
        size.add(1, &length(definition, &definition.body));
        for (at, item) in definition.body.iter().enumerate() {
            if let Some(lengths) = self.call_at(definitions, definition, at) {
                let called = self.of_inline(definitions, item.token.text);
                size.add(1, &called.of(&lengths));
            }
        }
        self.open.pop();
        let size = Rc::new(size);
        self.known.insert(name, Rc::clone(&size));
        size
    }

    /// The lengths of the arguments of the call at `at` of a body, if there is one that is not
    /// refused.
    fn call_at(
        &self,
        definitions: &Definitions<'t>,
        inside: &Definition<'t>,
        at: usize,
    ) -> Option<Vec<Linear>> {
        let name = &inside.body[at].token;
        let is_call = name.kind == TokenKind::Name
            && inside.body.get(at + 1)?.token.is("(")
            && inside.parameter(name).is_none();
        if !is_call || self.open.contains(&name.text) || self.open.len() == super::CALLS_MAX {
            return None;
        }
        let called = definitions.get(name.text)?.as_ref()?;
        let (given, _) = arguments(&inside.body, at + 1)?;
        let right = given.len() == called.parameters.len();
        right.then(|| given.iter().map(|it| length(inside, it)).collect())
    }
}

/// Tokens, those of the arguments in the place of the parameters.
fn length(inside: &Definition<'_>, items: &[Item<'_>]) -> Linear {
    let mut length = Linear::default();
    for item in items {
        match inside.parameter(&item.token) {
            None => length.add(1, &Linear::constant(1)),
            Some(index) => length.add(1, &Linear::parameter(index)),
        }
    }
    length
}
