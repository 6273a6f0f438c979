//! SPIN, the second opinion: `spin -a`, the C compiler, `pan`, and its output as numbers.

pub mod claims;
pub mod transcript;

use crate::process::{self, Finished};
use crate::report::Counts;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// Folder of the examples that come with SPIN's Debian package.
pub const EXAMPLES: &str = "/usr/share/doc/spin/examples/Examples";

/// Whether `spin` and `gcc` can be started. Says so on standard error, once, when they cannot: a
/// skipped test must be seen.
///
/// # Panics
/// When they cannot and `CI` is set: a comparison that is silently left out would let anything
/// pass.
pub fn available() -> bool {
    static AVAILABLE: OnceLock<bool> = OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        let missing: Vec<&str> = [("spin", "-V"), ("gcc", "--version")]
            .into_iter()
            .filter(|(program, flag)| Command::new(program).arg(flag).output().is_err())
            .map(|(program, _)| program)
            .collect();
        if !missing.is_empty() {
            skipped(&format!(
                "{} not found, nothing was compared with SPIN",
                missing.join(" and ")
            ));
        }
        missing.is_empty()
    })
}

/// Says that something is not tested because the machine lacks what it needs.
fn skipped(why: &str) {
    assert!(env::var_os("CI").is_none(), "CI must not skip: {why}");
    eprintln!("SKIPPED: {why}");
}

/// The examples of SPIN's package, if SPIN and they are installed; else says what is skipped.
///
/// # Panics
/// As [`available`].
pub fn examples() -> Option<&'static Path> {
    let folder = Path::new(EXAMPLES);
    if available() && !folder.is_dir() {
        skipped(&format!(
            "no {EXAMPLES} (Debian package spin), its models were not compared"
        ));
    }
    (available() && folder.is_dir()).then_some(folder)
}

/// How a verifier is made.
#[derive(Clone, Debug)]
pub struct Build {
    /// The model.
    pub model: PathBuf,
    /// Definitions, `NAME` or `NAME=TEXT`.
    pub defines: Vec<String>,
    /// Flags of `spin` before `-a`: [`UNOPTIMIZED`] or none.
    pub spin_flags: &'static [&'static str],
    /// The compiler: `gcc`, or [`quick_compiler`].
    pub compiler: &'static str,
    /// Flags of the compiler.
    pub compiler_flags: Vec<&'static str>,
}

/// A compiler for verifiers that run for a moment only: `tcc`, which takes a tenth of the time, if
/// it is installed.
pub fn quick_compiler() -> &'static str {
    static COMPILER: OnceLock<&str> = OnceLock::new();
    COMPILER.get_or_init(|| match Command::new("tcc").arg("-v").output() {
        Ok(_) => "tcc",
        Err(_) => "gcc",
    })
}

/// Flags of `spin` for no dead-variable resets and no statement merging.
pub const UNOPTIMIZED: &[&str] = &["-o1", "-o2", "-o3"];

/// Flags of the compiler for a full search for assertions and invalid end states.
pub const SAFETY: [&str; 4] = ["-O2", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM"];

/// How long a verifier of a small program may take.
pub const RUN_LIMIT: Duration = Duration::from_secs(60);

const COMPILE_LIMIT: Duration = Duration::from_secs(300);

/// Formulas that nest `U` and `W` keep `spin -a` busy for minutes.
const GENERATE_LIMIT: Duration = Duration::from_secs(60);

impl Build {
    /// The verifier with SPIN's own optimisations, full search for safety.
    pub fn optimized(model: impl Into<PathBuf>, defines: &[String]) -> Build {
        Build {
            model: model.into(),
            defines: defines.to_vec(),
            spin_flags: &[],
            compiler: "gcc",
            compiler_flags: SAFETY.to_vec(),
        }
    }

    /// The verifier without them.
    pub fn unoptimized(model: impl Into<PathBuf>, defines: &[String]) -> Build {
        Build {
            spin_flags: UNOPTIMIZED,
            ..Build::optimized(model, defines)
        }
    }

    /// Generates and compiles in `folder`; the path of `pan`.
    ///
    /// # Errors
    /// What spin or the compiler said.
    pub fn make(&self, folder: &Path) -> Result<PathBuf, String> {
        for finished in [self.generate(folder), self.compile(folder)] {
            if finished.code() != Some(0) {
                return Err(finished.all_output());
            }
        }
        Ok(folder.join("pan"))
    }

    /// Writes `pan.c` and its parts into `folder`, unless spin refuses the model.
    fn generate(&self, folder: &Path) -> Finished {
        let model = fs::canonicalize(&self.model).unwrap_or_else(|_| self.model.clone());
        let mut generate = Command::new("spin");
        generate
            .args(self.spin_flags)
            .args(self.defines.iter().map(|d| format!("-D{d}")))
            .arg("-a")
            .arg(model);
        process::run(generate.current_dir(folder), GENERATE_LIMIT)
    }

    fn compile(&self, folder: &Path) -> Finished {
        let mut compile = Command::new(self.compiler);
        compile.arg("-w").args(&self.compiler_flags);
        compile.args(["-o", "pan", "pan.c"]);
        process::run(compile.current_dir(folder), COMPILE_LIMIT)
    }
}

/// What a verifier printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// States, transitions, depth.
    pub counts: Counts,
    /// Errors counted.
    pub errors: u64,
    /// Texts of the errors, as printed: consecutive equal ones once.
    pub messages: Vec<String>,
    /// Statements never executed: line and text.
    pub unreached: Vec<(u32, String)>,
    /// The search was cut at its bound on depth.
    pub depth_bound_hit: bool,
    /// The search ended on its own.
    pub completed: bool,
}

impl Run {
    /// Whether it was cut at this bound on depth. With `-f` a verifier may go round on ever deeper
    /// copies of states and stop at the bound without a word of it.
    pub fn is_cut(&self, depth_max: u64) -> bool {
        self.depth_bound_hit || self.counts.depth + 1 >= depth_max
    }

    /// Reads the output of a verifier; `None` when it has no counts.
    pub fn parse(output: &str) -> Option<Run> {
        let line_with = |what: &str| output.lines().find(|line| line.contains(what));
        // From a hundred million on it prints eight digits and an exponent.
        let before = |what: &str| {
            let number = line_with(what)?.split_whitespace().next()?;
            number.parse::<f64>().ok().map(|number| number as u64)
        };
        let vector = line_with("State-vector")?;
        let after = |what: &str| {
            let rest = vector.split_once(what)?.1;
            rest.split([',', ' '])
                .find(|word| !word.is_empty())?
                .parse()
                .ok()
        };
        let messages = output.lines().filter_map(|line| {
            let (number, text) = line.strip_prefix("pan:")?.split_once(": ")?;
            number.parse::<u64>().ok()?;
            Some(text.split(" (at depth").next().unwrap_or(text).to_string())
        });
        Some(Run {
            counts: Counts {
                stored: before("states, stored")?,
                matched: before("states, matched")?,
                transitions: before("transitions (= ")?,
                atomic: before("atomic steps")?,
                depth: after("depth reached")?,
            },
            errors: after("errors:")?,
            messages: messages.collect(),
            unreached: output.lines().filter_map(unreached).collect(),
            depth_bound_hit: output.contains("max search depth too small"),
            completed: !output.contains("Search not completed"),
        })
    }
}

/// The kind of violation, in the words of our report, that a message of a verifier stands for.
pub fn kind(message: &str) -> &'static str {
    match message {
        "invalid end state" => "invalid-end-state",
        m if m.starts_with("event_trace") => "trace",
        "assertion violated - invalid array index" => "runtime-error",
        m if m.starts_with("assertion violated") => "assertion",
        _ => "runtime-error",
    }
}

/// After a tab: `m.pml:2, state 11, "x = 99"`.
fn unreached(line: &str) -> Option<(u32, String)> {
    let (place, text) = line.strip_prefix('\t')?.split_once(", state ")?;
    let line = place.rsplit(':').next()?.parse().ok()?;
    let text = text.split_once("\"")?.1.strip_suffix('"')?;
    Some((line, text.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_of_a_verifier() {
        let output = "pan:1: assertion violated (x!=4) (at depth 9)\npan: wrote m.pml.trail\n\n\
            State-vector 12 byte, depth reached 17, errors: 2\n       24 states, stored\n        3 states, matched\n\
            \x20      27 transitions (= stored+matched)\n        5 atomic steps\n\
            unreached in proctype P\n\tm.pml:2, state 11, \"x = 99\"\n\t(1 of 13 states)\n";
        let run = Run::parse(output).unwrap();
        let expected = Counts {
            stored: 24,
            matched: 3,
            transitions: 27,
            atomic: 5,
            depth: 17,
        };
        assert_eq!(run.counts, expected);
        assert_eq!(run.errors, 2);
        assert_eq!(run.messages, ["assertion violated (x!=4)"]);
        assert_eq!(run.unreached, [(2, "x = 99".to_string())]);
        assert!(run.completed && !run.depth_bound_hit);
        let large = output.replace("       27 trans", "1.2345678e+08 trans");
        let counts = Run::parse(&large).unwrap().counts;
        assert_eq!(counts.transitions, 123_456_780);
        assert!(Run::parse("pan: unknown option\n").is_none());
    }
}
