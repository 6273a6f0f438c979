//! Sending and receiving.

use super::evaluate::View;
use super::step::{Offer, Outcome};
use super::{Channel, Effect, Event, Fault, Input, Interpreter, State};
use crate::ir::arithmetic::truncate;
use crate::ir::{Access, Action, Direction, Pattern, Var};

impl Interpreter<'_> {
    /// `c!a,b`.
    pub(super) fn send(
        &self,
        state: &mut State,
        view: View,
        action: &Action,
        event: &mut Event<'_>,
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
            return Ok(match self.model.lossy_sends {
                true => Outcome::Done,
                false => Outcome::Blocked,
            });
        }
        if capacity == 0 && view.in_d_step {
            return Err(Fault::SendInDStep);
        }
        let fields = &self.model.signatures[signature.index()].fields;
        if fields.len() != arguments.len() {
            return Err(self.wrong_length(state, view, channel, (fields.len(), arguments.len())));
        }
        let values = self.values_of(state, view, arguments)?;
        let kept = values.iter().zip(fields);
        let message: Vec<i32> = kept
            .map(|(value, &(_, width))| truncate(*value, width))
            .collect();
        event.effect = Effect::Sent {
            channel: index,
            message: message.clone(),
        };
        event.violation = self.observe(state, (index, Direction::Send), &message)?;
        if capacity == 0 {
            return Ok(Outcome::Offered(Offer {
                channel: index,
                message,
            }));
        }
        let messages = &mut state.channels[index].messages;
        // The values are compared as they were before they are truncated, and the messages there
        // may be in any order.
        let greater = |known: &Vec<i32>| *sorted && *known > values;
        let at = messages.iter().position(greater);
        let at = at.unwrap_or(messages.len());
        messages.insert(at, message);
        Ok(Outcome::Done)
    }

    /// A send, receive or poll names another number of fields than messages of the channel have.
    pub(super) fn wrong_length(
        &self,
        state: &State,
        view: View,
        channel: &Access,
        (expected, found): (usize, usize),
    ) -> Fault {
        Fault::FieldCount {
            what: self.text(state, view, channel),
            expected,
            found,
        }
    }

    /// `c?a,b` and its kin.
    pub(super) fn receive(
        &self,
        state: &mut State,
        view: View,
        action: &Action,
        event: &mut Event<'_>,
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
        if let Some(input) = self.input.filter(|_| self.is_standard_input(channel)) {
            return self.read(state, view, (input, channel, arguments), event);
        }
        let index = self.channel(state, view, channel);
        // A receive that cannot say which channel it means, or leaves the message, takes no offer:
        // its fault is one of its own step.
        let takes = |offer: &Offer| !keep && index.as_ref().is_ok_and(|it| *it == offer.channel);
        if view.offer.is_some_and(|offer| !takes(offer)) {
            return Ok(Outcome::Blocked);
        }
        let index = index?;
        let capacity = state.channels[index].capacity;
        if capacity == 0 && *keep {
            let what = self.text(state, view, channel);
            return Err(Fault::Polled { what });
        }
        let waiting: &[Vec<i32>] = match view.offer {
            Some(offer) => std::slice::from_ref(&offer.message),
            None => &state.channels[index].messages,
        };
        let reach = if *random { waiting.len() } else { 1 };
        let mut found = None;
        for (at, message) in waiting.iter().take(reach).enumerate() {
            if self.matches(state, view, arguments, message)? {
                found = Some((at, message.clone()));
                break;
            }
        }
        let Some((at, message)) = found else {
            return Ok(Outcome::Blocked);
        };
        let (fields, named) = (message.len(), arguments.len());
        // Who leaves the message may leave out fields.
        if named > fields || named < fields && !keep {
            return Err(self.wrong_length(state, view, channel, (fields, named)));
        }
        event.effect = Effect::Received {
            channel: index,
            message: message.clone(),
        };
        if !keep {
            event.violation = self.observe(state, (index, Direction::Receive), &message)?;
        }
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

    /// Whether it is the variable `STDIN` that SPIN's simulator reads from: a global `chan` without
    /// an initialiser.
    fn is_standard_input(&self, channel: &Access) -> bool {
        let Var::Global(id) = channel.var else {
            return false;
        };
        let variable = &self.model.globals[id.index()];
        variable.name == "STDIN" && variable.initial == [0]
    }

    /// `STDIN?c`: the next character; blocked at the end of the input.
    fn read(
        &self,
        state: &mut State,
        view: View,
        (input, channel, arguments): (&dyn Input, &Access, &[Pattern]),
        event: &mut Event<'_>,
    ) -> Result<Outcome, Fault> {
        let [argument] = arguments else {
            return Err(self.wrong_length(state, view, channel, (1, arguments.len())));
        };
        let Some(character) = input.character(state.read) else {
            return Ok(Outcome::Blocked);
        };
        let value = i32::from(character);
        if !self.matches(state, view, arguments, &[value])? {
            return Ok(Outcome::Blocked);
        }
        state.read += 1;
        event.effect = Effect::Read(character);
        if let Pattern::Store(access) = argument {
            self.store(state, view, access, value)?;
        }
        Ok(Outcome::Done)
    }

    /// Whether a message fits the patterns, those of the fields that it has.
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
}
