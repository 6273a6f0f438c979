//! A writer of JSON text, for the report: objects and arrays are built up as strings.

use std::fmt::{Display, Write};

/// An object under construction; the keys stay in order.
#[derive(Default)]
pub struct JsonObject {
    text: String,
}

impl JsonObject {
    /// An object without keys.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a key whose value is JSON text already.
    pub fn raw(&mut self, key: &str, value: impl Display) -> &mut Self {
        if !self.text.is_empty() {
            self.text.push_str(", ");
        }
        let _ = write!(self.text, "{}: {value}", string(key));
        self
    }

    /// Adds a number; `None` is `null`.
    pub fn number(&mut self, key: &str, value: impl Into<Option<u64>>) -> &mut Self {
        self.raw(key, or_null(value.into()))
    }

    /// Adds a string; `None` is `null`.
    pub fn string<'v>(&mut self, key: &str, value: impl Into<Option<&'v str>>) -> &mut Self {
        self.raw(key, or_null(value.into().map(string)))
    }

    /// The object as text.
    pub fn finish(&self) -> String {
        format!("{{{}}}", self.text)
    }
}

fn or_null(value: Option<impl Display>) -> String {
    value.map_or("null".to_string(), |value| value.to_string())
}

/// An array of JSON texts.
pub fn array(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<_> = items.into_iter().collect();
    format!("[{}]", items.join(", "))
}

/// A string in quotes, escaped.
pub fn string(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            ' '..='~' => quoted.push(c),
            // What is no text, so that the object can be read on a terminal.
            c if c.escape_debug().len() > 1 => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(quoted, "\\u{unit:04x}");
                }
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_order_is_kept() {
        let mut object = JsonObject::new();
        object
            .string("b", "a \"q\" \\ \n\u{1}\u{9b}\u{202e}\u{e0001} ä")
            .number("a", None)
            .raw("c", array([string("x"), "1".to_string()]));
        let expected =
            r#"{"b": "a \"q\" \\ \n\u0001\u009b\u202e\udb40\udc01 ä", "a": null, "c": ["x", 1]}"#;
        assert_eq!(object.finish(), expected);
        assert_eq!(JsonObject::new().finish(), "{}");
    }
}
