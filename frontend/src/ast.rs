//! The syntax tree of a model: plain data, as written, nothing resolved.
//!
//! Every node carries the [`TextRange`] it came from, in bytes of the preprocessed text. A name is
//! just a name here: whether `x` is a variable, a value of an `mtype` or a proctype is for the
//! passes to find out. Inlines do not appear, they are expanded before parsing. Parentheses are not
//! kept (the tree has the structure, printing puts back those that are needed), and neither is the
//! difference between the separators `;` and `->`, which mean the same.

mod formula;

use std::collections::BTreeSet;

pub use crate::ir::{BinaryOp, ChannelQuery, Direction, UnaryOp};
pub use crate::mapped_text::TextRange;
pub use formula::{Formula, FormulaKind, InfixOperator, PrefixOperator};

/// A model: its top-level units in the order of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ast {
    /// The units.
    pub units: Vec<Unit>,
    /// Labels that some expression refers to, each with its proctype: `P@label`.
    pub remote_labels: BTreeSet<(String, String)>,
}

/// What may stand at the top level of a model.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a model has few units")]
pub enum Unit {
    /// `proctype P(...) { ... }`
    Proctype(Proctype),
    /// `init { ... }`
    Init(Init),
    /// `never { ... }`
    Never(Never),
    /// `trace { ... }` or `notrace { ... }`
    Trace(Trace),
    /// `ltl name { formula }`
    Ltl(Ltl),
    /// `typedef T { ... }`
    Typedef(Typedef),
    /// `mtype = { ... }`
    Mtype(Mtype),
    /// Global variables.
    Declaration(Declaration),
    /// `c_code`, `c_decl`, `c_state` or `c_track`.
    Embedded(EmbeddedC),
}

/// An identifier at one place of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// Where.
    pub range: TextRange,
    /// The identifier.
    pub text: String,
}

/// A decimal literal where the grammar wants one (widths, priorities).
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Where.
    pub range: TextRange,
    /// Its value; literals beyond 64 bits are `i64::MAX`, whether it fits an `int` is for the
    /// passes.
    pub value: i64,
}

/// A string literal.
#[derive(Clone, Debug, PartialEq)]
pub struct StringLiteral {
    /// Where, quotes included.
    pub range: TextRange,
    /// The text between the quotes, escapes as written.
    pub text: String,
}

/// `[active [[n]]] proctype name (parameters) [priority n] [provided (e)] { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct Proctype {
    /// The whole unit.
    pub range: TextRange,
    /// Declared with `D_proctype`.
    pub deterministic: bool,
    /// The `active` prefix.
    pub active: Option<Active>,
    /// Its name.
    pub name: Name,
    /// Formal parameters, without initial values.
    pub parameters: Vec<Declaration>,
    /// `priority n`
    pub priority: Option<Number>,
    /// `provided (e)`
    pub provided: Option<Expression>,
    /// The body.
    pub body: Block,
}

/// `active` or `active [count]`
#[derive(Clone, Debug, PartialEq)]
pub struct Active {
    /// From `active` to `]`.
    pub range: TextRange,
    /// How many instances; 1 when absent. A constant expression or the name of a global with an
    /// initial value.
    pub count: Option<Expression>,
}

/// `init [priority n] { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct Init {
    /// The whole unit.
    pub range: TextRange,
    /// `priority n`
    pub priority: Option<Number>,
    /// The body.
    pub body: Block,
}

/// `never [name] { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct Never {
    /// The whole unit.
    pub range: TextRange,
    /// Its name, when it has one.
    pub name: Option<Name>,
    /// The body.
    pub body: Block,
}

/// `trace { ... }` or `notrace { ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The whole unit.
    pub range: TextRange,
    /// Written `notrace`.
    pub negated: bool,
    /// The body.
    pub body: Block,
}

/// `ltl [name] { formula }`
#[derive(Clone, Debug, PartialEq)]
pub struct Ltl {
    /// The whole unit.
    pub range: TextRange,
    /// Its name, when it has one.
    pub name: Option<Name>,
    /// What is to hold.
    pub formula: Formula,
}

/// `typedef name { fields }`
#[derive(Clone, Debug, PartialEq)]
pub struct Typedef {
    /// The whole unit.
    pub range: TextRange,
    /// The new type.
    pub name: Name,
    /// Its fields.
    pub fields: Vec<Declaration>,
}

/// `mtype[:set] = { a, b, c }`
#[derive(Clone, Debug, PartialEq)]
pub struct Mtype {
    /// The whole unit.
    pub range: TextRange,
    /// The named set that it extends.
    pub set: Option<Name>,
    /// The names in the order of the text (the last one gets the smallest number).
    pub names: Vec<Name>,
}

/// `[hidden|show|local] type variable, variable, ...`
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The whole declaration, without its separator.
    pub range: TextRange,
    /// The prefix.
    pub visibility: Option<Visibility>,
    /// The type.
    pub ty: Type,
    /// One or more variables.
    pub variables: Vec<Variable>,
}

/// The prefix of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// `hidden`: not part of the state.
    Hidden,
    /// `show`
    Show,
    /// `local`: a global that only one process uses.
    Local,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// Where.
    pub range: TextRange,
    /// Which.
    pub kind: TypeKind,
}

/// The types of the language.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// `bit`
    Bit,
    /// `bool`
    Bool,
    /// `byte`
    Byte,
    /// `short`
    Short,
    /// `int`
    Int,
    /// `unsigned`; the width is at the variable.
    Unsigned,
    /// `chan`
    Chan,
    /// `pid`
    Pid,
    /// `mtype` or `mtype:set`
    Mtype(Option<Name>),
    /// A name, presumably of a `typedef`.
    User(Name),
}

/// One variable of a declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// From its name to the end of its initial value.
    pub range: TextRange,
    /// Its name.
    pub name: Name,
    /// `: n` (only `unsigned`).
    pub width: Option<Number>,
    /// `[n]`, to be a constant or the name of a global with an initial value.
    pub length: Option<Expression>,
    /// `= ...`
    pub initial: Option<Initializer>,
}

/// What may follow the `=` of a declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum Initializer {
    /// An expression.
    Expression(Expression),
    /// `{ 1, 2, 3 }`
    List(InitializerList),
    /// `[n] of { types }`
    Channel(ChannelInitializer),
}

/// `{ 1, 2, 3 }`, the initial values of an array.
#[derive(Clone, Debug, PartialEq)]
pub struct InitializerList {
    /// With the braces.
    pub range: TextRange,
    /// One or more values.
    pub values: Vec<Expression>,
}

/// `[capacity] of { types }`
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelInitializer {
    /// From `[` to `}`.
    pub range: TextRange,
    /// A constant; 0 is a rendezvous channel.
    pub capacity: Expression,
    /// One or more types of message fields.
    pub fields: Vec<Type>,
}

/// `{ steps }`
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// With the braces.
    pub range: TextRange,
    /// At least one step.
    pub steps: Vec<Step>,
}

/// An element of a sequence.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "nearly all steps are statements")]
pub enum Step {
    /// Local variables.
    Declaration(Declaration),
    /// `xr c, d` or `xs c, d`
    Exclusive(Exclusive),
    /// A statement.
    Statement(Statement),
    /// `main unless escape`
    Unless(Unless),
}

/// The promise that only this process receives from (`xr`), or sends to (`xs`), some channels.
#[derive(Clone, Debug, PartialEq)]
pub struct Exclusive {
    /// The whole step.
    pub range: TextRange,
    /// Which half of the channel: `xr` is for receiving.
    pub direction: Direction,
    /// One or more channels.
    pub channels: Vec<VariableReference>,
}

/// `main unless escape`. Labels in front belong to `main`.
#[derive(Clone, Debug, PartialEq)]
pub struct Unless {
    /// The whole step.
    pub range: TextRange,
    /// What is run.
    pub main: Box<Statement>,
    /// What takes over as soon as it is executable.
    pub escape: Box<Statement>,
}

/// A statement with its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Labels included.
    pub range: TextRange,
    /// Labels in the order of the text; usually none.
    pub labels: Vec<Name>,
    /// What it does.
    pub kind: StatementKind,
}

/// The statements of the language.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// Nothing after the labels: a `skip` takes its place.
    Empty,
    /// A condition, a `run`, `skip`, ...
    Expression(Expression),
    /// `else`
    Else,
    /// `target = value`
    Assign(Assignment),
    /// `x++`
    Increment(VariableReference),
    /// `x--`
    Decrement(VariableReference),
    /// `c!...` or `c!!...`
    Send(Send),
    /// `c?...`, `c??...`, `c?<...>` or `c??<...>`
    Receive(Receive),
    /// `if ... fi`
    If(Vec<Choice>),
    /// `do ... od`
    Do(Vec<Choice>),
    /// `for (v : from .. to) { ... }`
    For(For),
    /// `for (v in container) { ... }`
    ForIn(ForIn),
    /// `select (v : from .. to)`
    Select(Select),
    /// `break`
    Break,
    /// `goto label`
    Goto(Name),
    /// `assert(e)`
    Assert(Expression),
    /// `printf("...", ...)`
    Printf(Printf),
    /// `printm(e)`
    Printm(Expression),
    /// `set_priority(process, priority)`
    SetPriority(SetPriority),
    /// `{ ... }`
    Block(Block),
    /// `atomic { ... }`
    Atomic(Block),
    /// `d_step { ... }`
    DStep(Block),
    /// `c_code { ... }`, and `c_decl` likewise.
    Embedded(EmbeddedC),
}

/// `target = value`
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The variable.
    pub target: VariableReference,
    /// Its new value.
    pub value: Expression,
}

/// `c!a,b`, also written `c!a(b)`; `c!!a,b` keeps the queue sorted.
#[derive(Clone, Debug, PartialEq)]
pub struct Send {
    /// The channel.
    pub channel: VariableReference,
    /// `!!`
    pub sorted: bool,
    /// One or more.
    pub arguments: Vec<Expression>,
}

/// `c?a,b`, also written `c?a(b)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Receive {
    /// The channel.
    pub channel: VariableReference,
    /// `??`: the first message that matches, wherever it is in the queue.
    pub random: bool,
    /// `<...>`: the message stays in the queue.
    pub keep: bool,
    /// One or more.
    pub arguments: Vec<ReceiveArgument>,
}

/// What one field of a message is received into, or compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum ReceiveArgument {
    /// A variable (received into), `_` (ignored) or the name of an `mtype` value (compared with).
    Variable(VariableReference),
    /// `eval(e)`: compared with the value of `e`.
    Eval(Expression),
    /// A literal, perhaps negative: compared with.
    Constant(Expression),
}

/// An option `:: steps` of an `if` or a `do`.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// From `::` on.
    pub range: TextRange,
    /// At least one step.
    pub steps: Vec<Step>,
}

/// `for (variable : from .. to) { body }`
#[derive(Clone, Debug, PartialEq)]
pub struct For {
    /// The loop variable.
    pub variable: VariableReference,
    /// First value.
    pub from: Expression,
    /// Last value.
    pub to: Expression,
    /// The body.
    pub body: Block,
}

/// `for (variable in container) { body }`
#[derive(Clone, Debug, PartialEq)]
pub struct ForIn {
    /// The index of an array, or the message of a channel.
    pub variable: VariableReference,
    /// An array or a channel.
    pub container: VariableReference,
    /// The body.
    pub body: Block,
}

/// `select (variable : from .. to)`
#[derive(Clone, Debug, PartialEq)]
pub struct Select {
    /// Set to any of the values.
    pub variable: VariableReference,
    /// Smallest value.
    pub from: Expression,
    /// Largest value.
    pub to: Expression,
}

/// `printf("...", ...)`
#[derive(Clone, Debug, PartialEq)]
pub struct Printf {
    /// The format.
    pub format: StringLiteral,
    /// What it prints.
    pub arguments: Vec<Expression>,
}

/// `set_priority(process, priority)`
#[derive(Clone, Debug, PartialEq)]
pub struct SetPriority {
    /// A process number.
    pub process: Expression,
    /// Its new priority.
    pub priority: Expression,
}

/// `a`, `a[i]`, `a[i].b.c[j]`
#[derive(Clone, Debug, PartialEq)]
pub struct VariableReference {
    /// The whole reference.
    pub range: TextRange,
    /// The variable.
    pub base: Access,
    /// Fields, from the outside in.
    pub fields: Vec<Access>,
}

impl VariableReference {
    /// The variable, then the fields.
    pub fn accesses(&self) -> impl Iterator<Item = &Access> {
        std::iter::once(&self.base).chain(&self.fields)
    }

    /// Whether it is a mere name.
    pub fn is_plain(&self) -> bool {
        self.base.index.is_none() && self.fields.is_empty()
    }

    /// Whether it is a mere name, or one with the index 0, which SPIN takes for the same.
    pub fn is_scalar(&self) -> bool {
        let index = self.base.index.as_deref().map(|index| &index.kind);
        matches!(index, None | Some(ExpressionKind::Number(0))) && self.fields.is_empty()
    }
}

/// A name with an optional index.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// With the index.
    pub range: TextRange,
    /// The variable or field.
    pub name: Name,
    /// `[index]`
    pub index: Option<Box<Expression>>,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// Where, with the parentheses around it.
    pub range: TextRange,
    /// What.
    pub kind: ExpressionKind,
}

/// The expressions of the language. Probes occur only below `&&` and `||` (the parser sees to
/// that).
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionKind {
    /// A decimal literal; beyond 64 bits `i64::MAX`, whether it fits an `int` is for the passes.
    Number(i64),
    /// `'c'`; its value.
    Character(u8),
    /// `true`, the same as 1.
    True,
    /// `false`, the same as 0.
    False,
    /// `skip`, the same as 1.
    Skip,
    /// A variable, predefined ones included, or the name of an `mtype` value.
    Variable(VariableReference),
    /// `op e`
    Unary(UnaryOp, Box<Expression>),
    /// `e op e`
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
    /// `(condition -> then : otherwise)`
    Conditional(Box<Conditional>),
    /// `run P(arguments) [priority n]`
    Run(Run),
    /// `len(c)`, and the probes `full(c)`, `empty(c)`, `nfull(c)`, `nempty(c)`
    Query(ChannelQuery, VariableReference),
    /// `enabled(process)`
    Enabled(Box<Expression>),
    /// `get_priority(process)`
    GetPriority(Box<Expression>),
    /// `pc_value(process)`
    PcValue(Box<Expression>),
    /// `c?[...]` or `c??[...]`
    Poll(Poll),
    /// `P@label` or `P[process]@label`
    RemoteLabel(RemoteLabel),
    /// `P:x`, `P[process]:x` or `P[process]:x[i]`
    RemoteVariable(RemoteVariable),
    /// `timeout`
    Timeout,
    /// `np_`
    NonProgress,
    /// `c_expr { ... }`
    Embedded(EmbeddedC),
}

/// `(condition -> then : otherwise)`
#[derive(Clone, Debug, PartialEq)]
pub struct Conditional {
    /// The condition.
    pub condition: Expression,
    /// The value when it holds.
    pub then: Expression,
    /// The value when it does not.
    pub otherwise: Expression,
}

/// `run P(arguments) [priority n]`
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The proctype.
    pub proctype: Name,
    /// Actual parameters.
    pub arguments: Vec<Expression>,
    /// `priority n`
    pub priority: Option<Number>,
}

/// `c?[a,b]`: could `c?a,b` be executed now?
#[derive(Clone, Debug, PartialEq)]
pub struct Poll {
    /// The channel.
    pub channel: VariableReference,
    /// `??`
    pub random: bool,
    /// One or more.
    pub arguments: Vec<ReceiveArgument>,
}

/// `P[process]@label`
#[derive(Clone, Debug, PartialEq)]
pub struct RemoteLabel {
    /// The proctype.
    pub proctype: Name,
    /// The process number; not needed when there is just one process of that proctype.
    pub process: Option<Box<Expression>>,
    /// A label of the proctype.
    pub label: Name,
}

/// `P[process]:x[i]`
#[derive(Clone, Debug, PartialEq)]
pub struct RemoteVariable {
    /// The proctype.
    pub proctype: Name,
    /// The process number; not needed when there is just one process of that proctype.
    pub process: Option<Box<Expression>>,
    /// A local variable of the proctype, with an index when it is an array.
    pub variable: Access,
}

/// Embedded C in any of its forms, kept as text to be named when it is refused.
#[derive(Clone, Debug, PartialEq)]
pub struct EmbeddedC {
    /// The whole construct.
    pub range: TextRange,
    /// `c_code`, `c_decl`, `c_expr`, `c_state` or `c_track`.
    pub keyword: Name,
    /// What follows the keyword, as written.
    pub text: String,
}
