//! Models at the bounds of what an analyzer can note, on every engine, and on SPIN where that
//! accepts them: `docs/bounds.md`.

use std::collections::BTreeSet;
use std::fs;
use support::analyzer::{self, Recipe, scratch};
use support::bounds::{AtBound, Spin, disagreements, models};
use support::comparison::{Subject, compare};
use support::expectation::{Expectation, Verdict};
use support::reductions::Effort;
use support::spin::{self, transcript};
use support::{jobs, write_if_changed};

/// At a bound or one beyond: the rest takes minutes.
#[test]
fn what_comes_last_counts() {
    let mut models = models();
    models.retain(|it| it.is_quick);
    check(&models);
}

/// `cargo test --release -p pvgen-tests --test bounds -- --ignored`
#[test]
#[ignore = "minutes"]
fn what_comes_last_counts_at_all_bounds() {
    let mut models = models();
    models.retain(|it| !it.is_quick);
    check(&models);
}

fn check(models: &[AtBound]) {
    let folder = scratch().join("bounds");
    fs::create_dir_all(&folder).expect("target folder is writable");
    let recipes: Vec<Recipe> = models
        .iter()
        .map(|it| {
            let path = folder.join(&it.name).with_extension("pml");
            write_if_changed(&path, &it.text);
            Recipe::new(path)
        })
        .collect();
    let pairs: Vec<(&AtBound, &Recipe)> = models.iter().zip(&recipes).collect();
    let subjects = jobs::on_all_cores(&pairs, |(model, recipe)| match with_spin(model, recipe) {
        Ok(expectation) => Ok(Subject {
            title: model.name.clone(),
            recipe: (*recipe).clone(),
            expectation,
            effort: Effort::Short,
        }),
        Err(problem) => Err(format!("{}: {problem}", model.name)),
    });
    let (subjects, problems): (Vec<_>, Vec<_>) = subjects.into_iter().partition(Result::is_ok);
    let subjects: Vec<Subject> = subjects.into_iter().flatten().collect();
    let mut problems: Vec<String> = problems.into_iter().filter_map(Result::err).collect();
    problems.extend(compare(&subjects));
    let built = analyzer::build_quickly(&recipes);
    let built: Vec<_> = models.iter().zip(&built).collect();
    let others = jobs::on_all_cores(&built, |(model, built)| match built {
        Ok(analyzer) => {
            let problems = disagreements(analyzer).into_iter();
            problems.map(|it| format!("{}, {it}", model.name)).collect()
        }
        Err(_) => Vec::new(),
    });
    problems.extend(others.concat());
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// What must come out, with SPIN's counts where it takes the model; first it must say the same.
fn with_spin(model: &AtBound, recipe: &Recipe) -> Result<Expectation, String> {
    let own = model.expectation.clone();
    if !spin::available() || own.verdict == Some(Verdict::Refused) {
        return Ok(own);
    }
    let said = transcript::expectation(&recipe.model, &[]);
    let spin = match (said.verdict, said.counts) {
        (Some(Verdict::Refused), _) => Spin::Refuses,
        (Some(_), None) => Spin::Ends,
        (Some(_), Some(_)) => Spin::Counts,
        (None, _) => return Err(format!("SPIN says nothing: {}", said.remark)),
    };
    if spin != model.spin {
        return Err(format!(
            "SPIN: {spin:?}, {:?} {}",
            said.verdict, said.remark
        ));
    }
    if spin == Spin::Refuses {
        return Ok(own);
    }
    let kinds = |it: &Expectation| -> BTreeSet<String> {
        it.violations.iter().map(|it| it.0.clone()).collect()
    };
    if (said.verdict, kinds(&said)) != (own.verdict, kinds(&own)) {
        return Err(format!(
            "SPIN finds {:?} {:?}",
            said.verdict, said.violations
        ));
    }
    Ok(Expectation {
        counts: said.counts,
        optimized_stored: said.optimized_stored,
        ..own
    })
}
