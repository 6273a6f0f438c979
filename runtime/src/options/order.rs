//! The option about the order in which states are visited, and which others it rules out.

use super::{Flags, named, refuse_beside};
use crate::reduce::SetMethod;
use crate::search::Order;

/// Values of `--search`.
const ORDERS: &[(&str, Order)] = &[
    ("depth-first", Order::DepthFirst),
    ("breadth-first", Order::BreadthFirst),
];

impl Order {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        let own = ORDERS.iter().find(|(_, order)| *order == self);
        own.expect("all are in the table").0
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
    let text = flags.search.as_deref();
    let order = text.map_or(Ok(Order::default()), |text| named("search", text, ORDERS))?;
    if order == Order::DepthFirst {
        return match flags.queue_dir {
            Some(_) => Err("--queue-dir is about --search breadth-first".to_string()),
            None => Ok(order),
        };
    }
    let in_the_way = [
        (
            "sleep-sets",
            flags.sleep_sets.is_some(),
            "which edges sleep depends on the way to a state, and nobody has proven it for another order",
        ),
        (
            "export",
            flags.export.is_some(),
            "the graph is written as a depth-first search goes",
        ),
    ];
    refuse_beside("search breadth-first", &in_the_way).map(|()| order)
}
