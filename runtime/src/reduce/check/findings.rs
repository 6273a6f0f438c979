//! What is not true, with where it was seen first.

use std::collections::BTreeMap;
use std::fmt;

use super::access::Access;
use super::edges::MacroEdge;
use super::graph::Graph;
use crate::model::TransitionId;
use crate::view::View;

/// What was claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Edges of different processes without conflicting tags are independent.
    Independence,
    /// What the dependency relation of the sleep sets calls independent is.
    Relation,
    /// What enables a transition conflicts with it.
    Enabling,
    /// A transition with needs is enabled only if none of them is missing, and disabled only if one
    /// is.
    Need,
    /// What brings a need about conflicts with it.
    NeedTags,
    /// A transition without tags changes nothing but its own process.
    Locality,
    /// A chosen set of processes is persistent.
    ProcessSet,
    /// The element of a tag stays the same as long as none of its locals is assigned.
    Element,
    /// A transition starts only proctypes that it announces.
    Starts,
}

impl Rule {
    fn claim(self) -> &'static str {
        match self {
            Self::Independence => {
                "edges of different processes without conflicting tags are independent"
            }
            Self::Relation => "edges that the relation of the sleep sets calls independent are",
            Self::Enabling => {
                "an edge that enables a transition of another process conflicts with it"
            }
            Self::Need => "a transition is disabled exactly when one of its needs is missing",
            Self::NeedTags => {
                "an edge that brings about what a transition needs conflicts with the need"
            }
            Self::Locality => "a transition without tags changes only its own process",
            Self::ProcessSet => "a chosen set of processes is persistent",
            Self::Element => "an index stays the same as long as none of its locals is assigned",
            Self::Starts => "a transition starts only proctypes that it announces",
        }
    }
}

/// Something that is not true.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The claim.
    pub rule: Rule,
    /// Edges, tags and state where it was seen first, on several lines.
    pub text: String,
    /// How often it was seen.
    pub times: u64,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "not true: {}", self.rule.claim())?;
        for line in self.text.lines() {
            writeln!(f, "  {line}")?;
        }
        if self.times > 1 {
            writeln!(f, "  seen {} times", self.times)?;
        }
        Ok(())
    }
}

/// Collects findings, one for each rule and each combination of transitions.
#[derive(Default)]
pub(super) struct Findings {
    found: BTreeMap<(Rule, String, Vec<TransitionId>), Finding>,
}

impl Findings {
    /// Adds a finding about `transitions`, of which `detail` tells several kinds apart. `text` is
    /// asked only if it is the first of its kind.
    pub fn add(
        &mut self,
        rule: Rule,
        detail: &str,
        transitions: Vec<TransitionId>,
        text: impl FnOnce() -> String,
    ) {
        let key = (rule, detail.to_string(), transitions);
        let finding = self.found.entry(key).or_insert_with(|| Finding {
            rule,
            text: text(),
            times: 0,
        });
        finding.times += 1;
    }

    /// All of them, ordered by rule.
    pub fn into_list(self) -> Vec<Finding> {
        self.found.into_values().collect()
    }
}

/// The transitions of these edges.
pub(super) fn transitions<'e>(edges: impl IntoIterator<Item = &'e MacroEdge>) -> Vec<TransitionId> {
    let edges = edges.into_iter();
    edges
        .flat_map(|edge| edge.name.halves().map(|(_, transition)| transition))
        .collect()
}

impl Graph {
    /// `P[1] x = 1 (m.pml:3), which touches write x`.
    pub fn edge_text(&self, number: usize, edge: &MacroEdge) -> String {
        let halves = edge.name.halves();
        let steps = halves.map(|(pid, transition)| self.step_text(number, pid, transition));
        let steps = steps.collect::<Vec<_>>().join(" with ");
        let access = Access::of_edge(self.state(number), &edge.name);
        format!("{steps}, which touches: {}", access.text(self.info))
    }

    /// `P[1] x = 1 (m.pml:3)`.
    pub fn step_text(&self, number: usize, pid: u8, transition: TransitionId) -> String {
        let info = self.info;
        let state = self.state(number);
        let proctype = &info.proctypes[usize::from(state.proctype(state.process(pid)))];
        let steps = info.transitions[transition.0 as usize].steps;
        let texts: Vec<&str> = steps.iter().map(|step| step.text).collect();
        let (file, line) = (steps[0].file, steps[0].line);
        format!(
            "{}[{pid}] {} ({}:{line})",
            proctype.name,
            texts.join("; "),
            info.files[usize::from(file)]
        )
    }

    /// The state on a line of its own.
    pub fn state_text(&self, number: usize) -> String {
        let view = View::new(self.info, self.state(number).words());
        format!("in the state: {}", view.line())
    }
}
