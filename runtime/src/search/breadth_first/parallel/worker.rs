//! One worker: it expands the states that are its own, and sends what they lead to.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Barrier, Mutex, MutexGuard};

use super::super::EDGES_PER_CHECK;
use super::super::expansion::{Expansion, Path, Visitor};
use super::findings::{Finding, Findings, What};
use super::levels::Levels;
use super::mail::{Batch, INBOX, Mail, Post};
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::Model;
use crate::progress::Numbers;
use crate::search::pace::Pace;
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::Edge;
use crate::store::{Store, owner_bits};
use crate::violation::{Checks, EndStates, Kind, found_at_end, found_on_edge};

/// The store begins to load what it will need for a state when this many others come before it.
const AHEAD: usize = 24;

/// The visited states of a worker: its store, and its levels.
pub(super) type Part<S> = (S, Levels);

/// Why no lock is ever found poisoned.
pub(super) const PANICS: &str = "a panic ends the process";

/// What all workers look at.
pub(super) struct Shared<'s, S> {
    pub(super) budget: &'s Arc<Budget>,
    pub(super) checks: Checks,
    pub(super) max_depth: Option<u64>,
    /// Who searches states, or looks them up, holds their part; one worker never waits for it.
    pub(super) parts: Vec<Mutex<Part<S>>>,
    /// A worker had to end: the others need not go on.
    pub(super) halts: AtomicBool,
    /// States that each has found, as far as it has told.
    pub(super) visited: Vec<AtomicU64>,
    /// All have come to the end of the level.
    pub(super) barrier: Barrier,
    pub(super) level: Mutex<EndOfLevel>,
    /// Where all invalid end states are written.
    pub(super) ends: Mutex<Option<Box<dyn EndStates>>>,
}

/// Who searches a level.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Each worker its own states.
    All,
    /// The first worker, all states, which are few: to wait for each other would take all of them
    /// longer.
    First,
    /// There is no level.
    End,
}

/// What the workers bring to the end of a level, and what comes of it.
pub(super) struct EndOfLevel {
    /// States of the next level.
    pub(super) states: u64,
    pub(super) findings: Findings,
    pub(super) stop: Option<Stop>,
    /// Whose turn the next level is, and how many steps it is from the initial state.
    turn: Turn,
    number: u64,
    /// Both, as all workers are told.
    told: (Turn, u64),
}

impl EndOfLevel {
    /// Before the first one.
    pub(super) fn new() -> Self {
        Self {
            states: 0,
            findings: Findings::default(),
            stop: None,
            turn: Turn::First,
            number: 0,
            told: (Turn::First, 0),
        }
    }

    /// All have brought what they have: whether the search `goes_on`, and from how many states on
    /// it is worth it for all to search the next level.
    pub(super) fn begin_next(&mut self, goes_on: bool, worth_all: u64) {
        let states = std::mem::take(&mut self.states);
        self.turn = match goes_on && states > 0 {
            false => Turn::End,
            true if states < worth_all => Turn::First,
            true => Turn::All,
        };
        self.number += 1;
    }
}

/// A worker: a thread of the search.
pub(super) struct Worker<'w, S> {
    me: usize,
    shared: &'w Shared<'w, S>,
    /// The parts that it holds now: its own, or all.
    parts: Vec<Option<MutexGuard<'w, Part<S>>>>,
    pub(super) statistics: Statistics,
    pub(super) depth_bound_met: bool,
    post: Post,
    /// States to be looked up in each part.
    outboxes: Vec<Batch>,
    /// Batches that were looked up, with room for the next ones.
    spare: Vec<Batch>,
    /// Workers that have sent all of the level.
    done: usize,
    /// The words of the state that was taken.
    words: Vec<u32>,
    findings: Findings,
    stopped: Option<Stop>,
    /// This worker or another one had to end.
    halts: bool,
    /// Steps from the initial state to those that are taken.
    level: u64,
    edges: u64,
    pace: Pace,
}

/// Which of these workers has a state with this hash: by a part of it that stores do not use first.
#[inline(always)]
pub(super) fn owner(hash: u64, workers: usize) -> usize {
    let low = owner_bits(hash);
    ((u64::from(low) * workers as u64) >> 32) as usize
}

impl<'w, S: Store> Worker<'w, S> {
    pub(super) fn new(
        me: usize,
        post: Post,
        shared: &'w Shared<'w, S>,
        transitions: usize,
    ) -> Self {
        Self {
            me,
            outboxes: shared.parts.iter().map(|_| Batch::new()).collect(),
            parts: shared.parts.iter().map(|_| None).collect(),
            statistics: Statistics::new(transitions),
            depth_bound_met: false,
            spare: Vec::new(),
            shared,
            post,
            done: 0,
            words: Vec::new(),
            findings: Findings::default(),
            stopped: None,
            halts: false,
            level: 0,
            edges: 0,
            pace: Pace::new(EDGES_PER_CHECK),
        }
    }

    /// Searches level by level; `agree` is called at the end of each by one worker, for all.
    pub(super) fn run<M: Model + ?Sized>(
        &mut self,
        expansion: &mut Expansion<'_, M>,
        agree: impl Fn(&mut EndOfLevel),
    ) {
        let shared = self.shared;
        let end_of_level = || shared.level.lock().expect(PANICS);
        let mut turn = Turn::First;
        while turn != Turn::End {
            let decides = if turn == Turn::All {
                self.search_level(self.me..self.me + 1, expansion);
                let decides = shared.barrier.wait().is_leader();
                if decides {
                    agree(&mut end_of_level());
                }
                decides
            } else {
                while self.me == 0 && turn == Turn::First {
                    self.search_level(0..shared.parts.len(), expansion);
                    agree(&mut end_of_level());
                    turn = end_of_level().turn;
                    self.level += 1;
                }
                shared.barrier.wait();
                self.me == 0
            };
            // Between the two waits: before the first one some may not have read what was told
            // last, and behind the second one all read.
            if decides {
                let mut level = end_of_level();
                level.told = (level.turn, level.number);
            }
            shared.barrier.wait();
            (turn, self.level) = end_of_level().told;
        }
        self.statistics.lost_messages = expansion.state.lost_messages();
    }

    /// Searches the states of some parts, and brings what came of it to the end of the level.
    fn search_level<M: Model + ?Sized>(
        &mut self,
        whose: Range<usize>,
        expansion: &mut Expansion<'_, M>,
    ) {
        let shared = self.shared;
        for part in whose.clone() {
            let mut held = shared.parts[part].lock().expect(PANICS);
            held.1.begin_level();
            self.parts[part] = Some(held);
        }
        for part in whose.clone() {
            self.expand(part, expansion);
        }
        self.exchange();
        let held = self.parts.iter_mut().filter_map(Option::take);
        let collected: u64 = held.map(|part| part.1.collected()).sum();
        if collected > 0 {
            self.statistics.depth = self.level + 1;
        }
        shared.visited[self.me].store(self.statistics.visited, Relaxed);
        let mut level = shared.level.lock().expect(PANICS);
        level.states += collected;
        level.findings.append(std::mem::take(&mut self.findings));
        level.stop = level.stop.or(self.stopped);
    }

    fn expand<M: Model + ?Sized>(&mut self, part: usize, expansion: &mut Expansion<'_, M>) {
        while !self.halts
            && let Some((store, levels)) = self.parts[part].as_deref_mut()
            && let Some(handle) = levels.take()
        {
            store.get(handle, &mut self.words);
            expansion.state.load(&self.words, &[]);
            let expanded = match expansion.run(false, self) {
                Ok(Some(false)) => self.note_end(&expansion.state),
                expanded => expanded.map(drop),
            };
            if let Err(stop) = expanded
                && !self.halts
            {
                self.stop(stop);
            }
        }
    }

    /// No process can move in the state.
    #[cold]
    fn note_end(&mut self, state: &State) -> Result<(), Stop> {
        let Some((kind, message)) = found_at_end(state, self.shared.checks) else {
            return Ok(());
        };
        self.findings.push(Finding {
            state: state.words().into(),
            what: What::End(kind, message),
        });
        let mut ends = self.shared.ends.lock().expect(PANICS);
        match &mut *ends {
            Some(ends) if kind == Kind::InvalidEndState => ends.meet(state),
            _ => Ok(()),
        }
    }

    /// This worker cannot go on, so no one does.
    #[cold]
    fn stop(&mut self, stop: Stop) {
        self.stopped.get_or_insert(stop);
        self.halts = true;
        self.shared.halts.store(true, Relaxed);
    }

    /// Delivers what was not delivered yet; if others hold parts, takes in what they send until all
    /// have sent all.
    fn exchange(&mut self) {
        for to in 0..self.parts.len() {
            if !self.outboxes[to].is_empty() {
                self.deliver(to);
            }
        }
        let others = self.parts.iter().filter(|part| part.is_none()).count();
        for to in 0..self.parts.len() {
            if self.parts[to].is_none() {
                self.send(to, Mail::Done);
            }
        }
        while self.done < others {
            match self.post.wait() {
                Some(mail) => self.take_in(mail),
                None => self.look(),
            }
        }
        self.done = 0;
    }

    /// The states of an outbox are looked up here, or sent to the worker that holds their part.
    #[inline(always)]
    fn deliver(&mut self, to: usize) {
        let empty = self
            .spare
            .pop()
            .map_or_else(|| Batch::charged(self.shared.budget), Ok);
        match empty {
            Err(refused) => {
                self.stop(refused.into());
                self.outboxes[to].clear();
            }
            Ok(empty) => {
                let batch = std::mem::replace(&mut self.outboxes[to], empty);
                match self.parts[to] {
                    Some(_) => self.insert(to, batch),
                    None => self.send(to, Mail::States(batch)),
                }
            }
        }
        while let Some(mail) = self.post.receive() {
            self.take_in(mail);
        }
    }

    fn send(&mut self, to: usize, mut mail: Mail) {
        while let Err(back) = self.post.send(to, mail) {
            mail = back;
            match self.post.receive() {
                Some(received) => self.take_in(received),
                None => Post::give_way(),
            }
        }
    }

    fn take_in(&mut self, mail: Mail) {
        match mail {
            Mail::Done => self.done += 1,
            Mail::States(batch) => {
                batch.prefetch();
                self.insert(self.me, batch);
            }
        }
    }

    /// Looks the states up in a part that it holds; after an end nothing matters any more.
    fn insert(&mut self, part: usize, mut batch: Batch) {
        if !self.halts
            && let Err(stop) = self.try_insert(part, &batch)
        {
            self.stop(stop);
        }
        if self.spare.len() < INBOX {
            batch.clear();
            self.spare.push(batch);
        }
    }

    fn try_insert(&mut self, part: usize, batch: &Batch) -> Result<(), Stop> {
        let statistics = &mut self.statistics;
        let (store, levels) = self.parts[part].as_deref_mut().expect("it is held");
        let most = match store.gains_from_prefetch() {
            true => usize::MAX,
            false => 0,
        };
        let mut ahead = batch.iter().take(most).map(|(hash, _)| hash);
        for hash in ahead.by_ref().take(AHEAD) {
            store.prefetch(hash);
        }
        for (hash, words) in batch.iter() {
            if let Some(hash) = ahead.next() {
                store.prefetch(hash);
            }
            if levels.insert(store, hash, words)? {
                statistics.visited += 1;
                statistics.state_words = statistics.state_words.max(words.len());
            } else {
                statistics.matched += 1;
            }
        }
        Ok(())
    }

    /// The first worker looks at clock and interrupt for all, and shows progress.
    #[cold]
    fn look(&mut self) {
        let shared = self.shared;
        shared.visited[self.me].store(self.statistics.visited, Relaxed);
        self.halts |= shared.halts.load(Relaxed);
        if self.me == 0 && !self.halts {
            let all = Statistics {
                visited: shared.visited.iter().map(|it| it.load(Relaxed)).sum(),
                ..Statistics::default()
            };
            let looked = shared.budget.monitor().check(Numbers {
                statistics: &all,
                depth: self.level,
                used_bytes: shared.budget.used_bytes(),
            });
            if let Err(end) = looked {
                self.stop(end.into());
            }
        }
        self.pace.note(shared.budget.monitor().elapsed());
    }
}

impl<S: Store> Visitor for Worker<'_, S> {
    #[inline(always)]
    fn edge(&mut self, edge: Edge, state: &mut State, path: Path<'_>) -> Result<(), Stop> {
        self.edges += 1;
        if self.pace.is_due(self.edges) {
            self.look();
            if self.halts {
                // Why, one of the workers has noted.
                return Err(Stop::Interrupted);
            }
        }
        edge.note_reached(&mut self.statistics.reached);
        self.statistics.atomic_steps += u64::from(edge.atomic && !edge.faulted);
        if edge.faulted || state.has_failed() {
            return self.note_failed(edge, state, path);
        }
        Ok(())
    }

    #[inline(always)]
    fn arrive(&mut self, state: &mut State, _: Path<'_>) -> Result<bool, Stop> {
        let max_depth = self.shared.max_depth;
        if max_depth.is_some_and(|max_depth| self.level + 1 >= max_depth) {
            self.statistics.matched += 1;
            self.depth_bound_met = true;
            return Ok(true);
        }
        let (hash, words) = (state.hash(), state.words());
        let to = owner(hash, self.outboxes.len());
        if self.outboxes[to].push(hash, words) {
            self.deliver(to);
        }
        Ok(true)
    }

    fn proviso_holds(&mut self) -> Result<bool, Stop> {
        unreachable!("every state is fully expanded")
    }
}

impl<S: Store> Worker<'_, S> {
    /// Something failed on the last edge of `path`.
    #[cold]
    fn note_failed(&mut self, edge: Edge, state: &mut State, path: Path<'_>) -> Result<(), Stop> {
        for found in found_on_edge(state, edge, self.shared.checks)? {
            self.findings.push(Finding {
                state: self.words.as_slice().into(),
                what: What::Edge(found, path.cursors().collect()),
            });
        }
        Ok(())
    }
}
