//! Changes of a text that know what a token is, and nothing else.

use crate::random::numbers::Numbers;

/// What is put in: words of the language and of the preprocessor, numbers at bounds, characters
/// that are no token.
#[rustfmt::skip]
const WORDS: [&str; 121] = [
    "active", "assert", "atomic", "bit", "bool", "break", "byte", "chan", "d_step", "D_proctype", "do", "else", "empty", "enabled",
    "eval", "false", "fi", "for", "full", "get_priority", "goto", "hidden", "if", "in", "init", "inline", "int", "len", "local",
    "ltl", "mtype", "nempty", "never", "nfull", "notrace", "np_", "od", "of", "pc_value", "pid", "printf", "printm", "priority",
    "proctype", "provided", "return", "run", "select", "set_priority", "short", "show", "skip", "timeout", "trace", "true",
    "typedef", "unless", "unsigned", "xr", "xs", "_", "_pid", "_last", "_nr_pr", "_priority", "STDIN", "c_code", "c_expr",
    "0", "1", "2", "31", "32", "255", "256", "65535", "2147483647", "2147483648", "4294967296", "99999999999999999999", "007",
    "{", "}", "(", ")", "[", "]", ";", ":", "::", ",", ".", "..", "->", "!", "!!", "?", "??", "=", "==", "++", "--", "-", "%",
    "<<", "@", "\"%d%c%e\"", "'x'", "'", "\"", "\n#define x y\n", "\n#if 1\n", "\n#endif\n", "\\\n", "/*", "*/", "//", "é",
    "\u{202e}", "\0", "\r",
];

/// The tokens of a text with what is between them: words, numbers, blanks, single characters.
pub fn split(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '_' | '0'..='9' => 0,
        ' ' | '\t' => 1,
        _ => 2,
    };
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        let now = class(c);
        if at > start && (Some(now) != last || now == 2) {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = Some(now);
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

/// A text with one to four changes.
pub fn mutate(text: &str, numbers: &mut Numbers) -> String {
    let mut pieces = split(text);
    for _ in 0..numbers.between(1, 4) {
        if pieces.is_empty() {
            break;
        }
        change(&mut pieces, numbers);
    }
    pieces.concat()
}

fn change(pieces: &mut Vec<&str>, numbers: &mut Numbers) {
    let at = numbers.below(pieces.len());
    let length = numbers.between(1, 6).min(pieces.len() - at);
    match numbers.below(9) {
        0 | 1 => pieces[at] = *numbers.pick(&WORDS),
        2 => pieces.insert(at, *numbers.pick(&WORDS)),
        3 => drop(pieces.drain(at..at + length)),
        4 => {
            let other = numbers.below(pieces.len());
            pieces.swap(at, other);
        }
        5 | 6 => pieces[at] = pieces[numbers.below(pieces.len())],
        7 => {
            let copied = pieces[at..at + length].to_vec();
            let to = numbers.below(pieces.len());
            pieces.splice(to..to, copied);
        }
        // The text ends early.
        _ if numbers.chance(10) => pieces.truncate(at),
        _ => drop(pieces.remove(at)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_text() {
        let text = "byte x2 = 13;\n\tdo :: é od";
        let pieces = split(text);
        assert_eq!(pieces.concat(), text);
        assert!(pieces.contains(&"x2") && pieces.contains(&"13") && pieces.contains(&"é"));
    }

    #[test]
    fn most_mutants_are_others() {
        let mut numbers = Numbers::new(3);
        let text = "byte x;\ninit { x = 1 }\n";
        let other = (0..100).filter(|_| mutate(text, &mut numbers) != text);
        assert!(other.count() > 80);
    }
}
