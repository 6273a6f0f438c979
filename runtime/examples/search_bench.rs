//! Speed of the depth-first search on six dining philosophers: `cargo run --release --example search_bench [RUNS]`.

#[path = "../tests/toy_models/mod.rs"]
mod toy_models;

use std::sync::Arc;
use std::time::Instant;

use runtime::memory::Budget;
use runtime::search::{Context, Monitor, depth_first};
use runtime::store::{ExactStore, Store};
use runtime::violation::{Checks, Recorder};
use toy_models::philosophers::SIX;

fn main() {
    let runs = std::env::args()
        .nth(1)
        .map_or(1, |runs| runs.parse().expect("a number of runs"));
    for _ in 0..runs {
        let budget = Arc::new(Budget::new(4 << 30));
        let checks = Checks {
            assertions: true,
            end_states: true,
        };
        let recorder = Recorder::new(&SIX, checks, None);
        let mut context = Context::new(budget.clone(), None, recorder, Monitor::new(None, None));
        let mut store = ExactStore::new(budget.clone()).expect("memory");
        let start = Instant::now();
        let found = depth_first(&SIX, &mut store, &mut context);
        let seconds = start.elapsed().as_secs_f64();
        let rate = found.transitions() as f64 / seconds / 1e6;
        println!(
            "{} states, {} transitions, depth {}, {seconds:.2} s, {rate:.2} million transitions/s, {} bytes peak, {} bytes of store",
            found.stored,
            found.transitions(),
            found.depth,
            budget.peak_bytes(),
            store.store_bytes()
        );
    }
}
