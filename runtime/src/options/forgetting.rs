//! The options of a breadth-first search whose table of states forgets.

use super::store::StoreKind;
use super::{Flags, name_of, positive, refuse_beside};
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

/// What says something of a cache.
const OF_A_CACHE: &[&str] = &[
    "replace",
    "work-limit",
    "seed",
    "cache-probes",
    "collision-limit",
];

impl Overwrite {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        name_of(self, OVERWRITES)
    }
}

/// What `--cache` and what belongs to it come to in a breadth-first search.
pub(super) fn forgetting(flags: &Flags, store: StoreKind) -> Result<Option<Forgetting>, String> {
    let Some(cache) = flags.cache_size() else {
        return match flags.first_of(OF_A_CACHE) {
            None => Ok(None),
            Some(long) => Err(format!(
                "--{long} is about a cache: give --cache STATES with --search breadth-first"
            )),
        };
    };
    let other = format!("search breadth-first --cache {cache}");
    #[rustfmt::skip]
    let in_the_way = [
        ("store", !matches!(store, StoreKind::Exact | StoreKind::Compact { .. }), "its table holds states as they are, or fingerprints with --store compact"),
        ("encode", flags.has("encode"), "its table holds the bits that are used, always"),
        ("seed", flags.has("seed"), "it chooses nothing at random"),
        ("byte-frequencies", flags.has("byte-frequencies"), "they are counted in states that are stored"),
        ("dump-states", flags.has("dump-states") && matches!(store, StoreKind::Compact { .. }), "two states that look the same are one to it"),
    ];
    refuse_beside(&other, &in_the_way)?;
    let slots = format!("write a number of states from 1 to {}, or off", u32::MAX);
    Ok(Some(Forgetting {
        slots: flags.read("cache", positive, &slots)?.expect("it is given"),
        window: flags
            .read("cache-probes", positive, "write a number from 1 on")?
            .unwrap_or(PROBES),
        overwrite: flags
            .named("replace", OVERWRITES)?
            .unwrap_or(Overwrite::LevelStrata),
        collision_limit: flags
            .read("collision-limit", rate, ABOVE_ZERO)?
            .unwrap_or(COLLISION_LIMIT),
        work_limit: flags.read("work-limit", positive, ABOVE_ZERO)?,
    }))
}

const ABOVE_ZERO: &str = "write a number above 0, for example 0.5";

fn rate(text: &str) -> Option<f64> {
    positive(text).filter(|&rate| rate <= 1.0)
}
