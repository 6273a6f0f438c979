//! Every violation has a trail that replays; a trail that was tampered with does not.

mod toy_models;

use std::sync::Arc;

use runtime::memory::Budget;
use runtime::model::{Model, ModelInfo, Step, TransitionId};
use runtime::search::{Context, depth_first};
use runtime::state::{Faulted, Process, State};
use runtime::step::{Move, RunStep};
use runtime::store::ExactStore;
use runtime::trail::replay::{NotReplayed, replay};
use runtime::trail::{Excerpt, Trail, format, show::show};
use runtime::violation::{Checks, Kind, Recorder, Violation};
use toy_models::{TOYS, divider, handshake, receive_or_else};

fn violations(model: &dyn Model) -> Vec<Violation> {
    let budget = Arc::new(Budget::new(64 << 20));
    let checks = Checks {
        assertions: true,
        end_states: true,
    };
    let recorder = Recorder::new(model, checks, None);
    let mut context = Context::new(budget.clone(), None, recorder);
    let mut store = ExactStore::new(budget).unwrap();
    depth_first(model, &mut store, &mut context);
    context.recorder.violations
}

fn trails(model: &dyn Model) -> Vec<Trail> {
    let violations = violations(model);
    let trail =
        |violation| Trail::new(model.info(), violation).expect("few violations keep their paths");
    violations.iter().map(trail).collect()
}

/// The first edge.
fn first(trail: &mut Trail) -> &mut Move {
    match &mut trail.steps[0] {
        RunStep::System(edge) => edge,
        RunStep::Claim(_) => unreachable!("there is no claim"),
    }
}

fn replays(model: &dyn Model, trail: &Trail) -> Result<Vec<u32>, String> {
    let replayed = replay(model, trail, &Budget::new(0), &Excerpt::none(), &mut |_| {});
    let words = replayed.map(|played| played.end.state.words().to_vec());
    words.map_err(|error| match error {
        NotReplayed::Wrong(why) => why,
        NotReplayed::Stopped(stop) => panic!("{stop:?}"),
    })
}

#[test]
fn every_violation_replays_from_its_file() {
    let mut count = 0;
    for model in TOYS
        .iter()
        .map(|toy| toy.model)
        .chain([&divider::MODEL as &dyn Model])
    {
        for trail in trails(model) {
            let shown = show(model, &trail, &Budget::new(0)).unwrap();
            assert_eq!(shown.lines.len(), trail.moves().count());
            let read = format::parse(&format::write(&trail, &shown.lines)).unwrap();
            assert_eq!(read, trail);
            replays(model, &read).unwrap();
            count += 1;
        }
    }
    assert_eq!(count, 1 + 3 + 1 + 2);
}

#[test]
fn depth_is_that_of_spin() {
    // SPIN prints the depth before the last step: (at depth 4); (at depth 3), (at depth 4), (at
    // depth 3).
    let depths = |model| {
        violations(model)
            .iter()
            .map(|found| found.depth)
            .collect::<Vec<_>>()
    };
    assert_eq!(depths(handshake::OUT_OF_ATOMIC.model), [Some(5)]);
    assert_eq!(depths(receive_or_else::TOY.model), [4, 5, 4].map(Some));
}

#[test]
fn what_was_tampered_with_is_refused() {
    let model = receive_or_else::TOY.model;
    for good in trails(model) {
        let mut shorter = good.clone();
        shorter.steps.pop();
        let error = replays(model, &shorter).unwrap_err();
        assert!(error.contains("its end does not show"), "{error}");

        let mut other = good.clone();
        first(&mut other).transition = TransitionId(8);
        let error = replays(model, &other).unwrap_err();
        assert!(error.contains("edge 1 is not enabled"), "{error}");

        let mut stranger = good.clone();
        first(&mut stranger).pid = 200;
        assert!(
            replays(model, &stranger)
                .unwrap_err()
                .contains("edge 1 is not enabled")
        );

        let mut kind = good.clone();
        kind.kind = Kind::RuntimeError;
        assert!(
            replays(model, &kind)
                .unwrap_err()
                .contains("its end does not show")
        );

        let mut older = good.clone();
        older.digest = "1".into();
        assert!(replays(model, &older).unwrap_err().contains("digest 1"));
    }
}

#[test]
fn a_run_time_error_is_found_once_at_its_statement() {
    let found = violations(&divider::MODEL);
    let described: Vec<_> = found
        .iter()
        .map(|one| {
            (
                one.kind,
                one.message.as_str(),
                one.source.unwrap().text,
                one.depth.expect("there was time"),
            )
        })
        .collect();
    // Depth-first: x is counted down to 0 first; on the way back a step that changes y, then the
    // index.
    let expected = [
        (
            Kind::RuntimeError,
            "division by zero in 6 / x",
            "y = 6 / x",
            4,
        ),
        (
            Kind::RuntimeError,
            "index 3 of a is not in 0..2",
            "a[x] = 1",
            2,
        ),
    ];
    assert_eq!(described, expected);
}

/// A model whose initial value divides by zero.
struct Stillborn;

impl Model for Stillborn {
    fn info(&self) -> &'static ModelInfo {
        divider::MODEL.info()
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        state.divide(1, 0, "1 / 0").map(|_| ())
    }

    fn execute(&self, _: &mut State, _: Process, _: TransitionId) -> Result<Step, Faulted> {
        unreachable!("there is no initial state")
    }
}

#[test]
fn an_initial_value_without_meaning_is_a_run_time_error() {
    let found = violations(&Stillborn);
    assert_eq!(
        found[0].message,
        "in an initial value: division by zero in 1 / 0"
    );
    assert_eq!(
        (found.len(), found[0].kind, found[0].depth),
        (1, Kind::RuntimeError, Some(0))
    );
    assert!(replays(&Stillborn, &trails(&Stillborn)[0]).is_ok());
    assert!(replays(&divider::MODEL, &trails(&Stillborn)[0]).is_err());
}

#[test]
fn a_trail_names_lines_values_and_what_is_waited_for() {
    let model = receive_or_else::TOY.model;
    let trails = trails(model);
    let end = trails
        .iter()
        .find(|trail| trail.kind == Kind::InvalidEndState)
        .unwrap();
    let text = show(model, end, &Budget::new(0)).unwrap().text();
    assert!(text.contains("toy.pml:3  R[1]  x = 2    x=2"), "{text}");
    assert!(
        text.contains("S[0]  at toy.pml:2, waits for  r!1"),
        "{text}"
    );
    let pair = trails
        .iter()
        .find(|trail| trail.message.ends_with("assert(x != 1)"))
        .unwrap();
    let text = show(model, pair, &Budget::new(0)).unwrap().text();
    assert!(
        text.contains("toy.pml:2  S[0]  r!1  with  toy.pml:3  R[1]  r?v    R[1]:v=1"),
        "{text}"
    );
}

#[test]
fn a_long_trail_is_shortened_in_the_middle() {
    for (count, first, last, left_out) in [(61, 60, 62, 0), (62, 20, 23, 2), (1000, 20, 961, 940)] {
        let ends = Excerpt::ends(count);
        assert!(ends.has(0) && ends.has(first - 1) && ends.has(last - 1) == (last <= count));
        assert_eq!(count - ends.len(), left_out, "{count}");
        assert_eq!(ends.steps().count(), ends.len());
        assert!(ends.steps().all(|step| step < count && ends.has(step)));
    }
}
