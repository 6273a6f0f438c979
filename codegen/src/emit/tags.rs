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
    let mut objects = BTreeSet::new();
    for index in 0..plan.proctypes.len() {
        let scope = plan.scope(ProctypeId::from(index));
        for transition in &scope.proctype.transitions {
            let found = tags(scope, transition);
            for names in [found.reads, found.writes, found.sends, found.receives] {
                objects.extend(names);
            }
        }
    }
    let objects: Vec<String> = objects.into_iter().collect();
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
                    &objects,
                ),
                _ => row("", &Tags::default(), &objects),
            };
            rows.push(row);
        }
    }
    let count = Literal::usize_unsuffixed(rows.len());
    let object_count = Literal::usize_unsuffixed(objects.len());
    let items = vec![
        quote! {
            #[doc = " What several processes can touch."]
            pub static OBJECTS: [&str; #object_count] = [#(#objects),*];
        },
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

fn row(name: &str, tags: &Tags, objects: &[String]) -> TokenStream {
    let list = |names: &BTreeSet<String>, verb: &str| -> Vec<TokenStream> {
        let verb = quote::format_ident!("{verb}");
        let index = |name: &String| objects.iter().position(|it| it == name);
        let names = names
            .iter()
            .map(|name| Literal::usize_unsuffixed(index(name).unwrap()));
        names.map(|index| quote!(#verb(Object(#index)))).collect()
    };
    let mut touches = list(&tags.reads, "read");
    touches.extend(list(&tags.writes, "write"));
    touches.extend(list(&tags.sends, "write"));
    touches.extend(list(&tags.receives, "write"));
    quote!(tags(#name, &[#(#touches),*]))
}
