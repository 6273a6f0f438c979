//! `trace` and `notrace`: the automaton that looks on.

use super::evaluate::View;
use super::{Fault, Interpreter, State, Violation};
use crate::ir::{Direction, Event};

impl Interpreter<'_> {
    /// Shows a message to the trace, if it watches the channel with this index in this direction.
    pub(super) fn observe(
        &self,
        state: &mut State,
        (channel, direction): (usize, Direction),
        message: &[i32],
    ) -> Result<Option<Violation>, Fault> {
        let Some(trace) = &self.model.trace else {
            return Ok(None);
        };
        let watched = (channel as u32 + 1, direction);
        if trace.watched.binary_search(&watched).is_err() {
            return Ok(None);
        }
        let mut fitting = Vec::new();
        for event in &trace.places[state.trace.index()].events {
            if event.direction == direction && self.fits(state, event, channel, message)? {
                fitting.push(event);
            }
        }
        Ok(match fitting[..] {
            [event] => {
                state.trace = event.target;
                let complete = trace.negated && event.target == trace.end();
                complete.then_some(Violation::Notrace)
            }
            // A `notrace` does not look any further.
            [] if trace.negated => {
                state.trace = trace.end();
                None
            }
            [] => Some(Violation::Trace),
            _ => return Err(Fault::AmbiguousTrace),
        })
    }

    fn fits(
        &self,
        state: &State,
        event: &Event,
        channel: usize,
        message: &[i32],
    ) -> Result<bool, Fault> {
        let view = View::of(0);
        if self.channel(state, view, &event.channel)? != channel {
            return Ok(false);
        }
        for (field, value) in event.fields.iter().zip(message) {
            if let Some(e) = field
                && self.evaluate(state, view, e)? != *value
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
