//! Whether a claim accepts a run, in the plainest way: the whole product as a graph, its strongly
//! connected components, and what fairness says by definition.
//!
//! Where nothing can move the state repeats for ever. The cycle through all of a component takes
//! the most edges and passes the most states, so it decides for the component; but under strong
//! fairness a process that is able in some of its states and moves in none spoils these: they are
//! taken away, and what is left is looked at again.

use std::collections::BTreeMap;

use frontend::ltl::automaton::Automaton;
use runtime::claim::Fairness;

use super::propositions::Proposition;
use crate::systems::QuickMap;
use crate::systems::naive::whole_edges;
use crate::systems::plain::{Machine, Plain};

/// Processes, a bit each.
pub type Pids = u8;

/// The states of a system, the first one first.
pub struct Graph {
    /// By number.
    pub states: Vec<Plain>,
    /// Of each: who began a step, and where it led.
    pub edges: Vec<Vec<(usize, usize)>>,
    /// Of each: the processes that can begin a step.
    pub able: Vec<Pids>,
    /// Of each: nothing can move unless `timeout` is true.
    pub waits: Vec<bool>,
}

impl Graph {
    /// All that can be reached; the caller knows that it ends.
    pub fn new(machine: &Machine) -> Self {
        let mut graph = Self {
            states: vec![machine.start()],
            edges: Vec::new(),
            able: Vec::new(),
            waits: Vec::new(),
        };
        let mut numbers = QuickMap::from_iter([(machine.start(), 0)]);
        while graph.edges.len() < graph.states.len() {
            let state = graph.states[graph.edges.len()];
            let wholes = whole_edges(machine, &state);
            let able = wholes
                .iter()
                .fold(0, |able, (name, _)| able | 1 << name.pid);
            let mut edges = Vec::new();
            for (name, whole) in wholes {
                for after in whole.ends {
                    let states = &mut graph.states;
                    let number = *numbers.entry(after).or_insert_with(|| {
                        states.push(after);
                        states.len() - 1
                    });
                    edges.push((name.pid, number));
                }
            }
            graph.edges.push(edges);
            graph.able.push(able);
            graph.waits.push(machine.waits(&state));
        }
        graph
    }

    /// What a claim sees of each state.
    pub fn letters(&self, machine: &Machine, propositions: &[Proposition]) -> Vec<u64> {
        let states = self.states.iter().zip(&self.waits);
        let letters = states.map(|(state, &waits)| {
            let holds = propositions.iter().enumerate();
            let holds = holds.map(|(i, it)| u64::from(it.holds(machine, state, waits)) << i);
            holds.sum()
        });
        letters.collect()
    }
}

/// The product of a system with a claim.
pub struct Product {
    edges: Vec<Vec<Edge>>,
    able: Vec<Pids>,
    all_sets: u32,
}

#[derive(Clone, Copy)]
struct Edge {
    target: usize,
    sets: u32,
    by: Pids,
}

impl Product {
    /// All that can be reached.
    pub fn new(graph: &Graph, letters: &[u64], claim: &Automaton) -> Self {
        let mut product = Self {
            edges: Vec::new(),
            able: Vec::new(),
            all_sets: claim.all_sets(),
        };
        let mut nodes = vec![(0, 0)];
        let mut numbers = QuickMap::from_iter([((0, 0), 0)]);
        while let Some(&(state, place)) = nodes.get(product.edges.len()) {
            let mut edges = Vec::new();
            let stays = [(usize::MAX, state)];
            let steps = match graph.able[state] {
                0 => &stays[..],
                _ => &graph.edges[state],
            };
            let allowed = claim.places[place].iter();
            for edge in allowed.filter(|it| it.letters.contains(letters[state])) {
                for &(pid, after) in steps {
                    let node = (after, edge.target);
                    let target = *numbers.entry(node).or_insert_with(|| {
                        nodes.push(node);
                        nodes.len() - 1
                    });
                    let by = 1u8.checked_shl(pid as u32).unwrap_or(0);
                    let sets = edge.sets;
                    edges.push(Edge { target, sets, by });
                }
            }
            product.edges.push(edges);
            product.able.push(graph.able[state]);
        }
        product
    }

    /// Nodes.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Whether there is no node, which never is.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// Edges of the shortest path with a cycle behind it that meets all sets, the cycle included:
    /// for each node, its distance and the way from it back to it.
    pub fn shortest_lasso(&self) -> Option<usize> {
        let from_start = self.distances(0);
        let lassos = (0..self.len()).filter_map(|node| {
            let stem = from_start.iter().filter(|(at, _)| at.0 == node);
            let stem = stem.map(|(_, distance)| *distance).min()?;
            let round = self.distances(node);
            Some(stem + round.get(&(node, self.all_sets, true))?)
        });
        lassos.min()
    }

    /// From a node to others, with the sets that are met; with none also behind no edge.
    fn distances(&self, from: usize) -> BTreeMap<(usize, u32, bool), usize> {
        let mut found = BTreeMap::from([((from, 0, false), 0)]);
        let mut level = vec![(from, 0, false)];
        for distance in 1.. {
            let mut next = Vec::new();
            for (node, met, _) in level {
                for edge in &self.edges[node] {
                    let there = (edge.target, met | edge.sets, true);
                    found.entry(there).or_insert_with(|| {
                        next.push(there);
                        distance
                    });
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        found
    }

    /// Whether the claim accepts a run.
    pub fn accepts(&self, fairness: Fairness) -> bool {
        self.accepts_within(&vec![true; self.len()], fairness)
    }

    fn accepts_within(&self, within: &[bool], fairness: Fairness) -> bool {
        self.components(within).iter().any(|component| {
            let mut is_in = vec![false; self.len()];
            component.iter().for_each(|&at| is_in[at] = true);
            let edges = component.iter().flat_map(|&at| &self.edges[at]);
            let inner: Vec<&Edge> = edges.filter(|it| is_in[it.target]).collect();
            let sets = inner.iter().fold(0, |sets, edge| sets | edge.sets);
            let moving = inner.iter().fold(0, |moving, edge| moving | edge.by);
            if inner.is_empty() || sets != self.all_sets {
                return false;
            }
            match fairness {
                Fairness::Unfair => true,
                Fairness::Weak => {
                    let able = component.iter().map(|&at| self.able[at]);
                    able.fold(Pids::MAX, |all, able| all & able) & !moving == 0
                }
                Fairness::Strong => {
                    let starved = component.iter().filter(|&&at| self.able[at] & !moving != 0);
                    let before = component.len();
                    let starved: Vec<usize> = starved.copied().collect();
                    starved.iter().for_each(|&at| is_in[at] = false);
                    starved.is_empty()
                        || starved.len() < before && self.accepts_within(&is_in, fairness)
                }
            }
        })
    }

    /// The strongly connected components of a part of the graph (Kosaraju): what is reached
    /// backwards from a node that was finished last can be reached from it as well.
    fn components(&self, within: &[bool]) -> Vec<Vec<usize>> {
        let mut back = vec![Vec::new(); self.len()];
        let mut forth = vec![Vec::new(); self.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            for edge in edges.iter().filter(|it| within[from] && within[it.target]) {
                forth[from].push(edge.target);
                back[edge.target].push(from);
            }
        }
        let mut new = within.to_vec();
        let mut finished = Vec::new();
        for root in 0..self.len() {
            finished.extend(postorder(root, &forth, &mut new));
        }
        let mut new = within.to_vec();
        let roots = finished.into_iter().rev();
        let found = roots.map(|root| postorder(root, &back, &mut new));
        found.filter(|it| !it.is_empty()).collect()
    }
}

/// The new nodes that can be reached from `root`, each behind those that were found from it.
fn postorder(root: usize, targets: &[Vec<usize>], new: &mut [bool]) -> Vec<usize> {
    let mut finished = Vec::new();
    let mut path = Vec::new();
    if std::mem::take(&mut new[root]) {
        path.push((root, 0));
    }
    while let Some((at, next)) = path.last_mut() {
        match targets[*at].get(*next) {
            Some(&target) => {
                *next += 1;
                if std::mem::take(&mut new[target]) {
                    path.push((target, 0));
                }
            }
            None => {
                finished.push(*at);
                path.pop();
            }
        }
    }
    finished
}
