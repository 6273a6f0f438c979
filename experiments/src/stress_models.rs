//! Generated models that are large in one respect each, with state spaces of a size that can be
//! searched.

use std::fmt::Write;

/// A generated model.
pub struct StressModel {
    /// Short name.
    pub name: &'static str,
    /// Promela.
    pub text: String,
    /// What SPIN's verifier must be compiled with.
    pub compiler_flags: &'static [&'static str],
}

/// The three models.
pub fn all() -> [StressModel; 3] {
    [many_transitions(), long_vector(), many_processes()]
}

/// Steps of each proctype between taking the token and handing it on.
const STEPS: u32 = 35;
const PROCTYPES: u32 = 50;

/// 5,100 transitions in 50 proctypes. A token goes round, so that positions add up and do not
/// multiply; the data are five globals of six values. A step in seven is a choice of two
/// assignments, the others are an assignment under a condition and an `else`.
fn many_transitions() -> StressModel {
    const GLOBALS: u32 = 5;
    let mut text = String::from("/* 5,100 transitions in 50 proctypes */\nbyte token;\n");
    for g in 0..GLOBALS {
        writeln!(text, "byte g{g};").expect("a string");
    }
    // Multipliers that share no factor with the number of globals give every proctype another
    // mixture.
    for p in 0..PROCTYPES {
        writeln!(
            text,
            "active proctype P{p}() {{\n  do\n  :: token == {p} ->"
        )
        .expect("a string");
        for s in 1..=STEPS {
            let (a, b, c) = (
                (p + s) % GLOBALS,
                (2 * p + 3 * s + 1) % GLOBALS,
                (p * s) % 3,
            );
            if s % 7 == 3 {
                writeln!(text, "    if :: g{a} = (g{b} + {c}) % 6 :: g{b} = {c} fi;")
            } else {
                writeln!(
                    text,
                    "    if :: g{a} == {c} -> g{b} = (g{b} + 1) % 6 :: else fi;"
                )
            }
            .expect("a string");
        }
        writeln!(text, "    token = {}\n  od\n}}", (p + 1) % PROCTYPES).expect("a string");
    }
    StressModel {
        name: "transitions",
        text,
        compiler_flags: &[],
    }
}

/// A state vector of 4 KiB: an array of which two processes fill a cell at a time.
fn long_vector() -> StressModel {
    let text = "/* a vector of 4 KiB */\n#define SIZE 4000\n#define ROUNDS 70\nbyte cell[SIZE];\n\
        active [2] proctype P() {\n  short i;\n  do\n  :: i < ROUNDS ->\n     cell[(i * 57 + _pid * 28) % SIZE] = i + 1;\n     i++\n\
        \x20 :: else -> break\n  od\n}\n";
    StressModel {
        name: "vector",
        text: text.into(),
        compiler_flags: &["-DVECTORSZ=8192"],
    }
}

/// 200 processes started at run time, which hand a token round while the rest are being started.
fn many_processes() -> StressModel {
    let text = "/* 200 processes, started at run time */\n#define PROCESSES 200\nbyte turn, x;\n\
        proctype W(byte me) {\n  do\n  :: turn == me ->\n     x = (x + 1) % 3;\n     turn = (me + 1) % PROCESSES\n  od\n}\n\
        init {\n  byte i;\n  do\n  :: i < PROCESSES -> run W(i); i++\n  :: else -> break\n  od\n}\n";
    StressModel {
        name: "processes",
        text: text.into(),
        compiler_flags: &["-DVECTORSZ=8192"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transitions_of_the_first_model() {
        let text = many_transitions().text;
        let count = |word: &str| text.matches(word).count();
        assert_eq!(count("active proctype"), 50);
        // In each: taking the token, handing it on; two options of a choice; condition, assignment
        // and `else` of the other steps.
        let (choices, others) = (5, 30);
        assert_eq!(count(":: else fi"), 50 * others);
        assert_eq!(count(":: g"), 50 * (2 * choices + others));
        assert_eq!(50 * (2 + 2 * choices + 3 * others), 5_100);
    }
}
