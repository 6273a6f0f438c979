//! Executing transitions.

use super::evaluate::View;
use super::{
    Channel, Effect, Event, Expansion, Failure, Fault, Interpreter, LIVE_MAX, Move, Process, State,
    Successor,
};
use crate::ir::{Action, Pattern, ProctypeId, SignatureId, Step, Transition};
use crate::passes::truncate;

/// A message on offer between the two halves of a handshake.
struct Offer {
    channel: usize,
    message: Vec<i32>,
}

/// What became of an attempt to execute something.
enum Attempt {
    Blocked,
    Done,
    Offered(Offer),
}

/// What became of one step.
enum Outcome {
    Blocked,
    Done,
    Offered(Offer),
    /// The process is gone.
    Ended,
}

/// What a process sees when it tries a candidate.
#[derive(Clone, Copy)]
struct Situation<'o> {
    pid: usize,
    timeout: bool,
    /// Mid-handshake: only a receive of this message can be executed.
    offer: Option<&'o Offer>,
    /// A candidate of this place was executed already.
    moved: bool,
    /// As in [`View::asked`].
    asked: usize,
}

impl<'m> Interpreter<'m> {
    pub(super) fn expand_process(
        &self,
        state: &State,
        pid: usize,
        timeout: bool,
        expansion: &mut Expansion<'m>,
    ) {
        if self.model.has_priorities && self.is_outranked(state, pid, timeout) {
            return;
        }
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
            let situation = Situation {
                pid,
                timeout,
                offer: None,
                moved: moved_tier.is_some(),
                asked: 0,
            };
            let by = Move {
                pid,
                transition: candidate.transition,
                partner: None,
            };
            let mut after = state.clone();
            let mut events = Vec::new();
            let done = match self.execute(&mut after, situation, transition, &mut events) {
                Ok(Attempt::Blocked) => false,
                Ok(Attempt::Done) => {
                    self.note_last(&mut after, pid);
                    let exclusive = transition.atomic.then_some(pid);
                    expansion.successors.push(Successor {
                        by,
                        state: after,
                        exclusive,
                        depth: 1,
                        events,
                    });
                    true
                }
                Ok(Attempt::Offered(offer)) => {
                    expansion.offered = true;
                    self.accept_offer(&after, (by, events), timeout, &offer, expansion)
                }
                Err(fault) => {
                    expansion.faults.push(Failure { by, events, fault });
                    true
                }
            };
            if done {
                moved_tier = Some(candidate.tier);
            }
        }
    }

    fn note_last(&self, state: &mut State, pid: usize) {
        if self.model.tracks_last {
            state.last = pid;
        }
    }

    /// Whether a process of higher priority can move. One that ends in an error when it is asked can: it shall report that.
    fn is_outranked(&self, state: &State, pid: usize, timeout: bool) -> bool {
        let own = state.processes[pid].priority;
        let view = View {
            pid,
            timeout,
            spawned: 0,
            asked: 0,
        };
        let above = |other: &usize| state.processes[*other].priority > own;
        let mut above = (0..state.processes.len()).filter(above);
        above.any(|other| self.can_move(state, other, view).unwrap_or(true))
    }

    /// Whether a process has an executable transition, asked by another one.
    pub(super) fn can_move(&self, state: &State, pid: usize, view: View) -> Result<bool, Fault> {
        let Process {
            proctype, place, ..
        } = &state.processes[pid];
        let proctype = &self.model.proctypes[proctype.index()];
        for candidate in &proctype.places[place.index()].candidates {
            let transition = &proctype.transitions[candidate.transition.index()];
            let situation = Situation {
                pid,
                timeout: view.timeout,
                offer: None,
                moved: false,
                asked: view.asked + 1,
            };
            let mut events = Vec::new();
            let outcome = self.perform(
                &mut state.clone(),
                situation,
                &transition.steps[0],
                &mut events,
            )?;
            if !matches!(outcome, Outcome::Blocked) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The second halves of a handshake: every process but the sender may take the message. Whether somebody did.
    fn accept_offer(
        &self,
        state: &State,
        (by, sent): (Move, Vec<Event<'m>>),
        timeout: bool,
        offer: &Offer,
        expansion: &mut Expansion<'m>,
    ) -> bool {
        let mut taken = false;
        for pid in (0..state.processes.len())
            .rev()
            .filter(|pid| *pid != by.pid)
        {
            let Process {
                proctype, place, ..
            } = &state.processes[pid];
            let proctype = &self.model.proctypes[proctype.index()];
            for candidate in &proctype.places[place.index()].candidates {
                let transition = &proctype.transitions[candidate.transition.index()];
                let situation = Situation {
                    pid,
                    timeout,
                    offer: Some(offer),
                    moved: false,
                    asked: 0,
                };
                let by = Move {
                    partner: Some((pid, candidate.transition)),
                    ..by
                };
                let mut after = state.clone();
                let mut events = sent.clone();
                match self.execute(&mut after, situation, transition, &mut events) {
                    Ok(Attempt::Done) => {
                        self.note_last(&mut after, pid);
                        let exclusive = transition.atomic.then_some(pid);
                        expansion.successors.push(Successor {
                            by,
                            state: after,
                            exclusive,
                            depth: 2,
                            events,
                        });
                        taken = true;
                    }
                    Ok(_) => {}
                    Err(fault) => {
                        expansion.faults.push(Failure { by, events, fault });
                        taken = true;
                    }
                }
            }
        }
        taken
    }

    fn execute(
        &self,
        state: &mut State,
        situation: Situation<'_>,
        transition: &'m Transition,
        events: &mut Vec<Event<'m>>,
    ) -> Result<Attempt, Fault> {
        if situation.offer.is_some()
            && !matches!(transition.steps[0].action, Action::Receive { .. })
        {
            return Ok(Attempt::Blocked);
        }
        let mut attempt = Attempt::Done;
        for step in &transition.steps {
            match self.perform(state, situation, step, events)? {
                Outcome::Blocked => return Ok(Attempt::Blocked),
                Outcome::Done => {}
                Outcome::Offered(offer) => attempt = Attempt::Offered(offer),
                Outcome::Ended => return Ok(Attempt::Done),
            }
        }
        let process = &mut state.processes[situation.pid];
        for local in &transition.resets {
            process.locals[local.index()].fill(0);
        }
        process.place = transition.target;
        Ok(attempt)
    }

    /// Executes a statement and notes it; a blocked one leaves no note, of one at fault the note is the last.
    fn perform(
        &self,
        state: &mut State,
        situation: Situation<'_>,
        step: &'m Step,
        events: &mut Vec<Event<'m>>,
    ) -> Result<Outcome, Fault> {
        let at = events.len();
        let pid = situation.pid;
        let effect = Effect::None;
        events.push(Event { pid, step, effect });
        let outcome = self.step(state, situation, &step.action, &mut events[at].effect)?;
        if matches!(outcome, Outcome::Blocked) {
            events.truncate(at);
        }
        Ok(outcome)
    }

    fn step(
        &self,
        state: &mut State,
        situation: Situation<'_>,
        action: &Action,
        effect: &mut Effect,
    ) -> Result<Outcome, Fault> {
        let Situation {
            pid,
            timeout,
            offer,
            moved,
            asked,
        } = situation;
        let view = View {
            pid,
            timeout,
            spawned: 0,
            asked,
        };
        let when = |holds: bool| {
            if holds {
                Outcome::Done
            } else {
                Outcome::Blocked
            }
        };
        Ok(match action {
            Action::Skip => Outcome::Done,
            Action::Print { format, arguments } => {
                *effect = Effect::Printed(self.print(state, view, format, arguments));
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
                    *effect = Effect::Failed;
                }
                Outcome::Done
            }
            Action::Send { .. } => self.send(state, view, action, effect)?,
            Action::Receive { .. } => self.receive(state, view, offer, action, effect)?,
            Action::Run {
                proctype,
                arguments,
                priority,
                result,
            } => {
                let values = arguments
                    .iter()
                    .map(|e| self.evaluate(state, view, e))
                    .collect::<Result<Vec<i32>, Fault>>()?;
                let spawned = self.create(state, *proctype, &values, *priority)? as i32;
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
            Action::End => Outcome::Blocked,
            Action::SetPriority { process, priority } => {
                let pid = self.evaluate(state, view, process)?;
                let value = self.evaluate(state, view, priority)?;
                let pid = usize::try_from(pid).ok();
                if let Some(process) = pid.and_then(|pid| state.processes.get_mut(pid)) {
                    let priority = u8::try_from(value).ok().filter(|value| *value > 0);
                    process.priority = priority.ok_or(Fault::Priority { value })?;
                }
                Outcome::Done
            }
            Action::Deterministic(_) => unimplemented!(),
        })
    }

    fn send(
        &self,
        state: &mut State,
        view: View,
        action: &Action,
        effect: &mut Effect,
    ) -> Result<Outcome, Fault> {
        let Action::Send {
            channel,
            arguments,
            sorted,
        } = action
        else {
            return Ok(Outcome::Blocked);
        };
        let index = self.channel(state, view, channel)?;
        let Channel {
            signature,
            capacity,
            ..
        } = state.channels[index];
        if capacity > 0 && state.channels[index].messages.len() == capacity as usize {
            return Ok(Outcome::Blocked);
        }
        let values = arguments
            .iter()
            .map(|e| self.evaluate(state, view, e))
            .collect::<Result<Vec<i32>, Fault>>()?;
        let what = || self.text(state, view, channel);
        let message = self.message(signature, &values, what)?;
        *effect = Effect::Sent {
            channel: index,
            message: message.clone(),
        };
        if capacity == 0 {
            return Ok(Outcome::Offered(Offer {
                channel: index,
                message,
            }));
        }
        let messages = &mut state.channels[index].messages;
        let at = if *sorted {
            messages.partition_point(|known| *known <= message)
        } else {
            messages.len()
        };
        messages.insert(at, message);
        Ok(Outcome::Done)
    }

    /// Values as they are kept in a message.
    fn message(
        &self,
        signature: SignatureId,
        values: &[i32],
        what: impl Fn() -> String,
    ) -> Result<Vec<i32>, Fault> {
        let fields = &self.model.signatures[signature.index()].fields;
        if fields.len() != values.len() {
            return Err(Fault::FieldCount {
                what: what(),
                expected: fields.len(),
                found: values.len(),
            });
        }
        Ok(values
            .iter()
            .zip(fields)
            .map(|(value, (_, width))| truncate(*value, *width))
            .collect())
    }

    fn receive(
        &self,
        state: &mut State,
        view: View,
        offer: Option<&Offer>,
        action: &Action,
        effect: &mut Effect,
    ) -> Result<Outcome, Fault> {
        let Action::Receive {
            channel,
            arguments,
            random,
            keep,
        } = action
        else {
            return Ok(Outcome::Blocked);
        };
        let index = self.channel(state, view, channel)?;
        let Channel {
            signature,
            capacity,
            ..
        } = state.channels[index];
        if *keep && capacity == 0 {
            return Err(Fault::Polled {
                what: self.text(state, view, channel),
            });
        }
        let expected = self.model.signatures[signature.index()].fields.len();
        if expected != arguments.len() {
            return Err(Fault::FieldCount {
                what: self.text(state, view, channel),
                expected,
                found: arguments.len(),
            });
        }
        let waiting: &[Vec<i32>] = match offer {
            Some(offer) if offer.channel == index => std::slice::from_ref(&offer.message),
            Some(_) => return Ok(Outcome::Blocked),
            None => &state.channels[index].messages,
        };
        let reach = if *random {
            waiting.len()
        } else {
            waiting.len().min(1)
        };
        let mut found = None;
        for (at, message) in waiting[..reach].iter().enumerate() {
            if self.matches(state, view, arguments, message)? {
                found = Some((at, message.clone()));
                break;
            }
        }
        let Some((at, message)) = found else {
            return Ok(Outcome::Blocked);
        };
        *effect = Effect::Received {
            channel: index,
            message: message.clone(),
        };
        if capacity > 0 && !keep {
            state.channels[index].messages.remove(at);
        }
        for (pattern, value) in arguments.iter().zip(message) {
            if let Pattern::Store(access) = pattern {
                self.store(state, view, access, value)?;
            }
        }
        Ok(Outcome::Done)
    }

    pub(super) fn matches(
        &self,
        state: &State,
        view: View,
        patterns: &[Pattern],
        message: &[i32],
    ) -> Result<bool, Fault> {
        for (pattern, value) in patterns.iter().zip(message) {
            if let Pattern::Match(e) = pattern
                && self.evaluate(state, view, e)? != *value
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds a process with its channels; its pid.
    pub(super) fn create(
        &self,
        state: &mut State,
        id: ProctypeId,
        arguments: &[i32],
        priority: u8,
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
        let view = View {
            pid,
            timeout: false,
            spawned: 0,
            asked: 0,
        };
        for (access, e) in &proctype.creation {
            let value = self.evaluate(state, view, e)?;
            self.store(state, view, access, value)?;
        }
        Ok(pid)
    }
}
