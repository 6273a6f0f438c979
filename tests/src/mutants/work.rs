//! A worker: goes through families in a process of its own, and says in its slot what it is at.

use super::slot::Slot;
use super::stages::{Stage, examine};
use super::{family, seeds};
use crate::random::numbers::Numbers;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Which families a worker goes through.
#[derive(Clone, Debug)]
pub struct Work {
    /// Of the campaign.
    pub seed: u64,
    /// The first family.
    pub first: u64,
    /// The family after the last one.
    pub end: u64,
    /// From one family to the next.
    pub stride: u64,
    /// Percent of families that are changed by their tree.
    pub tree: usize,
    /// One of how many accepted mutants is kept; 0 for none.
    pub sample: usize,
    /// Where the slot and the mutants kept are.
    pub folder: PathBuf,
    /// The name of the slot there.
    pub slot: String,
}

/// The exit status of a worker that has said on standard error what is wrong with a mutant.
pub const FOUND: i32 = 1;

/// Goes through the families. What is wrong ends the process, with what it is on standard error.
///
/// # Panics
/// When the slot cannot be written, and on mistakes in what is examined.
pub fn work(work: &Work) {
    let seeds = seeds::all();
    let slot = Slot::open(&work.folder.join(&work.slot)).expect("the slot can be opened");
    let mut progress = slot.progress();
    let mut number = work.first;
    while number < work.end {
        progress.family = number;
        family::each((&seeds, work.seed, number, work.tree), |mutant| {
            progress.made += 1;
            slot.write(&progress, &mutant.text)
                .expect("the slot can be written");
            let start = Instant::now();
            let stage = examine(&mutant.text, &mutant.path, mutant.wanted, mutant.seed);
            let stage = stage.unwrap_or_else(|fault| {
                eprintln!("{fault}");
                std::process::exit(FOUND);
            });
            progress.slow += u64::from(start.elapsed() > Duration::from_millis(500));
            progress.parsed += u64::from(stage >= Stage::Parsed);
            if stage == Stage::Accepted {
                progress.accepted += 1;
                progress.printed += u64::from(mutant.wanted.print);
                let chosen = Numbers::of(work.seed, mutant.seed).below(work.sample.max(1)) == 0;
                // What it includes lies elsewhere.
                let alone = !mutant.text.contains("#include");
                if work.sample > 0 && chosen && alone {
                    keep(&work.folder, mutant.seed, &mutant.text);
                }
            }
            Some(stage)
        });
        number += work.stride;
    }
    progress.family = work.end;
    slot.write(&progress, "").expect("the slot can be written");
}

fn keep(folder: &Path, number: u64, text: &str) {
    let path = folder.join(format!("kept_{number}.pml"));
    std::fs::write(path, text).expect("the folder can be written");
}

/// Examines the text in a file.
///
/// # Errors
/// What is wrong with us.
///
/// # Panics
/// When the file cannot be read, and on mistakes in what is examined.
pub fn examine_file(path: &Path, beside: &Path) -> Result<Stage, String> {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let mut stage = Stage::Read;
    for unoptimized in [false, true] {
        let wanted = super::stages::Wanted {
            print: true,
            unoptimized,
        };
        stage = examine(&text, beside, wanted, 1)?;
    }
    Ok(stage)
}
