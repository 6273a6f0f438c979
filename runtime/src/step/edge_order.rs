//! In which order the edges of a state are tried, where that is not SPIN's.
//!
//! A depth-first search with too many states before it sees what lies behind the first edges of its
//! first states, and nothing else. Another order sees something else. The naive way lists the edges
//! of each state on the path and shuffles the list: memory for each level, and work for edges that
//! are never taken. A [`Cursor`](super::Cursor) knows only its last edge, and that is enough here,
//! too: the alternatives lie on a circle, and the one after another is a fixed number of steps
//! further round ([`Walk`]). Where the walk begins and how long its steps are is a function of the
//! seed and of the state's hash, so a state has the same order whenever it is opened, nothing is
//! kept, and the same seed gives the same search.
//!
//! Permuted are the processes of a state, the receivers of a message, and the candidates of a
//! process. But not what has a meaning where it stands: candidates of a lower tier come first, and
//! `else` after what stands before it; and those of a `D_proctype`, where the second one that can
//! be executed is named as the error.

use std::ops::Range;

use super::cursor::NO_PROCESS;
use super::selection::Selection;
use crate::mix::{GOLDEN, mix};
use crate::model::{Candidate, Role};
use crate::state::State;

/// In which order the edges of a state are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EdgeOrder {
    /// SPIN's.
    #[default]
    Forward,
    /// The opposite one.
    Reverse,
    /// In each state another one.
    Random {
        /// Decides about all of them.
        seed: u64,
    },
}

impl EdgeOrder {
    /// Through `count` alternatives, at least one; `salt` says of what.
    fn walk(self, count: u32, salt: u64) -> Walk {
        let (start, step) = match self {
            Self::Forward => (0, 1),
            Self::Reverse => (count - 1, count - 1),
            Self::Random { seed } => {
                let random = mixed(mixed(seed) ^ salt);
                let start = (random >> 32) as u32 % count;
                (start, coprime(random as u32, count))
            }
        };
        Walk { count, start, step }
    }
}

/// All numbers below `count`, each once: from `start` on round a circle. The step has no divisor in
/// common with `count`, so the walk is everywhere before it is at its start again.
#[derive(Clone, Copy)]
struct Walk {
    count: u32,
    start: u32,
    step: u32,
}

impl Walk {
    /// The number after `at`.
    fn after(self, at: u32) -> Option<u32> {
        let next = (at + self.step) % self.count;
        (next != self.start).then_some(next)
    }
}

/// A number below `count`, or 1, without a common divisor, from a random one.
fn coprime(random: u32, count: u32) -> u32 {
    let below = count.max(2) - 1;
    let mut step = 1 + random % below;
    while divisor(step, count) > 1 {
        step = step % below + 1;
    }
    step
}

/// The greatest common one.
fn divisor(a: u32, b: u32) -> u32 {
    match b {
        0 => a,
        _ => divisor(b, a % b),
    }
}

/// A number in the place of another one; zero has none but itself without the sum.
fn mixed(number: u64) -> u64 {
    mix(number.wrapping_add(GOLDEN))
}

/// The edges of the processes that are wanted, in an order of their own.
pub(crate) struct Permuted<W> {
    order: EdgeOrder,
    /// Of the state in which the edges begin.
    hash: u64,
    processes: Walk,
    wanted: W,
}

impl<W: Fn(u8) -> bool> Permuted<W> {
    /// Of a state before its next edge.
    pub(crate) fn new(order: EdgeOrder, state: &State, wanted: W) -> Self {
        let (hash, count) = (state.hash(), state.process_count().max(1));
        Self {
            order,
            hash,
            processes: order.walk(count, hash),
            wanted,
        }
    }

    /// The first process that is wanted.
    pub(crate) fn first_process(&self) -> u8 {
        let first = self.pid(self.processes.start);
        match (self.wanted)(first) {
            true => first,
            false => self.process_after(first),
        }
    }

    /// The first number is that of the highest pid.
    fn pid(&self, number: u32) -> u8 {
        (self.processes.count - 1 - number) as u8
    }

    fn after(&self, pid: u8) -> u8 {
        let number = self.processes.count - 1 - u32::from(pid);
        let next = self.processes.after(number);
        next.map_or(NO_PROCESS, |next| self.pid(next))
    }

    /// Through the candidates of `pid` from `run.start` on.
    fn walk(&self, pid: u8, run: &Range<usize>) -> Walk {
        let salt = (u64::from(pid) + 1) << 32 | run.start as u64;
        self.order.walk(run.len() as u32, self.hash ^ mixed(salt))
    }
}

impl<W: Fn(u8) -> bool> Selection for Permuted<W> {
    const CHOOSES: bool = false;
    /// It does not come to the others.
    const KEEPS_TO_SOME: bool = false;

    fn process_after(&self, pid: u8) -> u8 {
        let mut next = self.after(pid);
        while next != NO_PROCESS && !(self.wanted)(next) {
            next = self.after(next);
        }
        next
    }

    fn first_receiver(&self, _: u32) -> u8 {
        self.pid(self.processes.start)
    }

    fn receiver_after(&self, receiver: u8) -> u8 {
        self.after(receiver)
    }

    fn candidate(
        &self,
        candidates: &'static [Candidate],
        pid: u8,
        next: usize,
    ) -> Option<(usize, &'static Candidate)> {
        let mut begin = next;
        if let Some(last) = next.checked_sub(1) {
            let run = run_of(candidates, last);
            if let Some(at) = self.walk(pid, &run).after((last - run.start) as u32) {
                let at = run.start + at as usize;
                return Some((at, &candidates[at]));
            }
            begin = run.end;
        }
        candidates.get(begin)?;
        let run = run_of(candidates, begin);
        let at = run.start + self.walk(pid, &run).start as usize;
        Some((at, &candidates[at]))
    }
}

/// The candidates around this one that may change places with it.
fn run_of(candidates: &[Candidate], at: usize) -> Range<usize> {
    let tier = candidates[at].tier;
    let is_free = |it: &Candidate| it.role != Role::Else && !it.deterministic && it.tier == tier;
    if !is_free(&candidates[at]) {
        return at..at + 1;
    }
    let before = candidates[..at].iter().rev().take_while(|it| is_free(it));
    let behind = candidates[at..].iter().take_while(|it| is_free(it));
    at - before.count()..at + behind.count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::offer;

    fn all(walk: Walk) -> Vec<u32> {
        std::iter::successors(Some(walk.start), |&at| walk.after(at)).collect()
    }

    #[test]
    fn a_walk_is_a_permutation() {
        for count in 1..=300 {
            for seed in 0..20 {
                let order = EdgeOrder::Random { seed };
                let mut met = all(order.walk(count, u64::from(count) << 7));
                met.sort_unstable();
                assert!(met.into_iter().eq(0..count), "{count} {seed}");
            }
            assert!(
                all(EdgeOrder::Forward.walk(count, 3))
                    .into_iter()
                    .eq(0..count)
            );
            let reverse = all(EdgeOrder::Reverse.walk(count, 3));
            assert!(reverse.into_iter().eq((0..count).rev()));
        }
    }

    /// Of three alternatives each of the six orders occurs, about as often as the others.
    #[test]
    fn states_have_different_orders() {
        let order = EdgeOrder::Random { seed: 1 };
        let mut counts = std::collections::BTreeMap::new();
        for hash in 0..6000 {
            *counts.entry(all(order.walk(3, mixed(hash)))).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(
            counts.values().all(|count| (800..1200).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn what_has_a_meaning_where_it_stands_stays_there() {
        let candidate = |tier, role, deterministic| Candidate {
            tier,
            role,
            deterministic,
            ..offer(0)
        };
        let plain = |tier| candidate(tier, Role::Plain, false);
        let all = [
            plain(0),
            plain(0),
            candidate(0, Role::Else, false),
            plain(1),
            plain(1),
            plain(1),
            candidate(1, Role::Plain, true),
            candidate(1, Role::Plain, true),
        ];
        let runs: Vec<_> = (0..all.len()).map(|at| run_of(&all, at)).collect();
        assert_eq!(runs, [0..2, 0..2, 2..3, 3..6, 3..6, 3..6, 6..7, 7..8]);
    }
}
