//! The files that an analyzer writes: looked at before the search, written when they are whole.
//!
//! What can be known of them beforehand is bad usage: a folder that is missing, a file that must
//! not be replaced. What goes wrong later takes nothing away from the verdict, but is noted,
//! because then something is missing that was asked for.

mod answer;
mod draft;
mod kind;
mod trails;

use std::io;
use std::path::{Path, PathBuf};

pub use answer::{Answer, OUR_FAILURE};
pub use draft::{Draft, Writer};
pub use kind::{FileKind, GRAPH_HEADER};
pub use trails::Trails;

use crate::model::ModelInfo;
use crate::options::{Output, Settings};
use crate::shown;

/// The files that were asked for.
pub struct Outputs {
    /// The report as JSON.
    pub report: Option<Draft>,
    /// Stored states.
    pub states: Option<Draft>,
    /// Invalid end states.
    pub ends: Option<Draft>,
    /// The graph.
    pub graph: Option<Draft>,
    /// How often bytes occur.
    pub frequencies: Option<Draft>,
    /// Where trails go.
    pub trails: Trails,
    /// What could not be written, a line for each.
    pub missing: Vec<String>,
}

impl Outputs {
    /// Begins the files that were asked for, of a run of this many searches.
    ///
    /// # Errors
    /// One of them cannot be written, or two are the same.
    pub fn prepare(
        info: &'static ModelInfo,
        settings: &Settings,
        searches: usize,
    ) -> Result<Self, String> {
        let json = match &settings.json {
            Some(Output::File(path)) => Some(path),
            Some(Output::Standard) | None => None,
        };
        let outputs = Self {
            report: begin(json, FileKind::Report)?,
            states: begin(settings.dump_states.as_ref(), FileKind::States)?,
            ends: begin(settings.dump_ends.as_ref(), FileKind::Ends)?,
            graph: begin(settings.export.as_ref(), FileKind::Graph)?,
            frequencies: begin(settings.byte_frequencies.as_ref(), FileKind::Frequencies)?,
            trails: Trails::prepare(info, settings, searches)?,
            missing: Vec::new(),
        };
        outputs.check_distinct()?;
        Ok(outputs)
    }

    /// Two files of one name would replace each other.
    fn check_distinct(&self) -> Result<(), String> {
        let drafts = [
            &self.report,
            &self.states,
            &self.ends,
            &self.graph,
            &self.frequencies,
        ];
        let targets = drafts.into_iter().flatten().filter_map(Draft::target);
        let mut targets: Vec<PathBuf> = targets.map(resolved).collect();
        targets.extend(self.trails.paths().map(|path| resolved(&path)));
        targets.sort();
        match targets.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!(
                "{}: two outputs go there: give each a file of its own",
                pair[0].display()
            )),
            None => Ok(()),
        }
    }

    /// Notes what has become of a file.
    pub fn note(&mut self, path: &Path, result: io::Result<()>) {
        if let Err(error) = result {
            self.missing.push(cannot_write(path, &error));
        }
    }
}

fn begin(path: Option<&PathBuf>, kind: FileKind) -> Result<Option<Draft>, String> {
    path.map(|path| Draft::create(path, kind).map_err(|error| cannot_write(path, &error)))
        .transpose()
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", shown::path(path))
}

/// A path by which files can be compared, though they do not exist.
fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folder = absolute
        .parent()
        .and_then(|folder| folder.canonicalize().ok());
    match (folder, absolute.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => absolute,
    }
}
