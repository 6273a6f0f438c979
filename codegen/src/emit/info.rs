//! `info.rs`: the tables that describe the model to the searches.

use std::collections::BTreeSet;

use frontend::ir::{Action, PlaceId, ProctypeId, Variable};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{File, file_name, shown};
use crate::Options;
use crate::plan::automaton::offered;
use crate::plan::{Plan, Scope, Stored};

/// Emits `info.rs`.
pub fn file(plan: &Plan<'_>, options: &Options) -> File {
    let mut rows = Rows::default();
    let places = places(plan, &mut rows);
    let proctypes: Vec<TokenStream> = (0..plan.proctypes.len())
        .map(|index| proctype(plan.scope(ProctypeId::from(index)), &mut rows))
        .collect();
    let globals = variables(&plan.model.globals, &plan.globals, None, &mut rows);
    let info = info(plan, options, &globals, &mut rows);
    let place_count = Literal::usize_unsuffixed(places.len());
    let proctype_count = Literal::usize_unsuffixed(proctypes.len());
    let mut items = vec![
        info,
        quote! {
            #[doc = " Proctypes: name, words of a process, parameters and locals, channels that each process makes."]
            static PROCTYPES: [ProctypeInfo; #proctype_count] = [#(#proctypes),*];
        },
        quote! {
            #[doc = " Places: proctype, line, may rest here, what can be tried in this order. The first is unused."]
            static PLACES: [PlaceInfo; #place_count] = [#(#places),*];
        },
    ];
    items.extend(rows.functions());
    File {
        path: "src/info.rs".to_owned(),
        doc: vec![format!(
            "What the searches know about `{}`: names, layout, places and what each place offers.",
            file_name(&plan.model.files[0])
        )],
        items,
    }
}

fn info(plan: &Plan<'_>, options: &Options, globals: &TokenStream, rows: &mut Rows) -> TokenStream {
    let model = plan.model;
    let name = &options.model_name;
    let files = &model.files;
    let digest = &model.digest;
    let version = crate::VERSION;
    let optimized = options.optimized;
    let place_bits = Literal::u32_unsuffixed(plan.place_bits);
    let channels = model.channels.iter().zip(&plan.channels.global_kinds);
    let channels: Vec<TokenStream> = channels
        .map(|(channel, &kind)| rows.channel(&channel.name, kind))
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
    let unchecked = &model.unchecked;
    quote! {
        #[doc = " The model."]
        pub static INFO: ModelInfo = ModelInfo {
            name: #name,
            files: &[#(#files),*],
            digest: #digest,
            generator: #version,
            optimized: #optimized,
            global_words: GLOBAL_WORDS,
            place_bits: #place_bits,
            globals: #globals,
            channels: &[#(#channels),*],
            queues: #queues,
            mtypes: &[#(#mtypes),*],
            proctypes: &PROCTYPES,
            places: &PLACES,
            transitions: &TRANSITIONS,
            unchecked: &[#(#unchecked),*],
        };
    }
}

fn proctype(scope: Scope<'_>, rows: &mut Rows) -> TokenStream {
    let name = &scope.proctype.name;
    rows.used.insert("proctype");
    let Some(module) = &scope.decided.module else {
        return quote!(proctype(#name, 0, &[], &[]));
    };
    let words = Literal::u32_unsuffixed(scope.decided.words);
    let locals = variables(
        &scope.proctype.locals,
        &scope.decided.locals,
        Some(module),
        rows,
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
            rows.channel(&name, kind)
        })
        .collect();
    quote!(proctype(#name, #words, #locals, &[#(#channels),*]))
}

fn variables(
    variables: &[Variable],
    stored: &[Option<Stored>],
    module: Option<&str>,
    rows: &mut Rows,
) -> TokenStream {
    let module = module.map(|module| {
        let module = format_ident!("{}", module);
        quote!(#module::)
    });
    let described = variables
        .iter()
        .zip(stored)
        .filter_map(|(variable, stored)| {
            let constant = format_ident!("{}", stored.as_ref()?.constant);
            let name = &variable.name;
            let shown = shown(variable.ty);
            let function = if variable.dimensions.is_empty() {
                rows.used.insert("scalar");
                quote!(scalar)
            } else {
                rows.used.insert("array");
                quote!(array)
            };
            Some(quote!(#function(#name, #module #constant, #shown)))
        });
    let described: Vec<TokenStream> = described.collect();
    quote!(&[#(#described),*])
}

fn places(plan: &Plan<'_>, rows: &mut Rows) -> Vec<TokenStream> {
    rows.used.insert("place");
    let mut places = vec![quote!(place(0, 0, false, &[]))];
    for scope in plan.started() {
        for (index, _) in scope.decided.automaton.numbered() {
            let place = &scope.proctype.places[index];
            let candidates = candidates(scope, PlaceId::from(index), rows);
            let proctype = Literal::u32_unsuffixed(scope.id.0);
            let line = Literal::u32_unsuffixed(place.source.line);
            let end = place.end;
            places.push(quote!(place(#proctype, #line, #end, &[#(#candidates),*])));
        }
    }
    places
}

fn candidates(scope: Scope<'_>, id: PlaceId, rows: &mut Rows) -> Vec<TokenStream> {
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
            let (name, mut row) = match transition.steps[0].action {
                Action::Else => ("otherwise", quote!(otherwise(#number))),
                Action::Receive { .. } => ("receive", quote!(receive(#number))),
                _ => ("offer", quote!(offer(#number))),
            };
            rows.used.insert(name);
            if transition.atomic {
                rows.used.insert("atomic");
                row = quote!(atomic(#row));
            }
            if candidate.tier > 0 {
                rows.used.insert("tier");
                let tier = Literal::u8_unsuffixed(candidate.tier);
                row = quote!(tier(#tier, #row));
            }
            row
        })
        .collect()
}

/// Which functions that make rows are used.
#[derive(Default)]
struct Rows {
    used: BTreeSet<&'static str>,
}

impl Rows {
    fn channel(&mut self, name: &str, kind: usize) -> TokenStream {
        self.used.insert("channel");
        let kind = Literal::usize_unsuffixed(kind);
        quote!(channel(#name, #kind))
    }

    fn functions(&self) -> Vec<TokenStream> {
        let all = [
            (
                &["proctype"][..],
                quote! {
                    #[doc = " A proctype."]
                    const fn proctype(
                        name: &'static str,
                        words: u32,
                        locals: &'static [VariableInfo],
                        channels: &'static [ChannelInfo],
                    ) -> ProctypeInfo {
                        ProctypeInfo { name, words, locals, channels }
                    }
                },
            ),
            (
                &["scalar"],
                quote! {
                    #[doc = " A scalar variable."]
                    const fn scalar(name: &'static str, field: Field, shown: Shown) -> VariableInfo {
                        VariableInfo { name, cells: Array::single(field), is_array: false, shown }
                    }
                },
            ),
            (
                &["array"],
                quote! {
                    #[doc = " An array."]
                    const fn array(name: &'static str, cells: Array, shown: Shown) -> VariableInfo {
                        VariableInfo { name, cells, is_array: true, shown }
                    }
                },
            ),
            (
                &["channel"],
                quote! {
                    #[doc = " A channel: its name and the index of its kind."]
                    const fn channel(name: &'static str, kind: u16) -> ChannelInfo {
                        ChannelInfo { name, kind }
                    }
                },
            ),
            (
                &["place"],
                quote! {
                    #[doc = " A place."]
                    const fn place(
                        proctype: u16,
                        line: u32,
                        end: bool,
                        candidates: &'static [Candidate],
                    ) -> PlaceInfo {
                        PlaceInfo { proctype, line, end, candidates }
                    }
                },
            ),
            (
                &["offer", "receive", "otherwise"],
                quote! {
                    #[doc = " A transition to be tried."]
                    const fn offer(transition: u32) -> Candidate {
                        Candidate {
                            transition: TransitionId(transition),
                            tier: 0,
                            is_else: false,
                            receives: false,
                            atomic: false,
                        }
                    }
                },
            ),
            (
                &["receive"],
                quote! {
                    #[doc = " A receive: it may complete a handshake."]
                    const fn receive(transition: u32) -> Candidate {
                        Candidate { receives: true, ..offer(transition) }
                    }
                },
            ),
            (
                &["otherwise"],
                quote! {
                    #[doc = " An `else`."]
                    const fn otherwise(transition: u32) -> Candidate {
                        Candidate { is_else: true, ..offer(transition) }
                    }
                },
            ),
            (
                &["atomic"],
                quote! {
                    #[doc = " After it only this process may move."]
                    const fn atomic(candidate: Candidate) -> Candidate {
                        Candidate { atomic: true, ..candidate }
                    }
                },
            ),
            (
                &["tier"],
                quote! {
                    #[doc = " Not tried once a transition of a lower tier was executed."]
                    const fn tier(tier: u8, candidate: Candidate) -> Candidate {
                        Candidate { tier, ..candidate }
                    }
                },
            ),
        ];
        let used = all.into_iter().filter(|(names, _)| {
            let mut names = names.iter();
            names.any(|name| self.used.contains(name))
        });
        used.map(|(_, function)| function).collect()
    }
}
