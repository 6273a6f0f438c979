//! Measurements: this project's analyzers and SPIN's verifiers, side by side, in one run.
//!
//! Absolute figures hold for one machine; what is printed last is the ratio. Records of earlier
//! runs lie in `record/`.

mod bench;
mod byte_frequencies;
mod caches_2001;
mod compile_time;
mod graphs;
mod limits;
mod lossy;
mod measure;
mod models;
mod output;
mod overhead;
mod papers;
mod part_of_memory;
mod plot;
mod record;
mod reductions;
mod searches;
mod stores;
mod stress;
mod stress_models;
mod table;
mod tree;

use clap::{Args, Parser, Subcommand};
use output::Output;
use papers::Paper;
use std::{process::ExitCode, time::Duration};

#[derive(Parser)]
#[command(about = "Speed and memory of analyzers against SPIN's verifiers")]
struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
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
        /// A table for so many per cent of all states, not one that fits into so much memory
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
    /// How far searches of large models overshoot --max-time and --memory
    Limits,
    /// Time to generate and build an analyzer when the runtime is built already
    CompileTime,
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

#[derive(Args)]
struct PaperArguments {
    /// CPU seconds a search at least: a shorter one is repeated, and the mean reported
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    #[command(flatten)]
    output: Output,
}

impl PaperArguments {
    fn run(&self, paper: &Paper) -> Result<(), String> {
        papers::run(paper, Duration::from_secs_f64(self.seconds), &self.output)
    }
}

/// One for each processor, unless something else is asked for.
fn threads(jobs: Option<usize>) -> usize {
    jobs.unwrap_or_else(support::jobs::cores).max(1)
}

fn main() -> ExitCode {
    let result = match Arguments::parse().experiment {
        Experiment::Bench {
            models,
            pairs,
            seconds,
            best,
            options,
        } => bench::run(&bench::Plan {
            models,
            pairs: pairs.max(1),
            at_least: Duration::from_secs_f64(seconds),
            best,
            options,
        }),
        Experiment::Table2Of1992(arguments) => arguments.run(&papers::TABLE_2_1992),
        Experiment::Table1Of1995(arguments) => arguments.run(&papers::TABLE_1_1995),
        Experiment::Table2Of1995(arguments) => arguments.run(&papers::TABLE_2_1995),
        Experiment::Figures4And5Of1995 {
            models,
            ratio,
            work,
            max_time,
            jobs,
            output,
        } => {
            let plan = papers::figures::Plan {
                models,
                ratio,
                work,
                max_time,
                jobs: threads(jobs),
            };
            papers::figures::run(&plan, &output)
        }
        Experiment::Table1Of2004 {
            all,
            factors,
            graphs,
            states,
            steps,
            jobs,
            output,
        } => {
            let plan = graphs::Table1 {
                all,
                factors,
                graphs: graphs.max(1),
                states: states.max(1),
                steps: steps.max(1),
                jobs: threads(jobs),
            };
            graphs::run_table_1(&plan, &output)
        }
        Experiment::Table2Of2004 {
            all,
            own,
            models,
            reduce,
            steps,
            jobs,
            output,
        } => {
            let plan = graphs::Table2 {
                all,
                own,
                models,
                steps: steps.max(1),
                reduce,
                jobs: threads(jobs),
            };
            graphs::run_table_2(&plan, &output)
        }
        Experiment::Table3Of2004 {
            define,
            reduce,
            states,
            work,
            output,
        } => {
            let plan = papers::table_3::Plan {
                defines: define,
                reduce,
                states,
                work,
            };
            papers::table_3::run(&plan, &output)
        }
        Experiment::Figure1Of2001 {
            models,
            limit,
            output,
        } => {
            let plan = papers::figure_1_2001::Plan { models, limit };
            papers::figure_1_2001::run(&plan, &output)
        }
        Experiment::Figures4To6Of2001 {
            models,
            percents,
            states,
            probes,
            limit,
            compact,
            output,
        } => {
            let plan = caches_2001::Plan {
                models,
                percents,
                states,
                probes,
                limit,
                compact,
            };
            caches_2001::run(&plan, &output)
        }
        Experiment::Figure7Of2001 {
            model,
            memory,
            limit,
            output,
        } => {
            let plan = caches_2001::LargePlan {
                model,
                mib: memory,
                limit,
            };
            caches_2001::run_large(&plan, &output)
        }
        Experiment::Reductions {
            models,
            optimized,
            limit,
            memory,
            seconds,
            output,
        } => {
            let plan = reductions::Plan {
                models,
                optimized,
                limit,
                memory,
                at_least: Duration::from_secs_f64(seconds),
            };
            reductions::run(&plan, &output)
        }
        Experiment::PartOfMemory {
            models,
            divisor,
            states,
            factor,
            limit,
            output,
            options,
        } => {
            let plan = part_of_memory::Plan {
                models,
                divisor: divisor.max(1),
                least: states,
                factor,
                limit,
                options,
            };
            part_of_memory::run(&plan, &output)
        }
        Experiment::Stores {
            models,
            states,
            limit,
            rounds,
            seconds,
            output,
        } => {
            let plan = stores::Plan {
                models,
                least: states,
                limit,
                rounds: rounds.max(1),
                at_least: Duration::from_secs_f64(seconds),
            };
            stores::run(&plan, &output)
        }
        Experiment::Tree {
            models,
            states,
            bytes,
            limit,
            rounds,
            spin,
            output,
        } => {
            let plan = tree::Plan {
                models,
                least: states,
                bytes,
                limit,
                rounds: rounds.max(1),
                spin,
            };
            tree::run(&plan, &output)
        }
        Experiment::Lossy {
            model,
            limit,
            spin,
            output,
        } => lossy::run(&lossy::Plan { model, limit, spin }, &output),
        Experiment::ByteFrequencies { bless } => byte_frequencies::run(bless),
        Experiment::Overhead {
            processes,
            rounds,
            seconds,
            instructions,
            output,
        } => {
            let plan = overhead::Plan {
                processes: processes.max(3),
                rounds: rounds.max(1),
                at_least: Duration::from_secs_f64(seconds),
                instructions,
            };
            overhead::run(&plan, &output)
        }
        Experiment::CompileTime => compile_time::run(),
        Experiment::Limits => limits::run(),
        Experiment::Stress { pairs, seconds } => {
            stress::run(pairs.max(1), Duration::from_secs_f64(seconds))
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}
