//! The front end's bounds of variables hold in all states that its interpreter, which knows nothing
//! of them, comes to.

use support::case::{Case, Size, faults, probes, traps};
use support::{interpreter, jobs, values};

/// States of each model.
const STATES_MAX: usize = 3_000;

#[test]
fn values_are_within_their_bounds() {
    let mut cases = Case::examples(Size::Small);
    cases.extend(Case::examples(Size::Medium));
    for folder in [probes(), traps(), faults()] {
        cases.extend(Case::below(&folder));
    }
    let checked = jobs::on_all_cores(&cases, |case| {
        let loaded = interpreter::load(&case.recipe().unoptimized());
        let checked = values::check(&loaded.model?, STATES_MAX);
        Some(checked.map_err(|problem| format!("{}: {problem}", case.title())))
    });
    let checked = checked.into_iter().flatten();
    let (right, wrong): (Vec<_>, Vec<_>) = checked.partition(Result::is_ok);
    assert!(wrong.is_empty(), "{wrong:#?}");
    let right: Vec<_> = right.into_iter().flatten().collect();
    let with_bounds = right.iter().filter(|it| it.values > it.states / 2);
    let with_bounds = with_bounds.count();
    assert!(right.len() > 300, "only {} models", right.len());
    assert!(
        with_bounds > 40,
        "only {with_bounds} have bounds that are looked at"
    );
}
