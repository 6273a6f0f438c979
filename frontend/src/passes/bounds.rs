//! What an analyzer numbers or counts in a field of a fixed width. More than fits is refused here,
//! where it is declared, so that nothing is cut off later.
//!
//! `docs/bounds.md` lists all bounds.

use super::automaton::Crowd;
use super::lower::Lowering;
use super::report::Report;
use crate::ast::{self, TextRange};
use crate::ir::{CANDIDATES_MAX, CHANNELS_MAX, LocalChannel, TIERS_MAX, Variable};

/// Most named sets of `mtype` values, which are looked up one by one.
const SETS_MAX: usize = 1_024;

/// Most transitions of a model: a sleep set has 24 bits for each half of an edge.
const TRANSITIONS_MAX: usize = 1 << 24;

/// Most fields of all messages that the channels of a model can hold, so that the bits of a state
/// can be numbered: 64 MiB.
const MESSAGE_FIELDS_MAX: u64 = 1 << 24;

/// Most elements of all structures in messages and arguments: each is a field, wherever it is
/// written.
const SENT_ELEMENTS_MAX: u64 = 1 << 18;

/// Most initial values that arrays and structures of processes have: each is a statement of what
/// makes a process.
const INITIAL_VALUES_MAX: usize = 1 << 15;

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

    /// Counts the elements of a structure that is about to be taken apart into fields; reports the
    /// first with which they are too many. A short text can have many large ones.
    pub fn can_be_sent(&mut self, range: TextRange, typedef: usize) -> bool {
        let before = self.sent_elements;
        self.sent_elements = before.saturating_add(self.typedefs[typedef].size);
        let fits = self.sent_elements <= SENT_ELEMENTS_MAX;
        if before <= SENT_ELEMENTS_MAX && !fits {
            let elements = self.sent_elements;
            let message =
                format!("with this one the structures in messages have {elements} elements");
            self.report(Report::error(range, message).help(format!(
                "all structures in declarations of messages, in sends, receives and `run` together \
                 have at most {SENT_ELEMENTS_MAX} elements"
            )));
        }
        fits
    }

    /// Counts initial values of a local array or structure; reports the first with which they are
    /// too many.
    pub fn can_begin_with(&mut self, range: TextRange, values: usize) -> bool {
        let before = self.initial_values;
        self.initial_values += values;
        let fits = self.initial_values <= INITIAL_VALUES_MAX;
        if before <= INITIAL_VALUES_MAX && !fits {
            let message = format!(
                "with these there are {} initial values of local arrays and structures",
                self.initial_values
            );
            self.report(Report::error(range, message).help(format!(
                "a model has at most {INITIAL_VALUES_MAX}; assign them in a loop, or make the variable \
                 global"
            )));
        }
        fits
    }

    /// Adds channels that a process makes; reports the first with which they are more than can ever
    /// exist.
    pub fn makes_channels(&mut self, range: TextRange, more: impl Iterator<Item = LocalChannel>) {
        let channels = &mut self.body.channels;
        let before = channels.len();
        channels.extend(more.take(CHANNELS_MAX + 1 - before));
        if before <= CHANNELS_MAX && channels.len() > CHANNELS_MAX {
            let message = "a process with more than 255 channels";
            let report = Report::error(range, message);
            self.report(report.help("at most 255 channels can exist at a time"));
        }
    }

    /// Whether there can be one more set of `mtype` values; reports the first that is too many.
    pub fn has_room_for_set(&mut self, range: TextRange) -> bool {
        let room = self.model.mtypes.len() < SETS_MAX;
        let message = format!("there are more than {SETS_MAX} sets of `mtype` names");
        if !room && self.first_time(&message) {
            self.report(Report::error(range, message).help("put some into one set"));
        }
        room
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
