//! Which of our models are of the same kind as which of the paper's.

/// Protocols for the same task.
pub struct Kind {
    /// For tables.
    pub name: &'static str,
    /// Parts of the names of our models; a model is of the first kind that it fits.
    ours: &'static [&'static str],
    /// In Figure 1.
    pub paper: &'static [&'static str],
}

const fn kind(
    name: &'static str,
    ours: &'static [&'static str],
    paper: &'static [&'static str],
) -> Kind {
    Kind { name, ours, paper }
}

/// Where both have some.
#[rustfmt::skip]
pub const KINDS: [Kind; 8] = [
    kind("Peterson's lock for N", &["mutual-exclusion/peterson", "benchmarks/filter"], &["n.peterson"]),
    kind("MCS lock",              &["mutual-exclusion/mcs"],                           &["mcslock1", "mcslock2"]),
    kind("arbiter",               &["arbiter"],                                        &["arbiter*"]),
    kind("cache coherence",       &["coherence/"],                                     &["adash", "adashbug*", "eadash", "ldash", "cache3", "cache3multi", "newcache3", "sym.cache3"]),
    kind("SCI list",              &["lists/sci"],                                      &["sci"]),
    kind("distributed list",      &["lists/"],                                         &["list6", "list6too", "newlist6"]),
    kind("Kerberos",              &["security/kerb"],                                  &["kerb"]),
    kind("Needham-Schroeder",     &["security/"],                                      &["ns-old", "ns"]),
];

/// Definitions that make another protocol of a model, which the paper has beside the first: the
/// lock without `compare_and_swap`, and Needham and Schroeder's protocol as it was.
pub const VARIANTS: [&str; 2] = ["SWAP_ONLY", "ORIGINAL"];

/// All the rest.
pub const OTHERS: Kind = kind("others", &[], &["down*"]);

/// The name of a model's kind.
pub fn of(model: &str) -> &'static str {
    let fits = |kind: &&Kind| kind.ours.iter().any(|part| model.contains(part));
    KINDS
        .iter()
        .find(fits)
        .map_or(OTHERS.name, |kind| kind.name)
}

#[cfg(test)]
mod tests {
    use super::super::printed::{FIGURE_1, Printed};
    use super::*;

    #[test]
    fn each_row_of_the_paper_has_one_kind() {
        for Printed { name, .. } in &FIGURE_1 {
            let all = KINDS.iter().chain([&OTHERS]);
            let of_kind = all.filter(|kind| kind.paper.contains(name));
            assert_eq!(of_kind.count(), 1, "{name}");
        }
        let rows = KINDS.iter().chain([&OTHERS]).map(|kind| kind.paper.len());
        assert_eq!(rows.sum::<usize>(), FIGURE_1.len());
    }

    #[test]
    fn a_model_is_of_the_first_kind_that_fits() {
        assert_eq!(of("coherence/illinois.pml -DN=2"), "cache coherence");
        assert_eq!(of("lists/sci.pml"), "SCI list");
        assert_eq!(of("puzzles/river-crossing.pml"), "others");
    }
}
