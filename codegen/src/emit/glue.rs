//! `main.rs`, `model.rs` and `Cargo.toml`.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::proctype::is_large;
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
            "To be read in this order: `state` (the layout of the state vector), `channels`, `proctypes` (the automata, one function per".to_owned(),
            "transition), `tags` (what conflicts with what), then the tables in `info` and `source_map`. The search is in the crate `runtime`.".to_owned(),
        ],
        items: vec![
            quote! {
                #channels
                mod info;
                mod model;
                #mtypes
                mod proctypes;
                mod source_map;
                mod state;
                mod tags;
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
        items: vec![
            quote! {
                #[doc = #doc]
                pub struct #model;
            },
            implementation(plan, &model),
        ],
    }
}

fn implementation(plan: &Plan<'_>, model: &proc_macro2::Ident) -> TokenStream {
    // Ranges that are not inlined would be compared one after the other; proctypes are jumped to.
    let by_proctype = is_large(plan);
    let selector = if by_proctype {
        quote!(state.proctype(process))
    } else {
        quote!(transition.0)
    };
    let mut arms = Vec::new();
    for scope in plan.started() {
        let executable = scope.decided.automaton.executable();
        let numbers: Vec<u32> = executable.map(|(_, named)| named.number).collect();
        let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else {
            continue;
        };
        let module = format_ident!("{}", scope.decided.module.as_ref().expect("is started"));
        let (first_number, last_number) = (
            Literal::u32_unsuffixed(first),
            Literal::u32_unsuffixed(last),
        );
        let pattern = if by_proctype {
            let index = Literal::usize_unsuffixed(scope.id.index());
            quote!(#index)
        } else if first == last {
            quote!(#first_number)
        } else {
            quote!(#first_number..=#last_number)
        };
        arms.push(quote!(#pattern => #module::step(state, process, transition),));
    }
    let (state, process, transition) = if arms.is_empty() {
        (quote!(_), quote!(_), quote!(_))
    } else {
        (quote!(state), quote!(process), quote!(transition))
    };
    let body = if arms.is_empty() {
        quote!(unreachable!("there are no transitions"))
    } else {
        quote! {
            match #selector {
                #(#arms)*
                _ => unreachable!("no such transition"),
            }
        }
    };
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
                #state: &mut State,
                #process: Process,
                #transition: TransitionId,
            ) -> Result<Step, Faulted> {
                #body
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
