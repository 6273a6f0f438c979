//! One warning instead of many that say the same: the first is shown in full, with the number of
//! the others and the first of their places.
//!
//! A habit of an author is found at each of its places, and what is said sixty times hides what is
//! said once. Warnings say the same if they are of one kind and differ only in what they quote.

use std::collections::BTreeMap;

use super::{Diagnostic, Severity};
use crate::source::Sources;

/// So many of a shape are shown in full.
const SHOWN_MAX: usize = 2;

/// Places of the others that are named.
const PLACES_MAX: usize = 5;

/// The messages with those left out that say the same as an earlier one, which tells of them.
pub(super) fn summarized(sorted: Vec<&Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let mut of_shape: BTreeMap<(&str, String), Vec<usize>> = BTreeMap::new();
    for (index, it) in sorted.iter().enumerate() {
        if it.severity == Severity::Warning {
            let alike = of_shape.entry((it.kind, shape(&it.message))).or_default();
            alike.push(index);
        }
    }
    let mut shown: Vec<Option<Diagnostic>> = sorted.iter().map(|&it| Some(it.clone())).collect();
    for alike in of_shape.values().filter(|it| it.len() > SHOWN_MAX) {
        let others: Vec<&Diagnostic> = alike[1..].iter().map(|&it| sorted[it]).collect();
        let first = sorted[alike[0]].clone();
        let note = told(&first, &others, sources);
        shown[alike[0]] = Some(first.note(note));
        alike[1..].iter().for_each(|&it| shown[it] = None);
    }
    shown.into_iter().flatten().collect()
}

/// The message without what stands between backquotes.
fn shape(message: &str) -> String {
    message.split('`').step_by(2).collect()
}

/// How many others there are, and where the first of them are, with what they quote if that is not
/// what the first one quotes.
fn told(first: &Diagnostic, others: &[&Diagnostic], sources: &Sources) -> String {
    let quoted = |it: &Diagnostic| {
        let parts: Vec<String> = it.message.split('`').map(str::to_owned).collect();
        parts.into_iter().skip(1).step_by(2).collect::<Vec<_>>()
    };
    let of_first = quoted(first);
    let place = |it: &&Diagnostic| {
        let span = it.primary.as_ref()?.span;
        let place = format!("{}:{}", sources.name(span.file), sources.line(span));
        let own = quoted(it);
        let differs = own.iter().zip(&of_first).find(|(own, first)| own != first);
        Some(match differs {
            Some((own, _)) => format!("{place} (`{own}`)"),
            None => place,
        })
    };
    let mut places: Vec<String> = others.iter().filter_map(place).collect();
    places.dedup();
    let more = match places.len() > PLACES_MAX {
        true => ", and so on",
        false => "",
    };
    places.truncate(PLACES_MAX);
    let (count, places) = (others.len(), places.join(", "));
    format!("the same at {count} more places: {places}{more}")
}
