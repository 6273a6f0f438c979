//! A claim beside a simulation.
//!
//! A run chooses among the steps of the system. Among those of a claim it need not choose: what
//! the claim has seen says at which places its runs can stand, all together. So it is said as early
//! as possible that the run violates the claim whatever follows, or that it no longer can.

use std::collections::BTreeSet;

use codegen::plan::claim::{Kind as Written, Planned};
use frontend::interpret::claim::Letter;
use frontend::interpret::run::Run;
use frontend::interpret::{Fault, Interpreter};
use frontend::ir::PlaceId;
use frontend::ltl::classify::{self, Component};
use frontend::suggest::nearest;

use super::Failure;
use super::names::{answers_to, short};
use super::sight::{changes, is_inside, letter, place_name};
use super::verdict::{Found, Kind};

/// A claim, and where it can stand.
#[derive(Clone, Debug)]
pub struct Following<'m> {
    planned: &'m Planned,
    places: BTreeSet<PlaceId>,
    /// What it has seen last.
    seen: Option<u64>,
}

/// What is to be said after a step of the system.
#[derive(Debug, Default)]
pub struct Said {
    /// Lines.
    pub remarks: Vec<String>,
    /// The run violates the claim.
    pub found: Option<Found<'static>>,
}

/// The claim that a user means: `p` is `ltl p`, `never` is `never claim`.
///
/// # Errors
/// There is none, or it does more than look.
pub fn chosen<'c>(claims: &'c [Planned], name: &str) -> Result<&'c Planned, Failure> {
    let stated = claims
        .iter()
        .filter(|it| matches!(it.kind, Written::Never | Written::Formula));
    let Some(found) = stated.clone().find(|it| answers_to(&it.name, name)) else {
        let names: Vec<&str> = stated.map(|it| short(&it.name)).collect();
        let hint = match nearest(name, names.iter().copied()) {
            _ if names.is_empty() => {
                "it has none that can be followed; add one by `--ltl-formula`".to_owned()
            }
            Some(near) => format!("did you mean {near}? It has {}", names.join(", ")),
            None => format!("it has {}", names.join(", ")),
        };
        let what = format!("--ltl {name}: the model has no such claim: {hint}");
        return Err(Failure::input(what));
    };
    match found.claim.actions.first() {
        None => Ok(found),
        Some(action) => Err(Failure::input(format!(
            "--ltl {name}: it does `{}`, and beside a simulation a claim can only look; \
             let an analyzer check it, and show its trail by `pvgen replay --claim-place`",
            action.source.text
        ))),
    }
}

impl<'m> Following<'m> {
    /// Has seen nothing yet.
    pub fn new(planned: &'m Planned) -> Self {
        Self {
            planned,
            places: BTreeSet::from([planned.claim.start]),
            seen: None,
        }
    }

    /// Sees where the run stands, if that is a state that it sees.
    pub fn see(&mut self, run: &Run<'m>) -> Said {
        if self.places.is_empty() || is_inside(run) {
            return Said::default();
        }
        let letter = letter(run, self.planned);
        let mut remarks = vec![changes(self.planned, &letter, self.seen)];
        remarks.retain(|changed| !changed.is_empty());
        let found = match self.step(&letter, &self.places) {
            Ok(places) => {
                self.places = places;
                remarks.push(self.standing(run.interpreter()));
                self.decided()
            }
            Err(fault) => Some(in_claim(Kind::RuntimeError, fault.to_string())),
        };
        self.seen = Some(letter.holds);
        Said { remarks, found }
    }

    /// Where it can stand behind a letter.
    fn step(
        &self,
        letter: &Letter,
        places: &BTreeSet<PlaceId>,
    ) -> Result<BTreeSet<PlaceId>, Fault> {
        let mut behind = BTreeSet::new();
        for place in places {
            for edge in &self.planned.claim.places[place.index()].edges {
                if letter.allows(edge)? {
                    behind.insert(edge.target);
                }
            }
        }
        Ok(behind)
    }

    /// `ltl p is at place 0`, `ltl p can be at place 0 or place 1`.
    pub fn standing(&self, interpreter: Interpreter<'m>) -> String {
        let Planned { name, .. } = self.planned;
        if self.places.is_empty() {
            return format!("{name} has no place left: whatever follows, it is not violated");
        }
        let named = |place: &PlaceId| place_name(interpreter.model(), self.planned, *place);
        let places: Vec<String> = self.places.iter().map(named).collect();
        match &places[..] {
            [only] => format!("{name} is at {only}"),
            several => format!("{name} can be at {}", several.join(" or ")),
        }
    }

    /// The run violates the claim, whatever follows.
    fn decided(&self) -> Option<Found<'static>> {
        let Planned { name, .. } = self.planned;
        let ends = |place: &PlaceId| self.planned.claim.places[place.index()].end;
        let is_terminal =
            |place: &PlaceId| self.planned.components[place.index()] == Component::Terminal;
        let text = match () {
            () if self.places.iter().any(ends) => format!("{name}: end of the claim reached"),
            () if self.places.iter().any(is_terminal) => {
                format!("{name}: violated whatever follows")
            }
            () => return None,
        };
        Some(in_claim(Kind::Claim, text))
    }

    /// Nothing can move where the run stands: whether it violates the claim, if its last state
    /// repeats for ever.
    pub fn end(&self, run: &Run<'m>) -> Option<Found<'static>> {
        let letter = letter(run, self.planned);
        let mut behind = self.clone();
        loop {
            let next = match self.step(&letter, &behind.places) {
                Ok(next) => next,
                Err(fault) => return Some(in_claim(Kind::RuntimeError, fault.to_string())),
            };
            let known = behind.places.len();
            behind.places.extend(next);
            if let Some(found) = behind.decided() {
                return Some(found);
            }
            if behind.places.len() == known {
                break;
            }
        }
        let automaton = self.planned.claim.automaton();
        let cycles = classify::cycles(&automaton, |_, edge| edge.letters.contains(letter.holds));
        let accepts =
            |place: &PlaceId| cycles[place.index()].is_some_and(|it| it == automaton.all_sets());
        behind.places.iter().any(accepts).then(|| {
            let text = format!(
                "{}: acceptance cycle, the last state for ever",
                self.planned.name
            );
            in_claim(Kind::AcceptanceCycle, text)
        })
    }

    /// The claim's name.
    pub fn name(&self) -> &'m str {
        &self.planned.name
    }
}

fn in_claim(kind: Kind, text: String) -> Found<'static> {
    Found {
        kind,
        text,
        step: None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use codegen::plan::claim::planned;
    use frontend::interpret::run::Choice;
    use frontend::ltl::lasso::Lasso;

    use super::*;
    use crate::cli::arguments::ReadArguments;
    use crate::cli::load;

    const FORMULAS: [&str; 8] = [
        "[] (asked -> <> answered)",
        "!answered W asked",
        "<> [] answered",
        "[] !answered",
        "X X X asked && <> answered",
        "(!asked U answered) || [] <> !asked",
        "[] (answered -> asked) -> <> answered",
        "[] (asked -> X (answered V asked))",
    ];

    /// What is said of a run so far is so of what follows, by the meaning of the formula: here the
    /// last letter for ever.
    #[test]
    fn what_is_decided_early_is_so() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/simulate");
        let read = ReadArguments {
            ltl_formula: FORMULAS.map(str::to_owned).to_vec(),
            ..ReadArguments::default()
        };
        let model = load::load(&data.join("request.pml"), &read, true, false).expect("is accepted");
        let (claims, _) = planned(&model);
        let formulas = claims.iter().filter(|it| it.claim.formula.is_some());
        let mut counts = [0; 4];
        for (seed, planned) in (0..40).flat_map(|seed| formulas.clone().map(move |it| (seed, it))) {
            let formula = planned.claim.formula.as_ref().expect("it is one");
            let mut chance = fastrand::Rng::with_seed(seed);
            let mut run = Run::new(Interpreter::new(&model)).expect("it starts");
            let mut following = Following::new(planned);
            let (mut letters, mut violated, mut kept) = (Vec::new(), false, false);
            loop {
                letters.push(letter(&run, planned).holds);
                violated |= following.see(&run).found.is_some();
                kept |= following.places.is_empty();
                let turn = letters.len() - 1;
                let word = Lasso {
                    letters: letters.clone(),
                    turn,
                };
                let holds = word.satisfies(formula);
                assert!(!violated || !holds, "{}", planned.name);
                assert!(!kept || holds, "{}", planned.name);
                assert_eq!(following.end(&run).is_none(), holds, "{}", planned.name);
                counts[usize::from(holds)] += 1;
                counts[2] += usize::from(violated);
                counts[3] += usize::from(kept);
                let mut choices = run.choices();
                if choices.is_empty() {
                    break;
                }
                match choices.swap_remove(chance.usize(0..choices.len())) {
                    Choice::Step(successor) => run.take(successor),
                    Choice::FailedStep(failed) => panic!("{failed:?}"),
                }
            }
        }
        assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
    }

    #[test]
    fn claims_are_named_as_analyzers_name_them() {
        for (name, typed) in [
            ("ltl p", "p"),
            ("never claim", "never"),
            ("never claim q", "q"),
        ] {
            assert_eq!(short(name), typed);
        }
    }
}
