//! State caching: a search that goes on when memory is full, by giving up states that are not on
//! its path.
//!
//! Which state is given up is said by a [`Specification`]. [`Replacement`] is told of each stored
//! state when it is entered, met and left, and chooses. It knows handles, not states, and no store:
//! all it knows lies in arrays of its own, which hold only the attributes that the specification
//! uses.
//!
//! | file | subject |
//! |---|---|
//! | `specification.rs`, `named.rs` | the language, and older replacements by name |
//! | `replacement.rs` | what the search tells, and the choice |
//! | `ordered.rs`, `frames.rs` | attributes, from the search stack to the priority of a candidate |
//! | `strata.rs` | `S` |
//! | `order/` | sets of candidates that know their least |
//! | `round_robin.rs`, `type_oriented.rs`, `largest_class.rs` | what is no order on attributes |
//! | `chunks.rs`, `numbers.rs` | arrays that are charged before they grow; random numbers |

mod chunks;
mod frames;
mod largest_class;
mod named;
mod numbers;
mod order;
mod ordered;
mod replacement;
mod round_robin;
mod specification;
mod strata;
mod type_oriented;

pub use replacement::Replacement;
pub use specification::{Specification, SpecificationError, every};
