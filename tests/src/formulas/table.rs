//! Formulas of the literature with the sizes of automata that other translators make of them
//! (`tests/data/formulas`).

use super::text;
use crate::checkout;
use frontend::ltl::automaton::Automaton;
use frontend::ltl::formula::Formula;
use frontend::ltl::letters::Alphabet;
use frontend::ltl::{Smallest, smallest};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

/// A line of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// Set, number in it, and `yes` for its negation: `dwyer 2 yes`.
    pub name: String,
    /// The set, and `negated` or `positive`.
    pub set: String,
    /// As it is to be translated: negated where the table says so.
    pub formula: Formula,
    /// Its propositions.
    pub alphabet: Alphabet,
    /// Whether it does not tell how long a letter lasts.
    pub is_stutter_invariant: bool,
    /// Fewest places of an automaton with sets on edges that any translator finds.
    pub generalized_best: usize,
    /// The same of a Büchi automaton.
    pub buchi_best: usize,
}

impl Row {
    /// Our automata.
    ///
    /// # Panics
    ///
    /// The formula is refused.
    pub fn smallest(&self) -> Smallest {
        let smallest = smallest(&self.formula, self.alphabet);
        smallest.unwrap_or_else(|refusal| panic!("{}: {refusal}", self.name))
    }
}

/// The whole table, in order.
pub fn rows() -> Vec<Row> {
    let path = checkout().join("tests/data/formulas/formulas.csv");
    let table = fs::read_to_string(path).expect("the table is in the checkout");
    let mut lines = table.lines();
    let columns: Vec<&str> = lines.next().expect("a head line").split(',').collect();
    let row = |line: &str| {
        let values: Vec<&str> = line.split(',').collect();
        let value = |column| {
            let index = columns.iter().position(|it| *it == column);
            values[index.unwrap_or_else(|| panic!("no column {column}"))]
        };
        let number = |column| value(column).parse().expect("a number");
        let (formula, names) = text::formula(value("formula"));
        let is_negated = value("negated") == "yes";
        let sign = if is_negated { "negated" } else { "positive" };
        Row {
            name: format!("{} {} {sign}", value("set"), value("number")),
            set: format!("{} {sign}", value("set")),
            formula: if is_negated {
                formula.negated()
            } else {
                formula
            },
            alphabet: Alphabet::new(names.len() as u32),
            is_stutter_invariant: value("stutter_invariant") == "yes",
            generalized_best: number("best_tgba_states"),
            buchi_best: number("best_ba_states"),
        }
    };
    lines.map(row).collect()
}

/// Places of the automata of a row.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sizes {
    /// How many rows these are the sum of.
    pub formulas: usize,
    /// With sets on edges: places and edges.
    pub generalized: (usize, usize),
    /// Büchi automata: places and edges.
    pub buchi: (usize, usize),
    /// Places of the smallest known, of both kinds.
    pub best: (usize, usize),
}

impl Sizes {
    /// Of a row, as we translate it.
    pub fn of(row: &Row, smallest: &Smallest) -> Sizes {
        let size = |it: &Automaton| (it.places.len(), it.edges());
        Sizes {
            formulas: 1,
            generalized: size(&smallest.automaton),
            buchi: size(&smallest.buchi),
            best: (row.generalized_best, row.buchi_best),
        }
    }

    fn add(&mut self, other: Sizes) {
        let plus = |a: (usize, usize), b: (usize, usize)| (a.0 + b.0, a.1 + b.1);
        self.formulas += other.formulas;
        self.generalized = plus(self.generalized, other.generalized);
        self.buchi = plus(self.buchi, other.buchi);
        self.best = plus(self.best, other.best);
    }
}

/// Sums by set, and a table of them.
pub fn sums(sizes: &[(Row, Sizes)]) -> (BTreeMap<String, Sizes>, String) {
    let mut sums: BTreeMap<String, Sizes> = BTreeMap::new();
    for (row, sizes) in sizes {
        sums.entry(row.set.clone()).or_default().add(*sizes);
    }
    let mut text = String::from("set: formulas, generalized (best), Büchi (best), edges of both\n");
    for (set, sum) in &sums {
        let (generalized, buchi) = (sum.generalized, sum.buchi);
        let _ = writeln!(
            text,
            "{set:<26} {:>3} {:>5} ({:>3}) {:>5} ({:>3}) {:>6} {:>6}",
            sum.formulas, generalized.0, sum.best.0, buchi.0, sum.best.1, generalized.1, buchi.1,
        );
    }
    (sums, text)
}
