//! The code of a `d_step`: nested where it can be nested, a small state machine where not; see
//! [`crate::plan::d_step`].
//!
//! ```text
//! one head            let mut watch = ..; loop { watch.pass(state, 0)?; if .. { .. } else { break; } }
//! more heads          let mut node = Node::L5; loop { match node { Node::L5 => { ..; node = Node::L9; } .. } }
//! ```

use std::cell::Cell;
use std::collections::BTreeMap;

use frontend::ir::{Action, Deterministic};
use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::code::{Code, Level};
use super::transition::{Body, Guard, OnBlock};
use crate::plan::d_step::{At, EXIT, Shape, Way};
use crate::plan::names::Names;

/// A `d_step` while its code is written.
struct Writing<'m> {
    shape: Shape<'m>,
    /// Number of its first statement in the transition.
    first: usize,
    /// It is the first statement of the transition: at its entrance it may block.
    may_block: bool,
    /// Names of the heads, if there are several.
    names: BTreeMap<At, String>,
    /// Control is behind the entrance, inside of the loop.
    in_loop: bool,
    /// Some path from the entrance goes to a head past what others do before.
    skips: Cell<bool>,
}

impl Body<'_> {
    /// Emits a `d_step`, whose statements have the numbers from `first` on.
    pub(super) fn d_step(&mut self, may_block: bool, first: usize, inside: &Deterministic) {
        let shape = Shape::new(self.scope(), inside);
        let mut names = Names::default();
        let named = shape.heads.iter().map(|&head| {
            let line = shape.ways[head].first();
            let line = line.map_or(0, |way| way.branch.step.source.line);
            (head, names.claim_lettered(&format!("L{line}")))
        });
        let names: BTreeMap<At, String> = named.collect();
        let mut writing = Writing {
            shape,
            first,
            may_block,
            names,
            in_loop: false,
            skips: Cell::new(false),
        };
        let on_block = self.on_block.clone();
        self.in_d_step = true;
        let loops = !writing.shape.heads.is_empty();
        self.endless |= loops && !writing.shape.has_exit();
        let end = if loops { None } else { Some(EXIT) };
        let before = std::mem::take(&mut self.statements);
        self.nodes(&writing, writing.shape.entrance, end, true);
        let entrance = std::mem::replace(&mut self.statements, before);
        let code = if loops {
            writing.in_loop = true;
            self.repetition(&writing, entrance)
        } else {
            entrance
        };
        if writing.shape.breaks {
            self.push(quote!('d_step: { #(#code)* }));
        } else if loops && !may_block {
            // There may be another one in this function.
            self.push(quote!({ #(#code)* }));
        } else {
            self.statements.extend(code);
        }
        self.on_block = on_block;
        self.in_d_step = false;
    }

    /// What comes before the heads, then the loop over them.
    fn repetition(
        &mut self,
        writing: &Writing<'_>,
        entrance: Vec<TokenStream>,
    ) -> Vec<TokenStream> {
        let mut code = Vec::new();
        let heads: Vec<At> = writing.shape.heads.iter().copied().collect();
        let watched = writing.shape.has_cycle;
        let several = heads.len() > 1;
        if several {
            let names = writing.names.values().map(|name| format_ident!("{}", name));
            code.push(quote! {
                #[derive(Clone, Copy)]
                enum Node { #(#names),* }
            });
            code.push(quote!(let mut node;));
        }
        if writing.skips.get() {
            code.push(quote!('entrance: { #(#entrance)* }));
        } else {
            code.extend(entrance);
        }
        if watched {
            code.push(quote!(let mut watch = Watch::default();));
        }
        let number = if several {
            quote!(node as u32)
        } else {
            quote!(0)
        };
        let pass = watched.then(|| {
            let pass = self.expressions.failing(quote!(watch.pass(state, #number)));
            quote!(#pass;)
        });
        let arms: Vec<TokenStream> = heads
            .iter()
            .map(|&head| {
                let before = std::mem::take(&mut self.statements);
                self.nodes(writing, head, None, true);
                let statements = std::mem::replace(&mut self.statements, before);
                if several {
                    let name = format_ident!("{}", writing.names[&head]);
                    quote!(Node::#name => { #(#statements)* })
                } else {
                    quote!(#(#statements)*)
                }
            })
            .collect();
        code.push(if several {
            quote!(loop { #pass match node { #(#arms)* } })
        } else {
            quote!(loop { #pass #(#arms)* })
        });
        code
    }

    /// The code from a node on until `end`, or until a jump. With `last` nothing follows it in its
    /// block.
    fn nodes(&mut self, writing: &Writing<'_>, mut at: At, end: Option<At>, last: bool) {
        loop {
            let entering = at == writing.shape.entrance && !writing.in_loop;
            self.block_as(writing, at, entering);
            let ways = &writing.shape.ways[at];
            let join = writing.shape.join(at, end);
            let continues = join.filter(|&join| join != EXIT && Some(join) != end);
            if ways.is_empty() && !(entering && writing.may_block) {
                // A plain `return` would make what follows unreachable.
                let stuck = self.expressions.failing(quote!(state.stuck_in_d_step()));
                self.push(quote!(#stuck;));
                return;
            }
            let [only] = &ways[..] else {
                let receives = entering && ways.iter().any(|way| receives(&way.branch.step.action));
                let inner = (join.or(end), last && continues.is_none());
                let selection = self.selection(writing, ways, inner, receives);
                self.statements.extend(selection);
                match continues {
                    Some(join) => {
                        at = join;
                        continue;
                    }
                    None => return,
                }
            };
            self.require(&only.branch.step.action);
            self.effect_of(writing, only);
            if self.jump(writing, only.target, end, last) {
                return;
            }
            at = only.target;
        }
    }

    /// What a statement of this node does when it is not executable.
    fn block_as(&mut self, writing: &Writing<'_>, at: At, entering: bool) {
        if entering && writing.may_block {
            return;
        }
        let first = writing.shape.ways[at].first();
        let text = first.map_or_else(String::new, |way| {
            super::one_line(&way.branch.step.source.text)
        });
        self.on_block = OnBlock::Fail(text);
    }

    /// `if .. { .. } else if .. { .. } else { blocked }`.
    fn selection(
        &mut self,
        writing: &Writing<'_>,
        ways: &[Way<'_>],
        inner: (Option<At>, bool),
        receives: bool,
    ) -> Vec<TokenStream> {
        let before = std::mem::take(&mut self.statements);
        let on_block = self.on_block.clone();
        let mut choices = Vec::new();
        for way in ways {
            let action = &way.branch.step.action;
            let guard = match self.guard(action, true) {
                // While a handshake is pending only a receive can be executed.
                Guard::Always if receives => Some(Code::postfix(quote!(!state.in_handshake()))),
                Guard::Always => None,
                Guard::If(code) if receives && !self::receives(action) => {
                    let free = Code::postfix(quote!(!state.in_handshake()));
                    Some(Code::infix(free, quote!(&&), Level::And, code))
                }
                Guard::If(code) => Some(code),
                Guard::Found(position) => {
                    Some(Code::postfix(quote!(let Some(position) = #position)))
                }
            };
            let hoisted = self.expressions.take_hoisted();
            self.statements.extend(hoisted);
            let bindings = std::mem::take(&mut self.statements);
            self.effect_of(writing, way);
            if !self.jump(writing, way.target, inner.0, inner.1) {
                self.nodes(writing, way.target, inner.0, inner.1);
            }
            let then = std::mem::take(&mut self.statements);
            self.on_block = on_block.clone();
            let always = guard.is_none();
            choices.push(Choice {
                bindings,
                guard,
                then,
            });
            if always {
                break;
            }
        }
        let otherwise = match choices.last() {
            Some(Choice { guard: None, .. }) => Vec::new(),
            _ => vec![self.blocked()],
        };
        self.statements = before;
        chained(choices, otherwise)
    }

    fn effect_of(&mut self, writing: &Writing<'_>, way: &Way<'_>) {
        let step = &way.branch.step;
        if let Action::Send { channel, .. } = &step.action
            && self.capacity(channel).is_none_or(|capacity| capacity == 0)
        {
            let text = super::one_line(&step.source.text);
            let queue = self.queue.clone();
            let check = quote!(state.check_no_handshake(#queue, #text));
            let check = self.expressions.failing(check);
            self.push(quote!(#check;));
        }
        let outcome = self.outcome.clone();
        self.effect(writing.first + way.number, step);
        self.outcome = outcome;
    }

    /// Leaves for `target`, if that is not simply what follows: whether nothing follows here.
    fn jump(&mut self, writing: &Writing<'_>, target: At, end: Option<At>, last: bool) -> bool {
        if end == Some(target) {
            return true;
        }
        if target == EXIT {
            self.push(if writing.in_loop {
                quote!(break;)
            } else {
                quote!(break 'd_step;)
            });
            return true;
        }
        if !writing.shape.heads.contains(&target) {
            return false;
        }
        if writing.names.len() > 1 {
            let name = format_ident!("{}", writing.names[&target]);
            self.push(quote!(node = Node::#name;));
        }
        match (writing.in_loop, last) {
            (_, true) => {}
            (true, false) => self.push(quote!(continue;)),
            (false, false) => {
                writing.skips.set(true);
                self.push(quote!(break 'entrance;));
            }
        }
        true
    }
}

/// An option of a selection.
struct Choice {
    /// `let`s that the guard needs before it.
    bindings: Vec<TokenStream>,
    /// None if it can always be taken: then it is the last.
    guard: Option<Code>,
    then: Vec<TokenStream>,
}

/// The code of choices, the first of which that holds is taken, or else `otherwise`. It is one
/// chain of `if .. else if ..`, not nested, for there may be thousands; what a later guard needs is
/// bound in its condition.
fn chained(choices: Vec<Choice>, mut otherwise: Vec<TokenStream>) -> Vec<TokenStream> {
    let mut code = Vec::new();
    let mut chain = TokenStream::new();
    for choice in choices {
        let Choice {
            bindings,
            guard,
            then,
        } = choice;
        let Some(guard) = guard else {
            otherwise = [bindings, then].concat();
            break;
        };
        let mut parts = Vec::new();
        if chain.is_empty() {
            code = bindings;
        } else {
            chain.extend(quote!(else));
            parts.extend(bindings.into_iter().map(in_condition));
        }
        let condition = parts.into_iter().chain([guard]);
        let condition =
            condition.reduce(|all, part| Code::infix(all, quote!(&&), Level::And, part));
        let condition = condition.map(Code::tokens);
        chain.extend(quote!(if #condition { #(#then)* }));
    }
    if chain.is_empty() {
        return otherwise;
    }
    match &otherwise[..] {
        [] => {}
        [only] if is_if(only) => chain.extend(quote!(else #only)),
        _ => chain.extend(quote!(else { #(#otherwise)* })),
    }
    code.push(chain);
    code
}

/// `let name = value;` as a part of a condition.
fn in_condition(binding: TokenStream) -> Code {
    let binding: Result<syn::Stmt, _> = syn::parse2(binding);
    let Ok(syn::Stmt::Local(syn::Local {
        pat,
        init: Some(init),
        ..
    })) = binding
    else {
        unreachable!("a guard has nothing before it but `let`s");
    };
    Code::postfix(match &*init.expr {
        // Its braces would be taken for those of the `if`.
        syn::Expr::Struct(value) => quote!(let #pat = (#value)),
        value => quote!(let #pat = #value),
    })
}

/// Whether a statement can stand behind `else`.
fn is_if(statement: &TokenStream) -> bool {
    let first = statement.clone().into_iter().next();
    matches!(first, Some(TokenTree::Ident(word)) if word == "if")
}

fn receives(action: &Action) -> bool {
    matches!(action, Action::Receive { .. })
}
