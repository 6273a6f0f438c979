//! The bits that are used, without words that are zero where that is shorter: a code that is
//! compared and never read.

use super::bits::BitWriter;
use super::layout::Layout;
use crate::model::ModelInfo;

/// ```text
/// 0 │ bits in use of each word
/// 1 │ globals │ process 0 │ …
///
/// globals    32 words: a bit for each, whether it is not zero │ bits in use of those that are not │ the next 32 words │ …
/// process    bits in use of the first word, which is not zero │ the others like globals
/// ```
///
/// The shorter form is taken, the first when both are equal: equal states have equal codes, and
/// only those, whatever zeros follow.
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

    /// Writes the lowest `head_bits` bits of `head`, the others of which are zero, and behind them
    /// the code of a state; gives the number of words, without zeros at the end. `None` if there is
    /// no room, or if these words are no state of the model.
    pub fn encode_behind(
        &self,
        head: u32,
        head_bits: u32,
        words: &[u32],
        code: &mut [u32],
    ) -> Option<usize> {
        let (mut all, mut sparse) = (0, 0);
        let mut without_flag = 0;
        self.layout.components(words, |component, widths| {
            let widths = || widths.iter().map(|&width| u32::from(width));
            let used = component.iter().zip(widths());
            let used = used.map(|(&word, width)| if word == 0 { 0 } else { width });
            all += widths().sum::<u32>();
            sparse += used.sum::<u32>() + (component.len() - without_flag) as u32;
            without_flag = 1;
            Some(())
        })?;
        let is_sparse = sparse < all;
        let mut writer = BitWriter::new(code);
        writer.push(head | u32::from(is_sparse) << head_bits, head_bits + 1)?;
        if is_sparse {
            let mut without_flag = 0;
            self.layout.components(words, |component, widths| {
                let (first, others) = component.split_at(without_flag);
                let (first_width, widths) = widths.split_at(without_flag);
                without_flag = 1;
                first
                    .iter()
                    .zip(first_width)
                    .try_for_each(|of| push(&mut writer, of))?;
                let mut chunks = others.chunks(32).zip(widths.chunks(32));
                chunks.try_for_each(|(words, widths)| push_sparse(&mut writer, words, widths))
            })?;
        } else {
            self.layout
                .write(words, |word, width| writer.push(word, width))?;
        }
        writer.finish()
    }
}

/// Appends a word of this many bits; `None` if it has more.
#[inline(always)]
fn push(writer: &mut BitWriter<'_>, (&word, &width): (&u32, &u8)) -> Option<()> {
    match u64::from(word) >> width {
        0 => writer.push(word, u32::from(width)),
        _ => None,
    }
}

/// Appends which of up to 32 words are not zero, and those.
#[inline(always)]
fn push_sparse(writer: &mut BitWriter<'_>, words: &[u32], widths: &[u8]) -> Option<()> {
    let flags = words.iter().enumerate();
    let mut there = flags.fold(0, |there, (at, &word)| there | u32::from(word != 0) << at);
    writer.push(there, words.len() as u32)?;
    while there != 0 {
        let at = there.trailing_zeros() as usize;
        there &= there - 1;
        push(writer, (&words[at], &widths[at]))?;
    }
    Some(())
}
