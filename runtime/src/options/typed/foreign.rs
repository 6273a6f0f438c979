//! Options of other tools, SPIN's above all: what to write instead.

use std::ffi::OsString;

use super::{OPTIONS, nearest};

/// Names that other tools have for an option, with what it is called here.
#[rustfmt::skip]
const NAMES: &[(&str, &str)] = &[
    ("all-errors", "errors all"),
    ("bfs", "search breadth-first"),
    ("bitstate", "store bitstate"),
    ("collapse", "store collapse"),
    ("deadlock", "no-end-states"),
    ("dfs", "search depth-first"),
    ("fair", "weak-fairness"),
    ("fairness", "weak-fairness"),
    ("formula", "ltl"),
    ("hash-compact", "store compact"),
    ("jobs", "threads"),
    ("random", "order random"),
    ("reverse", "order reverse"),
    ("liveness", "acceptance"),
    ("mem", "memory"),
    ("mem-limit", "memory"),
    ("no-deadlock", "no-end-states"),
    ("no-por", "reduce none"),
    ("no-reduction", "reduce none"),
    ("output", "json"),
    ("por", "reduce"),
    ("timeout", "max-time"),
    ("time-limit", "max-time"),
];

/// SPIN's options of several letters that say how a verifier is made.
#[rustfmt::skip]
const WORDS: &[(&str, &str)] = &[
    ("-bcs", "there is no bound on switches between processes: leave it out"),
    ("-bfs", "write --search breadth-first"),
    ("-bfspar", "write --search breadth-first --threads N"),
    ("-bit", "write --store bitstate"),
    ("-bitstate", "write --store bitstate"),
    ("-biterate", "write --store bitstate"),
    ("-collapse", "write --store collapse"),
    ("-dfspar", "write --search breadth-first --threads N"),
    ("-hash", "leave it out"),
    ("-hc", "write --store compact"),
    ("-ltl", "write --ltl NAME"),
    ("-noclaim", "write --safety"),
    ("-noreduce", "write --reduce none"),
    ("-replay", "a trail is shown by `pvgen replay MODEL TRAIL`"),
    ("-rhash", "leave it out"),
    ("-run", RUN),
    ("-safety", "write --safety"),
    ("-search", RUN),
    ("-swarm", "write --swarm with --max-time TIME"),
    ("-i_reverse", "write --order reverse"),
    ("-p_normal", "leave it out: the order is --order forward"),
    ("-p_permute", "write --order random --seed N"),
    ("-p_reverse", "write --order reverse"),
    ("-p_rotate", "write --order random --seed N"),
    ("-t_reverse", "write --order reverse"),
    ("-RS", "write --order random --seed N"),
];

const RUN: &str = "`pvgen check MODEL -- OPTIONS` generates, builds and runs";

/// Letters of SPIN's verifiers that mean something else here or nothing; `{}` is the number behind
/// it.
#[rustfmt::skip]
const LETTERS: &[(char, &str)] = &[
    ('b', "a bound that is reached makes the verdict incomplete, exit status 3: leave it out"),
    ('C', REPLAY),
    ('d', "transitions are listed by `pvgen tags MODEL`"),
    ('e', "write --errors all"),
    ('g', REPLAY),
    ('i', "write --search breadth-first for the shortest trail, --shortest for claims"),
    ('I', "write --search breadth-first for the shortest trail, --shortest for claims"),
    ('k', "write --store bitstate --hashes {}"),
    ('n', "write --quiet for the verdict only, or leave it out"),
    ('O', "leave it out: an analyzer is compiled for speed"),
    ('P', REPLAY),
    ('q', "write an assertion at the end of a process: assert(empty(c))"),
    ('Q', "write --max-time {}m"),
    ('r', REPLAY),
    ('S', REPLAY),
    ('t', "write --trail FILE"),
    ('T', "write --trail FILE, or leave it out"),
    ('v', "leave it out"),
    ('w', "leave it out: the table of states grows; --memory SIZE is the bound, --store bitstate has --bits {}"),
    ('x', "write --trail FILE for another trail"),
];

const REPLAY: &str =
    "a trail is shown by `pvgen replay MODEL TRAIL`; --trail FILE says where it goes";

/// What SPIN's verifiers are compiled with; `{}` is the value.
#[rustfmt::skip]
const DEFINITIONS: &[(&str, &str)] = &[
    ("BFS", "write --search breadth-first"),
    ("BFS_DISK", "write --search breadth-first --store disk"),
    ("BFS_PAR", "write --search breadth-first --threads N"),
    ("BITSTATE", "write --store bitstate"),
    ("COLLAPSE", "write --store collapse"),
    ("HC", "write --store compact"),
    ("HC4", "write --store compact"),
    ("MA", "write --store tree"),
    ("MEMLIM", "write --memory {}M"),
    ("NCORE", "write --search breadth-first --threads {}"),
    ("NFAIR", "leave it out: any number of processes can be treated fairly"),
    ("NOBOUNDCHECK", "leave it out: indices are always checked"),
    ("NOCLAIM", "write --safety"),
    ("NOFAIR", "leave it out"),
    ("NOREDUCE", "write --reduce none"),
    ("NP", "write --non-progress"),
    ("PERMUTED", "leave it out: --order needs no other analyzer"),
    ("P_RAND", "write --order random --seed N"),
    ("P_REVERSE", "write --order reverse"),
    ("RANDSTORE", "write --store bitstate --seed N, with which other states are missed"),
    ("REACH", "write --search breadth-first, which reaches each state by a shortest way"),
    ("SAFETY", "write --safety"),
    ("SC", "leave it out: the path has no bound"),
    ("T_RAND", "write --order random --seed N"),
    ("T_REVERSE", "write --order reverse"),
    ("VECTORSZ", "leave it out: a state is as long as it must be"),
    ("XUSAFE", "leave it out: no search relies on `xr` and `xs`"),
];

/// The option that is likely meant by a name that is none, with a value where it needs one.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    let longs = || OPTIONS.iter().map(|option| option.long);
    let row = NAMES.iter().find(|(known, _)| *known == name);
    let mut with_word = longs().filter(|long| long.split('-').any(|word| word == name));
    row.map(|(_, ours)| *ours)
        .or_else(|| nearest(name, longs()))
        .or_else(|| with_word.next().filter(|_| with_word.next().is_none()))
}

/// What to say of the first argument that is one of SPIN's words.
pub(super) fn word_of(arguments: &[OsString]) -> Option<String> {
    arguments.iter().find_map(|typed| {
        let typed = typed.to_str()?;
        let word = typed.trim_end_matches(|it: char| it.is_ascii_digit() || it == ',');
        let (_, answer) = WORDS.iter().find(|(known, _)| *known == word)?;
        Some(format!("{typed} is SPIN's: {answer}"))
    })
}

/// What to say of a letter that is no option, and what is attached to it.
pub(super) fn letter(name: char, attached: &str) -> String {
    if name == 'D' && !attached.is_empty() {
        return match definition(attached) {
            Some(answer) => answer,
            None => format!(
                "a macro of the model is defined before `--`: pvgen check MODEL -D{attached}"
            ),
        };
    }
    match LETTERS.iter().find(|(known, _)| *known == name) {
        Some((_, answer)) => {
            let number = attached.parse::<u32>().map_or("N", |_| attached);
            let answer = answer.replace("{}", number);
            format!("-{name}{attached} is SPIN's: {answer}")
        }
        None => format!("there is no option -{name}: --help lists all options"),
    }
}

/// What to say of a definition (`MEMLIM=500`) with which SPIN's verifiers are compiled.
pub fn definition(typed: &str) -> Option<String> {
    let (name, value) = typed.split_once('=').unwrap_or((typed, "N"));
    let (_, answer) = DEFINITIONS.iter().find(|(known, _)| *known == name)?;
    Some(format!(
        "-D{typed} is SPIN's: {}",
        answer.replace("{}", value)
    ))
}

#[cfg(test)]
mod tests {
    use super::super::{Flags, by_long};
    use super::*;

    /// What an answer tells the user to write can be written.
    #[test]
    fn answers_name_options_that_exist() {
        let rows = NAMES.iter().map(|(_, ours)| format!("write --{ours}"));
        let answers = [WORDS, DEFINITIONS].concat().into_iter().map(|it| it.1);
        let answers = answers.chain(LETTERS.iter().map(|it| it.1));
        for answer in rows.chain(answers.map(str::to_owned)) {
            let words = answer.split([' ', ',', ';']);
            for name in words
                .filter_map(|word| word.strip_prefix("--"))
                .filter(|it| !it.is_empty())
            {
                assert!(by_long(name).is_ok(), "{answer}");
            }
        }
        assert!(NAMES.iter().all(|(name, _)| by_long(name).is_err()));
        let known = |it: &&(char, &str)| Flags::parse([format!("-{}", it.0).into()]).is_ok();
        assert_eq!(LETTERS.iter().find(known), None);
    }
}
