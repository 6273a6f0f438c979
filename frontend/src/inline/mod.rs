//! Replaces the calls of inlines by their bodies.
//!
//! An `inline` is neither a function nor a C macro: SPIN's scanner stores the text of the body and
//! reads it anew at each call, in braces, with the text of the arguments in the place of the
//! parameters and nothing put around it. What a call means (scopes, labels, `a * 2` with `x + 1`
//! for `a`) follows from that, and from nothing else. A tree could not be copied like this: an
//! argument may be a part of an expression, a label, or the channel of a send. So this pass makes
//! the tokens that SPIN reads, between the preprocessor and the separators, which SPIN too puts in
//! later; the grammar sees no inlines.
//!
//! A call's body becomes a list of tokens with places of their own, which is walked in turn; so
//! calls in a body see the inlines that are defined before the outermost call, as in SPIN. A wrong
//! call is reported and replaced by `skip`, a wrong definition is left out. Time and space are
//! linear in the text that comes out, which is bounded: a few levels of calls can make a very long
//! text of a short one, so how long it will be is found first (`size`).

mod body;
mod call;
mod definition;
mod size;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::linear::{EXPANDED_BYTES_MAX, EXPANDED_TOKENS_MAX};
use crate::mapped_text::Origin;
use crate::parse::Lost;
use crate::source::{FileId, Span};
use crate::token::{Gap, Item, Stream};
use call::Active;
use definition::Definition;
use size::Sizes;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A text without inlines.
#[derive(Debug)]
pub struct Expanded<'t> {
    /// Its tokens.
    pub tokens: Stream<'t>,
    /// What the bodies of wrong definitions and calls may have declared.
    pub lost: Lost,
}

/// Calls within calls. Each is a pair of braces, of which the parser takes 256 within each other;
/// SPIN takes 16 calls.
const CALLS_MAX: usize = 200;

/// Takes the definitions of inlines out of a preprocessed text, and puts their bodies in the place
/// of the calls.
///
/// Errors have the kind `inline`. `None`, after an error, when the text would be too large.
pub fn expand_inlines<'t>(
    mut tokens: Stream<'t>,
    diagnostics: &mut Diagnostics,
) -> Option<Expanded<'t>> {
    let items = std::mem::take(&mut tokens.items);
    let names = items.windows(2).filter(|pair| pair[0].token.is("inline"));
    let mut expander = Expander {
        anywhere: names.map(|pair| (pair[1].token.text, pair[1])).collect(),
        stream: tokens,
        bytes: 0,
        definitions: BTreeMap::new(),
        active: Vec::new(),
        expanded: 0,
        sizes: Sizes::default(),
        stopped: false,
        diagnostics,
        said: BTreeSet::new(),
        lost: Lost::default(),
    };
    expander.model(&items);
    (!expander.stopped).then_some(Expanded {
        tokens: expander.stream,
        lost: expander.lost,
    })
}

struct Expander<'t, 'd> {
    /// What is written so far.
    stream: Stream<'t>,
    /// Its length as a text.
    bytes: u64,
    /// Names of inlines, wherever they are defined.
    anywhere: BTreeMap<&'t str, Item<'t>>,
    /// The inlines defined so far; without a definition when that is wrong.
    definitions: BTreeMap<&'t str, Option<Rc<Definition<'t>>>>,
    /// The calls whose bodies are being written, outermost first.
    active: Vec<Active<'t>>,
    /// Tokens out of bodies.
    expanded: u64,
    sizes: Sizes<'t>,
    /// The text is too large.
    stopped: bool,
    diagnostics: &'d mut Diagnostics,
    /// Errors in bodies come up at each call.
    said: BTreeSet<(FileId, u32, String)>,
    lost: Lost,
}

impl<'t> Expander<'t, '_> {
    /// Text outside of inlines.
    fn model(&mut self, items: &[Item<'t>]) {
        let (mut at, mut braces, mut open) = (0, 0usize, 0);
        while let Some(item) = items.get(at)
            && !self.stopped
        {
            if item.token.is("inline") {
                at = self.define(items, at, braces > 0);
                continue;
            }
            if item.token.is("ltl") {
                let unit = definition::next_unit(items, at + 1);
                let end = definition::block_end(&items[..unit], at).unwrap_or(at + 1);
                self.emit_all(&items[at..end]);
                at = end;
                continue;
            }
            braces += usize::from(item.token.is("{"));
            braces = braces.saturating_sub(usize::from(item.token.is("}")));
            at = self.step(items, at, &mut open);
        }
    }

    /// Writes the token at `at`, or what stands for the call there; gives the next token. `open`
    /// counts parentheses and brackets.
    fn step(&mut self, items: &[Item<'t>], at: usize, open: &mut usize) -> usize {
        let item = &items[at];
        if let Some(call) = self.call_at(items, at, *open) {
            return self.call(items, &call);
        }
        if item.token.is("return") && !self.active.is_empty() {
            self.give_back(items, at);
            return at + 1;
        }
        if item.token.is_any(&["(", "["]) {
            *open += 1;
        } else if item.token.is_any(&[")", "]"]) {
            *open = open.saturating_sub(1);
        } else if item.token.is_any(&STATEMENT_ENDS) {
            *open = 0;
        }
        self.emit(item);
        at + 1
    }

    fn emit_all(&mut self, items: &[Item<'t>]) {
        items.iter().for_each(|item| self.emit(item));
    }

    fn emit(&mut self, item: &Item<'t>) {
        let gap = match item.gap {
            Gap::Written(range) => u64::from(range.end - range.start),
            Gap::Folded(_) | Gap::Blank => 1,
            Gap::Nothing => 0,
        };
        self.bytes += gap + item.token.text.len() as u64;
        self.stream.items.push(*item);
        if self.bytes > EXPANDED_BYTES_MAX || self.expanded > EXPANDED_TOKENS_MAX {
            self.stop(item);
        }
    }

    /// Where a token is written, without the uses around it.
    fn span(&self, item: &Item<'t>) -> Span {
        self.stream.span(item)
    }

    fn origin(&self, item: &Item<'t>) -> Origin {
        self.stream.origin(item)
    }

    /// An error at a token.
    fn error(&self, item: &Item<'t>, message: String) -> Diagnostic {
        Diagnostic::error("inline", message).at_origin(&self.origin(item))
    }

    /// Reports an error, each once.
    fn report(&mut self, error: Diagnostic) {
        self.lost.incomplete = true;
        let place = error.primary.as_ref().map(|label| label.span);
        let new = place.is_none_or(|span| {
            let key = (span.file, span.start, error.message.clone());
            self.said.insert(key)
        });
        if new {
            self.diagnostics.push(error);
        }
    }

    fn stop(&mut self, item: &Item<'t>) {
        if std::mem::replace(&mut self.stopped, true) {
            return;
        }
        let outermost = self.active.first();
        let place = outermost.map_or_else(|| self.span(item), |call| call.span);
        let most = match self.bytes > EXPANDED_BYTES_MAX {
            true => format!("{} MiB", EXPANDED_BYTES_MAX >> 20),
            false => format!("{EXPANDED_TOKENS_MAX} words"),
        };
        let message = format!("the inlines called up to here make more than {most} of text");
        let error = Diagnostic::error("inline", message).at(place, "");
        self.report(
            error.help("each call is replaced by the whole body: use a loop, or a proctype"),
        );
    }
}

/// What cannot stand between parentheses.
const STATEMENT_ENDS: [&str; 4] = [";", "{", "}", "::"];

#[cfg(test)]
mod tests;
