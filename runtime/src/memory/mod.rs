//! The memory budget: one limit, known before the search starts, that everything large is charged
//! against.
//!
//! Who holds memory that grows with the search asks *before* it allocates and gives back after it
//! frees, under its own [`Account`]: arrays in a row are [`Charged`], arrays of which no part may
//! move, or that shrink, are [`Chunks`], and what is neither has a [`Charge`], which is released
//! when it is dropped. A refusal is an [`OutOfMemory`] value: the search then ends as incomplete,
//! it does not abort. Small things of fixed size (the model, the report) are not charged.

mod available;
mod budget;
mod charge;
mod charged;
mod chunks;
mod out_of_memory;
mod pages;
mod thresholds;

pub use available::available_bytes;
pub use budget::{Account, Budget};
pub(crate) use charge::Charge;
pub(crate) use charged::Charged;
pub(crate) use chunks::Chunks;
pub use out_of_memory::{OutOfMemory, OutOfMemoryCause};
pub(crate) use pages::{HUGE_PAGE_BYTES, zeroed_pages};
pub use thresholds::Thresholds;
