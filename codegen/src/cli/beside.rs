//! A claim beside the run of a trail: whether each step of it can be taken, and whether the run is
//! one that the claim forbids. All is asked of the interpreter and of the formula.

use std::collections::BTreeSet;

use codegen::plan::claim::{Kind as Written, Planned};
use frontend::interpret::State;
use frontend::interpret::claim::Letter;
use frontend::interpret::cycles::Fairness;
use frontend::interpret::run::Run;
use frontend::ir::{ClaimEdge, Model, PlaceId};
use frontend::ltl::classify::Component;
use frontend::ltl::lasso::Lasso;

use super::sight::{changes, is_inside, letter, place_name};
use super::starves::Starves;
use super::verdict::{self, Found, Kind};

/// The claim, and what it has seen.
pub struct Beside<'m> {
    planned: &'m Planned,
    fairness: Fairness,
    place: PlaceId,
    /// It has stepped, and the system has not.
    has_stepped: bool,
    letters: Vec<u64>,
    cycle: Option<Cycle>,
}

/// The cycle so far.
struct Cycle {
    state: State,
    place: PlaceId,
    /// How many letters come before it.
    turn: usize,
    sets: u32,
    begun: BTreeSet<usize>,
    /// Who was able to begin a step, at each step of the claim.
    able: Vec<BTreeSet<usize>>,
}

impl Cycle {
    /// Who is able to begin a step in each of its states and begins none.
    fn starved_always(&self) -> BTreeSet<usize> {
        let able = self.able.iter().cloned();
        let always = able.reduce(|all, able| &all & &able).unwrap_or_default();
        &always - &self.begun
    }

    /// Who is able to in some of them and begins none.
    fn starved_again_and_again(&self) -> BTreeSet<usize> {
        let able: BTreeSet<usize> = self.able.iter().flatten().copied().collect();
        &able - &self.begun
    }
}

impl<'m> Beside<'m> {
    /// Has seen nothing yet.
    pub fn new(planned: &'m Planned, fairness: Fairness) -> Self {
        Self {
            planned,
            fairness,
            place: planned.claim.start,
            has_stepped: false,
            letters: Vec::new(),
            cycle: None,
        }
    }

    /// The cycle begins here.
    pub fn begin_cycle(&mut self, run: &Run<'m>) -> Result<(), String> {
        if !self.rests(run) {
            return Err("a cycle cannot begin inside of a step".to_owned());
        }
        self.cycle = Some(Cycle {
            state: run.state.clone(),
            place: self.place,
            turn: self.letters.len(),
            sets: 0,
            begun: BTreeSet::new(),
            able: Vec::new(),
        });
        Ok(())
    }

    /// Takes an edge of the claim, in a run and its shadow; gives what has changed of what it sees.
    pub fn step(
        &mut self,
        run: &mut Run<'m>,
        index: usize,
        shadow: Option<&mut Run<'m>>,
    ) -> Result<String, String> {
        if !self.rests(run) {
            return Err("the claim steps where the system must move".to_owned());
        }
        let edges = &self.planned.claim.places[self.place.index()].edges;
        let edge = edges.get(index);
        let edge = edge.ok_or_else(|| format!("the claim has no edge {index} here"))?;
        let letter = letter(run, self.planned);
        if letter.allows(edge) != Ok(true) {
            return Err("what the edge of the claim asks for does not hold".to_owned());
        }
        if let Some(cycle) = &mut self.cycle {
            let (moves, _) = run.interpreter().moves(&run.state);
            let moved = moves.successors.iter().map(|it| it.by.pid);
            let failed = moves.faults.iter().map(|it| it.by.pid);
            cycle.able.push(moved.chain(failed).collect());
            cycle.sets |= edge.sets;
        }
        let claim = &self.planned.claim;
        for run in std::iter::once(run).chain(shadow) {
            let performed = run.interpreter().perform_claim(&mut run.state, claim, edge);
            performed.map_err(|fault| format!("the claim steps into an error: {fault}"))?;
            run.exclusive = None;
        }
        let changed = changes(self.planned, &letter, self.letters.last().copied());
        self.letters.push(letter.holds);
        self.place = edge.target;
        self.has_stepped = true;
        Ok(changed)
    }

    /// `ltl p is at place 0`.
    pub fn standing(&self, model: &Model) -> String {
        let place = place_name(model, self.planned, self.place);
        format!("{} is at {place}", self.planned.name)
    }

    /// The system steps.
    pub fn system_steps(&mut self, run: &Run<'m>, pid: usize) -> Result<(), String> {
        if !self.has_stepped && !is_inside(run) {
            return Err("the system moves where the claim must step".to_owned());
        }
        // Who is drawn into a sequence, and goes on in it, begins nothing.
        if let (true, Some(cycle)) = (self.has_stepped, &mut self.cycle) {
            cycle.begun.insert(pid);
        }
        self.has_stepped = false;
        Ok(())
    }

    /// What is wrong with what the claim could do next.
    pub fn next_wrong(&self, run: &Run<'m>) -> Vec<Found<'m>> {
        if !self.rests(run) {
            return Vec::new();
        }
        let letter = letter(run, self.planned);
        let edges = &self.planned.claim.places[self.place.index()].edges;
        edges
            .iter()
            .flat_map(|edge| self.wrong_with(run, &letter, edge))
            .collect()
    }

    fn wrong_with(&self, run: &Run<'m>, letter: &Letter, edge: &ClaimEdge) -> Vec<Found<'m>> {
        let claim = &self.planned.claim;
        let perform = |_| {
            let state = &mut run.state.clone();
            run.interpreter().perform_claim(state, claim, edge)
        };
        let taken = letter.allows(edge).and_then(|is_allowed| {
            let taken = is_allowed.then_some(()).map(perform);
            taken.transpose().map(Option::unwrap_or_default)
        });
        match taken {
            Ok(events) => events
                .iter()
                .filter_map(|event| Some((event.violation?, event.step)))
                .map(|(it, step)| verdict::of_violation(run.interpreter().model(), it, step))
                .collect(),
            Err(fault) => vec![Found {
                kind: Kind::RuntimeError,
                text: fault.to_string(),
                step: None,
            }],
        }
    }

    /// Whether the run, at its end, is one that the claim forbids.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&mut self, run: &Run<'m>, kind: Kind) -> Result<(), String> {
        let turn = match kind {
            Kind::Claim => {
                let at = self.place.index();
                let terminal = self.planned.components.get(at) == Some(&Component::Terminal);
                if !terminal && !self.planned.claim.places[at].end {
                    return Err("the claim is not violated yet".to_owned());
                }
                self.letters.push(letter(run, self.planned).holds);
                self.letters.len() - 1
            }
            _ => self.check_cycle(run, kind)?,
        };
        let lasso = Lasso {
            letters: self.letters.clone(),
            turn,
        };
        let formula = self.planned.claim.formula.as_ref();
        match formula.is_some_and(|formula| lasso.satisfies(formula)) {
            true => Err(format!("{} is true of this run", self.planned.name)),
            false => Ok(()),
        }
    }

    fn check_cycle(&self, run: &Run<'m>, kind: Kind) -> Result<usize, String> {
        let is_non_progress = self.planned.kind == Written::NonProgress;
        if is_non_progress != (kind == Kind::NonProgressCycle) {
            return Err("the claim says nothing of such a cycle".to_owned());
        }
        let Some(cycle) = self.cycle.as_ref().filter(|it| !it.able.is_empty()) else {
            return Err("there is no cycle".to_owned());
        };
        let is_back = is_same(run, &cycle.state) && cycle.place == self.place;
        if !self.rests(run) || !is_back {
            return Err("the cycle does not lead back to where it begins".to_owned());
        }
        let met = (0..self.planned.claim.sets).all(|set| cycle.sets >> set & 1 == 1);
        if !met {
            return Err("the claim does not accept the cycle".to_owned());
        }
        let starved = match self.fairness {
            Fairness::Unfair => BTreeSet::new(),
            Fairness::Weak => cycle.starved_always(),
            Fairness::Strong => cycle.starved_again_and_again(),
        };
        match starved.first() {
            None => Ok(cycle.turn),
            Some(pid) => {
                let name = run.interpreter().process_name(&run.state, *pid);
                Err(format!("the cycle is not fair to {name}"))
            }
        }
    }

    /// Which processes the cycle starves, if there is one and it does.
    pub fn starves(&self, run: &Run<'m>) -> Option<String> {
        let cycle = self.cycle.as_ref()?;
        let name = |pid: &usize| run.interpreter().process_name(&run.state, *pid);
        let starves = Starves {
            weak: cycle.starved_always().iter().map(name).collect(),
            strong: cycle.starved_again_and_again().iter().map(name).collect(),
        };
        starves.sentence()
    }

    /// It is the claim's turn: the system has moved, or cannot.
    fn rests(&self, run: &Run<'m>) -> bool {
        match self.has_stepped {
            true => run.choices().is_empty(),
            false => !is_inside(run),
        }
    }
}

/// Whether the run is in that state again, hidden variables that decide nothing apart.
fn is_same(run: &Run<'_>, state: &State) -> bool {
    let interpreter = run.interpreter();
    match interpreter.model().hidden_reads.is_empty() {
        true => interpreter.visible(&run.state) == interpreter.visible(state),
        false => run.state == *state,
    }
}
