//! Remote references to labels, `P[pid]@label`, in never claims and formulas.
//!
//! These are not resolved yet, but they shape the control graph all the same: a referenced label on a `goto` is a place of its own.

use std::collections::BTreeSet;

/// The `(proctype, label)` pairs that a text refers to.
pub fn referenced_labels(text: &str) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices('@') {
        let label = leading_name(text[at + 1..].trim_start());
        let before = text[..at].trim_end();
        let before = if before.ends_with(']') {
            without_index(before)
        } else {
            before
        };
        let name = trailing_name(before.trim_end());
        if !label.is_empty() && !name.is_empty() {
            found.insert((name.to_owned(), label.to_owned()));
        }
    }
    found
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn leading_name(text: &str) -> &str {
    &text[..text.find(|c| !is_name(c)).unwrap_or(text.len())]
}

fn trailing_name(text: &str) -> &str {
    &text[text.rfind(|c| !is_name(c)).map_or(0, |at| at + 1)..]
}

/// The text before the `[` that belongs to the final `]`.
fn without_index(text: &str) -> &str {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b']' => depth += 1,
            b'[' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..at];
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_with_and_without_index() {
        let found = referenced_labels("never { do :: !Receiver[a[2]] @ P0 && P@x :: q[1]@ od } @");
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(
            found,
            BTreeSet::from([pair("Receiver", "P0"), pair("P", "x"), pair("q", "od")])
        );
    }
}
