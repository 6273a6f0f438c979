//! The shape of a `d_step`: which of its nodes need a name, and where code that branched runs together again.
//!
//! A control graph with jumps has no nesting, but Rust has. Most `d_step`s are nested all the same, so their code should be: a selection
//! becomes `if .. else if ..` followed by what is behind it, a repetition a `loop`. Only what does not fit becomes a small state machine.
//! So the graph is unfolded from its entrance; a node where paths join is emitted once, behind the selection that they come from. A node
//! at which a cycle begins, or that would be emitted twice, becomes a *head*: control jumps there.

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
    /// Some path leaves it, before it comes to a head, from inside of a selection that others come out of.
    pub breaks: bool,
    /// Control can come to a node again.
    pub has_cycle: bool,
}

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
        };
        shape.heads = shape.cycle_heads();
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
                shape.unfold(start, end, &mut unfolded);
            }
            shape.breaks = unfolded.breaks;
            let twice = unfolded.times.into_iter().filter(|&(_, times)| times > 1);
            let twice: Vec<At> = twice.map(|(node, _)| node).collect();
            if twice.is_empty() {
                return shape;
            }
            shape.heads.extend(twice);
        }
    }

    /// Some path leaves it.
    pub fn has_exit(&self) -> bool {
        let mut targets = self.ways.iter().flatten().map(|way| way.target);
        targets.any(|target| target == EXIT)
    }

    /// Where the ways of `node` run together again: the first node in order of the graph to which several of them lead, if there is one. `end` is
    /// where the code around it goes on.
    pub fn join(&self, node: At, end: Option<At>) -> Option<At> {
        let ways = &self.ways[node];
        let reached: Vec<BTreeSet<At>> =
            (ways.iter()).map(|way| self.reached(way.target)).collect();
        let common: BTreeSet<At> = (reached.iter().flatten().copied())
            .filter(|at| reached.iter().filter(|set| set.contains(at)).count() > 1)
            .collect();
        // The first of them is the one from which all others are reached.
        let joined = (common.iter().copied()).find(|&at| {
            common
                .iter()
                .all(|&other| self.reached(at).contains(&other))
        });
        joined.filter(|&at| at != EXIT || end == Some(EXIT))
    }

    /// Where control can come to from `at` without a jump, `at` included.
    fn reached(&self, at: At) -> BTreeSet<At> {
        let mut reached = BTreeSet::new();
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            if !self.heads.contains(&at) && reached.insert(at) && at != EXIT {
                waiting.extend(self.ways[at].iter().map(|way| way.target));
            }
        }
        reached
    }

    /// Goes through the code as it will be emitted from `at` on, until `end`.
    fn unfold(&self, mut at: At, end: Option<At>, unfolded: &mut Unfolded) {
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
                for way in ways {
                    self.follow(way.target, inner, unfolded);
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

    fn follow(&self, target: At, end: Option<At>, unfolded: &mut Unfolded) {
        if !self.ends_at(target, end, unfolded) {
            self.unfold(target, end, unfolded);
        }
    }

    fn ends_at(&self, target: At, end: Option<At>, unfolded: &mut Unfolded) -> bool {
        if target == EXIT && end != Some(EXIT) {
            unfolded.breaks = true;
        }
        target == EXIT || end == Some(target) || self.heads.contains(&target)
    }

    /// The nodes at which some cycle is entered in a walk from the entrance.
    fn cycle_heads(&self) -> BTreeSet<At> {
        let mut heads = BTreeSet::new();
        let mut done = BTreeSet::new();
        let mut path = vec![(self.entrance, 0)];
        while let Some((node, next)) = path.last_mut() {
            let Some(way) = self.ways[*node].get(*next) else {
                done.insert(*node);
                path.pop();
                continue;
            };
            *next += 1;
            let target = way.target;
            if path.iter().any(|&(node, _)| node == target) {
                heads.insert(target);
            } else if target != EXIT && !done.contains(&target) {
                path.push((target, 0));
            }
        }
        heads
    }
}

#[derive(Default)]
struct Unfolded {
    times: BTreeMap<At, u32>,
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
