//! One way through a model, step by step: somebody else chooses.

use super::{Event, FailedStep, Fault, Interpreter, Move, State, Successor};

/// A run that stands in some state.
#[derive(Clone, Debug)]
pub struct Run<'m> {
    interpreter: Interpreter<'m>,
    /// Where it stands.
    pub state: State,
    /// The process that moves next if it can: it is inside `atomic`.
    pub exclusive: Option<usize>,
}

/// What can be done next.
#[derive(Clone, Debug)]
pub enum Choice<'m> {
    /// A step.
    Step(Successor<'m>),
    /// A step that ends in a run-time error.
    FailedStep(FailedStep<'m>),
}

impl<'m> Choice<'m> {
    /// Who moves.
    pub fn by(&self) -> Move {
        match self {
            Self::Step(successor) => successor.by,
            Self::FailedStep(failure) => failure.by,
        }
    }

    /// The statements executed; of an error, the last is at fault.
    pub fn events(&self) -> &[Event<'m>] {
        match self {
            Self::Step(successor) => &successor.events,
            Self::FailedStep(failure) => &failure.events,
        }
    }
}

impl<'m> Run<'m> {
    /// Stands before the first step.
    ///
    /// # Errors
    /// When an initial value of a local cannot be computed.
    pub fn new(interpreter: Interpreter<'m>) -> Result<Self, Fault> {
        Ok(Self {
            interpreter,
            state: interpreter.initial()?,
            exclusive: None,
        })
    }

    /// The same, whose steps go [no further](Interpreter::stopping) than an assertion that fails.
    pub fn stopping(&self) -> Self {
        Self {
            interpreter: self.interpreter.stopping(),
            ..self.clone()
        }
    }

    /// What runs.
    pub fn interpreter(&self) -> Interpreter<'m> {
        self.interpreter
    }

    /// Everything that can happen next, by process: a process inside `atomic` keeps control until
    /// it is blocked, and `timeout` holds when nothing else can move. Empty at the end.
    pub fn choices(&self) -> Vec<Choice<'m>> {
        let state = &self.state;
        let inside = |pid| self.interpreter.successors(state, Some(pid), false);
        let inside = self.exclusive.map(inside).filter(|it| !it.is_stuck());
        let expansion = inside.unwrap_or_else(|| self.interpreter.moves(state).0);
        let steps = expansion.successors.into_iter().map(Choice::Step);
        let failures = expansion.faults.into_iter().map(Choice::FailedStep);
        let mut choices: Vec<Choice<'m>> = steps.chain(failures).collect();
        choices.sort_by_key(|choice| choice.by().pid);
        choices
    }

    /// Makes a step, one of [`Run::choices`].
    pub fn take(&mut self, successor: Successor<'m>) {
        self.state = successor.state;
        self.exclusive = successor.exclusive;
    }
}
