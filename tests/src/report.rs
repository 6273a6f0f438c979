//! The JSON report of an analyzer, as far as tests and experiments read it.

use serde::{Deserialize, Serialize};
use std::path::Path;

/// What an analyzer found out and what it cost.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Report {
    /// `verified`, `violated`, `no-violation-found` or `incomplete`.
    pub verdict: String,
    /// Why the verdict is not definite.
    pub reason: Option<String>,
    /// Properties of the source that were not checked.
    pub unchecked: Vec<String>,
    /// Reads of hidden variables that decide.
    pub hidden_reads: Vec<serde_json::Value>,
    /// Each violation.
    pub violations: Vec<Violation>,
    /// What became of each claim.
    #[serde(default)]
    pub claims: Vec<OfClaim>,
    /// States in the store at the end.
    pub states_stored: u64,
    /// Times a state was looked up and not found: without a cache, distinct states.
    pub states_visited: u64,
    /// Times a state was found stored already.
    pub states_matched: u64,
    /// Edges executed, the initial state counted as one.
    pub transitions: u64,
    /// Steps inside atomic sequences.
    pub atomic_steps: u64,
    /// Deepest node of the search.
    pub depth: u64,
    /// Most stored states on the path at a time.
    pub stack_states_peak: u64,
    /// Most states in the queue of a breadth-first search at a time.
    pub queue_states_peak: u64,
    /// Bytes of the longest state vector.
    pub state_bytes: u64,
    /// Bytes of the store at the end over its states.
    pub bytes_per_state: f64,
    /// What the store uses at the end, in bytes.
    pub store_bytes: u64,
    /// Peak of what counts against `--memory`, in bytes.
    pub memory_bytes: u64,
    /// Peak of what lay on the disk, in bytes.
    pub disk_bytes: u64,
    /// What a search that can forget says of its cache.
    pub cache: Option<Cache>,
    /// Probability that the store has taken a state for another.
    pub omission_probability: f64,
    /// How many, on the average.
    pub states_missed: f64,
    /// Wall-clock time of the search.
    pub seconds: f64,
    /// The same when each million of states was found.
    pub seconds_at_millions: Vec<f64>,
    /// How local edges are, if it was asked for.
    pub locality: Option<Locality>,
    /// What a swarm came to, if there was one.
    pub swarm: Option<Swarmed>,
    /// Statements that were never executed.
    pub unreached: Vec<Unreached>,
}

/// The searches of a swarm.
#[derive(Clone, Debug, Deserialize)]
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

/// What became of a claim.
#[derive(Clone, Debug, Deserialize)]
pub struct OfClaim {
    /// `ltl p1`, `never claim`.
    pub name: String,
    /// As that of all.
    pub verdict: String,
    /// Why it is not definite.
    pub reason: Option<String>,
    /// Of the product; `None` if it was not searched.
    pub states_stored: Option<u64>,
    /// Times a state of the product was looked up and not found.
    pub states_visited: Option<u64>,
    /// States of the product that were met again.
    pub states_matched: Option<u64>,
    /// Depth of the search of the product.
    pub depth: Option<u64>,
    /// Left sides of `->` that hold in no state.
    #[serde(default)]
    pub vacuous: Vec<String>,
    /// These, and propositions that hold in no state.
    #[serde(default)]
    pub never_true: Vec<String>,
    /// Propositions that hold in all states.
    #[serde(default)]
    pub never_false: Vec<String>,
}

/// The states that a search keeps.
#[derive(Clone, Debug, Deserialize)]
pub struct Cache {
    /// As many as there is room for.
    pub capacity: u64,
    /// Of the states that were put into a table that forgets, how many have overwritten another
    /// one.
    pub collision_rate: Option<f64>,
}

/// How many levels the ends of edges are apart.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Locality {
    /// States that have edges.
    pub states: u64,
    /// States that have none.
    pub states_without_edges: u64,
    /// Edges.
    pub transitions: u64,
    /// The mean fraction of edges to the same or a neighbouring level.
    pub one_local: f64,
    /// The last level.
    pub diameter: u64,
    /// Most states in the queue at a time.
    pub largest_queue: u64,
    /// The one forwards first.
    pub distances: Vec<Distance>,
}

/// Edges that lead this many levels forwards.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Distance {
    /// Levels forwards.
    pub k: i64,
    /// Edges.
    pub transitions: u64,
    /// Of the fraction of a state's edges, over the states that have edges.
    pub mean: f64,
    /// Of the same.
    pub deviation: f64,
}

/// One violation.
#[derive(Clone, Debug, Deserialize)]
pub struct Violation {
    /// `assertion`, `invalid-end-state`, `runtime-error`, ...
    pub kind: String,
    /// In words.
    pub message: String,
    /// The source file.
    pub file: Option<String>,
    /// One-based line.
    pub line: Option<u32>,
    /// Depth of the search when it was found.
    pub depth: u64,
    /// The trail file, if one was written.
    pub trail: Option<String>,
    /// Of a cycle, whom it starves.
    #[serde(default)]
    pub starves: Option<Starves>,
}

/// The names of the processes that begin no step of a cycle, though they could.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Starves {
    /// In each of its states.
    pub weak: Vec<String>,
    /// In some of them.
    pub strong: Vec<String>,
}

/// A statement that was never executed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Unreached {
    /// The proctype.
    pub proctype: String,
    /// One-based line.
    pub line: u32,
    /// The statement.
    pub text: String,
}

impl Report {
    /// Stored, matched, transitions, atomic steps, depth: what SPIN counts too.
    pub fn counts(&self) -> Counts {
        Counts {
            stored: self.states_stored,
            matched: self.states_matched,
            transitions: self.transitions,
            atomic: self.atomic_steps,
            depth: self.depth,
        }
    }

    /// Reads a report file.
    ///
    /// # Errors
    /// In words: the file cannot be read, or a key is missing or of another type.
    pub fn read(path: &Path) -> Result<Report, String> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("no JSON report: {e}"))?;
        serde_json::from_str(&text).map_err(|e| format!("JSON report: {e}\n{text}"))
    }
}

/// The numbers that an analyzer and SPIN's verifier have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Distinct states.
    pub stored: u64,
    /// Times a state was met again.
    pub matched: u64,
    /// Stored and matched.
    pub transitions: u64,
    /// Steps inside atomic sequences.
    pub atomic: u64,
    /// Deepest node.
    pub depth: u64,
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Counts {
            stored,
            matched,
            transitions,
            atomic,
            depth,
        } = self;
        write!(
            f,
            "{stored} stored, {matched} matched, {transitions} transitions, {atomic} atomic, depth {depth}"
        )
    }
}
