//! Tags being collected, each once.

use std::collections::BTreeMap;

use super::{Element, Object, Tag, Verb};
use crate::ir::Expr;

/// More elements of one object than this are as good as any element: the text of an analyzer is to
/// be read, and a long sequence over an array should not take a tag for each cell.
const ELEMENTS_MAX: usize = 8;

/// A part of an object, and when it is touched.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    element: Element,
    only_if: Option<(Expr, u64)>,
}

impl Part {
    const ANY: Self = Self {
        element: Element::Any,
        only_if: None,
    };
}

/// A set of tags.
#[derive(Clone, Debug, Default)]
pub struct TagSet {
    tags: BTreeMap<(Object, Verb), Vec<Part>>,
    /// Depends on everything: see [`super::Tags::everything`].
    pub everything: bool,
}

impl TagSet {
    /// Adds a tag.
    pub fn add(&mut self, verb: Verb, object: Object, element: Element) {
        self.add_if(verb, object, element, None);
    }

    /// Adds a tag for some states.
    pub fn add_if(
        &mut self,
        verb: Verb,
        object: Object,
        element: Element,
        only_if: Option<(Expr, u64)>,
    ) {
        let parts = self.tags.entry((object, verb)).or_default();
        let part = Part { element, only_if };
        if parts.contains(&Part::ANY) || parts.contains(&part) {
            return;
        }
        if part == Part::ANY || parts.len() == ELEMENTS_MAX {
            *parts = vec![Part::ANY];
        } else {
            parts.push(part);
        }
    }

    /// No tag.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.everything
    }

    /// Adds a tag for all of an object.
    pub fn any(&mut self, verb: Verb, object: Object) {
        self.add(verb, object, Element::Any);
    }

    /// Adds all tags of another set.
    pub fn extend(&mut self, other: &Self) {
        self.everything |= other.everything;
        for (&(object, verb), parts) in &other.tags {
            for Part { element, only_if } in parts.iter().cloned() {
                self.add_if(verb, object, element, only_if);
            }
        }
    }

    /// Some of these locals are assigned: what depends on them may be any element.
    pub fn forget(&mut self, assigned: u64) {
        for parts in self.tags.values_mut() {
            for part in parts.iter_mut() {
                part.only_if.take_if(|(_, locals)| *locals & assigned != 0);
            }
            let changes =
                |it: &Part| matches!(it.element, Element::Of(_, on) if on & assigned != 0);
            if parts.iter().any(changes) || parts.contains(&Part::ANY) {
                *parts = vec![Part::ANY];
            }
        }
    }

    /// The same tags when another process does it whose locals no one can ask for, drawn in by an
    /// offer.
    pub fn of_another(&self) -> Self {
        let mut others = Self {
            everything: self.everything,
            ..Self::default()
        };
        for (&(object, verb), parts) in &self.tags {
            // Who takes the message is settled; who else might have is what `MovesReceiver` is
            // about.
            if verb == Verb::Accept {
                continue;
            }
            for part in parts {
                let element = match &part.element {
                    Element::At(number) => Element::At(*number),
                    Element::Any | Element::Of(..) => Element::Any,
                };
                others.add(verb, object, element);
            }
        }
        others
    }

    /// The tags by object and verb, without the reads that a write of the same says already.
    pub fn into_tags(self) -> Vec<Tag> {
        let mut tags = Vec::new();
        for (&(object, verb), parts) in &self.tags {
            let written = match verb {
                Verb::Read => self.tags.get(&(object, Verb::Write)),
                _ => None,
            };
            let said = |part: &Part| {
                let always = Part {
                    element: part.element.clone(),
                    only_if: None,
                };
                written.is_some_and(|it| {
                    it.contains(&Part::ANY) || it.contains(&always) || it.contains(part)
                })
            };
            let parts = parts.iter().filter(|&part| !said(part));
            tags.extend(parts.map(|part| Tag {
                verb,
                object,
                element: part.element.clone(),
                only_if: part.only_if.clone(),
            }));
        }
        tags
    }
}
