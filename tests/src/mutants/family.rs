//! Mutants that come from one seed, some of them from each other.

use super::seeds::Seed;
use super::stages::Stage;
use super::tree::Model;
use super::{stages, tokens};
use crate::random::numbers::Numbers;
use frontend::diagnostic::Diagnostics;
use frontend::source::Sources;
use frontend::{driver, preprocess};
use std::path::PathBuf;

/// Mutants of one family.
pub const SIZE: u64 = 16;

/// A mutant.
pub struct Mutant {
    /// Where its includes lie.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// How to go through it.
    pub wanted: stages::Wanted,
    /// What the interpreter's choices are made from.
    pub seed: u64,
}

/// Goes through the family `number`: `tree` percent of the families are changed by their tree.
/// `visit` examines a mutant.
pub fn each(
    (seeds, seed, number, tree): (&[Seed], u64, u64, usize),
    mut visit: impl FnMut(&Mutant) -> Option<Stage>,
) {
    let mut numbers = Numbers::of(seed, number);
    let by_tree = numbers.chance(tree);
    // The smaller of two: more small ones can be examined.
    let (one, other) = (numbers.pick(seeds), numbers.pick(seeds));
    let from = if one.text.len() < other.text.len() {
        one
    } else {
        other
    };
    let mut text = match by_tree {
        true => plain_text(from),
        false => from.text.clone(),
    };
    let mut model = if by_tree {
        Model::new(text.clone())
    } else {
        None
    };
    for step in 0..SIZE {
        let mutated = match &model {
            Some(model) => model.mutate(&mut numbers),
            None => tokens::mutate(&text, &mut numbers),
        };
        let wanted = stages::Wanted {
            print: numbers.chance(6),
            unoptimized: numbers.chance(30),
        };
        let mutant = Mutant {
            path: from.path.clone(),
            text: mutated,
            wanted,
            seed: number * SIZE + step,
        };
        let accepted = visit(&mutant) == Some(Stage::Accepted);
        // Changes add up, but not without bound.
        if accepted && numbers.chance(60) && mutant.text.len() < 2 * from.text.len() + 2_000 {
            text = mutant.text;
            model = model.and_then(|_| Model::new(text.clone()));
        }
    }
}

/// The text of a model without macros, inlines and comments.
fn plain_text(seed: &Seed) -> String {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let name = seed.path.display().to_string();
    let file = sources.add(&name, &seed.path, seed.text.as_str().into(), None);
    let options = preprocess::Options::default();
    let text = preprocess::preprocess_file(file, &options, &mut sources, &mut diagnostics);
    match driver::rewrite(&text, &mut diagnostics) {
        Some((written, _)) => written.text.text().to_owned(),
        None => seed.text.clone(),
    }
}
