//! `main.rs`.

use std::collections::BTreeMap;

use quote::{format_ident, quote};

use super::{File, code_of_file, paths};
use crate::plan::Plan;

/// Emits `main.rs`, given all others by their paths.
pub fn main(plan: &Plan<'_>, others: &BTreeMap<String, String>) -> File {
    let main_of = paths::main_of();
    let optional = |name: &str| {
        let path = format!("src/{name}.rs");
        let name = format_ident!("{}", name);
        others.contains_key(&path).then(|| quote!(mod #name;))
    };
    let (channels, mtypes) = (optional("channels"), optional("mtypes"));
    let (promises, trace) = (optional("promises"), optional("trace"));
    let (claims, objects) = (optional("claims"), optional("objects"));
    let started: Vec<_> = plan.started().collect();
    let transitions: usize = (started.iter())
        .map(|scope| scope.decided.automaton.executable().count())
        .sum();
    let places: usize = (started.iter())
        .map(|scope| scope.decided.automaton.place_count())
        .sum();
    let count = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    File {
        path: "src/main.rs".to_owned(),
        doc: vec![
            format!(
                "Analyzer for {}: {}, {}, {}.",
                code_of_file(plan.model),
                count(started.len(), "proctype"),
                count(places, "place"),
                count(transitions, "transition"),
            ),
            String::new(),
            format!(
                "Read `state` first (the layout of the state vector), then {}{}{}`proctypes`:",
                claims.as_ref().map_or("", |_| "`claims`, "),
                channels.as_ref().map_or("", |_| "`channels`, "),
                trace.as_ref().map_or("", |_| "`trace`, "),
            ),
            "each transition is a function and, above it, a row that says the rest: from where to"
                .to_owned(),
            "where it leads, its line and text, what it touches that other processes can see, what"
                .to_owned(),
            "it needs. The search is in the crate `runtime`, whose module `rows` explains the words"
                .to_owned(),
            "of a row; the compiler makes the tables of `info` from the rows.".to_owned(),
        ],
        items: vec![
            quote! {
                #channels
                #claims
                mod info;
                #mtypes
                #objects
                #promises
                mod proctypes;
                mod state;
                #trace
            },
            quote! {
                #[doc = " Runs the search that the command line asks for."]
                fn main() -> std::process::ExitCode {
                    #main_of(&info::MODEL)
                }
            },
        ],
    }
}
