//! `d_step`: all of it in one transition.

use super::evaluate::View;
use super::step::Outcome;
use super::{Event, Fault, Interpreter, State};
use crate::ir::{Deterministic, NodeId};

/// Steps after which it is watched whether a `d_step` comes back to where it was.
const WATCHED_AFTER: usize = 100;

impl<'m> Interpreter<'m> {
    /// Goes through a `d_step`, taking the first executable branch at each node.
    pub(super) fn run_through(
        &self,
        state: &mut State,
        view: View<'_>,
        inside: &'m Deterministic,
        events: &mut Vec<Event<'m>>,
    ) -> Result<Outcome, Fault> {
        // One state kept from earlier finds a cycle (Brent 1980), if a later one is kept each time
        // the steps have doubled.
        let mut kept: Option<(NodeId, State)> = None;
        let mut node = NodeId(0);
        let mut view = View {
            in_d_step: true,
            ..view
        };
        for steps in 0.. {
            if steps > WATCHED_AFTER {
                let same = |(at, before): &(NodeId, State)| *at == node && before == state;
                if kept.as_ref().is_some_and(same) || steps > self.longest_d_step {
                    return Err(Fault::EndlessDStep);
                }
                if kept.is_none() || steps.is_power_of_two() {
                    kept = Some((node, state.clone()));
                }
            }
            let mut taken = None;
            for branch in &inside.nodes[node.index()].branches {
                match self.perform(state, view, &branch.step, events)? {
                    Outcome::Blocked => {}
                    Outcome::Offered(_) => unreachable!("it is an error in a `d_step`"),
                    Outcome::Done | Outcome::Ended => {
                        taken = Some(branch);
                        break;
                    }
                }
            }
            let Some(branch) = taken else {
                return match steps {
                    0 => Ok(Outcome::Blocked),
                    _ => Err(Fault::BlockedInDStep),
                };
            };
            // Whoever asks whether it can be begun has the answer. What follows asks in states of
            // its own, in which others ask in turn: in all 2ⁿ sets of processes that are inside.
            match branch.target {
                _ if self.stops_at(events) => break,
                Some(next) if view.asked == 0 => node = next,
                _ => break,
            }
            view.offer = None;
        }
        Ok(Outcome::Done)
    }
}
