//! The memory budget: one limit, known before the search starts, that everything large is charged
//! against.
//!
//! Who holds memory that grows with the search asks [`Budget::charge`] *before* it allocates and
//! calls [`Budget::release`] after it frees, under its own [`Account`]. A refusal is an
//! [`OutOfMemory`] value: the search then ends as incomplete, it does not abort. Small things of
//! fixed size (the model, the report) are not charged.

mod available;
mod budget;
mod charged;
mod out_of_memory;
mod thresholds;

pub use available::available_bytes;
pub use budget::{Account, Budget};
pub(crate) use charged::Charged;
pub use out_of_memory::{OutOfMemory, OutOfMemoryCause};
pub use thresholds::Thresholds;
