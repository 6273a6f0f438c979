//! The option about the order in which the edges of a state are tried, and which others it rules
//! out.

use super::{Flags, refuse_beside, word_for};
use crate::search::Order;
use crate::step::EdgeOrder;

/// The seed where none is given.
const SEED: u64 = 1;

/// Values of `--order`, in the order of the words.
const EDGE_ORDERS: &[EdgeOrder] = &[
    EdgeOrder::Forward,
    EdgeOrder::Reverse,
    EdgeOrder::Random { seed: SEED },
];

impl EdgeOrder {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        word_for("order", EDGE_ORDERS, |it| {
            std::mem::discriminant(it) == std::mem::discriminant(&self)
        })
    }
}

/// What was asked for.
pub(super) fn edge_order(flags: &Flags, search: Order) -> Result<EdgeOrder, String> {
    let order = match flags.named("order", EDGE_ORDERS).unwrap_or_default() {
        EdgeOrder::Random { seed } => EdgeOrder::Random {
            seed: flags.number("seed")?.unwrap_or(seed),
        },
        order => order,
    };
    if order == EdgeOrder::Forward {
        return Ok(order);
    }
    #[rustfmt::skip]
    let in_the_way = [
        ("search breadth-first", search == Order::BreadthFirst, "it looks at all edges of a level before the next; leave one of them out"),
        ("sleep-sets", flags.is_on("sleep-sets"), "they are compiled for the forward order only; leave one of them out"),
        ("export", flags.has("export"), "the graph is the same in any order; leave one of them out"),
    ];
    refuse_beside(&format!("order {}", order.name()), &in_the_way).map(|()| order)
}

#[cfg(test)]
mod tests {
    use super::super::{Command, parse};
    use super::*;

    #[test]
    fn another_order_is_for_depth_first_searches() {
        let parse = |text: &str| parse(text.split_whitespace().map(Into::into));
        let order = |text| match parse(text) {
            Ok(Command::Search(settings)) => settings.edge_order,
            other => panic!("{other:?}"),
        };
        assert_eq!(order(""), EdgeOrder::Forward);
        assert_eq!(order("--order reverse"), EdgeOrder::Reverse);
        let random = |seed| EdgeOrder::Random { seed };
        assert_eq!(order("--order random"), random(SEED));
        assert_eq!(order("--order random --seed 7 --cache off"), random(7));
        assert_eq!(order("--order random --seed 0 --store bitstate"), random(0));
        let forward = "--order forward --search breadth-first";
        assert_eq!(order(forward), EdgeOrder::Forward);
        assert_eq!(random(7).name(), "random");
        let cases = [
            (
                "--search breadth-first",
                "--order random and --search breadth-first do not go together",
            ),
            ("--sleep-sets", "--order random and --sleep-sets do not"),
            ("--export g", "--order random and --export do not"),
        ];
        for (arguments, expected) in cases {
            let all = format!("--order random {arguments}");
            let error = parse(&all).unwrap_err();
            assert!(error.contains(expected), "{arguments}: {error}");
        }
        let error = parse("--order reverse --seed 2 --cache off").unwrap_err();
        assert!(error.contains("--seed is about a cache"), "{error}");
    }
}
