//! What the search for components tells: the cycle that it has found, and the path to it.

use std::sync::Arc;

use super::edges::Edges;
use super::known::Known;
use super::lasso::{self, Fair, Wanted};
use super::processes::Processes;
use super::rounds::LeavesOut;
use super::{Components, Frame, strong};
use crate::claim::ClaimInfo;
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::Model;
use crate::search::depth_first::Arrival;
use crate::search::ground::Ground;
use crate::step::Cursor;
use crate::store::Store;
use crate::violation::{EdgeViolation, Kind, Lasso, PathStep, violation_of};

impl<P: Processes, R: LeavesOut> Components<P, R> {
    /// There is an accepted cycle in the part of the last root.
    #[cold]
    pub(super) fn tell_cycle<M: Model + ?Sized, S: Store + ?Sized>(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
    ) -> Result<(), Stop> {
        self.found = true;
        let claim = self.claim();
        let at = self.roots.last().expect("it is accepted").at;
        let wanted = Wanted {
            sets: self.all_sets,
            fair: match P::MATTER {
                true => Fair::Weakly,
                false => Fair::No,
            },
        };
        // What is found is told, however much that takes.
        let budget = Arc::new(ground.context.budget.without_limit());
        let lasso = edges(ground, claim, (&self.known, at), &budget).and_then(|mut edges| {
            let cycle = lasso::cycle(&mut edges, 0, wanted, |_| true)?;
            Ok((Vec::new(), edges.told(&cycle)?))
        });
        self.tell_lasso(ground, at, lasso)
    }

    /// The component of the last root is finished: looks whether a strongly fair run can go round
    /// in it for ever.
    #[cold]
    pub(super) fn look_strongly<M: Model + ?Sized, S: Store + ?Sized>(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
    ) -> Result<(), Stop> {
        let root = self.roots.last().expect("a state is live");
        if !self.is_accepted(root) {
            return Ok(());
        }
        let at = root.at;
        let budget = ground.context.budget.clone();
        let mut edges = edges(ground, self.claim(), (&self.known, at), &budget)?;
        let Some(part) = strong::part(&mut edges, self.all_sets)? else {
            return Ok(());
        };
        self.found = true;
        let lasso = strong::lasso(&mut edges, &part)
            .and_then(|(lead, cycle)| Ok((edges.told(&lead)?, edges.told(&cycle)?)));
        drop(edges);
        self.tell_lasso(ground, at, lasso)
    }

    /// Tells of a run: to the live state at a position, on to a cycle, and round it.
    fn tell_lasso<M: Model + ?Sized, S: Store + ?Sized>(
        &self,
        ground: &mut Ground<'_, '_, M, S>,
        at: u32,
        lasso: Result<Lasso, Stop>,
    ) -> Result<(), Stop> {
        let claim = self.claim();
        let first = self.known.at(at);
        let stored = ground.path.iter().position(|handle| *handle == first);
        let stem = self.path_below(&ground.stack, stored.unwrap_or(0));
        let (kind, message) = violation_of(claim, None);
        let recorder = &mut ground.context.recorder;
        recorder.on_claim((kind, message, &claim.source), stem, Some(lasso))
    }

    /// The claim has come to a place where all is decided, over the edge of `last`.
    #[cold]
    pub(super) fn tell_end<M: Model + ?Sized, S: Store + ?Sized>(
        &self,
        place: u16,
        ground: &mut Ground<'_, '_, M, S>,
        last: Option<Cursor>,
    ) -> Result<(), Stop> {
        let claim = self.claim();
        let (kind, message) = violation_of(claim, Some(place));
        self.tell((kind, message, &claim.source), ground, (last, None))
    }

    /// Tells what has failed in steps of the claim itself in the state that `arrival` leads to, or
    /// from nowhere in the last one on the path.
    #[inline(always)]
    pub(super) fn tell_failed<M: Model + ?Sized, S: Store + ?Sized>(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        arrival: Arrival<'_>,
    ) -> Result<(), Stop> {
        match self.product.failed.is_empty() {
            true => Ok(()),
            false => self.tell_all_failed(ground, arrival),
        }
    }

    #[cold]
    fn tell_all_failed<M: Model + ?Sized, S: Store + ?Sized>(
        &mut self,
        ground: &mut Ground<'_, '_, M, S>,
        arrival: Arrival<'_>,
    ) -> Result<(), Stop> {
        let top = self.frames.last().filter(|_| arrival.last().is_none());
        let begun = top.and_then(|frame| frame.turn.begun(self.claim()));
        for found in std::mem::take(&mut self.product.failed) {
            if found.0 != Kind::Assertion || ground.context.recorder.checks.assertions {
                self.tell(found, ground, (arrival.last(), begun))?;
            }
        }
        Ok(())
    }

    /// Tells of a violation, over the edge of `last`, or behind a step that the claim has begun
    /// with.
    fn tell<M: Model + ?Sized, S: Store + ?Sized>(
        &self,
        found: EdgeViolation,
        ground: &mut Ground<'_, '_, M, S>,
        (last, begun): (Option<Cursor>, Option<PathStep>),
    ) -> Result<(), Stop> {
        let path = steps(&self.frames, self.claim(), &ground.stack, last).chain(begun);
        ground.context.recorder.on_claim(found, path, None)
    }

    /// The path to the stored state with this number on it.
    fn path_below<'p>(
        &'p self,
        stack: &'p [Cursor],
        stored: usize,
    ) -> impl Iterator<Item = PathStep> + Clone + 'p {
        let starts = stack.iter().enumerate();
        let mut starts = starts.filter(|(_, cursor)| !cursor.is_exclusive());
        let end = starts.nth(stored).map_or(stack.len(), |(index, _)| index);
        steps(&self.frames, self.claim(), &stack[..end], None)
    }
}

/// The edges between the live states from a position on.
fn edges<'w, M: Model + ?Sized, S: Store + ?Sized>(
    ground: &'w mut Ground<'_, '_, M, S>,
    claim: &'static ClaimInfo,
    live: (&'w Known, u32),
    budget: &Arc<Budget>,
) -> Result<Edges<'w, M, S>, Stop> {
    let store = &mut *ground.store;
    Ok(Edges::new((ground.model, claim), (store, budget), live)?)
}

/// The steps of cursors, those of the claim between them.
pub(super) fn steps<'p, P>(
    frames: &'p [Frame<P>],
    claim: &'static ClaimInfo,
    below: &'p [Cursor],
    last: Option<Cursor>,
) -> impl Iterator<Item = PathStep> + Clone + 'p {
    let cursors = below.iter().copied().chain(last);
    let numbered = cursors.scan(0, |number, cursor| {
        let at = *number;
        *number += usize::from(!cursor.is_exclusive());
        Some((at, cursor))
    });
    numbered.flat_map(move |(at, cursor)| {
        let inside = cursor.is_exclusive().then_some(PathStep::System(cursor));
        let turn = frames.get(at).filter(|_| inside.is_none());
        let begun = turn.map(|frame| frame.turn.path(claim, cursor));
        inside.into_iter().chain(begun.into_iter().flatten())
    })
}
