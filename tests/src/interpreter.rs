//! The front end's interpreter as another engine to compare.

use crate::analyzer::Recipe;
use crate::anonymous::Anonymous;
use crate::expectation::{Found, HIDDEN_VARIABLE, Verdict};
use crate::random::states::lines;
use crate::report::Counts;
use codegen::plan::Plan;
use frontend::diagnostic::Style;
use frontend::interpret::search::{self, Limits, explore};
use frontend::interpret::{Interpreter, Violation};
use std::collections::BTreeSet;

/// Inside an atomic sequence that never ends no state is stored.
const STEPS_MAX: usize = 5_000_000;

/// What a search by the interpreter finds, and the invalid end states as an analyzer writes them.
///
/// # Errors
/// When there are more than `states_max` states, or the front end breaks its own promises.
pub fn search(recipe: &Recipe, states_max: usize) -> Result<(Found, BTreeSet<String>), String> {
    let loaded = load(recipe);
    let Some(model) = loaded.model else {
        let words = loaded.diagnostics.render(&loaded.sources, Style::Plain);
        return Ok((Found::refused(words), BTreeSet::new()));
    };
    frontend::ir::verify::check(&model)?;
    let limits = Limits {
        depth: STEPS_MAX,
        states: states_max,
        steps: STEPS_MAX,
    };
    let explored = explore(Interpreter::new(&model), limits)?;
    let ends = lines(&model, &Plan::new(&model), &explored.invalid_ends);
    let mut found = found(&explored.counts);
    // Claims are left out, as by `--safety`.
    let decides = model.hidden_reads.iter().any(|read| !read.by_claim);
    if decides && found.verdict == Verdict::Verified {
        found.verdict = Verdict::Incomplete;
        found.words = HIDDEN_VARIABLE.to_string();
    }
    Ok((found, ends.into_iter().collect()))
}

/// Which invalid end states of a model are the same.
pub fn anonymous(recipe: &Recipe) -> Option<Anonymous> {
    let model = load(recipe).model?;
    Anonymous::of(&model, &Plan::new(&model))
}

/// The model that an analyzer of this recipe has.
pub fn load(recipe: &Recipe) -> frontend::Loaded {
    let mut options = frontend::Options {
        unoptimized: recipe.unoptimized,
        ..Default::default()
    };
    options.preprocessor.define = recipe.defines.clone();
    frontend::load(&recipe.model, &options)
}

/// What an analyzer calls it.
pub fn kind(violation: &Violation) -> &'static str {
    match violation {
        Violation::Assertion => "assertion",
        Violation::Nondeterminism | Violation::Promise(_) => "runtime-error",
        Violation::Trace | Violation::Notrace => "trace",
    }
}

fn found(counts: &search::Counts) -> Found {
    let failed = counts.failed.keys();
    let failed = failed.map(|(violation, text)| (kind(violation).into(), text.clone()));
    let stuck =
        (counts.invalid_end_states > 0).then(|| ("invalid-end-state".into(), String::new()));
    let faults = counts
        .faults
        .iter()
        .map(|fault| ("runtime-error".into(), fault.to_string()));
    let violations: Vec<_> = failed.chain(stuck).chain(faults).collect();
    Found {
        verdict: match violations.is_empty() {
            true => Verdict::Verified,
            false => Verdict::Violated,
        },
        violations,
        // A path cut off is an atomic sequence that never ends, which an analyzer cuts elsewhere.
        counts: (counts.cut == 0).then_some(Counts {
            stored: counts.stored as u64,
            matched: counts.matched as u64,
            transitions: counts.transitions() as u64,
            atomic: counts.atomic_steps as u64,
            depth: counts.depth as u64,
        }),
        words: String::new(),
    }
}
