//! What a pass has to say to the user, placed in the preprocessed text.

use crate::ast::TextRange;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// No model comes out.
    Error,
    /// Worth a look; the model is used.
    Warning,
}

/// The warnings of the passes: a name, and what it is about.
pub const WARNINGS: &[(&str, &str)] = &[
    (
        "channel-as-number",
        "a channel is assigned to a variable of another type",
    ),
    ("dubious-else", "`else` beside a send or receive"),
    (
        "initializer-order",
        "the initial value of a global reads one that is still 0 at that time",
    ),
    (
        "label-in-option",
        "a label on the first statement of an option",
    ),
    (
        "missing-arguments",
        "`run` with fewer arguments than parameters",
    ),
    ("self-loop", "a loop that does nothing at all"),
];

/// A message with the places it speaks about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How bad it is.
    pub severity: Severity,
    /// A short name: for a warning the one to allow it by.
    pub kind: &'static str,
    /// The cause, in one sentence without a full stop.
    pub message: String,
    /// Where.
    pub range: TextRange,
    /// What stands at `range`; may be empty.
    pub label: String,
    /// Other places that matter, with what stands there.
    pub others: Vec<(TextRange, String)>,
    /// What would be right.
    pub help: Option<String>,
}

impl Report {
    /// An error at one place.
    pub fn error(range: TextRange, message: impl Into<String>) -> Self {
        let (severity, kind) = (Severity::Error, "model");
        Self {
            severity,
            kind,
            message: message.into(),
            range,
            label: String::new(),
            others: Vec::new(),
            help: None,
        }
    }

    /// A warning at one place, with a name of [`WARNINGS`].
    pub fn warning(kind: &'static str, range: TextRange, message: impl Into<String>) -> Self {
        debug_assert!(
            WARNINGS.iter().any(|(name, _)| *name == kind),
            "{kind} is missing in WARNINGS"
        );
        Self {
            severity: Severity::Warning,
            kind,
            ..Self::error(range, message)
        }
    }

    /// Says what stands at the main place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// Names another place.
    pub fn other(mut self, range: TextRange, text: impl Into<String>) -> Self {
        self.others.push((range, text.into()));
        self
    }

    /// Says what would be right.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}
