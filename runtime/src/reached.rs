//! Statements that no search step executed.

use std::collections::BTreeMap;

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
/// and where statements are merged.
pub fn unreached(info: &'static ModelInfo, reached: &[bool]) -> Vec<Statement> {
    let mut statements: BTreeMap<_, (Statement, bool)> = BTreeMap::new();
    for (transition, &reached) in info.transitions.iter().zip(reached) {
        for &source in transition.steps {
            let proctype = transition.proctype;
            let key = (source.file, source.line, proctype, source.text);
            let statement = Statement { proctype, source };
            statements.entry(key).or_insert((statement, false)).1 |= reached;
        }
    }
    let missed = statements.into_values().filter(|(_, reached)| !reached);
    missed.map(|(statement, _)| statement).collect()
}
