//! Simplification: formulas that mean the same, and make smaller automata.
//!
//! The rules are applied from below, when a formula is put together, so parts are simple already.
//! They are those of Somenzi and Bloem (*Efficient Büchi automata from LTL formulae*, 2000) and of
//! Etessami and Holzmann (*Optimizing Büchi automata*, 2000), and what a part says of its
//! neighbours. Most have a dual, and are written once for both.
//!
//! `<>` is never moved into `||`, though it could be: one place waits for any of many goals.

use super::normal::{Connective, FALSE, Fixpoint, Formulas, Id, Node, TRUE};
use Connective::{And, Or};
use Fixpoint::{Release, Until};
use std::collections::BTreeSet;

impl Formulas {
    /// `X a`
    pub fn next(&mut self, a: Id) -> Id {
        match self.facts(a).is_suspendable() {
            true => a,
            false => self.intern(Node::Next(a)),
        }
    }

    /// `[] a`
    pub fn always(&mut self, a: Id) -> Id {
        self.two(Release, FALSE, a)
    }

    /// `<> a`
    pub fn eventually(&mut self, a: Id) -> Id {
        self.two(Until, TRUE, a)
    }

    /// All or any of some formulas.
    pub fn many(&mut self, connective: Connective, parts: impl IntoIterator<Item = Id>) -> Id {
        let (unit, zero) = (connective.unit(), connective.dual().unit());
        let mut flat = BTreeSet::new();
        for part in parts {
            match self.node(part) {
                Node::Many(own, inner) if own == connective => flat.extend(inner.iter().copied()),
                _ => _ = flat.insert(part),
            }
        }
        flat.remove(&unit);
        if flat.contains(&zero) || self.contradict(connective, &flat) {
            return zero;
        }
        let flat = self.without_implied(connective, flat);
        if let Some(simpler) = self.in_context(connective, &flat) {
            return self.many(connective, simpler);
        }
        if let Some(simpler) = self.factored(connective, &flat) {
            return self.many(connective, simpler);
        }
        match flat[..] {
            [] => unit,
            [one] => one,
            _ => self.intern(Node::Many(connective, flat.into())),
        }
    }

    /// Whether the first implies the second, or below `||` the second the first: the duals of what
    /// is said of `&&`.
    fn stronger(&mut self, connective: Connective, a: Id, b: Id) -> bool {
        match connective {
            And => self.implies(a, b),
            Or => self.implies(b, a),
        }
    }

    /// Whether two parts cannot be true, or cannot be false, together.
    fn contradict(&mut self, connective: Connective, parts: &BTreeSet<Id>) -> bool {
        parts.iter().any(|a| {
            let opposite = self.negation(*a);
            parts
                .iter()
                .any(|b| self.stronger(connective, *b, opposite))
        })
    }

    /// Without parts that others make superfluous.
    fn without_implied(&mut self, connective: Connective, parts: BTreeSet<Id>) -> Vec<Id> {
        let mut kept: Vec<Id> = Vec::new();
        for part in parts {
            if !kept.iter().any(|it| self.stronger(connective, *it, part)) {
                kept.retain(|it| !self.stronger(connective, part, *it));
                kept.push(part);
            }
        }
        kept
    }

    /// Each part as it looks where its neighbours decide: `a && (a -> b)` is `a && b`.
    fn in_context(&mut self, connective: Connective, parts: &[Id]) -> Option<Vec<Id>> {
        for (index, part) in parts.iter().enumerate() {
            for (other, neighbour) in parts.iter().enumerate() {
                if other == index {
                    continue;
                }
                let given = match connective {
                    And => *neighbour,
                    Or => self.negation(*neighbour),
                };
                let simpler = self.given(*part, given);
                if simpler != *part {
                    let mut parts = parts.to_vec();
                    parts[index] = simpler;
                    return Some(parts);
                }
            }
        }
        None
    }

    /// A formula that is equal where `given` is true. What holds for ever is known below temporal
    /// operators, too.
    fn given(&mut self, formula: Id, given: Id) -> Id {
        if self.facts(formula).is_boolean && !self.facts(given).is_boolean {
            // A conjunct could be known, but that is rare, and this is asked often.
            return formula;
        }
        if self.implies(given, formula) {
            return TRUE;
        }
        let opposite = self.negation(formula);
        if self.implies(given, opposite) {
            return FALSE;
        }
        let for_ever = self.facts(given).is_universal;
        match self.node(formula) {
            Node::Many(connective, parts) => {
                let simpler: Vec<Id> = parts.iter().map(|it| self.given(*it, given)).collect();
                match simpler[..] == parts[..] {
                    true => formula,
                    false => self.many(connective, simpler),
                }
            }
            Node::Next(a) if for_ever => {
                let simpler = self.given(a, given);
                if simpler == a {
                    formula
                } else {
                    self.next(simpler)
                }
            }
            Node::Two(fixpoint, a, b) if for_ever => {
                let simpler = (self.given(a, given), self.given(b, given));
                match simpler == (a, b) {
                    true => formula,
                    false => self.two(fixpoint, simpler.0, simpler.1),
                }
            }
            _ => formula,
        }
    }

    /// Two parts that become one: `(a U c) && (b U c)` is `(a && b) U c`.
    fn factored(&mut self, connective: Connective, parts: &[Id]) -> Option<Vec<Id>> {
        if let Some(simpler) = self.waiting_together(connective, parts) {
            return Some(simpler);
        }
        for (index, part) in parts.iter().enumerate() {
            for other in &parts[..index] {
                if let Some(one) = self.joined(connective, *other, *part) {
                    let mut parts = parts.to_vec();
                    parts.retain(|it| it != part && it != other);
                    parts.push(one);
                    return Some(parts);
                }
            }
        }
        None
    }

    /// `<>[]a || <>[]b || []<>c` is `<>([]a || []b || []<>c)`: one place guesses, not three.
    fn waiting_together(&mut self, connective: Connective, parts: &[Id]) -> Option<Vec<Id>> {
        if connective == And || parts.len() < 2 {
            return None;
        }
        let (mut together, mut rest, mut guesses) = (Vec::new(), Vec::new(), false);
        for part in parts {
            match self.node(*part) {
                Node::Two(Until, TRUE, b) if self.facts(b).is_universal => {
                    together.push(b);
                    guesses = true;
                }
                _ if self.facts(*part).is_suspendable() => together.push(*part),
                _ => rest.push(*part),
            }
        }
        if !guesses || together.len() < 2 {
            return None;
        }
        let any = self.many(Or, together);
        rest.push(self.eventually(any));
        Some(rest)
    }

    fn joined(&mut self, connective: Connective, left: Id, right: Id) -> Option<Id> {
        let (left, right) = match (self.node(left), self.node(right)) {
            (Node::Next(a), Node::Next(b)) => {
                let both = self.many(connective, [a, b]);
                return Some(self.next(both));
            }
            (Node::Two(f, a, b), Node::Two(g, c, d)) if f == g => ((f, a, b), (c, d)),
            _ => return None,
        };
        let ((fixpoint, a, b), (c, d)) = (left, right);
        // `&&` goes through the right side of `V`, and through the left one of `U`.
        let through_right = (connective == And) == (fixpoint == Release);
        if a == c && through_right {
            let is_boolean = self.facts(b).is_boolean && self.facts(d).is_boolean;
            if a != fixpoint.free() || is_boolean {
                let both = self.many(connective, [b, d]);
                return Some(self.two(fixpoint, a, both));
            }
        }
        if b == d && !through_right {
            let both = self.many(connective, [a, c]);
            return Some(self.two(fixpoint, both, b));
        }
        // `[]<>a || []<>b` is `[]<>(a || b)`.
        let (inner_b, inner_d) = (self.node(b), self.node(d));
        match (inner_b, inner_d) {
            (Node::Two(g, e, p), Node::Two(h, f, q))
                if !through_right
                    && [a, c] == [fixpoint.free(); 2]
                    && (g, h) == (fixpoint.dual(), fixpoint.dual())
                    && [e, f] == [g.free(); 2]
                    && self.facts(p).is_boolean
                    && self.facts(q).is_boolean =>
            {
                let both = self.many(connective, [p, q]);
                let inner = self.two(g, e, both);
                Some(self.two(fixpoint, a, inner))
            }
            _ => None,
        }
    }

    /// `a U b` or `a V b`. Comments speak of `U`; `V` is the dual.
    pub fn two(&mut self, fixpoint: Fixpoint, a: Id, b: Id) -> Id {
        let free = fixpoint.free();
        // What is true of `V` if it is said of `U` the other way round.
        let or = match fixpoint {
            Until => Or,
            Release => And,
        };
        let facts = self.facts(b);
        let reaches_itself = match fixpoint {
            Until => facts.is_eventual,
            Release => facts.is_universal,
        };
        // `b` is reached at once, or when `a` holds `b` does.
        if a == or.unit() || reaches_itself || self.stronger(or, b, a) {
            return b;
        }
        let not_b = self.negation(b);
        // Where `b` is false `a` is true; or `a` is simpler there.
        let a = if a == free || self.stronger(or, a, not_b) {
            free
        } else {
            let given = if fixpoint == Until { not_b } else { b };
            self.given(a, given)
        };
        match (self.node(a), self.node(b)) {
            _ if a == or.unit() => b,
            (Node::Next(a), Node::Next(b)) => {
                let inner = self.two(fixpoint, a, b);
                self.next(inner)
            }
            (_, Node::Next(b)) if a == free => {
                let inner = self.two(fixpoint, a, b);
                self.next(inner)
            }
            (_, Node::Two(own, c, _)) if own == fixpoint && self.stronger(or, c, a) => b,
            (Node::Two(own, _, d), _) if own == fixpoint && d == b => a,
            _ if a == free => self.free_two(fixpoint, b),
            _ if self.facts(a).is_suspendable() => {
                // `a` holds now, or never.
                let some_time = self.two(fixpoint, free, b);
                let held = self.many(or.dual(), [a, some_time]);
                self.many(or, [b, held])
            }
            _ => self.intern(Node::Two(fixpoint, a, b)),
        }
    }

    /// `<> b`, or `[] b`.
    fn free_two(&mut self, fixpoint: Fixpoint, b: Id) -> Id {
        let free = fixpoint.free();
        let or = match fixpoint {
            Until => Or,
            Release => And,
        };
        match self.node(b) {
            // `<>(c || <>d)` is `<>(c || d)`.
            Node::Many(own, parts) if own == or => {
                let bare = parts.iter().map(|part| match self.node(*part) {
                    Node::Two(own, c, d) if own == fixpoint && c == free => d,
                    _ => *part,
                });
                let bare: Vec<Id> = bare.collect();
                if bare[..] != parts[..] {
                    let inner = self.many(or, bare);
                    return self.two(fixpoint, free, inner);
                }
                // `[](c && <>d)` is `[]c && []<>d`, whose parts can become simpler.
                if fixpoint == Release && parts.iter().any(|it| !self.facts(*it).is_boolean) {
                    let each: Vec<Id> = parts.iter().map(|it| self.always(*it)).collect();
                    return self.many(And, each);
                }
            }
            // `<>(c && []<>d)` is `<>c && []<>d`.
            Node::Many(_, parts) => {
                let (out, inner): (Vec<Id>, Vec<Id>) = parts
                    .iter()
                    .partition(|it| self.facts(**it).is_suspendable());
                if !out.is_empty() {
                    let inner = self.many(or.dual(), inner);
                    let rest = self.two(fixpoint, free, inner);
                    return self.many(or.dual(), out.into_iter().chain([rest]));
                }
            }
            // `<>(c U d)` is `<>d`.
            Node::Two(own, _, d) if own == fixpoint => return self.two(fixpoint, free, d),
            Node::Two(own, c, d) if c == own.free() => {
                if let Some(simpler) = self.recurring(fixpoint, d) {
                    return simpler;
                }
            }
            _ => {}
        }
        self.intern(Node::Two(fixpoint, free, b))
    }

    /// `<>[](c || []d)` is `<>[]c || <>d` with `[]d` for `d`; the dual is
    /// `[]<>(c && <>d)`, which is `[]<>c && []<>d`.
    fn recurring(&mut self, fixpoint: Fixpoint, inner: Id) -> Option<Id> {
        let (inside, outside) = match fixpoint {
            Until => (Or, Or),
            Release => (And, And),
        };
        let Node::Many(own, parts) = self.node(inner) else {
            return None;
        };
        if own != inside {
            return None;
        }
        let moves = |facts: super::normal::Facts| match fixpoint {
            Until => facts.is_universal,
            Release => facts.is_eventual,
        };
        let (out, rest): (Vec<Id>, Vec<Id>) = parts.iter().partition(|it| moves(self.facts(**it)));
        if out.is_empty() {
            return None;
        }
        let mut all = Vec::new();
        for part in out {
            // `X` says nothing below `[]<>`.
            let part = match self.node(part) {
                Node::Next(later) => later,
                _ => part,
            };
            all.push(self.two(fixpoint, fixpoint.free(), part));
        }
        let rest = self.many(inside, rest);
        let again = self.two(fixpoint.dual(), fixpoint.dual().free(), rest);
        all.push(self.two(fixpoint, fixpoint.free(), again));
        Some(self.many(outside, all))
    }
}
