//! What our own side makes of one program: the tree, the printed text, the interpreter's searches,
//! the generated code.
//!
//! Runs in a process of its own ([`examine`] is behind `random-programs --examine`): a panic, an
//! endless loop or a full stack is then a finding like any other, and not the end of the campaign.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use codegen::plan::Plan;
use frontend::ast::Ast;
use frontend::diagnostic::{Diagnostics, Style};
use frontend::driver::rewrite;
use frontend::interpret::Interpreter;
use frontend::interpret::search::{Explored, Limits, explore};
use frontend::ir::Model;
use frontend::parse::parse;
use frontend::preprocess::preprocess_file;
use frontend::source::Sources;
use serde::{Deserialize, Serialize};

use super::states::lines;
use crate::anonymous::Anonymous;
use crate::expectation::essence;
use crate::report::Counts;
use crate::{values, write_if_changed};

/// The model in the folder of an examination.
pub const MODEL: &str = "m.pml";
/// The printed tree in that folder.
pub const PRINTED: &str = "printed.pml";
/// The states as an analyzer should dump them, beside its sources.
pub const STATES: &str = "states";
/// The invalid end states among them, likewise.
pub const ENDS: &str = "ends";
/// The folder of the analyzer without optimisations, in that folder.
pub const PLAIN: &str = "plain";
/// The folder of the optimised one.
pub const OPTIMIZED: &str = "optimized";
/// The report in that folder.
pub const REPORT: &str = "examined.json";

/// Steps after which no state is entered any more.
const DEPTH_MAX: usize = 50_000;

/// What we found out.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Examined {
    /// The messages with which the program is refused.
    pub refused: Option<String>,
    /// Parsing what was printed gives something else: what.
    pub round_trip: Option<String>,
    /// Why there is nothing to compare.
    pub too_large: Option<String>,
    /// No hidden variable is said to decide, and yet something else is found when they are in the
    /// state: what.
    pub hidden: Option<String>,
    /// A variable has a value that its bounds rule out: which.
    pub values: Option<String>,
    /// `--unoptimized`.
    pub plain: Option<Searched>,
    /// As a user has it.
    pub optimized: Option<Searched>,
}

/// What the interpreter's search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// Its counts.
    pub counts: Counts,
    /// How often each assertion failed.
    pub failed: BTreeMap<String, usize>,
    /// States in which nothing can move although it should.
    pub invalid_end_states: usize,
    /// Kinds of run-time errors.
    pub faults: BTreeSet<String>,
    /// A hidden variable decides.
    pub hidden_decides: bool,
    /// Which invalid end states are the same.
    pub anonymous: Option<Anonymous>,
}

impl Searched {
    /// Kind and text of each violation, sorted.
    pub fn violations(&self) -> Vec<(String, String)> {
        let named = |kind: &str, text: String| (kind.to_string(), text);
        let failed = self
            .failed
            .keys()
            .map(|it| named("assertion", condition(it)));
        let stuck =
            (self.invalid_end_states > 0).then(|| named("invalid-end-state", String::new()));
        let faults = self
            .faults
            .iter()
            .map(|it| named("runtime-error", it.clone()));
        let mut all: Vec<_> = failed.chain(stuck).chain(faults).collect();
        all.sort();
        all
    }

    /// That of an analyzer.
    pub fn exit_status(&self) -> i32 {
        match self.violations().is_empty() {
            true if self.hidden_decides => 3,
            true => 0,
            false => 1,
        }
    }

    /// What SPIN's verifier counts as errors.
    pub fn errors(&self) -> u64 {
        (self.failed.values().sum::<usize>() + self.invalid_end_states) as u64
    }
}

/// Examines the model in `folder` and leaves [`REPORT`], [`PRINTED`], and with `generated` the
/// sources of its analyzers there.
///
/// # Panics
/// When `folder` is not as described, and where we have a mistake.
pub fn examine(folder: &Path, states_max: usize, generated: bool) {
    let path = folder.join(MODEL);
    let mut examined = Examined::default();
    match round_trip(&path) {
        Ok(printed) => write_if_changed(&folder.join(PRINTED), &printed),
        Err(problem) => examined.round_trip = Some(problem),
    }
    for unoptimized in [true, false] {
        match search(&path, unoptimized, states_max) {
            Err(Obstacle::Refused(messages)) => examined.refused = Some(messages),
            Err(Obstacle::TooLarge(why)) => examined.too_large = Some(why),
            Ok((model, explored)) => {
                let name = if unoptimized { PLAIN } else { OPTIMIZED };
                if unoptimized {
                    examined.hidden = lost_with_hidden(&model, &explored, states_max);
                    examined.values = values::check(&model, states_max).err();
                }
                let searched = Some(searched(&model, &explored));
                match unoptimized {
                    true => examined.plain = searched,
                    false => examined.optimized = searched,
                }
                if generated {
                    let folder = folder.join(name);
                    write_sources(&model, &folder, !unoptimized);
                    write_states(&model, &explored, &folder);
                }
                continue;
            }
        }
        break;
    }
    let report = serde_json::to_string(&examined).expect("plain data");
    write_if_changed(&folder.join(REPORT), &report);
}

/// What an assertion asserts, from its text or a message that quotes it.
pub fn condition(text: &str) -> String {
    let text = text.strip_prefix("assertion violated: ").unwrap_or(text);
    essence(text.strip_prefix("assert").unwrap_or(text))
}

/// Why there is no result of a search.
enum Obstacle {
    Refused(String),
    TooLarge(String),
}

fn search(
    path: &Path,
    unoptimized: bool,
    states_max: usize,
) -> Result<(Model, Explored), Obstacle> {
    let options = frontend::Options {
        unoptimized,
        ..Default::default()
    };
    let loaded = frontend::load(path, &options);
    let Some(model) = loaded.model else {
        let messages = loaded.diagnostics.render(&loaded.sources, Style::Plain);
        return Err(Obstacle::Refused(messages));
    };
    frontend::ir::verify::check(&model).expect("the model keeps its promises");
    let explored = explore(Interpreter::new(&model), limits(states_max));
    let explored = explored.map_err(Obstacle::TooLarge)?;
    if explored.counts.cut > 0 {
        return Err(Obstacle::TooLarge("paths are too long".into()));
    }
    Ok((model, explored))
}

fn limits(states_max: usize) -> Limits {
    Limits {
        depth: DEPTH_MAX,
        states: states_max,
        steps: 60 * states_max,
    }
}

/// What is found otherwise when hidden variables are part of the state, of a model in which none of
/// them is said to decide.
fn lost_with_hidden(model: &Model, explored: &Explored, states_max: usize) -> Option<String> {
    let is_hidden = model.globals.iter().any(|it| it.hidden);
    if !is_hidden || !model.hidden_reads.is_empty() {
        return None;
    }
    let mut visible = model.clone();
    visible.globals.iter_mut().for_each(|it| it.hidden = false);
    let all = explore(Interpreter::new(&visible), limits(states_max)).ok()?;
    let found = |explored: &Explored| {
        let counts = &explored.counts;
        let failed: Vec<_> = counts.failed.keys().cloned().collect();
        (failed, counts.invalid_end_states > 0, counts.faults.clone())
    };
    let (found, all) = (found(explored), found(&all));
    (found != all).then(|| format!("in the state {all:?}\nhidden       {found:?}"))
}

fn searched(model: &Model, explored: &Explored) -> Searched {
    let counts = &explored.counts;
    Searched {
        anonymous: Anonymous::of(model, &Plan::new(model)),
        counts: Counts {
            stored: counts.stored as u64,
            matched: counts.matched as u64,
            transitions: counts.transitions() as u64,
            atomic: counts.atomic_steps as u64,
            depth: counts.depth as u64,
        },
        failed: counts
            .failed
            .iter()
            .map(|((violation, text), times)| (format!("{violation}: {text}"), *times))
            .collect(),
        invalid_end_states: counts.invalid_end_states,
        faults: counts.faults.iter().map(|it| it.to_string()).collect(),
        hidden_decides: !model.hidden_reads.is_empty(),
    }
}

/// Writes the sources of an analyzer.
pub(super) fn write_sources(model: &Model, folder: &Path, optimized: bool) {
    let options = codegen::Options {
        crate_name: "pan_m".into(),
        model_name: "m".into(),
        header_path: MODEL.into(),
        optimized,
        reading: Vec::new(),
        runtime: codegen::Runtime::Inherited,
        alone: false,
    };
    for (path, text) in codegen::generate(model, &options).files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("in a folder")).expect("a folder of ours");
        fs::write(path, text).expect("a folder of ours");
    }
}

/// Writes the states as the dumps of an analyzer should have them.
fn write_states(model: &Model, explored: &Explored, folder: &Path) {
    let plan = Plan::new(model);
    let states = lines(model, &plan, &explored.states);
    let ends = lines(model, &plan, &explored.invalid_ends);
    for (name, lines) in [(STATES, states), (ENDS, ends)] {
        fs::write(folder.join(name), lines.join("\n")).expect("a folder of ours");
    }
}

/// Parses, prints, parses again; gives the printed text.
fn round_trip(path: &Path) -> Result<String, String> {
    let text = fs::read_to_string(path).expect("a model of ours");
    let first = tree(&text)?;
    let printed = frontend::print::model(&first);
    let second = tree(&printed)?;
    match shape(&first) == shape(&second) {
        true => Ok(printed),
        false => Err(format!("the printed text is read differently:\n{printed}")),
    }
}

fn tree(text: &str) -> Result<Ast, String> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let file = sources.add(MODEL, Path::new(MODEL), text.to_string().into(), None);
    let options = frontend::preprocess::Options::default();
    let text = preprocess_file(file, &options, &mut sources, &mut diagnostics);
    let Some((written, _)) = rewrite(&text, &mut diagnostics) else {
        return Err("the inlines make too large a text".into());
    };
    let text = written.text;
    parse(text.text()).map_err(|errors| format!("{errors:?}\n{}", text.text()))
}

/// The tree without its places in the text.
fn shape(ast: &Ast) -> String {
    let text = format!("{ast:?}");
    let mut parts = text.split("TextRange { start: ");
    let mut shape = parts.next().unwrap_or_default().to_string();
    for part in parts {
        shape.push_str(part.split_once(" }").map_or(part, |(_, rest)| rest));
    }
    shape
}
