//! Edges that are enabled together: a tag that is missing is found by executing both orders.

use crate::tiny::*;
use crate::{MANY, assert_found, assert_reported, assert_sound};
use runtime::model::{ModelInfo, Step};
use runtime::reduce::check::{Reducers, Rule, check};
use runtime::state::{Fault, State};
use runtime::step::Move;
use runtime::tables::*;

/// Two processes of one step each.
const TWO: ModelInfo = ModelInfo {
    places: &[
        UNUSED,
        place(0, 1, false, &[offer(0)]),
        place(0, 1, true, &[]),
        place(1, 2, false, &[offer(1)]),
        place(1, 2, true, &[]),
    ],
    transitions: &[
        transition(0, 2, &[at(1, "first")]),
        transition(1, 4, &[at(2, "second")]),
    ],
    ..SHAPE
};

const fn two(info: &'static ModelInfo, effects: &'static [Effect]) -> Tiny {
    Tiny {
        info,
        starts: &[1, 3],
        effects,
    }
}

/// `x = 1` beside `y = x`.
const WRITING: &[Effect] = &[
    |s, _| set(s, X, 1),
    |s, _| {
        let x = s.get(X);
        set(s, Y, x)
    },
];

#[test]
fn a_forgotten_write() {
    const RIGHT: ModelInfo = ModelInfo {
        tags: &[tags(&[write(X)]), tags(&[read(X), write(Y)])],
        ..TWO
    };
    const WRONG: ModelInfo = ModelInfo {
        tags: &[tags(&[]), tags(&[read(X), write(Y)])],
        ..TWO
    };
    assert_sound(&two(&RIGHT, WRITING), 5);
    let words = [
        "P[0] first (tiny.pml:1), which touches: nothing",
        "Q[1] second (tiny.pml:2), which touches: read x, write y",
        "the two orders lead to different states",
        "x=0",
    ];
    assert_found(&two(&WRONG, WRITING), Rule::Independence, &words);
    let words = ["P[0] first", "more than its own process"];
    assert_found(&two(&WRONG, WRITING), Rule::Locality, &words);
    let words = ["local chooses the processes [0]", "Q[1] second"];
    assert_found(&two(&WRONG, WRITING), Rule::ProcessSet, &words);
}

/// The tags are right, but who compares them says that nothing ever depends on anything; or says so
/// only when asked behind one of the edges.
#[test]
fn a_relation_that_forgets() {
    const RIGHT: ModelInfo = ModelInfo {
        tags: &[tags(&[write(X)]), tags(&[read(X), write(Y)])],
        ..TWO
    };
    let depends: [fn(&State, &Move, &Move) -> bool; 2] = [
        |_, _, _| false,
        |state, _, _| state.get(X) == 0 || state.place(state.process(1)).0 != 3,
    ];
    for dependent in depends {
        let checked = check(&two(&RIGHT, WRITING), MANY, || Reducers {
            choosers: Vec::new(),
            dependent: Some(Box::new(dependent)),
        });
        assert_reported(&checked, Rule::Relation, &["P[0] first", "Q[1] second"]);
    }
}

#[test]
fn a_send_without_a_tag() {
    const RIGHT: ModelInfo = ModelInfo {
        tags: &[tags(&[put(OF_C)]), tags(&[put(OF_C)])],
        ..TWO
    };
    const WRONG: ModelInfo = ModelInfo {
        tags: &[tags(&[put(OF_C)]), tags(&[])],
        ..TWO
    };
    let effects: &[Effect] = &[|s, _| sending(s, 1, 1), |s, _| sending(s, 1, 2)];
    assert_sound(&two(&RIGHT, effects), 5);
    let words = ["send to c", "the two orders lead to different states"];
    assert_found(&two(&WRONG, effects), Rule::Independence, &words);
}

/// A send and a receive that are both enabled commute, which the verbs know; asking for the fill
/// does not commute with either.
#[test]
fn sends_receives_and_questions() {
    const RECEIVING: ModelInfo = ModelInfo {
        places: &[
            UNUSED,
            place(0, 1, false, &[offer(0)]),
            place(0, 1, false, &[offer(0)]),
            place(1, 2, false, &[receive(1)]),
            place(1, 2, true, &[]),
        ],
        tags: &[tags(&[put(OF_C)]), tags(&[take(OF_C)])],
        ..TWO
    };
    const ASKING: ModelInfo = ModelInfo {
        tags: &[tags(&[put(OF_C)]), tags(&[ask(OF_C)])],
        ..RECEIVING
    };
    const NOT_ASKING: ModelInfo = ModelInfo {
        tags: &[tags(&[put(OF_C)]), tags(&[])],
        ..RECEIVING
    };
    let effects: &[Effect] = &[|s, _| sending(s, 1, 1), |s, p| receiving(s, p, 1)];
    assert_sound(&two(&RECEIVING, effects), 6);
    let effects: &[Effect] = &[
        |s, _| sending(s, 1, 1),
        |s, p| {
            let queue = s.channel(1, "c")?;
            let length = s.queue_length(queue) as i32;
            set(s, p.at(L), length)
        },
    ];
    assert_sound(&two(&ASKING, effects), 9);
    assert_found(&two(&NOT_ASKING, effects), Rule::Independence, &[]);
}

#[test]
fn an_else_that_does_not_read_what_its_siblings_read() {
    const SHAPE: ModelInfo = ModelInfo {
        places: &[
            UNUSED,
            place(0, 1, false, &[offer(0), otherwise(1)]),
            place(0, 1, true, &[]),
            place(1, 2, false, &[offer(2)]),
            place(1, 2, true, &[]),
        ],
        transitions: &[
            transition(0, 2, &[at(1, "x == 1")]),
            transition(0, 2, &[at(1, "else")]),
            transition(1, 4, &[at(2, "x = 1")]),
        ],
        ..TWO
    };
    const RIGHT: ModelInfo = ModelInfo {
        tags: &[tags(&[read(X)]), tags(&[read(X)]), tags(&[write(X)])],
        ..SHAPE
    };
    const WRONG: ModelInfo = ModelInfo {
        tags: &[tags(&[read(X)]), tags(&[]), tags(&[write(X)])],
        ..SHAPE
    };
    let effects: &[Effect] = &[|s, _| when(s.get(X) == 1), SKIP, |s, _| set(s, X, 1)];
    assert_sound(&two(&RIGHT, effects), 4);
    let words = ["P[0] else", "one can disable the other"];
    assert_found(&two(&WRONG, effects), Rule::Independence, &words);
}

#[test]
fn processes_that_are_started() {
    const SHAPE: ModelInfo = ModelInfo {
        places: &[
            UNUSED,
            place(0, 1, false, &[offer(0)]),
            place(0, 1, true, &[]),
            place(1, 2, false, &[offer(1)]),
            place(1, 2, true, &[]),
            place(2, 3, true, &[]),
        ],
        ..TWO
    };
    const RIGHT: ModelInfo = ModelInfo {
        tags: &[
            starting(&[2], tags(&[changes(PROCESSES)])),
            starting(&[1], tags(&[changes(PROCESSES)])),
        ],
        ..SHAPE
    };
    const WRONG: ModelInfo = ModelInfo {
        tags: &[
            starting(&[2], tags(&[changes(PROCESSES)])),
            starting(&[1], tags(&[])),
        ],
        ..SHAPE
    };
    const UNANNOUNCED: ModelInfo = ModelInfo {
        tags: &[
            starting(&[1], tags(&[changes(PROCESSES)])),
            starting(&[1], tags(&[changes(PROCESSES)])),
        ],
        ..SHAPE
    };
    let effects: &[Effect] = &[
        |s, _| spawn(s, 5).map(|()| Step::Done),
        |s, _| spawn(s, 4).map(|()| Step::Done),
    ];
    assert_sound(&two(&RIGHT, effects), 5);
    let words = ["write _nr_pr", "different states"];
    assert_found(&two(&WRONG, effects), Rule::Independence, &words);
    let words = ["P[0] first", "starts R"];
    assert_found(&two(&UNANNOUNCED, effects), Rule::Starts, &words);
}

#[test]
fn assertions_and_run_time_errors_are_part_of_what_an_edge_does() {
    const RIGHT: ModelInfo = ModelInfo {
        tags: &[tags(&[write(X)]), tags(&[read(X)])],
        ..TWO
    };
    const WRONG: ModelInfo = ModelInfo {
        tags: &[tags(&[write(X)]), tags(&[])],
        ..TWO
    };
    let asserting: &[Effect] = &[
        |s, _| set(s, X, 1),
        |s, _| {
            s.assert(s.get(X) == 0, &TWO.transitions[1].steps[0]);
            Ok(Step::Done)
        },
    ];
    let dividing: &[Effect] = &[
        |s, _| set(s, X, 1),
        |s, _| match s.get(X) {
            0 => Err(s.fail(Fault::DivisionByZero { what: "1 / x" })),
            _ => Ok(Step::Done),
        },
    ];
    for (effects, states) in [(asserting, 4), (dividing, 3)] {
        assert_sound(&two(&RIGHT, effects), states);
        let words = ["behind one, the other has other failed assertions or run-time errors"];
        assert_found(&two(&WRONG, effects), Rule::Independence, &words);
    }
}

/// `atomic { skip; x == 1; y = 1 }` beside `x = 1`: one edge, which can stop in the middle.
#[test]
fn an_atomic_sequence_is_one_edge() {
    const SHAPE: ModelInfo = ModelInfo {
        places: &[
            UNUSED,
            place(0, 1, false, &[atomic(offer(0))]),
            place(0, 1, false, &[atomic(offer(1))]),
            place(0, 1, false, &[offer(2)]),
            place(0, 1, true, &[]),
            place(1, 2, false, &[offer(3)]),
            place(1, 2, true, &[]),
        ],
        transitions: &[
            transition(0, 2, &[at(1, "skip")]),
            transition(0, 3, &[at(1, "x == 1")]),
            transition(0, 4, &[at(1, "y = 1")]),
            transition(1, 6, &[at(2, "x = 1")]),
        ],
        ..TWO
    };
    const RIGHT: ModelInfo = ModelInfo {
        tags: &[
            tags(&[read(X), write(Y)]),
            tags(&[read(X), write(Y)]),
            tags(&[write(Y)]),
            tags(&[write(X)]),
        ],
        ..SHAPE
    };
    const WRONG: ModelInfo = ModelInfo {
        tags: &[
            tags(&[write(Y)]),
            tags(&[read(X), write(Y)]),
            tags(&[write(Y)]),
            tags(&[write(X)]),
        ],
        ..SHAPE
    };
    let tiny = |info| Tiny {
        info,
        starts: &[1, 5],
        effects: &[
            SKIP,
            |s, _| when(s.get(X) == 1),
            |s, _| set(s, Y, 1),
            |s, _| set(s, X, 1),
        ],
    };
    assert_sound(&tiny(&RIGHT), 5);
    let words = ["P[0] skip", "the two orders lead to different states"];
    assert_found(&tiny(&WRONG), Rule::Independence, &words);
}

/// Element by element: `a[l] = 1` with different locals is independent; an index that changes
/// without a word is found.
#[test]
fn elements_of_an_array() {
    const SHAPE: ModelInfo = ModelInfo {
        places: &[
            UNUSED,
            place(0, 1, false, &[offer(0)]),
            place(0, 1, false, &[offer(1)]),
            place(0, 1, true, &[]),
            place(1, 2, false, &[offer(2)]),
            place(1, 2, true, &[]),
        ],
        transitions: &[
            transition(0, 2, &[at(1, "l = 1")]),
            transition(0, 3, &[at(1, "a[l] = 1")]),
            transition(1, 5, &[at(2, "a[l] = 2")]),
        ],
        ..TWO
    };
    const OWN: runtime::tags::Tag = write(A).of(L);
    const RIGHT: ModelInfo = ModelInfo {
        tags: &[assigning(1, tags(&[])), tags(&[OWN]), tags(&[OWN])],
        ..SHAPE
    };
    const CHANGED: ModelInfo = ModelInfo {
        tags: &[tags(&[]), tags(&[OWN]), tags(&[OWN])],
        ..SHAPE
    };
    const WRONG: ModelInfo = ModelInfo {
        tags: &[
            assigning(1, tags(&[])),
            tags(&[write(A).at(0)]),
            tags(&[write(A).at(1)]),
        ],
        ..SHAPE
    };
    let tiny = |info, effects| Tiny {
        info,
        starts: &[1, 4],
        effects,
    };
    const EFFECTS: &[Effect] = &[
        |s, p| set(s, p.at(L), 1),
        |s, p| {
            let cell = A.element(s.get(p.at(L)) as u32);
            set(s, cell, 1)
        },
        |s, p| {
            let cell = A.element(s.get(p.at(L)) as u32);
            set(s, cell, 2)
        },
    ];
    const SAME: &[Effect] = &[EFFECTS[0], EFFECTS[1], |s, _| set(s, A.element(1), 2)];
    assert_sound(&tiny(&RIGHT, EFFECTS), 6);
    let words = ["P[0] l = 1", "the index was 0 before and is 1 behind it"];
    assert_found(&tiny(&CHANGED, EFFECTS), Rule::Element, &words);
    assert_found(&tiny(&WRONG, SAME), Rule::Independence, &["write a[0]"]);
}
