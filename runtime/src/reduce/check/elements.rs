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
                check_starts(graph, number, edge, end, findings);
                for index in &indices {
                    check_index(graph, number, edge, end, index, findings);
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

fn check_index(
    graph: &Graph,
    number: usize,
    edge: &MacroEdge,
    end: usize,
    index: &Index,
    findings: &mut Findings,
) {
    let (before, after) = (graph.state(number), graph.state(end));
    let both = before.process_count().min(after.process_count()) as u8;
    for pid in 0..both {
        let (was, is) = (before.process(pid), after.process(pid));
        if [before.proctype(was), after.proctype(is)] != [index.proctype; 2]
            || !index.places.contains(&after.place(is))
            || may_assign(graph.info, edge, pid) & index.locals != 0
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
                    graph.edge_text(number, edge),
                    graph.step_text(number, pid, index.transition),
                    index.name,
                    graph.state_text(number)
                )
            });
        }
    }
}

/// The locals of process `pid` that the edge may assign, as its tags say.
fn may_assign(info: &ModelInfo, edge: &MacroEdge, pid: u8) -> u64 {
    let mut halves = edge.name.halves();
    let own = halves.find(|half| half.0 == pid);
    own.map_or(0, |(_, transition)| {
        info.tags[transition.0 as usize].assigns
    })
}

fn check_starts(
    graph: &Graph,
    number: usize,
    edge: &MacroEdge,
    end: usize,
    findings: &mut Findings,
) {
    let (before, after) = (graph.state(number), graph.state(end));
    let announced: Vec<&Tags> = transitions([edge])
        .iter()
        .map(|it| &graph.info.tags[it.0 as usize])
        .collect();
    for pid in before.process_count()..after.process_count() {
        let proctype = after.proctype(after.process(pid as u8));
        if announced.iter().any(|tags| tags.starts.contains(&proctype)) {
            continue;
        }
        findings.add(Rule::Starts, "", transitions([edge]), || {
            format!(
                "{}\nstarts {}\n{}",
                graph.edge_text(number, edge),
                graph.info.proctypes[usize::from(proctype)].name,
                graph.state_text(number)
            )
        });
    }
}
