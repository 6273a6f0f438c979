//! Claims of the command line. They stand behind the model, so its macros and names are known in
//! them, and each is a text of its own, so messages show places in it.

use super::expand::Input;
use super::token::Lexer;
use super::{AddedClaim, Preprocessor};
use crate::diagnostic::Diagnostic;
use crate::shown;
use crate::source::{FileId, Span};
use std::path::Path;

/// The name of a formula's text in messages.
const OPTION: &str = "--ltl-formula";

impl Preprocessor<'_> {
    pub(super) fn add_claims(&mut self) {
        let options = self.options;
        for claim in &options.claims {
            match claim {
                AddedClaim::Formula(text) => {
                    let text = text.as_str().into();
                    let file = self.sources.add(OPTION, Path::new(""), text, None);
                    self.add_formula(file);
                }
                AddedClaim::File(path) => self.add_file(path),
            }
        }
    }

    fn add_file(&mut self, path: &Path) {
        let name = shown::path(path);
        match self.sources.read(path, &name, None) {
            Ok(file) if self.has_braces(file) => {
                self.open_added(file);
                self.run();
            }
            Ok(file) => self.add_formula(file),
            Err(error) => {
                let message = format!("cannot read the claim `{name}`: {error}");
                self.diagnostics
                    .push(Diagnostic::error("unreadable-file", message));
            }
        }
    }

    /// Whether a text is more than a formula: every claim has braces, and no formula has.
    fn has_braces(&self, file: FileId) -> bool {
        let mut lexer = Lexer::new(self.sources.text(file), file, 0);
        while let Some(line) = lexer.logical_line() {
            if line.iter().any(|it| it.is("{")) {
                return true;
            }
            if lexer.too_large.is_some() {
                break;
            }
        }
        false
    }

    /// Writes `ltl NAME { .. }` around a formula.
    fn add_formula(&mut self, file: FileId) {
        let end = self.sources.text(file).len() as u32;
        let (start, end) = (Span::new(file, 0, 0), Span::new(file, end, end));
        self.open_added(file);
        let heading = format!("ltl {} {{ ", self.unused_name());
        self.output.make(&heading, start, None);
        let mut is_empty = true;
        while let Some(line) = self.next_line(false) {
            let mut input = Input::from_file(line);
            while let Some(token) = self.next_expanded(&mut input) {
                if token.is("{") || token.is("}") {
                    let message = format!("`{}` in a formula", token.text);
                    let place = self.output.place(token.span, token.frame);
                    let error = Diagnostic::error("not-a-formula", message).at_origin(&place);
                    let help = "write the formula alone; `--claim FILE` takes whole claims";
                    self.fatal(error.help(help));
                    return;
                }
                is_empty &= token.text.trim().is_empty();
                self.emit(&token);
            }
        }
        if is_empty {
            let error = Diagnostic::error("not-a-formula", "there is no formula").at(start, "");
            self.fatal(error.help("write one, as `[] (p -> <> q)`"));
        }
        self.output.make(" }\n", end, None);
    }

    fn open_added(&mut self, file: FileId) {
        if !self.output.text().ends_with('\n') {
            self.output.make("\n", Span::new(file, 0, 0), None);
        }
        self.open(file);
    }

    /// `formula`, `formula_1` and so on: the first that is no word of the text so far.
    fn unused_name(&self) -> String {
        let is_end = |letter: char| !letter.is_alphanumeric() && letter != '_';
        let words = self.output.text().split(is_end);
        let own = words.filter(|word| word.starts_with("formula"));
        let own: Vec<&str> = own.collect();
        let numbered = (1..).map(|number| format!("formula_{number}"));
        let mut names = std::iter::once("formula".to_owned()).chain(numbered);
        names
            .find(|name| !own.contains(&name.as_str()))
            .unwrap_or_default()
    }
}
