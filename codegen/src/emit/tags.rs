//! `tags.rs`: one row of conflict tags for each transition.

use std::collections::BTreeSet;

use frontend::ir::ProctypeId;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{File, file_name};
use crate::plan::Plan;
use crate::plan::tags::{Tags, tags};

/// Emits `tags.rs`.
pub fn file(plan: &Plan<'_>) -> File {
    let mut rows = Vec::new();
    for index in 0..plan.proctypes.len() {
        let scope = plan.scope(ProctypeId::from(index));
        let transitions = scope.proctype.transitions.iter();
        for (transition, fate) in transitions.zip(&scope.decided.automaton.transitions) {
            if fate.number().is_none() {
                continue;
            }
            let module = scope.decided.module.as_deref();
            let row = match (fate.named(), module) {
                (Some(named), Some(module)) => row(
                    &format!("{module}::{}", named.name),
                    &tags(scope, transition),
                ),
                _ => row("", &Tags::default()),
            };
            rows.push(row);
        }
    }
    let count = Literal::usize_unsuffixed(rows.len());
    let items = vec![
        quote! {
            #[doc = " By transition: the function that executes it (none if no process comes to it), and what it reads, writes, sends to, receives from."]
            pub static TAGS: [Tags; #count] = [#(#rows),*];
        },
        quote!(
            const _: () = assert!(TAGS.len() == TRANSITIONS.len(), "a row for each transition");
        ),
    ];
    File {
        path: "src/tags.rs".to_owned(),
        doc: vec![
            format!(
                "Conflict tags of `{}`: which transitions of different processes can influence each other.",
                file_name(&plan.model.files[0])
            ),
            String::new(),
            "Two transitions may conflict if both touch an object and at least one writes it, sends to it or receives from it. A row without".to_owned(),
            "tags touches only what belongs to its own process.".to_owned(),
        ],
        items,
    }
}

fn row(name: &str, tags: &Tags) -> TokenStream {
    let list = |names: &BTreeSet<String>| {
        let names = names.iter();
        quote!(&[#(#names),*])
    };
    let (reads, writes) = (list(&tags.reads), list(&tags.writes));
    let (sends, receives) = (list(&tags.sends), list(&tags.receives));
    quote!(tags(#name, #reads, #writes, #sends, #receives))
}
