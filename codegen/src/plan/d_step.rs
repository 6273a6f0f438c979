//! The shape of a `d_step`: which of its nodes need a name, and where code that branched runs
//! together again.
//!
//! A control graph with jumps has no nesting, but Rust has. Most `d_step`s are nested all the same,
//! so their code should be: a selection becomes `if .. else if ..` followed by what is behind it, a
//! repetition a `loop`. Only what does not fit becomes a small state machine. So the graph is
//! unfolded from its entrance; a node where paths join is emitted once, behind the selection that
//! they come from. A node at which a cycle begins, or that would be emitted twice, becomes a
//! *head*: control jumps there.

use std::collections::{BTreeMap, BTreeSet};

use frontend::ir::{Action, Branch, Deterministic, Expr};

use super::Scope;

/// A position: a node, or [`EXIT`].
pub type At = usize;

/// Behind the `d_step`.
pub const EXIT: At = usize::MAX;

/// A branch of a node that can be taken.
#[derive(Clone, Copy, Debug)]
pub struct Way<'m> {
    /// Number of its statement among those of the `d_step`.
    pub number: usize,
    /// The branch.
    pub branch: &'m Branch,
    /// Where it leads.
    pub target: At,
}

/// A `d_step`, ready to be emitted.
#[derive(Debug)]
pub struct Shape<'m> {
    /// By node, the last of which is the entrance if it is not node 0.
    pub ways: Vec<Vec<Way<'m>>>,
    /// Where it begins; no branch leads there.
    pub entrance: At,
    /// Nodes to which control jumps.
    pub heads: BTreeSet<At>,
    /// Some path leaves it, before it comes to a head, from inside of a selection that others come
    /// out of.
    pub breaks: bool,
    /// Control can come to a node again.
    pub has_cycle: bool,
    /// By node: its position in an order in which edges go forwards, but those to a head.
    order: Vec<usize>,
}

/// Selections around a node that is not a head: what reads the code, `rustc` too, goes into each by
/// a call.
const NESTED_MAX: usize = 32;

impl<'m> Shape<'m> {
    /// Finds the shape.
    pub fn new(scope: Scope<'_>, inside: &'m Deterministic) -> Self {
        let mut ways = ways(scope, inside);
        let leads_back = ways.iter().flatten().any(|way| way.target == 0);
        let entrance = if leads_back { ways.len() } else { 0 };
        if leads_back {
            ways.push(ways[0].clone());
        }
        let mut shape = Self {
            ways,
            entrance,
            heads: BTreeSet::new(),
            breaks: false,
            has_cycle: false,
            order: Vec::new(),
        };
        shape.order = vec![usize::MAX; shape.ways.len()];
        shape.walk();
        shape.has_cycle = !shape.heads.is_empty();
        loop {
            let mut unfolded = Unfolded::default();
            let starts = shape.heads.iter().copied().chain([entrance]);
            for start in starts {
                let end = if shape.heads.is_empty() {
                    Some(EXIT)
                } else {
                    None
                };
                // The entrance is the last: what breaks in a loop needs no label.
                unfolded.breaks = false;
                shape.unfold(start, end, 0, &mut unfolded);
            }
            shape.breaks = unfolded.breaks;
            let mut deep = BTreeSet::new();
            while let Some(start) = unfolded.deep.pop() {
                if deep.insert(start) {
                    shape.unfold(start, None, 0, &mut unfolded);
                }
            }
            let twice = unfolded.times.into_iter().filter(|&(_, times)| times > 1);
            let more: Vec<At> = twice.map(|(node, _)| node).chain(deep).collect();
            if more.is_empty() {
                return shape;
            }
            shape.heads.extend(more);
        }
    }

    /// Some path leaves it.
    pub fn has_exit(&self) -> bool {
        let mut targets = self.ways.iter().flatten().map(|way| way.target);
        targets.any(|target| target == EXIT)
    }

    /// Where the ways of `node` run together again: the first node in order of the graph to which
    /// several of them lead, if there is one from which all others of that kind are reached. `end`
    /// is where the code around it goes on.
    ///
    /// Follows all ways at once, in order of the graph and not past heads, and stops where there is
    /// only one node to go on from: it looks at what lies between `node` and the join, not at all
    /// that is behind.
    pub fn join(&self, node: At, end: Option<At>) -> Option<At> {
        let targets = self.ways[node].iter().map(|way| way.target);
        if targets.len() < 2 {
            return None;
        }
        let mut waiting = BTreeMap::new();
        for (way, target) in targets.enumerate() {
            self.lead(&mut waiting, target, Led::By(way));
        }
        let mut joined = None;
        while let Some(((_, at), led)) = waiting.pop_first() {
            match (led, joined) {
                (Led::BySeveral, None) => joined = Some(at),
                (Led::BySeveral, Some(_)) => return None,
                (Led::By(_) | Led::PastJoin, _) => {}
            }
            if waiting.is_empty() {
                break;
            }
            let on = match led {
                Led::By(_) => led,
                Led::BySeveral | Led::PastJoin => Led::PastJoin,
            };
            // Nothing is behind the exit.
            for way in self.ways.get(at).into_iter().flatten() {
                self.lead(&mut waiting, way.target, on);
            }
        }
        joined.filter(|&at| at != EXIT || end == Some(EXIT))
    }

    fn lead(&self, waiting: &mut BTreeMap<(usize, At), Led>, target: At, led: Led) {
        if !self.heads.contains(&target) {
            let order = self.order.get(target).copied().unwrap_or(usize::MAX);
            let known = waiting.entry((order, target)).or_insert(led);
            *known = known.and(led);
        }
    }

    /// Goes through the code as it will be emitted from `at` on, until `end`, inside of `depth`
    /// selections.
    fn unfold(&self, mut at: At, end: Option<At>, depth: usize, unfolded: &mut Unfolded) {
        loop {
            let times = unfolded.times.entry(at).or_default();
            *times += 1;
            if *times > 1 {
                return;
            }
            let join = self.join(at, end);
            let inner = join.or(end);
            let ways = &self.ways[at];
            let [only] = &ways[..] else {
                for target in ways.iter().map(|way| way.target) {
                    if self.ends_at(target, inner, unfolded) {
                        continue;
                    }
                    match depth < NESTED_MAX {
                        true => self.unfold(target, inner, depth + 1, unfolded),
                        false => unfolded.deep.push(target),
                    }
                }
                match join {
                    Some(join) if join != EXIT && Some(join) != end => {
                        at = join;
                        continue;
                    }
                    _ => return,
                }
            };
            if self.ends_at(only.target, end, unfolded) {
                return;
            }
            at = only.target;
        }
    }

    fn ends_at(&self, target: At, end: Option<At>, unfolded: &mut Unfolded) -> bool {
        if target == EXIT && end != Some(EXIT) {
            unfolded.breaks = true;
        }
        target == EXIT || end == Some(target) || self.heads.contains(&target)
    }

    /// Walks from the entrance: finds the nodes at which some cycle is entered, and the order.
    fn walk(&mut self) {
        let mut state = vec![Walked::Not; self.ways.len()];
        let mut left = self.ways.len();
        let mut path = vec![(self.entrance, 0)];
        while let Some((node, next)) = path.last_mut() {
            state[*node] = Walked::OnPath;
            let Some(way) = self.ways[*node].get(*next) else {
                state[*node] = Walked::Done;
                left -= 1;
                self.order[*node] = left;
                path.pop();
                continue;
            };
            *next += 1;
            match state.get(way.target) {
                Some(Walked::OnPath) => {
                    self.heads.insert(way.target);
                }
                Some(Walked::Not) => path.push((way.target, 0)),
                Some(Walked::Done) | None => {}
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Walked {
    Not,
    OnPath,
    Done,
}

/// By which ways of a selection control comes to a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Led {
    /// By this one only.
    By(usize),
    /// By several, which run together here.
    BySeveral,
    /// By several that have run together before.
    PastJoin,
}

impl Led {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::PastJoin, _) | (_, Self::PastJoin) => Self::PastJoin,
            (Self::By(one), Self::By(another)) if one == another => self,
            _ => Self::BySeveral,
        }
    }
}

#[derive(Default)]
struct Unfolded {
    times: BTreeMap<At, u32>,
    /// What would be nested too deep.
    deep: Vec<At>,
    breaks: bool,
}

/// The branches of each node that can be taken: none behind one that is always executable.
fn ways<'m>(scope: Scope<'_>, inside: &'m Deterministic) -> Vec<Vec<Way<'m>>> {
    let mut number = 0;
    let mut all = Vec::new();
    for node in &inside.nodes {
        let mut ways = Vec::new();
        let mut closed = false;
        for branch in &node.branches {
            let way = Way {
                number,
                branch,
                target: branch.target.map_or(EXIT, |id| id.index()),
            };
            number += 1;
            let action = &branch.step.action;
            if !closed && !is_never(scope, action) {
                ways.push(way);
            }
            closed |= is_always(scope, action);
        }
        all.push(ways);
    }
    all
}

fn is_never(scope: Scope<'_>, action: &Action) -> bool {
    matches!(action, Action::Condition(value) if scope.simplify(value) == Expr::Const(0))
}

/// Whether an action can be executed whatever the state.
pub fn is_always(scope: Scope<'_>, action: &Action) -> bool {
    match action {
        Action::Condition(value) => {
            matches!(scope.simplify(value), Expr::Const(value) if value != 0)
        }
        Action::Skip
        | Action::Else
        | Action::Assign(..)
        | Action::Assert(_)
        | Action::Print { .. }
        | Action::SetPriority { .. } => true,
        Action::Send { .. } => scope.plan.model.lossy_sends,
        Action::Receive { .. } | Action::End => false,
        Action::Run { .. } | Action::Deterministic(_) => unreachable!("is not inside a d_step"),
    }
}
