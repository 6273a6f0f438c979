//! Which tags the transitions of a system have, from the definitions in [`runtime::tags`]: a second
//! implementation, beside that of the generator.

use std::collections::BTreeSet;

use runtime::tags::Verb;

use super::anonymous;
use super::flat::{Transition, Try};
use super::plain::Machine;
use super::sequence::{Position, Sequence};
use super::table::{Cell, Index, Into, Statement, Test, Value};
use super::tags::{Need, Object, Own, Part, Question, Touch};

/// A rule that is easily forgotten. Without it something is lost: that shows what a campaign can
/// find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// An `else`, and what can be interrupted, reads what decides about the others.
    Beside,
    /// An atomic sequence touches what follows in it.
    Following,
    /// In the middle of an atomic sequence it matters that a statement *cannot* be executed.
    FailedTests,
    /// An offer in the middle of an atomic sequence, or one that decides about an `else`, looks
    /// where others can receive. That is changed by anyone who comes there or leaves.
    MovesReceiver,
    /// Anyone who takes an offer in the middle of an atomic sequence goes on with its own.
    DrawnIn,
    /// An element whose index is changed on the way is any element.
    ChangingIndex,
    /// An assertion reads what it asserts.
    Asserted,
    /// What is sent decides who can receive it.
    OfferedValue,
    /// The youngest process ends first.
    Ends,
    /// Each step reads what its process is provided for.
    Provided,
    /// What stands behind the first statement of a `d_step` belongs to the step.
    Inside,
    /// A `run` changes how many processes there are.
    Runs,
    /// A start may go before ends only where no one sees numbers of processes.
    Numbers,
}

/// All of them, by name.
pub const RULES: [(&str, Rule); 13] = [
    ("beside", Rule::Beside),
    ("following", Rule::Following),
    ("failed-tests", Rule::FailedTests),
    ("moves-receiver", Rule::MovesReceiver),
    ("drawn-in", Rule::DrawnIn),
    ("changing-index", Rule::ChangingIndex),
    ("asserted", Rule::Asserted),
    ("offered-value", Rule::OfferedValue),
    ("ends", Rule::Ends),
    ("provided", Rule::Provided),
    ("inside", Rule::Inside),
    ("runs", Rule::Runs),
    ("numbers", Rule::Numbers),
];

/// By transition; for those that no one comes to as well. One of the rules may be left out.
pub fn find(machine: &Machine, without: Option<Rule>) -> Vec<Own> {
    let anonymous = anonymous::are_anonymous(&machine.system);
    let finder = Finder {
        machine,
        anonymous,
        without,
    };
    let mut found = vec![Sequence::default(); machine.flat.transitions.len()];
    let mut offered_at = vec![Vec::new(); found.len()];
    for (number, place) in machine.flat.places.iter().enumerate() {
        for (i, it) in place.tries.iter().enumerate() {
            offered_at[it.transition].push(number);
            // The same escape is offered at several places: what it touches and needs is the same
            // at each, but for who may draw the process in.
            let mut whole = Sequence::default();
            finder.follow(&place.tries, i, Position::First, &mut whole);
            finder.draw_in(place.process, &mut whole);
            whole.own.needs = finder.needs(&place.tries, i);
            whole.places.extend(&found[it.transition].places);
            whole.places.insert(number);
            found[it.transition] = whole;
        }
    }
    let sought = found.iter().flat_map(|it| &it.own.touches);
    let sought = sought.filter(|it| it.verb == Verb::SeeksReceiver);
    let sought: BTreeSet<Object> = sought.map(|it| it.object).collect();
    let moves = |place: &usize| {
        let moves = finder.receivers_at(*place);
        let moves: Vec<Touch> = moves.filter(|it| sought.contains(&it.object)).collect();
        moves
    };
    let owns = found.into_iter().zip(offered_at).map(|(whole, places)| {
        let mut own = whole.own;
        own.touches.extend(whole.places.iter().flat_map(moves));
        // Anyone who draws the process in changes its locals, and so may bring about whatever it
        // needs.
        let drawing_in: Vec<Touch> = places.iter().flat_map(moves).collect();
        for need in &mut own.needs {
            need.touches.extend(&drawing_in);
        }
        if finder.keeps(Rule::ChangingIndex) {
            forget_changing_parts(&mut own);
        }
        own
    });
    owns.collect()
}

/// Finds the tags of a system.
pub(super) struct Finder<'m> {
    pub machine: &'m Machine,
    anonymous: bool,
    without: Option<Rule>,
}

impl Finder<'_> {
    pub(super) fn keeps(&self, rule: Rule) -> bool {
        self.without != Some(rule)
    }

    pub(super) fn statement(&self, it: &Try) -> Option<&Statement> {
        self.machine.flat.transitions[it.transition]
            .statement
            .as_ref()
    }

    /// The rendezvous channel on which a statement offers a message.
    pub(super) fn offered(&self, statement: Option<&Statement>) -> Option<usize> {
        match statement {
            Some(Statement::Send(channel, _)) if !self.is_buffered(*channel) => Some(*channel),
            _ => None,
        }
    }

    /// The one from which it takes one.
    pub(super) fn accepted(&self, statement: Option<&Statement>) -> Option<usize> {
        match statement {
            Some(Statement::Receive(channel, _)) if !self.is_buffered(*channel) => Some(*channel),
            _ => None,
        }
    }

    fn is_buffered(&self, channel: usize) -> bool {
        self.machine.system.channels[channel] > 0
    }

    /// What decides whether candidate `i` is tried at all: of an `else` all others, of what can be
    /// interrupted the escapes.
    pub(super) fn deciders(&self, tries: &[Try], i: usize) -> Vec<Option<&Statement>> {
        let it = tries[i];
        let is_else = self.statement(&it) == Some(&Statement::Else);
        let others = tries.iter().enumerate();
        let others = others.filter(|(j, other)| other.tier < it.tier || (is_else && *j != i));
        others.map(|(_, other)| self.statement(other)).collect()
    }

    /// What a transition touches that is executed. Inside of a `d_step` it matters that a statement
    /// cannot be executed, for that is an error.
    pub(super) fn done(&self, it: &Try, position: Position) -> BTreeSet<Touch> {
        let transition = &self.machine.flat.transitions[it.transition];
        let mut touches = BTreeSet::new();
        touches.extend(self.executed(transition.statement.as_ref(), position));
        if self.keeps(Rule::Provided) {
            touches.extend(self.provided(it).iter().flat_map(|test| self.tested(test)));
        }
        if self.keeps(Rule::Inside) {
            for statement in &transition.then {
                touches.extend(self.executed(Some(statement), Position::Middle));
                touches.extend(self.asked(Some(statement)));
            }
        }
        touches
    }

    /// What the process of a transition is provided for.
    fn provided(&self, it: &Try) -> Option<Test> {
        let process = self.machine.flat.transitions[it.transition].process;
        self.machine.system.processes[process].provided
    }

    /// What a statement touches that is executed.
    fn executed(&self, statement: Option<&Statement>, position: Position) -> Vec<Touch> {
        let Some(statement) = statement else {
            let ends = self
                .keeps(Rule::Ends)
                .then(|| touch(Verb::End, Object::Alive));
            return ends.into_iter().collect();
        };
        match statement {
            Statement::Skip | Statement::Else => Vec::new(),
            Statement::Timeout => vec![touch(Verb::Read, Object::Timeout)],
            Statement::Guard(tests) => tests.iter().flat_map(|it| self.tested(it)).collect(),
            Statement::Assert(test) if self.keeps(Rule::Asserted) => self.tested(test),
            Statement::Assert(_) => Vec::new(),
            Statement::Assign(cell, value) => {
                let written = self.of_cell(Verb::Write, cell);
                written.into_iter().chain(self.read(value)).collect()
            }
            Statement::Advance(cell) => self.of_cell(Verb::Write, cell).into_iter().collect(),
            Statement::Run(_) => {
                let verb = match self.anonymous || !self.keeps(Rule::Numbers) {
                    true => Verb::Start,
                    false => Verb::Write,
                };
                let runs = self.keeps(Rule::Runs);
                let runs = runs.then(|| touch(verb, Object::Alive));
                runs.into_iter().collect()
            }
            Statement::Send(channel, value) => {
                let verb = match (self.is_buffered(*channel), position) {
                    (true, _) => Verb::Send,
                    (false, Position::First) => Verb::Offer,
                    (false, Position::Middle) => Verb::SeeksReceiver,
                };
                let mut touches = vec![touch(verb, Object::Channel(*channel))];
                touches.extend(self.read(value));
                touches
            }
            Statement::Receive(channel, into) => {
                let verb = if self.is_buffered(*channel) {
                    Verb::Receive
                } else {
                    Verb::Accept
                };
                let mut touches = vec![touch(verb, Object::Channel(*channel))];
                if let Into::Cell(cell) = into {
                    touches.extend(self.of_cell(Verb::Write, cell));
                }
                touches
            }
        }
    }

    /// What a statement looks at when it is found out whether it can be executed.
    pub(super) fn asked(&self, statement: Option<&Statement>) -> Vec<Touch> {
        match statement {
            Some(Statement::Guard(tests)) => tests.iter().flat_map(|it| self.tested(it)).collect(),
            Some(Statement::Timeout) => vec![touch(Verb::Read, Object::Timeout)],
            Some(Statement::Send(channel, value)) if !self.is_buffered(*channel) => {
                // Anyone who waits may wait for another message.
                let value = self.read(value).filter(|_| self.keeps(Rule::OfferedValue));
                let seeks = touch(Verb::SeeksReceiver, Object::Channel(*channel));
                [seeks].into_iter().chain(value).collect()
            }
            // Not executable as long as no one else moves.
            Some(Statement::Receive(channel, _)) if !self.is_buffered(*channel) => Vec::new(),
            Some(Statement::Send(channel, _) | Statement::Receive(channel, _)) => {
                vec![touch(Verb::Ask, Object::Channel(*channel))]
            }
            None => vec![touch(Verb::Read, Object::Alive)],
            _ => Vec::new(),
        }
    }

    fn tested(&self, test: &Test) -> Vec<Touch> {
        match test {
            Test::Compare(cell, _, value) => {
                let left = self.of_cell(Verb::Read, cell);
                left.into_iter().chain(self.read(value)).collect()
            }
            Test::Fill(channel, _) | Test::Length(channel, _) | Test::Poll(channel, _) => {
                vec![touch(Verb::Ask, Object::Channel(*channel))]
            }
            Test::Alive(_) => vec![touch(Verb::Read, Object::Alive)],
        }
    }

    fn read(&self, value: &Value) -> Option<Touch> {
        match value {
            Value::Constant(_) => None,
            Value::Cell(cell) => self.of_cell(Verb::Read, cell),
        }
    }

    fn of_cell(&self, verb: Verb, cell: &Cell) -> Option<Touch> {
        match *cell {
            Cell::Local(_) => None,
            Cell::Global(global) => Some(touch(verb, Object::Global(global))),
            Cell::Element(global, index) => {
                let part = match index {
                    Index::Constant(index) => Part::At(index),
                    // What can be out of range is not asked for.
                    Index::Local(_) if self.machine.system.globals[global] < 3 => Part::Any,
                    Index::Local(local) => Part::Local(local),
                    Index::Pid => Part::Pid,
                };
                let object = Object::Global(global);
                Some(Touch { verb, object, part })
            }
        }
    }

    /// What can keep candidate `i` from being executed.
    fn needs(&self, tries: &[Try], i: usize) -> Vec<Need> {
        let unknown = |touches| Need {
            question: Question::Unknown,
            touches,
        };
        let mut needs = self.own_needs(self.statement(&tries[i]));
        for other in self.deciders(tries, i) {
            if self.offered(other).is_some() {
                // It waits until somebody comes, or goes; that is more than what the offer itself
                // says.
                return Vec::new();
            }
            let touches = self.asked(other);
            if !touches.is_empty() {
                needs.push(unknown(touches));
            }
        }
        if self.keeps(Rule::Provided) {
            needs.extend(self.provided(&tries[i]).map(|test| self.test_need(&test)));
        }
        needs
    }

    fn own_needs(&self, statement: Option<&Statement>) -> Vec<Need> {
        let Some(statement) = statement else {
            let touches = vec![touch(Verb::Read, Object::Alive)];
            let question = Question::Youngest;
            return vec![Need { question, touches }];
        };
        match statement {
            Statement::Guard(tests) => tests.iter().map(|it| self.test_need(it)).collect(),
            Statement::Send(channel, value) if self.machine.system.channels[*channel] == 0 => {
                // Anyone who waits may wait for another message.
                let offer = touch(Verb::Offer, Object::Channel(*channel));
                let value = self.read(value).filter(|_| self.keeps(Rule::OfferedValue));
                let touches = [offer].into_iter().chain(value).collect();
                let question = Question::Unknown;
                vec![Need { question, touches }]
            }
            Statement::Send(channel, _) => {
                let question = Question::Room(*channel);
                let touches = vec![touch(Verb::AwaitReceive, Object::Channel(*channel))];
                vec![Need { question, touches }]
            }
            Statement::Receive(channel, into) => {
                let need = |question, verb| Need {
                    question,
                    touches: vec![touch(verb, Object::Channel(*channel))],
                };
                if self.machine.system.channels[*channel] == 0 {
                    return vec![need(Question::Unknown, Verb::Accept)];
                }
                let mut needs = vec![need(Question::Message(*channel), Verb::AwaitSend)];
                if let Into::Match(value) = into {
                    needs.push(need(Question::Head(*channel, *value), Verb::AwaitReceive));
                }
                needs
            }
            Statement::Timeout => vec![Need {
                question: Question::Unknown,
                touches: vec![touch(Verb::Read, Object::Timeout)],
            }],
            _ => Vec::new(),
        }
    }

    fn test_need(&self, test: &Test) -> Need {
        let question = match test {
            Test::Compare(Cell::Local(local), equal, Value::Constant(value)) => {
                Question::Local(*local, *equal, *value)
            }
            Test::Compare(Cell::Global(global), equal, Value::Constant(value)) => {
                Question::Cell(self.machine.system.first_cell(*global), *equal, *value)
            }
            _ => Question::Unknown,
        };
        let touches = self.tested(test);
        Need { question, touches }
    }
}

pub(super) fn touch(verb: Verb, object: Object) -> Touch {
    let part = Part::Any;
    Touch { verb, object, part }
}

pub(super) fn assigned(transition: &Transition) -> u64 {
    let statements = transition.statement.iter().chain(&transition.then);
    let assigned = statements.map(|statement| match statement {
        Statement::Assign(Cell::Local(local), _)
        | Statement::Advance(Cell::Local(local))
        | Statement::Receive(_, Into::Cell(Cell::Local(local))) => 1 << local,
        _ => 0,
    });
    assigned.fold(0, |all, locals| all | locals)
}

/// An index that the transition itself changes says nothing.
fn forget_changing_parts(own: &mut Own) {
    let assigns = own.assigns;
    let touches = own.touches.iter().map(|it| match it.part {
        Part::Local(local) if assigns >> local & 1 != 0 => touch(it.verb, it.object),
        _ => *it,
    });
    own.touches = touches.collect();
}
