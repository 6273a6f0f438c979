//! `info.rs`: the model as the searches know it.

use frontend::ir::{Model, MtypeSet, Unchecked};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::row::at;
use super::{File, code_of_file};
use crate::Options;
use crate::plan::variables::{Internal, Stored};
use crate::plan::{Plan, Scope};

/// Emits `info.rs`.
pub fn file(plan: &Plan<'_>, options: &Options) -> File {
    File {
        path: "src/info.rs".to_owned(),
        doc: vec![format!(
            "What the searches know about {}.",
            code_of_file(plan.model)
        )],
        items: vec![info(plan, options)],
    }
}

fn info(plan: &Plan<'_>, options: &Options) -> TokenStream {
    let globals = variables(&plan.globals, &plan.internals);
    let model = plan.model;
    let name = &options.model_name;
    let files = &model.files;
    let digest = &model.digest;
    let version = crate::VERSION;
    let deciding = options.deciding(model);
    let hidden_words = Literal::u32_unsuffixed(plan.hidden_words);
    let told_words = (plan.told_words > 0).then(|| {
        let words = Literal::u32_unsuffixed(plan.told_words);
        quote!(told_words: #words,)
    });
    let trace = super::trace::info(plan);
    let irreducible = match &plan.model.irreducible {
        Some(irreducible) => {
            let why = irreducible.words(model);
            quote!(Some(#why))
        }
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
    let mtypes = model.mtypes.iter().map(names_of);
    let tables_of = super::paths::tables_of();
    let unchecked = unchecked(plan);
    let claims = match plan.claims.is_empty() {
        true => None,
        false => Some(quote!(claims: CLAIMS,)),
    };
    let proctypes = plan.scopes().map(proctype);
    let objects = plan.tags.objects.values().map(|object| &object.name);
    let hidden_reads = hidden_reads(model);
    quote! {
        #[doc = " The proctypes, in the order of their numbers."]
        const PROCTYPES: &[Proctype] = &[#(#proctypes),*];

        #[doc = " The model."]
        pub static MODEL: ModelInfo = ModelInfo {
            name: #name,
            files: &[#(#files),*],
            digest: #digest,
            generator: #version,
            options: #deciding,
            global_words: GLOBAL_WORDS,
            hidden_words: #hidden_words,
            #told_words
            place_bits: #place_bits,
            globals: &[#(#globals),*],
            channels: &[#(#channels),*],
            queues: #queues,
            mtypes: &[#(#mtypes),*],
            objects: &[#(#objects),*],
            irreducible: #irreducible,
            trace: #trace,
            #claims
            unchecked: #unchecked,
            hidden_reads: &[#(#hidden_reads),*],
            initialize: crate::state::initialize,
            ..#tables_of!(PROCTYPES)
        };
    }
}

fn names_of(set: &MtypeSet) -> TokenStream {
    let names = set.names.iter().map(|(name, value)| {
        let value = Literal::i32_unsuffixed(*value);
        quote!((#name, #value))
    });
    quote!(&[#(#names),*])
}

/// The constant of a proctype; one that no process is of has no module, and stands here.
fn proctype(scope: Scope<'_>) -> TokenStream {
    match &scope.decided.module {
        Some(module) => {
            let module = format_ident!("{}", module);
            quote!(#module::PROCTYPE)
        }
        None => {
            let number = Literal::u32_unsuffixed(scope.id.0);
            super::proctype::described(scope, quote!(#number), &Literal::u32_unsuffixed(0))
        }
    }
}

fn unchecked(plan: &Plan<'_>) -> TokenStream {
    let unchecked = Unchecked {
        claims: plan.unchecked.clone(),
        ..plan.model.unchecked
    };
    if unchecked == Unchecked::default() {
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
        let variable = super::state::declared_name(&model.globals[read.variable.index()]);
        let at = at(&read.source);
        match read.by_claim {
            true => quote!(by_claim(hidden_read(#variable, #at))),
            false => quote!(hidden_read(#variable, #at)),
        }
    })
}

/// The channels that each process of a proctype makes.
pub fn local_channels(scope: Scope<'_>) -> Vec<TokenStream> {
    let kinds = &scope.plan.channels.local_kinds[scope.id.index()];
    let channels = scope.proctype.channels.iter().zip(kinds);
    let channels = channels.map(|(channel, &kind)| {
        let variable = &scope.proctype.locals[channel.local.index()];
        let name = if variable.dimensions.is_empty() {
            variable.name.clone()
        } else {
            format!("{}[{}]", variable.name, channel.element)
        };
        self::channel(&name, kind)
    });
    channels.collect()
}

/// Variables as dumps and trails show them.
pub fn variables(stored: &[Option<Stored>], internals: &[Internal]) -> Vec<Ident> {
    let stored = stored.iter().flatten();
    let stored = stored.map(|stored| format_ident!("{}", stored.constant));
    let internals = internals.iter().map(|it| format_ident!("{}", it.constant));
    stored.chain(internals).collect()
}

fn channel(name: &str, kind: usize) -> TokenStream {
    let kind = Literal::usize_unsuffixed(kind);
    quote!(channel(#name, #kind))
}
