//! From SPIN's control graph to places and transitions.
//!
//! Every element has at most one transition of its own, and is a place a process may stand at.
//! Heads (selections, blocks) have none: at their place, the transitions of the elements that can
//! come first inside are offered, the very same ones that are offered at the places of these
//! elements. So one transition may be a candidate at several places, and a loop at the start of a
//! block is entered at the block's place but returns to its own: SPIN counts these as different, so
//! do we.
//!
//! A transition leads to the next element that is not a jump, join or exit. Inside `atomic` there
//! is an exception: such an element stays a step of its own when the element behind it does not
//! belong to the chain any more.

use std::collections::BTreeSet;

use super::deterministic;
use super::elements::{Element, ElementId, Graph, Kind, Sequence};
use super::escapes::{self, Offer};
use super::remote::Labels;
use crate::ast::TextRange;
use crate::ir::{
    Action, CANDIDATES_MAX, Candidate, Expr, Place, PlaceId, Step, TIERS_MAX, Transition,
    TransitionId,
};

/// Control of one proctype.
pub struct Automaton {
    /// Control locations.
    pub places: Vec<Place>,
    /// Transitions in source order.
    pub transitions: Vec<Transition>,
    /// Where a process starts.
    pub start: PlaceId,
    /// The places of labels.
    pub labels: Labels,
    /// Statements that do nothing and lead back to the place they leave: `do :: skip od`.
    pub idle: Vec<TextRange>,
    /// Statements to which no way leads; of several in a row the first.
    pub unreachable: Vec<TextRange>,
    /// Places at which more can be tried than a search can count, with how much.
    pub crowded: Vec<(TextRange, Crowd)>,
}

/// What there is too much of at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowd {
    /// More than [`CANDIDATES_MAX`] candidates.
    Candidates(usize),
    /// More than [`TIERS_MAX`] tiers.
    Tiers(usize),
}

/// The transition of an element.
#[derive(Clone, Copy)]
struct Edge {
    target: Option<ElementId>,
    jumps: bool,
    atomic: bool,
}

/// What the labels at a place, and at the heads folded into it, mean.
#[derive(Clone, Copy, Default)]
struct Marks {
    end: bool,
    accept: bool,
    progress: bool,
}

impl Marks {
    fn add(&mut self, other: Marks) {
        self.end |= other.end;
        self.accept |= other.accept;
        self.progress |= other.progress;
    }
}

struct Builder {
    graph: Graph,
    /// For each element, what is offered there: for a head the first elements inside, for others
    /// the element itself.
    offers: Vec<Vec<ElementId>>,
    /// For each element, what can be tried there: escapes, then what is offered.
    candidates: Vec<Vec<Offer>>,
    edges: Vec<Option<Edge>>,
    marks: Vec<Marks>,
    /// Elements in the order in which SPIN writes them down: heads before their contents.
    visited: Vec<ElementId>,
    seen: Vec<bool>,
}

/// Builds the automaton of a body. The graph has passed [`Graph::check`].
pub fn build(graph: Graph, body: &Sequence) -> Automaton {
    let count = graph.elements.len();
    let marks = vec![Marks::default(); count];
    let offers = vec![Vec::new(); count];
    let mut builder = Builder {
        graph,
        offers,
        candidates: Vec::new(),
        edges: vec![None; count],
        marks,
        visited: Vec::new(),
        seen: vec![false; count],
    };
    builder.graph.tie_ends();
    builder.write_sequence(body);
    builder.mark_labels(body);
    builder.flatten();
    builder.candidates = escapes::candidates(&builder.graph, &builder.offers);
    builder.finish(body)
}

impl Builder {
    fn write_sequence(&mut self, sequence: &Sequence) {
        for id in self.graph.up_to(sequence.first, sequence.last) {
            if !std::mem::replace(&mut self.seen[id.0], true) {
                self.visited.push(id);
                self.write_element(id);
            }
        }
    }

    fn write_element(&mut self, id: ElementId) {
        let Element {
            kind,
            next,
            chained,
            ..
        } = self.graph.get(id).clone();
        match kind {
            Kind::Select(options) => {
                let firsts = options.iter().filter_map(|option| option.first);
                let mut firsts: Vec<_> =
                    firsts.map(|first| self.graph.behind_joins(first)).collect();
                // Where none can ever be executed, `provided` is still asked.
                if firsts.iter().any(|first| !self.is_never_executable(*first)) {
                    firsts.retain(|first| !self.is_never_executable(*first));
                }
                self.offers[id.0] = firsts;
                for option in &options {
                    self.write_sequence(option);
                }
            }
            Kind::Block(body) => {
                self.patch_jumps(&body);
                let first = body.first.map(|first| self.graph.behind_joins(first));
                self.offers[id.0] = first.into_iter().collect();
                if let Some(last) = body.last {
                    self.graph.elements[last.0].next = next;
                }
                self.write_sequence(&body);
            }
            Kind::Jump(jump) => {
                let next = self.graph.destination(&jump).ok().flatten();
                self.set_edge(id, next, chained);
            }
            Kind::Unless(main, escape) => {
                self.write_sequence(&main);
                self.write_sequence(&escape);
            }
            Kind::Step(_) | Kind::Deterministic(_) | Kind::Exit | Kind::Join | Kind::End => {
                self.set_edge(id, next, chained);
            }
        }
    }

    fn set_edge(&mut self, id: ElementId, next: Option<ElementId>, atomic: bool) {
        self.edges[id.0] = Some(Edge {
            target: next.map(|next| self.graph.place_behind(next, atomic)),
            jumps: self.graph.jumps(id, next, atomic),
            atomic,
        });
        self.offers[id.0] = vec![id];
    }

    /// A jump out of an `atomic` ends its chain, one into another `atomic` continues there.
    fn patch_jumps(&mut self, sequence: &Sequence) {
        for id in self.graph.written(sequence) {
            match &self.graph.get(id).kind {
                Kind::Jump(jump) => {
                    let in_atomic = |it: &Element| it.chained || it.chain_end;
                    let target = self.graph.destination(jump).ok().flatten();
                    let inside = target.is_some_and(|to| in_atomic(self.graph.get(to)));
                    let element = &mut self.graph.elements[id.0];
                    if in_atomic(element) {
                        (element.chained, element.chain_end) = (inside, !inside);
                    }
                }
                Kind::Select(_) | Kind::Unless(..) => {
                    for part in self.graph.parts(id) {
                        self.patch_jumps(&part);
                    }
                }
                _ => {}
            }
        }
    }

    fn is_never_executable(&self, id: ElementId) -> bool {
        let element = self.graph.get(id);
        element.escapes.is_empty()
            && matches!(element.kind, Kind::Step(Action::Condition(Expr::Const(0))))
    }

    fn mark_labels(&mut self, body: &Sequence) {
        for label in self.graph.labels.iter() {
            let marks = &mut self.marks[label.element.0];
            marks.end |= label.name.starts_with("end");
            marks.accept |= label.name.starts_with("accept");
            marks.progress |= label.name.starts_with("progress");
        }
        if let Some(last) = body.last {
            self.marks[last.0].end = true;
        }
    }

    fn is_head(&self, id: ElementId) -> bool {
        matches!(self.graph.get(id).kind, Kind::Select(_) | Kind::Block(_))
            && !self.offers[id.0].is_empty()
    }

    /// Replaces heads among what is offered at heads by what is offered there, until only
    /// transitions are left. The marks of a head that is folded away go to the first elements
    /// inside, those of a first element to where it leads.
    fn flatten(&mut self) {
        let heads: Vec<ElementId> = (0..self.offers.len())
            .map(ElementId)
            .filter(|id| self.is_head(*id))
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for head in &heads {
                let offered = std::mem::take(&mut self.offers[head.0]);
                let mut flat = Vec::new();
                for id in offered {
                    if !self.is_head(id) {
                        flat.push(id);
                        continue;
                    }
                    changed = true;
                    for first in self.offers[id.0].clone() {
                        let inherited = self.marks[id.0];
                        self.marks[first.0].add(inherited);
                        flat.push(first);
                    }
                }
                self.offers[head.0] = flat;
            }
        }
        for head in &heads {
            for first in self.offers[head.0].clone() {
                if let Some(target) = self.target(first) {
                    let inherited = self.marks[first.0];
                    self.marks[target.0].add(inherited);
                }
            }
        }
        for index in 0..self.edges.len() {
            let join = matches!(self.graph.elements[index].kind, Kind::Join);
            if join
                && self.marks[index].end
                && let Some(target) = self.target(ElementId(index))
            {
                self.marks[target.0].end = true;
            }
        }
    }

    /// Where the transition of an element leads, if it has one that leads anywhere.
    fn target(&self, id: ElementId) -> Option<ElementId> {
        self.edges[id.0]?.target
    }

    /// Keeps the places that can be reached from the start, and those of statements that are
    /// offered nowhere else.
    fn kept_places(&self, start: ElementId) -> BTreeSet<ElementId> {
        let mut kept = BTreeSet::new();
        let mut offered = BTreeSet::new();
        let roots = std::iter::once(start).chain(self.visited.iter().copied());
        for root in roots {
            let artificial = matches!(
                self.graph.get(root).kind,
                Kind::Join | Kind::Exit | Kind::Jump(_)
            );
            let tried = &self.candidates[root.0];
            let covered = tried.iter().all(|offer| offered.contains(&offer.element));
            if root != start && (artificial || covered) {
                continue;
            }
            let mut open = vec![root];
            while let Some(place) = open.pop() {
                if kept.insert(place) {
                    let tried = self.candidates[place.0].iter().map(|offer| offer.element);
                    offered.extend(tried.clone());
                    // The end of a process leads to no other place: an escape that leaves the last
                    // loop offers it elsewhere.
                    open.extend(
                        tried.filter_map(|id| Some(self.edges[id.0]?.target.unwrap_or(id))),
                    );
                }
            }
        }
        kept
    }

    fn finish(self, body: &Sequence) -> Automaton {
        let first = body.first.expect("a body ends with its closing brace");
        let start = self.graph.place_behind(first, false);
        let kept = self.kept_places(start);
        let place_ids: Vec<Option<PlaceId>> = numbers(self.offers.len(), |id| kept.contains(&id));
        let offers = kept.iter().flat_map(|place| &self.candidates[place.0]);
        let used: BTreeSet<ElementId> = offers.map(|offer| offer.element).collect();
        let transition_ids: Vec<Option<TransitionId>> = numbers(self.offers.len(), |id| {
            used.contains(&id) && self.edges[id.0].is_some()
        });
        let places = kept.iter().map(|id| self.place(*id, &transition_ids));
        let transitions = used.iter().map(|id| self.transition(*id, &place_ids));
        let labels = self.graph.labels.iter();
        let labels = labels.map(|label| (label.name.clone(), place_ids[label.element.0]));
        Automaton {
            labels: labels.collect(),
            places: places.collect(),
            transitions: transitions.flatten().collect(),
            start: place_ids[start.0].expect("the start is kept"),
            idle: self.idle_loops(&kept),
            unreachable: self.unreachable(start),
            crowded: kept.iter().filter_map(|id| self.crowd(*id)).collect(),
        }
    }

    fn crowd(&self, place: ElementId) -> Option<(TextRange, Crowd)> {
        let offers = &self.candidates[place.0];
        let tiers = offers.last().map_or(0, |last| last.tier + 1);
        let crowd = match (offers.len(), tiers) {
            (count, _) if count > CANDIDATES_MAX => Crowd::Candidates(count),
            (_, tiers) if tiers > TIERS_MAX => Crowd::Tiers(tiers),
            _ => return None,
        };
        Some((self.graph.get(place).range, crowd))
    }

    /// Statements that are not reached from the start, each followed as far as it leads, so that
    /// only the first of a row is named. What stands behind a constantly false condition was
    /// switched off on purpose.
    fn unreachable(&self, start: ElementId) -> Vec<TextRange> {
        let mut reached = BTreeSet::new();
        self.reach(start, &mut reached);
        let mut ranges = Vec::new();
        for id in &self.visited {
            let element = self.graph.get(*id);
            let statement = matches!(element.kind, Kind::Step(_) | Kind::Deterministic(_));
            if !statement || reached.contains(id) {
                continue;
            }
            if !self.is_never_executable(*id) {
                ranges.push(element.range);
            }
            self.reach(*id, &mut reached);
        }
        ranges.sort_unstable();
        ranges.dedup();
        ranges
    }

    /// All elements that can be executed from a place on.
    fn reach(&self, place: ElementId, reached: &mut BTreeSet<ElementId>) {
        let mut open = vec![place];
        let mut places = BTreeSet::new();
        while let Some(place) = open.pop() {
            if places.insert(place) {
                for offer in &self.candidates[place.0] {
                    reached.insert(offer.element);
                    open.extend(self.target(offer.element));
                }
            }
        }
    }

    fn idle_loops(&self, kept: &BTreeSet<ElementId>) -> Vec<TextRange> {
        let mut ranges = BTreeSet::new();
        for place in kept {
            for id in &self.offers[place.0] {
                let element = self.graph.get(*id);
                let skips = matches!(
                    element.kind,
                    Kind::Step(Action::Skip) | Kind::Jump(_) | Kind::Join | Kind::Exit
                );
                if skips && self.target(*id) == Some(*place) {
                    ranges.insert(element.range);
                }
            }
        }
        ranges.into_iter().collect()
    }

    fn place(&self, id: ElementId, transition_ids: &[Option<TransitionId>]) -> Place {
        let Marks {
            end,
            accept,
            progress,
        } = self.marks[id.0];
        let labels = self.graph.labels.of(id);
        let candidate = |offer: &Offer| {
            Some(Candidate {
                transition: transition_ids[offer.element.0]?,
                // A place with more is refused.
                tier: offer.tier.try_into().unwrap_or(u8::MAX),
            })
        };
        Place {
            source: self.graph.get(id).source.clone(),
            labels: labels.map(|label| label.name.clone()).collect(),
            end,
            accept,
            progress,
            candidates: self.candidates[id.0].iter().filter_map(candidate).collect(),
        }
    }

    fn transition(&self, id: ElementId, place_ids: &[Option<PlaceId>]) -> Option<Transition> {
        let edge = self.edges[id.0]?;
        let Element { kind, source, .. } = self.graph.get(id).clone();
        let action = match kind {
            Kind::Step(action) => action,
            Kind::End => Action::End,
            Kind::Deterministic(body) => {
                Action::Deterministic(deterministic::build(&self.graph, &body))
            }
            _ => Action::Skip,
        };
        let target =
            place_ids[edge.target.unwrap_or(id).0].expect("what a kept place leads to is kept");
        Some(Transition {
            steps: vec![Step::new(action, source)],
            resets: Vec::new(),
            target,
            jumps: edge.jumps,
            atomic: edge.atomic,
        })
    }
}

/// Consecutive ids for the elements that are wanted.
fn numbers<T: From<usize>>(count: usize, wanted: impl Fn(ElementId) -> bool) -> Vec<Option<T>> {
    let mut next = 0;
    let number = |index| {
        wanted(ElementId(index)).then(|| {
            next += 1;
            T::from(next - 1)
        })
    };
    (0..count).map(number).collect()
}
