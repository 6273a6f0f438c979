//! What a claim sees of a run of the interpreter, and what its places are called.

use codegen::plan::claim::Planned;
use frontend::interpret::claim::Letter;
use frontend::interpret::run::Run;
use frontend::ir::{Model, PlaceId};

use super::claim::number;

/// What a claim sees where a run stands.
pub fn letter(run: &Run<'_>, planned: &Planned) -> Letter {
    let (_, waits) = run.interpreter().moves(&run.state);
    run.interpreter().letter(&run.state, &planned.claim, waits)
}

/// `x == 1: true, y > 2: false`, of what has another value than before.
pub fn changes(planned: &Planned, letter: &Letter, before: Option<u64>) -> String {
    let propositions = planned.claim.propositions.iter().enumerate();
    let changed = propositions
        .filter(|(at, _)| before.is_none_or(|before| (before ^ letter.holds) >> at & 1 == 1));
    let shown = changed.map(|(at, it)| {
        let holds = letter.holds >> at & 1 == 1;
        format!("{}: {holds}", it.source.text)
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// A process is inside of an atomic sequence, and can go on: the claim sees nothing of it.
pub fn is_inside(run: &Run<'_>) -> bool {
    let goes_on = |pid| {
        let expansion = run.interpreter().successors(&run.state, Some(pid), false);
        !expansion.is_stuck()
    };
    run.exclusive.is_some_and(goes_on)
}

/// `place 1`, as `pvgen claim` numbers the places of an automaton. Of a claim that is written as
/// statements `place 1 (accept_all, m.pml:12)`.
pub fn place_name(model: &Model, planned: &Planned, place: PlaceId) -> String {
    let claim = &planned.claim;
    let stands = &claim.places[place.index()];
    if stands.end {
        return "its end".to_owned();
    }
    let number = format!("place {}", number(claim, place.index()));
    if claim.formula.is_some() || stands.source.line == 0 {
        return number;
    }
    let file = &model.files[stands.source.file as usize];
    let at = format!("{file}:{}", stands.source.line);
    let words: Vec<&str> = stands.labels.iter().map(|it| &**it).chain([&*at]).collect();
    format!("{number} ({})", words.join(", "))
}
