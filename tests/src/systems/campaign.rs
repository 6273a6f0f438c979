//! Many systems, and a table of what was lost.

use std::collections::BTreeMap;
use std::fmt;

use runtime::reduce::SetMethod;
use serde::{Deserialize, Serialize};

use super::classes::TABLE;
use super::combination::{COMBINATIONS, Claim, Combination, Loss, Subject};
use super::commute;
use super::find::Rule;
use super::generate;
use super::naive::Unfit;
use super::shrink::shrink;
use super::table::System;

/// What to try.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Decides about the systems, together with their numbers.
    pub seed: u64,
    /// The number of the first.
    pub first: u64,
    /// How many.
    pub count: u64,
    /// Processes of each.
    pub processes: usize,
    /// Of this many systems one is taken to try out its tags in every state.
    pub commute_every: u64,
    /// Only systems of this class, by its index in the table.
    pub class: Option<usize>,
    /// Systems tried to make one in which something is lost smaller.
    pub shrinks: usize,
    /// Leave out a rule for tags, to see what is lost then.
    pub without: Option<Rule>,
    /// Say something of losses that no one promises to avoid, too.
    pub unsound: bool,
}

/// What became of the systems.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// By name of the class.
    pub classes: BTreeMap<String, OfClass>,
    /// What must not be, in words.
    pub wrong: Vec<String>,
    /// What was lost where no one promises anything, in words; one of each kind.
    pub unsound: BTreeMap<String, String>,
}

/// What became of the systems of a class.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct OfClass {
    /// Systems.
    pub systems: u64,
    /// Those that are too large, or do not end.
    pub unfit: u64,
    /// States of all.
    pub states: u64,
    /// Systems with invalid end states, violated assertions or run-time errors.
    pub violated: u64,
    /// Pairs of edges, and disabled transitions with an edge, with which the tags were tried out.
    pub tried: (u64, u64),
    /// By combination.
    pub combinations: Vec<OfCombination>,
}

/// What became of them with a combination.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct OfCombination {
    /// States stored.
    pub stored: u64,
    /// Edges to states.
    pub transitions: u64,
    /// Systems in which something was lost.
    pub lost: BTreeMap<Loss, u64>,
}

impl Campaign {
    /// Tries all systems.
    pub fn run(&self) -> Tally {
        let mut tally = Tally::default();
        for number in self.numbers() {
            self.one(number, &mut tally);
        }
        tally
    }

    /// The numbers of its systems.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        let class = self.class;
        let numbers = self.first..self.first + self.count;
        numbers
            .filter(move |number| class.is_none_or(|class| class == *number as usize % TABLE.len()))
    }

    fn one(&self, number: u64, tally: &mut Tally) {
        let (_, system) = generate::system(self.seed, number, self.processes);
        let name = TABLE[number as usize % TABLE.len()].1;
        let class = tally.classes.entry(name.to_string()).or_default();
        class.systems += 1;
        class
            .combinations
            .resize_with(COMBINATIONS.len(), OfCombination::default);
        let subject = match self.subject(&system) {
            Ok(subject) => subject,
            Err(Unfit::TooLarge | Unfit::EndlessAtomic | Unfit::TooManyProcesses) => {
                class.unfit += 1;
                return;
            }
        };
        class.add(&subject);
        if (number / TABLE.len() as u64).is_multiple_of(self.commute_every) {
            match commute::check(&subject.machine, &subject.naive, &subject.owns) {
                Ok(tried) => {
                    class.tried.0 += tried.pairs;
                    class.tried.1 += tried.waiting;
                }
                Err(_) => tally.wrong.push(self.describe_tags(number, &system)),
            }
        }
        let all = COMBINATIONS.iter().zip(subject.search_all());
        for (i, (combination, searched)) in all.enumerate() {
            let class = tally.classes.get_mut(name).expect("made above");
            let of = &mut class.combinations[i];
            of.stored += searched.statistics.stored;
            of.transitions += searched.statistics.transitions();
            // Not to visit all states is what sets of processes are for.
            let losses = searched.losses.into_iter().filter(|loss| {
                *loss != Loss::States || combination.reduction.method == SetMethod::Full
            });
            for loss in losses {
                *of.lost.entry(loss).or_default() += 1;
                if loss.breaks(combination.claim) {
                    tally
                        .wrong
                        .push(self.describe(number, &system, combination, loss));
                } else if self.unsound && combination.claim == Claim::Nothing {
                    let key = format!("{} {loss:?}", combination.name);
                    let said = || self.describe(number, &system, combination, loss);
                    tally.unsound.entry(key).or_insert_with(said);
                }
            }
        }
    }

    fn subject(&self, system: &System) -> Result<Subject, Unfit> {
        Subject::without(system, self.without)
    }

    /// A system in which something is lost, made smaller.
    fn describe(
        &self,
        number: u64,
        system: &System,
        combination: &Combination,
        loss: Loss,
    ) -> String {
        let loses = |system: &System| {
            self.subject(system)
                .is_ok_and(|subject| subject.search(combination).losses.contains(&loss))
        };
        let small = shrink(system, self.shrinks, loses);
        let subject = self.subject(&small).ok();
        let counts = subject.map_or_else(String::new, |subject| {
            let found = subject.search(combination);
            let naive = &subject.naive;
            format!(
                "{} of {} states; there are {} invalid end states, {} violated assertions",
                found.statistics.stored,
                naive.states.len(),
                naive.ends.len(),
                naive.failed.len()
            )
        });
        self.write(
            number,
            &format!("{}: loses {loss:?}: {counts}", combination.name),
            &small,
        )
    }

    fn describe_tags(&self, number: u64, system: &System) -> String {
        let wrong = |system: &System| {
            let subject = self.subject(system).ok()?;
            commute::check(&subject.machine, &subject.naive, &subject.owns).err()
        };
        let small = shrink(system, self.shrinks, |system| wrong(system).is_some());
        let what = wrong(&small).unwrap_or_default();
        self.write(number, &format!("tags: {what}"), &small)
    }

    fn write(&self, number: u64, what: &str, system: &System) -> String {
        let Self {
            seed, processes, ..
        } = self;
        let data = serde_json::to_string(system).expect("plain data");
        format!(
            "/* System {number} of seed {seed} with {processes} processes, made smaller: {what}.\n{data}\n*/\n{system}"
        )
    }
}

impl OfClass {
    fn add(&mut self, subject: &Subject) {
        let naive = &subject.naive;
        self.states += naive.states.len() as u64;
        let violated =
            !naive.ends.is_empty() || !naive.failed.is_empty() || !naive.faulted.is_empty();
        self.violated += u64::from(violated);
    }

    fn merge(&mut self, other: OfClass) {
        self.systems += other.systems;
        self.unfit += other.unfit;
        self.states += other.states;
        self.violated += other.violated;
        self.tried.0 += other.tried.0;
        self.tried.1 += other.tried.1;
        self.combinations
            .resize_with(COMBINATIONS.len(), OfCombination::default);
        for (own, more) in self.combinations.iter_mut().zip(other.combinations) {
            own.stored += more.stored;
            own.transitions += more.transitions;
            for (loss, count) in more.lost {
                *own.lost.entry(loss).or_default() += count;
            }
        }
    }
}

impl Tally {
    /// Adds what became of other systems.
    pub fn merge(&mut self, other: Tally) {
        for (name, class) in other.classes {
            self.classes.entry(name).or_default().merge(class);
        }
        self.wrong.extend(other.wrong);
        for (key, said) in other.unsound {
            self.unsound.entry(key).or_insert(said);
        }
    }

    /// All classes together.
    pub fn total(&self) -> OfClass {
        let mut total = OfClass::default();
        for class in self.classes.values() {
            total.merge(class.clone());
        }
        total
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = ("all".to_string(), self.total());
        writeln!(
            f,
            "class       systems   unfit     states  violated   pairs tried  waiting tried"
        )?;
        for (name, class) in self.classes.iter().chain([(&all.0, &all.1)]) {
            let OfClass {
                systems,
                unfit,
                states,
                violated,
                tried: (pairs, waiting),
                ..
            } = class;
            writeln!(
                f,
                "{name:<10} {systems:>8} {unfit:>7} {states:>10} {violated:>9} {pairs:>13} {waiting:>14}"
            )?;
        }
        writeln!(
            f,
            "\nstates and transitions in percent of the plain search, and systems in which something was lost:"
        )?;
        let plain = &all.1.combinations[0];
        let percent = |part: u64, whole: u64| part as f64 * 100.0 / whole.max(1) as f64;
        for (combination, of) in COMBINATIONS.iter().zip(&all.1.combinations) {
            let states = percent(of.stored, plain.stored);
            let transitions = percent(of.transitions, plain.transitions);
            let claim = match combination.claim {
                Claim::States => "all states",
                Claim::Violations => "all violations",
                Claim::Nothing => "nothing",
            };
            write!(
                f,
                "{:<26} {states:>6.1} {transitions:>6.1}  promises {claim:<15}",
                combination.name
            )?;
            for (loss, count) in &of.lost {
                write!(f, " {loss:?} {count}")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "\nlost, by class:")?;
        for (name, class) in &self.classes {
            for (combination, of) in COMBINATIONS.iter().zip(&class.combinations) {
                if combination.claim == Claim::Nothing && !of.lost.is_empty() {
                    writeln!(f, "{name:<10} {:<26} {:?}", combination.name, of.lost)?;
                }
            }
        }
        write!(
            f,
            "\n{} systems in which something is wrong",
            self.wrong.len()
        )
    }
}
