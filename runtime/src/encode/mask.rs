//! The bits that are used, one after the other.

use super::Encoder;
use super::bits::{BitReader, BitWriter};
use super::layout::Layout;
use crate::model::ModelInfo;

/// Leaves out the bits of each word above those that a variable, a message or a place uses.
pub struct Mask {
    layout: Layout,
}

impl Mask {
    /// For the states of a model.
    pub fn new(info: &ModelInfo) -> Self {
        Self {
            layout: Layout::bits(info),
        }
    }
}

impl Encoder for Mask {
    fn encode(&self, words: &[u32], code: &mut [u32]) -> Option<usize> {
        let mut writer = BitWriter::new(code);
        self.layout
            .write(words, |word, width| writer.push(word, width))?;
        writer.finish()
    }

    fn decode(&self, code: &[u32], words: &mut Vec<u32>) {
        let mut reader = BitReader::new(code);
        self.layout.read(words, |width| reader.take(width));
    }
}
