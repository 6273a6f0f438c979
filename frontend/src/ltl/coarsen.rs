//! Making places one as long as nothing is accepted that should not be.
//!
//! Places may become one although neither simulates the other, when no run that mixes them is
//! accepted wrongly. Which ones is hard to tell from the automaton alone. But two places made one
//! only ever accept more words, never fewer; and what must not be accepted is at hand: the
//! automaton of the negated formula. So pairs are tried, and one is kept if the two automata still
//! have no word in common. This finds what simulations of many kinds find one by one (forward,
//! backward, delayed), and more.

use super::automaton::{Acceptance, Automaton};
use super::product::{self, Product};
use super::simulation;

/// Bound on pairs of edges that are looked at: about a second.
const WORK_MAX: usize = 1 << 27;

/// An automaton for the same words with no more places. `complement` accepts the other words.
///
/// Over propositions that are not expanded to letters it is trimmed only.
pub fn coarsened(
    automaton: Automaton,
    complement: &Automaton,
    acceptance: Acceptance,
) -> Automaton {
    let mut best = simulation::reduced(automaton, acceptance);
    while best.alphabet.is_expanded() {
        let merged = merged(&best, complement, acceptance);
        if merged.places.len() == best.places.len() {
            break;
        }
        best = simulation::reduced(merged, acceptance);
    }
    best
}

/// Lets each place join the first class of those before it that it may join.
///
/// What has failed is not tried again: with more places made one, it would accept even more.
fn merged(automaton: &Automaton, complement: &Automaton, acceptance: Acceptance) -> Automaton {
    let work = automaton.edges() * complement.edges();
    let mut tries = WORK_MAX / work.max(1);
    if tries == 0 {
        return automaton.clone();
    }
    let of = |class: &[Option<usize>]| acceptance.settle(automaton.renumbered(class));
    let mut class: Vec<Option<usize>> = (0..automaton.places.len()).map(Some).collect();
    let beside = Beside::of(automaton, complement);
    for place in 1..automaton.places.len() {
        for first in (0..place).filter(|first| beside.allows(*first, place)) {
            if class[first] != Some(first) || tries == 0 {
                continue;
            }
            tries -= 1;
            class[place] = Some(first);
            if !product::meet(&of(&class), complement) {
                break;
            }
            class[place] = Some(place);
        }
    }
    of(&class)
}

/// Which places of the complement stand beside a place, behind the same word.
struct Beside {
    width: usize,
    /// By place and place of the complement: some word leads to both.
    reached: Vec<bool>,
    /// By place and place of the complement: they accept a word in common.
    accepting: Vec<bool>,
}

impl Beside {
    fn of(automaton: &Automaton, complement: &Automaton) -> Beside {
        let width = complement.places.len();
        let pairs = (0..automaton.places.len() * width).map(|it| (it / width, it % width));
        let product = Product::from(automaton, complement, pairs);
        Beside {
            width,
            reached: product.reached(),
            accepting: product.accepting(),
        }
    }

    /// Whether a run that goes on from one of the places as if it were the other accepts nothing
    /// that the complement does. Runs may change more than once, so this is not enough.
    fn allows(&self, first: usize, second: usize) -> bool {
        let at = |place: usize| place * self.width..(place + 1) * self.width;
        let jumps = |from, to| {
            let both = self.reached[at(from)].iter().zip(&self.accepting[at(to)]);
            let mut both = both.map(|(reached, accepting)| *reached && *accepting);
            both.any(|it| it)
        };
        !jumps(first, second) && !jumps(second, first)
    }
}
