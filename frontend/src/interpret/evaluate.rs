//! Values of expressions, and storing values.

use std::cell::RefCell;

use super::enabled::Answers;
use super::step::Offer;
use super::{Channel, Fault, Interpreter, Process, State};
use crate::ir::arithmetic::{apply_binary, apply_unary, truncate};
use crate::ir::{
    Access, BinaryOp, ChannelQuery, Expr, LabelQuery, Pattern, Proctype, ProctypeId, Var, Variable,
    text,
};

/// What a process sees beside the state when it tries a candidate.
#[derive(Clone, Copy)]
pub(super) struct View<'q> {
    pub pid: usize,
    pub timeout: bool,
    /// A candidate of this place was executed already.
    pub moved: bool,
    /// The pid that `run` has just given.
    pub spawned: i32,
    /// How many questions `enabled(..)` one inside the other this is about.
    pub asked: usize,
    /// What was answered in the state.
    pub answers: Option<&'q RefCell<Answers>>,
    /// Mid-handshake: only a receive of this message can be executed.
    pub offer: Option<&'q Offer>,
    /// Inside of a `d_step`, where no handshake can begin.
    pub in_d_step: bool,
}

impl View<'_> {
    /// What process `pid` sees.
    pub fn of(pid: usize) -> Self {
        Self {
            pid,
            timeout: false,
            moved: false,
            spawned: 0,
            asked: 0,
            answers: None,
            offer: None,
            in_d_step: false,
        }
    }
}

impl Interpreter<'_> {
    pub(super) fn evaluate(&self, state: &State, view: View, e: &Expr) -> Result<i32, Fault> {
        Ok(match e {
            Expr::Const(value) => *value,
            Expr::Load(access) => {
                let element = self.element(state, view, access)?;
                self.values(state, view.pid, access.var)[element]
            }
            Expr::Unary(op, operand) => apply_unary(*op, self.evaluate(state, view, operand)?),
            Expr::Binary(BinaryOp::And, left, right) => i32::from(
                self.evaluate(state, view, left)? != 0 && self.evaluate(state, view, right)? != 0,
            ),
            Expr::Binary(BinaryOp::Or, left, right) => i32::from(
                self.evaluate(state, view, left)? != 0 || self.evaluate(state, view, right)? != 0,
            ),
            Expr::Binary(op, left, right) => {
                let left = self.evaluate(state, view, left)?;
                let right = self.evaluate(state, view, right)?;
                apply_binary(*op, left, right).ok_or_else(|| Fault::Division {
                    what: text::expr(self.model, self.proctype(state, view), e),
                })?
            }
            Expr::Conditional(condition, then, otherwise) => {
                let chosen = match self.evaluate(state, view, condition)? {
                    0 => otherwise,
                    _ => then,
                };
                self.evaluate(state, view, chosen)?
            }
            Expr::Pid => view.pid as i32,
            Expr::ProcessCount => state.processes.len() as i32,
            Expr::Timeout => i32::from(view.timeout),
            Expr::Channel(query, access) => {
                let index = self.channel(state, view, access)?;
                let offered = view.offer.is_some_and(|offer| offer.channel == index);
                ask(*query, &state.channels[index], offered)
            }
            Expr::At(proctype, pid, places) => {
                let pid = self.evaluate(state, view, pid)?;
                let process = process(state, pid).filter(|it| it.proctype == *proctype);
                i32::from(process.is_some_and(|process| places.contains(&process.place)))
            }
            Expr::Remote(proctype, pid, access) => {
                let pid = self.evaluate(state, view, pid)?;
                let process = process(state, pid).filter(|it| it.proctype == *proctype);
                let process = process.ok_or_else(|| self.no_process(state, view, e, pid))?;
                let what = || text::expr(self.model, self.proctype(state, view), e);
                let element = self.element_of(state, view, access, what)?;
                match access.var {
                    Var::Local(id) => process.locals[id.index()][element],
                    Var::Global(id) => state.globals[id.index()][element],
                }
            }
            Expr::FirstOf(proctype) => {
                let mut processes = state.processes.iter();
                let first = processes.position(|process| process.proctype == *proctype);
                first.map_or(-1, |pid| pid as i32)
            }
            Expr::Last => state.last as i32,
            Expr::Priority(pid) => {
                let pid = self.evaluate(state, view, pid)?;
                process(state, pid).map_or(0, |process| i32::from(process.priority))
            }
            Expr::Enabled(pid) => {
                let pid = self.evaluate(state, view, pid)?;
                match process(state, pid) {
                    None => 0,
                    // More questions than processes: one of them is asked about itself on the way.
                    Some(_) if pid == view.pid as i32 || view.asked > state.processes.len() => {
                        let what = text::expr(self.model, self.proctype(state, view), e);
                        return Err(Fault::AskedItself { what });
                    }
                    Some(_) => i32::from(self.can_move(state, pid as usize, view)),
                }
            }
            Expr::PlaceNumber(pid) => {
                let pid = self.evaluate(state, view, pid)?;
                let process = process(state, pid);
                let process = process.ok_or_else(|| self.no_process(state, view, e, pid))?;
                process.place.0 as i32 + 1
            }
            Expr::Poll {
                channel,
                arguments,
                random,
            } => self.poll(state, view, channel, arguments, *random)?,
            Expr::Labels(query) => {
                let mut places = state.processes.iter().map(|process| {
                    &self.model.proctypes[process.proctype.index()].places[process.place.index()]
                });
                i32::from(match query {
                    LabelQuery::Accepts => places.any(|place| place.accept),
                    LabelQuery::NonProgress => !places.any(|place| place.progress),
                })
            }
            Expr::Spawned => view.spawned,
        })
    }

    /// The values of several expressions, from left to right.
    pub(super) fn values_of(
        &self,
        state: &State,
        view: View,
        all: &[Expr],
    ) -> Result<Vec<i32>, Fault> {
        all.iter().map(|e| self.evaluate(state, view, e)).collect()
    }

    fn no_process(&self, state: &State, view: View, e: &Expr, pid: i32) -> Fault {
        let what = text::expr(self.model, self.proctype(state, view), e);
        Fault::NoProcess { what, pid }
    }

    fn poll(
        &self,
        state: &State,
        view: View,
        access: &Access,
        patterns: &[Pattern],
        random: bool,
    ) -> Result<i32, Fault> {
        let channel = &state.channels[self.channel(state, view, access)?];
        if channel.capacity == 0 {
            let what = self.text(state, view, access);
            return Err(Fault::Polled { what });
        }
        let reach = if random { channel.messages.len() } else { 1 };
        for message in channel.messages.iter().take(reach) {
            if self.matches(state, view, patterns, message)? {
                let (fields, named) = (message.len(), patterns.len());
                return match named > fields {
                    true => Err(self.wrong_length(state, view, access, (fields, named))),
                    false => Ok(1),
                };
            }
        }
        Ok(0)
    }

    /// The index of a channel in [`State::channels`].
    pub(super) fn channel(
        &self,
        state: &State,
        view: View,
        access: &Access,
    ) -> Result<usize, Fault> {
        let element = self.element(state, view, access)?;
        let id = self.values(state, view.pid, access.var)[element];
        channel_index(state, id).ok_or_else(|| Fault::NoChannel {
            what: self.text(state, view, access),
            id,
        })
    }

    pub(super) fn store(
        &self,
        state: &mut State,
        view: View,
        access: &Access,
        value: i32,
    ) -> Result<(), Fault> {
        let element = self.element(state, view, access)?;
        let width = self.declaration(state, view, access.var).width;
        let values = match access.var {
            Var::Global(id) => &mut state.globals[id.index()],
            Var::Local(id) => &mut state.processes[view.pid].locals[id.index()],
        };
        values[element] = truncate(value, width);
        Ok(())
    }

    pub(super) fn proctype(&self, state: &State, view: View) -> &Proctype {
        // A claim is no process, and has no locals whose names could be asked for.
        let process = state.processes.get(view.pid);
        let proctype = process.map_or(ProctypeId(0), |process| process.proctype);
        &self.model.proctypes[proctype.index()]
    }

    /// An access as in the source.
    pub(super) fn text(&self, state: &State, view: View, access: &Access) -> String {
        text::access(self.model, self.proctype(state, view), access)
    }

    pub(super) fn declaration(&self, state: &State, view: View, var: Var) -> &Variable {
        match var {
            Var::Global(id) => &self.model.globals[id.index()],
            Var::Local(id) => &self.proctype(state, view).locals[id.index()],
        }
    }

    fn values<'s>(&self, state: &'s State, pid: usize, var: Var) -> &'s [i32] {
        match var {
            Var::Global(id) => &state.globals[id.index()],
            Var::Local(id) => &state.processes[pid].locals[id.index()],
        }
    }

    /// The position of the accessed element, in row-major order.
    fn element(&self, state: &State, view: View, access: &Access) -> Result<usize, Fault> {
        self.element_of(state, view, access, || self.text(state, view, access))
    }

    /// The same of a variable that is shown as `what`.
    fn element_of(
        &self,
        state: &State,
        view: View,
        access: &Access,
        what: impl Fn() -> String,
    ) -> Result<usize, Fault> {
        let mut element = 0;
        for subscript in &access.subscripts {
            let index = self.evaluate(state, view, &subscript.index)?;
            let length = subscript.length;
            let inside = subscript.inside(index).ok_or_else(|| Fault::Index {
                what: what(),
                index,
                length,
            })?;
            element = element * length as usize + inside;
        }
        Ok(element)
    }
}

fn process(state: &State, pid: i32) -> Option<&Process> {
    state.processes.get(usize::try_from(pid).ok()?)
}

/// The index of the channel with this id, if it exists.
pub(super) fn channel_index(state: &State, id: i32) -> Option<usize> {
    let index = usize::try_from(id - 1).ok();
    index.filter(|index| *index < state.channels.len())
}

fn ask(query: ChannelQuery, channel: &Channel, offered: bool) -> i32 {
    // A rendezvous channel has room for the message on offer.
    let length = channel.messages.len() + usize::from(offered);
    let full = length == channel.capacity.max(1) as usize;
    match query {
        ChannelQuery::Length => length as i32,
        ChannelQuery::Empty => i32::from(length == 0),
        ChannelQuery::NotEmpty => i32::from(length != 0),
        ChannelQuery::Full => i32::from(full),
        ChannelQuery::NotFull => i32::from(!full),
    }
}
