//! Peterson's mutual exclusion with a counter of processes in the critical section.
//!
//! ```promela
//! bool turn, flag[2]; byte cnt;
//! active [2] proctype P() { pid i, j; i = _pid; j = 1 - _pid;
//! again: flag[i] = true; turn = i; (flag[j] == false || turn != i) -> cnt++; assert(cnt == 1); cnt--; flag[i] = false; goto again }
//! ```

use runtime::model::{ModelInfo, Outcome, SourceInfo, Variable};
use runtime::rows::{Place, Proctype, assign, guard, place, proctype};
use runtime::state::{Array, Field, Process, State};
use runtime::tables::{array, at, read, scalar, write};

use super::{Toy, assert_that, set, spawn, tagged, when};

pub const TOY: Toy = Toy {
    model: &MODEL,
    stored: 74,
    matched: 63,
    atomic_steps: 0,
    depth: 41,
    errors: 0,
};

const TURN: Variable = scalar(0, "turn", Field::unsigned(0, 0, 1));
const FLAG: Variable = array(1, "flag", Array::unsigned(1, 1, 1, 2));
const CNT: Variable = scalar(2, "cnt", Field::unsigned(0, 8, 8));
const I: Variable = scalar(0, "i", Field::unsigned(0, 8, 8));
const J: Variable = scalar(1, "j", Field::unsigned(0, 16, 8));

const L2: Place = place(1, 2);
const L2B: Place = place(2, 2);
const L3: Place = place(3, 3);
const L3B: Place = place(4, 3);
const L3C: Place = place(5, 3);
const L3D: Place = place(6, 3);
const L3E: Place = place(7, 3);
const L3F: Place = place(8, 3);
const L3G: Place = place(9, 3);

const ASSERT_L3: SourceInfo = at(3, "assert(cnt == 1)");

const P: Proctype = proctype(0, "P", 1).locals(&[I, J]).starts_at(L2).rows(&[
    assign(L2, |s, me| set(me.at(I), me.pid.into(), s, me, L2B), L2B)
        .line(2, "i = _pid")
        .assigns(&[I]),
    assign(L2B, assign_j, L3)
        .line(2, "j = 1 - _pid")
        .assigns(&[J]),
    assign(L3, |s, me| set_flag(s, me, 1, L3B), L3B)
        .line(3, "flag[i] = true")
        .touches(&[write(FLAG).of(I)]),
    assign(L3B, |s, me| set(TURN, i(s, me), s, me, L3C), L3C)
        .line(3, "turn = i")
        .touches(&[write(TURN)]),
    guard(L3C, wait, L3D)
        .line(3, "flag[j] == false || turn != i")
        .touches(&[read(FLAG).of(J), read(TURN)]),
    assign(L3D, |s, me| set(CNT, s.get(CNT) + 1, s, me, L3E), L3E)
        .line(3, "cnt++")
        .touches(&[write(CNT)]),
    guard(
        L3E,
        |s, me| assert_that(s.get(CNT) == 1, &ASSERT_L3, s, me, L3F),
        L3F,
    )
    .lines(&[ASSERT_L3])
    .touches(&[read(CNT)]),
    assign(L3F, |s, me| set(CNT, s.get(CNT) - 1, s, me, L3G), L3G)
        .line(3, "cnt--")
        .touches(&[write(CNT)]),
    assign(L3G, |s, me| set_flag(s, me, 0, L3), L3)
        .line(3, "flag[i] = false")
        .touches(&[write(FLAG).of(I)]),
]);

pub static MODEL: &ModelInfo = &ModelInfo {
    name: "peterson",
    globals: &[TURN, FLAG, CNT],
    objects: &["turn", "flag", "cnt"],
    initialize: |state| spawn(state, 0, L2).and_then(|()| spawn(state, 0, L2)),
    ..tagged(runtime::tables_of!(&[P]))
};

fn i(state: &State, me: Process) -> i32 {
    state.get(me.at(I))
}

fn j(state: &State, me: Process) -> i32 {
    state.get(me.at(J))
}

fn assign_j(state: &mut State, me: Process) -> Outcome {
    set(me.at(J), 1 - i32::from(me.pid), state, me, L3)
}

fn set_flag(state: &mut State, me: Process, value: i32, to: Place) -> Outcome {
    let index = state.index(i(state, me), 2, "flag[i]")?;
    set(FLAG.element(index), value, state, me, to)
}

fn wait(state: &mut State, me: Process) -> Outcome {
    let index = state.index(j(state, me), 2, "flag[i]")?;
    let goes = state.get(FLAG.element(index)) == 0 || state.get(TURN) != i(state, me);
    when(goes, state, me, L3D)
}
