//! Text of a user, made fit to be shown.
//!
//! A path, a string or a macro's text can hold any character: one that ends a line or a comment,
//! that turns the direction of writing round, or that moves a terminal's cursor. Such characters
//! are shown as Rust writes them in a string: `\u{1b}`. The front end is compiled with this file,
//! too: what stands in a model for people (`Source::text`, `Model::files`) has gone through here,
//! and so has what is said of a command line.

use std::fmt::Write;
use std::path::Path;

/// A text on one line.
pub fn text(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    text.chars().for_each(|c| push(&mut shown, c));
    shown
}

/// A path: backslashes are doubled, bytes that are no UTF-8 are shown as `\xff`, so that different
/// paths look different.
pub fn path(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    chunks(bytes, |shown, c| match c {
        '\\' => shown.push_str(r"\\"),
        c => push(shown, c),
    })
}

/// What a model prints, or a message of several lines: line ends and tabulators stay.
pub fn lines(bytes: impl AsRef<[u8]>) -> String {
    chunks(bytes.as_ref(), |shown, c| match c {
        '\n' | '\t' => shown.push(c),
        c => push(shown, c),
    })
}

/// A word of a command line as a shell takes it, on one line.
pub fn word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_@%+=:,./-".contains(c);
    if text(word) != word {
        let mut quoted = "$'".to_string();
        for c in word.chars() {
            let shown = text(c.encode_utf8(&mut [0; 4]));
            match c {
                '\'' | '\\' => quoted.extend(['\\', c]),
                c if shown.starts_with(c) => quoted.push(c),
                c => {
                    let _ = write!(quoted, "\\U{:08x}", u32::from(c));
                }
            }
        }
        quoted + "'"
    } else if !word.is_empty() && word.chars().all(is_plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn chunks(bytes: &[u8], push: fn(&mut String, char)) -> String {
    let mut shown = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|c| push(&mut shown, c));
        for byte in chunk.invalid() {
            let _ = write!(shown, "\\x{byte:02x}");
        }
    }
    shown
}

fn push(shown: &mut String, c: char) {
    match c {
        ' '..='~' => shown.push(c),
        // Behind a letter, as a combining mark stands: there it is shown.
        c => shown.extend(format!("a{c}").escape_debug().skip(1)),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn what_a_terminal_shows_stays_as_it_is() {
        for good in [r#"printf("a\n", 'x')"#, "日本 é e\u{301} कि", "/* */ // *"] {
            assert_eq!(text(good), good);
        }
        assert_eq!(lines("a\tb\n"), "a\tb\n");
        assert_eq!(path(Path::new("it's a/m-1.pml")), "it's a/m-1.pml");
    }

    /// All that Unicode calls control, format, line or paragraph separator, and blanks that are not
    /// a space.
    #[test]
    fn nothing_else_is_let_through() {
        let control = ('\0'..='\u{1f}').chain('\u{7f}'..='\u{a0}');
        let format = [
            '\u{ad}',
            '\u{61c}',
            '\u{180e}',
            '\u{feff}',
            '\u{fff9}',
            '\u{e0001}',
        ];
        let general = ('\u{2000}'..='\u{200f}').chain('\u{2028}'..='\u{202f}');
        let invisible = '\u{205f}'..='\u{206f}';
        for c in control.chain(format).chain(general).chain(invisible) {
            for shown in [text(&format!("x{c}y")), path(Path::new(&format!("x{c}y")))] {
                let escaped = shown
                    .strip_prefix("x\\")
                    .and_then(|it| it.strip_suffix('y'));
                assert!(escaped.is_some_and(|it| it.is_ascii()), "{shown:?}");
            }
        }
        assert_eq!(text("\r\n\u{1b}[2J\u{202e}"), r"\r\n\u{1b}[2J\u{202e}");
        assert_eq!(lines(b"a\x1b\r\n\xe9\n"), "a\\u{1b}\\r\n\\xe9\n");
    }

    /// What `bash` makes of them is tested where they are read again.
    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(word("-DN=3"), "-DN=3");
        assert_eq!(word("a/é.pml"), "a/é.pml");
        assert_eq!(word(""), "''");
        assert_eq!(word("[] it's"), r"'[] it'\''s'");
        assert_eq!(word("a\n'\\\u{1b}"), r"$'a\U0000000a\'\\\U0000001b'");
    }

    #[test]
    fn different_paths_look_different() {
        let of = |bytes: &[u8]| path(Path::new(OsStr::from_bytes(bytes)));
        assert_eq!(of(b"a\xff"), r"a\xff");
        assert_eq!(of(br"a\xff"), r"a\\xff");
        assert_eq!(of("a\u{fffd}".as_bytes()), "a\u{fffd}");
    }
}
