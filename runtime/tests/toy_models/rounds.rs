//! A process that counts round for ever, another one beside it, and what is claimed of them.
//!
//! ```promela
//! byte x; bit y;
//! active proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }      /* each a step */
//! active proctype Q() { accept: do :: y = 1 - y od }
//! ltl comes { []<> (x == 3) }                            /* if runs are weakly fair */
//! ltl stays { [] (x < 4) }
//! ltl low { [] (x < 3) }
//! ```

use runtime::claim::{
    ClaimEdge, ClaimInfo, ClaimKind, ClaimPlace, Component, Proposition, stay, step,
};
use runtime::model::{ModelInfo, SourceInfo, Unchecked, Variable};
use runtime::rows::{Place, Proctype, assign, place, proctype};
use runtime::state::Field;
use runtime::tables::{at, scalar};

use super::looking::looking_at;
use super::{set, spawn, untagged};

const X: Variable = scalar(0, "x", Field::unsigned(0, 0, 8));
const Y: Variable = scalar(1, "y", Field::unsigned(0, 8, 1));
const CLAIM: Field = Field::unsigned(0, 16, 8);

const COUNT: Place = place(1, 2);
const TURN: Place = place(2, 3);

const P: Proctype = proctype(0, "P", 1).starts_at(COUNT).rows(&[assign(
    COUNT,
    |s, me| set(X, (s.get(X) + 1) % 4, s, me, COUNT),
    COUNT,
)
.line(2, "x++")]);

const Q: Proctype = proctype(1, "Q", 1).starts_at(TURN).rows(&[assign(
    TURN,
    |s, me| set(Y, 1 - s.get(Y), s, me, TURN),
    TURN,
)
.line(3, "y = 1 - y")]);

const fn edge(care: u64, value: u64, target: u16, sets: u32) -> ClaimEdge {
    step(at(0, ""), care, value, target).accepts(sets)
}

const fn stand(component: Component, edges: &'static [ClaimEdge]) -> ClaimPlace {
    stay(at(0, ""), component, edges)
}

/// The places of the negation of `[] p`.
const ALWAYS: &[ClaimPlace] = &[
    stand(Component::Rejecting, &[edge(1, 1, 0, 0), edge(1, 0, 1, 0)]),
    stand(Component::Terminal, &[edge(0, 0, 1, 0)]),
];

const fn claim(
    name: &'static str,
    source: SourceInfo,
    places: &'static [ClaimPlace],
    propositions: &'static [Proposition],
) -> ClaimInfo {
    ClaimInfo {
        name,
        source,
        place: CLAIM,
        places,
        sets: 1,
        propositions,
        ..looking_at(&[])
    }
}

const COMES: ClaimInfo = claim(
    "ltl comes",
    at(4, "[]<> (x == 3)"),
    &[
        stand(Component::Rejecting, &[edge(0, 0, 0, 0), edge(1, 0, 1, 0)]),
        stand(Component::Weak, &[edge(1, 0, 1, 1)]),
    ],
    &[Proposition {
        source: at(4, "x == 3"),
        holds: |s| Ok(s.get(X) == 3),
    }],
);

const STAYS: ClaimInfo = claim(
    "ltl stays",
    at(5, "[] (x < 4)"),
    ALWAYS,
    &[Proposition {
        source: at(5, "x < 4"),
        holds: |s| Ok(s.get(X) < 4),
    }],
);

const LOW: ClaimInfo = claim(
    "ltl low",
    at(6, "[] (x < 3)"),
    ALWAYS,
    &[Proposition {
        source: at(6, "x < 3"),
        holds: |s| Ok(s.get(X) < 3),
    }],
);

const ACCEPTANCE: ClaimInfo = ClaimInfo {
    kind: ClaimKind::Acceptance,
    asks_accept: true,
    ..claim(
        "acceptance",
        at(0, ""),
        &[stand(
            Component::General,
            &[edge(1, 1, 0, 1), edge(1, 0, 0, 0)],
        )],
        &[Proposition {
            source: at(0, ""),
            // Q is there, and never anywhere else.
            holds: |s| Ok(s.process_count() == 2),
        }],
    )
};

const MODEL: ModelInfo = ModelInfo {
    name: "rounds",
    globals: &[X, Y],
    initialize: |state| spawn(state, 0, COUNT).and_then(|()| spawn(state, 1, TURN)),
    ..untagged(runtime::tables_of!(&[P, Q]))
};

/// The same, but its initial values divide by zero.
pub static STILLBORN: &ModelInfo = &ModelInfo {
    initialize: |state| state.divide(1, 0, "1 / 0").map(|_| ()),
    claims: &[COMES, STAYS],
    ..MODEL
};

/// All that is claimed.
pub static CLAIMED: &ModelInfo = &ModelInfo {
    claims: &[COMES, STAYS, LOW, ACCEPTANCE],
    unchecked: Unchecked {
        accept_labels: 1,
        ..Unchecked::NOTHING
    },
    ..MODEL
};

/// What holds if runs are weakly fair, and a claim that the analyzer cannot check.
pub static HOLDING: &ModelInfo = &ModelInfo {
    claims: &[COMES, STAYS],
    unchecked: Unchecked {
        claims: &["ltl huge"],
        ..Unchecked::NOTHING
    },
    ..MODEL
};
