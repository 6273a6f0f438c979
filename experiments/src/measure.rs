//! CPU time and peak memory of a program, short runs repeated until they add up; interleaved pairs;
//! the analyzer and the verifier of one model, ready to be measured.

use crate::models::Subject;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use support::analyzer::{self, Analyzer, Recipe};
use support::process::{self, Finished};
use support::report::Counts;
use support::spin::{self, Build, Run};

/// What a run costs.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// User and system time of one run.
    pub cpu: Duration,
    /// Peak resident memory of one run.
    pub rss_bytes: u64,
}

impl From<&Finished> for Cost {
    fn from(finished: &Finished) -> Cost {
        Cost {
            cpu: finished.cpu,
            rss_bytes: finished.peak_rss_bytes,
        }
    }
}

/// Median of the CPU times and of the memory; the lists are as long as there were pairs.
pub fn median(costs: &[Cost]) -> Cost {
    let mut cpu: Vec<Duration> = costs.iter().map(|cost| cost.cpu).collect();
    let mut rss: Vec<u64> = costs.iter().map(|cost| cost.rss_bytes).collect();
    cpu.sort_unstable();
    rss.sort_unstable();
    Cost {
        cpu: cpu[costs.len() / 2],
        rss_bytes: rss[costs.len() / 2],
    }
}

/// The geometric mean; none of no values.
pub fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = values.map(f64::ln).collect();
    let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
    (!logarithms.is_empty()).then(|| mean.exp())
}

/// A program to be measured, and how it ends.
pub struct Program {
    /// The program.
    pub command: Command,
    /// Its exit status.
    pub exit_code: i32,
}

impl From<Command> for Program {
    /// A program that ends with success.
    fn from(command: Command) -> Program {
        Program {
            command,
            exit_code: 0,
        }
    }
}

/// Runs a program until its runs have taken `at_least` CPU time together, and takes the mean.
///
/// # Errors
/// The program did not end as it should; with its output.
pub fn cost(program: &mut Program, at_least: Duration) -> Result<Cost, String> {
    let (mut cpu, mut runs, mut rss_bytes) = (Duration::ZERO, 0, 0);
    let command = &mut program.command;
    while runs == 0 || cpu < at_least {
        let finished = process::run(command, Duration::from_secs(3600));
        if finished.code() != Some(program.exit_code) {
            return Err(format!(
                "{command:?}: {:?}\n{}",
                finished.status,
                finished.all_output()
            ));
        }
        cpu += finished.cpu;
        rss_bytes = rss_bytes.max(finished.peak_rss_bytes);
        runs += 1;
    }
    Ok(Cost {
        cpu: cpu / runs,
        rss_bytes,
    })
}

/// What SPIN's verifiers of full searches are built with.
pub const FULL_SEARCH: [&str; 5] = [
    "-O2",
    "-DSAFETY",
    "-DNOREDUCE",
    "-DNOFAIR",
    "-DNOBOUNDCHECK",
];

/// Beside that, what the fastest one that was found is built with.
pub const FASTEST: [&str; 4] = ["-O3", "-march=native", "-DNOCOMP", "-DHASH32"];

/// What it runs with.
pub const HUGE_PAGES: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");

/// Both programs of a model, and the counts on which they agree.
pub struct Pair {
    /// Ours, `--unoptimized`.
    pub analyzer: Analyzer,
    /// SPIN's, in a folder that lives as long as this.
    pan: PathBuf,
    /// As set for SPIN's.
    environment: &'static [(&'static str, &'static str)],
    _folder: tempfile::TempDir,
    /// States, transitions, depth of both.
    pub counts: Counts,
}

impl Pair {
    /// Generates, builds and runs both once; flags of the verifier: no reduction, no fairness, no
    /// index checks.
    ///
    /// # Errors
    /// A step failed, or the two do not count the same.
    pub fn new(subject: &Subject, compiler_flags: &[&'static str]) -> Result<Pair, String> {
        Pair::of(subject, compiler_flags, &[])
    }

    /// As [`new`](Self::new), with the fastest build of SPIN's that was found.
    ///
    /// # Errors
    /// As there.
    pub fn with_best_build(subject: &Subject) -> Result<Pair, String> {
        Pair::of(subject, &FASTEST, &[HUGE_PAGES])
    }

    fn of(
        subject: &Subject,
        compiler_flags: &[&'static str],
        environment: &'static [(&'static str, &'static str)],
    ) -> Result<Pair, String> {
        let recipe = Recipe::new(&subject.model)
            .defines(subject.defines.clone())
            .unoptimized();
        let analyzer = analyzer::build(&[recipe])
            .remove(0)
            .map_err(|refused| refused.all_output())?;
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let build = Build {
            compiler_flags: [&FULL_SEARCH, compiler_flags].concat(),
            ..Build::unoptimized(&subject.model, &subject.defines)
        };
        let pan = build.make(folder.path())?;
        let mut pair = Pair {
            analyzer,
            pan,
            environment,
            _folder: folder,
            counts: Counts {
                stored: 0,
                matched: 0,
                transitions: 0,
                atomic: 0,
                depth: 0,
            },
        };
        let outcome = process::run(&mut pair.spin(22, 10_000_000), Duration::from_secs(3600));
        let run = Run::parse(&outcome.all_output()).ok_or_else(|| outcome.all_output())?;
        pair.counts = run.counts;
        let ours = pair.analyzer.run(&OURS).report?;
        if ours.counts() != run.counts || run.errors != 0 || ours.verdict != "verified" {
            return Err(format!(
                "{}: not the same search\n  SPIN {}, {} errors\n  ours {}, {}",
                subject.name,
                run.counts,
                run.errors,
                ours.counts(),
                ours.verdict
            ));
        }
        Ok(pair)
    }

    /// Our side.
    pub fn ours(&self) -> Command {
        let mut command = Command::new(&self.analyzer.binary);
        command.args(OURS);
        command
    }

    /// SPIN's side with 2^`slots` slots and room for `depth` steps.
    pub fn spin(&self, slots: u32, depth: u64) -> Command {
        let mut command = spin(&self.pan, slots, depth);
        command.envs(self.environment.iter().copied());
        command
    }

    /// The bound on depth that SPIN gets: a tenth more than it needs.
    pub fn bound(&self) -> u64 {
        bound(self.counts.depth)
    }
}

/// A verifier of SPIN's with 2^`slots` slots and room for `depth` steps.
pub fn spin(pan: &Path, slots: u32, depth: u64) -> Command {
    let mut command = Command::new(pan);
    command.args([format!("-w{slots}"), format!("-m{depth}"), "-n".into()]);
    command
}

/// The bound on depth that SPIN's verifier gets where our search was so deep.
pub fn bound(depth: u64) -> u64 {
    depth * 11 / 10 + 1
}

const OURS: [&str; 7] = [
    "--safety",
    "--search",
    "depth-first",
    "--reduce",
    "none",
    "--memory",
    "8G",
];

/// Costs of programs that are measured in turn: medians of the rounds.
///
/// # Errors
/// A run failed.
pub fn interleaved(
    mut programs: Vec<Program>,
    rounds: usize,
    at_least: Duration,
) -> Result<Vec<Cost>, String> {
    let mut costs = vec![Vec::new(); programs.len()];
    for _ in 0..rounds {
        for (program, costs) in programs.iter_mut().zip(&mut costs) {
            costs.push(cost(program, at_least)?);
        }
    }
    Ok(costs.iter().map(|costs| median(costs)).collect())
}

/// Costs of ours and SPIN's, medians of interleaved pairs.
///
/// # Errors
/// A run failed.
pub fn interleaved_pairs(
    ours: Command,
    spin: Command,
    pairs: usize,
    at_least: Duration,
) -> Result<[Cost; 2], String> {
    let costs = interleaved(vec![ours.into(), spin.into()], pairs, at_least)?;
    Ok([costs[0], costs[1]])
}

/// Refuses to start when there is nothing to compare with.
///
/// # Errors
/// SPIN or the compiler is missing.
pub fn need_spin() -> Result<(), String> {
    if spin::available() {
        Ok(())
    } else {
        Err("install them: Debian packages spin and gcc".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_runs_are_repeated_and_averaged() {
        let script = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let mut program = command.into();
        let once = cost(&mut program, Duration::ZERO).unwrap();
        let often = cost(&mut program, once.cpu * 5).unwrap();
        assert!(
            often.cpu < once.cpu * 3,
            "a mean, not a sum: {often:?}, {once:?}"
        );
        let mut program = Program {
            command: Command::new("false"),
            exit_code: 1,
        };
        assert!(cost(&mut program, Duration::ZERO).is_ok());
        program.exit_code = 0;
        assert!(cost(&mut program, Duration::ZERO).is_err());
    }

    #[test]
    fn median_of_three() {
        let costs = [3, 1, 2].map(|n| Cost {
            cpu: Duration::from_secs(n),
            rss_bytes: 10 * n,
        });
        let middle = median(&costs);
        assert_eq!((middle.cpu.as_secs(), middle.rss_bytes), (2, 20));
    }
}
