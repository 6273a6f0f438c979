//! `promises.rs`: what processes say they have for themselves and perhaps have not.

use frontend::ir::{Access, Action, ChannelUse, Direction, Var};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::transition::Body;
use super::{File, documented, heading, inline_code};
use crate::plan::promises::Watched;
use crate::plan::{Plan, Scope, statements};

const DOC: &str = "\
Channels that a process says it has for itself, where the model's text does not prove it. No
reduction relies on it, but a search with a reduction reports a promise that it sees broken.";

/// Emits `promises.rs`; without items if all promises are proven.
pub fn file(plan: &Plan<'_>) -> File {
    let rows = plan.promises.iter().map(|promise| row(plan, promise));
    File {
        path: "src/promises.rs".to_owned(),
        doc: DOC.lines().map(str::to_owned).collect(),
        items: rows.collect(),
    }
}

fn row(plan: &Plan<'_>, promise: &Watched) -> TokenStream {
    let scope = plan.scope(promise.proctype);
    let others = match promise.direction {
        Direction::Receive => "receives from it",
        Direction::Send => "sends to it",
    };
    let doc = documented(&[format!(
        "{} of {}: no other process {others}.",
        inline_code(&promise.text),
        heading(&scope)
    )]);
    let name = format_ident!("{}", promise.constant);
    let text = &promise.text;
    let proctype = Literal::u32_unsuffixed(promise.proctype.0);
    let channel = promised(plan, promise);
    quote! {
        #(#doc)*
        pub static #name: Promise = Promise { text: #text, proctype: #proctype, channel: #channel };
    }
}

/// Where the id of the promised channel is found.
fn promised(plan: &Plan<'_>, promise: &Watched) -> TokenStream {
    let scope = plan.scope(promise.proctype);
    let access = &promise.channel;
    let constant = match access.var {
        Var::Global(id) => plan.channels.constants.get(&id),
        Var::Local(_) => None,
    };
    if let Some(constant) = constant {
        let element = access.constant_element().unwrap_or(0) as u32;
        let id = Literal::u32_unsuffixed(constant.first_id + element);
        return quote!(Promised::Channel(#id));
    }
    let stored = scope.stored(access.var).expect("is kept for this");
    let name = format_ident!("{}", stored.constant);
    let index = match access.subscripts.is_empty() {
        true => 0,
        false => access.constant_element().expect("its index is known"),
    };
    let index = Literal::usize_unsuffixed(index);
    let field = quote!(#name.element(#index));
    match access.var {
        Var::Global(_) => quote!(Promised::Global(#field)),
        Var::Local(_) => {
            let module = scope.decided.module.as_ref().expect("is started");
            let module = format_ident!("{}", module);
            quote!(Promised::Local(#module::#field))
        }
    }
}

impl Body<'_> {
    /// Looks whether a statement that is about to be executed breaks a promise.
    pub(super) fn watch(&mut self, number: usize, action: &Action) {
        let Scope { plan, id, .. } = self.scope();
        let watched = statements::watched(&plan.promises, &plan.facts, id, action);
        for (promise, used, channel) in watched {
            let id = self.channel_id(&channel);
            let promise = format_ident!("{}", promise.constant);
            let statement = self.statement(number);
            let used = match used {
                ChannelUse::Receive => quote!(Use::Receive),
                ChannelUse::Send => quote!(Use::Send),
                ChannelUse::Query(_) | ChannelUse::Poll => quote!(Use::Ask),
            };
            self.push(quote!(state.watch(&#promise, me, #id, (#used, &#statement));));
        }
    }

    /// The id of the channel that a variable names, 0 for none.
    fn channel_id(&mut self, channel: &Access) -> TokenStream {
        match self.expressions.constant_queue(channel) {
            Some(queue) => quote!(i32::from(#queue.id)),
            None => self.expressions.load(channel).tokens(),
        }
    }
}
