//! What enables a disabled transition: what stubborn sets rely on.
//!
//! A set of processes that contains a disabled transition must contain anyone who could enable it.
//! So an edge that enables a transition of another process must conflict with it, and, where the
//! transition lists its needs, with each of those that it has brought about. One detour is allowed:
//! where a handshake becomes possible because the partner has come to where it takes part, what
//! conflicts may be the partner's own half, since it is among what the partner's process may do
//! later.

use super::access::Access;
use super::edges::MacroEdge;
use super::findings::{Findings, Rule, transitions};
use super::graph::Graph;
use crate::model::TransitionId;
use crate::state::State;
use crate::tags::{Need, Tags, Test, When};

/// Looks at every transition at the place of every process, and at every edge of the others.
pub(super) fn check(graph: &Graph, findings: &mut Findings) {
    for number in graph.numbers() {
        let state = graph.state(number);
        for pid in 0..state.process_count() as u8 {
            for transition in at_place(state, pid) {
                let spot = Spot {
                    graph,
                    number,
                    pid,
                    transition,
                };
                spot.check_needs(findings);
                spot.check_enabling(findings);
            }
        }
    }
}

/// The transitions at the place of a process.
pub(super) fn at_place(state: &State, pid: u8) -> impl Iterator<Item = TransitionId> {
    let place = state.place(state.process(pid));
    let candidates = state.info().places[place.0 as usize].candidates;
    candidates.iter().map(|candidate| candidate.transition)
}

/// A transition that process `pid` could try in state `number`.
struct Spot<'g> {
    graph: &'g Graph,
    number: usize,
    pid: u8,
    transition: TransitionId,
}

impl Spot<'_> {
    fn tags(&self) -> &'static Tags {
        &self.graph.info.tags[self.transition.0 as usize]
    }

    fn state(&self) -> &State {
        self.graph.state(self.number)
    }

    /// The edges of state `number` that begin with the transition.
    fn edges_at(&self, number: usize) -> Option<impl Iterator<Item = &MacroEdge>> {
        let enabled = self.graph.enabled(number)?;
        let own = |edge: &&MacroEdge| edge.begins_with(self.pid, self.transition);
        Some(enabled.iter().filter(own))
    }

    fn is_enabled(&self) -> bool {
        self.edges_at(self.number)
            .is_some_and(|mut edges| edges.next().is_some())
    }

    fn holds(&self, need: &Need, number: usize) -> Option<bool> {
        let state = self.graph.state(number);
        need.holds(state, state.process(self.pid))
    }

    /// The needs and whether the transition is enabled must agree.
    fn check_needs(&self, findings: &mut Findings) {
        let needs = self.tags().needs;
        if needs.is_empty() || self.graph.is_timeout(self.number) {
            return;
        }
        let mut holding = needs.iter().map(|need| self.holds(need, self.number));
        let missing = holding.clone().position(|holds| holds == Some(false));
        let what = match (self.is_enabled(), missing) {
            (true, Some(i)) => &format!("enabled although need {i} does not hold"),
            (false, None) if holding.all(|holds| holds.is_some()) => {
                "disabled although all needs hold"
            }
            _ => return,
        };
        self.report(Rule::Need, what, None, findings);
    }

    /// Every edge of another process against what it changes for this transition.
    fn check_enabling(&self, findings: &mut Findings) {
        let edges = self.graph.edges(self.number).unwrap_or_default();
        let disabled = !self.is_enabled();
        for edge in edges.iter().filter(|edge| !edge.is_of(self.pid)) {
            for &end in &edge.ends {
                if !self.has_moved(end) {
                    self.check_brought_about(edge, end, findings);
                    if disabled {
                        self.check_enabled_by(edge, end, findings);
                    }
                } else if disabled {
                    self.check_moved_by(edge, findings);
                }
            }
        }
    }

    /// The process stands somewhere else in state `end`: the atomic sequence of another one has
    /// drawn it in.
    fn has_moved(&self, end: usize) -> bool {
        self.graph.place(self.number, self.pid) != self.graph.place(end, self.pid)
    }

    /// What draws the process in conflicts with something at its place.
    fn check_moved_by(&self, edge: &MacroEdge, findings: &mut Findings) {
        let state = self.state();
        let access = Access::of_edge(state, &edge.name);
        let drawn = at_place(state, self.pid).any(|transition| {
            let own = Access::of_transition(state, self.pid, transition);
            own.conflicts(&access, When::LaterPerhapsDisabled)
        });
        if !drawn {
            let what = "its process takes part in the other's atomic sequence";
            self.report(Rule::Enabling, what, Some(edge), findings);
        }
    }

    /// In state `end`, behind `edge`, the transition may be enabled.
    fn check_enabled_by(&self, edge: &MacroEdge, end: usize, findings: &mut Findings) {
        let state = self.state();
        let own = Access::of_transition(state, self.pid, self.transition);
        for now in self.edges_at(end).into_iter().flatten() {
            let cause = Access::of_edge(state, &edge.name).and(self.partner(now, end));
            if !own.conflicts(&cause, When::LaterPerhapsDisabled) {
                let what = "the edge enables it";
                self.report(Rule::Enabling, what, Some(edge), findings);
            }
            self.check_unknown_needs(edge, &cause, findings);
        }
    }

    /// No need is known to be missing: then one of those that are not known is, and what enables
    /// the transition conflicts with it.
    fn check_unknown_needs(&self, edge: &MacroEdge, cause: &Access, findings: &mut Findings) {
        let needs = self.tags().needs;
        let known = |need: &Need| self.holds(need, self.number) == Some(false);
        if needs.is_empty() || needs.iter().any(known) {
            return;
        }
        let unknown = needs
            .iter()
            .filter(|need| matches!(need.test, Test::Unknown));
        let conflicts = |need: &'static Need| {
            let access = Access::of_tags(self.state(), self.pid, need.tags());
            access.conflicts(cause, When::Later)
        };
        if !unknown.into_iter().any(conflicts) {
            let what = "the edge enables it, and conflicts with no need that may be missing";
            self.report(Rule::NeedTags, what, Some(edge), findings);
        }
    }

    /// A need that does not hold here, and does behind `edge`.
    fn check_brought_about(&self, edge: &MacroEdge, end: usize, findings: &mut Findings) {
        let state = self.state();
        for (i, need) in self.tags().needs.iter().enumerate() {
            let before = self.holds(need, self.number);
            if before != Some(false) || self.holds(need, end) == Some(false) {
                continue;
            }
            let behind = self.graph.state(end);
            let alive = edge.pids().filter(|&pid| behind.live(pid.into()).is_some());
            let halves = alive.flat_map(|pid| at_place(behind, pid).map(move |it| (pid, it)));
            let halves = halves.map(|(pid, it)| Access::of_transition(behind, pid, it).meetings());
            let cause = halves.fold(Access::of_edge(state, &edge.name), Access::and);
            let access = Access::of_tags(state, self.pid, need.tags());
            if !access.conflicts(&cause, When::Later) {
                let what = format!("the edge brings need {i} about");
                self.report(Rule::NeedTags, &what, Some(edge), findings);
            }
        }
    }

    /// What the partner does in a handshake that begins with the transition in state `end`.
    fn partner(&self, edge: &MacroEdge, end: usize) -> Access {
        let state = self.graph.state(end);
        let others = edge.name.halves().filter(|&(pid, _)| pid != self.pid);
        let touched = others
            .map(|(pid, transition)| Access::of_transition(state, pid, transition).meetings());
        touched.fold(Access::default(), Access::and)
    }

    fn report(&self, rule: Rule, what: &str, edge: Option<&MacroEdge>, findings: &mut Findings) {
        let mut keys = vec![self.transition];
        keys.extend(transitions(edge));
        findings.add(rule, what, keys, || {
            let (graph, number) = (self.graph, self.number);
            let step = graph.step_text(number, self.pid, self.transition);
            let access = Access::of_transition(self.state(), self.pid, self.transition);
            let mut text = format!("{step}, which touches: {}\n", access.text(graph.info));
            for (i, need) in self.tags().needs.iter().enumerate() {
                let access = Access::of_tags(self.state(), self.pid, need.tags());
                let holds = match self.holds(need, number) {
                    Some(true) => "holds",
                    Some(false) => "does not hold",
                    None => "may be missing",
                };
                text += &format!("  need {i} {holds}: {}\n", access.text(graph.info));
            }
            if let Some(edge) = edge {
                text += &format!("{}\n", graph.edge_text(number, edge));
            }
            text + &format!("{what}\n{}", graph.state_text(number))
        });
    }
}
