//! A handshake between atomic sequences: afterwards the receiver alone may move if its receive is
//! inside one, else no one is alone.
//!
//! ```promela
//! chan c = [0] of {byte}; byte x;
//! active proctype S() { atomic { x = 1; c!5; x = 2 } }
//! active proctype R() { byte v; atomic { c?v; assert(x == 1); x = 3; x = 4 } }     /* into atomic */
//! active proctype R() { byte v; c?v; assert(x == 1) }                              /* out of atomic */
//! ```

use runtime::model::{ModelInfo, Outcome, QueueKind, Shown, SourceInfo, Variable};
use runtime::rows::{Place, Proctype, assign, end, guard, place, proctype, receive, send};
use runtime::state::{Field, Process, State};
use runtime::tables::{at, channel, scalar, unsigned};

use super::{Toy, assert_that, end_process, send_to, set, spawn, take_from, untagged};

pub const INTO_ATOMIC: Toy = Toy {
    model: &INTO,
    stored: 6,
    matched: 1,
    atomic_steps: 4,
    depth: 9,
    errors: 0,
};

pub const OUT_OF_ATOMIC: Toy = Toy {
    model: &OUT,
    stored: 8,
    matched: 2,
    atomic_steps: 1,
    depth: 7,
    errors: 1,
};

const X: Variable = scalar(0, "x", Field::unsigned(0, 0, 8));
const V: Variable = scalar(0, "v", Field::unsigned(0, 8, 8));

const L2: Place = place(1, 2);
const L2B: Place = place(2, 2);
const L2C: Place = place(3, 2);
const L2D: Place = place(4, 2).end();
const L3: Place = place(5, 3);
const L3B: Place = place(6, 3);
const L3C: Place = place(7, 3);
const L3D: Place = place(8, 3);
const L3E: Place = place(9, 3).end();
const L4: Place = place(5, 4);
const L4B: Place = place(6, 4);
const L4C: Place = place(7, 4).end();

const ASSERT_L3: SourceInfo = at(3, "assert(x == 1)");
const ASSERT_L4: SourceInfo = at(4, "assert(x == 1)");

const S: Proctype = proctype(0, "S", 1).starts_at(L2).rows(&[
    assign(L2, |s, me| set(X, 1, s, me, L2B), L2B)
        .line(2, "x = 1")
        .atomic(),
    send(L2B, |s, me| send_to(s.channel(1, "c")?, 5, s, me, L2C), L2C)
        .line(2, "c!5")
        .atomic(),
    assign(L2C, |s, me| set(X, 2, s, me, L2D), L2D).line(2, "x = 2"),
    end(L2D, end_process).line(2, "-end-"),
]);

const R: Proctype = proctype(1, "R", 1).locals(&[V]);

const INTO_R: Proctype = R.starts_at(L3).rows(&[
    receive(L3, |s, me| receive_v(s, me, L3B), L3B)
        .line(3, "c?v")
        .atomic(),
    guard(
        L3B,
        |s, me| assert_that(s.get(X) == 1, &ASSERT_L3, s, me, L3C),
        L3C,
    )
    .lines(&[ASSERT_L3])
    .atomic(),
    assign(L3C, |s, me| set(X, 3, s, me, L3D), L3D)
        .line(3, "x = 3")
        .atomic(),
    assign(L3D, |s, me| set(X, 4, s, me, L3E), L3E).line(3, "x = 4"),
    end(L3E, end_process).line(3, "-end-"),
]);

const OUT_OF_R: Proctype = R.starts_at(L4).rows(&[
    receive(L4, |s, me| receive_v(s, me, L4B), L4B).line(4, "c?v"),
    guard(
        L4B,
        |s, me| assert_that(s.get(X) == 1, &ASSERT_L4, s, me, L4C),
        L4C,
    )
    .lines(&[ASSERT_L4]),
    end(L4C, end_process).line(4, "-end-"),
]);

static INTO: &ModelInfo = &handshake(runtime::tables_of!(&[S, INTO_R]));
static OUT: &ModelInfo = &handshake(runtime::tables_of!(&[S, OUT_OF_R]));
static QUEUES: [QueueKind; 1] = [QueueKind::new(0, &[unsigned(0, 8, Shown::Number)])];

const fn handshake(tables: ModelInfo) -> ModelInfo {
    ModelInfo {
        name: "handshake",
        globals: const { &[X] },
        channels: const { &[channel("c", 0)] },
        queues: &QUEUES,
        initialize: |state| spawn(state, 0, L2).and_then(|()| spawn(state, 1, L3)),
        ..untagged(tables)
    }
}

fn receive_v(state: &mut State, me: Process, to: Place) -> Outcome {
    take_from(state.channel(1, "c")?, V, state, me, to)
}
