//! Which reduction may be used beside a claim.

use super::Reduction;
use crate::claim::{ClaimInfo, Fairness};
use crate::model::ModelInfo;
use crate::tags::Verb;

/// Of the wanted reduction, what keeps the verdict about a claim; and why it is less, if it is, in
/// words that follow `because`. The proofs are in `docs/liveness.md`.
pub fn claim_reduction(
    info: &ModelInfo,
    claim: &ClaimInfo,
    fairness: Fairness,
    wanted: Reduction,
) -> (Reduction, Option<&'static str>) {
    nothing(info, claim, fairness, wanted).unwrap_or_else(|| {
        let sets = Reduction {
            sleep: None,
            ..wanted
        };
        let why = wanted.sleep.map(|_| "sleep sets are not proven for claims");
        (sets, why)
    })
}

/// The same for a search that lets a claim of safety see its states: what keeps failed assertions
/// keeps its verdict (see [`watched`](super::watched())).
pub fn safety_reduction(
    info: &ModelInfo,
    claim: &ClaimInfo,
    wanted: Reduction,
) -> (Reduction, Option<&'static str>) {
    nothing(info, claim, Fairness::Unfair, wanted).unwrap_or((wanted, None))
}

/// That nothing is left out, if nothing is wanted or may be.
fn nothing(
    info: &ModelInfo,
    claim: &ClaimInfo,
    fairness: Fairness,
    wanted: Reduction,
) -> Option<(Reduction, Option<&'static str>)> {
    if wanted.is_none() {
        return Some((wanted, None));
    }
    let why = why_none(info, claim, fairness)?;
    Some((Reduction::default(), Some(why)))
}

/// Why nothing may be left out.
fn why_none(info: &ModelInfo, claim: &ClaimInfo, fairness: Fairness) -> Option<&'static str> {
    let mut hidden = info.hidden_reads.iter();
    let mut edges = claim.places.iter().flat_map(|place| place.edges);
    let acts = edges.any(|edge| edge.does.is_some());
    let why = [
        (info.tags.is_empty(), "the model has no conflict tags"),
        (
            !claim.is_normal && acts,
            "the claim is not in stuttering normal form, or does more than look",
        ),
        (
            !claim.is_normal,
            "the claim is not in stuttering normal form",
        ),
        (claim.asks_timeout, "the claim asks for timeout"),
        (
            claim.observes.everything,
            "the claim asks what any step may change",
        ),
        (
            hidden.any(|it| it.by_claim),
            "a claim reads a hidden variable",
        ),
        (
            fairness == Fairness::Strong,
            "sets of processes are not proven for strong fairness",
        ),
        (
            fairness == Fairness::Weak && has_rendezvous(info),
            "sets of processes lose runs that are weakly fair beside rendezvous channels",
        ),
    ];
    let mut why = why.iter().filter(|(applies, _)| *applies);
    info.irreducible.or(why.next().map(|&(_, why)| why))
}

fn has_rendezvous(info: &ModelInfo) -> bool {
    let mut verbs = info
        .tags
        .iter()
        .flat_map(|tags| tags.touches)
        .map(|tag| tag.verb);
    verbs.any(|verb| matches!(verb, Verb::Offer | Verb::Accept | Verb::SeeksReceiver))
}
