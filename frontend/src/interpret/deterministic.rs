//! `d_step`: all of it in one transition.

use std::collections::HashSet;

use super::step::{Outcome, Situation};
use super::{Event, Fault, Interpreter, State};
use crate::ir::{Deterministic, NodeId};

/// Steps after which it is watched whether a `d_step` comes back to where it was.
const WATCHED_AFTER: usize = 1_000;

impl<'m> Interpreter<'m> {
    /// Goes through a `d_step`, taking the first executable branch at each node.
    pub(super) fn run_through(
        &self,
        state: &mut State,
        situation: Situation<'_>,
        inside: &'m Deterministic,
        events: &mut Vec<Event<'m>>,
    ) -> Result<Outcome, Fault> {
        let mut met: HashSet<(NodeId, State)> = HashSet::new();
        let mut node = NodeId(0);
        let mut situation = situation;
        for steps in 0.. {
            if steps > WATCHED_AFTER && !met.insert((node, state.clone())) {
                return Err(Fault::EndlessDStep);
            }
            let mut taken = None;
            for branch in &inside.nodes[node.index()].branches {
                match self.perform(state, situation, &branch.step, events)? {
                    Outcome::Blocked => {}
                    Outcome::Offered(_) => return Err(Fault::SendInDStep),
                    Outcome::Done | Outcome::Ended => {
                        taken = Some(branch);
                        break;
                    }
                }
            }
            let Some(branch) = taken else {
                let entering = steps == 0;
                return if entering {
                    Ok(Outcome::Blocked)
                } else {
                    Err(Fault::BlockedInDStep)
                };
            };
            let Some(next) = branch.target else { break };
            node = next;
            situation.offer = None;
        }
        Ok(Outcome::Done)
    }
}
