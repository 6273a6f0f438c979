//! Text of a user in messages and reports: what would drive a terminal, or end a line, is shown as Rust writes it in a string: `\u{1b}`.
//!
//! The texts of a model come so from its tables. What an analyzer is told on its command line goes through here.

use std::fmt::Write;
use std::path::Path;

/// A text on one line.
pub fn text(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    text.chars().for_each(|c| push(&mut shown, c));
    shown
}

/// A path; bytes that are no UTF-8 are shown as `\xff`.
pub fn path(path: &Path) -> String {
    let mut shown = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        shown += &text(chunk.valid());
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
    fn only_what_is_no_text_is_escaped() {
        assert_eq!(text(r#"a "b" \ 'c' é 日本"#), r#"a "b" \ 'c' é 日本"#);
        assert_eq!(
            text("\r\n\t\u{1b}[2J\u{9b}\u{202e}\u{2028}"),
            r"\r\n\t\u{1b}[2J\u{9b}\u{202e}\u{2028}"
        );
        let odd = OsStr::from_bytes(b"m\x1b\xff.trail");
        assert_eq!(path(Path::new(odd)), r"m\u{1b}\xff.trail");
    }
}
