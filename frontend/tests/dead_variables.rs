//! Locals that cannot be read any more are reset, and no others.

use std::path::Path;

use frontend::interpret::Interpreter;
use frontend::interpret::search::count;
use frontend::ir::Model;
use frontend::{Options, load_text};

fn optimized(text: &str) -> Model {
    let loaded = load_text(text, Path::new("m.pml"), &Options::default());
    loaded.model.expect("a right model")
}

#[test]
fn dead_locals_are_reset() {
    let text =
        "chan c = [1] of { byte }; active proctype P() { byte l, k; c?l; assert(l < 9); c?k; c!k }";
    let model = optimized(text);
    let resets: Vec<usize> = model.proctypes[0]
        .transitions
        .iter()
        .map(|transition| transition.resets.len())
        .collect();
    // c?l merged with the assertion, where l dies; c?k; c!k, where k dies; -end-
    assert_eq!(resets, [1, 0, 1, 0]);
}

/// States that two processes with a body reach, optimised.
fn stored(body: &str) -> usize {
    let text =
        format!("byte x, seen[5]; active [2] proctype P() {{ byte j, k; byte m[2]; {body} }}");
    let model = optimized(&text);
    let counts = count(Interpreter::new(&model), 10_000, 100_000).expect("it is small");
    counts.stored as usize
}

#[test]
fn a_local_dies_in_a_d_step_as_in_an_atomic_sequence() {
    let bodies = [
        "again: d_step { x = 1 - x; j = 0 } do :: j < 3 -> j++ :: break od; x = 1 - x; goto again",
        "q3: if :: x < 9 -> d_step { x != 7; j = 0 } fi;
         q4: if :: d_step { j < 3 && x < 9; j++ } goto q4 :: j == 3; goto q5 :: j == 2; goto q5 fi;
         q5: x = 1 - x; goto q3",
        "do :: j = x; seen[j] = 1 - seen[j]; x = (x + 1) % 5; d_step { j = _pid; seen[j] = 0 } od",
        // On one way only; on both; by a way round.
        "do :: j = x; x = 1 - x; d_step { if :: x == 1 -> j = 0 :: else fi }; seen[0] = j od",
        "do :: j = x; x = 1 - x; d_step { if :: x == 1 -> j = 0 :: else -> j = 2 fi };
         seen[0] = j od",
        "do :: j = x; x = 1 - x;
            d_step { k = x; do :: k < 2 -> k++ :: else -> break od; j = k }; seen[0] = j od",
        // Read before it is written; written by what is dead then; an element of an array.
        "do :: j = 1 - x; d_step { x = j; j = 2 }; j < 3 od",
        "do :: k = x; x = 1 - x; d_step { j = k; k = 0 }; seen[1] = j od",
        "do :: m[1] = x; x = 1 - x; d_step { m[0] = x; x = 1 - x }; x = m[1] od",
    ];
    for body in bodies {
        let atomic = body.replace("d_step", "atomic");
        assert_eq!(stored(body), stored(&atomic), "{body}");
    }
    // The second as SPIN counts it, with its dead variables; the first it refuses.
    assert_eq!((stored(bodies[0]), stored(bodies[1])), (25, 98));
}
