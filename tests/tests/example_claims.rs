//! Claims of the examples, of the models that settle a question and of those that showed a fault:
//! whether they hold, without and with fairness, is recorded beside them. Asked are generated
//! analyzers, the interpreter and SPIN, which knows no strong fairness.

use frontend::interpret::Interpreter;
use frontend::interpret::cycles::{Fairness, Product};
use frontend::interpret::search::Limits;
use std::process::Command;
use support::analyzer::{self, Recipe};
use support::case::{Case, Size, faults, probes};
use support::claim_case::Holds;
use support::expectation::{Verdict, essence};
use support::spin::{self, Build, Run, transcript::LONG_STATES};
use support::{interpreter, jobs, process};

/// Bound on the depth of SPIN's searches.
const DEPTH_MAX: u64 = 1_000_000;

/// Models with claims, of one size.
fn cases(size: Size) -> Vec<Case> {
    let mut cases = Case::examples(size);
    cases.extend(Case::below(&probes()));
    cases.extend(Case::below(&faults()));
    cases.retain(|case| case.size == size && !case.claims.is_empty());
    cases
}

#[test]
fn claims_of_small_models() {
    check(&cases(Size::Small));
}

#[test]
#[ignore = "a minute"]
fn claims_of_larger_models() {
    check(&cases(Size::Medium));
}

fn check(cases: &[Case]) {
    let recipes: Vec<Recipe> = cases.iter().map(Case::recipe).collect();
    let analyzers = analyzer::build_quickly(&recipes);
    let pairs: Vec<_> = cases.iter().zip(analyzers).collect();
    let problems = jobs::on_all_cores(&pairs, |(case, analyzer)| {
        let analyzer = analyzer.as_ref().expect("it is accepted");
        let mut problems = wrong_in_reports(case, analyzer);
        problems.extend(wrong_by_definition(case));
        if spin::available() {
            problems.extend(wrong_by_spin(case));
        }
        problems
    });
    let problems: Vec<String> = problems.concat();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// Options of an analyzer and of SPIN's verifier for each kind of fairness, in the order in which a
/// claim gives its verdicts.
const FAIR: [(&[&str], Option<&[&str]>); 3] = [
    (&[], Some(&["-a"])),
    (&["--weak-fairness"], Some(&["-a", "-f"])),
    (&["--strong-fairness"], None),
];

/// Where the report of an analyzer says something else, by default and with nothing left out.
fn wrong_in_reports(case: &Case, analyzer: &analyzer::Analyzer) -> Vec<String> {
    let mut problems = Vec::new();
    for (kind, (fair, _)) in FAIR.iter().enumerate() {
        for less in [&[][..], &["--reduce", "none"]] {
            let options = [fair, less].concat();
            let outcome = analyzer.run(&options);
            let found = outcome.report().claims.iter();
            let found: Vec<_> = found.map(|it| (&*it.name, &*it.verdict)).collect();
            let expected = case.claims.iter().map(|claim| {
                let verdict = match claim.verdicts()[kind] {
                    Holds::Holds => "verified",
                    Holds::Violated => "violated",
                };
                (&*claim.name, verdict)
            });
            let expected: Vec<_> = expected.collect();
            if found != expected {
                let title = case.title();
                problems.push(format!("{title} {options:?}: {found:?}, not {expected:?}"));
            }
        }
    }
    problems
}

/// Most nodes of a product that the interpreter searches.
const NODES_MAX: usize = 50_000;

/// Where a claim accepts another kind of run, by the definition of fairness. A model that is
/// violated without a claim is left out: it fails in the product, too.
fn wrong_by_definition(case: &Case) -> Vec<String> {
    if case.expectation().verdict == Some(Verdict::Violated) {
        return Vec::new();
    }
    let model = interpreter::load(&case.recipe()).model;
    let model = model.expect("it is accepted");
    let limits = Limits {
        depth: NODES_MAX,
        states: NODES_MAX,
        steps: 50 * NODES_MAX,
    };
    let mut problems = Vec::new();
    for (claim, expected) in model.claims.iter().zip(&case.claims) {
        let claim = claim.translated().expect("it is small");
        let product = Product::build(Interpreter::new(&model), &claim, limits);
        let product = match product {
            Ok(product) => product,
            Err(_) if case.size > Size::Small => continue,
            Err(problem) => panic!("{}: {problem}", case.title()),
        };
        let kinds = [Fairness::Unfair, Fairness::Weak, Fairness::Strong];
        let found = kinds.map(|fairness| {
            match product.ends || product.fails || product.accepts(fairness) {
                true => Holds::Violated,
                false => Holds::Holds,
            }
        });
        if found != expected.verdicts() {
            let title = case.title();
            problems.push(format!(
                "{title}, {}, interpreter: {found:?}",
                expected.name
            ));
        }
    }
    problems
}

/// Where SPIN says something else that is not known, or what is known to differ does not.
fn wrong_by_spin(case: &Case) -> Vec<String> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let build = Build {
        compiler_flags: vec!["-O0", "-DNOREDUCE", "-DNFAIR=3", LONG_STATES],
        ..Build::unoptimized(case.model(), &case.defines)
    };
    let pan = build.make(folder.path()).expect("SPIN accepts the model");
    let mut problems = Vec::new();
    for claim in &case.claims {
        for (kind, (_, options)) in FAIR.iter().enumerate() {
            let Some(options) = options else { continue };
            let mut command = Command::new(&pan);
            command
                .arg(format!("-m{DEPTH_MAX}"))
                .args(["-n", "-w18", "-c0"])
                .args(*options);
            if let Some(name) = claim.name.strip_prefix("ltl ") {
                command.args(["-N", name]);
            }
            let finished = process::run(command.current_dir(folder.path()), spin::RUN_LIMIT);
            let run = Run::parse(&finished.all_output());
            let found = run.as_ref().and_then(|run| verdict(run, case));
            let expected = claim.verdicts()[kind];
            let same = found == Some(expected);
            let differs = claim.differs.is_some() && options.contains(&"-f");
            if same == differs {
                let (title, name) = (case.title(), &claim.name);
                problems.push(format!("{title}, {name}, SPIN {options:?}: {found:?}"));
            }
        }
    }
    problems
}

/// What a verifier says of a claim, if it has seen all or found something. Violations that are the
/// model's without the claim say nothing of it.
fn verdict(run: &Run, case: &Case) -> Option<Holds> {
    let of_model = |message: &String| {
        let said = essence(message);
        let mut known = case.violations.iter();
        known.any(|it| !it.message.is_empty() && said.contains(&essence(&it.message)))
    };
    match run.messages.iter().all(of_model) {
        false => Some(Holds::Violated),
        true if run.is_cut(DEPTH_MAX) || !run.completed => None,
        true => Some(Holds::Holds),
    }
}
