//! A send on a rendezvous channel as escape: the main path is left out exactly when the handshake
//! can be completed.
//!
//! ```promela
//! chan r = [0] of {byte}; byte x;
//! active proctype S() { byte v; r?v }
//! active proctype R() { { x = 5; x = 6 } unless { r!3 -> x = 1 }; assert(x != 1); assert(x != 5); assert(x != 6) }
//! ```

use runtime::model::{ModelInfo, Outcome, QueueKind, Shown, SourceInfo, Variable};
use runtime::rows::{Place, Proctype, assign, end, guard, place, proctype, receive, send};
use runtime::state::{Field, Process, State};
use runtime::tables::{at, channel, scalar, unsigned};

use super::{Toy, assert_that, end_process, send_to, set, spawn, take_from, untagged};

pub const TOY: Toy = Toy {
    model: &MODEL,
    stored: 8,
    matched: 0,
    atomic_steps: 0,
    depth: 8,
    errors: 1,
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
const L3F: Place = place(8, 3);
const L3G: Place = place(9, 3).end();

const ASSERT_L3: SourceInfo = at(3, "assert(x != 1)");
const ASSERT_L3B: SourceInfo = at(3, "assert(x != 5)");
const ASSERT_L3C: SourceInfo = at(3, "assert(x != 6)");

const S: Proctype = proctype(0, "S", 1).locals(&[V]).starts_at(L2).rows(&[
    receive(L2, |s, me| receive_v(s, me, L2B), L2B).line(2, "r?v"),
    end(L2B, end_process).line(2, "-end-"),
]);

const R: Proctype = proctype(1, "R", 1).starts_at(L3).rows(&[
    send(L3, |s, me| send_to(s.channel(1, "r")?, 3, s, me, L3C), L3C)
        .also_from(&[L3B])
        .line(3, "r!3"),
    assign(L3.tier(1), |s, me| set(X, 5, s, me, L3B), L3B).line(3, "x = 5"),
    assign(L3B.tier(1), |s, me| set(X, 6, s, me, L3D), L3D).line(3, "x = 6"),
    assign(L3C, |s, me| set(X, 1, s, me, L3D), L3D).line(3, "x = 1"),
    guard(
        L3D,
        |s, me| assert_that(s.get(X) != 1, &ASSERT_L3, s, me, L3E),
        L3E,
    )
    .lines(&[ASSERT_L3]),
    guard(
        L3E,
        |s, me| assert_that(s.get(X) != 5, &ASSERT_L3B, s, me, L3F),
        L3F,
    )
    .lines(&[ASSERT_L3B]),
    guard(
        L3F,
        |s, me| assert_that(s.get(X) != 6, &ASSERT_L3C, s, me, L3G),
        L3G,
    )
    .lines(&[ASSERT_L3C]),
    end(L3G, end_process).line(3, "-end-"),
]);

static MODEL: &ModelInfo = &ModelInfo {
    name: "escape_offer",
    globals: &[X],
    channels: &[channel("r", 0)],
    queues: &[QueueKind::new(0, &[unsigned(0, 8, Shown::Number)])],
    initialize: |state| spawn(state, 0, L2).and_then(|()| spawn(state, 1, L3)),
    ..untagged(runtime::tables_of!(&[S, R]))
};

fn receive_v(state: &mut State, me: Process, to: Place) -> Outcome {
    take_from(state.channel(1, "r")?, V, state, me, to)
}
