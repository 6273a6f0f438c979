//! A plain depth-first search that counts as SPIN's verifier does, with `-DSAFETY -DNOREDUCE` and
//! `-c0`.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{Expansion, Fault, Interpreter, State, Successor, Violation};
use crate::ir::Step;

/// What a search counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States stored.
    pub stored: usize,
    /// States met again, and nodes cut off by the depth limit.
    pub matched: usize,
    /// Executed steps inside `atomic`, each time they were executed.
    pub atomic_steps: usize,
    /// Depth of the deepest node, those inside handshakes and `atomic` included.
    pub depth: usize,
    /// How often a path went on with an error, by the text of the statement.
    pub failed: BTreeMap<(Violation, String), usize>,
    /// States in which nothing can move although it should.
    pub invalid_end_states: usize,
    /// Run-time errors met.
    pub faults: BTreeSet<Fault>,
    /// Nodes cut off by the depth limit.
    pub cut: usize,
}

impl Counts {
    /// Stored and matched together.
    pub fn transitions(&self) -> usize {
        self.stored + self.matched
    }

    fn note<'m>(&mut self, failed: impl Iterator<Item = (Violation, &'m Step)>) {
        for (violation, step) in failed {
            let key = (violation, step.source.text.clone());
            *self.failed.entry(key).or_default() += 1;
        }
    }
}

/// A node of the search whose successors are not all done.
struct OpenState<'m> {
    depth: usize,
    rest: std::vec::IntoIter<Successor<'m>>,
}

/// Where a search ends.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// States this many steps from the initial one are not entered.
    pub depth: usize,
    /// States stored, beyond which there is no result.
    pub states: usize,
    /// Steps executed, beyond which there is no result: inside `atomic` no state is stored.
    pub steps: usize,
}

/// What a search saw.
#[derive(Clone, Debug)]
pub struct Explored {
    /// Its counts.
    pub counts: Counts,
    /// The states stored, without the variables that are not part of them.
    pub states: HashSet<State>,
    /// Those of them in which nothing can move and not all processes may rest.
    pub invalid_ends: Vec<State>,
}

/// Searches everything that can be reached, at most `depth_max` steps deep, and stores at most
/// `states_max` states.
///
/// # Errors
/// When there are more than `states_max` states, or the initial state cannot be made.
pub fn count(
    interpreter: Interpreter<'_>,
    depth_max: usize,
    states_max: usize,
) -> Result<Counts, String> {
    let limits = Limits {
        depth: depth_max,
        states: states_max,
        steps: usize::MAX,
    };
    explore(interpreter, limits).map(|explored| explored.counts)
}

/// Searches everything that can be reached within the limits.
///
/// # Errors
/// When there are more states or steps, or the initial state cannot be made.
pub fn explore(interpreter: Interpreter<'_>, limits: Limits) -> Result<Explored, String> {
    let initial = interpreter
        .initial()
        .map_err(|fault| format!("the initial state cannot be made: {fault:?}"))?;
    let mut search = Search {
        interpreter,
        seen: HashSet::new(),
        invalid_ends: Vec::new(),
        counts: Counts::default(),
        depth_max: limits.depth,
    };
    let mut path: Vec<OpenState<'_>> = search.enter(initial, None, 0).into_iter().collect();
    while let Some(node) = path.last_mut() {
        let depth = node.depth;
        let Some(next) = node.rest.next() else {
            path.pop();
            continue;
        };
        if search.counts.stored > limits.states {
            return Err(format!("there are more than {} states", limits.states));
        }
        if search.counts.transitions() + search.counts.atomic_steps > limits.steps {
            return Err(format!("there are more than {} steps", limits.steps));
        }
        search.counts.note(next.failed());
        search.counts.atomic_steps += usize::from(next.exclusive.is_some());
        path.extend(search.enter(next.state, next.exclusive, depth + next.depth));
    }
    Ok(Explored {
        counts: search.counts,
        states: search.seen,
        invalid_ends: search.invalid_ends,
    })
}

struct Search<'m> {
    interpreter: Interpreter<'m>,
    seen: HashSet<State>,
    invalid_ends: Vec<State>,
    counts: Counts,
    depth_max: usize,
}

impl<'m> Search<'m> {
    /// Comes to a state; `None` when there is nothing to do from here.
    fn enter(
        &mut self,
        state: State,
        exclusive: Option<usize>,
        depth: usize,
    ) -> Option<OpenState<'m>> {
        if depth >= self.depth_max {
            self.counts.matched += 1;
            self.counts.cut += 1;
            return None;
        }
        if exclusive.is_none() && !self.is_new(&state) {
            return None;
        }
        self.counts.depth = self.counts.depth.max(depth);
        let mut expansion = self.expand(&state, exclusive, false, depth);
        if expansion.is_stuck() && exclusive.is_some() {
            // Blocked inside `atomic`: the state counts after all, and everybody may move.
            if !self.is_new(&state) {
                return None;
            }
            expansion = self.expand(&state, None, false, depth);
        }
        if expansion.is_stuck() {
            expansion = self.expand(&state, None, true, depth);
        }
        if expansion.is_stuck() && !self.interpreter.is_end_state(&state) {
            self.counts.invalid_end_states += 1;
            if !self.interpreter.may_all_rest(&state) {
                self.invalid_ends.push(self.interpreter.visible(&state));
            }
        }
        Some(OpenState {
            depth,
            rest: expansion.successors.into_iter(),
        })
    }

    fn is_new(&mut self, state: &State) -> bool {
        let new = self.seen.insert(self.interpreter.visible(state));
        *(if new {
            &mut self.counts.stored
        } else {
            &mut self.counts.matched
        }) += 1;
        new
    }

    fn expand(
        &mut self,
        state: &State,
        exclusive: Option<usize>,
        timeout: bool,
        depth: usize,
    ) -> Expansion<'m> {
        let expansion = self.interpreter.successors(state, exclusive, timeout);
        if expansion.offered {
            self.counts.depth = self.counts.depth.max(depth + 1);
        }
        for failure in &expansion.faults {
            self.counts.note(failure.failed());
            self.counts.faults.insert(failure.fault.clone());
        }
        expansion
    }
}

impl Expansion<'_> {
    /// Nothing can move, not even into an error.
    pub fn is_stuck(&self) -> bool {
        self.successors.is_empty() && self.faults.is_empty()
    }
}
