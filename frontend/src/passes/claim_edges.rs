//! From the automaton of a never claim to edges over propositions.
//!
//! A claim could be run like a process, statement by statement. Then each search would know how
//! `else`, `unless` and `atomic` decide, would evaluate a condition at each place that has it, and
//! could not say anything about the claim as an automaton. But a claim only looks at one state
//! until the system moves: so what it can do at a place are the ways through its statements from
//! there to the next place where it rests, and each way is taken under a conjunction of conditions
//! that are known now.
//!
//! An option is tried if nothing of a lower tier was executed (`unless`), an `else` if nothing
//! before it was: both are the options before, negated, and stay conjunctions, since each option
//! begins with one condition. Where a negated one has several literals, the edge becomes several of
//! which no two hold together, so that each state has as many steps as before.

use std::collections::BTreeSet;
use std::fmt;

use super::automaton::Automaton;
use crate::ir::{
    Action, BinaryOp, CLAIM_EDGES_MAX, Claim, ClaimEdge, ClaimPlace, Deterministic, Expr,
    LabelQuery, NodeId, PROPOSITIONS_MAX, PlaceId, Proposition, Source, Step, UnaryOp,
};
use crate::ltl::cube::{self, Cube};
use crate::ltl::letters::Alphabet;

/// Most statements tried for the edges of a place: ways through an atomic sequence that lead
/// nowhere can be many, too.
const TRIED_MAX: u32 = 1 << 20;

/// What a claim has too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    /// More than [`PROPOSITIONS_MAX`] propositions.
    Propositions,
    /// More than [`CLAIM_EDGES_MAX`] edges at a place.
    Edges,
    /// A condition behind an assignment in an atomic sequence.
    LooksBehindChange,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Propositions => {
                write!(f, "the claim has more than {PROPOSITIONS_MAX} conditions")
            }
            Self::Edges => write!(
                f,
                "the claim has more than {CLAIM_EDGES_MAX} steps at a place"
            ),
            Self::LooksBehindChange => {
                f.write_str("an atomic sequence of the claim changes a variable, then looks")
            }
        }
    }
}

impl TooLarge {
    /// What to write instead.
    pub fn help(self) -> &'static str {
        match self {
            Self::Propositions => "join conditions with `&&` and `||`, or use several claims",
            Self::Edges => "join options of which one is enough with `||`",
            Self::LooksBehindChange => "look first, or change the variable in a process",
        }
    }
}

/// Most `&&` and `||` of a condition that is taken apart: cubes can be as many as two to that.
const OPERATORS_MAX: usize = 16;

/// Most cubes that a condition is taken apart into.
const CUBES_MAX: usize = 32;

/// What a claim looks at, each of it once.
#[derive(Default)]
pub struct Propositions(pub Vec<Proposition>);

/// Fills in propositions, actions, places and edges. `accepting_processes`: processes have `accept`
/// labels, and these count like those of the claim.
///
/// `!q && p` and `!q` are taken apart, so that it is known that one implies the other: else few
/// claims were found to be in stuttering normal form. But that can only be found out of a claim of
/// few propositions, and of another each condition is one.
pub fn build(
    claim: Claim,
    automaton: &Automaton,
    accepting_processes: bool,
) -> Result<Claim, TooLarge> {
    let built =
        |takes_apart| build_with(claim.clone(), automaton, accepting_processes, takes_apart);
    match built(true) {
        Ok(claim) if Alphabet::new(claim.propositions.len() as u32).is_expanded() => Ok(claim),
        _ => built(false),
    }
}

fn build_with(
    claim: Claim,
    automaton: &Automaton,
    accepting_processes: bool,
    takes_apart: bool,
) -> Result<Claim, TooLarge> {
    let mut builder = Builder {
        automaton,
        accepting_processes,
        takes_apart,
        propositions: Propositions::default(),
        claim,
        edges: Vec::new(),
        tried: 0,
    };
    // The places at which the claim rests; those inside of atomic sequences are none.
    let (mut rests, mut open) = (BTreeSet::new(), vec![automaton.start]);
    while let Some(at) = open.pop() {
        if rests.insert(at) {
            open.extend(builder.edges_of(at)?.iter().map(|edge| edge.target));
        }
    }
    // Once more in the order of the text, in which propositions and places are numbered.
    builder.propositions.0.clear();
    builder.claim.actions.clear();
    let number = |at| PlaceId::from(rests.range(..at).count());
    for at in &rests {
        let place = &automaton.places[at.index()];
        let mut edges = builder.edges_of(*at)?;
        for edge in &mut edges {
            edge.target = number(edge.target);
        }
        builder.claim.places.push(ClaimPlace {
            source: place.source.clone(),
            labels: place.labels.clone(),
            end: place.end,
            edges,
        });
    }
    builder.claim.start = number(automaton.start);
    builder.claim.propositions = builder.propositions.0;
    Ok(builder.claim)
}

struct Builder<'a> {
    automaton: &'a Automaton,
    accepting_processes: bool,
    /// Conditions are split at `&&` and `||`.
    takes_apart: bool,
    propositions: Propositions,
    claim: Claim,
    /// Of the place at hand, and how many statements were tried for them.
    edges: Vec<ClaimEdge>,
    tried: u32,
}

/// What a claim has done since it rested.
#[derive(Clone)]
struct Way<'a> {
    /// The first statement.
    source: &'a Source,
    guard: Cube,
    actions: Vec<u32>,
    steps: u32,
    changes: bool,
    /// Where it stands now.
    at: PlaceId,
    /// Where it stood before, inside of an atomic sequence, and what was known there.
    met: Vec<(PlaceId, Cube)>,
}

impl<'a> Way<'a> {
    fn new(at: PlaceId, source: &'a Source) -> Self {
        Way {
            source,
            guard: Cube::ALL,
            actions: Vec::new(),
            steps: 0,
            changes: false,
            at,
            met: Vec::new(),
        }
    }
}

impl<'a> Builder<'a> {
    /// The edges of a place, with targets as the automaton numbers them.
    fn edges_of(&mut self, at: PlaceId) -> Result<Vec<ClaimEdge>, TooLarge> {
        let place = &self.automaton.places[at.index()];
        self.tried = 0;
        self.follow(&Way::new(at, &place.source))?;
        let mut edges = std::mem::take(&mut self.edges);
        if place.accept {
            edges.iter_mut().for_each(|edge| edge.sets = 1);
        } else if self.accepting_processes {
            edges = self.accepting_where_processes_do(edges)?;
        }
        match edges.len() > CLAIM_EDGES_MAX {
            true => Err(TooLarge::Edges),
            false => Ok(edges),
        }
    }

    /// Notes all ways on to where the claim rests next.
    fn follow(&mut self, way: &Way<'a>) -> Result<(), TooLarge> {
        if way.met.contains(&(way.at, way.guard)) {
            // An atomic sequence without end: the system never moves again.
            return Ok(());
        }
        let place = &self.automaton.places[way.at.index()];
        let here = (way.at, way.guard);
        let mut tier = None;
        // Where nothing was executed yet, and where nothing of the tiers before this one was.
        let mut left = vec![way.guard];
        let mut left_before = Vec::new();
        for candidate in &place.candidates {
            if tier.replace(candidate.tier) != Some(candidate.tier) {
                left_before.clone_from(&left);
            }
            let transition = &self.automaton.transitions[candidate.transition.index()];
            // As built, a transition has one step.
            let step = &transition.steps[0];
            let open = match step.action.is_else() {
                true => left.clone(),
                false => left_before.clone(),
            };
            for guard in open {
                let mut way = Way {
                    guard,
                    steps: way.steps + 1,
                    at: transition.target,
                    ..way.clone()
                };
                way.met.push(here);
                if way.steps == 1 {
                    way.source = &step.source;
                }
                for way in self.perform(way, &step.action, &step.source)? {
                    cube::take(&mut left, way.guard);
                    match transition.atomic {
                        true => self.follow(&way)?,
                        false => self.rest(way)?,
                    }
                }
            }
        }
        Ok(())
    }

    fn rest(&mut self, way: Way<'_>) -> Result<(), TooLarge> {
        if self.edges.len() >= CLAIM_EDGES_MAX {
            return Err(TooLarge::Edges);
        }
        self.edges.push(ClaimEdge {
            source: way.source.clone(),
            guard: way.guard,
            actions: way.actions,
            steps: way.steps,
            target: way.at,
            sets: 0,
        });
        Ok(())
    }

    /// Each edge twice: accepting where some process stands at an `accept` label, and where none
    /// does not.
    fn accepting_where_processes_do(
        &mut self,
        edges: Vec<ClaimEdge>,
    ) -> Result<Vec<ClaimEdge>, TooLarge> {
        let mut split = Vec::new();
        for edge in edges {
            let source = edge.source.clone();
            let accepts = self
                .propositions
                .literal(&Expr::Labels(LabelQuery::Accepts), &source)?;
            for (literal, sets) in [(accepts, 1), (accepts.negated(), 0)] {
                let guard = edge.guard.meet(literal);
                split.extend(guard.map(|guard| ClaimEdge {
                    guard,
                    sets,
                    ..edge.clone()
                }));
            }
        }
        Ok(split)
    }

    /// The ways on through a statement: no two of them can be taken in one state.
    fn perform(
        &mut self,
        mut way: Way<'a>,
        action: &'a Action,
        source: &Source,
    ) -> Result<Vec<Way<'a>>, TooLarge> {
        self.tried += 1;
        if self.tried > TRIED_MAX {
            return Err(TooLarge::Edges);
        }
        match action {
            Action::Condition(Expr::Const(0)) | Action::End => return Ok(Vec::new()),
            Action::Condition(Expr::Const(_)) | Action::Skip | Action::Else => {}
            // It shows nothing that a search looks for.
            Action::Print { .. } => {}
            Action::Condition(_) if way.changes => return Err(TooLarge::LooksBehindChange),
            Action::Condition(value) => {
                return self.where_it_is(true, value, &way, source);
            }
            Action::Deterministic(inside) => return self.run_through(way, inside),
            Action::Assert(value) if !way.changes && self.can_be_asked(value, way.guard) => {
                return self.assert(way, value, source);
            }
            _ => {
                way.changes |= !matches!(action, Action::Assert(_));
                self.act(&mut way, action.clone(), source);
            }
        }
        Ok(vec![way])
    }

    fn act(&mut self, way: &mut Way<'_>, action: Action, source: &Source) {
        way.actions.push(self.claim.actions.len() as u32);
        self.claim.actions.push(Step::new(action, source.clone()));
    }

    /// Whether what is asserted can be asked for before it is known whether the claim comes to the
    /// assertion, and means the same then.
    fn can_be_asked(&self, value: &Expr, guard: Cube) -> bool {
        let is_asked = |it: Cube| guard.care & it.care != 0;
        let fails = value.can_fail() && !self.propositions.known(value).is_some_and(is_asked);
        let mut can = value.constant().is_none() && (guard == Cube::ALL || !fails);
        // Of a process that is not there a condition is false, and an assertion an error.
        value.walk(&mut |part| can &= !matches!(part, Expr::Remote(..) | Expr::PlaceNumber(_)));
        can
    }

    /// An assertion is a choice: it holds, and there is no more to it, or it fails.
    fn assert(
        &mut self,
        way: Way<'a>,
        value: &Expr,
        source: &Source,
    ) -> Result<Vec<Way<'a>>, TooLarge> {
        let mut ways = self.where_it_is(true, value, &way, source)?;
        for mut failing in self.where_it_is(false, value, &way, source)? {
            self.act(&mut failing, Action::Assert(Expr::Const(0)), source);
            ways.push(failing);
        }
        Ok(ways)
    }

    /// The ways on where a condition is true, or false.
    fn where_it_is(
        &mut self,
        truth: bool,
        value: &Expr,
        way: &Way<'a>,
        source: &Source,
    ) -> Result<Vec<Way<'a>>, TooLarge> {
        let cubes = self.cubes(value, truth, source)?;
        let guards = cubes.iter().filter_map(|it| way.guard.meet(*it));
        let ways = guards.map(|guard| Way {
            guard,
            ..way.clone()
        });
        Ok(ways.collect())
    }

    /// When a condition is true, or false: cubes of which no two hold together.
    fn cubes(&mut self, value: &Expr, truth: bool, source: &Source) -> Result<Vec<Cube>, TooLarge> {
        let mut operators = 0;
        value.walk(&mut |part| {
            operators += usize::from(matches!(
                part,
                Expr::Binary(BinaryOp::And | BinaryOp::Or, ..)
            ));
        });
        if self.takes_apart && operators <= OPERATORS_MAX {
            let known = self.propositions.0.len();
            match self.propositions.cubes(value, truth, source) {
                Ok(cubes) if cubes.len() <= CUBES_MAX => return Ok(cubes),
                _ => self.propositions.0.truncate(known),
            }
        }
        Ok(vec![self.propositions.literal_where(value, truth, source)?])
    }

    /// The ways through a `d_step`, where the first branch that can be executed is. One that is
    /// stuck on the way is left out.
    fn run_through(
        &mut self,
        way: Way<'a>,
        inside: &'a Deterministic,
    ) -> Result<Vec<Way<'a>>, TooLarge> {
        let mut done = Vec::new();
        let mut met = BTreeSet::new();
        let mut open = vec![(NodeId::from(0), way)];
        while let Some((node, way)) = open.pop() {
            if !met.insert((node, way.guard)) {
                continue;
            }
            let mut left = vec![way.guard];
            for branch in &inside.nodes[node.index()].branches {
                for guard in std::mem::take(&mut left) {
                    let way = Way {
                        guard,
                        ..way.clone()
                    };
                    let Step { action, source, .. } = &branch.step;
                    let taken = self.perform(way, action, source)?;
                    let mut rest = vec![guard];
                    for way in taken {
                        cube::take(&mut rest, way.guard);
                        match branch.target {
                            Some(next) => open.push((next, way)),
                            None => done.push(way),
                        }
                    }
                    left.extend(rest);
                }
            }
        }
        Ok(done)
    }
}

impl Propositions {
    /// A condition as a literal.
    pub fn literal(&mut self, value: &Expr, source: &Source) -> Result<Cube, TooLarge> {
        if let Some(known) = self.known(value) {
            return Ok(known);
        }
        if self.0.len() == PROPOSITIONS_MAX {
            return Err(TooLarge::Propositions);
        }
        let (value, holds) = stripped(value);
        let source = source.clone();
        self.0.push(Proposition { value, source });
        Ok(Cube::literal(self.0.len() as u32 - 1, holds))
    }

    fn literal_where(
        &mut self,
        value: &Expr,
        truth: bool,
        source: &Source,
    ) -> Result<Cube, TooLarge> {
        let literal = self.literal(value, source)?;
        Ok(match truth {
            true => literal,
            false => literal.negated(),
        })
    }

    /// When a condition is true, or false: cubes of which no two hold together. What could be a
    /// run-time error is not asked for before its time.
    fn cubes(&mut self, value: &Expr, truth: bool, source: &Source) -> Result<Vec<Cube>, TooLarge> {
        let (both, left, right) = match value {
            Expr::Unary(UnaryOp::Not, operand) => return self.cubes(operand, !truth, source),
            Expr::Binary(BinaryOp::And, left, right) if !can_fault(left) => (truth, left, right),
            Expr::Binary(BinaryOp::Or, left, right) if !can_fault(left) => (!truth, left, right),
            _ => return Ok(vec![self.literal_where(value, truth, source)?]),
        };
        let of_left = self.cubes(left, truth, source)?;
        let of_right = self.cubes(right, truth, source)?;
        let (mut cubes, open) = match both {
            true => (Vec::new(), of_left),
            false => (of_left, self.cubes(left, !truth, source)?),
        };
        if open.len() * of_right.len() > CUBES_MAX {
            return Err(TooLarge::Edges);
        }
        let pairs = open
            .iter()
            .flat_map(|open| of_right.iter().map(|it| open.meet(*it)));
        cubes.extend(pairs.flatten());
        Ok(cubes)
    }

    fn known(&self, value: &Expr) -> Option<Cube> {
        let (value, holds) = stripped(value);
        let at = self.0.iter().position(|it| it.value == value)?;
        Some(Cube::literal(at as u32, holds))
    }
}

/// A condition without its negations, so that `x == 1` and `x != 1` are one proposition, and
/// whether it holds when that does. Of a remote variable they are not: both are false where the
/// process is gone.
fn stripped(value: &Expr) -> (Expr, bool) {
    let (mut value, mut holds) = (value.clone(), true);
    loop {
        (value, holds) = match value {
            Expr::Unary(UnaryOp::Not, operand) => (*operand, !holds),
            Expr::Binary(BinaryOp::NotEqual, left, right) if !is_remote(&left, &right) => {
                (Expr::Binary(BinaryOp::Equal, left, right), !holds)
            }
            other => return (other, holds),
        };
    }
}

/// Whether a proposition can be a run-time error. Where there is no such process, it is false.
fn can_fault(value: &Expr) -> bool {
    let mut found = false;
    value.walk(&mut |part| {
        found |= match part {
            Expr::Binary(BinaryOp::Divide | BinaryOp::Remainder, _, divisor) => {
                divisor.constant().is_none_or(|divisor| divisor == 0)
            }
            Expr::Unary(..) | Expr::Binary(..) | Expr::Conditional(..) | Expr::At(..) => false,
            Expr::Remote(_, _, access) => !access.exists(),
            part => part.can_fail(),
        };
    });
    found
}

fn is_remote(left: &Expr, right: &Expr) -> bool {
    let mut found = false;
    for side in [left, right] {
        side.walk(&mut |part| found |= matches!(part, Expr::Remote(..)));
    }
    found
}
