//! "Did you mean": the known name nearest to a mistyped one.

use super::report::Report;

/// Adds the nearest known name to a report, when one is near enough.
pub fn add<'n>(report: Report, wrong: &str, known: impl Iterator<Item = &'n str>) -> Report {
    match nearest(wrong, known) {
        Some(name) => report.help(format!("did you mean `{name}`?")),
        None => report,
    }
}

/// The name with the fewest edits, at most a third of the length and at least one; the first of equals.
fn nearest<'n>(wrong: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (wrong.chars().count() / 3).max(1);
    let near = known
        .map(|name| (edits(wrong, name), name))
        .filter(|(edits, _)| *edits <= limit);
    near.min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

/// Levenshtein's distance with neighbours swapped as one edit (optimal string alignment), case ignored.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_only() {
        let known = || ["count", "flag", "x", "length"].into_iter();
        assert_eq!(nearest("cuont", known()), Some("count"));
        assert_eq!(nearest("lenght", known()), Some("length"));
        assert_eq!(nearest("Flag", known()), Some("flag"));
        assert_eq!(nearest("other", known()), None);
    }

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("ab", "ba"), 1);
        assert_eq!(edits("", "abc"), 3);
    }
}
