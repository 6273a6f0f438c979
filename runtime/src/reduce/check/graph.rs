//! All stored states of a model with all their edges, in memory: the plainest thing that questions
//! can be asked of.

use std::cell::RefCell;
use std::collections::HashMap;

use super::edges::{MacroEdge, edges};
use crate::limits::Stop;
use crate::model::{Model, ModelInfo, PlaceId};
use crate::monitor::Task;
use crate::state::State;

/// The reachable states in the order of a breadth-first search.
pub(super) struct Graph {
    /// The tables of the model.
    pub info: &'static ModelInfo,
    /// Every state that was met.
    states: Vec<State>,
    /// Edges of the first of them.
    nodes: Vec<Node>,
    /// The whole check, which ends when it must.
    task: RefCell<Task>,
}

struct Node {
    edges: Vec<MacroEdge>,
    timeout: bool,
}

impl Graph {
    /// Expands at most `limit` states. A model whose initial state cannot be built has none.
    pub fn explore(model: &dyn Model, limit: usize, task: Task) -> Self {
        let mut graph = Self {
            task: RefCell::new(task),
            info: model.info(),
            states: Vec::new(),
            nodes: Vec::new(),
        };
        let mut first = State::new(model.info());
        if model.initialize(&mut first).is_err() {
            return graph;
        }
        let mut numbers = HashMap::from([(first.words().to_vec(), 0)]);
        graph.states.push(first.copy());
        while graph.nodes.len() < graph.states.len().min(limit) && graph.goes_on() {
            let mut state = graph.states[graph.nodes.len()].copy();
            let states = &mut graph.states;
            let mut number = |reached: &State| {
                *numbers.entry(reached.words().to_vec()).or_insert_with(|| {
                    states.push(reached.copy());
                    states.len() - 1
                })
            };
            let (edges, timeout) = edges(model, &mut state, &mut number);
            graph.nodes.push(Node { edges, timeout });
        }
        graph
    }

    /// Number of states whose edges are known; they come first.
    pub fn expanded(&self) -> usize {
        self.nodes.len()
    }

    /// The states whose edges are known, as long as the check may go on.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        (0..self.expanded()).take_while(|_| self.goes_on())
    }

    fn goes_on(&self) -> bool {
        self.task.borrow_mut().advance(1).is_ok()
    }

    /// Why the check did not come to its end.
    pub fn stopped(&self) -> Option<Stop> {
        self.task.borrow().end().err().map(Stop::from)
    }

    /// The edges of all states are known.
    pub fn is_complete(&self) -> bool {
        self.nodes.len() == self.states.len()
    }

    /// A state by its number.
    pub fn state(&self, number: usize) -> &State {
        &self.states[number]
    }

    /// Where process `pid` stands, if it is alive.
    pub fn place(&self, number: usize, pid: u8) -> Option<PlaceId> {
        let state = &self.states[number];
        let process = state.live(i32::from(pid))?;
        Some(state.place(process))
    }

    /// The edges of a state, `None` beyond the limit.
    pub fn edges(&self, number: usize) -> Option<&[MacroEdge]> {
        self.nodes.get(number).map(|node| &node.edges[..])
    }

    /// The edges that are there without `timeout`, `None` beyond the limit.
    pub fn enabled(&self, number: usize) -> Option<&[MacroEdge]> {
        let node = self.nodes.get(number)?;
        Some(if node.timeout { &[] } else { &node.edges })
    }

    /// Whether a process ends on an edge.
    pub fn is_end(&self, edge: &MacroEdge) -> bool {
        let mut halves = edge.name.halves();
        halves.any(|(_, transition)| self.info.transitions[transition.0 as usize].target.0 == 0)
    }

    /// Nothing can move in this state without `timeout`, and something can with it.
    pub fn is_timeout(&self, number: usize) -> bool {
        self.nodes.get(number).is_some_and(|node| node.timeout)
    }
}
