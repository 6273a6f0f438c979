//! Hidden variables that decide: reads of what may have been written in an earlier step.
//!
//! The state does not hold a hidden variable, so two states that differ in it alone count as one,
//! and what only one of them can do may be missed. That does no harm to a variable that is scratch:
//! each step that reads it has written it before. A step is one statement, or one `d_step` with all
//! that is in it. What other statements an atomic sequence has, or merging puts into one
//! transition, are other steps, since between them a state can be stored, or a process be blocked.
//! So this is found on the transitions as the text has them, before any is merged.
//!
//! Inside a `d_step` it is the usual question of what was definitely assigned: an element counts as
//! written at a node if it was written on each way from the entrance to there. Elements of an array
//! are told apart by constant indices; a read at any other index needs all of them.
//!
//! What is printed is not read unless it can be an error, and neither is a variable that is read
//! only to compute itself (`n++`): such a value decides nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::bits::Bits;
use super::write_only;
use crate::ir::{
    self, Access, Action, Deterministic, Expr, GlobalId, HiddenRead, Irreducible, IrreducibleBy,
    Model, Pattern, Proctype, Source, Step, Transition, Var, visit,
};

/// Most nodes of a `d_step` times elements that it writes. In a larger one nothing counts as
/// written.
const FACTS_MAX: usize = 1 << 26;

/// Fills in [`Model::hidden_reads`], in which those of claims are noted already, and what follows.
pub fn run(model: &mut Model) {
    let found = match model.globals.iter().any(|it| it.hidden) {
        true => find(model),
        false => Vec::new(),
    };
    model.hidden_reads = found;
    let mut decides = model.hidden_reads.iter().filter(|read| !read.by_claim);
    if let (None, Some(read)) = (&model.irreducible, decides.next()) {
        let source = read.source.clone();
        let by = IrreducibleBy::Hidden(read.variable);
        model.irreducible = Some(Irreducible { by, source });
    }
}

/// Visits the variables that an expression reads, with the access of each.
fn visit_reads(value: &Expr, visit: &mut dyn FnMut(&Access)) {
    value.walk(&mut |part| part.read().into_iter().for_each(&mut *visit));
}

fn find(model: &Model) -> Vec<HiddenRead> {
    let live = Live::of(model);
    let assigned: BTreeSet<GlobalId> = live
        .transitions(model)
        .flat_map(|it| &it.steps)
        .flat_map(|step| step.action.assigned())
        .chain(visit::assigned_by_claims(model))
        .filter_map(|access| hidden(model, access))
        .collect();
    let unused = write_only::unused(model);
    let mut search = Search {
        model,
        suspects: assigned.difference(&unused).copied().collect(),
        found: BTreeMap::new(),
    };
    search.of_processes(&live);
    search.of_trace();
    let by_claims = model.hidden_reads.iter();
    let by_claims = by_claims.filter(|read| assigned.contains(&read.variable));
    let by_claims = by_claims.map(|read| (place(read.variable, &read.source), read));
    let by_claims: BTreeMap<_, _> = by_claims.collect();
    let found = search.found.iter();
    let found = found.map(|((variable, ..), source)| HiddenRead {
        variable: *variable,
        source: (*source).clone(),
        by_claim: false,
    });
    found.chain(by_claims.into_values().cloned()).collect()
}

fn hidden(model: &Model, access: &Access) -> Option<GlobalId> {
    match access.var {
        Var::Global(id) if model.globals[id.index()].hidden => Some(id),
        _ => None,
    }
}

/// What there can be in a run: proctypes, and of each the transitions that are reached from its
/// start.
struct Live {
    /// By proctype: its transitions; `None` if it is not started.
    reached: Vec<Option<BTreeSet<usize>>>,
    /// Proctypes that are started by `run`, some of them at the start as well.
    run: BTreeSet<usize>,
}

impl Live {
    fn of(model: &Model) -> Self {
        let mut live = Self {
            reached: vec![None; model.proctypes.len()],
            run: BTreeSet::new(),
        };
        let mut open: Vec<usize> = model.initial.iter().map(|id| id.index()).collect();
        while let Some(id) = open.pop() {
            if live.reached[id].is_some() {
                continue;
            }
            let proctype = &model.proctypes[id];
            let reached = reached(proctype);
            for at in &reached {
                for step in &proctype.transitions[*at].steps {
                    if let Action::Run { proctype, .. } = &step.action {
                        live.run.insert(proctype.index());
                        open.push(proctype.index());
                    }
                }
            }
            live.reached[id] = Some(reached);
        }
        live
    }

    fn transitions<'m>(&self, model: &'m Model) -> impl Iterator<Item = &'m Transition> {
        let proctypes = model.proctypes.iter().zip(&self.reached);
        proctypes.flat_map(|(proctype, reached)| {
            let reached = reached.iter().flatten();
            reached.map(|at| &proctype.transitions[*at])
        })
    }
}

fn reached(proctype: &Proctype) -> BTreeSet<usize> {
    let reached = proctype.reachable(proctype.start);
    let places = proctype.places.iter().zip(reached);
    let offers = places.filter(|(_, reached)| *reached);
    let candidates = offers.flat_map(|(place, _)| &place.candidates);
    candidates.map(|it| it.transition.index()).collect()
}

/// A variable, and where it is read: file, line, column.
type ReadAt = (GlobalId, u32, u32, u32);

fn place(variable: GlobalId, source: &Source) -> ReadAt {
    (variable, source.file, source.line, source.column)
}

struct Search<'m> {
    model: &'m Model,
    /// Hidden variables that are assigned, and read for more than themselves.
    suspects: BTreeSet<GlobalId>,
    /// Each variable and place once, in this order.
    found: BTreeMap<ReadAt, &'m Source>,
}

impl<'m> Search<'m> {
    fn of_processes(&mut self, live: &Live) {
        for (id, proctype) in self.model.proctypes.iter().enumerate() {
            let Some(reached) = &live.reached[id] else {
                continue;
            };
            if let Some(provided) = &proctype.provided {
                self.value(provided, &proctype.source);
            }
            for promise in proctype.unproven() {
                let subscripts = promise.channel.subscripts.iter();
                subscripts.for_each(|it| self.value(&it.index, &promise.source));
            }
            // At the start nothing has been written yet.
            let creation = proctype.creation.iter().filter(|_| live.run.contains(&id));
            for (access, value) in creation {
                if let Var::Local(local) = access.var {
                    self.value(value, &proctype.locals[local.index()].source);
                }
            }
            for at in reached {
                for step in &proctype.transitions[*at].steps {
                    self.step(step);
                }
            }
        }
    }

    /// The trace moves in the steps that it sees, behind them.
    fn of_trace(&mut self) {
        let places = self.model.trace.iter().flat_map(|trace| &trace.places);
        for event in places.flat_map(|place| &place.events) {
            for value in event.fields.iter().flatten() {
                self.value(value, &event.source);
            }
        }
    }

    /// An expression before which its step writes nothing.
    fn value(&mut self, value: &Expr, source: &'m Source) {
        visit_reads(value, &mut |access| self.read(access, source));
    }

    fn step(&mut self, step: &'m Step) {
        if let Action::Deterministic(inside) = &step.action {
            return self.d_step(inside);
        }
        let slots = Slots::of(self, [step].into_iter());
        let mut written = slots.nothing();
        self.statement(step, &slots, &mut written);
    }

    fn d_step(&mut self, inside: &'m Deterministic) {
        let mut slots = Slots::of(self, inside.steps());
        if inside.nodes.len().saturating_mul(slots.0.len()) > FACTS_MAX {
            slots.0.clear();
        }
        let mut before: Vec<Option<Bits>> = vec![None; inside.nodes.len()];
        // The entrance, which every `d_step` has.
        before[0] = Some(slots.nothing());
        let mut open = BTreeSet::from([0]);
        while let Some(at) = open.pop_first() {
            let Some(known) = before[at].clone() else {
                continue;
            };
            for branch in &inside.nodes[at].branches {
                let Some(target) = branch.target.map(|it| it.index()) else {
                    continue;
                };
                let mut after = known.clone();
                touches(&branch.step.action, &mut |touch| {
                    if let Touch::Write(access) = touch {
                        slots.write(access, &mut after);
                    }
                });
                let changes = match &mut before[target] {
                    Some(met) => met.keep_common(&after),
                    none => {
                        *none = Some(after);
                        true
                    }
                };
                if changes {
                    open.insert(target);
                }
            }
        }
        for (node, before) in inside.nodes.iter().zip(before) {
            let Some(before) = before else { continue };
            for branch in &node.branches {
                self.statement(&branch.step, &slots, &mut before.clone());
            }
        }
    }

    /// Notes what a statement reads that is not yet `written`.
    fn statement(&mut self, step: &'m Step, slots: &Slots, written: &mut Bits) {
        touches(&step.action, &mut |touch| match touch {
            Touch::Write(access) => slots.write(access, written),
            Touch::Read(access) if !slots.is_written(self.model, access, written) => {
                self.read(access, &step.source);
            }
            Touch::Read(_) => {}
        });
    }

    fn read(&mut self, access: &Access, source: &'m Source) {
        if let Var::Global(id) = access.var
            && self.suspects.contains(&id)
        {
            self.found.entry(place(id, source)).or_insert(source);
        }
    }
}

/// What a statement does with a variable.
enum Touch<'a> {
    Read(&'a Access),
    Write(&'a Access),
}

fn read(value: &Expr, visit: &mut dyn FnMut(Touch<'_>)) {
    visit_reads(value, &mut |access| visit(Touch::Read(access)));
}

fn subscripts(access: &Access, visit: &mut dyn FnMut(Touch<'_>)) {
    let subscripts = access.subscripts.iter();
    subscripts.for_each(|it| read(&it.index, visit));
}

/// What a statement reads and writes, in the order of its execution.
fn touches(action: &Action, visit: &mut dyn FnMut(Touch<'_>)) {
    match action {
        Action::Skip | Action::Else | Action::End => {}
        Action::Print { arguments, .. } => {
            ir::evaluated(arguments).for_each(|value| read(value, visit));
        }
        Action::Condition(value) | Action::Assert(value) => read(value, visit),
        Action::Assign(access, value) => {
            read(value, visit);
            subscripts(access, visit);
            visit(Touch::Write(access));
        }
        Action::Send {
            channel, arguments, ..
        } => {
            subscripts(channel, visit);
            visit(Touch::Read(channel));
            arguments.iter().for_each(|value| read(value, visit));
        }
        Action::Receive {
            channel, arguments, ..
        } => {
            subscripts(channel, visit);
            visit(Touch::Read(channel));
            // Whether the message fits is seen before any field is stored.
            for pattern in arguments {
                if let Pattern::Match(value) = pattern {
                    read(value, visit);
                }
            }
            for pattern in arguments {
                if let Pattern::Store(access) = pattern {
                    subscripts(access, visit);
                    visit(Touch::Write(access));
                }
            }
        }
        Action::Run {
            arguments, result, ..
        } => {
            arguments.iter().for_each(|value| read(value, visit));
            if let Some((access, value)) = result {
                read(value, visit);
                subscripts(access, visit);
                visit(Touch::Write(access));
            }
        }
        Action::SetPriority { process, priority } => {
            read(process, visit);
            read(priority, visit);
        }
        Action::Deterministic(inside) => {
            let steps = inside.steps();
            steps.for_each(|step| touches(&step.action, visit));
        }
    }
}

/// The elements of hidden variables that a step can write at constant indices, in order: those of
/// one variable are neighbours. Which of them are written for certain is a set of their positions.
struct Slots(Vec<(GlobalId, usize)>);

impl Slots {
    fn of<'m>(search: &Search<'m>, steps: impl Iterator<Item = &'m Step>) -> Self {
        let assigned = steps.flat_map(|step| step.action.assigned());
        let slot = |access: &Access| match access.var {
            Var::Global(id) if search.suspects.contains(&id) => {
                Some((id, access.constant_element()?))
            }
            _ => None,
        };
        let slots: BTreeSet<_> = assigned.filter_map(slot).collect();
        Self(slots.into_iter().collect())
    }

    fn nothing(&self) -> Bits {
        Bits::none(self.0.len())
    }

    fn write(&self, access: &Access, written: &mut Bits) {
        if let (Var::Global(id), Some(element)) = (access.var, access.constant_element())
            && let Ok(slot) = self.0.binary_search(&(id, element))
        {
            written.insert(slot);
        }
    }

    /// The element is written, or all are if it is not known which one it is.
    fn is_written(&self, model: &Model, access: &Access, written: &Bits) -> bool {
        let Var::Global(id) = access.var else {
            return true;
        };
        let is_set = |slot: usize| written.contains(slot);
        if let Some(element) = access.constant_element() {
            return (self.0.binary_search(&(id, element))).is_ok_and(is_set);
        }
        let first = self.0.partition_point(|slot| slot.0 < id);
        let end = self.0.partition_point(|slot| slot.0 <= id);
        let all = model.globals[id.index()].elements() as usize;
        end - first == all && (first..end).all(is_set)
    }
}
