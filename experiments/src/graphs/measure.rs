//! What each specification needs on random graphs, on the average.

use super::needed::{Seeded, needed};
use super::printed::{Best, Half, OUTDEGREES_MAX};
use super::random::random_graph;
use super::ranking::{Ranked, mean, ranking};
use super::sweep::{Smallest, Sweep, step, sweep};
use runtime::cache::{Specification, every};
use std::ops::Range;

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
    /// Sizes of caches between none and all states; the paper has 400.
    pub steps: usize,
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
    /// From one size to the next.
    pub fn step(&self) -> usize {
        step(self.states as usize, self.steps)
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

/// The graphs of a half of the table, by their largest outdegree.
pub fn graphs(plan: &Plan, half: &Half) -> Vec<Seeded> {
    let numbers = OUTDEGREES_MAX
        .iter()
        .flat_map(|&outdegree| (0..plan.graphs).map(move |n| (outdegree, n)));
    let made = numbers.map(|(outdegree, n)| Seeded {
        seed: n.into(),
        graph: random_graph(
            plan.states,
            outdegree,
            half.revisits,
            11_111_111u32.wrapping_mul(n),
        ),
    });
    made.collect()
}

/// The four columns of a half of the table, with a block for each limit.
pub fn measure(
    plan: &Plan,
    half: &Half,
    factors: &[u64],
    specifications: &[Specification],
) -> Vec<Block> {
    let graphs = graphs(plan, half);
    let swept = |it: &Seeded, specification: &Specification| {
        sweep(&it.graph, specification, it.seed, plan.step(), FACTOR_MAX)
    };
    let smallest = |swept: &Sweep| -> Vec<Smallest> {
        let smallest = factors.iter().map(|&factor| swept.smallest(factor));
        smallest.collect()
    };
    let needed = needed(
        half.name,
        specifications,
        &graphs,
        plan.jobs,
        swept,
        smallest,
    );
    let largest: Vec<f64> = graphs
        .iter()
        .map(|it| it.graph.largest_stack_percent())
        .collect();
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
