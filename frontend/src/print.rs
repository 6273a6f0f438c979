//! The tree as Promela text: whole models, and single statements as one line for documents and
//! trails.
//!
//! Parentheses appear where precedence asks for them and around nothing else, so parsing the text
//! again gives the same tree. Spelling follows SPIN's where that is readable: `x = 1`, `c!a,b`,
//! `c?a,eval(b)`.

mod formula;

use crate::ast::{
    Access, Block, Choice, Declaration, Direction, EmbeddedC, Expression, ExpressionKind,
    Initializer, Ltl, Mtype, Name, Number, Proctype, ReceiveArgument, Run, Statement,
    StatementKind, Step, Type, TypeKind, UnaryOp, Unit, Variable, VariableReference, Visibility,
};
use crate::ir::text::UNARY_BINDING;
use std::fmt::{self, Display, Formatter, Write};

/// A whole model, four columns a level.
pub fn model(ast: &crate::ast::Ast) -> String {
    let mut printer = Printer {
        text: String::new(),
        layout: Layout::Lines,
        level: 0,
    };
    for unit in &ast.units {
        // Writing to a `String` does not fail.
        let _ = printer.unit(unit);
        printer.text.push('\n');
    }
    printer.text
}

/// A statement on one line: its labels, and its parts in full.
pub fn statement(statement: &Statement) -> String {
    let mut printer = Printer {
        text: String::new(),
        layout: Layout::Line,
        level: 0,
    };
    let _ = printer.statement(statement);
    printer.text
}

/// A declaration on one line, without a separator.
pub fn declaration(declaration: &Declaration) -> String {
    declaration.to_string()
}

/// An expression on one line.
pub fn expression(expression: &Expression) -> String {
    expression.to_string()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Lines,
    Line,
}

struct Printer {
    text: String,
    layout: Layout,
    level: usize,
}

impl Printer {
    fn unit(&mut self, unit: &Unit) -> fmt::Result {
        match unit {
            Unit::Proctype(proctype) => self.proctype(proctype)?,
            Unit::Init(init) => {
                write!(self.text, "init {}", priority(init.priority.as_ref()))?;
                self.block(&init.body)?;
            }
            Unit::Never(never) => {
                self.text.push_str("never ");
                self.name_before_body(never.name.as_ref())?;
                self.block(&never.body)?;
            }
            Unit::Trace(trace) => {
                self.text
                    .push_str(if trace.negated { "notrace " } else { "trace " });
                self.block(&trace.body)?;
            }
            Unit::Ltl(Ltl { name, formula, .. }) => {
                self.text.push_str("ltl ");
                self.name_before_body(name.as_ref())?;
                write!(self.text, "{{ {formula} }}")?;
            }
            Unit::Typedef(typedef) => {
                write!(self.text, "typedef {} {{", typedef.name)?;
                self.level += 1;
                for (index, field) in typedef.fields.iter().enumerate() {
                    self.text.push_str(if index == 0 { "" } else { ";" });
                    self.break_line();
                    write!(self.text, "{field}")?;
                }
                self.level -= 1;
                self.break_line();
                self.text.push('}');
            }
            Unit::Mtype(Mtype { set, names, .. }) => {
                let set = set
                    .as_ref()
                    .map_or_else(String::new, |set| format!(":{set}"));
                write!(self.text, "mtype{set} = {{ {} }}", List(names, ", "))?;
            }
            Unit::Declaration(declaration) => write!(self.text, "{declaration};")?,
            Unit::Embedded(embedded) => write!(self.text, "{embedded};")?,
        }
        Ok(())
    }

    fn name_before_body(&mut self, name: Option<&Name>) -> fmt::Result {
        name.map_or(Ok(()), |name| write!(self.text, "{name} "))
    }

    fn proctype(&mut self, proctype: &Proctype) -> fmt::Result {
        if let Some(active) = &proctype.active {
            match &active.count {
                None => self.text.push_str("active "),
                Some(count) => write!(self.text, "active [{count}] ")?,
            }
        }
        let keyword = if proctype.deterministic {
            "D_proctype"
        } else {
            "proctype"
        };
        let parameters = List(&proctype.parameters, "; ");
        write!(
            self.text,
            "{keyword} {}({parameters}) {}",
            proctype.name,
            priority(proctype.priority.as_ref())
        )?;
        if let Some(provided) = &proctype.provided {
            write!(self.text, "provided ({provided}) ")?;
        }
        self.block(&proctype.body)
    }

    /// A new line, or what stands for it on one line.
    fn break_line(&mut self) {
        match self.layout {
            Layout::Lines => {
                self.text.push('\n');
                self.text.extend(std::iter::repeat_n("    ", self.level));
            }
            Layout::Line => self.text.push(' '),
        }
    }

    fn block(&mut self, block: &Block) -> fmt::Result {
        self.text.push('{');
        self.level += 1;
        self.break_line();
        self.steps(&block.steps)?;
        self.level -= 1;
        self.break_line();
        self.text.push('}');
        Ok(())
    }

    fn steps(&mut self, steps: &[Step]) -> fmt::Result {
        for (index, step) in steps.iter().enumerate() {
            if index > 0 {
                self.text.push(';');
                self.break_line();
            }
            match step {
                Step::Declaration(declaration) => write!(self.text, "{declaration}")?,
                Step::Exclusive(exclusive) => {
                    let keyword = if exclusive.direction == Direction::Receive {
                        "xr"
                    } else {
                        "xs"
                    };
                    write!(self.text, "{keyword} {}", List(&exclusive.channels, ", "))?;
                }
                Step::Statement(statement) => self.statement(statement)?,
                Step::Unless(unless) => {
                    self.statement(&unless.main)?;
                    self.text.push_str(" unless ");
                    self.statement(&unless.escape)?;
                }
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> fmt::Result {
        for (index, label) in statement.labels.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            write!(self.text, "{gap}{label}:")?;
        }
        if !statement.labels.is_empty() && statement.kind != StatementKind::Empty {
            self.text.push(' ');
        }
        self.kind(&statement.kind)
    }

    fn kind(&mut self, kind: &StatementKind) -> fmt::Result {
        match kind {
            StatementKind::If(choices) => self.choices("if", choices, "fi"),
            StatementKind::Do(choices) => self.choices("do", choices, "od"),
            StatementKind::For(each) => {
                write!(
                    self.text,
                    "for ({} : {} .. {}) ",
                    each.variable, each.from, each.to
                )?;
                self.block(&each.body)
            }
            StatementKind::ForIn(each) => {
                write!(self.text, "for ({} in {}) ", each.variable, each.container)?;
                self.block(&each.body)
            }
            StatementKind::Block(block) => self.block(block),
            StatementKind::Atomic(block) => {
                self.text.push_str("atomic ");
                self.block(block)
            }
            StatementKind::DStep(block) => {
                self.text.push_str("d_step ");
                self.block(block)
            }
            simple => write!(self.text, "{}", Simple(simple)),
        }
    }

    fn choices(&mut self, opener: &str, choices: &[Choice], closer: &str) -> fmt::Result {
        self.text.push_str(opener);
        for choice in choices {
            self.break_line();
            self.text.push_str(":: ");
            self.level += 1;
            self.steps(&choice.steps)?;
            self.level -= 1;
        }
        self.break_line();
        self.text.push_str(closer);
        Ok(())
    }
}

/// A statement without statements inside.
struct Simple<'a>(&'a StatementKind);

impl Display for Simple<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            StatementKind::Expression(expression) => write!(f, "{expression}"),
            StatementKind::Else => f.write_str("else"),
            StatementKind::Assign(assignment) => {
                write!(f, "{} = {}", assignment.target, assignment.value)
            }
            StatementKind::Increment(variable) => write!(f, "{variable}++"),
            StatementKind::Decrement(variable) => write!(f, "{variable}--"),
            StatementKind::Send(send) => {
                let operator = if send.sorted { "!!" } else { "!" };
                let arguments = List(&send.arguments, ",").to_string();
                // `c!!x` is a sorted send: a `!` of the first argument is kept apart.
                let gap = if arguments.starts_with('!') { " " } else { "" };
                write!(f, "{}{operator}{gap}{arguments}", send.channel)
            }
            StatementKind::Receive(receive) => {
                let operator = if receive.random { "??" } else { "?" };
                let (open, close) = if receive.keep { ("<", ">") } else { ("", "") };
                write!(
                    f,
                    "{}{operator}{open}{}{close}",
                    receive.channel,
                    List(&receive.arguments, ",")
                )
            }
            StatementKind::Select(select) => write!(
                f,
                "select ({} : {} .. {})",
                select.variable, select.from, select.to
            ),
            StatementKind::Break => f.write_str("break"),
            StatementKind::Goto(label) => write!(f, "goto {label}"),
            StatementKind::Assert(condition) => write!(f, "assert({condition})"),
            StatementKind::Printf(printf) => {
                f.write_str("printf(")?;
                string(f, &printf.format.text)?;
                printf
                    .arguments
                    .iter()
                    .try_for_each(|argument| write!(f, ", {argument}"))?;
                f.write_str(")")
            }
            StatementKind::Printm(value) => write!(f, "printm({value})"),
            StatementKind::SetPriority(set) => {
                write!(f, "set_priority({}, {})", set.process, set.priority)
            }
            StatementKind::Embedded(embedded) => write!(f, "{embedded}"),
            // The label says it all; the others have statements inside.
            _ => Ok(()),
        }
    }
}

/// A string in the quotes that it does not contain.
fn string(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    let bare_quote = text.replace("\\\\", "").replace("\\\"", "").contains('"');
    if bare_quote {
        write!(f, "${text}$")
    } else {
        write!(f, "\"{text}\"")
    }
}

struct List<'a, T>(&'a [T], &'static str);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            let gap = if index == 0 { "" } else { self.1 };
            write!(f, "{gap}{item}")?;
        }
        Ok(())
    }
}

fn priority(priority: Option<&Number>) -> String {
    priority.map_or_else(String::new, |number| format!("priority {} ", number.value))
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Display for EmbeddedC {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.keyword, self.text)
    }
}

impl Display for Declaration {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.visibility {
            None => "",
            Some(Visibility::Hidden) => "hidden ",
            Some(Visibility::Show) => "show ",
            Some(Visibility::Local) => "local ",
        })?;
        write!(f, "{} {}", self.ty, List(&self.variables, ", "))
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.kind {
            TypeKind::Bit => "bit",
            TypeKind::Bool => "bool",
            TypeKind::Byte => "byte",
            TypeKind::Short => "short",
            TypeKind::Int => "int",
            TypeKind::Unsigned => "unsigned",
            TypeKind::Chan => "chan",
            TypeKind::Pid => "pid",
            TypeKind::Mtype(None) => "mtype",
            TypeKind::Mtype(Some(set)) => return write!(f, "mtype:{set}"),
            TypeKind::User(name) => &name.text,
        })
    }
}

impl Display for Variable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if let Some(width) = &self.width {
            write!(f, " : {}", width.value)?;
        }
        if let Some(length) = &self.length {
            write!(f, "[{length}]")?;
        }
        match &self.initial {
            None => Ok(()),
            Some(Initializer::Expression(value)) => write!(f, " = {value}"),
            Some(Initializer::List(list)) => write!(f, " = {{ {} }}", List(&list.values, ", ")),
            Some(Initializer::Channel(channel)) => {
                write!(
                    f,
                    " = [{}] of {{ {} }}",
                    channel.capacity,
                    List(&channel.fields, ", ")
                )
            }
        }
    }
}

impl Display for VariableReference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base)?;
        self.fields
            .iter()
            .try_for_each(|field| write!(f, ".{field}"))
    }
}

impl Display for Access {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        index(f, self.index.as_deref())
    }
}

fn index(f: &mut Formatter<'_>, index: Option<&Expression>) -> fmt::Result {
    index.map_or(Ok(()), |index| write!(f, "[{index}]"))
}

impl Display for ReceiveArgument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ReceiveArgument::Variable(variable) => write!(f, "{variable}"),
            ReceiveArgument::Eval(value) => write!(f, "eval({value})"),
            ReceiveArgument::Constant(value) => write!(f, "{value}"),
        }
    }
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExpressionKind::Number(value) => write!(f, "{value}"),
            ExpressionKind::Character(value) => character(f, *value),
            ExpressionKind::True => f.write_str("true"),
            ExpressionKind::False => f.write_str("false"),
            ExpressionKind::Skip => f.write_str("skip"),
            ExpressionKind::Variable(variable) => write!(f, "{variable}"),
            ExpressionKind::Unary(operator, operand) => unary(f, *operator, operand),
            ExpressionKind::Binary(operator, left, right) => {
                operand(f, left, operator.binding())?;
                write!(f, " {operator} ")?;
                // Operators associate to the left: an equally tight one on the right is in
                // parentheses.
                operand(f, right, operator.binding() + 1)
            }
            ExpressionKind::Conditional(parts) => {
                write!(
                    f,
                    "({} -> {} : {})",
                    parts.condition, parts.then, parts.otherwise
                )
            }
            ExpressionKind::Run(run) => write!(f, "{run}"),
            ExpressionKind::Query(query, channel) => write!(f, "{query}({channel})"),
            ExpressionKind::Enabled(process) => write!(f, "enabled({process})"),
            ExpressionKind::GetPriority(process) => write!(f, "get_priority({process})"),
            ExpressionKind::PcValue(process) => write!(f, "pc_value({process})"),
            ExpressionKind::Poll(poll) => {
                let operator = if poll.random { "??" } else { "?" };
                write!(
                    f,
                    "{}{operator}[{}]",
                    poll.channel,
                    List(&poll.arguments, ",")
                )
            }
            ExpressionKind::RemoteLabel(remote) => {
                write!(f, "{}", remote.proctype)?;
                index(f, remote.process.as_deref())?;
                write!(f, "@{}", remote.label)
            }
            ExpressionKind::RemoteVariable(remote) => {
                write!(f, "{}", remote.proctype)?;
                index(f, remote.process.as_deref())?;
                write!(f, ":{}", remote.variable)
            }
            ExpressionKind::Timeout => f.write_str("timeout"),
            ExpressionKind::NonProgress => f.write_str("np_"),
            ExpressionKind::Embedded(embedded) => write!(f, "{embedded}"),
        }
    }
}

fn unary(f: &mut Formatter<'_>, op: UnaryOp, inner: &Expression) -> fmt::Result {
    write!(f, "{op}")?;
    // `!!x` and `--x` are other tokens.
    match inner.kind {
        ExpressionKind::Unary(..) => write!(f, "({inner})"),
        _ => operand(f, inner, UNARY_BINDING),
    }
}

/// `expression` in parentheses, if its operator binds looser than `minimum`.
fn operand(f: &mut Formatter<'_>, expression: &Expression, minimum: u8) -> fmt::Result {
    match &expression.kind {
        ExpressionKind::Binary(operator, ..) if operator.binding() < minimum => {
            write!(f, "({expression})")
        }
        _ => write!(f, "{expression}"),
    }
}

impl Display for Run {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "run {}({})", self.proctype, List(&self.arguments, ", "))?;
        self.priority
            .as_ref()
            .map_or(Ok(()), |number| write!(f, " priority {}", number.value))
    }
}

fn character(f: &mut Formatter<'_>, value: u8) -> fmt::Result {
    match value {
        b'\n' => f.write_str("'\\n'"),
        b'\r' => f.write_str("'\\r'"),
        b'\t' => f.write_str("'\\t'"),
        0x0c => f.write_str("'\\f'"),
        b'\'' | b'\\' => write!(f, "'\\{}'", value as char),
        _ => write!(f, "'{}'", value as char),
    }
}
