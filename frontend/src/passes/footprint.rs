//! Which variables expressions and steps read and write.

use crate::ir::{Access, Action, Expr, Pattern, Step, Var};

/// Visits each read of a variable in an expression, indices included.
pub fn reads_of(e: &Expr, visit: &mut dyn FnMut(Var)) {
    match e {
        Expr::Load(access) | Expr::Channel(_, access) => {
            visit(access.var);
            reads_of_indices(access, visit);
        }
        Expr::Unary(_, operand)
        | Expr::At(_, operand, _)
        | Expr::Priority(operand)
        | Expr::Enabled(operand)
        | Expr::PlaceNumber(operand) => reads_of(operand, visit),
        Expr::Poll {
            channel, arguments, ..
        } => {
            visit(channel.var);
            reads_of_indices(channel, visit);
            reads_of_patterns(arguments, visit);
        }
        // The variable is one of another process.
        Expr::Remote(_, pid, access) => {
            reads_of(pid, visit);
            reads_of_indices(access, visit);
        }
        Expr::Binary(_, left, right) => {
            reads_of(left, visit);
            reads_of(right, visit);
        }
        Expr::Conditional(condition, then, otherwise) => {
            for part in [condition, then, otherwise] {
                reads_of(part, visit);
            }
        }
        Expr::Const(_)
        | Expr::Pid
        | Expr::ProcessCount
        | Expr::Timeout
        | Expr::Last
        | Expr::FirstOf(_)
        | Expr::Spawned => {}
    }
}

fn reads_of_patterns(patterns: &[Pattern], visit: &mut dyn FnMut(Var)) {
    for pattern in patterns {
        match pattern {
            Pattern::Match(e) => reads_of(e, visit),
            Pattern::Store(access) => reads_of_indices(access, visit),
            Pattern::Discard => {}
        }
    }
}

/// Visits each read in the indices of an access.
pub fn reads_of_indices(access: &Access, visit: &mut dyn FnMut(Var)) {
    for subscript in &access.subscripts {
        reads_of(&subscript.index, visit);
    }
}

/// Visits each read of a step; what is printed counts when `printing`.
pub fn reads_of_step(step: &Step, printing: bool, visit: &mut dyn FnMut(Var)) {
    match &step.action {
        Action::Skip | Action::Else | Action::End => {}
        Action::Condition(e) | Action::Assert(e) => reads_of(e, visit),
        Action::Assign(access, e) => {
            reads_of_indices(access, visit);
            reads_of(e, visit);
        }
        Action::Print { arguments, .. } => {
            if printing {
                arguments.iter().for_each(|e| reads_of(e, visit));
            }
        }
        Action::Send {
            channel, arguments, ..
        } => {
            visit(channel.var);
            reads_of_indices(channel, visit);
            arguments.iter().for_each(|e| reads_of(e, visit));
        }
        Action::Receive {
            channel, arguments, ..
        } => {
            visit(channel.var);
            reads_of_indices(channel, visit);
            reads_of_patterns(arguments, visit);
        }
        Action::SetPriority { process, priority } => {
            reads_of(process, visit);
            reads_of(priority, visit);
        }
        Action::Deterministic(inside) => inside
            .steps()
            .for_each(|step| reads_of_step(step, printing, visit)),
        Action::Run {
            arguments, result, ..
        } => {
            arguments.iter().for_each(|e| reads_of(e, visit));
            if let Some((access, e)) = result {
                reads_of_indices(access, visit);
                reads_of(e, visit);
            }
        }
    }
}

/// Visits each variable, or element of one, that a step writes.
pub fn writes_of_step<'s>(step: &'s Step, visit: &mut dyn FnMut(&'s Access)) {
    match &step.action {
        Action::Assign(access, _)
        | Action::Run {
            result: Some((access, _)),
            ..
        } => visit(access),
        Action::Receive { arguments, .. } => {
            for argument in arguments {
                if let Pattern::Store(access) = argument {
                    visit(access);
                }
            }
        }
        Action::Deterministic(inside) => {
            inside.steps().for_each(|step| writes_of_step(step, visit));
        }
        _ => {}
    }
}

/// Whether evaluating an expression can end in a run-time error: division, an index that is not constant, a channel variable
/// that may be uninitialised.
pub fn can_fail(e: &Expr) -> bool {
    use crate::ir::BinaryOp::{Divide, Remainder};
    match e {
        Expr::Load(access) => access
            .subscripts
            .iter()
            .any(|subscript| !matches!(subscript.index, Expr::Const(_))),
        Expr::Unary(_, operand) => can_fail(operand),
        Expr::Binary(Divide | Remainder, left, right) => {
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
        | Expr::Spawned => false,
    }
}
