//! The run of an optimised analyzer, made again by the model as it was written.
//!
//! An optimised model has forgotten what no one reads: a local is set back to 0, a variable that is
//! only printed is gone from its states. So what a trail's steps print and change, and the values
//! at its end, are taken from the unoptimised model, which is led along: it makes the statements of
//! each step of the trail, one by one. They are found by their places in the source.

use frontend::interpret::run::{Choice, Run};
use frontend::interpret::view::Named;
use frontend::interpret::{Event, Fault, Interpreter, Move, State};
use frontend::ir::{Proctype, Source, Step, TransitionId};

/// A run of the unoptimised model that follows one of the optimised model.
pub struct Shadow<'m> {
    /// Where it stands.
    pub run: Run<'m>,
    /// It has ended in a run-time error.
    over: bool,
}

impl<'m> Shadow<'m> {
    /// Stands before the first step.
    ///
    /// # Errors
    /// As [`Run::new`].
    pub fn new(interpreter: Interpreter<'m>) -> Result<Self, Fault> {
        let run = Run::new(interpreter)?;
        Ok(Self { run, over: false })
    }

    /// Makes the statements of a step that the optimised model makes in the state `before`, and
    /// says what they change if that is `told`; only those up to an assertion that fails if the run
    /// `stops` there. A handshake that fails changes nothing. `None` when they cannot be found.
    pub fn follow(
        &mut self,
        optimised: Interpreter<'_>,
        before: &State,
        choice: &Choice<'_>,
        (told, stops): (bool, bool),
    ) -> Option<(Vec<Event<'m>>, Option<Vec<Named>>)> {
        let by = choice.by();
        let is_lost = by.partner.is_some() && matches!(choice, Choice::FailedStep(_));
        let stood = (told || is_lost).then(|| self.run.state.clone());
        if stops {
            self.run = self.run.stopping();
        }
        let events = self.make_all(optimised, before, by)?;
        if let (true, Some(stood)) = (is_lost, &stood) {
            self.run.state = stood.clone();
        }
        let changes = |stood| self.run.interpreter().changes(&stood, &self.run.state);
        Some((events, stood.map(changes)))
    }

    fn make_all(
        &mut self,
        optimised: Interpreter<'_>,
        before: &State,
        by: Move,
    ) -> Option<Vec<Event<'m>>> {
        let steps = |pid: usize, id: TransitionId| -> &[Step] {
            let proctype = before.processes[pid].proctype;
            &optimised.model().proctypes[proctype.index()].transitions[id.index()].steps
        };
        let (first, mut rest) = steps(by.pid, by.transition).split_first()?;
        let mut mover = by.pid;
        let mut partner = None;
        if let Some((pid, transition)) = by.partner {
            let (received, after) = steps(pid, transition).split_first()?;
            (mover, rest) = (pid, after);
            partner = Some((pid, &received.source));
        }
        let mut events = self.make(by.pid, &first.source, partner)?;
        for step in rest {
            if self.over || self.run.interpreter().stops_at(&events) {
                break;
            }
            events.extend(self.make(mover, &step.source, None)?);
        }
        Some(events)
    }

    /// Makes the statement at this place in the source, with the receive that takes its message.
    fn make(
        &mut self,
        pid: usize,
        source: &Source,
        partner: Option<(usize, &Source)>,
    ) -> Option<Vec<Event<'m>>> {
        let state = &self.run.state;
        let model = self.run.interpreter().model();
        let proctype =
            |pid: usize| -> &Proctype { &model.proctypes[state.processes[pid].proctype.index()] };
        let stands = |pid: usize, id: TransitionId, source: &Source| {
            let steps = &proctype(pid).transitions[id.index()].steps;
            steps[0].source == *source
        };
        let fits = |choice: &Choice<'_>| {
            let by = choice.by();
            let received = match (by.partner, partner) {
                (None, None) => true,
                (Some((pid, id)), Some((receiver, source))) => {
                    pid == receiver && stands(pid, id, source)
                }
                _ => false,
            };
            by.pid == pid && received && stands(pid, by.transition, source)
        };
        let choice = self.run.choices().into_iter().find(fits)?;
        let events = choice.events().to_vec();
        match choice {
            Choice::Step(successor) => self.run.take(successor),
            Choice::FailedStep(_) => self.over = true,
        }
        Some(events)
    }
}
