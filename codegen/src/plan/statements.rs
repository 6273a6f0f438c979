//! Statements that a function names when something is wrong with them: assertions, by what they
//! say, and uses of a channel that may break a promise.

use frontend::ir::{Access, Action, ChannelUse, ProctypeId, Step, Transition};
use frontend::tags::Facts;

use super::names::{self, Names};
use super::promises::Watched;
use super::words::Words;

/// The statements of a transition: its own, then those inside of its `d_step`s.
pub fn of(transition: &Transition) -> impl Iterator<Item = &Step> {
    let inside = transition
        .steps
        .iter()
        .filter_map(|step| match &step.action {
            Action::Deterministic(inside) => Some(inside.steps()),
            _ => None,
        });
    transition.steps.iter().chain(inside.flatten())
}

/// By statement of a transition: its constant, if it is named.
pub fn named(
    facts: &Facts<'_>,
    promises: &[Watched],
    id: ProctypeId,
    transition: &Transition,
    constants: &mut Names,
) -> Vec<Option<String>> {
    let words = Words { facts, id };
    let named = of(transition).map(|step| {
        let wanted = match &step.action {
            Action::Assert(holds) => assertion(&words.condition(holds), step),
            action if !watched(promises, facts, id, action).is_empty() => {
                format!("STATEMENT_L{}", step.source.line)
            }
            _ => return None,
        };
        Some(constants.claim(&wanted))
    });
    named.collect()
}

/// A longer name would say less than the assertion itself.
const NAME_MAX: usize = 32;

/// `X_IS_3`, or by its line where what it says makes no name.
fn assertion(says: &str, step: &Step) -> String {
    let name = names::constant(says);
    match says.starts_with(|c: char| c.is_ascii_alphabetic()) && name.len() <= NAME_MAX {
        true => name,
        false => format!("ASSERTION_L{}", step.source.line),
    }
}

/// The promises that an action may break: how it uses which channel.
pub fn watched<'p>(
    promises: &'p [Watched],
    facts: &Facts<'_>,
    id: ProctypeId,
    action: &Action,
) -> Vec<(&'p Watched, ChannelUse, Access)> {
    let mut watched = Vec::new();
    action.channel_uses(&mut |used, channel| {
        let promises = promises.iter();
        let concerned = promises.filter(|it| it.concerns(&facts.flow, id, (used, channel)));
        watched.extend(concerned.map(|it| (it, used, channel.clone())));
    });
    watched
}
