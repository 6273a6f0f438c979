//! "Did you mean": the known word nearest to a mistyped one, and words of other languages.

/// How many known names are compared with an unknown one, by the reports so far: 65,000 errors may
/// each ask for 65,000 names.
pub fn compared(reports: usize) -> usize {
    20_000 / (reports + 1)
}

/// Longer names are compared with none: that costs the product of the lengths.
const LENGTH_MAX: usize = 200;

/// The nearest of `known` as a question, when one is near enough.
pub fn did_you_mean<'n>(wrong: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    nearest(wrong, known).map(|name| format!("did you mean `{name}`?"))
}

/// The word with the fewest edits, the first of equals. One letter is never a mistyped other
/// letter; two to five letters may have one edit, and further edits come with the length.
pub fn nearest<'n>(wrong: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let length = wrong.chars().count();
    let short = |name: &&str| wrong.len().max(name.len()) <= LENGTH_MAX;
    let near = known.filter(short).filter_map(|name| {
        let (shorter, edits) = (length.min(name.chars().count()), edits(wrong, name));
        let limit = match shorter {
            0 | 1 => 0,
            2 => usize::from(length == name.chars().count() && is_swap(wrong, name)),
            3..=5 => 1,
            _ => length / 3,
        };
        (edits <= limit && name != wrong).then_some((edits, name))
    });
    near.min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

/// Are these two letters in the other order?
fn is_swap(a: &str, b: &str) -> bool {
    a.to_lowercase().chars().rev().eq(b.to_lowercase().chars())
}

/// Levenshtein's distance with neighbours swapped as one edit (optimal string alignment), case
/// ignored.
fn edits(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut before = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut best = (row[j] + usize::from(x != y))
                .min(row[j + 1] + 1)
                .min(next[j] + 1);
            if i > 0 && j > 0 && a[i - 1] == *y && b[j - 1] == *x {
                let swapped: &Vec<usize> = &before;
                best = best.min(swapped[j - 1] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

/// Keywords that are a statement or a value by themselves.
pub const WORDS_IN_STATEMENTS: [&str; 6] = ["else", "skip", "break", "timeout", "true", "false"];

/// Types that are part of the language.
pub const TYPES: [&str; 9] = [
    "bit", "bool", "byte", "short", "int", "unsigned", "chan", "pid", "mtype",
];

/// Words of other languages: what to write instead.
#[rustfmt::skip]
const FOREIGN: [(&str, &str); 44] = [
    ("NULL", "write 0 for no value"),
    ("and", "write `&&`"),
    ("begin", "write `{ ... }`"),
    ("boolean", "use `bool`"),
    ("case", "write `if :: x == 1 -> statements :: else -> skip fi`"),
    ("char", "use `byte`"),
    ("const", "use `#define NAME value`, or `mtype` for names"),
    ("continue", "`goto` a label before the `do`"),
    ("double", "all numbers are integers: use `int`"),
    ("elif", "write another option, `:: condition -> ...`"),
    ("elseif", "write another option, `:: condition -> ...`"),
    ("elsif", "write another option, `:: condition -> ...`"),
    ("endif", "write `fi`"),
    ("enum", "use `mtype = { a, b }`"),
    ("exit", "`goto` a label at the end of the process"),
    ("float", "all numbers are integers: use `int`"),
    ("function", "Promela has no functions: use a `proctype`, or a macro"),
    ("integer", "use `int`"),
    ("long", "use `int`, which has 32 bits"),
    ("main", "the first process is `init { ... }`"),
    ("mod", "write `%`"),
    ("nil", "write 0 for no value"),
    ("not", "write `!`"),
    ("null", "write 0 for no value"),
    ("or", "write `||`"),
    ("pass", "write `skip`"),
    ("print", "write `printf(\"...\")`"),
    ("process", "write `proctype`"),
    ("rand", "write `select (x : 0 .. 9)` to choose a value"),
    ("random", "write `select (x : 0 .. 9)` to choose a value"),
    ("receive", "write the statement `c?x` to receive from channel `c` into `x`"),
    ("recv", "write the statement `c?x` to receive from channel `c` into `x`"),
    ("send", "write `c!x` to send `x` to channel `c`"),
    ("signed", "use `short` or `int`"),
    ("sleep", "Promela has no time: any process may take long; a condition waits until it is true"),
    ("static", "declare the variable outside of processes"),
    ("string", "use `mtype` for names, `printf` for texts"),
    ("struct", "use `typedef name { ... }`"),
    ("switch", "write `if :: x == 1 -> statements :: else -> skip fi`"),
    ("then", "write `->`"),
    ("var", "write the type first, as in `byte x`"),
    ("void", "a process is declared with `proctype name(parameters) { ... }`"),
    ("wait", "a condition waits until it is true: write it as a statement"),
    ("while", "write `do :: condition -> statements :: else -> break od`"),
];

/// What to write in Promela for a word of another language.
pub fn foreign(word: &str) -> Option<&'static str> {
    let at = FOREIGN.binary_search_by_key(&word, |(word, _)| word).ok()?;
    Some(FOREIGN[at].1)
}

/// What to write in a formula for an operator that other tools write as a letter or a word.
pub fn of_logic(word: &str) -> Option<&'static str> {
    match word {
        "F" | "AF" | "finally" | "future" => Some("write `<>`, or `eventually`"),
        "G" | "AG" | "globally" | "henceforth" => Some("write `[]`, or `always`"),
        "FG" => Some("write `<>[]`"),
        "GF" => Some("write `[]<>`"),
        "R" => Some("write `V`, or `release`"),
        "iff" => Some("write `<->`"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_only() {
        let known = || ["count", "flag", "x", "length", "q", "ab", "else"].into_iter();
        assert_eq!(nearest("cuont", known()), Some("count"));
        assert_eq!(nearest("lenght", known()), Some("length"));
        assert_eq!(nearest("Flag", known()), Some("flag"));
        assert_eq!(nearest("els", known()), Some("else"));
        assert_eq!(nearest("ba", known()), Some("ab"));
        assert_eq!(nearest("X", known()), Some("x"));
        for far in ["other", "y", "ac", "xy", "el"] {
            assert_eq!(nearest(far, known()), None, "{far}");
        }
    }

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("ab", "ba"), 1);
        assert_eq!(edits("", "abc"), 3);
    }

    #[test]
    fn words_of_other_languages_are_sorted() {
        assert!(FOREIGN.is_sorted());
        assert_eq!(foreign("then"), Some("write `->`"));
        assert_eq!(foreign("proctype"), None);
    }
}
