//! Many formulas made by chance.

use super::check::{check, compare_with_spin};
use super::generate;
use crate::jobs;

/// What to try.
#[derive(Clone, Copy, Debug)]
pub struct Campaign {
    /// Decides about the formulas, together with their numbers.
    pub seed: u64,
    /// The number of the first.
    pub first: u64,
    /// How many.
    pub count: u64,
    /// Words for each.
    pub words: usize,
    /// Compare with the claims that SPIN makes.
    pub spin: bool,
    /// At the same time.
    pub jobs: usize,
}

/// What became of them.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Formulas that SPIN translated in time to what could be read.
    pub spin: usize,
    /// What must not be, in words.
    pub wrong: Vec<String>,
}

impl Campaign {
    /// Checks all formulas.
    pub fn run(&self) -> Tally {
        let numbers: Vec<u64> = (self.first..self.first + self.count).collect();
        let results = jobs::on_cores(self.jobs, &numbers, |number| self.one(*number));
        let mut tally = Tally::default();
        for (compared, wrong) in results {
            tally.spin += usize::from(compared);
            tally.wrong.extend(wrong);
        }
        tally
    }

    /// Whether SPIN had a say, and what is wrong.
    fn one(&self, number: u64) -> (bool, Option<String>) {
        let (formula, mut numbers) = generate::formula(self.seed, number);
        let propositions = formula.propositions().max(1);
        let checked = check(&formula, propositions, self.words, &mut numbers);
        let compared = match self.spin {
            true => compare_with_spin(&formula, propositions),
            false => None,
        };
        let wrong = checked.and(compared.clone().unwrap_or(Ok(()))).err();
        (
            compared.is_some(),
            wrong.map(|it| format!("{number}: {it}")),
        )
    }
}
