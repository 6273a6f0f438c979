//! From a changed model to a new analyzer: `pvgen`, then cargo with the runtime built already.

use crate::models::{self, Subject};
use std::process::Command;
use std::time::Duration;
use support::analyzer::{self, Analyzer, Recipe};
use support::process::{self, Finished};
use support::pvgen;

/// What the two steps took.
pub struct Steps {
    /// `pvgen`, optimised as a user has it.
    pub generate: Finished,
    /// `cargo build --release` of the analyzer alone.
    pub build: Finished,
}

/// Measures `dtp` of SPIN's package, or PFTP of our examples.
///
/// # Errors
/// A step failed.
pub fn run() -> Result<(), String> {
    let dtp = models::chosen(&["dtp".into()]).unwrap_or_default().pop();
    let subject = dtp.unwrap_or_else(|| Subject {
        name: "pftp",
        model: support::examples().join("pftp.pml"),
        defines: Vec::new(),
    });
    let recipe = Recipe::new(&subject.model).defines(subject.defines.clone());
    let analyzer = analyzer::build(std::slice::from_ref(&recipe)).remove(0);
    let analyzer = analyzer.map_err(|refused| refused.all_output())?;
    let mut totals = Vec::new();
    for _ in 0..3 {
        let steps = steps(&recipe, &analyzer)?;
        let [generate, build] = [steps.generate, steps.build].map(|step| step.elapsed);
        totals.push(generate + build);
        println!(
            "{}: pvgen {:.2} s, cargo {:.2} s",
            subject.name,
            generate.as_secs_f64(),
            build.as_secs_f64()
        );
    }
    totals.sort_unstable();
    println!(
        "median {:.2} s; at most 10 s on 2 cores are wanted",
        totals[1].as_secs_f64()
    );
    Ok(())
}

/// Times both steps for an analyzer that was built before.
///
/// # Errors
/// `pvgen` refused the model.
pub fn steps(recipe: &Recipe, analyzer: &Analyzer) -> Result<Steps, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut command = Command::new(pvgen::optimized_pvgen());
    command
        .arg(&recipe.model)
        .args(recipe.arguments())
        .arg("--out")
        .arg(folder.path().join("pan"));
    let generated = process::run(&mut command, Duration::from_secs(600));
    if generated.code() != Some(0) {
        return Err(generated.all_output());
    }
    Ok(Steps {
        generate: generated,
        build: analyzer::rebuild(analyzer),
    })
}
