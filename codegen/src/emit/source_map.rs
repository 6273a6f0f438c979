//! `source_map.rs`: where each transition stands in the source and where it leads.

use frontend::ir::{Action, Expr, Source, Transition, visit};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{File, code_of_file, one_line};
use crate::plan::{Plan, Scope};

/// Emits `source_map.rs`.
pub fn file(plan: &Plan<'_>) -> File {
    let rows: Vec<TokenStream> = plan.scopes().flat_map(rows).collect();
    let count = Literal::usize_unsuffixed(rows.len());
    let mut items = vec![quote! {
        #[doc = " All transitions: proctype, the place it leads to, its statements with file and"]
        #[doc = " line; around that what it does."]
        pub static TRANSITIONS: [TransitionInfo; #count] = [#(#rows),*];
    }];
    if visit::asks(plan.model, |expr| matches!(expr, Expr::PlaceNumber(_))) {
        items.push(pc_values(plan));
    }
    File {
        path: "src/source_map.rs".to_owned(),
        doc: vec![format!(
            "From the transitions of {} to its source, for trails and reports.",
            code_of_file(plan.model)
        )],
        items,
    }
}

fn pc_values(plan: &Plan<'_>) -> TokenStream {
    let mut values = vec![Literal::usize_unsuffixed(0)];
    for scope in plan.started() {
        let places = scope.decided.automaton.numbered();
        values.extend(places.map(|(index, _)| Literal::usize_unsuffixed(index)));
    }
    let count = Literal::usize_unsuffixed(values.len());
    quote! {
        #[doc = " By place: what `pc_value` says of a process there. The first is unused."]
        pub static PC_VALUES: [i32; #count] = [#(#values),*];
    }
}

fn rows(scope: Scope<'_>) -> Vec<TokenStream> {
    let proctype = Literal::u32_unsuffixed(scope.id.0);
    let listed = scope.decided.automaton.listed();
    listed
        .map(|(id, named)| {
            let transition = &scope.proctype.transitions[id.index()];
            let steps = transition.steps.iter().map(|step| at(&step.source));
            let inside = transition
                .steps
                .iter()
                .filter_map(|step| match &step.action {
                    Action::Deterministic(inside) => Some(inside),
                    _ => None,
                });
            let inside = inside
                .flat_map(|inside| inside.steps())
                .map(|step| at(&step.source));
            let inside: Vec<TokenStream> = inside.collect();
            let ends = matches!(transition.steps[0].action, Action::End);
            let places = &scope.decided.automaton.places;
            let target = match (named, &places[transition.target.index()]) {
                (Some(_), Some(place)) if !ends => {
                    let module = scope.decided.module.as_ref().expect("is started");
                    let (module, place) =
                        (format_ident!("{}", module), format_ident!("{}", place.name));
                    quote!(#module::Place::#place as u32)
                }
                (_, Some(place)) => {
                    let number = Literal::u32_unsuffixed(place.number);
                    quote!(#number)
                }
                _ => quote!(0),
            };
            let row = quote!(transition(#proctype, #target, &[#(#steps),*]));
            let row = with_effect(transition, row);
            if inside.is_empty() {
                row
            } else {
                quote!(with_inside(&[#(#inside),*], #row))
            }
        })
        .collect()
}

/// What a transition does, in the order of `runtime::model::Effect`.
fn with_effect(transition: &Transition, row: TokenStream) -> TokenStream {
    let has = |wanted: fn(&Action) -> bool| {
        transition.steps.iter().any(|step| match &step.action {
            Action::Deterministic(inside) => inside.steps().any(|step| wanted(&step.action)),
            action => wanted(action),
        })
    };
    if transition.jumps {
        quote!(branches(#row))
    } else if has(|it| matches!(it, Action::Receive { .. })) {
        quote!(receives(#row))
    } else if has(|it| matches!(it, Action::Send { .. })) {
        quote!(sends(#row))
    } else if has(|it| !it.assigned().is_empty()) {
        quote!(assigns(#row))
    } else {
        row
    }
}

/// A statement in the source, as a table has it.
pub fn at(source: &Source) -> TokenStream {
    let file = Literal::u32_unsuffixed(source.file);
    let line = Literal::u32_unsuffixed(source.line);
    let text = one_line(&source.text);
    quote!(at(#file, #line, #text))
}
