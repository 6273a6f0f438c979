//! The row of a transition: from where to where, what kind it is, where it stands in the source,
//! what it touches.

use frontend::ir::{Action, PlaceId, Proctype, Source, Transition, TransitionId};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::tags::Writer;
use super::transition::described;
use super::{documented, one_line};
use crate::plan::automaton::{Named, Offered};
use crate::plan::{Scope, statements};

/// Emits the rows of a proctype.
pub struct Rows<'p> {
    scope: Scope<'p>,
    tags: Writer<'p>,
    /// By transition: the places that offer it.
    sources: Vec<Vec<Offered>>,
}

impl<'p> Rows<'p> {
    /// Those of this proctype.
    pub fn of(scope: Scope<'p>) -> Self {
        Self {
            scope,
            tags: Writer::new(scope),
            sources: scope.decided.automaton.sources(scope.context()),
        }
    }

    /// The constants and functions that several of its rows name.
    pub fn repeated(&self) -> Vec<TokenStream> {
        self.tags.repeated()
    }

    /// The constant of a transition that can be executed.
    pub fn constant(&self, id: TransitionId, named: &Named) -> TokenStream {
        let scope = self.scope;
        let transition = &scope.proctype.transitions[id.index()];
        let sources = &self.sources[id.index()];
        let from = sources.iter().map(|source| self.source(source));
        let from: Vec<TokenStream> = from.collect();
        let [first, others @ ..] = &from[..] else {
            unreachable!("is offered");
        };
        let function = format_ident!("{}", named.name);
        let (constructor, effect) = kind(transition);
        let mut row = match constructor {
            "end" => quote!(end(#first, #function)),
            _ => {
                let constructor = format_ident!("{}", constructor);
                let to = self.place(transition.target);
                quote!(#constructor(#first, #function, #to))
            }
        };
        if !others.is_empty() {
            row.extend(quote!(.also_from(&[#(#others),*])));
        }
        let named = &scope.decided.statements[id.index()];
        row.extend(statements(transition, named));
        row.extend(effect);
        row.extend(flags(scope.proctype, transition));
        if let Some(tags) = &scope.plan.tags.rows[scope.id.index()][id.index()] {
            row.extend(self.tags.row(tags));
        }
        let doc = documented(&uses(scope, transition));
        let name = format_ident!(
            "{}",
            scope.decided.rows[id.index()].as_ref().expect("has one")
        );
        let assertions = named_statements(transition, named);
        quote!(#(#assertions)* #(#doc)* const #name: Row = #row;)
    }

    fn place(&self, place: PlaceId) -> Ident {
        let named = self.scope.decided.automaton.places[place.index()].as_ref();
        format_ident!("{}", named.expect("is reached").name)
    }

    /// A place that offers the transition, and what is special there.
    fn source(&self, offered: &Offered) -> TokenStream {
        let place = self.place(offered.place);
        let tier = (offered.tier > 0).then(|| {
            let tier = Literal::u8_unsuffixed(offered.tier);
            quote!(.tier(#tier))
        });
        let nth = offered.nth.map(|nth| {
            let nth = Literal::usize_unsuffixed(nth);
            quote!(.nth(#nth))
        });
        quote!(#place #tier #nth)
    }
}

/// What a search must know before it tries the transition.
fn flags(proctype: &Proctype, transition: &Transition) -> TokenStream {
    let mut flags = TokenStream::new();
    if transition.atomic {
        flags.extend(quote!(.atomic()));
    }
    let counts = !matches!(
        transition.steps[0].action,
        Action::Else | Action::Skip | Action::Deterministic(_)
    );
    // As in SPIN, `else`, `skip` and `d_step` are no choice.
    if proctype.deterministic && counts {
        flags.extend(quote!(.deterministic()));
    }
    flags
}

/// The row of a transition that no process comes to.
pub fn unreached(transition: &Transition) -> TokenStream {
    let statements = statements(transition, &[]);
    quote!(unreached() #statements)
}

/// Which function of the runtime makes the row, and what is to be added where another statement
/// than the first decides what kind it is.
fn kind(transition: &Transition) -> (&'static str, TokenStream) {
    let has = |wanted: fn(&Action) -> bool| {
        transition.steps.iter().any(|step| match &step.action {
            Action::Deterministic(inside) => inside.steps().any(|step| wanted(&step.action)),
            action => wanted(action),
        })
    };
    // In the order of `runtime::model::Effect`.
    let effect = if transition.jumps {
        "ControlBranch"
    } else if has(|it| matches!(it, Action::Receive { .. })) {
        "Receive"
    } else if has(|it| matches!(it, Action::Send { .. })) {
        "Send"
    } else if has(|it| !it.assigned().is_empty()) {
        "Assignment"
    } else {
        "Other"
    };
    let (constructor, its_own) = match &transition.steps[0].action {
        Action::End => ("end", "Other"),
        action if action.is_else() => ("otherwise", "Other"),
        action if receives(action) => ("receive", "Receive"),
        Action::Receive { .. } => ("copy", "Receive"),
        Action::Send { .. } => ("send", "Send"),
        action if !action.assigned().is_empty() => ("assign", "Assignment"),
        _ => ("guard", "Other"),
    };
    let added = match effect {
        _ if effect == its_own => TokenStream::new(),
        "ControlBranch" => quote!(.jumps()),
        _ => {
            let effect = format_ident!("{}", effect);
            quote!(.counts_as(Effect::#effect))
        }
    };
    (constructor, added)
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

/// The constants of statements that the function names.
fn named_statements(transition: &Transition, named: &[Option<String>]) -> Vec<TokenStream> {
    let named = statements::of(transition).zip(named);
    let named = named.filter_map(|(step, name)| Some((step, name.as_ref()?)));
    let constants = named.map(|(step, name)| {
        let (name, at) = (format_ident!("{}", name), at(&step.source));
        quote!(const #name: SourceInfo = #at;)
    });
    constants.collect()
}

/// Where it stands: its statements, some of which have a name.
fn statements(transition: &Transition, named: &[Option<String>]) -> TokenStream {
    let names = named.iter().map(Option::as_ref);
    let names = names.chain(std::iter::repeat(None));
    let all = statements::of(transition).zip(names);
    let mut all = all.map(|(step, name)| match name {
        Some(name) => {
            let name = format_ident!("{}", name);
            quote!(#name)
        }
        None => at(&step.source),
    });
    let own: Vec<TokenStream> = all.by_ref().take(transition.steps.len()).collect();
    let inside: Vec<TokenStream> = all.collect();
    let mut row = match (&transition.steps[..], named) {
        ([step], [None, ..] | []) if step.source.file == 0 => {
            let (line, text) = (step.source.line, one_line(&step.source.text));
            let line = Literal::u32_unsuffixed(line);
            quote!(.line(#line, #text))
        }
        _ => quote!(.lines(&[#(#own),*])),
    };
    if !inside.is_empty() {
        row.extend(quote!(.inside(&[#(#inside),*])));
    }
    row
}

/// A statement in the source, as a table has it.
pub fn at(source: &Source) -> TokenStream {
    let line = Literal::u32_unsuffixed(source.line);
    let text = one_line(&source.text);
    let file = in_file(source);
    quote!(at(#line, #text)#file)
}

/// Behind what is in another file than the model's own.
pub fn in_file(source: &Source) -> Option<TokenStream> {
    let file = Literal::u32_unsuffixed(source.file);
    (source.file != 0).then(|| quote!(.in_file(#file)))
}

/// The statements that come from macros and inlines, with the places of their uses.
fn uses(scope: Scope<'_>, transition: &Transition) -> Vec<String> {
    let sources = statements::of(transition).map(|step| &step.source);
    let mut sources: Vec<&Source> = sources.collect();
    sources.retain(|source| !source.via.is_empty());
    sources.sort_by_key(|source| (source.file, source.line, source.column));
    sources.dedup();
    let sources = sources.into_iter();
    sources
        .map(|source| described(scope.plan.model, source))
        .collect()
}
