//! `source_map.rs`: where each transition stands in the source and where it leads.

use frontend::ir::{Action, ProctypeId};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{File, file_name, one_line};
use crate::plan::{Plan, Scope};

/// Emits `source_map.rs`.
pub fn file(plan: &Plan<'_>) -> File {
    let mut rows = Vec::new();
    for index in 0..plan.proctypes.len() {
        rows.extend(self::rows(plan.scope(ProctypeId::from(index))));
    }
    let count = Literal::usize_unsuffixed(rows.len());
    let mut items = vec![quote! {
        #[doc = " All transitions: proctype, the place it leads to, its statements with file and line."]
        pub static TRANSITIONS: [TransitionInfo; #count] = [#(#rows),*];
    }];
    if !rows.is_empty() {
        items.extend([
            quote! {
                #[doc = " One transition."]
                const fn row(
                    proctype: u16,
                    target: u32,
                    steps: &'static [SourceInfo],
                ) -> TransitionInfo {
                    TransitionInfo { proctype, target: PlaceId(target), steps }
                }
            },
            quote! {
                #[doc = " A statement at a line of a file."]
                const fn at(file: u16, line: u32, text: &'static str) -> SourceInfo {
                    SourceInfo { file, line, text }
                }
            },
        ]);
    }
    File {
        path: "src/source_map.rs".to_owned(),
        doc: vec![format!(
            "From the transitions of `{}` to its source, for trails and for the report of unreached statements.",
            file_name(&plan.model.files[0])
        )],
        items,
    }
}

fn rows(scope: Scope<'_>) -> Vec<TokenStream> {
    let proctype = Literal::u32_unsuffixed(scope.id.0);
    let fates = scope
        .proctype
        .transitions
        .iter()
        .zip(&scope.decided.automaton.transitions);
    let listed = fates.filter(|(_, fate)| fate.number().is_some());
    listed
        .map(|(transition, fate)| {
            let steps = transition.steps.iter().map(|step| {
                let file = Literal::u32_unsuffixed(step.source.file);
                let line = Literal::u32_unsuffixed(step.source.line);
                let text = one_line(&step.source.text);
                quote!(at(#file, #line, #text))
            });
            let ends = matches!(transition.steps[0].action, Action::End);
            let places = &scope.decided.automaton.places;
            let target = match (fate.named(), &places[transition.target.index()]) {
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
            quote!(row(#proctype, #target, &[#(#steps),*]))
        })
        .collect()
}
