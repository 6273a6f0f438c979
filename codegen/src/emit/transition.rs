//! One function per transition: check, effect, next place.

use frontend::ir::{
    Access, Action, Expr, Pattern, ProctypeId, Source, Step, Transition, Type, Var,
};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::code::Code;
use super::expression::Expressions;
use super::{documented, inline_code};
use crate::plan::Scope;
use crate::plan::automaton::Named;
use crate::plan::names;
use crate::plan::simplify::can_fail;

/// The function of a transition, and whether it returns a `Result`.
#[derive(Debug)]
pub struct Function {
    /// The item.
    pub item: TokenStream,
    /// It can fail.
    pub fails: bool,
}

/// Emits the function of a transition.
pub fn function(scope: Scope<'_>, transition: &Transition, named: &Named) -> Function {
    let mut body = Body {
        expressions: Expressions::new(scope),
        statements: Vec::new(),
        outcome: quote!(Step::Done),
    };
    for (index, step) in transition.steps.iter().enumerate() {
        body.step(index, step);
    }
    for &local in &transition.resets {
        body.reset(Var::Local(local));
    }
    if !matches!(transition.steps[0].action, Action::End) {
        let target = scope.decided.automaton.places[transition.target.index()].as_ref();
        let target = format_ident!("{}", target.expect("is reached").name);
        body.push(quote!(enter(state, me, Place::#target);));
    }
    body.finish(doc(scope, transition), &named.name)
}

/// `file:line` and text of each statement, with the uses of macros and inlines around it.
fn doc(scope: Scope<'_>, transition: &Transition) -> Vec<String> {
    let model = scope.plan.model;
    let mut lines = Vec::new();
    for step in &transition.steps {
        let then = if lines.is_empty() { "" } else { "then " };
        lines.push(format!("{then}{}", described(model, &step.source)));
    }
    lines
}

/// `gbn.pml:17 `buf[nxt] = v``, with `in` and the place of each use of a macro or inline.
pub fn described(model: &frontend::ir::Model, source: &Source) -> String {
    let mut line = format!(
        "{}:{} {}",
        super::file_name(&model.files[source.file as usize]),
        source.line,
        inline_code(&source.text)
    );
    for (name, file, at) in &source.via {
        let file = super::file_name(&model.files[*file as usize]);
        line += &format!(", in {} at {file}:{at}", inline_code(name));
    }
    line
}

/// Field and value with more characters than this (as tokens, blanks between all) do not fit on a line.
const SET_LENGTH_MAX: usize = 90;

struct Body<'p> {
    expressions: Expressions<'p>,
    statements: Vec<Statement>,
    outcome: TokenStream,
}

enum Statement {
    /// As it is.
    Plain(TokenStream),
    /// Blocked if this holds; what is returned then depends on whether the whole function can fail.
    BlockIf(TokenStream),
}

impl<'p> Body<'p> {
    fn step(&mut self, index: usize, step: &Step) {
        match &step.action {
            Action::Skip | Action::Else | Action::Print { .. } => {}
            Action::Condition(value) => {
                // A constant false is never offered.
                if !matches!(self.expressions.scope.simplify(value), Expr::Const(_)) {
                    let blocked = self.expressions.negated(value);
                    self.block_if(blocked);
                }
            }
            Action::Assign(access, value) => self.assign(access, value),
            Action::Assert(value) => {
                let holds = self.expressions.condition(value).tokens();
                let index = Literal::usize_unsuffixed(index);
                if holds.to_string().len() > SET_LENGTH_MAX {
                    self.push(quote!(let holds = #holds;));
                    self.push(quote!(state.assert(holds, #index);));
                } else {
                    self.push(quote!(state.assert(#holds, #index);));
                }
            }
            Action::Send {
                channel, arguments, ..
            } => self.send(channel, arguments),
            Action::Receive {
                channel,
                arguments,
                keep,
                ..
            } => self.receive(channel, arguments, *keep),
            Action::Run {
                proctype,
                arguments,
                result,
                ..
            } => self.run(*proctype, arguments, result.as_ref()),
            Action::End => {
                let ended = Code::postfix(quote!(state.end_process(me)));
                self.block_if(Code::prefixed(quote!(!), ended));
            }
            _ => unimplemented!(),
        }
    }

    fn block_if(&mut self, blocked: Code) {
        self.bind_hoisted();
        self.statements.push(Statement::BlockIf(blocked.tokens()));
    }

    fn bind_hoisted(&mut self) {
        let hoisted = self.expressions.take_hoisted().into_iter();
        self.statements.extend(hoisted.map(Statement::Plain));
    }

    fn push(&mut self, statement: TokenStream) {
        self.bind_hoisted();
        self.statements.push(Statement::Plain(statement));
    }

    fn assign(&mut self, access: &Access, value: &Expr) {
        let scope = self.expressions.scope;
        if scope.stored(access.var).is_none() {
            self.evaluate_only(access, value);
            return;
        }
        let ty = scope.variable(access.var).ty;
        let field = self.expressions.field(access);
        let value = self.expressions.typed(value, ty).tokens();
        self.set(&field, value);
    }

    /// Sets a field; a long value gets a line of its own.
    fn set(&mut self, field: &TokenStream, value: TokenStream) {
        let long = field.to_string().len() + value.to_string().len() > SET_LENGTH_MAX;
        if long {
            self.push(quote!(let value = #value;));
            self.push(quote!(state.set(#field, value);));
        } else {
            self.push(quote!(state.set(#field, #value);));
        }
    }

    /// The variable is never read, but evaluating the assignment can be a run-time error.
    fn evaluate_only(&mut self, access: &Access, value: &Expr) {
        for check in self.expressions.checks(access) {
            self.push(quote!(#check;));
        }
        let value = self.expressions.scope.simplify(value);
        if can_fail(self.expressions.scope.context(), &value) {
            let value = self.expressions.value(&value).tokens();
            self.push(quote!(let _ = #value;));
        }
    }

    fn send(&mut self, channel: &Access, arguments: &[Expr]) {
        let capacity = self.capacity(channel);
        let queue = self.bind_queue(channel, arguments.len());
        if capacity != Some(0) {
            let can = Code::postfix(quote!(state.can_send(#queue)));
            self.block_if(Code::prefixed(quote!(!), can));
        }
        let types = self.field_types(channel);
        let message = arguments.iter().enumerate().map(|(field, value)| {
            let ty = types.get(field).copied().unwrap_or(Type::Int);
            self.expressions.typed(value, ty).tokens()
        });
        let message: Vec<TokenStream> = message.collect();
        let message = quote!([#(#message),*]);
        let send = if message.to_string().len() > SET_LENGTH_MAX {
            self.push(quote!(let message = #message;));
            quote!(state.send(#queue, &message))
        } else {
            quote!(state.send(#queue, &#message))
        };
        match capacity {
            Some(0) => {
                self.push(quote!(#send;));
                self.outcome = quote!(Step::Offered);
            }
            Some(_) => self.push(quote!(#send;)),
            None => {
                self.push(quote!(let sent = #send;));
                self.outcome = quote!(sent);
            }
        }
    }

    fn receive(&mut self, channel: &Access, arguments: &[Pattern], keep: bool) {
        let queue = self.bind_queue(channel, arguments.len());
        let can = Code::postfix(quote!(state.can_receive(#queue)));
        let mut blocked = Code::prefixed(quote!(!), can);
        let types = self.field_types(channel);
        for (field, pattern) in arguments.iter().enumerate() {
            if let Pattern::Match(value) = pattern {
                let ty = types.get(field).copied().unwrap_or(Type::Int);
                let field = Literal::usize_unsuffixed(field);
                let found = Code::postfix(quote!(state.incoming(#queue, #field)));
                let value = self.expressions.typed_if_reached(value, ty);
                let differs = Code::infix(found, quote!(!=), super::code::Level::Compare, value);
                blocked = Code::infix(blocked, quote!(||), super::code::Level::Or, differs);
            }
        }
        self.block_if(blocked);
        for (field, pattern) in arguments.iter().enumerate() {
            let Pattern::Store(access) = pattern else {
                continue;
            };
            if self.expressions.scope.stored(access.var).is_none() {
                self.evaluate_only(access, &Expr::Const(0));
                continue;
            }
            let target = self.expressions.field(access);
            let field = Literal::usize_unsuffixed(field);
            self.set(&target, quote!(state.incoming(#queue, #field)));
        }
        if !keep {
            self.push(quote!(state.take(#queue);));
        }
    }

    /// Declared types of the message's fields, if they are known here.
    fn field_types(&self, channel: &Access) -> Vec<Type> {
        let plan = self.expressions.scope.plan;
        let Some(kind) = self.expressions.kind(channel) else {
            return Vec::new();
        };
        let signature = plan.channels.kinds[kind].signature;
        let fields = plan.model.signatures[signature.index()].fields.iter();
        fields.map(|&(ty, _)| ty).collect()
    }

    fn capacity(&self, channel: &Access) -> Option<u32> {
        let kind = self.expressions.kind(channel)?;
        Some(self.expressions.scope.plan.channels.kinds[kind].capacity)
    }

    /// A name for the channel, bound to a local variable where finding it costs something.
    fn bind_queue(&mut self, channel: &Access, fields: usize) -> TokenStream {
        let kind = self.expressions.kind(channel);
        let queue = self.expressions.queue(channel);
        if syn::parse2::<syn::Ident>(queue.clone()).is_ok() {
            return queue;
        }
        self.push(quote!(let queue = #queue;));
        if kind.is_none() {
            let text = self.expressions.scope.text(channel);
            let fields = Literal::usize_unsuffixed(fields);
            let check = quote!(state.check_arity(queue, #fields, #text));
            let check = self.expressions.failing(check);
            self.push(quote!(#check;));
        }
        quote!(queue)
    }

    fn run(&mut self, id: ProctypeId, arguments: &[Expr], result: Option<&(Access, Expr)>) {
        let plan = self.expressions.scope.plan;
        let callee = plan.scope(id);
        let module = callee.decided.module.as_ref().expect("is started");
        let module = format_ident!("{}", module);
        let parameters = parameter_names(callee);
        let mut passed = Vec::new();
        for (index, parameter) in parameters.iter().enumerate() {
            let argument = arguments.get(index).unwrap_or(&Expr::Const(0));
            let argument = self.expressions.scope.simplify(argument);
            let ty = callee.proctype.locals[index].ty;
            let value = self.expressions.typed(&argument, ty).tokens();
            match (parameter, &argument) {
                (None, _) if can_fail(self.expressions.scope.context(), &argument) => {
                    self.push(quote!(let _ = #value;));
                }
                (None, _) => {}
                (Some(_), Expr::Const(_)) => passed.push(value),
                (Some(name), _) => {
                    let name = format_ident!("{}", name);
                    self.push(quote!(let #name = #value;));
                    passed.push(quote!(#name));
                }
            }
        }
        let spawn = quote!(#module::spawn(state, #(#passed),*));
        let spawn = self.expressions.failing(spawn);
        let stored = result.filter(|(access, _)| {
            let scope = self.expressions.scope;
            scope.stored(access.var).is_some()
        });
        match stored {
            Some((access, value)) => {
                self.push(quote!(let child = #spawn;));
                self.assign(access, value);
            }
            None => self.push(quote!(#spawn;)),
        }
    }

    fn reset(&mut self, var: Var) {
        let scope = self.expressions.scope;
        let Some(stored) = scope.stored(var) else {
            return;
        };
        let constant = format_ident!("{}", stored.constant);
        let variable = scope.variable(var);
        self.push(if variable.dimensions.is_empty() {
            quote!(state.set(me.at(#constant), 0);)
        } else {
            let elements = Literal::u32_unsuffixed(variable.elements());
            quote! {
                for index in 0..#elements {
                    state.set(me.array(#constant).element(index), 0);
                }
            }
        });
    }

    fn finish(self, doc: Vec<String>, name: &str) -> Function {
        let fails = self.expressions.fails;
        let wrap = |value: TokenStream| if fails { quote!(Ok(#value)) } else { value };
        let blocked = wrap(quote!(Step::Blocked));
        let statements = self
            .statements
            .into_iter()
            .map(|statement| match statement {
                Statement::Plain(tokens) => tokens,
                Statement::BlockIf(condition) => quote!(if #condition { return #blocked; }),
            });
        let statements: Vec<TokenStream> = statements.collect();
        let outcome = wrap(self.outcome);
        let returned = if fails {
            quote!(Result<Step, Faulted>)
        } else {
            quote!(Step)
        };
        let doc = documented(&doc);
        let name = format_ident!("{}", name);
        let item = quote! {
            #(#doc)*
            fn #name(state: &mut State, me: Process) -> #returned {
                #(#statements)*
                #outcome
            }
        };
        Function { item, fails }
    }
}

/// The parameters of `spawn`: none for one that is not in the state vector.
pub fn parameter_names(scope: Scope<'_>) -> Vec<Option<String>> {
    let mut taken = names::Names::reserving(&[
        "state", "me", "channels", "child", "queue", "sent", "value", "message", "index",
    ]);
    (0..scope.proctype.parameters)
        .map(|index| {
            scope.decided.locals[index].as_ref()?;
            Some(taken.claim(&names::module(&scope.proctype.locals[index].name)))
        })
        .collect()
}
