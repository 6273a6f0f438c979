//! `random-formulas --count 10000 --seed 1`: looks for formulas whose automata accept a wrong word.

use frontend::ltl::letters::Alphabet;
use frontend::ltl::{print, translate};
use std::process::ExitCode;
use std::time::Instant;
use support::formulas::campaign::Campaign;
use support::formulas::generate;
use support::formulas::table::{self, Sizes};
use support::formulas::text;
use support::{jobs, spin};

const HELP: &str = "\
random-formulas [OPTIONS]

  --count N   formulas [1000]
  --seed N    what they are made from [1]
  --first N   number of the first [0]
  --words N   words tried with each [40]
  --jobs N    at the same time [cores]
  --spin      compare with the claims that SPIN makes, too
  --show      print the formulas only
  --formula F translate this formula instead, and print its automaton (HOA)
  --table     translate the formulas of the literature instead, and print the sums of sizes

exit status: 0 nothing wrong, 1 something wrong, 2 bad usage
";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(message) => {
            eprintln!("random-formulas: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let mut campaign = Campaign {
        seed: 1,
        first: 0,
        count: 1000,
        words: 40,
        spin: false,
        jobs: jobs::cores(),
    };
    let mut show = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let mut value = || {
            let text = arguments.next().ok_or(format!("{name} needs a value"))?;
            text.parse::<u64>()
                .map_err(|_| format!("{text} is not a number"))
        };
        match name.as_str() {
            "--count" => campaign.count = value()?,
            "--seed" => campaign.seed = value()?,
            "--first" => campaign.first = value()?,
            "--words" => campaign.words = value()? as usize,
            "--jobs" => campaign.jobs = value()? as usize,
            "--spin" => campaign.spin = spin::available(),
            "--show" => show = true,
            "--formula" => {
                print_formula(&arguments.next().ok_or("--formula needs a value")?)?;
                return Ok(ExitCode::SUCCESS);
            }
            "--table" => {
                print_table();
                return Ok(ExitCode::SUCCESS);
            }
            "--help" => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(format!("there is no option {name}\n\n{HELP}")),
        }
    }
    if show {
        for number in campaign.first..campaign.first + campaign.count {
            println!("{}", generate::formula(campaign.seed, number).0);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let start = Instant::now();
    let tally = campaign.run();
    tally.wrong.iter().for_each(|wrong| println!("{wrong}"));
    let (count, spin, wrong) = (campaign.count, tally.spin, tally.wrong.len());
    let seconds = start.elapsed().as_secs();
    println!("{count} formulas, {spin} of them compared with SPIN: {wrong} wrong; {seconds} s");
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

fn print_formula(text: &str) -> Result<(), String> {
    let (formula, names) = text::formula(text);
    let start = Instant::now();
    let translated = translate(&formula, Alphabet::new(names.len() as u32));
    let time = start.elapsed().as_millis();
    let it = translated.map_err(|refusal| refusal.to_string())?;
    print!("{}", print::hoa(&it.automaton, &names, text));
    let (places, edges) = (it.automaton.places.len(), it.automaton.edges());
    let buchi = it.buchi.places.len();
    println!(
        "{places} places, {edges} edges, {:?}, {:?}",
        it.stutter, it.components
    );
    println!("{buchi} places as a Büchi automaton; {time} ms");
    Ok(())
}

fn print_table() {
    let (mut all, mut slowest) = (Vec::new(), (0, String::new()));
    for row in table::rows() {
        let start = Instant::now();
        let sizes = Sizes::of(&row, &row.smallest());
        let time = start.elapsed().as_millis();
        slowest = slowest.max((time, row.name.clone()));
        all.push((row, sizes));
    }
    print!("{}", table::sums(&all).1);
    println!("slowest: {}, {} ms", slowest.1, slowest.0);
}
