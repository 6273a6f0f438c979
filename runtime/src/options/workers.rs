//! How many workers a search has, and the options that rule several out.

use std::num::NonZero;
use std::thread;

use super::{Flags, StoreKind, refuse_beside};
use crate::search::Order;

/// More threads than any machine has cores for.
const THREADS_MAX: usize = 1024;

/// As many threads as can run at once.
pub(super) fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// How many threads one search is to have, or searches that share the memory.
pub(super) fn threads(flags: &Flags, default: impl FnOnce() -> usize) -> Result<usize, String> {
    match flags.number("threads")?.unwrap_or_else(default) {
        threads @ ..=THREADS_MAX => Ok(threads),
        threads => Err(format!("--threads {threads}: at most {THREADS_MAX}")),
    }
}

/// What was asked for: one, unless a breadth-first search is to have more.
pub(super) fn workers(flags: &Flags, order: Order, store: &StoreKind) -> Result<usize, String> {
    if order == Order::DepthFirst {
        return Ok(1);
    }
    let workers = threads(flags, || 1)?;
    if workers == 1 {
        return Ok(1);
    }
    let one_at_a_time =
        "it looks at states one after another, and several threads find them at once";
    #[rustfmt::skip]
    let in_the_way = [
        ("store", !store.suits_threads(), "it was not made for several threads; use --store exact or tree"),
        ("encode", flags.is_on("encode"), "it was not made for several threads; use --store tree"),
        ("cache", flags.cache_size().is_some(), "which states are forgotten would depend on timing; leave one of them out"),
        ("locality", flags.has("locality"), one_at_a_time),
        ("byte-frequencies", flags.has("byte-frequencies"), one_at_a_time),
    ];
    refuse_beside("threads", &in_the_way).map(|()| workers)
}

#[cfg(test)]
mod tests {
    use super::super::{Command, parse};

    #[test]
    fn several_workers_are_for_breadth_first_searches_that_keep_all() {
        let parse = |text: &str| parse(text.split_whitespace().map(Into::into));
        let workers = |text| match parse(text) {
            Ok(Command::Search(settings)) => settings.workers,
            other => panic!("{other:?}"),
        };
        assert_eq!(workers("--search breadth-first"), 1);
        assert_eq!(workers("--threads 4"), 1, "that many claims at once");
        assert_eq!(workers("--threads 4 --search breadth-first"), 4);
        let more =
            "--threads 4 --search breadth-first --reduce persistent --store tree --cache off";
        assert_eq!(workers(more), 4);
        let cases = [
            ("--store compact", "use --store exact or tree"),
            ("--store disk", "use --store exact or tree"),
            ("--encode mask", "use --store tree"),
            ("--cache 9", "would depend on timing"),
            ("--locality", "several threads find them at once"),
            ("--threads 1025", "--threads 1025: at most 1024"),
        ];
        for (arguments, expected) in cases {
            let all = format!("--search breadth-first --threads 2 {arguments}");
            let error = parse(&all).unwrap_err();
            assert!(error.contains(expected), "{arguments}: {error}");
            let one = format!("--search breadth-first --threads 1 {arguments}");
            assert!(
                arguments.contains("1025") || parse(&one).is_ok(),
                "{arguments}"
            );
        }
    }
}
