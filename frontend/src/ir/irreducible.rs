//! What no reduction knows how to order.

use super::{GlobalId, Model, Source};

/// Why a model is searched without reduction, and the first place that says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irreducible {
    /// What the model uses.
    pub by: IrreducibleBy,
    /// Where.
    pub source: Source,
}

/// What each step of any process can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IrreducibleBy {
    /// `_last`.
    Last,
    /// A priority.
    Priorities,
    /// `enabled(p)`.
    Enabled,
    /// `pc_value(p)`.
    PlaceNumber,
    /// A hidden variable that [decides](Model::hidden_reads): states do not tell how it was left.
    Hidden(GlobalId),
}

impl Irreducible {
    /// What, where, and what to write instead, in words that follow `because`.
    pub fn words(&self, model: &Model) -> String {
        let (what, instead) = match self.by {
            IrreducibleBy::Last => (
                "`_last` is read".to_owned(),
                "keep what it tells in a variable of your own",
            ),
            IrreducibleBy::Priorities => (
                "priorities are used".to_owned(),
                "order the steps by guards or `provided`",
            ),
            IrreducibleBy::Enabled => (
                "`enabled` is asked".to_owned(),
                "ask for what the process waits for",
            ),
            IrreducibleBy::PlaceNumber => (
                "`pc_value` is asked".to_owned(),
                "ask whether the process is at a label, `P[pid]@label`",
            ),
            IrreducibleBy::Hidden(id) => (
                format!(
                    "the hidden variable `{}` decides",
                    model.globals[id.index()].name
                ),
                "leave `hidden` out",
            ),
        };
        let file = &model.files[self.source.file as usize];
        format!(
            "{what} at {file}:{}; to reduce, {instead}",
            self.source.line
        )
    }
}
