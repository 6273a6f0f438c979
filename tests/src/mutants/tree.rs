//! Changes of a text that know its syntax tree, and keep most models right.
//!
//! The text is one without macros, inlines or comments, so that the places of the tree are places
//! of the text, and a change is to put one text in the place of another. Nearly all values of
//! Promela are numbers: an expression can stand for any other of the same process. What a name
//! means is not looked at, so some mutants are refused.

use crate::random::numbers::Numbers;
use frontend::ast::{
    Access, Ast, Block, Choice, Declaration, Expression, ExpressionKind, Initializer,
    ReceiveArgument, Statement, StatementKind, Step, TextRange, TypeKind, Unit, VariableReference,
};

/// A text with its tree, ready to be changed.
#[derive(Clone, Debug)]
pub struct Model {
    text: String,
    sites: Vec<Site>,
}

/// A place that can be changed.
#[derive(Clone, Copy, Debug)]
struct Site {
    what: What,
    range: TextRange,
    /// The number of the top-level unit around it.
    unit: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Expression,
    Number,
    /// The text between two operands, or between a channel and its message.
    Operator,
    Statement,
    /// Several options of which one may go.
    Choice,
    Variable,
    Type,
    Label,
    /// The keyword `proctype`, with `active` before it.
    Head,
}

/// A text to put in the place of another.
struct Edit {
    range: TextRange,
    text: String,
}

const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "31",
    "32",
    "33",
    "254",
    "255",
    "256",
    "65536",
    "2147483647",
];
const TYPES: [&str; 8] = [
    "bit", "bool", "byte", "short", "int", "pid", "mtype", "chan",
];
#[rustfmt::skip]
const OPERATORS: [&str; 18] = [
    "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "&&", "||",
];

impl Model {
    /// From a text without macros, inlines and comments; `None` when it has syntax errors.
    pub fn new(text: String) -> Option<Model> {
        let ast = frontend::parse::parse(&text).ok()?;
        let mut collector = Collector {
            sites: Vec::new(),
            unit: 0,
        };
        collector.model(&ast);
        let sites = collector.sites;
        (!sites.is_empty()).then_some(Model { text, sites })
    }

    /// A text with one to five changes at different places.
    pub fn mutate(&self, numbers: &mut Numbers) -> String {
        let mut edits: Vec<Edit> = Vec::new();
        for _ in 0..numbers.between(1, 5) {
            let site = *numbers.pick(&self.sites);
            let apart = |edit: &Edit| {
                edit.range.end <= site.range.start || site.range.end <= edit.range.start
            };
            if edits.iter().all(apart) {
                let text = self.changed(site, numbers);
                edits.extend(text.map(|text| Edit {
                    range: site.range,
                    text,
                }));
            }
        }
        edits.sort_by_key(|edit| edit.range.start);
        let mut text = String::with_capacity(self.text.len() + 100);
        let mut at = 0;
        for edit in edits {
            text += &self.text[at..edit.range.start as usize];
            text += &edit.text;
            at = edit.range.end as usize;
        }
        text + &self.text[at..]
    }

    fn text(&self, range: TextRange) -> &str {
        &self.text[range.bytes()]
    }

    /// The text of another place of the kind, mostly of the same unit.
    fn other(&self, what: What, unit: usize, numbers: &mut Numbers) -> Option<&str> {
        let anywhere = numbers.chance(10);
        let fits = |site: &&Site| site.what == what && (anywhere || site.unit == unit);
        let found: Vec<&Site> = self.sites.iter().filter(fits).collect();
        (!found.is_empty()).then(|| self.text(numbers.pick(&found).range))
    }

    fn changed(&self, site: Site, numbers: &mut Numbers) -> Option<String> {
        let own = self.text(site.range);
        match site.what {
            What::Number => Some((*numbers.pick(&NUMBERS)).to_owned()),
            What::Expression => self.changed_expression(own, site.unit, numbers),
            What::Operator => changed_operator(own, numbers),
            What::Statement => self.changed_statement(own, site.unit, numbers),
            What::Choice => Some(match numbers.below(4) {
                0 => String::new(),
                1 => format!("{own} {own}"),
                2 => format!("{own} :: else -> skip"),
                _ => self.other(What::Choice, site.unit, numbers)?.to_owned(),
            }),
            What::Variable => Some(self.other(site.what, site.unit, numbers)?.to_owned()),
            What::Type => Some((*numbers.pick(&TYPES)).to_owned()),
            What::Label => Some(match numbers.below(3) {
                0 => format!("end_{own}"),
                1 => format!("progress_{own}"),
                _ => format!("accept_{own}"),
            }),
            What::Head => Some(match numbers.below(4) {
                0 => "active proctype".to_owned(),
                1 => "active [3] proctype".to_owned(),
                2 => "active D_proctype".to_owned(),
                _ => "proctype".to_owned(),
            }),
        }
    }

    fn changed_expression(&self, own: &str, unit: usize, numbers: &mut Numbers) -> Option<String> {
        let other = self.other(What::Expression, unit, numbers)?;
        Some(match numbers.below(12) {
            0..=3 => format!("({other})"),
            4 => format!("({own} {} {other})", numbers.pick(&OPERATORS)),
            5 => format!("(!({own}))"),
            6 => format!("(-({own}))"),
            7 => format!("(({own}) -> {other} : {own})"),
            8 => format!("(~({other}))"),
            9 => format!("({own} {} _pid)", numbers.pick(&OPERATORS)),
            10 => format!("({own} || timeout)"),
            _ => (*numbers.pick(&NUMBERS)).to_owned(),
        })
    }

    fn changed_statement(&self, own: &str, unit: usize, numbers: &mut Numbers) -> Option<String> {
        let other = self.other(What::Statement, unit, numbers)?;
        let value = self.other(What::Expression, unit, numbers).unwrap_or("1");
        let label = self.other(What::Label, unit, numbers);
        Some(match numbers.below(18) {
            0 => "skip".to_owned(),
            1 => format!("{own}; {own}"),
            2 => format!("{own}; {other}"),
            3 => other.to_owned(),
            4 => format!("atomic {{ {own} }}"),
            5 => format!("atomic {{ {own}; {other} }}"),
            6 => format!("d_step {{ {own}; {other} }}"),
            7 => format!("{{ {own} }} unless {{ {value} }}"),
            8 => format!("{{ {own} }} unless {{ {other} }}"),
            9 => format!("if :: {own} :: {value} -> skip fi"),
            10 => format!("if :: {own} :: else -> {other} fi"),
            11 => format!("do :: {own} :: {value} -> break od"),
            12 => format!("{own}; assert({value})"),
            13 => format!("printf(\"%d\\n\", {value}); {own}"),
            14 => format!("{value} -> {own}"),
            15 => format!("goto {}", label?),
            16 => format!("{{ byte mutant_ = {value}; {own} }}"),
            _ => format!("do :: {own} :: {other} :: break od"),
        })
    }
}

/// The operator in the text between two operands is another.
fn changed_operator(own: &str, numbers: &mut Numbers) -> Option<String> {
    let pairs = [("!!", "!"), ("??", "?"), ("!", "!!"), ("?", "??")];
    let messages = pairs.iter().find(|(from, _)| own.trim() == *from);
    if let Some((_, to)) = messages {
        return Some((*to).to_owned());
    }
    let longest = OPERATORS.iter().filter(|operator| own.contains(**operator));
    let operator = longest.max_by_key(|operator| operator.len())?;
    Some(own.replacen(operator, OPERATORS[numbers.below(OPERATORS.len())], 1))
}

struct Collector {
    sites: Vec<Site>,
    unit: usize,
}

impl Collector {
    fn add(&mut self, what: What, range: TextRange) {
        if range.end > range.start {
            self.sites.push(Site {
                what,
                range,
                unit: self.unit,
            });
        }
    }

    fn model(&mut self, ast: &Ast) {
        for (number, unit) in ast.units.iter().enumerate() {
            self.unit = number;
            match unit {
                Unit::Proctype(it) => {
                    // Up to the name: `active [2] proctype `.
                    let end = it.name.range.start.saturating_sub(1);
                    let start = it.range.start;
                    self.add(What::Head, TextRange { start, end });
                    it.parameters.iter().for_each(|it| self.declaration(it));
                    it.provided.iter().for_each(|e| self.expression(e));
                    self.block(&it.body);
                }
                Unit::Init(it) => self.block(&it.body),
                Unit::Never(it) => self.block(&it.body),
                Unit::Trace(it) => self.block(&it.body),
                Unit::Declaration(it) => self.declaration(it),
                Unit::Typedef(it) => it.fields.iter().for_each(|it| self.declaration(it)),
                Unit::Ltl(_) | Unit::Mtype(_) | Unit::Embedded(_) => {}
            }
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let plain = !matches!(
            declaration.ty.kind,
            TypeKind::User(_) | TypeKind::Mtype(_) | TypeKind::Unsigned | TypeKind::Chan
        );
        if plain {
            self.add(What::Type, declaration.ty.range);
        }
        for variable in &declaration.variables {
            variable.length.iter().for_each(|e| self.expression(e));
            match &variable.initial {
                Some(Initializer::Expression(e)) => self.expression(e),
                Some(Initializer::List(list)) => {
                    list.values.iter().for_each(|e| self.expression(e));
                }
                Some(Initializer::Channel(channel)) => {
                    self.expression(&channel.capacity);
                    for field in &channel.fields {
                        self.add(What::Type, field.range);
                    }
                }
                None => {}
            }
        }
    }

    fn block(&mut self, block: &Block) {
        self.steps(&block.steps);
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Declaration(it) => self.declaration(it),
                Step::Exclusive(_) => {}
                Step::Statement(it) => self.statement(it),
                Step::Unless(it) => {
                    self.statement(&it.main);
                    self.statement(&it.escape);
                }
            }
        }
    }

    fn options(&mut self, options: &[Choice]) {
        for option in options {
            if options.len() > 1 {
                self.add(What::Choice, option.range);
            }
            self.steps(&option.steps);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        use StatementKind as Kind;
        for label in &statement.labels {
            self.add(What::Label, label.range);
        }
        // A label occurs once, and `else` stands alone at the beginning of an option.
        if statement.labels.is_empty() && statement.kind != Kind::Else {
            self.add(What::Statement, statement.range);
        }
        match &statement.kind {
            Kind::Empty | Kind::Else | Kind::Break | Kind::Goto(_) | Kind::Embedded(_) => {}
            Kind::Expression(e) | Kind::Assert(e) | Kind::Printm(e) => self.expression(e),
            Kind::Assign(it) => {
                self.reference(&it.target);
                self.expression(&it.value);
            }
            Kind::Increment(it) | Kind::Decrement(it) => self.reference(it),
            Kind::Send(it) => {
                self.reference(&it.channel);
                if let Some(first) = it.arguments.first() {
                    self.between(it.channel.range, first.range);
                }
                it.arguments.iter().for_each(|e| self.expression(e));
            }
            Kind::Receive(it) => {
                self.reference(&it.channel);
                self.patterns(&it.arguments);
            }
            Kind::If(options) | Kind::Do(options) => self.options(options),
            Kind::For(it) => {
                self.reference(&it.variable);
                self.expression(&it.from);
                self.expression(&it.to);
                self.block(&it.body);
            }
            Kind::ForIn(it) => self.block(&it.body),
            Kind::Select(it) => {
                self.reference(&it.variable);
                self.expression(&it.from);
                self.expression(&it.to);
            }
            Kind::Printf(it) => it.arguments.iter().for_each(|e| self.expression(e)),
            Kind::SetPriority(it) => {
                self.expression(&it.process);
                self.expression(&it.priority);
            }
            Kind::Block(block) | Kind::Atomic(block) | Kind::DStep(block) => self.block(block),
        }
    }

    fn between(&mut self, left: TextRange, right: TextRange) {
        let (start, end) = (left.end, right.start);
        if start < end {
            self.add(What::Operator, TextRange { start, end });
        }
    }

    fn reference(&mut self, reference: &VariableReference) {
        self.add(What::Variable, reference.range);
        self.access(&reference.base);
        reference.fields.iter().for_each(|it| self.access(it));
    }

    fn access(&mut self, access: &Access) {
        access.index.iter().for_each(|e| self.expression(e));
    }

    fn patterns(&mut self, arguments: &[ReceiveArgument]) {
        for argument in arguments {
            match argument {
                ReceiveArgument::Variable(it) => self.reference(it),
                ReceiveArgument::Eval(e) => self.expression(e),
                ReceiveArgument::Constant(e) => self.add(What::Number, e.range),
            }
        }
    }

    fn expression(&mut self, e: &Expression) {
        use ExpressionKind as Kind;
        self.add(What::Expression, e.range);
        match &e.kind {
            Kind::Number(_) => self.add(What::Number, e.range),
            Kind::Variable(it) | Kind::Query(_, it) => self.reference(it),
            Kind::Unary(_, operand)
            | Kind::Enabled(operand)
            | Kind::GetPriority(operand)
            | Kind::PcValue(operand) => self.expression(operand),
            Kind::Binary(_, left, right) => {
                self.expression(left);
                self.between(left.range, right.range);
                self.expression(right);
            }
            Kind::Conditional(it) => {
                self.expression(&it.condition);
                self.expression(&it.then);
                self.expression(&it.otherwise);
            }
            Kind::Run(it) => it.arguments.iter().for_each(|e| self.expression(e)),
            Kind::Poll(it) => {
                self.reference(&it.channel);
                self.patterns(&it.arguments);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_mutants_are_right() {
        let text = "byte x = 3; chan c = [2] of { byte };\nproctype P(byte a) { do :: c!a + 1 :: c?x; x > 2 -> break od }\n\
                    init { run P(2); again: if :: x == 1 -> goto again :: else -> skip fi }\n";
        let model = Model::new(text.to_owned()).expect("no syntax error");
        let mut numbers = Numbers::new(1);
        let mut right = 0;
        for _ in 0..200 {
            let mutant = model.mutate(&mut numbers);
            right += usize::from(frontend::parse::parse(&mutant).is_ok());
        }
        assert!(right > 160, "{right} of 200 can be parsed");
    }
}
