//! What each specification needs on random graphs, on the average.

use super::graph::Graph;
use super::printed::{Best, Half, OUTDEGREES_MAX};
use super::random::random_graph;
use super::ranking::{Ranked, mean, ranking};
use super::sweep::{Smallest, sweep};
use runtime::cache::{Specification, every};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What to measure.
pub struct Plan {
    /// All 790 specifications, not only the usual ones.
    pub all: bool,
    /// Limits on the redundant work factor.
    pub factors: Vec<u64>,
    /// Of each kind; the paper has ten.
    pub graphs: u32,
    /// Nodes wanted; the paper has 5000.
    pub states: u32,
    /// Threads.
    pub jobs: usize,
}

/// The sweep goes on to this factor, whatever limit is asked for.
pub const FACTOR_MAX: u64 = 10;

/// What is measured by default: each of these with each of the ends, and the others.
const PREFIXES: [&str; 12] = [
    "O", "OI", "OD", "OID", "ODI", "ODi", "I", "IO", "IOD", "IOd", "D", "DI",
];
const ENDS: [&str; 3] = ["e", "x", "R"];
const OTHERS: [&str; 6] = ["R", "X", "E", "RS", "XS", "ORS"];

impl Plan {
    /// The grid of a sweep.
    pub fn step(&self) -> usize {
        1 + self.states as usize / 400
    }

    /// What is measured.
    pub fn specifications(&self) -> Vec<Specification> {
        if self.all {
            return every().collect();
        }
        let ends = |prefix: &&str| ENDS.map(|end| format!("{prefix}{end}"));
        let letters = PREFIXES.iter().flat_map(ends);
        let letters = letters.chain(OTHERS.map(String::from));
        letters
            .map(|it| it.parse().expect("a specification"))
            .collect()
    }
}

/// A column of the paper's table at one limit.
pub struct Block {
    /// What graphs these are.
    pub graphs: String,
    /// Limit on the redundant work factor.
    pub factor: u64,
    /// Largest stack in per cent of the states.
    pub m: f64,
    /// What was measured.
    pub ranking: Vec<Ranked>,
    /// The paper's.
    pub paper_m: f64,
    /// What the paper has best.
    pub paper: Option<Best>,
}

impl Block {
    /// What a specification that is always measured needs.
    pub fn of(&self, specification: &str) -> &Ranked {
        let mut all = self.ranking.iter();
        all.find(|it| it.specification == specification)
            .expect("it is always measured")
    }

    /// What the first needs.
    pub fn best(&self) -> &Ranked {
        &self.ranking[0]
    }

    /// How much more cache than the best `R` needs.
    pub fn behind(&self) -> f64 {
        self.of("R").smallest.percent - self.best().smallest.percent
    }

    /// How much more cache than the largest stack the best needs.
    pub fn above_m(&self) -> f64 {
        self.best().smallest.percent - self.m
    }
}

/// The four columns of a half of the table, with a block for each limit.
pub fn measure(
    plan: &Plan,
    half: &Half,
    factors: &[u64],
    specifications: &[Specification],
) -> Vec<Block> {
    let numbers = OUTDEGREES_MAX
        .iter()
        .flat_map(|&outdegree| (0..plan.graphs).map(move |n| (outdegree, n)));
    let graphs: Vec<(u64, Graph)> = numbers
        .map(|(outdegree, n)| {
            let seed = 11_111_111u32.wrapping_mul(n);
            let graph = random_graph(plan.states, outdegree, half.revisits, seed);
            (n.into(), graph)
        })
        .collect();
    let needed = needed(plan, half.name, factors, specifications, &graphs);
    let largest =
        |(_, graph): &(u64, Graph)| 100.0 * graph.largest_stack() as f64 / graph.states() as f64;
    let largest: Vec<f64> = graphs.iter().map(largest).collect();
    let mut blocks = Vec::new();
    for (column, (name, range)) in columns(plan.graphs as usize).into_iter().enumerate() {
        for (index, &factor) in factors.iter().enumerate() {
            let needed = specifications.iter().zip(&needed).map(|(it, needed)| {
                let values: Vec<Smallest> =
                    needed[range.clone()].iter().map(|it| it[index]).collect();
                (it.to_string(), mean(&values))
            });
            blocks.push(Block {
                graphs: format!("{}, {name}", half.name),
                factor,
                m: largest[range.clone()].iter().sum::<f64>() / range.len() as f64,
                ranking: ranking(needed),
                paper_m: half.m[column],
                paper: half.row(factor).map(|row| row[column]),
            });
        }
    }
    blocks
}

/// The graphs of each column.
fn columns(graphs: usize) -> Vec<(String, Range<usize>)> {
    let mut columns: Vec<(String, Range<usize>)> = Vec::new();
    for (i, outdegree) in OUTDEGREES_MAX.iter().enumerate() {
        columns.push((format!("D={outdegree}"), i * graphs..(i + 1) * graphs));
    }
    columns.push(("combined".into(), 0..OUTDEGREES_MAX.len() * graphs));
    columns
}

/// The specification that is measured for another one. Of two states at one depth the first entered is the first that left: behind `D`, `x` and `e` are one
/// order, and so are `X` and `E` (a test of `search.rs` says so).
fn measured_for(specification: &Specification) -> Specification {
    let mut letters = specification.to_string();
    if letters.contains(['D', 'd']) {
        letters = letters.replace('x', "e").replace('X', "E");
    }
    letters.parse().expect("one time for another")
}

/// For each specification, graph, and limit.
fn needed(
    plan: &Plan,
    name: &str,
    factors: &[u64],
    specifications: &[Specification],
    graphs: &[(u64, Graph)],
) -> Vec<Vec<Vec<Smallest>>> {
    let mut measured: Vec<Specification> = Vec::new();
    let mut place = |specification| {
        let specification = measured_for(specification);
        let found = measured.iter().position(|it| *it == specification);
        found.unwrap_or_else(|| {
            measured.push(specification);
            measured.len() - 1
        })
    };
    let places: Vec<usize> = specifications.iter().map(&mut place).collect();
    let needed = sweep_all(plan, name, factors, &measured, graphs);
    places.into_iter().map(|it| needed[it].clone()).collect()
}

/// The same of different specifications. Threads take the next pair of specification and graph when they are done with one.
fn sweep_all(
    plan: &Plan,
    name: &str,
    factors: &[u64],
    specifications: &[Specification],
    graphs: &[(u64, Graph)],
) -> Vec<Vec<Vec<Smallest>>> {
    let next = AtomicUsize::new(0);
    let needed = Mutex::new(vec![vec![Vec::new(); graphs.len()]; specifications.len()]);
    let work = || loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let (i, j) = (number / graphs.len(), number % graphs.len());
        let Some(specification) = specifications.get(i) else {
            return;
        };
        if j == 0 {
            let (number, all) = (i + 1, specifications.len());
            eprintln!("{name}: {specification} ({number} of {all})");
        }
        let (seed, graph) = &graphs[j];
        let swept = sweep(graph, specification, *seed, plan.step(), FACTOR_MAX);
        let smallest = factors.iter().map(|&factor| swept.smallest(factor));
        needed.lock().expect("no thread panics")[i][j] = smallest.collect();
    };
    thread::scope(|scope| {
        for _ in 0..plan.jobs {
            scope.spawn(work);
        }
    });
    needed.into_inner().expect("no thread panics")
}
