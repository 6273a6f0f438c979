//! Every name of the runtime that generated code may use, on one page, and the `use` lines for
//! those that a file does use.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::{format_ident, quote};

const RUNTIME: [(&str, &[&str]); 7] = [
    (
        "claim",
        &[
            "ClaimInfo",
            "ClaimKind",
            "ClaimPlace",
            "Component",
            "Operator",
            "claim()",
            "part()",
            "proposition()",
            "stay()",
            "step()",
        ],
    ),
    (
        "model",
        &[
            "BLOCKED",
            "DONE",
            "Effect",
            "ModelInfo",
            "Outcome",
            "QueueKind",
            "Shown",
            "SourceInfo",
            "Step",
            "TraceInfo",
            "TransitionId",
            "Unchecked",
            "Variable",
        ],
    ),
    (
        "rows",
        &[
            "Place",
            "Proctype",
            "Row",
            "assign()",
            "copy()",
            "end()",
            "guard()",
            "otherwise()",
            "place()",
            "proctype()",
            "receive()",
            "send()",
            "unreached()",
        ],
    ),
    (
        "state",
        &[
            "Array", "Failure", "Faulted", "Field", "Process", "Promise", "Promised", "Queue",
            "State", "Use",
        ],
    ),
    (
        "step",
        &["Watch", "enabled()", "is_enabled()", "outranked()"],
    ),
    (
        "tables",
        &[
            "array()",
            "ask()",
            "at()",
            "await_receive()",
            "await_send()",
            "by_claim()",
            "changes()",
            "channel()",
            "ends()",
            "finds_message()",
            "finds_room()",
            "hidden_read()",
            "holds_or_fails()",
            "looks_at()",
            "meet_receiving()",
            "meet_sending()",
            "message_in()",
            "message_in_local()",
            "moves_receiver()",
            "need()",
            "perhaps()",
            "put()",
            "read()",
            "room_in()",
            "room_in_local()",
            "scalar()",
            "seeks_receiver()",
            "signed()",
            "starts()",
            "tags()",
            "take()",
            "touching_everything()",
            "unsigned()",
            "write()",
        ],
    ),
    ("tags", &["Need", "Object"]),
];

/// The function that is every analyzer's `main`.
pub fn main_of() -> TokenStream {
    quote!(runtime::cli::main_of)
}

/// The macro that makes the tables of the proctypes' rows.
pub fn tables_of() -> TokenStream {
    quote!(runtime::tables_of)
}

/// The `use` lines of a file: names of the runtime; those of the crate's own modules
/// (`crate::state` with its constants).
pub fn imports(
    items: &[TokenStream],
    own: &BTreeMap<String, BTreeSet<String>>,
) -> [TokenStream; 2] {
    let mut used = BTreeSet::new();
    for item in items {
        collect(item.clone(), false, &mut used);
    }
    let (mut of_runtime, mut of_crate) = (TokenStream::new(), TokenStream::new());
    for (module, names) in RUNTIME {
        let module = format_ident!("{}", module);
        let names = names.iter().filter(|&&name| used.contains(name));
        let names: Vec<_> = names
            .map(|name| format_ident!("{}", name.trim_end_matches("()")))
            .collect();
        of_runtime.extend(line(quote!(runtime::#module), &names));
    }
    let mut lines: BTreeMap<String, TokenStream> = BTreeMap::new();
    for (module, names) in own {
        let path: syn::Path = syn::parse_str(module).expect("a module's path");
        let names: Vec<_> = (names.intersection(&used))
            .map(|name| format_ident!("{}", name.trim_end_matches("()")))
            .collect();
        // Those of the root are modules, in the order of all modules.
        match module.as_str() {
            "crate" => lines.extend(
                (names.iter()).map(|name| (format!("crate::{name}"), quote!(use crate::#name;))),
            ),
            _ => lines.extend(line(quote!(#path), &names).map(|line| (module.clone(), line))),
        }
    }
    of_crate.extend(lines.into_values());
    [of_runtime, of_crate]
}

/// Identifiers that occur in the items: those of constants and types, modules, and functions with
/// `()` behind them.
pub fn identifiers(items: &[TokenStream]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for item in items {
        collect(item.clone(), true, &mut names);
    }
    names
}

/// Whether an identifier occurs in the tokens.
pub fn mentions(tokens: &[TokenStream], name: &str) -> bool {
    tokens.iter().any(|tokens| {
        tokens.clone().into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == name,
            TokenTree::Group(group) => mentions(&[group.stream()], name),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    })
}

fn line(path: TokenStream, names: &[proc_macro2::Ident]) -> Option<TokenStream> {
    match names {
        [] => None,
        [name] => Some(quote!(use #path::#name;)),
        _ => Some(quote!(use #path::{#(#names),*};)),
    }
}

/// Notes the identifiers; a lower-case one only where it begins a path (`sender::spawn`), since
/// methods and variables may have any module's name. Constants and types behind `::` need no
/// import; they count only `in_paths`.
fn collect(tokens: TokenStream, in_paths: bool, names: &mut BTreeSet<String>) {
    let mut tokens = tokens.into_iter().peekable();
    // Behind a dot it is a method, behind `fn` a declaration, behind `::` the path has said where
    // from.
    let mut qualified = false;
    let [mut colon, mut behind_path] = [false; 2];
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                match tokens.peek() {
                    Some(TokenTree::Group(next))
                        if next.delimiter() == Delimiter::Parenthesis && !qualified =>
                    {
                        names.insert(format!("{name}()"));
                    }
                    Some(TokenTree::Punct(next))
                        if next.as_char() == ':' && next.spacing() == Spacing::Joint =>
                    {
                        names.insert(name.clone());
                    }
                    _ => {}
                }
                if name.starts_with(|c: char| c.is_ascii_uppercase()) && (in_paths || !behind_path)
                {
                    names.insert(name);
                }
            }
            TokenTree::Group(group) => collect(group.stream(), in_paths, names),
            _ => {}
        }
        let is_colon = matches!(&token, TokenTree::Punct(it) if it.as_char() == ':');
        behind_path = is_colon && colon;
        colon = is_colon;
        qualified = match token {
            TokenTree::Ident(ident) => ident == "fn",
            TokenTree::Punct(punct) => punct.as_char() == '.' || behind_path,
            _ => false,
        };
    }
}
