//! One program, searched in caches of all sizes: which states are forgotten must not change what is
//! found.

use std::fmt;

use runtime::cache::every;

use super::numbers::Numbers;
use crate::anonymous::Anonymous;
use crate::form;
use crate::reductions::{self, Combination, Found, NONE, Run};

/// Beside the 790 of [`every`].
const NAMED: [&str; 5] = ["round-robin", "type-oriented", "tournament", "h3", "h5"];

/// A search that forgets states visits more, with every state that is missing perhaps twice as
/// many. One that forgets more states than this, and more times all states than this, is given
/// twice the cache.
const FORGOTTEN_MAX: (f64, f64) = (2_000.0, 4.0);

/// What came out.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Searches that forgot states and came to their end.
    pub forgetful: u64,
    /// What is not the same.
    pub problems: Vec<String>,
}

/// A way to search with a cache.
struct Cache {
    states: u64,
    /// How it is kept, as on the command line.
    options: Vec<String>,
    /// States that it may forget.
    forgotten_max: f64,
}

/// Slots for a state, of which two states seldom have the same.
const ROOMY: u64 = 1000;

/// Makes this many searches, each with a combination, a replacement, a form of states and a size at
/// random, and compares them with the one that leaves nothing out.
///
/// # Errors
/// A search failed.
pub fn compare(
    run: Run<'_>,
    common: &[&str],
    searches: usize,
    random: &mut Numbers,
    same: Option<&Anonymous>,
) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let folder = tempfile::tempdir().expect("temporary folder");
    let search = |arguments: &[&str], states| {
        reductions::search(run, folder.path(), &[common, arguments].concat(), states)
    };
    if searches == 0 {
        return Ok(compared);
    }
    let expected = search(&NONE, true)?;
    if expected.incomplete.is_some() {
        return Ok(compared);
    }
    let plain = [&Combination::NOTHING];
    let all = plain.into_iter().chain(&reductions::COMBINATIONS);
    let fits = |it: &&Combination| it.forgets() && !(it.is_permuted() && expected.depends_on_order);
    let combinations: Vec<_> = all.filter(fits).collect();
    for _ in 0..searches {
        let combination = *random.pick(&combinations);
        let full = search(combination.arguments, false)?;
        let mut cache = match combination.is_breadth_first() {
            true => Cache::of_breadth_first(&full, random),
            false => Cache::new(&full, random),
        };
        let found = loop {
            let found = cache.search(combination, search)?;
            match found.incomplete.as_deref() {
                Some("cache-full") if cache.states < full.stored => {
                    cache.states += 1 + cache.states / 32;
                }
                Some("work-limit") if cache.states < ROOMY * full.stored => cache.states *= 2,
                _ => break found,
            }
        };
        if found.incomplete.as_deref() == Some("work-limit") {
            // Two states of a cycle that have one slot, and overwrite each other for ever.
            continue;
        }
        let problem = match &found.incomplete {
            Some(why) => Some(format!("incomplete: {why}")),
            None => reductions::difference(&expected, &found, combination.keeps_states, same),
        };
        let name = combination.name;
        let problem = problem.map(|it| format!("{name}, {cache}: {it}"));
        compared.forgetful += u64::from(found.visited > found.stored);
        compared.problems.extend(problem);
    }
    Ok(compared)
}

impl Cache {
    /// From less than what the path of a full search needs, which is then enlarged to the least
    /// that suffices, up to all states.
    fn new(full: &Found, random: &mut Numbers) -> Self {
        let path = full.stack.max(1) as usize;
        let states = match random.chance(50) {
            true => path - path / 4,
            false => random.between(path, full.stored.max(full.stack) as usize),
        };
        let mut all: Vec<String> = every().map(|it| it.to_string()).collect();
        if random.chance(20) {
            all = NAMED.map(String::from).into();
        }
        let &form = random.pick(&form::ALL);
        let [option, form] = form::option(form);
        let replace = random.pick(&all);
        let seed = random.below(1000);
        Self::kept(
            states,
            full,
            &format!("--replace {replace} {option} {form} --seed {seed}"),
        )
    }

    /// From one state to all.
    fn of_breadth_first(full: &Found, random: &mut Numbers) -> Self {
        let states = random.between(1, full.stored.max(1) as usize);
        let replace = random.pick(&["level-strata", "overwrite-first"]);
        let probes = random.between(1, 10);
        Self::kept(
            states,
            full,
            &format!("--replace {replace} --cache-probes {probes} --collision-limit 1"),
        )
    }

    fn kept(states: usize, full: &Found, options: &str) -> Self {
        let (some, times) = FORGOTTEN_MAX;
        Self {
            states: states as u64,
            forgotten_max: some + times * full.stored as f64,
            options: options.split(' ').map(String::from).collect(),
        }
    }

    fn search(
        &self,
        combination: &Combination,
        search: impl Fn(&[&str], bool) -> Result<Found, String>,
    ) -> Result<Found, String> {
        let states = self.states.to_string();
        let limit = (self.forgotten_max / self.states as f64).to_string();
        let bounds = ["--cache", &states, "--work-limit", &limit];
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        let arguments = [combination.arguments, &bounds, &options].concat();
        search(&arguments, combination.keeps_states)
    }
}

impl fmt::Display for Cache {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "--cache {} {}", self.states, self.options.join(" "))
    }
}
