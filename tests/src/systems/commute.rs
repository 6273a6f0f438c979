//! Whether the tags are right, tried out in every state.
//!
//! - Two edges of different processes whose tags do not conflict when both are enabled: each is
//!   still enabled behind the other, the assertions that fail are the same, and both orders lead to
//!   the same states.
//! - A transition that is disabled, with a need that does not hold: behind an edge of another
//!   process that does not conflict with the tags of the need it is still disabled.

use std::collections::{BTreeMap, BTreeSet};

use runtime::tags::{Verb, When};

use super::naive::{Naive, Whole, whole_edges};
use super::plain::{Machine, Name, Plain};
use super::table::Statement;
use super::tags::{Need, Own, Question};

/// What was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Pairs of independent edges.
    pub pairs: u64,
    /// Disabled transitions with an edge that does not conflict with what they need.
    pub waiting: u64,
}

/// Tries everything out, in every state in which nothing waits for a `timeout`.
///
/// # Errors
/// What is wrong, in words.
pub fn check(machine: &Machine, naive: &Naive, owns: &[Own]) -> Result<Tried, String> {
    let mut tried = Tried::default();
    for state in &naive.states {
        let here = whole_edges(machine, state);
        if here.iter().any(|(name, _)| is_timeout(machine, name)) {
            continue;
        }
        for (i, one) in here.iter().enumerate() {
            for other in &here[i + 1..] {
                if independent(one.0, other.0, state, owns) {
                    tried.pairs += 1;
                    commutes(machine, one, other)
                        .map_err(|what| format!("{what}: {one:?} {other:?} in {state:?}"))?;
                }
            }
            stays_disabled(machine, state, &here, one, owns, &mut tried)?;
        }
    }
    Ok(tried)
}

fn is_timeout(machine: &Machine, name: &Name) -> bool {
    machine.flat.transitions[name.transition].statement == Some(Statement::Timeout)
}

/// The processes of an edge with their transitions.
fn moves(name: Name) -> impl Iterator<Item = (usize, usize)> + Clone {
    [(name.pid, name.transition)]
        .into_iter()
        .chain(name.partner)
}

fn independent(one: Name, other: Name, state: &Plain, owns: &[Own]) -> bool {
    moves(one).all(|(pid, transition)| {
        moves(other).all(|(by, its)| {
            let when = When::BothEnabled;
            pid != by && !owns[transition].conflicts(pid, &owns[its], by, state, when)
        })
    })
}

fn commutes(machine: &Machine, one: &(Name, Whole), other: &(Name, Whole)) -> Result<(), String> {
    // Behind a wrong index there is nothing to compare.
    let forth = behind(machine, one, other)?;
    let back = behind(machine, other, one)?;
    let faulted = |whole: &Whole| !whole.faulted.is_empty();
    if forth != back && !faulted(&one.1) && !faulted(&other.1) {
        return Err("the orders lead to different states".into());
    }
    Ok(())
}

/// The states behind `first` and then `second`, which behaves as it did before.
fn behind(
    machine: &Machine,
    first: &(Name, Whole),
    second: &(Name, Whole),
) -> Result<BTreeSet<Plain>, String> {
    let mut ends = BTreeSet::new();
    for state in &first.1.ends {
        let there: BTreeMap<Name, Whole> = whole_edges(machine, state).into_iter().collect();
        let Some(again) = there.get(&second.0) else {
            return Err("one disables the other".into());
        };
        if (&again.failed, &again.faulted) != (&second.1.failed, &second.1.faulted) {
            return Err("one changes what is wrong with the other".into());
        }
        ends.extend(&again.ends);
    }
    Ok(ends)
}

/// Behind edge `by`, transitions that wait for something else still wait.
fn stays_disabled(
    machine: &Machine,
    state: &Plain,
    here: &[(Name, Whole)],
    by: &(Name, Whole),
    owns: &[Own],
    tried: &mut Tried,
) -> Result<(), String> {
    for pid in 0..usize::from(state.alive) {
        if moves(by.0).any(|(mover, _)| mover == pid) {
            continue;
        }
        for it in &machine.flat.places[usize::from(state.processes[pid].place)].tries {
            let enabled =
                |(name, _): &(Name, Whole)| moves(*name).any(|its| its == (pid, it.transition));
            if here.iter().any(enabled) {
                continue;
            }
            let own = &owns[it.transition];
            if waits_for_an_offer(own) || !waits_for_others(machine, own, pid, state, by, owns) {
                continue;
            }
            tried.waiting += 1;
            for after in &by.1.ends {
                let there = whole_edges(machine, after);
                // When nothing else can move, a timeout can; the searches know.
                let timeout = |(name, _): &(Name, Whole)| is_timeout(machine, name);
                if !there.iter().any(timeout) && there.iter().any(enabled) {
                    return Err(format!("{by:?} enables {it:?} of {pid} in {state:?}"));
                }
            }
        }
    }
    Ok(())
}

/// Whether nothing that `by` does can bring about what the transition needs: one need that is known
/// to be missing, or any of those of which nothing is known.
fn waits_for_others(
    machine: &Machine,
    own: &Own,
    pid: usize,
    state: &Plain,
    by: &(Name, Whole),
    owns: &[Own],
) -> bool {
    let (name, whole) = by;
    // Or is started.
    let is_drawn_in = |mover: usize| {
        let mut ends = whole.ends.iter();
        ends.any(|end| end.processes[mover] != state.processes[mover])
    };
    let touches = |need: &Need, pid: usize, mover: usize, theirs: &Own| {
        need.touches.iter().any(|it| {
            let mut theirs = theirs.touches.iter();
            theirs.any(|its| it.conflicts(pid, its, mover, state, When::Later))
        })
    };
    let brings_about = |need: &Need, pid: usize| {
        moves(*name).any(|(mover, transition)| touches(need, pid, mover, &owns[transition]))
    };
    // A handshake is enabled by a step *towards* its other half. A reduction that asks for that
    // half asks for all that its process does, and so for who draws the process in on the way, and
    // for what the half needs.
    let is_towards_the_other_half = |need: &Need| {
        (0..state.processes.len()).any(|other| {
            let moves = is_drawn_in(other) || moves(*name).any(|(mover, _)| mover == other);
            transitions(machine, state, whole, other).any(|transition| {
                let half = &owns[transition];
                let mut needs = half.needs.iter().filter(|it| !is_for_handshake(it));
                touches(need, pid, other, half)
                    && (moves || needs.any(|it| brings_about(it, other)))
            })
        })
    };
    let untouched = |need: &Need| match is_for_handshake(need) {
        true => !is_towards_the_other_half(need),
        false => !brings_about(need, pid),
    };
    let missing = |need: &&Need| is_missing(machine, need.question, pid, state);
    if let Some(need) = own.needs.iter().find(missing) {
        return untouched(need);
    }
    let mut unknown = own
        .needs
        .iter()
        .filter(|need| need.question == Question::Unknown);
    unknown.clone().count() > 0 && unknown.all(untouched)
}

/// The transitions of a process, before or behind an edge.
fn transitions(
    machine: &Machine,
    state: &Plain,
    whole: &Whole,
    pid: usize,
) -> impl Iterator<Item = usize> {
    let states = whole.ends.iter().chain([state]);
    let automata: BTreeSet<usize> = states.filter_map(|it| machine.automaton(it, pid)).collect();
    let all = machine.flat.transitions.iter().enumerate();
    all.filter_map(move |(number, it)| automata.contains(&it.process).then_some(number))
}

/// A message that can be received may be offered as soon as somebody writes what is sent. Anyone
/// who asks for those who offer asks, in turn, for those who matter to their offers; so this need
/// does not name them.
fn waits_for_an_offer(own: &Own) -> bool {
    let mut touches = own.needs.iter().flat_map(|need| &need.touches);
    touches.any(|it| it.verb == Verb::Accept)
}

fn is_for_handshake(need: &Need) -> bool {
    let mut verbs = need.touches.iter().map(|it| it.verb);
    verbs.any(|verb| matches!(verb, Verb::Offer | Verb::Accept))
}

/// The need is known not to hold.
fn is_missing(machine: &Machine, question: Question, pid: usize, state: &Plain) -> bool {
    match question {
        Question::Unknown => false,
        Question::Local(local, equal, value) => {
            (state.processes[pid].locals[local] == value) != equal
        }
        Question::Cell(cell, equal, value) => (state.cells[cell] == value) != equal,
        Question::Message(channel) => state.queues[channel].length == 0,
        Question::Head(channel, value) => {
            state.queues[channel].length > 0 && state.queues[channel].slots[0] != value
        }
        Question::Room(channel) => state.queues[channel].length == machine.system.channels[channel],
        Question::Youngest => pid + 1 != usize::from(state.alive),
    }
}
