//! Independence, by executing: what sleep sets rely on.

use std::collections::BTreeSet;

use super::Depend;
use super::access::Access;
use super::edges::MacroEdge;
use super::findings::{Findings, Rule, transitions};
use super::graph::Graph;
use crate::tags::When;

/// Why it matters which of two enabled edges of one state is first, if it is known that it does.
/// They are independent if after each branch of one the other is enabled, with the same failed
/// assertions and run-time errors, and both orders lead to the same states.
pub(super) fn why_dependent(graph: &Graph, e: &MacroEdge, f: &MacroEdge) -> Option<&'static str> {
    match (ends_after(graph, e, f), ends_after(graph, f, e)) {
        (Err(why), _) | (_, Err(why)) => Some(why),
        (Ok(Some(one)), Ok(Some(other))) if one != other => {
            Some("the two orders lead to different states")
        }
        _ => None,
    }
}

/// The states after `first` and then `second`; `None` if some lie beyond the limit of states.
fn ends_after(
    graph: &Graph,
    first: &MacroEdge,
    second: &MacroEdge,
) -> Result<Option<BTreeSet<usize>>, &'static str> {
    let mut ends = BTreeSet::new();
    for &between in &first.ends {
        let Some(enabled) = graph.enabled(between) else {
            return Ok(None);
        };
        let Some(then) = enabled.iter().find(|edge| edge.name == second.name) else {
            return Err("one can disable the other");
        };
        if then.reports != second.reports {
            return Err("behind one, the other has other failed assertions or run-time errors");
        }
        ends.extend(&then.ends);
    }
    Ok(Some(ends))
}

/// In each state, all pairs of edges of different processes.
pub(super) fn check(graph: &Graph, findings: &mut Findings) {
    for number in graph.numbers() {
        let state = graph.state(number);
        for (e, f) in pairs(graph, number) {
            let touched = [e, f].map(|edge| Access::of_edge(state, &edge.name));
            if e.is_disjoint(f) && !touched[0].conflicts(&touched[1], When::BothEnabled) {
                compare(graph, number, [e, f], Rule::Independence, findings);
            }
        }
    }
}

/// In each state, all pairs that a relation calls independent there or behind one of the edges.
pub(super) fn check_relation(graph: &Graph, dependent: &mut Depend<'_>, findings: &mut Findings) {
    for number in graph.numbers() {
        for (e, f) in pairs(graph, number) {
            let mut asked = e.ends.iter().chain(&f.ends).chain([&number]);
            let independent = |&number: &usize| {
                let state = graph.state(number);
                !dependent(state, &e.name, &f.name) || !dependent(state, &f.name, &e.name)
            };
            if asked.any(independent) {
                compare(graph, number, [e, f], Rule::Relation, findings);
            }
        }
    }
}

fn pairs(graph: &Graph, number: usize) -> impl Iterator<Item = (&MacroEdge, &MacroEdge)> {
    let enabled = graph.enabled(number).unwrap_or_default();
    let others = |(i, e)| enabled[i + 1..].iter().map(move |f| (e, f));
    enabled.iter().enumerate().flat_map(others)
}

fn compare(
    graph: &Graph,
    number: usize,
    edges: [&MacroEdge; 2],
    rule: Rule,
    findings: &mut Findings,
) {
    let [e, f] = edges;
    if let Some(why) = why_dependent(graph, e, f) {
        findings.add(rule, why, transitions(edges), || {
            let (e, f) = (graph.edge_text(number, e), graph.edge_text(number, f));
            format!("{e}\n{f}\n{why}\n{}", graph.state_text(number))
        });
    }
}
