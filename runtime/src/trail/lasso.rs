//! The truth of a formula on what a claim has seen of an infinite run, from the definition of the
//! operators.
//!
//! A search goes by an automaton. If that were wrong, the search and a check of its cycle would be
//! wrong alike. So the formula itself is asked, too, and this room knows no automaton.

use crate::claim::{Operator, Part};

/// The infinite word that begins with `letters` and then repeats those from `turn` on for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// At least one; bit `i` for proposition `i`.
    pub letters: Vec<u64>,
    /// Where it goes on behind the last of them.
    pub turn: usize,
}

impl Lasso {
    /// The position behind another one.
    pub fn next(&self, position: usize) -> usize {
        match position + 1 {
            end if end == self.letters.len() => self.turn,
            next => next,
        }
    }

    /// The positions that come from one on, each once, in their order.
    pub fn from(&self, position: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        (position..self.letters.len()).chain(self.turn..position.max(self.turn))
    }

    /// Whether each part of a formula is true of what begins at each position.
    pub fn truth(&self, parts: &[Part]) -> Vec<Vec<bool>> {
        let mut truth: Vec<Vec<bool>> = Vec::new();
        for part in parts {
            let of_part = self.truth_of(part.what, &truth);
            truth.push(of_part);
        }
        truth
    }

    fn truth_of(&self, what: Operator, truth: &[Vec<bool>]) -> Vec<bool> {
        let of = |part: u16| &truth[usize::from(part)];
        let all = 0..self.letters.len();
        let pointwise = |a: u16, b: u16, connective: fn(bool, bool) -> bool| {
            let pairs = of(a).iter().zip(of(b));
            pairs.map(|(a, b)| connective(*a, *b)).collect()
        };
        match what {
            Operator::Constant(value) => vec![value; self.letters.len()],
            Operator::Proposition(number) => {
                let holds = |letter: &u64| letter >> number & 1 == 1;
                self.letters.iter().map(holds).collect()
            }
            Operator::Not(a) => of(a).iter().map(|it| !it).collect(),
            Operator::Next(a) => all.map(|at| of(a)[self.next(at)]).collect(),
            Operator::Always(a) => self.steady(true, |at, later| of(a)[at] && later),
            Operator::Eventually(a) => self.steady(false, |at, later| of(a)[at] || later),
            Operator::And(a, b) => pointwise(a, b, |a, b| a && b),
            Operator::Or(a, b) => pointwise(a, b, |a, b| a || b),
            Operator::Implies(a, b) => pointwise(a, b, |a, b| !a || b),
            Operator::Equivalent(a, b) => pointwise(a, b, |a, b| a == b),
            Operator::Until(a, b) => {
                self.steady(false, |at, later| of(b)[at] || of(a)[at] && later)
            }
            Operator::WeakUntil(a, b) => {
                self.steady(true, |at, later| of(b)[at] || of(a)[at] && later)
            }
            Operator::Release(a, b) => {
                self.steady(true, |at, later| of(b)[at] && (of(a)[at] || later))
            }
        }
    }

    /// The truth of what depends on its own truth one position later: the least solution of its
    /// equation, or the greatest one. Two sweeps from the end reach it, for what a position says
    /// travels once round the loop at most.
    fn steady(&self, greatest: bool, holds: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        let mut truth = vec![greatest; self.letters.len()];
        for _ in 0..2 {
            for at in (0..truth.len()).rev() {
                truth[at] = holds(at, truth[self.next(at)]);
            }
        }
        truth
    }
}
