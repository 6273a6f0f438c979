//! The options of a breadth-first search whose table of states forgets.

use super::store::StoreKind;
use super::{Flags, name_of, named, refuse_beside};
use crate::search::Forgetting;
use crate::store::Overwrite;

/// Values of `--replace`.
const OVERWRITES: &[(&str, Overwrite)] = &[
    ("level-strata", Overwrite::LevelStrata),
    ("overwrite-first", Overwrite::First),
];

/// Slots that are looked at for a state.
const PROBES: u32 = 8;

/// Of the states put into the table, how many may overwrite another one (Tronci et al. 2001).
const COLLISION_LIMIT: f64 = 0.9;

impl Overwrite {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        name_of(self, OVERWRITES)
    }
}

/// What `--cache` and what belongs to it come to in a breadth-first search.
pub(super) fn forgetting(flags: &Flags, store: StoreKind) -> Result<Option<Forgetting>, String> {
    let Some(cache) = flags.cache_size() else {
        return match given_without_cache(flags) {
            None => Ok(None),
            Some(long) => Err(format!(
                "--{long} is about a cache: give --cache STATES with --search breadth-first"
            )),
        };
    };
    let other = format!("search breadth-first --cache {cache}");
    let in_the_way = [
        (
            "store",
            !matches!(store, StoreKind::Exact | StoreKind::Compact { .. }),
            "its table holds states as they are, or fingerprints with --store compact",
        ),
        (
            "encode",
            flags.encode.is_some(),
            "its table holds the bits that are used, always",
        ),
        ("seed", flags.seed.is_some(), "it chooses nothing at random"),
        (
            "byte-frequencies",
            flags.byte_frequencies.is_some(),
            "they are counted in states that are stored",
        ),
        (
            "dump-states",
            flags.dump_states.is_some() && matches!(store, StoreKind::Compact { .. }),
            "two states that look the same are one to it",
        ),
    ];
    refuse_beside(&other, &in_the_way)?;
    let slots = cache.parse().ok().filter(|&slots: &u32| slots > 0);
    let probes = flags.cache_probes.as_ref().map_or(Ok(PROBES), |text| {
        let probes = text.parse().ok().filter(|&probes: &u32| probes > 0);
        probes.ok_or_else(|| format!("--cache-probes {text}: write a number from 1 on"))
    });
    let replace = flags.replace.as_deref();
    Ok(Some(Forgetting {
        slots: slots.ok_or_else(|| {
            format!(
                "--cache {cache}: write a number of states from 1 to {}, or off",
                u32::MAX
            )
        })?,
        window: probes?,
        overwrite: replace.map_or(Ok(Overwrite::LevelStrata), |text| {
            named("replace", text, OVERWRITES)
        })?,
        collision_limit: factor("collision-limit", &flags.collision_limit, 1.0)?
            .unwrap_or(COLLISION_LIMIT),
        work_limit: factor("work-limit", &flags.work_limit, f64::INFINITY)?,
    }))
}

/// An option that says something of a cache though there is none.
fn given_without_cache(flags: &Flags) -> Option<&'static str> {
    let about = [
        ("replace", &flags.replace),
        ("work-limit", &flags.work_limit),
        ("seed", &flags.seed),
        ("cache-probes", &flags.cache_probes),
        ("collision-limit", &flags.collision_limit),
    ];
    let given = about.into_iter().find(|(_, text)| text.is_some());
    given.map(|(long, _)| long)
}

/// A number above zero, and `most` at most.
fn factor(long: &str, text: &Option<String>, most: f64) -> Result<Option<f64>, String> {
    let Some(text) = text else { return Ok(None) };
    let factor = text.parse().ok();
    let factor = factor.filter(|&factor: &f64| factor > 0.0 && factor <= most);
    let problem = || format!("--{long} {text}: write a number above 0, for example 0.5");
    factor.map(Some).ok_or_else(problem)
}
