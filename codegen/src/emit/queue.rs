//! Channels in expressions: which `Queue` a variable names, and what is asked of it.

use std::collections::BTreeSet;

use frontend::ir::{Access, ChannelQuery, Pattern, Type, Var};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::code::{Code, Level};
use super::expression::{Expressions, POLLED, part};
use crate::plan::channels::KindId;

impl Expressions<'_> {
    /// `c?[..]`, `c??[..]`: compares the head, or asks for any message.
    pub(super) fn poll(&mut self, channel: &Access, arguments: &[Pattern], random: bool) -> Code {
        let mut failed = std::mem::replace(&mut self.fails, false);
        let mut queue = self.queue_of_contents(channel);
        if !self.conditional && syn::parse2::<syn::Ident>(queue.clone()).is_err() {
            self.queues += 1;
            let name = part(POLLED, self.queues);
            self.hoisted.push(quote!(let #name = #queue;));
            queue = quote!(#name);
            failed |= std::mem::replace(&mut self.fails, false);
        }
        let fits = self.some_message(&queue, channel, arguments, random);
        self.fails |= failed;
        let length = Code::postfix(quote!(state.queue_length(#queue)));
        let waiting = Code::infix(length, quote!(!=), Level::Compare, Code::number(0));
        let holds = match fits {
            None => waiting,
            Some(fits) if random => fits,
            Some(fits) => Code::infix(waiting, quote!(&&), Level::And, fits),
        };
        match self.arity(&queue, channel, arguments.len(), true) {
            None => holds,
            Some(check) => Code::infix(holds, quote!(&&), Level::And, Code::postfix(check)),
        }
    }

    /// `empty(c) || c?[..]`, the second not asked for where the first holds: the names that must be
    /// bound before, and the condition.
    pub fn empty_or_fits(
        &mut self,
        channel: &Access,
        arguments: &[Pattern],
        random: bool,
    ) -> (Vec<TokenStream>, TokenStream) {
        let mut queue = self.queue_of_contents(channel);
        let mut bindings = self.take_hoisted();
        if syn::parse2::<syn::Ident>(queue.clone()).is_err() {
            bindings.push(quote!(let queue = #queue;));
            queue = quote!(queue);
        }
        let length = Code::postfix(quote!(state.queue_length(#queue)));
        let empty = Code::infix(length, quote!(==), Level::Compare, Code::number(0));
        let failed = std::mem::replace(&mut self.fails, false);
        let fits = self.some_message(&queue, channel, arguments, random);
        self.fails |= failed;
        let fits = fits.unwrap_or_else(|| Code::truth(true));
        let holds = Code::infix(empty, quote!(||), Level::Or, fits);
        (bindings, holds.tokens())
    }

    /// Whether the head of a queue that is not empty is a message that a receive or a poll asks
    /// for, `random` whether any is; nothing if it asks for none. Where the text of the queue
    /// itself can fail, that was noted before.
    fn some_message(
        &mut self,
        queue: &TokenStream,
        channel: &Access,
        arguments: &[Pattern],
        random: bool,
    ) -> Option<Code> {
        let position = if random { quote!(position) } else { quote!(0) };
        let message = |field: &Literal| quote!(state.message(#queue, #position, #field));
        let fits = self.fits((queue, channel), arguments, &message)?;
        if !random {
            return Some(fits);
        }
        let fits = fits.tokens();
        Some(Code::postfix(if self.fails {
            self.failing(quote!(state.try_any_message(#queue, |position| Ok(#fits))))
        } else {
            quote!(state.any_message(#queue, |position| #fits))
        }))
    }

    /// Whether the fields of a message are those that a receive or a poll asks for; nothing if it
    /// asks for none.
    pub fn fits(
        &mut self,
        (queue, channel): (&TokenStream, &Access),
        arguments: &[Pattern],
        message: &dyn Fn(&Literal) -> TokenStream,
    ) -> Option<Code> {
        self.compare((queue, channel), arguments, message, true)
    }

    /// The opposite of [`Self::fits`].
    pub fn differs(
        &mut self,
        (queue, channel): (&TokenStream, &Access),
        arguments: &[Pattern],
        message: &dyn Fn(&Literal) -> TokenStream,
    ) -> Option<Code> {
        self.compare((queue, channel), arguments, message, false)
    }

    fn compare(
        &mut self,
        (queue, channel): (&TokenStream, &Access),
        arguments: &[Pattern],
        message: &dyn Fn(&Literal) -> TokenStream,
        positive: bool,
    ) -> Option<Code> {
        let (operator, joint, level) = if positive {
            (quote!(==), quote!(&&), Level::And)
        } else {
            (quote!(!=), quote!(||), Level::Or)
        };
        let types = self.field_types(channel);
        let least = self.lengths(channel).first().copied().unwrap_or(0);
        let mut all: Option<Code> = None;
        for (field, pattern) in arguments.iter().enumerate() {
            let Pattern::Match(value) = pattern else {
                continue;
            };
            let ty = types.get(field).copied().unwrap_or(Type::Int);
            let number = Literal::usize_unsuffixed(field);
            let found = Code::postfix(message(&number));
            let value = self.typed_if_reached(value, ty);
            let mut compared = Code::infix(found, operator.clone(), Level::Compare, value);
            if field >= least {
                // What is not there is not the wrong one: that there is too little of it comes out
                // later.
                let lacks = Code::postfix(quote!(state.lacks(#queue, #number)));
                compared = match positive {
                    true => Code::infix(lacks, quote!(||), Level::Or, compared),
                    false => Code::infix(lacks.negated(), quote!(&&), Level::And, compared),
                };
            }
            all = Some(match all {
                None => compared,
                Some(before) => Code::infix(before, joint.clone(), level, compared),
            });
        }
        all
    }

    /// Declared types of the fields of a channel's messages, if they are known here.
    pub fn field_types(&self, channel: &Access) -> Vec<Type> {
        let plan = self.scope.plan;
        let Some(kind) = self.kind(channel) else {
            return Vec::new();
        };
        let signature = plan.channels.kinds[kind].signature;
        let fields = plan.model.signatures[signature.index()].fields.iter();
        fields.map(|&(ty, _)| ty).collect()
    }

    /// The `Queue` that a channel variable names, one with contents to look at.
    pub fn queue_of_contents(&mut self, channel: &Access) -> TokenStream {
        let queue = self.queue(channel);
        let buffered = self.kind(channel).is_some_and(|kind| {
            let plan = self.scope.plan;
            plan.channels.kinds[kind].capacity > 0
        });
        if buffered {
            return queue;
        }
        let text = self.scope.text(channel);
        self.failing(quote!(state.contents(#queue, #text)))
    }

    pub(super) fn channel_query(
        &mut self,
        query: ChannelQuery,
        channel: &Access,
        positive: bool,
    ) -> Code {
        let queue = self.any_queue(channel);
        let positive = positive == matches!(query, ChannelQuery::Full | ChannelQuery::Empty);
        if matches!(query, ChannelQuery::Full | ChannelQuery::NotFull) {
            let full = Code::postfix(quote!(state.is_full(#queue)));
            return if positive {
                full
            } else {
                Code::prefixed(quote!(!), full)
            };
        }
        let length = Code::postfix(quote!(state.queue_length(#queue)));
        let operator = if positive { quote!(==) } else { quote!(!=) };
        Code::infix(length, operator, Level::Compare, Code::number(0))
    }

    /// The `Queue` that a channel variable names, its kind looked up at run time where it must be.
    pub(super) fn any_queue(&mut self, channel: &Access) -> TokenStream {
        if let Some(queue) = self.constant_queue(channel) {
            return queue;
        }
        let id = self.load(channel).tokens();
        let text = self.scope.text(channel);
        self.failing(quote!(state.channel(#id, #text)))
    }

    /// The `Queue` that a channel variable names, of a kind known here if possible.
    pub fn queue(&mut self, channel: &Access) -> TokenStream {
        let queue = self.any_queue(channel);
        match self.kind(channel) {
            Some(kind) if !self.is_constant(channel) => {
                let kind = format_ident!("{}", self.scope.plan.channels.kinds[kind].constant);
                quote!(Queue { kind: &#kind, ..#queue })
            }
            _ => queue,
        }
    }

    fn is_constant(&self, channel: &Access) -> bool {
        let constants = &self.scope.plan.channels.constants;
        matches!(channel.var, Var::Global(id) if constants.contains_key(&id))
    }

    /// The kind of the channel, if all channels that it can be are of one.
    pub fn kind(&self, channel: &Access) -> Option<KindId> {
        let kinds = self.kinds(channel);
        kinds.first().copied().filter(|_| kinds.len() == 1)
    }

    /// The kinds of all channels that it can be.
    fn kinds(&self, channel: &Access) -> BTreeSet<KindId> {
        let channels = &self.scope.plan.channels;
        if let Var::Global(id) = channel.var
            && let Some(constant) = channels.constants.get(&id)
        {
            return BTreeSet::from([constant.kind]);
        }
        channels.kinds_of(&self.scope.plan.facts.flow, self.scope.id, channel.var)
    }

    /// The numbers of fields that messages of the channel can have; none if it is never a channel.
    fn lengths(&self, channel: &Access) -> BTreeSet<usize> {
        let plan = self.scope.plan;
        let kinds = self.kinds(channel).into_iter();
        kinds
            .map(|kind| {
                let signature = plan.channels.kinds[kind].signature;
                plan.model.signatures[signature.index()].fields.len()
            })
            .collect()
    }

    /// The check that messages of a queue have all the fields that a statement names, and no
    /// others: a receive that leaves the message, `keep`, may leave out some. Nothing where that is
    /// certain.
    pub fn arity(
        &mut self,
        queue: &TokenStream,
        channel: &Access,
        named: usize,
        keep: bool,
    ) -> Option<TokenStream> {
        let lengths = self.lengths(channel);
        let certain = match keep {
            true => lengths.first().is_some_and(|&least| named <= least),
            false => lengths.len() == 1 && lengths.contains(&named),
        };
        let check = match keep {
            true => quote!(has_fields),
            false => quote!(check_arity),
        };
        let (named, text) = (Literal::usize_unsuffixed(named), self.scope.text(channel));
        (!certain).then(|| self.failing(quote!(state.#check(#queue, #named, #text))))
    }

    /// A channel variable that is a constant: `S2R`, or `ASK.element(index)`.
    pub(super) fn constant_queue(&mut self, channel: &Access) -> Option<TokenStream> {
        let Var::Global(id) = channel.var else {
            return None;
        };
        let constant = self.scope.plan.channels.constants.get(&id)?;
        let name = format_ident!("{}", constant.name);
        if channel.subscripts.is_empty() {
            return Some(quote!(#name));
        }
        let index = self.index(channel, &self.scope.text(channel)).tokens();
        Some(quote!(#name.element(#index)))
    }
}
