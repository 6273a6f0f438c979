//! Where each state came from, in some bits a state.
//!
//! To show the way to a state a breadth-first search must know from which state, and by which edge, it was first reached. The naive way keeps a handle and an edge with each
//! state: 8 bytes, which must follow when handles change, and nothing for a store that keeps no states. But states are taken out of the queue in the order in which
//! they were put in. So it is enough to write down what became of each edge, in the order in which they were executed:
//!
//! ```text
//! 0   the edge led to a state that was known
//! 10  it led to a new state, which was put into the queue
//! 11  what follows are edges of the next state that was taken; then, if the search may leave edges out, a bit that says how it chooses
//! ```
//!
//! The n-th `10` is that of the n-th state; the number of `11` before it says which state the edge was of, and the edges since the last `11` which one it was. That is a
//! bit for each edge and three for each state. Every so often the place in the bits and the number of new states so far are noted, so that
//! a state is found by a binary search and a short walk.

use std::sync::Arc;

use crate::memory::{Budget, OutOfMemory};
use crate::store::Attributes;

/// States from one note to the next: a note takes as much as half a bit for each.
const STRIDE: u64 = 256;

/// What became of all edges.
pub(super) struct Origins {
    bits: Attributes<u64>,
    len: u64,
    /// Before each so many states that were taken: bits so far, and states put into the queue.
    notes: Attributes<[u64; 2]>,
    /// States taken.
    taken: u64,
    /// States put into the queue.
    put: u64,
    /// A bit for each state says how its edges were chosen.
    has_choices: bool,
}

/// An edge by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Origin {
    /// The state that it is of; the initial state is 0.
    pub(in crate::search) state: u64,
    /// How many of the edges of that state were executed before it.
    pub(in crate::search) edge: u64,
    /// How the edges of that state were chosen.
    pub(in crate::search) choice: bool,
}

impl Origins {
    /// Of the initial state only.
    pub(super) fn new(has_choices: bool, budget: Arc<Budget>) -> Self {
        Self {
            bits: Attributes::new(budget.clone()),
            len: 0,
            notes: Attributes::new(budget),
            taken: 0,
            put: 1,
            has_choices,
        }
    }

    /// An edge was executed.
    #[inline(always)]
    pub(super) fn add_edge(&mut self, to_new: bool) -> Result<(), OutOfMemory> {
        self.put += u64::from(to_new);
        self.push(u64::from(to_new), 1 + u64::from(to_new))
    }

    /// A state was taken, whose edges follow.
    #[inline(always)]
    pub(super) fn begin_state(&mut self, choice: bool) -> Result<(), OutOfMemory> {
        if self.taken.is_multiple_of(STRIDE) {
            *self.notes.slot((self.taken / STRIDE) as usize)? = [self.len, self.put];
        }
        self.taken += 1;
        let bits = 0b11 | u64::from(choice) << 2;
        self.push(bits, 2 + u64::from(self.has_choices))
    }

    #[inline(always)]
    fn push(&mut self, bits: u64, count: u64) -> Result<(), OutOfMemory> {
        let (word, shift) = ((self.len / 64) as usize, self.len % 64);
        *self.bits.slot(word)? |= bits << shift;
        if shift + count > 64 {
            *self.bits.slot(word + 1)? |= bits >> (64 - shift);
        }
        self.len += count;
        Ok(())
    }

    fn bit(&self, at: u64) -> bool {
        self.bits.get((at / 64) as usize) >> (at % 64) & 1 != 0
    }

    /// The edges from the initial state to a state, by its number.
    pub(super) fn path_to(&self, state: u64) -> Vec<Origin> {
        let mut path: Vec<Origin> = Vec::new();
        let mut state = state;
        while state > 0 {
            let origin = self.origin_of(state);
            state = origin.state;
            path.push(origin);
        }
        path.reverse();
        path
    }

    /// The edge that led to a state, which is not the initial one.
    fn origin_of(&self, wanted: u64) -> Origin {
        // The last note at which the state was not yet put.
        let (mut low, mut high) = (0, self.taken.div_ceil(STRIDE) as usize);
        while high - low > 1 {
            let middle = low.midpoint(high);
            match self.notes.get(middle)[1] > wanted {
                true => high = middle,
                false => low = middle,
            }
        }
        let [mut at, mut put] = self.notes.get(low);
        // Before its first state.
        let mut next_state = low as u64 * STRIDE;
        let (mut edge, mut choice) = (0, false);
        loop {
            debug_assert!(at < self.len, "it was put");
            match (self.bit(at), self.bit(at + 1)) {
                (false, _) => {
                    at += 1;
                    edge += 1;
                }
                (true, false) if put == wanted => {
                    return Origin {
                        state: next_state - 1,
                        edge,
                        choice,
                    };
                }
                (true, false) => {
                    at += 2;
                    put += 1;
                    edge += 1;
                }
                (true, true) => {
                    choice = self.has_choices && self.bit(at + 2);
                    at += 2 + u64::from(self.has_choices);
                    next_state += 1;
                    edge = 0;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beside a list of all edges.
    #[test]
    fn each_state_has_the_edge_that_led_to_it() {
        for has_choices in [false, true] {
            let budget = Arc::new(Budget::new(1 << 24));
            let mut origins = Origins::new(has_choices, budget);
            let mut expected = vec![None];
            for state in 0..5_000 {
                let choice = has_choices && state % 3 == 0;
                origins.begin_state(choice).expect("there is memory");
                for edge in 0..19 + 31 * state % 71 {
                    let to_new = (7 * state + 13 * edge) % 19 == 0;
                    origins.add_edge(to_new).expect("there is memory");
                    let origin = Origin {
                        state,
                        edge,
                        choice,
                    };
                    expected.extend(to_new.then_some(Some(origin)));
                }
            }
            assert!(expected.len() > 5_000);
            for (state, &origin) in expected.iter().enumerate().skip(1) {
                assert_eq!(Some(origins.origin_of(state as u64)), origin);
            }
            let path = origins.path_to(expected.len() as u64 - 1);
            let states: Vec<u64> = path.iter().map(|origin| origin.state).collect();
            assert!(states.is_sorted() && states.starts_with(&[0]));
        }
    }
}
