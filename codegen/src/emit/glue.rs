//! `main.rs`, `model.rs` and `Cargo.toml`.

use frontend::ir::ProctypeId;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{File, file_name, paths};
use crate::plan::{Plan, names};
use crate::{Options, VERSION};

/// Emits `main.rs`.
pub fn main(plan: &Plan<'_>, options: &Options, others: &[File]) -> File {
    let model = type_name(options);
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
                "Analyzer for `{}`: {}, {}, {}.",
                file_name(&plan.model.files[0]),
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
pub fn model(plan: &Plan<'_>, options: &Options) -> File {
    let model = type_name(options);
    let name = file_name(&plan.model.files[0]).to_owned();
    let doc = format!(" The model `{name}`.");
    File {
        path: "src/model.rs".to_owned(),
        doc: vec![format!(
            "How the searches reach `{name}`: one type, one implementation, no logic."
        )],
        items: [
            quote! {
                #[doc = #doc]
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

fn type_name(options: &Options) -> proc_macro2::Ident {
    let name = names::type_name(&names::snake(&options.model_name));
    let taken = [
        "Model",
        "ModelInfo",
        "State",
        "Process",
        "Step",
        "TransitionId",
        "Faulted",
        "Result",
        "Self",
    ];
    if taken.contains(&name.as_str()) {
        format_ident!("{}Analyzer", name)
    } else {
        format_ident!("{}", name)
    }
}

/// Emits `Cargo.toml`.
pub fn manifest(options: &Options, digest: &str) -> String {
    let Options {
        crate_name,
        header_path,
        runtime,
        tail,
        ..
    } = options;
    let name = file_name(header_path);
    format!(
        "# @generated by pvgen {VERSION} from {header_path} ({digest}).\n\
         # To change this file, change the model and run `pvgen {header_path}`.\n\
         \n\
         [package]\n\
         name = \"{crate_name}\"\n\
         version = \"0.0.0\"\n\
         edition = \"2024\"\n\
         publish = false\n\
         description = \"Analyzer for {name}\"\n\
         \n\
         [dependencies]\n\
         runtime = {runtime}\n\
         \n\
         [lints.rust]\n\
         missing_docs = \"warn\"\n\
         \n\
         [lints.clippy]\n\
         all = \"warn\"\n\
         {tail}"
    )
}
