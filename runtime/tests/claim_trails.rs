//! Counter-examples of claims replay from their files, and say what is so; those that were tampered
//! with, and those of wrong automata, are refused.

#[path = "toy_models/empty.rs"]
mod empty;
mod looking;
mod random;
#[path = "claim_products/system.rs"]
#[allow(dead_code, reason = "systems are made by chance only")]
mod system;

use std::sync::Arc;

use looking::looking_at;
use random::Random;
use runtime::claim::{
    ClaimEdge, ClaimInfo, ClaimPlace, Component, Fairness, Operator, Part, Proposition, stay, step,
};
use runtime::memory::Budget;
use runtime::model::{Model, ModelInfo, Outcome, SourceInfo, TransitionId, TransitionInfo};
use runtime::reduce::{Reduction, SetMethod};
use runtime::search::{Asked, Context, check_claim};
use runtime::state::{Faulted, Field, Process, State};
use runtime::step::RunStep;
use runtime::store::ExactStore;
use runtime::tables::at;

use runtime::trail::replay::{NotReplayed, replay};
use runtime::trail::{Excerpt, Trail, format, show::show};
use runtime::violation::{Checks, Recorder};
use system::System;

/// Sets of letters: of those in which p, q holds, of all.
const P: u8 = 0b1010;
const Q: u8 = 0b1100;
const ANY: u8 = 0b1111;

/// Where it begins, the letters that it takes, where it ends, the accepting sets.
type Edge = (u16, u8, u16, u32);

/// A formula, an automaton for what it forbids, and what a word must be to be forbidden.
struct Formula {
    parts: &'static [Part],
    edges: &'static [Edge],
    sets: u32,
    terminal: &'static [u16],
    forbids: fn(&Word) -> bool,
}

/// What a claim has seen of a run.
struct Word {
    letters: Vec<u64>,
    turn: usize,
}

impl Word {
    fn p(letter: &u64) -> bool {
        letter & 1 == 1
    }

    fn q(letter: &u64) -> bool {
        letter & 2 == 2
    }

    fn again_and_again(&self, holds: impl Fn(&u64) -> bool) -> bool {
        self.letters[self.turn..].iter().any(holds)
    }
}

const fn part(text: &'static str, what: Operator) -> Part {
    Part { text, what }
}

const LETTER_P: Part = part("p", Operator::Proposition(0));
const LETTER_Q: Part = part("q", Operator::Proposition(1));

const FORMULAS: [Formula; 6] = [
    Formula {
        parts: &[LETTER_P, part("<> p", Operator::Eventually(0))],
        edges: &[(0, !P & ANY, 0, 1)],
        sets: 1,
        terminal: &[],
        forbids: |word| !word.letters.iter().any(Word::p),
    },
    Formula {
        parts: &[
            LETTER_P,
            part("<> p", Operator::Eventually(0)),
            part("[] <> p", Operator::Always(1)),
        ],
        edges: &[(0, ANY, 0, 0), (0, !P & ANY, 1, 1), (1, !P & ANY, 1, 1)],
        sets: 1,
        terminal: &[],
        forbids: |word| !word.again_and_again(Word::p),
    },
    Formula {
        parts: &[
            LETTER_P,
            LETTER_Q,
            part("<> q", Operator::Eventually(1)),
            part("p -> <> q", Operator::Implies(0, 2)),
            part("[] (p -> <> q)", Operator::Always(3)),
        ],
        edges: &[(0, ANY, 0, 0), (0, P & !Q, 1, 1), (1, !Q & ANY, 1, 1)],
        sets: 1,
        terminal: &[],
        forbids: |word| {
            let last = word.letters.iter().rposition(Word::p);
            let answered = |last: usize| word.letters[last..].iter().any(Word::q);
            !word.again_and_again(Word::q) && last.is_some_and(|last| !answered(last))
        },
    },
    Formula {
        parts: &[
            LETTER_P,
            LETTER_Q,
            part("<> p", Operator::Eventually(0)),
            part("[] <> p", Operator::Always(2)),
            part("<> q", Operator::Eventually(1)),
            part("[] <> q", Operator::Always(4)),
            part("[] <> p -> [] <> q", Operator::Implies(3, 5)),
        ],
        edges: &[
            (0, ANY, 0, 0),
            (0, !Q & ANY, 1, 0),
            (1, P & !Q, 1, 1),
            (1, !P & !Q & ANY, 1, 0),
        ],
        sets: 1,
        terminal: &[],
        forbids: |word| word.again_and_again(Word::p) && !word.again_and_again(Word::q),
    },
    Formula {
        parts: &[
            LETTER_P,
            LETTER_Q,
            part("<> p", Operator::Eventually(0)),
            part("[] <> p", Operator::Always(2)),
            part("!p", Operator::Not(0)),
            part("<> !p", Operator::Eventually(4)),
            part("[] <> !p", Operator::Always(5)),
            part("[] <> p && [] <> !p", Operator::And(3, 6)),
            part("!([] <> p && [] <> !p)", Operator::Not(7)),
        ],
        edges: &[(0, P, 0, 0b01), (0, !P & ANY, 0, 0b10)],
        sets: 2,
        terminal: &[],
        forbids: |word| {
            word.again_and_again(Word::p) && word.again_and_again(|letter| !Word::p(letter))
        },
    },
    Formula {
        parts: &[
            LETTER_P,
            LETTER_Q,
            part("p && q", Operator::And(0, 1)),
            part("!(p && q)", Operator::Not(2)),
            part("[] !(p && q)", Operator::Always(3)),
        ],
        edges: &[(0, !(P & Q) & ANY, 0, 0), (0, P & Q, 1, 1), (1, ANY, 1, 1)],
        sets: 1,
        terminal: &[1],
        forbids: |word| word.letters.iter().any(|it| Word::p(it) && Word::q(it)),
    },
];

const PROPOSITIONS: [Proposition; 2] = [
    Proposition {
        source: at(1, "p"),
        holds: |state| Ok(state.is(Field::unsigned(0, 0, 1))),
    },
    Proposition {
        source: at(1, "q"),
        holds: |state| Ok(state.is(Field::unsigned(0, 1, 1))),
    },
];

const STEP: SourceInfo = at(3, "step");

/// A system with a claim.
struct Claiming<'s> {
    system: &'s System,
    info: &'static ModelInfo,
}

impl<'s> Claiming<'s> {
    fn new(system: &'s System, claim: ClaimInfo) -> Self {
        let transitions = system.info().transitions.iter();
        let transitions = transitions.map(|it| TransitionInfo {
            steps: &[STEP],
            ..*it
        });
        let info = ModelInfo {
            transitions: transitions.collect::<Vec<_>>().leak(),
            claims: vec![claim].leak(),
            ..*system.info()
        };
        Self {
            system,
            info: Box::leak(Box::new(info)),
        }
    }
}

impl Model for Claiming<'_> {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        self.system.initialize(state)
    }

    fn execute(&self, state: &mut State, process: Process, id: TransitionId) -> Outcome {
        self.system.execute(state, process, id)
    }
}

/// An edge for each letter.
fn claim(formula: &Formula, edges: &[Edge]) -> ClaimInfo {
    let source: SourceInfo = at(2, "ltl f");
    let place = |number: u16| {
        let here = edges.iter().filter(move |it| it.0 == number);
        let edges = here.flat_map(|(_, letters, target, sets)| {
            let taken = (0..4).filter(move |letter| letters >> letter & 1 == 1);
            taken.map(move |value| step(source, 3, value, *target).accepts(*sets))
        });
        let component = match formula.terminal.contains(&number) {
            true => Component::Terminal,
            false => Component::General,
        };
        stay(source, component, edges.collect::<Vec<_>>().leak())
    };
    ClaimInfo {
        name: "ltl f",
        source,
        place: Field::unsigned(0, 16, 8),
        places: vec![place(0), place(1)].leak(),
        sets: formula.sets,
        propositions: &PROPOSITIONS,
        formula: formula.parts,
        ..looking_at(&[])
    }
}

/// Nothing is left out.
const NONE: Reduction = Reduction {
    method: SetMethod::Full,
    sleep: None,
};

/// What a search finds first.
fn trail(model: &dyn Model, fairness: Fairness) -> Option<Trail> {
    let budget = Arc::new(Budget::new(64 << 20));
    let checks = Checks {
        assertions: true,
        end_states: false,
    };
    let recorder = Recorder::new(model, checks, Some(1));
    let mut context = Context::new(budget.clone(), None, recorder);
    let mut store = ExactStore::new(budget).expect("there is room");
    let asked = Asked { claim: 0, fairness };
    check_claim(model, &mut store, &mut context, asked, NONE);
    let found = context.recorder.violations.first()?;
    Trail::new(model.info(), found)
}

/// The run of a trail that replays.
fn word(model: &dyn Model, trail: &Trail) -> Result<Word, String> {
    let played = replay(model, trail, &Budget::new(0), &Excerpt::none(), &mut |_| {});
    let played = played.map_err(|error| match error {
        NotReplayed::Wrong(why) => why,
        NotReplayed::Stopped(stop) => panic!("{stop:?}"),
    })?;
    let lasso = played.seen.expect("it is of a claim").lasso();
    Ok(Word {
        letters: lasso.letters,
        turn: lasso.turn,
    })
}

fn cycle(trail: &Trail) -> Option<usize> {
    trail.claim.as_ref()?.cycle
}

/// Each formula on systems made by chance.
fn on_each(seed: u64, systems: u32, mut visit: impl FnMut(&System, &Formula)) {
    let mut random = Random(seed);
    for _ in 0..systems {
        let (system, _) = System::random(&mut random);
        FORMULAS.iter().for_each(|formula| visit(&system, formula));
    }
}

const FAIRNESS: [Fairness; 3] = [Fairness::Unfair, Fairness::Weak, Fairness::Strong];

#[test]
fn what_is_found_replays_from_its_file() {
    let mut counts = [0; 3];
    on_each(1, 120, |system, formula| {
        let model = Claiming::new(system, claim(formula, formula.edges));
        for (fairness, count) in FAIRNESS.into_iter().zip(&mut counts) {
            let Some(trail) = trail(&model, fairness) else {
                continue;
            };
            let shown = show(&model, &trail, &Budget::new(0)).unwrap_or_else(|error| {
                panic!("{error:?}: {trail:?}");
            });
            let why = shown.why.as_ref().expect("a formula is false");
            let text = shown.text();
            assert!(text.contains(why), "{text}");
            assert_eq!(text.contains("----"), cycle(&trail).is_some(), "{text}");
            let read = format::parse(&format::write(&trail, shown.comments()));
            assert_eq!(read.as_ref(), Ok(&trail));
            let word = word(&model, &trail).unwrap_or_else(|why| panic!("{why}"));
            assert!((formula.forbids)(&word), "{why}: {:?}", word.letters);
            *count += 1;
        }
    });
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

/// A step of the loop is left out, or the loop begins elsewhere.
#[test]
fn mutilated_cycles_are_refused() {
    let mut counts = [0; 2];
    on_each(2, 150, |system, formula| {
        let model = Claiming::new(system, claim(formula, formula.edges));
        let Some((good, turn)) = trail(&model, Fairness::Unfair)
            .and_then(|trail| cycle(&trail).map(|turn| (trail, turn)))
        else {
            return;
        };
        for index in turn..good.steps.len() {
            if let RunStep::System(_) = good.steps[index] {
                let mut shorter = good.clone();
                shorter.steps.remove(index);
                assert!(word(&model, &shorter).is_err(), "{shorter:?}");
                counts[0] += 1;
            }
        }
        let mut states = Vec::new();
        let all = Excerpt::whole(good.steps.len());
        let played = replay(&model, &good, &Budget::new(0), &all, &mut |step| {
            states.push(step.before.state.words().to_vec());
        });
        let end = played.expect("it replays").end;
        let end = end.state.words();
        let mut moved = 0;
        for (index, step) in good.steps.iter().enumerate() {
            let mut other = good.clone();
            let of_claim = other.claim.as_mut().expect("it is of a claim");
            of_claim.cycle = Some(index);
            match step {
                RunStep::System(_) => moved += 1,
                // What precedes the system's step is the same state with another place.
                RunStep::Claim(_) => {
                    let state = states.get(moved).map_or(end, Vec::as_slice);
                    let outside = |words: &[u32]| words[0] & !0xff_0000;
                    if outside(state) == outside(end) && state[1..] == end[1..] {
                        continue;
                    }
                }
            }
            assert!(word(&model, &other).is_err(), "{other:?}");
            counts[1] += 1;
        }
        let mut none = good.clone();
        none.claim = None;
        assert!(word(&model, &none).is_err());
    });
    assert!(counts.iter().all(|count| *count > 300), "{counts:?}");
}

/// A cycle that is found without fairness is refused as a fair one where there is none.
#[test]
fn unfair_cycles_are_refused() {
    let mut counts = [0; 2];
    on_each(3, 600, |system, formula| {
        let model = Claiming::new(system, claim(formula, formula.edges));
        let Some(unfair) = trail(&model, Fairness::Unfair).filter(|it| cycle(it).is_some()) else {
            return;
        };
        for (fairness, count) in [Fairness::Weak, Fairness::Strong].iter().zip(&mut counts) {
            if trail(&model, *fairness).is_none() {
                let mut trail = unfair.clone();
                trail.claim.as_mut().expect("it is of a claim").fairness = *fairness;
                let error = word(&model, &trail).map(|_| ()).unwrap_err();
                assert!(error.contains("is not fair to process"), "{error}");
                *count += 1;
            }
        }
    });
    assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
}

/// What an automaton accepts that was mutilated is refused if the formula allows it, and only then;
/// so is a trail one of whose guards does not hold in the automaton.
#[test]
fn mutilated_automata_are_caught() {
    let mut random = Random(4);
    let mut counts = [0; 3];
    on_each(5, 120, |system, formula| {
        let mut edges = formula.edges.to_vec();
        let count = edges.len() as u64;
        let edge = &mut edges[random.below(count) as usize];
        match random.below(3) {
            0 => edge.1 = !edge.1 & ANY,
            1 => edge.2 = 1 - edge.2,
            _ => edge.3 = !edge.3 & ((1 << formula.sets) - 1),
        }
        let wrong = Claiming::new(system, claim(formula, &edges));
        if let Some(trail) = trail(&wrong, Fairness::Unfair).filter(|it| cycle(it).is_some()) {
            let trusting = ClaimInfo {
                formula: &[],
                ..claim(formula, &edges)
            };
            let seen = word(&Claiming::new(system, trusting), &trail);
            let seen = seen.unwrap_or_else(|why| panic!("{why}"));
            let replayed = word(&wrong, &trail).map(|_| ());
            match (formula.forbids)(&seen) {
                true => assert_eq!(replayed, Ok(())),
                false => assert_eq!(replayed, Err("ltl f is true of it".to_string())),
            }
            counts[usize::from(replayed.is_err())] += 1;
        }
        let right = claim(formula, formula.edges);
        let negated = ClaimInfo {
            places: right.places.iter().map(negated).collect::<Vec<_>>().leak(),
            ..claim(formula, formula.edges)
        };
        let found = trail(&Claiming::new(system, right), Fairness::Unfair);
        if let Some(trail) = found.filter(|it| !it.steps.is_empty()) {
            let error = word(&Claiming::new(system, negated), &trail).map(|_| ());
            let expected = "edge 1 is of the claim, but what it asks for does not hold";
            assert_eq!(error, Err(expected.to_string()));
            counts[2] += 1;
        }
    });
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

/// The same place with edges for other letters.
fn negated(place: &ClaimPlace) -> ClaimPlace {
    let edges = place.edges.iter().map(|edge| ClaimEdge {
        value: !edge.value & edge.care,
        ..*edge
    });
    ClaimPlace {
        edges: edges.collect::<Vec<_>>().leak(),
        ..*place
    }
}
