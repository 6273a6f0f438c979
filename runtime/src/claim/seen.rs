//! What a search has seen of the propositions of a claim: what never held, the claim holds without.
//!
//! `[] (requested -> <> served)` holds of a model in which nothing is ever requested, and most
//! often the model is wrong then. A search sees the letter of each state anyway, so it notes which
//! letters there were. That says something of the model only if all its states were seen, and seen
//! by the claim: the search is complete, and the claim may stay where it starts whatever it sees.

use super::{ClaimInfo, ClaimKind, Invariant, Operator};
use crate::statistics::Seen;

/// Propositions of which whole letters are noted, a bit for each letter.
const WHOLE_MAX: usize = 6;

/// What is the same in every state that can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    /// A part of the formula.
    pub part: u16,
    /// It is never false; otherwise it is never true.
    pub value: bool,
    /// It stands on the left of `->` and is never true: what is claimed of it holds vacuously.
    pub is_vacuous: bool,
}

impl ClaimInfo {
    /// Which parts of the formula have the same truth value in all states that a complete search
    /// has seen. Nothing is said of a claim that may not have looked at all of them.
    pub fn constants(&'static self, seen: Seen) -> Vec<Constant> {
        if self.kind != ClaimKind::Formula || !self.sees_all() {
            return Vec::new();
        }
        let is_invariant = Invariant::of(self).is_some();
        let mut found = Vec::new();
        for (number, part) in (0..).zip(self.formula) {
            match part.what {
                Operator::Implies(left, _) if self.is_ever(left, true, seen) == Some(false) => {
                    found.push(Constant {
                        part: left,
                        value: false,
                        is_vacuous: true,
                    });
                }
                // That `p` is never false is what `[] p` says.
                Operator::Proposition(_) if !is_invariant => {
                    for value in [false, true] {
                        if self.is_ever(number, !value, seen) == Some(false) {
                            found.push(Constant {
                                part: number,
                                value,
                                is_vacuous: false,
                            });
                        }
                    }
                }
                _ => {}
            }
        }
        // What a left side consists of is told with it.
        found.sort_by_key(|it| (!it.is_vacuous, it.part));
        found.dedup_by_key(|it| self.formula[usize::from(it.part)].text);
        found
    }

    /// Whether a complete search that finds nothing has looked at every state of the system with
    /// the claim at its start, where it may stay.
    pub fn sees_all(&'static self) -> bool {
        let edges = self.at(self.start).edges;
        let stays = edges
            .iter()
            .any(|edge| edge.care == 0 && edge.target == self.start);
        stays || Invariant::of(self).is_some()
    }

    /// Whether a part has had this value; `None`: that is not known.
    fn is_ever(&self, part: u16, value: bool, seen: Seen) -> Option<bool> {
        if self.propositions.len() > WHOLE_MAX {
            let Operator::Proposition(proposition) = self.formula[usize::from(part)].what else {
                return None;
            };
            let had = if value { seen.held } else { seen.failed };
            return Some(had >> proposition & 1 == 1);
        }
        let letters = (0..64).filter(|letter| seen.letters >> letter & 1 == 1);
        let mut values = letters.map(|letter| self.value(part, letter));
        values.try_fold(false, |ever, it| Some(ever | (it? == value)))
    }

    /// The truth value of a part that says something of one state.
    fn value(&self, part: u16, letter: u64) -> Option<bool> {
        let of = |part: u16| self.value(part, letter);
        Some(match self.formula[usize::from(part)].what {
            Operator::Constant(value) => value,
            Operator::Proposition(proposition) => letter >> proposition & 1 == 1,
            Operator::Not(a) => !of(a)?,
            Operator::And(a, b) => of(a)? & of(b)?,
            Operator::Or(a, b) => of(a)? | of(b)?,
            Operator::Implies(a, b) => !of(a)? | of(b)?,
            Operator::Equivalent(a, b) => of(a)? == of(b)?,
            _ => return None,
        })
    }
}
