//! The command line: what can be measured, and with which options.

use std::time::Duration;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::claims::Mode;
use super::output::Output;
use super::papers::{self, Paper};

/// The command line.
#[derive(Parser)]
#[command(about = "Speed and memory of analyzers against SPIN's verifiers")]
pub struct Arguments {
    /// What is measured.
    #[command(subcommand)]
    pub experiment: Experiment,
}

/// What can be measured.
#[derive(Subcommand)]
pub enum Experiment {
    /// Transitions per CPU second and peak memory, full search, nothing optimised away on either
    /// side
    Bench {
        /// Models, separated by commas [default: all but the long ones]
        #[arg(long, value_delimiter = ',')]
        models: Vec<String>,
        /// Interleaved pairs; the median is reported
        #[arg(long, default_value_t = 5)]
        pairs: usize,
        /// CPU seconds a side and pair at least: a shorter run is repeated
        #[arg(long, default_value_t = 5.0)]
        seconds: f64,
        /// SPIN's fastest build: -O3 -march=native -DNOCOMP -DHASH32, and huge pages
        #[arg(long)]
        best: bool,
        /// As users have both: `spin -a`, -O2 -DSAFETY, and whatever both leave out by default
        #[arg(long, conflicts_with = "best")]
        default: bool,
        /// More options of our side
        #[arg(last = true)]
        options: Vec<String>,
    },
    /// Local edges and conflict sets on five protocols (Holzmann, Godefroid and Pirottin 1992)
    #[command(name = "table-2-1992")]
    Table2Of1992(PaperArguments),
    /// Four protocols, plain search (Godefroid, Holzmann and Pirottin 1995)
    #[command(name = "table-1-1995")]
    Table1Of1995(PaperArguments),
    /// The same four with sleep sets
    #[command(name = "table-2-1995")]
    Table2Of1995(PaperArguments),
    /// Transitions and time against the size of a cache, with and without sleep sets (Godefroid,
    /// Holzmann and Pirottin 1995)
    #[command(name = "figures-4-5-1995")]
    Figures4And5Of1995 {
        /// Parts of the names of models or protocols, separated by commas [default: all six models]
        #[arg(long, value_delimiter = ',')]
        models: Vec<String>,
        /// Each cache is this part of the one before
        #[arg(long, default_value_t = 0.87)]
        ratio: f64,
        /// Cut a search off where it has about this many times the transitions of a plain search
        #[arg(long, default_value_t = 10.0)]
        work: f64,
        /// Seconds for a search
        #[arg(long, default_value_t = 60)]
        max_time: u64,
        /// Searches at a time [default: one for each processor]
        #[arg(long)]
        jobs: Option<usize>,
        #[command(flatten)]
        output: Output,
    },
    /// The smallest cache for random graphs, by replacement (Geldenhuys 2004)
    #[command(name = "table-1-2004")]
    Table1Of2004 {
        /// All 790 specifications, not only some forty (hours)
        #[arg(long)]
        all: bool,
        /// Limits on the redundant work factor, separated by commas, from 2 to 10
        #[arg(long, value_delimiter = ',', default_value = "5")]
        factors: Vec<u64>,
        /// Graphs of each of the six kinds
        #[arg(long, default_value_t = 10)]
        graphs: u32,
        /// States that a graph has at most
        #[arg(long, default_value_t = 5000)]
        states: u32,
        /// Sizes of caches between none and all states; less are quicker and less exact
        #[arg(long, default_value_t = 400)]
        steps: usize,
        /// Threads [default: one for each processor]
        #[arg(long)]
        jobs: Option<usize>,
        #[command(flatten)]
        output: Output,
    },
    /// The smallest cache for graphs of models, by replacement (Geldenhuys 2004)
    #[command(name = "table-2-2004")]
    Table2Of2004 {
        /// All 790 specifications, not only some fifty (hours)
        #[arg(long)]
        all: bool,
        /// A replacement of ours, too, beside the best of the 790
        #[arg(long)]
        own: bool,
        /// Parts of the names of graphs, separated by commas [default: all graphs]
        #[arg(long, value_delimiter = ',')]
        models: Vec<String>,
        /// How the graphs are reduced; local is what comes next to SPIN's reduction, which the
        /// paper's graphs had
        #[arg(long, default_value = "local")]
        reduce: String,
        /// Sizes of caches between none and all states; less are quicker and less exact
        #[arg(long, default_value_t = 400)]
        steps: usize,
        /// Threads [default: one for each processor]
        #[arg(long)]
        jobs: Option<usize>,
        #[command(flatten)]
        output: Output,
    },
    /// A leader election with less and less memory, by replacement (Geldenhuys 2004)
    #[command(name = "table-3-2004")]
    Table3Of2004 {
        /// Of the model, separated by commas
        #[arg(long, value_delimiter = ',', default_value = "N=4,LINKS=61")]
        define: Vec<String>,
        /// How the searches are reduced; local is what comes next to SPIN's reduction, which the
        /// paper's had
        #[arg(long, default_value = "local")]
        reduce: String,
        /// Limit the number of states from the start, not the memory
        #[arg(long)]
        states: bool,
        /// Cut a search off when it has visited about this many times the states
        #[arg(long, default_value_t = 10.0)]
        work: f64,
        #[command(flatten)]
        output: Output,
    },
    /// How many levels back edges lead, in all our models (Tronci, Della Penna, Intrigila and
    /// Venturini Zilli 2001)
    #[command(name = "figure-1-2001")]
    Figure1Of2001 {
        /// Parts of models' names, separated by commas [default: all models]
        #[arg(long, value_delimiter = ',')]
        models: Vec<String>,
        /// Seconds for a search
        #[arg(long, default_value_t = 600)]
        limit: u64,
        #[command(flatten)]
        output: Output,
    },
    /// Breadth-first searches with a table that forgets, for less and less of the states (Tronci et
    /// al. 2001, Figures 4 and 5, with --compact 4 and 6)
    #[command(name = "figures-4-6-2001")]
    Figures4To6Of2001 {
        /// Parts of the names of models, separated by commas [default: all models]
        #[arg(long, value_delimiter = ',')]
        models: Vec<String>,
        /// Sizes in per cent of the memory that keeps all states, separated by commas
        #[arg(long, value_delimiter = ',', default_value = "100,80,60,50,40")]
        percents: Vec<u64>,
        /// A table for this many per cent of all states, not one that fits into so much memory
        #[arg(long)]
        states: bool,
        /// Slots that are looked at for a state; 1: as the paper's text says
        #[arg(long, default_value_t = 8)]
        probes: u32,
        /// Seconds for a search
        #[arg(long, default_value_t = 300)]
        limit: u64,
        /// Fingerprints of 40 bits instead of states
        #[arg(long)]
        compact: bool,
        #[command(flatten)]
        output: Output,
    },
    /// A large model in little memory, the queue on disk (Tronci et al. 2001, Figure 7)
    #[command(name = "figure-7-2001")]
    Figure7Of2001 {
        /// A model of the benchmark
        #[arg(long, default_value = "philo7")]
        model: String,
        /// Memory in MiB, separated by commas
        #[arg(long, value_delimiter = ',', default_value = "128,96,80,64")]
        memory: Vec<u64>,
        /// Seconds for a search
        #[arg(long, default_value_t = 1200)]
        limit: u64,
        #[command(flatten)]
        output: Output,
    },
    /// All reductions on all models, beside SPIN's own: states and CPU time
    Reductions {
        /// Parts of models' names, separated by commas [default: all models]
        #[arg(long, value_delimiter = ',')]
        models: Vec<String>,
        /// With statements merged and dead variables reset, on both sides
        #[arg(long)]
        optimized: bool,
        /// Seconds for a search
        #[arg(long, default_value_t = 60)]
        limit: u64,
        /// Memory for a search of ours; SPIN has 4 GiB
        #[arg(long, default_value = "4G")]
        memory: String,
        /// CPU seconds a search at least: a shorter one is repeated, and the mean reported
        #[arg(long, default_value_t = 0.0)]
        seconds: f64,
        #[command(flatten)]
        output: Output,
    },
    /// Searches with a quarter of the memory that a full one uses: complete or not, and at what
    /// cost
    PartOfMemory {
        /// Parts of models' names, separated by commas [default: all models]
        #[arg(long, value_delimiter = ',')]
        models: Vec<String>,
        /// The full search has this many times the memory
        #[arg(long, default_value_t = 4)]
        divisor: u64,
        /// States that the full search must have
        #[arg(long, default_value_t = 100_000)]
        states: u64,
        /// A search ends after this many times the time of the full one
        #[arg(long, default_value_t = 20.0)]
        factor: f64,
        /// Leave out models whose full search takes more seconds
        #[arg(long, default_value_t = 60)]
        limit: u64,
        #[command(flatten)]
        output: Output,
        /// Options of all searches
        #[arg(last = true)]
        options: Vec<String>,
    },
    /// What the forms of states gain in memory and cost in time
    Stores {
        /// Parts of models' names, separated by commas [default: all models]
        #[arg(long, value_delimiter = ',')]
        models: Vec<String>,
        /// States that a search must have
        #[arg(long, default_value_t = 100_000)]
        states: u64,
        /// Leave out models whose search takes more seconds
        #[arg(long, default_value_t = 60)]
        limit: u64,
        /// Interleaved rounds; the median is reported
        #[arg(long, default_value_t = 3)]
        rounds: usize,
        /// CPU seconds a search and round at least: a shorter run is repeated
        #[arg(long, default_value_t = 1.0)]
        seconds: f64,
        #[command(flatten)]
        output: Output,
    },
    /// Full searches with the tree store in a few bytes a state, beside the exact store and SPIN's
    /// compressions
    Tree {
        /// Parts of models' names, separated by commas [default: all models, elev43 and philo7 too]
        #[arg(long, value_delimiter = ',')]
        models: Vec<String>,
        /// States that a search must have
        #[arg(long, default_value_t = 1_000_000)]
        states: u64,
        /// Memory for each state in bytes, beside 8 MiB and the stack
        #[arg(long, default_value_t = 12)]
        bytes: u64,
        /// Leave out models whose search takes more seconds
        #[arg(long, default_value_t = 120)]
        limit: u64,
        /// Interleaved rounds; the median is reported
        #[arg(long, default_value_t = 3)]
        rounds: usize,
        /// Measure SPIN's COLLAPSE and MA, too
        #[arg(long)]
        spin: bool,
        #[command(flatten)]
        output: Output,
    },
    /// States that the compact store and the bitstate store miss: estimated and in fact, beside
    /// SPIN's
    Lossy {
        /// A model of the benchmark
        #[arg(long, default_value = "elev43")]
        model: String,
        /// Seconds for a search
        #[arg(long, default_value_t = 300)]
        limit: u64,
        /// Measure SPIN's bitstate search and hash compaction, too
        #[arg(long)]
        spin: bool,
        #[command(flatten)]
        output: Output,
    },
    /// How often each byte occurs in states of our examples
    ByteFrequencies {
        /// Write the table into the runtime: Huffman codes are made for it
        #[arg(long)]
        bless: bool,
    },
    /// What reductions cost where nothing can be reduced
    Overhead {
        /// Processes of the model: each multiplies its states by 10
        #[arg(long, default_value_t = 7)]
        processes: u32,
        /// Interleaved rounds; the median is reported
        #[arg(long, default_value_t = 5)]
        rounds: usize,
        /// CPU seconds a search and round at least: a shorter run is repeated
        #[arg(long, default_value_t = 5.0)]
        seconds: f64,
        /// Count instructions too (valgrind), with two processes fewer
        #[arg(long)]
        instructions: bool,
        #[command(flatten)]
        output: Output,
    },
    /// Products with claims: speed, memory, states and edges to the first error
    Claims {
        /// Parts of the titles of cases, separated by commas [default: those of a minute]
        #[arg(long, value_delimiter = ',')]
        cases: Vec<String>,
        /// How both search, separated by commas
        #[arg(
            long,
            value_enum,
            value_delimiter = ',',
            default_value = "whole,fair,default"
        )]
        modes: Vec<Mode>,
        /// Interleaved pairs; the median is reported. 0: only states and edges
        #[arg(long, default_value_t = 3)]
        pairs: usize,
        /// CPU seconds a side and pair at least: a shorter run is repeated
        #[arg(long, default_value_t = 5.0)]
        seconds: f64,
        #[command(flatten)]
        output: Output,
    },
    /// How far searches of large models overshoot --max-time and --memory
    Limits,
    /// Time to the first violation in models that are too large for a single search, beside SPIN's
    /// swarm
    Swarm {
        /// These models only
        models: Vec<String>,
        /// Seconds that each search has
        #[arg(long, default_value_t = 60)]
        limit: u64,
        #[command(flatten)]
        output: Output,
    },
    /// What more threads gain: full searches with one thread and more, by turns
    Scaling {
        /// Models, separated by commas [default: all but the long ones]
        #[arg(long, value_delimiter = ',')]
        models: Vec<String>,
        /// Most threads [default: the number of processors]
        #[arg(long)]
        threads: Option<usize>,
        /// Runs of each search; the median counts
        #[arg(long, default_value_t = 5)]
        rounds: usize,
        /// SPIN's best beside them, and its searches with two cores
        #[arg(long)]
        spin: bool,
        /// More options of the breadth-first searches
        #[arg(last = true)]
        options: Vec<String>,
        #[command(flatten)]
        output: Output,
    },
    /// Whether searches become slower with more states: the time of each million
    Millions {
        /// Most threads [default: the number of processors]
        #[arg(long)]
        threads: Option<usize>,
        /// Millions of states that count
        #[arg(long, default_value_t = 60)]
        most: usize,
        /// Seconds that each search has
        #[arg(long, default_value_t = 180)]
        limit: u64,
        #[command(flatten)]
        output: Output,
    },
    /// Which order is soonest at a verdict or a first error, and which ends with less memory
    Orders {
        /// Parts of models' names, separated by commas [default: all models]
        #[arg(long, value_delimiter = ',')]
        models: Vec<String>,
        /// Seconds for a search
        #[arg(long, default_value_t = 60)]
        limit: u64,
        /// A model counts where one of two searches takes as many seconds
        #[arg(long, default_value_t = 0.1)]
        least: f64,
        #[command(flatten)]
        output: Output,
    },
    /// Breadth-first searches in a few bytes a state, all included
    LittleMemory {
        /// Models of the benchmark, separated by commas [default: filter4,gbn5,elev43,philo7]
        #[arg(long, value_delimiter = ',')]
        models: Vec<String>,
        /// Bytes of memory for each state, separated by commas
        #[arg(long, value_delimiter = ',', default_value = "6,5,4.5")]
        bytes: Vec<f64>,
        /// Seconds for a search
        #[arg(long, default_value_t = 300)]
        limit: u64,
        #[command(flatten)]
        output: Output,
    },
    /// What a trail of 400,000 steps costs
    Trails,
    /// Time to generate and build an analyzer when the runtime is built already
    CompileTime,
    /// Lines of rooms, longest functions and files, methods of traits, circles of imports
    Structure {
        /// Checkouts to count, side by side [this one]
        checkouts: Vec<PathBuf>,
    },
    /// Models of the size of a kernel's: what generating, building and searching them takes
    Large {
        /// Write one of the models, `inlines` or `statements`, and do nothing else
        #[arg(long)]
        write: Option<String>,
    },
    /// Generated large models: time to generate, build and search, size of the generated functions
    Stress {
        /// Interleaved pairs; the median is reported
        #[arg(long, default_value_t = 3)]
        pairs: usize,
        /// CPU seconds a side and pair at least: a shorter run is repeated
        #[arg(long, default_value_t = 5.0)]
        seconds: f64,
    },
}

/// Options of a table or figure of a paper.
#[derive(Args)]
pub struct PaperArguments {
    /// CPU seconds a search at least: a shorter one is repeated, and the mean reported
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    #[command(flatten)]
    output: Output,
}

impl PaperArguments {
    pub fn run(&self, paper: &Paper) -> Result<(), String> {
        papers::run(paper, Duration::from_secs_f64(self.seconds), &self.output)
    }
}
