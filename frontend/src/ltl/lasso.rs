//! The truth of a formula on an infinite word, from the definition of its operators.
//!
//! Everything else in this room goes by automata. This is the second opinion: it knows none.

use super::formula::{Binary, Formula, Unary};

/// The infinite word that begins with `letters` and then repeats those from `turn` on for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// At least one.
    pub letters: Vec<u64>,
    /// Where it goes on behind the last of them.
    pub turn: usize,
}

impl Lasso {
    pub(super) fn next(&self, position: usize) -> usize {
        match position + 1 {
            end if end == self.letters.len() => self.turn,
            next => next,
        }
    }

    /// Whether the formula is true of it.
    pub fn satisfies(&self, formula: &Formula) -> bool {
        self.truth(formula)[0]
    }

    /// Whether the formula is true of what begins at each position.
    pub fn truth(&self, formula: &Formula) -> Vec<bool> {
        match formula {
            Formula::Constant(value) => vec![*value; self.letters.len()],
            Formula::Proposition(number) => {
                let holds = |letter: &u64| letter >> number & 1 == 1;
                self.letters.iter().map(holds).collect()
            }
            Formula::Unary(operator, operand) => {
                let inner = self.truth(operand);
                match operator {
                    Unary::Not => inner.iter().map(|it| !it).collect(),
                    Unary::Next => (0..inner.len()).map(|at| inner[self.next(at)]).collect(),
                    Unary::Always => self.steady(true, |at, later| inner[at] && later),
                    Unary::Eventually => self.steady(false, |at, later| inner[at] || later),
                }
            }
            Formula::Binary(operator, left, right) => {
                let (a, b) = (self.truth(left), self.truth(right));
                let pointwise = |connective: fn(bool, bool) -> bool| {
                    a.iter().zip(&b).map(|(a, b)| connective(*a, *b)).collect()
                };
                match operator {
                    Binary::And => pointwise(|a, b| a && b),
                    Binary::Or => pointwise(|a, b| a || b),
                    Binary::Implies => pointwise(|a, b| !a || b),
                    Binary::Equivalent => pointwise(|a, b| a == b),
                    Binary::Until => self.steady(false, |at, later| b[at] || a[at] && later),
                    Binary::WeakUntil => self.steady(true, |at, later| b[at] || a[at] && later),
                    Binary::Release => self.steady(true, |at, later| b[at] && (a[at] || later)),
                }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_mean_what_they_say() {
        let [p, q] = [0, 1].map(Formula::Proposition);
        let on = |formula: Formula| {
            // p holds at 0, 1, 2 and for ever at 4; q at 2 and 3.
            let letters = vec![0b01, 0b01, 0b11, 0b10, 0b01];
            Lasso { letters, turn: 4 }.truth(&formula)
        };
        let binary = |operator| on(Formula::binary(operator, p.clone(), q.clone()));
        let unary = |operator| on(Formula::unary(operator, q.clone()));
        let bits = |text: &str| text.chars().map(|c| c == '1').collect::<Vec<_>>();
        assert_eq!(binary(Binary::Until), bits("11110"));
        assert_eq!(binary(Binary::WeakUntil), bits("11111"));
        assert_eq!(binary(Binary::Release), bits("00100"));
        assert_eq!(binary(Binary::Implies), bits("00110"));
        assert_eq!(binary(Binary::Equivalent), bits("00100"));
        assert_eq!(unary(Unary::Next), bits("01100"));
        assert_eq!(unary(Unary::Eventually), bits("11110"));
        assert_eq!(unary(Unary::Always), bits("00000"));
        assert_eq!(on(Formula::unary(Unary::Always, p.clone())), bits("00001"));
    }
}
