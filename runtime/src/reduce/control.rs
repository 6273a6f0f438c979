//! The control graph of a model: which places a process comes to from which.

use super::bits::Bits;
use crate::connected::components;
use crate::model::ModelInfo;

/// The places of all proctypes, and the transitions between them.
pub(super) struct Control {
    /// By place: transition and target. None leads to the end of a process.
    next: Vec<Vec<(u32, usize)>>,
    transitions: usize,
    /// Places that a process may come to in the middle of an atomic sequence.
    passed: Bits,
}

impl Control {
    pub fn new(info: &ModelInfo) -> Self {
        let mut passed = Bits::new(info.places.len());
        let leaving = info.places.iter().map(|place| {
            let steps = place.candidates.iter().filter_map(|it| {
                let target = info.transitions[it.transition.0 as usize].target.0;
                if it.atomic {
                    passed.insert(target);
                }
                (target != 0).then_some((it.transition.0, target as usize))
            });
            steps.collect()
        });
        let next = leaving.collect();
        Self {
            next,
            transitions: info.transitions.len(),
            passed,
        }
    }

    /// A process that comes to this place stands there until it begins another transition.
    pub fn rests(&self, place: usize) -> bool {
        !self.passed.contains(place as u32)
    }

    /// The transitions that lie on a cycle without places that are cut.
    pub fn on_cycles(&self, cut: impl Fn(usize) -> bool) -> Bits {
        let stays = |place: usize, target: usize| !cut(place) && !cut(target);
        // What is cut leads nowhere: back to itself.
        let component = components(self.next.len(), |place, index| {
            let (_, target) = *self.next[place].get(index)?;
            Some(if stays(place, target) { target } else { place })
        });
        let mut found = Bits::new(self.transitions);
        for (place, steps) in self.next.iter().enumerate() {
            for &(transition, target) in steps {
                if stays(place, target) && component[place] == component[target] {
                    found.insert(transition);
                }
            }
        }
        found
    }
}
