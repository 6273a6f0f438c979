//! Figure 1 of Tronci, Della Penna, Intrigila and Venturini Zilli (2001) as it is printed, and what Figure 4 has of the same protocols.

/// A protocol of Murphi's distribution, or Kerberos.
pub struct Printed {
    /// Without `.m`.
    pub name: &'static str,
    /// Printed with an asterisk: the search ended at a bug.
    pub is_buggy: bool,
    /// Of Figure 4: reachable states, rules fired, the largest queue, the last level.
    pub counts: [u64; 4],
    /// Mean and standard deviation of the fraction of -1-, 0- and 1-transitions.
    pub fractions: [(f64, f64); 3],
    /// `SumAvg`.
    pub one_local: f64,
}

const fn whole(
    name: &'static str,
    counts: [u64; 4],
    fractions: [(f64, f64); 3],
    one_local: f64,
) -> Printed {
    Printed {
        name,
        is_buggy: false,
        counts,
        fractions,
        one_local,
    }
}

const fn buggy(
    name: &'static str,
    counts: [u64; 4],
    fractions: [(f64, f64); 3],
    one_local: f64,
) -> Printed {
    Printed {
        is_buggy: true,
        ..whole(name, counts, fractions, one_local)
    }
}

/// In the order of the paper.
#[rustfmt::skip]
pub const FIGURE_1: [Printed; 20] = [
    whole("n.peterson", [163298, 1143086, 3775, 145], [(0.0, 0.0), (0.0, 0.0), (0.958174, 0.0877715)], 0.958174),
    whole("adash", [10466, 137708, 734, 37], [(0.0381775, 0.122), (0.00558149, 0.0436066), (0.723393, 0.292406)], 0.76715199),
    buggy("adashbug", [3742, 39619, 646, 14], [(0.0376604, 0.124403), (0.00228899, 0.0295028), (0.793586, 0.270018)], 0.83353539),
    whole("eadash", [133491, 1786047, 9050, 47], [(0.050598, 0.0960145), (0.015647, 0.0562551), (0.765236, 0.178076)], 0.831481),
    whole("ldash", [254986, 2647358, 14988, 64], [(0.0107259, 0.0719168), (0.0763593, 0.138464), (0.624139, 0.191624)], 0.7112242),
    buggy("arbiter", [1103, 2365, 301, 12], [(0.00848939, 0.057543), (0.0107366, 0.0537135), (0.92784, 0.168859)], 0.94706599),
    whole("cache3", [577, 2440, 102, 16], [(0.0401213, 0.178884), (0.00476603, 0.0558438), (0.565482, 0.381654)], 0.61036933),
    whole("cache3multi", [13738, 65357, 1229, 29], [(0.0389835, 0.102299), (0.00299148, 0.0263492), (0.831139, 0.176004)], 0.87311398),
    whole("newcache3", [4357, 20201, 462, 27], [(0.0360339, 0.0991869), (0.00912116, 0.0533416), (0.736229, 0.227796)], 0.78138406),
    whole("sym.cache3", [31433, 264758, 2877, 32], [(0.041675, 0.104478), (0.00757049, 0.0445772), (0.876884, 0.17786)], 0.92612949),
    buggy("down", [10957, 52315, 1313, 19], [(0.0, 0.0), (0.0776385, 0.142608), (0.922361, 0.142608)], 0.9999995),
    whole("kerb", [109282, 172111, 20523, 19], [(0.0, 0.0), (0.18417, 0.385163), (0.441651, 0.494666)], 0.625821),
    whole("list6", [23410, 99874, 1095, 53], [(0.0183668, 0.0710808), (0.0246248, 0.0815233), (0.844018, 0.189053)], 0.8870096),
    whole("list6too", [1077, 11622, 64, 36], [(0.0, 0.0), (0.0, 0.0), (0.988378, 0.0621402)], 0.988378),
    whole("newlist6", [13044, 53595, 631, 53], [(1.53327e-05, 0.00175109), (0.0, 0.0), (0.999586, 0.00908985)], 0.9996),
    whole("mcslock1", [23644, 94576, 928, 69], [(0.0128856, 0.0675736), (0.0, 0.0), (0.881379, 0.162002)], 0.8942646),
    whole("mcslock2", [540219, 1620657, 15655, 111], [(0.0054652, 0.0458147), (0.00056426, 0.0151108), (0.921489, 0.156949)], 0.92751846),
    whole("ns-old", [1121, 2578, 424, 11], [(0.546833, 0.497802), (0.0, 0.0), (0.101695, 0.302247)], 0.648528),
    whole("ns", [980, 2314, 382, 11], [(0.585714, 0.492598), (0.0, 0.0), (0.0969388, 0.295874)], 0.6826528),
    whole("sci", [18193, 60455, 1175, 62], [(0.215646, 0.238654), (0.0108192, 0.0617188), (0.642466, 0.265885)], 0.8689312),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The paper gives the sum, of `newlist6` to four digits.
    #[test]
    fn columns_add_up() {
        for row in FIGURE_1 {
            let sum: f64 = row.fractions.iter().map(|(mean, _)| mean).sum();
            assert!((sum - row.one_local).abs() < 1e-5, "{}: {sum}", row.name);
            let [states, rules, ..] = row.counts;
            assert!(states <= rules, "{}", row.name);
        }
    }
}
