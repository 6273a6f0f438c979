//! A receive from a rendezvous channel beside `else`: on the receiver's own turn only the `else`
//! can be executed.
//!
//! ```promela
//! chan r = [0] of {byte}; byte x;
//! active proctype S() { r!1 }
//! active proctype R() { byte v; if :: r?v -> x = 1 :: else -> x = 2 fi; assert(x != 1); assert(x != 2) }
//! ```

use runtime::model::{ModelInfo, Outcome, QueueKind, Shown, SourceInfo, Variable};
use runtime::rows::{
    Place, Proctype, assign, end, guard, otherwise, place, proctype, receive, send,
};
use runtime::state::{Field, Process, State};
use runtime::tables::{at, channel, scalar, unsigned};

use super::{Toy, assert_that, end_process, enter, send_to, set, spawn, take_from, untagged};

pub const TOY: Toy = Toy {
    model: &MODEL,
    stored: 12,
    matched: 0,
    atomic_steps: 0,
    depth: 7,
    errors: 3,
};

const X: Variable = scalar(0, "x", Field::unsigned(0, 0, 8));
const V: Variable = scalar(0, "v", Field::unsigned(0, 8, 8));

const L2: Place = place(1, 2);
const L2B: Place = place(2, 2).end();
const L3: Place = place(3, 3);
const L3B: Place = place(4, 3);
const L3C: Place = place(5, 3);
const L3D: Place = place(6, 3);
const L3E: Place = place(7, 3);
const L3F: Place = place(8, 3).end();

const ASSERT_L3: SourceInfo = at(3, "assert(x != 1)");
const ASSERT_L3B: SourceInfo = at(3, "assert(x != 2)");

const S: Proctype = proctype(0, "S", 1).starts_at(L2).rows(&[
    send(L2, |s, me| send_to(s.channel(1, "r")?, 1, s, me, L2B), L2B).line(2, "r!1"),
    end(L2B, end_process).line(2, "-end-"),
]);

const R: Proctype = proctype(1, "R", 1).locals(&[V]).starts_at(L3).rows(&[
    receive(L3, |s, me| receive_v(s, me, L3B), L3B).line(3, "r?v"),
    otherwise(L3, |s, me| enter(s, me, L3C), L3C).line(3, "else"),
    assign(L3B, |s, me| set(X, 1, s, me, L3D), L3D).line(3, "x = 1"),
    assign(L3C, |s, me| set(X, 2, s, me, L3D), L3D).line(3, "x = 2"),
    guard(
        L3D,
        |s, me| assert_that(s.get(X) != 1, &ASSERT_L3, s, me, L3E),
        L3E,
    )
    .lines(&[ASSERT_L3]),
    guard(
        L3E,
        |s, me| assert_that(s.get(X) != 2, &ASSERT_L3B, s, me, L3F),
        L3F,
    )
    .lines(&[ASSERT_L3B]),
    end(L3F, end_process).line(3, "-end-"),
]);

pub static MODEL: &ModelInfo = &ModelInfo {
    name: "receive_or_else",
    globals: &[X],
    channels: &[channel("r", 0)],
    queues: &[QueueKind::new(0, &[unsigned(0, 8, Shown::Number)])],
    initialize: |state| spawn(state, 0, L2).and_then(|()| spawn(state, 1, L3)),
    ..untagged(runtime::tables_of!(&[S, R]))
};

fn receive_v(state: &mut State, me: Process, to: Place) -> Outcome {
    take_from(state.channel(1, "r")?, V, state, me, to)
}
