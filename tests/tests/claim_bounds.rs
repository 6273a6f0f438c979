//! Formulas of as many propositions as fit into the mask of a claim (`docs/bounds.md`), one less,
//! and one more, where the analyzer says that it does not check the claim. What holds is plain by
//! how a model is made.

use std::fs;

use support::analyzer::{self, Recipe, scratch};
use support::{checkout, jobs, write_if_changed};

/// A model with a formula of this many propositions, each about another state of its only run; it
/// is violated where the last one holds, too.
fn model(count: usize, is_violated: bool) -> String {
    let last = if is_violated { count - 1 } else { count };
    let mut formula = format!("x == {last}");
    for state in (0..count - 1).rev() {
        formula = format!("x == {state} && X ({formula})");
    }
    format!("byte x;\nactive proctype P() {{\n\tdo\n\t:: x++\n\tod\n}}\nltl p {{ !({formula}) }}\n")
}

#[test]
fn what_the_last_proposition_says_counts() {
    let folder = scratch().join("claim_bounds");
    fs::create_dir_all(&folder).expect("target folder is writable");
    let mut cases = Vec::new();
    for (count, is_checked) in [(63, true), (64, true), (65, false)] {
        for is_violated in [false, true] {
            let path = folder.join(format!("propositions_{count}_{is_violated}.pml"));
            write_if_changed(&path, &model(count, is_violated));
            let verdict = match (is_checked, is_violated) {
                (false, _) => "incomplete",
                (true, true) => "violated",
                (true, false) => "verified",
            };
            cases.push((Recipe::new(path), verdict));
        }
    }
    let recipes: Vec<Recipe> = cases.iter().map(|(recipe, _)| recipe.clone()).collect();
    let built: Vec<_> = cases
        .iter()
        .zip(analyzer::build_quickly(&recipes))
        .collect();
    jobs::on_all_cores(&built, |((recipe, verdict), built)| {
        let analyzer = built
            .as_ref()
            .unwrap_or_else(|e| panic!("{}", e.all_output()));
        for options in [&[][..], &["--weak-fairness"], &["--cache", "1000"]] {
            let outcome = analyzer.run(options);
            assert_eq!(outcome.report().verdict, *verdict, "{recipe:?} {options:?}");
        }
    });
}

/// A component that falls into 20,000 parts without the states that strong fairness rules out: they
/// are looked at together, and not each beside all others, which took a minute.
#[test]
fn a_component_may_fall_into_many_parts() {
    let model = checkout().join("tests/data/claims/falls-apart.pml");
    let analyzer = analyzer::built_quickly(Recipe::new(model).defines(["N=20000"]));
    let outcome = analyzer.run(&["--strong-fairness", "--claims-only", "--max-time", "20"]);
    assert_eq!(outcome.report().verdict, "verified");
    let product = outcome.report().claims[0].states_stored;
    assert!(product > Some(100_000), "{product:?}");
}
