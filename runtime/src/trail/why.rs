//! Why a formula is false of a run, in one sentence: ``[] (a -> <> b)` fails at step 12: `a` holds
//! there and `b` never does again``.
//!
//! One could name the formula and leave the rest to the reader, who then looks for a step among
//! thousands. But what makes a formula true or false is known for each operator: a part of it at
//! some position, or at all positions from some one on. So we go down, from the formula at the
//! first position, until nothing but propositions is left. What is named on the way are facts, each
//! of which can be looked up. Of several reasons the shortest is told; what must hold *until*
//! something comes is left out, the reader sees it in the run.

use super::lasso::Lasso;
use super::replay::Seen;
use crate::claim::{Operator, Part};

/// That a part of a formula is true or false of what begins at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The part, by number.
    pub part: u16,
    /// The position.
    pub position: usize,
    /// Whether it is true.
    pub value: bool,
    /// So it is at each later position, too.
    pub lasts: bool,
}

/// Why a formula is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// What is false at once: the formula, or if it says `always`, what is below.
    pub lead: Fact,
    /// What makes it so.
    pub facts: Vec<Fact>,
}

/// The sentence for what a claim has seen, if the claim was a formula, and is false for a reason
/// that has been seen.
pub fn sentence(seen: &Seen) -> Option<String> {
    let parts = seen.claim.formula;
    let why = explain(parts, &seen.lasso(), seen.turn.is_none())?;
    Some(why.sentence(parts, |position| seen.sights[position].after))
}

/// Explains why a formula, the last of `parts`, is false. With `is_prefix` nothing is known of what
/// comes behind the last letter.
pub fn explain(parts: &[Part], lasso: &Lasso, is_prefix: bool) -> Option<Why> {
    let whole = u16::try_from(parts.len().checked_sub(1)?).ok()?;
    let walk = Walk {
        parts,
        lasso,
        truth: lasso.truth(parts),
        is_prefix,
    };
    if walk.is_true(whole, 0) {
        return None;
    }
    let fails = |part, position| Fact {
        part,
        position,
        value: false,
        lasts: false,
    };
    let lead = match parts[usize::from(whole)].what {
        Operator::Always(below) => fails(below, walk.first(0, |at| !walk.is_true(below, at))?),
        _ => fails(whole, 0),
    };
    let mut facts: Vec<Fact> = Vec::new();
    for fact in walk.reasons(lead.part, lead.position)? {
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    }
    Some(Why { lead, facts })
}

struct Walk<'a> {
    parts: &'a [Part],
    lasso: &'a Lasso,
    /// By part and position.
    truth: Vec<Vec<bool>>,
    is_prefix: bool,
}

type Reasons = Option<Vec<Fact>>;

impl Walk<'_> {
    fn is_true(&self, part: u16, at: usize) -> bool {
        self.truth[usize::from(part)][at]
    }

    fn first(&self, from: usize, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        self.lasso.from(from).find(|at| is_it(*at))
    }

    /// Why a part is true or false at a position; `None` if that is not seen yet.
    fn reasons(&self, part: u16, at: usize) -> Reasons {
        let value = self.is_true(part, at);
        let is = |part, wanted| move |at| self.is_true(part, at) == wanted;
        match (self.parts[usize::from(part)].what, value) {
            (Operator::Constant(_), _) => Some(Vec::new()),
            (Operator::Proposition(_), _) => Some(vec![Fact {
                part,
                position: at,
                value,
                lasts: false,
            }]),
            (Operator::Not(a), _) => self.reasons(a, at),
            (Operator::Next(_), _) if self.is_prefix && at + 1 == self.lasso.letters.len() => None,
            (Operator::Next(a), _) => self.reasons(a, self.lasso.next(at)),
            (Operator::And(a, b), true) | (Operator::Or(a, b), false) => self.both(a, b, at),
            (Operator::Implies(a, b), false) | (Operator::Equivalent(a, b), _) => {
                self.both(a, b, at)
            }
            (Operator::And(a, b), false) => self.either((a, false), (b, false), at),
            (Operator::Or(a, b), true) => self.either((a, true), (b, true), at),
            (Operator::Implies(a, b), true) => self.either((a, false), (b, true), at),
            (Operator::Always(a), false) => self.reasons(a, self.first(at, is(a, false))?),
            (Operator::Eventually(a), true) => self.reasons(a, self.first(at, is(a, true))?),
            (Operator::Always(a), true) => self.lasting(a, at, true),
            (Operator::Eventually(a), false) => self.lasting(a, at, false),
            (Operator::Until(a, b) | Operator::WeakUntil(a, b), false) => {
                match self.first(at, is(a, false)) {
                    Some(end) => self.both(a, b, end),
                    None => self.lasting(b, at, false),
                }
            }
            (Operator::Until(a, b) | Operator::WeakUntil(a, b), true) => {
                let decided = |at| self.is_true(b, at) || !self.is_true(a, at);
                match self.first(at, decided) {
                    Some(end) => self.reasons(b, end),
                    None => self.lasting(a, at, true),
                }
            }
            (Operator::Release(a, b), false) => match self.first(at, is(b, false))? {
                end if end == at => self.reasons(b, at),
                end => Some([self.reasons(a, at)?, self.reasons(b, end)?].concat()),
            },
            (Operator::Release(a, b), true) => match self.first(at, is(a, true)) {
                Some(end) => self.both(a, b, end),
                None => self.lasting(b, at, true),
            },
        }
    }

    fn both(&self, a: u16, b: u16, at: usize) -> Reasons {
        Some([self.reasons(a, at)?, self.reasons(b, at)?].concat())
    }

    /// The shorter reason of those parts that have the value that counts.
    fn either(&self, a: (u16, bool), b: (u16, bool), at: usize) -> Reasons {
        let counts = |(part, value): &(u16, bool)| self.is_true(*part, at) == *value;
        let parts = [a, b].into_iter().filter(counts);
        let reasons = parts.filter_map(|(part, _)| self.reasons(part, at));
        reasons.min_by_key(Vec::len)
    }

    /// A part has one value for ever. If that is not seen in single letters, what makes it so on
    /// the loop is told as well.
    fn lasting(&self, mut part: u16, at: usize, mut value: bool) -> Reasons {
        if self.is_prefix {
            return None;
        }
        while let Operator::Not(below) = self.parts[usize::from(part)].what {
            (part, value) = (below, !value);
        }
        let mut facts = vec![Fact {
            part,
            position: at,
            value,
            lasts: true,
        }];
        if !is_seen_at_once(self.parts, part) {
            facts.extend(self.reasons(part, at.max(self.lasso.turn))?);
        }
        Some(facts)
    }
}

/// Whether a part of a formula is decided by one letter.
pub fn is_seen_at_once(parts: &[Part], part: u16) -> bool {
    let is = |part| is_seen_at_once(parts, part);
    match parts[usize::from(part)].what {
        Operator::Constant(_) | Operator::Proposition(_) => true,
        Operator::Not(a) => is(a),
        Operator::And(a, b)
        | Operator::Or(a, b)
        | Operator::Implies(a, b)
        | Operator::Equivalent(a, b) => is(a) && is(b),
        Operator::Next(_)
        | Operator::Always(_)
        | Operator::Eventually(_)
        | Operator::Until(..)
        | Operator::WeakUntil(..)
        | Operator::Release(..) => false,
    }
}

impl Why {
    /// In words; `step` gives the number of the step that has led to a position, 0 for none.
    pub fn sentence(&self, parts: &[Part], step: impl Fn(usize) -> usize) -> String {
        let text = |part: u16| parts[usize::from(part)].text;
        let whole = parts.last().map_or("", |part| part.text);
        let at = |position| match step(position) {
            0 => "the start".to_string(),
            number => format!("step {number}"),
        };
        let is_below = usize::from(self.lead.part) + 1 < parts.len();
        let (head, mut here) = match is_below {
            true => {
                let position = self.lead.position;
                (
                    format!("`{whole}` fails at {}", at(position)),
                    Some(position),
                )
            }
            false => (format!("`{whole}` fails"), None),
        };
        let mut before: Option<Fact> = None;
        let mut clauses = Vec::new();
        for fact in &self.facts {
            let held = |it: Fact| it.value && !it.lasts && it.position == fact.position;
            let known = here == Some(fact.position);
            let (place, from) = match known {
                true => ("there".to_string(), "there".to_string()),
                false => (format!("at {}", at(fact.position)), at(fact.position)),
            };
            let what = match (fact.lasts, fact.value) {
                (false, true) => format!("holds {place}"),
                (false, false) => format!("does not hold {place}"),
                (true, false) if before.is_some_and(held) => "never does again".to_string(),
                (true, false) => format!("never holds from {from} on"),
                (true, true) => format!("holds from {from} on for ever"),
            };
            clauses.push(format!("`{}` {what}", text(fact.part)));
            (before, here) = (Some(*fact), Some(fact.position));
        }
        match clauses.split_last() {
            None => head,
            Some((last, [])) => format!("{head}: {last}"),
            Some((last, others)) => format!("{head}: {} and {last}", others.join(", ")),
        }
    }
}
