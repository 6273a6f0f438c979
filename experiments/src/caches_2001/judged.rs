//! What must hold over all models, of searches with 8 probes.

use super::Part;
use crate::table::{Cell, Table};
use std::collections::BTreeMap;

/// What came out for each size and policy.
#[derive(Default)]
pub struct Judged(BTreeMap<(u64, &'static str), Sum>);

/// Over models.
#[derive(Default)]
struct Sum {
    models: usize,
    /// Searches that came to their end, and what they visited, took and used together, as parts of
    /// whole searches.
    complete: usize,
    states: f64,
    seconds: f64,
    /// The largest part of memory of all searches.
    memory: f64,
}

/// Per cent, policy, the part of models that must be complete, and how many states these may visit
/// on the average.
type Bound = (u64, &'static str, f64, f64);

const BOUNDS: [Bound; 3] = [
    (60, "overwrite-first", 0.75, 1.5),
    (60, "level-strata", 1.0, 1.3),
    (50, "level-strata", 0.75, 1.6),
];

impl Judged {
    /// A search with a table that forgets.
    pub fn add(&mut self, part: &Part) {
        let sum = self.0.entry((part.percent, part.policy)).or_default();
        sum.models += 1;
        sum.memory = sum.memory.max(part.memory);
        if part.cut.is_none() {
            sum.complete += 1;
            sum.states += part.states;
            sum.seconds += part.seconds;
        }
    }

    /// For readers.
    pub fn text(&self) -> String {
        let columns = [
            "size_%",
            "replaced",
            "complete",
            "of",
            "states",
            "seconds",
            "memory_at_most",
        ];
        let mut table = Table::new(columns);
        for ((percent, policy), sum) in self.0.iter().rev() {
            let mean = |total: f64| total / sum.complete.max(1) as f64;
            table.push(vec![
                Cell::Count(*percent),
                (*policy).into(),
                Cell::Count(sum.complete as u64),
                Cell::Count(sum.models as u64),
                Cell::Real(mean(sum.states), 3),
                Cell::Real(mean(sum.seconds), 2),
                Cell::Real(sum.memory, 2),
            ]);
        }
        table.text() + "\nmeans are of the searches that came to their end"
    }

    /// Judges what was measured, of tables of states; of fingerprints nothing is judged, and where
    /// states are divided, not memory, nothing of `overwrite-first`.
    ///
    /// # Errors
    /// Too few searches were complete, those that were visited too much, or more than this many per
    /// cent of the memory were used.
    pub fn check(&self, compact: bool, states: bool) -> Result<(), String> {
        let is_judged = |bound: &&Bound| !compact && (!states || bound.1 == "level-strata");
        let problems = BOUNDS.iter().filter(is_judged).filter_map(|&bound| {
            let (percent, policy, complete_least, states_most) = bound;
            let sum = self.0.get(&(percent, policy))?;
            let complete = sum.complete as f64 / sum.models as f64;
            let states = sum.states / sum.complete.max(1) as f64;
            let is_met = complete >= complete_least
                && states <= states_most
                && sum.memory <= percent as f64 / 100.0;
            (!is_met).then(|| {
                format!(
                    "{policy}, {percent} %: {complete:.2} complete ({complete_least} asked), {states:.2} times the states ({states_most}), memory {:.2}",
                    sum.memory
                )
            })
        });
        let problems: Vec<String> = problems.collect();
        match problems.is_empty() {
            true => Ok(()),
            false => Err(problems.join("\n")),
        }
    }
}
