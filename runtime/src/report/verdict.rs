//! The verdict on one line, with what it does not say.
//!
//! A script looks at the exit status, a person at the first line. So both say when the model claims
//! more than was looked at. A line has [`COLUMNS`] columns at most, however many claims there are:
//! as many names as fit, and how many more; the report lists all below.

use std::fmt::Write;

use super::{Claimed, Outcome, Report, Verdict, few};
use crate::claim::{ClaimInfo, ClaimKind};
use crate::limits::Reason;
use crate::model::HiddenRead;
use crate::options::Ltl;
use crate::trail::show::position;

/// Most columns of a line that names what was not checked.
const COLUMNS: usize = 100;

impl Report {
    /// What the model claims and this search should have looked at, but did not.
    pub(super) fn unchecked_claims(&self) -> Vec<&'static str> {
        let ltl = &self.settings.claims.ltl;
        let never_could = self.info.unchecked.claims.iter().copied();
        let mut unchecked: Vec<_> = never_could.filter(|name| !ltl.leaves_out(name)).collect();
        let passed_over = |it: &&Claimed| matches!(it.outcome, Outcome::NotChecked(_));
        unchecked.extend(
            self.claims
                .iter()
                .filter(passed_over)
                .map(|it| it.claim.name),
        );
        unchecked
    }

    /// What the user did not want to be checked.
    pub(super) fn left_out(&self) -> Vec<&'static str> {
        let (checks, claims) = (self.settings.checks, &self.settings.claims);
        let mut left_out = Vec::new();
        left_out.extend(self.info.trace.filter(|_| claims.only).map(|_| "trace"));
        if claims.only || !checks.assertions {
            left_out.push("assertions");
        }
        if claims.only || !checks.end_states {
            left_out.push("invalid end states");
        }
        let stated = |it: &&ClaimInfo| matches!(it.kind, ClaimKind::Never | ClaimKind::Formula);
        let checked = self.info.claims.iter().filter(stated).map(|it| it.name);
        let names = checked.chain(self.info.unchecked.claims.iter().copied());
        left_out.extend(names.filter(|name| claims.ltl.leaves_out(name)));
        left_out
    }

    /// Everything that was not checked, for whatever reason.
    pub(super) fn unchecked(&self) -> Vec<&'static str> {
        let mut unchecked = self.unchecked_claims();
        unchecked.extend(self.left_out());
        unchecked
    }

    /// How many `accept` and `progress` labels no search has looked at.
    pub(super) fn unused_label_counts(&self) -> (u32, u32) {
        let used = |asks: fn(&ClaimInfo) -> bool| self.claims.iter().any(|it| asks(it.claim));
        let unused = |count: u32, is_used: bool| if is_used { 0 } else { count };
        let labels = &self.info.unchecked;
        (
            unused(labels.accept_labels, used(|claim| claim.asks_accept)),
            unused(labels.progress_labels, used(|claim| claim.asks_progress)),
        )
    }

    /// The options that look at labels that no search has looked at, behind a word.
    pub(super) fn options_for_labels(&self, word: &str) -> String {
        let (accept, progress) = self.unused_label_counts();
        let wanted = |it: &&ClaimInfo| match it.kind {
            ClaimKind::Acceptance => accept > 0,
            ClaimKind::NonProgress => progress > 0,
            ClaimKind::Never | ClaimKind::Formula => false,
        };
        let option = |it: &ClaimInfo| format!("--{}", it.name);
        let options: Vec<_> = self.info.claims.iter().filter(wanted).map(option).collect();
        match options.is_empty() {
            true => String::new(),
            false => format!("{word} {}", options.join(" and ")),
        }
    }

    /// The labels that mean something to a search for cycles, which none was.
    pub(super) fn unused_labels(&self) -> Option<String> {
        let label = |count| match count {
            1 => "label",
            _ => "labels",
        };
        match self.unused_label_counts() {
            (0, 0) => None,
            (0, count) => Some(format!("{count} progress {}", label(count))),
            (count, 0) => Some(format!("{count} accept {}", label(count))),
            (accept, progress) => Some(format!("{accept} accept and {progress} progress labels")),
        }
    }

    /// The reads of hidden variables on which the result depends.
    pub(super) fn hidden_reads(&self) -> impl Iterator<Item = &'static HiddenRead> {
        let claims = self.settings.claims.ltl != Ltl::None;
        let reads = self.info.hidden_reads.iter();
        reads.filter(move |read| claims || !read.by_claim)
    }

    /// The verdict on one line.
    pub fn verdict_line(&self) -> String {
        let mut line = self.verdict_alone();
        let claims = self.unchecked_claims();
        if !claims.is_empty() {
            let room = COLUMNS.saturating_sub(line.chars().count());
            let named = fitting("; NOT checked: ", &claims, room);
            line += &named.unwrap_or_else(|| match claims.len() {
                1 => "; NOT checked: 1 claim".to_owned(),
                several => format!("; NOT checked: {several} claims"),
            });
        }
        let room = COLUMNS.saturating_sub(line.chars().count());
        let left_out = self.left_out();
        line += &match fitting("; left out: ", &left_out, room) {
            None if self.has_claims() && !left_out.is_empty() => match left_out.len() {
                1 => "; left out: 1 property".to_owned(),
                several => format!("; left out: {several} properties"),
            },
            named => named.unwrap_or_default(),
        };
        if let Some(labels) = self.unused_labels() {
            let labels = format!("; {labels} not used{}", self.options_for_labels(" without"));
            if line.chars().count() + labels.chars().count() <= COLUMNS {
                line += &labels;
            }
        }
        line
    }

    fn verdict_alone(&self) -> String {
        let absence = self.absence();
        let holding = self.holding();
        let and_holding = || {
            holding
                .as_ref()
                .map_or(String::new(), |it| format!("; {it}"))
        };
        match (self.verdict(), self.violations.first()) {
            (Verdict::Incomplete(Reason::Unchecked), _) => match absence {
                ALL_ABSENT => format!("no safety violation found{}", and_holding()),
                _ => format!("{absence} found{}", and_holding()),
            },
            (Verdict::Incomplete(reason), _) if self.plain_reason().is_none() => {
                let name = self.undecided().map_or("", |(name, _)| name);
                format!("incomplete: {name}: {}{}", reason.why(), and_holding())
            }
            (Verdict::Incomplete(Reason::HiddenVariable), _) => self.deciding(),
            (Verdict::Incomplete(reason), _) => {
                format!("incomplete: {absence} found, but {}", reason.why())
            }
            (Verdict::NoViolationFound, _) if let Some(swarm) = &self.swarm => {
                format!("no violation found: {absence} in {}", swarm.searches())
            }
            (Verdict::NoViolationFound, _) => {
                let probability = few(self.omission_probability());
                format!(
                    "no violation found: {absence}; probability that a state was missed: {probability}"
                )
            }
            (_, Some(first)) => format!("violated: {}", self.describe(&first.violation)),
            _ if self.settings.claims.only => format!("verified: {}", holding.unwrap_or_default()),
            _ => format!("verified: {absence}{}", and_holding()),
        }
    }

    /// What was looked for and is not there.
    fn absence(&self) -> &'static str {
        let checks = self.settings.checks;
        match (checks.assertions, checks.end_states) {
            _ if self.settings.claims.only => "no violation",
            (true, true) => ALL_ABSENT,
            (true, false) => "no assertion violation",
            (false, true) => "no end-state violation",
            (false, false) => "no run-time error",
        }
    }

    /// The hidden variables that decide, and where:
    /// `flag decides at m.pml:11, 12, mode at m.pml:20 and 3 more`.
    fn deciding(&self) -> String {
        let mut places: Vec<String> = Vec::new();
        let mut last: Option<&HiddenRead> = None;
        for read in self.hidden_reads() {
            let place = position(self.info, &read.source);
            let known = last.filter(|it| it.variable == read.variable);
            let place = match known.filter(|it| it.source.file == read.source.file) {
                Some(known) if known.source.line == read.source.line => continue,
                Some(_) => read.source.line.to_string(),
                None if last.is_none() => format!("{} decides at {place}", read.variable),
                None => format!("{} at {place}", read.variable),
            };
            places.push(place);
            last = Some(read);
        }
        let names: Vec<&str> = places.iter().map(String::as_str).collect();
        let what = "incomplete: no violation found, but hidden variable ";
        let named = fitting(what, &names, COLUMNS);
        named.unwrap_or_else(|| format!("{what}{}", names[0]))
    }
}

const ALL_ABSENT: &str = "no assertion or end-state violation";

/// `what`, and as many of the names as fit into this many columns; `None` if not even the first one
/// does, or there is none.
fn fitting(what: &str, names: &[&str], columns: usize) -> Option<String> {
    let fits = |named: &usize| {
        let mut text = format!("{what}{}", names[..*named].join(", "));
        let more = names.len() - named;
        if more > 0 {
            let _ = write!(text, " and {more} more");
        }
        (text.chars().count() <= columns).then_some(text)
    };
    (1..=names.len().min(columns))
        .rev()
        .find_map(|named| fits(&named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_names_as_fit() {
        let fit = |columns| fitting("not: ", &["ltl p1", "ltl p2", "ltl p3"], columns);
        assert_eq!(fit(27).as_deref(), Some("not: ltl p1, ltl p2, ltl p3"));
        assert_eq!(fit(26).as_deref(), Some("not: ltl p1 and 2 more"));
        assert_eq!(fit(21), None);
        assert_eq!(fitting("not: ", &[], 100), None);
    }
}
