//! Wrong models made from right ones, the same in every run.

/// A small generator of reproducible numbers (xorshift).
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

const PIECES: [&str; 48] = [
    "{", "}", "(", ")", "[", "]", "if", "fi", "do", "od", "::", ";", "->", ":", "=", "==", "+",
    "-", "!", "?", "??", "!!", "<", ">", ",", ".", "..", "@", "\"", "'", "$", "x", "0", "unless",
    "else", "proctype", "init", "atomic", "eval", "full", "c_code", "é", "\0", "mtype", "inline",
    "typedef", "goto", "byte",
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
