//! Searches of a graph with smaller and smaller caches.

use super::graph::Graph;
use super::search::{Bounds, End, search};
use runtime::cache::Specification;

/// What was visited with each size of the cache, from one for all states downwards.
#[derive(PartialEq)]
pub struct Sweep {
    states: usize,
    /// States in the cache, and states visited; a search that does not end complete is the last,
    /// and is left out.
    points: Vec<(usize, u64)>,
}

/// The smallest cache that was found to suffice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Smallest {
    /// In per cent of the states.
    pub percent: f64,
    /// States visited, over states: the redundant work factor.
    pub factor: f64,
}

/// What each cache is smaller than the one before, for about this many sizes: the paper's
/// `1 + S / 400`.
pub fn step(states: usize, steps: usize) -> usize {
    1 + states / steps
}

/// From `states` downwards in steps of `step`, until the cache is full or more than `factor_max`
/// times the states are visited.
pub fn sweep(
    graph: &Graph,
    replacement: &Specification,
    seed: u64,
    step: usize,
    factor_max: u64,
) -> Sweep {
    let states = graph.states();
    let sizes = (1..=states).rev().step_by(step);
    let points = sizes.map_while(|cache_states| {
        let bounds = Bounds {
            cache_states,
            visited_max: factor_max * states as u64,
        };
        match search(graph, replacement, seed, bounds) {
            End::Complete(visited) => Some((cache_states, visited)),
            End::Full | End::TooMuchWork => None,
        }
    });
    Sweep {
        states,
        points: points.collect(),
    }
}

impl Sweep {
    /// The smallest cache at which at most `factor` times the states were visited, whatever larger
    /// ones gave.
    pub fn smallest(&self, factor: u64) -> Smallest {
        let states = self.states as f64;
        let enough = |(_, visited): &&(usize, u64)| *visited <= factor * self.states as u64;
        let point = self.points.iter().rfind(enough);
        let &(cache_states, visited) = point.expect("a cache for all states suffices");
        Smallest {
            percent: 100.0 * cache_states as f64 / states,
            factor: visited as f64 / states,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::{Revisits, random_graph};
    use super::super::search::search;
    use super::*;

    /// More work with a larger cache than with a smaller one does not hide the smaller one.
    #[test]
    fn the_smallest_cache_counts() {
        let sweep = Sweep {
            states: 100,
            points: vec![(100, 100), (90, 150), (80, 250), (70, 190), (60, 400)],
        };
        let smallest = |percent, factor| Smallest { percent, factor };
        assert_eq!(sweep.smallest(1), smallest(100.0, 1.0));
        assert_eq!(sweep.smallest(2), smallest(70.0, 1.9));
        assert_eq!(sweep.smallest(4), smallest(60.0, 4.0));
    }

    #[test]
    fn a_sweep_ends_at_the_bound() {
        let graph = random_graph(300, 6, Revisits::Even, 1);
        let states = graph.states();
        let sweep = sweep(&graph, &"R".parse().unwrap(), 1, 10, 3);
        let sizes: Vec<usize> = sweep.points.iter().map(|point| point.0).collect();
        assert_eq!(sizes[..3], [states, states - 10, states - 20]);
        assert_eq!(sweep.points[0].1, states as u64);
        let below = sizes[sizes.len() - 1] - 10;
        let bounds = Bounds {
            cache_states: below,
            visited_max: 3 * states as u64,
        };
        let next = search(&graph, &"R".parse().unwrap(), 1, bounds);
        assert!(!matches!(next, End::Complete(_)), "{next:?}");
    }
}
