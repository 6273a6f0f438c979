//! Whether one formula implies another, as far as their shapes tell.
//!
//! Whether it really does costs as much as a translation. Simplification asks at each step, so a
//! few rules must do: they are sound, not complete (Somenzi and Bloem, *Efficient Büchi automata
//! from LTL formulae*, 2000).

use super::normal::{Connective, FALSE, Fixpoint, Formulas, Id, Node, TRUE};
use Connective::{And, Or};
use Fixpoint::{Release, Until};

impl Formulas {
    /// Whether `a` is known to imply `b`.
    pub fn implies(&mut self, a: Id, b: Id) -> bool {
        if a == b || a == FALSE || b == TRUE {
            return true;
        }
        if let Some(known) = self.implied.get(&(a, b)) {
            return *known;
        }
        let (left, right) = (self.node(a), self.node(b));
        let found = self.by_parts(a, b, &left, &right) || self.by_time(a, b, &left, &right);
        self.implied.insert((a, b), found);
        found
    }

    /// By connectives, and by unfolding one fixpoint.
    fn by_parts(&mut self, a: Id, b: Id, left: &Node, right: &Node) -> bool {
        (match left {
            Node::Many(Or, parts) => parts.iter().all(|it| self.implies(*it, b)),
            Node::Many(And, parts) => parts.iter().any(|it| self.implies(*it, b)),
            Node::Two(Until, hold, goal) => self.implies(*hold, b) && self.implies(*goal, b),
            Node::Two(Release, _, always) => self.implies(*always, b),
            _ => false,
        }) || match right {
            Node::Many(And, parts) => parts.iter().all(|it| self.implies(a, *it)),
            Node::Many(Or, parts) => parts.iter().any(|it| self.implies(a, *it)),
            Node::Two(Until, _, goal) => self.implies(a, *goal),
            Node::Two(Release, free, always) => self.implies(a, *free) && self.implies(a, *always),
            _ => false,
        }
    }

    /// By what the same operator, pure eventualities and universal formulas say of other times.
    fn by_time(&mut self, a: Id, b: Id, left: &Node, right: &Node) -> bool {
        let same = match (left, right) {
            (Node::Next(a), Node::Next(b)) => self.implies(*a, *b),
            (Node::Two(f, a1, a2), Node::Two(g, b1, b2)) if f == g => {
                self.implies(*a1, *b1) && self.implies(*a2, *b2)
            }
            _ => false,
        };
        same || self.facts(b).is_eventual
            && match left {
                Node::Next(later) | Node::Two(Until, _, later) => self.implies(*later, b),
                _ => false,
            }
            || self.facts(a).is_universal
                && match right {
                    Node::Next(later) | Node::Two(Release, _, later) => self.implies(a, *later),
                    _ => false,
                }
    }
}
