//! The options about how visited states are kept, and which others they rule out.

use std::fmt;
use std::mem::discriminant;
use std::ops::RangeInclusive;

use super::{Flags, refuse_beside, word_for};
use crate::search::Order;
use crate::store::HASHES_MAX;

/// How visited states are kept; see [`crate::store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// As the next, then as the one after it.
    Auto,
    /// Each as its words or its code.
    Exact,
    /// What states share once.
    Tree,
    /// Each component once.
    Collapse,
    /// A fingerprint of each.
    Compact {
        /// Of this many bits.
        bits: u32,
    },
    /// On the disk, but for the newest.
    Disk,
    /// A few bits of a table for each.
    Bitstate {
        /// The table has `2^log_bits` bits.
        log_bits: u32,
        /// This many for each state.
        hashes: u32,
        /// Decides which.
        seed: u64,
    },
}

/// Values of `--store`, in the order of the words, with what is taken where nothing else is asked
/// for.
pub(super) const STORES: &[StoreKind] = &[
    StoreKind::Exact,
    StoreKind::Tree,
    StoreKind::Collapse,
    StoreKind::Compact { bits: 56 },
    StoreKind::Bitstate {
        log_bits: 33,
        hashes: HASHES,
        seed: 1,
    },
    StoreKind::Disk,
    StoreKind::Auto,
];

/// Bits that a state sets in a bitstate store.
pub(super) const HASHES: u32 = 3;

const BITS_OF_COMPACT: RangeInclusive<u32> = 32..=64;

/// Of a table that forgets, as Tronci et al. (2001) had it.
const BITS_OF_FORGETTING: u32 = 40;

/// From 512 bytes on.
const LOG_BITS_OF_BITSTATE: RangeInclusive<u32> = 12..=40;

impl StoreKind {
    /// Whether several threads need the disk only where memory is short: it gives back the words of
    /// the states that wait, and each thread can have one in no more memory than its states need.
    pub fn suits_threads(self) -> bool {
        matches!(self, Self::Auto | Self::Exact | Self::Tree)
    }

    /// As it is typed.
    pub fn name(self) -> &'static str {
        word_for("store", STORES, |kind| {
            discriminant(kind) == discriminant(&self)
        })
    }

    /// Whether it may take a state for another.
    pub fn is_lossy(self) -> bool {
        matches!(self, Self::Compact { .. } | Self::Bitstate { .. })
    }

    /// Whether it can forget a state.
    pub fn forgets(self) -> bool {
        !matches!(self, Self::Bitstate { .. })
    }
}

impl fmt::Display for StoreKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self {
            Self::Auto => write!(f, "exact store, a tree where memory is short"),
            Self::Exact | Self::Tree | Self::Collapse | Self::Disk => write!(f, "{name} store"),
            Self::Compact { bits } => write!(f, "{name} store of {bits} bits a state"),
            Self::Bitstate {
                log_bits, hashes, ..
            } => {
                write!(f, "{name} store of 2^{log_bits} bits, {hashes} a state")
            }
        }
    }
}

/// What was asked for; a table of bits takes half of `memory_bytes` at most, unless its size is
/// given.
pub(super) fn store(flags: &Flags, order: Order, memory_bytes: u64) -> Result<StoreKind, String> {
    // Codes and numbers of states are about the exact store.
    let needs_exact = flags.has("encode") || flags.has("export");
    let default = match needs_exact {
        _ if flags.has("swarm") => "bitstate",
        true => "exact",
        false => "auto",
    };
    let default = STORES.iter().find(|kind| kind.name() == default);
    let kind = flags.named("store", STORES).or(default.copied());
    let kind = kind.expect("all are in the list");
    check(flags, kind, order)?;
    let forgets = flags.cache_size().is_some() && order == Order::BreadthFirst;
    Ok(match kind {
        // Its table does not become a tree.
        StoreKind::Auto if forgets => StoreKind::Exact,
        StoreKind::Compact { bits } => {
            let default = if forgets { BITS_OF_FORGETTING } else { bits };
            StoreKind::Compact {
                bits: number(flags, "bits", default, BITS_OF_COMPACT)?,
            }
        }
        StoreKind::Bitstate {
            log_bits,
            hashes,
            seed,
        } => {
            let half = (memory_bytes / 2).max(512).saturating_mul(8).ilog2();
            StoreKind::Bitstate {
                log_bits: number(flags, "bits", log_bits.min(half), LOG_BITS_OF_BITSTATE)?,
                hashes: number(flags, "hashes", hashes, 1..=HASHES_MAX)?,
                seed: flags.number("seed")?.unwrap_or(seed),
            }
        }
        _ => kind,
    })
}

/// Refuses what does not go with this store.
fn check(flags: &Flags, kind: StoreKind, order: Order) -> Result<(), String> {
    let store = kind.name();
    let is_bitstate = !kind.forgets();
    #[rustfmt::skip]
    let about = [
        ("encode", flags.has("encode") && kind != StoreKind::Exact, "exact"),
        ("bits", flags.has("bits") && !kind.is_lossy(), "compact and --store bitstate"),
        ("hashes", flags.has("hashes") && !is_bitstate, "bitstate"),
    ];
    if let Some((long, _, stores)) = about.iter().find(|(_, is_wrong, _)| *is_wrong) {
        let instead = match flags.has("store") {
            true => format!(", not {store}"),
            false => String::new(),
        };
        return Err(format!("--{long} is about --store {stores}{instead}"));
    }
    #[rustfmt::skip]
    let in_the_way = [
        ("export", flags.has("export") && kind.is_lossy(), "a graph of states of which two may be one is no graph of the model"),
        ("export", flags.has("export") && matches!(kind, StoreKind::Auto | StoreKind::Tree), "states are numbered by their places in the store, which change in a tree"),
        ("byte-frequencies", flags.has("byte-frequencies") && kind.is_lossy(), "it does not keep the bytes of states"),
        ("byte-frequencies", flags.has("byte-frequencies") && kind == StoreKind::Disk, "they are counted in memory, when the search has ended"),
        ("search depth-first", kind == StoreKind::Disk && order == Order::DepthFirst, "it must know at once whether a state is new; give --search breadth-first"),
        ("reduce", kind == StoreKind::Disk && flags.text("reduce").is_some_and(|text| text != "none"), "whether an edge leads to a new state, which is what a reduction must know, is found out when the level is over"),
        ("cache", is_bitstate && flags.cache_size().is_some(), "states share bits, so none can be forgotten; --store compact is a cache when memory is used up"),
        ("sleep-sets", is_bitstate && flags.has("sleep-sets"), "what slept is kept with each state, and it keeps no states"),
    ];
    refuse_beside(&format!("store {store}"), &in_the_way)
}

fn number(
    flags: &Flags,
    long: &str,
    default: u32,
    range: RangeInclusive<u32>,
) -> Result<u32, String> {
    let remedy = format!("write a number from {} to {}", range.start(), range.end());
    let in_range = |text: &str| text.parse().ok().filter(|number| range.contains(number));
    Ok(flags.read(long, in_range, &remedy)?.unwrap_or(default))
}
