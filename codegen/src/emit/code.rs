//! Pieces of Rust expressions with their binding strength, so that parentheses stand only where
//! they are needed.

use frontend::ir::Type;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// How tightly an expression's outermost operator binds, the loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `if .. else ..`
    Branch,
    Or,
    And,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Cast,
    Unary,
    Postfix,
}

/// A Rust expression.
#[derive(Clone, Debug)]
pub struct Code {
    tokens: TokenStream,
    level: Level,
    /// Consists of literals without a type, so that it cannot be the receiver of a method.
    untyped: bool,
    /// Begins with a minus sign.
    negative: bool,
    /// Ends with the type of a cast, which takes a `<` behind it for its own.
    ends_in_type: bool,
}

impl Code {
    /// A call, a path, a literal `true`: binds as tightly as anything.
    pub fn postfix(tokens: TokenStream) -> Self {
        Self {
            tokens,
            level: Level::Postfix,
            untyped: false,
            negative: false,
            ends_in_type: false,
        }
    }

    /// A number.
    pub fn number(value: i32) -> Self {
        let magnitude = Literal::u32_unsuffixed(value.unsigned_abs());
        let (tokens, level) = if value < 0 {
            (quote!(-#magnitude), Level::Unary)
        } else {
            (quote!(#magnitude), Level::Postfix)
        };
        Self {
            level,
            untyped: true,
            negative: value < 0,
            ..Self::postfix(tokens)
        }
    }

    /// A constant of a type: of a `bool`, `true` or `false`, unless it is another number.
    pub fn constant(value: i32, ty: Type) -> Self {
        match (value, ty) {
            (0 | 1, Type::Bool) => Self::truth(value == 1),
            _ => Self::number(value),
        }
    }

    /// `true` or `false`.
    pub fn truth(value: bool) -> Self {
        Self::postfix(quote!(#value))
    }

    /// `!x` or `-x`.
    pub fn prefixed(operator: TokenStream, operand: Self) -> Self {
        let untyped = operand.untyped;
        let negative = operator.to_string() == "-";
        // `--x` looks like something else.
        let lowest = if negative && operand.negative {
            Level::Postfix
        } else {
            Level::Unary
        };
        let operand = operand.at_least(lowest);
        Self {
            level: Level::Unary,
            untyped,
            negative,
            ..Self::postfix(quote!(#operator #operand))
        }
    }

    /// `if condition { then } else { otherwise }`.
    pub fn branch(condition: Self, then: Self, otherwise: Self) -> Self {
        let untyped = then.untyped && otherwise.untyped;
        let [condition, then, otherwise] = [condition, then, otherwise].map(Self::tokens);
        Self {
            level: Level::Branch,
            untyped,
            ..Self::postfix(quote!(if #condition { #then } else { #otherwise }))
        }
    }

    /// `x as u32`.
    pub fn cast(self, ty: TokenStream) -> Self {
        if self.untyped {
            let operand = self.tokens;
            return Self::postfix(quote!(i32::cast_unsigned(#operand)));
        }
        let negative = self.negative;
        let operand = self.at_least(Level::Cast);
        Self {
            level: Level::Cast,
            negative,
            ends_in_type: true,
            ..Self::postfix(quote!(#operand as #ty))
        }
    }

    /// Two operands. Comparisons do not chain; bit operations and shifts show their mixed operands
    /// in parentheses.
    pub fn infix(left: Self, operator: TokenStream, level: Level, right: Self) -> Self {
        let negative = left.negative;
        let untyped = left.untyped && (right.untyped || level == Level::Shift);
        let bits = (Level::BitOr..=Level::Shift).contains(&level);
        let lowest_left = match level {
            Level::Compare => Level::BitOr,
            _ if bits && left.level != level => Level::Cast,
            _ => level,
        };
        let lowest_right = match level {
            Level::Compare => Level::BitOr,
            _ if bits => Level::Cast,
            Level::Or => Level::And,
            Level::And => Level::Compare,
            Level::Sum => Level::Product,
            _ => Level::Cast,
        };
        // `x as i32 < y` and `x as i32 << y` would be read as the beginning of type arguments, also
        // where the cast is the last operand of `x`.
        let takes_type = matches!(operator.to_string().as_str(), "<" | "<<");
        let is_cast = left.level == Level::Cast && (level == Level::Compare || bits);
        let lowest_left = match is_cast || left.ends_in_type && takes_type {
            true => Level::Unary,
            false => lowest_left,
        };
        let ends_in_type = right.ends_in_type && right.level >= lowest_right;
        let (left, right) = (left.at_least(lowest_left), right.at_least(lowest_right));
        Self {
            tokens: quote!(#left #operator #right),
            level,
            untyped,
            negative,
            ends_in_type,
        }
    }

    /// `x.method(arguments)`.
    pub fn call(self, method: TokenStream, arguments: TokenStream) -> Self {
        if self.untyped {
            let receiver = self.tokens;
            return Self::postfix(if arguments.is_empty() {
                quote!(i32::#method(#receiver))
            } else {
                quote!(i32::#method(#receiver, #arguments))
            });
        }
        let receiver = self.at_least(Level::Postfix);
        Self::postfix(quote!(#receiver.#method(#arguments)))
    }

    /// The opposite of a condition.
    pub fn negated(self) -> Self {
        Self::prefixed(quote!(!), self)
    }

    /// The bare tokens.
    pub fn tokens(self) -> TokenStream {
        self.tokens
    }

    /// In parentheses if it binds less tightly than `level`.
    fn at_least(self, level: Level) -> TokenStream {
        let tokens = self.tokens;
        if self.level < level {
            quote!((#tokens))
        } else {
            tokens
        }
    }
}
