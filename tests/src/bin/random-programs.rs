//! `random-programs --count 2000 --seed 1`: compares what we, our generated code and SPIN make of
//! random programs.

use std::path::PathBuf;
use std::process::ExitCode;

use support::jobs;
use support::random::campaign::Campaign;
use support::random::claims;
use support::random::compare::Comparison;
use support::random::examine::examine;
use support::random::features::Features;
use support::random::generate;
use support::spin;

const HELP: &str = "\
random-programs [OPTIONS]

  --count N        programs [100]
  --seed N         what they are made from [1]
  --first N        number of the first [0]
  --jobs N         at the same time [cores]
  --features LIST  constructs: `a,b` these two only, `-a,-b` all but these two [all]
  --engines LIST   whom to ask: of interpreter, generated, spin [all]
  --caches N       searches of each analyzer with a cache, a replacement and a size at random [4]
  --states-max N   programs with more states are not compared [20000]
  --shrinks N      programs tried to make one with a difference smaller [400]
  --out FOLDER     where those go [random-programs]
  --claims         programs with a never claim or a formula: the interpreter beside SPIN and analyzers
  --show           print the programs only
  --verbose        say of each program that is not compared why

exit status: 0 no difference, 1 differences, 2 bad usage
";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(message) => {
            eprintln!("random-programs: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let examiner = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut campaign = Campaign {
        seed: 1,
        first: 0,
        count: 100,
        features: Features::all(),
        jobs: jobs::cores(),
        comparison: Comparison {
            examiner,
            states_max: 20_000,
            spin: true,
            generated: true,
            caches: 4,
        },
        out: PathBuf::from("random-programs"),
        shrinks: 400,
        verbose: false,
    };
    let (mut show, mut claimed, mut folder, mut generated) = (false, false, None, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{name} needs a value"));
        match name.as_str() {
            "--count" => campaign.count = number(&value()?)?,
            "--seed" => campaign.seed = number(&value()?)?,
            "--first" => campaign.first = number(&value()?)?,
            "--jobs" => campaign.jobs = number(&value()?)? as usize,
            "--features" => campaign.features = Features::parse(&value()?)?,
            "--engines" => engines(&value()?, &mut campaign.comparison)?,
            "--caches" => campaign.comparison.caches = number(&value()?)? as usize,
            "--states-max" => campaign.comparison.states_max = number(&value()?)? as usize,
            "--shrinks" => campaign.shrinks = number(&value()?)? as usize,
            "--out" => campaign.out = value()?.into(),
            "--show" => show = true,
            "--claims" => claimed = true,
            "--verbose" => campaign.verbose = true,
            "--examine" => folder = Some(PathBuf::from(value()?)),
            "--generated" => generated = true,
            "--help" => {
                print!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            _ => return Err(format!("there is no option {name}\n\n{HELP}")),
        }
    }
    if let Some(folder) = folder {
        examine(&folder, campaign.comparison.states_max, generated);
        return Ok(ExitCode::SUCCESS);
    }
    if show {
        for index in campaign.first..campaign.first + campaign.count {
            let (seed, features) = (campaign.seed, &campaign.features);
            let program = match claimed {
                true => claims::campaign::program(seed, index, features),
                false => generate::program(seed, index, features),
            };
            println!("/* {index} */\n{}", program.print());
        }
        return Ok(ExitCode::SUCCESS);
    }
    campaign.comparison.spin &= spin::available();
    if claimed {
        let tally = with_claims(campaign).run();
        print!("{tally}");
        return Ok(ExitCode::from(u8::from(!tally.different.is_empty())));
    }
    let tally = campaign.run();
    println!("{tally}");
    Ok(ExitCode::from(u8::from(!tally.different.is_empty())))
}

fn with_claims(campaign: Campaign) -> claims::campaign::Campaign {
    claims::campaign::Campaign {
        seed: campaign.seed,
        first: campaign.first,
        count: campaign.count,
        features: campaign.features,
        jobs: campaign.jobs,
        spin: campaign.comparison.spin,
        generated: campaign.comparison.generated,
        out: campaign.out,
        shrinks: campaign.shrinks,
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}

fn engines(list: &str, comparison: &mut Comparison) -> Result<(), String> {
    (comparison.spin, comparison.generated) = (false, false);
    for name in list.split(',') {
        match name {
            "interpreter" => {}
            "generated" => comparison.generated = true,
            "spin" => comparison.spin = true,
            _ => {
                return Err(format!(
                    "there is no engine {name}: interpreter, generated, spin"
                ));
            }
        }
    }
    Ok(())
}
