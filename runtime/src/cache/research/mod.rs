//! Replacements for research: what the papers propose beside the default, to be compared with it.
//!
//! | file | subject | after |
//! |---|---|---|
//! | `ordered.rs` | orders on attributes: 788 sentences of the language, `h1`, `h2`, `h4`, `h5` | Geldenhuys 2004; Holzmann 1985, 1987 |
//! | `frames.rs`, `priority.rs` | attributes, from the search stack to the priority of a candidate | |
//! | `heap.rs`, `graded.rs` | sets of candidates for orders; `graded.rs` for `tournament`, ours | |
//! | `largest_class.rs` | `h3`: the largest class of states visited equally often | Holzmann 1985 |
//! | `round_robin.rs` | `round-robin`: cyclic over the hash chains | the package to the 1995 paper |
//! | `type_oriented.rs` | `type-oriented`: by the kinds of transitions | Godefroid, Holzmann, Pirottin 1995 |
//!
//! An order is served by the cheapest set of candidates that can:
//!
//! | set | for | a choice costs | bytes a candidate, its place included |
//! |---|---|---|---|
//! | [`Heap`](heap::Heap) | any order | O(log n) | 16, or 24 with two attributes and more before a time |
//! | the same, counting ties | any order that ends at random | O(log n) | 20 |
//! | [`Graded`](graded::Graded) | the best of a few that are drawn | O(1) | 9 |

mod frames;
mod graded;
mod heap;
mod largest_class;
pub(super) mod ordered;
mod priority;
mod round_robin;
mod type_oriented;

pub(super) use largest_class::LargestClass;
pub(super) use round_robin::RoundRobin;
pub(super) use type_oriented::TypeOriented;
