//! What is expected of a search and what a search found: one form for SPIN, for the records of what
//! it said, for our analyzers and for the interpreter, and one judge.

use crate::report::{Counts, Report};
use std::collections::BTreeSet;

/// How a model fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The model is not accepted.
    Refused,
    /// The search was complete and found nothing.
    Verified,
    /// The search found something.
    Violated,
    /// The search was not complete and found nothing.
    Incomplete,
}

impl Verdict {
    /// As reports and records write it.
    pub fn parse(name: &str) -> Option<Verdict> {
        let known = [
            ("refused", Self::Refused),
            ("verified", Self::Verified),
            ("violated", Self::Violated),
            ("incomplete", Self::Incomplete),
        ];
        known.into_iter().find(|it| it.0 == name).map(|it| it.1)
    }
}

/// A kind of violation, and of its message the [`essence`]: empty where only the kind is known.
pub type Violation = (String, String);

/// SPIN found nothing, and was not asked about what the model claims.
pub const UNCHECKED: &str = "unchecked";
/// Why nothing was found and the search is not complete: a hidden variable decides.
pub const HIDDEN_VARIABLE: &str = "hidden-variable";

/// What must come out.
#[derive(Clone, Debug, Default)]
pub struct Expectation {
    /// How the model fares; `None` where SPIN has no say.
    pub verdict: Option<Verdict>,
    /// Why it is incomplete: [`UNCHECKED`] or [`HIDDEN_VARIABLE`].
    pub reason: String,
    /// One of its claims does not hold, which only a search that looks at them can say.
    pub claim_violated: bool,
    /// What must be reported.
    pub violations: BTreeSet<Violation>,
    /// Other violations may be reported as well.
    pub more: bool,
    /// Of a search without merging and dead variables.
    pub counts: Option<Counts>,
    /// The most states that a search with them may store.
    pub optimized_stored: Option<u64>,
    /// States that SPIN stores with its reduction: without and with optimisations.
    pub reduced_stored: [Option<u64>; 2],
    /// It is known that our reduction stores more.
    pub more_than_spin: bool,
    /// A search as started by a user finds `xr` or `xs` broken.
    pub broken_promise: bool,
    /// Of a model that is refused: what the message says, or nothing.
    pub message: String,
    /// Why not everything is compared: a heading of `docs/vs-spin.md`, or what SPIN could not do.
    pub remark: String,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// How the model fares.
    pub verdict: Verdict,
    /// Kind and message of each violation.
    pub violations: Vec<Violation>,
    /// What was counted; none when the model was refused.
    pub counts: Option<Counts>,
    /// The message of a refusal, or why the search was not complete.
    pub words: String,
}

/// Which of the counts must be as expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// All: neither side has optimised anything.
    Plain,
    /// No more states than SPIN stores with its own optimisations.
    Optimized,
    /// None: the search stops at the first violation.
    Nothing,
}

impl Found {
    /// The model was not accepted.
    pub fn refused(words: impl Into<String>) -> Found {
        Found {
            verdict: Verdict::Refused,
            violations: Vec::new(),
            counts: None,
            words: words.into(),
        }
    }

    /// What a report says.
    ///
    /// # Errors
    /// When its verdict is none of ours.
    pub fn of_report(report: &Report) -> Result<Found, String> {
        let violations = report.violations.iter();
        Ok(Found {
            verdict: Verdict::parse(&report.verdict)
                .ok_or_else(|| format!("verdict {}", report.verdict))?,
            violations: violations
                .map(|v| (v.kind.clone(), v.message.clone()))
                .collect(),
            counts: Some(report.counts()),
            words: report.reason.clone().unwrap_or_default(),
        })
    }
}

impl Expectation {
    /// What is not as it should be, in words.
    pub fn judge(&self, found: &Found, counting: Counting) -> Vec<String> {
        let verdict = match self.verdict {
            Some(Verdict::Verified) if self.broken_promise && counting == Counting::Nothing => {
                Verdict::Violated
            }
            Some(Verdict::Verified | Verdict::Incomplete)
                if self.claim_violated && counting == Counting::Nothing =>
            {
                Verdict::Violated
            }
            Some(Verdict::Incomplete) if self.reason == UNCHECKED => match counting {
                Counting::Nothing => found.verdict,
                _ => Verdict::Verified,
            },
            verdict => verdict.unwrap_or(found.verdict),
        };
        if found.verdict != verdict {
            let words: Vec<&str> = found.words.lines().take(2).collect();
            return vec![format!(
                "expected {verdict:?}, got {:?} {}",
                found.verdict,
                words.join("")
            )];
        }
        let mut problems = Vec::new();
        if verdict == Verdict::Incomplete && !self.reason.is_empty() && found.words != self.reason {
            problems.push(format!(
                "incomplete for {}, not {}",
                found.words, self.reason
            ));
        }
        if verdict == Verdict::Refused && !found.words.contains(&self.message) {
            problems.push(format!("does not say `{}`: {}", self.message, found.words));
        }
        if counting != Counting::Nothing {
            problems.extend(self.wrong_violations(&found.violations));
        }
        if let (Counting::Plain, Some(expected), Some(ours)) = (counting, self.counts, found.counts)
            && expected != ours
        {
            problems.push(format!("counts\n      SPIN {expected}\n      ours {ours}"));
        }
        if let (Counting::Optimized, Some(most), Some(ours)) =
            (counting, self.optimized_stored, found.counts)
            && ours.stored > most
        {
            problems.push(format!("{} states, SPIN {most}", ours.stored));
        }
        problems
    }

    /// Each violation that is expected must be there, and nothing else unless there may be more.
    fn wrong_violations(&self, found: &[Violation]) -> Option<String> {
        let matches = |(kind, message): &Violation| {
            let message = essence(message);
            let same = |it: &&Violation| it.0 == *kind && message.contains(&it.1);
            self.violations.iter().find(same)
        };
        let seen: BTreeSet<_> = found.iter().filter_map(matches).collect();
        let strange = found.iter().find(|it| matches(it).is_none());
        match strange {
            Some(strange) if !self.more => Some(format!("not expected: {strange:?}")),
            _ if seen.len() < self.violations.len() => Some(format!(
                "not all of {:?} reported: {found:?}",
                self.violations
            )),
            _ => None,
        }
    }
}

/// Text of a message without what printers of expressions may differ in: blanks and parentheses.
pub fn essence(message: &str) -> String {
    message
        .chars()
        .filter(|c| !c.is_whitespace() && !"()".contains(*c))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTS: Counts = Counts {
        stored: 3,
        matched: 1,
        transitions: 4,
        atomic: 0,
        depth: 2,
    };

    fn expected() -> Expectation {
        Expectation {
            verdict: Some(Verdict::Violated),
            violations: BTreeSet::from([("assertion".into(), "x==1".into())]),
            counts: Some(COUNTS),
            optimized_stored: Some(3),
            ..Expectation::default()
        }
    }

    fn found(violations: &[(&str, &str)], stored: u64) -> Found {
        Found {
            verdict: Verdict::Violated,
            violations: violations
                .iter()
                .map(|v| (v.0.into(), v.1.into()))
                .collect(),
            counts: Some(Counts { stored, ..COUNTS }),
            words: String::new(),
        }
    }

    #[test]
    fn essence_of_messages() {
        assert_eq!(
            essence("assertion violated: (x == 1)"),
            essence("assertion  violated : x==1")
        );
    }

    #[test]
    fn the_judge() {
        let failed = ("assertion", "assertion violated: x == 1");
        let good = found(&[failed], 3);
        let none: [String; 0] = [];
        assert_eq!(expected().judge(&good, Counting::Plain), none);
        assert_eq!(expected().judge(&good, Counting::Optimized), none);
        let more_states = found(&[failed], 4);
        assert_eq!(expected().judge(&more_states, Counting::Plain).len(), 1);
        assert_eq!(expected().judge(&more_states, Counting::Optimized).len(), 1);
        assert_eq!(expected().judge(&more_states, Counting::Nothing), none);
        let too_few = found(&[], 3);
        assert_eq!(expected().judge(&too_few, Counting::Plain).len(), 1);
        let too_many = found(&[failed, ("invalid-end-state", "")], 3);
        assert_eq!(expected().judge(&too_many, Counting::Plain).len(), 1);
        let tolerant = Expectation {
            more: true,
            ..expected()
        };
        assert_eq!(tolerant.judge(&too_many, Counting::Plain), none);
        let refused = Found::refused("a syntax error");
        assert_eq!(expected().judge(&refused, Counting::Nothing).len(), 1);
    }
}
