//! What each specification needs on each graph: independent sweeps, on several processors.

use super::graph::Graph;
use super::sweep::Sweep;
use runtime::cache::Specification;
use support::jobs;

/// A graph and where its random choices begin.
pub struct Seeded {
    /// For the replacement.
    pub seed: u64,
    /// What is searched.
    pub graph: Graph,
}

/// For each specification and graph what `of` takes from the sweep with these steps.
pub fn needed<T: Clone + Send>(
    name: &str,
    specifications: &[Specification],
    graphs: &[Seeded],
    jobs: usize,
    sweep: impl Fn(&Seeded, &Specification) -> Sweep + Sync,
    of: impl Fn(&Sweep) -> T + Sync,
) -> Vec<Vec<T>> {
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
    let pairs: Vec<(usize, usize)> = (0..measured.len())
        .flat_map(|i| (0..graphs.len()).map(move |j| (i, j)))
        .collect();
    let swept = jobs::on_cores(jobs, &pairs, |&(i, j)| {
        let specification = &measured[i];
        if j == 0 {
            let (number, all) = (i + 1, measured.len());
            eprintln!("{name}: {specification} ({number} of {all})");
        }
        of(&sweep(&graphs[j], specification))
    });
    let needed: Vec<Vec<T>> = swept.chunks(graphs.len()).map(<[T]>::to_vec).collect();
    places.into_iter().map(|it| needed[it].clone()).collect()
}

/// The specification that is measured for another one. Of two states at one depth the first entered
/// is the first that left: behind `D`, `x` and `e` are one order, and so are `X` and `E` (a test of
/// `search.rs` says so).
fn measured_for(specification: &Specification) -> Specification {
    let mut letters = specification.to_string();
    if letters.contains(['D', 'd']) {
        letters = letters.replace('x', "e").replace('X', "E");
    }
    letters.parse().expect("one time for another")
}
