//! The option about the order in which states are visited, and which others it rules out.

use super::{Flags, refuse_beside, word_for};
use crate::reduce::SetMethod;
use crate::search::Order;

/// Values of `--search`, in the order of the words.
const ORDERS: &[Order] = &[Order::DepthFirst, Order::BreadthFirst];

impl Order {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        word_for("search", ORDERS, |it| *it == self)
    }

    /// What is left out where nothing else is asked for. Who searches breadth-first wants the
    /// shortest trail, which a reduction may leave out.
    pub(super) fn reduction(self) -> SetMethod {
        match self {
            Self::DepthFirst => SetMethod::Persistent,
            Self::BreadthFirst => SetMethod::Full,
        }
    }
}

/// What was asked for.
pub(super) fn order(flags: &Flags) -> Result<Order, String> {
    let order = flags.named("search", ORDERS).unwrap_or_default();
    if order == Order::DepthFirst {
        return match flags.has("queue-dir") {
            true => Err("--queue-dir is about --search breadth-first".to_string()),
            false => Ok(order),
        };
    }
    #[rustfmt::skip]
    let in_the_way = [
        ("sleep-sets", flags.has("sleep-sets"), "which edges sleep depends on the way to a state, and nobody has proven it for another order"),
        ("export", flags.has("export"), "the graph is written as a depth-first search goes"),
    ];
    refuse_beside("search breadth-first", &in_the_way).map(|()| order)
}
