//! The one loop over the edges of states.
//!
//! A search goes from state to state along edges. An edge may lead inside an atomic sequence, where
//! one process goes on alone and nothing is stored: such a sequence is followed at once, on every
//! branch, to the states at its ends. What a search does there differs: a depth-first search goes
//! down from a new state, a breadth-first one hands the state over and goes back, and who looks for
//! a path counts. A loop of its own for each of them repeats what is hard: atomic sequences that
//! are blocked or endless, the depth of handshakes, the undo log. So the loop is written once, over
//! [`Visit`]; it knows no store, and all of it is compiled into the search that uses it.

use super::Stack;
use super::chain::Chains;
use super::cursor::Cursor;
use super::edge::{Edge, Next};
use super::stretch::{go_along, leave_stretch};
use crate::limits::Stop;
use crate::model::Model;
use crate::state::State;

/// What follows where an edge has led.
pub(crate) enum Follow {
    /// The edges of the state reached, from this cursor on.
    Down(Cursor),
    /// The next edge of the state before.
    Back,
    /// Nothing: the path stays as it is.
    End,
}

/// Where the loop is.
#[derive(Clone, Copy)]
pub(crate) struct At {
    /// Steps from where it began.
    pub(crate) depth: u64,
    /// Edges executed.
    pub(crate) edges: u64,
    /// The hash before the edge at hand.
    pub(crate) before: u64,
}

/// The path, with what watches its atomic sequences.
pub(crate) struct OnPath<'p, M: ?Sized> {
    pub(crate) model: &'p M,
    pub(crate) stack: &'p mut Stack,
    pub(crate) chains: &'p mut Chains,
    pub(crate) state: &'p mut State,
}

/// What a search does at each event of [`explore`]. Each is inlined: what a search does not
/// care for costs nothing.
pub(crate) trait Visit {
    /// What is explored.
    type Model: Model + ?Sized;

    /// The working state, and the cursors below the one at hand.
    fn on_path(&mut self) -> OnPath<'_, Self::Model>;

    /// The working state.
    #[inline(always)]
    fn state(&mut self) -> &mut State {
        self.on_path().state
    }

    /// Executes the next wanted edge of the state that `cursor` is at.
    fn next(&mut self, cursor: &mut Cursor) -> Next;

    /// `edge` was executed: counts, reports, looks at the clock. Whether the edge is followed.
    fn taken(&mut self, cursor: &Cursor, edge: Edge, at: At) -> Result<bool, Stop>;

    /// The edge leads inside an atomic sequence; at each step of one.
    fn begin_sequence(&mut self, cursor: &Cursor) -> Result<(), Stop>;

    /// The process that goes on alone at `cursor` has no further edge.
    #[inline(always)]
    fn end_sequence(&mut self, _cursor: &Cursor, _at: At) {}

    /// A state outside of atomic sequences is reached, over the last edge of `from`; without `edge`
    /// it is the one in which the sequence at `from` is blocked. Pushes `from` before it goes down
    /// an edge.
    fn arrive(&mut self, from: &Cursor, edge: Option<Edge>) -> Result<Follow, Stop>;

    /// An edge was gone down.
    #[inline(always)]
    fn down(&mut self, _at: At) {}

    /// What `edge`, the last that was taken, adds to the depth.
    #[inline(always)]
    fn steps(&self, edge: Edge) -> u32 {
        edge.steps()
    }

    /// The same of the last edge of `cursor`, which is at hand again.
    #[inline(always)]
    fn steps_back(&self, cursor: &Cursor) -> u32 {
        cursor.steps()
    }

    /// No wanted edge is left: whether more are wanted now, to which `cursor` was led.
    fn expand_further(&mut self, cursor: &mut Cursor) -> Result<bool, Stop>;

    /// All edges of a state outside of atomic sequences are done.
    fn leave(&mut self, cursor: &Cursor, at: At) -> Result<(), Stop>;

    /// The last edge of `cursor` was taken back, with all that lay behind it.
    #[inline(always)]
    fn back(&mut self, _cursor: &Cursor) -> Result<(), Stop> {
        Ok(())
    }
}

/// Goes through all edges of the state that `cursor` is at, and of those that `visit` goes down to.
/// False if `visit` has ended it.
///
/// # Errors
/// As soon as `visit` gives one; the path stays as it is.
#[inline(always)]
pub(crate) fn explore<V: Visit>(visit: &mut V, mut cursor: Cursor) -> Result<bool, Stop> {
    let mut at = At {
        depth: 0,
        edges: 0,
        before: 0,
    };
    loop {
        at.before = visit.state().hash();
        match visit.next(&mut cursor) {
            Next::Edge(edge) => {
                at.edges += 1;
                if visit.taken(&cursor, edge, at)? {
                    let follow = match edge.atomic {
                        true => begin_sequence(visit, &cursor, edge, &mut at)?,
                        false => visit.arrive(&cursor, Some(edge))?,
                    };
                    match follow {
                        Follow::Down(next) => {
                            cursor = next;
                            if !edge.atomic {
                                go_down(visit, edge, &mut at);
                            }
                            continue;
                        }
                        Follow::Back => {}
                        Follow::End => return Ok(false),
                    }
                }
                cursor.retract(visit.state());
                visit.back(&cursor)?;
                continue;
            }
            Next::AtomicityLost => {
                end_sequence(visit, &cursor, at);
                match arrive_behind(visit, &cursor, None)? {
                    Follow::Down(next) => {
                        cursor = next;
                        continue;
                    }
                    Follow::Back => {}
                    Follow::End => return Ok(false),
                }
            }
            Next::Exhausted if cursor.is_exclusive() => end_sequence(visit, &cursor, at),
            Next::Exhausted => {
                if visit.expand_further(&mut cursor)? {
                    continue;
                }
                visit.leave(&cursor, at)?;
            }
        }
        match visit.on_path().stack.pop() {
            Some(below) => cursor = below,
            None => return Ok(true),
        }
        if cursor.is_sole() {
            let (below, steps) = leave_stretch(visit, cursor);
            cursor = below;
            at.depth -= steps;
        }
        cursor.retract(visit.state());
        visit.back(&cursor)?;
        at.depth -= u64::from(visit.steps_back(&cursor));
    }
}

#[inline(always)]
pub(super) fn go_down<V: Visit>(visit: &mut V, edge: Edge, at: &mut At) {
    at.depth += u64::from(visit.steps(edge));
    visit.down(*at);
}

/// Goes inside the atomic sequence that `edge` of `cursor` leads to, and along it as far as there
/// is no choice. Compiled in, with `edge` as a value: for a call, or to change it in its place,
/// every edge would be written to memory, those outside of atomic sequences, too.
#[inline(always)]
fn begin_sequence<V: Visit>(
    visit: &mut V,
    cursor: &Cursor,
    edge: Edge,
    at: &mut At,
) -> Result<Follow, Stop> {
    visit.begin_sequence(cursor)?;
    visit.on_path().stack.push(*cursor)?;
    match enter_sequence(visit, edge, at)? {
        Inside::Choice => Ok(Follow::Down(Cursor::exclusive(visit.state(), edge.last))),
        Inside::NoChoice => go_along(visit, edge.last, at),
        Inside::Circle => Ok(Follow::Back),
    }
}

/// As [`Visit::arrive`], behind an atomic sequence. A call, for what it does is compiled into the
/// loop once already.
#[inline(never)]
pub(super) fn arrive_behind<V: Visit>(
    visit: &mut V,
    from: &Cursor,
    edge: Option<Edge>,
) -> Result<Follow, Stop> {
    visit.arrive(from, edge)
}

/// A state inside an atomic sequence.
pub(super) enum Inside {
    /// More than one edge may lead on.
    Choice,
    /// At most one edge leads on.
    NoChoice,
    /// It was there before.
    Circle,
}

/// Goes to the state inside an atomic sequence that `edge` leads to, of the cursor on the top of
/// the path, which is taken from there if that is a circle.
#[inline(always)]
pub(super) fn enter_sequence<V: Visit>(
    visit: &mut V,
    edge: Edge,
    at: &mut At,
) -> Result<Inside, Stop> {
    let OnPath {
        stack,
        chains,
        state,
        ..
    } = visit.on_path();
    let has_choice = state.has_choice(edge.last);
    if chains.enter(stack, state, edge.last, has_choice)? {
        stack.pop();
        return Ok(Inside::Circle);
    }
    go_down(visit, edge, at);
    Ok(match has_choice {
        true => Inside::Choice,
        false => Inside::NoChoice,
    })
}

#[inline(always)]
fn end_sequence<V: Visit>(visit: &mut V, cursor: &Cursor, at: At) {
    visit.end_sequence(cursor, at);
    let OnPath {
        stack,
        chains,
        state,
        ..
    } = visit.on_path();
    chains.leave_last(stack.len(), state, cursor.pid());
}
