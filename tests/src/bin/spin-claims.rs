//! `spin-claims`: what analyzers and SPIN say of the claims and labels of models of others.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use support::claims_beside::{OfModel, Outcome, compare};
use support::{files_below, spin};

const HELP: &str = "\
spin-claims [OPTIONS] [MODEL..]

  --folder DIR     all models below, those of SPIN's package unless models are named
  --seconds N      time of each search [60]

A line for each property of a model and each kind of runs, as a table in Markdown.

exit status: 0 no difference that is not known, 1 one, 2 bad usage
";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(message) => {
            eprintln!("spin-claims: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let (mut models, mut seconds) = (Vec::new(), 60);
    let mut folder = PathBuf::from(spin::EXAMPLES);
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{name} needs a value"));
        match name.as_str() {
            "--folder" => folder = value()?.into(),
            "--seconds" => {
                let text = value()?;
                let number = text.parse();
                seconds = number.map_err(|_| format!("{text} is not a number of seconds"))?;
            }
            "--help" => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ if name.starts_with('-') => {
                return Err(format!("there is no option {name}\n\n{HELP}"));
            }
            _ => models.push(PathBuf::from(name)),
        }
    }
    if !spin::available() {
        return Err("spin and gcc are needed".to_string());
    }
    if models.is_empty() {
        let found = files_below(&folder, "pml");
        models = found.map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let limit = Duration::from_secs(seconds);
    let compared = compare(&models, &folder, limit, |done| {
        for pair in done.pairs.iter().flatten() {
            eprintln!("{} | {pair}", done.name);
        }
    });
    Ok(show(&compared, &folder))
}

/// Prints the table and what it comes to.
fn show(compared: &[OfModel], folder: &Path) -> ExitCode {
    let mut tally: BTreeMap<Outcome, usize> = BTreeMap::new();
    println!("Models below {}\n", folder.display());
    println!("| model | property | runs | pvgen | `--reduce none` | SPIN | |");
    println!("|---|---|---|---|---|---|---|");
    for OfModel { name, pairs } in compared {
        for pair in pairs.iter().flatten() {
            println!("| {name} | {pair}");
            *tally.entry(pair.outcome()).or_default() += 1;
        }
    }
    println!();
    for OfModel { name, pairs } in compared {
        if let Err(refused) = pairs {
            println!("{name}: {refused}");
        }
    }
    for (outcome, words) in Outcome::ALL {
        if let Some(count) = tally.get(&outcome) {
            println!("{count:6} {words}");
        }
    }
    let is_fine = tally.keys().all(|outcome| outcome.is_fine());
    ExitCode::from(u8::from(!is_fine))
}
