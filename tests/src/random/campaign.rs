//! Many programs, and a table of what became of them.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::batch::{self, Member};
use super::compare::{Class, Comparison, Difference, Verdict};
use super::examine::Examined;
use super::features::Features;
use super::generate;
use super::shrink::shrink;
use super::tree::Node;
use crate::jobs;

/// Programs whose analyzers are compiled together.
const BATCH: u64 = 25;

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

/// A program in which all but the generated code agree.
struct Candidate {
    number: u64,
    program: Node,
    folder: TempDir,
    examined: Examined,
}

impl Campaign {
    /// Tries all programs.
    pub fn run(&self) -> Tally {
        let start = Instant::now();
        if self.comparison.generated {
            batch::build_runtime();
        }
        let end = self.first + self.count;
        let batches: Vec<(u64, u64)> = (self.first..end)
            .step_by(BATCH as usize)
            .map(|first| (first, end.min(first + BATCH)))
            .collect();
        let tallies = jobs::on_cores(self.jobs, &batches, |&(first, end)| self.some(first, end));
        let mut all = Tally::default();
        for tally in tallies {
            all.add(tally);
        }
        all.elapsed = start.elapsed();
        all
    }

    /// Tries the programs with numbers from `first` to below `end`.
    fn some(&self, first: u64, end: u64) -> Tally {
        let mut tally = Tally::default();
        let mut candidates = Vec::new();
        for number in first..end {
            let program = generate::program(self.seed, number, &self.features);
            let (folder, verdict) = self.verdict(&program);
            match verdict {
                Verdict::Same(examined) => candidates.push(Candidate {
                    number,
                    program,
                    folder,
                    examined: *examined,
                }),
                Verdict::Unfit(reason, said) => {
                    if self.verbose {
                        eprintln!("program {number}: {reason}: {said}");
                    }
                    *tally.unfit.entry(reason).or_default() += 1;
                }
                Verdict::Different(found) => {
                    tally.found(found.class, self.shrunken(number, &program, &found));
                }
            }
        }
        let wrong = match self.comparison.generated {
            true => differences(&candidates),
            false => BTreeMap::new(),
        };
        for (at, candidate) in candidates.iter().enumerate() {
            match wrong.get(&at) {
                Some(found) => {
                    let file = self.shrunken(candidate.number, &candidate.program, found);
                    tally.found(found.class, file);
                }
                None => tally.agreed(&candidate.examined),
            }
        }
        if self.verbose {
            eprintln!("programs {first} to {}:\n{tally}", end - 1);
        }
        tally
    }

    /// Makes a program that shows a difference smaller, and writes it down.
    fn shrunken(&self, number: u64, program: &Node, found: &Difference) -> PathBuf {
        let found_in = |program: &Node| match self.full_verdict(program) {
            Verdict::Different(it) if it.class == found.class => Some(it),
            _ => None,
        };
        let small = shrink(program, self.shrinks, |it| found_in(it).is_some());
        match found_in(&small) {
            Some(last) => self.write(number, &small, &last),
            None => self.write(number, program, found),
        }
    }

    fn verdict(&self, program: &Node) -> (TempDir, Verdict) {
        let folder = tempfile::tempdir().expect("temporary folder");
        let verdict = self.comparison.compare(&program.print(), folder.path());
        (folder, verdict)
    }

    /// With the generated code, in a batch of its own.
    fn full_verdict(&self, program: &Node) -> Verdict {
        let (folder, verdict) = self.verdict(program);
        match verdict {
            Verdict::Same(examined) if self.comparison.generated => {
                let candidate = Candidate {
                    number: 0,
                    program: program.clone(),
                    folder,
                    examined: *examined.clone(),
                };
                match differences(&[candidate]).remove(&0) {
                    Some(found) => Verdict::Different(found),
                    None => Verdict::Same(examined),
                }
            }
            verdict => verdict,
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

/// Builds the analyzers of all candidates and compares them; what is different, by position.
fn differences(candidates: &[Candidate]) -> BTreeMap<usize, Difference> {
    let members = candidates.iter().enumerate().flat_map(|(at, candidate)| {
        let Examined {
            plain, optimized, ..
        } = &candidate.examined;
        let both = [("plain", plain), ("optimized", optimized)];
        both.map(|(name, expected)| {
            let expected = expected.clone().expect("it was searched");
            let folder = candidate.folder.path().join(name);
            let name = format!("m{at}_{name}");
            (
                at,
                Member {
                    name,
                    folder,
                    expected,
                },
            )
        })
    });
    let mut members: Vec<(usize, Member)> = members.collect();
    let mut found = BTreeMap::new();
    let folder = tempfile::tempdir().expect("temporary folder");
    while !members.is_empty() {
        let batch: Vec<Member> = members.iter().map(|(_, member)| member.clone()).collect();
        match batch::build(&batch, folder.path()) {
            Ok(program) => {
                for (at, member) in &members {
                    if let Some(difference) = batch::check(&program, member) {
                        found.entry(*at).or_insert(difference);
                    }
                }
                break;
            }
            Err(said) => {
                // Those that the compiler names do not build; the others are tried again without them.
                let named = |member: &Member| said.contains(&format!("{}/", member.name));
                let wrong: Vec<usize> = members
                    .iter()
                    .filter(|(_, it)| named(it))
                    .map(|(at, _)| *at)
                    .collect();
                assert!(!wrong.is_empty(), "a batch does not build:\n{said}");
                for at in &wrong {
                    let text = said.clone();
                    let class = Class::Build;
                    found.insert(*at, Difference { class, text });
                }
                members.retain(|(at, _)| !wrong.contains(at));
            }
        }
    }
    found
}

impl Tally {
    fn agreed(&mut self, examined: &Examined) {
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
        match self.elapsed.as_secs() {
            0 => Ok(()),
            seconds => write!(f, "{seconds:>6} s"),
        }
    }
}
