//! `proctypes/<name>.rs`: places, locals, creation, then a row and a function for each transition,
//! in the order of the text.

use frontend::ir::{Access, Expr};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::code::{Code, Level};
use super::expression::Expressions;
use super::row::{self, Rows};
use super::transition::{self, parameter_names};
use super::{File, code_of_file, documented, heading};
use crate::plan::{Plan, Scope};

/// Emits `proctypes/mod.rs`.
pub fn list(plan: &Plan<'_>) -> File {
    let modules = plan.started().map(|scope| {
        let module = format_ident!("{}", scope.decided.module.as_ref().expect("is started"));
        quote!(pub mod #module;)
    });
    let modules: Vec<TokenStream> = modules.collect();
    File {
        path: "src/proctypes/mod.rs".to_owned(),
        doc: vec![format!(
            "One module for each proctype of {}.",
            code_of_file(plan.model)
        )],
        items: vec![quote!(#(#modules)*)],
    }
}

/// Emits the module of a proctype.
pub fn file(scope: Scope<'_>) -> File {
    let module = scope.decided.module.as_deref().expect("is started");
    let mut items = vec![places(scope)];
    for (variable, stored) in scope.proctype.locals.iter().zip(&scope.decided.locals) {
        if let Some(stored) = stored {
            items.push(super::state::constant(scope.plan.model, variable, stored));
        }
    }
    let rows = Rows::of(scope);
    items.extend(this(scope));
    items.push(spawn(scope));
    items.extend(provided(scope));
    items.extend(rows.repeated());
    for (id, named) in scope.decided.automaton.executable() {
        items.push(rows.constant(id, named));
        items.push(transition::function(scope, id, named));
    }
    File {
        path: format!("src/proctypes/{module}.rs"),
        doc: vec![format!("{}.", heading(&scope))],
        items,
    }
}

/// Where processes can stand.
fn places(scope: Scope<'_>) -> TokenStream {
    let mut heading = Some("Where a process can stand, named by the line of what comes next.");
    let places = scope.decided.automaton.numbered().map(|(index, named)| {
        let place = &scope.proctype.places[index];
        let labels: Vec<String> = place.labels.iter().map(|l| format!("`{l}:`")).collect();
        let about = std::mem::take(&mut heading).map(str::to_owned);
        let labels = (!labels.is_empty()).then(|| labels.join(" "));
        let doc: Vec<String> = about.into_iter().chain(labels).collect();
        let doc = documented(&doc);
        let name = format_ident!("{}", named.name);
        let (number, line) = (named.number, place.source.line);
        let [number, line] = [number, line].map(Literal::u32_unsuffixed);
        let file = row::in_file(&place.source);
        let end = place.end.then(|| quote!(.end()));
        let accept = place.accept.then(|| quote!(.accept()));
        let progress = place.progress.then(|| quote!(.progress()));
        quote! {
            #(#doc)*
            pub const #name: Place = place(#number, #line)#file #end #accept #progress;
        }
    });
    let places: Vec<TokenStream> = places.collect();
    quote!(#(#places)*)
}

/// The number of the proctype, and what is known about it.
fn this(scope: Scope<'_>) -> [TokenStream; 2] {
    let id = Literal::u32_unsuffixed(scope.id.0);
    let words = Literal::u32_unsuffixed(scope.decided.words);
    let described = described(scope, quote!(ID), &words);
    [
        quote! {
            #[doc = " Its number among the proctypes."]
            pub const ID: u16 = #id;
        },
        quote! {
            #[doc = " The proctype: what a process holds, and what it can do."]
            pub const PROCTYPE: Proctype = #described;
        },
    ]
}

/// The proctype as a value.
pub fn described(scope: Scope<'_>, number: TokenStream, words: &Literal) -> TokenStream {
    let name = &scope.proctype.name;
    let mut described = quote!(proctype(#number, #name, #words));
    let internals = scope.plan.priority.as_slice();
    let locals = super::info::variables(&scope.decided.locals, internals);
    if scope.decided.module.is_some() && !locals.is_empty() {
        described.extend(quote!(.locals(&[#(#locals),*])));
    }
    let channels = super::info::local_channels(scope);
    if scope.decided.module.is_some() && !channels.is_empty() {
        described.extend(quote!(.channels(&[#(#channels),*])));
    }
    let start = &scope.decided.automaton.places[scope.proctype.start.index()];
    if let Some(start) = start {
        let start = format_ident!("{}", start.name);
        described.extend(quote!(.starts_at(#start)));
    }
    let listed = scope.decided.automaton.listed();
    let rows = listed.map(|(id, _)| match &scope.decided.rows[id.index()] {
        Some(constant) => {
            let constant = format_ident!("{}", constant);
            quote!(#constant)
        }
        None => row::unreached(&scope.proctype.transitions[id.index()]),
    });
    described.extend(quote!(.rows(&[#(#rows),*])));
    described
}

/// The function that says whether a process is provided with what its proctype demands, if it does.
fn provided(scope: Scope<'_>) -> Option<TokenStream> {
    let condition = scope.proctype.provided.as_ref()?;
    let mut expressions = Expressions::new(scope);
    let mut holds = expressions.condition_if_reached(condition);
    if scope.plan.asks_enabled {
        let asked = Code::postfix(quote!(state.is_asked_about(me)));
        holds = Code::infix(asked, quote!(||), Level::Or, holds);
    }
    let holds = holds.tokens();
    let me = if super::paths::mentions(std::slice::from_ref(&holds), "me") {
        quote!(me)
    } else {
        quote!(_)
    };
    Some(quote! {
        #[doc = " Whether a process may make a step: what the proctype is `provided` for."]
        fn provided(state: &State, #me: Process) -> Result<bool, Faulted> {
            Ok(#holds)
        }
    })
}

fn spawn(scope: Scope<'_>) -> TokenStream {
    let names = parameter_names(scope);
    let mut parameters = Vec::new();
    let mut statements = Vec::new();
    if scope.plan.priority.is_some() {
        parameters.push(quote!(priority: i32));
        statements.push(quote!(state.set(me.at(PRIORITY), priority);));
    }
    for (name, stored) in names.iter().zip(&scope.decided.locals) {
        if let (Some(name), Some(stored)) = (name, stored) {
            let name = format_ident!("{}", name);
            let constant = format_ident!("{}", stored.constant);
            parameters.push(quote!(#name: i32));
            statements.push(quote!(state.set(me.at(#constant), #name);));
        }
    }
    let mut expressions = Expressions::new(scope);
    let channels = channels(scope);
    let bind_channels =
        (!channels.is_empty()).then(|| quote!(let channels = state.channel_count() as i32;));
    statements.extend(channels);
    let mut assignments = |creation: &[(Access, Expr)]| {
        let mut statements = Vec::new();
        for (access, value) in creation {
            if scope.stored(access.var).is_some() {
                let ty = scope.variable(access.var).ty;
                let field = expressions.field(access);
                let value = expressions.assigned(value, ty).tokens();
                statements.extend(expressions.take_hoisted());
                statements.push(quote!(state.set(#field, #value);));
            }
        }
        statements
    };
    let creation = assignments(&scope.proctype.creation);
    match &scope.proctype.written_creation {
        None => statements.extend(creation),
        Some(written) => {
            let written = assignments(written);
            let otherwise = (!creation.is_empty()).then(|| quote!(else { #(#creation)* }));
            statements.push(quote!(if state.tells() { #(#written)* } #otherwise));
        }
    }
    let start = scope.decided.automaton.places[scope.proctype.start.index()].as_ref();
    let start = format_ident!("{}", start.expect("is reached").name);
    let too_many = (parameters.len() > 6).then(|| {
        quote! {
            #[expect(clippy::too_many_arguments, reason = "one for each parameter of the proctype")]
        }
    });
    quote! {
        #[doc = " Starts a process."]
        #[doc = ""]
        #[doc = " # Errors"]
        #[doc = " Too many processes or channels, or an initialiser that fails."]
        #too_many
        pub fn spawn(state: &mut State, #(#parameters),*) -> Result<Process, Faulted> {
            #bind_channels
            let me = state.spawn(ID)?;
            enter(state, me, #start)?;
            #(#statements)*
            Ok(me)
        }
    }
}

/// Names the channels that the process has made.
fn channels(scope: Scope<'_>) -> Vec<TokenStream> {
    let named = scope.proctype.channels.iter().enumerate();
    let statements = named.filter_map(|(index, channel)| {
        let stored = scope.decided.locals[channel.local.index()].as_ref()?;
        let constant = format_ident!("{}", stored.constant);
        let variable = &scope.proctype.locals[channel.local.index()];
        let field = if variable.dimensions.is_empty() {
            quote!(me.at(#constant))
        } else {
            let element = Literal::u32_unsuffixed(channel.element);
            quote!(me.array(#constant).element(#element))
        };
        let number = Literal::usize_unsuffixed(index + 1);
        Some(quote!(state.set(#field, channels + #number);))
    });
    statements.collect()
}
