//! Sets of processes that the others cannot influence: Overman's method, and persistent sets.
//!
//! In a state, a set P of processes may go first if nothing that the others can do, however long
//! they go on without P, changes what P can do next. To find out by trying what the others can do
//! would be the search that is to be avoided. A process that touches nothing that others touch is
//! such a set, but there are states without one, as soon as all stand before an access to a global
//! variable or a channel. Holzmann, Godefroid and Pirottin (*Coverage preserving reduction
//! strategies for reachability analysis*, 1992, section 5) describe Overman's method: start with
//! one process, and add those whose *support* contains what the next transitions of a process in
//! the set touch; refined, the support is what a process can still touch from where it stands. That
//! is [`SetMethod::Overman`](super::SetMethod::Overman). It takes all transitions at a place as
//! enabled, so that a process that waits for a message drags in everybody who may ever receive from
//! that channel. [`SetMethod::Persistent`](super::SetMethod::Persistent) looks at guards: a
//! transition that is disabled asks only for those who can enable it.
//!
//! # Definition
//!
//! P is *closed* in state s if for each p in P, each transition t offered where p stands, each q
//! not in P, and each transition u that q, or a process that it may start, can come to from where q
//! stands:
//!
//! - if t is enabled in s: t and u do not conflict [`Later`];
//! - if t is disabled in s: u does not conflict, `Later`, with the tags of *one* need of t that
//!   does not hold in s; the set may choose which;
//! - if it is not known which need is missing, or (Overman) nothing is asked about t: t and u do
//!   not conflict, even if t is disabled ([`LaterPerhapsDisabled`]).
//!
//! An `-end-` is enabled only for the youngest process. That of another one needs each of the
//! younger ones to end, so one of them may be chosen, and one that never ends makes it disabled for
//! ever. Likewise u, if it is an `-end-`: where t asks about the number of processes it conflicts
//! only if q is the youngest in s. Otherwise each `main` that starts its workers and waits for
//! `_nr_pr == 1` would ask for all of them, and they for each other.
//!
//! # Why a closed set with an enabled edge may go first
//!
//! Let u1 ... un be steps of processes outside of P, from s on, and then let t be the first step of
//! a process of P. All that P can do first is offered where its processes stand in s.
//!
//! - t is enabled in s: otherwise a need of it was missing in s for which no ui is responsible, and
//!   would be missing still. One need is enough, since t cannot be executed as long as any of them
//!   is missing. (With a timeout as need: P has an enabled edge, which stays enabled as below, so
//!   nothing is ever blocked enough.)
//! - t commutes with each ui, so t u1 ... un is possible too and comes to the same state. For two
//!   accesses of which neither writes this is plain. A send and a receive on one channel do not
//!   conflict `Later`: with t an enabled send, no ui sends on the channel, for it would conflict;
//!   the receives among them leave the channel emptier, t enabled, and take messages from the other
//!   end of it. Likewise for an enabled receive and sends behind it. A *disabled* send waits for
//!   just such a receive, which is why its need has a tag of its own, [`Verb::AwaitReceive`].
//! - A handshake conflicts `Later` on both sides: if an offer or a receive of P needs a partner,
//!   all that may ever be one are in P. So each edge of a process in P is of processes in P.
//!
//! - If t asks for the number of processes or changes it, no ui is an `-end-`. Let ui be the first,
//!   of q, and y the youngest process in s. If q is y, it conflicts and would be in P. If q is
//!   older, y has ended before, and ui is not the first. If q is younger, some uj has started it,
//!   which changes the number, so uj conflicts.
//!
//! That a process of a `D_proctype` has two edges is an error of the state. It is as if a step t'
//! of the process failed that is executable if both are, and reads what they read. A closed set
//! with the process is closed if t' is offered, too: both are enabled, and t' conflicts with
//! nothing that they do not conflict with, or a need of one is missing, which is one of t'. Such a
//! set executes both, so t' need not be there.
//!
//! Hence the edges of P are a persistent set (Godefroid): whatever is reachable from s by a path
//! that P takes part in is reachable through one of them. A path of the others alone ends no search
//! early: as P's edge stays enabled along it, it leads to no end state. That it is not put off for
//! ever is the search's business, which goes on to other processes unless an edge led outside of
//! its stack.
//!
//! # Starts before ends
//!
//! Between a start in P and an `-end-` outside it there is a real conflict: behind the start
//! another process is the youngest, and pids are others. But where processes are anonymous (the
//! start has the verb [`Verb::Start`], see `frontend/src/tags/anonymous.rs`), a search for
//! violations loses nothing if it overlooks that: [`Sets::with_starts_before_ends`]. Take states
//! for the same that differ in pids, in ids of channels and in processes that have only their
//! `-end-` left. In the graph of these classes an `-end-` is no step at all. Above, u1 ... un are
//! then steps that are no ends, and t commutes with each up to the class. A guard that waits to be
//! alone holds in a class if no younger process is left but such as end; if it does not hold yet in
//! s, the youngest is one of them, and can end. So what the class can do, s can do after some ends,
//! and these lead from s to states of its class with fewer processes: if an edge of P is an
//! `-end-`, all paths go on behind it. If it is not, P is persistent as above. A run that is
//! `timeout`, or ends, in the class comes to a state that is, for the ends come first. At each
//! moment at least as many processes live, so a run that starts one too many still does.
//!
//! A sleep set hands on what is true of states, not of classes, and a claim may look at processes;
//! neither is searched with these sets. An `-end-` in P still asks for those who start: otherwise a
//! run that has too many processes alive would be lost.
//!
//! # Finding one
//!
//! With weak fairness P asks for more: [`super::wakes`].
//!
//! "p is in P, so q must be" is a relation between processes, and the smallest closed sets are what
//! is reachable in it from one process. With more than one missing need, the one is chosen that
//! asks for the fewest processes. Where conflicts are known before the search ([`super::places`]),
//! a state costs a bit test for most pairs of processes, and a process whose next steps conflict
//! with no one is found without looking at its transitions at all.
//!
//! [`Later`]: crate::tags::When::Later
//! [`LaterPerhapsDisabled`]: crate::tags::When::LaterPerhapsDisabled
//! [`Verb::AwaitReceive`]: crate::tags::Verb::AwaitReceive
//! [`Verb::Start`]: crate::tags::Verb::Start

mod asks;

use super::Pids;
use super::places::{ConflictRows, Standing};
use crate::claim::Fairness;
use crate::model::{Model, ModelInfo};
use crate::state::{ProbeReason, State};
use crate::step::{Cursor, Next};
use asks::{Ask, AsksByPlace, Hits, Row};

/// Finds the sets of a state.
pub struct Sets {
    asks: AsksByPlace,
    /// By pid, in the state at hand: where it stands.
    here: Vec<Standing>,
    /// By pid: what was found out about it in this state.
    known: Vec<Known>,
    /// The others that may matter to the process that is asked.
    near: Vec<Standing>,
    /// The sets to choose from.
    found: Vec<Pids>,
}

/// Of a process in the state at hand.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Whom it asks for, once that was asked.
    asks_for: Option<Pids>,
    /// All its transitions are known to be disabled.
    blocked: bool,
    /// Its edges, once they were counted.
    edges: Option<Edges>,
}

/// Edges that a process makes alone, or begins.
#[derive(Clone, Copy, Default)]
struct Edges {
    count: u32,
    /// Candidates that made one, of the first [`NOTED`].
    enabled: u64,
}

/// This many candidates of a place are noted as enabled or not; of the others it is not known.
const NOTED: usize = u64::BITS as usize;

impl Sets {
    /// For a model with tags: Overman's method, or persistent sets.
    pub fn new(info: &'static ModelInfo, with_guards: bool) -> Self {
        Self::over(ConflictRows::new(info, false), info, with_guards)
    }

    /// The same for a search that takes processes at their end for gone: see above.
    pub fn with_starts_before_ends(info: &'static ModelInfo, with_guards: bool) -> Self {
        Self::over(ConflictRows::new(info, true), info, with_guards)
    }

    fn over(rows: ConflictRows, info: &'static ModelInfo, with_guards: bool) -> Self {
        Self {
            asks: AsksByPlace::new(rows, info, with_guards),
            here: Vec::new(),
            known: Vec::new(),
            near: Vec::new(),
            found: Vec::new(),
        }
    }

    /// The same for a search that wants only weakly fair runs, if it does.
    pub fn keeping_fair(mut self, fairness: Fairness) -> Self {
        if fairness != Fairness::Unfair {
            self.asks.keeping_fair();
        }
        self
    }

    /// The same, with this many bytes for what is known of places; 16 MB otherwise. What is
    /// forgotten is found out again.
    pub fn within(mut self, bytes: usize) -> Self {
        self.asks.rows.room = bytes;
        self
    }

    /// The next set that no process outside can influence, not within `done`, which is a union of
    /// such sets; none if only the set of all processes is left. The one with the fewest edges that
    /// is found without trying everything; one without edges may be given when no other is left to
    /// compare with.
    pub fn next<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        done: &Pids,
    ) -> Option<Pids> {
        self.next_without(model, state, done, &Pids::NONE)
    }

    /// The same, of the sets without any process that is `barred`.
    pub(super) fn next_without<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        done: &Pids,
        barred: &Pids,
    ) -> Option<Pids> {
        self.look(state);
        // Sets of four words cost a search six per cent.
        match self.here.len() <= 64 {
            true => self.smallest::<1, M>(model, state, &done.resized(), &barred.resized()),
            false => self.smallest::<4, M>(model, state, done, barred),
        }
    }

    /// The same in a state that was looked at, with sets of this many words.
    fn smallest<const WORDS: usize, M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        done: &Pids<WORDS>,
        barred: &Pids<WORDS>,
    ) -> Option<Pids> {
        // Sets without edges are as good as done.
        let mut done = done.union(barred);
        loop {
            self.found.clear();
            if let Some(set) = self.find(model, state, &mut done, barred) {
                return Some(set);
            }
            match &self.found[..] {
                [] => return None,
                [only] => return Some(*only),
                _ => {}
            }
            // Of the smallest the first, which is that of the highest pid.
            let mut best: Option<(u32, Pids)> = None;
            for index in 0..self.found.len() {
                let set = self.found[index];
                // A handshake is counted where it begins: its partner is in the set.
                let edges = set.iter().map(|pid| self.edges(model, state, pid).count);
                let edges = edges.sum();
                if edges != 0 && best.is_none_or(|(fewest, _)| edges < fewest) {
                    best = Some((edges, set));
                }
                done.extend(&set.resized());
            }
            if let Some((_, set)) = best {
                return Some(set);
            }
        }
    }

    /// Of the set that was given last, those that make an edge alone, or begin one: all its edges
    /// are theirs.
    pub(super) fn able<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        set: &Pids,
    ) -> Pids {
        let mut able = Pids::NONE;
        for pid in set.iter() {
            if self.edges(model, state, pid).count != 0 {
                able.insert(pid);
            }
        }
        able
    }

    /// The smallest closed sets, by process from the highest pid. One process with one edge is not
    /// surpassed.
    fn find<const WORDS: usize, M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        done: &mut Pids<WORDS>,
        barred: &Pids<WORDS>,
    ) -> Option<Pids> {
        let all = Pids::below(self.here.len() as u32);
        let mut tried = *barred;
        for pid in (0..self.here.len() as u8).rev() {
            if done.contains(pid) {
                continue;
            }
            let asks_for: Pids<WORDS> = self.asks_for(model, state, pid);
            if self.known[usize::from(pid)].blocked {
                continue;
            }
            if asks_for.is_empty() {
                match self.edges(model, state, pid).count {
                    0 => done.insert(pid),
                    1 => return Some(Pids::only(pid)),
                    _ => self.found.push(Pids::only(pid)),
                }
            } else if let Some(set) = self.closure(model, state, pid, &tried)
                && set != all
            {
                self.found.push(set.resized());
            }
            if !done.contains(pid) {
                tried.insert(pid);
            }
        }
        None
    }

    /// Notes where everybody stands.
    #[inline]
    fn look(&mut self, state: &State) {
        self.here.clear();
        for process in state.processes() {
            let place = state.place(process).0;
            self.asks.see(place, &self.here);
            self.here.push((process, place));
        }
        self.known.clear();
        self.known.resize(self.here.len(), Known::default());
    }

    /// All that `pid` asks for, and they in turn; none if one of `tried` is among them: it asks for
    /// no more than this set does.
    fn closure<const WORDS: usize, M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        pid: u8,
        tried: &Pids<WORDS>,
    ) -> Option<Pids<WORDS>> {
        let mut set = Pids::only(pid);
        let mut waiting = set;
        while let Some(pid) = waiting.highest() {
            waiting.remove(pid);
            let more = self.asks_for(model, state, pid).without(&set);
            if more.meets(tried) {
                return None;
            }
            set.extend(&more);
            waiting.extend(&more);
        }
        Some(set)
    }

    /// The processes that must be in a set with `pid`.
    #[inline(always)]
    fn asks_for<const WORDS: usize, M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        pid: u8,
    ) -> Pids<WORDS> {
        match self.known[usize::from(pid)].asks_for {
            Some(known) => known.resized(),
            None => self.find_asks_for(model, state, pid),
        }
    }

    fn find_asks_for<const WORDS: usize, M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        pid: u8,
    ) -> Pids<WORDS> {
        let me = self.here[usize::from(pid)];
        let asks = self.asks.at(me.1);
        self.near.clear();
        for &(process, place) in &self.here {
            if process.pid != pid && asks.near.contains(place) {
                self.near.push((process, place));
            }
        }
        let mut set = Pids::NONE;
        if asks.always {
            self.near.iter().for_each(|(it, _)| set.insert(it.pid));
        } else if !self.near.is_empty() || asks.ends {
            let mut blocked = true;
            let mut hits = Hits::NONE;
            for candidate in 0..asks.candidates.len() {
                let (more, disabled) = self.of_candidate(model, state, pid, candidate, &mut hits);
                set.extend(&more);
                blocked &= disabled;
            }
            self.known[usize::from(pid)].blocked = blocked;
        }
        if let Some(wakes) = &self.asks.wakes {
            let wakes_here = &self.asks.at(me.1).wakes;
            set.extend(&wakes.of(wakes_here, state, me.0, &self.here));
        }
        self.known[usize::from(pid)].asks_for = Some(set.resized());
        set
    }

    /// The near processes that a candidate asks for, and whether it is known to be disabled.
    fn of_candidate<const WORDS: usize, M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        pid: u8,
        candidate: usize,
        hits: &mut Hits<WORDS>,
    ) -> (Pids<WORDS>, bool) {
        let (process, place) = self.here[usize::from(pid)];
        let (asks, near) = (self.asks.at(place), &self.near);
        let mut hits = |row: Row| hits.of(row, || asks.rows[row.0].hits(state, process, near));
        match &asks.candidates[candidate] {
            Ask::Always(row) => (hits(*row), false),
            Ask::Either { enabled, perhaps } => {
                let (enabled, perhaps) = (hits(*enabled), hits(*perhaps));
                let makes_sure = enabled != perhaps
                    && self.makes_edge(model, state, pid, candidate) == Some(true);
                (if makes_sure { enabled } else { perhaps }, false)
            }
            Ask::End { enabled } => {
                let youngest = (self.here.len() - 1) as u8;
                if pid == youngest {
                    return (hits(*enabled), false);
                }
                let mut younger = self.here[usize::from(pid) + 1..].iter();
                let all_end = younger.all(|&(_, place)| self.asks.rows.ending().contains(place));
                let asked = all_end.then(|| Pids::only(youngest));
                (asked.unwrap_or_default(), true)
            }
            Ask::Needs {
                enabled,
                needs,
                handshake,
            } => {
                let mut missing: Option<Pids<WORDS>> = None;
                let mut unknown: Option<Pids<WORDS>> = None;
                for (need, row) in needs {
                    if missing.is_some_and(|fewest| fewest.is_empty()) {
                        break;
                    }
                    match need.holds(state, process) {
                        None => unknown.get_or_insert_default().extend(&hits(*row)),
                        Some(true) => {}
                        Some(false) => {
                            let set = hits(*row);
                            if missing.is_none_or(|best| set.len() < best.len()) {
                                missing = Some(set);
                            }
                        }
                    }
                }
                if let Some(missing) = missing {
                    return (missing, true);
                }
                let enabled = hits(*enabled);
                let Some(unknown) = unknown else {
                    return (enabled, false);
                };
                let both = enabled.union(&unknown);
                if *handshake || both.is_empty() {
                    return (both, false);
                }
                match self.makes_edge(model, state, pid, candidate) {
                    Some(true) => (enabled, false),
                    Some(false) => (unknown, true),
                    None => (both, false),
                }
            }
        }
    }

    /// Whether a candidate is enabled; none if it is beyond those that are noted.
    fn makes_edge<M: Model + ?Sized>(
        &mut self,
        model: &M,
        state: &mut State,
        pid: u8,
        candidate: usize,
    ) -> Option<bool> {
        if candidate >= NOTED {
            return None;
        }
        let edges = self.edges(model, state, pid);
        Some(edges.enabled >> candidate & 1 != 0)
    }

    /// The edges of a process.
    #[inline(always)]
    fn edges<M: Model + ?Sized>(&mut self, model: &M, state: &mut State, pid: u8) -> Edges {
        match self.known[usize::from(pid)].edges {
            Some(known) => known,
            None => self.find_edges(model, state, pid),
        }
    }

    /// Tries all transitions of a process.
    fn find_edges<M: Model + ?Sized>(&mut self, model: &M, state: &mut State, pid: u8) -> Edges {
        let mut edges = Edges::default();
        let probe = state.begin_probe(pid, ProbeReason::Choice);
        state.set_timeout(false);
        let mut cursor = Cursor::probe(state, pid);
        while let Next::Edge(_) = cursor.next(model, state) {
            cursor.retract(state);
            edges.count += 1;
            edges.enabled |= 1u64.checked_shl(cursor.last_candidate()).unwrap_or(0);
        }
        state.end_probe(probe);
        self.known[usize::from(pid)].edges = Some(edges);
        edges
    }
}
