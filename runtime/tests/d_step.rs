//! Endless loops inside a `d_step` are noticed, long ones that end are not.

use runtime::model::{ModelInfo, PlaceInfo};
use runtime::state::{Fault, Field, State};
use runtime::step::Watch;
use runtime::tables::place;

const PLACES: [PlaceInfo; 1] = [place(0, 0, false, &[])];

static INFO: ModelInfo = ModelInfo {
    global_words: 1,
    hidden_words: 1,
    places: &PLACES,
    ..ModelInfo::EMPTY
};

const X: Field = Field::unsigned(0, 0, 16);

/// Steps after which a loop is called endless; `step` makes the state and the node of each.
fn endless_after(steps: u32, step: impl Fn(&mut State, u32) -> u32) -> Option<u32> {
    let mut state = State::new(&INFO);
    let mut watch = Watch::default();
    (0..steps).find(|&count| {
        let node = step(&mut state, count);
        let met = watch.pass(&state, node).is_err();
        met && state.take_fault() == Some(Fault::EndlessDStep)
    })
}

#[test]
fn cycles_of_any_length_are_noticed() {
    for length in [1, 2, 7, 999, 1000, 1500] {
        let after = endless_after(20_000, |state, count| {
            state.set(X, (count % length) as i32);
            0
        });
        let after = after.expect("it is endless");
        assert!(
            (1000..1024 + 5 * length).contains(&after),
            "{length}: {after}"
        );
    }
}

#[test]
fn what_still_changes_is_not_endless() {
    let visible = |state: &mut State, count: u32| {
        state.set(X, count as i32);
        0
    };
    assert_eq!(endless_after(60_000, visible), None);
    let hidden = |state: &mut State, count: u32| {
        state.set_hidden(X, count as i32);
        0
    };
    assert_eq!(endless_after(60_000, hidden), None);
    assert_eq!(endless_after(60_000, |_, count| count), None);
}
