//! Processes: from the start, started, as partners of a handshake, behind one that never waits.

use super::{AtBound, error, fails, refused};

pub(super) fn models() -> Vec<AtBound> {
    let mut models = Vec::new();
    let counts = [31, 32, 33, 63, 64, 65, 254, 255, 256];
    models.extend(counts.map(|count| turns(count).quick_at(&[33, 65, 255, 256])));
    let counts = [32, 33, 64, 65, 66, 255];
    models.extend(counts.map(|count| behind_a_loop(count).quick_at(&[65])));
    models.extend([63, 64, 65, 254].map(|count| partners(count).quick_at(&[65])));
    models.extend([64, 254, 255, 256].map(|count| started(count).quick_at(&[255, 256])));
    models
}

/// One after the other has its turn; the last does it wrong.
fn turns(count: usize) -> AtBound {
    let text = format!(
        "int turn;
active [{count}] proctype P() {{
    atomic {{ turn == _pid -> turn++; assert(turn < {count}) }}
}}
"
    );
    let expectation = match count {
        256.. => refused("there are 256 processes at the start"),
        _ => fails([&*format!("turn < {count}")]),
    };
    AtBound::new("turns", count, expectation, text)
}

/// The first always has a step that no one sees, and all but the last two wait for ever.
fn behind_a_loop(count: usize) -> AtBound {
    let text = format!(
        "byte x;
active proctype Loop() {{ bit l; do :: l = 1 - l od }}
active [{waiting}] proctype Waiting() {{ end: x == 7 }}
active [2] proctype Last() {{ x = x + 1; x = x + 2; assert(x != 6) }}
",
        waiting = count - 3
    );
    AtBound::new("behind_a_loop", count, fails(["x != 6"]), text)
}

/// A message that any of this many can take.
fn partners(count: usize) -> AtBound {
    let text = format!(
        "chan c = [0] of {{ byte }};
active [{count}] proctype R() {{ end: c?1 -> assert(_pid != {last}) }}
active proctype S() {{ c!1 }}
",
        last = count - 1
    );
    let expectation = fails([&*format!("_pid != {}", count - 1)]);
    AtBound::new("partners", count, expectation, text)
}

/// This many processes together with `init`, which live for ever.
fn started(count: usize) -> AtBound {
    let others = count - 1;
    let text = format!(
        "int last;
proctype P() {{ last = _pid; end: false }}
init {{
    int i;
    do
    :: i < {others} -> run P(); i++; last == i
    :: else -> break
    od;
    assert(last != {others});
    end: assert(_nr_pr != {count})
}}
"
    );
    if count > 255 {
        return AtBound::new("started", count, error("too many processes"), text).ends_spin();
    }
    let expectation = fails([
        &*format!("last != {others}"),
        &*format!("_nr_pr != {count}"),
    ]);
    AtBound::new("started", count, expectation, text)
}
