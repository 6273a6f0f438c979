//! States one after the other, each with its hidden variables: a code that says itself where it
//! ends.
//!
//! ```text
//! 0 │ bits in use of each word │ as many zeros as a place has bits │ hidden variables │ zeros up to a whole word
//! 1 │ number of words: 31 bits │ the words                         │ hidden variables
//! ```
//!
//! The second form is for words that are no state of the model. They do not occur if its tables are
//! right.

use super::bits::{BitReader, BitWriter};
use super::layout::Layout;
use crate::model::ModelInfo;

/// Writes and reads states of a model.
pub struct Stream {
    layout: Layout,
    hidden_words: usize,
}

impl Stream {
    /// For the states of a model.
    pub fn new(info: &ModelInfo) -> Self {
        Self {
            layout: Layout::bits(info),
            hidden_words: info.hidden_words as usize,
        }
    }

    /// As [`new`](Self::new), of states without their hidden variables: equal states have equal
    /// codes.
    pub fn without_hidden(info: &ModelInfo) -> Self {
        Self {
            hidden_words: 0,
            ..Self::new(info)
        }
    }

    /// Words that the code of such a state has at most.
    pub fn room(&self, words: usize) -> usize {
        words + self.hidden_words + 3
    }

    /// Writes a state to the start of `code`, which has [`room`](Self::room); gives the number of
    /// words.
    pub fn write(&self, words: &[u32], hidden: &[u32], code: &mut [u32]) -> usize {
        let packed = self.write_packed(words, hidden, code);
        packed.unwrap_or_else(|| {
            let plain = words.iter().chain(hidden);
            code[0] = (words.len() as u32) << 1 | 1;
            for (place, &word) in code[1..].iter_mut().zip(plain) {
                *place = word;
            }
            1 + words.len() + hidden.len()
        })
    }

    fn write_packed(&self, words: &[u32], hidden: &[u32], code: &mut [u32]) -> Option<usize> {
        let mut writer = BitWriter::new(code);
        writer.push(0, 1)?;
        self.layout
            .write(words, |word, width| writer.push(word, width))?;
        writer.push(0, self.layout.end_bits())?;
        hidden.iter().try_for_each(|&word| writer.push(word, 32))?;
        writer.flush()
    }

    /// Replaces `words` and `hidden` by the state at the start of `code`; gives the number of words
    /// that its code has.
    pub fn read(&self, code: &[u32], words: &mut Vec<u32>, hidden: &mut Vec<u32>) -> usize {
        hidden.clear();
        if code[0] & 1 != 0 {
            let (state, rest) = code[1..].split_at((code[0] >> 1) as usize);
            words.clear();
            words.extend_from_slice(state);
            hidden.extend_from_slice(&rest[..self.hidden_words]);
            return 1 + words.len() + hidden.len();
        }
        let mut reader = BitReader::new(code);
        reader.take(1);
        self.layout.read(words, |width| reader.take(width));
        hidden.extend((0..self.hidden_words).map(|_| reader.take(32)));
        reader.words()
    }
}
