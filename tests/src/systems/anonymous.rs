//! Whether the processes of a system are anonymous, and which states are then the same: another
//! reading of `frontend/src/tags/anonymous.rs`.

use super::plain::{Machine, Plain};
use super::table::{Automaton, Cell, Choice, Index, Into, Place, Statement, System, Test, Value};

/// Processes are started, and no one sees which number they get, or whether one that has only its
/// end left is still there.
pub fn are_anonymous(system: &System) -> bool {
    let runs = |it: &Statement| matches!(it, Statement::Run(_));
    let mut pid = 0;
    system.statements().any(runs)
        && system.processes.iter().all(|automaton| {
            let own = (!automaton.idle).then_some(pid);
            pid += u8::from(!automaton.idle);
            automaton.provided.is_none() && is_anonymous(automaton, own)
        })
}

/// The same of an automaton; `own` is the number of its process, if that is one and the same.
fn is_anonymous(automaton: &Automaton, own: Option<u8>) -> bool {
    automaton.places.iter().all(|place| {
        let choices = place.choices.iter().chain(&place.escape);
        choices.into_iter().all(|choice| {
            let mut statements = choice.stages.iter().flatten();
            let first = statements.next();
            let waits = waits_to_be_alone(place, choice, own);
            first.is_none_or(|it| sees_nothing(it, own.is_none(), waits))
                && statements.all(|it| sees_nothing(it, own.is_none(), None))
        })
    })
}

/// What `_nr_pr` may be compared with in the first statement of a choice.
fn waits_to_be_alone(place: &Place, choice: &Choice, own: Option<u8>) -> Option<u8> {
    let is_else = |it: &Choice| it.stages[0] == [Statement::Else];
    let depends = place.escape.is_some() || place.choices.iter().any(is_else);
    own.filter(|_| !depends && !choice.d_step)
        .map(|pid| pid + 1)
}

fn sees_nothing(statement: &Statement, started: bool, alone: Option<u8>) -> bool {
    let of_cell = |cell: &Cell| !(started && matches!(cell, Cell::Element(_, Index::Pid)));
    let of_value = |value: &Value| match value {
        Value::Constant(_) => true,
        Value::Cell(cell) => of_cell(cell),
    };
    let of_test = |test: &Test, alone: Option<u8>| match test {
        Test::Compare(cell, _, value) => of_cell(cell) && of_value(value),
        Test::Alive(count) => alone == Some(*count),
        Test::Fill(..) | Test::Length(..) | Test::Poll(..) => true,
    };
    match statement {
        Statement::Guard(tests) => tests.iter().all(|it| of_test(it, alone)),
        Statement::Assert(test) => of_test(test, None),
        Statement::Assign(cell, value) => of_cell(cell) && of_value(value),
        Statement::Advance(cell) | Statement::Receive(_, Into::Cell(cell)) => of_cell(cell),
        Statement::Send(_, value) => of_value(value),
        Statement::Skip
        | Statement::Receive(_, Into::Match(_))
        | Statement::Else
        | Statement::Timeout
        | Statement::Run(_) => true,
    }
}

/// The state without the processes that have only their end left.
pub fn without_ending(machine: &Machine, state: &Plain) -> Plain {
    let ending = |place: u16| match &machine.flat.places[usize::from(place)].tries[..] {
        [only] => machine.flat.transitions[only.transition]
            .statement
            .is_none(),
        _ => false,
    };
    let mut left = Plain {
        processes: Default::default(),
        alive: 0,
        ..*state
    };
    for process in &state.processes[..usize::from(state.alive)] {
        if !ending(process.place) {
            left.processes[usize::from(left.alive)] = *process;
            left.alive += 1;
        }
    }
    left
}
