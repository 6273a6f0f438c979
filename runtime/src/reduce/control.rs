//! The control graph of a model: which places a process comes to from which.

use super::bits::Bits;
use crate::model::ModelInfo;

/// The places of all proctypes, and the transitions between them.
pub(super) struct Control {
    /// By place: transition and target. None leads to the end of a process.
    next: Vec<Vec<(u32, u32)>>,
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
                (target != 0).then_some((it.transition.0, target))
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
        let mut found = Bits::new(self.transitions);
        let component = self.components(&cut);
        for (place, steps) in self
            .next
            .iter()
            .enumerate()
            .filter(|&(place, _)| !cut(place))
        {
            for &(transition, target) in steps {
                if !cut(target as usize) && component[place] == component[target as usize] {
                    found.insert(transition);
                }
            }
        }
        found
    }

    /// By place: the number of its strongly connected component, among the places that are not
    /// cut. Two searches (Kosaraju): one notes the order in which places are left, the other goes
    /// backwards from the place that was left last.
    fn components(&self, cut: &impl Fn(usize) -> bool) -> Vec<u32> {
        let count = self.next.len();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (place, steps) in self
            .next
            .iter()
            .enumerate()
            .filter(|&(place, _)| !cut(place))
        {
            for &(_, target) in steps {
                before[target as usize].push(place as u32);
            }
        }
        let mut component = vec![u32::MAX; count];
        for (number, root) in (0..).zip(self.left_last_first(cut)) {
            let mut waiting = vec![root];
            while let Some(place) = waiting.pop() {
                let known = &mut component[place as usize];
                if *known == u32::MAX && !cut(place as usize) {
                    *known = number;
                    waiting.extend(&before[place as usize]);
                }
            }
        }
        component
    }

    /// The places that are not cut, in the reverse of the order in which a depth-first search
    /// leaves them.
    fn left_last_first(&self, cut: &impl Fn(usize) -> bool) -> Vec<u32> {
        let mut seen = Bits::new(self.next.len());
        let mut left = Vec::new();
        for root in (0..self.next.len() as u32).filter(|&it| !cut(it as usize)) {
            if !seen.insert(root) {
                continue;
            }
            let mut path = vec![(root, 0)];
            while let Some((place, tried)) = path.last_mut() {
                let Some(&(_, target)) = self.next[*place as usize].get(*tried) else {
                    left.push(*place);
                    path.pop();
                    continue;
                };
                *tried += 1;
                if !cut(target as usize) && seen.insert(target) {
                    path.push((target, 0));
                }
            }
        }
        left.reverse();
        left
    }
}
