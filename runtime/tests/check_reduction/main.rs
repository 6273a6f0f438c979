//! The checker of reductions finds nothing where hand-written tags are right, and finds each kind
//! of mistake in them.

mod edges;
mod needs;
mod sets;
mod tiny;

use runtime::reduce::Pids;
use runtime::reduce::check::{Checked, Chooser, Reducers, Rule, check};
use tiny::Tiny;

const MANY: usize = 10_000;

/// Nothing is found in any of the model's states, by those who use the tags either.
fn assert_sound(model: &Tiny, states: usize) {
    let checked = check(model, MANY, || Reducers::of(model));
    assert!(checked.findings.is_empty(), "{}", checked.text());
    assert_eq!((checked.states, checked.exit_status()), (states, 0));
    assert_eq!(
        checked.text(),
        format!("reduction sound on all {states} states\n")
    );
}

/// Among what is found is something that breaks `rule`, whose description contains all of `words`.
fn assert_found(model: &Tiny, rule: Rule, words: &[&str]) {
    assert_reported(&check(model, MANY, Reducers::default), rule, words);
}

fn assert_reported(checked: &Checked, rule: Rule, words: &[&str]) {
    let texts = checked.findings.iter().filter(|found| found.rule == rule);
    let mut texts = texts.map(|found| found.text.as_str());
    let fits = |text: &str| words.iter().all(|word| text.contains(word));
    assert!(texts.any(fits), "{rule:?} {words:?} in {}", checked.text());
    assert_eq!(checked.exit_status(), 1);
}

/// Puts `set` before all others in every state.
fn choosing(set: &[u8]) -> Reducers<'_> {
    let next = move |_: &mut _, done: &Pids| {
        let mut pids = Pids::NONE;
        set.iter().for_each(|&pid| pids.insert(pid));
        (*done == Pids::NONE).then_some(pids)
    };
    Reducers {
        choosers: vec![Chooser {
            overlooks_ends: false,
            name: "the chooser",
            next: Box::new(next),
        }],
        dependent: None,
    }
}
