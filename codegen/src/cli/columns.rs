//! The messages of a run as a sequence chart: a column for each process, a row for each step that
//! sends, receives or prints.

use std::collections::BTreeMap;
use std::fmt::Write;

use frontend::interpret::run::Choice;
use frontend::interpret::{Effect, Event, Interpreter, State};
use frontend::ir::Action;
use frontend::shown;

/// Characters of a column; what does not fit moves the rest of its row to the right.
const WIDTH: usize = 14;

/// The processes that exist at the start.
pub fn heading(interpreter: Interpreter<'_>, state: &State) -> String {
    let names = (0..state.processes.len()).map(|pid| (pid, interpreter.process_name(state, pid)));
    row("step", names.collect())
}

/// The rows of a step: none when there is nothing to be seen from outside.
pub fn rows(
    interpreter: Interpreter<'_>,
    number: u64,
    before: &State,
    (choice, events): (&Choice<'_>, &[Event<'_>]),
) -> String {
    let mut rows = String::new();
    let mut add = |cells: BTreeMap<usize, String>| rows += &row(&number.to_string(), cells);
    let by = choice.by();
    let mut handshake = BTreeMap::new();
    for event in events {
        let Some(cell) = cell(interpreter, before, event) else {
            continue;
        };
        // Both halves of a handshake stand in one row.
        let message = matches!(event.effect, Effect::Sent { .. } | Effect::Received { .. });
        if by.partner.is_some() && message {
            handshake.insert(event.pid, cell);
            if handshake.len() == 2 {
                add(std::mem::take(&mut handshake));
            }
        } else {
            add(BTreeMap::from([(event.pid, cell)]));
        }
    }
    if let Choice::Step(successor) = choice {
        for pid in before.processes.len()..successor.state.processes.len() {
            let name = interpreter.process_name(&successor.state, pid);
            add(BTreeMap::from([(by.pid, "run".to_owned()), (pid, name)]));
        }
    }
    rows
}

fn cell(interpreter: Interpreter<'_>, before: &State, event: &Event<'_>) -> Option<String> {
    let text = |channel: usize, sign: char, message: &[i32]| {
        let name = interpreter.channel_name(before, channel);
        let message = interpreter.message_text(before, channel, message);
        format!("{name}{sign}{message}")
    };
    let mut cell = match &event.effect {
        Effect::Sent { channel, message } => text(*channel, '!', message),
        Effect::Received { channel, message } => text(*channel, '?', message),
        Effect::Read(character) => format!("STDIN?{character}"),
        Effect::Printed(printed) => {
            let printed = shown::lines(printed);
            format!("> {}", printed.trim_end().replace('\n', " / "))
        }
        Effect::None if event.step.action == Action::End => "-end-".to_owned(),
        Effect::None => String::new(),
    };
    if let Some(violation) = event.violation {
        cell = format!("{cell} {violation}").trim_start().to_owned();
    }
    (!cell.is_empty()).then_some(cell)
}

fn row(label: &str, cells: BTreeMap<usize, String>) -> String {
    let mut row = format!("{label:>5}  ");
    let last = cells.keys().next_back().copied().unwrap_or(0);
    for pid in 0..=last {
        let cell = cells.get(&pid).map_or(".", String::as_str);
        let _ = write!(row, "{cell:<WIDTH$}");
        if cell.chars().count() >= WIDTH {
            row.push(' ');
        }
    }
    row.truncate(row.trim_end().len());
    row + "\n"
}
