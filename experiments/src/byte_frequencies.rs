//! How often each byte occurs in the states of our examples: what Huffman codes are made for.

use crate::reductions::candidates::{self, Candidate};
use crate::searches::{self, Limits, Search};
use runtime::encode::Frequencies;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use support::analyzer::{self, Analyzer};

/// Where the table stands.
const FILE: &str = "runtime/src/encode/typical.rs";

/// Of each search.
const LIMITS: Limits = Limits {
    seconds: 600,
    memory: "4G",
};

const HEADER: &str = "\
//! Made by `cargo run --release -p experiments -- byte-frequencies --bless`; see there for the
//! models.

/// By byte: how many of a million bytes of states it is, of those that are used.
#[rustfmt::skip]
pub(super) const OF_A_MILLION: [u32; 256] = [
";

/// Measures, prints, and with `bless` writes the table into the runtime.
///
/// # Errors
/// An analyzer does not build or run, or the file cannot be written.
pub fn run(bless: bool) -> Result<(), String> {
    let candidates = candidates::ours();
    eprintln!("building {} analyzers", candidates.len());
    let recipes: Vec<_> = candidates.iter().map(|it| it.recipe.clone()).collect();
    let mut sum = [0.0; 256];
    for (candidate, built) in candidates.iter().zip(analyzer::build_quickly(&recipes)) {
        let analyzer = built.map_err(|refused| refused.all_output())?;
        let shares = shares(candidate, &analyzer)?;
        sum.iter_mut()
            .zip(shares)
            .for_each(|(sum, share)| *sum += share);
    }
    let mean = sum.map(|sum| (1e6 * sum / candidates.len() as f64).round() as u64);
    let text = source(&mean);
    match bless {
        true => {
            let path = support::checkout().join(FILE);
            fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
            println!("written to {}", path.display());
        }
        false => print!("{text}"),
    }
    println!("{} models, each as much as any other", candidates.len());
    Ok(())
}

/// The part that each byte is of all, in the states of a model.
fn shares(candidate: &Candidate, analyzer: &Analyzer) -> Result<[f64; 256], String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = folder.path().join("frequencies");
    let name = file.display().to_string();
    let options = [
        Search::PLAIN.options(),
        vec!["--byte-frequencies".into(), name],
    ]
    .concat();
    let failed = |error: String| format!("{}: {error}", candidate.title);
    searches::once(analyzer, &options, LIMITS, folder.path()).map_err(failed)?;
    let counts = read(&file).map_err(failed)?.counts();
    let total = counts.iter().sum::<u64>().max(1) as f64;
    Ok(counts.map(|count| count as f64 / total))
}

fn read(file: &Path) -> Result<Frequencies, String> {
    let text = fs::read_to_string(file).map_err(|e| e.to_string())?;
    Frequencies::parse(&text)
}

fn source(of_a_million: &[u64; 256]) -> String {
    let mut text = String::from(HEADER);
    for row in of_a_million.chunks(16) {
        let numbers: Vec<String> = row.iter().map(|count| format!("{count:>6}")).collect();
        let _ = writeln!(text, "    {},", numbers.join(", "));
    }
    text + "];\n"
}
