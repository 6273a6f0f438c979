//! Specifications in the order of the cache that they need on the average of some graphs.

use super::sweep::Smallest;

/// A specification and what it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// Its letters.
    pub specification: String,
    /// Average over the graphs.
    pub smallest: Smallest,
    /// From 1; those that need the same cache, whatever the work, have the same rank.
    pub rank: usize,
}

/// The mean of each quantity.
pub fn mean(values: &[Smallest]) -> Smallest {
    let count = values.len() as f64;
    Smallest {
        percent: values.iter().map(|it| it.percent).sum::<f64>() / count,
        factor: values.iter().map(|it| it.factor).sum::<f64>() / count,
    }
}

/// The least cache first; with equal caches the least work.
pub fn ranking(needed: impl IntoIterator<Item = (String, Smallest)>) -> Vec<Ranked> {
    let mut all: Vec<(String, Smallest)> = needed.into_iter().collect();
    all.sort_by(|(_, a), (_, b)| {
        let by_cache = a.percent.total_cmp(&b.percent);
        by_cache.then(a.factor.total_cmp(&b.factor))
    });
    let mut ranking: Vec<Ranked> = Vec::new();
    for (index, (specification, smallest)) in all.into_iter().enumerate() {
        let rank = match ranking.last() {
            Some(last) if last.smallest.percent == smallest.percent => last.rank,
            _ => index + 1,
        };
        ranking.push(Ranked {
            specification,
            smallest,
            rank,
        });
    }
    ranking
}

/// Those that need no more cache and no more work than the first, three by name.
pub fn best(ranking: &[Ranked]) -> String {
    let equal = ranking.chunk_by(|a, b| a.smallest == b.smallest);
    let equal = equal.into_iter().next().unwrap_or_default();
    let names: Vec<&str> = equal.iter().map(|it| it.specification.as_str()).collect();
    match names.len() {
        0..=3 => names.join(" "),
        more => format!("{} and {} more", names[..3].join(" "), more - 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_cache_and_then_by_work() {
        let needed = [
            ("a", 50.0, 4.0),
            ("b", 40.0, 5.0),
            ("c", 40.0, 3.0),
            ("d", 40.0, 3.0),
        ];
        let ranking = ranking(
            needed.map(|(name, percent, factor)| (name.to_string(), Smallest { percent, factor })),
        );
        let order: Vec<(&str, usize)> = ranking
            .iter()
            .map(|it| (it.specification.as_str(), it.rank))
            .collect();
        assert_eq!(order, [("c", 1), ("d", 1), ("b", 1), ("a", 4)]);
        assert_eq!(best(&ranking), "c d");
    }
}
