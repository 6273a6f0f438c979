//! A model in which each transition that an invariant sees looks at what the invariant is about, as
//! if an `assert` stood behind it.
//!
//! A persistent set, or a sleep set, keeps every failed assertion. If each transition that may
//! change an invariant were followed at once by an assertion of it, these would find every state
//! that violates it, with nothing new to prove: it suffices to give such a transition the tags that
//! it would have then.

use super::held::sight;
use crate::claim::ClaimInfo;
use crate::model::{ModelInfo, TransitionId};
use crate::tags::{Object, Tag, Tags, Verb};

/// The model as it is reduced while a search looks at an invariant; it is never freed.
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
