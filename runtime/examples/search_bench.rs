//! Speed of the depth-first search on dining philosophers:
//! `cargo run --release --example search_bench [6|7] [SECONDS]`.

#[path = "../tests/toy_models/mod.rs"]
mod toy_models;

use std::sync::Arc;
use std::time::{Duration, Instant};

use runtime::memory::Budget;
use runtime::monitor::Monitor;
use runtime::search::{Context, depth_first};
use runtime::store::{ExactStore, Store};
use runtime::violation::{Checks, Recorder};
use toy_models::philosophers::{SEVEN, SIX};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let model = match arguments.first().map(String::as_str) {
        Some("7") => SEVEN,
        _ => SIX,
    };
    let seconds = arguments.get(1).map(|text| text.parse().expect("seconds"));
    let monitor = Monitor::new(seconds.map(Duration::from_secs), None);
    let budget = Arc::new(Budget::new(4 << 30).watched(monitor));
    let checks = Checks {
        assertions: true,
        end_states: true,
    };
    let recorder = Recorder::new(&model, checks, None);
    let mut context = Context::new(budget.clone(), None, recorder);
    let mut store = ExactStore::new(budget.clone()).expect("memory");
    let start = Instant::now();
    let found = depth_first(&model, &mut store, &mut context);
    let seconds = start.elapsed().as_secs_f64();
    let rate = found.transitions() as f64 / seconds / 1e6;
    println!(
        "{} states, {} transitions, depth {}, {seconds:.2} s, {rate:.2} million transitions/s, {} bytes peak, {} bytes of store",
        found.stored,
        found.transitions(),
        found.depth,
        budget.peak_bytes(),
        store.usage().used_bytes
    );
}
