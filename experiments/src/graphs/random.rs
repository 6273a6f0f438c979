//! Random graphs as Geldenhuys (2004) makes them, after Jard and Jéron (1991).
//!
//! Nodes are made breadth-first. Each gets an outdegree between 0 and a maximum; a transition leads
//! to a new node with probability one half until half of the nodes are there, and then with less
//! and less. Otherwise it leads to an old node, drawn evenly or by its indegree.

use super::graph::Graph;
use rand_mt::Mt;

/// How the target of a transition to an old node is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revisits {
    /// All alike: the paper's unweighted graphs.
    Even,
    /// By the number of incoming transitions, one more for the root: the paper's weighted graphs.
    ByIndegree,
}

/// GENERATEGRAPH (Figure 3): at most `states` and at least nine tenths of them.
pub fn random_graph(states: u32, outdegree_max: u32, revisits: Revisits, seed: u32) -> Graph {
    let mut numbers = Mt::new(seed);
    loop {
        // The seed is set once: an attempt that ends early goes on with the numbers that follow.
        let graph = attempt(states, outdegree_max, revisits, &mut numbers);
        if graph.states() as f64 >= 0.9 * f64::from(states) {
            return graph;
        }
    }
}

fn attempt(states: u32, outdegree_max: u32, revisits: Revisits, numbers: &mut Mt) -> Graph {
    let mut graph = Graph::new();
    let mut made = 1;
    // The queue holds the nodes from `node` up to `made`.
    let mut node = 0;
    while node < made {
        for _ in 0..below(outdegree_max + 1, numbers) {
            let new = 1.0 - f64::max(0.5, f64::from(made) / f64::from(states));
            let target = if unit(numbers) > new {
                old_node(&graph, made, revisits, numbers)
            } else {
                made += 1;
                made - 1
            };
            graph.push(target);
        }
        graph.end_node();
        node += 1;
    }
    graph
}

fn old_node(graph: &Graph, made: u32, revisits: Revisits, numbers: &mut Mt) -> u32 {
    match revisits {
        Revisits::Even => below(made, numbers),
        Revisits::ByIndegree => {
            let targets = graph.transitions();
            // One more than there are transitions: the root's own.
            let drawn = below(targets.len() as u32 + 1, numbers);
            targets.get(drawn as usize).copied().unwrap_or(0)
        }
    }
}

/// Evenly from 0 to `bound` - 1.
fn below(bound: u32, numbers: &mut Mt) -> u32 {
    ((u64::from(numbers.next_u32()) * u64::from(bound)) >> 32) as u32
}

/// Evenly between 0 and 1, both included.
fn unit(numbers: &mut Mt) -> f64 {
    f64::from(numbers.next_u32()) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that the authors' `mt19937ar.c` gives after `init_genrand(5489)`, its
    /// default; the C++ standard names the ten thousandth.
    #[test]
    fn the_twister_is_the_authors() {
        let mut numbers = Mt::new(5489);
        let first: Vec<u32> = (0..3).map(|_| numbers.next_u32()).collect();
        assert_eq!(first, [3_499_211_612, 581_869_302, 3_890_346_734]);
        let later = (3..10_000).map(|_| numbers.next_u32()).last();
        assert_eq!(later, Some(4_123_659_995));
    }

    /// "have a transition/state ratio of D/2"
    #[test]
    fn half_the_largest_outdegree_is_the_average() {
        for revisits in [Revisits::Even, Revisits::ByIndegree] {
            for outdegree_max in [6, 10, 20] {
                let (mut states, mut transitions) = (0, 0);
                for n in 0..10 {
                    let graph = random_graph(5000, outdegree_max, revisits, 11_111_111 * n);
                    assert!((4500..=5000).contains(&graph.states()));
                    states += graph.states();
                    transitions += graph.transitions().len();
                }
                let ratio = transitions as f64 / states as f64;
                let expected = f64::from(outdegree_max) / 2.0;
                assert!((ratio / expected - 1.0).abs() <= 0.02, "{ratio}");
            }
        }
    }

    /// What is met often is met more often: the most visited states lie far above those of an
    /// unweighted graph.
    #[test]
    fn weights_favour_what_was_visited() {
        let most_visited = |revisits| {
            let graph = random_graph(5000, 6, revisits, 55_555_555);
            let mut visits = vec![0; graph.states()];
            for &target in graph.transitions() {
                visits[target as usize] += 1;
            }
            visits.into_iter().max().unwrap_or(0)
        };
        let (even, weighted) = (
            most_visited(Revisits::Even),
            most_visited(Revisits::ByIndegree),
        );
        assert!(weighted >= 3 * even, "{weighted} {even}");
    }
}
