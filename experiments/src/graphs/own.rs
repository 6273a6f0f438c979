//! A replacement of ours beside the best of the 790: `tournament`, which draws four of the states
//! that `RS` draws one of, and gives up the one with the fewest edges.
//!
//! `ORS` prefers fewer edges to a good place: the few states with few edges that are left are
//! forgotten again and again. A few draws keep the choice wide, and yet what is forgotten leads to
//! few states when it is searched again.

use super::needed::Seeded;
use super::ranking::mean;
use super::sweep::{Smallest, step, sweep};
use support::jobs;

/// With these random choices: what differs between them is noise.
const SEEDS: [u64; 4] = [1, 2, 3, 4];
const COMPARED: [&str; 2] = ["RS", "tournament"];

/// Prints what both need more than the largest stack on the average, for each seed.
pub fn compare(graphs: &[Seeded], steps: usize, factor: u64, jobs: usize) {
    for name in COMPARED {
        let specification = name.parse().expect("a specification");
        let of_seed = |seed| {
            let needed = jobs::on_cores(jobs, graphs, |it| {
                let step = step(it.graph.states(), steps);
                let swept = sweep(&it.graph, &specification, seed, step, factor);
                let smallest = swept.smallest(factor);
                Smallest {
                    percent: smallest.percent - it.graph.largest_stack_percent(),
                    ..smallest
                }
            });
            mean(&needed)
        };
        let needed = SEEDS.map(of_seed);
        let each = needed.map(|it| format!("{:.2}", it.percent)).join(", ");
        let all = mean(&needed);
        println!(
            "{name}: s-m {:.2} at a factor of {:.2} (seeds 1 to 4: {each})",
            all.percent, all.factor
        );
    }
}
