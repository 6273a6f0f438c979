//! Costs of replacement: `cargo run --release -p pvgen-runtime --example replacement_bench --
//! [CANDIDATES] [SPECIFICATION]...`
//!
//! A cache of that many candidates and a path of a hundred states; in each round one state is
//! chosen, one stored under its handle at the end of the path, and the last ones leave the path, as
//! many as entered on the average. Printed are nanoseconds of processor time a round, without the
//! store; the same with a stored state met in each round; and the bytes charged for a state.

use std::hint::black_box;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use runtime::cache::{Replacement, Specification};
use runtime::memory::{Account, Budget};
use runtime::model::Effect;
use runtime::store::Handle;

const SPECIFICATIONS: [&str; 22] = [
    "X", "XS", "xS", "R", "RS", "E", "ES", "OX", "OXS", "DX", "Ix", "IR", "DR", "OR", "ORS", "OIX",
    "OIXS", "IORS", "DIOX", "DIOXS", "ioeS", "DIORS",
];
const NAMES: [&str; 9] = [
    "random",
    "round-robin",
    "type-oriented",
    "tournament",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
];
const ARRIVALS: [Effect; 3] = [Effect::ControlBranch, Effect::Assignment, Effect::Other];
const PATH: u32 = 100;
/// The least time of that many runs is printed: others on the machine only make it longer.
const RUNS: usize = 7;

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let candidates = arguments.next_if(|first| first.parse::<u32>().is_ok());
    let candidates = candidates
        .and_then(|first| first.parse().ok())
        .unwrap_or(1_000_000);
    let mut texts: Vec<String> = arguments.collect();
    if texts.is_empty() {
        texts = SPECIFICATIONS
            .iter()
            .chain(&NAMES)
            .map(|text| text.to_string())
            .collect();
    }
    println!("{candidates} candidates; ns for enter, leave and choose");
    println!(
        "{:14} {:>8} {:>10} {:>9} {:>8}",
        "specification", "ns", "with meet", "B/state", "at most"
    );
    for text in texts {
        match text.parse() {
            Ok(specification) => measure(&text, &specification, candidates),
            Err(error) => eprintln!("{error}"),
        }
    }
}

fn measure(text: &str, specification: &Specification, candidates: u32) {
    let budget = Arc::new(Budget::new(u64::MAX));
    let mut search = Search {
        replacement: specification.replacement(1, &budget),
        random: 1,
        path: Vec::new(),
        edges: 0,
    };
    for handle in 0..candidates + PATH {
        search.enter(Handle(handle));
        search.leave_some();
    }
    // Once through the cache, so that its order is that of a cache.
    let rounds = u64::from(candidates.clamp(100_000, 4_000_000));
    search.run(rounds, false);
    let mut best = |meets| {
        let runs = (0..RUNS).map(|_| nanoseconds(rounds, || search.run(rounds, meets)));
        runs.fold(f64::INFINITY, f64::min)
    };
    let (plain, meeting) = (best(false), best(true));
    let bytes = budget.account_bytes(Account::Tables) as f64 / f64::from(candidates + PATH);
    let bound = specification.bytes_per_state();
    println!("{text:14} {plain:8.1} {meeting:10.1} {bytes:9.2} {bound:8}");
}

/// What a search would tell.
struct Search {
    replacement: Box<dyn Replacement>,
    random: u64,
    path: Vec<Handle>,
    edges: u64,
}

impl Search {
    fn run(&mut self, rounds: u64, meets: bool) {
        for _ in 0..rounds {
            let handle = self.replacement.choose().expect("there are candidates");
            self.enter(black_box(handle));
            if meets {
                // A state near the end of the path, as often in a search, or any.
                let any = self.path[self.random as usize >> 8 & 7];
                self.replacement.meet(any, Effect::Send);
            }
            self.leave_some();
        }
    }

    fn enter(&mut self, handle: Handle) {
        self.random = mix(self.random);
        self.edges += 1 + (self.random & 3);
        let arrival = ARRIVALS[self.random as usize % 3];
        let depth = self.path.len() as u32 + 1;
        self.path.push(handle);
        let entered = self
            .replacement
            .enter(handle, self.random, depth, arrival, self.edges);
        entered.expect("no limit");
    }

    /// Keeps the path about as long as it is, with some up and down.
    fn leave_some(&mut self) {
        let keep = PATH as usize - 20 + (self.random >> 32) as usize % 40;
        while self.path.len() > keep {
            let last = self.path.pop().expect("longer than that");
            self.edges += 1;
            self.replacement.leave(last, self.edges).expect("no limit");
        }
    }
}

fn nanoseconds(rounds: u64, work: impl FnOnce()) -> f64 {
    let start = processor_nanoseconds();
    work();
    (processor_nanoseconds() - start) / rounds as f64
}

/// Time of this process on a processor, so that others on the machine disturb less; elapsed time
/// where that is not told.
fn processor_nanoseconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let elapsed = START.elapsed().as_nanos() as f64;
    let schedule = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let time = schedule
        .split(' ')
        .next()
        .and_then(|time| time.parse().ok());
    time.unwrap_or(elapsed)
}

fn mix(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ (z >> 32)
}
