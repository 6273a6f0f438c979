//! What most models have nothing of.

use runtime::model::{ModelInfo, PlaceInfo};
use runtime::tables::place;

/// A model without anything.
pub const EMPTY: ModelInfo = tagged(ModelInfo::EMPTY);

/// A model of one word with these tables.
pub const fn tagged(tables: ModelInfo) -> ModelInfo {
    ModelInfo {
        name: "toy",
        files: &["toy.pml"],
        digest: "0",
        options: "--unoptimized",
        global_words: 1,
        ..tables
    }
}

pub const UNUSED: PlaceInfo = place(0, 0, false, &[]);
