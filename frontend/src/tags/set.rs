//! Tags being collected, each once.

use std::collections::BTreeMap;

use super::{Element, Object, Tag, Verb};

/// More elements of one object than this are as good as any element: the text of an analyzer is to be read, and a long sequence over
/// an array should not take a tag for each cell.
const ELEMENTS_MAX: usize = 8;

/// A set of tags.
#[derive(Clone, Debug, Default)]
pub struct TagSet {
    tags: BTreeMap<(Object, Verb), Vec<Element>>,
    /// Depends on everything: see [`super::Tags::everything`].
    pub everything: bool,
}

impl TagSet {
    /// Adds a tag.
    pub fn add(&mut self, verb: Verb, object: Object, element: Element) {
        let elements = self.tags.entry((object, verb)).or_default();
        if elements.contains(&Element::Any) || elements.contains(&element) {
            return;
        }
        if element == Element::Any || elements.len() == ELEMENTS_MAX {
            *elements = vec![Element::Any];
        } else {
            elements.push(element);
        }
    }

    /// Adds a tag for all of an object.
    pub fn any(&mut self, verb: Verb, object: Object) {
        self.add(verb, object, Element::Any);
    }

    /// Adds all tags of another set.
    pub fn extend(&mut self, other: &Self) {
        self.everything |= other.everything;
        for (&(object, verb), elements) in &other.tags {
            for element in elements {
                self.add(verb, object, element.clone());
            }
        }
    }

    /// Some of these locals are assigned: what depends on them may be any element.
    pub fn forget(&mut self, assigned: u64) {
        for elements in self.tags.values_mut() {
            let changes = |it: &Element| matches!(it, Element::Of(_, on) if on & assigned != 0);
            if elements.iter().any(changes) {
                *elements = vec![Element::Any];
            }
        }
    }

    /// The tags by object and verb, without the reads that a write of the same says already.
    pub fn into_tags(self) -> Vec<Tag> {
        let mut tags = Vec::new();
        for (&(object, verb), elements) in &self.tags {
            let written = match verb {
                Verb::Read => self.tags.get(&(object, Verb::Write)),
                _ => None,
            };
            let said = |element: &Element| {
                written.is_some_and(|it| it.contains(&Element::Any) || it.contains(element))
            };
            let elements = elements.iter().filter(|&element| !said(element));
            tags.extend(elements.map(|element| Tag {
                verb,
                object,
                element: element.clone(),
            }));
        }
        tags
    }
}
