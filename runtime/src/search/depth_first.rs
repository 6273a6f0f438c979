//! Plain depth-first search for failed assertions, invalid end states and run-time errors.
//!
//! Visits and counts exactly as SPIN without reduction: a state is looked up when it is reached,
//! unless it is inside an atomic sequence; then only its process goes on, and if that cannot, the
//! state is looked up after all, at the same depth. Steps inside an atomic sequence and both halves
//! of a handshake count for the depth, also the first half of one that no one completes.
//!
//! In a large store each look-up waits for memory, and one cannot begin before the one before it
//! has decided what comes next. So the successors of a new state are [guessed](super::guesses), for
//! the store to load what it will need. Tried and not better: prefetching the records behind the
//! slots, at once or later; executing all edges of a new state at once and looking them up
//! together.

use super::Context;
use super::walk::Walk;
use crate::limits::Stop;
use crate::model::{Model, TransitionId};
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::{Cursor, Everything, Next};
use crate::store::{Handle, Insertion, Store};

/// Searches every state that `model` can reach.
///
/// Time: one call of [`Model::execute`] for each candidate of each process of each state, one
/// insertion for each edge. Memory: the store, and 20 to 40 bytes for each level of the path.
pub fn depth_first<M: Model + ?Sized, S: Store + ?Sized>(
    model: &M,
    store: &mut S,
    context: &mut Context<'_>,
) -> Statistics {
    let mut walk = Walk::new(model, store, context, State::new(model.info()));
    let result = run(&mut walk);
    walk.finish(result)
}

fn run<M: Model + ?Sized, S: Store + ?Sized>(walk: &mut Walk<'_, '_, M, S>) -> Result<(), Stop> {
    walk.initialize()?;
    let max_depth = walk.context.max_depth.unwrap_or(u64::MAX);
    let mut depth = 0;
    let mut edges = 0;
    let Some(initial) = look_up(walk, None)? else {
        return Ok(());
    };
    let mut cursor = open(walk, initial, None)?;
    loop {
        let before = walk.state.hash();
        match cursor.next(walk.model, &mut walk.state) {
            Next::Edge(edge) => {
                edges += 1;
                if walk.is_time_to_check(edges) {
                    walk.check(edges, depth, &mut ())?;
                }
                walk.note(edge, &cursor, before)?;
                if edge.faulted {
                    cursor.retract(&mut walk.state);
                    continue;
                }
                let reached = depth + u64::from(edge.steps());
                walk.statistics.atomic_steps += u64::from(edge.atomic);
                if reached >= max_depth {
                    walk.leave_out();
                    cursor.retract(&mut walk.state);
                    continue;
                }
                let next = if edge.atomic {
                    walk.enter_atomic(cursor, edge.last)?
                } else {
                    let by = Some(edge.transition);
                    match look_up(walk, by)? {
                        Some(handle) => {
                            walk.stack.push(cursor)?;
                            Some(open(walk, handle, by)?)
                        }
                        None => None,
                    }
                };
                let Some(next) = next else {
                    cursor.retract(&mut walk.state);
                    continue;
                };
                cursor = next;
                depth = reached;
                walk.statistics.depth = walk.statistics.depth.max(depth);
                continue;
            }
            Next::Interrupted => {
                walk.count_offers(&cursor, depth);
                walk.leave_atomic(&cursor);
                if let Some(handle) = look_up(walk, None)? {
                    cursor = open(walk, handle, None)?;
                    continue;
                }
            }
            Next::Exhausted if cursor.is_exclusive() => walk.leave_atomic(&cursor),
            Next::Exhausted => {
                if !cursor.has_moved() {
                    walk.end()?;
                }
                walk.leave()?;
            }
        }
        walk.count_offers(&cursor, depth);
        match walk.stack.pop() {
            Some(below) => cursor = below,
            None => return Ok(()),
        }
        cursor.retract(&mut walk.state);
        depth -= u64::from(cursor.steps());
    }
}

/// Looks the working state up, to which a transition has led; gives its handle when it is new.
#[inline(always)]
fn look_up<M: Model + ?Sized, S: Store + ?Sized>(
    walk: &mut Walk<'_, '_, M, S>,
    by: Option<TransitionId>,
) -> Result<Option<Handle>, Stop> {
    let answer = match walk.insert() {
        Insertion::Full => walk.insert_into_full(&mut ())?,
        answer => answer,
    };
    match answer {
        Insertion::Fresh(handle) => Ok(Some(handle)),
        Insertion::Seen(handle) => walk.meet(handle, by).map(|()| None),
        Insertion::Full => unreachable!("room was made"),
    }
}

/// Starts the expansion of a new state.
#[inline(always)]
fn open<M: Model + ?Sized, S: Store + ?Sized>(
    walk: &mut Walk<'_, '_, M, S>,
    handle: Handle,
    by: Option<TransitionId>,
) -> Result<Cursor, Stop> {
    walk.enter(handle, by)?;
    walk.guess(u64::MAX, &Everything);
    Ok(Cursor::open(&mut walk.state))
}
