//! How many workers a search has, and the options that rule several out.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread::{self, Builder};

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
    let Some(threads) = flags.number("threads")? else {
        return Ok(startable(default()));
    };
    if threads > THREADS_MAX {
        return Err(format!("--threads {threads}: at most {THREADS_MAX}"));
    }
    match startable(threads) {
        most if most < threads => Err(format!(
            "--threads {threads}: the system starts {most}; write less, or raise its limits \
             (ulimit -u, ulimit -v)"
        )),
        threads => Ok(threads),
    }
}

/// How many threads the system lets run at once, up to this number, with this one. A search cannot
/// do with fewer once it has begun, and users, containers and memory have limits.
fn startable(threads: usize) -> usize {
    let gate = Mutex::new(());
    let wait = || drop(gate.lock());
    thread::scope(|scope| {
        let closed = gate.lock();
        let others = (1..threads).map(|_| Builder::new().spawn_scoped(scope, wait));
        let others = others.take_while(Result::is_ok).count();
        drop(closed);
        1 + others
    })
}

/// What one thread has on its way to another takes half a MiB. That is to be a sixteenth of the
/// memory at most, so in little memory there are fewer threads: this much must be there for each of
/// them and each other.
const BYTES_FOR_TWO: u64 = 16 << 19;

/// What was asked for. One for a depth-first search, and for what does not go along with several
/// unless they are asked for: then that is refused.
pub(super) fn workers(
    flags: &Flags,
    order: Order,
    store: &StoreKind,
    memory_bytes: u64,
) -> Result<usize, String> {
    if order == Order::DepthFirst {
        return Ok(1);
    }
    let one_at_a_time =
        "it looks at states one after another, and several threads find them at once";
    #[rustfmt::skip]
    let in_the_way = [
        ("store disk", *store == StoreKind::Disk, "it looks states up in order, a level at a time; use another store"),
        ("locality", flags.has("locality"), one_at_a_time),
        ("byte-frequencies", flags.has("byte-frequencies"), one_at_a_time),
        ("dump-states", flags.has("dump-states") && store.is_lossy(), "it keeps no states that could be written; use --store exact or tree"),
    ];
    // What a cache forgets and the order of lines in these files would depend on timing, and levels
    // would be on the disk from the start.
    let is_better_alone = flags.cache_size().is_some()
        || flags.has("dump-states")
        || flags.has("dump-ends")
        || flags.is_on("encode")
        || !store.suits_threads();
    let default = || match is_better_alone || in_the_way.iter().any(|it| it.1) {
        true => 1,
        false => processors().min((memory_bytes / BYTES_FOR_TWO).isqrt().max(1) as usize),
    };
    match threads(flags, default)? {
        1 => Ok(1),
        workers => refuse_beside("threads", &in_the_way).map(|()| workers),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Command, parse};
    use super::processors;

    #[test]
    fn several_workers_are_for_breadth_first_searches() {
        let parse = |text: &str| parse(text.split_whitespace().map(Into::into));
        let workers = |text: &str| match parse(text) {
            Ok(Command::Search(settings)) => settings.workers,
            other => panic!("{other:?}"),
        };
        let default = |more: &str| workers(&format!("--search breadth-first {more}"));
        assert_eq!(default("--memory 8G"), processors().min(32));
        assert_eq!(default("--memory 33M"), processors().min(2));
        assert_eq!(default("--memory 1M"), 1);
        assert_eq!(default("--dump-ends ends"), 1);
        for alone in [
            "compact",
            "bitstate",
            "collapse",
            "exact --encode mask",
            "exact --cache 9",
        ] {
            assert_eq!(default(&format!("--store {alone}")), 1);
            assert_eq!(default(&format!("--threads 3 --store {alone}")), 3);
        }
        assert_eq!(workers("--threads 4"), 1, "that many claims at once");
        assert_eq!(workers("--threads 4 --search breadth-first"), 4);
        let more =
            "--threads 4 --search breadth-first --reduce persistent --store tree --cache off";
        assert_eq!(workers(more), 4);
        let cases = [
            ("--store disk", "use another store"),
            ("--store bitstate --dump-states s", "it keeps no states"),
            ("--locality", "several threads find them at once"),
            ("--threads 1025", "--threads 1025: at most 1024"),
        ];
        for (arguments, expected) in cases {
            let all = format!("--search breadth-first --threads 2 {arguments}");
            let error = parse(&all).unwrap_err();
            assert!(error.contains(expected), "{arguments}: {error}");
            let one = format!("--search breadth-first --threads 1 {arguments}");
            let none = format!("--search breadth-first {arguments}");
            for all in [one, none] {
                let is_fine = arguments.contains("1025") || parse(&all).is_ok();
                assert!(is_fine, "{all}");
            }
        }
    }
}
