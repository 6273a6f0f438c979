//! From decisions to Rust: which file gets which items. Nothing is decided here, no name, width or
//! offset.

mod channels;
mod claim;
mod code;
mod d_step;
mod expression;
mod glue;
mod info;
mod manifest;
mod message;
mod mtypes;
pub mod paths;
mod proctype;
mod promises;
mod queue;
mod row;
mod state;
mod tags;
mod trace;
mod transition;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use frontend::ir::{Model, Source, Type, Variable};
use frontend::shown;
use proc_macro2::TokenStream;
use quote::quote;

use crate::plan::{Plan, Scope};
use crate::{Options, print};
use paths::Names;

/// What a main thread has: printing descends into expressions.
const STACK_BYTES: usize = 8 << 20;

/// A source file before it is printed.
#[derive(Debug)]
pub struct File {
    /// Path in the crate.
    pub path: String,
    /// Lines of the file's documentation.
    pub doc: Vec<String>,
    /// Its items, in reading order.
    pub items: Vec<TokenStream>,
}

/// The same, printed.
struct Printed {
    path: String,
    /// None without items.
    text: Option<String>,
    names: Names,
}

/// Prints all files of the crate.
pub fn printed(plan: &Plan<'_>, options: &Options) -> BTreeMap<String, String> {
    let header = print::header("//", options, &plan.model.digest);
    files(plan, options, |file| {
        print::file(&header, &file.doc, file.items)
    })
}

/// All files of the crate by their paths, with the texts that `print` makes of them.
pub fn files(
    plan: &Plan<'_>,
    options: &Options,
    print: impl Fn(File) -> String + Sync,
) -> BTreeMap<String, String> {
    let own = own_names(plan);
    let print = |file: File| finished(file, &own, &print);
    let mut printed = proctypes(plan, print);
    printed.extend([trace::file(plan), claim::file(plan)].map(print));
    let used: BTreeSet<String> = (printed.iter_mut())
        .flat_map(|printed| std::mem::take(&mut printed.names).all())
        .collect();
    let others = [
        state::file(plan),
        mtypes::file(plan, &used),
        promises::file(plan),
        channels::file(plan, &used),
        proctype::list(plan),
        tags::objects(plan),
        info::file(plan, options),
    ];
    printed.extend(others.map(print));
    let text = |printed: Printed| printed.text.map(|text| (printed.path, text));
    let mut files: BTreeMap<String, String> = printed.into_iter().filter_map(text).collect();
    files.extend(text(print(glue::main(plan, &files))));
    files.insert(
        "Cargo.toml".to_owned(),
        manifest::manifest(options, &plan.model.digest),
    );
    files
}

/// Prints the modules of the proctypes, on all cores: of a large model that is most of the work.
fn proctypes(plan: &Plan<'_>, print: impl Fn(File) -> Printed + Sync) -> Vec<Printed> {
    let scopes: Vec<Scope<'_>> = plan.started().collect();
    let next = AtomicUsize::new(0);
    let some = || -> Vec<Printed> {
        let mine = std::iter::from_fn(|| scopes.get(next.fetch_add(1, Ordering::Relaxed)));
        mine.map(|&scope| print(proctype::file(scope))).collect()
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|within| {
        let others: Vec<_> = (1..cores.min(scopes.len()))
            .map_while(|_| {
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                thread.spawn_scoped(within, some).ok()
            })
            .collect();
        let mut printed = some();
        for other in others {
            printed.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        printed
    })
}

/// Prints a file with the `use` lines it needs.
fn finished(
    mut file: File,
    own: &BTreeMap<String, BTreeSet<String>>,
    print: impl Fn(File) -> String,
) -> Printed {
    let names = Names::of(&file.items);
    let path = file.path.clone();
    let module = module_path(&path);
    // A proctype may be called `main`, too.
    let listed = path == "src/main.rs" || path.ends_with("/mod.rs");
    let empty = file.items.is_empty();
    if !listed && !empty {
        // Objects name nothing of other modules, and may have constants of the same names.
        let others =
            (own.iter()).filter(|(other, _)| **other != module && module != "crate::objects");
        file.items.splice(0..0, names.imports(others));
    }
    let text = (!empty).then(|| print(file));
    Printed { path, text, names }
}

/// The names that each module of the crate offers to the others.
fn own_names(plan: &Plan<'_>) -> BTreeMap<String, BTreeSet<String>> {
    let mut own = BTreeMap::new();
    let stored = plan.globals.iter().flatten();
    let mut state: BTreeSet<String> = stored.map(|stored| stored.constant.clone()).collect();
    state.extend(["PLACE", "GLOBAL_WORDS", "PC_VALUES", "enter()"].map(str::to_owned));
    let internals = plan.internals.iter().chain(&plan.priority);
    state.extend(internals.map(|internal| internal.constant.to_owned()));
    own.insert("crate::state".to_owned(), state);
    let constants = plan.channels.constants.values();
    let mut channels: BTreeSet<String> = constants.map(|constant| constant.name.clone()).collect();
    channels.extend(plan.channels.kinds.iter().map(|kind| kind.constant.clone()));
    channels.insert("QUEUES".to_owned());
    own.insert("crate::channels".to_owned(), channels);
    let mtypes = plan.mtypes.iter().flat_map(|set| set.values().cloned());
    own.insert("crate::mtypes".to_owned(), mtypes.collect());
    let promises = plan.promises.iter().map(|promise| promise.constant.clone());
    own.insert("crate::promises".to_owned(), promises.collect());
    let modules = plan
        .started()
        .filter_map(|scope| scope.decided.module.clone());
    own.insert("crate::proctypes".to_owned(), modules.collect());
    let one = |name: &str| BTreeSet::from([name.to_owned()]);
    own.insert("crate::info".to_owned(), one("MODEL"));
    own.insert("crate::claims".to_owned(), one("CLAIMS"));
    own.insert(
        "crate".to_owned(),
        ["objects", "trace"].map(str::to_owned).into(),
    );
    own
}

fn module_path(path: &str) -> String {
    let module = path.trim_start_matches("src/").trim_end_matches(".rs");
    format!(
        "crate::{}",
        module.trim_end_matches("/mod").replace('/', "::")
    )
}

/// Doc attributes, one for each line.
fn documented<S: AsRef<str>>(lines: &[S]) -> Vec<TokenStream> {
    let lines = lines.iter().map(|line| {
        let line = match line.as_ref() {
            "" => String::new(),
            text => format!(" {}", shown::text(text)),
        };
        quote!(#[doc = #line])
    });
    lines.collect()
}

/// Markdown code, on one line, with as many backquotes as it takes.
fn inline_code(text: &str) -> String {
    let text = one_line(text);
    let runs = text.split(|c| c != '`').map(str::len);
    match runs.max() {
        None | Some(0) => format!("`{text}`"),
        Some(longest) => {
            let fence = "`".repeat(longest + 1);
            format!("{fence} {text} {fence}")
        }
    }
}

/// White space as single blanks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The model's file, in Markdown.
fn code_of_file(model: &Model) -> String {
    inline_code(file_name(&model.files[0]))
}

/// `gbn.pml:14`, in Markdown.
fn place(model: &Model, file: u32, line: u32) -> String {
    let name = file_name(&model.files[file as usize]);
    let text = format!("{name}:{line}");
    let alphanumeric = |c: char| c.is_ascii_alphanumeric();
    let is_plain = |part: &str| {
        let inside = |c| alphanumeric(c) || "-.".contains(c);
        part.starts_with(alphanumeric) && part.ends_with(alphanumeric) && part.chars().all(inside)
    };
    match name.split('_').all(is_plain) {
        true => text,
        false => inline_code(&text),
    }
}

/// `byte buf[4]`, gbn.pml:14.
fn declaration(model: &Model, variable: &Variable) -> String {
    let declared = inline_code(&declared(model, variable));
    let place = place(model, variable.source.file, variable.source.line);
    format!("{declared}, {place}")
}

/// `byte buf[4]`.
fn declared(model: &Model, variable: &Variable) -> String {
    let name = variable.name.split('@').next().unwrap_or(&variable.name);
    let lengths = variable.dimensions.iter().map(|n| format!("[{n}]"));
    let lengths: String = lengths.collect();
    match variable.ty {
        Type::Unsigned(bits) => format!("unsigned {name}{lengths} : {bits}"),
        ty => format!("{} {name}{lengths}", type_name(model, ty)),
    }
}

/// Promela's name of a type.
fn type_name(model: &Model, ty: Type) -> String {
    match ty {
        Type::Bit => "bit".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Byte => "byte".to_owned(),
        Type::Pid => "pid".to_owned(),
        Type::Short => "short".to_owned(),
        Type::Int => "int".to_owned(),
        Type::Unsigned(bits) => format!("unsigned:{bits}"),
        Type::Mtype(set) => match &model.mtypes[set as usize].name {
            Some(name) => format!("mtype:{name}"),
            None => "mtype".to_owned(),
        },
        Type::Chan => "chan".to_owned(),
    }
}

/// How the runtime shows values of a type that are no plain numbers.
fn shown(ty: Type) -> Option<TokenStream> {
    match ty {
        Type::Mtype(set) => {
            let set = proc_macro2::Literal::u32_unsuffixed(set);
            Some(quote!(Shown::Mtype(#set)))
        }
        Type::Chan => Some(quote!(Shown::Channel)),
        _ => None,
    }
}

/// `proctype sender(..)` as written.
fn heading(scope: &Scope<'_>) -> String {
    heading_of(scope.plan.model, &scope.proctype.source)
}

fn heading_of(model: &Model, source: &Source) -> String {
    let place = place(model, source.file, source.line);
    format!("{}, {place}", inline_code(&source.text))
}
