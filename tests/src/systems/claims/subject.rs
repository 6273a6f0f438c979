//! A system and a formula with all that is known of them.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use frontend::ltl::automaton::Automaton;
use frontend::ltl::formula::Formula;
use frontend::ltl::letters::Alphabet;
use frontend::ltl::stutter::Stutter;
use frontend::ltl::translate;
use runtime::claim::Fairness;
use runtime::model::Model;
use runtime::reduce::{Reduction, SetMethod, claim_reduction};
use runtime::statistics::SeenLetters;
use runtime::tags::Tags;
use serde::{Deserialize, Serialize};

use super::automaton::{self, PLACES_MAX, with_parity};
use super::formulas;
use super::product::{Graph, Product};
use super::propositions::{CELLS_MAX, Proposition};
use super::visible::changed_by;
use crate::formulas::text::numbered;
use crate::random::numbers::Numbers;
use crate::systems::encode;
use crate::systems::find;
use crate::systems::model::{Tables, leak};
use crate::systems::naive::Naive;
use crate::systems::plain::Machine;
use crate::systems::table::System;

/// All kinds of runs, each a part of those before it.
pub const ALL: [Fairness; 3] = [Fairness::Unfair, Fairness::Weak, Fairness::Strong];

/// States of the largest system of which products are made.
pub const STATES_MAX: usize = 400;

/// How often propositions are about where processes stand, in percent.
const PLACES: usize = 10;

/// A system and a formula, to be kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// The system.
    pub system: System,
    /// What the formula speaks of.
    pub propositions: Vec<Proposition>,
    /// Over `p0`, `p1`, ...
    pub formula: String,
}

impl Case {
    /// The formula.
    pub fn formula(&self) -> Formula {
        numbered(&self.formula)
    }

    /// The formula as it is written in a model.
    pub fn written(&self) -> String {
        let proposition = |it: u32| self.propositions[it as usize].text(&self.system);
        automaton::text(&self.formula(), &proposition)
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}ltl p {{ {} }}", self.system, self.written())
    }
}

/// A system with all that is known of it.
pub struct Subject {
    /// Executable.
    pub machine: Machine,
    /// Its states.
    pub graph: Graph,
    objects: &'static [&'static str],
    tags: &'static [Tags],
}

impl Subject {
    /// `None`: it is too large, atomic sequences do not end, or a run ends in a run-time error, of
    /// which claims say nothing.
    pub fn new(system: &System) -> Option<Self> {
        let machine = Machine::new(system);
        let naive = Naive::search(&machine, STATES_MAX).ok()?;
        let is_fit =
            naive.faulted.is_empty() && system.first_cell(system.globals.len()) <= CELLS_MAX;
        is_fit.then(|| Self {
            graph: Graph::new(&machine),
            objects: encode::objects(&machine),
            tags: encode::encode(&machine, &find::find(&machine, None)),
            machine,
        })
    }

    /// Some propositions that change their values, if there are any.
    pub fn propositions(&self, numbers: &mut Numbers) -> Vec<Proposition> {
        let all = Proposition::all(&self.machine.system);
        let letters = self.graph.letters(&self.machine, &all);
        let ever = letters.iter().fold(0, |ever, it| ever | it);
        let always = letters.iter().fold(u64::MAX, |always, it| always & it);
        let changing = all.iter().enumerate();
        let changing = changing.filter(|(i, _)| (ever & !always) >> i & 1 == 1);
        let changing = changing.map(|(_, it)| *it);
        let (places, others): (Vec<_>, Vec<_>) = changing.partition(|it| it.is_place());
        let of_places = others.is_empty() || !places.is_empty() && numbers.chance(PLACES);
        let changing = if of_places { places } else { others };
        let mut chosen: Vec<Proposition> = Vec::new();
        for _ in 0..numbers.between(1, 3).min(changing.len()) {
            let mut one = *numbers.pick(&changing);
            // The fewer variables are observed, the more can be left out.
            if let Some(first) = chosen.first().filter(|_| numbers.chance(75)) {
                let system = &self.machine.system;
                let object = first.touch(system).object;
                let same = changing
                    .iter()
                    .filter(|it| it.touch(system).object == object);
                one = **numbers.pick(&same.collect::<Vec<_>>());
            }
            if !chosen.contains(&one) {
                chosen.push(one);
            }
        }
        if !chosen.is_empty() && numbers.chance(4) {
            chosen.push(Proposition::Timeout);
        }
        chosen
    }
}

/// Which claim is searched, beside the one that decides what is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searched {
    /// The same.
    Own,
    /// One with the same language that is not in normal form, and is taken for normal.
    Parity,
    /// The same, said to observe nothing.
    Blind,
}

/// Which formula is wished for.
#[derive(Clone, Copy)]
enum Wish {
    /// Any.
    Any,
    /// One that holds, and not because the claim is over soon.
    Holds,
    /// One that is false only of runs that are not fair.
    Fairness,
    /// One that is false of fair runs, but of no strongly fair one.
    StrongFairness,
}

const WISHES: [Wish; 8] = {
    use Wish::{Any, Fairness, Holds, StrongFairness};
    [
        Any,
        Holds,
        Holds,
        Holds,
        Holds,
        Fairness,
        Fairness,
        StrongFairness,
    ]
};

/// Formulas that are tried to grant a wish.
const TRIES: usize = 24;

/// A system with a formula, and which runs there are on which it is false.
pub struct Pair<'s> {
    /// The system.
    pub subject: &'s Subject,
    /// What the formula speaks of.
    pub propositions: Vec<Proposition>,
    /// The formula.
    pub formula: Formula,
    /// It has the claim.
    pub model: Tables,
    /// The automaton of the negated formula.
    pub automaton: Automaton,
    /// The product.
    pub product: Product,
    /// Another automaton for the same.
    pub buchi: Automaton,
}

impl<'s> Pair<'s> {
    /// `None`: the formula is too large.
    pub fn new(
        subject: &'s Subject,
        propositions: &[Proposition],
        formula: &Formula,
    ) -> Option<Self> {
        Self::searching(subject, propositions, formula, Searched::Own)
    }

    /// The same with another claim for the searches.
    pub fn searching(
        subject: &'s Subject,
        propositions: &[Proposition],
        formula: &Formula,
        searched: Searched,
    ) -> Option<Self> {
        let Subject { machine, graph, .. } = subject;
        if !propositions.iter().all(|it| it.fits(&machine.system)) {
            return None;
        }
        let alphabet = Alphabet::new(propositions.len() as u32);
        let translation = translate(&formula.clone().negated(), alphabet).ok()?;
        let automaton = translation.automaton;
        let other = match searched {
            Searched::Parity => with_parity(&automaton),
            Searched::Own | Searched::Blind => automaton.clone(),
        };
        let is_normal = translation.stutter == Stutter::Normal;
        let letters = graph.letters(machine, propositions);
        let product = Product::new(graph, &letters, &automaton);
        // What the other claim is to be wrong about are reductions only.
        let accepts_alike = || {
            let others = Product::new(graph, &letters, &other);
            is_normal
                && ALL
                    .iter()
                    .all(|it| others.accepts(*it) == product.accepts(*it))
        };
        if other.places.len() > PLACES_MAX || searched == Searched::Parity && !accepts_alike() {
            return None;
        }
        let seen = match searched {
            Searched::Blind => &[],
            Searched::Own | Searched::Parity => propositions,
        };
        let mut claim = automaton::claim(machine, propositions, formula, &other, is_normal);
        claim.observes = encode::reading(machine, seen.iter().map(|it| it.touch(&machine.system)));
        claim.changed_by = leak(changed_by(machine, subject.tags, seen));
        Some(Self {
            product,
            model: Tables::with_claims(machine, subject.objects, subject.tags, leak(vec![claim])),
            subject,
            propositions: propositions.to_vec(),
            formula: formula.clone(),
            automaton,
            buchi: translation.buchi,
        })
    }

    /// A formula by chance. Most are false of some run, so others are wished for. Where a wish is
    /// not granted, one that holds is most often taken, if there was one.
    pub fn random(subject: &'s Subject, numbers: &mut Numbers) -> Option<Self> {
        let wish = *numbers.pick(&WISHES);
        let (mut found, mut holding) = (None, None);
        for _ in 0..TRIES {
            let propositions = subject.propositions(numbers);
            if propositions.is_empty() {
                return None;
            }
            let next = numbers.chance(12);
            let formula = formulas::formula(numbers, propositions.len() as u32, next);
            let Some(pair) = Self::new(subject, &propositions, &formula) else {
                continue;
            };
            let violated = pair.violated();
            let holds = violated.is_empty() && pair.product.len() >= subject.graph.states.len();
            let is_granted = match wish {
                Wish::Any => violated.is_empty() || numbers.chance(50),
                Wish::Holds => holds,
                Wish::Fairness => violated == [Fairness::Unfair],
                Wish::StrongFairness => violated == [Fairness::Unfair, Fairness::Weak],
            };
            if is_granted {
                return Some(pair);
            }
            match holds {
                true => holding = Some(pair),
                false => found = Some(pair),
            }
        }
        match numbers.chance(75) {
            true => holding.or(found),
            false => found.or(holding),
        }
    }

    /// The kinds of runs on which the formula is false for some.
    pub fn violated(&self) -> Vec<Fairness> {
        let violated = ALL.into_iter().filter(|it| self.product.accepts(*it));
        violated.collect()
    }

    /// Whether this reduction may be used beside the claim.
    pub fn is_reducible(&self, method: SetMethod, fairness: Fairness) -> bool {
        let info = self.model.info();
        let wanted = Reduction {
            method,
            sleep: None,
        };
        claim_reduction(info, &info.claims[0], fairness, wanted) == (wanted, None)
    }

    /// To be kept.
    pub fn case(&self) -> Case {
        Case {
            system: self.subject.machine.system.clone(),
            propositions: self.propositions.clone(),
            formula: self.formula.to_string(),
        }
    }

    /// What is wrong with what decides: another automaton for the same formula disagrees, fewer
    /// runs violate more, or neither the formula nor its negation is false of a run.
    ///
    /// # Errors
    /// In words.
    pub fn check_itself(&self) -> Result<(), String> {
        let Subject { machine, graph, .. } = self.subject;
        let letters = graph.letters(machine, &self.propositions);
        let other = Product::new(graph, &letters, &self.buchi);
        let opposite = self.formula.clone().negated();
        let opposite = Pair::new(self.subject, &self.propositions, &opposite);
        let mut before = true;
        for fairness in ALL {
            let accepts = self.product.accepts(fairness);
            if other.accepts(fairness) != accepts {
                return Err(format!("{fairness:?}: two automata, two verdicts"));
            }
            if accepts && !before {
                return Err(format!("{fairness:?}: violated, and not with more runs"));
            }
            before = accepts;
            let holds = opposite
                .as_ref()
                .is_some_and(|it| !it.product.accepts(fairness));
            if holds && !accepts {
                return Err(format!("{fairness:?}: the formula and its negation hold"));
            }
        }
        Ok(())
    }

    /// Whether a search that has found nothing has seen each value that a proposition has in some
    /// state, if the claim may look at all of them.
    ///
    /// # Errors
    /// In words.
    pub fn check_seen(&self, seen: SeenLetters) -> Result<(), String> {
        if !self.model.info().claims[0].sees_all() {
            return Ok(());
        }
        let Subject { machine, graph, .. } = self.subject;
        let letters = graph.letters(machine, &self.propositions);
        let all = (1 << self.propositions.len()) - 1;
        let held = letters.iter().fold(0, |held, letter| held | letter);
        let failed = letters.iter().fold(0, |failed, letter| failed | !letter) & all;
        match (seen.held, seen.failed & all) == (held, failed) {
            true => Ok(()),
            false => Err(format!(
                "propositions that hold somewhere: {held:b}, seen: {:b}; that fail: {failed:b}, seen: {:b}",
                seen.held,
                seen.failed & all
            )),
        }
    }

    /// What the system and the formula have, of what must occur.
    pub fn features(&self) -> BTreeSet<&'static str> {
        use crate::systems::table::Statement;
        let system = &self.subject.machine.system;
        let of_statements = system.statements().filter_map(|it| match it {
            Statement::Timeout => Some("timeout"),
            Statement::Send(channel, _) if system.channels[*channel] == 0 => Some("rendezvous"),
            Statement::Run(_) => Some("run"),
            _ => None,
        });
        let of_choices = system.choices().filter_map(|it| match it.target {
            _ if it.d_step => Some("d_step"),
            None => Some("dying processes"),
            Some(_) if it.atomic => Some("atomic"),
            Some(_) => None,
        });
        let mut features: BTreeSet<_> = of_statements.chain(of_choices).collect();
        if system.processes.iter().any(|it| it.provided.is_some()) {
            features.insert("provided");
        }
        if self.propositions.iter().any(|it| it.is_place()) {
            features.insert("places");
        }
        if self.formula.has_next() {
            features.insert("X");
        }
        if self.propositions.contains(&Proposition::Timeout) {
            features.insert("timeout");
        }
        features
    }
}
