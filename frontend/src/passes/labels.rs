//! The labels of a proctype, found by name and by what they mark: a body of 65,000 statements asks
//! for each of them.

use std::collections::BTreeMap;

use super::elements::ElementId;
use crate::ast::TextRange;

/// A label and what it marks.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub range: TextRange,
    /// The blocks around it, outermost first.
    pub scope: Vec<u32>,
    /// What it marks.
    pub element: ElementId,
}

impl Label {
    /// Labels that mean something by their name: `end`, `accept`, `progress`.
    pub fn is_special(&self) -> bool {
        ["end", "accept", "progress"]
            .iter()
            .any(|prefix| self.name.starts_with(prefix))
    }
}

/// All labels of a proctype, in order of the text. A lookup costs the logarithm of their number.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    list: Vec<Label>,
    by_name: BTreeMap<String, Vec<usize>>,
    by_element: BTreeMap<ElementId, Vec<usize>>,
}

impl Labels {
    /// Adds a label behind the others.
    pub fn push(&mut self, label: Label) {
        let index = self.list.len();
        let named = self.by_name.entry(label.name.clone());
        named.or_default().push(index);
        let marking = self.by_element.entry(label.element);
        marking.or_default().push(index);
        self.list.push(label);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// All of them.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Label> {
        self.list.iter()
    }

    /// Those of one name.
    pub fn named(&self, name: &str) -> impl DoubleEndedIterator<Item = &Label> {
        let found = self.by_name.get(name).into_iter().flatten();
        found.map(|index| &self.list[*index])
    }

    /// Those that mark an element.
    pub fn of(&self, element: ElementId) -> impl Iterator<Item = &Label> {
        let found = self.by_element.get(&element).into_iter().flatten();
        found.map(|index| &self.list[*index])
    }

    /// Lets the first label of `from` mark `to`, which has none yet.
    pub fn move_first(&mut self, from: ElementId, to: ElementId) {
        let Some(marking) = self.by_element.get_mut(&from) else {
            return;
        };
        let first = marking.remove(0);
        if marking.is_empty() {
            self.by_element.remove(&from);
        }
        self.list[first].element = to;
        self.by_element.insert(to, vec![first]);
    }
}
