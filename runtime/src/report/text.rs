//! The report for people.

use std::fmt::{Display, Write};

use super::{Report, Reported, Verdict, few};
use crate::claim::Fairness;
use crate::limits::{Reason, Stop};
use crate::options::{Encoding, StoreKind};
use crate::reached::unreached;
use crate::search::{Caching, Order};
use crate::shown;
use crate::statistics::warning;
use crate::step::EdgeOrder;
use crate::trail::show::{position, position_of};
use crate::units::{Size, grouped};
use crate::violation::VIOLATIONS_KEPT;

impl Report {
    /// The whole report.
    pub fn text(&self) -> String {
        let mut text = self.verdict_line() + "\n";
        self.write_violations(&mut text);
        self.write_scope(&mut text);
        self.write_claims(&mut text);
        self.write_counts(&mut text);
        self.write_locality(&mut text);
        self.write_unreached(&mut text);
        text
    }

    /// All violations, the first one with its trail.
    fn write_violations(&self, text: &mut String) {
        let several = self.violation_count > 1;
        let mut said = "";
        for (i, reported) in self.violations.iter().enumerate() {
            // Why there is no trail is said once.
            let is_said = reported.violation.path.is_none() && reported.trail_note == said;
            said = &reported.trail_note;
            if !is_said {
                text.push('\n');
            }
            if several {
                let described = self.describe(&reported.violation);
                let _ = writeln!(text, "violation {}: {described}", i + 1);
            }
            if is_said {
                continue;
            }
            text.push_str(&reported.trail_note);
            let is_told = i == 0 && !reported.trail_text.is_empty();
            if is_told && reported.trail_file.is_some() {
                text.push(':');
            }
            text.push('\n');
            if is_told {
                text.push_str(&reported.trail_text);
                self.write_advice(text, reported);
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

    /// How the trail is replayed, and how a shorter one may be found where it is long.
    fn write_advice(&self, text: &mut String, reported: &Reported) {
        if let Some(command) = &reported.replay_command {
            let _ = writeln!(text, "  to replay it: {command}");
        }
        let settings = &self.settings;
        let of_claim = reported.violation.kind.is_of_claim();
        let shorter = match of_claim {
            true if settings.claims.shortest || settings.claims.fairness != Fairness::Unfair => {
                None
            }
            true => Some("--shortest looks for the shortest run that violates the claim"),
            false if settings.search == Order::BreadthFirst => None,
            false if self.swarm.is_some() => {
                Some("--max-depth STEPS has all searches leave out what is further away")
            }
            false => Some("--search breadth-first finds the shortest way to a violation"),
        };
        if let Some(shorter) = shorter.filter(|_| reported.left_out > 0) {
            let _ = writeln!(text, "  for a shorter one: {shorter}");
        }
    }

    /// What was searched for, how, and what is missing.
    fn write_scope(&self, text: &mut String) {
        text.push('\n');
        self.write_search(text);
        self.write_checked(text);
        self.write_end(text);
        for read in self.hidden_reads() {
            let place = position(self.info, &read.source);
            let (variable, statement) = (read.variable, read.source.text);
            line(
                text,
                "hidden",
                format!("{variable}, read at {place}  {statement}"),
            );
        }
        for (place, times) in &self.endless_chains {
            let at = position_of(self.info, &self.info.places[place.0 as usize]);
            let times = grouped(*times);
            let note = format!(
                "the atomic sequence at {at} can run for ever; cut {times} times, where it repeats \
                 itself"
            );
            line(text, "note", note);
        }
    }

    /// In which order, what was left out, and how states were kept.
    fn write_search(&self, text: &mut String) {
        let settings = &self.settings;
        let encoding = match settings.encoding {
            Encoding::None => String::new(),
            encoding => format!(", encoding {}", encoding.name()),
        };
        if let Some(swarm) = &settings.swarm {
            self.write_swarm(text, swarm);
            return;
        }
        let (search, reduction, store) = (settings.search.name(), self.reduction, settings.store);
        let order = match settings.edge_order {
            EdgeOrder::Forward => String::new(),
            EdgeOrder::Reverse => " in reverse order".to_string(),
            EdgeOrder::Random { seed } => format!(" in random order (seed {seed})"),
        };
        let threads = match self.workers {
            1 => String::new(),
            workers => format!(", {workers} threads"),
        };
        line(
            text,
            "search",
            format!("{search}{order}{threads}, {reduction}, {store}{encoding}"),
        );
        if self.workers < settings.workers {
            let why = "hidden variables are in no store, and do not go from one to another";
            line(text, "note", format!("one thread, because {why}"));
        }
        if let Some(caching) = &settings.caching {
            self.write_cache(text, caching);
        }
        if let Some(forgetting) = settings.forgetting {
            let cache = format!(
                "{} slots, {} looked at for a state, replaced by {}; collision rate {:.3}",
                grouped(u64::from(forgetting.slots)),
                forgetting.window,
                forgetting.overwrite.name(),
                self.collision_rate()
            );
            line(text, "cache", cache);
        }
        if self.sweeps > 0 {
            let sweeps = grouped(self.sweeps);
            let note = format!(
                "nodes that no stored state needs were swept out of the tree {sweeps} times"
            );
            line(text, "note", note);
        }
        self.write_irreducible(text);
    }

    /// Why nothing was reduced that was to be.
    pub(super) fn write_irreducible(&self, text: &mut String) {
        let is_asked = !self.settings.reduction.is_none();
        if let Some(why) = self.irreducible.filter(|_| is_asked) {
            line(text, "note", format!("nothing is reduced, because {why}"));
        }
    }

    /// What was looked for, and what was not.
    fn write_checked(&self, text: &mut String) {
        let checks = self.settings.checks;
        let mut checked = vec!["run-time errors"];
        match self.settings.claims.only {
            true => checked.extend(checks.assertions.then_some("assertions along claims")),
            false => {
                checked.extend(self.info.trace.map(|_| "trace"));
                checked.extend(checks.assertions.then_some("assertions"));
                checked.extend(checks.end_states.then_some("invalid end states"));
            }
        }
        line(text, "checked", checked.join(", "));
        let fair = match self.settings.claims.fairness {
            Fairness::Weak => {
                Some("weakly fair ones: no process is able for ever and does nothing")
            }
            Fairness::Strong => {
                Some("strongly fair ones: no process is able again and again and does nothing")
            }
            Fairness::Unfair => None,
        };
        if let Some(fair) = fair.filter(|_| self.has_claims()) {
            line(text, "runs", fair);
        }
        let lists = [
            ("not checked", &self.unchecked_claims()),
            ("left out", &self.left_out()),
        ];
        for (what, names) in lists {
            for (i, name) in names.iter().enumerate() {
                line(text, if i == 0 { what } else { "" }, name);
            }
        }
        if let Some(labels) = self.unused_labels() {
            line(text, "not used", labels + &self.options_for_labels(", for"));
        }
    }

    /// Why the search has ended before it had seen everything.
    fn write_end(&self, text: &mut String) {
        if self.stopped == Some(Stop::Errors) && self.swarm.is_none() {
            let why = "as many violations as asked for; --errors all goes on";
            line(text, "ended early", why);
        }
        let Some(reason) = self.reason() else { return };
        let cause = match self.stopped {
            Some(Stop::Memory(error)) => error.to_string(),
            Some(Stop::Disk(error)) => {
                format!("in {}, {error}", shown::path(&self.settings.queue_dir))
            }
            _ => reason.why().to_string(),
        };
        let undecided = self.undecided().filter(|_| self.plain_reason().is_none());
        let cause = match undecided {
            Some((name, _)) => format!("{name}: {cause}"),
            None => cause,
        };
        let what = match self.verdict() {
            Verdict::NoViolationFound => "not proven",
            _ => "incomplete",
        };
        line(text, what, format!("{cause}: {}", self.advice(reason)));
    }

    /// What the user can do about a limit.
    fn advice(&self, reason: Reason) -> String {
        // Where the path fills a cache, it is seldom more than a few times as long.
        const MORE: u64 = 4;
        if self.is_one_path() && self.plain_reason() == Some(reason) {
            let elsewhere = "--search breadth-first, --max-depth STEPS and --swarm look elsewhere";
            return format!("the search has gone down one path that may never end; {elsewhere}");
        }
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
            (Reason::Memory, _)
                if self.settings.search == Order::BreadthFirst
                    && self.settings.store != StoreKind::Disk =>
            {
                format!(
                    "{}; or use --store disk, or search depth-first: both go on when memory is used up",
                    reason.advice()
                )
            }
            _ => reason.advice().to_string(),
        }
    }

    /// Whether nearly all states of a depth-first search that was ended are on its path.
    fn is_one_path(&self) -> bool {
        const MANY: u64 = 100_000;
        let counted = &self.statistics;
        let on_path = counted.stack_states_peak;
        let is_ended = self.stopped.is_some_and(|stop| stop != Stop::Errors);
        is_ended
            && self.settings.search == Order::DepthFirst
            && self.settings.edge_order == EdgeOrder::Forward
            && on_path > MANY
            && on_path >= counted.visited / 10 * 9
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
        match counted.shrunk {
            0 if caching.states.is_none() => {}
            0 => {
                let cache = format!("{states} states at most{since}, replaced by {specification}");
                line(text, "cache", cache);
            }
            _ => {
                let full = grouped(counted.when_full.map_or(0, |full| full.visited));
                let cache = format!(
                    "memory was used up after {full} states; since then {states} at most, replaced by {specification}"
                );
                line(text, "cache", cache);
            }
        }
        if let Some(warning) = warning(counted) {
            line(text, "note", warning);
        }
    }

    fn write_counts(&self, text: &mut String) {
        let counted = &self.statistics;
        let is_breadth_first = self.settings.search == Order::BreadthFirst;
        let has_forgotten = counted.replaced > 0;
        let sum = match has_forgotten {
            true => "(visited + matched)",
            false => "(stored + matched)",
        };
        let sleeps = self.reduction.sleep.is_some();
        let bytes = counted.state_words as u64 * 4;
        #[rustfmt::skip]
        let rows = [
            (true, "states stored", counted.stored, ""),
            (has_forgotten, "states visited", counted.visited, "times, also those that were forgotten"),
            (has_forgotten, "states replaced", counted.replaced, ""),
            (true, "states matched", counted.matched, ""),
            (true, "transitions", counted.transitions(), sum),
            (sleeps, "opened again", counted.reexplored, "states, for edges that slept before"),
            (true, "atomic steps", counted.atomic_steps, ""),
            (true, "depth reached", counted.depth, "steps"),
            (!is_breadth_first, "stack", counted.stack_states_peak, "states at most"),
            (is_breadth_first, "queue", counted.queue_states_peak, "states at most"),
            (true, "state vector", bytes, "bytes at most"),
            (counted.lost_messages > 0, "messages lost", counted.lost_messages, ""),
        ];
        text.push('\n');
        if self.settings.claims.only {
            amount(text, "memory", Size(self.memory_bytes), "at most");
            return;
        }
        for (_, name, count, unit) in rows.into_iter().filter(|row| row.0) {
            amount(text, name, grouped(count), unit);
        }
        self.write_costs(text);
    }

    /// What is no count: states missed, memory, disk and time.
    fn write_costs(&self, text: &mut String) {
        let counted = &self.statistics;
        let seconds = self.elapsed.as_secs_f64();
        let per_second = |count: u64| grouped((count as f64 / seconds.max(1e-6)) as u64);
        if let Some(missed) = self.missed {
            let note = "by estimate: taken for others; what lies behind them alone is not counted";
            amount(text, "states missed", few(missed), note);
        }
        let (store, each) = (Size(self.store_bytes), self.bytes_per_state());
        let of_store = match self.swarm {
            Some(_) => "at most".to_string(),
            None => format!("at most; the store {store}, {each:.1} bytes a state"),
        };
        amount(text, "memory", Size(self.memory_bytes), &of_store);
        if self.disk_bytes > 0 {
            let folder = shown::path(&self.settings.queue_dir);
            amount(
                text,
                "disk",
                Size(self.disk_bytes),
                &format!("at most in {folder}"),
            );
        }
        let states = per_second(counted.visited);
        let transitions = per_second(counted.transitions());
        let rates = format!("{states} states/s, {transitions} transitions/s");
        amount(text, "time", format!("{seconds:.2} s"), &rates);
    }

    fn write_unreached(&self, text: &mut String) {
        const SHOWN: usize = 40;
        let unreached = unreached(self.info, &self.statistics.reached);
        if unreached.is_empty() {
            return;
        }
        let so_far = self.so_far();
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

/// A line that begins with what it is about.
pub(super) fn line(text: &mut String, about: &str, what: impl Display) {
    let _ = writeln!(text, "{about:<12} {what}");
}

/// A line with an amount in the column of amounts.
fn amount(text: &mut String, name: &str, amount: impl Display, unit: &str) {
    let row = format!("{name:<15}{:>15} {unit}", amount.to_string());
    let _ = writeln!(text, "{}", row.trim_end());
}
