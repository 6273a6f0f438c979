//! A trail for the reader: source line, process, statement and what it changed.

use std::fmt::Write;

use super::Trail;
use super::replay::{NotReplayed, Replayed, replay};
use crate::memory::Budget;
use crate::model::{Model, ModelInfo, PlaceId, SourceInfo, TransitionId};
use crate::view::View;
use crate::violation::Kind;

/// A replayed trail as text.
pub struct ShownTrail {
    /// Edges.
    pub count: usize,
    /// A line for each edge; where there are more than [`DESCRIBED`], for the first and the last
    /// ones only.
    pub steps: Vec<String>,
    /// Where each process stands at the end.
    pub ending: String,
}

/// Steps shown at the start and at the end of a shortened trail.
const HEAD: usize = 20;
const TAIL: usize = 40;

/// Trails of more steps are not described step by step: it would take minutes, and gigabytes of
/// memory that are not the search's.
pub const DESCRIBED: usize = 100_000;

/// Replays a trail and describes it.
///
/// # Errors
/// As [`replay`].
pub fn show(model: &dyn Model, trail: &Trail, budget: &Budget) -> Result<ShownTrail, NotReplayed> {
    let info = model.info();
    let count = trail.moves.len();
    let mut steps = Vec::new();
    let end = replay(model, trail, budget, &mut |step| {
        if count <= DESCRIBED || !is_left_out(step.index, count) {
            steps.push(step_line(info, &step));
        }
    })?;
    Ok(ShownTrail {
        count,
        steps,
        ending: ending(info, trail.kind, &View::new(info, &end)),
    })
}

/// The step is not among those shown of a shortened trail of this many.
fn is_left_out(index: usize, count: usize) -> bool {
    count > HEAD + TAIL + 1 && (HEAD..count - TAIL).contains(&index)
}

impl ShownTrail {
    /// What the trail file says beside each edge; nothing if that would be too much.
    pub fn comments(&self) -> &[String] {
        match self.steps.len() == self.count {
            true => &self.steps,
            false => &[],
        }
    }

    /// The steps, numbered, without the middle when there are many, and the ending.
    pub fn shortened(&self) -> String {
        let (count, steps) = (self.count, &self.steps[..]);
        let width = count.to_string().len();
        let (head, tail) = match is_left_out(HEAD, count) {
            true => (&steps[..HEAD], &steps[steps.len() - TAIL..]),
            false => (steps, &[][..]),
        };
        let mut text = String::new();
        for (i, step) in (1..).zip(head) {
            let _ = writeln!(text, "  {i:>width$}  {step}");
        }
        if !tail.is_empty() {
            let left_out = count - HEAD - TAIL;
            let _ = writeln!(
                text,
                "  {:>width$}  {left_out} steps are left out here; the trail file has them",
                "..."
            );
        }
        for (i, step) in (count - tail.len() + 1..).zip(tail) {
            let _ = writeln!(text, "  {i:>width$}  {step}");
        }
        text + &self.ending
    }
}

/// `m.pml:7  P[0]  x = x + 1   x=3`.
fn step_line(info: &'static ModelInfo, step: &Replayed<'_>) -> String {
    let before = View::new(info, step.before);
    let after = View::new(info, step.after);
    let halves = step.edge.halves();
    let halves = halves.map(|(pid, transition)| statement(info, &before, pid, transition));
    let mut line = halves.collect::<Vec<_>>().join("  with  ");
    let changes = after.changes_since(&before);
    if !changes.is_empty() {
        line.push_str("   ");
        for change in changes {
            let _ = write!(line, " {}={}", change.name, change.value);
        }
    }
    let [earlier, now] = [&before, &after].map(|view| view.state.processes().len());
    for created in after.state.processes().skip(earlier) {
        let _ = write!(line, "    (starts {})", after.process_name(created));
    }
    if now < earlier {
        line.push_str("    (process deleted)");
    }
    line
}

fn statement(info: &'static ModelInfo, before: &View, pid: u8, transition: TransitionId) -> String {
    let steps = info.transitions[transition.0 as usize].steps;
    let texts: Vec<_> = steps.iter().map(|step| step.text).collect();
    let process = before.process_name(before.state.process(pid));
    format!(
        "{}  {process}  {}",
        position(info, &steps[0]),
        texts.join("; ")
    )
}

/// `m.pml:7`.
pub fn position(info: &ModelInfo, source: &SourceInfo) -> String {
    format!("{}:{}", info.files[usize::from(source.file)], source.line)
}

fn ending(info: &'static ModelInfo, kind: Kind, end: &View) -> String {
    let mut text = String::from("  at the end:\n");
    for process in end.state.processes() {
        let standing = standing(info, kind, end.state.place(process));
        let _ = writeln!(text, "    {}  {standing}", end.process_name(process));
    }
    if end.state.process_count() == 0 {
        text.push_str("    no process is left\n");
    }
    text
}

/// Where a process stands, and for an end state what it waits for.
fn standing(info: &'static ModelInfo, kind: Kind, place: PlaceId) -> String {
    let place = &info.places[place.0 as usize];
    let offers = place.candidates.iter();
    let firsts = offers.map(|offer| &info.transitions[offer.transition.0 as usize].steps[0]);
    let mut texts: Vec<_> = firsts.clone().map(|step| step.text).collect();
    texts.dedup();
    let mut file = firsts.map(|step| info.files[usize::from(step.file)]);
    let at = format!("at {}:{}", file.next().unwrap_or(info.files[0]), place.line);
    match kind {
        Kind::InvalidEndState if place.end => format!("{at}, where it may rest"),
        Kind::InvalidEndState => format!("{at}, waits for  {}", texts.join("  or  ")),
        _ => format!("{at}, before  {}", texts.join("  or  ")),
    }
}
