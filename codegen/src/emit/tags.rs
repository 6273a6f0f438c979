//! What rows say of conflicts between processes, and `objects.rs`: what there is to touch.

use std::collections::BTreeMap;

use frontend::ir::{Access, BinaryOp, ChannelQuery, Expr, Pattern};
use frontend::tags::{Element, Need, Object, Tag, Tags, Verb};
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::expression::Expressions;
use super::{File, code_of_file, paths};
use crate::plan::{Plan, Scope};

const DOC: &str = "\
Two transitions of different processes can influence each other only if both touch an object, or
the same element of one, and their verbs conflict: two reads do not, a read and a write do, two
sends to a channel do. A row without tags touches only what belongs to its own process.

`.at(2)` is element 2 of an array, or the channel with this id; `.of(0b1, ..)` the one that the
process computes from some of its locals: bit `i` stands for local `i`. `.only_if(..)`: in other
states it is not touched. `.needs` lists what must hold before the transition can be executed
(`perhaps` where the state does not tell), each with the tags of what can bring it about;
`.assigns` the locals that it changes, of those on which these depend; `.starts` the proctypes
that it may run. An atomic sequence has the tags of all that may follow.";

/// Emits `objects.rs`.
pub fn objects(plan: &Plan<'_>) -> File {
    let objects = plan.tags.objects.values();
    let names: Vec<&String> = objects.clone().map(|it| &it.name).collect();
    let count = Literal::usize_unsuffixed(names.len());
    let constants = objects.enumerate().map(|(number, object)| {
        let constant = format_ident!("{}", object.constant);
        let number = Literal::usize_unsuffixed(number);
        quote!(pub const #constant: Object = Object(#number);)
    });
    let mut doc = vec![
        format!(
            "What several processes of {} can touch.",
            code_of_file(plan.model)
        ),
        String::new(),
    ];
    doc.extend(DOC.lines().map(str::to_owned));
    File {
        path: "src/objects.rs".to_owned(),
        doc,
        items: vec![
            quote!(#(#constants)*),
            quote! {
                #[doc = " The names of the objects."]
                pub static OBJECTS: [&str; #count] = [#(#names),*];
            },
        ],
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
            let locals = bits(tags.assigns);
            row.extend(quote!(.assigns(#locals)));
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
        let tags = self.tags(&need.tags);
        match need.holds.as_ref().map(|it| self.condition(it)) {
            Some(holds) => quote!(need(#holds, &[#(#tags),*])),
            None => quote!(perhaps(&[#(#tags),*])),
        }
    }

    fn tags(&self, tags: &[Tag]) -> Vec<TokenStream> {
        tags.iter().map(|tag| self.tag(tag)).collect()
    }

    fn tag(&self, tag: &Tag) -> TokenStream {
        let verb = format_ident!("{}", verb(tag.verb));
        let object = self.object(tag.object);
        let all = quote!(#verb(#object));
        let touched = match &tag.element {
            Element::Any => all,
            Element::At(index) => {
                let index = Literal::i32_unsuffixed(*index);
                quote!(#all.at(#index))
            }
            Element::Of(index, locals) => {
                let locals = bits(*locals);
                let function = self.element(index);
                quote!(#all.of(#locals, #function))
            }
        };
        let Some((condition, locals)) = &tag.only_if else {
            return touched;
        };
        let locals = bits(*locals);
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
        let constant = format_ident!("{}", self.scope.plan.tags.objects[&object].constant);
        quote!(objects::#constant)
    }

    /// The condition as a function.
    fn condition(&self, expr: &Expr) -> TokenStream {
        let mut expressions = Expressions::new(self.scope);
        let (bindings, holds) = match awaited(expr) {
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
fn awaited(expr: &Expr) -> Option<(&Access, &[Pattern], bool)> {
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
fn verb(verb: Verb) -> &'static str {
    match verb {
        Verb::Read => "read",
        Verb::Write => "write",
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
        Verb::End => "ends",
    }
}

fn bits(locals: u64) -> Literal {
    let text = if locals == 0 {
        "0".to_owned()
    } else if locals < 1 << 16 {
        format!("{locals:#b}")
    } else {
        format!("{locals:#x}")
    };
    text.parse().expect("a number")
}
