//! What a swarm has come to, for people and for programs.

use super::Report;
use super::text::line;
use crate::json;
use crate::options::Swarm;
use crate::units::grouped;

/// The searches of a swarm.
pub struct Swarmed {
    /// All that were begun.
    pub begun: u64,
    /// Those that have come to their end.
    pub ended: u64,
    /// Those that ran out of memory before.
    pub out_of_memory: u64,
    /// The command that repeats the one that has found the violation.
    pub found_by: Option<String>,
}

impl Swarmed {
    /// `1 search`, `37 searches`.
    pub(super) fn searches(&self) -> String {
        match self.begun {
            1 => "1 search".to_string(),
            count => format!("{} searches", grouped(count)),
        }
    }
}

impl Report {
    /// How was searched, how often, and who has found something.
    pub(super) fn write_swarm(&self, text: &mut String, swarm: &Swarm) {
        let (least, most) = (swarm.log_bits.start(), swarm.log_bits.end());
        let bits = match least == most {
            true => format!("2^{least}"),
            false => format!("2^{least} to 2^{most}"),
        };
        let (threads, reduction) = (swarm.threads, self.reduction);
        let search = format!(
            "a swarm, {threads} at a time, depth-first, {reduction}, bitstate stores of {bits} bits"
        );
        line(text, "search", search);
        self.write_irreducible(text);
        let Some(found) = &self.swarm else { return };
        let out_of_memory = match found.out_of_memory {
            0 => String::new(),
            count => format!(", {} ran out of memory", grouped(count)),
        };
        let (begun, ended) = (grouped(found.begun), grouped(found.ended));
        let searches = format!("{begun} begun, {ended} came to their end{out_of_memory}");
        line(text, "searches", searches);
        line(
            text,
            "counts",
            "of all searches; what several have met counts several times",
        );
        if let Some(command) = &found.found_by {
            line(text, "found by", command);
        }
    }

    /// `null` without a swarm.
    pub(super) fn swarm_json(&self) -> String {
        let Some(swarm) = &self.swarm else {
            return "null".to_string();
        };
        let mut object = json::JsonObject::new();
        object
            .number("begun", swarm.begun)
            .number("ended", swarm.ended)
            .number("out_of_memory", swarm.out_of_memory)
            .string("found_by", swarm.found_by.as_deref());
        object.finish()
    }
}
