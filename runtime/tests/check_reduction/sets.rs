//! Sets of processes that a reduction lets go first, and what is said at the end.

use crate::tiny::*;
use crate::{MANY, assert_reported, choosing};
use runtime::model::ModelInfo;
use runtime::reduce::check::{Reducers, Rule, check};
use runtime::tables::*;

/// Three processes: P does `y = x`, Q goes a step of its own and then writes `x`, R does something
/// of its own.
const THREE: ModelInfo = ModelInfo {
    places: &[
        UNUSED,
        place(0, 1, false, &[offer(0)]),
        place(0, 1, true, &[]),
        place(1, 2, false, &[offer(1)]),
        place(1, 3, false, &[offer(2)]),
        place(1, 3, true, &[]),
        place(2, 4, false, &[offer(3)]),
        place(2, 4, true, &[]),
    ],
    transitions: &[
        transition(0, 2, &[at(1, "y = x")]),
        transition(1, 4, &[at(2, "skip")]),
        transition(1, 5, &[at(3, "x = 1")]),
        transition(2, 7, &[at(4, "skip")]),
    ],
    tags: &[
        tags(&[read(X), write(Y)]),
        tags(&[]),
        tags(&[write(X)]),
        tags(&[]),
    ],
    ..SHAPE
};

const MODEL: Tiny = Tiny {
    info: &THREE,
    starts: &[1, 3, 6],
    effects: &[
        |s, _| {
            let x = s.get(X);
            set(s, Y, x)
        },
        SKIP,
        |s, _| set(s, X, 1),
        SKIP,
    ],
};

#[test]
fn sets_that_the_others_cannot_influence() {
    for set in [&[2][..], &[0, 1], &[0, 1, 2]] {
        let checked = check(&MODEL, MANY, || choosing(set));
        assert!(checked.findings.is_empty(), "{}", checked.text());
        assert_eq!((checked.states, checked.cut_sets), (14, 0), "{set:?}");
    }
}

/// In the initial state the conflict is two steps away.
#[test]
fn a_set_that_the_others_influence_later() {
    let checked = check(&MODEL, MANY, || choosing(&[0]));
    let words = [
        "the chooser chooses the processes [0]",
        "P[0] y = x (tiny.pml:1), which touches: read x, write y",
        "a step of the others depends on an edge of the set",
        "Q[1] x = 1",
        "chosen in the state",
        "seen in the state",
    ];
    assert_reported(&checked, Rule::ProcessSet, &words);
}

/// `if :: skip :: x == 1 fi` beside `x = 1`, and `x == 0` beside it.
#[test]
fn edges_of_the_set_that_appear_and_disappear() {
    const SHAPE: ModelInfo = ModelInfo {
        places: &[
            UNUSED,
            place(0, 1, false, &[offer(0), offer(1)]),
            place(0, 1, true, &[]),
            place(1, 2, false, &[offer(2)]),
            place(1, 2, true, &[]),
        ],
        transitions: &[
            transition(0, 2, &[at(1, "skip")]),
            transition(0, 2, &[at(1, "guard")]),
            transition(1, 4, &[at(2, "x = 1")]),
        ],
        tags: &[tags(&[]), tags(&[read(X)]), tags(&[write(X)])],
        ..THREE
    };
    let one: &[Effect] = &[SKIP, |s, _| when(s.get(X) == 1), |s, _| set(s, X, 1)];
    let none: &[Effect] = &[SKIP, |s, _| when(s.get(X) == 0), |s, _| set(s, X, 1)];
    for (effects, words) in [
        (one, "the others can enable an edge of the set"),
        (none, "a step of the others depends on an edge of the set"),
    ] {
        let tiny = Tiny {
            info: &SHAPE,
            starts: &[1, 3],
            effects,
        };
        let checked = check(&tiny, MANY, || choosing(&[0]));
        assert_reported(&checked, Rule::ProcessSet, &[words]);
        let checked = check(&tiny, MANY, || choosing(&[0, 1]));
        assert!(checked.findings.is_empty(), "{}", checked.text());
    }
}

#[test]
fn a_handshake_belongs_to_both_processes() {
    const INFO: ModelInfo = ModelInfo {
        places: &[
            UNUSED,
            place(0, 1, false, &[offer(0)]),
            place(0, 1, true, &[]),
            place(1, 2, false, &[receive(1)]),
            place(1, 2, true, &[]),
        ],
        transitions: &[
            transition(0, 2, &[at(1, "m!1")]),
            transition(1, 4, &[at(2, "m?l")]),
        ],
        tags: &[tags(&[meet_sending(OF_M)]), tags(&[meet_receiving(OF_M)])],
        ..THREE
    };
    let tiny = Tiny {
        info: &INFO,
        starts: &[1, 3],
        effects: &[|s, _| sending(s, 2, 1), |s, p| receiving(s, p, 2)],
    };
    for set in [&[0][..], &[1]] {
        let checked = check(&tiny, MANY, || choosing(set));
        let words = [
            "a handshake between the set and the others",
            "m!1",
            " with Q[1] m?l",
        ];
        assert_reported(&checked, Rule::ProcessSet, &words);
    }
    let checked = check(&tiny, MANY, || choosing(&[0, 1]));
    assert_eq!((checked.states, checked.findings.len()), (2, 0));
}

#[test]
fn a_bound_is_not_a_proof() {
    let checked = check(&MODEL, 3, Reducers::default);
    assert_eq!((checked.states, checked.exit_status()), (3, 3));
    let text = checked.text();
    let words = [
        "not all states were looked at",
        "incomplete: reduction sound on the first 3 states",
    ];
    assert!(words.iter().all(|word| text.contains(word)), "{text}");
    let exact = check(&MODEL, 14, Reducers::default);
    assert_eq!((exact.states, exact.exit_status()), (14, 0));
}

#[test]
fn a_model_without_tags_is_not_reduced() {
    const UNTAGGED: ModelInfo = ModelInfo { tags: &[], ..THREE };
    const IRREDUCIBLE: ModelInfo = ModelInfo {
        irreducible: Some("the model uses _last"),
        ..THREE
    };
    for (info, reason) in [
        (&UNTAGGED, "it has no conflict tags"),
        (&IRREDUCIBLE, "the model uses _last"),
    ] {
        let checked = check(&Tiny { info, ..MODEL }, MANY, Reducers::default);
        let expected = format!("nothing to check: no reduction is used because {reason}\n");
        assert_eq!((checked.text(), checked.exit_status()), (expected, 0));
    }
}

/// As many processes as there can be.
#[test]
fn the_last_pid() {
    let model = Tiny {
        starts: &[5; 255],
        ..MODEL
    };
    let checked = check(&model, MANY, || Reducers::of(&model));
    assert_eq!((checked.states, checked.exit_status()), (1, 0));
}
