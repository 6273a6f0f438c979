//! Speed and memory of a full search, `--unoptimized` against `-o1 -o2 -o3`.
//!
//! Both sides store the same states and execute the same transitions, so CPU time compares like
//! with like. SPIN's time depends on the size of its hash table, and its memory too: for speed it
//! gets the size at which it is fastest, for memory the smallest one that does not slow it by more
//! than 5 %, and room for a depth a tenth above the one reached.

use crate::measure::{self, Cost, Pair};
use crate::models::{self, Subject};
use crate::record::Record;
use std::time::Duration;

const COLUMNS: &str = "model,states,transitions,depth,ours_cpu_s,spin_cpu_s,ours_mtr_s,spin_mtr_s,speed_ratio,\
                       ours_mb,spin_mb,memory_ratio,spin_w_fastest,spin_w_smallest,pairs";

/// What is measured.
pub struct Plan {
    /// Names of models; none for those that are not long.
    pub models: Vec<String>,
    /// Interleaved pairs.
    pub pairs: usize,
    /// CPU time of a side and pair at least.
    pub at_least: Duration,
    /// SPIN's fastest build.
    pub best: bool,
    /// More options of ours.
    pub options: Vec<String>,
}

/// Measures and prints; keeps a record.
///
/// # Errors
/// A tool is missing or fails, or both sides do not count the same.
pub fn run(plan: &Plan) -> Result<(), String> {
    measure::need_spin()?;
    let subjects = models::chosen(&plan.models)?;
    let mut record = Record::create(if plan.best { "bench-best" } else { "bench" }, COLUMNS)?;
    let mut ratios = Vec::new();
    println!(
        "{:<8} {:>11} {:>12} | {:>7} {:>7} {:>6} | {:>8} {:>8} {:>6} | -w",
        "model", "states", "transitions", "Mtr/s", "SPIN's", "ratio", "MB", "SPIN's", "ratio"
    );
    for subject in &subjects {
        let row = measure(subject, plan)?;
        row.print();
        record.line(&row.csv(plan.pairs))?;
        ratios.push(row.speed_ratio());
    }
    if let Some(mean) = measure::geometric_mean(ratios.into_iter()) {
        println!("geometric mean of the speed ratios: {mean:.2}");
    }
    println!(
        "speed ratio: ours / SPIN's, more is better; memory ratio: ours / SPIN's, less is better"
    );
    println!("written to {}", record.path().display());
    Ok(())
}

struct Row {
    name: &'static str,
    pair: Pair,
    ours: Cost,
    spin: Cost,
    spin_memory_bytes: u64,
    fastest: u32,
    smallest: u32,
}

fn measure(subject: &Subject, plan: &Plan) -> Result<Row, String> {
    let pair = match plan.best {
        true => Pair::with_best_build(subject)?,
        false => Pair::new(subject, &[])?,
    };
    let table = hash_sizes(&pair, plan.at_least.min(Duration::from_secs(3)))?;
    let spin = pair.spin(table.fastest, pair.bound());
    let mut ours = pair.ours();
    ours.args(&plan.options);
    let [ours, spin] = measure::interleaved_pairs(ours, spin, plan.pairs, plan.at_least)?;
    Ok(Row {
        name: subject.name,
        pair,
        ours,
        spin,
        spin_memory_bytes: table.smallest_rss_bytes,
        fastest: table.fastest,
        smallest: table.smallest,
    })
}

/// Sizes of SPIN's hash table, as powers of two.
struct HashSizes {
    fastest: u32,
    smallest: u32,
    smallest_rss_bytes: u64,
}

/// Tries sizes from 8 slots a state down to one slot for 4 states, twice each, in turn.
fn hash_sizes(pair: &Pair, at_least: Duration) -> Result<HashSizes, String> {
    let states = pair.counts.stored.max(1024).ilog2();
    let sizes: Vec<u32> = (states - 2..=states + 3).collect();
    let mut tried: Vec<Cost> = Vec::new();
    for round in 0..2 {
        for (i, &size) in sizes.iter().enumerate() {
            let cost = measure::cost(&mut pair.spin(size, pair.bound()).into(), at_least)?;
            match round {
                0 => tried.push(cost),
                _ => tried[i].cpu = tried[i].cpu.min(cost.cpu),
            }
        }
    }
    let all: Vec<(u32, Cost)> = sizes.into_iter().zip(tried).collect();
    let &(fastest, best) = all
        .iter()
        .min_by_key(|(_, cost)| cost.cpu)
        .expect("sizes were tried");
    let good = all
        .iter()
        .filter(|(_, cost)| cost.cpu <= best.cpu.mul_f64(1.05));
    let &(smallest, cost) = good
        .min_by_key(|(_, cost)| cost.rss_bytes)
        .expect("the best is good");
    Ok(HashSizes {
        fastest,
        smallest,
        smallest_rss_bytes: cost.rss_bytes,
    })
}

impl Row {
    fn mtr(&self, cost: Cost) -> f64 {
        self.pair.counts.transitions as f64 / 1e6 / cost.cpu.as_secs_f64()
    }

    fn speed_ratio(&self) -> f64 {
        self.mtr(self.ours) / self.mtr(self.spin)
    }

    fn memory_ratio(&self) -> f64 {
        self.ours.rss_bytes as f64 / self.spin_memory_bytes as f64
    }

    fn print(&self) {
        println!(
            "{:<8} {:>11} {:>12} | {:>7.2} {:>7.2} {:>6.2} | {:>8.1} {:>8.1} {:>6.2} | {} {}",
            self.name,
            self.pair.counts.stored,
            self.pair.counts.transitions,
            self.mtr(self.ours),
            self.mtr(self.spin),
            self.speed_ratio(),
            megabytes(self.ours.rss_bytes),
            megabytes(self.spin_memory_bytes),
            self.memory_ratio(),
            self.fastest,
            self.smallest,
        );
    }

    fn csv(&self, pairs: usize) -> String {
        format!(
            "{},{},{},{},{:.3},{:.3},{:.2},{:.2},{:.2},{:.1},{:.1},{:.2},{},{},{pairs}",
            self.name,
            self.pair.counts.stored,
            self.pair.counts.transitions,
            self.pair.counts.depth,
            self.ours.cpu.as_secs_f64(),
            self.spin.cpu.as_secs_f64(),
            self.mtr(self.ours),
            self.mtr(self.spin),
            self.speed_ratio(),
            megabytes(self.ours.rss_bytes),
            megabytes(self.spin_memory_bytes),
            self.memory_ratio(),
            self.fastest,
            self.smallest,
        )
    }
}

/// As both benches show memory.
pub fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
