//! `#include`: which file is meant, and what may not be included.

use super::token::{Kind, PpToken};
use super::{Preprocessor, Reader};
use crate::diagnostic::Diagnostic;
use crate::shown;
use crate::source::{FILE_BYTES_MAX, FileId, ReadError, Span};
use std::path::PathBuf;

const INCLUDE_DEPTH_MAX: usize = 200;
/// Files included in all, each as often as it is.
const INCLUDES_MAX: usize = 4_096;

impl Preprocessor<'_> {
    pub(super) fn include(&mut self, directive: &PpToken, rest: &[PpToken]) {
        if self.collecting {
            let message = "`#include` inside the arguments of a macro";
            return self.malformed(directive, message, "put it before the macro's use");
        }
        let Some((name, extra)) = self.included_name(rest) else {
            let message = "`#include` needs the name of a file in quotes";
            return self.malformed(directive, message, "write `#include \"file\"`");
        };
        if let Some(extra) = extra {
            self.warn_of_extra(directive, &rest[extra..]);
        }
        let place = match rest {
            [first, .., last] | [first @ last] => first.span.to(last.span),
            [] => directive.span,
        };
        if self.readers.len() >= INCLUDE_DEPTH_MAX {
            return self.report_recursion(place);
        }
        self.includes += 1;
        if self.includes > INCLUDES_MAX {
            let message = format!("more than {INCLUDES_MAX} files are included");
            let error = Diagnostic::error("too-many-includes", message).at(place, "");
            return self.fatal(error.help(
                "a file that is included twice is read twice: put its text between `#ifndef NAME`, `#define NAME` and `#endif`",
            ));
        }
        let mut looked = Vec::new();
        for path in self.candidates(&name) {
            let shown = shown::path(&path);
            match self.sources.read(&path, &shown, Some(directive.span)) {
                Ok(file) => return self.open_included(file, place),
                // An empty file is fine here.
                Err(ReadError::Empty) => return,
                Err(ReadError::Missing) => looked.push(shown),
                Err(error) => {
                    let message = format!("cannot read the included file `{shown}`: {error}");
                    self.diagnostics
                        .push(Diagnostic::error("unreadable-file", message).at(place, ""));
                    return;
                }
            }
        }
        let error = Diagnostic::error("missing-include", format!("there is no file `{name}`"))
            .at(place, "");
        let error = error.note(format!("looked for {}", looked.join(", ")));
        self.diagnostics
            .push(error.help("put the file there, or name its folder with `-I DIR`"));
    }

    fn open_included(&mut self, file: FileId, place: Span) {
        self.bytes_read += self.sources.text(file).len() as u64;
        if self.bytes_read > FILE_BYTES_MAX {
            let message = format!(
                "the included files have more than {} MiB, each counted as often as it is included",
                FILE_BYTES_MAX >> 20
            );
            return self.fatal(Diagnostic::error("too-large", message).at(place, ""));
        }
        self.open(file);
    }

    /// The name after `#include`, and the index of what follows it when that can be told.
    fn included_name(&mut self, rest: &[PpToken]) -> Option<(String, Option<usize>)> {
        match rest {
            [name, ..] if name.kind == Kind::String => Some((unquote(&name.text)?, Some(1))),
            [open, ..] if open.is("<") => {
                let close = rest.iter().position(|token| token.is(">"))?;
                let close_at = rest[close].span.start;
                let inside = Span::new(open.span.file, open.span.end, close_at);
                Some((self.sources.slice(inside).into(), Some(close + 1)))
            }
            _ => {
                let tokens = self.expand_all(rest.to_vec());
                let text: String = tokens.iter().map(|token| &*token.text).collect();
                let inside = text.strip_prefix('<');
                let inside = inside.and_then(|text| text.strip_suffix('>'));
                let in_angles = inside.map(String::from);
                Some((in_angles.or_else(|| unquote(&text))?, None))
            }
        }
    }

    /// As a C compiler looks: beside the file that includes, then in the folders of `-I`. Then, as
    /// none does, from the folder of the model: it means the same from wherever it is named.
    fn candidates(&self, name: &str) -> Vec<PathBuf> {
        let folder = |reader: Option<&Reader>| {
            let path = self.sources.path(reader?.file);
            path.parent().map(PathBuf::from)
        };
        let given = || self.options.include_dirs.iter();
        let model = folder(self.readers.first()).unwrap_or_default();
        let of_model = given().map(|dir| model.join(dir));
        let beside = folder(self.readers.last()).into_iter();
        let dirs = beside.chain(given().cloned()).chain([model.clone()]);
        let mut found: Vec<PathBuf> = Vec::new();
        for path in dirs.chain(of_model).map(|dir| dir.join(name)) {
            if !found.contains(&path) {
                found.push(path);
            }
        }
        found
    }

    fn report_recursion(&mut self, place: Span) {
        let mut chain = Vec::new();
        for reader in self.readers.iter().rev() {
            let name = self.sources.name(reader.file);
            let seen = chain.contains(&name);
            chain.push(name);
            if seen {
                break;
            }
        }
        chain.reverse();
        let chain: Vec<String> = chain.iter().map(|name| format!("`{name}`")).collect();
        let message = format!("`#include` is nested more than {INCLUDE_DEPTH_MAX} deep");
        let error = Diagnostic::error("recursive-include", message).at(place, "");
        let error = error.note(format!(
            "files include each other: {}",
            chain.join(" includes ")
        ));
        self.fatal(error.help(
            "put the text of the included file between `#ifndef NAME`, `#define NAME` and `#endif`",
        ));
    }
}

fn unquote(text: &str) -> Option<String> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inside.is_empty()).then(|| inside.into())
}
