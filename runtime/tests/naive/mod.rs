//! The plainest search there is: breadth-first, every state reached again from the initial state
//! for every step. And the plainest store.

#![allow(dead_code, reason = "each test uses some of it")]

use std::collections::{BTreeSet, HashMap, VecDeque};

use runtime::limits::Stop;
use runtime::model::{Candidate, Model, Role, Step};
use runtime::state::{Faulted, State};
use runtime::step::Move;
use runtime::store::{Handle, HandleSet, Insertion, Remapping, Store, StoreUsage};

#[derive(Default)]
pub struct Naive {
    pub states: BTreeSet<Vec<u32>>,
    pub invalid_ends: BTreeSet<Vec<u32>>,
}

/// An edge, the process that moved last, and whether that process alone may go on.
type Successor = (Move, u8, bool);

pub fn search(model: &dyn Model) -> Naive {
    let mut naive = Naive::default();
    let mut queue = VecDeque::from([(Vec::new(), None)]);
    while let Some((path, alone)) = queue.pop_front() {
        let mut edges = successors(model, &path, alone, false);
        if alone.is_none() || edges.is_empty() {
            let words = state_after(model, &path).words().to_vec();
            if !naive.states.insert(words.clone()) {
                continue;
            }
            edges = successors(model, &path, None, false);
            if edges.is_empty() {
                edges = successors(model, &path, None, true);
            }
            if edges.is_empty() && !at_ends(model, &path) {
                naive.invalid_ends.insert(words);
            }
        }
        for (edge, last, atomic) in edges {
            let longer = [path.clone(), vec![edge]].concat();
            queue.push_back((longer, atomic.then_some(last)));
        }
    }
    naive
}

fn state_after(model: &dyn Model, path: &[Move]) -> State {
    let mut state = State::new(model.info());
    model.initialize(&mut state).unwrap();
    state.set_timeout(true);
    for edge in path {
        let _ = take(model, &mut state, edge);
    }
    state
}

fn take(model: &dyn Model, state: &mut State, edge: &Move) -> Result<Step, Faulted> {
    let process = state.process(edge.pid);
    let step = model.execute(state, process, edge.transition)?;
    match edge.partner {
        Some((pid, transition)) if step == Step::Offered => {
            let receiver = state.process(pid);
            model.execute(state, receiver, transition)
        }
        _ => Ok(step),
    }
}

fn candidates(state: &State, pid: u8) -> &'static [Candidate] {
    let place = state.place(state.process(pid));
    state.info().places[place.0 as usize].candidates
}

fn at_ends(model: &dyn Model, path: &[Move]) -> bool {
    let state = state_after(model, path);
    let ends = |pid| state.info().places[state.place(state.process(pid)).0 as usize].end;
    (0..state.process_count() as u8).all(ends)
}

fn successors(
    model: &dyn Model,
    path: &[Move],
    alone: Option<u8>,
    timeout: bool,
) -> Vec<Successor> {
    let here = state_after(model, path);
    let pids = 0..here.process_count() as u8;
    let pids = pids.filter(|pid| alone.is_none_or(|alone| alone == *pid));
    let mut all = Vec::new();
    for pid in pids {
        let mut of_process: Vec<(u8, Successor)> = Vec::new();
        for candidate in candidates(&here, pid)
            .iter()
            .filter(|candidate| candidate.role != Role::Else)
        {
            let edge = Move {
                pid,
                transition: candidate.transition,
                partner: None,
            };
            match outcome(model, path, &edge, timeout) {
                Step::Blocked => {}
                Step::Done => of_process.push((candidate.tier, (edge, pid, candidate.atomic))),
                Step::Offered => {
                    let pairs = handshakes(model, path, &here, edge, timeout);
                    of_process.extend(pairs.into_iter().map(|pair| (candidate.tier, pair)));
                }
            }
        }
        for candidate in candidates(&here, pid)
            .iter()
            .filter(|candidate| candidate.role == Role::Else)
        {
            let edge = Move {
                pid,
                transition: candidate.transition,
                partner: None,
            };
            if of_process.is_empty() && outcome(model, path, &edge, timeout) == Step::Done {
                of_process.push((candidate.tier, (edge, pid, candidate.atomic)));
            }
        }
        let tier = of_process.iter().map(|(tier, _)| *tier).min();
        let chosen = of_process.into_iter().filter(|(own, _)| Some(*own) == tier);
        all.extend(chosen.map(|(_, successor)| successor));
    }
    all
}

fn handshakes(
    model: &dyn Model,
    path: &[Move],
    here: &State,
    send: Move,
    timeout: bool,
) -> Vec<Successor> {
    let others = (0..here.process_count() as u8).filter(|pid| *pid != send.pid);
    let mut pairs = Vec::new();
    for pid in others {
        for candidate in candidates(here, pid)
            .iter()
            .filter(|candidate| candidate.role == Role::Receive)
        {
            let edge = Move {
                partner: Some((pid, candidate.transition)),
                ..send
            };
            if outcome(model, path, &edge, timeout) == Step::Done {
                pairs.push((edge, pid, candidate.atomic));
            }
        }
    }
    pairs
}

fn outcome(model: &dyn Model, path: &[Move], edge: &Move, timeout: bool) -> Step {
    let mut state = state_after(model, path);
    state.set_timeout(timeout);
    take(model, &mut state, edge).unwrap_or(Step::Done)
}

/// A store without memory management.
#[derive(Default)]
pub struct ListStore {
    handles: HashMap<Vec<u32>, Handle>,
}

impl ListStore {
    pub fn states(&self) -> Vec<Vec<u32>> {
        self.handles.keys().cloned().collect()
    }
}

impl Store for ListStore {
    fn insert(&mut self, _hash: u64, words: &[u32]) -> Insertion {
        let handles = &mut self.handles;
        let next = Handle(handles.len() as u32);
        match handles.get(words) {
            Some(&handle) => Insertion::Seen(handle),
            None => {
                handles.insert(words.to_vec(), next);
                Insertion::Fresh(next)
            }
        }
    }

    fn handles_from(&self, _: usize) -> HandleSet {
        HandleSet::of(self.len(), (0..self.len() as u32).map(Handle))
    }

    fn find(&mut self, _hash: u64, words: &[u32]) -> Option<Handle> {
        self.handles.get(words).copied()
    }

    fn grow(&mut self, _words_len: usize, _: Option<&mut Remapping<'_>>) -> Result<(), Stop> {
        Ok(())
    }

    fn get(&self, handle: Handle, words: &mut Vec<u32>) -> bool {
        let handles = &self.handles;
        let (found, _) = handles
            .iter()
            .find(|(_, own)| **own == handle)
            .expect("a handle of this store");
        words.clone_from(found);
        true
    }

    fn len(&self) -> usize {
        self.handles.len()
    }

    fn usage(&self) -> StoreUsage {
        StoreUsage {
            handle_bound: self.len(),
            ..StoreUsage::default()
        }
    }
}
