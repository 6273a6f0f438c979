//! State caching on explicit graphs (Geldenhuys 2004): what a replacement specification achieves,
//! without the cost of a model.
//!
//! | file | subject |
//! |---|---|
//! | `graph.rs` | graphs as successor lists |
//! | `exported.rs` | those that an analyzer has exported |
//! | `random.rs` | random graphs, Figure 3 |
//! | `search.rs` | depth-first search with a bounded cache |
//! | `sweep.rs` | the same with smaller and smaller caches, Figure 5 |
//! | `ranking.rs` | specifications in the order of the cache that they need |
//! | `needed.rs` | what each specification needs on each graph |
//! | `own.rs` | a replacement of ours beside the best of the 790 |
//! | `printed.rs` | Tables 1 and 2 as they are printed |
//! | `measure.rs`, `table_1.rs` | the command that makes Table 1 again: what is measured, and what is shown |
//! | `shape.rs` | what must come out of Table 1 although its minima do not |
//! | `real.rs`, `table_2.rs` | the same for Table 2: which models, and what is shown |

mod exported;
mod graph;
mod measure;
mod needed;
mod own;
mod printed;
mod random;
mod ranking;
mod real;
mod search;
mod shape;
mod sweep;
mod table_1;
mod table_2;

pub use measure::Plan as Table1;
pub use table_1::run as run_table_1;
pub use table_2::{Plan as Table2, run as run_table_2};
