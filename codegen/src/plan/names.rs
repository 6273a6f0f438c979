//! Promela names as Rust names: case, keywords, collisions.
//!
//! Variables and channels become constants (`EXPECT_VAL`), proctypes modules (`sender`), control
//! locations variants named by their line (`L17`), transitions functions named by what they do, to
//! what, and where (`send_s2r_l14`).

use std::collections::{BTreeMap, BTreeSet};

use frontend::ir::{Access, Action, Expr, Model, Proctype, Step, Var};

/// Hands out each name once.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: BTreeSet<String>,
    /// By what all candidates begin with: how many of them are known to be taken. Thousands of
    /// variables may have one name.
    tried: BTreeMap<String, u32>,
}

impl Names {
    /// Names that generated code or Rust use already.
    pub fn reserving(names: &[&str]) -> Self {
        Self {
            taken: names.iter().map(|name| (*name).to_owned()).collect(),
            tried: BTreeMap::new(),
        }
    }

    /// `wanted`, or with a number behind it when it is taken.
    pub fn claim(&mut self, wanted: &str) -> String {
        let bare = wanted.trim_end_matches('_');
        self.first_free(wanted, |n| format!("{bare}_{}", n + 1))
    }

    /// `wanted`, or with a letter `b`, `c`, ... behind it: for several of the same line.
    pub fn claim_lettered(&mut self, wanted: &str) -> String {
        self.first_free(wanted, |n| format!("{wanted}{}", letters(n)))
    }

    fn first_free(&mut self, wanted: &str, numbered: impl Fn(u32) -> String) -> String {
        let tried = self.tried.entry(wanted.to_owned()).or_default();
        loop {
            let name = match *tried {
                0 => wanted.to_owned(),
                n => numbered(n),
            };
            *tried += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// 1 is `b`, 25 is `z`, then `ba`, `bb`, ...
fn letters(mut n: u32) -> String {
    let mut reversed = Vec::new();
    while n > 0 {
        reversed.push(char::from(b'a' + (n % 26) as u8));
        n /= 26;
    }
    reversed.into_iter().rev().collect()
}

/// `knowWinner`, `a.b`, `x@12` as `KNOW_WINNER`, `A_B`, `X_L12`; `l7` as `L_7`, since `L7` is a
/// control location.
pub fn constant(promela: &str) -> String {
    let name = snake(promela).to_uppercase();
    match name.strip_prefix('L') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => format!("L_{rest}"),
        _ => name,
    }
}

/// Rust's keywords in lower case, reserved ones included.
const KEYWORDS: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// `Sender` as `sender`; a keyword of Rust gets an underscore behind it. Also for parameters.
pub fn module(promela: &str) -> String {
    let name = snake(promela);
    if KEYWORDS.contains(&name.as_str()) {
        name + "_"
    } else {
        name
    }
}

/// Lower case with underscores, beginning with a letter.
pub fn snake(promela: &str) -> String {
    let mut name = String::new();
    let mut after_lower = false;
    for c in promela.chars() {
        match c {
            'A'..='Z' => {
                if after_lower {
                    name.push('_');
                }
                name.push(c.to_ascii_lowercase());
            }
            '@' => {
                name.truncate(name.trim_end_matches('_').len());
                name.push_str("_l");
            }
            'a'..='z' | '0'..='9' => name.push(c),
            _ if name.is_empty() || name.ends_with('_') => {}
            _ => name.push('_'),
        }
        after_lower = c.is_ascii_lowercase();
    }
    let name = name.trim_end_matches('_');
    match name.chars().next() {
        Some('a'..='z') => name.to_owned(),
        _ => format!("x_{name}").trim_end_matches('_').to_owned(),
    }
}

/// The name of a transition by its first step: `assign_turn_l7`.
pub fn transition(model: &Model, proctype: &Proctype, step: &Step) -> String {
    let subject = |access: &Access| snake(variable_name(model, proctype, access.var));
    let what = match &step.action {
        Action::Skip => match step.source.text.split_whitespace().next() {
            Some("goto") => "goto".to_owned(),
            Some("break") => "break".to_owned(),
            _ => "skip".to_owned(),
        },
        Action::Condition(_) => "guard".to_owned(),
        Action::Else => "else".to_owned(),
        Action::Assign(access, value) => {
            format!("{}_{}", assignment_verb(access, value), subject(access))
        }
        Action::Assert(_) => "assert".to_owned(),
        Action::Print { .. } => "print".to_owned(),
        Action::Send { channel, .. } => format!("send_{}", subject(channel)),
        Action::Receive {
            channel,
            keep: false,
            ..
        } => format!("receive_{}", subject(channel)),
        Action::Receive { channel, .. } => format!("copy_{}", subject(channel)),
        Action::Run { proctype, .. } => {
            format!("run_{}", snake(&model.proctypes[proctype.index()].name))
        }
        Action::SetPriority { .. } => "set_priority".to_owned(),
        Action::Deterministic(_) => "d_step".to_owned(),
        Action::End => "end".to_owned(),
    };
    format!("{what}_l{}", step.source.line)
}

fn assignment_verb(access: &Access, value: &Expr) -> &'static str {
    use frontend::ir::BinaryOp::{Add, Subtract};
    match value {
        Expr::Binary(op @ (Add | Subtract), left, right)
            if **left == Expr::Load(access.clone()) && **right == Expr::Const(1) =>
        {
            if *op == Add {
                "increment"
            } else {
                "decrement"
            }
        }
        _ => "assign",
    }
}

/// The Promela name of a variable.
pub fn variable_name<'m>(model: &'m Model, proctype: &'m Proctype, var: Var) -> &'m str {
    match var {
        Var::Global(id) => &model.globals[id.index()].name,
        Var::Local(id) => &proctype.locals[id.index()].name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promela_names_become_rust_names() {
        assert_eq!(constant("knowWinner"), "KNOW_WINNER");
        assert_eq!(constant("a.b"), "A_B");
        assert_eq!(constant("x@12"), "X_L12");
        assert_eq!(constant("x__@12"), "X_L12");
        assert_eq!(constant("_x"), "X");
        assert_eq!(constant("l7b"), "L_7B");
        assert_eq!(constant("_"), "X");
        assert_eq!(module("Match"), "match_");
        assert_eq!(module("type"), "type_");
        assert_eq!(module("A1"), "a1");
    }

    #[test]
    fn a_name_is_given_once() {
        let mut names = Names::reserving(&["PLACE"]);
        assert_eq!(names.claim("PLACE"), "PLACE_2");
        assert_eq!(names.claim("PLACE"), "PLACE_3");
        assert_eq!(
            [names.claim("box_"), names.claim("box_")],
            ["box_", "box_2"]
        );
        assert_eq!(names.claim_lettered("L8"), "L8");
        assert_eq!(names.claim_lettered("L8"), "L8b");
        assert_eq!(names.claim_lettered("L8"), "L8c");
        let last = (0..100).map(|_| names.claim_lettered("L9")).last();
        assert_eq!(last.as_deref(), Some("L9dv"));
        // In a time that grows with their number, not with its square.
        let last = (0..60_000).map(|_| names.claim("x")).last();
        assert_eq!(last.as_deref(), Some("x_60000"));
    }
}
