//! What a claim holds without: parts of its formula that have one truth value in all states.
//!
//! `[] (requested -> <> served)` holds of a model in which nothing is ever requested, and most
//! often the model is wrong then. A search sees the letter of each state anyway, so it notes which
//! letters there were. That says something of the model only if all its states were seen, and seen
//! by the claim: the search is complete, and the claim may stay where it starts whatever it sees.

use crate::claim::{ClaimInfo, ClaimKind, Operator, Safety};
use crate::statistics::SeenLetters;
use crate::trail::lasso::Lasso;
use crate::trail::why::is_seen_at_once;

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

/// Which parts of the formula have the same truth value in all states that a complete search has
/// seen. Nothing is said of a claim that may not have looked at all of them.
pub fn constants(claim: &'static ClaimInfo, seen: SeenLetters) -> Vec<Constant> {
    if claim.kind != ClaimKind::Formula || !claim.sees_all() {
        return Vec::new();
    }
    let is_invariant = Safety::of(claim).is_some_and(|it| it.is_invariant());
    let truth = Truth::new(claim, seen);
    let mut found = Vec::new();
    for (number, part) in (0..).zip(claim.formula) {
        match part.what {
            Operator::Implies(left, _) if truth.is_never(left, true) => {
                found.push(Constant {
                    part: left,
                    value: false,
                    is_vacuous: true,
                });
            }
            // That `p` is never false is what `[] p` says.
            Operator::Proposition(_) if !is_invariant => {
                let never = [true, false].into_iter();
                found.extend(
                    never
                        .filter(|it| truth.is_never(number, *it))
                        .map(|it| Constant {
                            part: number,
                            value: !it,
                            is_vacuous: false,
                        }),
                );
            }
            _ => {}
        }
    }
    // What a left side consists of is told with it.
    found.sort_by_key(|it| (!it.is_vacuous, it.part));
    found.dedup_by_key(|it| claim.formula[usize::from(it.part)].text);
    found
}

/// The truth of the parts of a formula on the letters that were seen.
struct Truth {
    claim: &'static ClaimInfo,
    seen: SeenLetters,
    /// By part and letter, if whole letters are noted.
    of_letters: Option<Vec<Vec<bool>>>,
}

impl Truth {
    fn new(claim: &'static ClaimInfo, seen: SeenLetters) -> Self {
        // What is decided by one letter is so wherever that stands in a word.
        let letters = (0..64).filter(|letter| seen.letters >> letter & 1 == 1);
        let word = Lasso {
            letters: letters.collect(),
            turn: 0,
        };
        let is_whole = claim.propositions.len() <= WHOLE_MAX;
        Self {
            claim,
            seen,
            of_letters: is_whole.then(|| word.truth(claim.formula)),
        }
    }

    /// Whether it is known that a part never has this value.
    fn is_never(&self, part: u16, value: bool) -> bool {
        let parts = self.claim.formula;
        match (&self.of_letters, parts[usize::from(part)].what) {
            (Some(truth), _) => {
                is_seen_at_once(parts, part) && !truth[usize::from(part)].contains(&value)
            }
            (None, Operator::Proposition(proposition)) => {
                let had = if value {
                    self.seen.held
                } else {
                    self.seen.failed
                };
                had >> proposition & 1 == 0
            }
            (None, _) => false,
        }
    }
}
