//! Executes a trail from the initial state, step by step, and looks whether it shows what it says.

use std::sync::Arc;

use super::cycle::{Cycle, Starved};
use super::lasso::Lasso;
use super::player::Player;
pub use super::player::{Failed, Sight};
use super::told::Told;
use super::{Excerpt, OfClaim, Trail, name_of_model};
use crate::claim::{ClaimInfo, ClaimKind, Component};
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::{Model, ModelInfo};
use crate::state::State;
use crate::step::{Move, RunStep};
use crate::view::View;
use crate::violation::{
    INCOMPLETE_TRACE, INVALID_END_STATE, Kind, is_trace_complete, is_valid_end,
};

/// One executed edge of a trail.
pub struct Replayed<'a> {
    /// How many come before it.
    pub index: usize,
    /// The edge.
    pub edge: Move,
    /// It belongs to the atomic sequence of the edge before.
    pub inside: bool,
    /// The state before it, with the values that the text of the model gives.
    pub before: &'a View,
    /// The state after it, in the same way.
    pub after: &'a View,
    /// The assertion that fails on it, if the trail ends there: what is behind it is not shown.
    pub failed: Option<&'a Failed>,
}

/// What a trail has come to.
#[derive(Debug)]
pub struct Played {
    /// The state at the end, with the values that the text of the model gives.
    pub end: View,
    /// The assertion that fails there.
    pub failed: Option<Failed>,
    /// What the claim has seen, if there is one.
    pub seen: Option<Seen>,
}

/// What a claim has seen on a trail.
#[derive(Debug)]
pub struct Seen {
    /// Which it is.
    pub claim: &'static ClaimInfo,
    /// Before each of its steps; where the trail alone shows that it is violated, also at the end.
    pub sights: Vec<Sight>,
    /// Which of them repeat for ever: those from this one on.
    pub turn: Option<usize>,
    /// The processes that this cycle starves.
    pub starved: Starved,
}

impl Seen {
    /// What a formula is true or false of. Where the last sight is followed by anything, it is
    /// taken to last for ever.
    pub fn lasso(&self) -> Lasso {
        let letters: Vec<u64> = self.sights.iter().map(|it| it.letter.holds).collect();
        let turn = self.turn.unwrap_or(letters.len().saturating_sub(1));
        Lasso { letters, turn }
    }
}

/// Why a trail was not replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotReplayed {
    /// In words: it is of another model, an edge is not enabled, or the end does not show the
    /// violation.
    Wrong(String),
    /// It takes too long.
    Stopped(Stop),
}

impl From<String> for NotReplayed {
    fn from(why: String) -> Self {
        Self::Wrong(why)
    }
}

impl<S: Into<Stop>> From<S> for NotReplayed {
    fn from(stop: S) -> Self {
        Self::Stopped(stop.into())
    }
}

/// Executes the trail, as long as the monitor of `budget` grants, and calls `visit` after those
/// edges of the system that are `told`. Only for these the state is copied: what all others take
/// does not depend on its size.
///
/// # Errors
/// See [`NotReplayed`].
pub fn replay(
    model: &dyn Model,
    trail: &Trail,
    budget: &Budget,
    told: &Excerpt,
    visit: &mut dyn FnMut(Replayed<'_>),
) -> Result<Played, NotReplayed> {
    let info = model.info();
    check_model(info, trail)?;
    let of_claim = trail.claim.as_ref();
    let claim = of_claim.map(|it| claim_of(info, it)).transpose()?;
    let steps = trail.steps.len() as u64;
    let mut task = budget
        .monitor()
        .begin("replaying the trail", steps)
        .of_report();
    let state = State::new(info).with_promises();
    // The search has had the memory for a step.
    let budget = Arc::new(budget.without_limit());
    let mut state = state.for_report(budget.clone());
    let mut written = Told::new(model, &budget);
    if model.initialize(&mut state).is_err() {
        let shown = trail.kind == Kind::RuntimeError && trail.steps.is_empty();
        let end = written.view();
        let played = Played {
            end,
            failed: None,
            seen: None,
        };
        return shown
            .then_some(played)
            .ok_or_else(|| "the initial state cannot be built".to_string().into());
    }
    let mut player = Player::new(model, claim, state);
    claim.into_iter().for_each(|claim| written.start(claim));
    for (i, step) in trail.steps.iter().enumerate() {
        task.advance(1)?;
        let number = i + 1;
        if player.faulted {
            return Err(format!("edge {i} ends in a run-time error").into());
        }
        if let Some(of_claim) = of_claim
            && of_claim.cycle == Some(i)
        {
            player.begin_cycle(of_claim.fairness)?;
        }
        let done = match *step {
            RunStep::System(edge) => {
                let index = player.moved;
                let before = told.has(index).then(|| written.view());
                let done = player.step(edge);
                let stops =
                    |failed: &Failed| number == trail.steps.len() && ends_with(trail, failed);
                player.failed = player.failed.take().filter(stops);
                let done = done.and_then(|()| {
                    let ends = (player.faulted, player.failed.is_some());
                    written.step(edge, player.by_timeout, ends)
                });
                if let (Some(before), Ok(())) = (&before, &done) {
                    let after = written.view();
                    visit(Replayed {
                        index,
                        edge,
                        inside: player.inside,
                        before,
                        after: &after,
                        failed: player.failed.as_ref(),
                    });
                    written.keep(after);
                }
                done
            }
            RunStep::Claim(edge) => player.step_claim(edge).map(|edge| {
                claim
                    .into_iter()
                    .for_each(|it| written.step_claim(it, edge));
            }),
        };
        player.state.stopped().map_or(Ok(()), Err)?;
        written.stopped().map_or(Ok(()), Err)?;
        done.map_err(|why| format!("edge {number} {why}"))?;
    }
    let seen = conclude(trail, claim, &mut player)?;
    player.state.stopped().map_or(Ok(()), Err)?;
    let end = written.view();
    Ok(Played {
        end,
        failed: player.failed,
        seen,
    })
}

/// Whether it is this assertion whose failure the trail shows.
fn ends_with(trail: &Trail, failed: &Failed) -> bool {
    trail.kind == Kind::Assertion && trail.message == failed.message
}

/// The trail is of this model.
fn check_model(info: &ModelInfo, trail: &Trail) -> Result<(), String> {
    if trail.digest == info.digest {
        return Ok(());
    }
    let (file, name, digest) = (name_of_model(info), &trail.model, &trail.digest);
    Err(format!(
        "the trail is of {name} with digest {digest}, this is {file} with digest {}",
        info.digest
    ))
}

fn claim_of(info: &'static ModelInfo, of_claim: &OfClaim) -> Result<&'static ClaimInfo, String> {
    let mut claims = info.claims.iter();
    let named = claims.find(|claim| claim.name == of_claim.name);
    named.ok_or_else(|| format!("the model has no claim `{}`", of_claim.name))
}

/// The trail shows what it says.
fn conclude(
    trail: &Trail,
    claim: Option<&'static ClaimInfo>,
    player: &mut Player<'_>,
) -> Result<Option<Seen>, String> {
    let turn = player.cycle.as_ref().map(|cycle| cycle.turn);
    let is_shown = match (claim, trail.kind) {
        (None, Kind::Claim | Kind::AcceptanceCycle | Kind::NonProgressCycle) => false,
        (Some(claim), Kind::AcceptanceCycle | Kind::NonProgressCycle) => {
            let non_progress = claim.kind == ClaimKind::NonProgress;
            check_cycle(player, claim)?;
            non_progress == (trail.kind == Kind::NonProgressCycle)
        }
        (Some(claim), Kind::Claim) => {
            let place = claim.at(claim.standing(&player.state));
            let last = player.look(claim);
            player.sights.push(last);
            turn.is_none() && (place.end || place.component == Component::Terminal)
        }
        (_, Kind::Assertion | Kind::InvalidEndState | Kind::RuntimeError | Kind::Trace) => {
            turn.is_none() && evidence(player).contains(&(trail.kind, trail.message.clone()))
        }
    };
    if !is_shown {
        return Err(format!("its end does not show {}", trail.message));
    }
    let sights = std::mem::take(&mut player.sights);
    let starved = player.cycle.as_ref().map(Cycle::starved);
    let seen = claim.map(|claim| Seen {
        claim,
        sights,
        turn,
        starved: starved.unwrap_or_default(),
    });
    if let Some(seen) = &seen
        && trail.shows_a_run()
        && holds(seen)
    {
        return Err(format!("{} is true of it", seen.claim.name));
    }
    Ok(seen)
}

/// The trail ends in a cycle that counts.
fn check_cycle(player: &mut Player<'_>, claim: &ClaimInfo) -> Result<(), String> {
    if !player.rests() {
        return Err("its cycle ends inside of a step".to_string());
    }
    let cycle = player.cycle.as_ref();
    let cycle = cycle.ok_or("it has no cycle")?;
    cycle.check(&player.state, claim)
}

/// Whether the formula of a claim, if it has one, is true of what the claim has seen.
fn holds(seen: &Seen) -> bool {
    let truth = seen.lasso().truth(seen.claim.formula);
    let whole = truth.last().and_then(|whole| whole.first());
    whole.is_some_and(|holds| *holds)
}

/// What is wrong at the end.
fn evidence(player: &mut Player<'_>) -> Vec<(Kind, String)> {
    let mut found = std::mem::take(&mut player.evidence);
    if player.faulted {
        return found;
    }
    found.extend(player.claims_next());
    if !player.can_move() {
        if !is_valid_end(&player.state) {
            found.push((Kind::InvalidEndState, INVALID_END_STATE.to_string()));
        }
        if !is_trace_complete(&player.state) {
            found.push((Kind::Trace, INCOMPLETE_TRACE.to_string()));
        }
    }
    found
}
