//! Typed, resolved expressions. Every value is an `i32`, as in SPIN's verifier; conditions are true
//! when not zero.

use super::automaton::Pattern;
use super::ids::{GlobalId, LocalId, PlaceId, ProctypeId};

/// A variable: global or of the process at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Var {
    /// A global variable.
    Global(GlobalId),
    /// A parameter or local of the executing process.
    Local(LocalId),
}

/// One array subscript: its value and the number of elements of that dimension.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subscript {
    /// The index expression.
    pub index: Expr,
    /// Number of elements; valid indices are `0..length`.
    pub length: u32,
}

impl Subscript {
    /// An index as the number of an element, if there is such an element.
    pub fn inside(&self, index: i32) -> Option<usize> {
        let index = u32::try_from(index).ok()?;
        (index < self.length).then_some(index as usize)
    }
}

/// A readable and assignable place in memory: a scalar variable, or one element of an array.
///
/// Structures are flattened to one variable per leaf, so that a leaf inside arrays of structures
/// has several subscripts; the element is found in row-major order:
/// `(i0 * length1 + i1) * length2 + i2`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    /// The (flattened) variable.
    pub var: Var,
    /// Empty for a scalar.
    pub subscripts: Vec<Subscript>,
}

impl Access {
    /// The element in row-major order, if all subscripts are constants inside of their dimensions;
    /// 0 of a scalar.
    pub fn constant_element(&self) -> Option<usize> {
        self.subscripts.iter().try_fold(0, |element, subscript| {
            let index = subscript.inside(subscript.index.constant()?)?;
            Some(element * subscript.length as usize + index)
        })
    }
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnaryOp {
    /// `-x`, wrapping.
    Negate,
    /// `!x`: 1 when `x` is 0, else 0.
    Not,
    /// `~x`.
    Complement,
}

/// Operators of two operands. Arithmetic wraps; `/` and `%` truncate toward zero and fail on zero;
/// shift counts are taken modulo 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// Short circuit.
    And,
    /// Short circuit.
    Or,
}

/// How the operands of a comparison that is true can stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The left one may be less.
    pub less: bool,
    /// They may be equal.
    pub equal: bool,
    /// The left one may be greater.
    pub greater: bool,
}

impl BinaryOp {
    /// What a comparison says; `None` of other operators.
    pub fn relation(self) -> Option<Relation> {
        let (less, equal, greater) = match self {
            Self::Less => (true, false, false),
            Self::LessEqual => (true, true, false),
            Self::Equal => (false, true, false),
            Self::NotEqual => (true, false, true),
            Self::GreaterEqual => (false, true, true),
            Self::Greater => (false, false, true),
            _ => return None,
        };
        Some(Relation {
            less,
            equal,
            greater,
        })
    }
}

impl Expr {
    /// The comparison that is true where the value is: `x` is `x != 0`.
    pub fn as_comparison(&self) -> (&Expr, Relation, &Expr) {
        const ZERO: &Expr = &Expr::Const(0);
        match self {
            Self::Binary(op, left, right) if let Some(is) = op.relation() => (left, is, right),
            value => (value, Relation::DIFFERENT, ZERO),
        }
    }

    /// Whether it is a comparison that says that `_nr_pr` is `most` or less.
    pub fn bounds_processes(&self, most: i32) -> bool {
        let (is, number) = match self.as_comparison() {
            (Self::ProcessCount, is, number) => (is, number),
            (number, is, Self::ProcessCount) => (is.mirrored(), number),
            _ => return false,
        };
        let named = if is.equal { most } else { most + 1 };
        !is.greater && number.constant() == Some(named)
    }
}

impl Relation {
    /// They are not equal.
    pub const DIFFERENT: Self = Self {
        less: true,
        equal: false,
        greater: true,
    };

    /// What holds where the comparison is false.
    pub fn negated(self) -> Self {
        Self {
            less: !self.less,
            equal: !self.equal,
            greater: !self.greater,
        }
    }

    /// How the right operand stands to the left one.
    pub fn mirrored(self) -> Self {
        Self {
            less: self.greater,
            greater: self.less,
            ..self
        }
    }
}

/// What can be asked of a channel's fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChannelQuery {
    /// `len(c)`: messages waiting; 0 for a rendezvous channel.
    Length,
    /// `empty(c)`.
    Empty,
    /// `nempty(c)`.
    NotEmpty,
    /// `full(c)`.
    Full,
    /// `nfull(c)`.
    NotFull,
}

/// What can be asked of the labels at which the processes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LabelQuery {
    /// Some process stands at an `accept` label.
    Accepts,
    /// `np_`: no process stands at a `progress` label.
    NonProgress,
}

/// A resolved expression.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expr {
    /// A literal, an mtype name or anything folded to a constant.
    Const(i32),
    /// The value of a variable. A variable of type `chan` has the channel's id as its value, 0 when
    /// uninitialised.
    Load(Access),
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(condition -> then : otherwise)`; only the chosen arm is evaluated.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `_pid`.
    Pid,
    /// `_nr_pr`: live processes.
    ProcessCount,
    /// `timeout`: true while the state is expanded a second time because nothing else could move.
    Timeout,
    /// A question about a channel; the access is a variable of type `chan`.
    Channel(ChannelQuery, Access),
    /// `c?[..]` and `c??[..]`: whether such a message is there. Only [`Pattern::Match`] is
    /// compared.
    Poll {
        /// A variable of type `chan`.
        channel: Access,
        /// At most one pattern for each message field.
        arguments: Vec<Pattern>,
        /// `??`: any message, not only the head.
        random: bool,
    },
    /// `P[pid]@label`: process `pid` is of this proctype and stands at one of these places.
    At(ProctypeId, Box<Expr>, Vec<PlaceId>),
    /// `P[pid]:x`: a local of process `pid`, which must be of this proctype. The access is one of
    /// *that* proctype's locals, its subscripts are evaluated where they stand.
    Remote(ProctypeId, Box<Expr>, Access),
    /// The lowest pid of a live process of this proctype, -1 when there is none: `P@label` is
    /// `P[first]@label`.
    FirstOf(ProctypeId),
    /// `_last`: the process that made the last step; 0 at the start.
    Last,
    /// `get_priority(pid)`; `_priority` is that of the process itself.
    Priority(Box<Expr>),
    /// `enabled(pid)`: that process has an executable transition.
    Enabled(Box<Expr>),
    /// `pc_value(pid)`: a number for the place where that process stands.
    PlaceNumber(Box<Expr>),
    /// A question about the labels at which processes stand; only claims ask it.
    Labels(LabelQuery),
    /// The pid that the `run` of the same [`super::Action::Run`] has just returned.
    Spawned,
}
