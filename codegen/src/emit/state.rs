//! `state.rs`: the layout of the state vector, and the initial values.

use frontend::ir::{Expr, Model, Variable, text, visit};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::code::Code;
use super::{File, code_of_file, declaration, declared, documented, inline_code, shown};
use crate::plan::Plan;
use crate::plan::layout::Cells;
use crate::plan::variables::{Internal, Stored};
use frontend::ir::range::Range;

/// Emits `state.rs`.
pub fn file(plan: &Plan<'_>) -> File {
    let model = plan.model;
    let mut items = Vec::new();
    for (variable, stored) in model.globals.iter().zip(&plan.globals) {
        if let Some(stored) = stored {
            items.push(constant(model, variable, stored));
        }
    }
    let words = Literal::u32_unsuffixed(plan.global_words);
    let bits = Literal::u32_unsuffixed(plan.place_bits);
    items.extend(plan.internals.iter().map(internal));
    items.push(quote! {
        #[doc = " Words of the global variables."]
        pub const GLOBAL_WORDS: u32 = #words;
    });
    items.push(quote! {
        #[doc = " Where a process stands, in its first word."]
        pub const PLACE: Field = Field::unsigned(0, 0, #bits);
    });
    items.extend(plan.priority.iter().map(internal));
    if visit::asks(plan.model, |expr| matches!(expr, Expr::PlaceNumber(_))) {
        items.push(pc_values(plan));
    }
    items.push(quote! {
        #[doc = " Moves a process to a place, as a transition does that was executed."]
        #[inline(always)]
        pub fn enter(state: &mut State, me: Process, place: Place) -> Outcome {
            state.set(me.at(PLACE), place.number as i32);
            DONE
        }
    });
    items.push(initialize(plan));
    File {
        path: "src/state.rs".to_owned(),
        doc: doc(plan),
        items,
    }
}

fn pc_values(plan: &Plan<'_>) -> TokenStream {
    let mut values = vec![Literal::usize_unsuffixed(0)];
    for scope in plan.started() {
        let places = scope.decided.automaton.numbered();
        values.extend(places.map(|(index, _)| Literal::usize_unsuffixed(index)));
    }
    let count = Literal::usize_unsuffixed(values.len());
    quote! {
        #[doc = " By place: what `pc_value` says of a process there. The first is unused."]
        pub static PC_VALUES: [i32; #count] = [#(#values),*];
    }
}

/// The constant of a field that the model does not declare.
fn internal(internal: &Internal) -> TokenStream {
    let doc = documented(&[format!("{}.", internal.doc)]);
    let name = format_ident!("{}", internal.constant);
    let number = Literal::u32_unsuffixed;
    let (word, shift) = (
        number(internal.cells.word()),
        number(internal.cells.shift()),
    );
    let bits = number(internal.cells.stride);
    let (own_number, promela) = (number(internal.number), internal.name);
    quote! {
        #(#doc)*
        pub const #name: Variable =
            scalar(#own_number, #promela, Field::unsigned(#word, #shift, #bits));
    }
}

/// The constant of a variable.
pub fn constant(model: &Model, variable: &Variable, stored: &Stored) -> TokenStream {
    let doc = documented(&[format!("{}.", declaration(model, variable))]);
    let name = format_ident!("{}", stored.constant);
    let bits = Literal::u8_unsuffixed(variable.width.bits);
    let sign = if variable.width.signed {
        quote!(signed)
    } else {
        quote!(unsigned)
    };
    let number = Literal::u32_unsuffixed;
    let (own_number, promela) = (number(stored.number), declared_name(variable));
    let described = if variable.dimensions.is_empty() {
        let (word, shift) = (number(stored.cells.word()), number(stored.cells.shift()));
        quote!(scalar(#own_number, #promela, Field::#sign(#word, #shift, #bits)))
    } else {
        let (bit, stride) = (number(stored.cells.bit), number(stored.cells.stride));
        let length = number(variable.elements());
        quote!(array(#own_number, #promela, Array::#sign(#bit, #stride, #bits, #length)))
    };
    let shown = shown(variable.ty).map(|shown| quote!(.shown(#shown)));
    let hidden = stored.hidden.then(|| quote!(.hidden()));
    quote!(#(#doc)* pub const #name: Variable = #described #shown #hidden;)
}

/// The name as dumps and trails have it: with the lengths of dimensions where there are arrays
/// inside of structures.
pub fn declared_name(variable: &Variable) -> String {
    if !variable.name.contains('[') {
        return variable.name.clone();
    }
    let lengths = variable.dimensions.iter().map(u32::to_string);
    text::indexed(&variable.name, lengths)
}

/// Sets the initial value of a global, unless it is zero.
fn initial(variable: &Variable, stored: &Stored) -> Option<TokenStream> {
    let name = format_ident!("{}", stored.constant);
    let values = &variable.initial;
    if values.iter().all(|&value| value == 0) {
        return None;
    }
    let set = match stored.hidden {
        true => quote!(set_hidden),
        false => quote!(set),
    };
    // The values of an array are of one type.
    let are_truths = values.iter().all(|value| matches!(value, 0 | 1));
    let constant = |value: i32| match are_truths {
        true => Code::constant(value, variable.ty).tokens(),
        false => Code::number(value).tokens(),
    };
    let first = constant(values[0]);
    Some(if variable.dimensions.is_empty() {
        quote!(state.#set(#name, #first);)
    } else if values.iter().all(|value| *value == values[0]) {
        quote! {
            for index in 0..#name.cells.length {
                state.#set(#name.element(index), #first);
            }
        }
    } else {
        let values = values.iter().map(|&value| constant(value));
        quote! {
            for (index, value) in (0..).zip([#(#values),*]) {
                state.#set(#name.element(index), value);
            }
        }
    })
}

fn initialize(plan: &Plan<'_>) -> TokenStream {
    let (mut statements, mut told) = (Vec::new(), Vec::new());
    for (variable, stored) in plan.model.globals.iter().zip(&plan.globals) {
        let Some(stored) = stored else { continue };
        match (initial(variable, stored), stored.told) {
            (Some(set), true) => told.push(set),
            (set, _) => statements.extend(set),
        }
    }
    if !told.is_empty() {
        statements.push(quote!(if state.tells() { #(#told)* }));
    }
    if let Some(trace) = plan.model.trace.as_ref().filter(|trace| trace.start.0 != 0) {
        let start = Literal::u32_unsuffixed(trace.start.0);
        statements.push(quote!(state.set(TRACE, #start);));
    }
    for &id in &plan.model.initial {
        let scope = plan.scope(id);
        let module = format_ident!("{}", scope.decided.module.as_ref().expect("is started"));
        let names = super::transition::parameter_names(scope);
        let priority = plan.priority.map(|_| {
            let priority = Literal::u8_unsuffixed(scope.proctype.priority);
            quote!(#priority)
        });
        let zeros = names.iter().flatten().map(|_| quote!(0));
        let arguments = priority.into_iter().chain(zeros);
        statements.push(quote!(#module::spawn(state, #(#arguments),*)?;));
    }
    quote! {
        #[doc = " Sets the globals' initial values and starts the initial processes."]
        #[doc = ""]
        #[doc = " # Errors"]
        #[doc = " When an initialiser fails."]
        pub fn initialize(state: &mut State) -> Result<(), Faulted> {
            #(#statements)*
            Ok(())
        }
    }
}

const DOC: &str = "
It holds the globals, then the global channels, then each process with the channels it made, in
order of creation. Words and bits of a process count from its first word; bits of a word count
from the lowest.

| word | bits | field | Promela | range |
|------|------|-------|---------|-------|";

fn doc(plan: &Plan<'_>) -> Vec<String> {
    let model = plan.model;
    let name = code_of_file(model);
    let mut lines = vec![format!("The state vector of {name}: words of 32 bits.")];
    lines.extend(DOC.lines().map(str::to_owned));
    lines.extend(rows(model, &model.globals, &plan.globals, |it| !it.hidden));
    lines.extend(plan.internals.iter().map(internal_row));
    for (i, channel) in model.channels.iter().enumerate() {
        let kind = &plan.channels.kinds[plan.channels.global_kinds[i]];
        if kind.words > 0 {
            let first = plan.channels.global_bases[i];
            lines.push(format!(
                "| {} | | channel {} | {} | {} of {} bits |",
                span(first, first + kind.words - 1),
                i + 1,
                cell(&format!("chan {}", channel.name), channel.source.line),
                super::channels::messages(kind.capacity),
                crate::plan::channels::slot_bits(model, kind.signature),
            ));
        }
    }
    for scope in plan.started() {
        let module = scope.decided.module.as_deref().unwrap_or_default();
        let places = scope.decided.automaton.place_count();
        lines.push(format!(
            "| **`{module}`** | | | {} | |",
            cell(&scope.proctype.source.text, scope.proctype.source.line)
        ));
        lines.push(format!(
            "| 0 | {} | `PLACE` | | {places} places |",
            span(0, plan.place_bits - 1)
        ));
        lines.extend(plan.priority.iter().map(internal_row));
        let (locals, decided) = (&scope.proctype.locals, &scope.decided.locals);
        lines.extend(rows(model, locals, decided, |_| true));
    }
    let hidden = rows(model, &model.globals, &plan.globals, |it| {
        it.hidden && !it.told
    });
    if !hidden.is_empty() {
        lines.push("| **hidden** | | outside of the state vector | | |".to_owned());
        lines.extend(hidden);
    }
    let told = rows(model, &model.globals, &plan.globals, |it| it.told);
    if !told.is_empty() {
        lines.push("| **told** | | in trails only, behind the hidden ones | | |".to_owned());
        lines.extend(told);
    }
    lines
}

fn internal_row(internal: &Internal) -> String {
    let Cells { bit, stride } = internal.cells;
    format!(
        "| {} | {} | `{}` | | {} |",
        internal.cells.word(),
        span(internal.cells.shift(), (bit + stride - 1) % 32),
        internal.constant,
        internal.doc.to_lowercase(),
    )
}

/// The rows of the variables that are wanted, in the order of their bits.
fn rows(
    model: &Model,
    variables: &[Variable],
    stored: &[Option<Stored>],
    wanted: impl Fn(&Stored) -> bool,
) -> Vec<String> {
    let mut rows: Vec<(&Variable, &Stored)> = (variables.iter().zip(stored))
        .filter_map(|(variable, stored)| Some((variable, stored.as_ref()?)))
        .filter(|(_, stored)| wanted(stored))
        .collect();
    rows.sort_by_key(|(_, stored)| stored.cells.bit);
    let rows = rows.into_iter();
    rows.map(|(variable, stored)| row(model, variable, stored))
        .collect()
}

fn row(model: &Model, variable: &Variable, stored: &Stored) -> String {
    let length = variable.elements() * stored.cells.stride;
    let last = stored.cells.bit + length - 1;
    let bits = if last / 32 == stored.cells.word() {
        span(stored.cells.shift(), last % 32)
    } else {
        format!("{} each", stored.cells.stride)
    };
    let range = Range::of_width(variable.width);
    format!(
        "| {} | {bits} | `{}` | {} | {}..={} |",
        span(stored.cells.word(), last / 32),
        stored.constant,
        cell(&declared(model, variable), variable.source.line),
        range.low,
        range.high
    )
}

fn span(first: u32, last: u32) -> String {
    if first == last {
        first.to_string()
    } else {
        format!("{first}–{last}")
    }
}

fn cell(text: &str, line: u32) -> String {
    format!("{} (:{line})", inline_code(&text.replace('|', "\\|")))
}
