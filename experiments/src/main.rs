//! Measurements: this project's analyzers and SPIN's verifiers, side by side, in one run.
//!
//! Absolute figures hold for one machine; what is printed last is the ratio. Records of earlier
//! runs lie in `record/`.

mod arguments;
mod bench;
mod byte_frequencies;
mod caches_2001;
mod claims;
mod compile_time;
mod defaults;
mod graphs;
mod large;
mod large_models;
mod limits;
mod little_memory;
mod lossy;
mod measure;
mod millions;
mod models;
mod orders;
mod output;
mod overhead;
mod papers;
mod part_of_memory;
mod plot;
mod record;
mod reductions;
mod scaling;
mod searches;
mod stores;
mod stress;
mod stress_models;
mod structure;
mod swarm;
mod table;
mod trails;
mod tree;

use arguments::{Arguments, Experiment};
use clap::Parser;
use std::process::ExitCode;
use std::time::Duration;

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
            default,
            options,
        } => {
            let plan = bench::Plan {
                models,
                pairs: pairs.max(1),
                at_least: Duration::from_secs_f64(seconds),
                best,
                options,
            };
            match default {
                true => defaults::run(&plan),
                false => bench::run(&plan),
            }
        }
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
        Experiment::Claims {
            cases,
            modes,
            pairs,
            seconds,
            output,
        } => {
            let plan = claims::Plan {
                cases,
                modes,
                pairs,
                at_least: Duration::from_secs_f64(seconds),
            };
            claims::run(&plan, &output)
        }
        Experiment::CompileTime => compile_time::run(),
        Experiment::Structure { checkouts } => structure::run(&checkouts),
        Experiment::Limits => limits::run(),
        Experiment::Swarm {
            models,
            limit,
            output,
        } => swarm::run(&swarm::Plan { models, limit }, &output),
        Experiment::Scaling {
            models,
            threads: most,
            rounds,
            spin,
            options,
            output,
        } => {
            let plan = scaling::Plan {
                models,
                threads: threads(most),
                rounds: rounds.max(1),
                spin,
                options,
            };
            scaling::run(&plan, &output)
        }
        Experiment::Millions {
            threads: most,
            most: millions,
            limit,
            output,
        } => {
            let plan = millions::Plan {
                threads: threads(most),
                most: millions,
                limit,
            };
            millions::run(&plan, &output)
        }
        Experiment::Orders {
            models,
            limit,
            least,
            output,
        } => {
            let plan = orders::Plan {
                models,
                limit,
                least,
            };
            orders::run(&plan, &output)
        }
        Experiment::LittleMemory {
            models,
            bytes,
            limit,
            output,
        } => {
            let plan = little_memory::Plan {
                models,
                bytes,
                limit,
            };
            little_memory::run(&plan, &output)
        }
        Experiment::Trails => trails::run(),
        Experiment::Large { write } => large::run(write.as_deref()),
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
