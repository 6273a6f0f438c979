//! Which variables are followed: those that decide whether an access or a division can fail.

use std::collections::BTreeSet;

use crate::ir::{Access, Action, BinaryOp, Expr, GlobalId, LocalId, Model, Proctype, Type, Var};

/// How often it is looked for what those depend on.
const ROUNDS: usize = 8;

/// By proctype, what is followed; and whether that depends on messages, or on what a process is
/// started with. Then what is told in them is followed as well.
pub(super) fn by_proctype(
    model: &Model,
    owned: &[BTreeSet<GlobalId>],
) -> (Vec<BTreeSet<Var>>, bool) {
    let all = model.proctypes.iter().zip(owned);
    let all: Vec<Scalars<'_>> = all.map(|it| Scalars::of(model, it.0, it.1)).collect();
    let followed: Vec<_> = all.iter().map(|it| it.closed(it.that_decide())).collect();
    let mut both = all.iter().zip(&followed);
    if !both.any(|(scalars, followed)| scalars.are_told(followed)) {
        return (followed, false);
    }
    let with_told = all.iter().zip(followed).map(|(scalars, mut followed)| {
        scalars.told(&mut followed);
        scalars.closed(followed)
    });
    (with_told.collect(), true)
}

/// The scalars that only one process uses.
struct Scalars<'m> {
    proctype: &'m Proctype,
    own: BTreeSet<Var>,
}

impl<'m> Scalars<'m> {
    fn of(model: &Model, proctype: &'m Proctype, owned: &BTreeSet<GlobalId>) -> Self {
        let locals = (0..proctype.locals.len()).map(|it| Var::Local(LocalId::from(it)));
        let globals = owned.iter().map(|id| Var::Global(*id));
        let is_scalar = |var: &Var| {
            let variable = match var {
                Var::Local(id) => &proctype.locals[id.index()],
                Var::Global(id) => &model.globals[id.index()],
            };
            variable.dimensions.is_empty() && variable.ty != Type::Chan
        };
        let own = locals.chain(globals).filter(is_scalar).collect();
        Self { proctype, own }
    }

    /// Adds the scalars that a value is computed from.
    fn read(&self, value: &Expr, found: &mut BTreeSet<Var>) {
        value.walk(&mut |part| {
            if let Expr::Load(access) = part
                && self.own.contains(&access.var)
            {
                found.insert(access.var);
            }
        });
    }

    /// Those that indices and divisors are computed from.
    fn that_decide(&self) -> BTreeSet<Var> {
        let mut found = BTreeSet::new();
        let indices = |access: &Access, found: &mut BTreeSet<Var>| {
            let subscripts = access.subscripts.iter();
            subscripts.for_each(|it| self.read(&it.index, found));
        };
        for step in self.proctype.steps() {
            let assigned = step.action.assigned().into_iter();
            assigned.for_each(|it| indices(it, &mut found));
            step.action.walk(&mut |part| match part {
                Expr::Load(access) => indices(access, &mut found),
                Expr::Binary(BinaryOp::Divide | BinaryOp::Remainder, _, by) => {
                    self.read(by, &mut found);
                }
                _ => {}
            });
        }
        found
    }

    /// With what these are computed from, and are compared with.
    fn closed(&self, mut found: BTreeSet<Var>) -> BTreeSet<Var> {
        for _ in 0..ROUNDS {
            let before = found.len();
            for step in self.proctype.steps() {
                if let Action::Assign(access, value) = &step.action
                    && found.contains(&access.var)
                {
                    self.read(value, &mut found);
                }
                step.action
                    .walk(&mut |part| self.compared(part, &mut found));
            }
            if found.len() == before {
                break;
            }
        }
        found
    }

    fn compared(&self, part: &Expr, found: &mut BTreeSet<Var>) {
        let Expr::Binary(op, left, right) = part else {
            return;
        };
        let mut sides = BTreeSet::new();
        self.read(left, &mut sides);
        self.read(right, &mut sides);
        if op.relation().is_some() && !sides.is_disjoint(found) {
            found.append(&mut sides);
        }
    }

    /// Whether another process tells one of them.
    fn are_told(&self, followed: &BTreeSet<Var>) -> bool {
        let is_parameter = |var: &Var| match var {
            Var::Local(id) => id.index() < self.proctype.parameters,
            Var::Global(_) => false,
        };
        let actions = self.proctype.steps().map(|step| &step.action);
        let mut received = actions
            .filter(|it| matches!(it, Action::Receive { .. }))
            .flat_map(Action::assigned);
        followed.iter().any(is_parameter) || received.any(|it| followed.contains(&it.var))
    }

    /// Adds what messages and parameters are computed from.
    fn told(&self, found: &mut BTreeSet<Var>) {
        for step in self.proctype.steps() {
            if let Action::Send { arguments, .. } | Action::Run { arguments, .. } = &step.action {
                arguments.iter().for_each(|it| self.read(it, found));
            }
        }
    }
}
