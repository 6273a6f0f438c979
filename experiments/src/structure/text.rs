//! The text of a Rust file as far as counting needs it: without comments, literals and tests.

/// The text with comments and what stands in literals replaced by blanks; line ends stay.
pub fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = literal(rest).unwrap_or(0);
        if length > 0 {
            code.extend(rest[..length].chars().map(blank));
            // A line that holds a literal alone is code, too.
            if !rest.starts_with('/') {
                code.push('"');
            }
        } else {
            code.push(first);
        }
        rest = &rest[length.max(first.len_utf8())..];
    }
    without_tests(&code)
}

fn blank(c: char) -> char {
    if c == '\n' { '\n' } else { ' ' }
}

/// Bytes of the comment or literal that the text begins with.
fn literal(text: &str) -> Option<usize> {
    let until = |begin: usize, end: &str| {
        let found = text[begin..].find(end);
        Some(found.map_or(text.len(), |at| begin + at + end.len()))
    };
    match text.as_bytes() {
        [b'/', b'/', ..] => Some(text.find('\n').unwrap_or(text.len())),
        [b'/', b'*', ..] => until(2, "*/"),
        [b'r', b'"', ..] => until(2, "\""),
        [b'r', b'#', b'"', ..] => until(3, "\"#"),
        [b'"', ..] => Some(quoted(text)),
        // No lifetime: a character, or an escape, and a quote.
        [b'\'', b'\\', ..] => until(3, "'"),
        [b'\'', ..] => {
            let inside = text[1..].chars().next()?.len_utf8();
            text[1 + inside..].starts_with('\'').then_some(2 + inside)
        }
        _ => None,
    }
}

fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Leaves out each item behind `#[cfg(test)]`.
fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut kept = String::new();
    let mut rest = code;
    while let Some(at) = rest.find(MARK) {
        kept.push_str(&rest[..at]);
        let item = &rest[at + MARK.len()..];
        let end = item.find([';', '{']).unwrap_or(item.len());
        rest = match item[end..].starts_with('{') {
            true => &item[end + block(&item[end..])..],
            false => &item[(end + 1).min(item.len())..],
        };
    }
    kept + rest
}

/// Bytes of the block that the code begins with.
pub fn block(code: &str) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in code.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth <= 1 => return at + 1,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

/// Lines that are not blank.
pub fn lines(code: &str) -> usize {
    code.lines().filter(|line| !line.trim().is_empty()).count()
}

/// What follows each time the word stands in the code: the name, and the text from the word on.
pub fn behind<'c>(code: &'c str, word: &'c str) -> impl Iterator<Item = (&'c str, &'c str)> {
    code.match_indices(word).filter_map(move |(at, _)| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let whole = !code[..at].ends_with(is_part);
        let rest = code[at + word.len()..].strip_prefix(' ')?;
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        (whole && end > 0).then(|| (&rest[..end], &code[at..]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_literals_and_tests_are_no_code() {
        let text = "// a {\nfn f<'a>() { let c = '{'; g(\"}\\\"\"); /* { */ }\n\n#[cfg(test)]\nmod tests {\n    fn t() {}\n}\nfn g() {}\n";
        let code = code_of(text);
        assert_eq!(lines(&code), 2);
        let names: Vec<&str> = behind(&code, "fn").map(|(name, _)| name).collect();
        assert_eq!(names, ["f", "g"]);
        let (_, from) = behind(&code, "fn").next().unwrap();
        let body = from.find('{').unwrap();
        assert!(
            from[body..][..block(&from[body..])]
                .trim_end()
                .ends_with('}')
        );
        assert!(!code.contains("tests"));
    }
}
