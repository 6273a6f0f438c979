//! What a program under construction has declared, and what can be seen at one place of it.

/// Types of scalars, and of structures by the index of their declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bit,
    Bool,
    Byte,
    Pid,
    Short,
    Int,
    Unsigned(u8),
    /// Index of the set.
    Mtype(usize),
    /// Index of the `typedef`.
    Structure(usize),
}

impl Kind {
    /// Least and largest value; none for a structure.
    fn range(self) -> Option<(i64, i64)> {
        Some(match self {
            Kind::Bit | Kind::Bool => (0, 1),
            Kind::Byte | Kind::Pid | Kind::Mtype(_) => (0, 255),
            Kind::Short => (-32768, 32767),
            Kind::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
            Kind::Unsigned(bits) => (0, (1 << bits) - 1),
            Kind::Structure(_) => return None,
        })
    }

    /// Has it every value of the other?
    pub fn holds(self, other: Kind) -> bool {
        let both = self.range().zip(other.range());
        both.is_some_and(|(own, other)| own.0 <= other.0 && own.1 >= other.1)
    }
}

/// A variable, a field, or a formal of an `inline`.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub kind: Kind,
    /// Elements of an array.
    pub length: Option<usize>,
    /// Not to be assigned: loops count with it, or the actual may be a constant.
    pub fixed: bool,
}

/// A channel.
#[derive(Clone, Debug)]
pub struct Channel {
    pub name: String,
    pub length: Option<usize>,
    /// 0 is a rendezvous channel.
    pub capacity: usize,
    /// One kind for each field of a message.
    pub fields: Vec<Kind>,
    /// A parameter that can name a channel with another number of fields, too.
    pub varies: bool,
}

impl Channel {
    /// Whether messages of the other channel only have another length. What both have is of one
    /// kind: SPIN's verifier undoes a receive by putting back what it finds in the variable.
    pub fn is_like(&self, other: &Channel) -> bool {
        let first = self.fields[0];
        let kept_alike = !matches!(first, Kind::Bit | Kind::Bool);
        let lengths = [self.fields.len(), other.fields.len()];
        (self.capacity > 0) == (other.capacity > 0)
            && kept_alike
            && first == other.fields[0]
            && lengths[0] != lengths[1]
    }
}

/// `mtype = { ... }`
#[derive(Clone, Debug)]
pub struct MtypeSet {
    pub name: Option<String>,
    pub names: Vec<String>,
}

/// `typedef`
#[derive(Clone, Debug)]
pub struct Structure {
    pub name: String,
    pub fields: Vec<Variable>,
}

/// A parameter of a proctype or an inline.
#[derive(Clone, Debug)]
pub enum Parameter {
    /// Of an inline: an actual that can be assigned to. Of a proctype: a value.
    Variable(Kind),
    /// Of an inline: an actual that can be read only.
    Value,
    /// A channel like the global one of this index.
    Channel(usize),
}

/// `inline`
#[derive(Clone, Debug)]
pub struct Inline {
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// Has a `return`.
    pub returns: bool,
    /// May be called inside `d_step`.
    pub deterministic: bool,
    /// Ends for certain when it is entered inside `atomic`.
    pub bounded: bool,
}

/// A proctype that is started by `run`.
#[derive(Clone, Debug)]
pub struct Runnable {
    pub name: String,
    pub parameters: Vec<Parameter>,
}

/// What other processes may ask of process 0, which outlives them.
#[derive(Clone, Debug, Default)]
pub struct First {
    pub name: String,
    pub labels: Vec<String>,
    pub locals: Vec<String>,
    /// It never stands at an `else`: whether it could then move is not what SPIN says.
    pub without_else: bool,
}

/// The surroundings of a statement: what can be seen, what is allowed.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Globals, then locals of the blocks around.
    pub variables: Vec<Variable>,
    pub channels: Vec<Channel>,
    /// Labels of the body so far.
    pub labels: Vec<String>,
    /// Variable names of blocks that are closed.
    pub released: Vec<String>,
    pub in_atomic: bool,
    pub in_d_step: bool,
    /// In a selection that an escape begins with. Behind an offer there that nothing takes, SPIN's
    /// verifier goes on with the main block, whatever other option was executed.
    pub guards_escape: bool,
    pub in_inline: bool,
    /// `break` has a loop to leave.
    pub in_loop: bool,
    /// May be executed any number of times: no `run` here.
    pub is_endless: bool,
    /// Blocks around.
    pub depth: usize,
    /// Process 0 itself.
    pub is_first: bool,
    /// Statements still to be made.
    pub budget: usize,
}
