//! Many systems with formulas, and a table of what was found.

use std::collections::BTreeMap;
use std::fmt;

use runtime::claim::Fairness;
use runtime::reduce::SetMethod;
use serde::{Deserialize, Serialize};

use super::combination::{COMBINATIONS, Combination};
use super::compare_with_spin;
use super::formulas;
use super::safety;
use super::shortest;
use super::subject::{Case, Pair, Searched, Subject};
use crate::random::numbers::Numbers;
use crate::systems::generate;
use crate::systems::shrink::shrink_processes;
use crate::systems::table::System;

/// Formulas for each system.
pub const FORMULAS: u64 = 4;

/// Makes the numbers of formulas others than those of systems.
const FORMULAS_SEED: u64 = 0x006c_746c;

/// Which runs searches can be asked about.
pub const FAIRNESS: [(Fairness, &str); 3] = [
    (Fairness::Unfair, "no fairness"),
    (Fairness::Weak, "weak fairness"),
    (Fairness::Strong, "strong fairness"),
];

/// What to try.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Decides about systems and formulas, together with the number of the system.
    pub seed: u64,
    /// The number of the first system.
    pub first: u64,
    /// How many.
    pub count: u64,
    /// Processes of each.
    pub processes: usize,
    /// Pairs tried to make one smaller in which something is wrong.
    pub shrinks: usize,
    /// What is searched.
    pub searched: Searched,
}

/// What became of the pairs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Systems.
    pub systems: u64,
    /// Those of which no product is made.
    pub unfit: u64,
    /// Pairs of a system and a formula.
    pub pairs: u64,
    /// Pairs in which a run violates the formula.
    pub violated: u64,
    /// Pairs in which one does, and no fair one does.
    pub decided_by_fairness: u64,
    /// Pairs in which a weakly fair run does, and no strongly fair one does.
    pub decided_by_strong_fairness: u64,
    /// Pairs that may be reduced.
    pub reducible: u64,
    /// Pairs for which a reduction stores fewer states, no run violating the formula.
    pub reduced: u64,
    /// Searches without a product.
    pub without_product: u64,
    /// Pairs whose system or formula has something.
    pub features: BTreeMap<String, u64>,
    /// States of what holds, by fairness and combination: with it, without any.
    pub states: BTreeMap<String, (u64, u64)>,
    /// What must not be, in words.
    pub wrong: Vec<String>,
}

impl Campaign {
    /// Tries all.
    pub fn run(&self) -> Tally {
        let mut tally = Tally::default();
        for number in self.first..self.first + self.count {
            self.one(number, &mut tally);
        }
        tally
    }

    fn one(&self, number: u64, tally: &mut Tally) {
        let system = generate::lively(self.seed, number, self.processes);
        tally.systems += 1;
        let Some(subject) = Subject::new(&system) else {
            tally.unfit += 1;
            return;
        };
        for pair in self.pairs(number, &subject) {
            self.try_pair(number, &pair, tally);
        }
    }

    /// Compares the verdicts about the formulas of a system with SPIN's; gives how many of them.
    ///
    /// # Errors
    /// They differ: in words.
    pub fn compare_with_spin(&self, number: u64) -> Result<u64, String> {
        let system = generate::lively(self.seed, number, self.processes);
        let mut compared = 0;
        if let Some(subject) = Subject::new(&system) {
            let pairs = self.pairs(number, &subject).into_iter();
            for pair in pairs.filter(compare_with_spin::is_known) {
                compare_with_spin::compare(&pair, &[Fairness::Unfair])?;
                compared += 1;
            }
        }
        Ok(compared)
    }

    /// A system with its formulas.
    fn pairs<'s>(&self, number: u64, subject: &'s Subject) -> Vec<Pair<'s>> {
        let mut numbers = Numbers::of(self.seed ^ FORMULAS_SEED, number);
        let pairs = (0..FORMULAS).filter_map(|_| {
            let pair = Pair::random(subject, &mut numbers)?;
            match self.searched {
                Searched::Own => Some(pair),
                other => Pair::searching(subject, &pair.propositions, &pair.formula, other),
            }
        });
        pairs.collect()
    }

    fn try_pair(&self, number: u64, pair: &Pair<'_>, tally: &mut Tally) {
        tally.count(pair);
        let mut is_reduced = false;
        for (fairness, of) in FAIRNESS {
            let mut plain = 0;
            for combination in COMBINATIONS.iter().filter(|it| it.fits(pair, fairness)) {
                let said = combination.search(pair, fairness);
                let checked = said.and_then(|said| said.check(pair, fairness).map(|()| said));
                match checked {
                    Ok(said) if said.violation.is_none() => {
                        let stored = said.statistics.stored;
                        if combination.name == COMBINATIONS[0].name {
                            plain = stored;
                        }
                        is_reduced |=
                            stored < plain && combination.reduces() && !combination.forgets();
                        let name = format!("{}, {of}", combination.name);
                        let states = tally.states.entry(name).or_default();
                        *states = (states.0 + stored, states.1 + plain);
                    }
                    Ok(_) => {}
                    Err(why) => {
                        let said = self.describe(number, pair, combination, fairness, &why);
                        tally.wrong.push(said);
                    }
                }
            }
        }
        tally.reduced += u64::from(is_reduced);
        let searches = safety::check(pair);
        tally.without_product += searches.as_ref().unwrap_or(&0);
        for why in [searches.err(), shortest::check(pair).err()]
            .into_iter()
            .flatten()
        {
            let case = pair.case();
            tally.wrong.push(format!("System {number}: {why}\n{case}"));
        }
    }

    /// A pair in which something is wrong, made smaller.
    fn describe(
        &self,
        number: u64,
        pair: &Pair<'_>,
        combination: &Combination,
        fairness: Fairness,
        why: &str,
    ) -> String {
        let kind = |why: &str| why.split(':').next().unwrap_or_default().to_string();
        let wrong = |case: &Case| {
            let subject = Subject::new(&case.system)?;
            let pair =
                Pair::searching(&subject, &case.propositions, &case.formula(), self.searched)?;
            let fits = combination.fits(&pair, fairness);
            let said = fits.then(|| combination.search(&pair, fairness))?;
            let why = said.and_then(|it| it.check(&pair, fairness)).err()?;
            Some(why)
        };
        let is_same = |case: &Case| wrong(case).is_some_and(|it| kind(&it) == kind(why));
        let small = smaller(pair.case(), self.shrinks, is_same);
        let why = wrong(&small).unwrap_or_else(|| why.to_string());
        let data = serde_json::to_string(&small).expect("plain data");
        format!(
            "/* System {number} of seed {} with {} processes, made smaller: {}, {fairness:?}: {why}.\n{data}\n*/\n{small}",
            self.seed, self.processes, combination.name
        )
    }
}

/// A smaller case with the same fault: formula and system are made smaller in turn.
fn smaller(mut case: Case, most: usize, is_same: impl Fn(&Case) -> bool) -> Case {
    let mut left = most;
    'again: while left > 0 {
        for formula in formulas::simpler(&case.formula()) {
            let formula = formula.to_string();
            let candidate = Case {
                formula,
                ..case.clone()
            };
            left = left.saturating_sub(1);
            if is_same(&candidate) {
                case = candidate;
                continue 'again;
            }
        }
        break;
    }
    let with = |system: &System| Case {
        system: system.clone(),
        ..case.clone()
    };
    with(&shrink_processes(&case.system, left, |system| {
        is_same(&with(system))
    }))
}

impl Tally {
    fn count(&mut self, pair: &Pair<'_>) {
        let violated = pair.violated();
        self.pairs += 1;
        self.violated += u64::from(!violated.is_empty());
        self.decided_by_fairness += u64::from(violated == [Fairness::Unfair]);
        self.decided_by_strong_fairness +=
            u64::from(violated == [Fairness::Unfair, Fairness::Weak]);
        let is_reducible = pair.is_reducible(SetMethod::Persistent, Fairness::Unfair);
        self.reducible += u64::from(is_reducible);
        for feature in pair.features() {
            *self.features.entry(feature.to_string()).or_default() += 1;
        }
        if let Err(why) = pair.check_itself() {
            let case = pair.case();
            self.wrong.push(format!(
                "{why}\n{}ltl {{ {} }}",
                case.system,
                case.written()
            ));
        }
    }

    /// Adds what became of other pairs.
    pub fn merge(&mut self, other: Tally) {
        self.systems += other.systems;
        self.unfit += other.unfit;
        self.pairs += other.pairs;
        self.violated += other.violated;
        self.decided_by_fairness += other.decided_by_fairness;
        self.decided_by_strong_fairness += other.decided_by_strong_fairness;
        self.reducible += other.reducible;
        self.reduced += other.reduced;
        self.without_product += other.without_product;
        for (feature, count) in other.features {
            *self.features.entry(feature).or_default() += count;
        }
        for (name, (stored, all)) in other.states {
            let states = self.states.entry(name).or_default();
            *states = (states.0 + stored, states.1 + all);
        }
        self.wrong.extend(other.wrong);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, whole: u64| part as f64 * 100.0 / whole.max(1) as f64;
        let Self { pairs, .. } = *self;
        writeln!(
            f,
            "{} systems, {} unfit, {pairs} pairs",
            self.systems, self.unfit
        )?;
        for (name, count) in [
            ("violated", self.violated),
            ("decided by weak fairness", self.decided_by_fairness),
            (
                "decided by strong fairness",
                self.decided_by_strong_fairness,
            ),
            ("may be reduced", self.reducible),
            ("fewer states by reduction", self.reduced),
        ] {
            writeln!(f, "{name:<28} {count:>8} {:>6.1} %", percent(count, pairs))?;
        }
        for (name, &count) in &self.features {
            writeln!(
                f,
                "with {name:<23} {count:>8} {:>6.1} %",
                percent(count, pairs)
            )?;
        }
        writeln!(f, "{} searches without a product", self.without_product)?;
        writeln!(f, "\nstates of what holds, in percent of the plain search:")?;
        for (name, &(stored, all)) in &self.states {
            writeln!(f, "{name:<34} {stored:>10} {:>6.1}", percent(stored, all))?;
        }
        write!(
            f,
            "\n{} searches or pairs in which something is wrong",
            self.wrong.len()
        )
    }
}
