//! The files of a model, and places in them.
//!
//! A place is a [`Span`]: a file and a range of bytes. Lines and columns are worked out only when a
//! message is written.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// One reading of a file: a file included twice has two ids, so that an id also says who included
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A range of bytes of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// Byte after the last one; equal to `start` for a place between two bytes.
    pub end: u32,
}

impl Span {
    /// From the byte at `start` to before the one at `end`.
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end }
    }

    /// The range from the first byte of `self` to the last of `other`; `self` alone when they lie
    /// in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span::new(
            self.file,
            self.start.min(other.start),
            self.end.max(other.end),
        )
    }

    /// The empty range just before `self`.
    pub fn before(self) -> Span {
        Span::new(self.file, self.start, self.start)
    }

    /// The empty range just after `self`.
    pub fn after(self) -> Span {
        Span::new(self.file, self.end, self.end)
    }
}

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

#[derive(Clone, Debug)]
struct SourceFile {
    name: Rc<str>,
    path: PathBuf,
    text: Rc<str>,
    /// Offset of the first byte of each line.
    lines: Rc<Vec<u32>>,
    /// Characters before each [`BLOCK`] of bytes: a column costs no more far behind in a long line.
    characters: Rc<Vec<u32>>,
    included_from: Option<Span>,
}

/// All files read for one model.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// The first reading of each included file.
    included: BTreeMap<PathBuf, FileId>,
}

/// Why a file could not be taken in.
#[derive(Debug)]
pub enum ReadError {
    /// There is no such file.
    Missing,
    /// The path names a folder.
    Folder,
    /// The operating system refused; its words.
    Unreadable(String),
    /// A NUL byte that is neither in a comment nor in a string.
    Binary {
        /// Its line, counted from 1.
        line: u32,
    },
    /// The path names something that has no end or no text, such as a device.
    NoFile,
    /// The file is empty.
    Empty,
    /// The file is larger than [`FILE_BYTES_MAX`].
    TooLarge,
}

/// The largest file that is read: 32 MiB.
pub const FILE_BYTES_MAX: u64 = 32 << 20;

/// Bytes of a text whose characters are counted at once.
const BLOCK: usize = 256;

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Missing => f.write_str("there is no such file"),
            ReadError::Folder => f.write_str("it is a folder, not a file"),
            ReadError::Unreadable(reason) => f.write_str(reason),
            ReadError::Binary { line } => write!(
                f,
                "it is not a text file: line {line} contains a NUL byte (binary garbage)"
            ),
            ReadError::NoFile => f.write_str("it is a device or a pipe, not a file"),
            ReadError::Empty => f.write_str("the file is empty"),
            ReadError::TooLarge => write!(f, "it is larger than {} MiB", FILE_BYTES_MAX >> 20),
        }
    }
}

impl Sources {
    /// Reads the file at `path`; messages call it `name`.
    ///
    /// # Errors
    /// When the file cannot be read or is not text.
    pub fn read(
        &mut self,
        path: &Path,
        name: &str,
        included_from: Option<Span>,
    ) -> Result<FileId, ReadError> {
        if let Some(known) = self.included.get(path) {
            let again = SourceFile {
                name: name.into(),
                included_from,
                ..self.file(*known).clone()
            };
            return Ok(self.push(again));
        }
        // A model may come out of a pipe; what it includes may not wait for one.
        let text = check_text(read_bytes(path, included_from.is_none())?)?;
        let file = self.add(name, path, text.into(), included_from);
        if included_from.is_some() {
            self.included.insert(path.to_owned(), file);
        }
        Ok(file)
    }

    /// Adds a text that does not come from a file, or whose file was read elsewhere. `path` is
    /// where `#include` starts to look.
    pub fn add(
        &mut self,
        name: &str,
        path: &Path,
        text: Rc<str>,
        included_from: Option<Span>,
    ) -> FileId {
        let (lines, characters) = (line_starts(&text), characters_before(&text));
        self.push(SourceFile {
            name: name.into(),
            path: path.to_owned(),
            text,
            lines,
            characters,
            included_from,
        })
    }

    fn push(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The name as typed by the user or written after `#include`.
    pub fn name(&self, id: FileId) -> &Rc<str> {
        &self.file(id).name
    }

    /// Where the file was found.
    pub fn path(&self, id: FileId) -> &Path {
        &self.file(id).path
    }

    /// The whole text of a file.
    pub fn text(&self, id: FileId) -> &Rc<str> {
        &self.file(id).text
    }

    /// Whether a text that comes from a file has this word.
    pub fn mention(&self, word: &str) -> bool {
        let mut of_files = self.files.iter().filter(|it| it.path != Path::new(""));
        of_files.any(|file| file.text.contains(word))
    }

    /// The `#include` line that brought this file in, if any.
    pub fn included_from(&self, id: FileId) -> Option<Span> {
        self.file(id).included_from
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        &self.file(span.file).text[span.start as usize..span.end as usize]
    }

    /// The line of the start of a span, counted from 1. Costs a binary search.
    pub fn line(&self, span: Span) -> u32 {
        self.file(span.file)
            .lines
            .partition_point(|start| *start <= span.start)
            .max(1) as u32
    }

    /// Line and column of the start of a span. Costs a binary search.
    pub fn line_column(&self, span: Span) -> LineColumn {
        let file = self.file(span.file);
        let line = self.line(span);
        let start = file.lines[line as usize - 1];
        LineColumn {
            line,
            column: file.characters_to(span.start) - file.characters_to(start) + 1,
        }
    }

    /// The text of a line (counted from 1) without its end; empty when there is no such line.
    pub fn line_text(&self, file: FileId, line: u32) -> &str {
        let file = self.file(file);
        let index = line as usize;
        let Some(start) = index.checked_sub(1).and_then(|i| file.lines.get(i)) else {
            return "";
        };
        let end = file
            .lines
            .get(index)
            .map_or(file.text.len(), |end| *end as usize);
        file.text[*start as usize..end].trim_end_matches(['\n', '\r'])
    }

    /// `name:line:column` of the start of a span.
    pub fn place(&self, span: Span) -> String {
        let LineColumn { line, column } = self.line_column(span);
        format!("{}:{line}:{column}", self.name(span.file))
    }
}

/// At most one byte more than [`FILE_BYTES_MAX`] is read, whatever the size of a file is said to
/// be.
fn read_bytes(path: &Path, pipe: bool) -> Result<Vec<u8>, ReadError> {
    let error = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => ReadError::Missing,
        std::io::ErrorKind::IsADirectory => ReadError::Folder,
        std::io::ErrorKind::PermissionDenied => {
            ReadError::Unreadable("permission to read it is denied".into())
        }
        _ => ReadError::Unreadable(error.to_string()),
    };
    let about = std::fs::metadata(path).map_err(error)?;
    if about.is_dir() {
        return Err(ReadError::Folder);
    }
    if !about.is_file() && !pipe {
        return Err(ReadError::NoFile);
    }
    if about.len() > FILE_BYTES_MAX {
        return Err(ReadError::TooLarge);
    }
    let mut bytes = Vec::new();
    let mut file = std::fs::File::open(path)
        .map_err(error)?
        .take(FILE_BYTES_MAX + 1);
    file.read_to_end(&mut bytes).map_err(error)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(ReadError::TooLarge);
    }
    Ok(bytes)
}

/// Accepts any text; a byte order mark at the start is dropped. A comment or a string can hold any
/// byte. What is no UTF-8 is most likely Latin-1, and read so, a character for each byte. Outside
/// of comments and strings it is an error like any other letter, at its place.
fn check_text(mut bytes: Vec<u8>) -> Result<String, ReadError> {
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    if bytes.contains(&0)
        && let Some(line) = line_of_nul(&bytes)
    {
        return Err(ReadError::Binary { line });
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| {
        let chunks = error.as_bytes().utf8_chunks();
        chunks.fold(String::new(), |mut text, chunk| {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|byte| char::from(*byte)));
            text
        })
    }))
}

/// The line of the first NUL byte outside of comments and strings.
fn line_of_nul(bytes: &[u8]) -> Option<u32> {
    let (mut line, mut at) = (1, 0);
    // What ends the comment or string at hand.
    let mut end: &[u8] = b"";
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        line += u32::from(byte == b'\n');
        at += 1;
        match end {
            b"" if byte == 0 => return Some(line),
            b"" if rest.starts_with(b"/*") => (end, at) = (b"*/", at + 1),
            b"" if rest.starts_with(b"//") => end = b"\n",
            b"" if byte == b'"' => end = b"\"",
            b"" => {}
            b"\"" if byte == b'\\' && rest.get(1).is_some_and(|it| *it != b'\n') => at += 1,
            b"\"" if byte == b'\n' => end = b"",
            _ if rest.starts_with(end) => (at, end) = (at + end.len() - 1, b""),
            _ => {}
        }
    }
    None
}

impl SourceFile {
    /// Characters before an offset.
    fn characters_to(&self, offset: u32) -> u32 {
        let block = offset as usize / BLOCK;
        let rest = &self.text.as_bytes()[block * BLOCK..offset as usize];
        self.characters[block] + characters(rest)
    }
}

fn characters(bytes: &[u8]) -> u32 {
    let is_first = |byte: &&u8| **byte & 0xc0 != 0x80;
    bytes.iter().filter(is_first).count() as u32
}

fn characters_before(text: &str) -> Rc<Vec<u32>> {
    let mut before = 0;
    let count = |block| {
        let here = before;
        before += characters(block);
        here
    };
    let mut found: Vec<u32> = text.as_bytes().chunks(BLOCK).map(count).collect();
    // The end of the text is a place, too.
    found.push(before);
    Rc::new(found)
}

fn line_starts(text: &str) -> Rc<Vec<u32>> {
    let ends = || text.bytes().enumerate().filter(|(_, it)| *it == b'\n');
    // Counted first: a list that grows has twice the size.
    let mut starts = Vec::with_capacity(ends().count() + 1);
    starts.push(0);
    starts.extend(ends().map(|(at, _)| at as u32 + 1));
    Rc::new(starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(text: &str) -> (Sources, FileId) {
        let mut sources = Sources::default();
        let file = sources.add("m.pml", Path::new("m.pml"), text.into(), None);
        (sources, file)
    }

    #[test]
    fn columns_count_characters() {
        let (sources, file) = sources("byte x;\n/* é */ byte y\r\n");
        let at = sources.text(file).find("y\r").unwrap() as u32;
        let span = Span {
            file,
            start: at,
            end: at + 1,
        };
        assert_eq!(
            sources.line_column(span),
            LineColumn {
                line: 2,
                column: 14
            }
        );
        assert_eq!(sources.slice(span), "y");
        assert_eq!(sources.line_text(file, 2), "/* é */ byte y");
        assert_eq!(sources.line_text(file, 3), "");
        assert_eq!(sources.line_text(file, 9), "");
        assert_eq!(sources.place(span), "m.pml:2:14");
    }

    #[test]
    fn columns_of_long_lines_count_characters() {
        for length in [BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            let line = "é".repeat(length);
            let (sources, file) = sources(&format!("\nx{line}y"));
            let at = 2 + line.len() as u32;
            let column = |start| {
                sources
                    .line_column(Span {
                        file,
                        start,
                        end: start,
                    })
                    .column
            };
            assert_eq!(column(at) as usize, length + 2);
            assert_eq!(column(at + 1) as usize, length + 3);
        }
    }

    #[test]
    fn the_end_of_the_text_is_a_place() {
        let (sources, file) = sources("ab\n");
        assert_eq!(
            sources.line_column(Span {
                file,
                start: 3,
                end: 3
            }),
            LineColumn { line: 2, column: 1 }
        );
    }

    /// Fault 26.
    #[test]
    fn comments_and_strings_hold_any_byte() {
        let read = |bytes: &[u8]| check_text(bytes.to_vec()).unwrap();
        assert_eq!(read(b"/* na\xefve \xc3\xa9 */"), "/* na\u{ef}ve \u{e9} */");
        assert_eq!(read(b"\x80\xff\xe2\x82"), "\u{80}\u{ff}\u{e2}\u{82}");
        for text in [
            "/* \0 \n*\0/ */",
            "// \0",
            "\"\0\"",
            "\"\\\"\0\" x",
            "a / b /* \" */ // \0",
        ] {
            assert_eq!(read(text.as_bytes()), text);
        }
        for (text, at) in [
            ("\"x\\\\\" \0", 1),
            ("/* \0 */\n\0", 2),
            ("// \n\0", 2),
            ("\"\n\0", 2),
            ("/*/ \0 */ / \0", 1),
        ] {
            let refused = check_text(text.into());
            assert!(matches!(refused, Err(ReadError::Binary { line }) if line == at));
        }
    }

    #[test]
    fn garbage_is_refused() {
        assert!(matches!(
            check_text(b"a\nb\0".to_vec()),
            Err(ReadError::Binary { line: 2 })
        ));
        assert!(matches!(check_text(Vec::new()), Err(ReadError::Empty)));
        assert_eq!(check_text(b"\xEF\xBB\xBFx".to_vec()).unwrap(), "x");
        assert!(matches!(
            read_bytes(Path::new("."), true),
            Err(ReadError::Folder)
        ));
        assert!(matches!(
            read_bytes(Path::new("no/such/file"), true),
            Err(ReadError::Missing)
        ));
        // Fault command 12.
        let device = Path::new("/dev/zero");
        assert!(matches!(read_bytes(device, false), Err(ReadError::NoFile)));
        assert!(matches!(read_bytes(device, true), Err(ReadError::TooLarge)));
    }
}
