//! One text through everything that `pvgen` does with it, short of building the analyzer.

use crate::random::numbers::Numbers;
use codegen::plan::Plan;
use codegen::{Options, emit};
use frontend::diagnostic::Style;
use frontend::driver::UNEXPLAINED;
use frontend::interpret::Interpreter;
use frontend::interpret::run::{Choice, Run};
use frontend::ir::Model;
use frontend::{Loaded, load_text};
use std::path::Path;

/// Steps of the interpreter.
const STEPS: usize = 100;

/// How far a text came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// It was refused by the preprocessor, at an inline or by the parser.
    Read,
    /// It has a tree, and was refused by the passes.
    Parsed,
    /// It was accepted, and went through the plan, the generator and the interpreter.
    Accepted,
}

/// What is wanted beside the checks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Print the generated files; else they are only made.
    pub print: bool,
    /// Leave out what is left out with `--unoptimized`.
    pub unoptimized: bool,
}

/// Sends `text` through all stages. `path` is where its includes lie.
///
/// # Errors
/// What is wrong with us: a refusal without a word or a place, or a model that breaks the promises
/// of the IR.
///
/// # Panics
/// When there is a mistake in us; that is what this is for.
pub fn examine(text: &str, path: &Path, wanted: Wanted, seed: u64) -> Result<Stage, String> {
    let options = frontend::Options {
        unoptimized: wanted.unoptimized,
        ..Default::default()
    };
    if text.contains('\0') {
        // No file is read that has one.
        return Ok(Stage::Read);
    }
    let loaded = load_text(text, path, &options);
    let words = loaded.diagnostics.render(&loaded.sources, Style::Plain);
    let Some(model) = &loaded.model else {
        return refused(&loaded, &words);
    };
    if let Some(error) = loaded.diagnostics.errors().next() {
        return Err(format!("accepted with an error: {}", error.message));
    }
    frontend::ir::verify::check(model).map_err(|error| format!("broken promise: {error}"))?;
    generate(model, wanted);
    interpret(model, &mut Numbers::new(seed));
    Ok(Stage::Accepted)
}

fn refused(loaded: &Loaded, words: &str) -> Result<Stage, String> {
    let mut errors = loaded.diagnostics.errors().peekable();
    if errors.peek().is_none() || words.trim().is_empty() {
        return Err("refused without a word".into());
    }
    let mut stage = Stage::Parsed;
    for error in errors {
        if error.kind == UNEXPLAINED {
            return Err("refused without a cause".into());
        }
        if error.primary.is_none() {
            return Err(format!("refused without a place: {}", error.message));
        }
        if error.kind != "model" {
            stage = Stage::Read;
        }
    }
    Ok(stage)
}

fn generate(model: &Model, wanted: Wanted) {
    let plan = Plan::new(model);
    let options = Options {
        crate_name: "pan_mutant".into(),
        model_name: "mutant".into(),
        header_path: "mutant.pml".into(),
        optimized: !wanted.unoptimized,
        reading: Vec::new(),
        runtime: codegen::Runtime::Inherited,
        alone: false,
    };
    match wanted.print {
        true => drop(emit::printed(&plan, &options)),
        false => drop(emit::files(&plan, &options, |_| String::new())),
    }
}

/// A hundred steps at random.
fn interpret(model: &Model, numbers: &mut Numbers) {
    let Ok(mut run) = Run::new(Interpreter::new(model).with_longest_d_step(2_000)) else {
        return;
    };
    for _ in 0..STEPS {
        let mut steps = run.choices();
        if steps.is_empty() {
            return;
        }
        match steps.swap_remove(numbers.below(steps.len())) {
            Choice::Step(step) => run.take(step),
            Choice::FailedStep(failure) => drop(failure.fault.to_string()),
        }
    }
}
