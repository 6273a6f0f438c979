//! What reductions foretell about processes: which element a later transition will touch, and who
//! may be started.

use std::collections::BTreeSet;

use super::edges::MacroEdge;
use super::findings::{Findings, Rule, transitions};
use super::graph::Graph;
use crate::model::{ModelInfo, PlaceId, PlaceInfo, TransitionId};
use crate::state::{Process, State};
use crate::tags::{Condition, Need, Tag, Tags};

/// An index, or a condition, that a process computes from its locals.
struct Index {
    transition: TransitionId,
    /// For messages.
    name: &'static str,
    value: Value,
    locals: u64,
    proctype: u16,
    /// From here the transition can be reached with none of the locals assigned before.
    places: BTreeSet<PlaceId>,
}

type Value = Box<dyn Fn(&State, Process) -> i32>;

/// Each edge, and all indices of the processes that stand before and behind it.
pub(super) fn check(graph: &Graph, findings: &mut Findings) {
    let indices = indices(graph.info);
    for number in graph.numbers() {
        for edge in graph.edges(number).unwrap_or_default() {
            for &end in &edge.ends {
                let taken = Taken {
                    graph,
                    number,
                    edge,
                    end,
                };
                taken.check_starts(findings);
                for index in &indices {
                    taken.check_index(index, findings);
                }
            }
        }
    }
}

fn indices(info: &'static ModelInfo) -> Vec<Index> {
    let mut found = Vec::new();
    for (number, tags) in info.tags.iter().enumerate() {
        let transition = TransitionId(number as u32);
        let proctype = info.transitions[number].proctype;
        let in_needs = tags.needs.iter().flat_map(Need::tags);
        for &Tag {
            element, only_if, ..
        } in tags.touches.iter().chain(in_needs)
        {
            let mut add = |name, locals, value| {
                found.push(Index {
                    transition,
                    name,
                    value,
                    locals,
                    proctype,
                    places: places_before(info, transition, locals),
                });
            };
            if let Some(locals) = element.locals() {
                let value = move |state: &State, process| element.value(state, process);
                add("the index", locals, Box::new(value));
            }
            if let Some(Condition { holds, locals }) = only_if {
                let value = move |state: &State, process| holds(state, process).into();
                add("the condition", locals, Box::new(value));
            }
        }
    }
    found
}

/// From where `transition` can be reached through transitions that assign none of `locals`.
fn places_before(info: &ModelInfo, transition: TransitionId, locals: u64) -> BTreeSet<PlaceId> {
    let mut found = BTreeSet::new();
    loop {
        let leads_there = |it: TransitionId| {
            let keeps = info.tags[it.0 as usize].assigns & locals == 0;
            it == transition || keeps && found.contains(&info.transitions[it.0 as usize].target)
        };
        let leading = |place: &PlaceInfo| {
            let mut candidates = place.candidates.iter();
            candidates.any(|it| leads_there(it.transition))
        };
        let places = (0..).map(PlaceId).zip(info.places);
        let all = places.filter(|(_, place)| leading(place));
        let all: BTreeSet<PlaceId> = all.map(|(number, _)| number).collect();
        if all == found {
            return found;
        }
        found = all;
    }
}

/// An edge of state `number`, and one of its ends.
struct Taken<'g> {
    graph: &'g Graph,
    number: usize,
    edge: &'g MacroEdge,
    end: usize,
}

impl Taken<'_> {
    fn states(&self) -> [&State; 2] {
        [self.number, self.end].map(|number| self.graph.state(number))
    }

    fn check_index(&self, index: &Index, findings: &mut Findings) {
        let (graph, edge) = (self.graph, self.edge);
        let [before, after] = self.states();
        for (was, is) in before.processes().zip(after.processes()) {
            let pid = was.pid;
            if [before.proctype(was), after.proctype(is)] != [index.proctype; 2]
                || !index.places.contains(&after.place(is))
                || self.may_assign(pid) & index.locals != 0
                || (!edge.is_of(pid) && before.place(was) != after.place(is))
            {
                continue;
            }
            let (old, new) = ((index.value)(before, was), (index.value)(after, is));
            if old != new {
                let mut keys = transitions([edge]);
                keys.push(index.transition);
                findings.add(Rule::Element, "", keys, || {
                    format!(
                        "{}\nfor {} {} was {old} before and is {new} behind it\n{}",
                        graph.edge_text(self.number, edge),
                        graph.step_text(self.number, pid, index.transition),
                        index.name,
                        graph.state_text(self.number)
                    )
                });
            }
        }
    }

    /// The locals of process `pid` that the edge may assign, as its tags say.
    fn may_assign(&self, pid: u8) -> u64 {
        let own = self.edge.name.halves().find(|half| half.0 == pid);
        own.map_or(0, |(_, it)| {
            self.graph.info.tags[it.0 as usize].all_assigned()
        })
    }

    fn check_starts(&self, findings: &mut Findings) {
        let (graph, edge) = (self.graph, self.edge);
        let [before, after] = self.states();
        let announced: Vec<&Tags> = transitions([edge])
            .iter()
            .map(|it| &graph.info.tags[it.0 as usize])
            .collect();
        for process in after.processes().skip(before.processes().len()) {
            let proctype = after.proctype(process);
            if announced.iter().any(|tags| tags.starts.contains(&proctype)) {
                continue;
            }
            findings.add(Rule::Starts, "", transitions([edge]), || {
                format!(
                    "{}\nstarts {}\n{}",
                    graph.edge_text(self.number, edge),
                    graph.info.proctypes[usize::from(proctype)].name,
                    graph.state_text(self.number)
                )
            });
        }
    }
}
