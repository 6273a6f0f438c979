//! From acceptance sets on edges to accepting places: a Büchi automaton.
//!
//! A copy of each place for each set that is awaited, in a fixed order; a run that has seen them
//! all goes through an accepting copy. Three things keep the copies few (Babiak, Badie, Duret-Lutz,
//! Křetínský, Strejček, *Compositional approach to suspension and other improvements to LTL
//! translation*, 2013): an edge of several sets jumps over all of them; outside of accepting
//! components nothing is awaited; and a component is entered at the copy where it was entered
//! before. Which order is best differs, so all are tried where they are few.

use super::automaton::{Acceptance, Automaton, Components, Edge};
use super::classify::{all_cycles_accept, cycles};
use super::simulation::{self, size};
use std::collections::HashMap;

/// Sets of which all orders are tried: 24 of them.
const ORDERED_MAX: u32 = 4;

/// The Büchi automaton of an automaton: one set, on all edges of a place or on none.
pub fn degeneralized(automaton: &Automaton) -> Automaton {
    let components = automaton.components();
    let settled = settled(automaton, &components);
    let mut all = Vec::new();
    for order in orders(automaton.sets) {
        for enters_accepting in [false, true] {
            let copies = Copies {
                automaton,
                components: &components,
                settled: &settled,
                order: &order,
                enters_accepting,
            };
            all.push(simulation::reduced(copies.build(), Acceptance::Places));
        }
    }
    all.into_iter().min_by_key(size).expect("there is an order")
}

fn orders(sets: u32) -> Vec<Vec<u32>> {
    let forward: Vec<u32> = (0..sets).collect();
    if sets > ORDERED_MAX {
        let backward = forward.iter().rev().copied().collect();
        return vec![forward, backward];
    }
    // Each set goes to each position among those before it.
    (0..sets).fold(vec![Vec::new()], |orders, set| {
        let wider = orders.iter().flat_map(|order| {
            (0..=order.len()).map(move |position| {
                let mut order = order.clone();
                order.insert(position, set);
                order
            })
        });
        wider.collect()
    })
}

struct Copies<'a> {
    automaton: &'a Automaton,
    components: &'a Components,
    settled: &'a [Option<bool>],
    order: &'a [u32],
    /// Accepting components are entered at an accepting copy.
    enters_accepting: bool,
}

impl Copies<'_> {
    /// A copy is a place with the number of sets seen since the last time all were.
    fn build(&self) -> Automaton {
        let start = (0, self.entrance(0));
        let mut entered = HashMap::new();
        let mut number = HashMap::from([(start, 0)]);
        let mut order = vec![start];
        let mut places = Vec::new();
        while let Some((place, seen)) = order.get(places.len()).copied() {
            let is_accepting = match self.settled[place] {
                Some(is_accepting) => is_accepting,
                None => seen == self.order.len(),
            };
            let edges = self.automaton.places[place].iter().map(|edge| {
                let stays = self.components.of[place] == self.components.of[edge.target];
                let seen = match stays && self.settled[place].is_none() {
                    true => self.advanced(seen, edge.sets),
                    false => *entered
                        .entry(edge.target)
                        .or_insert_with(|| self.entrance(edge.target)),
                };
                entered.entry(edge.target).or_insert(seen);
                let copy = (edge.target, seen);
                let target = *number.entry(copy).or_insert_with(|| {
                    order.push(copy);
                    order.len() - 1
                });
                Edge {
                    letters: edge.letters.clone(),
                    target,
                    sets: u32::from(is_accepting),
                }
            });
            let edges = edges.collect();
            places.push(edges);
        }
        Automaton {
            alphabet: self.automaton.alphabet,
            places,
            sets: 1,
        }
    }

    fn entrance(&self, place: usize) -> usize {
        match self.enters_accepting && self.settled[place].is_none() {
            true => self.order.len(),
            false => 0,
        }
    }

    fn advanced(&self, seen: usize, sets: u32) -> usize {
        let from = if seen == self.order.len() { 0 } else { seen };
        let awaited = self.order[from..].iter();
        from + awaited.take_while(|set| sets >> **set & 1 == 1).count()
    }
}

/// Whether places are accepting, in components that need no copies: those that are not accepting,
/// and those in which each accepting cycle goes through a place all of whose cycles accept.
fn settled(automaton: &Automaton, components: &Components) -> Vec<Option<bool>> {
    let all_cycles_accept = all_cycles_accept(automaton);
    let avoids =
        |place: usize, edge: &Edge| !all_cycles_accept[place] && !all_cycles_accept[edge.target];
    let mut needs_copies = vec![false; components.accepting.len()];
    for (place, sets) in cycles(automaton, avoids).into_iter().enumerate() {
        needs_copies[components.of[place]] |= sets == Some(automaton.all_sets());
    }
    let settled = (0..automaton.places.len()).map(|place| {
        let component = components.of[place];
        let is_accepting = components.accepting[component] && all_cycles_accept[place];
        (!needs_copies[component]).then_some(is_accepting)
    });
    settled.collect()
}
