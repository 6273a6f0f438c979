//! How local the edges of a breadth-first search are, for people and for scripts.

use std::fmt::Write;

use super::Report;
use crate::json;
use crate::search::{Distance, Locality};
use crate::units::grouped;

/// Distances backwards that have less than this part of the edges are shown as one.
const SHOWN: f64 = 0.01;

impl Report {
    /// The table: neighbouring levels, those further back that matter, and the rest.
    pub(super) fn write_locality(&self, text: &mut String) {
        let Some(locality) = &self.locality else {
            return;
        };
        let so_far = self.so_far();
        let _ = writeln!(
            text,
            "\nlocality{so_far}: of the edges of a state, how many lead how many levels forwards\n{:>8} {:>15} {:>8} {:>10}",
            "levels", "transitions", "mean", "deviation"
        );
        let is_shown = |it: &&Distance| it.k >= -1 || it.mean >= SHOWN;
        let (shown, rest): (Vec<&Distance>, Vec<&Distance>) =
            locality.distances.iter().partition(is_shown);
        for it in shown {
            let transitions = grouped(it.transitions);
            let (mean, deviation) = (it.mean, it.deviation);
            let _ = writeln!(
                text,
                "{:>8} {transitions:>15} {mean:>8.4} {deviation:>10.4}",
                it.k
            );
        }
        if !rest.is_empty() {
            let transitions = rest.iter().map(|it| it.transitions).sum();
            let mean: f64 = rest.iter().map(|it| it.mean).sum();
            let _ = writeln!(
                text,
                "{:>8} {:>15} {mean:>8.4}",
                "others",
                grouped(transitions)
            );
        }
        let counted = &self.statistics;
        let _ = writeln!(
            text,
            "1-local {:.1} % on the average; diameter {}; largest queue {}; {} states without edges",
            100.0 * locality.one_local(),
            grouped(counted.depth),
            grouped(counted.queue_states_peak),
            grouped(self.states_without_edges(locality))
        );
    }

    /// The whole profile, or `null`.
    pub(super) fn locality_json(&self) -> String {
        let Some(locality) = &self.locality else {
            return "null".to_string();
        };
        let distances = locality.distances.iter().map(|it| {
            let mut object = json::JsonObject::new();
            object
                .raw("k", it.k)
                .number("transitions", it.transitions)
                .raw("mean", format!("{:.6}", it.mean))
                .raw("deviation", format!("{:.6}", it.deviation));
            object.finish()
        });
        let counted = &self.statistics;
        let mut object = json::JsonObject::new();
        object
            .number("states", locality.states)
            .number("states_without_edges", self.states_without_edges(locality))
            .number("transitions", locality.transitions())
            .raw("one_local", format!("{:.6}", locality.one_local()))
            .number("diameter", counted.depth)
            .number("largest_queue", counted.queue_states_peak)
            .raw("distances", json::array(distances));
        object.finish()
    }

    /// Also those whose edges were not executed, if the search has stopped.
    fn states_without_edges(&self, locality: &Locality) -> u64 {
        self.statistics.visited - locality.states
    }
}
