//! `pvgen tags MODEL.pml ...`: the conflict tags of each transition, and which transitions depend
//! on each other.

use std::fmt::Write;

use frontend::ir::{Model, ProctypeId, Step};
use frontend::tags::{self, Facts, Tags, When};

use super::arguments::ModelArguments;
use super::{Failure, load};

/// Models with more transitions get lists instead of a matrix, which would not fit on a terminal.
const MATRIX_MAX: usize = 40;
/// Longer texts are cut.
const STATEMENT_WIDTH: usize = 40;

/// Prints the tags of the models; gives the exit code.
pub fn tags(arguments: &ModelArguments) -> Result<u8, Failure> {
    load::check_allowed(&arguments.read)?;
    for (index, path) in arguments.models.iter().enumerate() {
        let (unoptimized, lossy_sends) = (arguments.unoptimized, arguments.lossy_sends);
        let model = load::load_known(path, &arguments.read, unoptimized, lossy_sends)?;
        if index > 0 {
            super::say("\n")?;
        }
        super::say(&show(&model))?;
    }
    Ok(0)
}

/// A transition with its tags.
struct Row<'m> {
    proctype: ProctypeId,
    steps: &'m [Step],
    atomic: bool,
    tags: Tags,
}

/// All that is said of a model.
fn show(model: &Model) -> String {
    let facts = Facts::of(model);
    let rows = rows(&facts);
    let local = rows.iter().filter(|row| row.tags.is_local()).count();
    let mut text = format!(
        "{}: {} transitions, {local} of them local\n",
        model.files[0],
        rows.len()
    );
    text += &table(&facts, &rows);
    text += &dependencies(&rows);
    text
}

fn rows<'m>(facts: &Facts<'m>) -> Vec<Row<'m>> {
    let mut rows = Vec::new();
    for (index, tags) in tags::of_model(facts).into_iter().enumerate() {
        let transitions = facts.model.proctypes[index].transitions.iter();
        rows.extend(transitions.zip(tags).map(|(it, tags)| Row {
            proctype: ProctypeId::from(index),
            steps: &it.steps,
            atomic: it.atomic,
            tags,
        }));
    }
    rows
}

/// Number, line, statements, tags.
fn table(facts: &Facts<'_>, rows: &[Row<'_>]) -> String {
    let statements: Vec<String> = rows.iter().map(|row| statements(row.steps)).collect();
    let widths = statements.iter().map(|it| it.chars().count());
    let width = widths.max().unwrap_or(0);
    let mut text = String::new();
    let mut heading = None;
    for (number, (row, statement)) in rows.iter().zip(&statements).enumerate() {
        if heading.replace(row.proctype) != Some(row.proctype) {
            let name = &facts.model.proctypes[row.proctype.index()].name;
            let _ = write!(text, "\n{name}\n");
        }
        let tags = row.tags.touches.iter();
        let mut tags: Vec<String> = tags.map(|tag| facts.text(row.proctype, tag)).collect();
        if row.tags.everything {
            tags.insert(0, "everything".to_owned());
        }
        let mark = if row.atomic { '+' } else { ' ' };
        let line = format!(
            "{number:>4} {:>5}{mark} {statement:width$}  {}",
            row.steps[0].source.line,
            tags.join(", ")
        );
        text += line.trim_end();
        text.push('\n');
    }
    if rows.iter().any(|row| row.atomic) {
        text += "\n+ goes on inside an atomic sequence, and has the tags of all that may follow\n";
    }
    text
}

/// What a transition does: several statements when they are merged.
fn statements(steps: &[Step]) -> String {
    let one_line = |step: &Step| {
        let words = step.source.text.split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    };
    let text = steps.iter().map(one_line).collect::<Vec<_>>().join("; ");
    if text.chars().count() <= STATEMENT_WIDTH {
        return text;
    }
    let start: String = text.chars().take(STATEMENT_WIDTH - 2).collect();
    format!("{} ..", start.trim_end())
}

/// What two transitions of different processes are to each other.
fn relation(a: &Tags, b: &Tags) -> char {
    if a.may_conflict(b, When::BothEnabled) {
        '#'
    } else if a.may_conflict(b, When::LaterPerhapsDisabled) {
        'x'
    } else {
        '.'
    }
}

/// Which transitions of different processes may depend on each other: a matrix, or for a large
/// model a list for each transition.
fn dependencies(rows: &[Row<'_>]) -> String {
    let mut text = "\nDependencies between transitions of different processes (# dependent, x independent when both are enabled)\n\n".to_owned();
    if rows.len() > MATRIX_MAX {
        for (number, row) in rows.iter().enumerate() {
            let others = (0..).zip(rows.iter().map(|other| relation(&row.tags, &other.tags)));
            let others: Vec<(usize, char)> = others.filter(|(_, it)| *it != '.').collect();
            if !others.is_empty() {
                let _ = writeln!(text, "{number:>4}  {}", ranges(&others));
            }
        }
        return text;
    }
    text += "     ";
    (0..rows.len()).for_each(|number| {
        let _ = write!(text, "{number:>3}");
    });
    text.push('\n');
    for (number, row) in rows.iter().enumerate() {
        let _ = write!(text, "{number:>4} ");
        for other in rows {
            let _ = write!(text, "  {}", relation(&row.tags, &other.tags));
        }
        text.push('\n');
    }
    text
}

/// `0 2-5 7x`: numbers in order, those with an `x` marked, neighbours drawn together.
fn ranges(numbers: &[(usize, char)]) -> String {
    let mut parts: Vec<(usize, usize, char)> = Vec::new();
    for &(number, relation) in numbers {
        match parts.last_mut() {
            Some((_, last, it)) if *last + 1 == number && *it == relation => *last = number,
            _ => parts.push((number, number, relation)),
        }
    }
    let parts = parts.into_iter().map(|(first, last, relation)| {
        let mark = if relation == 'x' { "x" } else { "" };
        match first == last {
            true => format!("{first}{mark}"),
            false => format!("{first}-{last}{mark}"),
        }
    });
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn neighbours_are_drawn_together() {
        let numbers = [(0, '#'), (2, '#'), (3, '#'), (4, 'x'), (5, 'x'), (7, '#')];
        assert_eq!(ranges(&numbers), "0 2-3 4-5x 7");
    }
}
