//! Never claims as text, read back as automata.

use super::text;
use crate::process;
use frontend::ltl::automaton::{Automaton, Edge};
use frontend::ltl::formula::{Binary, Formula};
use frontend::ltl::lasso::Lasso;
use frontend::ltl::letters::{Alphabet, Letters};
use std::collections::HashMap;
use std::process::Command;
use std::time::Duration;

/// SPIN takes exponential time for some formulas.
const LIMIT: Duration = Duration::from_secs(5);

/// Name of a place that SPIN's text does not have, in which all is accepted.
const ALL: &str = "all";

/// The claim that SPIN makes of a formula, if it ends in time and can be read. As Debian builds it,
/// SPIN refuses `X`.
pub fn of_spin(formula: &Formula, alphabet: Alphabet) -> Option<Automaton> {
    let text = without_weak_until(formula).to_string();
    let finished = process::run(Command::new("spin").args(["-f", &text]), LIMIT);
    read(&finished.stdout, alphabet)
}

/// With `b V (a || b)` for `a W b`, which `spin -f` takes for one proposition if `a` and `b` have
/// no temporal operators.
fn without_weak_until(formula: &Formula) -> Formula {
    match formula {
        Formula::Constant(_) | Formula::Proposition(_) => formula.clone(),
        Formula::Unary(operator, operand) => Formula::unary(*operator, without_weak_until(operand)),
        Formula::Binary(operator, left, right) => {
            let (left, right) = (without_weak_until(left), without_weak_until(right));
            match operator {
                Binary::WeakUntil => {
                    let either = Formula::binary(Binary::Or, left, right.clone());
                    Formula::binary(Binary::Release, right, either)
                }
                _ => Formula::binary(*operator, left, right),
            }
        }
    }
}

/// Reads a claim in which each place is a label, with options that are a condition and a `goto`.
/// Propositions are called `p0`, `p1`, ...
pub fn read(claim: &str, alphabet: Alphabet) -> Option<Automaton> {
    let mut numbers = HashMap::new();
    let mut places: Vec<(bool, Vec<(String, String)>)> = Vec::new();
    for line in claim.lines().map(str::trim) {
        if let Some(letters) = line.strip_suffix(':') {
            numbers.insert(letters.to_string(), places.len());
            places.push((letters.starts_with("accept"), Vec::new()));
        } else if let Some(option) = line.strip_prefix("::") {
            let edge = match option.trim().strip_prefix("atomic {") {
                // What fails is accepted, whatever follows.
                Some(assertion) => (assertion.split_once("-> assert")?.0, ALL),
                None => option.split_once("-> goto")?,
            };
            let edge = (edge.0.trim().to_string(), edge.1.trim().to_string());
            places.last_mut()?.1.push(edge);
        } else if line == "skip" {
            // The end of a claim accepts what follows.
            places
                .last_mut()?
                .1
                .push(("true".to_string(), ALL.to_string()));
        } else {
            let is_known = matches!(line, "" | "do" | "od;" | "if" | "fi;" | "}" | "false;")
                || line.starts_with("never");
            is_known.then_some(())?;
        }
    }
    numbers.insert(ALL.to_string(), places.len());
    places.push((true, vec![("true".to_string(), ALL.to_string())]));
    let rows = places.iter().map(|(is_accepting, edges)| {
        let edges = edges.iter().map(|(condition, target)| {
            Some(Edge {
                letters: letters(condition, alphabet),
                target: *numbers.get(target)?,
                sets: u32::from(*is_accepting),
            })
        });
        edges.collect::<Option<Vec<_>>>()
    });
    let places: Vec<Vec<Edge>> = rows.collect::<Option<_>>()?;
    (places.len() > 1).then_some(Automaton {
        alphabet,
        places,
        sets: 1,
    })
}

/// The letters for which a condition is true.
fn letters(condition: &str, alphabet: Alphabet) -> Letters {
    let formula = text::numbered(condition);
    let mut letters = alphabet.none();
    for letter in 0..1 << alphabet.propositions() {
        let word = Lasso {
            letters: vec![letter],
            turn: 0,
        };
        if word.satisfies(&formula) {
            letters.join(&alphabet.letter(letter));
        }
    }
    letters
}
