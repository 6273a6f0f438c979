//! The shortest run that a claim accepts.
//!
//! A depth-first search tells the first run that it comes upon, and that may be a thousand times as
//! long as need be. The shortest way to an accepted cycle is not enough: a longer way may lead to
//! the shorter cycle. So the whole product is gone through breadth-first, with nothing left out,
//! and its edges are kept. From each state that lies on an accepted cycle, in the order of its
//! distance, the shortest way round is looked for that meets all sets, breadth-first again, over
//! states with the sets that are met; no further than would still be shorter than the best so far.
//! Where the claim comes to a place behind which all is decided, that is a run, too, and nothing
//! need be looked at that is further away.
//!
//! Length is counted in edges of the product. Time: the edges of the product, and in the worst case
//! as many times as it has states. Memory: its states and edges, charged to the search.

use std::collections::VecDeque;
use std::collections::hash_map::{Entry, HashMap};
use std::sync::Arc;

use super::expansion::{Expansion, Found};
use crate::claim::{ClaimInfo, Component};
use crate::connected::components;
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charge};
use crate::model::Model;
use crate::monitor::Task;
use crate::state::State;
use crate::step::RunStep;

/// A run that a claim accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestRun {
    /// Its steps.
    pub path: Vec<RunStep>,
    /// The step with which its cycle begins; `None` if the path alone decides.
    pub cycle: Option<usize>,
    /// Where the claim stands behind the path.
    pub place: u16,
}

/// The shortest run that the claim accepts, of all runs whether they are fair or not; `None`: there
/// is none, or the model has hidden variables, of which states say nothing.
///
/// # Errors
/// There is not enough memory or time.
pub fn shortest_run(
    model: &dyn Model,
    claim: &'static ClaimInfo,
    budget: &Arc<Budget>,
) -> Result<Option<ShortestRun>, Stop> {
    if model.info().hidden_words > 0 {
        return Ok(None);
    }
    let mut graph = Graph::new(model, claim, budget);
    let decided = graph.explore()?;
    let bound = decided.map_or(u32::MAX, |node| graph.nodes[node].depth);
    Ok(match (graph.lasso(bound)?, decided) {
        (Some((first, round)), _) => {
            let mut path = graph.steps(&graph.way_to(first))?;
            let cycle = path.len();
            path.extend(graph.steps(&round)?);
            let place = graph.place(first);
            let cycle = Some(cycle);
            Some(ShortestRun { path, cycle, place })
        }
        (None, Some(node)) => {
            let mut path = graph.steps(&graph.way_to(node))?;
            // What the claim has seen last is enough.
            while matches!(path.last(), Some(RunStep::System(_))) {
                path.pop();
            }
            let place = graph.place(node);
            let cycle = None;
            Some(ShortestRun { path, cycle, place })
        }
        (None, None) => None,
    })
}

/// An edge of the graph: a node, and which of its edges.
type EdgeOf = (usize, usize);

/// A state of the product.
struct Node {
    words: Box<[u32]>,
    /// Edges from the first state.
    depth: u32,
    /// The last of them.
    before: Option<EdgeOf>,
    /// Where its edges lead, and the sets that they meet.
    edges: Vec<(u32, u32)>,
}

/// The product, as far as it is known.
struct Graph<'m> {
    claim: &'static ClaimInfo,
    expansion: Expansion<'m, dyn Model + 'm>,
    nodes: Vec<Node>,
    charge: Charge,
    task: Task,
}

impl<'m> Graph<'m> {
    fn new(model: &'m dyn Model, claim: &'static ClaimInfo, budget: &Arc<Budget>) -> Self {
        let mut state = State::new(model.info());
        // A search has begun there, so it can be built.
        let _ = model.initialize(&mut state);
        claim.start(&mut state);
        let first = Node {
            words: state.words().into(),
            depth: 0,
            before: None,
            edges: Vec::new(),
        };
        let task = budget.monitor().begin("shortening a violation", 0);
        Self {
            claim,
            expansion: Expansion::new(model, claim, budget),
            nodes: vec![first],
            charge: Charge::none(budget.clone(), Account::Tables),
            task: task.of_long_steps(),
        }
    }

    /// Goes through the product up to the first state in which all is decided, and gives that.
    fn explore(&mut self) -> Result<Option<usize>, Stop> {
        let mut numbers = HashMap::from([(self.nodes[0].words.clone(), 0)]);
        for node in 0.. {
            if node == self.nodes.len() {
                break;
            }
            if self.is_decided(node) {
                return Ok(Some(node));
            }
            for (index, found) in self.expand(node)?.into_iter().enumerate() {
                let words: Box<[u32]> = found.words.into();
                let next = self.nodes.len();
                let target = *numbers.entry(words).or_insert_with_key(|words| {
                    self.nodes.push(Node {
                        words: words.clone(),
                        depth: self.nodes[node].depth + 1,
                        before: Some((node, index)),
                        edges: Vec::new(),
                    });
                    next as u32
                });
                if self.nodes.len() > next {
                    let words = size_of_val(&*self.nodes[next].words);
                    let bytes = size_of::<Node>() + 2 * words + NODE_OVERHEAD;
                    self.charge.add(bytes as u64)?;
                }
                self.charge.add(size_of::<(u32, u32)>() as u64)?;
                self.nodes[node].edges.push((target, found.sets));
            }
        }
        Ok(None)
    }

    /// The edges of a node.
    fn expand(&mut self, node: usize) -> Result<Vec<Found>, Stop> {
        self.task.advance(1)?;
        let mut found = self.expansion.run(&self.nodes[node].words)?;
        // Two steps of the claim at once are told one by one, too.
        found.retain(|it| !matches!(it.steps[..], [RunStep::Claim(_), RunStep::Claim(_)]));
        Ok(found)
    }

    /// Where the claim stands: among the globals, and so in the first words.
    fn place(&self, node: usize) -> u16 {
        let place = self.claim.place;
        place.extract(self.nodes[node].words[place.word as usize]) as u16
    }

    fn is_decided(&self, node: usize) -> bool {
        let place = self.claim.at(self.place(node));
        place.end || place.component == Component::Terminal
    }

    /// The shortest run with a cycle, if it has less than `bound` edges: the node at which the
    /// cycle begins, and its edges.
    fn lasso(&mut self, bound: u32) -> Result<Option<(usize, Vec<EdgeOf>)>, Stop> {
        let target = |node: usize, index: usize| {
            let edges: &Vec<(u32, u32)> = &self.nodes[node].edges;
            edges.get(index).map(|edge| edge.0 as usize)
        };
        let nodes = self.nodes.len();
        let (budget, bytes) = (self.charge.budget().clone(), nodes * NODE_OF_COMPONENT);
        let _tables = Charge::of(budget, Account::Tables, bytes as u64)?;
        let component = components(nodes, target);
        let mut met = vec![None; nodes];
        for (node, at) in self.nodes.iter().enumerate() {
            let inner = at.edges.iter();
            for (_, sets) in inner.filter(|it| component[it.0 as usize] == component[node]) {
                *met[component[node]].get_or_insert(0) |= sets;
            }
        }
        let all = self.claim.all_sets();
        let (mut bound, mut best) = (bound, None);
        for node in 0..self.nodes.len() {
            let depth = self.nodes[node].depth;
            if depth + 1 >= bound {
                break;
            }
            if met[component[node]] == Some(all)
                && let Some(round) = self.round(node, bound - depth, &component)?
            {
                bound = depth + round.len() as u32;
                best = Some((node, round));
            }
        }
        Ok(best)
    }

    /// The shortest way from a node back to it that meets all sets, if it has less than `bound`
    /// edges.
    fn round(
        &mut self,
        first: usize,
        bound: u32,
        component: &[usize],
    ) -> Result<Option<Vec<EdgeOf>>, Stop> {
        let all = self.claim.all_sets();
        let mut charge = Charge::none(self.charge.budget().clone(), Account::Tables);
        let mut before = HashMap::from([((first, 0), None)]);
        let mut queue = VecDeque::from([(first, 0, 1)]);
        while let Some((node, met, length)) = queue.pop_front() {
            self.task.advance(1)?;
            if length >= bound {
                break;
            }
            for (index, &(target, sets)) in self.nodes[node].edges.iter().enumerate() {
                let (target, now) = (target as usize, met | sets);
                if component[target] != component[first] {
                    continue;
                }
                if target == first && now == all {
                    let mut round = vec![(node, index)];
                    let mut at = (node, met);
                    while let Some(Some((edge, from))) = before.get(&at) {
                        round.push(*edge);
                        at = (edge.0, *from);
                    }
                    round.reverse();
                    return Ok(Some(round));
                }
                if let Entry::Vacant(entry) = before.entry((target, now)) {
                    charge.add(ROUND_STEP as u64)?;
                    entry.insert(Some(((node, index), met)));
                    queue.push_back((target, now, length + 1));
                }
            }
        }
        Ok(None)
    }

    /// The edges from the first state to a node.
    fn way_to(&self, node: usize) -> Vec<EdgeOf> {
        let mut way = Vec::new();
        let mut at = node;
        while let Some(edge) = self.nodes[at].before {
            way.push(edge);
            at = edge.0;
        }
        way.reverse();
        way
    }

    /// The steps of edges.
    fn steps(&mut self, edges: &[EdgeOf]) -> Result<Vec<RunStep>, Stop> {
        let mut steps = Vec::new();
        for &(node, index) in edges {
            steps.append(&mut self.expand(node)?[index].steps);
        }
        Ok(steps)
    }
}

/// What the tables keep of a node beside the node itself, in bytes.
const NODE_OVERHEAD: usize = 48;

/// What looking for components takes for a node, in bytes.
const NODE_OF_COMPONENT: usize = 96;

/// What looking for a cycle keeps of a node and the sets that were met there, in bytes: table and
/// queue have twice the room that they use.
const ROUND_STEP: usize = 160;
