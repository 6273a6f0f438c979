//! A simple encoder, so that what a store does with codes can be tested without a model.

use runtime::encode::Encoder;

/// Leaves out words that are zero: for each 16 words a header, which says where the others belong.
///
/// ```text
/// header   31 last group │ 20–16 words in the group │ 15–0 which are not zero
/// ```
pub struct WithoutZeros;

const LAST: u32 = 1 << 31;

impl Encoder for WithoutZeros {
    fn encode(&self, words: &[u32], code: &mut [u32]) -> Option<usize> {
        let groups = words.len().div_ceil(16);
        let mut len = 0;
        let mut push = |word| {
            *code.get_mut(len)? = word;
            len += 1;
            Some(())
        };
        for (number, group) in words.chunks(16).enumerate() {
            let bits = group.iter().enumerate();
            let bits: u32 = bits.map(|(at, &word)| u32::from(word != 0) << at).sum();
            let last = if number + 1 == groups { LAST } else { 0 };
            push(last | (group.len() as u32) << 16 | bits)?;
            let mut others = group.iter().filter(|word| **word != 0);
            others.try_for_each(|&word| push(word))?;
        }
        (len > 0).then_some(len)
    }

    fn decode(&self, code: &[u32], words: &mut Vec<u32>) {
        words.clear();
        let mut code = code.iter().copied();
        loop {
            let header = code.next().expect("a header");
            for at in 0..header >> 16 & 31 {
                let is_there = header >> at & 1 == 1;
                words.push(if is_there {
                    code.next().expect("a word")
                } else {
                    0
                });
            }
            if header & LAST != 0 {
                return;
            }
        }
    }
}
