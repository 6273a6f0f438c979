//! The states of a search on the disk beside a queue and a set in memory, on graphs at random, with
//! so little memory that there are many runs, and with bad fingerprints.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use super::Fingerprint;
use super::sizes::Sizes;
use super::states::{States, Successor};
use crate::disk::Folder;
use crate::limits::Stop;
use crate::memory::Budget;

/// A graph of which the edges are computed.
#[derive(Clone, Copy)]
struct Graph {
    nodes: u64,
    edges: u64,
    /// The first edge leads to the next node, the others so far at most, but for one of 16.
    span: u64,
}

fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 11
}

impl Graph {
    fn successors(self, node: u64) -> impl Iterator<Item = u64> {
        (0..1 + mixed(node + 1) % self.edges).map(move |edge| {
            let random = mixed(node * 64 + edge + 1);
            match random % 16 {
                _ if edge == 0 => (node + 1) % self.nodes,
                0 => random / 16 % self.nodes,
                _ => (node + random / 16 % self.span) % self.nodes,
            }
        })
    }

    /// Breadth-first, in the plainest way.
    fn searched(self) -> Found {
        let mut order = vec![(0, 0, 0)];
        let mut numbers = HashMap::from([(0, 0)]);
        let mut queue = VecDeque::from([(0, 0)]);
        let (mut known, mut longest, mut level) = (0, 1, (0, 1));
        while let Some((node, number)) = queue.pop_front() {
            for (edge, next) in self.successors(node).enumerate() {
                if numbers.contains_key(&next) {
                    known += 1;
                    continue;
                }
                numbers.insert(next, order.len());
                queue.push_back((next, order.len() as u64));
                order.push((next, number, edge as u64));
            }
            if number + 1 == level.1 {
                level = (level.1, order.len() as u64);
                longest = longest.max(level.1 - level.0);
            }
        }
        Found {
            order,
            known,
            longest,
        }
    }
}

/// What a search has found.
#[derive(PartialEq, Eq)]
struct Found {
    /// Each node, with its parent's place in this list and the edge.
    order: Vec<(u64, u64, u64)>,
    /// Edges to nodes that were known.
    known: u64,
    /// Nodes of the longest level.
    longest: u64,
}

/// Of one to four words, the first of which says how many, and two hidden ones.
fn code(node: u64, both: &mut Vec<u32>) {
    let len = 1 + (mixed(node) % 4) as u32;
    both.clear();
    both.push(len | (node as u32) << 2);
    both.extend((1..len).map(|word| word * node as u32));
    both.extend([node as u32, 7]);
}

const HIDDEN: usize = 2;

fn node(both: &[u32]) -> u64 {
    let [node, 7] = both[both.len() - HIDDEN..] else {
        panic!("{both:?} is no code")
    };
    u64::from(node)
}

fn states(sizes: Sizes, fingerprint: Fingerprint) -> (States, Folder) {
    let folder = Folder::new(std::env::temp_dir());
    let budget = Arc::new(Budget::new(1 << 24));
    let states = States::new(sizes, HIDDEN, fingerprint, folder.clone(), budget);
    (states.expect("there is memory"), folder)
}

/// As [`Graph::searched`], with `states`.
fn searched(graph: Graph, states: &mut States, fingerprint: Fingerprint) -> Result<Found, Stop> {
    let (mut both, mut taken, mut longest) = (Vec::new(), Vec::new(), 0);
    let add = |states: &mut States, node, taken| {
        let mut both = Vec::new();
        code(node, &mut both);
        let key = fingerprint(&both[..both.len() - HIDDEN]);
        states.add(Successor { key, taken }, &both)
    };
    add(states, 0, 0)?;
    loop {
        let level = states.begin_level()?;
        longest = level.max(longest);
        if level == 0 {
            break;
        }
        while let Some(number) = states.take(&mut both)? {
            taken.push((node(&both), number));
            for next in graph.successors(node(&both)) {
                add(states, next, number + 1)?;
            }
        }
    }
    assert_eq!(taken.len() as u64, states.new);
    let places: HashMap<u64, u64> = (0..).zip(&taken).map(|(i, it)| (it.1, i)).collect();
    let mut order = Vec::new();
    for (node, number) in taken {
        let (parent, edge) = match number {
            0 => (0, 0),
            _ => {
                let path = states.log.path_to(number)?;
                let predecessor = path.last().expect("it is not the initial state");
                (places[&predecessor.state], predecessor.edge)
            }
        };
        order.push((node, parent, edge));
    }
    Ok(Found {
        order,
        known: states.known,
        longest,
    })
}

const LITTLE: Sizes = Sizes {
    window: 24 << 10,
    chunk: 4 << 10,
    filter: 4 << 10,
    doubtful: 16 * 50,
    log: 1 << 10,
    block: 256,
};

const GRAPHS: [Graph; 4] = [
    // Wide, deep, with everything at once, and with next to nothing.
    Graph {
        nodes: 5_000,
        edges: 7,
        span: 5_000,
    },
    Graph {
        nodes: 2_000,
        edges: 5,
        span: 12,
    },
    Graph {
        nodes: 1_500,
        edges: 40,
        span: 1_500,
    },
    Graph {
        nodes: 100,
        edges: 5,
        span: 100,
    },
];

fn good(code: &[u32]) -> u64 {
    crate::store::fingerprint(code)
}

/// Many states have the same one.
fn bad(code: &[u32]) -> u64 {
    (good(code) % 300) << 55 | 1
}

/// Many have the same upper half.
fn half_bad(code: &[u32]) -> u64 {
    good(code) & !(0x7f_ffff << 32)
}

#[test]
fn states_are_those_of_a_set_in_memory_in_the_same_order() {
    for graph in GRAPHS {
        let expected = graph.searched();
        assert_eq!(expected.order.len() as u64, graph.nodes);
        let ample = Sizes::of(1 << 24);
        for sizes in [LITTLE, ample] {
            let are_few = graph.nodes <= 1_500;
            let fingerprints: &[Fingerprint] = if are_few {
                &[good, bad, half_bad]
            } else {
                &[good]
            };
            for &fingerprint in fingerprints {
                let (mut states, folder) = states(sizes, fingerprint);
                let found = searched(graph, &mut states, fingerprint).expect("nothing fails");
                assert!(found == expected, "{} nodes", graph.nodes);
                let spills = sizes.window == LITTLE.window && graph.nodes > 100;
                assert_eq!(folder.peak_bytes() > 0, spills, "{} nodes", graph.nodes);
            }
        }
    }
}

#[test]
fn what_the_disk_refuses_is_an_error() {
    let nowhere = Folder::new(PathBuf::from("/nowhere/at/all"));
    let budget = Arc::new(Budget::new(1 << 24));
    let mut states = States::new(LITTLE, HIDDEN, good, nowhere, budget).expect("memory");
    let found = searched(GRAPHS[0], &mut states, good);
    assert!(matches!(found, Err(Stop::Disk(_))));
}
