//! Expressions and variables: names resolved, types checked, constants folded.
//!
//! A wrong expression is reported and replaced by the constant 0, so that the rest of the model is
//! checked too.

use super::lower::{Lowering, width};
use super::report::Report;
use crate::ast::{self, ExpressionKind as Kind, TextRange};
use crate::ir::arithmetic::{self, truncate};
use crate::ir::{
    Access, Action, BinaryOp, ChannelQuery, ChannelUse, Expr, Irreducible, IrreducibleBy,
    LabelQuery, ProctypeId, Type, UnaryOp, Var, Width,
};
use crate::suggest;

/// What sort of value an expression has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A number or a truth value.
    Number,
    /// A value of this `mtype` set.
    Mtype(u32),
    /// A channel.
    Channel,
    /// Unknown, because an error was reported.
    Wrong,
}

/// A lowered expression.
#[derive(Clone, Debug)]
pub struct Value {
    /// What to evaluate.
    pub expr: Expr,
    /// What comes out.
    pub sort: Sort,
}

impl Value {
    /// What a variable holds.
    fn of(LoweredVariable { access, ty }: LoweredVariable) -> Self {
        let sort = match ty {
            Type::Chan => Sort::Channel,
            Type::Mtype(set) => Sort::Mtype(set),
            _ => Sort::Number,
        };
        Value {
            expr: Expr::Load(access),
            sort,
        }
    }

    /// A number.
    pub fn number(expr: Expr) -> Self {
        Value {
            expr,
            sort: Sort::Number,
        }
    }
}

/// A lowered variable.
pub struct LoweredVariable {
    /// How to reach it.
    pub access: Access,
    /// Its declared type.
    pub ty: Type,
}

/// A `run` inside the expression of a statement that allows one.
pub struct Spawn {
    /// What is started.
    pub proctype: ProctypeId,
    /// Values for its parameters.
    pub arguments: Vec<Expr>,
    /// Its priority.
    pub priority: u8,
}

impl Spawn {
    /// The statement, with what is assigned afterwards.
    pub fn into_action(self, result: Option<(Access, Expr)>) -> Action {
        Action::Run {
            proctype: self.proctype,
            arguments: self.arguments,
            priority: self.priority,
            result,
        }
    }
}

/// Whether `run` may occur in the expression at hand.
#[derive(Default)]
pub enum Runs {
    /// No: it may not occur here at all.
    #[default]
    Forbidden,
    /// Yes, once.
    Allowed,
    /// It has occurred.
    Found(Spawn),
}

impl Lowering<'_> {
    /// An expression that must be a number.
    pub fn number(&mut self, e: &ast::Expression) -> Expr {
        let value = self.value(e);
        if value.sort == Sort::Channel {
            self.report(
                Report::error(e.range, "a channel is used as a number")
                    .help("channels can be passed on, compared with `==` and `!=`, and asked with `len`, `full`, `empty`, `nfull`, `nempty`"),
            );
        }
        value.expr
    }

    /// Any expression. It calls itself for the parts, so each case has a function of its own, which
    /// keeps the frames small.
    pub fn value(&mut self, e: &ast::Expression) -> Value {
        match &e.kind {
            Kind::Unary(op, operand) => self.unary(*op, operand),
            Kind::Binary(op, left, right) => self.binary(*op, left, right),
            Kind::Conditional(parts) => self.conditional(parts),
            Kind::Run(run) => self.run(e.range, run),
            Kind::Variable(variable) => self.read(variable),
            Kind::Poll(poll) => self.poll(poll),
            Kind::RemoteLabel(reference) => self.remote_label(reference),
            Kind::RemoteVariable(reference) => self.remote_variable(reference),
            Kind::Query(query, channel) => self.query(*query, channel),
            Kind::Enabled(pid) | Kind::GetPriority(pid) | Kind::PcValue(pid) => {
                self.about_process(e, pid)
            }
            _ => self.atom(e),
        }
    }

    fn atom(&mut self, e: &ast::Expression) -> Value {
        let expr = match &e.kind {
            Kind::Number(value) => Expr::Const(self.literal(e.range, *value)),
            Kind::Character(code) => Expr::Const(i32::from(*code)),
            Kind::True | Kind::Skip => Expr::Const(1),
            Kind::Timeout => Expr::Timeout,
            Kind::NonProgress if !self.in_claim => {
                let report = Report::error(e.range, "`np_` is used outside of a never claim");
                self.report(report.help("only a claim can ask whether no process makes progress"));
                return self.wrong_value();
            }
            Kind::Embedded(code) => {
                self.embedded_c(code);
                return self.wrong_value();
            }
            Kind::NonProgress => Expr::Labels(LabelQuery::NonProgress),
            // `false`
            _ => Expr::Const(0),
        };
        Value::number(expr)
    }

    fn conditional(&mut self, parts: &ast::Conditional) -> Value {
        let condition = self.number(&parts.condition);
        let (then, otherwise) = (self.value(&parts.then), self.value(&parts.otherwise));
        let sort = match then.sort == otherwise.sort {
            true => then.sort,
            false => Sort::Number,
        };
        let expr = Expr::Conditional(condition.into(), then.expr.into(), otherwise.expr.into());
        Value { expr, sort }
    }

    fn about_process(&mut self, e: &ast::Expression, pid: &ast::Expression) -> Value {
        let pid = Box::new(self.number(pid));
        Value::number(match e.kind {
            Kind::Enabled(_) => {
                self.irreducible(IrreducibleBy::Enabled, e.range);
                self.asks_who_can_move(e.range, "`enabled`");
                Expr::Enabled(pid)
            }
            Kind::PcValue(_) => {
                self.irreducible(IrreducibleBy::PlaceNumber, e.range);
                Expr::PlaceNumber(pid)
            }
            _ => {
                self.has_priorities(e.range);
                Expr::Priority(pid)
            }
        })
    }

    /// The model has priorities.
    pub fn has_priorities(&mut self, range: TextRange) {
        self.model.has_priorities = true;
        self.irreducible(IrreducibleBy::Priorities, range);
        self.asks_who_can_move(range, "a priority");
    }

    /// The model uses what no reduction knows how to order.
    pub fn irreducible(&mut self, by: IrreducibleBy, range: TextRange) {
        if self.model.irreducible.is_none() {
            let source = self.source(range);
            self.model.irreducible = Some(Irreducible { by, source });
        }
    }

    /// Remembers what must know, in the middle of a state, which processes can move.
    fn asks_who_can_move(&mut self, range: TextRange, what: &'static str) {
        if !self.in_claim {
            self.askers.push((range, what));
        }
    }

    /// The value of something that was reported.
    pub fn wrong_value(&mut self) -> Value {
        self.wrong = true;
        Value {
            expr: Expr::Const(0),
            sort: Sort::Wrong,
        }
    }

    fn literal(&mut self, range: TextRange, value: i64) -> i32 {
        i32::try_from(value).unwrap_or_else(|_| {
            self.report(
                Report::error(range, "the number does not fit an `int`")
                    .help("the largest `int` is 2147483647"),
            );
            0
        })
    }

    fn unary(&mut self, op: UnaryOp, operand: &ast::Expression) -> Value {
        if let (UnaryOp::Negate, Kind::Number(2_147_483_648)) = (op, &operand.kind) {
            return Value::number(Expr::Const(i32::MIN));
        }
        let operand = self.number(operand);
        Value::number(arithmetic::unary(op, operand))
    }

    fn binary(&mut self, op: BinaryOp, left: &ast::Expression, right: &ast::Expression) -> Value {
        let comparable = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        let (left, right) = if comparable {
            let range = right.range;
            let (left, right) = (self.value(left), self.value(right));
            self.check_comparison(range, left.sort, right.sort);
            (left.expr, right.expr)
        } else {
            (self.number(left), self.number(right))
        };
        Value::number(arithmetic::binary(op, left, right))
    }

    fn check_comparison(&mut self, range: TextRange, left: Sort, right: Sort) {
        if let (Sort::Mtype(left), Sort::Mtype(right)) = (left, right)
            && left != right
        {
            let (left, right) = (self.mtype_name(left), self.mtype_name(right));
            let message = format!("a value of `{left}` is compared with one of `{right}`");
            self.report(Report::warning("mtype-sets", range, message));
        }
    }

    fn query(&mut self, query: ChannelQuery, channel: &ast::VariableReference) -> Value {
        match self.channel(channel) {
            Some(access) => {
                self.note_use(ChannelUse::Query(query), &access, channel.range);
                Value::number(Expr::Channel(query, access))
            }
            None => self.wrong_value(),
        }
    }

    fn run(&mut self, range: TextRange, run: &ast::Run) -> Value {
        let priority = run.priority.as_ref();
        let priority = priority.map_or(1, |priority| self.priority(priority));
        let Some(proctype) = self.proctype(&run.proctype) else {
            for argument in &run.arguments {
                self.values(argument);
            }
            return self.wrong_value();
        };
        let allowed = std::mem::take(&mut self.runs);
        let arguments = self.arguments(proctype, run);
        let (message, help) = match allowed {
            Runs::Allowed => {
                self.runs = Runs::Found(Spawn {
                    proctype,
                    arguments,
                    priority,
                });
                return Value::number(Expr::Spawned);
            }
            Runs::Found(first) => {
                self.runs = Runs::Found(first);
                (
                    "there are two `run` in one expression",
                    "start the processes one after the other",
                )
            }
            Runs::Forbidden => (
                "`run` cannot be used here",
                "write it as a statement of its own, or as the value of an assignment: `p = run P()`",
            ),
        };
        self.report(Report::error(range, message).help(help));
        self.wrong_value()
    }

    /// `priority n`: the model has priorities.
    pub fn priority(&mut self, priority: &ast::Number) -> u8 {
        self.has_priorities(priority.range);
        u8::try_from(priority.value)
            .ok()
            .filter(|n| *n > 0)
            .unwrap_or_else(|| {
                let message = format!("a priority cannot be {}", priority.value);
                let report = Report::error(priority.range, message);
                self.report(report.help("a priority is a number from 1 to 255"));
                1
            })
    }

    fn arguments(&mut self, proctype: ProctypeId, run: &ast::Run) -> Vec<Expr> {
        let reported = self.reports.len();
        let mut values = Vec::new();
        for argument in &run.arguments {
            let flat = self.values(argument);
            values.extend(flat.into_iter().map(|value| (argument.range, value)));
        }
        // The initial values of globals come before the heads of proctypes; there `run` is refused.
        let Some(head) = self.globals.heads.get(proctype.index()).cloned() else {
            return Vec::new();
        };
        if head.parameters.iter().any(|it| it.is_array) {
            // An array is no value: the parameter was refused, this only follows.
            self.reports.truncate(reported);
            return Vec::new();
        }
        let (given, wanted) = (values.len(), head.parameters.len());
        let name = &run.proctype.text;
        if given > wanted {
            let message = format!(
                "`{name}` has {}, but {} given",
                count(wanted, "parameter"),
                are(given)
            );
            let report = Report::error(run.proctype.range, message);
            let report = report.help(format!("leave out {} of them", given - wanted));
            self.report(report.other(head.declared, "declared here"));
        } else if given < wanted {
            let missing = head.parameters[given..].iter();
            let missing: Vec<String> = missing.map(|it| format!("`{}`", it.name)).collect();
            let missing = missing.join(", ");
            let message = format!(
                "`{name}` has {}, only {} given; {missing} will be 0",
                count(wanted, "parameter"),
                are(given)
            );
            self.report(
                Report::warning("missing-arguments", run.proctype.range, message)
                    .other(head.declared, "declared here"),
            );
        }
        let mut lowered = Vec::new();
        for (parameter, (range, value)) in head.parameters.iter().zip(values) {
            let what = format!("parameter `{}`", parameter.name);
            self.check_passing(range, &value, (parameter.ty, width(parameter.ty)), &what);
            lowered.push(value.expr);
        }
        lowered
    }

    /// The values of something that is sent or passed on: of a structure, those of all its leaves.
    pub fn values(&mut self, e: &ast::Expression) -> Vec<Value> {
        match &e.kind {
            Kind::Variable(reference) if self.is_whole(reference) => match self.whole(reference) {
                Some(leaves) => leaves.into_iter().map(Value::of).collect(),
                None => vec![self.wrong_value()],
            },
            _ => vec![self.value(e)],
        }
    }

    /// Checks that a value can be put into something of type `ty` that keeps that many bits of it.
    pub fn check_passing(
        &mut self,
        range: TextRange,
        value: &Value,
        (ty, width): (Type, Width),
        what: &str,
    ) {
        match (value.sort, ty) {
            (Sort::Number | Sort::Mtype(_), Type::Chan) if value.expr != Expr::Const(0) => {
                let message = format!("{what} is a channel, but the value is a number");
                self.report(Report::warning("number-as-channel", range, message));
            }
            (Sort::Channel, ty) if ty != Type::Chan => {
                let message = format!("a channel is put into {what}, which is no channel");
                self.report(
                    Report::warning("channel-as-number", range, message)
                        .help("declare it as `chan`"),
                );
            }
            (Sort::Mtype(found), Type::Mtype(wanted)) if found != wanted => {
                let (found, wanted) = (self.mtype_name(found), self.mtype_name(wanted));
                let message = format!("the value is of `{found}`, but {what} is of `{wanted}`");
                self.report(Report::warning("mtype-sets", range, message));
            }
            _ => {}
        }
        if let (Expr::Const(constant), false) = (&value.expr, value.sort == Sort::Wrong) {
            self.check_width(range, *constant, width, what);
        }
    }

    /// Warns of a constant that does not fit what it is put into.
    pub fn check_width(&mut self, range: TextRange, constant: i32, width: Width, what: &str) {
        let kept = truncate(constant, width);
        if kept != constant {
            let message = format!("{constant} does not fit {what}, which becomes {kept}");
            let report = Report::warning("truncation", range, message);
            let bits = count(width.bits.into(), "bit");
            self.report(report.help(format!("it keeps {bits} of the value")));
        }
    }

    /// `mtype` or `mtype:fruit`
    fn mtype_name(&self, set: u32) -> String {
        match &self.model.mtypes[set as usize].name {
            Some(name) => format!("mtype:{name}"),
            None => "mtype".to_owned(),
        }
    }

    /// The proctype of a name; reports an unknown one.
    pub fn proctype(&mut self, name: &ast::Name) -> Option<ProctypeId> {
        if let Some(id) = self.globals.proctypes.get(&name.text) {
            return Some(*id);
        }
        if self.first_time(&name.text) {
            let report = Report::error(name.range, format!("there is no proctype `{}`", name.text));
            let known = self.globals.proctypes.keys().map(String::as_str);
            let known = known.take(suggest::compared(self.reports.len()));
            let report = report.suggest(&name.text, known).about(&name.text);
            self.report(report);
        }
        None
    }

    /// The value of a variable or name.
    fn read(&mut self, reference: &ast::VariableReference) -> Value {
        let name = &reference.base.name;
        let scalar = reference.is_scalar();
        let range = reference.range;
        match name.text.as_str() {
            // A claim is no process; as in SPIN it has the number 0.
            "_pid" if scalar && self.in_claim => return Value::number(Expr::Const(0)),
            "_pid" if scalar => return Value::number(Expr::Pid),
            "_nr_pr" if scalar => return Value::number(Expr::ProcessCount),
            "_last" if scalar => {
                self.model.tracks_last = true;
                self.irreducible(IrreducibleBy::Last, range);
                return Value::number(Expr::Last);
            }
            "_priority" if scalar => {
                self.has_priorities(range);
                return Value::number(Expr::Priority(Box::new(Expr::Pid)));
            }
            // What is sent there does not matter; only constants do.
            "_" if self.in_trace => return Value::number(Expr::Pid),
            "_" => {
                let message = "`_` has no value: it can only be received into";
                self.report(Report::error(range, message));
                return self.wrong_value();
            }
            _ => {}
        }
        if let (true, Some((set, value))) = (reference.is_plain(), self.named_value(&name.text)) {
            return Value {
                expr: Expr::Const(value),
                sort: Sort::Mtype(set),
            };
        }
        match self.variable(reference) {
            Some(place) => Value::of(place),
            None => self.wrong_value(),
        }
    }

    /// The value of an `mtype` name that no variable hides.
    pub fn named_value(&self, name: &str) -> Option<(u32, i32)> {
        let hidden = self.locals.find(name).is_some() || self.globals.variables.contains_key(name);
        let value = self.globals.values.get(name).copied();
        value.filter(|_| !hidden)
    }

    /// A variable of type `chan`.
    pub fn channel(&mut self, reference: &ast::VariableReference) -> Option<Access> {
        let LoweredVariable { access, ty } = self.variable(reference)?;
        if ty != Type::Chan {
            let message = format!("`{}` is not a channel", reference.base.name.text);
            let declared = self.facts(access.var).declared;
            self.report(Report::error(reference.range, message).other(declared, "declared here"));
            return None;
        }
        Some(access)
    }

    /// A variable that is assigned or received into.
    pub fn target(&mut self, reference: &ast::VariableReference) -> Option<LoweredVariable> {
        let name = reference.base.name.text.as_str();
        if matches!(name, "_pid" | "_nr_pr" | "_last" | "_priority") {
            let (message, help) = match name {
                "_priority" => (
                    "`_priority` can only be assigned, or counted up and down".to_owned(),
                    "take the value into a variable, and assign that",
                ),
                _ => (
                    format!("`{name}` cannot be changed: it is set by the system"),
                    "declare a variable",
                ),
            };
            let help =
                format!("{help}; `eval({name})` in a receive takes only messages with this value");
            self.report(Report::error(reference.range, message).help(help));
            return None;
        }
        if self.named_value(name).is_some() {
            let message = format!("`{name}` is a value of an `mtype`, it cannot be changed");
            self.report(Report::error(reference.range, message));
            return None;
        }
        self.variable(reference)
    }

    /// The variable that a name stands for.
    pub fn find(&self, name: &str) -> Option<Var> {
        let local = self.locals.find(name).map(Var::Local);
        local.or_else(|| self.globals.variables.get(name).copied().map(Var::Global))
    }

    /// Reports a name that stands for no variable.
    pub fn unknown_variable(&mut self, name: &ast::Name) {
        if !self.first_time(&name.text) {
            return;
        }
        let globals = &self.globals;
        if globals.proctypes.contains_key(&name.text) || globals.values.contains_key(&name.text) {
            let message = format!("`{}` is not a variable", name.text);
            self.report(Report::error(name.range, message));
            return;
        }
        let report = Report::error(name.range, format!("`{}` is not declared", name.text));
        let names = globals.variables.keys().chain(globals.values.keys());
        let known = self.locals.visible().chain(names.map(String::as_str));
        let known = known.take(suggest::compared(self.reports.len()));
        let known = known.chain(suggest::WORDS_IN_STATEMENTS);
        let report = report.suggest(&name.text, known).about(&name.text);
        let operator = suggest::of_logic(&name.text).filter(|_| self.in_claim);
        self.report(match operator {
            Some(remedy) => report.or_help(remedy),
            None => report,
        });
    }
}

/// `1 parameter`, `2 parameters`.
pub fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn are(n: usize) -> String {
    format!("{n} {}", if n == 1 { "is" } else { "are" })
}
