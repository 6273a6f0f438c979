//! Processes that go first: that a local transition is local, and that a chosen set of processes is
//! persistent.
//!
//! A set of processes is persistent in a state if nothing that the others can do, however long they
//! go on without it, has to do with what it can do now: all its edges stay enabled, no other edge
//! of its processes appears, and each step of the others is independent of each of its edges. This
//! is not looked up in tags but seen: the others are let go on until every state that they can
//! reach was looked at.

use std::collections::{BTreeSet, HashSet, VecDeque};

use super::Chooser;
use super::access::Access;
use super::edges::MacroEdge;
use super::enabling::at_place;
use super::findings::{Findings, Rule, transitions};
use super::graph::Graph;
use super::independence::why_dependent;
use crate::model::ModelInfo;
use crate::reduce::Pids;
use crate::state::State;
use crate::step::Move;

/// States of the others' executions that are looked at for one set.
const MOST_STATES: usize = 2000;

/// Puts chosen sets to the test.
pub(super) struct Chosen<'g> {
    graph: &'g Graph,
    /// Sets in which nothing was found, by state, and whether ends were overlooked.
    sound: HashSet<(usize, Vec<u8>, bool)>,
    /// Sets whose states were too many to be looked at.
    pub cut: u64,
}

/// What is wrong with a set: seen in this state, with this edge of the others.
struct Flaw<'g> {
    what: &'static str,
    seen_in: usize,
    edge: Option<&'g MacroEdge>,
}

impl<'g> Chosen<'g> {
    pub fn new(graph: &'g Graph) -> Self {
        Self {
            graph,
            sound: HashSet::new(),
            cut: 0,
        }
    }

    /// Each process whose transitions at its place are all local, alone.
    pub fn check_local(&mut self, findings: &mut Findings) {
        for number in self.graph.numbers() {
            let state = self.graph.state(number);
            let pids = state.processes().map(|process| process.pid);
            for pid in pids.filter(|&pid| is_local(state, pid)) {
                self.check_touched(number, pid, findings);
                self.check_set(number, &[pid], ("local", false), findings);
            }
        }
    }

    /// All sets that a chooser names, one after the other, each with those before it.
    pub fn check(&mut self, chooser: &mut Chooser<'_>, findings: &mut Findings) {
        for number in self.graph.numbers() {
            if self.graph.is_timeout(number) {
                continue;
            }
            let mut state = self.graph.state(number).copy();
            let alive = Pids::below(state.process_count());
            let mut done = Pids::NONE;
            while let Some(set) = (chooser.next)(&mut state, &done) {
                if !set.without(&done).meets(&alive) {
                    break;
                }
                done.extend(&set);
                let members: Vec<u8> = done.iter().filter(|&pid| alive.contains(pid)).collect();
                let by = (chooser.name, chooser.overlooks_ends);
                self.check_set(number, &members, by, findings);
            }
        }
    }

    /// What process `pid`, at a place where all is local, changes.
    fn check_touched(&self, number: usize, pid: u8, findings: &mut Findings) {
        let edges = self.graph.enabled(number).unwrap_or_default();
        for edge in edges.iter().filter(|edge| edge.is_of(pid)) {
            let only_own =
                |&end: &usize| changes_only(self.graph.state(number), self.graph.state(end), pid);
            if edge.name.partner.is_none() && edge.ends.iter().all(only_own) {
                continue;
            }
            findings.add(Rule::Locality, "", transitions([edge]), || {
                format!(
                    "{}\nchanges more than its own process\n{}",
                    self.graph.edge_text(number, edge),
                    self.graph.state_text(number)
                )
            });
        }
    }

    fn check_set(
        &mut self,
        number: usize,
        members: &[u8],
        (name, overlooks_ends): (&str, bool),
        findings: &mut Findings,
    ) {
        let set = (number, members.to_vec(), overlooks_ends);
        if self.sound.contains(&set) {
            return;
        }
        let Some(flaw) = self.flaw(number, members, overlooks_ends) else {
            self.sound.insert(set);
            return;
        };
        let graph = self.graph;
        let own = graph.enabled(number).unwrap_or_default().iter();
        let own = own.filter(|edge| members.iter().any(|&pid| edge.is_of(pid)));
        let keys = transitions(own.chain(flaw.edge));
        findings.add(Rule::ProcessSet, name, keys, || {
            self.describe(number, members, name, &flaw)
        });
    }

    fn describe(&self, number: usize, members: &[u8], name: &str, flaw: &Flaw<'_>) -> String {
        let graph = self.graph;
        let state = graph.state(number);
        let mut text =
            format!("{name} chooses the processes {members:?}, at whose places there are\n");
        for &pid in members {
            for transition in at_place(state, pid) {
                let access = Access::of_transition(state, pid, transition);
                let step = graph.step_text(number, pid, transition);
                text += &format!("  {step}, which touches: {}\n", access.text(graph.info));
            }
        }
        text += &format!("{}\n", flaw.what);
        if let Some(edge) = flaw.edge {
            text += &format!("{}\n", graph.edge_text(flaw.seen_in, edge));
        }
        text += &format!("chosen {}\n", graph.state_text(number));
        if flaw.seen_in != number {
            text += &format!("seen {}\n", graph.state_text(flaw.seen_in));
        }
        text
    }

    /// Lets the others go on from state `number`, but not end if that is overlooked.
    fn flaw(&mut self, number: usize, members: &[u8], overlooks_ends: bool) -> Option<Flaw<'g>> {
        let graph = self.graph;
        let is_member = |pid: u8| members.contains(&pid);
        let own_edges = |number: usize| -> Option<HashSet<Move>> {
            let enabled = graph.enabled(number)?.iter();
            let own = enabled.filter(|edge| edge.pids().any(is_member));
            Some(own.map(|edge| edge.name).collect())
        };
        let wanted = own_edges(number)?;
        if wanted.is_empty() {
            return None;
        }
        let mut met = BTreeSet::from([number]);
        let mut queue = VecDeque::from([number]);
        while let Some(here) = queue.pop_front() {
            let Some(own) = own_edges(here) else {
                self.cut += 1;
                return None;
            };
            let flaw = |what, edge| {
                Some(Flaw {
                    what,
                    seen_in: here,
                    edge,
                })
            };
            if !wanted.is_subset(&own) {
                return flaw("the others can disable an edge of the set", None);
            }
            if own != wanted {
                return flaw("the others can enable an edge of the set", None);
            }
            let (inside, outside): (Vec<&MacroEdge>, Vec<&MacroEdge>) = graph
                .edges(here)?
                .iter()
                .partition(|edge| edge.pids().any(is_member));
            if let Some(edge) = inside.iter().find(|edge| !edge.pids().all(is_member)) {
                return flaw("a handshake between the set and the others", Some(edge));
            }
            for edge in outside {
                if overlooks_ends && graph.is_end(edge) {
                    continue;
                }
                let has_moved = |end| {
                    let mut members = members.iter();
                    members.any(|&pid| graph.place(here, pid) != graph.place(end, pid))
                };
                if edge.ends.iter().copied().any(has_moved) {
                    return flaw("the others draw a process of the set in", Some(edge));
                }
                if inside
                    .iter()
                    .any(|own| why_dependent(graph, own, edge).is_some())
                {
                    return flaw(
                        "a step of the others depends on an edge of the set",
                        Some(edge),
                    );
                }
                queue.extend(edge.ends.iter().filter(|&&end| met.insert(end)));
            }
            if met.len() > MOST_STATES {
                self.cut += 1;
                return None;
            }
        }
        None
    }
}

/// All that `pid` could do at its place is local, by its tags.
fn is_local(state: &State, pid: u8) -> bool {
    let info: &ModelInfo = state.info();
    let place = state.place(state.process(pid));
    let candidates = info.places[place.0 as usize].candidates;
    !candidates.is_empty() && at_place(state, pid).all(|it| info.tags[it.0 as usize].is_local())
}

/// Nothing but words of process `pid` differs.
fn changes_only(before: &State, after: &State, pid: u8) -> bool {
    let start = before.process(pid).base as usize;
    let end = match before.live(i32::from(pid) + 1) {
        Some(next) => next.base as usize,
        None => before.words().len(),
    };
    let (old, new) = (before.words(), after.words());
    old.len() == new.len() && old[..start] == new[..start] && old[end..] == new[end..]
}
