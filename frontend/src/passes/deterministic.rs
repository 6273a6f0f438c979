//! `d_step`: one step from outside, a small control graph inside.
//!
//! Inside, no place is ever seen by anybody, so the plain way is right: one node for each element
//! that a statement leads to, with the statements that can come first there, those of nested
//! selections and blocks included. Nothing may jump in or out.

use std::collections::{BTreeMap, BTreeSet};

use super::elements::{ElementId, Graph, Jump, Kind, Sequence};
use super::report::Report;
use crate::ir::{Action, Branch, Deterministic, Node, NodeId, Step};

/// The inside of a `d_step`, its ends being tied.
pub fn build(graph: &Graph, body: &Sequence) -> Deterministic {
    let mut builder = Builder {
        graph,
        inside: elements_inside(graph, body),
        ids: BTreeMap::new(),
        reached: Vec::new(),
    };
    let first = body.first.expect("a sequence has a first element");
    let first = graph.behind_joins(first);
    // The entrance is a node of its own: only there nothing has been done yet, and waiting is no
    // error.
    let mut nodes = vec![Node {
        branches: builder.branches(first, true),
    }];
    let mut done = 0;
    while let Some(id) = builder.reached.get(done).copied() {
        done += 1;
        nodes.push(Node {
            branches: builder.branches(id, false),
        });
    }
    Deterministic { nodes }
}

struct Builder<'g> {
    graph: &'g Graph,
    inside: BTreeSet<ElementId>,
    ids: BTreeMap<ElementId, NodeId>,
    /// The element of each node but the entrance.
    reached: Vec<ElementId>,
}

impl Builder<'_> {
    fn branches(&mut self, id: ElementId, entrance: bool) -> Vec<Branch> {
        let element = self.graph.get(id);
        let next = element.next;
        let source = element.source.clone();
        let firsts: Vec<ElementId> = match element.kind.clone() {
            Kind::Select(options) => options.iter().filter_map(|option| option.first).collect(),
            Kind::Block(body) | Kind::Deterministic(body) | Kind::Unless(body, _) => {
                body.first.into_iter().collect()
            }
            Kind::Step(action) => {
                let action = match action {
                    // What stands before it was not executable, or it would not be tried. Only as
                    // the very first statement it looks at what else the process could do.
                    Action::Else if !entrance => Action::Skip,
                    action => action,
                };
                let target = next.and_then(|next| self.node(next));
                return vec![Branch {
                    step: Step::new(action, source),
                    target,
                }];
            }
            Kind::Jump(jump) => {
                let to = self.graph.destination(&jump).ok().flatten();
                return vec![self.passing(source, to)];
            }
            Kind::Join | Kind::Exit | Kind::End => return vec![self.passing(source, next)],
        };
        let selects = matches!(element.kind, Kind::Select(_));
        let mut branches = Vec::new();
        for first in firsts {
            let first = self.graph.behind_joins(first);
            branches.extend(self.branches(first, entrance && !selects));
        }
        branches
    }

    fn passing(&mut self, source: crate::ir::Source, to: Option<ElementId>) -> Branch {
        let action = Action::Skip;
        Branch {
            step: Step::new(action, source),
            target: to.and_then(|to| self.node(to)),
        }
    }

    /// The node at which one arrives that goes to `id`; `None` behind the `d_step`.
    fn node(&mut self, id: ElementId) -> Option<NodeId> {
        let place = self.graph.place_behind(id, false);
        if !self.inside.contains(&place) {
            return None;
        }
        let count = self.reached.len();
        let known = *self.ids.entry(place).or_insert(NodeId::from(count + 1));
        if known.index() > count {
            self.reached.push(place);
        }
        Some(known)
    }
}

/// All elements of a sequence and of the sequences in it.
fn elements_inside(graph: &Graph, body: &Sequence) -> BTreeSet<ElementId> {
    let mut found = BTreeSet::new();
    let mut open = vec![body.clone()];
    while let Some(sequence) = open.pop() {
        for id in graph.written(&sequence) {
            if found.insert(id) {
                open.extend(graph.parts(id));
            }
        }
    }
    found
}

/// Reports jumps into and out of a `d_step`.
pub fn check_jumps(graph: &Graph, reports: &mut Vec<Report>) {
    // For each element, the `d_step`s around it.
    let mut around: Vec<Vec<usize>> = vec![Vec::new(); graph.elements.len()];
    for (at, element) in graph.elements.iter().enumerate() {
        if let Kind::Deterministic(body) = &element.kind {
            for inside in elements_inside(graph, body) {
                around[inside.0].push(at);
            }
        }
    }
    for (at, element) in graph.elements.iter().enumerate() {
        let Kind::Jump(jump) = &element.kind else {
            continue;
        };
        let Ok(Some(target)) = graph.destination(jump) else {
            continue;
        };
        let (from, to) = (&around[at], &around[target.0]);
        let left = from.iter().filter(|it| !to.contains(it));
        let entered = to.iter().filter(|it| !from.contains(it));
        let ways = left.map(|it| (it, "out of"));
        for (d_step, way) in ways.chain(entered.map(|it| (it, "into"))) {
            let what = match jump {
                Jump::Label { name, .. } => format!("`goto {name}`"),
                _ => "`break`".into(),
            };
            let report = Report::error(element.range, format!("{what} jumps {way} a `d_step`"))
                .other(graph.elements[*d_step].range, "this one")
                .help("a `d_step` is entered at its start and left at its end; use `atomic`");
            reports.push(report.structural());
        }
    }
}
