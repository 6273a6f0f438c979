//! Messages to the author of a model: many in one run, each with its place, cause and remedy.
//!
//! A pass makes a [`Diagnostic`] and gives its place as a [`Span`] or as an [`Origin`] (what
//! [`MappedText::origin`] answers for a range of text); where macros are in between, the uses and
//! the definition are shown too.
//!
//! [`MappedText::origin`]: crate::mapped_text::MappedText::origin

mod repeated;

use crate::mapped_text::{Origin, Use, UseKind};
use crate::shown;
use crate::source::{FileId, Sources, Span};
use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Origin as Header, Renderer, Snippet,
    normalize_untrusted_str,
};
use std::ops::Range;

/// The warnings: the name for `--allow` and what the warning is about.
#[rustfmt::skip]
pub const WARNINGS: &[(&str, &str)] = &[
    ("assignment-as-guard", "an option that begins with an assignment and `->`"),
    ("channel-as-number", "a channel is assigned to a variable of another type"),
    ("claim-changes", "an assignment in a never claim"),
    ("claim-too-large", "a never claim with more conditions or steps than can be checked"),
    ("condition-of-locals", "a comparison that no other process can make true"),
    ("dubious-else", "`else` beside a send or receive"),
    ("else-in-sequence", "an `else` behind a statement, where it is no option"),
    ("exclusive", "a channel that a process has for itself by `xs` or `xr` and others perhaps use"),
    ("extra-tokens", "text after the end of a preprocessor directive"),
    ("fewer-fields", "a receive with `<` and `>`, or a step of a trace, that leaves out fields"),
    ("formula-precedence", "a formula that SPIN's grammar groups otherwise than is likely meant"),
    ("ignored-value", "an assignment to `_`, a structure's initial value, `for (i in a[0])`"),
    ("index-outside", "a constant index that its array does not have"),
    ("initializer-order", "the initial value of a global reads one that is still 0 at that time"),
    ("label-in-option", "a label on the first statement of an option"),
    ("macro-redefined", "a second `#define` with another body"),
    ("missing-arguments", "`run` with fewer arguments than parameters, `active` with parameters"),
    ("mtype-sets", "a value of one `mtype` set where another is expected"),
    ("number-as-channel", "a number is assigned to a variable of type `chan`"),
    ("number-eats-macro", "a macro's name that the preprocessor reads as part of a number, as in `1..N`"),
    ("printf-values", "a `printf` with more or fewer values than its format prints"),
    ("rendezvous-poll", "a look at the messages of a rendezvous channel"),
    ("self-loop", "a loop that does nothing at all"),
    ("several-inits", "a second `init`"),
    ("shared-local", "a global declared `local` that several processes use"),
    ("stray-comment-end", "`*/` outside of a comment"),
    ("truncation", "a constant that does not fit its variable"),
    ("unreachable", "a statement that no way through its process leads to"),
    ("unsigned-width", "an `unsigned` without a width"),
    ("unused-label", "a label that nothing refers to"),
    ("unused-variable", "a variable or channel that nothing refers to"),
    ("user-warning", "a `#warning` in the model"),
];

/// Whether a warning has this name.
pub fn is_warning(name: &str) -> bool {
    WARNINGS.iter().any(|(known, _)| *known == name)
}

/// Whether the model is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The model cannot be used.
    Error,
    /// The model can be used, but something looks wrong.
    Warning,
}

/// A text shown at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedSpan {
    /// The place.
    pub span: Span,
    /// The text, possibly empty.
    pub text: String,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// For a warning, a name of [`WARNINGS`]; for an error, a name for tests to look for.
    pub kind: &'static str,
    /// What is wrong, in one line.
    pub message: String,
    /// Where; `None` when it is no place in a file.
    pub primary: Option<MarkedSpan>,
    /// Other places that have to do with it.
    pub labels: Vec<MarkedSpan>,
    /// Further facts.
    pub notes: Vec<String>,
    /// What would be right.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(kind: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, kind, message.into())
    }

    /// A warning, `kind` being a name of [`WARNINGS`].
    pub fn warning(kind: &'static str, message: impl Into<String>) -> Diagnostic {
        debug_assert!(is_warning(kind), "{kind} is missing in WARNINGS");
        Diagnostic::new(Severity::Warning, kind, message.into())
    }

    fn new(severity: Severity, kind: &'static str, message: String) -> Diagnostic {
        Diagnostic {
            severity,
            kind,
            message,
            primary: None,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Sets the place; `label` is shown beside it and may be empty.
    pub fn at(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.primary = Some(MarkedSpan {
            span,
            text: label.into(),
        });
        self
    }

    /// Sets the place of text that may come out of macros or inlines. Of macros the outermost use
    /// is the place, and the uses inside of it and the definition are labelled; text of an inline's
    /// body is the place itself, and the calls are labelled.
    pub fn at_origin(mut self, origin: &Origin) -> Diagnostic {
        let in_use = |used: &Use| match used.kind {
            UseKind::Macro => format!("in this expansion of macro `{}`", used.name),
            UseKind::Inline => format!("in this call of inline `{}`", used.name),
        };
        let labelled = |used: &Use| MarkedSpan {
            span: used.call,
            text: in_use(used),
        };
        let (macros, calls) = origin.macros_and_calls();
        self = match macros.split_last() {
            None => self.at(origin.span, ""),
            Some((outermost, inner)) => {
                self.labels.extend(inner.iter().rev().map(labelled));
                self = self.label(origin.span, "defined here");
                self.at(outermost.call, in_use(outermost))
            }
        };
        self.labels.extend(calls.iter().map(labelled));
        self
    }

    /// Adds another place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(MarkedSpan {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a fact.
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Sets the remedy.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    fn place(&self) -> Option<Span> {
        self.primary.as_ref().map(|label| label.span)
    }
}

/// The messages of a run.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Errors, and warnings, in the list.
    kept: [usize; 2],
    /// Errors, and warnings, beyond [`KEPT_MAX`] of each.
    dropped: [usize; 2],
}

/// Most errors, and most warnings, that are shown: more help no one, and each takes its time.
const KEPT_MAX: usize = 200;

/// How messages are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// For files and pipes.
    Plain,
    /// With terminal colours.
    Coloured,
}

impl Diagnostics {
    /// Adds a message.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let kind = diagnostic.severity as usize;
        if self.kept[kind] == KEPT_MAX {
            self.dropped[kind] += 1;
            return;
        }
        self.kept[kind] += 1;
        self.list.push(diagnostic);
    }

    /// The errors, in the order in which they came up.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter().filter(|it| it.severity == Severity::Error)
    }

    /// Whether the model is refused.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }

    /// Drops all warnings.
    pub fn drop_warnings(&mut self) {
        self.list.retain(|it| it.severity == Severity::Error);
        self.dropped[Severity::Warning as usize] = 0;
    }

    /// Drops the warnings with one of these names.
    pub fn allow(&mut self, names: &[String]) {
        self.list.retain(|it| {
            it.severity == Severity::Error || !names.iter().any(|name| name == it.kind)
        });
    }

    /// The messages in the order in which a reader of the model meets their places, each once.
    pub fn sorted(&self, sources: &Sources) -> Vec<&Diagnostic> {
        let mut list: Vec<&Diagnostic> = self.list.iter().collect();
        list.sort_by_cached_key(|it| (reading_order(sources, it.place()), it.severity));
        let mut kept: Vec<&Diagnostic> = Vec::with_capacity(list.len());
        for diagnostic in list {
            let start = |it: &Diagnostic| it.place().map(|place| (place.file, place.start));
            let latest = kept.iter().rev();
            let mut same_place = latest.take_while(|it| start(it) == start(diagnostic));
            if !same_place.any(|it| it.message == diagnostic.message) {
                kept.push(diagnostic);
            }
        }
        kept
    }

    /// All messages as text, an empty line after each; many warnings that say the same are one.
    pub fn render(&self, sources: &Sources, style: Style) -> String {
        let renderer = match style {
            Style::Plain => Renderer::plain(),
            Style::Coloured => Renderer::styled(),
        };
        let mut text = String::new();
        for diagnostic in repeated::summarized(self.sorted(sources), sources) {
            let rendered = renderer.render(&[group(sources, &diagnostic)]);
            text += &harmless(&rendered, style);
            text += "\n\n";
        }
        for (dropped, what) in self.dropped.iter().zip(["errors", "warnings"]) {
            if *dropped > 0 {
                text += &format!("note: and {dropped} more {what}\n\n");
            }
        }
        text
    }
}

/// The renderer replaces most of the characters that would drive a terminal, and writes escapes for
/// its colours; the rest goes here.
fn harmless(rendered: &str, style: Style) -> String {
    match style {
        Style::Plain => shown::lines(rendered),
        Style::Coloured => {
            let parts = rendered.split('\u{1b}').map(shown::lines);
            parts.collect::<Vec<_>>().join("\u{1b}")
        }
    }
}

/// Sorts by position in the text with all files put in place of their `#include`.
fn reading_order(sources: &Sources, span: Option<Span>) -> Option<(FileId, Vec<u32>)> {
    let mut span = span?;
    let mut offsets = vec![span.start];
    while let Some(include) = sources.included_from(span.file) {
        offsets.push(include.start);
        span = include;
    }
    offsets.reverse();
    Some((span.file, offsets))
}

fn group<'a>(sources: &'a Sources, diagnostic: &'a Diagnostic) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING.with_name(format!("warning[{}]", diagnostic.kind)),
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message));
    let primary = diagnostic.primary.as_ref();
    let labels: Vec<&MarkedSpan> = primary.into_iter().chain(&diagnostic.labels).collect();
    let mut files: Vec<FileId> = Vec::new();
    for label in &labels {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    for file in files {
        let mut in_file = labels.clone();
        in_file.retain(|label| label.span.file == file);
        let lines = lines_around(sources, file, &in_file);
        if lines.len() <= EXCERPT_BYTES_MAX {
            group = group.element(snippet(sources, file, lines, &in_file, primary));
            continue;
        }
        for label in in_file {
            let place = sources.line_column(label.span);
            let header = Header::path(&**sources.name(file)).line(place.line as usize);
            group = group.element(header.char_column(place.column as usize));
            group = group.element(excerpt(sources, label, primary));
        }
    }
    let included = included_from(sources, diagnostic.place());
    for note in included.iter().chain(&diagnostic.notes) {
        group = group.element(Level::NOTE.message(normalize_untrusted_str(note)));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(normalize_untrusted_str(help)));
    }
    group
}

/// The files around the place, innermost first; of a long chain only the start.
fn included_from(sources: &Sources, place: Option<Span>) -> Vec<String> {
    const SHOWN: usize = 4;
    let first = place.and_then(|span| sources.included_from(span.file));
    let chain = std::iter::successors(first, |span| sources.included_from(span.file));
    let note = |span: Span| {
        let (name, line) = (sources.name(span.file), sources.line(span));
        format!("in a file included from {name}:{line}")
    };
    let mut notes: Vec<String> = chain.clone().take(SHOWN).map(note).collect();
    let more = chain.count() - notes.len();
    if more > 0 {
        notes.push(format!("and so on, {more} files further out"));
    }
    notes
}

/// Of a longer text the renderer sees only what is next to the labels: it looks at each character,
/// for each message again.
const EXCERPT_BYTES_MAX: usize = 1 << 16;

/// Bytes of a long line that are shown before a label, and behind its start.
const BESIDE_BYTES: usize = 60;

/// From the first to the last label, whole lines.
fn lines_around(sources: &Sources, file: FileId, labels: &[&MarkedSpan]) -> Range<usize> {
    let text: &str = sources.text(file);
    let spans = || labels.iter().map(|label| label.span);
    let first = spans().map(|it| it.start).min().unwrap_or(0) as usize;
    let last = spans().map(|it| it.end).max().unwrap_or(0) as usize;
    let start = text[..first].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[last..].find('\n');
    start..end.map_or(text.len(), |newline| last + newline + 1)
}

/// Lines with all their labels; the renderer leaves out those without one.
fn snippet<'a>(
    sources: &'a Sources,
    file: FileId,
    lines: Range<usize>,
    labels: &[&'a MarkedSpan],
    primary: Option<&MarkedSpan>,
) -> Snippet<'a, Annotation<'a>> {
    let (start, end) = (lines.start as u32, lines.start as u32);
    let line = sources.line(Span { file, start, end });
    let annotations = labels.iter().map(|label| {
        let Span { start, end, .. } = label.span;
        annotation(
            label,
            start as usize - lines.start..end as usize - lines.start,
            primary,
        )
    });
    Snippet::source(&sources.text(file)[lines.clone()])
        .path(&**sources.name(file))
        .line_start(line as usize)
        .annotations(annotations)
}

/// The part of a line beside the start of a label.
fn excerpt<'a>(
    sources: &'a Sources,
    label: &'a MarkedSpan,
    primary: Option<&MarkedSpan>,
) -> Snippet<'a, Annotation<'a>> {
    let text: &str = sources.text(label.span.file);
    let at = label.span.start as usize;
    let from = text.ceil_char_boundary(at.saturating_sub(BESIDE_BYTES));
    let to = text.floor_char_boundary(text.len().min(at + BESIDE_BYTES));
    let from = text[from..at].rfind('\n').map_or(from, |it| from + it + 1);
    let to = text[at..to].find('\n').map_or(to, |it| at + it);
    let end = to.min(label.span.end as usize).max(at);
    Snippet::source(&text[from..to])
        .line_start(sources.line(label.span) as usize)
        .annotation(annotation(label, at - from..end - from, primary))
}

fn annotation<'a>(
    label: &'a MarkedSpan,
    place: Range<usize>,
    primary: Option<&MarkedSpan>,
) -> Annotation<'a> {
    let kind = match primary.is_some_and(|primary| std::ptr::eq(primary, label)) {
        true => AnnotationKind::Primary,
        false => AnnotationKind::Context,
    };
    match &*label.text {
        "" => kind.span(place),
        text => kind.span(place).label(shown::text(text)),
    }
}
