//! What became of each claim.

use std::array;
use std::fmt::Write;
use std::time::Duration;

use super::constants::{Constant, constants};
use super::{Report, Verdict};
use crate::claim::{ClaimInfo, Fairness};
use crate::json;
use crate::limits::{Reason, Stop};
use crate::reduce::Reduction;
use crate::statistics::Statistics;
use crate::step::RunStep;
use crate::trail::show::position;
use crate::units::grouped;
use crate::violation::Violation;

/// A claim of the report.
pub struct Claimed {
    /// Of the model.
    pub claim: &'static ClaimInfo,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a claim.
pub enum Outcome {
    /// It was to be checked and was not, and why.
    NotChecked(String),
    /// It had a search.
    Searched(Box<Searched>),
}

/// The search for a claim.
pub struct Searched {
    /// What was counted.
    pub statistics: Statistics,
    /// What was left out.
    pub reduction: Reduction,
    /// Why nothing was left out, in words that follow `because`, though something else was asked
    /// for.
    pub unreduced: Option<&'static str>,
    /// The search was ended.
    pub stopped: Option<Stop>,
    /// Some state was at the depth bound.
    pub depth_bound_met: bool,
    /// How the claim is violated: positions among the violations of the report.
    pub violations: Vec<usize>,
    /// In use by the store at the end.
    pub store_bytes: u64,
    /// Whether what violates it is told on the shortest run, if that was asked for.
    pub shortest: Option<bool>,
    /// How many states a store that misses some has probably missed.
    pub missed: Option<f64>,
    /// Time of the search.
    pub elapsed: Duration,
}

/// What is counted for each property.
const COLUMNS: [&str; 5] = ["states", "matched", "transitions", "depth", "time"];

/// What a claim came to: a row of the table.
struct Row {
    name: &'static str,
    verdict: String,
    /// As in [`COLUMNS`].
    counts: Option<[String; 5]>,
    notes: Vec<String>,
}

impl Report {
    /// A claim was checked, or should have been.
    pub(super) fn has_claims(&self) -> bool {
        !self.claims.is_empty()
    }

    /// What a claim came to; `None`: it was not checked.
    pub(super) fn verdict_of(&self, claimed: &Claimed) -> Option<Verdict> {
        let searched = match &claimed.outcome {
            Outcome::NotChecked(_) => return None,
            Outcome::Searched(searched) => searched,
        };
        if !searched.violations.is_empty() {
            return Some(Verdict::Violated);
        }
        let reason = match searched.stopped {
            Some(Stop::Errors) => Some(Reason::Errors),
            Some(stop) => Reason::of(stop),
            None if searched.depth_bound_met => Some(Reason::Depth),
            None if !searched.reduction.is_proven() => Some(Reason::UnprovenCombination),
            None if self.hidden_reads().next().is_some() => Some(Reason::HiddenVariable),
            None if searched.missed.is_some() => return Some(Verdict::NoViolationFound),
            None => None,
        };
        Some(reason.map_or(Verdict::Verified, Verdict::Incomplete))
    }

    /// The first claim that is not decided, though it was searched for.
    pub(super) fn undecided(&self) -> Option<(&'static str, Reason)> {
        let undecided = |claimed: &Claimed| match self.verdict_of(claimed) {
            Some(Verdict::Incomplete(reason)) => Some((claimed.claim.name, reason)),
            Some(Verdict::NoViolationFound) => Some((claimed.claim.name, Reason::LossyStore)),
            _ => None,
        };
        self.claims.iter().find_map(undecided)
    }

    /// `ltl p holds`, `2 claims hold`; nothing if none does.
    pub(super) fn holding(&self) -> Option<String> {
        let holds = |it: &&Claimed| self.verdict_of(it) == Some(Verdict::Verified);
        let holding: Vec<&Claimed> = self.claims.iter().filter(holds).collect();
        let what = match holding[..] {
            [] => return None,
            [one] => format!("{} holds", words(one.claim.name)),
            _ => format!("{} claims hold", holding.len()),
        };
        Some(match self.settings.claims.fairness {
            Fairness::Unfair => what,
            Fairness::Weak => what + " (weakly fair)",
            Fairness::Strong => what + " (strongly fair)",
        })
    }

    /// A line for each property.
    pub(super) fn write_claims(&self, text: &mut String) {
        if !self.has_claims() {
            return;
        }
        let mut rows = Vec::new();
        rows.extend((!self.settings.claims.only).then(|| self.plain_row()));
        rows.extend(self.claims.iter().map(|claimed| self.row(claimed)));
        let wide = |heading: &str, cell: &dyn Fn(&Row) -> usize| {
            rows.iter().map(cell).fold(heading.len(), usize::max)
        };
        let name = wide("property", &|row| row.name.chars().count());
        let verdict = wide("verdict", &|row| row.verdict.len());
        let count = |row: &Row, column: usize| row.counts.as_ref().map_or(0, |it| it[column].len());
        let widths: [usize; 5] =
            array::from_fn(|column| wide(COLUMNS[column], &|row| count(row, column)));
        text.push('\n');
        let mut write = |row_name: &str, row_verdict: &str, counts: &[&str]| {
            let mut line = format!("{row_name:<name$}  {row_verdict:<verdict$}");
            for (count, width) in counts.iter().zip(widths) {
                let _ = write!(line, "  {count:>width$}");
            }
            let _ = writeln!(text, "{}", line.trim_end());
        };
        write("property", "verdict", &COLUMNS);
        for row in &rows {
            let counts = row.counts.iter().flatten();
            let counts: Vec<&str> = counts.map(String::as_str).collect();
            write(row.name, &row.verdict, &counts);
            for note in &row.notes {
                write(&format!("  {note}"), "", &[]);
            }
        }
    }

    /// What the search came to that looked at no claim.
    fn plain_row(&self) -> Row {
        let verdict = match (self.plain_violations, self.plain_reason()) {
            (1.., _) => "violated".to_string(),
            (0, None) => "verified".to_string(),
            (0, Some(Reason::LossyStore | Reason::Swarm)) => "no violation found".to_string(),
            (0, Some(reason)) => format!("incomplete ({})", reason.name()),
        };
        Row {
            name: self.settings.checks.name(),
            verdict,
            counts: Some(counts(&self.statistics, self.elapsed)),
            notes: Vec::new(),
        }
    }

    fn row(&self, claimed: &Claimed) -> Row {
        let verdict = match self.verdict_of(claimed) {
            None => "not checked".to_string(),
            Some(Verdict::Incomplete(reason)) => format!("incomplete ({})", reason.name()),
            Some(Verdict::NoViolationFound) => "no violation found".to_string(),
            Some(verdict) => verdict.name().to_string(),
        };
        let mut notes = Vec::new();
        let source = claimed.claim.source;
        if source.line > 0 {
            let place = position(self.info, &source);
            notes.push(format!("{place}  {}", source.text));
        }
        let mut row = Row {
            name: claimed.claim.name,
            verdict,
            counts: None,
            notes,
        };
        match &claimed.outcome {
            Outcome::NotChecked(why) => row.notes.push(why.clone()),
            Outcome::Searched(searched) => {
                row.counts = Some(counts(&searched.statistics, searched.elapsed));
                let unreduced = searched.unreduced;
                let because = |why| format!("nothing is reduced, because {why}");
                row.notes.extend(unreduced.map(because));
                row.notes.extend(self.constants_note(claimed));
                let told = |is_shortest| match is_shortest {
                    true => "no run that violates it is shorter",
                    false => "there was no time or memory to look for a shorter run",
                };
                let told = searched.shortest.map(told).map(str::to_string);
                row.notes.extend(told);
            }
        }
        row
    }

    /// What never changes in the states that were seen, if the claim holds.
    fn constants(&self, claimed: &Claimed) -> Vec<Constant> {
        match &claimed.outcome {
            Outcome::Searched(searched) if self.verdict_of(claimed) == Some(Verdict::Verified) => {
                constants(claimed.claim, searched.statistics.seen)
            }
            _ => Vec::new(),
        }
    }

    /// The same in words.
    fn constants_note(&self, claimed: &Claimed) -> Option<String> {
        let constants = self.constants(claimed);
        let vacuously = match constants.first()?.is_vacuous {
            true => "holds vacuously: ",
            false => "",
        };
        let formula = claimed.claim.formula;
        let all = constants.iter().map(|it| {
            let text = formula[usize::from(it.part)].text;
            format!("`{text}` is never {}", !it.value)
        });
        let all: Vec<String> = all.collect();
        Some(format!("{vacuously}{}", all.join(", ")))
    }

    /// The claims for programs.
    pub(super) fn claims_json(&self) -> String {
        json::array(self.claims.iter().map(|claimed| self.claim_json(claimed)))
    }

    fn claim_json(&self, claimed: &Claimed) -> String {
        let verdict = self.verdict_of(claimed);
        let reason = match verdict {
            Some(Verdict::Incomplete(reason)) => Some(reason.name()),
            Some(_) => None,
            None => Some(Reason::Unchecked.name()),
        };
        let claim = claimed.claim;
        let source = Some(claim.source).filter(|source| source.line > 0);
        let mut object = json::JsonObject::new();
        object
            .string("name", claim.name)
            .string("kind", claim.kind.name())
            .string("formula", claim.formula_text())
            .string(
                "file",
                source.map(|source| self.info.files[usize::from(source.file)]),
            )
            .number("line", source.map(|source| u64::from(source.line)))
            .string("verdict", verdict.map_or("incomplete", Verdict::name))
            .string("reason", reason);
        if let Outcome::Searched(searched) = &claimed.outcome {
            let counted = &searched.statistics;
            let violations = searched.violations.iter().map(usize::to_string);
            let constants = self.constants(claimed);
            let those = |wanted: &dyn Fn(&Constant) -> bool| {
                let those = constants.iter().filter(|it| wanted(it));
                let texts = those.map(|it| json::string(claim.formula[usize::from(it.part)].text));
                json::array(texts)
            };
            object
                .raw("violations", json::array(violations))
                .raw("vacuous", those(&|it| it.is_vacuous))
                .raw("never_true", those(&|it| !it.value))
                .raw("never_false", those(&|it| it.value))
                .raw(
                    "shortest",
                    searched
                        .shortest
                        .map_or("null".to_string(), |it| it.to_string()),
                )
                .string("reduction", &*searched.reduction.to_string())
                .number("states_stored", counted.stored)
                .number("states_visited", counted.visited)
                .number("states_matched", counted.matched)
                .number("transitions", counted.transitions())
                .number("depth", counted.depth)
                .number("store_bytes", searched.store_bytes)
                .raw("seconds", format!("{:.3}", searched.elapsed.as_secs_f64()));
        }
        object.finish()
    }
}

/// How many steps of the model the trail of a claim has: before its cycle, and in it.
pub(super) fn steps_of_model(violation: &Violation) -> Option<(u64, Option<u64>)> {
    let (by, path) = (violation.claim?, violation.path.as_ref()?);
    let steps = |part: &[RunStep]| {
        let of_model = part.iter().filter(|it| matches!(it, RunStep::System(_)));
        of_model.count() as u64
    };
    let (stem, cycle) = path.split_at(by.cycle.unwrap_or(path.len()));
    Some((steps(stem), by.cycle.map(|_| steps(cycle))))
}

/// A name in a sentence.
fn words(name: &str) -> &str {
    match name {
        "acceptance" => "absence of acceptance cycles",
        "non-progress" => "absence of non-progress cycles",
        name => name,
    }
}

fn counts(counted: &Statistics, elapsed: Duration) -> [String; 5] {
    [
        grouped(counted.stored),
        grouped(counted.matched),
        grouped(counted.transitions()),
        grouped(counted.depth),
        format!("{:.2} s", elapsed.as_secs_f64()),
    ]
}
