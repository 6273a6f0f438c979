//! Random expressions over variables of known values, and what they are worth.

use frontend::ir::*;

/// A generator of numbers: the splitmix64 sequence.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Globals of all widths with values at their borders.
const VARIABLES: [(&str, Type, u8, bool, i32); 8] = [
    ("zero", Type::Bool, 1, false, 0),
    ("one", Type::Bit, 1, false, 1),
    ("byte", Type::Byte, 8, false, 255),
    ("three", Type::Unsigned(3), 3, false, 5),
    ("short", Type::Short, 16, true, -32768),
    ("least", Type::Int, 32, true, i32::MIN),
    ("most", Type::Int, 32, true, i32::MAX),
    ("minus", Type::Int, 32, true, -1),
];

const CONSTANTS: [i32; 10] = [0, 1, -1, 2, 3, 7, 31, 255, i32::MAX, i32::MIN];

const OPERATORS: [BinaryOp; 18] = [
    BinaryOp::Add,
    BinaryOp::Subtract,
    BinaryOp::Multiply,
    BinaryOp::Divide,
    BinaryOp::Remainder,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::ShiftLeft,
    BinaryOp::ShiftRight,
    BinaryOp::Equal,
    BinaryOp::NotEqual,
    BinaryOp::Less,
    BinaryOp::LessEqual,
    BinaryOp::Greater,
    BinaryOp::GreaterEqual,
    BinaryOp::And,
    BinaryOp::Or,
];

fn load(index: usize) -> Expr {
    Expr::Load(Access {
        var: Var::Global(GlobalId::from(index)),
        subscripts: Vec::new(),
    })
}

fn expression(random: &mut Random, depth: usize) -> Expr {
    let inner = |random: &mut Random| Box::new(expression(random, depth.saturating_sub(1)));
    match random.below(if depth == 0 { 4 } else { 14 }) {
        0 => Expr::Const(CONSTANTS[random.below(CONSTANTS.len())]),
        1 => Expr::Pid,
        2 | 3 => load(random.below(VARIABLES.len())),
        4 => Expr::Unary(UnaryOp::Negate, inner(random)),
        5 => Expr::Unary(UnaryOp::Not, inner(random)),
        6 => Expr::Unary(UnaryOp::Complement, inner(random)),
        7 => Expr::Conditional(inner(random), inner(random), inner(random)),
        _ => {
            let op = OPERATORS[random.below(OPERATORS.len())];
            Expr::Binary(op, inner(random), inner(random))
        }
    }
}

/// The value as the meaning of the operators says; none where evaluating it fails.
fn evaluate(expr: &Expr) -> Option<i32> {
    Some(match expr {
        Expr::Const(value) => *value,
        Expr::Pid => 0,
        Expr::Load(access) => match access.var {
            Var::Global(id) => VARIABLES[id.index()].4,
            Var::Local(_) => unreachable!("no locals here"),
        },
        Expr::Unary(op, operand) => {
            let operand = evaluate(operand)?;
            match op {
                UnaryOp::Negate => operand.wrapping_neg(),
                UnaryOp::Not => i32::from(operand == 0),
                UnaryOp::Complement => !operand,
            }
        }
        Expr::Conditional(condition, then, otherwise) => {
            let chosen = if evaluate(condition)? != 0 {
                then
            } else {
                otherwise
            };
            evaluate(chosen)?
        }
        Expr::Binary(BinaryOp::And, left, right) => {
            i32::from(evaluate(left)? != 0 && evaluate(right)? != 0)
        }
        Expr::Binary(BinaryOp::Or, left, right) => {
            i32::from(evaluate(left)? != 0 || evaluate(right)? != 0)
        }
        Expr::Binary(op, left, right) => binary(*op, evaluate(left)?, evaluate(right)?)?,
        _ => unreachable!("not generated"),
    })
}

fn binary(op: BinaryOp, a: i32, b: i32) -> Option<i32> {
    let (wide_a, wide_b) = (i64::from(a), i64::from(b));
    let wrap = |value: i64| value as i32;
    Some(match op {
        BinaryOp::Add => wrap(wide_a + wide_b),
        BinaryOp::Subtract => wrap(wide_a - wide_b),
        BinaryOp::Multiply => wrap(wide_a * wide_b),
        BinaryOp::Divide => wrap(wide_a.checked_div(wide_b)?),
        BinaryOp::Remainder => wrap(wide_a.checked_rem(wide_b)?),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::ShiftLeft => wrap(wide_a << (b & 31)),
        BinaryOp::ShiftRight => a >> (b & 31),
        BinaryOp::Equal => i32::from(a == b),
        BinaryOp::NotEqual => i32::from(a != b),
        BinaryOp::Less => i32::from(a < b),
        BinaryOp::LessEqual => i32::from(a <= b),
        BinaryOp::Greater => i32::from(a > b),
        BinaryOp::GreaterEqual => i32::from(a >= b),
        BinaryOp::And | BinaryOp::Or => unreachable!("does not evaluate both"),
    })
}

fn source(line: usize, text: &str) -> Source {
    Source {
        file: 0,
        line: line as u32,
        column: 1,
        text: text.to_owned(),
        via: Vec::new(),
    }
}

/// A model with one process that asserts the values of this many expressions, one after the other,
/// and once each as a condition.
pub fn assertions(count: usize) -> Model {
    let mut random = Random(1992);
    let mut actions = Vec::new();
    while actions.len() < 2 * count {
        let expr = expression(&mut random, 4);
        let Some(value) = evaluate(&expr) else {
            continue;
        };
        let equal = Expr::Binary(
            BinaryOp::Equal,
            expr.clone().into(),
            Expr::Const(value).into(),
        );
        actions.push(Action::Assert(equal));
        let holds = if value != 0 {
            expr
        } else {
            Expr::Unary(UnaryOp::Not, expr.into())
        };
        actions.push(Action::Condition(holds));
    }
    actions.push(Action::End);
    let last = actions.len() - 1;
    let transition = |(index, action): (usize, Action)| Transition {
        steps: vec![Step::new(action, source(index + 1, "statement"))],
        resets: Vec::new(),
        target: PlaceId::from((index + 1).min(last)),
        jumps: false,
        atomic: false,
    };
    let place = |index: usize| Place {
        source: source(index + 1, "statement"),
        labels: Vec::new(),
        end: index == last,
        accept: false,
        progress: false,
        candidates: vec![Candidate {
            transition: TransitionId::from(index),
            tier: 0,
        }],
    };
    let proctype = Proctype {
        name: "P".to_owned(),
        source: source(1, "active proctype P()"),
        deterministic: false,
        provided: None,
        priority: 1,
        parameters: 0,
        locals: Vec::new(),
        creation: Vec::new(),
        written_creation: None,
        channels: Vec::new(),
        places: (0..=last).map(place).collect(),
        transitions: actions.into_iter().enumerate().map(transition).collect(),
        start: PlaceId(0),
        promises: Vec::new(),
    };
    let variable = |&(name, ty, bits, signed, value): &(&str, Type, u8, bool, i32)| Variable {
        name: name.to_owned(),
        ty,
        width: Width { bits, signed },
        dimensions: Vec::new(),
        initial: vec![value],
        hidden: false,
        source: source(1, name),
    };
    Model {
        claims: Vec::new(),
        files: vec!["random.pml".to_owned()],
        digest: "digest".to_owned(),
        mtypes: Vec::new(),
        globals: VARIABLES.iter().map(variable).collect(),
        channels: Vec::new(),
        signatures: Vec::new(),
        proctypes: vec![proctype],
        initial: vec![ProctypeId(0)],
        trace: None,
        tracks_last: false,
        has_priorities: false,
        lossy_sends: false,
        unchecked: Unchecked::default(),
        hidden_reads: Vec::new(),
        irreducible: None,
    }
}

/// Makes the first assertion of a model false.
pub fn falsify(model: &mut Model) {
    let step = &mut model.proctypes[0].transitions[0].steps[0];
    let Action::Assert(holds) = &step.action else {
        panic!("the first statement is an assertion");
    };
    step.action = Action::Assert(Expr::Unary(UnaryOp::Not, holds.clone().into()));
}
