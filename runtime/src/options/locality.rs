//! The option about the distances of edges, and which others it rules out.

use super::{Flags, StoreKind, refuse_beside};
use crate::search::Order;

/// Whether distances are measured.
pub(super) fn locality(flags: &Flags, order: Order, store: &StoreKind) -> Result<bool, String> {
    if !flags.has("locality") {
        return Ok(false);
    }
    #[rustfmt::skip]
    let in_the_way = [
        ("search depth-first", order == Order::DepthFirst, "the levels are those of --search breadth-first"),
        ("cache", flags.cache_size().is_some(), "the level of a state that was forgotten is not known"),
        ("store bitstate", matches!(store, StoreKind::Bitstate { .. }), "states share bits, so none has a place for its level"),
        ("store disk", matches!(store, StoreKind::Disk), "it is known too late which state an edge leads to"),
        ("max-depth", flags.has("max-depth"), "nobody sees where the edges of the last level lead"),
    ];
    refuse_beside("locality", &in_the_way).map(|()| true)
}

#[cfg(test)]
mod tests {
    use super::super::{Command, parse};

    #[test]
    fn what_has_no_levels_is_refused() {
        let parse = |text: &str| parse(text.split_whitespace().map(Into::into));
        let measures = |text| match parse(text) {
            Ok(Command::Search(settings)) => settings.locality,
            other => panic!("{other:?}"),
        };
        assert!(measures("--search breadth-first --locality --cache off"));
        assert!(!measures("--search breadth-first"));
        let cases = [
            (
                "",
                "--locality and --search depth-first do not go together: the levels are those of --search breadth-first",
            ),
            (
                "--search breadth-first --store bitstate",
                "--locality and --store bitstate do not go together: states share bits",
            ),
            (
                "--search breadth-first -m 9",
                "--locality and --max-depth do not go together",
            ),
            (
                "--search breadth-first --cache 9",
                "and --cache do not go together",
            ),
        ];
        for (arguments, expected) in cases {
            let error = parse(&format!("{arguments} --locality")).unwrap_err();
            assert!(error.contains(expected), "{arguments}: {error}");
        }
    }
}
