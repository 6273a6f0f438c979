//! Formulas in negation normal form, each once.
//!
//! Negations stand at propositions only, and `<> a` is `true U a`, `[] a` is `false V a`. Equal
//! formulas have equal numbers, so places of automata, which are sets of formulas, are compared by
//! numbers. What is asked of a formula again and again is written beside it.

use super::formula::{Binary, Formula, Unary};
use std::collections::HashMap;
use std::rc::Rc;

/// The number of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u32);

/// A formula in negation normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// True or false.
    Constant(bool),
    /// A proposition, or its negation.
    Literal(u32, bool),
    /// All or any of these, in order of their numbers; at least two, none of the same kind.
    Many(Connective, Rc<[Id]>),
    /// Holds behind the next letter.
    Next(Id),
    /// `a U b` or `a V b`.
    Two(Fixpoint, Id, Id),
}

/// What joins formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connective {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// The two operators that speak of all letters that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fixpoint {
    /// `U`
    Until,
    /// `V`
    Release,
}

/// What a formula is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Without temporal operators.
    pub is_boolean: bool,
    /// A pure eventuality: true of a word if it is true of a part behind some letters.
    pub is_eventual: bool,
    /// Purely universal: true of all that follows a letter, if it is true of the word.
    pub is_universal: bool,
}

impl Facts {
    /// Its truth does not depend on the first letters.
    pub fn is_suspendable(self) -> bool {
        self.is_eventual && self.is_universal
    }
}

/// Formulas in negation normal form.
pub struct Formulas {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    numbers: HashMap<Node, Id>,
    negations: HashMap<Id, Id>,
    /// Whether one formula is known to imply another.
    pub(super) implied: HashMap<(Id, Id), bool>,
}

/// `false`
pub const FALSE: Id = Id(0);
/// `true`
pub const TRUE: Id = Id(1);

impl Default for Formulas {
    fn default() -> Formulas {
        let mut formulas = Formulas {
            nodes: Vec::new(),
            facts: Vec::new(),
            numbers: HashMap::new(),
            negations: HashMap::new(),
            implied: HashMap::new(),
        };
        assert_eq!(formulas.intern(Node::Constant(false)), FALSE);
        assert_eq!(formulas.intern(Node::Constant(true)), TRUE);
        formulas
    }
}

impl Formulas {
    /// The formula with this number.
    pub fn node(&self, id: Id) -> Node {
        self.nodes[id.0 as usize].clone()
    }

    /// What it is known to be.
    pub fn facts(&self, id: Id) -> Facts {
        self.facts[id.0 as usize]
    }

    /// The number of a formula, which is taken as it stands.
    pub fn intern(&mut self, node: Node) -> Id {
        if let Some(id) = self.numbers.get(&node) {
            return *id;
        }
        let id = Id(self.nodes.len() as u32);
        self.facts.push(self.facts_of(&node));
        self.nodes.push(node.clone());
        self.numbers.insert(node, id);
        id
    }

    /// Etessami and Holzmann, *Optimizing Büchi automata*, 2000.
    fn facts_of(&self, node: &Node) -> Facts {
        let mut facts = Facts {
            is_boolean: !matches!(node, Node::Next(_) | Node::Two(..)),
            is_eventual: !matches!(node, Node::Literal(..)),
            is_universal: !matches!(node, Node::Literal(..)),
        };
        for part in parts(node) {
            let inner = self.facts(*part);
            facts.is_boolean &= inner.is_boolean;
            facts.is_eventual &= inner.is_eventual;
            facts.is_universal &= inner.is_universal;
        }
        match node {
            Node::Two(Fixpoint::Until, TRUE, _) => facts.is_eventual = true,
            Node::Two(Fixpoint::Release, FALSE, _) => facts.is_universal = true,
            _ => {}
        }
        facts
    }

    /// The negation, by the duals of the operators.
    pub fn negation(&mut self, id: Id) -> Id {
        if let Some(known) = self.negations.get(&id) {
            return *known;
        }
        let dual = match self.node(id) {
            Node::Constant(value) => Node::Constant(!value),
            Node::Literal(proposition, holds) => Node::Literal(proposition, !holds),
            Node::Many(connective, parts) => {
                let mut parts: Vec<Id> = parts.iter().map(|it| self.negation(*it)).collect();
                parts.sort_unstable();
                Node::Many(connective.dual(), parts.into())
            }
            Node::Next(a) => Node::Next(self.negation(a)),
            Node::Two(fixpoint, a, b) => {
                Node::Two(fixpoint.dual(), self.negation(a), self.negation(b))
            }
        };
        let negation = self.intern(dual);
        self.negations.insert(id, negation);
        self.negations.insert(negation, id);
        negation
    }

    /// A formula as it is written, and its negation, each simplified from below.
    pub fn normalize(&mut self, formula: &Formula) -> (Id, Id) {
        use Connective::{And, Or};
        use Fixpoint::{Release, Until};
        match formula {
            Formula::Constant(true) => (TRUE, FALSE),
            Formula::Constant(false) => (FALSE, TRUE),
            Formula::Proposition(number) => {
                let literal = |holds| Node::Literal(*number, holds);
                (self.intern(literal(true)), self.intern(literal(false)))
            }
            Formula::Unary(operator, operand) => {
                let (a, not_a) = self.normalize(operand);
                match operator {
                    Unary::Not => (not_a, a),
                    Unary::Next => (self.next(a), self.next(not_a)),
                    Unary::Always => (self.always(a), self.eventually(not_a)),
                    Unary::Eventually => (self.eventually(a), self.always(not_a)),
                }
            }
            Formula::Binary(operator, left, right) => {
                let (a, not_a) = self.normalize(left);
                let (b, not_b) = self.normalize(right);
                match operator {
                    Binary::And => (self.many(And, [a, b]), self.many(Or, [not_a, not_b])),
                    Binary::Or => (self.many(Or, [a, b]), self.many(And, [not_a, not_b])),
                    Binary::Implies => (self.many(Or, [not_a, b]), self.many(And, [a, not_b])),
                    Binary::Equivalent => {
                        let equal = [[a, b], [not_a, not_b]].map(|it| self.many(And, it));
                        let unequal = [[a, not_b], [not_a, b]].map(|it| self.many(And, it));
                        (self.many(Or, equal), self.many(Or, unequal))
                    }
                    Binary::Until => (self.two(Until, a, b), self.two(Release, not_a, not_b)),
                    Binary::Release => (self.two(Release, a, b), self.two(Until, not_a, not_b)),
                    Binary::WeakUntil => {
                        let (either, neither) =
                            (self.many(Or, [a, b]), self.many(And, [not_a, not_b]));
                        (
                            self.two(Release, b, either),
                            self.two(Until, not_b, neither),
                        )
                    }
                }
            }
        }
    }
}

/// The formulas right below one.
pub fn parts(node: &Node) -> impl Iterator<Item = &Id> {
    let (some, many): ([Option<&Id>; 2], &[Id]) = match node {
        Node::Constant(_) | Node::Literal(..) => ([None, None], &[]),
        Node::Many(_, parts) => ([None, None], parts),
        Node::Next(a) => ([Some(a), None], &[]),
        Node::Two(_, a, b) => ([Some(a), Some(b)], &[]),
    };
    some.into_iter().flatten().chain(many)
}

impl Connective {
    /// The other one.
    pub fn dual(self) -> Connective {
        match self {
            Connective::And => Connective::Or,
            Connective::Or => Connective::And,
        }
    }

    /// What says nothing beside other parts.
    pub fn unit(self) -> Id {
        match self {
            Connective::And => TRUE,
            Connective::Or => FALSE,
        }
    }
}

impl Fixpoint {
    /// The other one.
    pub fn dual(self) -> Fixpoint {
        match self {
            Fixpoint::Until => Fixpoint::Release,
            Fixpoint::Release => Fixpoint::Until,
        }
    }

    /// The left side with which it says nothing but `<>` or `[]`.
    pub fn free(self) -> Id {
        match self {
            Fixpoint::Until => TRUE,
            Fixpoint::Release => FALSE,
        }
    }
}
