//! The bits that are used, without words that are zero where that is shorter: a code that is compared and never read.

use super::bits::Writer;
use super::layout::Layout;
use crate::model::ModelInfo;

/// ```text
/// 0 │ bits in use of each word
/// 1 │ of each word: 0, or 1 and its bits in use
/// ```
///
/// The shorter form is taken, the first when both are equal: equal states have equal codes, and only those, whatever zeros follow.
pub struct Packed {
    layout: Layout,
}

impl Packed {
    /// For the states of a model.
    pub fn new(info: &ModelInfo) -> Self {
        Self {
            layout: Layout::bits(info),
        }
    }

    /// Writes the lowest `head_bits` bits of `head`, the others of which are zero, and behind them the code of a state; gives the number of words, without zeros at the end.
    /// `None` if there is no room, or if these words are no state of the model.
    pub fn encode_behind(
        &self,
        head: u32,
        head_bits: u32,
        words: &[u32],
        code: &mut [u32],
    ) -> Option<usize> {
        let (mut all, mut sparse) = (0, 0);
        self.layout.write(words, |word, width| {
            all += width;
            sparse += 1 + if word != 0 { width } else { 0 };
            Some(())
        })?;
        let is_sparse = sparse < all;
        let mut writer = Writer::new(code);
        writer.push(head | u32::from(is_sparse) << head_bits, head_bits + 1)?;
        self.layout.write(words, |word, width| {
            if is_sparse {
                writer.push(u32::from(word != 0), 1)?;
                if word == 0 {
                    return Some(());
                }
            }
            writer.push(word, width)
        })?;
        writer.finish()
    }
}
