//! Sends and receives: when they can be executed, and what they do.

use frontend::ir::{Access, Direction, Expr, Pattern, Type};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::code::{Code, Level};
use super::transition::{Body, Guard, LINE_LENGTH_MAX};

impl Body<'_> {
    /// When a message can be sent: nothing if always.
    pub(super) fn send_guard(&mut self, channel: &Access) -> Option<Code> {
        let queue = self.bind_queue(channel, false);
        let always = self.scope().plan.model.lossy_sends || self.capacity(channel) == Some(0);
        (!always).then(|| Code::postfix(quote!(state.can_send(#queue))))
    }

    /// Sends on the channel that the guard has bound.
    pub(super) fn send(&mut self, channel: &Access, arguments: &[Expr], sorted: bool) {
        let capacity = self.capacity_to_send(channel);
        let lossy = self.scope().plan.model.lossy_sends && capacity != Some(0);
        if !lossy {
            self.send_message(channel, arguments, sorted);
            return;
        }
        let before = std::mem::take(&mut self.statements);
        self.send_message(channel, arguments, sorted);
        let send = std::mem::replace(&mut self.statements, before);
        let queue = self.queue.clone();
        if capacity.is_none() {
            self.push(quote!(let mut sent = Step::Done;));
            self.outcome = Some(quote!(sent));
        }
        self.push(quote! {
            if state.is_full(#queue) {
                state.lose_message();
            } else {
                #(#send)*
            }
        });
    }

    fn send_message(&mut self, channel: &Access, arguments: &[Expr], sorted: bool) {
        let plan = self.scope().plan;
        let queue = self.queue.clone();
        self.check_arity(channel, arguments.len(), false);
        let types = self.expressions.field_types(channel);
        let message = arguments.iter().enumerate().map(|(field, value)| {
            let ty = types.get(field).copied().unwrap_or(Type::Int);
            self.expressions.typed(value, ty).tokens()
        });
        let message: Vec<TokenStream> = message.collect();
        let mut message = quote!([#(#message),*]);
        let watched = plan
            .facts
            .watches(self.scope().id, channel.var, Direction::Send);
        if watched || message.to_string().len() > LINE_LENGTH_MAX {
            self.push(quote!(let message = #message;));
            message = quote!(message);
        }
        if watched {
            let seen = self
                .expressions
                .failing(quote!(trace::sent(state, #queue, &message)));
            self.push(quote!(#seen;));
        }
        let send = if sorted {
            quote!(state.send_sorted(#queue, &#message))
        } else {
            quote!(state.send(#queue, &#message))
        };
        match self.capacity_to_send(channel) {
            Some(0) => {
                self.push(quote!(#send;));
                self.outcome = Some(quote!(Step::Offered));
            }
            Some(_) => self.push(quote!(#send;)),
            None if plan.model.lossy_sends => self.push(quote!(sent = #send;)),
            None => {
                self.push(quote!(let sent = #send;));
                self.outcome = Some(quote!(sent));
            }
        }
    }

    /// When a message can be received, or when not; a random receive looks for its position.
    pub(super) fn receive_guard(
        &mut self,
        channel: &Access,
        arguments: &[Pattern],
        (random, keep): (bool, bool),
        positive: bool,
    ) -> Guard {
        let queue = self.bind_queue(channel, keep);
        let compares = arguments.iter().any(|it| matches!(it, Pattern::Match(_)));
        let searches = random && compares && self.capacity(channel) != Some(0);
        self.found = searches && self.takes_something(arguments, keep);
        if searches {
            let failed_before = std::mem::replace(&mut self.expressions.fails, false);
            let message = |field: &Literal| quote!(state.incoming_at(#queue, position, #field));
            let fits = self
                .expressions
                .fits((&queue, channel), arguments, &message);
            let fits = fits.expect("compares something").tokens();
            let fails = std::mem::replace(&mut self.expressions.fails, failed_before);
            let position = if fails {
                let find = quote!(state.try_find(#queue, |position| Ok(#fits)));
                self.expressions.failing(find)
            } else {
                quote!(state.find(#queue, |position| #fits))
            };
            return match (self.found, positive) {
                (true, _) => Guard::Found(position),
                (false, true) => Guard::If(Code::postfix(quote!(#position.is_some()))),
                (false, false) => Guard::If(Code::postfix(quote!(#position.is_none()))),
            };
        }
        let can = Code::postfix(quote!(state.can_receive(#queue)));
        let message = |field: &Literal| quote!(state.incoming(#queue, #field));
        Guard::If(if positive {
            match self
                .expressions
                .fits((&queue, channel), arguments, &message)
            {
                None => can,
                Some(fits) => Code::infix(can, quote!(&&), Level::And, fits),
            }
        } else {
            match self
                .expressions
                .differs((&queue, channel), arguments, &message)
            {
                None => can.negated(),
                Some(differs) => Code::infix(can.negated(), quote!(||), Level::Or, differs),
            }
        })
    }

    /// Whether a receive does more than to look whether a message is there.
    fn takes_something(&self, arguments: &[Pattern], keep: bool) -> bool {
        let mut stores = arguments.iter().filter_map(|pattern| match pattern {
            Pattern::Store(access) => self.scope().stored(access.var),
            Pattern::Match(_) | Pattern::Discard => None,
        });
        !keep || stores.next().is_some()
    }

    /// Receives from the channel that the guard has bound.
    pub(super) fn receive(&mut self, channel: &Access, arguments: &[Pattern], keep: bool) {
        self.check_arity(channel, arguments.len(), keep);
        let queue = self.queue.clone();
        let position = if self.found {
            quote!(position)
        } else {
            TokenStream::new()
        };
        let incoming = |field: usize| {
            let field = Literal::usize_unsuffixed(field);
            if position.is_empty() {
                quote!(state.incoming(#queue, #field))
            } else {
                quote!(state.incoming_at(#queue, #position, #field))
            }
        };
        let scope = self.scope();
        if !keep
            && scope
                .plan
                .facts
                .watches(scope.id, channel.var, Direction::Receive)
        {
            let fields = (0..arguments.len()).map(&incoming);
            self.push(quote!(let message = [#(#fields),*];));
            let seen = quote!(trace::received(state, #queue, &message));
            let seen = self.expressions.failing(seen);
            self.push(quote!(#seen;));
        }
        for (field, pattern) in arguments.iter().enumerate() {
            let Pattern::Store(access) = pattern else {
                continue;
            };
            let is_stored = self.scope().stored(access.var).is_some();
            if !is_stored {
                self.evaluate_only(access, &Expr::Const(0));
            }
            if self.scope().told(access.var).is_none() {
                continue;
            }
            let target = self.expressions.field(access);
            match is_stored {
                true => self.set(access, &target, incoming(field)),
                false => {
                    let value = incoming(field);
                    self.push(quote!(if state.tells() { state.set_hidden(#target, #value); }));
                }
            }
        }
        match (keep, position.is_empty()) {
            (true, _) => {}
            (false, true) => self.push(quote!(state.take(#queue);)),
            (false, false) => self.push(quote!(state.take_at(#queue, #position);)),
        }
    }

    /// As [`Self::capacity`]; in a `d_step` it was made sure that there will be no handshake.
    fn capacity_to_send(&self, channel: &Access) -> Option<u32> {
        self.capacity(channel).or(self.in_d_step.then_some(1))
    }

    /// Messages that the channel can hold, if that is known here.
    pub(super) fn capacity(&self, channel: &Access) -> Option<u32> {
        let kind = self.expressions.kind(channel)?;
        Some(self.scope().plan.channels.kinds[kind].capacity)
    }

    /// Finds a name for the channel, bound to a local variable where finding it costs something.
    fn bind_queue(&mut self, channel: &Access, keep: bool) -> TokenStream {
        let queue = if keep {
            self.expressions.queue_of_contents(channel)
        } else {
            self.expressions.queue(channel)
        };
        if syn::parse2::<syn::Ident>(queue.clone()).is_ok() {
            self.queue = queue.clone();
            return queue;
        }
        self.push(quote!(let queue = #queue;));
        self.queue = quote!(queue);
        quote!(queue)
    }

    /// Checks that messages of the bound channel have the fields that are named, where that is not
    /// certain. As in SPIN, a statement that cannot be executed is not wrong.
    fn check_arity(&mut self, channel: &Access, named: usize, keep: bool) {
        let queue = self.queue.clone();
        if let Some(check) = self.expressions.arity(&queue, channel, named, keep) {
            self.push(quote!(#check;));
        }
    }
}
