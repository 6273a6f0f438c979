//! Takes a command line apart that `shown::word` has put together.

/// The words, quoted as for a shell; `None` if they are not whole.
pub fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = line.trim_start_matches(' ').chars();
    while !rest.as_str().is_empty() {
        let mut word = String::new();
        loop {
            match rest.next() {
                None | Some(' ') => break,
                Some('\'') => {
                    let (text, behind) = rest.as_str().split_once('\'')?;
                    word += text;
                    rest = behind.chars();
                }
                Some('$') if rest.as_str().starts_with('\'') => {
                    rest.next();
                    rest = escaped(rest.as_str(), &mut word)?.chars();
                }
                Some('\\') => word.push(rest.next()?),
                Some(c) => word.push(c),
            }
        }
        words.push(word);
        rest = rest.as_str().trim_start_matches(' ').chars();
    }
    Some(words)
}

/// Reads up to the quote that ends it; gives what follows.
fn escaped<'t>(text: &'t str, word: &mut String) -> Option<&'t str> {
    let mut rest = text.chars();
    loop {
        match rest.next()? {
            '\'' => return Some(rest.as_str()),
            '\\' => match rest.next()? {
                'U' => {
                    let (number, behind) = rest.as_str().split_at_checked(8)?;
                    word.push(char::from_u32(u32::from_str_radix(number, 16).ok()?)?);
                    rest = behind.chars();
                }
                c => word.push(c),
            },
            c => word.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use frontend::shown;

    use super::*;

    const WORDS: [&str; 8] = [
        "-DN=3",
        "",
        "[] (p -> <> q)",
        "it's",
        r"a\b $x `y`",
        "é\u{301}",
        "two\nlines\t'\\",
        "\u{1b}[2J\u{202e}",
    ];

    #[test]
    fn words_are_found_again() {
        let line = WORDS.map(shown::word).join(" ");
        assert_eq!(line, shown::text(&line), "it is one line");
        assert_eq!(split(&line).as_deref(), Some(&WORDS.map(str::to_owned)[..]));
        assert_eq!(
            split("  a   b ").as_deref(),
            Some(&["a".to_owned(), "b".to_owned()][..])
        );
        assert_eq!(split(""), Some(Vec::new()));
        for broken in ["'a", "$'a", r"$'\U0000'", r"$'\Uffffffff'", "a\\"] {
            assert_eq!(split(broken), None, "{broken}");
        }
    }

    /// A second reader: a shell.
    #[test]
    fn a_shell_finds_the_same_words() {
        for word in WORDS {
            let script = format!("printf %s {}", shown::word(word));
            let Ok(output) = Command::new("bash")
                .env("LC_ALL", "C.UTF-8")
                .args(["-c", &script])
                .output()
            else {
                return;
            };
            assert_eq!(String::from_utf8_lossy(&output.stdout), word);
        }
    }
}
