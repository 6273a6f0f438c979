//! A breadth-first search by several workers at once, each a thread.
//!
//! *The problem.* Workers that share a table of states write to lines of memory that the others
//! have in their caches, and each such line must travel. With a common table two workers were no
//! faster than one.
//!
//! *Owners.* So nothing is shared: the hash of a state says whose it is (Stern and Dill 1997), each
//! worker has a store of its own with the states that are its, takes them level by level, and sends
//! what their edges lead to, in batches, to those whose it is ([`mail`]). Every store works as it
//! does for one worker. When all have sent all of a level, all have looked up all of the next.
//!
//! *What does not depend on timing.* A level is searched to its end, whatever is found in it; so
//! the states and edges of a search are the same, however many workers there are. What is found is
//! put in order at the end of the level ([`findings`](super::findings)). How states were reached is
//! not noted, for which edge came first is a matter of timing: the way to a violation is
//! [looked for](paths) once it is known which violations there are.
//!
//! *Reduction.* Whether an edge has led to the next level, as the proviso wants, is for another
//! worker to say. So a state is suspended when the edges of its first set are executed; the answers
//! come back with the batches, and states whose proviso fails are gone on with. What is of the next
//! level does not depend on timing, and whether asking for sets pays is decided at the end of a
//! level.

mod exchange;
mod level_file;
mod levels;
mod mail;
mod paths;
mod turns;
mod worker;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use super::expansion::Expansion;
use super::findings::{self, Finding, What};
use crate::limits::Stop;
use crate::model::Model;
use crate::reduce::SetMethod;
use crate::search::Context;
use crate::state::State;
use crate::statistics::Statistics;
use crate::store::{Located, Store};
use crate::violation::{Met, VIOLATIONS_KEPT, met};

use levels::Levels;
use mail::Post;
use paths::Paths;
use turns::EndOfLevel;
use worker::{PANICS, Part, Shared, Worker, owner};

/// Searches as many states that `model` can reach as `method` does not leave out, with a worker for
/// each of `stores`, which are empty; how much they may forget together, `context` says. Gives what
/// was counted, and the stores.
///
/// The model has no hidden variables, and no claim is looked at. The search ends at the end of a
/// level: with a violation it has counted more than [`breadth_first`](super::breadth_first), which
/// ends at once.
///
/// Time: as [`breadth_first`](super::breadth_first), divided by the workers as far as the machine
/// goes along; a violation takes up to the same again without looking anything up. Memory: the
/// stores, and four bytes a state; when memory is short levels are on the disk instead.
pub fn in_parallel<M: Model + ?Sized, S: Store + Send>(
    model: &M,
    stores: Vec<S>,
    context: &mut Context<'_>,
    method: SetMethod,
) -> (Statistics, Vec<S>) {
    let (budget, reduces) = (context.budget.clone(), method != SetMethod::Full);
    budget.hold_back(stores.len() as u64 * worker::held_back_bytes(&budget, reduces));
    if context.forgetting.is_some() {
        context.recorder.expect_repeats();
    }
    let is_short = Arc::default();
    let parts = stores.into_iter().map(|store| {
        let (what, place) = ((model.info(), reduces), (&context.folder, &budget));
        let levels = Levels::new(&store, what, place, &is_short);
        (store, levels)
    });
    let mut parts: Vec<Part<S>> = parts.collect();
    let mut statistics = Statistics::new(model.info().transitions.len());
    context.stopped = match begin(model, &mut parts, &mut statistics, context) {
        Err(stop) => Some(stop),
        Ok(()) => {
            let found;
            (parts, found) = work(model, parts, &mut statistics, context, method);
            let stop = found.stop;
            found.tell(model, &mut parts, context).err().or(stop)
        }
    };
    let stores: Vec<S> = parts.into_iter().map(|(store, _)| store).collect();
    statistics.stored = stores.iter().map(|store| store.len() as u64).sum();
    statistics.stored_peak = statistics.stored;
    let replaced = stores.iter().map(|it| it.usage().overwritten.unwrap_or(0));
    statistics.replaced = replaced.sum();
    statistics.cache_states = context.forgetting.map_or(0, |it| u64::from(it.slots));
    (statistics, stores)
}

/// Puts the initial state where it belongs.
fn begin<M: Model + ?Sized, S: Store>(
    model: &M,
    parts: &mut [Part<S>],
    statistics: &mut Statistics,
    context: &mut Context<'_>,
) -> Result<(), Stop> {
    let mut state = State::new(model.info()).within(context.budget.clone());
    if model.initialize(&mut state).is_err() {
        return context.recorder.on_start(&mut state);
    }
    let workers = parts.len();
    let (store, levels) = &mut parts[owner(state.hash(), workers)];
    levels.insert(store, Located::UNKNOWN, (state.hash(), state.words()))?;
    statistics.visited = 1;
    statistics.state_words = state.words().len();
    Ok(())
}

/// Has all workers search to the end; one of them is this thread.
fn work<M: Model + ?Sized, S: Store>(
    model: &M,
    parts: Vec<Part<S>>,
    statistics: &mut Statistics,
    context: &mut Context<'_>,
    method: SetMethod,
) -> (Vec<Part<S>>, Found) {
    let (budget, workers) = (context.budget.clone(), parts.len());
    let reduces = method != SetMethod::Full;
    let shared = Shared {
        budget: &budget,
        checks: context.recorder.checks,
        max_depth: context.max_depth,
        forgetting: context.forgetting.map(|it| it.shared_by(workers)),
        reduces,
        parts: parts.into_iter().map(Mutex::new).collect(),
        halts: AtomicBool::new(false),
        visited: (0..workers).map(|_| AtomicU64::new(0)).collect(),
        barrier: Barrier::new(workers),
        level: Mutex::new(EndOfLevel::new()),
        millions: Mutex::default(),
        ends: Mutex::new(std::mem::take(&mut context.recorder.ends)),
    };
    let found = Mutex::new(Found::default());
    let errors = context.recorder.errors;
    let worth_all = budget.thresholds().worth_threads_states as u64;
    let agree = |level: &mut EndOfLevel| {
        let goes_on = found.lock().expect(PANICS).end_level(level, errors);
        level.begin_next(goes_on, worth_all);
    };
    let transitions = model.info().transitions.len();
    let search = |(me, post): (usize, Post)| {
        let mut worker = Worker::new(me, post, &shared, transitions);
        let state = State::new(model.info()).within(budget.clone());
        let mut expansion = Expansion::new(model, state, method, budget.clone());
        worker.run(&mut expansion, agree);
        let Worker {
            statistics,
            depth_bound_met,
            ..
        } = worker;
        (statistics, depth_bound_met, expansion.into_cuts())
    };
    let ended = match Post::for_workers(workers, reduces, &budget) {
        Ok(posts) => on_threads(posts.into_iter().enumerate().collect(), search),
        Err(refused) => {
            found.lock().expect(PANICS).stop = Some(refused.into());
            Vec::new()
        }
    };
    for (counted, depth_bound_met, cuts) in ended {
        statistics.add(&counted);
        context.depth_bound_met |= depth_bound_met;
        for (place, cuts) in cuts {
            *context.endless_chains.entry(place).or_default() += cuts;
        }
    }
    let Shared {
        parts,
        ends,
        millions,
        ..
    } = shared;
    context.millions = millions.into_inner().expect(PANICS);
    context.recorder.ends = ends.into_inner().expect(PANICS);
    let parts = parts.into_iter().map(|it| it.into_inner().expect(PANICS));
    let found = found.into_inner().expect(PANICS);
    statistics.queue_states_peak = found.widest.max(1);
    (parts.collect(), found)
}

/// What each of `items` becomes, all at once; the first on this thread.
fn on_threads<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let work = &work;
    let mut items = items.into_iter();
    let first = items.next();
    thread::scope(|scope| {
        let others: Vec<_> = items.map(|it| scope.spawn(move || work(it))).collect();
        let mut all: Vec<R> = first.map(work).into_iter().collect();
        all.extend(others.into_iter().map(|it| it.join().expect(PANICS)));
        all
    })
}

/// What the search has found so far.
#[derive(Default)]
struct Found {
    /// In the order in which they are told; each is at its level.
    findings: Vec<Finding>,
    met: BTreeSet<Met>,
    /// End states among them.
    ends: usize,
    /// End states that are counted and not kept.
    more_ends: u64,
    /// States of the largest level.
    widest: u64,
    stop: Option<Stop>,
}

impl Found {
    /// All workers have come to the end of a level: takes in what they have found, and says whether
    /// the search goes on.
    fn end_level(&mut self, level: &mut EndOfLevel, errors: Option<u64>) -> bool {
        let (findings, more_ends) = std::mem::take(&mut level.findings).into_sorted();
        self.more_ends += more_ends;
        for finding in findings {
            let is_kept = match &finding.what {
                What::End(..) if self.ends == VIOLATIONS_KEPT => {
                    self.more_ends += 1;
                    false
                }
                What::End(..) => {
                    self.ends += 1;
                    true
                }
                What::Edge((_, message, source), _) => self.met.insert(met(source, message)),
            };
            if is_kept {
                self.findings.push(finding);
            }
        }
        let count = self.findings.len() as u64 + self.more_ends;
        if errors.is_some_and(|errors| count >= errors) {
            self.stop = Some(Stop::Errors);
        }
        self.stop = level.stop.or(self.stop);
        self.widest = self.widest.max(level.states);
        self.stop.is_none()
    }

    /// Tells what was found, as much as is asked for.
    fn tell<M: Model + ?Sized, S: Store + Send>(
        mut self,
        model: &M,
        parts: &mut [Part<S>],
        context: &mut Context<'_>,
    ) -> Result<(), Stop> {
        let recorder = &mut context.recorder;
        let wanted = recorder.errors.unwrap_or(u64::MAX);
        self.findings
            .truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
        let targets = self.findings.iter();
        let targets = targets.map(|finding| (finding.at as usize, finding.state.clone()));
        let paths = Paths::to(model, parts, targets, &context.budget);
        let found = (self.findings, self.more_ends);
        let told = findings::tell(found, recorder, |level, state| {
            let paths = paths.as_ref().map_err(|stop| *stop)?;
            Ok(paths.path(level as usize, state))
        });
        match told {
            Ok(()) | Err(Stop::Errors) => paths.map(drop),
            lost => lost,
        }
    }
}
