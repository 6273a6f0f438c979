//! One worker: it expands the states that are its own, and sends what they lead to.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Barrier, Mutex, MutexGuard};

use super::super::EDGES_PER_CHECK;
use super::super::expansion::{Expansion, Path, Proviso, Suspended, Visitor};
use super::super::findings::Findings;
use super::levels::Levels;
use super::mail::{Origin, Post};
use super::turns::{EndOfLevel, Told, Turn};
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charged};
use crate::model::Model;
use crate::progress::Numbers;
use crate::search::pace::Pace;
use crate::search::{Forgetting, Millions};
use crate::state::State;
use crate::statistics::Statistics;
use crate::step::Edge;
use crate::store::{Store, owner_bits};
use crate::violation::{Checks, Ends, found_on_edge};

/// The visited states of a worker: its store, and its levels.
pub(super) type Part<S> = (S, Levels);

/// Why no lock is ever found poisoned: the hook of `cli::run` ends the process. Without it the
/// other workers would wait for ever.
pub(super) const PANICS: &str = "a panic ends the process";

/// What all workers look at.
pub(super) struct Shared<'s, S> {
    pub(super) budget: &'s Arc<Budget>,
    pub(super) checks: Checks,
    pub(super) max_depth: Option<u64>,
    /// How much each store may forget.
    pub(super) forgetting: Option<Forgetting>,
    /// Edges are left out: it is asked whether states are of the next level.
    pub(super) reduces: bool,
    /// Who searches states, or looks them up, holds their part; one worker never waits for it.
    pub(super) parts: Vec<Mutex<Part<S>>>,
    /// A worker had to end: the others need not go on.
    pub(super) halts: AtomicBool,
    /// States that each has found, as far as it has told.
    pub(super) visited: Vec<AtomicU64>,
    /// All have come to the end of the level.
    pub(super) barrier: Barrier,
    pub(super) level: Mutex<EndOfLevel>,
    pub(super) millions: Mutex<Millions>,
    pub(super) ends: Mutex<Ends>,
}

/// A worker: a thread of the search.
pub(super) struct Worker<'w, S> {
    pub(super) me: usize,
    shared: &'w Shared<'w, S>,
    /// The parts that it holds now: its own, or all.
    pub(super) parts: Vec<Option<MutexGuard<'w, Part<S>>>>,
    pub(super) statistics: Statistics,
    pub(super) depth_bound_met: bool,
    pub(super) post: Post,
    /// Workers that have sent all of the level.
    pub(super) done: usize,
    /// The words of the state that was taken.
    words: Vec<u32>,
    /// The number of the state that was taken, by which its successors are asked about.
    origin: Origin,
    /// An edge of it has led to a state that was submitted.
    has_led: bool,
    /// States whose edges so far are enough, if one of these has led to the next level.
    suspended: Charged<Waiting>,
    /// By number: one has.
    pub(super) proviso_holds: Vec<bool>,
    /// What is answered to those whose successors are looked up.
    pub(super) answers: Vec<Origin>,
    findings: Findings,
    stopped: Option<Stop>,
    /// This worker or another one had to end.
    pub(super) halts: bool,
    told: Told,
    edges: u64,
    pace: Pace,
}

/// A state of which it is not known yet whether the proviso holds.
struct Waiting {
    part: usize,
    number: usize,
    origin: Origin,
    suspended: Suspended,
}

/// What the stores leave to each worker: some batches, and the states that a reduction suspends.
pub(super) fn held_back_bytes(budget: &Budget, reduces: bool) -> u64 {
    const BATCHES: usize = 4;
    let thresholds = budget.thresholds();
    let batches = BATCHES * thresholds.batch_words * size_of::<u32>();
    let suspended = match reduces {
        true => thresholds.suspended_states * size_of::<Waiting>(),
        false => 0,
    };
    (batches + suspended) as u64
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
            parts: shared.parts.iter().map(|_| None).collect(),
            statistics: Statistics::new(transitions),
            depth_bound_met: false,
            post,
            done: 0,
            words: Vec::new(),
            origin: 0,
            has_led: false,
            suspended: Charged::new(shared.budget.clone(), Account::Stack),
            proviso_holds: vec![false; shared.budget.thresholds().suspended_states],
            answers: Vec::new(),
            findings: Findings::default(),
            stopped: None,
            halts: false,
            told: shared.level.lock().expect(PANICS).told,
            edges: 0,
            pace: Pace::new(EDGES_PER_CHECK),
            shared,
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
        while self.told.turn != Turn::End {
            let decides = if self.told.turn == Turn::All {
                self.search_level(self.me..self.me + 1, expansion);
                let decides = shared.barrier.wait().is_leader();
                if decides {
                    agree(&mut end_of_level());
                }
                decides
            } else {
                while self.me == 0 && self.told.turn == Turn::First {
                    self.search_level(0..shared.parts.len(), expansion);
                    agree(&mut end_of_level());
                    self.told = end_of_level().next;
                }
                shared.barrier.wait();
                self.me == 0
            };
            // Between the two waits: before the first one some may not have read what was told
            // last, and behind the second one all read.
            if decides {
                let mut level = end_of_level();
                level.told = level.next;
            }
            shared.barrier.wait();
            self.told = end_of_level().told;
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
            let (store, levels) = &mut *held;
            let begun = levels.begin_level(store);
            self.parts[part] = Some(held);
            if let Err(stop) = begun {
                self.stop(stop);
            }
        }
        for part in whose.clone() {
            self.expand_all(part, expansion);
        }
        self.exchange();
        let held = self.parts.iter_mut().filter_map(Option::take);
        let collected: u64 = held.map(|part| part.1.collected()).sum();
        if collected > 0 {
            self.statistics.depth = self.told.level + 1;
        }
        shared.visited[self.me].store(self.statistics.visited, Relaxed);
        let mut level = shared.level.lock().expect(PANICS);
        level.states += collected;
        level.findings.append(std::mem::take(&mut self.findings));
        level.stop = level.stop.or(self.stopped);
        level.pauses.note(expansion.take_trial());
    }

    /// Takes the states of a part that are of this level.
    fn expand_all<M: Model + ?Sized>(&mut self, part: usize, expansion: &mut Expansion<'_, M>) {
        while !self.halts
            && let Some((_, levels)) = self.parts[part].as_deref_mut()
            && let Some(number) = levels.take()
        {
            self.expand((part, number), None, expansion);
            if self.origin as usize == self.proviso_holds.len() {
                self.go_on(expansion);
            }
        }
        self.go_on(expansion);
    }

    /// Goes on with the suspended states whose proviso fails, until there are none. All numbers are
    /// free then.
    fn go_on<M: Model + ?Sized>(&mut self, expansion: &mut Expansion<'_, M>) {
        while self.origin > 0 {
            self.deliver_all();
            while self.post.awaits_any() {
                self.take_in_next();
            }
            let none = Charged::new(self.shared.budget.clone(), Account::Stack);
            let mut suspended = std::mem::replace(&mut self.suspended, none);
            let none_holds = vec![false; self.proviso_holds.len()];
            let proviso_holds = std::mem::replace(&mut self.proviso_holds, none_holds);
            self.origin = 0;
            while let Some(waiting) = suspended.pop() {
                let is_enough = proviso_holds[waiting.origin as usize];
                if !is_enough && !self.halts {
                    let state = (waiting.part, waiting.number);
                    self.expand(state, Some(waiting.suspended), expansion);
                }
            }
        }
    }

    /// Goes through the edges of a state of a part, or of what is left of them.
    #[inline(always)]
    fn expand<M: Model + ?Sized>(
        &mut self,
        (part, number): (usize, usize),
        suspended: Option<Suspended>,
        expansion: &mut Expansion<'_, M>,
    ) {
        let expanded = self.try_expand((part, number), suspended, expansion);
        if let Err(stop) = expanded
            && !self.halts
        {
            self.stop(stop);
        }
    }

    #[inline(always)]
    fn try_expand<M: Model + ?Sized>(
        &mut self,
        (part, number): (usize, usize),
        suspended: Option<Suspended>,
        expansion: &mut Expansion<'_, M>,
    ) -> Result<(), Stop> {
        let (store, levels) = self.parts[part].as_deref_mut().expect("it is held");
        levels.load(store, number, &mut self.words)?;
        expansion.state.load(&self.words, &[]);
        self.has_led = false;
        let choice = self.told.choice;
        match suspended {
            Some(suspended) => expansion.go_on(suspended, choice, self)?,
            None if expansion.run(choice, self)? == Some(false) => {
                self.note_end(&expansion.state)?;
            }
            None => {}
        }
        match self.shared.reduces {
            true => self.end_state((part, number), expansion.take_suspended()),
            false => Ok(()),
        }
    }

    /// The edges of a state are done, or it is suspended: the next one has the next number.
    fn end_state(
        &mut self,
        (part, number): (usize, usize),
        suspended: Option<Suspended>,
    ) -> Result<(), Stop> {
        let origin = self.origin;
        self.origin += 1;
        let Some(suspended) = suspended else {
            return Ok(());
        };
        self.suspended.push(Waiting {
            part,
            number,
            origin,
            suspended,
        })?;
        Ok(())
    }

    /// No process can move in the state.
    #[cold]
    fn note_end(&mut self, state: &State) -> Result<(), Stop> {
        let mut ends = self.shared.ends.lock().expect(PANICS);
        let Some(found) = ends.look(state, self.shared.checks)? else {
            return Ok(());
        };
        drop(ends);
        let what = (found.kind, found.message);
        self.findings.add_end(what, self.told.level, &self.words);
        found.stop.map_or(Ok(()), Err)
    }

    /// This worker cannot go on, so no one does.
    #[cold]
    pub(super) fn stop(&mut self, stop: Stop) {
        self.stopped.get_or_insert(stop);
        self.halts = true;
        self.shared.halts.store(true, Relaxed);
    }

    /// The first worker looks at clock and interrupt for all, and shows progress.
    #[cold]
    pub(super) fn look(&mut self) {
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
                depth: self.told.level,
                used_bytes: shared.budget.used_bytes(),
            });
            match looked {
                Ok(now) => shared.millions.lock().expect(PANICS).note(all.visited, now),
                Err(end) => self.stop(end.into()),
            }
        }
        self.pace.note(shared.budget.monitor().elapsed());
        if let Err(stop) = self.check_forgetting() {
            self.stop(stop);
        }
    }

    /// Ends a search whose stores forget too much.
    fn check_forgetting(&self) -> Result<(), Stop> {
        let Some(forgetting) = &self.shared.forgetting else {
            return Ok(());
        };
        let mut held = self.parts.iter().flatten().map(|part| &**part);
        held.try_for_each(|(store, levels)| forgetting.check(store, levels.len() as u64))
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
        if max_depth.is_some_and(|max_depth| self.told.level + 1 >= max_depth) {
            self.statistics.matched += 1;
            self.depth_bound_met = true;
            return Ok(true);
        }
        let (hash, words) = (state.hash(), state.words());
        let to = owner(hash, self.post.outboxes.len());
        self.has_led = true;
        while !self.post.outboxes[to].push(hash, words, self.origin) {
            self.deliver(to);
        }
        Ok(true)
    }

    fn proviso(&mut self) -> Result<Proviso, Stop> {
        Ok(match self.has_led {
            true => Proviso::Unanswered,
            false => Proviso::Fails,
        })
    }
}

impl<S: Store> Worker<'_, S> {
    /// Something failed on the last edge of `path`.
    #[cold]
    fn note_failed(&mut self, edge: Edge, state: &mut State, path: Path<'_>) -> Result<(), Stop> {
        for found in found_on_edge(state, edge, self.shared.checks)? {
            let path = || path.cursors().collect();
            self.findings
                .add_edge(found, self.told.level, &self.words, path);
        }
        Ok(())
    }
}
