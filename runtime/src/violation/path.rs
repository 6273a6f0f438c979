//! Paths of a search, and what their steps are called.

use std::sync::Arc;

use super::FINDING;
use crate::claim::{ClaimInfo, Safety};
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::Model;
use crate::state::State;
use crate::step::{Cursor, RunStep};

/// Steps that go on from the end of a path, and those that are repeated for ever then.
pub type Lasso = (Vec<RunStep>, Vec<RunStep>);

/// A step of the path of a search.
#[derive(Clone, Copy)]
pub enum PathStep {
    /// The last edge of a cursor.
    System(Cursor),
    /// An edge of the claim, by index.
    Claim {
        /// Index into the edges of the place where it stands.
        edge: u16,
        /// The statements that it stands for.
        steps: u32,
    },
    /// The edge that a claim of safety takes in the state at hand.
    Sees,
}

impl PathStep {
    /// What it adds to the depth.
    pub(super) fn steps(&self) -> u64 {
        match self {
            Self::System(cursor) => u64::from(cursor.steps()),
            Self::Claim { steps, .. } => u64::from(*steps),
            Self::Sees => 1,
        }
    }
}

/// The path with the steps of a claim of safety, if one is looked at: it sees each state in which a
/// step or a sequence begins, and, if it `is_violated`, the last one.
pub(super) fn with_steps_of(
    safety: Option<Safety>,
    is_violated: bool,
    path: impl Iterator<Item = PathStep>,
) -> impl Iterator<Item = PathStep> {
    let sees = safety.is_some();
    let path = path.flat_map(move |step| {
        let begins = matches!(step, PathStep::System(it) if !it.is_exclusive());
        let looks = (sees && begins).then_some(PathStep::Sees);
        looks.into_iter().chain([step])
    });
    path.chain((sees && is_violated).then_some(PathStep::Sees))
}

/// The steps of a path by name, found by taking them again from the initial state.
///
/// # Errors
/// It takes too long.
pub(super) fn name_edges(
    model: &dyn Model,
    (claim, safety): (Option<&ClaimInfo>, Option<Safety>),
    (budget, steps): (Option<&Arc<Budget>>, u64),
    path: impl Iterator<Item = PathStep>,
) -> Result<Vec<RunStep>, Stop> {
    let mut state = State::new(model.info());
    let mut task = None;
    if let Some(budget) = budget {
        state = state.for_report(budget.clone());
        task = Some(budget.monitor().begin(FINDING, steps).of_report());
    }
    // A path has edges only if the initial state could be built.
    let _ = model.initialize(&mut state);
    if let Some(claim) = claim {
        claim.start(&mut state);
    }
    let steps = path.map(|taken| {
        task.as_mut().map_or(Ok(()), |task| task.advance(1))?;
        state.forget();
        let edge = match taken {
            PathStep::System(cursor) => {
                let edge = cursor.repeat(model, &mut state);
                return state.stopped().map_or(Ok(RunStep::System(edge)), Err);
            }
            PathStep::Claim { edge, .. } => edge,
            PathStep::Sees => {
                let edge = safety.and_then(|it| it.edge(&mut state));
                edge.unwrap_or(0)
            }
        };
        if let Some(claim) = claim {
            let at = claim.at(claim.standing(&state));
            let _ = claim.take(&mut state, &at.edges[usize::from(edge)]);
        }
        state.stopped().map_or(Ok(RunStep::Claim(edge)), Err)
    });
    steps.collect()
}
