//! Every expression of a body, as written.

use crate::ast::{
    Access, Block, Declaration, Expression, ExpressionKind, Initializer, ReceiveArgument,
    Statement, StatementKind, Step, VariableReference,
};

/// Visits each expression of a block and each part of one.
pub fn of_block<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a Expression)) {
    of_steps(&block.steps, visit);
}

fn of_steps<'a>(steps: &'a [Step], visit: &mut dyn FnMut(&'a Expression)) {
    for step in steps {
        match step {
            Step::Declaration(declaration) => of_declaration(declaration, visit),
            Step::Exclusive(exclusive) => {
                let mut channels = exclusive.channels.iter();
                channels.by_ref().for_each(|it| of_reference(it, visit));
            }
            Step::Statement(statement) => of_statement(statement, visit),
            Step::Unless(unless) => {
                of_statement(&unless.main, visit);
                of_statement(&unless.escape, visit);
            }
        }
    }
}

fn of_declaration<'a>(declaration: &'a Declaration, visit: &mut dyn FnMut(&'a Expression)) {
    for variable in &declaration.variables {
        if let Some(Initializer::Expression(e)) = &variable.initial {
            of_expression(e, visit);
        }
    }
}

fn of_statement<'a>(statement: &'a Statement, visit: &mut dyn FnMut(&'a Expression)) {
    use StatementKind as Kind;
    match &statement.kind {
        Kind::Empty | Kind::Else | Kind::Break | Kind::Goto(_) | Kind::Embedded(_) => {}
        Kind::Expression(e) | Kind::Assert(e) | Kind::Printm(e) => of_expression(e, visit),
        Kind::Assign(assignment) => {
            of_reference(&assignment.target, visit);
            of_expression(&assignment.value, visit);
        }
        Kind::Increment(target) | Kind::Decrement(target) => of_reference(target, visit),
        Kind::Send(send) => {
            of_reference(&send.channel, visit);
            send.arguments.iter().for_each(|e| of_expression(e, visit));
        }
        Kind::Receive(receive) => {
            of_reference(&receive.channel, visit);
            of_arguments(&receive.arguments, visit);
        }
        Kind::If(options) | Kind::Do(options) => {
            options.iter().for_each(|it| of_steps(&it.steps, visit));
        }
        Kind::For(it) => {
            of_reference(&it.variable, visit);
            of_expression(&it.from, visit);
            of_expression(&it.to, visit);
            of_block(&it.body, visit);
        }
        Kind::ForIn(it) => {
            of_reference(&it.variable, visit);
            of_reference(&it.container, visit);
            of_block(&it.body, visit);
        }
        Kind::Select(select) => {
            of_reference(&select.variable, visit);
            of_expression(&select.from, visit);
            of_expression(&select.to, visit);
        }
        Kind::Printf(printf) => {
            printf
                .arguments
                .iter()
                .for_each(|e| of_expression(e, visit));
        }
        Kind::SetPriority(set) => {
            of_expression(&set.process, visit);
            of_expression(&set.priority, visit);
        }
        Kind::Block(block) | Kind::Atomic(block) | Kind::DStep(block) => of_block(block, visit),
    }
}

fn of_reference<'a>(reference: &'a VariableReference, visit: &mut dyn FnMut(&'a Expression)) {
    of_access(&reference.base, visit);
    reference
        .fields
        .iter()
        .for_each(|field| of_access(field, visit));
}

fn of_access<'a>(access: &'a Access, visit: &mut dyn FnMut(&'a Expression)) {
    access
        .index
        .iter()
        .for_each(|index| of_expression(index, visit));
}

fn of_arguments<'a>(arguments: &'a [ReceiveArgument], visit: &mut dyn FnMut(&'a Expression)) {
    for argument in arguments {
        match argument {
            ReceiveArgument::Variable(reference) => of_reference(reference, visit),
            ReceiveArgument::Eval(e) | ReceiveArgument::Constant(e) => of_expression(e, visit),
        }
    }
}

/// Visits an expression and each part of it.
pub fn of_expression<'a>(e: &'a Expression, visit: &mut dyn FnMut(&'a Expression)) {
    use ExpressionKind as Kind;
    visit(e);
    match &e.kind {
        Kind::Number(_)
        | Kind::Character(_)
        | Kind::True
        | Kind::False
        | Kind::Skip
        | Kind::Timeout
        | Kind::NonProgress
        | Kind::Embedded(_) => {}
        Kind::Variable(reference) | Kind::Query(_, reference) => {
            of_reference(reference, visit);
        }
        Kind::Unary(_, operand)
        | Kind::Enabled(operand)
        | Kind::GetPriority(operand)
        | Kind::PcValue(operand) => of_expression(operand, visit),
        Kind::Binary(_, left, right) => {
            of_expression(left, visit);
            of_expression(right, visit);
        }
        Kind::Conditional(parts) => {
            of_expression(&parts.condition, visit);
            of_expression(&parts.then, visit);
            of_expression(&parts.otherwise, visit);
        }
        Kind::Run(run) => run.arguments.iter().for_each(|e| of_expression(e, visit)),
        Kind::Poll(poll) => {
            of_reference(&poll.channel, visit);
            of_arguments(&poll.arguments, visit);
        }
        Kind::RemoteLabel(reference) => {
            reference
                .process
                .iter()
                .for_each(|e| of_expression(e, visit));
        }
        Kind::RemoteVariable(reference) => {
            reference
                .process
                .iter()
                .for_each(|e| of_expression(e, visit));
            of_access(&reference.variable, visit);
        }
    }
}
