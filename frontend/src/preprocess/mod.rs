//! The C preprocessor, as far as `gcc -E -x c` shows it to SPIN, with a map back to the files.
//!
//! SPIN hands every model to gcc first, so models use all of `#define`, `#include`, `#if`. Running
//! gcc would need gcc, and its line markers say nothing about columns or macros; hence our own. The
//! order of work is that of the C standard: logical lines and tokens (`token`), directives
//! (`directive`, `condition`), macros (`expand`); the output is built as a [`MappedText`].
//!
//! Deliberate limits: the only predefined macros are `__FILE__` and `__LINE__`; no trigraphs, no
//! digraphs; an `#include` nests at most 200 deep, and 4,096 times in all; the files read have at
//! most two million tokens and 32 MiB together, a token 65,535 bytes; expansions produce at most
//! 20 million tokens, which `size` finds before anything is expanded, and 128 MiB of text.

mod added;
mod condition;
mod directive;
mod expand;
mod include;
mod size;
mod token;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::linear::EXPANDED_BYTES_MAX;
use crate::mapped_text::{MappedText, TextBuilder};
use crate::shown;
use crate::source::{FileId, Sources, Span};
use directive::Conditional;
use expand::{Input, Macro};
use size::Sizes;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use token::{Kind, Lexer, PpToken};

/// What the command line tells the preprocessor.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Each `NAME` or `NAME=TEXT`, as after `-D`; without a text the macro is 1. `F(x)=TEXT` makes
    /// a macro with parameters.
    pub define: Vec<String>,
    /// Each `NAME`, as after `-U`; done after all definitions.
    pub undefine: Vec<String>,
    /// Folders searched for included files, after the folder of the including file.
    pub include_dirs: Vec<PathBuf>,
    /// Claims that are added to the model, in this order.
    pub claims: Vec<AddedClaim>,
}

/// A claim of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddedClaim {
    /// A formula of linear temporal logic.
    Formula(String),
    /// A file with `never` or `ltl` claims, or with a formula alone.
    File(PathBuf),
}

/// Bytes of the tokens that `#`, `##` and `__FILE__` make, in the text or on the way there: of
/// 65,000 names that are joined one by one, the first is copied 65,000 times.
const MADE_BYTES_MAX: u64 = 16 << 20;

/// Reads the model at `path` and preprocesses it. `None` when it cannot be read; otherwise as
/// [`preprocess_file`].
pub fn preprocess(
    path: &Path,
    options: &Options,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<MappedText> {
    let name = shown::path(path);
    match sources.read(path, &name, None) {
        Ok(file) => Some(preprocess_file(file, options, sources, diagnostics)),
        Err(error) => {
            let message = format!("cannot read the model `{name}`: {error}");
            diagnostics.push(Diagnostic::error("unreadable-file", message));
            None
        }
    }
}

/// Preprocesses a file that has been read. After errors the text is a best effort, fit for finding
/// more of them.
///
/// Text of different lines is on different lines of the output, as with gcc; a macro's expansion is
/// on one line.
pub fn preprocess_file(
    file: FileId,
    options: &Options,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> MappedText {
    let mut run = Preprocessor {
        output: TextBuilder::new(Span::new(file, 0, 0)),
        sources,
        diagnostics,
        options,
        macros: BTreeMap::new(),
        readers: Vec::new(),
        last: None,
        line: 1,
        collecting: false,
        depth: 0,
        tokens_left: token::TOKENS_MAX,
        expanded_tokens: 0,
        made_bytes: 0,
        sizes: Sizes::default(),
        includes: 0,
        bytes_read: 0,
        stopped: false,
    };
    run.command_line();
    run.open(file);
    run.run();
    run.add_claims();
    run.output.finish()
}

/// A file being read.
struct Reader {
    file: FileId,
    text: Rc<str>,
    position: usize,
    conditionals: Vec<Conditional>,
    /// What `#line` adds to the line numbers that `__LINE__` gives.
    line_shift: i64,
    /// The name that `__FILE__` gives.
    presumed_name: Rc<str>,
}

impl Reader {
    fn skipping(&self) -> bool {
        self.conditionals.last().is_some_and(|group| !group.active)
    }
}

struct Preprocessor<'a> {
    sources: &'a mut Sources,
    diagnostics: &'a mut Diagnostics,
    options: &'a Options,
    macros: BTreeMap<Rc<str>, Rc<Macro>>,
    /// The file being read last, those that include it before.
    readers: Vec<Reader>,
    output: TextBuilder,
    /// The token written last.
    last: Option<PpToken>,
    /// The line, counted from 1, of the file being read that the end of the output stands for.
    line: u32,
    /// The arguments of a macro call are being read.
    collecting: bool,
    /// Macro calls inside arguments of macro calls being expanded.
    depth: u32,
    /// Tokens of files that may still be read.
    tokens_left: usize,
    /// Tokens out of expansions so far.
    expanded_tokens: u64,
    /// Bytes of tokens that stand in no file so far.
    made_bytes: u64,
    /// Sizes of expansions of the macros as they are defined now.
    sizes: Sizes,
    /// Files included so far.
    includes: usize,
    /// Bytes of all readings of files so far.
    bytes_read: u64,
    /// An error that makes going on useless has occurred.
    stopped: bool,
}

impl Preprocessor<'_> {
    /// Turns `-D` and `-U` into directives of a file of their own.
    fn command_line(&mut self) {
        let define = |text: &String| match text.split_once('=') {
            Some((name, body)) => format!("#define {name} {body}"),
            None => format!("#define {text} 1"),
        };
        let undefine = |name: &String| format!("#undef {name}");
        let options = self.options;
        let lines = options.define.iter().map(define);
        let lines = lines.chain(options.undefine.iter().map(undefine));
        let lines: Vec<String> = lines.collect();
        let is_wrong = |line: &&String| line.contains(['\n', '\0']) || line.ends_with('\\');
        if let Some(line) = lines.iter().find(is_wrong) {
            let message = format!(
                "a definition on the command line holds a line end, a NUL or a `\\` at its end: {line:?}"
            );
            self.diagnostics
                .push(Diagnostic::error("bad-definition", message));
            return;
        }
        if !lines.is_empty() {
            let text = lines.join("\n") + "\n";
            let (name, path) = ("<command line>", Path::new(""));
            let file = self.sources.add(name, path, text.into(), None);
            self.open(file);
            while self.next_line(false).is_some() {}
            // Nothing of it belongs into the text.
            self.output = TextBuilder::new(Span::new(file, 0, 0));
        }
    }

    fn open(&mut self, file: FileId) {
        self.readers.push(Reader {
            file,
            text: Rc::clone(self.sources.text(file)),
            position: 0,
            conditionals: Vec::new(),
            line_shift: 0,
            presumed_name: Rc::clone(self.sources.name(file)),
        });
        self.last = Some(start_of(file));
        self.line = 1;
    }

    fn run(&mut self) {
        while let Some(line) = self.next_line(false) {
            let mut input = Input::from_file(line);
            while let Some(token) = self.next_expanded(&mut input) {
                self.emit(&token);
            }
        }
    }

    /// Reports an error after which going on would only repeat it.
    fn fatal(&mut self, diagnostic: Diagnostic) {
        if !self.stopped {
            self.diagnostics.push(diagnostic);
        }
        self.stopped = true;
    }

    /// The next line of text, directives done. With `stay`, none at the end of the file; otherwise
    /// goes on with the file that includes it.
    fn next_line(&mut self, stay: bool) -> Option<Vec<PpToken>> {
        while !self.stopped {
            let Some(line) = self.read_line() else {
                if stay || self.readers.is_empty() {
                    return None;
                }
                self.close();
                continue;
            };
            if line[0].is("#") {
                self.directive(&line);
            } else if self.readers.last().is_some_and(Reader::skipping) {
                self.emit_newline(&line);
            } else {
                return Some(line);
            }
        }
        None
    }

    fn read_line(&mut self) -> Option<Vec<PpToken>> {
        let reader = self.readers.last_mut()?;
        let text = Rc::clone(&reader.text);
        let mut lexer = Lexer::new(&text, reader.file, reader.position);
        lexer.left = self.tokens_left;
        let line = lexer.logical_line();
        reader.position = lexer.position;
        self.tokens_left = lexer.left;
        if let Some((place, message, help)) = lexer.too_large {
            let error = Diagnostic::error("too-large", message).at(place, "");
            self.fatal(error.help(help));
            return None;
        }
        if let Some(opening) = lexer.unterminated_comment {
            let error = Diagnostic::error("unterminated-comment", "this comment is not closed");
            let error = error.at(opening, "opened here");
            self.diagnostics
                .push(error.help("write `*/` where it ends"));
        }
        for place in lexer.stray_ends {
            self.warn_of_stray_end(place);
        }
        line
    }

    /// Outside of what an `#if` leaves out.
    fn warn_of_stray_end(&mut self, place: Span) {
        if !self.readers.last().is_some_and(Reader::skipping) {
            let message = "`*/` outside of a comment is ignored";
            let warning = Diagnostic::warning("stray-comment-end", message).at(place, "");
            let help = "comments do not nest: the first `*/` has closed this one";
            self.diagnostics.push(warning.help(help));
        }
    }

    /// Leaves a file that has been read to its end.
    fn close(&mut self) {
        let Some(reader) = self.readers.pop() else {
            return;
        };
        for open in &reader.conditionals {
            let message = format!("this `#{}` has no `#endif`", open.directive);
            let error =
                Diagnostic::error("unbalanced-condition", message).at(open.opening, "opened here");
            self.diagnostics
                .push(error.help("write `#endif` where it ends"));
        }
        let place = self.sources.included_from(reader.file);
        self.line = place.map_or(1, |include| self.sources.line(include) + 1);
        self.last = place.map(|include| PpToken {
            span: include.after(),
            ..start_of(include.file)
        });
    }

    /// Ends a line without text in the output too.
    fn emit_newline(&mut self, line: &[PpToken]) {
        if let Some(newline) = line.last().filter(|_| !self.collecting) {
            self.emit(newline);
        }
    }

    fn emit(&mut self, token: &PpToken) {
        if self.output.len() as u64 + token.text.len() as u64 > EXPANDED_BYTES_MAX {
            let message = format!(
                "the text is larger than {} MiB after preprocessing",
                EXPANDED_BYTES_MAX >> 20
            );
            return self.fatal(Diagnostic::error("too-large", message).at(token.span, ""));
        }
        if token.kind == Kind::Newline {
            self.end_line(token);
        } else {
            if token.kind == Kind::Unpaired {
                self.report_unpaired(token);
            }
            self.emit_gap(token);
            self.put(&token.text, token);
            self.warn_of_eaten_macro(token);
        }
        self.last = Some(token.clone());
    }

    fn put(&mut self, text: &str, token: &PpToken) {
        if token.exact {
            self.output.copy_source(text, token.span, token.frame);
        } else {
            self.output.make(text, token.span, token.frame);
        }
    }

    fn end_line(&mut self, newline: &PpToken) {
        let next = self.sources.line(newline.span) + 1;
        if next == self.line + 1 {
            self.line = next;
            self.put(&newline.text, newline);
        } else {
            self.go_to_line(next, newline.span);
        }
    }

    fn go_to_line(&mut self, line: u32, place: Span) {
        while self.line < line {
            self.output.make("\n", place.before(), None);
            self.line += 1;
        }
    }

    /// White space before a token: as written where that is possible; else one space where there
    /// was some, or if two tokens would be read as others.
    ///
    /// gcc starts a new line before a token of another line than the one before, which matters to
    /// SPIN: after a comment or a macro call over several lines, and after a `\` at the end of a
    /// line, if white space or a macro's end is in between.
    fn emit_gap(&mut self, token: &PpToken) {
        let Some(last) = &self.last else { return };
        let together = last.span.file == token.span.file
            && last.frame == token.frame
            && last.span.end <= token.span.start;
        let gap = Span::new(token.span.file, last.span.end, token.span.start);
        let gap_text = if together {
            self.sources.slice(gap)
        } else {
            "?"
        };
        let blank = gap_text.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
        let rest = gap_text.trim_matches(['\\', ' ', '\t', '\r', '\n']);
        if !token.space && rest.is_empty() {
            return;
        }
        let line = self.line_of(token);
        let place = token.span.before();
        if line > self.line {
            self.go_to_line(line, place);
            self.output.make(" ", place, token.frame);
        } else if blank {
            self.output
                .copy_source(self.sources.slice(gap), gap, token.frame);
        } else if token.space || last.kind != Kind::Newline && token::would_join(last, token) {
            self.output.make(" ", place, token.frame);
        }
    }

    /// The line of a token, or of the macro call that it comes out of.
    fn line_of(&self, token: &PpToken) -> u32 {
        let line = token.call_line;
        line.unwrap_or_else(|| self.sources.line(token.span))
    }

    fn report_unpaired(&mut self, token: &PpToken) {
        let (what, help) = if token.text.starts_with('"') {
            ("string", "write `\"` where it ends, on the same line")
        } else {
            ("character", "a character is written as `'a'`")
        };
        let message = format!("this {what} is not closed on its line");
        let error = Diagnostic::error("unterminated-string", message);
        let place = self.output.place(token.span, token.frame);
        self.diagnostics.push(error.at_origin(&place).help(help));
    }

    /// `1..N` is one number for a C preprocessor, so that `N` stays as it is: a trap for `for` and
    /// `select`.
    fn warn_of_eaten_macro(&mut self, token: &PpToken) {
        if token.kind == Kind::Number
            && let Some((first, second)) = token.text.split_once("..")
            && self.macros.contains_key(second)
        {
            let message = format!(
                "the macro `{second}` is not expanded here: the preprocessor reads `{}` as one number",
                token.text
            );
            let place = self.output.place(token.span, token.frame);
            let warning = Diagnostic::warning("number-eats-macro", message).at_origin(&place);
            self.diagnostics
                .push(warning.help(format!("write `{first} .. {second}`")));
        }
    }
}

/// What stands before the first token of a file.
fn start_of(file: FileId) -> PpToken {
    PpToken::read(Kind::Newline, "".into(), Span::new(file, 0, 0))
}
