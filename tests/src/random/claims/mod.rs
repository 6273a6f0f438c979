//! Analyzers of a model with a claim beside the interpreter: its verdicts with each kind of
//! fairness, whatever a search leaves out or forgets; and what it says never changes.
//!
//! [`compare`] runs one analyzer; [`campaign`] makes many programs and builds theirs.

pub mod campaign;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

use crate::analyzer::Analyzer;
use crate::claims::Judged;
use crate::reductions::NONE;
use crate::report::{OfClaim, Report};

/// Searches that came to the right verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// All of them.
    pub verdicts: u64,
    /// Those in which something is violated.
    pub violated: u64,
    /// Those that went to their end with fewer states than where nothing is left out.
    pub reduced: u64,
    /// Of these, those in which something fails beside a claim that holds.
    pub reduced_beside: u64,
    /// Those with a cache.
    pub cached: u64,
    /// Of these, those that forgot states.
    pub forgetful: u64,
    /// Times a proposition was said to be never true, or never false.
    pub constants: u64,
}

impl AddAssign for Compared {
    fn add_assign(&mut self, other: Self) {
        self.verdicts += other.verdicts;
        self.violated += other.violated;
        self.reduced += other.reduced;
        self.reduced_beside += other.reduced_beside;
        self.cached += other.cached;
        self.forgetful += other.forgetful;
        self.constants += other.constants;
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self {
            verdicts,
            violated,
            reduced,
            reduced_beside,
            cached,
            forgetful,
            constants,
        } = self;
        write!(
            f,
            "{verdicts} searches: {violated} violated, {reduced} with fewer states by reduction, \
             {reduced_beside} of them where something fails beside a claim that holds, \
             {cached} with a cache, {forgetful} of them forgot states, {constants} propositions \
             never true or never false"
        )
    }
}

/// Kinds of fairness in the order of [`crate::claims::Truth::accepted`].
const FAIRNESS: [&[&str]; 3] = [&[], &["--weak-fairness"], &["--strong-fairness"]];

/// In addition to all others.
const ALWAYS: [&str; 3] = ["--quiet", "--memory", "512M"];

/// A search that forgets more states than this times those of its cache is given a larger one.
const WORK_LIMIT: &str = "20";

/// Runs the analyzer of a model with one claim in all ways, and compares its verdicts with what is
/// true; its counts, too, if it is not optimised and there is a product.
///
/// # Errors
/// The first difference, or why there is no report.
pub fn compare(
    analyzer: &Analyzer,
    judged: &Judged,
    unoptimized: bool,
) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let Judged { counts, truth, .. } = judged;
    let has_counts = unoptimized && !judged.is_safety;
    for (fairness, accepted) in FAIRNESS.into_iter().zip(truth.accepted) {
        let truth = Expected {
            claim: truth.ends || truth.asserts || accepted,
            asserts: truth.asserts,
            beside: truth.fails,
            seen: &judged.seen,
        };
        let whole = [fairness, &NONE].concat();
        let whole = truth.compare(analyzer, &whole, &mut compared)?;
        if has_counts && fairness.is_empty() {
            let found = [whole.states_stored, whole.states_matched, whole.depth];
            let wanted = [counts.stored, counts.matched, counts.depth];
            if found != wanted.map(Some) {
                return Err(format!("stored, matched, depth: {found:?}, not {wanted:?}"));
            }
        }
        let less = truth.compare(analyzer, fairness, &mut compared)?;
        let is_reduced = less.states_stored < whole.states_stored;
        compared.reduced += u64::from(is_reduced);
        compared.reduced_beside += u64::from(is_reduced && truth.beside && !truth.claim);
        // Refused beside strong fairness, which must know a component as a whole.
        if fairness != FAIRNESS[2] {
            for (options, of) in [
                (fairness.to_vec(), &less),
                ([fairness, &NONE].concat(), &whole),
            ] {
                truth.forgetful(analyzer, &options, of, &mut compared)?;
            }
        }
    }
    Ok(compared)
}

/// What a search must find.
struct Expected<'j> {
    /// A violation of the claim.
    claim: bool,
    /// An assertion of the claim.
    asserts: bool,
    /// One of the model, on a path that the claim allows.
    beside: bool,
    /// What it can see.
    seen: &'j BTreeMap<String, [bool; 2]>,
}

impl Expected<'_> {
    /// Searches for the first violation, then for all: along the claim, and after a search that
    /// looks at no claim. Gives what the second search says of the claim.
    fn compare(
        &self,
        analyzer: &Analyzer,
        options: &[&str],
        compared: &mut Compared,
    ) -> Result<OfClaim, String> {
        let first = [&["--claims-only"], options].concat();
        self.check_first(&run(analyzer, &first)?, &first, compared)?;
        // A search for the first violation may end before the claim's.
        let all = [&["--claims-only", "--errors", "all"], options].concat();
        let report = run(analyzer, &all)?;
        self.check_claim(&report, &all, compared)?;
        let fails = |kind: &str| matches!(kind, "assertion" | "runtime-error");
        let found = report.violations.iter().any(|it| fails(&it.kind));
        let wanted = self.asserts || self.beside;
        // Behind a claim that is violated for good nothing more is looked for.
        if found != wanted && (found || !self.claim) {
            return Err(format!("{all:?}: something fails: {found}, not {wanted}"));
        }
        let after_plain = [&["--errors", "all"], options].concat();
        self.check_claim(&run(analyzer, &after_plain)?, &after_plain, compared)?;
        only(&report).cloned()
    }

    fn check_claim(
        &self,
        report: &Report,
        arguments: &[&str],
        compared: &mut Compared,
    ) -> Result<(), String> {
        let claim = only(report)?;
        agree(&claim.verdict, self.claim, arguments, "the claim")?;
        compared.add(self.claim);
        for (texts, value) in [(&claim.never_true, true), (&claim.never_false, false)] {
            for text in texts {
                match self.seen.get(text) {
                    Some(seen) if seen[usize::from(value)] => {
                        return Err(format!("{arguments:?}: `{text}` is {value} in some state"));
                    }
                    Some(_) => compared.constants += 1,
                    None => {
                        return Err(format!(
                            "{arguments:?}: `{text}` is none of {:?}",
                            self.seen
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn check_first(
        &self,
        report: &Report,
        arguments: &[&str],
        compared: &mut Compared,
    ) -> Result<(), String> {
        let violated = self.claim || self.beside;
        agree(&report.verdict, violated, arguments, "all")?;
        compared.add(violated);
        Ok(())
    }

    /// Searches with a cache of half of the states that there are, more if this is too little.
    fn forgetful(
        &self,
        analyzer: &Analyzer,
        options: &[&str],
        full: &OfClaim,
        compared: &mut Compared,
    ) -> Result<(), String> {
        let states = full.states_stored.unwrap_or(0).max(2);
        for states in [states / 2, states / 2 + states / 4] {
            let states = states.to_string();
            let bounds = [
                "--claims-only",
                "--cache",
                &states,
                "--work-limit",
                WORK_LIMIT,
            ];
            let arguments = [&bounds, options].concat();
            let report = run(analyzer, &arguments)?;
            let claim = only(&report)?;
            if report.verdict == "incomplete" {
                match claim.reason.as_deref() {
                    Some("cache-full" | "work-limit") => continue,
                    why => return Err(format!("{arguments:?}: incomplete: {why:?}")),
                }
            }
            self.check_first(&report, &arguments, compared)?;
            compared.cached += 1;
            compared.forgetful += u64::from(claim.states_visited > claim.states_stored);
            break;
        }
        Ok(())
    }
}

impl Compared {
    fn add(&mut self, violated: bool) {
        self.verdicts += 1;
        self.violated += u64::from(violated);
    }
}

fn run(analyzer: &Analyzer, arguments: &[&str]) -> Result<Report, String> {
    let outcome = analyzer.run(&[&ALWAYS, arguments].concat());
    let said = outcome.finished.all_output();
    outcome
        .report
        .map_err(|problem| format!("{arguments:?}: {problem}\n{said}"))
}

fn only(report: &Report) -> Result<&OfClaim, String> {
    match &report.claims[..] {
        [claim] => Ok(claim),
        claims => Err(format!("{} claims, not one", claims.len())),
    }
}

fn agree(verdict: &str, violated: bool, arguments: &[&str], what: &str) -> Result<(), String> {
    let wanted = match violated {
        true => "violated",
        false => "verified",
    };
    match verdict == wanted {
        true => Ok(()),
        false => Err(format!("{arguments:?}: {what}: {verdict}, not {wanted}")),
    }
}
