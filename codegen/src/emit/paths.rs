//! Every name of the runtime that generated code may use, on one page, and the `use` lines for
//! those that a file does use.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
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

/// Identifiers that occur in a file: those of constants and types, of modules where they begin a
/// path (`sender::spawn`), and of functions, with `()` behind them.
#[derive(Default)]
pub struct Names {
    /// Those that need an import unless they are of the file itself.
    bare: BTreeSet<String>,
    /// Constants and types behind `::`.
    in_paths: BTreeSet<String>,
}

impl Names {
    /// Of the items of a file.
    pub fn of(items: &[TokenStream]) -> Names {
        let mut names = Names::default();
        for item in items {
            names.collect(item.clone());
        }
        names
    }

    /// All of them.
    pub fn all(self) -> impl Iterator<Item = String> {
        self.bare.into_iter().chain(self.in_paths)
    }

    /// The `use` lines of the file: names of the runtime; those of other modules of the crate,
    /// given with what they offer (`crate::state` with its constants).
    pub fn imports<'o>(
        &self,
        others: impl Iterator<Item = (&'o String, &'o BTreeSet<String>)>,
    ) -> [TokenStream; 2] {
        let used = &self.bare;
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
        for (module, names) in others {
            let path: syn::Path = syn::parse_str(module).expect("a module's path");
            let names: Vec<_> = (names.intersection(used))
                .map(|name| format_ident!("{}", name.trim_end_matches("()")))
                .collect();
            // Those of the root are modules, in the order of all modules.
            match module.as_str() {
                "crate" => lines.extend(
                    (names.iter())
                        .map(|name| (format!("crate::{name}"), quote!(use crate::#name;))),
                ),
                _ => lines.extend(line(quote!(#path), &names).map(|line| (module.clone(), line))),
            }
        }
        of_crate.extend(lines.into_values());
        [of_runtime, of_crate]
    }

    /// Notes the identifiers; a lower-case one only where it begins a path, since methods and
    /// variables may have any module's name.
    fn collect(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        // Behind a dot it is a method, behind `fn` a declaration, behind `::` the path has said
        // where from.
        let mut qualified = false;
        let [mut colon, mut behind_path] = [false; 2];
        while let Some(token) = tokens.next() {
            match &token {
                TokenTree::Ident(ident) => {
                    self.note(ident, tokens.peek(), qualified, behind_path);
                }
                TokenTree::Group(group) => self.collect(group.stream()),
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

    fn note(
        &mut self,
        ident: &Ident,
        next: Option<&TokenTree>,
        qualified: bool,
        behind_path: bool,
    ) {
        let name = ident.to_string();
        match next {
            Some(TokenTree::Group(next))
                if next.delimiter() == Delimiter::Parenthesis && !qualified =>
            {
                self.bare.insert(format!("{name}()"));
            }
            Some(TokenTree::Punct(next))
                if next.as_char() == ':' && next.spacing() == Spacing::Joint =>
            {
                self.bare.insert(name.clone());
            }
            _ => {}
        }
        match name.starts_with(|c: char| c.is_ascii_uppercase()) {
            true if behind_path => self.in_paths.insert(name),
            true => self.bare.insert(name),
            false => false,
        };
    }
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

fn line(path: TokenStream, names: &[Ident]) -> Option<TokenStream> {
    match names {
        [] => None,
        [name] => Some(quote!(use #path::#name;)),
        _ => Some(quote!(use #path::{#(#names),*};)),
    }
}
