//! Never claims and formulas: an automaton that looks at each state of a run.
//!
//! Whatever it was written as, a claim becomes places and edges over *propositions*. An edge can be
//! taken in a state whose propositions have the values that it asks for: a conjunction of literals,
//! a *cube* of two masks. All that a never claim may write is such a cube. A condition is one
//! literal; an `else` negates the literals of its siblings; an atomic sequence is one edge, with
//! the literals of its conditions together. So searches compare two words, and know no statement.

use super::Source;
use super::automaton::{Action, Step};
use super::expression::{Expr, LabelQuery};
use super::ids::PlaceId;
use crate::ltl::automaton::{self, Automaton};
use crate::ltl::cube::{Cube, bits};
use crate::ltl::formula::Formula;
use crate::ltl::letters::Alphabet;
use crate::ltl::stutter::{self, Stutter};
use crate::ltl::{self, Refusal, Translation};

/// Most propositions of a claim: masks of them are words of 64 bits.
pub const PROPOSITIONS_MAX: usize = 64;

/// Most edges of a place of a claim: a search counts through them in 16 bits.
pub const CLAIM_EDGES_MAX: usize = u16::MAX as usize;

/// Most edges of a hand-written claim that is tested for stuttering normal form: pairs of them are
/// compared.
const EDGES_TESTED_MAX: usize = 1 << 10;

/// A never claim or formula: runs that it accepts are what must not happen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claim {
    /// Its name, as the user or we gave it.
    pub name: String,
    /// The keyword and the name.
    pub source: Source,
    /// What must hold, if it was written as a formula: then the claim is its negation.
    pub formula: Option<Formula>,
    /// What it looks at, each of them once, as conditions without side effects.
    pub propositions: Vec<Proposition>,
    /// What its edges do beside looking: assertions, prints, assignments.
    pub actions: Vec<Step>,
    /// Control locations; of a formula none before it is [`Claim::translated`].
    pub places: Vec<ClaimPlace>,
    /// Where it starts.
    pub start: PlaceId,
    /// Sets of accepting edges: a run is accepted if it takes edges of each of them again and
    /// again. With no set each infinite run is accepted.
    pub sets: u32,
}

impl Claim {
    /// The cycles through `accept` labels of processes.
    pub fn acceptance() -> Self {
        let at_label = Cube::literal(0, true);
        let elsewhere = Cube::literal(0, false);
        let edges = [(at_label, 0, 1), (elsewhere, 0, 0)];
        Self::about_labels("acceptance", LabelQuery::Accepts, vec![edges.to_vec()])
    }

    /// The cycles without `progress` labels of processes.
    pub fn non_progress() -> Self {
        let anywhere = Cube::ALL;
        let without = Cube::literal(0, true);
        let before = vec![(anywhere, 0, 0), (without, 1, 0)];
        let inside = vec![(without, 1, 1)];
        Self::about_labels(
            "non-progress",
            LabelQuery::NonProgress,
            vec![before, inside],
        )
    }

    /// Each edge is its guard, where it leads, and its sets.
    fn about_labels(name: &str, query: LabelQuery, places: Vec<Vec<(Cube, u32, u32)>>) -> Self {
        let source = Source {
            text: name.to_owned(),
            ..Source::default()
        };
        let places = places.into_iter().map(|edges| {
            let edges = edges.into_iter().map(|(guard, target, sets)| ClaimEdge {
                source: source.clone(),
                guard,
                actions: Vec::new(),
                steps: 1,
                target: PlaceId(target),
                sets,
            });
            ClaimPlace {
                source: source.clone(),
                labels: Vec::new(),
                end: false,
                edges: edges.collect(),
            }
        });
        Self {
            name: name.to_owned(),
            propositions: vec![Proposition {
                value: Expr::Labels(query),
                source: source.clone(),
            }],
            places: places.collect(),
            sets: 1,
            source: source.clone(),
            ..Self::default()
        }
    }

    /// The automata of the negated formula, if it was written as one.
    pub fn translation(&self) -> Option<Result<Translation, Refusal>> {
        let negated = self.formula.clone()?.negated();
        let alphabet = Alphabet::new(self.propositions.len() as u32);
        Some(ltl::translate(&negated, alphabet))
    }

    /// The automaton of its places.
    pub fn automaton(&self) -> Automaton {
        let alphabet = Alphabet::new(self.propositions.len() as u32);
        let of_cube = |cube: Cube| {
            bits(cube.care).fold(alphabet.all(), |letters, proposition| {
                let holds = cube.value >> proposition & 1 == 1;
                letters.meet(&alphabet.literal(proposition, holds))
            })
        };
        let places = self.places.iter().map(|place| {
            let edges = place.edges.iter().map(|edge| automaton::Edge {
                letters: of_cube(edge.guard),
                target: edge.target.index(),
                sets: edge.sets,
            });
            edges.collect()
        });
        Automaton {
            alphabet,
            places: places.collect(),
            sets: self.sets,
        }
    }

    /// Whether a claim with places is in stuttering normal form, and only looks, or asserts what it
    /// has found not to hold. False also where it is too large for that to be found out.
    pub fn is_normal(&self) -> bool {
        let edges: usize = self.places.iter().map(|place| place.edges.len()).sum();
        let fails = |step: &Step| step.action == Action::Assert(Expr::Const(0));
        let is_normal = |it| stutter::is_normal(&stutter::with_sets_between_components(it));
        edges <= EDGES_TESTED_MAX
            && Alphabet::new(self.propositions.len() as u32).is_expanded()
            && self.actions.iter().all(fails)
            && is_normal(self.settled(self.automaton()))
            && (self.actions.is_empty() || is_normal(self.settled(self.failing())))
    }

    /// An automaton of its places, where those from which it comes to its closing brace anyhow
    /// accept every run: a run goes on for ever, if only by its last state.
    fn settled(&self, mut automaton: Automaton) -> Automaton {
        let ends = self.ends_anyhow();
        for place in (0..ends.len()).filter(|place| ends[*place]) {
            accept_all(&mut automaton, place);
        }
        automaton
    }

    /// The automaton of its places, where an assertion that fails leads to one more that accepts
    /// every run. Searches go on behind it, and need not look at assertions: so both matter.
    fn failing(&self) -> Automaton {
        let mut automaton = self.automaton();
        let failed = automaton.places.len();
        automaton.places.push(Vec::new());
        accept_all(&mut automaton, failed);
        for (place, made) in self.places.iter().zip(&mut automaton.places) {
            let edges = place.edges.iter().zip(made);
            for (_, made) in edges.filter(|(edge, _)| !edge.actions.is_empty()) {
                made.target = failed;
            }
        }
        automaton
    }

    /// By place: whether it is the closing brace, or it can always be left and only towards that.
    fn ends_anyhow(&self) -> Vec<bool> {
        let mut ends = vec![false; self.places.len()];
        loop {
            let more = self.places.iter().enumerate().position(|(number, place)| {
                let edges = &place.edges;
                let is_last = edges.is_empty() && place.end;
                let leads_there = edges.iter().any(|edge| edge.guard == Cube::ALL)
                    && edges.iter().all(|edge| ends[edge.target.index()]);
                !ends[number] && (is_last || leads_there)
            });
            match more {
                Some(place) => ends[place] = true,
                None => return ends,
            }
        }
    }

    /// Whether it does not matter to the claim how often a run repeats a state, as far as that can
    /// be known.
    pub fn ignores_stuttering(&self) -> bool {
        match &self.formula {
            None => self.is_normal(),
            Some(formula) if !formula.has_next() => true,
            Some(_) => match self.translation() {
                Some(Ok(translation)) => translation.stutter != Stutter::Variant,
                _ => false,
            },
        }
    }

    /// The claim with its places: of a formula, those of an automaton for its negation. That can
    /// take long for a formula of many parts, so it is not done before it is asked for.
    ///
    /// # Errors
    /// The formula, or its automaton, is larger than can be handled.
    pub fn translated(&self) -> Result<Claim, Refusal> {
        match self.translation() {
            None => Ok(self.clone()),
            Some(translation) => Ok(self.with_places_of(&translation?.automaton)),
        }
    }

    /// The claim with the places of an automaton.
    pub fn with_places_of(&self, automaton: &Automaton) -> Claim {
        let alphabet = automaton.alphabet;
        let places = automaton.places.iter().map(|edges| {
            let edges = edges.iter().flat_map(|edge| {
                let cubes = edge.letters.disjoint_cubes(alphabet).into_iter();
                cubes.map(|guard| ClaimEdge {
                    source: self.source.clone(),
                    guard,
                    actions: Vec::new(),
                    steps: 1,
                    target: PlaceId::from(edge.target),
                    sets: edge.sets,
                })
            });
            ClaimPlace {
                source: self.source.clone(),
                labels: Vec::new(),
                end: false,
                edges: edges.collect(),
            }
        });
        Claim {
            places: places.collect(),
            sets: automaton.sets,
            ..self.clone()
        }
    }
}

/// Makes a place accept every run.
fn accept_all(automaton: &mut Automaton, place: usize) {
    automaton.places[place] = vec![automaton::Edge {
        letters: automaton.alphabet.all(),
        target: place,
        sets: automaton.all_sets(),
    }];
}

/// A condition on a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposition {
    /// It holds when this is not zero.
    pub value: Expr,
    /// Where it is written for the first time.
    pub source: Source,
}

/// A control location of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimPlace {
    /// The statement that leaves it.
    pub source: Source,
    /// Its labels, in order.
    pub labels: Vec<String>,
    /// To come here is an error: an `end` label, or the closing brace.
    pub end: bool,
    /// In the order in which they are tried.
    pub edges: Vec<ClaimEdge>,
}

/// A step of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimEdge {
    /// Its statement; of an atomic sequence the first one.
    pub source: Source,
    /// When it can be taken.
    pub guard: Cube,
    /// What it does, by index into [`Claim::actions`].
    pub actions: Vec<u32>,
    /// How many statements it stands for: more than one in an atomic sequence.
    pub steps: u32,
    /// The place it leads to.
    pub target: PlaceId,
    /// The accepting sets that it belongs to, a bit each.
    pub sets: u32,
}
