//! `trace.rs`: the automaton over what is sent and received.

use std::collections::BTreeSet;

use frontend::ir::{Direction, Event, ProctypeId, Trace};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::code::{Code, Level};
use super::expression::Expressions;
use super::transition::described;
use super::{File, documented, heading_of, inline_code};
use crate::plan::Plan;
use crate::plan::names::Names;

/// Emits `trace.rs`; without items if the model has no trace.
pub fn file(plan: &Plan<'_>) -> File {
    let path = "src/trace.rs".to_owned();
    let Some(trace) = &plan.model.trace else {
        return File {
            path,
            doc: Vec::new(),
            items: Vec::new(),
        };
    };
    let places = Places::of(trace);
    let mut items = places.constants(trace);
    for direction in [Direction::Send, Direction::Receive] {
        if trace
            .watched
            .iter()
            .any(|&(_, watched)| watched == direction)
        {
            items.push(step(plan, trace, &places, direction));
        }
    }
    let what = if trace.negated {
        "what must not be sent and received in this order: it is an error to come to its end"
    } else {
        "in which order messages must be sent and received"
    };
    let doc = vec![format!(
        "{}: {what}.",
        heading_of(plan.model, &trace.source)
    )];
    File { path, doc, items }
}

/// The row of `info.rs`.
pub fn info(plan: &Plan<'_>) -> TokenStream {
    let Some(trace) = &plan.model.trace else {
        return quote!(None);
    };
    let ends = trace
        .places
        .iter()
        .enumerate()
        .filter(|(_, place)| place.end);
    let ends = ends.map(|(index, _)| Literal::usize_unsuffixed(index));
    quote!(Some(TraceInfo { place: TRACE.element(0), ends: &[#(#ends),*] }))
}

/// Names of the places: `L7`.
struct Places(Vec<proc_macro2::Ident>);

impl Places {
    fn of(trace: &Trace) -> Self {
        let mut names = Names::default();
        let named = trace.places.iter().map(|place| {
            let name = names.claim_lettered(&format!("L{}", place.source.line));
            format_ident!("{}", name.to_uppercase())
        });
        Self(named.collect())
    }

    /// The places that some event leads to or from, or where a `notrace` is over.
    fn constants(&self, trace: &Trace) -> Vec<TokenStream> {
        let last = trace.places.len() - 1;
        let events = trace.places.iter().flat_map(|place| &place.events);
        let targets: BTreeSet<usize> = events.map(|event| event.target.index()).collect();
        let is_used = |index: usize| {
            !trace.places[index].events.is_empty()
                || targets.contains(&index)
                || trace.negated && index == last
        };
        let used = (0..trace.places.len()).filter(|&index| is_used(index));
        used.map(|index| {
            let place = &trace.places[index];
            let end = if place.end { " (may end here)" } else { "" };
            let doc = documented(&[format!("{}{end}", inline_code(&place.source.text))]);
            let name = &self.0[index];
            let number = Literal::usize_unsuffixed(index);
            quote!(#(#doc)* const #name: i32 = #number;)
        })
        .collect()
    }
}

fn step(plan: &Plan<'_>, trace: &Trace, places: &Places, direction: Direction) -> TokenStream {
    let (name, doc) = match direction {
        Direction::Send => (format_ident!("sent"), " A message is sent."),
        Direction::Receive => (format_ident!("received"), " A message is received."),
    };
    let watched = trace
        .watched
        .iter()
        .filter(|(_, watched)| *watched == direction);
    let ids: Vec<Literal> = watched
        .map(|(id, _)| Literal::u32_unsuffixed(*id))
        .collect();
    let mut arms = Vec::new();
    let mut docs = Vec::new();
    for (place, name) in trace.places.iter().zip(&places.0) {
        let events = place
            .events
            .iter()
            .filter(|event| event.direction == direction);
        let rows: Vec<TokenStream> = events
            .map(|event| {
                docs.push(described(plan.model, &event.source));
                let fits = fits(plan, event);
                let target = &places.0[event.target.index()];
                quote!((#fits, #target))
            })
            .collect();
        if !rows.is_empty() {
            arms.push(quote!(#name => state.only_event(&[#(#rows),*])?,));
        }
    }
    let docs = documented(&docs);
    let reads_fields = trace
        .places
        .iter()
        .flat_map(|place| &place.events)
        .any(|event| event.direction == direction && event.fields.iter().any(Option::is_some));
    let field = reads_fields
        .then(|| quote!(let field = |i: usize| queue.kind.fields[i].value(message[i] as u32);));
    let message = if reads_fields {
        quote!(message)
    } else {
        quote!(_)
    };
    let last = places.0.last().expect("a trace has a place");
    let (found, missed) = if trace.negated {
        (
            quote! {{
                state.set(TRACE, next);
                if next == #last {
                    state.note(Failure::TraceCompleted);
                }
            }},
            quote!(state.set(TRACE, #last)),
        )
    } else {
        (
            quote!(state.set(TRACE, next)),
            quote!(state.note(Failure::TraceMismatch)),
        )
    };
    quote! {
        #[doc = #doc]
        #[doc = ""]
        #(#docs)*
        #[doc = ""]
        #[doc = " # Errors"]
        #[doc = " Two events fit."]
        pub fn #name(state: &mut State, queue: Queue, #message: &[i32]) -> Result<(), Faulted> {
            if ![#(#ids),*].contains(&queue.id) {
                return Ok(());
            }
            #field
            let next = match state.get(TRACE) {
                #(#arms)*
                _ => None,
            };
            match next {
                Some(next) => #found,
                None => #missed,
            }
            Ok(())
        }
    }
}

/// Whether a message, and its channel, are those of an event.
fn fits(plan: &Plan<'_>, event: &Event) -> TokenStream {
    // A trace looks at globals only: any proctype will do.
    let mut expressions = Expressions::new(plan.scope(ProctypeId(0)));
    let channel = expressions.queue(&event.channel);
    let types = expressions.field_types(&event.channel);
    let mut fits = Code::infix(
        Code::postfix(quote!(queue.id)),
        quote!(==),
        Level::Compare,
        Code::postfix(quote!(#channel.id)),
    );
    for (index, (value, ty)) in event.fields.iter().zip(types).enumerate() {
        let Some(value) = value else { continue };
        let index = Literal::usize_unsuffixed(index);
        let found = Code::postfix(quote!(field(#index)));
        let value = expressions.typed_if_reached(value, ty);
        let equal = Code::infix(found, quote!(==), Level::Compare, value);
        fits = Code::infix(fits, quote!(&&), Level::And, equal);
    }
    fits.tokens()
}
