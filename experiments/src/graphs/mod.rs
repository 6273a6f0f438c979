//! State caching on explicit graphs (Geldenhuys 2004): what a replacement specification achieves, without the cost of a model.
//!
//! | file | subject |
//! |---|---|
//! | `graph.rs` | graphs as successor lists |
//! | `exported.rs` | those that an analyzer has exported |
//! | `random.rs` | random graphs, Figure 3 |
//! | `search.rs` | depth-first search with a bounded cache |
//! | `sweep.rs` | the same with smaller and smaller caches, Figure 5 |
//! | `ranking.rs` | specifications in the order of the cache that they need |
//! | `printed.rs` | Table 1 as it is printed |
//! | `measure.rs`, `table_1.rs` | the command that makes it again: what is measured, and what is shown |

#[cfg(test)]
mod exported;
mod graph;
mod measure;
mod printed;
mod random;
mod ranking;
mod search;
mod sweep;
mod table_1;

pub use measure::Plan;
pub use table_1::run;
