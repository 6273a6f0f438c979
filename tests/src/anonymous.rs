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
        let is_left = |process: &Process<'_>| !self.ending.contains(&process.place);
        let left = line.split(" | ").filter_map(Process::parse);
        let left: Vec<_> = left.filter(is_left).map(|it| (it.name, it.pid)).collect();
        let parts = line.split(" | ").filter_map(|part| {
            let Some(process) = Process::parse(part) else {
                return Some(part.to_string());
            };
            let (name, place, values) = (process.name, process.place, process.values);
            is_left(&process).then(|| format!("{name}@{place}{values}"))
        });
        of_owners(&parts.collect::<Vec<_>>().join(" | "), &left)
    }
}

/// What a line has of a process, `P[1]@7 i=0`.
struct Process<'l> {
    name: &'l str,
    pid: &'l str,
    place: u32,
    values: &'l str,
}

impl<'l> Process<'l> {
    fn parse(part: &'l str) -> Option<Self> {
        let part = part.trim_start_matches("| ");
        let (head, values) = part.split_at(part.find(' ').unwrap_or(part.len()));
        let (name, place) = head.rsplit_once('@')?;
        let (name, pid) = name.strip_suffix(']')?.rsplit_once('[')?;
        Some(Self {
            name,
            pid,
            place: place.parse().ok()?,
            values,
        })
    }
}

/// Local channels, `P[1]:c`, by the places of their owners among the processes that are `left`.
fn of_owners(line: &str, left: &[(&str, &str)]) -> String {
    let Some((names, last)) = line.rsplit_once("]:") else {
        return line.to_string();
    };
    let mut renamed = String::new();
    for piece in names.split("]:") {
        let (before, pid) = piece.rsplit_once('[').expect("a name and a pid");
        let is_of_name = |it: char| it.is_alphanumeric() || it == '_';
        let (before, name) = before.split_at(before.trim_end_matches(is_of_name).len());
        let place = left.iter().position(|it| *it == (name, pid));
        let place = place.map_or(String::new(), |place| place.to_string());
        renamed += &format!("{before}{name}#{place}:");
    }
    renamed + last
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

    #[test]
    fn local_channels_are_of_the_processes_that_are_left() {
        let anonymous = Anonymous {
            ending: BTreeSet::from([4]),
        };
        let one = "q=[B[1]:c,2] | init[0]@3 p=A[2]:c | B[1]@5 c=B[1]:c";
        let other = "q=[B[2]:c,2] | init[0]@3 p=A[3]:c | A[1]@4 c=A[1]:c | B[2]@5 c=B[2]:c";
        let class = "q=[B#1:c,2] | init@3 p=A#:c | B@5 c=B#1:c";
        assert_eq!([anonymous.class(one), anonymous.class(other)], [class; 2]);
        let different = "q=[B[2]:c,2] | init[0]@3 p=A[1]:c | B[1]@5 c=B[1]:c | B[2]@5 c=B[2]:c";
        assert_ne!(anonymous.class(different), class);
    }
}
