//! `channels.rs`: kinds of channels, and the channels that variables name for ever.

use std::collections::BTreeSet;

use frontend::ir::{Type, Width};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{File, code_of_file, declaration, documented, inline_code, shown, type_name};
use crate::plan::Plan;
use crate::plan::channels::Kind;

/// Emits `channels.rs`; without items if the model has no channels.
pub fn file(plan: &Plan<'_>, used: &BTreeSet<String>) -> File {
    let mut items = Vec::new();
    let kinds = &plan.channels.kinds;
    if !kinds.is_empty() {
        items.extend(kinds.iter().map(|kind| self::kind(plan, kind)));
        let count = Literal::usize_unsuffixed(kinds.len());
        let names = kinds.iter().map(|kind| format_ident!("{}", kind.constant));
        items.push(quote! {
            #[doc = " All kinds of channels."]
            pub static QUEUES: [QueueKind; #count] = [#(#names),*];
        });
        items.extend(constants(plan, used));
    }
    File {
        path: "src/channels.rs".to_owned(),
        doc: vec![format!(
            "The channels of {}: how many messages of which type, and where the global ones lie.",
            code_of_file(plan.model)
        )],
        items,
    }
}

/// `1 message`, `4 messages`.
pub fn messages(capacity: u32) -> String {
    match capacity {
        0 => "rendezvous".to_owned(),
        1 => "1 message".to_owned(),
        n => format!("{n} messages"),
    }
}

fn kind(plan: &Plan<'_>, kind: &Kind) -> TokenStream {
    let signature = &plan.model.signatures[kind.signature.index()].fields;
    let types: Vec<String> = (signature.iter())
        .map(|(ty, _)| type_name(plan.model, *ty))
        .collect();
    let of = inline_code(&format!(
        "[{}] of {{ {} }}",
        kind.capacity,
        types.join(", ")
    ));
    let doc = documented(&[format!("{of}: {}.", messages(kind.capacity))]);
    let name = format_ident!("{}", kind.constant);
    let capacity = Literal::u32_unsuffixed(kind.capacity);
    let mut bit = 0;
    let fields = signature.iter().map(|&(ty, width)| {
        let field = field(bit, ty, width);
        bit += u32::from(width.bits);
        field
    });
    let fields: Vec<TokenStream> = fields.collect();
    quote!(#(#doc)* pub const #name: QueueKind = QueueKind::new(#capacity, &[#(#fields),*]);)
}

fn field(bit: u32, ty: Type, width: Width) -> TokenStream {
    let (bit, bits) = (
        Literal::u32_unsuffixed(bit),
        Literal::u8_unsuffixed(width.bits),
    );
    let shown = shown(ty).unwrap_or_else(|| quote!(Shown::Number));
    if width.signed {
        quote!(signed(#bit, #bits, #shown))
    } else {
        quote!(unsigned(#bit, #bits, #shown))
    }
}

/// The channels of constant variables, those that are used.
fn constants(plan: &Plan<'_>, used: &BTreeSet<String>) -> Vec<TokenStream> {
    let mut items = Vec::new();
    let mut has_arrays = false;
    let constants = plan.channels.constants.iter();
    for (id, constant) in constants.filter(|(_, constant)| used.contains(&constant.name)) {
        let variable = &plan.model.globals[id.index()];
        let doc = documented(&[format!("{}.", declaration(plan.model, variable))]);
        let name = format_ident!("{}", constant.name);
        let first = Literal::u32_unsuffixed(constant.first_id);
        let base = plan.channels.global_bases[constant.first_id as usize - 1];
        let base = Literal::u32_unsuffixed(base);
        let kind = format_ident!("{}", plan.channels.kinds[constant.kind].constant);
        let queue = quote!(Queue { id: #first, base: #base, kind: &#kind });
        items.push(if variable.dimensions.is_empty() {
            quote!(#(#doc)* pub const #name: Queue = #queue;)
        } else {
            has_arrays = true;
            quote!(#(#doc)* pub const #name: Queues = Queues { first: #queue };)
        });
    }
    if has_arrays {
        items.push(quote! {
            #[doc = " An array of channels, one after the other."]
            #[derive(Clone, Copy)]
            pub struct Queues {
                #[doc = " The channel at index 0."]
                pub first: Queue,
            }
        });
        items.push(quote! {
            impl Queues {
                #[doc = " The channel at `index`."]
                #[inline(always)]
                pub const fn element(self, index: u32) -> Queue {
                    Queue {
                        id: self.first.id + index as u8,
                        base: self.first.base + index * self.first.kind.words,
                        kind: self.first.kind,
                    }
                }
            }
        });
    }
    items
}
