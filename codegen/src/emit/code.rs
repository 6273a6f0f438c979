//! Pieces of Rust expressions with their binding strength, so that parentheses stand only where they are needed.

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
    /// A literal whose type is not given: cannot be the receiver of a method.
    literal: Option<i32>,
}

impl Code {
    /// A call, a path, a literal `true`: binds as tightly as anything.
    pub fn postfix(tokens: TokenStream) -> Self {
        Self {
            tokens,
            level: Level::Postfix,
            literal: None,
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
            tokens,
            level,
            literal: Some(value),
        }
    }

    /// `true` or `false`.
    pub fn truth(value: bool) -> Self {
        Self::postfix(quote!(#value))
    }

    /// `!x` or `-x`.
    pub fn prefixed(operator: TokenStream, operand: Self) -> Self {
        let operand = operand.at_least(Level::Unary);
        Self {
            tokens: quote!(#operator #operand),
            level: Level::Unary,
            literal: None,
        }
    }

    /// `if condition { then } else { otherwise }`.
    pub fn branch(condition: Self, then: Self, otherwise: Self) -> Self {
        let [condition, then, otherwise] = [condition, then, otherwise].map(Self::tokens);
        Self {
            tokens: quote!(if #condition { #then } else { #otherwise }),
            level: Level::Branch,
            literal: None,
        }
    }

    /// `x as u32`.
    pub fn cast(self, ty: TokenStream) -> Self {
        let operand = self.at_least(Level::Cast);
        Self {
            tokens: quote!(#operand as #ty),
            level: Level::Cast,
            literal: None,
        }
    }

    /// Two operands. Comparisons do not chain; bit operations and shifts show their mixed operands in parentheses.
    pub fn infix(left: Self, operator: TokenStream, level: Level, right: Self) -> Self {
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
        // `x as i32 < y` and `x as i32 << y` would be read as the beginning of type arguments.
        let ends_in_type = left.level == Level::Cast && (level == Level::Compare || bits);
        let left = if ends_in_type {
            left.at_least(Level::Unary)
        } else {
            left.at_least(lowest_left)
        };
        let right = right.at_least(lowest_right);
        Self {
            tokens: quote!(#left #operator #right),
            level,
            literal: None,
        }
    }

    /// `x.method(arguments)`.
    pub fn call(self, method: TokenStream, arguments: TokenStream) -> Self {
        let receiver = match self.literal {
            Some(value) if value >= 0 => {
                let literal = Literal::i32_suffixed(value);
                quote!(#literal)
            }
            Some(i32::MIN) => quote!(i32::MIN),
            Some(value) => {
                let literal = Literal::i32_suffixed(-value);
                quote!((-#literal))
            }
            None => self.at_least(Level::Postfix),
        };
        Self::postfix(quote!(#receiver.#method(#arguments)))
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
