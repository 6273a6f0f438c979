//! Which processes a claim holds back, which edges count for its proviso, and when nothing may be
//! left out.

#[path = "toy_models/empty.rs"]
mod empty;
mod looking;

use empty::{EMPTY, UNUSED};
use looking::looking_at;
use runtime::claim::{ClaimEdge, ClaimInfo, ClaimKind, ClaimPlace, Component, Fairness};
use runtime::model::{DONE, ModelInfo, PlaceInfo, ProctypeInfo, TransitionId, TransitionInfo};
use runtime::reduce::{Held, Reduction, SetMethod, SleepSets, claim_reduction};
use runtime::state::{Field, State};
use runtime::tables::{
    at, atomic, by_claim, changes, hidden_read, looks_at, meet_sending, offer, place, proctype,
    starting, tags, transition,
};
use runtime::tags::{Object, Tag, Tags};

const X: Object = Object(1);
const PLACE: Field = Field::unsigned(0, 0, 8);
const NOTHING: Tags = tags(&[]);
const WRITES_X: Tags = tags(&[changes(X)]);
const CLAIM: ClaimInfo = looking_at(&[looks_at(X)]);

static PROCTYPES: [ProctypeInfo; 3] = [
    proctype("A", 1, &[], &[]),
    proctype("B", 1, &[], &[]),
    proctype("C", 1, &[], &[]),
];

/// A goes round through a sequence that writes x; B comes to place 4, where it writes x, also
/// inside of a sequence; C goes round, with a label at place 6.
static PLACES: [PlaceInfo; 7] = [
    UNUSED,
    place(0, 1, false, &[atomic(offer(0))]),
    place(0, 2, false, &[offer(1)]),
    place(1, 3, false, &[offer(2), atomic(offer(3))]),
    place(1, 4, false, &[offer(4)]),
    place(2, 5, false, &[offer(5)]),
    place(2, 6, false, &[offer(6)]).accepting(),
];

static TRANSITIONS: [TransitionInfo; 7] = [
    transition(0, 2, &[]),
    transition(0, 1, &[]),
    transition(1, 4, &[]),
    transition(1, 4, &[]),
    transition(1, 3, &[]),
    transition(2, 6, &[]),
    transition(2, 5, &[]),
];

fn model(tags: [Tags; 7]) -> &'static ModelInfo {
    Box::leak(Box::new(ModelInfo {
        proctypes: &PROCTYPES,
        places: &PLACES,
        transitions: &TRANSITIONS,
        objects: &["_nr_pr", "x", "y"],
        tags: Box::leak(Box::new(tags)),
        ..EMPTY
    }))
}

const TAGS: [Tags; 7] = [
    WRITES_X, WRITES_X, NOTHING, WRITES_X, WRITES_X, NOTHING, NOTHING,
];

/// The places at which the first process is held.
fn held_at(info: &'static ModelInfo, claim: &ClaimInfo) -> Vec<u32> {
    let held = Held::new(info, claim);
    let is_held = |&place: &u32| {
        let mut state = State::new(info);
        let process = state.spawn(info.places[place as usize].proctype).unwrap();
        state.set(process.at(PLACE), place as i32);
        assert_eq!(
            held.processes(&state),
            u64::from(held.holds(&state, process))
        );
        held.holds(&state, process)
    };
    (1..info.places.len() as u32).filter(is_held).collect()
}

fn counting(info: &'static ModelInfo, claim: &ClaimInfo) -> Vec<u32> {
    let held = Held::new(info, claim);
    let all = 0..info.transitions.len() as u32;
    all.filter(|&it| held.counts(TransitionId(it), None))
        .collect()
}

#[test]
fn visible_transitions_hold_and_cut() {
    let info = model(TAGS);
    assert_eq!(held_at(info, &CLAIM), [1, 2, 3, 4]);
    // A rests at 1 on each round. 3 is a place where B rests, and is held: nothing is left of its
    // cycles.
    assert_eq!(counting(info, &CLAIM), [5, 6]);
    let held = Held::new(info, &CLAIM);
    assert!(!held.counts(TransitionId(5), Some(TransitionId(0))));
    assert!(held.counts(TransitionId(5), Some(TransitionId(6))));
}

#[test]
fn a_place_in_the_middle_of_a_sequence_cuts_nothing() {
    // Only the last step of B is visible: B is held at 4, but may pass there.
    let mut tags = TAGS;
    tags[3] = NOTHING;
    let info = model(tags);
    assert_eq!(held_at(info, &CLAIM), [1, 2, 4]);
    assert_eq!(counting(info, &CLAIM), [2, 3, 4, 5, 6]);
}

#[test]
fn what_only_a_state_can_tell_cuts_nothing() {
    const OWN: Tag = changes(X).computed(&[], |_, it| i32::from(it.pid));
    let mut tags = TAGS;
    tags[5] = runtime::tables::tags(&[OWN]);
    let info = model(tags);
    // The process has pid 0.
    for (claim, holds) in [
        (looking_at(const { &[looks_at(X).at(0)] }), true),
        (looking_at(const { &[looks_at(X).at(1)] }), false),
    ] {
        assert_eq!(held_at(info, &claim).contains(&5), holds);
        assert_eq!(counting(info, &claim), [5, 6]);
    }
    // All of x is observed.
    assert!(held_at(info, &CLAIM).contains(&5));
    assert_eq!(counting(info, &CLAIM), []);
}

#[test]
fn labels_hold_where_the_claim_asks_for_them() {
    let info = model([NOTHING; 7]);
    let asks_accept = ClaimInfo {
        asks_accept: true,
        ..CLAIM
    };
    let asks_progress = ClaimInfo {
        asks_progress: true,
        ..CLAIM
    };
    let acceptance = ClaimInfo {
        kind: ClaimKind::Acceptance,
        ..CLAIM
    };
    for (claim, held) in [
        (&CLAIM, &[][..]),
        (&asks_accept, &[5, 6]),
        (&asks_progress, &[]),
        (&acceptance, &[5, 6]),
    ] {
        assert_eq!(held_at(info, claim), held);
    }
    // To start a process that may come to a label changes who stands there.
    let mut tags = [NOTHING; 7];
    tags[2] = starting(&[2], NOTHING);
    let info = model(tags);
    assert_eq!(held_at(info, &asks_accept), [3, 5, 6]);
    assert_eq!(held_at(info, &CLAIM), []);
}

#[test]
fn transitions_that_the_claim_names_hold() {
    let info = model([NOTHING; 7]);
    let claim = ClaimInfo {
        changed_by: &[TransitionId(4)],
        ..CLAIM
    };
    assert_eq!(held_at(info, &claim), [4]);
}

#[test]
fn all_edges_count_where_processes_are_started_again_and_again() {
    let mut tags = TAGS;
    tags[6] = starting(&[0], NOTHING);
    assert_eq!(counting(model(tags), &CLAIM), [0, 1, 2, 3, 4, 5, 6]);
    // A is held on each of its rounds: a cycle with this start has a state that is not reduced.
    let mut tags = TAGS;
    tags[1] = starting(&[0], WRITES_X);
    assert_eq!(counting(model(tags), &CLAIM), [5, 6]);
}

#[test]
fn what_may_be_left_out_beside_a_claim() {
    let info = model(TAGS);
    let rendezvous = model({
        let mut tags = TAGS;
        tags[5] = runtime::tables::tags(const { &[meet_sending(Object(2))] });
        tags
    });
    let with = |change: fn(&mut ClaimInfo)| {
        let mut claim = CLAIM;
        change(&mut claim);
        claim
    };
    let reading: &ModelInfo = Box::leak(Box::new(ModelInfo {
        tags: info.tags,
        hidden_reads: const { &[by_claim(hidden_read("h", at(1, "h")))] },
        ..EMPTY
    }));
    let irreducible: &ModelInfo = Box::leak(Box::new(ModelInfo {
        tags: info.tags,
        irreducible: Some("the model uses _last"),
        ..EMPTY
    }));
    static ACTING: [ClaimPlace; 1] = [ClaimPlace {
        source: at(1, ""),
        component: Component::General,
        end: false,
        edges: &[ClaimEdge {
            source: at(1, ""),
            care: 0,
            value: 0,
            target: 0,
            sets: 0,
            steps: 1,
            does: Some(|_| DONE),
        }],
    }];
    let (plain, weak, strong) = (Fairness::Unfair, Fairness::Weak, Fairness::Strong);
    let asserting = with(|it| it.places = &ACTING);
    let acting = with(|it| (it.places, it.is_normal) = (&ACTING, false));
    let everything = with(|it| it.observes.everything = true);
    let cases: [(&ModelInfo, &ClaimInfo, Fairness, Option<&str>); 13] = [
        (info, &CLAIM, plain, None),
        (info, &CLAIM, weak, None),
        (info, &CLAIM, strong, Some("strong fairness")),
        (rendezvous, &CLAIM, plain, None),
        (rendezvous, &CLAIM, weak, Some("rendezvous")),
        (
            info,
            &with(|it| it.is_normal = false),
            plain,
            Some("normal form"),
        ),
        (
            info,
            &with(|it| it.asks_timeout = true),
            plain,
            Some("timeout"),
        ),
        (info, &everything, plain, Some("any step")),
        (info, &asserting, plain, None),
        (info, &acting, plain, Some("more than look")),
        (reading, &CLAIM, plain, Some("hidden")),
        (irreducible, &CLAIM, plain, Some("_last")),
        (&EMPTY, &CLAIM, plain, Some("no conflict tags")),
    ];
    for method in [SetMethod::Local, SetMethod::Overman, SetMethod::Persistent] {
        let wanted = Reduction {
            method,
            sleep: None,
        };
        for (info, claim, fairness, expected) in cases {
            let (allowed, why) = claim_reduction(info, claim, fairness, wanted);
            assert_eq!(allowed.is_none(), expected.is_some(), "{expected:?}");
            assert_eq!(why.is_some(), expected.is_some(), "{expected:?}");
            assert!(
                expected.is_none_or(|it| why.unwrap().contains(it)),
                "{why:?}"
            );
        }
    }
    let asleep = Reduction {
        method: SetMethod::Full,
        sleep: Some(SleepSets::Stored),
    };
    let (allowed, why) = claim_reduction(info, &CLAIM, plain, asleep);
    assert!(allowed.is_none() && why.unwrap().contains("sleep"));
    assert_eq!(
        claim_reduction(irreducible, &CLAIM, strong, Reduction::default()).1,
        None
    );
}
