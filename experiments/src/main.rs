//! Measurements: this project's analyzers and SPIN's verifiers, side by side, in one run.
//!
//! Absolute figures hold for one machine; what is printed last is the ratio. Records of earlier runs lie in `record/`.

mod bench;
mod compile_time;
mod measure;
mod models;
mod record;
mod stress;
mod stress_models;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use std::time::Duration;

#[derive(Parser)]
#[command(about = "Speed and memory of analyzers against SPIN's verifiers")]
struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Transitions per CPU second and peak memory, full search, nothing optimised away on either side
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
    },
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

fn main() -> ExitCode {
    let result = match Arguments::parse().experiment {
        Experiment::Bench {
            models,
            pairs,
            seconds,
        } => bench::run(&models, pairs.max(1), Duration::from_secs_f64(seconds)),
        Experiment::CompileTime => compile_time::run(),
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
