//! The report for people.

use std::fmt::Write;

use super::verdict::why;
use super::{Report, Verdict, few};
use crate::limits::{Reason, Stop};
use crate::model::HiddenRead;
use crate::options::Encoding;
use crate::reached::unreached;
use crate::search::{Caching, Forgetting, Order};
use crate::shown;
use crate::statistics::warning;
use crate::trail::show::position;
use crate::units::{Size, grouped};
use crate::violation::VIOLATIONS_KEPT;

impl Report {
    /// The whole report.
    pub fn text(&self) -> String {
        let mut text = self.verdict_line() + "\n";
        self.write_violations(&mut text);
        self.write_scope(&mut text);
        self.write_counts(&mut text);
        self.write_locality(&mut text);
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
            "\nsearch       {}, {}, {}",
            self.settings.search.name(),
            self.reduction,
            self.settings.store
        );
        let _ = match self.settings.encoding {
            Encoding::None => writeln!(text),
            encoding => writeln!(text, ", encoding {}", encoding.name()),
        };
        if let Some(caching) = &self.settings.caching {
            self.write_cache(text, caching);
        }
        if let Some(Forgetting {
            slots,
            window,
            overwrite,
            ..
        }) = self.settings.forgetting
        {
            let _ = writeln!(
                text,
                "cache        {} slots, {window} looked at for a state, replaced by {}; collision rate {:.3}",
                grouped(u64::from(slots)),
                overwrite.name(),
                self.collision_rate()
            );
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
        let lists = [
            ("not checked", self.unchecked_claims()),
            ("left out", &self.left_out()),
        ];
        for (what, names) in lists {
            for (i, name) in names.iter().enumerate() {
                let _ = writeln!(text, "{:<12} {name}", if i == 0 { what } else { "" });
            }
        }
        if let Some(labels) = self.unused_labels() {
            let _ = writeln!(text, "not used     {labels}");
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
                Some(Stop::Disk(error)) => {
                    format!("in {}, {error}", shown::path(&self.settings.queue_dir))
                }
                _ => why(reason).to_string(),
            };
            let what = match self.verdict() {
                Verdict::NoViolationFound => "not proven",
                _ => "incomplete",
            };
            let _ = writeln!(text, "{what:<12} {cause}: {}", self.advice(reason));
        }
        for HiddenRead {
            variable, source, ..
        } in self.hidden_reads()
        {
            let place = position(self.info, source);
            let _ = writeln!(
                text,
                "hidden       {variable}, read at {place}  {}",
                source.text
            );
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
            (Reason::Memory, _) if self.settings.forgetting.is_some() => {
                "give more with --memory, or less with --cache".to_string()
            }
            (Reason::Memory, _) if self.settings.search == Order::BreadthFirst => {
                format!(
                    "{}; or use --store disk, or search depth-first: both go on when memory is used up",
                    reason.advice()
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
            ("queue", counted.queue_states_peak, "states at most"),
            (
                "state vector",
                counted.state_words as u64 * 4,
                "bytes at most",
            ),
        ];
        let lost = ("messages lost", counted.lost_messages, "");
        let lost = (counted.lost_messages > 0).then_some(lost);
        text.push('\n');
        let is_breadth_first = self.settings.search == Order::BreadthFirst;
        let unused = |name| match name {
            "stack" => is_breadth_first,
            "queue" => !is_breadth_first,
            "opened again" => self.reduction.sleep.is_none(),
            "states visited" | "states replaced" => counted.replaced == 0,
            _ => false,
        };
        let rows = rows.into_iter().filter(|&(name, ..)| !unused(name));
        for (name, count, unit) in rows.chain(lost) {
            let row = format!("{name:<15}{:>15} {unit}", grouped(count));
            let _ = writeln!(text, "{}", row.trim_end());
        }
        if let Some(missed) = self.missed {
            let _ = writeln!(
                text,
                "{:<15}{:>15} by estimate: taken for others; what lies behind them alone is not counted",
                "states missed",
                few(missed)
            );
        }
        let _ = writeln!(
            text,
            "{:<15}{:>15} at most; the store {}, {:.1} bytes a state",
            "memory",
            Size(self.memory_bytes).to_string(),
            Size(self.store_bytes),
            self.bytes_per_state()
        );
        if self.disk_bytes > 0 {
            let _ = writeln!(
                text,
                "{:<15}{:>15} at most in {}",
                "disk",
                Size(self.disk_bytes).to_string(),
                shown::path(&self.settings.queue_dir)
            );
        }
        let _ = writeln!(
            text,
            "{:<15}{:>15} {} states/s, {} transitions/s",
            "time",
            format!("{seconds:.2} s"),
            per_second(counted.visited),
            per_second(counted.transitions())
        );
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
}
