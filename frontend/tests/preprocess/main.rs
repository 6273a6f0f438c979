//! The preprocessor, inlines, separators, and the map of all: against files, gcc, SPIN, and
//! garbage.
//!
//! `PVGEN_BLESS=1` writes the expected files anew; review the difference. gcc and SPIN give a
//! second opinion where they are installed; tests that miss them say so.

mod garbage;
mod messages;
mod outputs;
mod places;
mod separators;
#[path = "../common/spin.rs"]
mod spin;

use frontend::diagnostic::{Diagnostics, Style};
use frontend::driver::rewrite;
use frontend::mapped_text::{MappedText, TextRange};
use frontend::preprocess::{Options, preprocess, preprocess_file};
use frontend::source::Sources;
use spin::{EXAMPLES, installed, skipped};
use std::path::{Path, PathBuf};
use std::process::Command;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/preprocess")
}

/// The files below `folder` with this extension, in order.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|it| it == extension));
    found.sort();
    found
}

fn examples() -> Vec<PathBuf> {
    let folders = ["", "Book_1991", "LTL", "Exercises"];
    let found: Vec<PathBuf> = folders
        .iter()
        .flat_map(|it| files(&Path::new(EXAMPLES).join(it), "pml"))
        .collect();
    if found.is_empty() {
        skipped(&format!("SPIN's examples are not installed in {EXAMPLES}"));
    }
    found
}

struct Run {
    sources: Sources,
    diagnostics: Diagnostics,
    text: Option<MappedText>,
}

impl Run {
    fn new(path: &Path, options: &Options) -> Run {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let text = preprocess(path, options, &mut sources, &mut diagnostics);
        Run {
            sources,
            diagnostics,
            text,
        }
    }

    fn of_text(name: &str, text: &str) -> Run {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let file = sources.add(name, Path::new(name), text.into(), None);
        let text = preprocess_file(file, &Options::default(), &mut sources, &mut diagnostics);
        Run {
            sources,
            diagnostics,
            text: Some(text),
        }
    }

    fn messages(&self) -> String {
        self.diagnostics.render(&self.sources, Style::Plain)
    }

    /// Inlines expanded, and separators put in.
    fn separated(&self) -> MappedText {
        let mut diagnostics = Diagnostics::default();
        let rewritten = rewrite(self.text(), &mut diagnostics);
        let errors = diagnostics.render(&self.sources, Style::Plain);
        assert!(!diagnostics.has_errors(), "{errors}");
        rewritten.unwrap().0.text
    }

    fn text(&self) -> &MappedText {
        assert!(!self.diagnostics.has_errors(), "{}", self.messages());
        self.text.as_ref().unwrap()
    }
}

/// Compares with the file, or writes it when asked to.
fn expect_file(path: &Path, actual: &str) {
    if std::env::var_os("PVGEN_BLESS").is_some() {
        std::fs::write(path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        expected == actual,
        "{} differs (PVGEN_BLESS=1 rewrites it); now:\n{actual}",
        path.display()
    );
}

/// Preprocesses a data file under its bare name, so that `__FILE__` does not depend on the folder.
fn data_run(path: &Path) -> Run {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let name = path.file_name().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let file = sources.add(name, Path::new(name), text.into(), None);
    let options = Options {
        include_dirs: vec![data()],
        ..Options::default()
    };
    let text = preprocess_file(file, &options, &mut sources, &mut diagnostics);
    Run {
        sources,
        diagnostics,
        text: Some(text),
    }
}

fn words(text: &str) -> Vec<TextRange> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    let starts =
        (0..bytes.len()).filter(|at| is_word(bytes[*at]) && (*at == 0 || !is_word(bytes[at - 1])));
    let end = |start: usize| {
        (start..bytes.len())
            .find(|at| !is_word(bytes[*at]))
            .unwrap_or(bytes.len())
    };
    starts
        .map(|start| TextRange {
            start: start as u32,
            end: end(start) as u32,
        })
        .collect()
}
