//! A smaller system with the same fault.
//!
//! Processes, places, choices, stages and tests are left out, sequences made less atomic,
//! statements replaced by simpler ones, as long as the fault stays.

use std::collections::BTreeSet;

use super::table::{Automaton, Cell, Choice, Into, Place, Statement, System, Test, Value};

/// Shrinks a system as long as `same` says that the fault is still there, asking at most `most`
/// times.
pub fn shrink(system: &System, most: usize, same: impl FnMut(&System) -> bool) -> System {
    without_unused(&shrink_processes(system, most, same))
}

/// The same, but globals and channels stay, and keep their numbers.
pub fn shrink_processes(
    system: &System,
    most: usize,
    mut same: impl FnMut(&System) -> bool,
) -> System {
    let mut smallest = system.clone();
    let mut asked = 0;
    let mut number = 0;
    while asked < most {
        let Some(candidate) = simpler(&smallest).nth(number) else {
            break;
        };
        asked += 1;
        if same(&candidate) {
            smallest = candidate;
            number = 0;
        } else {
            number += 1;
        }
    }
    smallest
}

/// Systems that are a step simpler, the greatest steps first.
fn simpler(system: &System) -> impl Iterator<Item = System> {
    let processes = (0..system.processes.len()).map(|at| without_process(system, at));
    let processes = processes.filter(|it| !it.processes.is_empty());
    let parts = system
        .processes
        .iter()
        .enumerate()
        .flat_map(move |(pid, process)| {
            let smaller = simpler_process(process).into_iter();
            smaller.map(move |it| {
                let mut system = system.clone();
                system.processes[pid] = it;
                system
            })
        });
    processes.chain(parts)
}

/// Without an automaton; what starts its processes does nothing.
fn without_process(system: &System, removed: usize) -> System {
    let mut smaller = system.clone();
    smaller.processes.remove(removed);
    for statement in statements(&mut smaller) {
        match statement {
            Statement::Run(started) if *started == removed => *statement = Statement::Skip,
            Statement::Run(started) if *started > removed => *started -= 1,
            _ => {}
        }
    }
    smaller
}

fn simpler_process(process: &Automaton) -> Vec<Automaton> {
    let places = &process.places;
    let mut found = Vec::new();
    if process.provided.is_some() {
        found.push(Automaton {
            provided: None,
            ..process.clone()
        });
    }
    if places.len() > 1 {
        found.extend((0..places.len()).map(|at| without_place(process, at)));
    }
    for (at, place) in places.iter().enumerate() {
        for smaller in simpler_place(place) {
            let mut process = process.clone();
            process.places[at] = smaller;
            found.push(process);
        }
    }
    found
}

/// Without a place, and the choices that lead to it.
fn without_place(process: &Automaton, removed: usize) -> Automaton {
    let mut places = process.places.clone();
    places.remove(removed);
    let last = places.len() - 1;
    for (at, place) in places.iter_mut().enumerate() {
        let retarget = |mut choice: Choice| {
            match &mut choice.target {
                Some(target) if *target == removed => return None,
                Some(target) if *target > removed => *target -= 1,
                None if at != last => return None,
                _ => {}
            }
            Some(choice)
        };
        place.choices = std::mem::take(&mut place.choices)
            .into_iter()
            .filter_map(retarget)
            .collect();
        place.escape = place.escape.take().and_then(retarget);
        if place.choices.is_empty() {
            place.escape = None;
        }
    }
    Automaton {
        places,
        ..process.clone()
    }
}

fn simpler_place(place: &Place) -> Vec<Place> {
    let mut found = Vec::new();
    for at in 0..place.choices.len() {
        let mut smaller = place.clone();
        smaller.choices.remove(at);
        if smaller.choices.is_empty() {
            smaller.escape = None;
        }
        found.push(smaller);
    }
    if let Some(escape) = &place.escape {
        found.push(Place {
            escape: None,
            ..place.clone()
        });
        for smaller in simpler_choice(escape) {
            found.push(Place {
                escape: Some(smaller),
                ..place.clone()
            });
        }
    }
    for (at, choice) in place.choices.iter().enumerate() {
        for smaller in simpler_choice(choice) {
            let mut place = place.clone();
            place.choices[at] = smaller;
            found.push(place);
        }
    }
    if place.end {
        found.push(Place {
            end: false,
            ..place.clone()
        });
    }
    found
}

fn simpler_choice(choice: &Choice) -> Vec<Choice> {
    let mut found = Vec::new();
    for at in 0..choice.stages.len() {
        if choice.stages.len() > 1 && (at > 0 || choice.stages[1].len() == 1) {
            let mut smaller = choice.clone();
            smaller.stages.remove(at);
            found.push(smaller);
        }
        for other in 0..choice.stages[at].len() {
            if choice.stages[at].len() > 1 {
                let mut smaller = choice.clone();
                smaller.stages[at].remove(other);
                // An `else` alone is not what it was beside others.
                if smaller.stages[at] != [Statement::Else] {
                    found.push(smaller);
                }
            }
            for statement in simpler_statement(&choice.stages[at][other]) {
                let mut smaller = choice.clone();
                smaller.stages[at][other] = statement;
                found.push(smaller);
            }
        }
    }
    if (choice.atomic || choice.d_step) && choice.stages.len() == 1 {
        found.push(Choice {
            atomic: false,
            d_step: false,
            ..choice.clone()
        });
    }
    found
}

fn simpler_statement(statement: &Statement) -> Vec<Statement> {
    let mut found = Vec::new();
    match statement {
        Statement::Skip | Statement::Else | Statement::Timeout => return found,
        Statement::Guard(tests) if tests.len() > 1 => {
            found.extend(tests.iter().map(|test| Statement::Guard(vec![*test])));
        }
        Statement::Advance(cell) => {
            let values = [1, 2].map(Value::Constant);
            found.extend(values.map(|value| Statement::Assign(*cell, value)));
        }
        Statement::Assign(cell, Value::Cell(_)) => {
            let values = [0, 1, 2].map(Value::Constant);
            found.extend(values.map(|value| Statement::Assign(*cell, value)));
        }
        Statement::Send(channel, Value::Cell(_)) => {
            let values = [0, 1, 2].map(Value::Constant);
            found.extend(values.map(|value| Statement::Send(*channel, value)));
        }
        _ => {}
    }
    found.insert(0, Statement::Skip);
    found
}

/// Without globals and channels that no one uses.
fn without_unused(system: &System) -> System {
    let mut system = system.clone();
    let (mut globals, mut channels) = (BTreeSet::new(), BTreeSet::new());
    visit(&mut system, &mut |name| {
        match name {
            Name::Global(global) => globals.insert(*global),
            Name::Channel(channel) => channels.insert(*channel),
        };
    });
    visit(&mut system, &mut |name| match name {
        Name::Global(global) => *global = globals.range(..*global).count(),
        Name::Channel(channel) => *channel = channels.range(..*channel).count(),
    });
    system.globals = globals.iter().map(|&it| system.globals[it]).collect();
    system.channels = channels.iter().map(|&it| system.channels[it]).collect();
    system
}

/// A global or a channel, where it is mentioned.
enum Name<'s> {
    Global(&'s mut usize),
    Channel(&'s mut usize),
}

fn statements(system: &mut System) -> impl Iterator<Item = &mut Statement> {
    let places = system.processes.iter_mut().flat_map(|it| &mut it.places);
    let choices = places.flat_map(|place| place.choices.iter_mut().chain(&mut place.escape));
    choices.flat_map(|choice| choice.stages.iter_mut().flatten())
}

/// Every mention of a global or a channel.
fn visit(system: &mut System, see: &mut impl FnMut(Name<'_>)) {
    let provided = system.processes.iter_mut().flat_map(|it| &mut it.provided);
    provided.for_each(|test| visit_test(test, see));
    for statement in statements(system) {
        match statement {
            Statement::Skip | Statement::Else | Statement::Timeout | Statement::Run(_) => {}
            Statement::Guard(tests) => tests.iter_mut().for_each(|it| visit_test(it, see)),
            Statement::Assert(test) => visit_test(test, see),
            Statement::Advance(cell) => visit_cell(cell, see),
            Statement::Assign(cell, value) => {
                visit_cell(cell, see);
                visit_value(value, see);
            }
            Statement::Send(channel, value) => {
                see(Name::Channel(channel));
                visit_value(value, see);
            }
            Statement::Receive(channel, into) => {
                see(Name::Channel(channel));
                if let Into::Cell(cell) = into {
                    visit_cell(cell, see);
                }
            }
        }
    }
}

fn visit_test(test: &mut Test, see: &mut impl FnMut(Name<'_>)) {
    match test {
        Test::Compare(cell, _, value) => {
            visit_cell(cell, see);
            visit_value(value, see);
        }
        Test::Fill(channel, _) | Test::Length(channel, _) | Test::Poll(channel, _) => {
            see(Name::Channel(channel));
        }
        Test::Alive(_) => {}
    }
}

fn visit_value(value: &mut Value, see: &mut impl FnMut(Name<'_>)) {
    if let Value::Cell(cell) = value {
        visit_cell(cell, see);
    }
}

fn visit_cell(cell: &mut Cell, see: &mut impl FnMut(Name<'_>)) {
    match cell {
        Cell::Local(_) => {}
        Cell::Global(global) | Cell::Element(global, _) => see(Name::Global(global)),
    }
}
