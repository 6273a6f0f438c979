//! `mutants --count 100000 --seed 1`: models changed at random, through everything that pvgen does.

use std::path::PathBuf;
use std::process::ExitCode;

use support::jobs;
use support::mutants::build::build;
use support::mutants::campaign::Campaign;
use support::mutants::work::{self, Work, examine_file};

const HELP: &str = "\
mutants [OPTIONS]

  --count N        mutants [100000]
  --seed N         what they are made from [1]
  --jobs N         processes at the same time [cores]
  --tree PERCENT   families that are changed by their tree, most of which are accepted [25]
  --build N        build analyzers of so many that were accepted [0]
  --shrinks N      examinations to make one with a fault smaller [400]
  --out FOLDER     where those go [mutants]
  --examine FILE   examine one text only

exit status: 0 no fault, 1 faults, 2 bad usage
";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(message) => {
            eprintln!("mutants: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut campaign = Campaign {
        program,
        seed: 1,
        count: 100_000,
        jobs: jobs::cores(),
        tree: 25,
        sample: 0,
        shrinks: 400,
        out: PathBuf::from("mutants"),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{name} needs a value"));
        match name.as_str() {
            "--count" => campaign.count = number(&value()?)?,
            "--seed" => campaign.seed = number(&value()?)?,
            "--jobs" => campaign.jobs = number(&value()?)?.max(1) as usize,
            "--tree" => campaign.tree = number(&value()?)? as usize,
            "--build" => campaign.sample = number(&value()?)? as usize,
            "--shrinks" => campaign.shrinks = number(&value()?)? as usize,
            "--out" => campaign.out = value()?.into(),
            "--examine" => return examine(value()?.into()),
            "--work" => {
                let arguments: Vec<String> = arguments.collect();
                return as_worker(&arguments);
            }
            "--help" => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(format!("there is no option {name}\n\n{HELP}")),
        }
    }
    // Analyzers are generated in another folder.
    campaign.out = std::path::absolute(&campaign.out).map_err(|error| error.to_string())?;
    let tally = campaign.run();
    println!("{tally}");
    let mut faults = !tally.faults.is_empty();
    if campaign.sample > 0 {
        let (built, failed) = build(&campaign.out, campaign.sample, campaign.seed);
        println!("{built} analyzers were built, {} were not", failed.len());
        for (path, said) in &failed {
            println!("  {}:\n{said}", path.display());
        }
        faults |= !failed.is_empty();
    }
    Ok(ExitCode::from(u8::from(faults)))
}

fn examine(path: PathBuf) -> Result<ExitCode, String> {
    match examine_file(&path, &path) {
        Ok(stage) => {
            println!("{stage:?}");
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => {
            eprintln!("{fault}");
            Ok(ExitCode::FAILURE)
        }
    }
}

/// What a campaign tells its workers.
fn as_worker(arguments: &[String]) -> Result<ExitCode, String> {
    let [numbers @ .., folder, slot] = arguments else {
        return Err("--work is for workers of this program".into());
    };
    let numbers = numbers.iter().map(|text| number(text));
    let numbers: Vec<u64> = numbers.collect::<Result<_, _>>()?;
    let [seed, first, end, stride, tree, sample] = numbers[..] else {
        return Err("--work is for workers of this program".into());
    };
    work::work(&Work {
        seed,
        first,
        end,
        stride,
        tree: tree as usize,
        sample: sample as usize,
        folder: folder.into(),
        slot: slot.clone(),
    });
    Ok(ExitCode::SUCCESS)
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}
