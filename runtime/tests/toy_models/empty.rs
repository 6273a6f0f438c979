//! What most models have nothing of.

use runtime::model::{ModelInfo, PlaceInfo, Unchecked};
use runtime::tables::place;

/// A model without anything.
pub const EMPTY: ModelInfo = ModelInfo {
    name: "toy",
    files: &["toy.pml"],
    digest: "0",
    generator: "by hand",
    options: "--unoptimized",
    global_words: 1,
    hidden_words: 0,
    place_bits: 8,
    globals: &[],
    channels: &[],
    queues: &[],
    mtypes: &[],
    proctypes: &[],
    places: &[],
    transitions: &[],
    objects: &[],
    tags: &[],
    irreducible: None,
    trace: None,
    unchecked: Unchecked::NOTHING,
    hidden_reads: &[],
};

pub const UNUSED: PlaceInfo = place(0, 0, false, &[]);
