//! A trail for the reader: source line, process, statement and what it changed.
//!
//! Of a claim its steps are not shown, but what it has seen: the values of its propositions, where
//! they change.

use std::fmt::Write;
use std::ops::Range;

use super::cycle::Starved;
use super::replay::{Failed, NotReplayed, Played, Replayed, Seen, replay};
use super::starves::Starves;
use super::{Excerpt, Trail, format, why};
use crate::claim::{ClaimInfo, Letter};
use crate::memory::Budget;
use crate::model::{Model, ModelInfo, PlaceId, PlaceInfo, SourceInfo, TransitionId};
use crate::units::grouped;
use crate::view::View;
use crate::violation::Kind;

/// What stands for all statements of a `d_step`.
const D_STEP: &str = "d_step {";

/// Before a step that belongs to the atomic sequence of the step before.
const INSIDE: &str = "  ";

/// A replayed trail as text.
pub struct ShownTrail {
    /// Edges of the system.
    pub count: usize,
    /// Which of them have lines.
    described: Excerpt,
    /// A line for each of those.
    pub lines: Vec<String>,
    /// Those for people.
    told: Excerpt,
    /// Lines that stand before a step, by its index, or behind the last one.
    pub remarks: Vec<(usize, String)>,
    /// Why a formula is false.
    pub why: Option<String>,
    /// Whom the cycle starves.
    pub starves: Starves,
    /// Where each process stands at the end.
    pub ending: String,
    /// The state there.
    pub end: View,
}

/// Replays a trail and describes it for a report: both ends, and all of a short one for its file.
///
/// # Errors
/// As [`replay`].
pub fn show(model: &dyn Model, trail: &Trail, budget: &Budget) -> Result<ShownTrail, NotReplayed> {
    let count = trail.moves().count();
    let ends = Excerpt::ends(count);
    let described = match format::is_long(trail) {
        true => ends.clone(),
        false => Excerpt::whole(count),
    };
    show_some(model, trail, budget, (described, ends))
}

/// Replays a trail, describes some of its steps, and tells some of those.
///
/// # Errors
/// As [`replay`].
pub fn show_some(
    model: &dyn Model,
    trail: &Trail,
    budget: &Budget,
    (described, told): (Excerpt, Excerpt),
) -> Result<ShownTrail, NotReplayed> {
    let info = model.info();
    let count = trail.moves().count();
    let mut lines = Vec::new();
    let Played { end, failed, seen } = replay(model, trail, budget, &described, &mut |step| {
        lines.push(line(info, &step));
    })?;
    let seen = seen.as_ref();
    Ok(ShownTrail {
        count,
        remarks: seen.map_or_else(Vec::new, |seen| remarks(seen, count, &told)),
        described,
        lines,
        told,
        why: seen.filter(|_| trail.shows_a_run()).and_then(why::sentence),
        starves: seen.map_or_else(Starves::default, |seen| starves(&seen.starved, &end)),
        ending: ending(info, trail.kind, failed.as_ref(), &end),
        end,
    })
}

/// What the claim has seen, where it changes, and where the loop begins.
fn remarks(seen: &Seen, count: usize, told: &Excerpt) -> Vec<(usize, String)> {
    let mut remarks = Vec::new();
    let mut known: Option<Letter> = None;
    let is_left_out = |index: usize| index < count && !told.has(index);
    let mut note = |remarks: &mut Vec<_>, after: usize, letter: Letter| {
        if is_left_out(after) {
            known = None;
            return;
        }
        let changed = changes(seen.claim, letter, known);
        if !changed.is_empty() {
            remarks.push((after, changed));
        }
        known = Some(letter);
    };
    for (position, sight) in seen.sights.iter().enumerate() {
        if seen.turn == Some(position) {
            let text = match sight.after {
                it if it == count => "the run ends here; its last state repeats".to_string(),
                it if is_left_out(it) => format!("from step {} on, for ever", it + 1),
                _ => "from here on, for ever".to_string(),
            };
            remarks.push((sight.after, format!("---- {text} ----")));
        }
        note(&mut remarks, sight.after, sight.letter);
    }
    // Behind the last step the loop is where it began.
    if let Some(first) = seen.turn.and_then(|turn| seen.sights.get(turn)) {
        note(&mut remarks, count, first.letter);
    }
    remarks
}

/// `x == 1: true, y > 2: false`, of what has another value than before.
fn changes(claim: &ClaimInfo, now: Letter, before: Option<Letter>) -> String {
    let value = |letter: Letter, bit: u64| match (letter.faulted & bit, letter.holds & bit) {
        (0, 0) => "false",
        (0, _) => "true",
        (..) => "undefined",
    };
    let bits = (0..).map(|at| 1 << at);
    let changed = claim
        .propositions
        .iter()
        .zip(bits)
        .filter(|(_, bit)| before.is_none_or(|before| value(before, *bit) != value(now, *bit)));
    let changed = changed.map(|(it, bit)| format!("{}: {}", it.source.text, value(now, bit)));
    changed.collect::<Vec<_>>().join(", ")
}

/// The names of starved processes. Who begins no step of a cycle is alive in all of it: a process
/// is started and ends by steps, and its end is its own.
fn starves(starved: &Starved, end: &View) -> Starves {
    let name = |pid: &u8| end.process_name(end.state.process(*pid));
    Starves {
        weak: starved.weak.iter().map(name).collect(),
        strong: starved.strong.iter().map(name).collect(),
    }
}

impl ShownTrail {
    /// What the trail file says beside each edge; nothing if not all are described.
    pub fn comments(&self) -> &[String] {
        match self.lines.len() == self.count {
            true => &self.lines,
            false => &[],
        }
    }

    /// How many steps are not told.
    pub fn left_out(&self) -> usize {
        self.count - self.told.len()
    }

    /// The steps, why a formula is false, whom the cycle starves, and the ending.
    pub fn text(&self) -> String {
        self.steps() + &self.ending
    }

    /// The steps, numbered, with how many lie between where some are left out, why a formula is
    /// false, and whom the cycle starves.
    pub fn steps(&self) -> String {
        let width = self.count.to_string().len();
        let mut remarks = self.remarks.iter().peekable();
        let mut text = String::new();
        let mut remark = |text: &mut String, upto: usize| {
            while let Some((_, line)) = remarks.next_if(|(at, _)| *at <= upto) {
                let _ = writeln!(text, "  {:width$}  {line}", "");
            }
        };
        let leave_out = |text: &mut String, steps: Range<usize>| {
            if !steps.is_empty() {
                let count = grouped(steps.len() as u64);
                let _ = writeln!(text, "  {:>width$}  {count} steps are left out here", "...");
            }
        };
        let mut next = 0;
        let steps = self.described.steps().zip(&self.lines);
        for (i, step) in steps.filter(|(i, _)| self.told.has(*i)) {
            leave_out(&mut text, next..i);
            remark(&mut text, i);
            next = i + 1;
            let _ = writeln!(text, "  {next:>width$}  {step}");
        }
        leave_out(&mut text, next..self.count);
        remark(&mut text, self.count);
        for sentence in self.why.iter().chain(&self.starves.sentence()) {
            let _ = writeln!(text, "  {sentence}");
        }
        text
    }
}

/// `m.pml:7  P[0]  x = x + 1   x=3`; behind the first step of an atomic sequence those that belong
/// to it are indented.
pub fn line(info: &'static ModelInfo, step: &Replayed<'_>) -> String {
    let Replayed {
        edge,
        before,
        after,
        inside,
        failed,
        ..
    } = *step;
    let halves = edge.halves();
    let halves = halves.map(|half| statement(info, before, half, failed));
    let mut line = String::from(if inside { INSIDE } else { "" });
    line += &halves.collect::<Vec<_>>().join("  with  ");
    let changes = after.changes_since(before);
    if !changes.is_empty() {
        line.push_str("   ");
        for change in changes {
            let _ = write!(line, " {}={}", change.name, change.value);
        }
    }
    let [earlier, now] = [before, after].map(|view| view.state.processes().len());
    for created in after.state.processes().skip(earlier) {
        let _ = write!(line, "    (starts {})", after.process_name(created));
    }
    if now < earlier {
        line.push_str("    (process deleted)");
    }
    line
}

/// Up to what fails, if the trail ends there.
fn statement(
    info: &'static ModelInfo,
    before: &View,
    (pid, transition): (u8, TransitionId),
    failed: Option<&Failed>,
) -> String {
    let mut steps = info.transitions[transition.0 as usize].steps;
    let position_of = |failed: &Failed| {
        let last = steps.iter().position(|step| step == failed.source);
        last.or_else(|| steps.iter().position(|step| step.text == D_STEP))
    };
    if let Some(last) = failed.and_then(position_of) {
        steps = &steps[..=last];
    }
    let only_joins = steps.iter().all(SourceInfo::is_join);
    let is_told = |step: &&SourceInfo| only_joins || !step.is_join();
    let texts: Vec<_> = steps.iter().filter(is_told).map(|it| it.text).collect();
    let process = before.process_name(before.state.process(pid));
    format!(
        "{}  {process}  {}",
        position(info, &steps[0]),
        texts.join("; ")
    )
}

/// `m.pml:7`.
pub fn position(info: &ModelInfo, source: &SourceInfo) -> String {
    line_of(info, source.file, source.line)
}

/// The same of a place: where what comes next stands.
pub fn position_of(info: &ModelInfo, place: &PlaceInfo) -> String {
    line_of(info, place.file, place.line)
}

fn line_of(info: &ModelInfo, file: u16, line: u32) -> String {
    format!("{}:{line}", info.files[usize::from(file)])
}

fn ending(info: &'static ModelInfo, kind: Kind, failed: Option<&Failed>, end: &View) -> String {
    let mut text = String::from("  at the end:\n");
    for process in end.state.processes() {
        let standing = match failed.filter(|it| it.pid == process.pid) {
            Some(failed) => format!("at {}, at what fails", position(info, failed.source)),
            None => standing(info, kind, end.state.place(process)),
        };
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
    let at = format!("at {}", position_of(info, place));
    let mut texts: Vec<_> = firsts(info, place).map(|step| step.text).collect();
    texts.dedup();
    let texts = texts.join("  or  ");
    match kind {
        Kind::InvalidEndState if place.end => format!("{at}, where it may rest"),
        _ if texts.is_empty() => format!("{at}, where it can never go on"),
        Kind::InvalidEndState => format!("{at}, waits for  {texts}"),
        _ => format!("{at}, before  {texts}"),
    }
}

/// The first statement of each transition that a place offers.
fn firsts(info: &ModelInfo, place: &PlaceInfo) -> impl Iterator<Item = &'static SourceInfo> {
    let offers = place.candidates.iter();
    offers.map(|offer| &info.transitions[offer.transition.0 as usize].steps[0])
}
