//! The final report: what a run came to, as text and as JSON.

mod claims;
mod constants;
mod json;
mod locality;
mod swarm;
mod text;
mod verdict;

use std::collections::BTreeMap;
use std::time::Duration;

use crate::limits::{Reason, Stop};
use crate::model::{ModelInfo, PlaceId};
use crate::options::Settings;
use crate::reduce::Reduction;
use crate::search::{Locality, Millions};
use crate::statistics::Statistics;
use crate::trail::show::position;
use crate::trail::starves::Starves;
use crate::units::{self, grouped};
use crate::violation::Violation;

pub use claims::{Claimed, Outcome, Searched};
pub use swarm::Swarmed;

/// What a run came to: all that the report says.
pub struct Report {
    /// The model.
    pub info: &'static ModelInfo,
    /// The program's arguments.
    pub arguments: Vec<String>,
    /// What was asked for.
    pub settings: Settings,
    /// Threads of the search that looks at no claim.
    pub workers: usize,
    /// What was left out.
    pub reduction: Reduction,
    /// Why nothing may be left out of this model.
    pub irreducible: Option<&'static str>,
    /// What became of each claim, after the search that looks at none.
    pub claims: Vec<Claimed>,
    /// What that search counted.
    pub statistics: Statistics,
    /// The first violations, with what became of their trails.
    pub violations: Vec<Reported>,
    /// Distinct violations, of all searches.
    pub violation_count: u64,
    /// Those of the search that looks at no claim.
    pub plain_violations: u64,
    /// The search was ended.
    pub stopped: Option<Stop>,
    /// Some state was at the depth bound.
    pub depth_bound_met: bool,
    /// Where endless atomic sequences were cut, and how often.
    pub endless_chains: BTreeMap<PlaceId, u64>,
    /// How local edges are, if it was asked for.
    pub locality: Option<Locality>,
    /// What the searches of a swarm came to, if there was one; the counts are those of all of them.
    pub swarm: Option<Swarmed>,
    /// When that search had found each million of its states.
    pub millions: Millions,
    /// Peak of everything charged against the budget.
    pub memory_bytes: u64,
    /// Peak of what lay on the disk.
    pub disk_bytes: u64,
    /// In use by the store at the end.
    pub store_bytes: u64,
    /// How often a tree swept out the nodes that no stored state needed.
    pub sweeps: u64,
    /// How many states a store that misses some has probably missed; none from an exact one.
    pub missed: Option<f64>,
    /// Time of the search.
    pub elapsed: Duration,
}

/// A violation in the report.
pub struct Reported {
    /// What and where.
    pub violation: Violation,
    /// The trail's file.
    pub trail_file: Option<String>,
    /// Where the trail is, or why there is none.
    pub trail_note: String,
    /// The trail for the reader, ending with where each process stands.
    pub trail_text: String,
    /// The command that replays it, if it was replayed and written.
    pub replay_command: Option<String>,
    /// How many of its steps the text leaves out.
    pub left_out: usize,
    /// Whom its cycle starves; `None` if it was not replayed.
    pub starves: Option<Starves>,
}

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything was searched, nothing was found.
    Verified,
    /// Something was found.
    Violated,
    /// Nothing was found by a search that may have missed states.
    NoViolationFound,
    /// Nothing was found, but not everything was searched.
    Incomplete(Reason),
}

impl Verdict {
    /// As in the JSON report.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Violated => "violated",
            Self::NoViolationFound => "no-violation-found",
            Self::Incomplete(_) => "incomplete",
        }
    }

    /// The program's exit status.
    pub fn exit_status(self) -> u8 {
        match self {
            Self::Verified => 0,
            Self::Violated => 1,
            Self::NoViolationFound | Self::Incomplete(_) => 3,
        }
    }
}

impl Report {
    /// The limit met, if any.
    pub fn reason(&self) -> Option<Reason> {
        let undecided = || {
            let undecided = self.undecided().map(|(_, reason)| reason);
            undecided.filter(|reason| *reason != Reason::Errors)
        };
        // What was found is there, whatever was missed.
        let unchecked = self.violation_count == 0 && !self.unchecked_claims().is_empty();
        let unchecked = || unchecked.then_some(Reason::Unchecked);
        self.plain_reason().or_else(undecided).or_else(unchecked)
    }

    /// The limit that the search met that looks at no claim.
    pub(super) fn plain_reason(&self) -> Option<Reason> {
        match self.stopped.and_then(Reason::of) {
            Some(reason) => Some(reason),
            None if self.swarm.is_some() => (self.plain_violations == 0).then_some(Reason::Swarm),
            None if self.depth_bound_met => Some(Reason::Depth),
            None => {
                let unproven = !self.reduction.is_proven();
                let hidden = self.hidden_reads().next().is_some();
                // What was found is there, whatever was missed.
                let nothing_found = self.plain_violations == 0;
                let reasons = [
                    (Reason::UnprovenCombination, unproven),
                    (Reason::HiddenVariable, hidden),
                    (Reason::LossyStore, nothing_found && self.missed.is_some()),
                ];
                let mut holding = reasons.into_iter().filter(|&(_, holds)| holds);
                holding.next().map(|(reason, _)| reason)
            }
        }
    }

    /// A violation wins over a limit.
    pub fn verdict(&self) -> Verdict {
        match self.reason() {
            _ if self.violation_count > 0 => Verdict::Violated,
            Some(Reason::LossyStore | Reason::Swarm) => Verdict::NoViolationFound,
            Some(reason) => Verdict::Incomplete(reason),
            None => Verdict::Verified,
        }
    }

    fn describe(&self, violation: &Violation) -> String {
        // Of what is built in nothing is written.
        let written = violation.source.filter(|source| source.line > 0);
        let place = written.map_or(String::new(), |source| {
            format!(" at {}", position(self.info, &source))
        });
        let after = match (claims::steps_of_model(violation), violation.depth) {
            (Some((stem, Some(0))), _) => format!(" (at rest after {})", units::steps(stem)),
            (Some((stem, Some(cycle))), _) => {
                let (stem, cycle) = (units::steps(stem), grouped(cycle));
                format!(" (after {stem}, then {cycle} for ever)")
            }
            (Some((steps, None)), _) | (None, Some(steps)) => {
                format!(" (after {})", units::steps(steps))
            }
            (None, None) => String::new(),
        };
        format!("{}{place}{after}", violation.message)
    }

    /// What a list says of itself that a longer search might add to.
    fn so_far(&self) -> &'static str {
        match self.stopped {
            Some(_) => " so far",
            None => "",
        }
    }

    /// That the store took at least one state for another.
    fn omission_probability(&self) -> f64 {
        -(-self.missed.unwrap_or(0.0)).exp_m1()
    }

    /// Of the states that were put into a table that forgets, how many have overwritten another
    /// one.
    fn collision_rate(&self) -> f64 {
        self.statistics.replaced as f64 / self.statistics.visited.max(1) as f64
    }

    fn bytes_per_state(&self) -> f64 {
        self.store_bytes as f64 / self.statistics.stored.max(1) as f64
    }
}

/// A number of which the digits behind the point matter if it is small.
fn few(number: f64) -> String {
    match number {
        0.0 => "0".to_string(),
        ..0.1 => format!("{number:.1e}"),
        ..10.0 => format!("{number:.2}"),
        _ => grouped(number.round() as u64),
    }
}
