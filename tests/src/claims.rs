//! Products with never claims: what the interpreter and SPIN make of them.
//!
//! Counts are those of a search that goes through the product once (SPIN's without `-a`); verdicts
//! are whether a run is accepted, and whether a fair one is. SPIN's weak fairness says nothing
//! where it goes wrong: where a run ends, and beside some words ([`UNFAIR`]).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use frontend::driver;
use frontend::interpret::cycles::{Fairness, Product};
use frontend::interpret::search::{self, Explored, Limits};
use frontend::interpret::{Interpreter, product};
use frontend::ir::{Claim, Model};
use frontend::ltl::classify::{self, Component};
use serde::Deserialize;

use crate::process;
use crate::spin::{self, Build, RUN_LIMIT, Run};

/// States of a system, and nodes of a product, beyond which it is not compared.
const NODES_MAX: usize = 20_000;

/// What somebody makes of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How large it is.
    pub counts: Counts,
    /// The claim comes to its end, or something fails on the way.
    pub fails: bool,
    /// The claim accepts a run.
    pub accepted: bool,
    /// It accepts a run that is weakly fair; `None` where that is not known.
    pub fairly: Option<bool>,
}

/// Nodes stored and met again, and the depth of the deepest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Counts {
    pub stored: u64,
    pub matched: u64,
    pub depth: u64,
}

/// What is true of a claim, by definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// It comes to its end.
    pub ends: bool,
    /// An assertion of its own fails.
    pub asserts: bool,
    /// An assertion of the system fails, or a statement has no meaning, on a path that it allows.
    pub fails: bool,
    /// It accepts a run, a weakly fair one, a strongly fair one.
    pub accepted: [bool; 3],
}

/// What the interpreter makes of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// How large it is.
    pub counts: Counts,
    /// What is true of the claim.
    pub truth: Truth,
    /// A formula that is violated by a prefix of a run or not at all: analyzers need no product.
    pub is_safety: bool,
    /// By the text of a proposition: whether it is false in some state, and whether it is true in
    /// some. Nothing is known of one that asks for `timeout`.
    pub seen: BTreeMap<String, [bool; 2]>,
}

impl Judged {
    /// As far as SPIN says it, too.
    pub fn found(&self) -> Found {
        let Truth {
            ends,
            asserts,
            fails,
            accepted: [accepted, fairly, _],
        } = self.truth;
        Found {
            counts: self.counts,
            fails: ends || asserts || fails,
            accepted,
            fairly: Some(fairly),
        }
    }
}

/// What the interpreter says of the model at `path` and its first claim; `None` if the product, or
/// the system alone, is too large.
///
/// # Errors
/// The messages of a model that is refused.
pub fn ours(path: &Path) -> Result<Option<Judged>, String> {
    let model = load(path)?;
    let interpreter = Interpreter::new(&model);
    let claim = model.claims.first().ok_or("the model claims nothing")?;
    let claim = &claim.translated().map_err(|refusal| refusal.to_string())?;
    let (Ok(counted), Ok(graph), Ok(explored)) = (
        product::count(interpreter, claim, LIMITS),
        Product::build(interpreter, claim, LIMITS),
        search::explore(interpreter, LIMITS),
    ) else {
        return Ok(None);
    };
    let counts = Counts {
        stored: counted.stored as u64,
        matched: counted.matched as u64,
        depth: counted.depth as u64,
    };
    let kinds = [Fairness::Unfair, Fairness::Weak, Fairness::Strong];
    let truth = Truth {
        ends: graph.ends,
        asserts: graph.asserts,
        fails: graph.fails,
        accepted: kinds.map(|fairness| graph.accepts(fairness)),
    };
    let may_follow = |it: &Component| matches!(it, Component::Weak | Component::General);
    let is_formula = claim.formula.is_some();
    Ok(Some(Judged {
        counts,
        truth,
        is_safety: is_formula && !classify::kinds(&claim.automaton()).iter().any(may_follow),
        seen: seen(interpreter, claim, &explored),
    }))
}

/// What a claim can see of each proposition in the states of a system.
fn seen(
    interpreter: Interpreter<'_>,
    claim: &Claim,
    explored: &Explored,
) -> BTreeMap<String, [bool; 2]> {
    let mut seen = BTreeMap::new();
    for state in &explored.states {
        let letter = interpreter.letter(state, claim, false);
        for (at, proposition) in claim.propositions.iter().enumerate() {
            let text = proposition.source.text.to_string();
            let is_known = letter.faults.iter().all(|(faulted, _)| *faulted != at);
            if is_known && !text.contains("timeout") {
                let holds = letter.holds >> at & 1;
                seen.entry(text).or_insert([false; 2])[holds as usize] = true;
            }
        }
    }
    seen
}

/// Whether some run of the system ends; `None` if it is too large.
fn some_run_ends(path: &Path) -> Option<bool> {
    let model = load(path).ok()?;
    let interpreter = Interpreter::new(&model);
    let system = search::explore(interpreter, LIMITS).ok()?;
    let mut states = system.states.iter();
    Some(states.any(|state| interpreter.moves(state).0.is_stuck()))
}

fn load(path: &Path) -> Result<Model, String> {
    let options = driver::Options {
        unoptimized: true,
        ..driver::Options::default()
    };
    let loaded = driver::load(path, &options);
    let messages = loaded.diagnostics.errors().map(|it| it.message.clone());
    loaded
        .model
        .ok_or_else(|| messages.collect::<Vec<_>>().join("\n"))
}

/// Most steps of a path.
const DEPTH_MAX: usize = 50_000;

/// Where one of these stands, SPIN's weak fairness goes wrong (`docs/vs-spin.md`).
const UNFAIR: [&str; 3] = ["atomic", "provided", "priority"];

const LIMITS: Limits = Limits {
    depth: DEPTH_MAX,
    states: NODES_MAX,
    steps: 50 * NODES_MAX,
};

/// Why SPIN says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Unfit {
    RefusedBySpin,
    RefusedByItsVerifier,
    TooDeep,
}

/// What SPIN says of the model at `path`, made in `folder`.
///
/// # Errors
/// Why it says nothing.
pub fn theirs(path: &Path, folder: &Path) -> Result<Found, Unfit> {
    let build = Build {
        compiler: spin::quick_compiler(),
        compiler_flags: vec!["-O0", "-DNOREDUCE", "-DNFAIR=3", "-DVECTORSZ=65536"],
        ..Build::unoptimized(path, &[])
    };
    let pan = build.make(folder).map_err(|_| Unfit::RefusedBySpin)?;
    let run = |options: &[&str]| {
        let mut command = Command::new(&pan);
        command.arg(format!("-m{DEPTH_MAX}")).args(["-n", "-w14"]);
        let finished = process::run(command.args(options).current_dir(folder), RUN_LIMIT);
        let run = Run::parse(&finished.all_output()).ok_or(Unfit::RefusedByItsVerifier)?;
        match run.is_cut(DEPTH_MAX as u64) {
            true => Err(Unfit::TooDeep),
            false => Ok(run),
        }
    };
    let (once, cycles) = (run(&["-c0"])?, run(&["-a"])?);
    let fair = run(&["-a", "-f"]);
    Ok(Found {
        counts: Counts {
            stored: once.counts.stored,
            matched: once.counts.matched,
            depth: once.counts.depth,
        },
        fails: once.errors > 0,
        accepted: cycles.errors > 0,
        fairly: fair.ok().map(|fair| fair.errors > 0),
    })
}

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All agree.
    Same(Found),
    /// There is nothing to compare.
    Unfit(Unfit),
    /// There are more states than the interpreter can search.
    TooLarge,
    /// They do not agree.
    Different(String),
}

/// Compares what the interpreter and SPIN make of a program with a claim, in `folder`.
///
/// # Panics
/// When the folder cannot be written to.
pub fn compare(text: &str, folder: &Path) -> Outcome {
    let path = folder.join("claim.pml");
    fs::write(&path, text).expect("a folder of ours");
    let theirs = match theirs(&path, folder) {
        Ok(found) => found,
        Err(why) => return Outcome::Unfit(why),
    };
    let ours = match ours(&path) {
        Ok(Some(judged)) => judged.found(),
        Ok(None) => return Outcome::TooLarge,
        Err(messages) => return Outcome::Different(messages),
    };
    let Some(ends) = some_run_ends(&path) else {
        return Outcome::TooLarge;
    };
    let fairness_is_right = !ends && !UNFAIR.iter().any(|word| text.contains(word));
    let known = |found: &Found| Found {
        fairly: found
            .fairly
            .filter(|_| fairness_is_right && theirs.fairly.is_some()),
        ..found.clone()
    };
    let (ours, mut theirs) = (known(&ours), known(&theirs));
    if text.contains("ltl {") {
        // The automata need not be alike, and SPIN's says by an assertion that something holds
        // always.
        theirs.counts = ours.counts;
        theirs.accepted |= theirs.fails && !ours.fails;
        theirs.fails &= ours.fails;
    }
    // After an error each goes on in its own way.
    if ours == theirs || ours.fails && theirs.fails {
        return Outcome::Same(ours);
    }
    Outcome::Different(format!("SPIN {theirs:?}\nours {ours:?}"))
}
