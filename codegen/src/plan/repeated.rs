//! What the tags of a proctype say more than once: it gets a name, and its file says it in one
//! place.
//!
//! Ten receives from one channel all need a message in it, and name the channel by the same
//! computation. Written out each time, they would take most of an analyzer's text.

use std::collections::BTreeMap;

use frontend::ir::{Expr, ProctypeId};
use frontend::tags::{Element, Facts, Need, Tag, Tags};

use super::names::{self, Names};
use super::tags::{awaited, named_by};
use super::words::Words;

/// Longer names are cut behind a word.
const NAME_MAX: usize = 48;

/// A function takes five lines and saves one where it is named.
const ELEMENT_MIN: u32 = 4;

/// What is said more than once about transitions of a proctype, with its names.
#[derive(Debug, Default)]
pub struct Repeated {
    /// What must hold before one can be executed: constants.
    pub needs: Vec<(Need, String)>,
    /// Which element it touches: functions.
    pub elements: Vec<(Expr, String)>,
}

impl Repeated {
    /// Finds it in the tags of transitions of a proctype, in whose module these functions and
    /// constants have their names already.
    pub fn of<'t>(
        facts: &Facts<'_>,
        (id, mut functions): (ProctypeId, Names),
        rows: impl Iterator<Item = &'t Tags> + Clone,
        constants: &mut Names,
    ) -> Self {
        let words = Words { facts, id };
        let needs = rows.clone().flat_map(|tags| &tags.needs);
        let is_short = |it: &Need| awaited(it, &facts.flow.constants).is_some();
        let needs = Counted::of(needs.filter(|it| it.holds.is_some() && !is_short(it)));
        let in_needs = needs.distinct().flat_map(|need| &need.tags);
        let tags = rows.flat_map(|tags| &tags.touches).chain(in_needs);
        let elements = Counted::of(tags.filter_map(computed));
        let need = |need: &Need| {
            let holds = need.holds.as_ref().map(|it| words.condition(it));
            let wanted = names::constant(&holds.unwrap_or_default());
            (need.clone(), constants.claim(cut(&wanted)))
        };
        let needs = needs.at_least(2).map(need).collect();
        let element = |index: &Expr| {
            let index_words = names::snake(&words.spoken(index));
            let wanted = format!("which_{}", cut(&index_words));
            (index.clone(), functions.claim(&wanted))
        };
        let elements = elements.at_least(ELEMENT_MIN).map(element).collect();
        Self { needs, elements }
    }
}

/// The computation that a tag's element takes.
fn computed(tag: &Tag) -> Option<&Expr> {
    match &tag.element {
        Element::Of(index, _) if named_by(&tag.element).is_none() => Some(index),
        _ => None,
    }
}

fn cut(name: &str) -> &str {
    match name.char_indices().nth(NAME_MAX) {
        Some((end, _)) => name[..end]
            .rsplit_once('_')
            .map_or(name, |(start, _)| start),
        None => name,
    }
}

/// Things in the order in which they came first, and how often each came.
struct Counted<'t, T>(Vec<(&'t T, u32)>);

impl<'t, T: Ord> Counted<'t, T> {
    fn of(things: impl Iterator<Item = &'t T>) -> Self {
        let mut counted: Vec<(&T, u32)> = Vec::new();
        let mut places = BTreeMap::new();
        for thing in things {
            let place = *places.entry(thing).or_insert(counted.len());
            match counted.get_mut(place) {
                Some((_, times)) => *times += 1,
                None => counted.push((thing, 1)),
            }
        }
        Self(counted)
    }

    fn distinct(&self) -> impl Iterator<Item = &'t T> {
        self.0.iter().map(|(thing, _)| *thing)
    }

    fn at_least(&self, wanted: u32) -> impl Iterator<Item = &'t T> {
        let often = self.0.iter().filter(move |(_, times)| *times >= wanted);
        often.map(|(thing, _)| *thing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_end_behind_a_word() {
        let name = "A".repeat(40);
        assert_eq!(cut(&name), name);
        assert_eq!(cut(&format!("{name}_BCDEFGHIJ")), name);
        assert_eq!(cut(&"B".repeat(60)), "B".repeat(60));
    }

    #[test]
    fn what_comes_twice_is_counted_once() {
        let counted = Counted::of([1, 2, 1, 3, 1].iter());
        assert_eq!(counted.distinct().collect::<Vec<_>>(), [&1, &2, &3]);
        assert_eq!(counted.at_least(2).collect::<Vec<_>>(), [&1]);
        assert!(counted.at_least(4).next().is_none());
    }
}
