//! The options of a breadth-first search whose table of states forgets.

use super::store::StoreKind;
use super::{Flags, refuse_beside};
use crate::search::Forgetting;
use crate::store::Overwrite;

/// Values of `--replace`, which are others in a search that is not breadth-first.
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
        let own = OVERWRITES.iter().find(|(_, it)| *it == self);
        own.expect("all are in the list").0
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
    Ok(Some(Forgetting {
        slots: flags.number("cache")?.expect("it is given"),
        window: flags.number("cache-probes")?.unwrap_or(PROBES),
        overwrite: flags
            .read(
                "replace",
                overwrite,
                "write level-strata or overwrite-first",
            )?
            .unwrap_or(Overwrite::LevelStrata),
        collision_limit: flags
            .read(
                "collision-limit",
                rate,
                "write a number above 0 and up to 1",
            )?
            .unwrap_or(COLLISION_LIMIT),
        work_limit: flags.number("work-limit")?,
    }))
}

fn overwrite(text: &str) -> Option<Overwrite> {
    let found = OVERWRITES.iter().find(|(name, _)| *name == text);
    found.map(|(_, overwrite)| *overwrite)
}

fn rate(text: &str) -> Option<f64> {
    text.parse().ok().filter(|&rate| rate <= 1.0)
}
