//! Products with claims, whole and reduced, and whether they have an accepted cycle, in the
//! plainest way.

use std::collections::HashMap;

use runtime::claim::{ClaimInfo, Fairness};
use runtime::model::Model;
use runtime::reduce::{ClaimOpened, ClaimRounds, SetMethod};
use runtime::state::State;
use runtime::step::{Cursor, EveryKept, Next};
use runtime::tables::looks_at;
use runtime::tags::Object;

use super::system::{System, letter};
use crate::looking::looking_at;
use crate::random::Random;

/// An edge of a claim: it is taken in states with these letters, a bit for each of the four.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub from: u8,
    pub letters: u8,
    pub to: u8,
    pub sets: u8,
}

/// What must not happen, as an automaton over the two observed bits. It starts at place 0.
#[derive(Debug)]
pub struct Claim {
    pub text: &'static str,
    pub edges: &'static [Edge],
    pub all_sets: u8,
}

/// What a claim observes: the first two bits.
static OBSERVES: ClaimInfo = looking_at(&[looks_at(Object(0)), looks_at(Object(1))]);

/// A product, as far as it was searched.
#[derive(Default)]
pub struct Product {
    /// By node: what leads where, with its sets, and who moves; no one where the state repeats.
    edges: Vec<Vec<(usize, u8, Option<u8>)>>,
    /// By node: the processes that are able to begin a step.
    able: Vec<u32>,
    numbers: HashMap<(Vec<u32>, u8), usize>,
    on_path: Vec<bool>,
    /// Nodes that may be forgotten are, one in that many; with 0 none.
    pub forgets: u64,
    pub random: Option<Random>,
}

/// A search of a product.
pub struct Search<'s> {
    pub system: &'s System,
    pub claim: &'s Claim,
    /// Without it everything is searched.
    pub rounds: Option<ClaimRounds>,
    pub product: Product,
}

/// The product of a system with a claim, reduced or not.
pub fn product(
    system: &System,
    claim: &Claim,
    reduced: Option<(SetMethod, Fairness)>,
    forgets: u64,
) -> Product {
    let rounds = reduced
        .map(|(method, fairness)| ClaimRounds::new(system.info(), method, &OBSERVES, fairness));
    let mut search = Search {
        system,
        claim,
        rounds,
        product: Product {
            forgets,
            random: Some(Random(7)),
            ..Product::default()
        },
    };
    let mut state = State::new(system.info());
    system.initialize(&mut state).unwrap();
    search.open(None, &mut state, 0);
    search.product
}

impl Search<'_> {
    /// The number of the node, and whether it is on the path.
    fn come(&mut self, before: Option<&ClaimOpened>, state: &mut State, at: u8) -> (usize, bool) {
        let key = (state.words().to_vec(), at);
        match self.product.numbers.get(&key) {
            Some(&number) => (number, self.product.on_path[number]),
            None => (self.open(before, state, at), false),
        }
    }

    fn open(&mut self, before: Option<&ClaimOpened>, state: &mut State, at: u8) -> usize {
        self.product.forget();
        let number = self.product.edges.len();
        self.product.edges.push(Vec::new());
        self.product.able.push(able(self.system, state));
        self.product.on_path.push(true);
        let key = (state.words().to_vec(), at);
        self.product.numbers.insert(key, number);
        let seen = 1 << letter(state);
        let mut first: Option<ClaimOpened> = None;
        for edge in self.claim.edges {
            if edge.from != at || edge.letters & seen == 0 {
                continue;
            }
            let moved = self.step(number, (before, &mut first), state, edge);
            if !moved {
                let (target, _) = self.come(None, state, edge.to);
                self.product.edges[number].push((target, edge.sets, None));
            }
        }
        self.product.on_path[number] = false;
        number
    }

    /// The system's edges behind a step of the claim; whether there are any.
    fn step(
        &mut self,
        number: usize,
        (before, first): (Option<&ClaimOpened>, &mut Option<ClaimOpened>),
        state: &mut State,
        edge: &Edge,
    ) -> bool {
        let (mut opened, mut cursor) = match (&mut self.rounds, &first) {
            (None, _) => (None, Cursor::open(state)),
            (Some(rounds), Some(first)) => {
                let (opened, cursor) = rounds.open_again(first, state);
                (Some(opened), cursor)
            }
            (Some(rounds), None) => {
                let (opened, cursor) = rounds.open(before, self.system, state);
                *first = Some(opened);
                (Some(opened), cursor)
            }
        };
        loop {
            match cursor.next_selected(self.system, state, &EveryKept) {
                Next::Edge(found) => {
                    if let (Some(rounds), Some(opened)) = (&self.rounds, &mut opened) {
                        rounds.taken(opened, &found);
                    }
                    let pid = cursor.last_move(&found).pid;
                    let (target, on_path) = self.come(opened.as_ref(), state, edge.to);
                    if let Some(opened) = &mut opened {
                        opened.leads(on_path);
                    }
                    self.product.edges[number].push((target, edge.sets, Some(pid)));
                    cursor.retract(state);
                }
                _ => {
                    let rounds = self.rounds.as_mut().zip(opened.as_mut());
                    let goes_on = rounds.is_some_and(|(rounds, opened)| {
                        rounds.next_round(opened, self.system, state, &mut cursor)
                    });
                    if !goes_on {
                        return cursor.has_moved();
                    }
                }
            }
        }
    }
}

/// The processes that can begin a step.
fn able(system: &System, state: &mut State) -> u32 {
    let mut cursor = Cursor::open(state);
    let mut able = 0;
    while let Next::Edge(edge) = cursor.next(system, state) {
        cursor.retract(state);
        able |= 1 << cursor.last_move(&edge).pid;
    }
    able
}

impl Product {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Forgets a node that is off the path, now and then.
    fn forget(&mut self) {
        let Some(random) = self.random.as_mut().filter(|_| self.forgets != 0) else {
            return;
        };
        if self.edges.len() < 200 && random.below(self.forgets) == 0 {
            let on_path = &self.on_path;
            let mut off: Vec<_> = self
                .numbers
                .iter()
                .filter(|(_, it)| !on_path[**it])
                .collect();
            off.sort_unstable();
            let off: Vec<_> = off.into_iter().map(|(key, _)| key.clone()).collect();
            if !off.is_empty() {
                let chosen = random.below(off.len() as u64) as usize;
                self.numbers.remove(&off[chosen]);
            }
        }
    }

    /// Whether some cycle takes edges of all these sets and, if only fair ones count, gives each
    /// process a step, or a state in which it is not able. The widest cycle of a component goes
    /// through all of it.
    pub fn accepts(&self, all_sets: u8, fairness: Fairness) -> bool {
        let component = self.components();
        let count = self.len();
        let (mut sets, mut cyclic) = (vec![0u8; count], vec![false; count]);
        let mut waiting = vec![u32::MAX; count];
        for (node, edges) in self.edges.iter().enumerate() {
            let root = component[node];
            waiting[root] &= self.able[node];
            for &(target, marks, mover) in edges {
                if component[target] == root {
                    (cyclic[root], sets[root]) = (true, sets[root] | marks);
                    waiting[root] &= mover.map_or(u32::MAX, |pid| !(1 << pid));
                }
            }
        }
        (0..count).any(|root| {
            cyclic[root]
                && sets[root] & all_sets == all_sets
                && (fairness == Fairness::Unfair || waiting[root] == 0)
        })
    }

    /// By node: one node of its strongly connected component.
    fn components(&self) -> Vec<usize> {
        let count = self.len();
        let mut before = vec![Vec::new(); count];
        for (node, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|edge| before[edge.0].push(node));
        }
        let (mut seen, mut left) = (vec![false; count], Vec::new());
        for root in 0..count {
            let mut path = vec![(root, 0)];
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            while let Some((node, tried)) = path.last_mut() {
                let Some(&(target, ..)) = self.edges[*node].get(*tried) else {
                    left.push(*node);
                    path.pop();
                    continue;
                };
                *tried += 1;
                if !std::mem::replace(&mut seen[target], true) {
                    path.push((target, 0));
                }
            }
        }
        let mut component = vec![usize::MAX; count];
        for root in left.into_iter().rev() {
            let mut waiting = vec![root];
            while let Some(node) = waiting.pop() {
                if component[node] == usize::MAX {
                    component[node] = root;
                    waiting.extend(&before[node]);
                }
            }
        }
        component
    }
}
