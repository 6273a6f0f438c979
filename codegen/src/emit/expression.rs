//! Promela expressions as Rust: booleans where a condition is wanted, numbers where a value is.

use frontend::ir::{
    Access, BinaryOp, Expr, LabelQuery, PlaceId, ProctypeId, Subscript, Type, UnaryOp, Var, text,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::code::{Code, Level};
use crate::plan::Scope;
use crate::plan::simplify::{exact_fits, is_boolean};
use crate::plan::variables::Stored;

/// Translates the expressions of one function and notes whether one of them can fail (uses `?`).
#[derive(Debug)]
pub struct Expressions<'p> {
    /// The proctype that the expressions belong to.
    pub scope: Scope<'p>,
    /// Some expression contains a `?`.
    pub fails: bool,
    /// Indices too long to read inside an expression, bound to names before the statement.
    pub(super) hoisted: Vec<TokenStream>,
    /// Names given to them so far.
    indices: usize,
    /// Names given to channels so far.
    pub(super) queues: usize,
    /// Inside an operand that is not always evaluated: nothing may be moved out of it.
    pub(super) conditional: bool,
    /// They belong to a claim, which is no process.
    pub(super) by_claim: bool,
}

/// An index with more characters than this is bound to a name.
const INDEX_LENGTH_MAX: usize = 36;

/// What parts of expressions are called that are bound to a name; from the second one on with a
/// number behind.
const PARTS: [&str; 2] = [INDEX, POLLED];
const INDEX: &str = "index";
pub(super) const POLLED: &str = "polled";

/// The name of the `n`th part of a kind in a function.
pub(super) fn part(kind: &str, n: usize) -> Ident {
    match n {
        1 => format_ident!("{}", kind),
        n => format_ident!("{}_{}", kind, n),
    }
}

/// Whether some part may have this name.
pub(super) fn is_part(name: &str) -> bool {
    let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
    PARTS.contains(&kind.trim_end_matches('_'))
}

impl<'p> Expressions<'p> {
    /// For the expressions of a proctype.
    pub fn new(scope: Scope<'p>) -> Self {
        Self {
            scope,
            fails: false,
            hoisted: Vec::new(),
            indices: 0,
            queues: 0,
            conditional: false,
            by_claim: false,
        }
    }

    /// The bindings that the expressions translated since the last call need before them.
    pub fn take_hoisted(&mut self) -> Vec<TokenStream> {
        std::mem::take(&mut self.hoisted)
    }

    /// The value as an `i32`, by name if it is a symbolic constant of this type.
    pub fn typed(&mut self, expr: &Expr, ty: Type) -> Code {
        let expr = self.scope.simplify(expr);
        self.named(&expr, ty)
    }

    /// As [`Self::typed`], of what is assigned: `true` to a `bool`, and a condition as it is.
    pub fn assigned(&mut self, expr: &Expr, ty: Type) -> Code {
        let expr = self.scope.simplify(expr);
        match (&expr, ty) {
            (Expr::Const(value), Type::Bool) => Code::constant(*value, ty),
            _ if is_boolean(&expr) => self.truth(&expr, true),
            _ => self.named(&expr, ty),
        }
    }

    /// As [`Self::typed`], for an operand that is not always evaluated.
    pub fn typed_if_reached(&mut self, expr: &Expr, ty: Type) -> Code {
        self.unless_skipped(|it| it.typed(expr, ty))
    }

    fn named(&mut self, expr: &Expr, ty: Type) -> Code {
        if let (Expr::Const(value), Type::Mtype(set)) = (expr, ty)
            && let Some(name) = self.scope.plan.mtypes[set as usize].get(value)
        {
            let name = format_ident!("{}", name);
            return Code::postfix(quote!(#name));
        }
        self.number(expr)
    }

    /// Translates an operand that is not always evaluated.
    fn unless_skipped<R>(&mut self, translate: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.conditional, true);
        let result = translate(self);
        self.conditional = outer;
        result
    }

    /// The value as an `i32`.
    pub fn value(&mut self, expr: &Expr) -> Code {
        self.number(&self.scope.simplify(expr))
    }

    /// Whether the value is not zero.
    pub fn condition(&mut self, expr: &Expr) -> Code {
        self.truth(&self.scope.simplify(expr), true)
    }

    /// Whether the value is zero.
    pub fn negated(&mut self, expr: &Expr) -> Code {
        self.truth(&self.scope.simplify(expr), false)
    }

    /// As [`Self::condition`], where nothing can be bound to a name before.
    pub fn condition_if_reached(&mut self, expr: &Expr) -> Code {
        self.unless_skipped(|it| it.condition(expr))
    }

    /// Notes that a `?` is used.
    pub fn failing(&mut self, tokens: TokenStream) -> TokenStream {
        self.fails = true;
        quote!(#tokens?)
    }

    fn number(&mut self, expr: &Expr) -> Code {
        match expr {
            Expr::Const(value) => Code::number(*value),
            _ if is_boolean(expr) => {
                let truth = self.truth(expr, true).tokens();
                Code::postfix(quote!(i32::from(#truth)))
            }
            Expr::Load(access) => self.load(access),
            Expr::Unary(UnaryOp::Complement, operand) => {
                Code::prefixed(quote!(!), self.number(operand))
            }
            Expr::Unary(_, operand) => {
                let overflows = self.scope.range(operand).contains(i32::MIN.into());
                let operand = self.number(operand);
                if overflows {
                    operand.call(quote!(wrapping_neg), quote!())
                } else {
                    Code::prefixed(quote!(-), operand)
                }
            }
            Expr::Binary(op, left, right) => self.arithmetic(expr, *op, left, right),
            Expr::Conditional(condition, then, otherwise) => {
                let condition = self.truth(condition, true);
                let (then, otherwise) =
                    self.unless_skipped(|it| (it.number(then), it.number(otherwise)));
                Code::branch(condition, then, otherwise)
            }
            Expr::Pid => Code::postfix(quote!(i32::from(me.pid))),
            Expr::Spawned => Code::postfix(quote!(i32::from(child.pid))),
            Expr::ProcessCount => Code::postfix(quote!(state.process_count())).cast(quote!(i32)),
            Expr::Channel(_, channel) => {
                let queue = self.any_queue(channel);
                Code::postfix(quote!(state.queue_length(#queue))).cast(quote!(i32))
            }
            Expr::Remote(proctype, pid, access) => self.remote(expr, *proctype, pid, access),
            Expr::FirstOf(proctype) => {
                let proctype = Literal::u32_unsuffixed(proctype.0);
                Code::postfix(quote!(state.first_of(#proctype)))
            }
            Expr::Last => Code::postfix(quote!(state.get(LAST))),
            Expr::Priority(pid) if **pid == Expr::Pid => {
                Code::postfix(quote!(state.get(me.at(PRIORITY))))
            }
            Expr::Priority(pid) => {
                let pid = self.value(pid).tokens();
                Code::postfix(quote!(state.priority_of(PRIORITY, #pid)))
            }
            Expr::PlaceNumber(pid) => {
                let pid = self.value(pid).tokens();
                let text = self.text(expr);
                let place = self.failing(quote!(state.place_of(#pid, #text)));
                Code::postfix(quote!(PC_VALUES[#place.0 as usize]))
            }
            Expr::Timeout
            | Expr::Poll { .. }
            | Expr::At(..)
            | Expr::Enabled(_)
            | Expr::Labels(_) => {
                unreachable!("is a boolean")
            }
        }
    }

    fn text(&self, expr: &Expr) -> String {
        text::expr(self.scope.plan.model, self.scope.proctype, expr)
    }

    pub(super) fn load(&mut self, access: &Access) -> Code {
        if let Some(queue) = self.constant_queue(access) {
            return Code::postfix(quote!(i32::from(#queue.id)));
        }
        let field = self.field(access);
        let get = match self.stored(access).hidden {
            true => quote!(get_hidden),
            false => quote!(get),
        };
        Code::postfix(quote!(state.#get(#field)))
    }

    fn remote(&mut self, expr: &Expr, id: ProctypeId, pid: &Expr, access: &Access) -> Code {
        let pid = self.value(pid).tokens();
        let text = self.text(expr);
        let number = Literal::u32_unsuffixed(id.0);
        let process = self.failing(quote!(state.remote(#number, #pid, #text)));
        let plan = self.scope.plan;
        let Some((module, stored)) = (match access.var {
            Var::Local(local) => {
                let decided = &plan.proctypes[id.index()];
                let stored = decided.locals[local.index()].as_ref();
                decided.module.as_ref().zip(stored)
            }
            Var::Global(_) => None,
        }) else {
            // No process of that proctype is ever started: this fails.
            return Code::postfix(quote!(i32::from(#process.pid)));
        };
        let (module, constant) = (
            format_ident!("{}", module),
            format_ident!("{}", stored.constant),
        );
        let field = if access.subscripts.is_empty() {
            quote!(#process.at(#module::#constant))
        } else {
            let index = self.index(access, &text).tokens();
            quote!(#process.array(#module::#constant).element(#index))
        };
        Code::postfix(quote!(state.get(#field)))
    }

    fn arithmetic(&mut self, expr: &Expr, op: BinaryOp, left: &Expr, right: &Expr) -> Code {
        use BinaryOp as Op;
        let (plain, level, wrapping) = match op {
            Op::Add => (quote!(+), Level::Sum, quote!(wrapping_add)),
            Op::Subtract => (quote!(-), Level::Sum, quote!(wrapping_sub)),
            Op::Multiply => (quote!(*), Level::Product, quote!(wrapping_mul)),
            Op::BitAnd => (quote!(&), Level::BitAnd, quote!()),
            Op::BitOr => (quote!(|), Level::BitOr, quote!()),
            Op::BitXor => (quote!(^), Level::BitXor, quote!()),
            Op::ShiftLeft => return self.shift(quote!(<<), quote!(wrapping_shl), left, right),
            Op::ShiftRight => return self.shift(quote!(>>), quote!(wrapping_shr), left, right),
            Op::Divide | Op::Remainder => return self.division(expr, op, left, right),
            _ => unreachable!("is a boolean"),
        };
        let wraps = !wrapping.is_empty() && !exact_fits(self.scope.context(), expr);
        let (left, right) = (self.number(left), self.number(right));
        if wraps {
            left.call(wrapping, right.tokens())
        } else {
            Code::infix(left, plain, level, right)
        }
    }

    fn shift(
        &mut self,
        plain: TokenStream,
        wrapping: TokenStream,
        left: &Expr,
        right: &Expr,
    ) -> Code {
        let in_width = self.scope.range(right).is_index(32);
        let (left, right) = (self.number(left), self.number(right));
        if in_width {
            Code::infix(left, plain, Level::Shift, right)
        } else {
            left.call(wrapping, right.cast(quote!(u32)).tokens())
        }
    }

    fn division(&mut self, expr: &Expr, op: BinaryOp, left: &Expr, right: &Expr) -> Code {
        let scope = self.scope;
        let divisor = scope.range(right);
        let overflows = divisor.contains(-1) && scope.range(left).contains(i32::MIN.into());
        let (plain, wrapping, checked) = match op {
            BinaryOp::Divide => (quote!(/), quote!(wrapping_div), quote!(divide)),
            _ => (quote!(%), quote!(wrapping_rem), quote!(remainder)),
        };
        let (left, right) = (self.number(left), self.number(right));
        if divisor.contains(0) {
            let text = text::expr(scope.plan.model, scope.proctype, expr);
            let (left, right) = (left.tokens(), right.tokens());
            Code::postfix(self.failing(quote!(state.#checked(#left, #right, #text))))
        } else if overflows {
            left.call(wrapping, right.tokens())
        } else {
            Code::infix(left, plain, Level::Product, right)
        }
    }

    /// The expression as a condition, or its negation.
    fn truth(&mut self, expr: &Expr, positive: bool) -> Code {
        use BinaryOp as Op;
        let negate = |code: Code| {
            if positive { code } else { code.negated() }
        };
        match expr {
            Expr::Const(value) => Code::truth((*value != 0) == positive),
            Expr::Unary(UnaryOp::Not, operand) => self.truth(operand, !positive),
            Expr::Binary(op @ (Op::And | Op::Or), left, right) => {
                let left = self.truth(left, positive);
                let right = self.unless_skipped(|it| it.truth(right, positive));
                if (*op == Op::And) == positive {
                    Code::infix(left, quote!(&&), Level::And, right)
                } else {
                    Code::infix(left, quote!(||), Level::Or, right)
                }
            }
            Expr::Binary(op, left, right) if is_boolean(expr) => {
                self.comparison(*op, left, right, positive)
            }
            Expr::Timeout => negate(Code::postfix(quote!(state.timeout()))),
            Expr::Labels(LabelQuery::Accepts) => {
                negate(Code::postfix(quote!(state.has_accept_label())))
            }
            Expr::Labels(LabelQuery::NonProgress) => {
                let makes_progress = Code::postfix(quote!(state.has_progress_label()));
                if positive {
                    makes_progress.negated()
                } else {
                    makes_progress
                }
            }
            Expr::At(proctype, pid, places) => negate(self.stands_at(*proctype, pid, places)),
            Expr::Enabled(pid) => {
                let pid = self.value(pid).tokens();
                let text = self.text(expr);
                let asked = match self.by_claim {
                    true => quote!(is_enabled(state, #pid, #text)),
                    false => quote!(enabled(state, me, #pid, #text)),
                };
                negate(Code::postfix(self.failing(asked)))
            }
            Expr::Poll {
                channel,
                arguments,
                random,
            } => {
                let poll = self.poll(channel, arguments, *random);
                if positive { poll } else { poll.negated() }
            }
            Expr::Channel(query, channel) if is_boolean(expr) => {
                self.channel_query(*query, channel, positive)
            }
            Expr::Load(access) if self.is_flag(access) => {
                let field = self.field(access);
                negate(Code::postfix(quote!(state.is(#field))))
            }
            _ => {
                let zero = Code::number(0);
                let operator = if positive { quote!(!=) } else { quote!(==) };
                Code::infix(self.number(expr), operator, Level::Compare, zero)
            }
        }
    }

    /// Whether a variable is set or not: a `bool` or a `bit` of the state vector.
    fn is_flag(&self, access: &Access) -> bool {
        let ty = self.scope.variable(access.var).ty;
        matches!(ty, Type::Bool | Type::Bit) && !self.stored(access).hidden
    }

    fn stands_at(&mut self, id: ProctypeId, pid: &Expr, places: &[PlaceId]) -> Code {
        let pid = self.value(pid).tokens();
        let decided = &self.scope.plan.proctypes[id.index()];
        let module = decided.module.as_ref().map(|it| format_ident!("{}", it));
        let live = places
            .iter()
            .filter_map(|place| decided.automaton.places[place.index()].as_ref());
        let places: Vec<TokenStream> = live
            .map(|named| {
                let name = format_ident!("{}", named.name);
                quote!(#module::#name.number)
            })
            .collect();
        Code::postfix(quote!(state.stands_at(#pid, &[#(#places),*])))
    }

    fn comparison(&mut self, op: BinaryOp, left: &Expr, right: &Expr, positive: bool) -> Code {
        use BinaryOp as Op;
        // The elements of an array of `bool` are bytes, and can be other numbers.
        if let (Op::Equal | Op::NotEqual, Expr::Load(access), Expr::Const(value @ (0 | 1))) =
            (op, left, right)
            && self.scope.variable(access.var).ty == Type::Bool
            && self.scope.variable(access.var).width.bits == 1
        {
            let wanted = (op == Op::Equal) == (*value == 1);
            return self.truth(left, wanted == positive);
        }
        let operator = match (op, positive) {
            (Op::Equal, true) | (Op::NotEqual, false) => quote!(==),
            (Op::NotEqual, true) | (Op::Equal, false) => quote!(!=),
            (Op::Less, true) | (Op::GreaterEqual, false) => quote!(<),
            (Op::GreaterEqual, true) | (Op::Less, false) => quote!(>=),
            (Op::Greater, true) | (Op::LessEqual, false) => quote!(>),
            _ => quote!(<=),
        };
        let (left, right) = if is_boolean(left) && is_boolean(right) {
            (self.truth(left, true), self.truth(right, true))
        } else {
            let (left_type, right_type) = (self.type_of(left), self.type_of(right));
            (self.named(left, right_type), self.named(right, left_type))
        };
        Code::infix(left, operator, Level::Compare, right)
    }

    /// The declared type of a variable; a number otherwise.
    fn type_of(&self, expr: &Expr) -> Type {
        match expr {
            Expr::Load(access) => self.scope.variable(access.var).ty,
            _ => Type::Int,
        }
    }

    /// What is decided about a variable that is read or assigned.
    pub fn stored(&self, access: &Access) -> &'p Stored {
        let stored = self.scope.told(access.var);
        stored.expect("is in the state vector, hidden, or told")
    }

    /// Where a variable lies: `EXPECT_VAL`, `me.at(S)`, `FORK.element(0)`,
    /// `me.array(BUF).element(..)`.
    pub fn field(&mut self, access: &Access) -> TokenStream {
        let constant = format_ident!("{}", self.stored(access).constant);
        let is_local = matches!(access.var, Var::Local(_));
        if access.subscripts.is_empty() {
            return if is_local {
                quote!(me.at(#constant))
            } else {
                quote!(#constant)
            };
        }
        let index = self.index(access, &self.scope.text(access)).tokens();
        if is_local {
            quote!(me.array(#constant).element(#index))
        } else {
            quote!(#constant.element(#index))
        }
    }

    /// The index of an element in row-major order, checked where it is not certainly valid.
    pub(super) fn index(&mut self, access: &Access, text: &str) -> Code {
        let mut index: Option<Code> = None;
        for subscript in &access.subscripts {
            let next = self.subscript(subscript, text);
            index = Some(match index {
                None => next,
                Some(outer) => {
                    let length = Literal::u32_unsuffixed(subscript.length);
                    let length = Code::postfix(quote!(#length));
                    let row = Code::infix(outer, quote!(*), Level::Product, length);
                    Code::infix(row, quote!(+), Level::Sum, next)
                }
            });
        }
        self.hoist(index.expect("an array has a dimension"))
    }

    /// Binds a long index to a name, unless it stands where it is not always evaluated.
    fn hoist(&mut self, index: Code) -> Code {
        let tokens = index.clone().tokens();
        if self.conditional || tokens.to_string().len() <= INDEX_LENGTH_MAX {
            return index;
        }
        self.indices += 1;
        let name = part(INDEX, self.indices);
        self.hoisted.push(quote!(let #name = #tokens;));
        Code::postfix(quote!(#name))
    }

    /// What is left of an access whose element is not needed: the checks of indices that can fail.
    pub fn checks(&mut self, access: &Access) -> Vec<TokenStream> {
        let text = self.scope.text(access);
        let mut checks = Vec::new();
        for subscript in &access.subscripts {
            let failed_before = std::mem::replace(&mut self.fails, false);
            let check = self.subscript(subscript, &text).tokens();
            if self.fails {
                checks.push(check);
            }
            self.fails |= failed_before;
        }
        checks
    }

    fn subscript(&mut self, subscript: &Subscript, text: &str) -> Code {
        let length = subscript.length;
        let index = self.scope.simplify(&subscript.index);
        let certain = self.scope.range(&index).is_index(length);
        match index {
            Expr::Const(value) if certain => Code::number(value),
            Expr::Pid if certain => Code::postfix(quote!(u32::from(me.pid))),
            _ => {
                let value = self.number(&index);
                if certain {
                    return value.cast(quote!(u32));
                }
                let (value, length) = (value.tokens(), Literal::u32_unsuffixed(length));
                Code::postfix(self.failing(quote!(state.index(#value, #length, #text))))
            }
        }
    }
}
