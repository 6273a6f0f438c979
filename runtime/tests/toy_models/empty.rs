//! What most models have nothing of.

use runtime::model::{ModelInfo, PlaceInfo};
use runtime::tables::place;

/// A model without anything.
pub const EMPTY: ModelInfo = ModelInfo {
    name: "toy",
    files: &["toy.pml"],
    digest: "0",
    options: "--unoptimized",
    global_words: 1,
    ..ModelInfo::EMPTY
};

pub const UNUSED: PlaceInfo = place(0, 0, false, &[]);
