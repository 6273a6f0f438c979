//! The final report, as text and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use crate::cache::warning;
use crate::json;
use crate::limits::{Reason, Stop};
use crate::memory::Size;
use crate::model::{ModelInfo, PlaceId};
use crate::options::{Encoding, Settings};
use crate::reached::{Statement, unreached};
use crate::reduce::Reduction;
use crate::search::Caching;
use crate::statistics::Statistics;
use crate::trail::show::position;
use crate::violation::{VIOLATIONS_KEPT, Violation};

/// What a run came to.
pub struct Outcome {
    /// The model.
    pub info: &'static ModelInfo,
    /// The program's arguments.
    pub arguments: Vec<String>,
    /// What was asked for.
    pub settings: Settings,
    /// What was left out.
    pub reduction: Reduction,
    /// Why nothing may be left out of this model.
    pub irreducible: Option<&'static str>,
    /// What was counted.
    pub statistics: Statistics,
    /// The first violations, with what became of their trails.
    pub violations: Vec<Reported>,
    /// Distinct violations.
    pub violation_count: u64,
    /// The search was ended.
    pub stopped: Option<Stop>,
    /// Some state was at the depth bound.
    pub depth_bound_met: bool,
    /// Where endless atomic sequences were cut, and how often.
    pub endless_chains: BTreeMap<PlaceId, u64>,
    /// Peak of everything charged against the budget.
    pub memory_bytes: u64,
    /// In use by the store at the end.
    pub store_bytes: u64,
    /// As [`Store::sweeps`](crate::store::Store::sweeps).
    pub sweeps: u64,
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
}

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything was searched, nothing was found.
    Verified,
    /// Something was found.
    Violated,
    /// Nothing was found, but not everything was searched.
    Incomplete(Reason),
}

impl Verdict {
    /// As in the JSON report.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Violated => "violated",
            Self::Incomplete(_) => "incomplete",
        }
    }

    /// The program's exit status.
    pub fn exit_status(self) -> u8 {
        match self {
            Self::Verified => 0,
            Self::Violated => 1,
            Self::Incomplete(_) => 3,
        }
    }
}

impl Outcome {
    /// The limit met, if any.
    pub fn reason(&self) -> Option<Reason> {
        match self.stopped {
            Some(Stop::Memory(_)) => Some(Reason::Memory),
            Some(Stop::CacheFull) => Some(Reason::CacheFull),
            Some(Stop::WorkLimit) => Some(Reason::WorkLimit),
            Some(Stop::Time) => Some(Reason::Time),
            Some(Stop::Interrupted) => Some(Reason::Interrupted),
            Some(Stop::Errors) | None if self.depth_bound_met => Some(Reason::Depth),
            Some(Stop::Errors) | None => {
                let unproven = !self.reduction.is_proven();
                unproven.then_some(Reason::UnprovenCombination)
            }
        }
    }

    /// A violation wins over a limit.
    pub fn verdict(&self) -> Verdict {
        match self.reason() {
            _ if self.violation_count > 0 => Verdict::Violated,
            Some(reason) => Verdict::Incomplete(reason),
            None => Verdict::Verified,
        }
    }

    /// Properties that nobody looked at.
    fn unchecked(&self) -> Vec<&'static str> {
        let mut unchecked = self.info.unchecked.to_vec();
        if !self.settings.checks.assertions {
            unchecked.push("assertions");
        }
        if !self.settings.checks.end_states {
            unchecked.push("invalid end states");
        }
        unchecked
    }

    /// The verdict on one line.
    pub fn verdict_line(&self) -> String {
        let mut line = match (self.verdict(), self.violations.first()) {
            (Verdict::Incomplete(reason), _) => {
                format!("incomplete: {} found, but {}", self.absence(), why(reason))
            }
            (_, Some(first)) => format!("violated: {}", self.describe(&first.violation)),
            _ => format!("verified: {}", self.absence()),
        };
        let unchecked = self.unchecked();
        if !unchecked.is_empty() {
            let _ = write!(line, "; {} NOT CHECKED", unchecked.join(", "));
        }
        line
    }

    /// What was looked for and is not there.
    fn absence(&self) -> &'static str {
        let checks = self.settings.checks;
        match (checks.assertions, checks.end_states) {
            (true, true) => "no assertion or end-state violation",
            (true, false) => "no assertion violation",
            (false, true) => "no end-state violation",
            (false, false) => "no run-time error",
        }
    }

    fn describe(&self, violation: &Violation) -> String {
        let place = violation.source.map_or(String::new(), |source| {
            format!(" at {}", position(self.info, &source))
        });
        format!(
            "{}{place} (after {} steps)",
            violation.message,
            grouped(violation.depth)
        )
    }

    /// The whole report.
    pub fn text(&self) -> String {
        let mut text = self.verdict_line() + "\n";
        self.write_violations(&mut text);
        self.write_scope(&mut text);
        self.write_counts(&mut text);
        self.write_unreached(&mut text);
        text
    }

    /// All violations, the first one with its trail.
    fn write_violations(&self, text: &mut String) {
        let several = self.violation_count > 1;
        for (i, reported) in self.violations.iter().enumerate() {
            text.push('\n');
            if several {
                let described = self.describe(&reported.violation);
                let _ = writeln!(text, "violation {}: {described}", i + 1);
            }
            let _ = writeln!(text, "{}", reported.trail_note);
            if i == 0 {
                text.push_str(&reported.trail_text);
            }
        }
        let more = self.violation_count - self.violations.len() as u64;
        if more > 0 {
            let _ = writeln!(
                text,
                "\nand {} more violations: the first {VIOLATIONS_KEPT} are listed",
                grouped(more)
            );
        }
    }

    /// What was searched for, how, and what is missing.
    fn write_scope(&self, text: &mut String) {
        let checks = self.settings.checks;
        let mut checked = vec!["run-time errors"];
        checked.extend(self.info.trace.map(|_| "trace"));
        checked.extend(checks.assertions.then_some("assertions"));
        checked.extend(checks.end_states.then_some("invalid end states"));
        let _ = write!(
            text,
            "\nsearch       depth-first, {}, {} store",
            self.reduction,
            self.settings.store.name()
        );
        let _ = match self.settings.encoding {
            Encoding::None => writeln!(text),
            encoding => writeln!(text, ", encoding {}", encoding.name()),
        };
        if let Some(caching) = &self.settings.caching {
            self.write_cache(text, caching);
        }
        if self.sweeps > 0 {
            let sweeps = grouped(self.sweeps);
            let _ = writeln!(
                text,
                "note         nodes that no stored state needs were swept out of the tree {sweeps} times"
            );
        }
        let asked = self.settings.reduction;
        if let Some(why) = self.irreducible.filter(|_| !asked.is_none()) {
            let _ = writeln!(text, "note         nothing is reduced, because {why}");
        }
        let _ = writeln!(text, "checked      {}", checked.join(", "));
        let unchecked = self.unchecked();
        if !unchecked.is_empty() {
            let _ = writeln!(text, "not checked  {}", unchecked.join(", "));
        }
        if self.stopped == Some(Stop::Errors) {
            let _ = writeln!(
                text,
                "ended early  as many violations as asked for; --errors all goes on"
            );
        }
        if let Some(reason) = self.reason() {
            let cause = match self.stopped {
                Some(Stop::Memory(error)) => error.to_string(),
                _ => why(reason).to_string(),
            };
            let _ = writeln!(text, "incomplete   {cause}: {}", self.advice(reason));
        }
        for (place, times) in &self.endless_chains {
            let place = &self.info.places[place.0 as usize];
            let _ = writeln!(
                text,
                "note         the atomic sequence at {}:{} can run for ever; cut {} times, where it repeats itself",
                self.info.files[0],
                place.line,
                grouped(*times)
            );
        }
    }

    /// What the user can do about a limit.
    fn advice(&self, reason: Reason) -> String {
        // Where the path fills a cache, it is seldom more than a few times as long.
        const MORE: u64 = 4;
        let counted = &self.statistics;
        match (reason, &self.settings.caching) {
            (
                Reason::CacheFull,
                Some(Caching {
                    states: Some(states),
                    ..
                }),
            ) if counted.stored_peak >= *states => {
                format!("give at least --cache {}", MORE * counted.stack_states_peak)
            }
            (Reason::CacheFull, _) => {
                let bytes = MORE * self.settings.limits.memory_bytes;
                format!(
                    "give at least --memory {:.1}M",
                    bytes as f64 / f64::from(1 << 20)
                )
            }
            _ => reason.advice().to_string(),
        }
    }

    /// What the search kept of the states, when not all.
    fn write_cache(&self, text: &mut String, caching: &Caching) {
        let counted = &self.statistics;
        let states = grouped(counted.cache_states);
        let specification = &caching.specification;
        let since = match counted.when_full {
            Some(full) => format!(", full after {}", grouped(full.visited)),
            None => String::new(),
        };
        let _ = match counted.shrunk {
            0 if caching.states.is_none() => Ok(()),
            0 => writeln!(
                text,
                "cache        {states} states at most{since}, replaced by {specification}"
            ),
            _ => writeln!(
                text,
                "cache        memory was used up after {} states; since then {states} at most, replaced by {specification}",
                grouped(counted.when_full.map_or(0, |full| full.visited))
            ),
        };
        if let Some(warning) = warning(counted) {
            let _ = writeln!(text, "note         {warning}");
        }
    }

    fn write_counts(&self, text: &mut String) {
        let counted = &self.statistics;
        let seconds = self.elapsed.as_secs_f64();
        let per_second = |count: u64| grouped((count as f64 / seconds.max(1e-6)) as u64);
        let rows = [
            ("states stored", counted.stored, ""),
            (
                "states visited",
                counted.visited,
                "times, also those that were forgotten",
            ),
            ("states replaced", counted.replaced, ""),
            ("states matched", counted.matched, ""),
            (
                "transitions",
                counted.transitions(),
                match counted.replaced {
                    0 => "(stored + matched)",
                    _ => "(visited + matched)",
                },
            ),
            (
                "opened again",
                counted.reexplored,
                "states, for edges that slept before",
            ),
            ("atomic steps", counted.atomic_steps, ""),
            ("depth reached", counted.depth, "steps"),
            ("stack", counted.stack_states_peak, "states at most"),
            (
                "state vector",
                counted.state_words as u64 * 4,
                "bytes at most",
            ),
        ];
        let lost = ("messages lost", counted.lost_messages, "");
        let lost = (counted.lost_messages > 0).then_some(lost);
        text.push('\n');
        let unused = |name| match name {
            "opened again" => self.reduction.sleep.is_none(),
            "states visited" | "states replaced" => counted.replaced == 0,
            _ => false,
        };
        let rows = rows.into_iter().filter(|&(name, ..)| !unused(name));
        for (name, count, unit) in rows.chain(lost) {
            let row = format!("{name:<15}{:>15} {unit}", grouped(count));
            let _ = writeln!(text, "{}", row.trim_end());
        }
        let _ = writeln!(
            text,
            "{:<15}{:>15} at most; the store {}, {:.1} bytes a state",
            "memory",
            Size(self.memory_bytes).to_string(),
            Size(self.store_bytes),
            self.bytes_per_state()
        );
        let _ = writeln!(
            text,
            "{:<15}{:>15} {} states/s, {} transitions/s",
            "time",
            format!("{seconds:.2} s"),
            per_second(counted.visited),
            per_second(counted.transitions())
        );
    }

    fn bytes_per_state(&self) -> f64 {
        self.store_bytes as f64 / self.statistics.stored.max(1) as f64
    }

    fn write_unreached(&self, text: &mut String) {
        const SHOWN: usize = 40;
        let unreached = unreached(self.info, &self.statistics.reached);
        if unreached.is_empty() {
            return;
        }
        let so_far = match self.stopped {
            Some(_) => " so far",
            None => "",
        };
        let _ = writeln!(text, "\nstatements not reached{so_far}:");
        for statement in unreached.iter().take(SHOWN) {
            let place = position(self.info, &statement.source);
            let proctype = self.info.proctypes[usize::from(statement.proctype)].name;
            let _ = writeln!(text, "  {place}  {proctype}  {}", statement.source.text);
        }
        if unreached.len() > SHOWN {
            let _ = writeln!(
                text,
                "  and {} more: --json lists all",
                unreached.len() - SHOWN
            );
        }
    }

    /// The report as one JSON object.
    pub fn json(&self) -> String {
        let counted = &self.statistics;
        let distinct = (counted.replaced == 0).then_some(counted.visited);
        let mut object = json::Object::new();
        object
            .string("model", Some(self.info.name))
            .string("version", Some(self.info.generator))
            .raw(
                "arguments",
                json::array(self.arguments.iter().map(|text| json::string(text))),
            )
            .string("verdict", Some(self.verdict().name()))
            .string("reason", self.reason().map(Reason::name))
            .raw(
                "unchecked",
                json::array(self.unchecked().into_iter().map(json::string)),
            )
            .raw(
                "violations",
                json::array(self.violations.iter().map(|one| self.violation_json(one))),
            )
            .number("states_stored", Some(counted.stored))
            .number("states_peak", Some(counted.stored_peak))
            .number("states_visited", Some(counted.visited))
            .number("states_matched", Some(counted.matched))
            .number("states_distinct", distinct)
            .number("reexplored", Some(counted.reexplored))
            .number("transitions", Some(counted.transitions()))
            .number("atomic_steps", Some(counted.atomic_steps))
            .number("depth", Some(counted.depth))
            .number("stack_states_peak", Some(counted.stack_states_peak))
            .number("state_bytes", Some(counted.state_words as u64 * 4))
            .number("memory_bytes", Some(self.memory_bytes))
            .number("store_bytes", Some(self.store_bytes))
            .raw("bytes_per_state", format!("{:.2}", self.bytes_per_state()))
            .raw("seconds", format!("{:.3}", self.elapsed.as_secs_f64()))
            .number("omission_probability", Some(0))
            .raw("cache", self.cache_json());
        let unreached = unreached(self.info, &counted.reached);
        let unreached = unreached
            .iter()
            .map(|statement| self.statement_json(statement));
        object.raw("unreached", json::array(unreached));
        object.finish() + "\n"
    }

    fn cache_json(&self) -> String {
        let counted = &self.statistics;
        if counted.cache_states == 0 {
            return "null".to_string();
        }
        let factor = (counted.replaced == 0).then(|| "1.00".to_string());
        let mut object = json::Object::new();
        object
            .number("capacity", Some(counted.cache_states))
            .number("replaced", Some(counted.replaced))
            .number("sweeps", Some(self.sweeps))
            .raw(
                "redundant_work_factor",
                factor.unwrap_or("null".to_string()),
            )
            .string("collision_rate", None);
        object.finish()
    }

    fn violation_json(&self, reported: &Reported) -> String {
        let violation = &reported.violation;
        let source = violation.source;
        let file = source.map(|source| self.info.files[usize::from(source.file)]);
        let mut object = json::Object::new();
        object
            .string("kind", Some(violation.kind.name()))
            .string("message", Some(&violation.message))
            .string("file", file)
            .number("line", source.map(|source| u64::from(source.line)))
            .number("depth", Some(violation.depth))
            .string("trail", reported.trail_file.as_deref());
        object.finish()
    }

    fn statement_json(&self, statement: &Statement) -> String {
        let source = &statement.source;
        let mut object = json::Object::new();
        object
            .string(
                "proctype",
                Some(self.info.proctypes[usize::from(statement.proctype)].name),
            )
            .string("file", Some(self.info.files[usize::from(source.file)]))
            .number("line", Some(u64::from(source.line)))
            .string("text", Some(source.text));
        object.finish()
    }
}

/// The limit met, in words.
fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Memory => "memory ran out",
        Reason::WorkLimit => "more states were searched again than the work limit allows",
        Reason::CacheFull => "the cache is full of states on the search path",
        Reason::Depth => "states at the depth bound were left out",
        Reason::Time => "the time was up",
        Reason::Interrupted => "it was interrupted",
        Reason::UnprovenCombination => "this form of sleep sets may lose states here",
    }
}

/// A number with a comma after each three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        let cases = [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_807_056, "1,807,056"),
        ];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }
}
