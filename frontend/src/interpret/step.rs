//! Executing transitions.

use std::cell::RefCell;

use super::enabled::{Answers, set_priority};
use super::evaluate::View;
use super::{
    Channel, Effect, Event, Expansion, FailedStep, Fault, Interpreter, LIVE_MAX, Move, Process,
    State, Successor, Violation,
};
use crate::ir::arithmetic::truncate;
use crate::ir::{Action, ProctypeId, Step, Transition, TransitionId};

/// A message on offer between the two halves of a handshake.
pub(super) struct Offer {
    pub channel: usize,
    pub message: Vec<i32>,
}

/// What became of an attempt to execute something.
pub(super) enum Outcome {
    Blocked,
    Done,
    Offered(Offer),
    /// The process is gone.
    Ended,
}

/// The first half of a handshake: who sends, and what has happened so far.
pub(super) struct Sending<'m, 'o> {
    by: Move,
    events: Vec<Event<'m>>,
    offer: &'o Offer,
}

impl<'m> Interpreter<'m> {
    /// What a process can do.
    pub(super) fn expand_process(
        &self,
        state: &State,
        pid: usize,
        timeout: bool,
        answers: &RefCell<Answers>,
        expansion: &mut Expansion<'m>,
    ) {
        let view = View {
            timeout,
            answers: Some(answers),
            ..View::of(pid)
        };
        self.try_process(state, view, None, expansion);
    }

    /// Tries what a process offers, if it may move; as [`try_candidates`](Self::try_candidates).
    fn try_process(
        &self,
        state: &State,
        view: View<'_>,
        sending: Option<&Sending<'m, '_>>,
        expansion: &mut Expansion<'m>,
    ) -> bool {
        match self.may_move(state, view) {
            Ok(true) => self.try_candidates(state, view, sending, expansion),
            Ok(false) => false,
            Err(fault) => {
                let not_begun = self.not_begun(state, view.pid, fault);
                expansion.faults.push(not_begun);
                true
            }
        }
    }

    /// An error in the condition of a `provided`: no statement was begun.
    fn not_begun(&self, state: &State, pid: usize, fault: Fault) -> FailedStep<'m> {
        let Process {
            proctype, place, ..
        } = &state.processes[pid];
        let place = &self.model.proctypes[proctype.index()].places[place.index()];
        let first = place.candidates.first();
        let transition = first.map_or(TransitionId(0), |first| first.transition);
        FailedStep {
            by: step_of(pid, transition),
            events: Vec::new(),
            fault,
        }
    }

    /// Tries what a process offers where it stands, tier by tier: by itself, or as the second half
    /// of a handshake. Whether something was executed.
    pub(super) fn try_candidates(
        &self,
        state: &State,
        view: View<'_>,
        sending: Option<&Sending<'m, '_>>,
        expansion: &mut Expansion<'m>,
    ) -> bool {
        let pid = view.pid;
        let Process {
            proctype, place, ..
        } = &state.processes[pid];
        let proctype = &self.model.proctypes[proctype.index()];
        let mut moved_tier = None;
        for candidate in &proctype.places[place.index()].candidates {
            if moved_tier.is_some_and(|tier| candidate.tier > tier) {
                break;
            }
            let transition = &proctype.transitions[candidate.transition.index()];
            let moved = moved_tier.is_some();
            let view = View { moved, ..view };
            let (by, mut events) = match sending {
                None => (step_of(pid, candidate.transition), Vec::new()),
                Some(sending) => {
                    let partner = Some((pid, candidate.transition));
                    let by = Move {
                        partner,
                        ..sending.by
                    };
                    (by, sending.events.clone())
                }
            };
            let first = events.len();
            let mut after = state.clone();
            let attempt = self.execute(&mut after, view, transition, &mut events);
            if moved && proctype.deterministic && counts_as_choice(transition) {
                let event = events.get_mut(first);
                let violation = event.map(|event| &mut event.violation);
                violation.map(|it| it.get_or_insert(Violation::Nondeterminism));
            }
            let done = match attempt {
                Ok(Outcome::Blocked) => false,
                Ok(Outcome::Done | Outcome::Ended) => {
                    expansion.successors.push(Successor {
                        by,
                        state: after,
                        exclusive: transition.atomic.then_some(pid),
                        depth: if sending.is_some() { 2 } else { 1 },
                        events,
                    });
                    true
                }
                Ok(Outcome::Offered(offer)) => {
                    expansion.offered = true;
                    let offer = &offer;
                    let sending = Sending { by, events, offer };
                    self.accept_offer(&after, view, &sending, expansion)
                }
                Err(fault) => {
                    expansion.faults.push(FailedStep { by, events, fault });
                    true
                }
            };
            if done {
                moved_tier = Some(candidate.tier);
            }
        }
        moved_tier.is_some()
    }

    /// The second halves of a handshake: every process but the sender may take the message. Whether
    /// somebody did.
    fn accept_offer(
        &self,
        state: &State,
        sender: View<'_>,
        sending: &Sending<'m, '_>,
        expansion: &mut Expansion<'m>,
    ) -> bool {
        let mut taken = false;
        let others = (0..state.processes.len()).filter(|pid| *pid != sender.pid);
        for pid in others.rev() {
            let offer = Some(sending.offer);
            let receiver = View {
                pid,
                offer,
                ..sender
            };
            taken |= self.try_process(state, receiver, Some(sending), expansion);
        }
        taken
    }

    fn execute(
        &self,
        state: &mut State,
        view: View<'_>,
        transition: &'m Transition,
        events: &mut Vec<Event<'m>>,
    ) -> Result<Outcome, Fault> {
        let mut attempt = Outcome::Done;
        let mut view = view;
        for step in &transition.steps {
            match self.perform(state, view, step, events)? {
                Outcome::Blocked => return Ok(Outcome::Blocked),
                Outcome::Done if self.stops_at(events) => return Ok(attempt),
                Outcome::Done => {}
                Outcome::Offered(offer) => attempt = Outcome::Offered(offer),
                Outcome::Ended => {
                    self.note_last(state, view.pid);
                    return Ok(Outcome::Ended);
                }
            }
            view.offer = None;
        }
        self.note_last(state, view.pid);
        let process = &mut state.processes[view.pid];
        for local in &transition.resets {
            process.locals[local.index()].fill(0);
        }
        process.place = transition.target;
        Ok(attempt)
    }

    /// Whether a step [ends](Interpreter::stopping) here: what came last is an assertion that
    /// fails.
    pub fn stops_at(&self, events: &[Event<'_>]) -> bool {
        self.stops && events.last().is_some_and(Event::fails)
    }

    fn note_last(&self, state: &mut State, pid: usize) {
        if self.model.tracks_last {
            state.last = pid;
        }
    }

    /// Executes a statement and notes it; a blocked one leaves no note, of one at fault the note is
    /// the last. What a `d_step` does is noted behind it.
    pub(super) fn perform(
        &self,
        state: &mut State,
        view: View<'_>,
        step: &'m Step,
        events: &mut Vec<Event<'m>>,
    ) -> Result<Outcome, Fault> {
        let at = events.len();
        let pid = view.pid;
        events.push(Event {
            pid,
            step,
            effect: Effect::None,
            violation: None,
        });
        let broken = self.broken(state, pid, &step.action);
        let receives = matches!(
            step.action,
            Action::Receive { .. } | Action::Deterministic(_)
        );
        let outcome = match &step.action {
            _ if view.offer.is_some() && !receives => Outcome::Blocked,
            Action::Deterministic(inside) => self.run_through(state, view, inside, events)?,
            action => self.step(state, view, action, &mut events[at])?,
        };
        if matches!(outcome, Outcome::Blocked) {
            events.truncate(at);
        } else if let Some(broken) = broken {
            events[at].violation.get_or_insert(broken);
        }
        Ok(outcome)
    }

    fn step(
        &self,
        state: &mut State,
        view: View<'_>,
        action: &Action,
        event: &mut Event<'_>,
    ) -> Result<Outcome, Fault> {
        let View { pid, moved, .. } = view;
        let when = |holds: bool| match holds {
            true => Outcome::Done,
            false => Outcome::Blocked,
        };
        Ok(match action {
            Action::Skip => Outcome::Done,
            Action::Print { format, arguments } => {
                event.effect = Effect::Printed(self.print(state, view, format, arguments)?);
                Outcome::Done
            }
            Action::Condition(e) => when(self.evaluate(state, view, e)? != 0),
            Action::Else => when(!moved),
            Action::Assign(access, e) => {
                let value = self.evaluate(state, view, e)?;
                self.store(state, view, access, value)?;
                Outcome::Done
            }
            Action::Assert(e) => {
                if self.evaluate(state, view, e)? == 0 {
                    event.violation = Some(Violation::Assertion);
                }
                Outcome::Done
            }
            Action::Send { .. } => self.send(state, view, action, event)?,
            Action::Receive { .. } => self.receive(state, view, action, event)?,
            Action::Run {
                proctype,
                arguments,
                priority,
                result,
            } => {
                let values = self.values_of(state, view, arguments)?;
                let spawned = self.create(state, *proctype, *priority, &values)? as i32;
                if let Some((access, e)) = result {
                    let view = View { spawned, ..view };
                    let value = self.evaluate(state, view, e)?;
                    self.store(state, view, access, value)?;
                }
                Outcome::Done
            }
            Action::End if pid + 1 == state.processes.len() => {
                state.processes.pop();
                state.channels.retain(|channel| channel.owner != Some(pid));
                Outcome::Ended
            }
            // A `d_step` is gone through by `perform`.
            Action::End | Action::Deterministic(_) => Outcome::Blocked,
            Action::SetPriority { process, priority } => {
                let process = self.evaluate(state, view, process)?;
                let priority = self.evaluate(state, view, priority)?;
                set_priority(state, process, priority)?;
                Outcome::Done
            }
        })
    }

    /// Adds a process with its channels; its pid.
    pub(super) fn create(
        &self,
        state: &mut State,
        id: ProctypeId,
        priority: u8,
        arguments: &[i32],
    ) -> Result<usize, Fault> {
        let proctype = &self.model.proctypes[id.index()];
        let pid = state.processes.len();
        if pid == LIVE_MAX {
            return Err(Fault::TooManyProcesses);
        }
        let mut locals: Vec<Vec<i32>> = proctype
            .locals
            .iter()
            .map(|variable| vec![0; variable.elements() as usize])
            .collect();
        for (at, value) in arguments.iter().enumerate() {
            locals[at][0] = truncate(*value, proctype.locals[at].width);
        }
        for channel in &proctype.channels {
            let (capacity, signature) = (channel.capacity, channel.signature);
            state.channels.push(Channel {
                signature,
                capacity,
                owner: Some(pid),
                messages: Vec::new(),
            });
            if state.channels.len() > LIVE_MAX {
                return Err(Fault::TooManyChannels);
            }
            locals[channel.local.index()][channel.element as usize] = state.channels.len() as i32;
        }
        state.processes.push(Process {
            proctype: id,
            place: proctype.start,
            priority,
            locals,
        });
        let view = View::of(pid);
        for (access, e) in &proctype.creation {
            let value = self.evaluate(state, view, e)?;
            self.store(state, view, access, value)?;
        }
        Ok(pid)
    }
}

fn step_of(pid: usize, transition: TransitionId) -> Move {
    Move {
        pid,
        transition,
        partner: None,
    }
}

/// Whether a `D_proctype` may not execute this when it could have done something else. As in SPIN,
/// `else` and steps without an effect are free, and so is a `d_step`.
fn counts_as_choice(transition: &Transition) -> bool {
    !matches!(
        transition.steps[0].action,
        Action::Else | Action::Skip | Action::Deterministic(_)
    )
}
