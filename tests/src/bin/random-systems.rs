//! `random-systems --count 100000 --seed 1`: looks for small systems in which a reduction loses
//! something.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use support::systems::campaign::{Campaign, Tally};
use support::systems::claims;
use support::systems::claims::campaign::FAIRNESS;
use support::systems::claims::subject::{Case, Pair, Searched};
use support::systems::classes::TABLE;
use support::systems::combination::{COMBINATIONS, Subject};
use support::systems::find::RULES;
use support::systems::table::System;
use support::systems::{compare_with_spin, generate};
use support::{jobs, process, spin};

const HELP: &str = "\
random-systems [OPTIONS]

  --count N        systems [1000]
  --seed N         what they are made from [1]
  --first N        number of the first [0]
  --processes N    of each system: 3 or 4 [3]
  --jobs N         at the same time [cores]
  --commute N      one of so many has its tags tried out in every state [10]
  --spin N         so many of them are counted by SPIN, too [0]
  --shrinks N      systems tried to make one in which something is lost smaller [3000]
  --unsound        show what is lost where nobody promises anything, too
  --class NAME     only systems of this class, of those numbers: CLASSES
  --without RULE   tags of which a rule is left out, to see what is lost: RULES
  --show           print the systems only
  --table FILE     print the system of this table, and what each combination makes of it
  --claims         ask for runs that violate formulas, instead
  --taken-for-normal  of claims that are not in normal form: what is missed then
  --blind          of claims that are said to observe nothing: what is missed then

exit status: 0 nothing lost, 1 something lost, 2 bad usage
";

fn help() -> String {
    HELP.replace("RULES", &RULES.map(|(name, _)| name).join(", "))
        .replace("CLASSES", &TABLE.map(|(_, name, _)| name).join(", "))
}

/// Systems for a process: their tables stay in memory until it ends.
const CHUNK: u64 = 2000;

/// Time for this many.
const LIMIT: Duration = Duration::from_secs(3600);

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(message) => {
            eprintln!("random-systems: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let mut campaign = Campaign {
        seed: 1,
        first: 0,
        count: 1000,
        processes: 3,
        commute_every: 10,
        class: None,
        shrinks: 3000,
        unsound: false,
        without: None,
    };
    let (mut show, mut chunk, mut jobs, mut spins) = (false, false, jobs::cores(), 0);
    let mut searched = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        if name == "--without" {
            let rule = arguments.next().unwrap_or_default();
            let known = RULES.iter().find(|(name, _)| *name == rule);
            let (_, rule) =
                known.ok_or_else(|| format!("there is no rule {rule}\n\n{}", help()))?;
            campaign.without = Some(*rule);
            continue;
        }
        if name == "--table" {
            let file = arguments.next().unwrap_or_default();
            return show_table(&file).map(|()| ExitCode::SUCCESS);
        }
        if name == "--class" {
            let class = arguments.next().unwrap_or_default();
            let known = TABLE.iter().position(|(_, name, _)| *name == class);
            let index = known.ok_or_else(|| format!("there is no class {class}\n\n{}", help()))?;
            campaign.class = Some(index);
            continue;
        }
        let mut value = || {
            let text = arguments.next().ok_or(format!("{name} needs a value"))?;
            text.parse::<u64>()
                .map_err(|_| format!("{text} is not a number"))
        };
        match name.as_str() {
            "--count" => campaign.count = value()?,
            "--seed" => campaign.seed = value()?,
            "--first" => campaign.first = value()?,
            "--processes" => campaign.processes = value()?.clamp(2, 4) as usize,
            "--jobs" => jobs = value()? as usize,
            "--commute" => campaign.commute_every = value()?,
            "--spin" => spins = value()?,
            "--shrinks" => campaign.shrinks = value()? as usize,
            "--unsound" => campaign.unsound = true,
            "--claims" => searched = Some(Searched::Own),
            "--taken-for-normal" => searched = Some(Searched::Parity),
            "--blind" => searched = Some(Searched::Blind),
            "--show" => show = true,
            "--chunk" => chunk = true,
            "--help" => {
                print!("{}", help());
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(format!("there is no option {name}\n\n{}", help())),
        }
    }
    if show {
        for number in campaign.numbers() {
            let (class, system) = generate::system(campaign.seed, number, campaign.processes);
            println!("/* {number}: {class:?} */\n{system}");
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(searched) = searched {
        return with_claims(&campaign, searched, (chunk, jobs, spins));
    }
    if chunk {
        let tally = serde_json::to_string(&campaign.run()).map_err(|error| error.to_string())?;
        println!("{tally}");
        return Ok(ExitCode::SUCCESS);
    }
    let start = Instant::now();
    let mut tally = in_chunks(&campaign, jobs)?;
    if spin::available() {
        let numbers: Vec<u64> = campaign.numbers().take(spins as usize).collect();
        let said = jobs::on_cores(jobs, &numbers, |&number| {
            compare_with_spin::compare(campaign.seed, number, campaign.processes)
        });
        let compared = said.iter().filter(|it| **it == Ok(true)).count();
        println!("{compared} systems counted by SPIN as well");
        tally.wrong.extend(said.into_iter().filter_map(Result::err));
    }
    for said in tally.unsound.values().chain(&tally.wrong) {
        println!("{said}");
    }
    println!("{tally}\n{} s", start.elapsed().as_secs());
    Ok(ExitCode::from(u8::from(!tally.wrong.is_empty())))
}

fn show_table(file: &str) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    if let Ok(case) = serde_json::from_str::<Case>(&text) {
        return show_case(&case).ok_or_else(|| format!("{file}: too large"));
    }
    let system: System = serde_json::from_str(&text).map_err(|error| format!("{file}: {error}"))?;
    let subject = Subject::new(&system).map_err(|unfit| format!("{file}: {unfit:?}"))?;
    let naive = &subject.naive;
    let (states, ends, failed) = (naive.states.len(), naive.ends.len(), naive.failed.len());
    println!("/* {states} states, {ends} invalid end states, {failed} violated assertions");
    for combination in &COMBINATIONS {
        let searched = subject.search(combination);
        let (stored, losses) = (searched.statistics.stored, searched.losses);
        println!(
            "   {:<26} {stored:>6} states, loses {losses:?}",
            combination.name
        );
    }
    print!("*/\n{system}");
    Ok(())
}

fn show_case(case: &Case) -> Option<()> {
    let subject = claims::subject::Subject::new(&case.system)?;
    let pair = Pair::new(&subject, &case.propositions, &case.formula())?;
    println!("/* violated: {:?}", pair.violated());
    for (fairness, of) in FAIRNESS {
        let combinations = claims::combination::COMBINATIONS.iter();
        for combination in combinations.filter(|it| it.fits(&pair, fairness)) {
            let said = combination.search(&pair, fairness).and_then(|said| {
                let stored = said.statistics.stored;
                said.check(&pair, fairness).map(|()| stored)
            });
            println!("   {:<18} {of:<16} {said:?}", combination.name);
        }
    }
    print!("*/\n{case}");
    Some(())
}

/// Runs a campaign of systems with formulas.
fn with_claims(
    campaign: &Campaign,
    searched: Searched,
    (chunk, jobs, spins): (bool, usize, u64),
) -> Result<ExitCode, String> {
    let own = claims::campaign::Campaign {
        seed: campaign.seed,
        first: campaign.first,
        count: campaign.count,
        processes: campaign.processes,
        shrinks: campaign.shrinks,
        searched,
    };
    if chunk {
        let tally = serde_json::to_string(&own.run()).map_err(|error| error.to_string())?;
        println!("{tally}");
        return Ok(ExitCode::SUCCESS);
    }
    let start = Instant::now();
    let option = match searched {
        Searched::Own => "--claims",
        Searched::Parity => "--taken-for-normal",
        Searched::Blind => "--blind",
    };
    let mut all = claims::campaign::Tally::default();
    for said in of_chunks(campaign, jobs, CHUNK / 4, &[option])? {
        let tally = serde_json::from_str(&said).map_err(|error| format!("{error}: {said}"))?;
        all.merge(tally);
    }
    if spin::available() {
        let numbers: Vec<u64> = campaign.numbers().take(spins as usize).collect();
        let said = jobs::on_cores(jobs, &numbers, |&number| own.compare_with_spin(number));
        let compared = said.iter().map(|it| it.as_ref().map_or(0, |count| *count));
        println!("{} pairs looked at by SPIN as well", compared.sum::<u64>());
        all.wrong.extend(said.into_iter().filter_map(Result::err));
    }
    for said in &all.wrong {
        println!("{said}");
    }
    println!("{all}\n{} s", start.elapsed().as_secs());
    Ok(ExitCode::from(u8::from(!all.wrong.is_empty())))
}

/// Runs a campaign in child processes.
fn in_chunks(campaign: &Campaign, jobs: usize) -> Result<Tally, String> {
    let mut options = Vec::new();
    let known = RULES
        .iter()
        .find(|(_, rule)| Some(*rule) == campaign.without);
    if let Some((name, _)) = known {
        options.extend(["--without", name]);
    }
    if let Some(class) = campaign.class {
        options.extend(["--class", TABLE[class].1]);
    }
    if campaign.unsound {
        options.push("--unsound");
    }
    let mut all = Tally::default();
    for said in of_chunks(campaign, jobs, CHUNK, &options)? {
        all.merge(serde_json::from_str(&said).map_err(|error| format!("{error}: {said}"))?);
    }
    Ok(all)
}

/// What child processes say, each of its part of the systems.
fn of_chunks(
    campaign: &Campaign,
    jobs: usize,
    size: u64,
    options: &[&str],
) -> Result<Vec<String>, String> {
    let own: PathBuf = std::env::current_exe().map_err(|error| error.to_string())?;
    let end = campaign.first + campaign.count;
    let chunks: Vec<u64> = (campaign.first..end).step_by(size as usize).collect();
    let said = jobs::on_cores(jobs, &chunks, |&first| {
        let count = size.min(end - first);
        let mut command = Command::new(&own);
        command.arg("--chunk").args(options);
        for (name, value) in [
            ("--seed", campaign.seed),
            ("--first", first),
            ("--count", count),
            ("--processes", campaign.processes as u64),
            ("--commute", campaign.commute_every),
            ("--shrinks", campaign.shrinks as u64),
        ] {
            command.args([name, &value.to_string()]);
        }
        let finished = process::run(&mut command, LIMIT);
        match finished.code() {
            Some(0) => Ok(finished.stdout),
            _ => Err(format!(
                "systems from {first} on: {}",
                finished.all_output()
            )),
        }
    });
    said.into_iter().collect()
}
