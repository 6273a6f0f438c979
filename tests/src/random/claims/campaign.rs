//! Many programs with a claim: the interpreter beside SPIN and beside the analyzers of each.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Compared, compare};
use crate::analyzer::Analyzer;
use crate::claims::{self, Outcome, Unfit};
use crate::jobs;
use crate::quick::{self, Profile};
use crate::random::examine;
use crate::random::features::Features;
use crate::random::generate::{self, Claimed};
use crate::random::shrink::shrink;
use crate::random::tree::Node;

/// What to try.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Decides about the programs, together with their numbers.
    pub seed: u64,
    /// The number of the first.
    pub first: u64,
    /// How many.
    pub count: u64,
    /// Constructs that may occur.
    pub features: Features,
    /// How many at once.
    pub jobs: usize,
    /// Ask SPIN.
    pub spin: bool,
    /// Build analyzers.
    pub generated: bool,
    /// Where shrunken programs go.
    pub out: PathBuf,
    /// Programs tried to make one smaller.
    pub shrinks: usize,
}

/// What became of the programs.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How many, by what the interpreter and SPIN say of each.
    pub beside_spin: BTreeMap<&'static str, u64>,
    /// How many have analyzers that were compared, or why not.
    pub beside_analyzers: BTreeMap<&'static str, u64>,
    /// The searches of these analyzers.
    pub compared: Compared,
    /// Files of programs on which they differ.
    pub different: Vec<PathBuf>,
}

/// The program of this number: with a never claim, every other time with a formula.
pub fn program(seed: u64, number: u64, features: &Features) -> Node {
    let claimed = match number % 2 {
        0 => Claimed::Never,
        _ => Claimed::Formula,
    };
    generate::program_with_claim(seed, number, features, claimed)
}

impl Campaign {
    /// Tries all programs.
    pub fn run(&self) -> Tally {
        let numbers: Vec<u64> = (self.first..self.first + self.count).collect();
        let mut all = Tally::default();
        for tally in jobs::on_cores(self.jobs, &numbers, |&number| self.one(number)) {
            all.add(tally);
        }
        all
    }

    fn one(&self, number: u64) -> Tally {
        let mut tally = Tally::default();
        let program = program(self.seed, number, &self.features);
        if self.spin {
            let outcome = beside_spin(&program);
            *tally.beside_spin.entry(words(&outcome)).or_default() += 1;
            if let Outcome::Different(_) = outcome {
                let said = |it: &Node| match beside_spin(it) {
                    Outcome::Different(said) => Some(said),
                    _ => None,
                };
                tally.different.push(self.write(number, &program, said));
            }
        }
        if self.generated {
            let word = match beside_analyzers(&program) {
                Analyzed::Same(compared) => {
                    tally.compared = compared;
                    "compared"
                }
                Analyzed::Unfit(why) => why,
                Analyzed::Different(_) => {
                    let said = |it: &Node| match beside_analyzers(it) {
                        Analyzed::Different(said) => Some(said),
                        _ => None,
                    };
                    tally.different.push(self.write(number, &program, said));
                    "different"
                }
            };
            *tally.beside_analyzers.entry(word).or_default() += 1;
        }
        tally
    }

    /// Makes a program on which there is something to say smaller, and writes it down.
    fn write(
        &self,
        number: u64,
        program: &Node,
        said: impl Fn(&Node) -> Option<String>,
    ) -> PathBuf {
        let small = shrink(program, self.shrinks, |it| said(it).is_some());
        let words = said(&small).unwrap_or_default().replace("*/", "* /");
        let (seed, text) = (self.seed, small.print());
        let path = self.out.join(format!("claim-{seed}-{number}.pml"));
        let text =
            format!("/* Program {number} of seed {seed}, made smaller.\n{words}\n*/\n{text}");
        fs::create_dir_all(&self.out).expect("the folder for findings is writable");
        fs::write(&path, text).expect("the folder for findings is writable");
        eprintln!("{}: {words}", path.display());
        path
    }
}

fn beside_spin(program: &Node) -> Outcome {
    let folder = tempfile::tempdir().expect("temporary folder");
    claims::compare(&program.print(), folder.path())
}

fn words(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Same(found) if found.fails => "fail for both",
        Outcome::Same(found) if found.accepted && found.fairly == Some(false) => {
            "accept unfair runs only"
        }
        Outcome::Same(found) if found.accepted => "accept a run",
        Outcome::Same(_) => "accept none",
        Outcome::Unfit(Unfit::RefusedBySpin) => "refused by SPIN",
        Outcome::Unfit(Unfit::RefusedByItsVerifier) => "refused by SPIN's verifier",
        Outcome::Unfit(Unfit::TooDeep) => "too deep for SPIN",
        Outcome::TooLarge => "too large",
        Outcome::Different(_) => "different",
    }
}

/// What became of the analyzers of a program.
enum Analyzed {
    Same(Compared),
    Unfit(&'static str),
    Different(String),
}

/// Compares both analyzers of a program, optimised and not, with the interpreter.
fn beside_analyzers(program: &Node) -> Analyzed {
    let folder = tempfile::tempdir().expect("temporary folder");
    let model = folder.path().join(examine::MODEL);
    fs::write(&model, program.print()).expect("a folder of ours");
    let judged = match claims::ours(&model) {
        Ok(Some(judged)) => judged,
        Ok(None) => return Analyzed::Unfit("too large"),
        Err(_) => return Analyzed::Unfit("refused"),
    };
    let mut all = Compared::default();
    for unoptimized in [true, false] {
        let name = match unoptimized {
            true => examine::PLAIN,
            false => examine::OPTIMIZED,
        };
        let built = build(&model, &folder.path().join(name), unoptimized);
        match built.and_then(|analyzer| compare(&analyzer, &judged, unoptimized)) {
            Ok(compared) => all += compared,
            Err(said) => return Analyzed::Different(format!("{name}: {said}")),
        }
    }
    Analyzed::Same(all)
}

/// With debug assertions.
fn build(model: &Path, folder: &Path, unoptimized: bool) -> Result<Analyzer, String> {
    let options = frontend::Options {
        unoptimized,
        ..Default::default()
    };
    let loaded = frontend::load(model, &options);
    let model = loaded.model.ok_or("refused, by the other passes only")?;
    examine::write_sources(&model, folder, !unoptimized);
    let folder = folder.to_path_buf();
    match quick::compile(&folder, "analyzer", Profile::Debug) {
        Ok(binary) => Ok(Analyzer { binary, folder }),
        Err(said) => Err(said.all_output()),
    }
}

impl Tally {
    fn add(&mut self, other: Self) {
        for (all, one) in [
            (&mut self.beside_spin, other.beside_spin),
            (&mut self.beside_analyzers, other.beside_analyzers),
        ] {
            for (word, count) in one {
                *all.entry(word).or_default() += count;
            }
        }
        self.compared += other.compared;
        self.different.extend(other.different);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (who, words) in [
            ("the interpreter and SPIN", &self.beside_spin),
            ("the interpreter and two analyzers", &self.beside_analyzers),
        ] {
            if !words.is_empty() {
                writeln!(f, "{who}:")?;
            }
            for (word, count) in words {
                writeln!(f, "{count:>8} {word}")?;
            }
        }
        match self.compared {
            Compared { verdicts: 0, .. } => Ok(()),
            compared => writeln!(f, "{compared}"),
        }
    }
}
