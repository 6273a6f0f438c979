//! What may be chosen, by the definitions: a list of all stored states with all their attributes,
//! scanned for each choice.

use std::collections::HashMap;

use runtime::model::Effect;

/// A stored state.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    pub handle: u32,
    pub hash: u64,
    pub on_path: bool,
    pub depth: u32,
    pub indegree: u64,
    pub outdegree: u64,
    pub entry: u64,
    pub exit: u64,
    pub tag: Effect,
    /// When it became a candidate with the indegree that it has.
    pub in_class_since: u64,
}

/// All stored states, those stored first at the front.
pub struct Reference {
    /// Letters of the specification, or its name.
    specification: String,
    pub states: Vec<Record>,
    /// Handles of the states on the path.
    pub path: Vec<u32>,
    clock: u64,
    modulus: u64,
    /// Of `round-robin`: the number of chains, and the chain that comes next.
    chains: u64,
    turn: u64,
}

impl Reference {
    pub fn new(specification: &str) -> Reference {
        Reference {
            specification: match specification {
                // Any of those that are drawn may be chosen.
                "tournament" => "RS".to_owned(),
                other => other.to_owned(),
            },
            states: Vec::new(),
            path: Vec::new(),
            clock: 0,
            modulus: 2,
            chains: 64,
            turn: 0,
        }
    }

    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    pub fn state(&mut self, handle: u32) -> &mut Record {
        let found = self.states.iter_mut().find(|state| state.handle == handle);
        found.expect("stored")
    }

    pub fn candidates(&self) -> Vec<Record> {
        let candidates = self.states.iter().filter(|state| !state.on_path);
        candidates.copied().collect()
    }

    /// An edge was executed at the last state of the path.
    pub fn execute(&mut self) {
        if let Some(&last) = self.path.last() {
            self.state(last).outdegree += 1;
        }
    }

    pub fn enter(&mut self, handle: u32, hash: u64, depth: u32, arrival: Effect) {
        let time = self.tick();
        if !self.states.iter().any(|state| state.handle == handle) {
            self.states.push(Record {
                handle,
                hash,
                on_path: true,
                depth,
                indegree: 0,
                outdegree: 0,
                entry: 0,
                exit: 0,
                tag: Effect::Other,
                in_class_since: 0,
            });
            if self.states.len() as u64 > 2 * self.chains {
                self.chains *= 2;
                self.turn *= 2;
            }
        }
        let state = self.state(handle);
        state.on_path = true;
        (state.depth, state.entry) = (depth, time);
        state.indegree += 1;
        state.tag = state.tag.min(arrival);
        self.path.push(handle);
    }

    pub fn meet(&mut self, handle: u32, arrival: Effect) {
        let time = self.tick();
        let state = self.state(handle);
        state.indegree += 1;
        state.tag = state.tag.min(arrival);
        state.in_class_since = time;
    }

    pub fn leave(&mut self) -> u32 {
        let time = self.tick();
        let handle = self.path.pop().expect("a path");
        let state = self.state(handle);
        state.on_path = false;
        (state.exit, state.in_class_since) = (time, time);
        handle
    }

    pub fn adopt(&mut self, handle: u32, hash: u64, depth: u32, degree: u64) {
        self.enter(handle, hash, depth, Effect::Other);
        let state = self.state(handle);
        (state.indegree, state.outdegree) = (degree, degree);
        self.leave();
    }

    pub fn forget(&mut self, handle: u32) {
        self.states.retain(|state| state.handle != handle);
    }

    /// The states of which one must be chosen now; it is forgotten with [`forget`](Self::forget).
    pub fn allowed(&mut self) -> Vec<u32> {
        let allowed = match self.specification.as_str() {
            "type-oriented" => self.candidates(),
            "round-robin" => self.next_in_turn().into_iter().collect(),
            "h3" => of_largest_class(self.candidates()).into_iter().collect(),
            _ => self.by_letters(),
        };
        allowed.iter().map(|state| state.handle).collect()
    }

    fn by_letters(&mut self) -> Vec<Record> {
        let mut left = self.candidates();
        if self.specification.ends_with('S') {
            left.retain(|state| state.depth != 0);
            if left.is_empty() {
                return left;
            }
            let available =
                |state: &Record, modulus| !u64::from(state.depth).is_multiple_of(modulus);
            while !left.iter().any(|state| available(state, self.modulus)) {
                self.modulus *= 2;
            }
            left.retain(|state| available(state, self.modulus));
        }
        for letter in self.specification.chars() {
            let value = |state: &Record| {
                let value = match letter.to_ascii_uppercase() {
                    'D' => state.depth.into(),
                    'I' => state.indegree,
                    'O' => state.outdegree,
                    'E' => state.entry,
                    'X' => state.exit,
                    _ => 0,
                } as i64;
                if letter.is_ascii_lowercase() {
                    -value
                } else {
                    value
                }
            };
            let least = left.iter().map(value).min();
            left.retain(|state| Some(value(state)) == least);
        }
        left
    }

    /// The first candidate of the first chain, from the turn on, that has one.
    fn next_in_turn(&mut self) -> Option<Record> {
        let (chains, turn) = (self.chains, self.turn);
        let chain = |state: &Record| ((state.hash >> 32) * chains) >> 32;
        // States are in the order of storing, and of equals the first is the least.
        let waits = |state: &Record| (chain(state) + chains - turn % chains) % chains;
        let next = self.candidates().into_iter().min_by_key(waits)?;
        self.turn = chain(&next) + 1;
        Some(next)
    }
}

fn of_largest_class(candidates: Vec<Record>) -> Option<Record> {
    let mut sizes = HashMap::new();
    for state in &candidates {
        *sizes.entry(state.indegree).or_insert(0_u64) += 1;
    }
    let rank = |state: &&Record| {
        (
            u64::MAX - sizes[&state.indegree],
            state.indegree,
            state.in_class_since,
        )
    };
    candidates.iter().min_by_key(rank).copied()
}
