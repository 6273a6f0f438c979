//! The warning signs of a cache that is too small (1995, section 5), in a sentence.

use super::Statistics;

/// The path takes so much of the cache, in per cent, that few other states are left.
const PATH_PERCENT: u64 = 50;

/// What there is to say of the cache of a search, and what to do about it.
///
/// Two signs: the path takes much of the cache; or of what is met, much less is found again than
/// when nothing was forgotten yet.
pub fn warning(counted: &Statistics) -> Option<String> {
    let full = counted.when_full.filter(|_| counted.cache_states > 0)?;
    let path_percent = 100 * counted.stack_states_peak / counted.cache_states;
    // The path may have been longest before the cache last shrank.
    let path_percent = path_percent.min(100);
    if path_percent >= PATH_PERCENT {
        return Some(format!(
            "the search path takes up to {path_percent} % of the cache: a larger one would save much work"
        ));
    }
    let share = |matched: u64, visited: u64| matched as f64 / (matched + visited).max(1) as f64;
    let before = share(full.matched, full.visited);
    let since = share(
        counted.matched - full.matched,
        counted.visited - full.visited,
    );
    let much = counted.visited >= full.visited + counted.cache_states;
    (much && since < before / 2.0).then(|| {
        format!(
            "of what is met only {:.0} % is found again, where it was {:.0} % before states were forgotten: a larger cache, or --sleep-sets, would save much work",
            100.0 * since,
            100.0 * before
        )
    })
}
