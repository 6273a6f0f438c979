//! `mtypes.rs`: symbolic names.

use std::collections::BTreeSet;

use quote::{format_ident, quote};

use super::code::Code;
use super::{File, code_of_file, documented, inline_code};
use crate::plan::Plan;

/// Emits `mtypes.rs` with the names that are used; without items if there are none.
pub fn file(plan: &Plan<'_>, used: &BTreeSet<String>) -> File {
    let mut items = Vec::new();
    for (set, constants) in plan.model.mtypes.iter().zip(&plan.mtypes) {
        for (name, value) in &set.names {
            let constant = &constants[value];
            if !used.contains(constant) {
                continue;
            }
            let of = match &set.name {
                Some(set) => format!("mtype:{set}"),
                None => "mtype".to_owned(),
            };
            let doc = documented(&[format!("{} of {}.", inline_code(name), inline_code(&of))]);
            let constant = format_ident!("{}", constant);
            let value = Code::number(*value).tokens();
            items.push(quote!(#(#doc)* pub const #constant: i32 = #value;));
        }
    }
    File {
        path: "src/mtypes.rs".to_owned(),
        doc: vec![format!(
            "The symbolic names that {} uses.",
            code_of_file(plan.model)
        )],
        items,
    }
}
