//! State caching: a search that goes on when memory is full, by giving up states that are not on
//! its path.
//!
//! Which state is given up is said by a [`Specification`], which makes a [`Replacement`]: the one
//! thing that a search knows of all this. It is told of each stored state when it is entered, met
//! and left, and chooses. It knows handles, not states, and no store: all it knows lies in arrays
//! of its own, which hold only the attributes that the specification uses.
//!
//! | file | subject |
//! |---|---|
//! | `replacement.rs` | what the search tells, and the choice |
//! | `specification.rs`, `named.rs` | the language, and older replacements by name |
//! | `random.rs` | `RS`, the default, and `R` |
//! | `strata.rs`, `candidates.rs` | `S`, over sets of candidates that know their least |
//! | `research/` | the other 788 sentences of the language, and what is not in it |
//! | `numbers.rs` | random numbers |

mod candidates;
mod named;
mod numbers;
mod random;
mod replacement;
mod research;
mod specification;
mod strata;

pub use replacement::Replacement;
pub use specification::{Specification, SpecificationError, every};
