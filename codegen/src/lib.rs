//! From a resolved Promela model to the files of an analyzer crate.
//!
//! ```text
//! ir::Model ── plan ──> names, layout, kinds of channels, tags ── emit ──> Rust items ── print ──> text
//! ```
//!
//! `plan` decides and never prints; `emit` prints what was decided; `print` knows no Promela.
//! Nothing here reads or writes a file.

// Their macros panic when a stream is closed or full.
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod emit;
pub mod plan;
pub mod print;

use std::collections::BTreeMap;
use std::path::PathBuf;

use frontend::ir::Model;
use frontend::shown;

use plan::Plan;

/// Version of the generator.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What besides the model determines the generated text.
#[derive(Clone, Debug)]
pub struct Options {
    /// Package name: `pan_gbn`.
    pub crate_name: String,
    /// Stem of the model's file name.
    pub model_name: String,
    /// The model's path as shown in headers.
    pub header_path: String,
    /// The model was merged and its dead variables are reset.
    pub optimized: bool,
    /// The options without which its text would be read otherwise, as words: `-DN=3`.
    pub reading: Vec<String>,
    /// Where the runtime is found.
    pub runtime: Runtime,
    /// The crate is a workspace of its own.
    pub alone: bool,
}

/// What an analyzer's manifest says of the runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Runtime {
    /// As in the workspace that the crate is a member of.
    Inherited,
    /// It lies in this folder.
    Path(String),
}

impl Options {
    /// Those of the command line without which the analyzer would have other states or numbers, on
    /// one line.
    pub fn deciding(&self, model: &Model) -> String {
        let unoptimized = (!self.optimized).then_some("--unoptimized");
        let lossy = model.lossy_sends.then_some("--lossy-sends");
        let given = [unoptimized, lossy].into_iter().flatten();
        let given = given.chain(self.reading.iter().map(String::as_str));
        given.map(shown::word).collect::<Vec<_>>().join(" ")
    }
}

/// A generated crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crate {
    /// Text by path.
    pub files: BTreeMap<PathBuf, String>,
}

/// Generates the analyzer of a model.
pub fn generate(model: &Model, options: &Options) -> Crate {
    let plan = Plan::new(model);
    let files = emit::printed(&plan, options).into_iter();
    Crate {
        files: files.map(|(path, text)| (path.into(), text)).collect(),
    }
}
