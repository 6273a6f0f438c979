//! `proctypes/<name>.rs`: control locations, locals, creation, dispatch, then one function per
//! transition in source order.

use frontend::ir::{Action, Place, TransitionId};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::code::{Code, Level};
use super::expression::Expressions;
use super::transition::{self, parameter_names};
use super::{File, code_of_file, documented, heading, inline_code, one_line};
use crate::plan::automaton::offered;
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
    items.push(spawn(scope));
    items.push(quote! {
        #[doc = " Moves a process to a place, as a transition does that was executed."]
        #[inline(always)]
        fn enter(state: &mut State, me: Process, place: Place) -> Outcome {
            state.set(me.at(PLACE), place as i32);
            DONE
        }
    });
    items.extend(provided(scope));
    let executable = scope.decided.automaton.executable();
    items.extend(executable.map(|(id, named)| {
        let transition = &scope.proctype.transitions[id.index()];
        transition::function(scope, transition, named)
    }));
    File {
        path: format!("src/proctypes/{module}.rs"),
        doc: doc(scope),
        items,
    }
}

fn places(scope: Scope<'_>) -> TokenStream {
    let variants = scope.decided.automaton.numbered().map(|(index, named)| {
        let doc = documented(&[place_doc(&scope.proctype.places[index])]);
        let name = format_ident!("{}", named.name);
        let number = Literal::u32_unsuffixed(named.number);
        quote!(#(#doc)* #name = #number,)
    });
    let variants: Vec<TokenStream> = variants.collect();
    quote! {
        #[doc = " Where a process can stand, named by the line of the statement that comes next."]
        #[derive(Clone, Copy)]
        pub enum Place {
            #(#variants)*
        }
    }
}

fn place_doc(place: &Place) -> String {
    let mut doc = inline_code(&place.source.text);
    if !place.labels.is_empty() {
        let labels: Vec<String> = place.labels.iter().map(|l| format!("`{l}:`")).collect();
        doc = format!("{} {doc}", labels.join(" "));
    }
    if place.end {
        doc += " (may rest here for ever)";
    }
    doc
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
    for (access, value) in &scope.proctype.creation {
        if scope.stored(access.var).is_some() {
            let ty = scope.variable(access.var).ty;
            let field = expressions.field(access);
            let value = expressions.assigned(value, ty).tokens();
            statements.extend(expressions.take_hoisted());
            statements.push(quote!(state.set(#field, #value);));
        }
    }
    let start = scope.decided.automaton.places[scope.proctype.start.index()].as_ref();
    let start = format_ident!("{}", start.expect("is reached").name);
    let proctype = Literal::u32_unsuffixed(scope.id.0);
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
            let me = state.spawn(#proctype)?;
            enter(state, me, Place::#start)?;
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

fn doc(scope: Scope<'_>) -> Vec<String> {
    let mut lines = vec![
        format!("{}.", heading(&scope)),
        String::new(),
        "```text".to_owned(),
    ];
    for (index, named) in scope.decided.automaton.numbered() {
        let mut name = named.name.as_str();
        let transitions = offered(scope.context(), frontend::ir::PlaceId::from(index));
        let mut stuck = true;
        for id in transitions {
            lines.push(format!("{name:<6} {}", arrow(scope, id)));
            name = "";
            stuck = false;
        }
        if stuck {
            lines.push(format!("{name:<6} (stuck)"));
        }
    }
    lines.push("```".to_owned());
    lines
}

/// `buf[nxt] = v  ->  L18`.
fn arrow(scope: Scope<'_>, id: TransitionId) -> String {
    const WIDTH: usize = 48;
    let transition = &scope.proctype.transitions[id.index()];
    let steps = transition
        .steps
        .iter()
        .map(|step| one_line(&step.source.text));
    let mut text = steps.collect::<Vec<_>>().join("; ");
    if text.chars().count() > WIDTH {
        text = text.chars().take(WIDTH - 2).chain("..".chars()).collect();
    }
    let target = match transition.steps[0].action {
        Action::End => "ends".to_owned(),
        _ => {
            let target = &scope.decided.automaton.places[transition.target.index()];
            let target = target.as_ref().expect("is reached");
            format!("-> {}", target.name)
        }
    };
    let atomic = if transition.atomic {
        ", keeps control"
    } else {
        ""
    };
    format!("{text:<WIDTH$} {target}{atomic}")
}
