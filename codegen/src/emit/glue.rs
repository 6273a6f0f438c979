//! `main.rs` and `model.rs`.

use frontend::ir::ProctypeId;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{File, code_of_file, documented, paths};
use crate::plan::Plan;

/// The type that stands for the model. Modules are in lower case, constants in upper case, and the
/// runtime has no such name: a file's name would meet one of them some day.
const MODEL: &str = "Analyzed";

/// Emits `main.rs`.
pub fn main(plan: &Plan<'_>, others: &[File]) -> File {
    let model = format_ident!("{}", MODEL);
    let main_for = paths::main_for();
    let optional = |name: &str| {
        let path = format!("src/{name}.rs");
        let name = format_ident!("{}", name);
        let exists = others.iter().any(|file| file.path == path);
        exists.then(|| quote!(mod #name;))
    };
    let (channels, mtypes) = (optional("channels"), optional("mtypes"));
    let (promises, trace) = (optional("promises"), optional("trace"));
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
                "To be read in this order: `state` (the layout of the state vector), {}`proctypes` (the automata, one function per",
                if channels.is_some() {
                    "`channels`, "
                } else {
                    ""
                }
            ),
            format!(
                "transition), {}`tags` (what conflicts with what), then the tables in `info` and `source_map`. The search is in the crate `runtime`.",
                if trace.is_some() { "`trace`, " } else { "" }
            ),
        ],
        items: vec![
            quote! {
                #channels
                mod info;
                mod model;
                #mtypes
                #promises
                mod proctypes;
                mod source_map;
                mod state;
                mod tags;
                #trace
            },
            quote! {
                #[doc = " Runs the search that the command line asks for."]
                fn main() -> std::process::ExitCode {
                    #main_for(&model::#model)
                }
            },
        ],
    }
}

/// Emits `model.rs`.
pub fn model(plan: &Plan<'_>) -> File {
    let model = format_ident!("{}", MODEL);
    let name = code_of_file(plan.model);
    let doc = documented(&[format!("The model {name}.")]);
    File {
        path: "src/model.rs".to_owned(),
        doc: vec![format!(
            "How the searches reach {name}: one type, one implementation, no logic."
        )],
        items: [
            quote! {
                #(#doc)*
                pub struct #model;
            },
            tables(plan),
            implementation(&model),
        ]
        .into_iter()
        .chain(questions(plan, &model))
        .collect(),
    }
}

/// What statements ask about other processes, if they do.
fn questions(plan: &Plan<'_>, model: &proc_macro2::Ident) -> Vec<TokenStream> {
    let (enabled, outranked) = (paths::enabled(), paths::outranked());
    let enabled = plan.asks_enabled.then(|| {
        quote! {
            #[doc = " Whether process `pid` has an executable transition, asked by `me` in the expression `what`."]
            #[doc = ""]
            #[doc = " # Errors"]
            #[doc = " A process must not ask about itself."]
            pub fn enabled(state: &State, me: Process, pid: i32, what: &'static str) -> Result<bool, Faulted> {
                #enabled(&#model, state, me, pid, what)
            }
        }
    });
    let outranked = plan.priority.map(|_| {
        quote! {
            #[doc = " Whether a process of a higher priority can move, so that `me` may not."]
            pub fn outranked(state: &mut State, me: Process) -> bool {
                #outranked(&#model, state, me, PRIORITY)
            }
        }
    });
    enabled.into_iter().chain(outranked).collect()
}

/// The tables of the proctypes' functions.
fn tables(plan: &Plan<'_>) -> TokenStream {
    let row = |index| {
        let scope = plan.scope(ProctypeId::from(index));
        let first = scope.decided.automaton.executable().next();
        match (&scope.decided.module, first) {
            (Some(module), Some((_, named))) => {
                let module = format_ident!("{}", module);
                let first = Literal::u32_unsuffixed(named.number);
                quote!((#first, &#module::STEPS))
            }
            _ => quote!((0, &[])),
        }
    };
    let rows: Vec<TokenStream> = (0..plan.proctypes.len()).map(row).collect();
    let length = Literal::usize_unsuffixed(rows.len());
    quote! {
        #[doc = " By proctype: the number of its first transition, and what executes each."]
        static STEPS: [(u32, &[Execute]); #length] = [#(#rows),*];
    }
}

fn implementation(model: &proc_macro2::Ident) -> TokenStream {
    quote! {
        impl Model for #model {
            fn info(&self) -> &'static ModelInfo {
                &INFO
            }
            fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
                crate::state::initialize(state)
            }
            #[inline]
            fn execute(
                &self,
                state: &mut State,
                process: Process,
                transition: TransitionId,
            ) -> Result<Step, Faulted> {
                let (first, steps) = STEPS[usize::from(state.proctype(process))];
                steps[(transition.0 - first) as usize](state, process)
            }
        }
    }
}
