//! Statements that no search step executed.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{ModelInfo, SourceInfo};

/// A statement of a proctype.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// Index into [`ModelInfo::proctypes`].
    pub proctype: u16,
    /// Where and what.
    pub source: SourceInfo,
}

/// The statements all of whose transitions are unreached, by file and line. `reached` is indexed by
/// transition. A statement may be in several transitions: where places are copies of each other,
/// and where statements are merged. An `-end-` is reached when a process has come to it: whether
/// one has gone from there, too, depends on younger ones, and on what a reduction leaves out.
pub fn unreached(info: &'static ModelInfo, reached: &[bool]) -> Vec<Statement> {
    let mut statements: BTreeMap<_, (Statement, bool)> = BTreeMap::new();
    let ended = came_to_end(info, reached);
    for (id, (transition, &reached)) in info.transitions.iter().zip(reached).enumerate() {
        let reached = reached || ended.contains(&(id as u32));
        for &source in transition.steps.iter().filter(|it| !it.is_join()) {
            let proctype = transition.proctype;
            let key = (source.file, source.line, proctype, source.text);
            let statement = Statement { proctype, source };
            statements.entry(key).or_insert((statement, false)).1 |= reached;
        }
    }
    let missed = statements.into_values().filter(|(_, reached)| !reached);
    missed.map(|(statement, _)| statement).collect()
}

/// The `-end-`s before which a process has stood that has moved.
fn came_to_end(info: &ModelInfo, reached: &[bool]) -> BTreeSet<u32> {
    let moved = info.transitions.iter().zip(reached);
    let come_to = moved.filter_map(|(it, &reached)| reached.then_some(it.target.0));
    let places = come_to.map(|place| &info.places[place as usize]);
    let offered = places.flat_map(|place| place.candidates);
    let offered = offered.map(|candidate| candidate.transition.0);
    offered
        .filter(|&id| info.transitions[id as usize].target.0 == 0)
        .collect()
}
