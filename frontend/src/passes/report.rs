//! What a pass has to say to the user, placed in the preprocessed text.

use crate::ast::TextRange;
use crate::diagnostic::{Severity, is_warning};
use crate::parse::Lost;
use crate::suggest;
use crate::token::PLACEHOLDER;

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
    /// Other places that matter, with what stands there.
    pub others: Vec<(TextRange, String)>,
    /// What would be right.
    pub help: Option<String>,
    /// The name whose declarations the message depends on, or its assignments.
    subject: Option<Box<(String, Dependence)>>,
    /// It depends on the blocks around the place.
    structural: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dependence {
    Declarations,
    Assignments,
}

impl Report {
    /// An error at one place.
    pub fn error(range: TextRange, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            kind: "model",
            message: message.into(),
            range,
            others: Vec::new(),
            help: None,
            subject: None,
            structural: false,
        }
    }

    /// A warning at one place, with a name of [`crate::diagnostic::WARNINGS`].
    pub fn warning(kind: &'static str, range: TextRange, message: impl Into<String>) -> Self {
        debug_assert!(is_warning(kind), "{kind} is missing in WARNINGS");
        Self {
            severity: Severity::Warning,
            kind,
            ..Self::error(range, message)
        }
    }

    /// Whether the model is refused for it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Makes an error of what would be a warning elsewhere.
    pub fn refuse(self) -> Self {
        Self {
            severity: Severity::Error,
            kind: "model",
            help: None,
            ..self
        }
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

    /// Names the nearest of `known` as a remedy, or what a word of another language is in Promela.
    pub fn suggest<'n>(mut self, wrong: &str, known: impl Iterator<Item = &'n str>) -> Self {
        let foreign = || suggest::foreign(wrong).map(str::to_owned);
        self.help = suggest::did_you_mean(wrong, known).or_else(foreign);
        self
    }

    /// Says what would be right, when nothing is suggested yet.
    pub fn or_help(mut self, text: &str) -> Self {
        self.help.get_or_insert_with(|| text.to_owned());
        self
    }

    /// The message holds only while `name` is declared where the tree says so, and nowhere else.
    pub fn about(mut self, name: &str) -> Self {
        self.subject = Some(Box::new((name.to_owned(), Dependence::Declarations)));
        self
    }

    /// The message holds only while nothing is assigned to `name`.
    pub fn unassigned(mut self, name: &str) -> Self {
        self.subject = Some(Box::new((name.to_owned(), Dependence::Assignments)));
        self
    }

    /// The message holds only while the blocks are as the tree says.
    pub fn structural(mut self) -> Self {
        self.structural = true;
        self
    }

    /// Does it name what was put in where the text has no name?
    pub fn speaks_of_placeholder(&self) -> bool {
        let others = self.others.iter().map(|(_, text)| text);
        let mut texts = others.chain([&self.message]).chain(&self.help);
        texts.any(|text| text.contains(PLACEHOLDER))
    }

    /// Does it follow, or may it follow, from what is missing from the tree?
    pub fn follows_from(&self, lost: &Lost) -> bool {
        let inside =
            |block: &TextRange| block.start <= self.range.start && self.range.end <= block.end;
        self.speaks_of_placeholder()
            || self
                .subject
                .as_ref()
                .is_some_and(|subject| match subject.1 {
                    Dependence::Declarations => lost.may_declare(&subject.0),
                    Dependence::Assignments => lost.mentioned.contains(&subject.0),
                })
            || (self.structural && lost.blocks.iter().any(inside))
    }
}
