//! What rows say of conflicts between processes, and `objects.rs`: what there is to touch.

use std::collections::BTreeMap;

use frontend::ir::{Access, BinaryOp, ChannelQuery, Expr, LocalId, Pattern, Var};
use frontend::tags::{Element, Need, Object, Tag, Tags, Verb};
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::expression::Expressions;
use super::{File, code_of_file, documented, inline_code, paths};
use crate::plan::tags::{Awaited, Constant, awaited, named_by};
use crate::plan::{Plan, Scope};

/// Emits `objects.rs`; without items if only variables are touched.
pub fn objects(plan: &Plan<'_>) -> File {
    let constants = plan.tags.objects.values().filter_map(|object| {
        let Constant::Other(constant) = &object.constant else {
            return None;
        };
        let constant = format_ident!("{}", constant);
        let number = Literal::u32_unsuffixed(object.number);
        let doc = documented(&[inline_code(&object.name)]);
        Some(quote!(#(#doc)* pub const #constant: Object = Object(#number);))
    });
    let constants: Vec<TokenStream> = constants.collect();
    File {
        path: "src/objects.rs".to_owned(),
        doc: vec![
            format!(
                "What processes of {} can touch beside global variables:",
                code_of_file(plan.model)
            ),
            "channels, processes, their number.".to_owned(),
        ],
        items: match constants.is_empty() {
            true => Vec::new(),
            false => vec![quote!(#(#constants)*)],
        },
    }
}

/// Writes the tags of a proctype's rows.
pub struct Writer<'p> {
    scope: Scope<'p>,
    needs: BTreeMap<&'p Need, &'p str>,
    elements: BTreeMap<&'p Expr, &'p str>,
}

impl<'p> Writer<'p> {
    /// One for this proctype.
    pub fn new(scope: Scope<'p>) -> Self {
        let repeated = &scope.decided.repeated;
        Self {
            scope,
            needs: by_thing(&repeated.needs),
            elements: by_thing(&repeated.elements),
        }
    }

    /// What has a name: a constant for what must hold, a function for an element.
    pub fn repeated(&self) -> Vec<TokenStream> {
        let repeated = &self.scope.decided.repeated;
        let elements = repeated.elements.iter().map(|(index, name)| {
            let name = format_ident!("{}", name);
            let value = Expressions::new(self.scope).value(index).tokens();
            let [state, me] = parameters(&value);
            quote! {
                fn #name(#state: &State, #me: Process) -> i32 {
                    #value
                }
            }
        });
        let needs = repeated.needs.iter().map(|(need, name)| {
            let name = format_ident!("{}", name);
            let need = self.need_in_full(need);
            quote!(const #name: Need = #need;)
        });
        elements.chain(needs).collect()
    }

    /// What the row of a transition says of conflicts.
    pub fn row(&self, tags: &Tags) -> TokenStream {
        let mut row = TokenStream::new();
        if tags.everything {
            row.extend(quote!(.touches_everything()));
        }
        if !tags.touches.is_empty() {
            let touches = self.tags(&tags.touches);
            row.extend(quote!(.touches(&[#(#touches),*])));
        }
        if !tags.needs.is_empty() {
            let needs = tags.needs.iter().map(|need| self.need(need));
            row.extend(quote!(.needs(&[#(#needs),*])));
        }
        if tags.assigns != 0 {
            let locals = self.locals(tags.assigns);
            row.extend(quote!(.assigns(#locals)));
        }
        if tags.then_assigns != 0 {
            let locals = self.locals(tags.then_assigns);
            row.extend(quote!(.then_assigns(#locals)));
        }
        if !tags.starts.is_empty() {
            let started = tags.starts.iter().map(|&id| {
                let module = &self.scope.plan.scope(id).decided.module;
                let module = format_ident!("{}", module.as_ref().expect("is started"));
                quote!(#module::ID)
            });
            row.extend(quote!(.starts(&[#(#started),*])));
        }
        row
    }

    fn need(&self, need: &Need) -> TokenStream {
        match named(&self.needs, need) {
            Some(name) => quote!(#name),
            None => self.need_in_full(need),
        }
    }

    fn need_in_full(&self, need: &Need) -> TokenStream {
        if let Some(awaited) = awaited(need, &self.scope.plan.facts.flow.constants) {
            return self.awaited(&awaited);
        }
        let tags = self.tags(&need.tags);
        match need.holds.as_ref().map(|it| self.condition(it)) {
            Some(holds) => quote!(need(#holds, &[#(#tags),*])),
            None => quote!(perhaps(&[#(#tags),*])),
        }
    }

    /// `room_in(Q, objects::Q)`, or of a channel that a local names.
    fn awaited(&self, awaited: &Awaited<'_>) -> TokenStream {
        let is_local = matches!(awaited.channel.var, Var::Local(_));
        let function = match (awaited.message, is_local) {
            (true, false) => quote!(message_in),
            (true, true) => quote!(message_in_local),
            (false, false) => quote!(room_in),
            (false, true) => quote!(room_in_local),
        };
        let channel = match awaited.channel.var {
            Var::Global(id) => &self.scope.plan.channels.constants[&id].name,
            Var::Local(id) => self.local(id),
        };
        let (channel, object) = (format_ident!("{}", channel), self.object(awaited.object));
        quote!(#function(#channel, #object))
    }

    /// A row of them.
    pub fn tags(&self, tags: &[Tag]) -> Vec<TokenStream> {
        tags.iter().map(|tag| self.tag(tag)).collect()
    }

    fn tag(&self, tag: &Tag) -> TokenStream {
        let object = self.object(tag.object);
        let is_variable = self.scope.plan.tags.objects[&tag.object]
            .variable()
            .is_some();
        let verb = format_ident!("{}", verb(tag.verb, is_variable));
        let all = quote!(#verb(#object));
        if let Some(local) = named_by(&tag.element) {
            let local = format_ident!("{}", self.local(local));
            return self.conditional(quote!(#all.of(#local)), tag);
        }
        let touched = match &tag.element {
            Element::Any => all,
            Element::At(index) => {
                let index = Literal::i32_unsuffixed(*index);
                quote!(#all.at(#index))
            }
            Element::Of(index, locals) => {
                let locals = self.locals(*locals);
                let function = self.element(index);
                quote!(#all.computed(#locals, #function))
            }
        };
        self.conditional(touched, tag)
    }

    /// The tag, of states in which its condition holds.
    fn conditional(&self, touched: TokenStream, tag: &Tag) -> TokenStream {
        let Some((condition, locals)) = &tag.only_if else {
            return touched;
        };
        let locals = self.locals(*locals);
        let holds = Expressions::new(self.scope).condition(condition).tokens();
        let holds = Self::function(holds);
        quote!(#touched.only_if(#locals, #holds))
    }

    /// The function that computes an element.
    fn element(&self, index: &Expr) -> TokenStream {
        match named(&self.elements, index) {
            Some(name) => quote!(#name),
            None => {
                let value = Expressions::new(self.scope).value(index).tokens();
                Self::function(value)
            }
        }
    }

    fn object(&self, object: Object) -> TokenStream {
        match &self.scope.plan.tags.objects[&object].constant {
            Constant::Variable(constant) => {
                let constant = format_ident!("{}", constant);
                quote!(#constant)
            }
            Constant::Other(constant) => {
                let constant = format_ident!("{}", constant);
                quote!(objects::#constant)
            }
        }
    }

    /// The constant of a local.
    fn local(&self, id: LocalId) -> &'p str {
        let stored = self.scope.decided.locals[id.index()].as_ref();
        &stored.expect("is read").constant
    }

    /// A list of locals, of which there is a bit for each. What is not stored decides nothing.
    fn locals(&self, bits: u64) -> TokenStream {
        let stored = self.scope.decided.locals.iter().enumerate();
        let named = stored.filter(|(id, _)| *id < 64 && bits >> id & 1 != 0);
        let constants = named.filter_map(|(_, stored)| stored.as_ref());
        let constants = constants.map(|stored| format_ident!("{}", stored.constant));
        quote!(&[#(#constants),*])
    }

    /// The condition as a function.
    fn condition(&self, expr: &Expr) -> TokenStream {
        let mut expressions = Expressions::new(self.scope);
        let (bindings, holds) = match wrong_message(expr) {
            Some((channel, arguments, random)) => {
                expressions.empty_or_fits(channel, arguments, random)
            }
            None => (Vec::new(), expressions.condition_if_reached(expr).tokens()),
        };
        let value = match expressions.fails {
            true => result(holds),
            false => holds,
        };
        let value = match bindings.is_empty() {
            true => value,
            false => quote!({ #(#bindings)* #value }),
        };
        Self::function(match expressions.fails {
            true => quote!(holds_or_fails(|| #value)),
            false => value,
        })
    }

    fn function(value: TokenStream) -> TokenStream {
        let [state, me] = parameters(&value);
        quote!(|#state, #me| #value)
    }
}

/// What must not be the wrong message, `empty(c) || c?[..]`: channel, patterns, and whether any
/// message may be it.
fn wrong_message(expr: &Expr) -> Option<(&Access, &[Pattern], bool)> {
    let Expr::Binary(BinaryOp::Or, empty, poll) = expr else {
        return None;
    };
    match (&**empty, &**poll) {
        (
            Expr::Channel(ChannelQuery::Empty, asked),
            Expr::Poll {
                channel,
                arguments,
                random,
            },
        ) if asked == channel => Some((channel, arguments, *random)),
        _ => None,
    }
}

/// The parameters of a function: those that it does not use have no name.
fn parameters(value: &TokenStream) -> [Ident; 2] {
    ["state", "me"].map(
        |name| match paths::mentions(std::slice::from_ref(value), name) {
            true => format_ident!("{}", name),
            false => format_ident!("_"),
        },
    )
}

/// The name of something that is said more than once.
fn named<T: Ord>(repeated: &BTreeMap<&T, &str>, thing: &T) -> Option<Ident> {
    repeated.get(thing).map(|name| format_ident!("{}", name))
}

fn by_thing<T: Ord>(repeated: &[(T, String)]) -> BTreeMap<&T, &str> {
    let names = repeated.iter().map(|(thing, name)| (thing, &**name));
    names.collect()
}

/// An expression with `?` as a `Result`: a chain of calls that ends with it is one already.
fn result(value: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = value.into_iter().collect();
    let links = |it: &TokenTree| match it {
        TokenTree::Punct(mark) => ".:?".contains(mark.as_char()),
        _ => true,
    };
    match tokens.split_last() {
        Some((TokenTree::Punct(last), call)) if last.as_char() == '?' && call.iter().all(links) => {
            call.iter().cloned().collect()
        }
        _ => quote!(Ok(#(#tokens)*)),
    }
}

/// The function of the runtime that makes a tag.
fn verb(verb: Verb, of_variable: bool) -> &'static str {
    match verb {
        Verb::Read if of_variable => "read",
        Verb::Write if of_variable => "write",
        Verb::Read => "looks_at",
        Verb::Write => "changes",
        Verb::Send => "put",
        Verb::Receive => "take",
        Verb::Ask => "ask",
        Verb::FindsMessage => "finds_message",
        Verb::FindsRoom => "finds_room",
        Verb::AwaitSend => "await_send",
        Verb::AwaitReceive => "await_receive",
        Verb::Offer => "meet_sending",
        Verb::Accept => "meet_receiving",
        Verb::SeeksReceiver => "seeks_receiver",
        Verb::MovesReceiver => "moves_receiver",
        Verb::Start => "starts",
        Verb::End => "ends",
    }
}
