//! Many programs, and a table of what became of them.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::compare::{Class, Comparison, Difference, Verdict};
use super::features::Features;
use super::generate;
use super::shrink::shrink;
use super::tree::Node;
use crate::jobs;

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
    /// Whom to ask.
    pub comparison: Comparison,
    /// Where shrunken programs go.
    pub out: PathBuf,
    /// Programs tried to make one smaller.
    pub shrinks: usize,
    /// Say of each program that is not compared why.
    pub verbose: bool,
}

/// What became of the programs.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Programs in which all agree.
    pub same: u64,
    /// States of these.
    pub states: u64,
    /// Those of them with assertions that fail, invalid end states or run-time errors.
    pub violated: u64,
    /// Programs that are not compared, by reason.
    pub unfit: BTreeMap<&'static str, u64>,
    /// Files of shrunken programs, by kind of difference.
    pub different: BTreeMap<Class, Vec<PathBuf>>,
    /// Time of it all.
    pub elapsed: Duration,
}

impl Campaign {
    /// Tries all programs.
    pub fn run(&self) -> Tally {
        let start = Instant::now();
        let numbers: Vec<u64> = (self.first..self.first + self.count).collect();
        let results = jobs::on_cores(self.jobs, &numbers, |&number| self.one(number));
        let mut tally = Tally::default();
        for (verdict, file) in results {
            match verdict {
                Verdict::Same(examined) => {
                    let plain = examined.plain.expect("it was searched");
                    tally.same += 1;
                    tally.states += plain.counts.stored;
                    tally.violated += u64::from(plain.errors() > 0 || !plain.faults.is_empty());
                }
                Verdict::Unfit(reason, _) => *tally.unfit.entry(reason).or_default() += 1,
                Verdict::Different(difference) => {
                    tally
                        .different
                        .entry(difference.class)
                        .or_default()
                        .extend(file);
                }
            }
        }
        tally.elapsed = start.elapsed();
        tally
    }

    /// Compares the program of this number; when it shows a difference, shrinks it and writes it down.
    fn one(&self, number: u64) -> (Verdict, Option<PathBuf>) {
        let program = generate::program(self.seed, number, &self.features);
        let verdict = self.verdict(&program);
        if let Verdict::Unfit(reason, said) = &verdict
            && self.verbose
        {
            eprintln!("program {number}: {reason}: {said}");
        }
        let Verdict::Different(difference) = &verdict else {
            return (verdict, None);
        };
        let same = |candidate: &Node| matches!(self.verdict(candidate), Verdict::Different(it) if it.class == difference.class);
        let small = shrink(&program, self.shrinks, same);
        let file = match self.verdict(&small) {
            Verdict::Different(last) => self.write(number, &small, &last),
            _ => self.write(number, &program, difference),
        };
        (verdict, Some(file))
    }

    fn verdict(&self, program: &Node) -> Verdict {
        let folder = tempfile::tempdir().expect("temporary folder");
        self.comparison.compare(&program.print(), folder.path())
    }

    fn write(&self, number: u64, program: &Node, difference: &Difference) -> PathBuf {
        fs::create_dir_all(&self.out).expect("the folder for findings is writable");
        let class = format!("{:?}", difference.class).to_lowercase();
        let path = self.out.join(format!("{class}-{}-{number}.pml", self.seed));
        let said = difference.text.replace("*/", "* /");
        let text = format!(
            "/* Program {number} of seed {}, made smaller: {class}.\n{said}\n*/\n{}",
            self.seed,
            program.print()
        );
        fs::write(&path, text).expect("the folder for findings is writable");
        eprintln!(
            "{}: {}",
            path.display(),
            said.lines().next().unwrap_or_default()
        );
        path
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Tally {
            same,
            states,
            violated,
            ..
        } = self;
        writeln!(
            f,
            "{same:>6} programs in which all agree: {states} states, {violated} with violations"
        )?;
        for (reason, count) in &self.unfit {
            writeln!(f, "{count:>6} not compared: {reason}")?;
        }
        for (class, files) in &self.different {
            writeln!(f, "{:>6} differences: {class:?}", files.len())?;
        }
        write!(f, "{:>6.0} s", self.elapsed.as_secs_f64())
    }
}
