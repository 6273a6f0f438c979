//! `info.rs`: the tables that describe the model to the searches.

use std::collections::BTreeSet;

use frontend::ir::{Action, Expr, Model, PlaceId, Unchecked, Var, Variable, text, visit};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::source_map::at;
use super::{File, code_of_file, shown};
use crate::Options;
use crate::plan::automaton::offered;
use crate::plan::{Internal, Plan, Scope, Stored};

/// Emits `info.rs`.
pub fn file(plan: &Plan<'_>, options: &Options) -> File {
    let places = places(plan);
    let proctypes: Vec<TokenStream> = plan.scopes().map(proctype).collect();
    let globals = variables(&plan.model.globals, &plan.globals, None, &plan.internals);
    let info = info(plan, options, &globals);
    let functions: Vec<TokenStream> = plan.scopes().flat_map(functions).collect();
    let function_count = Literal::usize_unsuffixed(functions.len());
    let place_count = Literal::usize_unsuffixed(places.len());
    let proctype_count = Literal::usize_unsuffixed(proctypes.len());
    let items = vec![
        info,
        quote! {
            #[doc = " Proctypes: name, words, parameters and locals, channels that each makes."]
            static PROCTYPES: [ProctypeInfo; #proctype_count] = [#(#proctypes),*];
        },
        quote! {
            #[doc = " Places: proctype, line, may rest here, what is tried in order; 0 is unused."]
            static PLACES: [PlaceInfo; #place_count] = [#(#places),*];
        },
        quote! {
            #[doc = " By transition: what executes it."]
            static EXECUTE: [Execute; #function_count] = [#(#functions),*];
        },
    ];
    File {
        path: "src/info.rs".to_owned(),
        doc: vec![format!(
            "What the searches know about {}: names, layout, places and what each place offers.",
            code_of_file(plan.model)
        )],
        items,
    }
}

fn info(plan: &Plan<'_>, options: &Options, globals: &TokenStream) -> TokenStream {
    let model = plan.model;
    let name = &options.model_name;
    let files = &model.files;
    let digest = &model.digest;
    let version = crate::VERSION;
    let deciding = options.deciding(model);
    let hidden_words = Literal::u32_unsuffixed(plan.hidden_words);
    let trace = super::trace::info(plan);
    let irreducible = match irreducible(plan) {
        Some(why) => quote!(Some(#why)),
        None => quote!(None),
    };
    let place_bits = Literal::u32_unsuffixed(plan.place_bits);
    let channels = model.channels.iter().zip(&plan.channels.global_kinds);
    let channels: Vec<TokenStream> = channels
        .map(|(channel, &kind)| self::channel(&channel.name, kind))
        .collect();
    let queues = if plan.channels.kinds.is_empty() {
        quote!(&[])
    } else {
        quote!(&QUEUES)
    };
    let mtypes = model.mtypes.iter().map(|set| {
        let names = set.names.iter().map(|(name, value)| {
            let value = Literal::i32_unsuffixed(*value);
            quote!((#name, #value))
        });
        quote!(&[#(#names),*])
    });
    let unchecked = unchecked(&model.unchecked);
    let hidden_reads = hidden_reads(model);
    quote! {
        #[doc = " The model."]
        pub static MODEL: ModelInfo = ModelInfo {
            name: #name,
            files: &[#(#files),*],
            digest: #digest,
            generator: #version,
            options: #deciding,
            global_words: GLOBAL_WORDS,
            hidden_words: #hidden_words,
            place_bits: #place_bits,
            globals: #globals,
            channels: &[#(#channels),*],
            queues: #queues,
            mtypes: &[#(#mtypes),*],
            proctypes: &PROCTYPES,
            places: &PLACES,
            transitions: &TRANSITIONS,
            execute: &EXECUTE,
            objects: &OBJECTS,
            tags: &TAGS,
            irreducible: #irreducible,
            trace: #trace,
            unchecked: #unchecked,
            hidden_reads: &[#(#hidden_reads),*],
            initialize: crate::state::initialize,
        };
    }
}

fn unchecked(unchecked: &Unchecked) -> TokenStream {
    if *unchecked == Unchecked::default() {
        return quote!(Unchecked::NOTHING);
    }
    let claims = &unchecked.claims;
    let accept = Literal::u32_unsuffixed(unchecked.accept_labels);
    let progress = Literal::u32_unsuffixed(unchecked.progress_labels);
    quote!(Unchecked {
        claims: &[#(#claims),*],
        accept_labels: #accept,
        progress_labels: #progress,
    })
}

fn hidden_reads(model: &Model) -> impl Iterator<Item = TokenStream> {
    model.hidden_reads.iter().map(|read| {
        let variable = declared_name(&model.globals[read.variable.index()]);
        let at = at(&read.source);
        match read.by_claim {
            true => quote!(by_claim(hidden_read(#variable, #at))),
            false => quote!(hidden_read(#variable, #at)),
        }
    })
}

/// Why no reduction may be used.
fn irreducible(plan: &Plan<'_>) -> Option<&'static str> {
    let model = plan.model;
    let asks = |wanted: fn(&Expr) -> bool| visit::asks(model, wanted);
    if model.tracks_last {
        Some("the model uses `_last`")
    } else if model.has_priorities {
        Some("the model uses priorities")
    } else if plan.asks_enabled {
        Some("the model uses `enabled`")
    } else if asks(|expr| matches!(expr, Expr::PlaceNumber(_))) {
        Some("the model uses `pc_value`")
    } else if model.proctypes.iter().any(|it| it.deterministic) {
        Some("the model has a `D_proctype`")
    } else if reads_hidden(plan) {
        Some("the model reads a `hidden` variable, which is no part of the state")
    } else {
        None
    }
}

/// States that are taken for one may then differ in what they can do.
fn reads_hidden(plan: &Plan<'_>) -> bool {
    let mut found = false;
    visit::visit_reads(plan.model, &mut |_, var| {
        found |= matches!(var, Var::Global(id) if plan.model.globals[id.index()].hidden);
    });
    found
}

fn proctype(scope: Scope<'_>) -> TokenStream {
    let name = &scope.proctype.name;
    let Some(module) = &scope.decided.module else {
        return quote!(proctype(#name, 0, &[], &[]));
    };
    let words = Literal::u32_unsuffixed(scope.decided.words);
    let locals = variables(
        &scope.proctype.locals,
        &scope.decided.locals,
        Some(module),
        scope.plan.priority.as_slice(),
    );
    let kinds = &scope.plan.channels.local_kinds[scope.id.index()];
    let channels = scope.proctype.channels.iter().zip(kinds);
    let channels: Vec<TokenStream> = channels
        .map(|(channel, &kind)| {
            let variable = &scope.proctype.locals[channel.local.index()];
            let name = if variable.dimensions.is_empty() {
                variable.name.clone()
            } else {
                format!("{}[{}]", variable.name, channel.element)
            };
            self::channel(&name, kind)
        })
        .collect();
    quote!(proctype(#name, #words, #locals, &[#(#channels),*]))
}

/// The name as the tables have it: with the lengths of dimensions where there are arrays inside of
/// structures.
fn declared_name(variable: &Variable) -> String {
    if !variable.name.contains('[') {
        return variable.name.clone();
    }
    let lengths = variable.dimensions.iter().map(u32::to_string);
    text::indexed(&variable.name, lengths)
}

fn variables(
    variables: &[Variable],
    stored: &[Option<Stored>],
    module: Option<&str>,
    internals: &[Internal],
) -> TokenStream {
    let module = module.map(|module| {
        let module = format_ident!("{}", module);
        quote!(#module::)
    });
    let described = variables
        .iter()
        .zip(stored)
        .filter_map(|(variable, stored)| {
            let stored = stored.as_ref().filter(|stored| !stored.hidden)?;
            let constant = format_ident!("{}", stored.constant);
            let name = declared_name(variable);
            let shown = shown(variable.ty);
            let function = if variable.dimensions.is_empty() {
                quote!(scalar)
            } else {
                quote!(array)
            };
            Some(quote!(#function(#name, #module #constant, #shown)))
        });
    let internals = internals.iter().map(|internal| {
        let (name, constant) = (internal.name, format_ident!("{}", internal.constant));
        quote!(scalar(#name, #constant, Shown::Number))
    });
    let described: Vec<TokenStream> = described.chain(internals).collect();
    quote!(&[#(#described),*])
}

fn places(plan: &Plan<'_>) -> Vec<TokenStream> {
    let mut places = vec![quote!(place(0, 0, false, &[]))];
    for scope in plan.started() {
        for (index, _) in scope.decided.automaton.numbered() {
            let place = &scope.proctype.places[index];
            let candidates = candidates(scope, PlaceId::from(index));
            let proctype = Literal::u32_unsuffixed(scope.id.0);
            let line = Literal::u32_unsuffixed(place.source.line);
            let end = place.end;
            places.push(quote!(place(#proctype, #line, #end, &[#(#candidates),*])));
        }
    }
    places
}

/// The functions by number of the transition.
fn functions(scope: Scope<'_>) -> impl Iterator<Item = TokenStream> {
    let module = scope.decided.module.as_ref();
    let module = module.map(|module| format_ident!("{}", module));
    let listed = scope.decided.automaton.listed();
    listed.map(move |(_, named)| match named {
        Some(named) => {
            let name = format_ident!("{}", named.name);
            quote!(#module::#name)
        }
        None => quote!(|_, _| BLOCKED),
    })
}

fn candidates(scope: Scope<'_>, id: PlaceId) -> Vec<TokenStream> {
    let place = &scope.proctype.places[id.index()];
    let live: BTreeSet<_> = offered(scope.context(), id).collect();
    let candidates = place
        .candidates
        .iter()
        .filter(|c| live.contains(&c.transition));
    candidates
        .map(|candidate| {
            let transition = &scope.proctype.transitions[candidate.transition.index()];
            let fate = &scope.decided.automaton.transitions[candidate.transition.index()];
            let number = Literal::u32_unsuffixed(fate.number().expect("is offered"));
            let mut row = match &transition.steps[0].action {
                action if action.is_else() => quote!(otherwise(#number)),
                action if receives(action) => quote!(receive(#number)),
                _ => quote!(offer(#number)),
            };
            if transition.atomic {
                row = quote!(atomic(#row));
            }
            if candidate.tier > 0 {
                let tier = Literal::u8_unsuffixed(candidate.tier);
                row = quote!(tier(#tier, #row));
            }
            let counts = !matches!(
                transition.steps[0].action,
                Action::Else | Action::Skip | Action::Deterministic(_)
            );
            // As in SPIN, `else`, `skip` and `d_step` are no choice.
            if scope.proctype.deterministic && counts {
                row = quote!(deterministic(#row));
            }
            row
        })
        .collect()
}

/// Whether an action can take the message of a handshake: a receive, or a `d_step` that can begin
/// with one.
fn receives(action: &Action) -> bool {
    match action {
        Action::Receive { keep, .. } => !keep,
        Action::Deterministic(inside) => {
            let mut first = inside.nodes[0].branches.iter();
            first.any(|branch| receives(&branch.step.action))
        }
        _ => false,
    }
}

fn channel(name: &str, kind: usize) -> TokenStream {
    let kind = Literal::usize_unsuffixed(kind);
    quote!(channel(#name, #kind))
}
