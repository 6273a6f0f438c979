//! A checker for reductions: verifies, state by state, that what they rely on is true of a model.
//!
//! A wrong tag is a silent error: the search leaves out a path and reports `verified`. Comparing
//! verdicts with and without reduction finds it only where that very path had led to a violation.
//! So here is the second, simpler opinion: the whole graph of a small model is built by a plain
//! breadth-first search, and every claim is tried out on it, by executing. Nothing is shared with
//! the reductions but the tags themselves and what they answer.
//!
//! | claim | tried in every state | file |
//! |---|---|---|
//! | edges without conflicting tags are independent | both stay enabled, both orders lead to the same states, failed assertions and run-time errors are the same | `independence.rs` |
//! | edges that the relation of the sleep sets calls independent are | the same, asked before and behind either edge | `independence.rs` |
//! | what enables a transition conflicts with it, and with what was missing | disabled transitions and the edges that enable them | `enabling.rs` |
//! | a local transition touches nothing but its own process | the words that it changes | `sets.rs` |
//! | a chosen set of processes is persistent | all executions of the others, as far as they go | `sets.rs` |
//! | an index stays the same until one of its locals is assigned, and a proctype that is started is announced | the states before and after an edge | `elements.rs` |
//!
//! An atomic sequence is one edge with everything that may follow in it, so an edge has a set of
//! ends; see `graph.rs`. In a state where only `timeout` lets anything move nothing is reduced, so
//! nothing is claimed there.

mod access;
mod edges;
mod elements;
mod enabling;
mod findings;
mod graph;
mod independence;
mod sets;

use std::sync::Arc;

pub use findings::{Finding, Rule};

use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::Model;
use crate::monitor::Monitor;
use crate::state::State;
use crate::step::Move;
use crate::tags::Verb;

use super::{Dependency, Local, Pids, Sets};
use findings::Findings;
use graph::Graph;

/// What is put to the test besides the tags themselves.
#[derive(Default)]
pub struct Reducers<'a> {
    /// Ways of choosing the processes that go first.
    pub choosers: Vec<Chooser<'a>>,
    /// Whether two enabled edges depend on each other.
    pub dependent: Option<Box<Depend<'a>>>,
}

/// A way of choosing the processes that go first in a state.
pub struct Chooser<'a> {
    /// For messages.
    pub name: &'static str,
    /// That others end is no step for it: a start may go before their ends, see [`Sets`].
    pub overlooks_ends: bool,
    /// The next set of processes.
    pub next: Box<Choose<'a>>,
}

/// The next set in a state, when the processes given have had their turn; `None`: all others.
pub type Choose<'a> = dyn FnMut(&mut State, &Pids) -> Option<Pids> + 'a;

/// Whether two edges that are enabled together depend on each other, asked in that state or in one
/// behind either edge.
pub type Depend<'a> = dyn FnMut(&State, &Move, &Move) -> bool + 'a;

impl<'a> Reducers<'a> {
    /// Those that the searches use, for a model with tags.
    pub fn of(model: &'a dyn Model) -> Self {
        let info = model.info();
        let local = Local::new(info);
        let local: Box<Choose<'_>> = Box::new(move |state, done| local.next(state, done));
        let closed = |mut sets: Sets| -> Box<Choose<'a>> {
            Box::new(move |state, done| sets.next(model, state, done))
        };
        let chooser = |name, next| Chooser {
            name,
            overlooks_ends: false,
            next,
        };
        let mut choosers = vec![
            chooser("local", local),
            chooser("overman", closed(Sets::new(info, false))),
            chooser("persistent", closed(Sets::new(info, true))),
        ];
        let mut touches = info.tags.iter().flat_map(|tags| tags.touches);
        if touches.any(|tag| tag.verb == Verb::Start) {
            let names = ["overman, starts first", "persistent, starts first"];
            choosers.extend(names.into_iter().zip([false, true]).map(|(name, guards)| {
                let next = closed(Sets::with_starts_before_ends(info, guards));
                Chooser {
                    overlooks_ends: true,
                    ..chooser(name, next)
                }
            }));
        }
        let mut dependency = Dependency::new(info, Arc::new(Budget::new(u64::MAX)));
        Self {
            choosers,
            dependent: Some(Box::new(move |state, a, b| {
                dependency.dependent(state, a, b)
            })),
        }
    }
}

/// What came out.
#[derive(Debug, Default)]
pub struct Checked {
    /// States looked at.
    pub states: usize,
    /// They are all that the model has.
    pub complete: bool,
    /// Not all was checked of them.
    pub stopped: Option<Stop>,
    /// Sets of processes whose executions by the others were too many to follow them all.
    pub cut_sets: u64,
    /// What is not true; one for each pair of statements.
    pub findings: Vec<Finding>,
    /// Why there is nothing to check, in words that follow `because`.
    pub irreducible: Option<&'static str>,
}

/// As [`check_within`], however long it takes.
pub fn check<'a>(
    model: &'a dyn Model,
    limit: usize,
    reducers: impl FnOnce() -> Reducers<'a>,
) -> Checked {
    check_within(model, limit, &Arc::new(Monitor::new(None, None)), reducers)
}

/// Checks the tags of `model`, local edges, and what `reducers` say, in at most `limit` states, as
/// long as `monitor` grants. `reducers` is asked for only if the model has tags.
///
/// Time: about the square of the number of edges of a state for each state, and for each chosen set
/// a search of its own. Memory: a kilobyte and more for each state.
pub fn check_within<'a>(
    model: &'a dyn Model,
    limit: usize,
    monitor: &Arc<Monitor>,
    reducers: impl FnOnce() -> Reducers<'a>,
) -> Checked {
    let info = model.info();
    let untagged = info.tags.is_empty().then_some("it has no conflict tags");
    let irreducible = info.irreducible.or(untagged);
    if irreducible.is_some() {
        return Checked {
            complete: true,
            irreducible,
            ..Checked::default()
        };
    }
    let task = monitor.begin("checking reductions", 0).of_long_steps();
    let graph = Graph::explore(model, limit, task);
    let mut findings = Findings::default();
    independence::check(&graph, &mut findings);
    enabling::check(&graph, &mut findings);
    elements::check(&graph, &mut findings);
    let mut reducers = reducers();
    if let Some(dependent) = &mut reducers.dependent {
        independence::check_relation(&graph, dependent, &mut findings);
    }
    let mut sets = sets::Chosen::new(&graph);
    sets.check_local(&mut findings);
    for chooser in &mut reducers.choosers {
        sets.check(chooser, &mut findings);
    }
    Checked {
        states: graph.expanded(),
        complete: graph.is_complete(),
        stopped: graph.stopped(),
        cut_sets: sets.cut,
        findings: findings.into_list(),
        irreducible,
    }
}

/// Findings that are shown in full.
const SHOWN: usize = 20;

impl Checked {
    /// In words.
    pub fn text(&self) -> String {
        if let Some(reason) = self.irreducible {
            return format!("nothing to check: no reduction is used because {reason}\n");
        }
        let shown = self.findings.iter().take(SHOWN);
        let mut text: String = shown.map(|finding| format!("{finding}\n")).collect();
        let (states, found) = (self.states, self.findings.len());
        if found > SHOWN {
            text.push_str(&format!("and {} more\n\n", found - SHOWN));
        }
        if self.cut_sets > 0 {
            text.push_str(&format!(
                "for {} sets of processes not all states were looked at that the others can reach\n",
                self.cut_sets
            ));
        }
        if let Some(stop) = self.stopped {
            let why = match stop {
                Stop::Interrupted => "it was interrupted",
                _ => "the time was up",
            };
            return format!(
                "{text}incomplete: {why}; {found} findings in what was looked at of {states} states\n"
            );
        }
        text.push_str(&match (found, self.complete) {
            (0, true) => format!("reduction sound on all {states} states\n"),
            (0, false) => format!(
                "incomplete: reduction sound on the first {states} states, and there are more: --check-reduction=STATES sets the bound\n"
            ),
            (_, true) => format!("reduction not sound: {found} findings in {states} states\n"),
            (_, false) => {
                format!("reduction not sound: {found} findings in the first {states} states\n")
            }
        });
        text
    }

    /// 0: all is well; 1: something was found; 3: there are more states than were looked at, or not
    /// all was checked of them.
    pub fn exit_status(&self) -> u8 {
        match (
            self.findings.is_empty(),
            self.complete && self.stopped.is_none(),
        ) {
            (false, _) => 1,
            (true, true) => 0,
            (true, false) => 3,
        }
    }
}
