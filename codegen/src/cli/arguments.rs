//! The options, one line of help each.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Writes a verifier for a Promela model: a Rust program made for this one model.
#[derive(Debug, Parser)]
#[command(name = "pvgen", version, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// What to do instead of generating only.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Without a subcommand.
    #[command(flatten)]
    pub generate: GenerateArguments,
}

/// Subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Generate, build and run; several models give one table
    Check(CheckArguments),
    /// Run the model once, choosing at random or as you say
    Simulate(SimulateArguments),
    /// Show an error trail step by step
    Replay(ReplayArguments),
    /// Show the conflict tags of each transition, and which transitions depend on each other
    Tags(TagsArguments),
    /// Show a never claim, or the negation of a formula, as an automaton
    Claim(ClaimArguments),
    /// Show what `pvgen check` keeps on the disk, or remove it
    Cache(CacheArguments),
}

/// How models are read.
#[derive(Debug, Args)]
pub struct ModelArguments {
    /// Promela models
    #[arg(required = true, value_name = "MODEL")]
    pub models: Vec<PathBuf>,
    /// How they are read.
    #[command(flatten)]
    pub read: ReadArguments,
    /// Keep every state that SPIN keeps with -o1 -o2 -o3: no merging of statements, no resetting of
    /// dead variables
    #[arg(long)]
    pub unoptimized: bool,
    /// A send to a full channel does not wait: the message is lost (SPIN's -m)
    #[arg(long)]
    pub lossy_sends: bool,
}

/// What decides about the text of a model, and what is said of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct ReadArguments {
    /// Define a macro, 1 without a text
    #[arg(short = 'D', value_name = "NAME[=TEXT]")]
    pub define: Vec<String>,
    /// Search this folder for included files; from here, then from the folder of the model
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Add a formula that must hold to the claims of the model
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    pub ltl_formula: Vec<String>,
    /// Add the claims of a file: `never`, `ltl`, or just a formula that must hold
    #[arg(long, value_name = "FILE")]
    pub claim: Vec<PathBuf>,
    /// Do not show this warning
    #[arg(long, value_name = "WARNING")]
    pub allow: Vec<String>,
}

impl ReadArguments {
    /// What decides, as words of a command line.
    pub fn deciding(&self) -> Vec<String> {
        let path = |option: &str, path: &PathBuf| format!("{option}{}", path.display());
        let defines = self.define.iter().map(|it| format!("-D{it}"));
        let includes = self.include.iter().map(|it| path("-I", it));
        let formulas = self.ltl_formula.iter();
        let formulas = formulas.map(|it| format!("--ltl-formula={it}"));
        let claims = self.claim.iter().map(|it| path("--claim=", it));
        defines
            .chain(includes)
            .chain(formulas)
            .chain(claims)
            .collect()
    }

    /// These options, and those of a trail of the kinds that are not among them; `None`: what the
    /// trail has are none.
    pub fn with(&self, words: &[String]) -> Option<Self> {
        let mut held = Self::default();
        for word in words {
            let path = |prefix| word.strip_prefix(prefix).map(PathBuf::from);
            if let Some(define) = word.strip_prefix("-D") {
                held.define.push(define.to_owned());
            } else if let Some(formula) = word.strip_prefix("--ltl-formula=") {
                held.ltl_formula.push(formula.to_owned());
            } else if let Some(include) = path("-I") {
                held.include.push(include);
            } else if let Some(claim) = path("--claim=") {
                held.claim.push(claim);
            } else {
                return None;
            }
        }
        fn or<T: Clone>(given: &[T], held: Vec<T>) -> Vec<T> {
            match given {
                [] => held,
                given => given.to_vec(),
            }
        }
        Some(Self {
            define: or(&self.define, held.define),
            include: or(&self.include, held.include),
            ltl_formula: or(&self.ltl_formula, held.ltl_formula),
            claim: or(&self.claim, held.claim),
            allow: self.allow.clone(),
        })
    }
}

/// Generating only.
#[derive(Debug, Args)]
pub struct GenerateArguments {
    /// The models.
    #[command(flatten)]
    pub model: ModelArguments,
    /// Write the analyzer into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Name the analyzer pan_NAME instead of after the model
    #[arg(long)]
    pub name: Option<String>,
    /// Copy the runtime's sources beside the analyzer (outside the workspace only)
    #[arg(long)]
    pub vendor: bool,
}

/// Generating, building and running.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The models.
    #[command(flatten)]
    pub model: ModelArguments,
    /// Options for the analyzer
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
}

/// Running a model once.
#[derive(Debug, Args)]
#[command(after_help = SIMULATE_HELP)]
pub struct SimulateArguments {
    /// Promela model
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub read: ReadArguments,
    /// A send to a full channel does not wait: the message is lost (SPIN's -m)
    #[arg(long)]
    pub lossy_sends: bool,
    /// Choose by this seed: the same seed gives the same run
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Stop after N steps
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Ask for each step, by numbers on standard input
    #[arg(long)]
    pub interactive: bool,
    /// Let an ltl formula or never claim look on: show at which places of its automaton it can be,
    /// and end when it is violated
    #[arg(long, short = 'N', value_name = "NAME")]
    pub ltl: Option<String>,
    /// How it is shown.
    #[command(flatten)]
    pub style: StyleArguments,
}

/// How a run is shown.
#[derive(Clone, Copy, Debug, Args)]
pub struct StyleArguments {
    /// Show messages only, in a column for each process
    #[arg(long)]
    pub columns: bool,
    /// Show only what the model prints, and how the run ends
    #[arg(long, conflicts_with = "columns")]
    pub quiet: bool,
}

const SIMULATE_HELP: &str = "\
Each line is a step: its number, place, process, statement, and the values it has changed. Lines with `>` are what the model prints.

Beside --ltl, lines without a number say what the claim sees and where it can be; `pvgen claim --format dot` draws its places.

Exit status: 0 when all ended well, was stopped by --steps or left; 1 when an assertion failed, a run-time error occurred, \
the processes got stuck or the claim of --ltl is violated; 2 for bad usage or a bad model; 3 when interrupted.";

/// Showing a trail.
#[derive(Debug, Args)]
#[command(after_help = REPLAY_HELP)]
pub struct ReplayArguments {
    /// The model that the analyzer was made from
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,
    /// A trail file that the analyzer has written
    #[arg(value_name = "TRAIL")]
    pub trail: PathBuf,
    /// How the model is read; what is not given is as when the analyzer was made.
    #[command(flatten)]
    pub read: ReadArguments,
    /// Show where the claim stands behind each of its steps
    #[arg(long)]
    pub claim_place: bool,
    /// The first step that is shown
    #[arg(long, value_name = "STEP", value_parser = clap::value_parser!(u64).range(1..))]
    pub from: Option<u64>,
    /// The last step that is shown
    #[arg(long, value_name = "STEP", value_parser = clap::value_parser!(u64).range(1..))]
    pub to: Option<u64>,
    /// Show this many of the last steps
    #[arg(long, value_name = "STEPS", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["from", "to"])]
    pub last: Option<u64>,
    /// Write the whole trail as a text
    #[arg(long, conflicts_with_all = ["from", "to", "last", "columns", "quiet", "claim_place", "check"])]
    pub text: bool,
    /// Let the interpreter walk, however long the trail is: a second opinion, of 3 to 70 µs a step
    #[arg(long)]
    pub check: bool,
    /// How it is shown.
    #[command(flatten)]
    pub style: StyleArguments,
}

/// Showing conflict tags.
#[derive(Debug, Args)]
#[command(after_help = TAGS_HELP)]
pub struct TagsArguments {
    /// The models.
    #[command(flatten)]
    pub model: ModelArguments,
}

/// Showing a claim.
#[derive(Debug, Args)]
#[command(after_help = CLAIM_HELP)]
pub struct ClaimArguments {
    /// Promela model
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub read: ReadArguments,
    /// Show the claim of this name; without, the only one
    #[arg(long)]
    pub name: Option<String>,
    /// How it is written
    #[arg(long, value_enum, default_value = "never")]
    pub format: ClaimFormat,
}

/// How a claim is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ClaimFormat {
    /// As a never claim of Promela, which SPIN takes, too
    Never,
    /// In the Hanoi Omega-Automata format, for other tools
    Hoa,
    /// As a drawing for Graphviz
    Dot,
}

/// What `check` keeps.
#[derive(Debug, Args)]
#[command(after_help = CACHE_HELP)]
pub struct CacheArguments {
    /// What to do instead of showing.
    #[command(subcommand)]
    pub command: Option<CacheCommand>,
}

/// What can be done with it.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum CacheCommand {
    /// Remove everything that is not in use
    Clean,
}

const CACHE_HELP: &str = "\
The folder is $XDG_CACHE_HOME/pvgen, or ~/.cache/pvgen. Analyzers that were not used for 30 days go by themselves.";

const TAGS_HELP: &str = "\
Each line is a transition: its number, its line in the model, its statements, and what it touches that other processes can see. \
A transition that touches nothing of the kind is local. `send q as out` is a send to the one of the channels declared as `q` that the local `out` names.";

const CLAIM_HELP: &str = "\
A formula is shown as what must not happen: its negation. A run that the automaton accepts violates the formula.";

const REPLAY_HELP: &str = "\
The trail knows how its analyzer was made: definitions (-D), include folders (-I) and added claims (--ltl-formula, --claim) need not be given again. \
Those that are given replace those of the trail of the same kind.

A trail of more than 1,000 steps is walked by its analyzer, which is built if it is not there, and both ends are shown; with --columns, --quiet, --claim-place or --check the interpreter walks.

Exit status: 0 when the trail ends in its violation; 2 for bad usage, a bad model, or a trail that is not of this model.";
