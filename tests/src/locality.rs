//! How many levels the ends of edges are apart: a breadth-first search of the interpreter that
//! keeps everything, and looks at it afterwards.

use frontend::interpret::{Interpreter, State};
use frontend::ir::Model;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// What Definitions 2 to 4 of Tronci et al. (2001) ask for.
#[derive(Clone, Debug)]
pub struct Profile {
    /// States that have edges.
    pub states: usize,
    /// States that have none.
    pub without_edges: usize,
    /// By distance.
    pub distances: BTreeMap<i64, Distance>,
    /// The last level.
    pub diameter: usize,
    /// Most states that were waiting at a time.
    pub largest_queue: usize,
}

/// Edges of one distance.
#[derive(Clone, Copy, Debug)]
pub struct Distance {
    /// How many there are.
    pub transitions: usize,
    /// Of the fraction of a state's edges.
    pub mean: f64,
    /// Of the same.
    pub deviation: f64,
}

/// The profile of all that can be reached; `None` if there are more states than `states_max`, or
/// the sequences of a state take more than `steps_max` steps.
///
/// # Panics
/// When the initial state cannot be made.
pub fn profile(model: &Model, states_max: usize, steps_max: usize) -> Option<Profile> {
    let interpreter = Interpreter::new(model);
    let initial = interpreter.initial().expect("an initial state");
    let mut numbers = HashMap::from([(interpreter.visible(&initial), 0)]);
    let mut levels = vec![0];
    let mut edges: Vec<Vec<usize>> = Vec::new();
    let mut queue = VecDeque::from([initial]);
    let mut largest_queue = 1;
    while let Some(state) = queue.pop_front() {
        let level = levels[edges.len()];
        let mut targets = Vec::new();
        for next in arrivals(interpreter, &state, steps_max)? {
            let new = numbers.len();
            let number = *numbers.entry(interpreter.visible(&next)).or_insert(new);
            if number == new {
                levels.push(level + 1);
                queue.push_back(next);
                largest_queue = largest_queue.max(queue.len());
            }
            targets.push(number);
        }
        edges.push(targets);
        if levels.len() > states_max {
            return None;
        }
    }
    let distance = |from: usize, to: usize| levels[to] as i64 - levels[from] as i64;
    let of_state = |(from, targets): (usize, &Vec<usize>)| {
        targets.iter().map(|&to| distance(from, to)).collect()
    };
    let distances: Vec<Vec<i64>> = edges.iter().enumerate().map(of_state).collect();
    let with_edges: Vec<&Vec<i64>> = distances.iter().filter(|it| !it.is_empty()).collect();
    let kinds: BTreeSet<i64> = distances.iter().flatten().copied().collect();
    let kinds = kinds.into_iter().map(|k| (k, of(&with_edges, k)));
    Some(Profile {
        states: with_edges.len(),
        without_edges: distances.len() - with_edges.len(),
        distances: kinds.collect(),
        diameter: levels.into_iter().max().unwrap_or(0),
        largest_queue,
    })
}

/// What is to be known of one distance, from those of the edges of each state.
fn of(states: &[&Vec<i64>], k: i64) -> Distance {
    let count = |edges: &&Vec<i64>| edges.iter().filter(|&&other| other == k).count();
    let fraction = |edges: &&Vec<i64>| count(edges) as f64 / edges.len() as f64;
    let fractions: Vec<f64> = states.iter().map(fraction).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let average = mean(&fractions);
    let squares: Vec<f64> = fractions.iter().map(|it| (it - average).powi(2)).collect();
    Distance {
        transitions: states.iter().map(count).sum(),
        mean: average,
        deviation: mean(&squares).sqrt(),
    }
}

/// The states that edges lead to, each as often as there are ways through an atomic sequence, in
/// the order in which they are met depth-first.
fn arrivals(interpreter: Interpreter<'_>, state: &State, mut steps: usize) -> Option<Vec<State>> {
    let (expansion, _) = interpreter.moves(state);
    let mut arrivals = Vec::new();
    let mut path = vec![expansion.successors.into_iter()];
    while let Some(rest) = path.last_mut() {
        let Some(next) = rest.next() else {
            path.pop();
            continue;
        };
        steps = steps.checked_sub(1)?;
        let inside = next
            .exclusive
            .map(|pid| interpreter.successors(&next.state, Some(pid), false));
        match inside.filter(|expansion| !expansion.is_stuck()) {
            Some(expansion) => path.push(expansion.successors.into_iter()),
            None => arrivals.push(next.state),
        }
    }
    Some(arrivals)
}
