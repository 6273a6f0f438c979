//! Tables 1 and 2 of Geldenhuys (2004) as they are printed.
//!
//! The letter O looks like the digit 0 there. "OIDe/x" are OIDe and OIDx, which are equal: whether
//! a tie is printed in small or in capital letters is not always legible, so small letters stand
//! here for both.

use super::random::Revisits;

/// The ten graphs with each largest outdegree, and all thirty of them.
pub const OUTDEGREES_MAX: [u32; 3] = [6, 10, 20];

/// A half of the table: a column for each of [`OUTDEGREES_MAX`], and one for all graphs.
pub struct Half {
    /// Which graphs these are.
    pub revisits: Revisits,
    /// The paper's word.
    pub name: &'static str,
    /// The largest stack in per cent of the states.
    pub m: [f64; 4],
    /// For each limit on the work.
    rows: [(u64, [Best; 4]); 9],
}

/// Smallest cache in per cent of the states, redundant work factor, specifications.
pub type Best = (f64, f64, &'static str);

impl Half {
    /// What is printed for a limit on the work.
    pub fn row(&self, factor: u64) -> Option<&[Best; 4]> {
        let mut rows = self.rows.iter();
        rows.find(|(limit, _)| *limit == factor).map(|(_, row)| row)
    }
}

/// Both halves.
pub const TABLE_1: [Half; 2] = [UNWEIGHTED, WEIGHTED];

#[rustfmt::skip]
const UNWEIGHTED: Half = Half {
    revisits: Revisits::Even,
    name: "unweighted",
    m: [37.43, 52.35, 70.13, 53.30],
    rows: [
        (2, [(51.48, 1.99, "OIx"), (69.92, 1.99, "Ox"), (85.33, 1.99, "ODIe/x"), (68.95, 1.99, "OIx")]),
        (3, [(44.22, 2.96, "OIR"), (62.43, 2.99, "OIDe/x"), (79.71, 2.96, "ODiR"), (62.15, 2.97, "OIDe/x")]),
        (4, [(41.32, 3.92, "OIR"), (59.05, 3.96, "OIe"), (76.88, 3.93, "ODIe/x"), (59.12, 3.94, "OIDe/x")]),
        (5, [(39.76, 4.91, "OIR"), (57.18, 4.93, "OIDe/x"), (75.16, 4.90, "ODIR"), (57.42, 4.90, "OIDe/x")]),
        (6, [(38.79, 5.78, "OIR"), (56.00, 5.85, "OIDR"), (74.03, 5.91, "ODR"), (56.30, 5.83, "OIe")]),
        (7, [(38.13, 6.27, "OIe"), (55.11, 6.86, "OIe"), (73.28, 6.84, "OIe"), (55.56, 6.75, "OIe")]),
        (8, [(37.97, 7.11, "OIe"), (54.48, 7.78, "OIe"), (72.74, 7.72, "OIDR"), (55.06, 7.54, "OIe")]),
        (9, [(37.94, 7.15, "OIe"), (54.03, 8.65, "OIe"), (72.29, 8.75, "OIDe/x"), (54.76, 8.17, "OIe")]),
        (10, [(37.89, 7.30, "OIe"), (53.74, 9.49, "OIe"), (71.98, 9.70, "OIDR"), (54.55, 8.79, "OIe")]),
    ],
};

#[rustfmt::skip]
const WEIGHTED: Half = Half {
    revisits: Revisits::ByIndegree,
    name: "weighted",
    m: [25.71, 35.51, 49.67, 36.96],
    rows: [
        (2, [(37.06, 1.98, "OIE"), (51.05, 1.98, "OIE"), (66.24, 1.99, "OIE"), (51.45, 1.98, "OIE")]),
        (3, [(31.78, 2.94, "OIR"), (45.08, 2.96, "OIDR"), (60.47, 2.96, "OIE"), (45.81, 2.95, "OIR")]),
        (4, [(29.20, 3.90, "OIe"), (42.20, 3.96, "OIDe/x"), (57.89, 3.90, "OIDe/x"), (43.13, 3.92, "OIDe/x")]),
        (5, [(27.27, 4.87, "OIe"), (39.83, 4.94, "OIDe/x"), (56.10, 4.89, "OIR"), (41.15, 4.89, "OIe")]),
        (6, [(26.61, 5.56, "OIe"), (38.20, 5.90, "OIDe/x"), (54.41, 5.92, "OIx"), (39.78, 5.80, "OIe")]),
        (7, [(26.37, 5.94, "OIe"), (37.02, 6.89, "OIDR"), (53.11, 6.89, "OIDe/x"), (38.89, 6.56, "OIe")]),
        (8, [(26.34, 5.99, "OIe"), (36.34, 7.66, "OIx"), (52.07, 7.85, "OIe"), (38.29, 7.28, "OIx")]),
        (9, [(26.34, 5.99, "OIe"), (36.13, 8.07, "OIx"), (51.39, 8.68, "OIDe/x"), (37.96, 7.66, "OIe")]),
        (10, [(26.34, 5.99, "OIe"), (36.10, 8.16, "OIDe/x"), (50.90, 9.46, "OIDR"), (37.81, 8.08, "OIDR")]),
    ],
};

/// A row of Table 2: stack and smallest cache in per cent of the states, at most five times the
/// work.
pub struct OfModel {
    /// The paper's name.
    pub model: &'static str,
    /// Of the graph.
    pub states: u64,
    /// Transitions over states.
    pub d: f64,
    /// Largest stack.
    pub m: f64,
    /// Smallest cache.
    pub s: f64,
    /// Redundant work factor.
    pub factor: f64,
    /// One of the specifications that need no more.
    pub best: &'static str,
}

const fn row(
    model: &'static str,
    states: u64,
    [d, m, s, factor]: [f64; 4],
    best: &'static str,
) -> OfModel {
    OfModel {
        model,
        states,
        d,
        m,
        s,
        factor,
        best,
    }
}

/// All of it.
#[rustfmt::skip]
pub const TABLE_2: [OfModel; 18] = [
    row("mutex",           428, [2.0, 15.42, 24.53, 3.16], "IeS"),
    row("abp2",          1_440, [1.3, 23.26, 23.40, 1.02], "iOe"),
    row("cabp",          2_048, [4.1, 38.13, 47.41, 4.37], "OdIeS"),
    row("dining",        2_071, [3.6, 71.32, 74.02, 3.99], "OiXS"),
    row("erathostenes",  2_092, [1.2, 10.71, 12.24, 1.51], "iOX"),
    row("mobile2",       3_300, [2.0, 23.36, 23.79, 4.94], "iOX"),
    row("schedule",      3_328, [1.3, 16.29, 16.77, 1.37], "iOX"),
    row("dbm",           5_111, [4.0,  1.96, 15.07, 4.58], "iRS"),
    row("X509",          6_093, [2.0,  0.89, 13.52, 4.68], "RS"),
    row("snoopy",        9_342, [1.4, 16.73, 17.00, 1.79], "OiR"),
    row("mobile1",       9_970, [2.0,  7.16, 13.75, 3.86], "RS"),
    row("gobackn2",     14_644, [1.8, 30.47, 31.28, 4.71], "iOX"),
    row("petersonN",    16_719, [1.8, 29.40, 31.17, 3.82], "RS"),
    row("rap",          26_887, [7.9,  0.23, 18.16, 1.81], "RS"),
    row("pftp",         47_355, [1.4,  3.18,  6.91, 3.39], "RS"),
    row("riaan",        67_044, [1.1,  0.26,  1.27, 3.32], "OR"),
    row("slide",        89_910, [1.5, 11.07, 12.91, 4.48], "ORS"),
    row("gobackn",      90_209, [1.5, 11.03, 12.32, 4.65], "OIdRS"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns that were mixed up would show.
    #[test]
    fn printed_graphs_are_consistent() {
        for it in TABLE_2 {
            assert!(
                it.m < it.s && it.s < 100.0 && it.factor <= 5.0,
                "{}",
                it.model
            );
            let specification: Result<runtime::cache::Specification, _> = it.best.parse();
            assert!(specification.is_ok(), "{}", it.best);
        }
        assert!(TABLE_2.is_sorted_by_key(|it| it.states / 1000));
    }

    /// What must hold of the printed figures, whatever they measure.
    #[test]
    fn printed_rows_are_consistent() {
        for half in TABLE_1 {
            // The four averages are rounded, each by up to 0.005.
            let mean = |values: [f64; 4]| (values[0] + values[1] + values[2]) / 3.0;
            assert!((mean(half.m) - half.m[3]).abs() < 0.011, "{}", half.name);
            let mut last = [f64::INFINITY; 4];
            for (factor, row) in half.rows {
                let percent = row.map(|best| best.0);
                // No specification is better on all graphs than the best on each.
                assert!(
                    mean(percent) <= percent[3] + 0.011,
                    "{} {factor}",
                    half.name
                );
                for (column, (percent, work, _)) in row.into_iter().enumerate() {
                    assert!(work <= factor as f64, "{} {factor}", half.name);
                    assert!(percent > half.m[column] && percent <= last[column]);
                    last[column] = percent;
                }
            }
        }
    }
}
