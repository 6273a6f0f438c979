//! Many programs, and a table of what became of them.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::compare::{Class, Comparison, Difference, Verdict};
use super::examine::Examined;
use super::features::Features;
use super::shrink::shrink;
use super::tree::Node;
use super::{generate, generated};
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
    /// Searches of these in caches that forgot states.
    pub forgetful: u64,
    /// Programs that are not compared, by reason.
    pub unfit: BTreeMap<&'static str, u64>,
    /// Files of shrunken programs, by kind of difference.
    pub different: BTreeMap<Class, Vec<PathBuf>>,
    /// Time of it all.
    pub elapsed: Duration,
}

/// After this many programs it is said what became of them.
const TRIED: u64 = 100;

impl Campaign {
    /// Tries all programs. Of many it says now and then what became of them so far, so that a run
    /// that is ended early was not in vain.
    pub fn run(&self) -> Tally {
        let start = Instant::now();
        let numbers: Vec<u64> = (self.first..self.first + self.count).collect();
        let so_far = Mutex::new((0, Tally::default()));
        jobs::on_cores(self.jobs, &numbers, |&number| {
            let tally = self.one(number);
            let mut so_far = so_far.lock().expect("no job panics with the lock");
            let (tried, all) = &mut *so_far;
            *tried += 1;
            all.add(tally);
            if *tried % TRIED == 0 && *tried < self.count {
                all.elapsed = start.elapsed();
                eprintln!("of {tried} programs:\n{all}");
            }
        });
        let (_, mut all) = so_far.into_inner().expect("no job panics with the lock");
        all.different.values_mut().for_each(|files| files.sort());
        all.elapsed = start.elapsed();
        all
    }

    /// Tries the program with this number.
    fn one(&self, number: u64) -> Tally {
        let mut tally = Tally::default();
        let program = generate::program(self.seed, number, &self.features);
        match self.verdict(&program) {
            (Verdict::Same(examined), forgetful) => tally.agreed(&examined, forgetful),
            (Verdict::Unfit(reason, said), _) => {
                if self.verbose {
                    eprintln!("program {number}: {reason}: {said}");
                }
                *tally.unfit.entry(reason).or_default() += 1;
            }
            (Verdict::Different(found), _) => {
                tally.found(found.class, self.shrunken(number, &program, &found));
            }
        }
        tally
    }

    /// Makes a program that shows a difference smaller, and writes it down.
    fn shrunken(&self, number: u64, program: &Node, found: &Difference) -> PathBuf {
        let found_in = |program: &Node| match self.verdict(program) {
            (Verdict::Different(it), _) if it.class == found.class => Some(it),
            _ => None,
        };
        let small = shrink(program, self.shrinks, |it| found_in(it).is_some());
        match found_in(&small) {
            Some(last) => self.write(number, &small, &last),
            None => self.write(number, program, found),
        }
    }

    /// And how many searches forgot states.
    fn verdict(&self, program: &Node) -> (Verdict, u64) {
        let folder = tempfile::tempdir().expect("temporary folder");
        let verdict = self.comparison.compare(&program.print(), folder.path());
        match verdict {
            Verdict::Same(examined) if self.comparison.generated => {
                let caches = self.comparison.caches;
                match generated::compare(folder.path(), &examined, caches) {
                    Err(found) => (Verdict::Different(found), 0),
                    Ok(forgetful) => (Verdict::Same(examined), forgetful),
                }
            }
            verdict => (verdict, 0),
        }
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

impl Tally {
    fn agreed(&mut self, examined: &Examined, forgetful: u64) {
        self.forgetful += forgetful;
        let plain = examined.plain.as_ref().expect("it was searched");
        self.same += 1;
        self.states += plain.counts.stored;
        self.violated += u64::from(!plain.violations().is_empty());
    }

    fn found(&mut self, class: Class, file: PathBuf) {
        self.different.entry(class).or_default().push(file);
    }

    fn add(&mut self, other: Tally) {
        self.same += other.same;
        self.states += other.states;
        self.violated += other.violated;
        self.forgetful += other.forgetful;
        for (reason, count) in other.unfit {
            *self.unfit.entry(reason).or_default() += count;
        }
        for (class, files) in other.different {
            self.different.entry(class).or_default().extend(files);
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Tally {
            same,
            states,
            violated,
            forgetful,
            ..
        } = self;
        writeln!(
            f,
            "{same:>6} programs in which all agree: {states} states, {violated} with violations"
        )?;
        writeln!(
            f,
            "{forgetful:>6} searches of them in caches that forgot states"
        )?;
        for (reason, count) in &self.unfit {
            writeln!(f, "{count:>6} not compared: {reason}")?;
        }
        for (class, files) in &self.different {
            writeln!(f, "{:>6} differences: {class:?}", files.len())?;
        }
        match self.elapsed.as_secs() {
            0 => Ok(()),
            seconds => write!(f, "{seconds:>6} s"),
        }
    }
}
