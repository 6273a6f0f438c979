//! The expressions of a model and of its statements, to look at them or to change them.

use super::{Access, Action, BinaryOp, Expr, Model, Pattern, Proctype, Step, Subscript};

impl Expr {
    /// Its value, if it is a constant.
    pub fn constant(&self) -> Option<i32> {
        match self {
            Expr::Const(value) => Some(*value),
            _ => None,
        }
    }

    /// Visits the expression and each part of it, the whole first. Of a poll only what is compared.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match self {
            Expr::Load(access) | Expr::Channel(_, access) => access.walk_subscripts(visit),
            Expr::Unary(_, operand)
            | Expr::At(_, operand, _)
            | Expr::Priority(operand)
            | Expr::Enabled(operand)
            | Expr::PlaceNumber(operand) => operand.walk(visit),
            Expr::Binary(_, left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            Expr::Conditional(condition, then, otherwise) => {
                for part in [condition, then, otherwise] {
                    part.walk(visit);
                }
            }
            Expr::Poll {
                channel, arguments, ..
            } => {
                channel.walk_subscripts(visit);
                for pattern in arguments {
                    if let Pattern::Match(value) = pattern {
                        value.walk(visit);
                    }
                }
            }
            Expr::Remote(_, pid, access) => {
                pid.walk(visit);
                access.walk_subscripts(visit);
            }
            Expr::Const(_)
            | Expr::Pid
            | Expr::ProcessCount
            | Expr::Timeout
            | Expr::FirstOf(_)
            | Expr::Last
            | Expr::Labels(_)
            | Expr::Spawned => {}
        }
    }

    /// The variable that it reads by itself, beside its parts; a remote one belongs to another
    /// process.
    pub fn read(&self) -> Option<&Access> {
        match self {
            Expr::Load(access)
            | Expr::Channel(_, access)
            | Expr::Poll {
                channel: access, ..
            } => Some(access),
            _ => None,
        }
    }

    /// Whether evaluating it can end in a run-time error: division, an index that is not constant,
    /// a channel variable that may be uninitialised.
    pub fn can_fail(&self) -> bool {
        self.can_fail_where(&Access::exists)
    }

    /// The same where `access` is known to be there, as in `a[i]++`, which is an error only if
    /// writing `a[i]` is one.
    pub fn can_fail_beside(&self, access: &Access) -> bool {
        self.can_fail_where(&|it| it == access || it.exists())
    }

    fn can_fail_where(&self, exists: &dyn Fn(&Access) -> bool) -> bool {
        let can_fail = |part: &Expr| part.can_fail_where(exists);
        match self {
            Expr::Load(access) => !exists(access),
            Expr::Unary(_, operand) => can_fail(operand),
            Expr::Binary(BinaryOp::Divide | BinaryOp::Remainder, left, right) => {
                !matches!(**right, Expr::Const(divisor) if divisor != 0) || can_fail(left)
            }
            Expr::Binary(_, left, right) => can_fail(left) || can_fail(right),
            Expr::Conditional(condition, then, otherwise) => {
                can_fail(condition) || can_fail(then) || can_fail(otherwise)
            }
            Expr::Channel(..)
            | Expr::Poll { .. }
            | Expr::At(..)
            | Expr::Remote(..)
            | Expr::Priority(_)
            | Expr::Enabled(_)
            | Expr::PlaceNumber(_) => true,
            Expr::Const(_)
            | Expr::Pid
            | Expr::ProcessCount
            | Expr::Timeout
            | Expr::Last
            | Expr::FirstOf(_)
            | Expr::Labels(_)
            | Expr::Spawned => false,
        }
    }
}

impl Access {
    /// Whether it is certainly there: no subscript can be outside of its array, as each is a
    /// constant inside.
    pub fn exists(&self) -> bool {
        self.constant_element().is_some()
    }

    /// Whether it is certainly an error: some subscript is a constant outside of its array.
    pub fn is_missing(&self) -> bool {
        let outside = |it: &Subscript| {
            let index = it.index.constant();
            index.is_some_and(|index| it.inside(index).is_none())
        };
        self.subscripts.iter().any(outside)
    }

    /// Visits the subscripts and each part of them.
    pub fn walk_subscripts(&self, visit: &mut dyn FnMut(&Expr)) {
        for subscript in &self.subscripts {
            subscript.index.walk(visit);
        }
    }
}

/// Of what is printed, what a search evaluates as well: it can be a run-time error. The rest shows
/// nothing that a search looks for.
pub fn evaluated(printed: &[Expr]) -> impl Iterator<Item = &Expr> {
    printed.iter().filter(|argument| argument.can_fail())
}

impl Action {
    /// The channel of a send or receive.
    pub fn channel(&self) -> Option<&Access> {
        match self {
            Action::Send { channel, .. } | Action::Receive { channel, .. } => Some(channel),
            _ => None,
        }
    }

    /// Visits each expression that a search evaluates and each part of one: of what is printed,
    /// only what can fail; not what stands inside of a `d_step`.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Action::Skip | Action::Else | Action::End | Action::Deterministic(_) => {}
            Action::Print { arguments, .. } => {
                evaluated(arguments).for_each(|value| value.walk(visit));
            }
            Action::Condition(value) | Action::Assert(value) => value.walk(visit),
            Action::Assign(access, value) => {
                access.walk_subscripts(visit);
                value.walk(visit);
            }
            Action::Send {
                channel, arguments, ..
            } => {
                channel.walk_subscripts(visit);
                arguments.iter().for_each(|value| value.walk(visit));
            }
            Action::Receive {
                channel, arguments, ..
            } => {
                channel.walk_subscripts(visit);
                for pattern in arguments {
                    match pattern {
                        Pattern::Match(value) => value.walk(visit),
                        Pattern::Store(access) => access.walk_subscripts(visit),
                        Pattern::Discard => {}
                    }
                }
            }
            Action::Run {
                arguments, result, ..
            } => {
                arguments.iter().for_each(|value| value.walk(visit));
                if let Some((access, value)) = result {
                    access.walk_subscripts(visit);
                    value.walk(visit);
                }
            }
            Action::SetPriority { process, priority } => {
                process.walk(visit);
                priority.walk(visit);
            }
        }
    }

    /// The variables, or elements of one, that it assigns; of a `d_step` those that some statement
    /// inside assigns.
    pub fn assigned(&self) -> Vec<&Access> {
        match self {
            Action::Assign(access, _)
            | Action::Run {
                result: Some((access, _)),
                ..
            } => vec![access],
            Action::Receive { arguments, .. } => {
                let stores = arguments.iter().filter_map(|pattern| match pattern {
                    Pattern::Store(access) => Some(access),
                    Pattern::Match(_) | Pattern::Discard => None,
                });
                stores.collect()
            }
            Action::Deterministic(inside) => {
                let steps = inside.steps();
                steps.flat_map(|step| step.action.assigned()).collect()
            }
            Action::Skip
            | Action::Condition(_)
            | Action::Else
            | Action::Assert(_)
            | Action::Print { .. }
            | Action::Send { .. }
            | Action::Run { result: None, .. }
            | Action::SetPriority { .. }
            | Action::End => Vec::new(),
        }
    }
}

impl Proctype {
    /// All statements; of a `d_step`, itself and what is inside.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        let steps = self.transitions.iter().flat_map(|it| &it.steps);
        steps.flat_map(|step| {
            let inside = match &step.action {
                Action::Deterministic(inside) => Some(inside.steps()),
                _ => None,
            };
            std::iter::once(step).chain(inside.into_iter().flatten())
        })
    }
}

impl Model {
    /// Visits each expression and each part of one, parts first.
    pub fn visit_expressions(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        for proctype in &mut self.proctypes {
            let provided = proctype.provided.iter_mut();
            provided.for_each(|e| of_expression(e, visit));
            for (access, value) in &mut proctype.creation {
                of_access(access, visit);
                of_expression(value, visit);
            }
            for promise in &mut proctype.promises {
                of_access(&mut promise.channel, visit);
            }
            let transitions = proctype.transitions.iter_mut();
            let steps = transitions.flat_map(|transition| &mut transition.steps);
            steps.for_each(|step| of_step(step, visit));
        }
        let trace = self.trace.iter_mut();
        let places = trace.flat_map(|trace| &mut trace.places);
        for event in places.flat_map(|place| &mut place.events) {
            of_access(&mut event.channel, visit);
            let fields = event.fields.iter_mut().flatten();
            fields.for_each(|e| of_expression(e, visit));
        }
        for claim in &mut self.claims {
            let propositions = claim.propositions.iter_mut();
            propositions.for_each(|it| of_expression(&mut it.value, visit));
            claim
                .actions
                .iter_mut()
                .for_each(|step| of_step(step, visit));
        }
    }
}

fn of_access(access: &mut Access, visit: &mut dyn FnMut(&mut Expr)) {
    for subscript in &mut access.subscripts {
        of_expression(&mut subscript.index, visit);
    }
}

fn of_patterns(patterns: &mut [Pattern], visit: &mut dyn FnMut(&mut Expr)) {
    for pattern in patterns {
        match pattern {
            Pattern::Match(e) => of_expression(e, visit),
            Pattern::Store(access) => of_access(access, visit),
            Pattern::Discard => {}
        }
    }
}

fn of_step(step: &mut Step, visit: &mut dyn FnMut(&mut Expr)) {
    match &mut step.action {
        Action::Skip | Action::Else | Action::End => {}
        Action::Condition(e) | Action::Assert(e) => of_expression(e, visit),
        Action::Assign(access, e) => {
            of_access(access, visit);
            of_expression(e, visit);
        }
        Action::Print { arguments, .. } => {
            arguments.iter_mut().for_each(|e| of_expression(e, visit));
        }
        Action::Send {
            channel, arguments, ..
        } => {
            of_access(channel, visit);
            arguments.iter_mut().for_each(|e| of_expression(e, visit));
        }
        Action::Receive {
            channel, arguments, ..
        } => {
            of_access(channel, visit);
            of_patterns(arguments, visit);
        }
        Action::Run {
            arguments, result, ..
        } => {
            arguments.iter_mut().for_each(|e| of_expression(e, visit));
            if let Some((access, e)) = result {
                of_access(access, visit);
                of_expression(e, visit);
            }
        }
        Action::SetPriority { process, priority } => {
            of_expression(process, visit);
            of_expression(priority, visit);
        }
        Action::Deterministic(inside) => {
            let branches = inside.nodes.iter_mut().flat_map(|node| &mut node.branches);
            branches.for_each(|branch| of_step(&mut branch.step, visit));
        }
    }
}

fn of_expression(e: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    match e {
        Expr::Load(access) | Expr::Channel(_, access) => of_access(access, visit),
        Expr::Unary(_, operand)
        | Expr::At(_, operand, _)
        | Expr::Priority(operand)
        | Expr::Enabled(operand)
        | Expr::PlaceNumber(operand) => of_expression(operand, visit),
        Expr::Binary(_, left, right) => {
            of_expression(left, visit);
            of_expression(right, visit);
        }
        Expr::Conditional(condition, then, otherwise) => {
            for part in [condition, then, otherwise] {
                of_expression(part, visit);
            }
        }
        Expr::Poll {
            channel, arguments, ..
        } => {
            of_access(channel, visit);
            of_patterns(arguments, visit);
        }
        Expr::Remote(_, pid, access) => {
            of_expression(pid, visit);
            of_access(access, visit);
        }
        Expr::Const(_)
        | Expr::Pid
        | Expr::ProcessCount
        | Expr::Timeout
        | Expr::FirstOf(_)
        | Expr::Last
        | Expr::Labels(_)
        | Expr::Spawned => {}
    }
    visit(e);
}
