//! `tags.rs`: one row of conflict tags for each transition.

use std::collections::BTreeMap;

use frontend::ir::{Access, BinaryOp, ChannelQuery, Expr, Pattern};
use frontend::tags::{Element, Need, Object, Tag, Tags, Verb};
use proc_macro2::{Group, Ident, Literal, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::expression::Expressions;
use super::{File, code_of_file, paths};
use crate::plan::repeated::Repeated;
use crate::plan::{Plan, Scope};

/// The file, and the functions in it, which use constants of other files.
#[derive(Debug)]
pub struct Emitted {
    /// `tags.rs`.
    pub file: File,
    /// What is computed from a state, as it would stand in the proctypes' files.
    pub functions: Vec<TokenStream>,
}

const DOC: &str = "\
Two transitions of different processes can influence each other only if both touch an object, or
the same element of one, and their verbs conflict: two reads do not, a read and a write do, two
sends to a channel do. A row without tags touches only what belongs to its own process.

`.at(2)` is element 2 of an array, or the channel with this id; `.of(0b1, ..)` the one that the
process computes from some of its locals: bit `i` stands for local `i`. `.only_if(..)`: in other
states it is not touched. `needing` lists what must hold before the transition can be executed
(`perhaps` where the state does not tell), each with the tags of what can bring it about;
`assigning` the locals that it changes, of those on which these depend; `starting` the proctypes
that it may run. An atomic sequence has the tags of all that may follow.";

const DOC_REPEATED: &str =
    "What several rows say has a name: a constant for what must hold, a function for an element.";

/// Emits `tags.rs`.
pub fn file(plan: &Plan<'_>) -> Emitted {
    let mut rows = Vec::new();
    let mut functions = Vec::new();
    let mut items = objects(plan);
    for scope in plan.scopes() {
        let repeated = &plan.tags.repeated[scope.id.index()];
        let mut writer = Writer {
            scope,
            repeated,
            needs: by_thing(&repeated.needs),
            elements: by_thing(&repeated.elements),
            functions: Vec::new(),
        };
        items.extend(writer.repeated());
        let module = scope.decided.module.as_deref();
        for (id, named) in scope.decided.automaton.listed() {
            let tags = &plan.tags.rows[scope.id.index()][id.index()];
            rows.push(match (named, module, tags) {
                (Some(named), Some(module), Some(tags)) => {
                    writer.row(&format!("{module}::{}", named.name), tags)
                }
                _ => quote!(tags("", &[])),
            });
        }
        functions.extend(writer.functions);
    }
    let count = Literal::usize_unsuffixed(rows.len());
    items.extend([
        quote! {
            #[doc = " By transition: the function that executes it (none if no process comes"]
            #[doc = " to it), and what it touches."]
            pub static TAGS: [Tags; #count] = [#(#rows),*];
        },
        quote!(
            const _: () = assert!(TAGS.len() == TRANSITIONS.len(), "a row for each transition");
        ),
    ]);
    let mut doc = vec![
        format!(
            "Conflict tags of {}: what each transition touches that other processes can see.",
            code_of_file(plan.model)
        ),
        String::new(),
    ];
    doc.extend(DOC.lines().map(str::to_owned));
    if plan.tags.repeated.iter().any(|it| !it.is_empty()) {
        doc.extend(["", DOC_REPEATED].map(str::to_owned));
    }
    let path = PATH.to_owned();
    Emitted {
        file: File { path, doc, items },
        functions,
    }
}

/// Where the tags stand in the crate.
pub const PATH: &str = "src/tags.rs";

fn objects(plan: &Plan<'_>) -> Vec<TokenStream> {
    let objects = plan.tags.objects.values();
    let names: Vec<&String> = objects.clone().map(|it| &it.name).collect();
    let count = Literal::usize_unsuffixed(names.len());
    let constants = objects.enumerate().map(|(number, object)| {
        let constant = format_ident!("{}", object.constant);
        let number = Literal::usize_unsuffixed(number);
        quote!(pub const #constant: Object = Object(#number);)
    });
    vec![
        quote!(#(#constants)*),
        quote! {
            #[doc = " The names of the objects: what several processes can touch."]
            pub static OBJECTS: [&str; #count] = [#(#names),*];
        },
    ]
}

/// Writes the rows of a proctype.
struct Writer<'p> {
    scope: Scope<'p>,
    repeated: &'p Repeated,
    needs: BTreeMap<&'p Need, &'p str>,
    elements: BTreeMap<&'p Expr, &'p str>,
    functions: Vec<TokenStream>,
}

impl Writer<'_> {
    /// What has a name.
    fn repeated(&mut self) -> Vec<TokenStream> {
        let repeated = self.repeated;
        let elements = repeated.elements.iter().map(|(index, name)| {
            let name = format_ident!("{}", name);
            let value = Expressions::new(self.scope).value(index).tokens();
            self.functions.push(value.clone());
            let value = qualified(self.scope, value);
            let [state, me] = parameters(&value);
            quote! {
                fn #name(#state: &State, #me: Process) -> i32 {
                    #value
                }
            }
        });
        let mut items: Vec<TokenStream> = elements.collect();
        items.extend(repeated.needs.iter().map(|(need, name)| {
            let name = format_ident!("{}", name);
            let need = self.need_in_full(need);
            quote!(const #name: Need = #need;)
        }));
        items
    }

    fn row(&mut self, name: &str, tags: &Tags) -> TokenStream {
        let touches = self.tags(&tags.touches);
        let mut row = quote!(tags(#name, &[#(#touches),*]));
        if tags.everything {
            row = quote!(touching_everything(#row));
        }
        if !tags.starts.is_empty() {
            let starts = tags.starts.iter().map(|it| Literal::u32_unsuffixed(it.0));
            row = quote!(starting(&[#(#starts),*], #row));
        }
        if tags.assigns != 0 {
            let locals = bits(tags.assigns);
            row = quote!(assigning(#locals, #row));
        }
        if !tags.needs.is_empty() {
            let needs = tags.needs.iter().map(|need| self.need(need));
            let needs: Vec<TokenStream> = needs.collect();
            row = quote!(needing(&[#(#needs),*], #row));
        }
        row
    }

    fn need(&mut self, need: &Need) -> TokenStream {
        match named(&self.needs, need) {
            Some(name) => quote!(#name),
            None => self.need_in_full(need),
        }
    }

    fn need_in_full(&mut self, need: &Need) -> TokenStream {
        let tags = self.tags(&need.tags);
        match need.holds.as_ref().map(|it| self.condition(it)) {
            Some(holds) => quote!(need(#holds, &[#(#tags),*])),
            None => quote!(perhaps(&[#(#tags),*])),
        }
    }

    fn tags(&mut self, tags: &[Tag]) -> Vec<TokenStream> {
        tags.iter().map(|tag| self.tag(tag)).collect()
    }

    fn tag(&mut self, tag: &Tag) -> TokenStream {
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
        let holds = self.function(holds);
        quote!(#touched.only_if(#locals, #holds))
    }

    /// The function that computes an element.
    fn element(&mut self, index: &Expr) -> TokenStream {
        match named(&self.elements, index) {
            Some(name) => quote!(#name),
            None => {
                let value = Expressions::new(self.scope).value(index).tokens();
                self.function(value)
            }
        }
    }

    fn object(&self, object: Object) -> Ident {
        format_ident!("{}", self.scope.plan.tags.objects[&object].constant)
    }

    /// The condition as a function.
    fn condition(&mut self, expr: &Expr) -> TokenStream {
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
        self.function(match expressions.fails {
            true => quote!(holds_or_fails(|| #value)),
            false => value,
        })
    }

    fn function(&mut self, value: TokenStream) -> TokenStream {
        self.functions.push(value.clone());
        let value = qualified(self.scope, value);
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
        Verb::Send => "send",
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
        Verb::End => "end",
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

/// Constants with the path of their module: an object and the variable that it stands for have the
/// same name.
fn qualified(scope: Scope<'_>, tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(ident) => match module(scope, &ident.to_string()) {
            Some(module) => quote!(#module::#ident),
            None => ident.into_token_stream(),
        },
        TokenTree::Group(group) => {
            let inside = qualified(scope, group.stream());
            TokenTree::Group(Group::new(group.delimiter(), inside)).into_token_stream()
        }
        token => token.into_token_stream(),
    });
    tokens.collect()
}

fn module(scope: Scope<'_>, constant: &str) -> Option<TokenStream> {
    let plan = scope.plan;
    if plan
        .globals
        .iter()
        .flatten()
        .any(|it| it.constant == constant)
    {
        return Some(quote!(crate::state));
    }
    let channels = &plan.channels;
    let is_channel = channels.constants.values().any(|it| it.name == constant)
        || channels.kinds.iter().any(|it| it.constant == constant);
    if is_channel {
        return Some(quote!(crate::channels));
    }
    let mut locals = scope.decided.locals.iter().flatten();
    if locals.any(|it| it.constant == constant) {
        let module = format_ident!("{}", scope.decided.module.as_ref()?);
        return Some(quote!(#module));
    }
    None
}
