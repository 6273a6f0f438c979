//! The distances of edges that `--locality` measures, beside a breadth-first search of the
//! interpreter, which shares no code with the runtime.

use support::analyzer::{self, Recipe};
use support::case::{Case, Size, probes};
use support::locality::{Profile, profile};
use support::report::Locality;
use support::{examples, interpreter, jobs};

/// Most steps of all atomic sequences of a state: an endless one is cut by an analyzer where it
/// likes.
const STEPS_MAX: usize = 20_000;

#[test]
fn distances_are_those_of_the_interpreter() {
    compare(3_000, 400);
}

/// `cargo test --release -p pvgen-tests --test locality -- --ignored`: minutes.
#[test]
#[ignore]
fn distances_in_larger_models() {
    compare(20_000, 500);
}

/// With a reduction both the levels and the queue follow when handles change.
#[test]
fn levels_follow_reduced_searches() {
    let gbn = Recipe::new(examples().join("benchmarks/gbn.pml")).defines(["W=2", "C=2"]);
    let analyzer = analyzer::built_quickly(gbn.unoptimized());
    let measure = |reduce, options: &[&str]| {
        let common = [
            "--search",
            "breadth-first",
            "--locality",
            "--reduce",
            reduce,
        ];
        let outcome = analyzer.run(&[&common, options].concat());
        let report = outcome.report();
        assert!(
            report
                .reason
                .as_deref()
                .is_none_or(|it| it == "lossy-store")
        );
        report.locality.clone().expect("it was measured")
    };
    for reduce in ["local", "overman", "persistent"] {
        let expected = measure(reduce, &["--memory", "1G", "--store", "exact"]);
        assert!(expected.states > 10_000, "{} states", expected.states);
        for options in [
            ["--memory", "4M"],
            ["--store", "tree"],
            ["--store", "compact"],
        ] {
            assert_eq!(measure(reduce, &options), expected, "{reduce} {options:?}");
        }
    }
}

/// Compares all small cases of `states_max` states at most, which are `least` or more.
fn compare(states_max: usize, least: usize) {
    let mut cases = Case::examples(Size::Small);
    cases.extend(Case::below(&probes()));
    // Optimised they have fewer states, seldom less than half.
    cases.retain(|case| {
        let counts = case.expectation().counts;
        counts.is_none_or(|counts| counts.stored <= 2 * states_max as u64)
    });
    let built = analyzer::build_both(cases.iter().map(Case::recipe));
    let compared = jobs::on_all_cores(&built, |(recipe, analyzer)| {
        let model = interpreter::load(recipe).model.expect("an analyzer has it");
        let expected = profile(&model, states_max, STEPS_MAX)?;
        let stores: [&[&str]; 3] = [&[], &["--store", "tree"], &["--store", "compact"]];
        let wrong = stores.iter().find_map(|store| {
            let common = ["--search", "breadth-first", "--locality", "--errors", "all"];
            let outcome = analyzer.run(&[&common, &["--memory", "64M"][..], store].concat());
            let report = outcome.report.map(|report| report.locality);
            let problem = match &report {
                Ok(Some(found)) => difference(found, &expected),
                other => Some(format!("{other:?}")),
            };
            problem.map(|problem| format!("{recipe:?} {store:?}: {problem}"))
        });
        Some((expected, wrong))
    });
    let compared: Vec<(Profile, Option<String>)> = compared.into_iter().flatten().collect();
    let problems: Vec<&String> = compared.iter().filter_map(|(_, it)| it.as_ref()).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(compared.len() > least, "only {} are small", compared.len());
    let far = compared.iter().filter(|(it, _)| it.distances.len() > 5);
    assert!(far.count() > 15, "hardly any edges lead far");
}

/// What is not the same.
fn difference(found: &Locality, expected: &Profile) -> Option<String> {
    let Profile {
        states,
        without_edges,
        diameter,
        largest_queue,
        ..
    } = *expected;
    let transitions: usize = expected.distances.values().map(|it| it.transitions).sum();
    let counts = [states, without_edges, transitions, diameter, largest_queue];
    let ours = [
        found.states,
        found.states_without_edges,
        found.transitions,
        found.diameter,
        found.largest_queue,
    ];
    if ours.map(|count| count as usize) != counts {
        return Some(format!("{ours:?} instead of {counts:?}"));
    }
    // Six decimals are written.
    let is_near = |ours: f64, theirs: f64| (ours - theirs).abs() < 1e-6;
    let near = expected.distances.range(-1..).map(|(_, it)| it.mean);
    let mut expected_distances = expected.distances.iter().rev();
    let is_same = found.distances.len() == expected.distances.len()
        && is_near(found.one_local, near.sum())
        && found.distances.iter().all(|it| {
            let (&k, theirs) = expected_distances.next().expect("as many");
            it.k == k
                && it.transitions as usize == theirs.transitions
                && is_near(it.mean, theirs.mean)
                && is_near(it.deviation, theirs.deviation)
        });
    (!is_same).then(|| format!("{found:?} instead of {expected:?}"))
}
