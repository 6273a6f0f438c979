//! One function per transition: check, effect, next place.

use frontend::ir::{
    Access, Action, Expr, LocalId, ProctypeId, Source, Step, Transition, TransitionId, evaluated,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::code::Code;
use super::expression::{Expressions, is_part};
use super::{inline_code, place};
use crate::plan::Scope;
use crate::plan::automaton::Named;
use crate::plan::names;
use frontend::ir::range::can_fail;

/// Emits the function of a transition.
pub fn function(scope: Scope<'_>, id: TransitionId, named: &Named) -> TokenStream {
    let mut body = Body::new(scope, id);
    body.transition(&scope.proctype.transitions[id.index()]);
    body.finish(&named.name)
}

/// `gbn.pml:17 `buf[nxt] = v``, with `in` and the place of each use of a macro or inline.
pub fn described(model: &frontend::ir::Model, source: &Source) -> String {
    let mut line = format!(
        "{} {}",
        place(model, source.file, source.line),
        inline_code(&source.text)
    );
    for (name, file, at) in &source.via {
        let place = place(model, *file, *at);
        line += &format!(", in {} at {place}", inline_code(name));
    }
    line
}

/// Tokens with more characters than this, blanks between all, do not fit on a line.
pub(super) const LINE_LENGTH_MAX: usize = 90;

/// When an action can be executed.
pub(super) enum Guard {
    /// In any state.
    Always,
    /// When this holds; or unless it holds, if that was asked for.
    If(Code),
    /// When this finds the position of a message.
    Found(TokenStream),
}

/// What happens when a statement is not executable.
#[derive(Clone)]
pub(super) enum OnBlock {
    /// The transition is not executable.
    Wait,
    /// It is a run-time error, at the statement with this text.
    Fail(String),
}

/// A function as it is being written.
pub(super) struct Body<'p> {
    pub expressions: Expressions<'p>,
    /// By statement of the transition: its constant, if it has one.
    named: &'p [Option<String>],
    pub statements: Vec<TokenStream>,
    /// What became of the step, if it is not simply done.
    pub outcome: Option<TokenStream>,
    /// What happens when a statement is not executable.
    pub on_block: OnBlock,
    /// The channel that the last guard has bound to a name.
    pub queue: TokenStream,
    /// The last guard has found the position of a message.
    pub found: bool,
    /// What is written is inside of a `d_step`.
    pub in_d_step: bool,
    /// Control does not come to the end of what is written.
    pub endless: bool,
}

impl<'p> Body<'p> {
    fn new(scope: Scope<'p>, id: TransitionId) -> Self {
        Self {
            named: &scope.decided.statements[id.index()],
            expressions: Expressions::new(scope),
            statements: Vec::new(),
            outcome: None,
            on_block: OnBlock::Wait,
            queue: TokenStream::new(),
            found: false,
            in_d_step: false,
            endless: false,
        }
    }

    /// For what steps of a claim do beside looking; all statements are named.
    pub fn of_claim(scope: Scope<'p>, named: &'p [Option<String>]) -> Self {
        let mut expressions = Expressions::new(scope);
        expressions.by_claim = true;
        Self {
            named,
            expressions,
            statements: Vec::new(),
            outcome: None,
            on_block: OnBlock::Wait,
            queue: TokenStream::new(),
            found: false,
            in_d_step: false,
            endless: false,
        }
    }

    /// The constant of a statement, one of those that are named.
    pub fn statement(&self, number: usize) -> Ident {
        let name = self.named[number].as_ref();
        format_ident!("{}", name.expect("is named"))
    }

    /// Leaves the function where a statement is not executable.
    pub fn blocked(&self) -> TokenStream {
        match &self.on_block {
            OnBlock::Wait => quote!(return BLOCKED;),
            OnBlock::Fail(text) => quote!(return Err(state.blocked_in_d_step(#text));),
        }
    }

    pub fn scope(&self) -> Scope<'p> {
        self.expressions.scope
    }

    fn transition(&mut self, transition: &Transition) {
        self.permission();
        let mut inside = transition.steps.len();
        for (number, step) in transition.steps.iter().enumerate() {
            if let Action::Deterministic(d_step) = &step.action {
                self.d_step(number == 0, inside, d_step);
                inside += d_step.steps().count();
                if self.endless {
                    return;
                }
            } else {
                self.step(number, step);
            }
        }
        for &local in &transition.resets {
            self.reset(local);
        }
        let scope = self.scope();
        if scope.plan.model.tracks_last {
            self.push(quote!(state.set(LAST, i32::from(me.pid));));
        }
        if matches!(transition.steps[0].action, Action::End) {
            self.push(quote!(DONE));
            return;
        }
        let target = scope.decided.automaton.places[transition.target.index()].as_ref();
        let target = format_ident!("{}", target.expect("is reached").name);
        let enter = quote!(enter(state, me, #target));
        match self.outcome.take() {
            None => self.push(enter),
            Some(outcome) => {
                self.push(quote!(#enter?;));
                self.push(quote!(Ok(#outcome)));
            }
        }
    }

    /// What must hold before any step of the process.
    fn permission(&mut self) {
        let scope = self.scope();
        if scope.proctype.provided.is_some() {
            self.block_if(Code::postfix(quote!(provided(state, me)?)).negated());
        }
        if scope.plan.model.has_priorities {
            self.block_if(Code::postfix(quote!(outranked(state, me, PRIORITY))));
        }
    }

    fn step(&mut self, number: usize, step: &Step) {
        self.require(&step.action);
        self.effect(number, step);
    }

    /// Returns, or fails, where the action cannot be executed.
    pub fn require(&mut self, action: &Action) {
        match self.guard(action, false) {
            Guard::Always => {}
            Guard::If(blocked) => self.block_if(blocked),
            Guard::Found(position) => {
                let blocked = self.blocked();
                self.push(quote!(let Some(position) = #position else { #blocked };));
            }
        }
    }

    /// When the action can be executed, or when it cannot.
    pub fn guard(&mut self, action: &Action, positive: bool) -> Guard {
        let signed = |code: Code| Guard::If(if positive { code } else { code.negated() });
        match action {
            Action::Skip
            | Action::Else
            | Action::Print { .. }
            | Action::Assign(..)
            | Action::Assert(_)
            | Action::Run { .. }
            | Action::SetPriority { .. } => Guard::Always,
            Action::Condition(value) => match self.scope().simplify(value) {
                Expr::Const(value) if value != 0 => Guard::Always,
                // A constant false is offered only where what comes before it can be an error.
                _ if positive => Guard::If(self.expressions.condition(value)),
                _ => Guard::If(self.expressions.negated(value)),
            },
            Action::Send { channel, .. } => match self.send_guard(channel) {
                None => Guard::Always,
                Some(can) => signed(can),
            },
            Action::Receive {
                channel,
                arguments,
                random,
                keep,
            } => self.receive_guard(channel, arguments, (*random, *keep), positive),
            Action::End => signed(Code::postfix(quote!(state.end_process(me)))),
            Action::Deterministic(_) => unreachable!("has its own code"),
        }
    }

    /// What the action does when it can be executed; `number` is that of its statement in the
    /// transition.
    pub fn effect(&mut self, number: usize, step: &Step) {
        let action = &step.action;
        self.watch(number, action);
        match action {
            Action::Skip | Action::Else | Action::Condition(_) | Action::End => {}
            Action::Print { arguments, .. } => evaluated(arguments).for_each(|it| self.compute(it)),
            Action::Assign(access, value) => self.assign(access, value),
            Action::Assert(value) => {
                let holds = self.expressions.condition(value).tokens();
                let statement = self.statement(number);
                if holds.to_string().len() > LINE_LENGTH_MAX {
                    self.push(quote!(let holds = #holds;));
                    self.push(quote!(state.assert(holds, &#statement);));
                } else {
                    self.push(quote!(state.assert(#holds, &#statement);));
                }
            }
            Action::Send {
                channel,
                arguments,
                sorted,
            } => self.send(channel, arguments, *sorted),
            Action::Receive {
                channel,
                arguments,
                keep,
                ..
            } => self.receive(channel, arguments, *keep),
            Action::Run { .. } => self.run(action, step.as_written()),
            Action::SetPriority { process, priority } => {
                let process = self.expressions.value(process).tokens();
                let priority = self.expressions.value(priority).tokens();
                let set = quote!(state.set_priority(PRIORITY, #process, #priority));
                let set = self.expressions.failing(set);
                self.push(quote!(#set;));
            }
            Action::Deterministic(_) => unreachable!("has its own code"),
        }
        if let Action::Assign(access, value) = step.as_written() {
            self.tell(access, value);
        }
    }

    /// Assigns a variable that nothing reads, in a state that tells.
    fn tell(&mut self, access: &Access, value: &Expr) {
        if self.scope().told(access.var).is_some_and(|it| it.told) {
            let before = std::mem::take(&mut self.statements);
            self.assign_told(access, value);
            let told = std::mem::replace(&mut self.statements, before);
            self.push(quote!(if state.tells() { #(#told)* }));
        }
    }

    pub fn block_if(&mut self, blocked: Code) {
        let condition = blocked.tokens();
        let blocked = self.blocked();
        self.push(quote!(if #condition { #blocked }));
    }

    /// Adds a statement behind the bindings that its expressions need.
    pub fn push(&mut self, statement: TokenStream) {
        let hoisted = self.expressions.take_hoisted();
        self.statements.extend(hoisted);
        self.statements.push(statement);
    }

    pub fn assign(&mut self, access: &Access, value: &Expr) {
        let scope = self.scope();
        if scope.stored(access.var).is_none() {
            self.evaluate_only(access, value);
            return;
        }
        self.assign_told(access, value);
    }

    /// The same for a variable that may only be told.
    fn assign_told(&mut self, access: &Access, value: &Expr) {
        let scope = self.scope();
        let ty = scope.variable(access.var).ty;
        let field = self.expressions.field(access);
        let value = self.expressions.assigned(value, ty).tokens();
        self.set(access, &field, value);
    }

    /// Sets a field; a long value gets a line of its own.
    pub fn set(&mut self, access: &Access, field: &TokenStream, value: TokenStream) {
        let set = match self.expressions.stored(access).hidden {
            true => quote!(set_hidden),
            false => quote!(set),
        };
        let long = field.to_string().len() + value.to_string().len() > LINE_LENGTH_MAX;
        if long {
            self.push(quote!(let value = #value;));
            self.push(quote!(state.#set(#field, value);));
        } else {
            self.push(quote!(state.#set(#field, #value);));
        }
    }

    /// The variable is never read, but evaluating the assignment can be a run-time error.
    pub fn evaluate_only(&mut self, access: &Access, value: &Expr) {
        for check in self.expressions.checks(access) {
            self.push(quote!(#check;));
        }
        self.compute(value);
    }

    /// Computes a value that nothing takes, if that can be a run-time error.
    fn compute(&mut self, value: &Expr) {
        let value = self.scope().simplify(value);
        if can_fail(self.scope().context(), &value) {
            let value = self.expressions.value(&value).tokens();
            self.push(quote!(let _ = #value;));
        }
    }

    /// Starts a process; `written` says what its statement is in the text.
    fn run(&mut self, action: &Action, written: &Action) {
        let Some((id, arguments, priority, result)) = parts_of_run(action) else {
            return;
        };
        let (_, written_arguments, _, written_result) =
            parts_of_run(written).unwrap_or((id, arguments, priority, result));
        let plan = self.scope().plan;
        let callee = plan.scope(id);
        let module = callee.decided.module.as_ref().expect("is started");
        let module = format_ident!("{}", module);
        let parameters = parameter_names(callee);
        let mut passed = Vec::new();
        if plan.priority.is_some() {
            let priority = Literal::u8_unsuffixed(priority);
            passed.push(quote!(#priority));
        }
        for (index, parameter) in parameters.iter().enumerate() {
            let argument = arguments.get(index).unwrap_or(&Expr::Const(0));
            let argument = self.scope().simplify(argument);
            let ty = callee.proctype.locals[index].ty;
            let value = self.expressions.typed(&argument, ty).tokens();
            let written = written_arguments.get(index).unwrap_or(&Expr::Const(0));
            match (parameter, &argument) {
                (Some(name), Expr::Const(0)) if *written != Expr::Const(0) => {
                    let name = format_ident!("{}", name);
                    let written = self.expressions.typed_if_reached(written, ty).tokens();
                    self.push(quote!(let #name = if state.tells() { #written } else { #value };));
                    passed.push(quote!(#name));
                }
                (None, _) if can_fail(self.scope().context(), &argument) => {
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
        let scope = self.scope();
        let has_room = |(access, _): &&(Access, Expr)| scope.told(access.var).is_some();
        match result.or(written_result).filter(has_room) {
            Some((access, value)) => {
                self.push(quote!(let child = #spawn;));
                match scope.stored(access.var) {
                    Some(_) => self.assign(access, value),
                    None => self.tell(access, value),
                }
            }
            None => self.push(quote!(#spawn;)),
        }
    }

    fn reset(&mut self, local: LocalId) {
        let scope = self.scope();
        let Some(stored) = &scope.decided.locals[local.index()] else {
            return;
        };
        let constant = format_ident!("{}", stored.constant);
        let variable = &scope.proctype.locals[local.index()];
        self.push(if variable.dimensions.is_empty() {
            quote!(state.reset(me.at(#constant));)
        } else {
            let elements = Literal::u32_unsuffixed(variable.elements());
            quote! {
                for index in 0..#elements {
                    state.reset(me.array(#constant).element(index));
                }
            }
        });
    }

    fn finish(self, name: &str) -> TokenStream {
        let name = format_ident!("{}", name);
        let statements = self.statements;
        // Without an end it may never come to use its place.
        let uses_me = !self.endless || super::paths::mentions(&statements, "me");
        let me = if uses_me { quote!(me) } else { quote!(_) };
        quote! {
            fn #name(state: &mut State, #me: Process) -> Outcome {
                #(#statements)*
            }
        }
    }
}

/// What is started, with which arguments and priority, and what is assigned afterwards.
type PartsOfRun<'a> = (ProctypeId, &'a [Expr], u8, Option<&'a (Access, Expr)>);

fn parts_of_run(action: &Action) -> Option<PartsOfRun<'_>> {
    match action {
        Action::Run {
            proctype,
            arguments,
            priority,
            result,
        } => Some((*proctype, arguments, *priority, result.as_ref())),
        _ => None,
    }
}

/// The parameters of `spawn`: none for one that is not in the state vector. Where it is called, the
/// arguments have these names, so they are none of those that code for a `run` binds.
pub fn parameter_names(scope: Scope<'_>) -> Vec<Option<String>> {
    let mut taken = names::Names::reserving(&[
        "state", "me", "channels", "child", "queue", "sent", "value", "message", "position",
        "priority", "watch", "node", "enter", "enabled",
    ]);
    (0..scope.proctype.parameters)
        .map(|index| {
            scope.decided.locals[index].as_ref()?;
            let mut name = names::module(&scope.proctype.locals[index].name);
            if is_part(&name) {
                name += "_given";
            }
            Some(taken.claim(&name))
        })
        .collect()
}
