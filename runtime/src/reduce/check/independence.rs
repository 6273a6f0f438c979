//! Independence, by executing: what sleep sets rely on.

use super::access::Access;
use super::edges::Edge;
use super::findings::{Findings, Rule, transitions};
use super::graph::Graph;
use crate::tags::When;
use std::collections::BTreeSet;

/// How two edges of one state behave together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// It does not matter which is first.
    Irrelevant,
    /// It cannot be told: beyond the limit of states.
    Unknown,
    /// It matters, and why.
    Matters(&'static str),
}

/// Whether two enabled edges of state `number` are independent there: after each branch of one the other is enabled, with the same
/// failed assertions and run-time errors, and both orders lead to the same states.
pub(super) fn order(graph: &Graph, number: usize, e: &Edge, f: &Edge) -> Order {
    match (ends_after(graph, e, f), ends_after(graph, f, e)) {
        (Err(Order::Unknown), Err(other)) => other,
        (Err(why), _) | (_, Err(why)) => why,
        (Ok(one), Ok(other)) if one == other => Order::Irrelevant,
        _ => {
            debug_assert!(graph.edges(number).is_some());
            Order::Matters("the two orders lead to different states")
        }
    }
}

/// The states after `first` and then `second`.
fn ends_after(graph: &Graph, first: &Edge, second: &Edge) -> Result<BTreeSet<usize>, Order> {
    let mut ends = BTreeSet::new();
    for &between in &first.ends {
        let enabled = graph.enabled(between).ok_or(Order::Unknown)?;
        let Some(then) = enabled.iter().find(|edge| edge.name == second.name) else {
            return Err(Order::Matters("one can disable the other"));
        };
        if then.reports != second.reports {
            return Err(Order::Matters(
                "behind one, the other has other failed assertions or run-time errors",
            ));
        }
        ends.extend(&then.ends);
    }
    Ok(ends)
}

/// In each state, all pairs of edges of different processes.
pub(super) fn check(graph: &Graph, findings: &mut Findings) {
    for number in 0..graph.expanded() {
        let enabled = graph.enabled(number).unwrap_or_default();
        let state = graph.state(number);
        let touched: Vec<Access> = enabled
            .iter()
            .map(|edge| Access::of_edge(state, &edge.name))
            .collect();
        for (i, e) in enabled.iter().enumerate() {
            for (j, f) in enabled.iter().enumerate().skip(i + 1) {
                if !e.is_disjoint(f) || touched[i].conflicts(&touched[j], When::BothEnabled) {
                    continue;
                }
                if let Order::Matters(why) = order(graph, number, e, f) {
                    findings.add(Rule::Independence, why, transitions([e, f]), || {
                        let (e, f) = (graph.edge_text(number, e), graph.edge_text(number, f));
                        format!("{e}\n{f}\n{why}\n{}", graph.state_text(number))
                    });
                }
            }
        }
    }
}
