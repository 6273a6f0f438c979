//! From a file to a model: the whole front end, with all errors of a file in one run.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use crate::ast::TextRange;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::inline::{Expanded, expand_inlines};
use crate::ir::{Model, Source, verify};
use crate::mapped_text::MappedText;
use crate::parse::{Lost, Parsed, SyntaxError, parse_all};
use crate::passes::{self, Origins, Report};
use crate::preprocess;
use crate::separator::insert_separators;
use crate::shown;
use crate::source::{FileId, Sources, Span};
use crate::token::{Stream, Written};

/// How a model is loaded.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What the command line tells the preprocessor.
    pub preprocessor: preprocess::Options,
    /// Keep every state that SPIN keeps without its own optimisations: no merging of statements, no
    /// resetting of dead variables, no removal of variables that are never read.
    pub unoptimized: bool,
}

/// What came out of loading a model, good or bad. Without a model there is an error that says why:
/// [`Loaded::new`] alone makes one.
#[derive(Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// The model; `None` when there are errors.
    pub model: Option<Model>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// The files, to print the messages.
    pub sources: Sources,
}

impl Loaded {
    /// With a model, if there is one and no error was found; else with at least one error. `hidden`
    /// are errors that seem to follow from others: when there are none, they are the cause, and if
    /// there is no cause at all, that is said at `place`.
    fn new(
        model: Option<Model>,
        mut diagnostics: Diagnostics,
        hidden: Vec<Diagnostic>,
        place: Option<Span>,
        sources: Sources,
    ) -> Loaded {
        let model = model.filter(|_| !diagnostics.has_errors());
        if model.is_none() && !diagnostics.has_errors() {
            hidden.into_iter().for_each(|error| diagnostics.push(error));
        }
        if model.is_none() && !diagnostics.has_errors() {
            let message = "this cannot be read, and pvgen does not know why";
            let error = Diagnostic::error(UNEXPLAINED, message);
            let error = error.help("write it in another way; please report the model to us");
            diagnostics.push(match place {
                Some(place) => error.at(place, ""),
                None => error,
            });
        }
        Loaded {
            model,
            diagnostics,
            sources,
        }
    }
}

/// The kind of the error that stands for one without words, which is a fault of ours.
pub const UNEXPLAINED: &str = "unexplained";

/// Reads, checks and lowers the model at `path`.
pub fn load(path: &Path, options: &Options) -> Loaded {
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    let text = preprocess::preprocess(path, &options.preprocessor, &mut sources, &mut diagnostics);
    let Some(text) = text else {
        return Loaded::new(None, diagnostics, Vec::new(), None, sources);
    };
    from_preprocessed(&text, path, options, sources, diagnostics)
}

/// Checks and lowers a model whose text is at hand, as if it stood at `path`.
pub fn load_text(text: &str, path: &Path, options: &Options) -> Loaded {
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    let file = sources.add(&path.display().to_string(), path, text.into(), None);
    let preprocessor = &options.preprocessor;
    let text = preprocess::preprocess_file(file, preprocessor, &mut sources, &mut diagnostics);
    from_preprocessed(&text, path, options, sources, diagnostics)
}

fn from_preprocessed(
    text: &MappedText,
    path: &Path,
    options: &Options,
    sources: Sources,
    mut diagnostics: Diagnostics,
) -> Loaded {
    let whole = text.origin(text.range()).place();
    // Of a text that ends somewhere nothing more can be said.
    let cut = diagnostics.errors().any(|it| CUTS.contains(&it.kind));
    let rewritten = match cut {
        true => None,
        false => rewrite(text, &mut diagnostics),
    };
    let Some((mut written, left_out)) = rewritten else {
        return Loaded::new(None, diagnostics, Vec::new(), Some(whole), sources);
    };
    let Parsed {
        ast,
        errors,
        mut lost,
    } = parse_all(&mut written);
    let unreadable = written.errors.into_iter();
    let unreadable: Vec<_> = unreadable.map(|it| of_syntax_error(it, text)).collect();
    let text = written.text;
    lost.any_name = diagnostics
        .errors()
        .any(|it| !TEXT_IS_KEPT.contains(&it.kind));
    lost.incomplete |= lost.any_name || left_out.incomplete;
    lost.names.extend(left_out.names);
    lost.mentioned.extend(left_out.mentioned);
    let origins = MappedOrigins {
        text: &text,
        sources: &sources,
        files: RefCell::new(vec![shown::path(path)]),
        known: RefCell::default(),
    };
    let (model, reports) = passes::lower(&ast, &origins, &lost);
    let files = origins.files.into_inner();
    let (follow, errors) = errors
        .into_iter()
        .partition::<Vec<_>, _>(|error| error.follows_from(&lost));
    let hidden = follow
        .into_iter()
        .map(|error| of_syntax_error(error, &text));
    let hidden = hidden.chain(reports.hidden.into_iter().map(|it| of_report(it, &text)));
    let hidden = hidden.collect();
    let errors = errors
        .into_iter()
        .map(|error| of_syntax_error(error, &text));
    let reports = reports
        .shown
        .into_iter()
        .map(|report| of_report(report, &text));
    push_new(unreadable.into_iter(), &mut diagnostics);
    push_new(errors.chain(reports), &mut diagnostics);
    let left_out = lost.left_out.map(|range| text.origin(range).place());
    let place = Some(left_out.unwrap_or(whole));
    let model = model.map(|mut model| {
        model.files = files;
        model.digest = digest(&options.preprocessor, text.text());
        passes::find_hidden_reads(&mut model);
        debug_assert_eq!(verify::check(&model), Ok(()));
        if !options.unoptimized {
            passes::optimize(&mut model);
            debug_assert_eq!(verify::check(&model), Ok(()));
        }
        model
    });
    Loaded::new(model, diagnostics, hidden, place, sources)
}

/// What the parser reads of a preprocessed text: inlines expanded, and separators put in. With what
/// the inlines that are wrong may have declared; none, after an error, if the text is too large.
pub fn rewrite<'t>(
    text: &'t MappedText,
    diagnostics: &mut Diagnostics,
) -> Option<(Written<'t>, Lost)> {
    let Expanded { tokens, lost } = expand_inlines(Stream::of(text), diagnostics)?;
    Some((insert_separators(tokens).write(), lost))
}

/// Errors of the preprocessor with which the text ends where they are.
const CUTS: [&str; 5] = [
    "expansion-too-large",
    "not-a-formula",
    "recursive-include",
    "too-large",
    "too-many-includes",
];

/// Errors of the texts with which nothing is lost that might declare unknown names.
const TEXT_IS_KEPT: [&str; 6] = [
    "argument-count",
    "bad-paste",
    "inline",
    "unterminated-arguments",
    "unterminated-string",
    "user-error",
];

/// Takes in the messages that do not only say in other words what the preprocessor has said of the
/// same place.
fn push_new(messages: impl Iterator<Item = Diagnostic>, diagnostics: &mut Diagnostics) {
    let start = |it: &Diagnostic| {
        let place = it.primary.as_ref()?.span;
        Some((place.file, place.start))
    };
    let refused: Vec<_> = diagnostics.errors().filter_map(start).collect();
    for message in messages {
        if !start(&message).is_some_and(|place| refused.contains(&place)) {
            diagnostics.push(message);
        }
    }
}

/// Places of the preprocessed text in the files.
struct MappedOrigins<'a> {
    text: &'a MappedText,
    sources: &'a Sources,
    files: RefCell<Vec<String>>,
    /// Numbers of the files that were asked for.
    known: RefCell<BTreeMap<FileId, u32>>,
}

impl MappedOrigins<'_> {
    fn file(&self, id: FileId) -> u32 {
        let find = || {
            let (mut files, name) = (self.files.borrow_mut(), self.sources.name(id));
            let known = files.iter().position(|file| **file == **name);
            known.unwrap_or_else(|| {
                files.push(name.to_string());
                files.len() - 1
            }) as u32
        };
        *self.known.borrow_mut().entry(id).or_insert_with(find)
    }
}

impl Origins for MappedOrigins<'_> {
    fn text(&self) -> &str {
        self.text.text()
    }

    fn source(&self, range: TextRange, text: String) -> Source {
        let origin = self.text.origin(range);
        let place = origin.place();
        let at = self.sources.line_column(place);
        let via = origin.expansion.iter().map(|used| {
            let line = self.sources.line_column(used.call).line;
            (used.name.to_string(), self.file(used.call.file), line)
        });
        let via = via.collect();
        Source {
            file: self.file(place.file),
            line: at.line,
            column: at.column,
            text: shown::text(&text),
            via,
        }
    }

    fn in_inline(&self, range: TextRange) -> bool {
        self.text.in_inline(range.start)
    }
}

fn of_report(report: Report, text: &MappedText) -> Diagnostic {
    let Report {
        severity,
        kind,
        message,
        range,
        others,
        help,
        ..
    } = report;
    let mut diagnostic = Diagnostic {
        severity,
        ..Diagnostic::error(kind, message)
    }
    .at_origin(&text.origin(range));
    for (range, label) in others {
        diagnostic = diagnostic.label(text.origin(range).place(), label);
    }
    Diagnostic { help, ..diagnostic }
}

fn of_syntax_error(error: SyntaxError, text: &MappedText) -> Diagnostic {
    let SyntaxError {
        range,
        message,
        help,
        related,
        after,
        subject: _,
    } = error;
    let mut diagnostic = Diagnostic::error("syntax", message).at_origin(&text.origin(range));
    if let Some((range, label)) = related {
        diagnostic = diagnostic.label(text.origin(range).place(), label);
    }
    // What comes before is at another place when it comes out of a macro.
    let before = after.map(|range| text.origin(range));
    if let Some(before) = before
        && let (macros, _) = before.macros_and_calls()
        && let Some(used) = macros.last()
        && diagnostic.labels.is_empty()
    {
        let what = format!("in this expansion of macro `{}`", used.name);
        diagnostic = diagnostic.label(used.call, what);
        diagnostic = diagnostic.label(before.span, "defined here");
    }
    Diagnostic { help, ..diagnostic }
}

/// A digest (128-bit FNV-1a) of what decides about the model: the definitions and the text after
/// preprocessing. The names of the files do not: a model is the same from wherever it is named.
fn digest(options: &preprocess::Options, text: &str) -> String {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let definitions = options.define.iter().chain(&options.undefine);
    let parts = definitions.map(String::as_str).chain([text]);
    let mut hash = OFFSET;
    for byte in parts.flat_map(|part| part.bytes().chain([0])) {
        hash = (hash ^ u128::from(byte)).wrapping_mul(PRIME);
    }
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(hidden: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let mut sources = Sources::default();
        let file = sources.add("m.pml", Path::new("m.pml"), "init".into(), None);
        let place = Span {
            file,
            start: 0,
            end: 4,
        };
        let loaded = Loaded::new(None, Diagnostics::default(), hidden, Some(place), sources);
        loaded.diagnostics.errors().cloned().collect()
    }

    /// Fault 33.
    #[test]
    fn no_model_is_refused_without_a_word() {
        let [error] = &refused(Vec::new())[..] else {
            panic!("one error")
        };
        assert!(error.kind == UNEXPLAINED && error.primary.is_some());
        let hidden = Diagnostic::error("syntax", "the cause");
        assert_eq!(refused(vec![hidden.clone()]), [hidden]);
    }

    #[test]
    fn a_text_is_a_model_as_its_file_is() {
        let path = std::env::temp_dir().join(format!("pvgen-driver-{}.pml", std::process::id()));
        let text = "byte x;\ninit { x = 1 }\n";
        std::fs::write(&path, text).unwrap();
        let options = Options::default();
        let digest = |loaded: Loaded| loaded.model.unwrap().digest;
        let both = (
            digest(load(&path, &options)),
            digest(load_text(text, &path, &options)),
        );
        std::fs::remove_file(&path).unwrap();
        assert_eq!(both.0, both.1);
    }
}
