//! What is wrong with a step or an end, in the words of the analyzers.

use frontend::interpret::run::Choice;
use frontend::interpret::{Interpreter, State, Violation};
use frontend::ir::{Model, Step};

/// Kinds of violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An `assert` whose condition was false.
    Assertion,
    /// Nothing can move, and some process is not where it may rest.
    InvalidEndState,
    /// A statement without a meaning, a choice in a `D_proctype`, or a broken promise.
    RuntimeError,
    /// What was sent and received does not agree with the `trace` or `notrace`.
    Trace,
    /// A claim has seen all that must not happen.
    Claim,
    /// A claim, or labels of processes, accept a cycle.
    AcceptanceCycle,
    /// A cycle without progress.
    NonProgressCycle,
}

impl Kind {
    /// Every kind, by its name in trail files.
    pub const NAMED: [(&str, Self); 7] = [
        ("assertion", Self::Assertion),
        ("invalid-end-state", Self::InvalidEndState),
        ("runtime-error", Self::RuntimeError),
        ("trace", Self::Trace),
        ("claim", Self::Claim),
        ("acceptance-cycle", Self::AcceptanceCycle),
        ("non-progress-cycle", Self::NonProgressCycle),
    ];
}

/// A violation.
#[derive(Clone, Debug)]
pub struct Found<'m> {
    /// What kind of thing.
    pub kind: Kind,
    /// In words.
    pub text: String,
    /// The statement; none for an end.
    pub step: Option<&'m Step>,
}

/// What a step shows, in the order of its statements.
pub fn of_step<'m>(model: &Model, choice: &Choice<'m>) -> Vec<Found<'m>> {
    let events = choice.events().iter();
    let failed = events.filter_map(|event| Some((event.violation?, event.step)));
    let failed = failed.map(|(violation, step)| of_violation(model, violation, step));
    let mut found: Vec<Found<'m>> = failed.collect();
    if let Choice::FailedStep(failure) = choice {
        found.push(Found {
            kind: Kind::RuntimeError,
            text: failure.fault.to_string(),
            step: failure.events.last().map(|event| event.step),
        });
    }
    found
}

/// What a violation is.
pub fn of_violation<'m>(model: &Model, violation: Violation, step: &'m Step) -> Found<'m> {
    let (kind, text) = match violation {
        Violation::Assertion => {
            let text = format!("{violation}: {}", step.source.text);
            (Kind::Assertion, text)
        }
        Violation::Nondeterminism => (Kind::RuntimeError, violation.to_string()),
        Violation::Promise(broken) => (Kind::RuntimeError, broken.text(model)),
        Violation::Trace | Violation::Notrace => (Kind::Trace, violation.to_string()),
    };
    let step = Some(step);
    Found { kind, text, step }
}

/// What a state shows in which nothing can move.
pub fn of_end(interpreter: Interpreter<'_>, state: &State) -> Vec<Found<'static>> {
    let found = |kind, text: &str| Found {
        kind,
        text: text.to_owned(),
        step: None,
    };
    let mut all = Vec::new();
    if !interpreter.is_trace_complete(state) {
        all.push(found(Kind::Trace, "trace: not completed"));
    }
    if !interpreter.may_all_rest(state) {
        all.push(found(Kind::InvalidEndState, "invalid end state"));
    }
    all
}
