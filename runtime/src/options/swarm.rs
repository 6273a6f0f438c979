//! The option that lets many small searches swarm out, and which others it rules out.

use std::ops::RangeInclusive;

use super::store::HASHES;
use super::workers::{processors, threads};
use super::{Flags, SET_METHODS, Settings, StoreKind, errors, refuse_beside, word_for};
use crate::reduce::SetMethod;
use crate::search::Order;
use crate::step::EdgeOrder;

/// Of the table of most searches, 128 KiB: one fills it in about a second.
const SMALLEST_LOG_BITS: u32 = 20;

/// Depth-first searches with a few bits for each state, in different orders, some at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swarm {
    /// How many; `None`: as many as there is time for.
    pub searches: Option<u64>,
    /// How many at a time.
    pub threads: usize,
    /// Of the first one; the next ones have the next seeds.
    pub seed: u64,
    /// Of the smallest and of the largest table: it has 2 to the power of this many bits.
    pub log_bits: RangeInclusive<u32>,
    /// Bits that a state sets.
    pub hashes: u32,
}

/// One of the searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfSwarm {
    /// In which order it tries the edges of a state.
    pub order: EdgeOrder,
    /// Decides about bits, and about a random order.
    pub seed: u64,
    /// The size of its table.
    pub log_bits: u32,
    /// Bits that a state sets.
    pub hashes: u32,
}

impl Swarm {
    /// The search with this number, from 0 on.
    ///
    /// The first one goes through the edges in reverse, which is as far as can be from what a
    /// single search does; all others have a random order. How large a table should be is
    /// not known: most errors that can be found at all are found in small ones by some seed, and a
    /// search in a large one may take all the time there is. So their sizes grow as Luby, Sinclair
    /// and Zuckerman (1993) have it: 1, 1, 2, 1, 1, 2, 4, ..., which takes about as long for each
    /// size, and not much longer than the best size would, whichever that is.
    pub fn search(&self, number: u64) -> OfSwarm {
        let seed = self.seed.wrapping_add(number);
        let order = match number {
            0 => EdgeOrder::Reverse,
            _ => EdgeOrder::Random { seed },
        };
        let log_bits = self.log_bits.start() + doublings(number + 1);
        OfSwarm {
            order,
            seed,
            log_bits: log_bits.min(*self.log_bits.end()),
            hashes: self.hashes,
        }
    }
}

/// How often one is doubled for the member with this number, from 1 on, of 1, 1, 2, 1, 1, 2, 4, ...
fn doublings(mut number: u64) -> u32 {
    while !(number + 1).is_power_of_two() {
        number -= (1 << number.ilog2()) - 1;
    }
    (number + 1).ilog2() - 1
}

impl OfSwarm {
    /// What it is asked to do, of what the swarm is.
    pub fn settings(&self, settings: &Settings) -> Settings {
        Settings {
            edge_order: self.order,
            store: StoreKind::Bitstate {
                log_bits: self.log_bits,
                hashes: self.hashes,
                seed: self.seed,
            },
            swarm: None,
            ..settings.clone()
        }
    }

    /// The options with which it is repeated alone. A model with claims has them left out.
    pub fn repeated(&self, settings: &Settings, has_claims: bool) -> String {
        let (hashes, checks) = (self.hashes, settings.checks);
        let method = settings.reduction.method;
        let is_default = method == SetMethod::Persistent;
        let depth = settings.limits.max_depth;
        let words = [
            Some(format!(
                "--order {} --seed {}",
                self.order.name(),
                self.seed
            )),
            Some(format!("--store bitstate --bits {}", self.log_bits)),
            (hashes != HASHES).then(|| format!("--hashes {hashes}")),
            (!is_default).then(|| {
                format!(
                    "--reduce {}",
                    word_for("reduce", SET_METHODS, |it| *it == method)
                )
            }),
            depth.map(|steps| format!("--max-depth {steps}")),
            (!checks.assertions).then(|| "--no-assertions".to_string()),
            (!checks.end_states).then(|| "--no-end-states".to_string()),
            has_claims.then(|| "--safety".to_string()),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// How many searches share the memory.
pub(super) fn at_once(flags: &Flags) -> Result<usize, String> {
    if !flags.has("swarm") {
        return Ok(1);
    }
    threads(flags, processors)
}

/// Refuses what does not go with a swarm.
pub(super) fn check(flags: &Flags, search: Order) -> Result<(), String> {
    if !flags.has("swarm") {
        return Ok(());
    }
    let is_other = |long, only: &str| flags.text(long).is_some_and(|text| text != only);
    let several = flags.text("errors").is_some_and(|it| errors(it) != Some(1));
    let of_one = "each search visits states of its own, and most of them several times in all";
    #[rustfmt::skip]
    let in_the_way = [
        ("search breadth-first", search == Order::BreadthFirst, "its searches are depth-first ones"),
        ("order", flags.has("order"), "each of its searches has an order of its own"),
        ("store", is_other("store", "bitstate"), "its searches keep a few bits for each state; leave --store out"),
        ("sleep-sets", flags.is_on("sleep-sets"), "what slept is kept with each state, and its searches keep no states"),
        ("cache", flags.cache_size().is_some(), "its searches keep no states, so none can be forgotten"),
        ("encode", flags.is_on("encode"), "its searches keep no states"),
        ("errors", several, "the first violation ends all; the report says how the search that has found it is repeated, which may go on with --errors"),
        ("claims-only", flags.has("claims-only"), "its searches look at no claim"),
        ("export", flags.has("export"), of_one),
        ("dump-states", flags.has("dump-states"), of_one),
        ("dump-ends", flags.has("dump-ends"), of_one),
        ("byte-frequencies", flags.has("byte-frequencies"), "its searches keep no states"),
    ];
    refuse_beside("swarm", &in_the_way)
}

/// What was asked for; the largest table is that of `store`.
pub(super) fn swarm(
    flags: &Flags,
    threads: usize,
    store: StoreKind,
) -> Result<Option<Swarm>, String> {
    let Some(text) = flags.text("swarm") else {
        return Ok(None);
    };
    let StoreKind::Bitstate {
        log_bits,
        hashes,
        seed,
    } = store
    else {
        unreachable!("another store is refused")
    };
    if text.is_empty() && !flags.has("max-time") {
        return Err(
            "--swarm goes on until the time is up, and there is no bound: give --max-time, or \
             how many searches there are to be with --swarm=N"
                .to_string(),
        );
    }
    let smallest = match flags.has("bits") {
        true => log_bits,
        false => log_bits.min(SMALLEST_LOG_BITS),
    };
    Ok(Some(Swarm {
        searches: match text {
            "" => None,
            _ => flags.number("swarm")?,
        },
        threads,
        seed,
        log_bits: smallest..=log_bits,
        hashes,
    }))
}

#[cfg(test)]
mod tests {
    use super::super::{Command, parse};
    use super::*;

    fn of(arguments: &str) -> Result<Settings, String> {
        match parse(arguments.split_whitespace().map(Into::into))? {
            Command::Search(settings) => Ok(*settings),
            other => panic!("{other:?}"),
        }
    }

    fn swarm_of(arguments: &str) -> Swarm {
        of(arguments).unwrap().swarm.expect("a swarm")
    }

    #[test]
    fn a_swarm_has_a_number_of_searches_or_a_bound() {
        assert_eq!(of("").unwrap().swarm, None);
        assert_eq!(swarm_of("--swarm=5").searches, Some(5));
        let timed = swarm_of("--swarm --max-time 10 --threads 3 --seed 9");
        assert_eq!((timed.searches, timed.threads, timed.seed), (None, 3, 9));
        assert_eq!(swarm_of("--swarm=5 --bits 24 -c1").log_bits, 24..=24);
        let error = of("--swarm").unwrap_err();
        assert!(error.contains("give --max-time, or how many"), "{error}");
        let error = of("--swarm=0").unwrap_err();
        assert!(error.contains("--swarm=0: write a number"), "{error}");
    }

    /// Those that search at the same time share the memory; half of each part is for the table.
    #[test]
    fn tables_grow_up_to_a_part_of_the_memory() {
        let largest = |threads| {
            *swarm_of(&format!("--swarm=9 --memory 64M {threads}"))
                .log_bits
                .end()
        };
        assert_eq!((largest("--threads 1"), largest("--threads 4")), (28, 26));
        assert_eq!(
            swarm_of("--swarm=9 --memory 64K --threads 1").log_bits,
            18..=18
        );
    }

    #[test]
    fn sizes_are_those_of_the_universal_sequence() {
        let sizes: Vec<u32> = (1..=15).map(doublings).collect();
        assert_eq!(sizes, [0, 0, 1, 0, 0, 1, 2, 0, 0, 1, 0, 0, 1, 2, 3]);
        let swarm = swarm_of("--swarm=9 --memory 1M --threads 1");
        let sizes: Vec<u32> = (0..7).map(|it| swarm.search(it).log_bits).collect();
        assert_eq!(sizes, [20, 20, 21, 20, 20, 21, 22]);
    }

    /// What is told to repeat a search alone is read as the settings that it had.
    #[test]
    fn the_options_of_a_search_repeat_it() {
        let cases = [
            "",
            "--seed 18446744073709551615",
            "--bits 22 --hashes 2 -E -m 500 --reduce none",
            "-A --reduce local --ltl none",
        ];
        for (arguments, number) in cases.into_iter().flat_map(|it| [(it, 0), (it, 1), (it, 6)]) {
            let settings = of(&format!("--swarm=9 --threads 1 {arguments}")).unwrap();
            let search = settings.swarm.as_ref().unwrap().search(number);
            let had = search.settings(&settings);
            let repeated = of(&search.repeated(&settings, true)).unwrap();
            assert_eq!(repeated.edge_order, had.edge_order, "{arguments}");
            assert_eq!(repeated.store, had.store, "{arguments}");
            assert_eq!(repeated.reduction, had.reduction, "{arguments}");
            assert_eq!(repeated.checks, had.checks, "{arguments}");
            assert_eq!(repeated.limits.max_depth, had.limits.max_depth);
            assert_eq!((repeated.swarm, repeated.caching), (None, None));
        }
    }

    #[test]
    fn what_a_swarm_is_not_for_is_refused() {
        let cases = [
            ("--search breadth-first", "search breadth-first"),
            ("--order random", "order"),
            ("--store tree", "store"),
            ("--sleep-sets", "sleep-sets"),
            ("--cache 9", "cache"),
            ("--encode mask", "encode"),
            ("--errors 2", "errors"),
            ("--errors all", "errors"),
            ("--claims-only", "claims-only"),
            ("--export g", "export"),
            ("--dump-states s", "dump-states"),
            ("--dump-ends s", "dump-ends"),
            ("--byte-frequencies f", "byte-frequencies"),
        ];
        for (arguments, long) in cases {
            let error = of(&format!("--swarm=2 {arguments}")).unwrap_err();
            let expected = format!("--swarm and --{long} do not go together: ");
            assert!(error.contains(&expected), "{arguments}: {error}");
        }
        let error = of("--swarm=2 --threads 1025").unwrap_err();
        assert!(error.contains("--threads 1025: at most 1024"), "{error}");
        assert!(of("--swarm=2 --errors 1 --store bitstate --cache off").is_ok());
    }
}
