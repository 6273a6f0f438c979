//! The enabled edges of a state, one at a time, in SPIN's order.
//!
//! A search takes an edge, goes deeper, comes back and wants the next edge, millions of levels
//! deep. Keeping the list of enabled edges of each level costs memory and work for edges that are
//! never taken. A [`Cursor`] keeps only where it stands: 16 bytes in a stack frame, from which the
//! next edge is found by trying on from there.
//!
//! The order: processes from the highest pid to 0; of a process the candidates of its place; a send
//! on a rendezvous channel with each matching receive of the other processes, again from the
//! highest pid. A [`Selection`] may have another one. Every (send, receive) pair is one edge. After
//! an edge with the atomic flag only the process that moved last is tried. When nothing can move,
//! everything is tried once more with `timeout` true.

use super::edge::{Edge, Move, Next};
use crate::model::{Candidate, Model, ModelInfo, Role, Step};
use crate::state::{Failure, Faulted, Mark, Process, State};
use crate::step::{Decision, Everything, Selection};

/// How far the expansion of one state has come. The state must be the same whenever
/// [`Cursor::next`] is called.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// The undo log at this state, to take an edge back.
    mark: Mark,
    /// The processes worth trying: bit `pid % 32` is clear if no process with that remainder can
    /// move.
    movers: u32,
    /// One behind the candidate of `pid` that made the last edge; 0: none was tried.
    candidate: u16,
    /// The same of `receiver`.
    receive: u16,
    /// The process being tried.
    pid: u8,
    /// The process being tried as receiver of `pid`'s offer.
    receiver: u8,
    /// Tier of the edges of `pid` in this round, [`NO_TIER`] as long as there was none.
    tier: u8,
    flags: u8,
}

/// No process.
pub const NO_PROCESS: u8 = u8::MAX;
const NO_TIER: u8 = u8::MAX;
/// Only `pid` may move: the state is inside an atomic sequence.
const EXCLUSIVE: u8 = 1;
/// Some edge was found.
const MOVED: u8 = 2;
/// The second round.
const TIMEOUT: u8 = 4;
/// A message was offered, whether or not anybody took it.
const OFFERED: u8 = 8;
/// The sender is of a `D_proctype` and had done something else in this state.
const CHOSEN: u8 = 16;
/// A handshake of the offer at hand is asleep.
const SLEPT: u8 = 32;
/// Only `pid` is tried until the search says another: there are more processes than
/// [`Cursor::movers`] has bits.
const ALONE: u8 = 64;
/// See [`Cursor::is_sole`].
const SOLE: u8 = 128;

impl Cursor {
    /// At the start of a state in which every process may move.
    #[inline(always)]
    pub fn open(state: &mut State) -> Self {
        Self::starting(state.mark(), state.process_count().wrapping_sub(1) as u8, 0)
    }

    /// At the start of a state inside an atomic sequence of `pid`.
    #[inline(always)]
    pub fn exclusive(state: &mut State, pid: u8) -> Self {
        Self::starting(state.mark(), pid, EXCLUSIVE)
    }

    /// At a state, or in the middle of a step, at which it is only asked whether `pid` can move.
    pub(crate) fn probe(state: &mut State, pid: u8) -> Self {
        let round = if state.timeout() { TIMEOUT } else { 0 };
        Self::starting(state.mark(), pid, EXCLUSIVE | round)
    }

    #[inline(always)]
    fn starting(mark: Mark, pid: u8, flags: u8) -> Self {
        Self {
            mark,
            movers: u32::MAX,
            candidate: 0,
            receive: 0,
            pid,
            receiver: NO_PROCESS,
            tier: NO_TIER,
            flags,
        }
    }

    /// The bit of a process in a set of movers.
    #[inline(always)]
    pub(crate) fn bit(pid: u8) -> u32 {
        1 << (pid % 32)
    }

    /// Only one process may move here.
    #[inline(always)]
    pub fn is_exclusive(&self) -> bool {
        self.flags & EXCLUSIVE != 0
    }

    /// Behind the only edge of a state of `pid` inside an atomic sequence, in a stretch without a
    /// choice that began at `mark`; by which candidate is to be said.
    #[inline(always)]
    pub(crate) fn sole(mark: Mark, pid: u8) -> Self {
        Self::starting(mark, pid, EXCLUSIVE | MOVED | SOLE)
    }

    /// The edge was made by this candidate, by number.
    #[inline(always)]
    pub(crate) fn made_by(&mut self, candidate: u16) {
        self.candidate = candidate + 1;
    }

    /// The last edge is the only one of its state, inside an atomic sequence. It is taken back
    /// together with those of the stretch without a choice that it belongs to.
    #[inline(always)]
    pub(crate) fn is_sole(&self) -> bool {
        self.flags & SOLE != 0
    }

    /// The process that made the last edge, or must make the next.
    pub fn pid(&self) -> u8 {
        self.pid
    }

    /// The processes that made the last edge, or began it; [`NO_PROCESS`] for want of a second one.
    #[inline(always)]
    pub(crate) fn movers_of_last(&self) -> [u8; 2] {
        [self.pid, self.receiver]
    }

    /// The candidate that made the last edge, or began it: its number at the place of its process.
    #[inline(always)]
    pub(crate) fn last_candidate(&self) -> u32 {
        u32::from(self.candidate) - 1
    }

    /// Some edge was found.
    #[inline(always)]
    pub fn has_moved(&self) -> bool {
        self.flags & MOVED != 0
    }

    /// Some process could begin a handshake here.
    #[inline(always)]
    pub fn has_offered(&self) -> bool {
        self.flags & OFFERED != 0
    }

    /// Steps of the edge found last, see [`Edge::steps`].
    #[inline(always)]
    pub fn steps(&self) -> u32 {
        1 + u32::from(self.receiver != NO_PROCESS)
    }

    /// The edge found last, by name.
    pub fn last_move(&self, edge: &Edge) -> Move {
        Move {
            pid: self.pid,
            transition: edge.transition,
            partner: edge.partner.map(|partner| (self.receiver, partner)),
        }
    }

    /// Executes the last edge again, from the same state.
    pub fn repeat<M: Model + ?Sized>(&self, model: &M, state: &mut State) -> Move {
        state.set_timeout(self.flags & TIMEOUT != 0);
        let info = state.info();
        let process = state.process(self.pid);
        let sent = usize::from(self.candidate) - 1;
        let transition = candidates(info, state, process)[sent].transition;
        let mut done = Move {
            pid: self.pid,
            transition,
            partner: None,
        };
        if model.execute(state, process, transition) == Ok(Step::Offered) {
            let receiver = state.process(self.receiver);
            let received = usize::from(self.receive) - 1;
            let receive = candidates(info, state, receiver)[received].transition;
            done.partner = Some((self.receiver, receive));
            let _ = model.execute(state, receiver, receive);
        }
        done
    }

    /// Takes the last edge back.
    #[inline(always)]
    pub fn retract(&self, state: &mut State) {
        state.undo_to(self.mark);
    }

    /// Executes the next edge.
    #[inline(always)]
    pub fn next<M: Model + ?Sized>(&mut self, model: &M, state: &mut State) -> Next {
        loop {
            let next = self.next_selected(model, state, &Everything);
            if next != Next::Exhausted || !self.begin_timeout(state) {
                return next;
            }
        }
    }

    /// Begins the round in which `timeout` is true, if nothing could move in the one before.
    #[inline(always)]
    pub fn begin_timeout(&mut self, state: &State) -> bool {
        if self.flags & (MOVED | TIMEOUT | EXCLUSIVE) != 0 {
            return false;
        }
        self.flags |= TIMEOUT;
        self.movers = u32::MAX;
        self.rewind(state);
        true
    }

    /// Goes back to the first process, to look at the state with another selection.
    #[inline(always)]
    pub fn rewind(&mut self, state: &State) {
        self.pid = state.process_count().wrapping_sub(1) as u8;
        (self.candidate, self.tier) = (0, NO_TIER);
    }

    /// Tries the processes of a selection that has an order of its own, which begins with `pid`;
    /// whom it was to keep to before does not matter.
    pub(crate) fn begin_with(&mut self, pid: u8) {
        self.movers = u32::MAX;
        self.flags &= !ALONE;
        (self.pid, self.candidate, self.tier) = (pid, 0, NO_TIER);
    }

    /// Tries only processes of a set of bits, of at most 32 processes.
    #[inline(always)]
    pub(crate) fn keep_to(&mut self, set: u32) {
        self.movers = set;
    }

    /// Tries only one process, or none; then the search says which is next.
    pub(crate) fn keep_to_one(&mut self, pid: u8) {
        self.flags |= ALONE;
        (self.pid, self.candidate, self.tier) = (pid, 0, NO_TIER);
    }

    /// See [`Cursor::keep_to_one`].
    #[inline(always)]
    pub(crate) fn keeps_to_one(&self) -> bool {
        self.flags & ALONE != 0
    }

    /// The round in which `timeout` is true.
    #[inline(always)]
    pub fn in_timeout(&self) -> bool {
        self.flags & TIMEOUT != 0
    }

    /// Executes the next of the wanted edges of this round.
    #[inline(always)]
    pub fn next_selected<M: Model + ?Sized, C: Selection>(
        &mut self,
        model: &M,
        state: &mut State,
        selection: &C,
    ) -> Next {
        debug_assert!(C::KEEPS_TO_SOME || (self.movers, self.flags & ALONE) == (u32::MAX, 0));
        state.set_timeout(self.flags & TIMEOUT != 0);
        if self.receiver != NO_PROCESS
            && self.is_wanted::<C>(self.pid)
            && let Some(edge) = self.next_handshake(model, state, selection)
        {
            return Next::Edge(edge);
        }
        // In registers, where most tries are of processes that are blocked.
        let (mut pid, mut candidate, mut tier) = (self.pid, self.candidate, self.tier);
        while pid != NO_PROCESS {
            if self.is_wanted::<C>(pid)
                && let Some(edge) =
                    self.next_of_process(model, state, selection, pid, candidate, tier)
            {
                return Next::Edge(edge);
            }
            let alone = if C::KEEPS_TO_SOME { ALONE } else { 0 };
            if self.flags & (EXCLUSIVE | alone) != 0 {
                return if self.has_moved() || !self.is_exclusive() {
                    Next::Exhausted
                } else {
                    Next::AtomicityLost
                };
            }
            pid = selection.process_after(pid);
            (candidate, tier) = (0, NO_TIER);
        }
        self.pid = NO_PROCESS;
        Next::Exhausted
    }

    /// The search does not keep to others.
    #[inline(always)]
    fn is_wanted<C: Selection>(&self, pid: u8) -> bool {
        !C::KEEPS_TO_SOME || self.movers & Self::bit(pid) != 0
    }

    /// The next edge of `pid`, from candidate `next` on, when it has made edges of `tier` before.
    #[inline(always)]
    fn next_of_process<M: Model + ?Sized, C: Selection>(
        &mut self,
        model: &M,
        state: &mut State,
        selection: &C,
        pid: u8,
        next: u16,
        mut tier: u8,
    ) -> Option<Edge> {
        let process = state.process(pid);
        let candidates = candidates(state.info(), state, process);
        let mut next = usize::from(next);
        while let Some((at, candidate)) = selection.candidate(candidates, pid, next) {
            if candidate.tier > tier {
                return None;
            }
            next = at + 1;
            if candidate.role == Role::Else && tier != NO_TIER {
                continue;
            }
            if C::CHOOSES {
                match selection.transition(pid, candidate.transition) {
                    Decision::Execute => {}
                    Decision::Asleep => {
                        tier = candidate.tier;
                        self.flags |= MOVED;
                        continue;
                    }
                    Decision::Ignore => continue,
                }
            }
            let outcome = model.attempt(state, process, candidate);
            if outcome == Ok(Step::Blocked) {
                debug_assert!(state.is_at(self.mark), "blocked means unchanged");
                continue;
            }
            (self.pid, self.candidate) = (pid, next as u16);
            match outcome {
                Ok(Step::Blocked | Step::Done) => {
                    if candidate.deterministic {
                        note_choice(state, tier);
                    }
                    return Some(self.found(candidate, None, false));
                }
                Err(Faulted) => return Some(self.found(candidate, None, true)),
                Ok(Step::Offered) => {
                    if candidate.deterministic {
                        note_choice(state, tier);
                        self.note_sender_choice(tier);
                    }
                    self.flags = self.flags & !SLEPT | OFFERED;
                    self.receiver = selection.first_receiver(state.process_count());
                    self.receive = 0;
                    if let Some(edge) =
                        self.next_receive(model, state, selection, candidate, NO_TIER)
                    {
                        return Some(edge);
                    }
                    if C::CHOOSES && self.flags & SLEPT != 0 {
                        tier = candidate.tier;
                    }
                }
            }
        }
        None
    }

    #[cold]
    fn note_sender_choice(&mut self, tier: u8) {
        self.flags &= !CHOSEN;
        if tier != NO_TIER {
            self.flags |= CHOSEN;
        }
    }

    #[inline(always)]
    fn found(&mut self, candidate: &Candidate, partner: Option<&Candidate>, faulted: bool) -> Edge {
        self.tier = candidate.tier;
        self.flags |= MOVED;
        let (last, atomic) = match partner {
            None => (self.pid, candidate.atomic),
            Some(partner) => (self.receiver, partner.atomic),
        };
        Edge {
            transition: candidate.transition,
            partner: partner.map(|partner| partner.transition),
            last,
            atomic,
            faulted,
        }
    }

    /// Repeats the offer of the last handshake, for receives that were not tried yet.
    fn next_handshake<M: Model + ?Sized, C: Selection>(
        &mut self,
        model: &M,
        state: &mut State,
        selection: &C,
    ) -> Option<Edge> {
        let process = state.process(self.pid);
        let send = &candidates(state.info(), state, process)[usize::from(self.candidate) - 1];
        let receiver = state.process(self.receiver);
        let received = usize::from(self.receive) - 1;
        let tier = candidates(state.info(), state, receiver)[received].tier;
        let offered = model.attempt(state, process, send);
        debug_assert_eq!(offered, Ok(Step::Offered), "an offer can be repeated");
        if send.deterministic && self.flags & CHOSEN != 0 {
            state.note(Failure::Nondeterminism);
        }
        self.next_receive(model, state, selection, send, tier)
    }

    /// Tries receives for the pending offer of `send`; takes the offer back when there is none.
    /// `tier` is that of the receiver's edges with this offer.
    fn next_receive<M: Model + ?Sized, C: Selection>(
        &mut self,
        model: &M,
        state: &mut State,
        selection: &C,
        send: &Candidate,
        mut tier: u8,
    ) -> Option<Edge> {
        while self.receiver != NO_PROCESS {
            if self.receiver != self.pid
                && let Some((receive, faulted)) =
                    self.receive_of_process(model, state, selection, send, tier)
            {
                return Some(self.found(send, Some(receive), faulted));
            }
            self.receiver = selection.receiver_after(self.receiver);
            self.receive = 0;
            tier = NO_TIER;
        }
        state.undo_to(self.mark);
        None
    }

    /// The receive that did something, and whether it is faulted.
    fn receive_of_process<M: Model + ?Sized, C: Selection>(
        &mut self,
        model: &M,
        state: &mut State,
        selection: &C,
        send: &Candidate,
        mut tier: u8,
    ) -> Option<(&'static Candidate, bool)> {
        let process = state.process(self.receiver);
        let candidates = candidates(state.info(), state, process);
        let pid = self.receiver;
        while let Some((at, candidate)) =
            selection.candidate(candidates, pid, usize::from(self.receive))
        {
            if candidate.tier > tier {
                return None;
            }
            self.receive = at as u16 + 1;
            if candidate.role != Role::Receive {
                continue;
            }
            if C::CHOOSES {
                let edge = Move {
                    pid: self.pid,
                    transition: send.transition,
                    partner: Some((self.receiver, candidate.transition)),
                };
                match selection.handshake(&edge) {
                    Decision::Execute => {}
                    Decision::Asleep => {
                        tier = candidate.tier;
                        self.flags |= MOVED | SLEPT;
                        continue;
                    }
                    Decision::Ignore => continue,
                }
            }
            state.try_receiver();
            let faulted = match model.attempt(state, process, candidate) {
                Ok(Step::Blocked) => continue,
                Ok(Step::Done) => false,
                Err(Faulted) if state.has_failed_as_receiver() => true,
                Err(Faulted) => continue,
                Ok(Step::Offered) => unreachable!("a receive makes no offer"),
            };
            if candidate.deterministic && !faulted {
                note_choice(state, tier);
            }
            return Some((candidate, faulted));
        }
        None
    }
}

/// A process of a `D_proctype` has made an edge; with one of `tier` before, it had a choice.
#[cold]
fn note_choice(state: &mut State, tier: u8) {
    if tier != NO_TIER {
        state.note(Failure::Nondeterminism);
    }
}

#[inline(always)]
fn candidates(info: &'static ModelInfo, state: &State, process: Process) -> &'static [Candidate] {
    info.places[state.place(process).0 as usize].candidates
}
