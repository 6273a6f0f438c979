//! Systems by chance.

use super::classes::{Class, LIVELY, Shape, TABLE};
use super::table::{
    Automaton, Cell, Choice, Fill, Index, Into, LOCALS, PROCESSES_MAX, Place, Statement, System,
    Test, Value,
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
    let runs = maker.may(shape.runs);
    for pid in 0..processes {
        let automaton = maker.automaton(pid, processes);
        maker.system.processes.push(automaton);
    }
    if runs {
        maker.let_run();
    }
    if maker.may(shape.children) {
        maker.let_have_children();
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
                // A process that is started has a pid behind all others.
                (true, false) if self.shape.runs + self.shape.children > 0 => PROCESSES_MAX as u8,
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

    /// Whether something is so that most shapes do not have: then no number is taken.
    fn may(&mut self, percent: usize) -> bool {
        percent > 0 && self.chance(percent)
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
        let provided = self.may(self.shape.provided);
        Automaton {
            idle: false,
            provided: provided.then(|| self.condition()),
            places,
        }
    }

    /// Something about a global, most often true at the start.
    fn condition(&mut self) -> Test {
        let global = self.numbers.below(self.system.globals.len());
        let cell = match self.system.globals[global] {
            0 => Cell::Global(global),
            length => {
                let index = self.numbers.below(length.into()) as u8;
                Cell::Element(global, Index::Constant(index))
            }
        };
        let value = self.numbers.below(3) as u8;
        let holds = self.chance(75);
        Test::Compare(cell, (value == 0) == holds, Value::Constant(value))
    }

    /// Makes the last automaton one that others start: each at its beginning, where there are few
    /// processes, once, or as all that it does. Half of the times it comes to its end soon, so that
    /// a cycle can have births and deaths.
    fn let_run(&mut self) {
        let idle = self.system.processes.len() - 1;
        if self.chance(50) {
            let shape = self.shape;
            self.shape = Shape {
                forward: true,
                ends: 100,
                locals: 80,
                ..shape
            };
            self.system.processes[idle] = self.automaton(idle, PROCESSES_MAX);
            self.shape = shape;
        }
        self.system.processes[idle].idle = true;
        let first = self.numbers.below(idle);
        let both = idle > 1 && self.chance(20);
        for runner in (0..idle).filter(|&it| it == first || both) {
            match self.numbers.below(4) {
                0 => self.run_at_first(runner, idle),
                1 => self.run_among_others(runner, idle, false),
                2 => self.run_among_others(runner, idle, true),
                _ => self.run_only(runner, idle),
            }
        }
    }

    /// Makes the last automaton one that the last of the others starts first of all, once or twice,
    /// and perhaps another one, too. It may wait until it is alone again, sometimes for something
    /// else besides, or another one for any number of processes. What is started comes to its end
    /// soon.
    fn let_have_children(&mut self) {
        let idle = self.system.processes.len() - 1;
        let shape = self.shape;
        self.shape = Shape {
            forward: true,
            ends: 100,
            ..shape
        };
        self.system.processes[idle] = self.automaton(idle, PROCESSES_MAX);
        self.shape = shape;
        self.system.processes[idle].idle = true;
        let parent = idle - 1;
        if self.chance(75) {
            let is_alone = self.chance(70);
            let (waiter, count) = match is_alone {
                true => (parent, idle),
                false => (
                    self.numbers.below(idle),
                    self.numbers.between(1, PROCESSES_MAX),
                ),
            };
            let mut tests = vec![Test::Alive(count as u8)];
            if self.chance(30) {
                tests.push(self.condition());
            }
            let waits = Statement::Guard(tests);
            self.before_all(waiter, Choice::simple(waits, 0));
        }
        let others = self.numbers.below(3);
        if others == 1 {
            self.run_at_first(parent, idle);
        }
        self.run_at_first(parent, idle);
        if others == 2 {
            let runner = self.numbers.below(idle);
            self.run_at_first(runner, idle);
        }
    }

    fn run_only(&mut self, runner: usize, idle: usize) {
        let few = Statement::Guard(vec![Test::Alive(idle as u8)]);
        let stages = vec![vec![few], vec![Statement::Run(idle)]];
        let place = Place {
            choices: vec![Choice::sequence(stages, Some(0))],
            ..Place::default()
        };
        self.system.processes[runner].places = vec![place];
    }

    fn run_at_first(&mut self, runner: usize, idle: usize) {
        let mut stages = vec![vec![Statement::Run(idle)]];
        if self.chance(30) {
            stages.insert(0, vec![self.statement(runner)]);
        }
        self.before_all(runner, Choice::sequence(stages, Some(0)));
    }

    /// Puts a place with this choice before all others of an automaton; it leads to what was first.
    fn before_all(&mut self, automaton: usize, choice: Choice) {
        let place = Place {
            choices: vec![choice],
            ..Place::default()
        };
        let places = &mut self.system.processes[automaton].places;
        places.insert(0, place);
        let choices = places
            .iter_mut()
            .flat_map(|it| it.choices.iter_mut().chain(&mut it.escape));
        let targets = choices.filter_map(|it| it.target.as_mut());
        targets.for_each(|target| *target += 1);
    }

    /// A choice of an automaton; where it may come again, only if there are few processes.
    fn run_among_others(&mut self, runner: usize, idle: usize, again: bool) {
        let count = self.system.processes[runner].places.len() - 1;
        let at = self.numbers.below(count);
        let mut stages = vec![vec![Statement::Run(idle)]];
        if again || !self.shape.forward {
            let alive = idle - usize::from(idle > 1 && self.chance(20));
            let few = Statement::Guard(vec![Test::Alive(alive as u8)]);
            stages.insert(0, vec![few]);
        }
        if self.chance(30) {
            stages.push(vec![self.statement(runner)]);
        }
        let target = self.target(at, count);
        let place = &mut self.system.processes[runner].places[at];
        place
            .choices
            .insert(0, Choice::sequence(stages, Some(target)));
    }

    /// The last place: the process ends, or is stuck where it may be, or not.
    fn last(&mut self, ends: bool) -> Place {
        let end = Choice::sequence(vec![vec![Statement::Skip]], None);
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
                d_step: false,
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
        let stages = vec![vec![self.guard(pid)], vec![self.statement(pid)]];
        let target = self.target(at, count);
        choices.push(Choice::sequence(stages, Some(target)));
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
        if self.may(self.shape.d_steps) {
            return self.d_step(pid, target);
        }
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
        Choice::sequence(stages, Some(target))
    }

    /// Several statements, of which most often none can block but the first.
    fn d_step(&mut self, pid: usize, target: usize) -> Choice {
        let mut stages = Vec::new();
        let buffered = self.buffered();
        if buffered > 0 && self.chance(self.shape.messages) {
            let channel = self.numbers.below(buffered);
            let (fill, message) = match self.chance(50) {
                true => {
                    let value = Value::Constant(self.numbers.below(3) as u8);
                    (Fill::NotFull, Statement::Send(channel, value))
                }
                false => {
                    let into = Into::Cell(self.cell(pid));
                    (Fill::NotEmpty, Statement::Receive(channel, into))
                }
            };
            stages.push(Statement::Guard(vec![Test::Fill(channel, fill)]));
            stages.push(message);
        } else {
            stages.push(self.first_of_d_step(pid));
        }
        for _ in 0..self.numbers.between(1, 2) {
            stages.push(match self.may(self.shape.faults) {
                true => self.guard(pid),
                false => self.straight(pid),
            });
        }
        Choice {
            atomic: false,
            d_step: true,
            stages: stages.into_iter().map(|it| vec![it]).collect(),
            target: Some(target),
        }
    }

    fn first_of_d_step(&mut self, pid: usize) -> Statement {
        let statement = self.statement(pid);
        match statement {
            // There an offer is always an error.
            Statement::Send(channel, _) if self.system.channels[channel] == 0 => self.guard(pid),
            statement => statement,
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
            1..=3 => self.guard(pid),
            number => self.without_waiting(pid, number),
        }
    }

    /// A statement that cannot block.
    fn straight(&mut self, pid: usize) -> Statement {
        let number = match self.shape.lively || self.chance(80) {
            true => self.numbers.between(4, 9),
            false => 0,
        };
        self.without_waiting(pid, number)
    }

    fn without_waiting(&mut self, pid: usize, number: usize) -> Statement {
        match number {
            0 => Statement::Assert(self.test(pid)),
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

    /// Buffered channels, which come first.
    fn buffered(&self) -> usize {
        self.system.channels.iter().filter(|&&it| it > 0).count()
    }

    fn test(&mut self, pid: usize) -> Test {
        let buffered = self.buffered();
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
