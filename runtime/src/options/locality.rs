//! The option about the distances of edges, and which others it rules out.

use super::{Flags, StoreKind, refuse_beside};
use crate::search::Order;

/// Whether distances are measured.
pub(super) fn locality(flags: &Flags, order: Order, store: &StoreKind) -> Result<bool, String> {
    if !flags.locality {
        return Ok(false);
    }
    let in_the_way = [
        (
            "search depth-first",
            order == Order::DepthFirst,
            "the levels are those of --search breadth-first",
        ),
        (
            "cache",
            flags.cache.as_ref().is_some_and(|text| text != "off"),
            "the level of a state that was forgotten is not known",
        ),
        (
            "store bitstate",
            matches!(store, StoreKind::Bitstate { .. }),
            "states share bits, so none has a place for its level",
        ),
        (
            "store disk",
            matches!(store, StoreKind::Disk),
            "it is known too late which state an edge leads to",
        ),
        (
            "max-depth",
            flags.max_depth.is_some(),
            "nobody sees where the edges of the last level lead",
        ),
    ];
    refuse_beside("locality", &in_the_way).map(|()| true)
}
