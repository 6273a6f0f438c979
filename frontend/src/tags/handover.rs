//! Whom an offer in the middle of an atomic sequence draws in.
//!
//! An offer at the beginning of a transition is an edge of two processes, which names both. One in
//! the middle is part of the edge of a single process, and yet another takes the message and goes
//! on with its own sequence, may offer something to a third, or to the first again. Two things have
//! to be said of such a transition:
//!
//! - It *seeks a receiver*: what it does depends on who stands where he receives from the channel.
//!   That is changed by anyone who comes to such a place or leaves it, be it by a step that touches
//!   nothing else. So these steps *move a receiver*, and the two conflict. In particular a process
//!   that may be drawn in stands at such a place, and each of its steps conflicts with the
//!   transition: no reduction takes them for steps that have nothing to do with each other.
//! - It does what the sequences of all possible receivers do, on unknown elements, since no one can
//!   ask for another's locals.
//!
//! Who is drawn in goes on with other locals. So any need of a transition at a place where its
//! process can be drawn in may be brought about by anyone who seeks it there, and has these tags of
//! the place as well.
//!
//! An `else` beside a rendezvous send, and a test in the middle of a sequence, seek a receiver as
//! well. For them it is enough whether a receive is executable; they get the tags of its sequence
//! too, which is simple, and such statements are rare.

use std::collections::{BTreeMap, BTreeSet};

use super::chain::Automata;
use super::flow::{ChannelOrigin, Flow};
use super::set::TagSet;
use crate::ir::{Action, Model, PlaceId, ProctypeId};

/// The rendezvous channels to which a message is offered in the middle of an atomic sequence, or
/// beside an `else` or an escape.
pub fn sought(model: &Model, flow: &Flow) -> BTreeSet<ChannelOrigin> {
    let mut sought = BTreeSet::new();
    for (i, proctype) in model.proctypes.iter().enumerate() {
        let mut in_middle = vec![false; proctype.places.len()];
        for transition in proctype.transitions.iter().filter(|it| it.atomic) {
            in_middle[transition.target.index()] = true;
        }
        for (at, place) in proctype.places.iter().enumerate() {
            let tiers = place.candidates.iter().map(|it| it.tier);
            let one_tier = tiers.clone().min() == tiers.max();
            let actions = proctype.offered(PlaceId::from(at));
            let actions = actions.map(|transition| &transition.steps[0].action);
            if !in_middle[at] && one_tier && !actions.clone().any(Action::is_else) {
                continue;
            }
            for action in actions {
                if let Action::Send { channel, .. } = action {
                    let origins = flow.named_by(ProctypeId::from(i), channel.var);
                    sought.extend(origins.iter().filter(|it| it.capacity(model) == 0));
                }
            }
        }
    }
    sought
}

/// What processes do that are drawn in by an offer.
#[derive(Default)]
pub struct Drawn {
    /// What they touch.
    pub found: TagSet,
    /// Locals that they assign, by proctype.
    pub assigns: BTreeMap<ProctypeId, u64>,
    /// Proctypes that they start.
    pub starts: BTreeSet<ProctypeId>,
    /// Where they may stand before or afterwards.
    pub places: BTreeSet<(ProctypeId, PlaceId)>,
}

impl Drawn {
    /// By offers on these channels, and by those that the processes drawn in make themselves.
    pub fn by(automata: &Automata<'_>, offers: &BTreeSet<ChannelOrigin>) -> Self {
        let mut drawn = Self::default();
        let mut offers = offers.clone();
        let mut seen = BTreeSet::new();
        let mut offered = 0;
        while offers.len() > offered {
            offered = offers.len();
            for receive in automata.receives(&offers) {
                if seen.insert(receive) {
                    drawn.add(automata, receive, &mut offers);
                }
            }
        }
        drawn
    }

    fn add(
        &mut self,
        automata: &Automata<'_>,
        (id, index): (ProctypeId, usize),
        offers: &mut BTreeSet<ChannelOrigin>,
    ) {
        let automaton = automata.of(id);
        let sequence = automaton.sequence(index);
        self.found.extend(&sequence.found().of_another());
        *self.assigns.entry(id).or_default() |= sequence.changes();
        self.starts.extend(&sequence.starts);
        let places = automaton
            .offering(index)
            .chain(sequence.places.iter().copied());
        self.places.extend(places.map(|place| (id, place)));
        offers.extend(&sequence.offers);
    }

    /// Locals that processes of a proctype assign when they are drawn in.
    pub fn assigned(&self, id: ProctypeId) -> u64 {
        self.assigns.get(&id).copied().unwrap_or_default()
    }
}
