//! The tables as they are printed, and the models that stand for their protocols.
//!
//! The synthetic protocols are described completely, and the data transfer protocol is among SPIN's
//! examples: there the same figures must come out. The authors' models of URP, PFTP and MULOG3 are
//! not to be had. Models of the same protocols take their place, and their figures can only have
//! the same shape.

use super::models::Model;
use super::{Paper, Printed, Protocol, Row};
use crate::searches::Search;

const PLAIN: &[Search] = &[Search::PLAIN];
const LOCAL: &[Search] = &[Search::new("local", None)];
const SLEEP: &[Search] = &[
    Search::new("none", Some("1992")),
    Search::new("none", Some("stored")),
    Search::new("none", Some("1995")),
];
const BOTH: &[Search] = &[
    Search::new("local", Some("1992")),
    Search::new("local", Some("stored")),
    Search::new("local", Some("1995")),
];

const HUFFMAN: &str = "huffman";
const PLAIN_CODED: &[Search] = &[Search::PLAIN.of(HUFFMAN)];
const PLAIN_RUNS: &[Search] = &[Search::PLAIN.of("run-length")];
const LOCAL_CODED: &[Search] = &[Search::new("local", None).of(HUFFMAN)];
const BOTH_CODED: &[Search] = &[
    Search::new("local", Some("1992")).of(HUFFMAN),
    Search::new("local", Some("stored")).of(HUFFMAN),
    Search::new("local", Some("1995")).of(HUFFMAN),
];

const MEMORY: &str = "MB: store, stack and tables";
const TIMES: &str = "times_1: time over that of algorithm 1; MB: store, stack and tables";

/// Table II of 1992.
pub const TABLE_2_1992: Paper = Paper {
    name: "table-2-1992",
    title: "Table II of Holzmann, Godefroid and Pirottin 1992: relative performance of algorithms",
    notes: &[
        "algorithm 1 plain, 2 local edges first, 3 conflict sets, 4 Huffman codes, 4' run lengths; the paper's figures are from a MIPS R3000 at 33 MHz",
        "the paper keeps its conflict sets in the form of 1992; the other forms are shown beside it",
        "the stack rule of the same authors' paper of 1995 takes away what Table II shows for protocol 2: form 1995 cannot give its figures",
        TIMES,
    ],
    proper_form: "1992",
    protocols: &[
        Protocol {
            name: "1 (N=5, M=10)",
            models: &[Model::ours("synthetic/synthetic1.pml").of_the_paper()],
            rows: &[
                of_1992("1", PLAIN, 100_001, 450_002, Some(16.8), 5.1),
                of_1992("2", LOCAL, 47, 47, None, 1.0),
                of_1992("3", SLEEP, 100_001, 100_001, Some(9.2), 5.1),
                of_1992("2+3", BOTH, 47, 47, None, 1.3),
            ],
        },
        Protocol {
            name: "2 (N=5, M=10)",
            models: &[Model::ours("synthetic/synthetic2.pml").of_the_paper()],
            rows: &[
                of_1992("1", PLAIN, 100_001, 500_002, Some(15.6), 11.1),
                of_1992("2", LOCAL, 100_001, 111_112, Some(4.0), 11.1),
                of_1992("3", SLEEP, 100_001, 111_112, Some(8.3), 9.1),
                of_1992("2+3", BOTH, 47, 52, None, 1.1),
            ],
        },
        Protocol {
            name: "3 (N=5, M=10)",
            models: &[Model::ours("synthetic/synthetic3.pml").of_the_paper()],
            rows: &[
                of_1992("1", PLAIN, 100_001, 450_002, Some(18.7), 5.46),
                of_1992("2", LOCAL, 100_001, 450_002, Some(20.2), 5.46),
                of_1992("3", SLEEP, 100_001, 450_002, Some(63.4), 5.47),
                of_1992("2+3", BOTH, 100_001, 450_002, Some(66.4), 5.47),
            ],
        },
        Protocol {
            name: "4 (URP)",
            models: &[Model::ours("protocols/urp.pml")],
            rows: &[
                of_1992("1", PLAIN, 19_515, 47_836, Some(2.9), 3.5),
                of_1992("2", LOCAL, 17_163, 36_239, Some(2.7), 3.2),
                of_1992("3", SLEEP, 19_515, 21_236, Some(11.7), 3.5),
                of_1992("2+3", BOTH, 15_628, 17_056, Some(9.0), 3.1),
                of_1992("2+4", LOCAL_CODED, 17_163, 36_239, Some(5.5), 2.0),
                of_1992("2+3+4", BOTH_CODED, 15_628, 17_056, Some(10.2), 1.9),
            ],
        },
        Protocol {
            name: "5 (DTP)",
            models: &[
                Model::of_spin("dtp.pml").of_the_paper(),
                Model::ours("protocols/dtp.pml"),
            ],
            rows: &[
                of_1992("1", PLAIN, 251_409, 648_467, Some(40.8), 36.6),
                of_1992("2", LOCAL, 91_343, 117_396, Some(8.7), 13.9),
                of_1992("3", SLEEP, 251_409, 262_561, Some(59.9), 36.6),
                of_1992("1+4'", PLAIN_RUNS, 251_409, 648_467, Some(114.4), 33.5),
                of_1992("1+4", PLAIN_CODED, 251_409, 648_467, Some(83.5), 15.1),
                of_1992("2+3", BOTH, 65_774, 69_611, Some(13.8), 10.4),
                of_1992("2+4", LOCAL_CODED, 91_343, 117_396, Some(16.3), 6.2),
                of_1992("2+3+4", BOTH_CODED, 65_774, 69_611, Some(18.2), 4.8),
            ],
        },
    ],
};

/// A row of 1992. Seconds are printed from a hundredth on; neither matched states nor depth are.
const fn of_1992(
    algorithm: &'static str,
    searches: &'static [Search],
    states: u64,
    transitions: u64,
    seconds: Option<f64>,
    megabytes: f64,
) -> Row {
    Row {
        algorithm,
        searches,
        printed: Printed {
            states,
            matched: None,
            transitions,
            depth: None,
            seconds,
            megabytes: Some(megabytes),
        },
    }
}

const SLEEP_1995: &[Search] = &[
    Search::new("none", Some("1995")),
    Search::new("none", Some("stored")),
    Search::new("none", Some("1992")),
];

const MACHINE_1995: &str = "the paper's figures are from a SPARC2 with 64 megabytes";

const PFTP: &[Model] = &[Model::of_spin("LTL/pftp.pml"), Model::ours("pftp.pml")];
const URP: &[Model] = &[Model::ours("protocols/urp.pml")];
const MULOG3: &[Model] = &[Model::ours("mutual-exclusion/mulog3.pml")];
const DTP: &[Model] = &[
    Model::of_spin("dtp.pml").of_the_paper(),
    Model::ours("protocols/dtp.pml"),
];

/// Table 1 of 1995. Its figures are repeated in Table 2.
pub const TABLE_1_1995: Paper = Paper {
    name: "table-1-1995",
    title: "Table 1 of Godefroid, Holzmann and Pirottin 1995: state-space exploration with Algorithm 1",
    notes: &[MACHINE_1995, MEMORY],
    proper_form: "",
    protocols: &[
        Protocol {
            name: "PFTP",
            models: PFTP,
            rows: &[PFTP_1],
        },
        Protocol {
            name: "URP",
            models: URP,
            rows: &[URP_1],
        },
        Protocol {
            name: "MULOG3",
            models: MULOG3,
            rows: &[MULOG3_1],
        },
        Protocol {
            name: "DTP",
            models: DTP,
            rows: &[DTP_1],
        },
    ],
};

/// Table 2 of 1995.
pub const TABLE_2_1995: Paper = Paper {
    name: "table-2-1995",
    title: "Table 2 of Godefroid, Holzmann and Pirottin 1995: Algorithm 1 (plain) and 2 (sleep sets)",
    notes: &[
        MACHINE_1995,
        TIMES,
        "the paper keeps its sleep sets in the form of 1995; the other forms are shown beside it",
        "PFTP is another version here; as published, Algorithm 2 cannot change the depth, as the paper's row does",
    ],
    proper_form: "1995",
    protocols: &[
        Protocol {
            name: "PFTP",
            models: PFTP,
            rows: &[
                PFTP_1,
                of_1995("2", SLEEP_1995, [409_257, 183_638, 592_895, 4_786], 505.4),
            ],
        },
        Protocol {
            name: "URP",
            models: URP,
            rows: &[
                URP_1,
                of_1995("2", SLEEP_1995, [15_378, 1_884, 17_262, 202], 13.8),
            ],
        },
        Protocol {
            name: "MULOG3",
            models: MULOG3,
            rows: &[
                MULOG3_1,
                of_1995("2", SLEEP_1995, [100_195, 3_736, 103_931, 119], 80.8),
            ],
        },
        Protocol {
            name: "DTP",
            models: DTP,
            rows: &[
                DTP_1,
                of_1995("2", SLEEP_1995, [251_409, 11_152, 262_561, 545], 206.4),
            ],
        },
    ],
};

const PFTP_1: Row = of_1995("1", PLAIN, [409_257, 771_265, 1_180_522, 5_044], 219.4);
const URP_1: Row = of_1995("1", PLAIN, [15_378, 27_709, 43_087, 202], 6.9);
const MULOG3_1: Row = of_1995("1", PLAIN, [100_195, 254_183, 354_378, 119], 35.2);
const DTP_1: Row = of_1995("1", PLAIN, [251_409, 397_058, 648_467, 545], 97.8);

/// A row of 1995: states, matched, transitions and depth.
const fn of_1995(
    algorithm: &'static str,
    searches: &'static [Search],
    [states, matched, transitions, depth]: [u64; 4],
    seconds: f64,
) -> Row {
    Row {
        algorithm,
        searches,
        printed: Printed {
            states,
            matched: Some(matched),
            transitions,
            depth: Some(depth),
            seconds: Some(seconds),
            megabytes: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slip of the pen would make a reproduced figure look wrong.
    #[test]
    fn printed_figures_add_up() {
        for paper in [TABLE_2_1992, TABLE_1_1995, TABLE_2_1995] {
            for row in paper.protocols.iter().flat_map(|it| it.rows) {
                let it = row.printed;
                if let Some(matched) = it.matched {
                    assert_eq!(it.states + matched, it.transitions, "{}", paper.name);
                }
                assert!(it.states <= it.transitions, "{}", paper.name);
            }
        }
    }
}
