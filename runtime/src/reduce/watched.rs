//! A model in which each transition that a claim of safety sees looks at what the claim is about,
//! as if the claim's step, and an `assert` that it is not violated, were its last statements.
//!
//! A persistent set, or a sleep set, keeps every failed assertion. What the claim does not see
//! leaves it where it stands, so it suffices that it steps behind what it sees. Then it is one more
//! variable, that of an assertion, and there is nothing new to prove: such a transition gets the
//! tags that it would have then. They tell of no claim's place: of two transitions that the claim
//! sees, each writes what the other reads for it, so they are dependent as it is.
//!
//! A state from which on no run violates the claim may be left without its edges: a run that does
//! is equivalent to none through that state.

use super::held::sight;
use crate::claim::ClaimInfo;
use crate::model::{ModelInfo, TransitionId};
use crate::tags::{Object, Tag, Tags, Verb};

/// The model as it is reduced while a search lets a claim of safety see its states; it is never
/// freed.
pub fn watched(info: &'static ModelInfo, claim: &ClaimInfo) -> &'static ModelInfo {
    if info.tags.is_empty() {
        return info;
    }
    // What no object tells of: where processes stand, and their locals.
    let object = Object(info.objects.len() as u16);
    let objects: Vec<&str> = info.objects.iter().copied().chain(["(seen)"]).collect();
    let sees = sight(info, claim);
    let tags = (0..).zip(info.tags).map(|(transition, tags)| {
        if !sees[transition as usize] {
            return *tags;
        }
        let mut touches = tags.touches.to_vec();
        touches.extend(claim.observes.touches);
        let changes = claim.changed_by.contains(&TransitionId(transition));
        let verb = if changes { Verb::Write } else { Verb::Read };
        touches.push(Tag::any(verb, object));
        Tags {
            touches: touches.leak(),
            ..*tags
        }
    });
    let tags: Vec<Tags> = tags.collect();
    let objects: &[&str] = objects.leak();
    Box::leak(Box::new(ModelInfo {
        tags: tags.leak(),
        objects,
        ..*info
    }))
}
