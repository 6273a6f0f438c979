//! Which tags the transitions of a system have, from the definitions in [`runtime::tags`]: a second implementation, beside that of the generator.

use std::collections::BTreeSet;

use runtime::tags::Verb;

use super::flat::Try;
use super::plain::Machine;
use super::table::{Cell, Index, Into, Statement, Test, Value};
use super::tags::{Need, Object, Own, Part, Question, Touch};

/// A rule that is easily forgotten. Without it something is lost: that shows what a campaign can find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// An `else`, and what can be interrupted, reads what decides about the others.
    Beside,
    /// An atomic sequence touches what follows in it.
    Following,
    /// In the middle of an atomic sequence it matters that a statement *cannot* be executed.
    FailedTests,
    /// Where processes stand decides about handshakes.
    Everything,
    /// An element whose index is changed on the way is any element.
    ChangingIndex,
    /// An assertion reads what it asserts.
    Asserted,
    /// What is sent decides who can receive it.
    OfferedValue,
    /// The youngest process ends first.
    Ends,
}

/// All of them, by name.
pub const RULES: [(&str, Rule); 8] = [
    ("beside", Rule::Beside),
    ("following", Rule::Following),
    ("failed-tests", Rule::FailedTests),
    ("everything", Rule::Everything),
    ("changing-index", Rule::ChangingIndex),
    ("asserted", Rule::Asserted),
    ("offered-value", Rule::OfferedValue),
    ("ends", Rule::Ends),
];

/// By transition; for those that nobody comes to as well. One of the rules may be left out.
pub fn find(machine: &Machine, without: Option<Rule>) -> Vec<Own> {
    let finder = Finder { machine, without };
    let mut found = vec![Own::default(); machine.flat.transitions.len()];
    for place in &machine.flat.places {
        for (i, it) in place.tries.iter().enumerate() {
            // The same escape is offered at several places: what it touches and needs is the same at each.
            let mut own = Own::default();
            let mut seen = BTreeSet::new();
            finder.close(&place.tries, i, &mut own, &mut seen);
            if finder.keeps(Rule::ChangingIndex) {
                forget_changing_parts(&mut own);
            }
            own.needs = finder.needs(&place.tries, i);
            own.everything &= finder.keeps(Rule::Everything);
            found[it.transition] = own;
        }
    }
    found
}

struct Finder<'m> {
    machine: &'m Machine,
    without: Option<Rule>,
}

impl Finder<'_> {
    fn keeps(&self, rule: Rule) -> bool {
        self.without != Some(rule)
    }

    /// Adds what candidate `i` of a place touches, and what may follow.
    fn close(&self, tries: &[Try], i: usize, own: &mut Own, seen: &mut BTreeSet<usize>) {
        let it = tries[i];
        let transition = &self.machine.flat.transitions[it.transition];
        let statement = transition.statement.as_ref();
        own.touches.extend(self.executed(statement));
        own.assigns |= assigned(statement);
        if self.keeps(Rule::Beside) {
            for other in self.deciders(tries, i) {
                match other {
                    Some(touches) => own.touches.extend(touches),
                    None => own.everything = true,
                }
            }
        }
        // Behind a handshake it is the receiver that may go on alone.
        let goes_on = it.atomic && !self.is_offer(statement);
        if !goes_on || !self.keeps(Rule::Following) || !seen.insert(transition.target) {
            return;
        }
        let tries = &self.machine.flat.places[transition.target].tries;
        for (i, next) in tries.iter().enumerate() {
            let statement = self.machine.flat.transitions[next.transition]
                .statement
                .as_ref();
            match self.asked(statement) {
                Some(touches) if self.keeps(Rule::FailedTests) => own.touches.extend(touches),
                Some(_) => {}
                // It moves a process of which nothing is known here.
                None => own.everything = true,
            }
            self.close(tries, i, own, seen);
        }
    }

    /// What decides whether candidate `i` is tried at all: of an `else` all others, of what can be interrupted the escapes. `None` where
    /// it depends on where processes stand.
    fn deciders(&self, tries: &[Try], i: usize) -> Vec<Option<Vec<Touch>>> {
        let it = tries[i];
        let is_else =
            self.machine.flat.transitions[it.transition].statement == Some(Statement::Else);
        let others = tries
            .iter()
            .enumerate()
            .filter(|(j, other)| other.tier < it.tier || (is_else && *j != i));
        let others = others.map(|(_, other)| {
            let statement = self.machine.flat.transitions[other.transition]
                .statement
                .as_ref();
            self.asked(statement)
        });
        others.collect()
    }

    fn is_offer(&self, statement: Option<&Statement>) -> bool {
        matches!(statement, Some(Statement::Send(channel, _)) if self.machine.system.channels[*channel] == 0)
    }

    /// What a statement touches that is executed.
    fn executed(&self, statement: Option<&Statement>) -> Vec<Touch> {
        let Some(statement) = statement else {
            let ends = self
                .keeps(Rule::Ends)
                .then(|| touch(Verb::End, Object::Alive));
            return ends.into_iter().collect();
        };
        let is_buffered = |channel: usize| self.machine.system.channels[channel] > 0;
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
            Statement::Send(channel, value) => {
                let verb = if is_buffered(*channel) {
                    Verb::Send
                } else {
                    Verb::Offer
                };
                let mut touches = vec![touch(verb, Object::Channel(*channel))];
                touches.extend(self.read(value));
                touches
            }
            Statement::Receive(channel, into) => {
                let verb = if is_buffered(*channel) {
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

    /// What a statement looks at when it is found out whether it can be executed; `None`: where processes stand.
    fn asked(&self, statement: Option<&Statement>) -> Option<Vec<Touch>> {
        match statement {
            Some(Statement::Guard(tests)) => {
                Some(tests.iter().flat_map(|it| self.tested(it)).collect())
            }
            Some(Statement::Timeout) => Some(vec![touch(Verb::Read, Object::Timeout)]),
            Some(Statement::Send(channel, _) | Statement::Receive(channel, _)) => {
                match (self.machine.system.channels[*channel], statement) {
                    (0, Some(Statement::Send(..))) => None,
                    // Not executable as long as nobody else moves.
                    (0, _) => Some(Vec::new()),
                    _ => Some(vec![touch(Verb::Ask, Object::Channel(*channel))]),
                }
            }
            None => Some(vec![touch(Verb::Read, Object::Alive)]),
            _ => Some(Vec::new()),
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
        let statement = self.machine.flat.transitions[tries[i].transition]
            .statement
            .as_ref();
        let mut needs = self.own_needs(statement);
        for other in self.deciders(tries, i) {
            match other {
                Some(touches) if touches.is_empty() => {}
                Some(touches) => needs.push(unknown(touches)),
                // Whoever meets somebody there; the transition depends on everything in any case.
                None => return Vec::new(),
            }
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
                // Whoever waits may wait for another message.
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

fn touch(verb: Verb, object: Object) -> Touch {
    let part = Part::Any;
    Touch { verb, object, part }
}

fn assigned(statement: Option<&Statement>) -> u64 {
    match statement {
        Some(
            Statement::Assign(Cell::Local(local), _)
            | Statement::Advance(Cell::Local(local))
            | Statement::Receive(_, Into::Cell(Cell::Local(local))),
        ) => 1 << local,
        _ => 0,
    }
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
