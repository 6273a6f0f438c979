//! A channel local to a process, passed to two others that are created and die.
//!
//! ```promela
//! byte a; bool b;
//! proctype W(chan o; byte n) { o!n; a++ }
//! init { chan q = [2] of {byte}; byte v;
//!   atomic { run W(q, 1); run W(q, 2) }
//!   q?v; q?v; b = (v == 2 -> true : false); (_nr_pr == 1); d_step { a = 0; v = 0 } }
//! ```

use runtime::model::{ModelInfo, Outcome, QueueKind, Shown, Variable};
use runtime::rows::{Place, Proctype, assign, end, guard, place, proctype, receive, send};
use runtime::state::{Field, Process, State};
use runtime::tables::{channel, scalar, unsigned};

use super::{Toy, end_process, enter, send_to, set, take_from, untagged, when};

pub const TOY: Toy = Toy {
    model: &MODEL,
    stored: 74,
    matched: 63,
    atomic_steps: 1,
    depth: 14,
    errors: 0,
};

const A: Variable = scalar(0, "a", Field::unsigned(0, 0, 8));
const B: Variable = scalar(1, "b", Field::unsigned(0, 8, 1));
const O: Variable = scalar(0, "o", Field::unsigned(0, 8, 8)).shown(Shown::Channel);
const N: Variable = scalar(1, "n", Field::unsigned(0, 16, 8));
const Q: Field = Field::unsigned(0, 8, 8);
const V: Variable = scalar(0, "v", Field::unsigned(0, 16, 8));

const L2: Place = place(1, 2);
const L2B: Place = place(2, 2);
const L2C: Place = place(3, 2).end();
const L4: Place = place(4, 4);
const L4B: Place = place(5, 4);
const L5: Place = place(6, 5);
const L5B: Place = place(7, 5);
const L5C: Place = place(8, 5);
const L5D: Place = place(9, 5);
const L5E: Place = place(10, 5);
const L5F: Place = place(11, 5).end();

const W: Proctype = proctype(0, "W", 1).locals(&[O, N]).starts_at(L2).rows(&[
    send(L2, send_n, L2B).line(2, "o!n"),
    assign(L2B, |s, me| set(A, s.get(A) + 1, s, me, L2C), L2C).line(2, "a++"),
    end(L2C, end_process).line(2, "-end-"),
]);

const INIT: Proctype = proctype(1, "init", 1)
    .locals(&[V])
    .channels(&[channel("q", 0)])
    .starts_at(L4)
    .rows(&[
        guard(L4, |s, me| run_worker(s, me, 1, L4B), L4B)
            .line(4, "run W(q, 1)")
            .atomic(),
        guard(L4B, |s, me| run_worker(s, me, 2, L5), L5).line(4, "run W(q, 2)"),
        receive(L5, |s, me| receive_v(s, me, L5B), L5B).line(5, "q?v"),
        receive(L5B, |s, me| receive_v(s, me, L5C), L5C).line(5, "q?v"),
        assign(L5C, assign_b, L5D).line(5, "b = (v == 2 -> true : false)"),
        guard(L5D, |s, me| when(s.process_count() == 1, s, me, L5E), L5E).line(5, "_nr_pr == 1"),
        assign(L5E, clear, L5F).line(5, "d_step { a = 0; v = 0 }"),
        end(L5F, end_process).line(5, "-end-"),
    ]);

static MODEL: &ModelInfo = &ModelInfo {
    name: "local_channel",
    globals: &[A, B],
    queues: &[QueueKind::new(2, &[unsigned(0, 8, Shown::Number)])],
    initialize: |state| {
        let own = state.channel_count() + 1;
        let me = state.spawn(1)?;
        set(me.at(Q), own as i32, state, me, L4).map(|_| ())
    },
    ..untagged(runtime::tables_of!(&[W, INIT]))
};

fn send_n(state: &mut State, me: Process) -> Outcome {
    let queue = state.channel(state.get(me.at(O)), "o")?;
    send_to(queue, state.get(me.at(N)), state, me, L2B)
}

fn run_worker(state: &mut State, me: Process, n: i32, to: Place) -> Outcome {
    let worker = state.spawn(0)?;
    state.set(worker.at(O), state.get(me.at(Q)));
    set(worker.at(N), n, state, worker, L2)?;
    enter(state, me, to)
}

fn receive_v(state: &mut State, me: Process, to: Place) -> Outcome {
    let queue = state.channel(state.get(me.at(Q)), "q")?;
    take_from(queue, V, state, me, to)
}

fn assign_b(state: &mut State, me: Process) -> Outcome {
    set(B, i32::from(state.get(me.at(V)) == 2), state, me, L5D)
}

fn clear(state: &mut State, me: Process) -> Outcome {
    state.set(A, 0);
    set(me.at(V), 0, state, me, L5F)
}
