//! Disabled transitions: who enables them, and what they need.

use crate::tiny::*;
use crate::{assert_found, assert_sound};
use runtime::model::ModelInfo;
use runtime::reduce::check::Rule;
use runtime::tables::*;

/// `x == 1 && y == 1` beside a process that sets `x`, then `y`.
const WAITING: ModelInfo = ModelInfo {
    places: &[
        UNUSED,
        place(0, 1, false, &[offer(0)]),
        place(0, 1, true, &[]),
        place(1, 2, false, &[offer(1)]),
        place(1, 3, false, &[offer(2)]),
        place(1, 3, true, &[]),
    ],
    transitions: &[
        transition(0, 2, &[at(1, "x == 1 && y == 1")]),
        transition(1, 4, &[at(2, "x = 1")]),
        transition(1, 5, &[at(3, "y = 1")]),
    ],
    ..SHAPE
};

const fn waiting(info: &'static ModelInfo) -> Tiny {
    Tiny {
        info,
        starts: &[1, 3],
        effects: &[
            |s, _| when(s.get(X) == 1 && s.get(Y) == 1),
            |s, _| set(s, X, 1),
            |s, _| set(s, Y, 1),
        ],
    }
}

const SET_X: runtime::tags::Tags = tags(&[write(X)]);
const SET_Y: runtime::tags::Tags = tags(&[write(Y)]);

#[test]
fn what_enables_a_transition_conflicts_with_it() {
    const RIGHT: ModelInfo = ModelInfo {
        tags: &[tags(&[read(X), read(Y)]), SET_X, SET_Y],
        ..WAITING
    };
    const WRONG: ModelInfo = ModelInfo {
        tags: &[tags(&[read(X)]), SET_X, SET_Y],
        ..WAITING
    };
    assert_sound(&waiting(&RIGHT), 4);
    let words = [
        "P[0] x == 1 && y == 1 (tiny.pml:1), which touches: read x",
        "Q[1] y = 1",
        "the edge enables it",
    ];
    assert_found(&waiting(&WRONG), Rule::Enabling, &words);
}

#[test]
fn needs_agree_with_what_is_enabled_and_with_who_brings_them_about() {
    const GUARD: runtime::tags::Tags = tags(&[read(X), read(Y)]);
    const FIRST: runtime::tags::Need = need(|s, _| s.get(X) == 1, &[read(X)]);
    const SECOND: runtime::tags::Need = need(|s, _| s.get(Y) == 1, &[read(Y)]);
    const RIGHT: ModelInfo = ModelInfo {
        tags: &[needing(&[FIRST, SECOND], GUARD), SET_X, SET_Y],
        ..WAITING
    };
    const UNKNOWN: ModelInfo = ModelInfo {
        tags: &[
            needing(&[perhaps(&[read(X)]), perhaps(&[read(Y)])], GUARD),
            SET_X,
            SET_Y,
        ],
        ..WAITING
    };
    assert_sound(&waiting(&RIGHT), 4);
    assert_sound(&waiting(&UNKNOWN), 4);

    const WRONG_TAGS: ModelInfo = ModelInfo {
        tags: &[
            needing(&[FIRST, need(|s, _| s.get(Y) == 1, &[read(X)])], GUARD),
            SET_X,
            SET_Y,
        ],
        ..WAITING
    };
    let words = ["Q[1] y = 1", "the edge brings need 1 about"];
    assert_found(&waiting(&WRONG_TAGS), Rule::NeedTags, &words);

    const WRONG_ANSWER: ModelInfo = ModelInfo {
        tags: &[
            needing(&[FIRST, need(|s, _| s.get(Y) == 2, &[read(Y)])], GUARD),
            SET_X,
            SET_Y,
        ],
        ..WAITING
    };
    let words = ["enabled although need 1 does not hold"];
    assert_found(&waiting(&WRONG_ANSWER), Rule::Need, &words);

    const FORGOTTEN: ModelInfo = ModelInfo {
        tags: &[needing(&[FIRST], GUARD), SET_X, SET_Y],
        ..WAITING
    };
    let words = ["disabled although all needs hold"];
    assert_found(&waiting(&FORGOTTEN), Rule::Need, &words);

    const WRONG_UNKNOWN: ModelInfo = ModelInfo {
        tags: &[needing(&[FIRST, perhaps(&[read(Z)])], GUARD), SET_X, SET_Y],
        ..WAITING
    };
    let words = ["conflicts with no need that may be missing"];
    assert_found(&waiting(&WRONG_UNKNOWN), Rule::NeedTags, &words);
}

/// `c?l` beside `c!1`: what is missing is a message, and a send that is tagged as nothing brings it
/// about all the same.
#[test]
fn a_receive_waits_for_a_send() {
    const SHAPE: ModelInfo = ModelInfo {
        places: &[
            UNUSED,
            place(0, 1, false, &[receive(0)]),
            place(0, 1, true, &[]),
            place(1, 2, false, &[offer(1)]),
            place(1, 2, true, &[]),
        ],
        transitions: &[
            transition(0, 2, &[at(1, "c?l")]),
            transition(1, 4, &[at(2, "c!1")]),
        ],
        ..WAITING
    };
    const RECEIVE: runtime::tags::Tags = needing(
        &[need(
            |s, _| s.channel(1, "c").is_ok_and(|queue| s.can_receive(queue)),
            &[await_send(OF_C)],
        )],
        tags(&[take(OF_C)]),
    );
    const RIGHT: ModelInfo = ModelInfo {
        tags: &[RECEIVE, tags(&[put(OF_C)])],
        ..SHAPE
    };
    const WRONG: ModelInfo = ModelInfo {
        tags: &[RECEIVE, tags(&[])],
        ..SHAPE
    };
    let tiny = |info| Tiny {
        info,
        starts: &[1, 3],
        effects: &[|s, p| receiving(s, p, 1), |s, _| sending(s, 1, 1)],
    };
    assert_sound(&tiny(&RIGHT), 3);
    let words = ["P[0] c?l", "Q[1] c!1", "the edge enables it"];
    assert_found(&tiny(&WRONG), Rule::Enabling, &words);
    let words = [
        "need 0 does not hold: await a send to c",
        "the edge brings need 0 about",
    ];
    assert_found(&tiny(&WRONG), Rule::NeedTags, &words);
}

/// `m!1` beside `skip; m?l`: the step before the receive has no tags, and enables the send all the
/// same, because the receive has.
#[test]
fn a_partner_comes_to_a_handshake() {
    const SHAPE: ModelInfo = ModelInfo {
        places: &[
            UNUSED,
            place(0, 1, false, &[offer(0)]),
            place(0, 1, true, &[]),
            place(1, 2, false, &[offer(1)]),
            place(1, 2, false, &[receive(2)]),
            place(1, 2, true, &[]),
        ],
        transitions: &[
            transition(0, 2, &[at(1, "m!1")]),
            transition(1, 4, &[at(2, "skip")]),
            transition(1, 5, &[at(2, "m?l")]),
        ],
        ..WAITING
    };
    const RIGHT: ModelInfo = ModelInfo {
        tags: &[
            tags(&[meet_sending(OF_M)]),
            tags(&[]),
            tags(&[meet_receiving(OF_M)]),
        ],
        ..SHAPE
    };
    const WRONG: ModelInfo = ModelInfo {
        tags: &[
            tags(&[meet_sending(OF_M)]),
            tags(&[]),
            tags(&[meet_receiving(OF_C)]),
        ],
        ..SHAPE
    };
    let tiny = |info| Tiny {
        info,
        starts: &[1, 3],
        effects: &[|s, _| sending(s, 2, 1), SKIP, |s, p| receiving(s, p, 2)],
    };
    assert_sound(&tiny(&RIGHT), 3);
    let words = ["P[0] m!1", "Q[1] skip", "the edge enables it"];
    assert_found(&tiny(&WRONG), Rule::Enabling, &words);
}

/// `timeout` is true when nothing else can move: that no one writes it is no mistake.
#[test]
fn nothing_is_claimed_where_only_timeout_lets_anything_move() {
    const INFO: ModelInfo = ModelInfo {
        places: &[
            UNUSED,
            place(0, 1, false, &[offer(0)]),
            place(0, 1, true, &[]),
            place(1, 2, false, &[offer(1)]),
            place(1, 2, true, &[]),
        ],
        transitions: &[
            transition(0, 2, &[at(1, "timeout")]),
            transition(1, 4, &[at(2, "skip")]),
        ],
        tags: &[tags(&[looks_at(TIMEOUT)]), tags(&[])],
        ..SHAPE
    };
    let tiny = Tiny {
        info: &INFO,
        starts: &[1, 3],
        effects: &[|s, _| when(s.timeout()), SKIP],
    };
    assert_sound(&tiny, 3);
}
