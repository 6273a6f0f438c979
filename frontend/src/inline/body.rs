//! The body of a call, with the arguments in the place of the parameters.

use super::Expander;
use super::call::{Active, Arguments};
use super::definition::Definition;
use crate::linear::EXPANDED_TOKENS_MAX;
use crate::mapped_text::{Use, UseKind};
use crate::token::{Gap, Item, Provenance};
use std::rc::Rc;

/// Of the stack, for a call in a body.
const STACK_BYTES: usize = 64 << 10;

impl<'t> Expander<'t, '_> {
    /// Writes the body of a call. Its `{` has the place of the call, for messages about what is
    /// before it.
    pub(super) fn body(&mut self, active: Active<'t>, gap: Gap, arguments: &Arguments<'t>) {
        let Active {
            span, site, frame, ..
        } = active;
        let definition = Rc::clone(&active.definition);
        let items = self.substitute(&active, arguments);
        self.expanded += items.len() as u64 + 2;
        self.active.push(active);
        self.emit(&Item::made("{", gap, span, site));
        let (mut at, mut open) = (0, 0);
        while at < items.len() && !self.stopped {
            at = stacker::maybe_grow(STACK_BYTES, 16 * STACK_BYTES, || {
                self.step(&items, at, &mut open)
            });
        }
        self.emit(&Item {
            frame: Some(frame),
            provenance: Provenance::Moved,
            ..definition.end
        });
        self.active.pop();
    }

    fn substitute(&mut self, active: &Active<'t>, arguments: &Arguments<'t>) -> Vec<Item<'t>> {
        let definition: &Definition<'t> = &active.definition;
        let mut items = Vec::with_capacity(definition.body.len());
        for item in &definition.body {
            let frame = self.stream.output.rebase(item.frame, None, active.frame);
            let item = Item {
                frame: Some(frame),
                provenance: Provenance::Moved,
                ..*item
            };
            match definition.parameter(&item.token) {
                None => items.push(item),
                Some(index) => {
                    let name = &definition.parameters[index].name;
                    items.extend(self.put(&arguments[index], &item, name, active));
                }
            }
            if self.expanded + items.len() as u64 > EXPANDED_TOKENS_MAX {
                break;
            }
        }
        items
    }

    /// `argument` of the call `active` in the place of `item` of the body.
    fn put(
        &mut self,
        argument: &[Item<'t>],
        item: &Item<'t>,
        name: &Rc<str>,
        active: &Active<'t>,
    ) -> Vec<Item<'t>> {
        let used = Use {
            kind: UseKind::Inline,
            name: Rc::clone(name),
            call: self.span(item),
            definition: active.definition.span,
        };
        let place = self.stream.output.enter_argument(used, item.frame);
        let mut put: Vec<Item<'t>> = Vec::with_capacity(argument.len());
        for part in argument {
            let frame = self.stream.output.rebase(part.frame, active.site, place);
            put.push(Item {
                frame: Some(frame),
                provenance: Provenance::Moved,
                ..*part
            });
        }
        if let Some(first) = put.first_mut() {
            first.gap = item.gap;
        }
        put
    }

    /// `return e` becomes `target = e`.
    pub(super) fn give_back(&mut self, items: &[Item<'t>], at: usize) {
        let item = items[at];
        let Some(active) = self.active.last().cloned() else {
            return;
        };
        let has_value = items.get(at + 1).is_some_and(|next| {
            let same_line = !self.stream.begins_line(next);
            same_line && !next.token.is_any(&[";", "->", "::", "fi", "od"])
        });
        let error = match &active.target {
            _ if !has_value => {
                let skip = Item::made("skip", Gap::Blank, self.span(&item), item.frame);
                self.emit(&skip);
                let error = self.error(&item, "`return` without a value".into());
                Some(error.help("write `return e`: it sets the result, and the statements after it are still executed"))
            }
            None => {
                let name = active.name();
                let message = format!(
                    "the inline `{name}` returns a value, but the call has no variable for it"
                );
                let error = self.error(&active.called, message);
                let error = error.label(self.origin(&item).place(), "returned here");
                Some(error.help(format!("write `x = {name}(...)`")))
            }
            Some(target) => {
                let name = "return".into();
                let target = self.put(target, &item, &name, &active);
                self.expanded += target.len() as u64;
                self.emit_all(&target);
                let equals = Item::made("=", Gap::Blank, self.span(&item), item.frame);
                self.emit(&equals);
                None
            }
        };
        error.into_iter().for_each(|error| self.report(error));
    }
}
