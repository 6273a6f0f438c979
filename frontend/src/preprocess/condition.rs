//! The value of an `#if`: integers of 64 bits, signed unless a `u` says otherwise, with the
//! operators of C.
//!
//! Names that are no macros are 0. What is not evaluated (`0 && 1 / 0`) must be well formed, no
//! more.

use super::token::{Kind, PpToken};

/// What is wrong with a condition.
pub(super) struct ConditionError {
    pub message: String,
    /// Index of the token; `None` at the end.
    pub at: Option<usize>,
}

type Result<T> = std::result::Result<T, ConditionError>;

#[derive(Clone, Copy)]
struct Value {
    bits: i64,
    unsigned: bool,
}

impl Value {
    fn signed(bits: i64) -> Value {
        Value {
            bits,
            unsigned: false,
        }
    }
}

pub(super) struct Condition<'t> {
    tokens: &'t [PpToken],
    next: usize,
    depth: u32,
}

const DEPTH_MAX: u32 = 200;

/// Binary operators by precedence, weakest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl<'t> Condition<'t> {
    pub fn new(tokens: &'t [PpToken]) -> Condition<'t> {
        Condition {
            tokens,
            next: 0,
            depth: 0,
        }
    }

    pub fn value(mut self) -> Result<bool> {
        if self.tokens.is_empty() {
            return self.fail("there is no expression");
        }
        let value = self.choice(true)?;
        if self.next < self.tokens.len() {
            return self.fail("an operator is missing");
        }
        Ok(value.bits != 0)
    }

    fn fail<T>(&self, what: &str) -> Result<T> {
        let token = self.tokens.get(self.next);
        let message = match token {
            Some(token) => format!("{what} before `{}`", token.text),
            None if self.tokens.is_empty() => what.into(),
            None => format!("{what} at the end"),
        };
        Err(ConditionError {
            message,
            at: token.map(|_| self.next),
        })
    }

    fn accept(&mut self, punctuation: &str) -> bool {
        let next = self.tokens.get(self.next);
        let found = next.is_some_and(|token| token.is(punctuation));
        self.next += usize::from(found);
        found
    }

    /// `a ? b : c`; `live` when the value counts.
    fn choice(&mut self, live: bool) -> Result<Value> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return self.fail("the expression is nested too deeply");
        }
        let mut value = self.binary(0, live)?;
        if self.accept("?") {
            let condition = value.bits != 0;
            let yes = self.choice(live && condition)?;
            if !self.accept(":") {
                return self.fail("`:` is missing");
            }
            let no = self.choice(live && !condition)?;
            value = Value {
                unsigned: yes.unsigned || no.unsigned,
                ..if condition { yes } else { no }
            };
        }
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, level: usize, live: bool) -> Result<Value> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary(live);
        };
        let mut left = self.binary(level + 1, live)?;
        while let Some(operator) = operators.iter().find(|operator| self.accept(operator)) {
            let place = self.next - 1;
            let right_counts = match *operator {
                "||" => left.bits == 0,
                "&&" => left.bits != 0,
                _ => true,
            };
            let right = self.binary(level + 1, live && right_counts)?;
            left = match apply(operator, left, right) {
                Some(value) => value,
                None if live => {
                    return Err(ConditionError {
                        message: "division by zero".into(),
                        at: Some(place),
                    });
                }
                None => Value::signed(0),
            };
        }
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Result<Value> {
        let mut operators = ["!", "~", "-", "+"].into_iter();
        let Some(operator) = operators.find(|operator| self.accept(operator)) else {
            return self.primary(live);
        };
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return self.fail("the expression is nested too deeply");
        }
        let value = self.unary(live)?;
        self.depth -= 1;
        Ok(match operator {
            "!" => Value::signed(i64::from(value.bits == 0)),
            "~" => Value {
                bits: !value.bits,
                ..value
            },
            "-" => Value {
                bits: value.bits.wrapping_neg(),
                ..value
            },
            _ => value,
        })
    }

    fn primary(&mut self, live: bool) -> Result<Value> {
        if self.accept("(") {
            let value = self.choice(live)?;
            return match self.accept(")") {
                true => Ok(value),
                false => self.fail("`)` is missing"),
            };
        }
        let Some(token) = self.tokens.get(self.next) else {
            return self.fail("a value is missing");
        };
        let value = match token.kind {
            Kind::Number => integer(&token.text),
            Kind::Character => character(&token.text),
            Kind::Identifier => Some(Value::signed(0)),
            _ => return self.fail("a value is missing"),
        };
        self.next += 1;
        value.ok_or_else(|| ConditionError {
            message: format!("`{}` is no integer of 64 bits", token.text),
            at: Some(self.next - 1),
        })
    }
}

fn integer(text: &str) -> Option<Value> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = text[digits.len()..].to_ascii_lowercase();
    if !["", "u", "l", "ul", "lu", "ll", "ull", "llu"].contains(&&*suffix) {
        return None;
    }
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&digits[2..], 16),
        [b'0', b'b' | b'B', ..] => (&digits[2..], 2),
        [b'0', _, ..] => (&digits[1..], 8),
        _ => (digits, 10),
    };
    let value = u64::from_str_radix(digits, radix).ok();
    let value = value.filter(|_| !digits.starts_with('+'))?;
    Some(Value {
        bits: value as i64,
        unsigned: suffix.contains('u') || value > i64::MAX as u64,
    })
}

fn character(text: &str) -> Option<Value> {
    let inside = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let code = match inside.strip_prefix('\\') {
        None => single(inside)?,
        Some("n") => 10,
        Some("t") => 9,
        Some("r") => 13,
        Some("a") => 7,
        Some("b") => 8,
        Some("f") => 12,
        Some("v") => 11,
        Some(escape) if escape.starts_with('x') => i64::from_str_radix(&escape[1..], 16).ok()?,
        Some(escape) if escape.starts_with(|c: char| c.is_digit(8)) => {
            i64::from_str_radix(escape, 8).ok()?
        }
        Some(escape) => single(escape)?,
    };
    Some(Value::signed(code))
}

fn single(text: &str) -> Option<i64> {
    match text.as_bytes() {
        [c] => Some(i64::from(*c)),
        _ => None,
    }
}

/// `None` for a division by zero.
fn apply(operator: &str, left: Value, right: Value) -> Option<Value> {
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let (ua, ub) = (a as u64, b as u64);
    let truth = |holds: bool| Some(Value::signed(i64::from(holds)));
    let less = if unsigned { ua < ub } else { a < b };
    let bits = match operator {
        "||" => return truth(a != 0 || b != 0),
        "&&" => return truth(a != 0 && b != 0),
        "==" => return truth(a == b),
        "!=" => return truth(a != b),
        "<" => return truth(less),
        ">=" => return truth(!less),
        ">" => return truth(!less && a != b),
        "<=" => return truth(less || a == b),
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "<<" => return Some(shift(left, right, true)),
        ">>" => return Some(shift(left, right, false)),
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" if unsigned => ua.checked_div(ub)? as i64,
        "%" if unsigned => ua.checked_rem(ub)? as i64,
        "/" if b != 0 => a.wrapping_div(b),
        "%" if b != 0 => a.wrapping_rem(b),
        _ => return None,
    };
    Some(Value { bits, unsigned })
}

/// A negative distance shifts the other way, as in gcc.
fn shift(value: Value, distance: Value, left: bool) -> Value {
    let backwards = !distance.unsigned && distance.bits < 0;
    let count = match distance.unsigned {
        true => distance.bits as u64,
        false => distance.bits.unsigned_abs(),
    };
    let bits = match (left != backwards, count < 64) {
        (true, true) => value.bits << count,
        (true, false) => 0,
        (false, true) if value.unsigned => (value.bits as u64 >> count) as i64,
        (false, true) => value.bits >> count,
        (false, false) if value.unsigned || value.bits >= 0 => 0,
        (false, false) => -1,
    };
    Value { bits, ..value }
}
