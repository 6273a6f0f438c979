//! Wrong models made from right ones, the same in every run.

mod numbers;

pub use numbers::Numbers;

#[rustfmt::skip]
const PIECES: [&str; 84] = [
    "{", "}", "(", ")", "[", "]", "if", "fi", "do", "od", "::", ";", "->", ":", "=", "==", "+", "-", "!", "?", "??", "!!", "<",
    ">", ",", ".", "..", "@", "\"", "'", "$", "x", "0", "unless", "else", "proctype", "init", "atomic", "eval", "full", "c_code",
    "é", "\0", "mtype", "inline", "typedef", "goto", "byte", "\n", "inline f(a) { x = a; f(a) }", "inline g(a, b) { a = b; return a }",
    "f(x)", "x = g(x, 1)", "return x", "d_step {", "for (x : 1 .. 3) {", "for (x in", "select (x : 0 .. 2)", "typedef T { byte x }; T x;",
    "x.x", "x[1]", "c?[x]", "c?<x>", "c!!1", "unsigned x : 3", "hidden", "chan c = [1] of { byte, chan }", "run P(x)", "P@L", "P[0]:x", "L:",
    "provided (x)", "priority 2", "ltl { []", "<>", "U", "never {", "trace {", "timeout", "np_", "_pid", "xr c", "true", "4294967296",
];

/// `text` with up to three pieces put in or in place of something.
pub fn mutate(text: &str, numbers: &mut Numbers) -> String {
    let mut mutant: Vec<char> = text.chars().collect();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(mutant.len() + 1);
        let length = numbers.below(12).min(mutant.len() - at);
        let piece = PIECES[numbers.below(PIECES.len())];
        let replaced = if numbers.below(2) == 0 { length } else { 0 };
        mutant.splice(at..at + replaced, format!(" {piece} ").chars());
    }
    mutant.into_iter().collect()
}
