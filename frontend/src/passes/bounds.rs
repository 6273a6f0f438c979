//! What an analyzer numbers or counts in a field of a fixed width. More than fits is refused here, where it is declared, so that nothing is cut off later.
//!
//! `docs/bounds.md` lists all bounds.

use super::automaton::Crowd;
use super::lower::Lowering;
use super::report::Report;
use crate::ast::{self, TextRange};
use crate::ir::{CANDIDATES_MAX, TIERS_MAX, Variable};

/// Most named sets of `mtype` values: an analyzer's tables have 16 bits for each.
const SETS_MAX: usize = u16::MAX as usize;

/// Most transitions of a model: a sleep set has 24 bits for each half of an edge.
const TRANSITIONS_MAX: usize = 1 << 24;

/// Most fields of all messages that the channels of a model can hold, so that the bits of a state can be numbered: 64 MiB.
const MESSAGE_FIELDS_MAX: u64 = 1 << 24;

/// The fields of all messages in the channels of a variable.
pub fn message_fields(variable: &Variable, fields: usize, capacity: u32) -> u64 {
    let elements = variable.dimensions.iter().map(|&it| u64::from(it));
    elements.product::<u64>() * fields as u64 * u64::from(capacity)
}

impl Lowering<'_> {
    /// Counts what channels can hold; reports the first variable with which that is too much.
    pub fn holds(&mut self, name: &ast::Name, fields: u64) -> bool {
        let before = self.message_fields;
        self.message_fields = before.saturating_add(fields);
        let fits = self.message_fields <= MESSAGE_FIELDS_MAX;
        if before <= MESSAGE_FIELDS_MAX && !fits {
            let message = format!(
                "with `{}` the channels hold messages of {} fields",
                name.text, self.message_fields
            );
            self.report(Report::error(name.range, message).help(format!(
                "all messages of all channels of a model have at most {MESSAGE_FIELDS_MAX} fields"
            )));
        }
        fits
    }

    /// Reports the first set of `mtype` values for which there is no number.
    pub fn has_set(&mut self, range: TextRange, sets: usize) {
        if sets == SETS_MAX + 1 {
            let message = format!("there are more than {SETS_MAX} sets of `mtype` names");
            self.report(Report::error(range, message).help("put some into one set"));
        }
    }

    /// Reports a place at which a search cannot count all that can be tried.
    pub fn crowded(&mut self, range: TextRange, crowd: Crowd) {
        let report = match crowd {
            Crowd::Candidates(count) => Report::error(range, format!("{count} options can be tried here"))
                .help(format!("at most {CANDIDATES_MAX} can be tried at one place; put some of them into an inner selection behind a guard")),
            Crowd::Tiers(count) => Report::error(range, format!("this can be left by {} escapes", count - 1))
                .help(format!("the statements that begin at one place can have at most {} different `unless`", TIERS_MAX - 1)),
        };
        self.report(report);
    }

    /// Reports the proctype with which there are too many transitions.
    pub fn counts_transitions(&mut self, range: TextRange, more: usize) {
        let known = self.model.proctypes.iter().map(|it| it.transitions.len());
        let before: usize = known.sum();
        if before <= TRANSITIONS_MAX && before + more > TRANSITIONS_MAX {
            let message = format!("with this process there are {} statements", before + more);
            let report = Report::error(range, message);
            self.report(report.help(format!("a model has at most {TRANSITIONS_MAX}")));
        }
    }
}
