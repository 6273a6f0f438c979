//! Systems by chance.

use super::classes::{Class, LIVELY, Shape, TABLE};
use super::table::{
    Automaton, Cell, Choice, Fill, Index, Into, LOCALS, Place, Statement, System, Test, Value,
};
use crate::random::numbers::Numbers;

/// System `index` of a seed, with this many processes; and its class.
pub fn system(seed: u64, index: u64, processes: usize) -> (Class, System) {
    let (class, _, shape) = TABLE[index as usize % TABLE.len()];
    (class, of_shape(seed, index, processes, shape))
}

/// A system for claims.
pub fn lively(seed: u64, index: u64, processes: usize) -> System {
    let (_, shape) = LIVELY[index as usize % LIVELY.len()];
    of_shape(seed, index, processes, shape)
}

fn of_shape(seed: u64, index: u64, processes: usize, shape: Shape) -> System {
    let mut maker = Maker {
        numbers: Numbers::of(seed, index),
        shape,
        system: System::default(),
    };
    maker.declare(processes);
    for pid in 0..processes {
        let automaton = maker.automaton(pid, processes);
        maker.system.processes.push(automaton);
    }
    maker.system
}

/// Waits for ever: no variable has two values.
fn never() -> Statement {
    let is = |value| Test::Compare(Cell::Local(0), true, Value::Constant(value));
    Statement::Guard(vec![is(0), is(1)])
}

struct Maker {
    numbers: Numbers,
    shape: Shape,
    /// The declarations, and the processes made so far.
    system: System,
}

impl Maker {
    fn declare(&mut self, processes: usize) {
        for _ in 0..self.numbers.between(2, 3) {
            let length = match (
                self.chance(self.shape.arrays),
                self.chance(self.shape.faults),
            ) {
                (false, _) => 0,
                (true, false) => processes.max(3) as u8,
                (true, true) => 2,
            };
            self.system.globals.push(length);
        }
        let (least, most) = self.shape.channels;
        for _ in 0..self.numbers.between(least, most) {
            let capacity = self.numbers.between(1, 2) as u8;
            self.system.channels.push(capacity);
        }
        if self.chance(self.shape.rendezvous) {
            self.system.channels.push(0);
        }
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.numbers.chance(percent)
    }

    fn automaton(&mut self, pid: usize, processes: usize) -> Automaton {
        let most = if processes > 3 { 4 } else { 5 };
        let count = self.numbers.between(2, most);
        let ends = self.chance(self.shape.ends);
        let mut places: Vec<Place> = (0..count).map(|at| self.place(pid, at, count)).collect();
        if self.chance(self.shape.timeouts) {
            let at = self.numbers.below(count);
            let place = &mut places[at];
            let has_else = place
                .choices
                .iter()
                .any(|it| it.stages[0] == [Statement::Else]);
            if !has_else {
                let target = self.numbers.below(count + 1);
                place
                    .choices
                    .push(Choice::simple(Statement::Timeout, target));
            }
        }
        places.push(self.last(ends));
        Automaton { places }
    }

    /// The last place: the process ends, or is stuck where it may be, or not.
    fn last(&mut self, ends: bool) -> Place {
        let end = Choice {
            atomic: false,
            stages: vec![vec![Statement::Skip]],
            target: None,
        };
        Place {
            end: !ends && self.chance(60),
            choices: if ends { vec![end] } else { Vec::new() },
            escape: None,
        }
    }

    fn place(&mut self, pid: usize, at: usize, count: usize) -> Place {
        let mut choices = Vec::new();
        let most = if self.shape.lively { 1 } else { 2 };
        for _ in 0..self.numbers.between(1, most) + usize::from(self.chance(20)) {
            choices.push(self.choice(pid, at, count));
        }
        if self.shape.crowds > 0 && self.chance(self.shape.crowds) {
            self.crowd(&mut choices, pid, at, count);
        }
        if self.chance(self.shape.otherwise) {
            let target = self.target(at, count);
            choices.push(Choice::simple(Statement::Else, target));
        }
        let escape = self.chance(self.shape.escapes).then(|| {
            let first = match self.chance(50) {
                true => self.guard(pid),
                false => self.message(pid).unwrap_or_else(|| self.guard_of_one(pid)),
            };
            let mut stages = vec![vec![first]];
            if self.chance(30) {
                stages.push(vec![self.statement(pid)]);
            }
            Choice {
                atomic: self.chance(20),
                stages,
                target: Some(self.target(at, count)),
            }
        });
        Place {
            end: escape.is_none() && self.chance(10),
            choices,
            escape,
        }
    }

    /// Sets choices that are never executable behind the first one, and behind all an atomic
    /// sequence that waits.
    fn crowd(&mut self, choices: &mut Vec<Choice>, pid: usize, at: usize, count: usize) {
        let dead = Choice::simple(never(), self.target(at, count));
        let dead = std::iter::repeat_n(dead, self.numbers.between(60, 68));
        choices.splice(1..1, dead);
        choices.push(Choice {
            atomic: true,
            stages: vec![vec![self.guard(pid)], vec![self.statement(pid)]],
            target: Some(self.target(at, count)),
        });
    }

    fn target(&mut self, at: usize, count: usize) -> usize {
        match (self.shape.forward, self.shape.lively) {
            (true, _) => self.numbers.between(at + 1, count),
            (false, true) if self.numbers.chance(85) => self.numbers.below(count),
            (false, _) => self.numbers.below(count + 1),
        }
    }

    fn choice(&mut self, pid: usize, at: usize, count: usize) -> Choice {
        let target = self.target(at, count);
        if !self.chance(self.shape.atomic) {
            // SPIN refuses a loop that is nothing else.
            let statement = match self.chance(4) && target != at {
                true => Statement::Skip,
                false => self.statement(pid),
            };
            return Choice::simple(statement, target);
        }
        let length = self.numbers.between(2, 4);
        let mut stages = vec![vec![self.statement(pid)]];
        for _ in 1..length {
            let mut stage = vec![self.statement(pid)];
            if self.chance(20) {
                let other = match self.chance(40) {
                    true => Statement::Else,
                    false => self.statement(pid),
                };
                stage.push(other);
            }
            stages.push(stage);
        }
        Choice {
            atomic: true,
            stages,
            target: Some(target),
        }
    }

    fn statement(&mut self, pid: usize) -> Statement {
        if self.chance(self.shape.messages)
            && let Some(message) = self.message(pid)
        {
            return message;
        }
        let least = match self.shape.lively {
            true => 1,
            false => 0,
        };
        match self.numbers.between(least, 9) {
            0 => Statement::Assert(self.test(pid)),
            1..=3 => self.guard(pid),
            4..=6 => Statement::Advance(self.cell(pid)),
            7 | 8 => {
                let value = self.numbers.below(3) as u8;
                Statement::Assign(self.cell(pid), Value::Constant(value))
            }
            _ => {
                let from = Value::Cell(self.cell(pid));
                Statement::Assign(self.cell(pid), from)
            }
        }
    }

    fn message(&mut self, pid: usize) -> Option<Statement> {
        let channels = self.system.channels.len();
        if channels == 0 {
            return None;
        }
        let channel = self.numbers.below(channels);
        Some(match self.numbers.below(4) {
            0 | 1 => {
                let value = match self.chance(60) {
                    true => Value::Constant(self.numbers.below(3) as u8),
                    false => Value::Cell(self.cell(pid)),
                };
                Statement::Send(channel, value)
            }
            2 => Statement::Receive(channel, Into::Match(self.numbers.below(3) as u8)),
            _ => Statement::Receive(channel, Into::Cell(self.cell(pid))),
        })
    }

    fn guard(&mut self, pid: usize) -> Statement {
        let mut tests = vec![self.test(pid)];
        if self.chance(20) {
            tests.push(self.test(pid));
        }
        Statement::Guard(tests)
    }

    fn guard_of_one(&mut self, pid: usize) -> Statement {
        Statement::Guard(vec![self.test(pid)])
    }

    fn test(&mut self, pid: usize) -> Test {
        let buffered = self.system.channels.iter().filter(|&&it| it > 0).count();
        if buffered > 0 && self.chance(20) {
            let channel = self.numbers.below(buffered);
            return match self.numbers.below(6) {
                0 => Test::Fill(channel, Fill::Full),
                1 => Test::Fill(channel, Fill::Empty),
                2 => Test::Fill(channel, Fill::NotFull),
                3 => Test::Fill(channel, Fill::NotEmpty),
                4 => Test::Length(channel, self.numbers.below(3) as u8),
                _ => Test::Poll(channel, self.numbers.below(3) as u8),
            };
        }
        let cell = self.cell(pid);
        let equal = self.chance(65);
        let value = match self.chance(85) {
            true => Value::Constant(self.numbers.below(3) as u8),
            false => Value::Cell(self.cell(pid)),
        };
        Test::Compare(cell, equal, value)
    }

    fn cell(&mut self, pid: usize) -> Cell {
        if self.chance(self.shape.locals) {
            return Cell::Local(self.numbers.below(LOCALS));
        }
        let global = self.numbers.below(self.system.globals.len());
        match self.system.globals[global] {
            0 => Cell::Global(global),
            length => {
                let index = match self.numbers.below(3) {
                    0 => Index::Constant(self.numbers.below(length.into()) as u8),
                    1 if pid < usize::from(length) => Index::Pid,
                    _ => Index::Local(self.numbers.below(LOCALS)),
                };
                Cell::Element(global, index)
            }
        }
    }
}
