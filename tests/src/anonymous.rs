//! States that differ in nothing that a process can see, in the form in which analyzers write them.
//!
//! Where processes are anonymous, persistent sets find of such invalid end states one at least:
//! `docs/partial-order.md`, "Starts before ends".

use std::collections::BTreeSet;

use codegen::plan::Plan;
use frontend::ir::{Action, Model, PlaceId};
use frontend::tags::Facts;
use serde::{Deserialize, Serialize};

/// A model whose processes are anonymous.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anonymous {
    /// Numbers of places at which a process has nothing left but its `-end-`.
    ending: BTreeSet<u32>,
}

impl Anonymous {
    /// None if the numbers of its processes matter.
    pub fn of(model: &Model, plan: &Plan<'_>) -> Option<Self> {
        if !Facts::of(model).anonymous {
            return None;
        }
        let mut ending = BTreeSet::new();
        for (proctype, planned) in model.proctypes.iter().zip(&plan.proctypes) {
            for (index, named) in planned.automaton.numbered() {
                let mut offered = proctype.offered(PlaceId::from(index));
                if offered.all(|it| it.steps[0].action == Action::End) {
                    ending.insert(named.number);
                }
            }
        }
        Some(Self { ending })
    }

    /// What all states have in common that are the same as that of a line.
    pub fn class(&self, line: &str) -> String {
        let parts = line.split(" | ").filter_map(|part| {
            let Some((process, values)) = process(part) else {
                return Some(part.to_string());
            };
            let (name, place) = process;
            let left = !self.ending.contains(&place);
            left.then(|| format!("{name}@{place}{values}"))
        });
        parts.collect::<Vec<_>>().join(" | ")
    }
}

/// Name, place and values of a process, `P[1]@7 i=0`.
fn process(part: &str) -> Option<((&str, u32), &str)> {
    let part = part.trim_start_matches("| ");
    let (head, values) = part.split_at(part.find(' ').unwrap_or(part.len()));
    let (name, place) = head.rsplit_once('@')?;
    let (name, _) = name.rsplit_once('[')?;
    Some(((name, place.parse().ok()?), values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_processes_at_their_end_make_no_difference() {
        let anonymous = Anonymous {
            ending: BTreeSet::from([4]),
        };
        let one = "x=1 q=[2] | init[0]@11 | B[1]@5 i=3";
        let other = "x=1 q=[2] | init[0]@11 | A[1]@4 | B[2]@5 i=3";
        assert_eq!(anonymous.class(one), anonymous.class(other));
        for different in [
            "x=1 q=[2] | init[0]@11 | B[1]@5 i=2",
            "x=2 q=[2] | init[0]@11 | B[1]@5 i=3",
            "x=1 q=[2] | init[0]@11 | A[1]@6 | B[2]@5 i=3",
            "x=1 q=[2] | B[0]@5 i=3 | init[1]@11",
        ] {
            assert_ne!(anonymous.class(one), anonymous.class(different));
        }
        assert_eq!(anonymous.class("| A[1]@4 | B[2]@5"), "B@5");
    }
}
