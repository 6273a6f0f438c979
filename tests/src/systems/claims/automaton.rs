//! Claims as the runtime has them.

use frontend::ltl::automaton::{Automaton, Edge};
use frontend::ltl::classify::{self, Component};
use frontend::ltl::formula::Formula;
use runtime::claim::{self, ClaimEdge, ClaimInfo, ClaimKind, ClaimPlace};
use runtime::state::Field;
use runtime::tables::at;

use super::propositions::{CELLS_MAX, Proposition};
use crate::formulas::parts::Parts;
use crate::systems::encode;
use crate::systems::model::{global, leak};
use crate::systems::plain::Machine;

/// Where the place of all claims lies: behind the last cell.
const PLACE: Field = Field::unsigned(0, global(CELLS_MAX).shift, 8);
/// Most places of a claim.
pub const PLACES_MAX: usize = 1 << 8;

/// A claim that accepts what the automaton accepts.
pub fn claim(
    machine: &Machine,
    propositions: &[Proposition],
    formula: &Formula,
    automaton: &Automaton,
    is_normal: bool,
) -> ClaimInfo {
    let system = &machine.system;
    let text = text(formula, &|it| propositions[it as usize].text(system));
    let source = at(1, leak_text(text));
    let holds = propositions.iter().enumerate();
    let holds = holds.map(|(i, it)| claim::Proposition {
        source: at(it.line(machine), leak_text(it.text(system))),
        holds: it.function(system, i),
    });
    let touches = propositions.iter().map(|it| it.touch(system));
    let kinds = classify::kinds(automaton);
    let places = automaton.places.iter().zip(kinds);
    let places = places.map(|(edges, kind)| ClaimPlace {
        source,
        component: component(kind),
        end: false,
        edges: leak(edges.iter().flat_map(|it| cubes(automaton, it)).collect()),
    });
    ClaimInfo {
        name: "ltl p",
        kind: ClaimKind::Formula,
        source,
        place: PLACE,
        start: 0,
        places: leak(places.collect()),
        sets: automaton.sets,
        propositions: leak(holds.collect()),
        formula: leak(Parts::of(formula).parts),
        observes: encode::reading(machine, touches),
        changed_by: &[],
        asks_accept: false,
        asks_progress: false,
        asks_timeout: propositions.contains(&Proposition::Timeout),
        is_normal,
    }
}

fn component(kind: Component) -> claim::Component {
    match kind {
        Component::Rejecting => claim::Component::Rejecting,
        Component::Weak => claim::Component::Weak,
        Component::Terminal => claim::Component::Terminal,
        Component::General => claim::Component::General,
    }
}

fn cubes(automaton: &Automaton, edge: &Edge) -> Vec<ClaimEdge> {
    let cubes = edge.letters.disjoint_cubes(automaton.alphabet).into_iter();
    let edges = cubes.map(|cube| ClaimEdge {
        source: at(1, "claim"),
        care: cube.care,
        value: cube.value,
        target: edge.target as u16,
        sets: edge.sets,
        steps: 1,
        does: None,
    });
    edges.collect()
}

fn leak_text(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// A formula in SPIN's syntax, with its propositions as they are written.
pub fn text(formula: &Formula, proposition: &impl Fn(u32) -> String) -> String {
    match formula {
        Formula::Constant(value) => value.to_string(),
        Formula::Proposition(number) => proposition(*number),
        Formula::Unary(operator, operand) => {
            format!("({operator}{})", text(operand, proposition))
        }
        Formula::Binary(operator, left, right) => {
            let [left, right] = [left, right].map(|it| text(it, proposition));
            format!("({left} {operator} {right})")
        }
    }
}

/// An automaton that changes its place at every second step only, at the even or the odd ones as it
/// guesses at the start. Of an automaton in stuttering normal form it accepts the same words, but
/// it is not in normal form itself: of two changes, one directly behind the other, it can follow
/// neither at once. To take it for normal is Siegel's error.
pub fn with_parity(automaton: &Automaton) -> Automaton {
    let number = |place: usize, waits: bool| 1 + 2 * place + usize::from(waits);
    let mut places = vec![Vec::new()];
    for edge in &automaton.places[0] {
        places[0].extend([false, true].map(|waits| edge.to(number(edge.target, waits))));
    }
    for (place, edges) in automaton.places.iter().enumerate() {
        for waits in [false, true] {
            let kept = edges.iter().filter(|it| !waits || it.target == place);
            places.push(kept.map(|it| it.to(number(it.target, !waits))).collect());
        }
    }
    Automaton {
        places,
        ..automaton.clone()
    }
}
