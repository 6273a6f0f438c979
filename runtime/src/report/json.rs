//! The report for programs.

use std::time::Duration;

use super::claims::steps_of_model;
use super::{Report, Reported};
use crate::json;
use crate::limits::Reason;
use crate::model::HiddenRead;
use crate::reached::{Statement, unreached};
use crate::violation::Violation;

/// Version of the keys and of what they mean.
const SCHEMA: u64 = 2;

impl Report {
    /// The report as one JSON object.
    pub fn json(&self) -> String {
        let counted = &self.statistics;
        let distinct = (counted.replaced == 0).then_some(counted.visited);
        let mut object = json::JsonObject::new();
        object
            .number("schema", SCHEMA)
            .string("model", self.info.name)
            .string("version", self.info.generator)
            .raw(
                "arguments",
                json::array(self.arguments.iter().map(|text| json::string(text))),
            )
            .string("verdict", self.verdict().name())
            .string("reason", self.reason().map(Reason::name))
            .raw(
                "unchecked",
                json::array(self.unchecked().into_iter().map(json::string)),
            )
            .raw("unused_labels", self.unused_labels_json())
            .raw(
                "hidden_reads",
                json::array(self.hidden_reads().map(|read| self.hidden_json(read))),
            )
            .raw(
                "violations",
                json::array(self.violations.iter().map(|one| self.violation_json(one))),
            );
        if self.has_claims() {
            object.raw("claims", self.claims_json());
        }
        let seconds = |it: &Duration| format!("{:.3}", it.as_secs_f64());
        let millions = self.millions.times().iter().map(seconds);
        object
            .number("threads", self.workers as u64)
            .number("states_stored", counted.stored)
            .number("states_peak", counted.stored_peak)
            .number("states_visited", counted.visited)
            .number("states_matched", counted.matched)
            .number("states_distinct", distinct)
            .number("reexplored", counted.reexplored)
            .number("transitions", counted.transitions())
            .number("atomic_steps", counted.atomic_steps)
            .number("depth", counted.depth)
            .number("stack_states_peak", counted.stack_states_peak)
            .number("queue_states_peak", counted.queue_states_peak)
            .number("state_bytes", counted.state_words as u64 * 4)
            .number("memory_bytes", self.memory_bytes)
            .number("store_bytes", self.store_bytes)
            .number("disk_bytes", self.disk_bytes)
            .raw("bytes_per_state", format!("{:.2}", self.bytes_per_state()))
            .raw("seconds", seconds(&self.elapsed))
            .raw("seconds_at_millions", json::array(millions))
            .raw(
                "omission_probability",
                scientific(self.missed.map(|_| self.omission_probability())),
            )
            .raw("states_missed", scientific(self.missed))
            .raw("cache", self.cache_json())
            .raw("locality", self.locality_json())
            .raw("swarm", self.swarm_json());
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
        let mut object = json::JsonObject::new();
        object
            .number("capacity", counted.cache_states)
            .number("replaced", counted.replaced)
            .number("sweeps", self.sweeps)
            .raw(
                "redundant_work_factor",
                factor.unwrap_or("null".to_string()),
            )
            .raw(
                "collision_rate",
                match self.settings.forgetting {
                    Some(_) => format!("{:.4}", self.collision_rate()),
                    None => "null".to_string(),
                },
            );
        object.finish()
    }

    fn unused_labels_json(&self) -> String {
        let (accept, progress) = self.unused_label_counts();
        let mut object = json::JsonObject::new();
        object
            .number("accept", u64::from(accept))
            .number("progress", u64::from(progress));
        object.finish()
    }

    fn hidden_json(&self, read: &HiddenRead) -> String {
        let source = &read.source;
        let mut object = json::JsonObject::new();
        object
            .string("variable", read.variable)
            .string("file", self.info.files[usize::from(source.file)])
            .number("line", u64::from(source.line))
            .string("text", source.text);
        object.finish()
    }

    fn violation_json(&self, reported: &Reported) -> String {
        let violation = &reported.violation;
        // Of what is built in nothing is written.
        let source = violation.source.filter(|source| source.line > 0);
        let file = source.map(|source| self.info.files[usize::from(source.file)]);
        let mut object = json::JsonObject::new();
        object
            .string("kind", violation.kind.name())
            .string("message", &*violation.message)
            .string("file", file)
            .number("line", source.map(|source| u64::from(source.line)))
            .number("depth", violation.depth)
            .string("trail", reported.trail_file.as_deref());
        if let Some(by) = violation.claim {
            let claim = &self.info.claims[by.claim];
            object
                .string("claim", claim.name)
                .string("formula", claim.formula_text())
                .raw("loop", loop_json(violation))
                .raw("starves", starves_json(reported));
        }
        object.finish()
    }

    fn statement_json(&self, statement: &Statement) -> String {
        let source = &statement.source;
        let mut object = json::JsonObject::new();
        object
            .string(
                "proctype",
                self.info.proctypes[usize::from(statement.proctype)].name,
            )
            .string("file", self.info.files[usize::from(source.file)])
            .number("line", u64::from(source.line))
            .string("text", source.text);
        object.finish()
    }
}

fn loop_json(violation: &Violation) -> String {
    let Some((start, Some(steps))) = steps_of_model(violation) else {
        return "null".to_string();
    };
    let mut object = json::JsonObject::new();
    object.number("start", start).number("steps", steps);
    object.finish()
}

/// Whom the loop starves, if there is one and it was replayed.
fn starves_json(reported: &Reported) -> String {
    let cycle = reported.violation.claim.and_then(|by| by.cycle);
    let Some((_, starves)) = cycle.zip(reported.starves.as_ref()) else {
        return "null".to_string();
    };
    let names = |names: &[String]| json::array(names.iter().map(|name| json::string(name)));
    let mut object = json::JsonObject::new();
    object
        .raw("weak", names(&starves.weak))
        .raw("strong", names(&starves.strong));
    object.finish()
}

/// For JSON.
fn scientific(number: Option<f64>) -> String {
    number.map_or("0".to_string(), |number| format!("{number:.3e}"))
}
