//! How often each byte occurs in states.

use std::fmt::Write;

use super::layout::Layout;
use crate::model::ModelInfo;

/// Occurrences of each byte, of those that are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frequencies(pub(super) [u64; 256]);

/// More than any search counts, and so little that sums do not overflow.
const COUNT_MAX: u64 = 1 << 50;

/// The first line of a file of them.
pub const HEADER: &str = "pvgen byte frequencies 1";

impl Frequencies {
    /// What is taken for granted where nothing was measured: how many of a million bytes each is,
    /// on the average of our examples.
    pub fn typical() -> Self {
        Self(super::typical::OF_A_MILLION.map(u64::from))
    }

    /// Counts the bytes of these states of a model.
    pub fn of(info: &ModelInfo, states: impl Iterator<Item = Vec<u32>>) -> Self {
        let layout = Layout::new(info, 8);
        let mut counts = [0; 256];
        for words in states {
            // What is no state of the model has no code either, so it does not matter where
            // counting ends.
            let _ = layout.write(&words, |word, width| {
                let bytes = word.to_le_bytes().into_iter().take(width as usize / 8);
                bytes.for_each(|byte| counts[usize::from(byte)] += 1);
                Some(())
            });
        }
        Self(counts)
    }

    /// By byte.
    pub fn counts(&self) -> [u64; 256] {
        self.0
    }

    /// As a file, a line for each byte that occurs.
    pub fn text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for (byte, count) in self.0.iter().enumerate().filter(|(_, count)| **count > 0) {
            let _ = writeln!(text, "{byte} {count}");
        }
        text
    }

    /// Reads what [`text`](Self::text) has written.
    ///
    /// # Errors
    /// Which line is none of it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().zip(1..);
        if lines.next().is_none_or(|(line, _)| line != HEADER) {
            return Err(format!("the first line is not `{HEADER}`"));
        }
        let mut counts = [0; 256];
        for (line, number) in lines {
            let parsed = line.split_once(' ').and_then(|(byte, count)| {
                let (byte, count): (u8, u64) = (byte.parse().ok()?, count.parse().ok()?);
                Some((usize::from(byte), count.min(COUNT_MAX)))
            });
            let (byte, count) = parsed.ok_or_else(|| {
                format!("line {number} is `{line}`, not a byte and how often it occurs")
            })?;
            counts[byte] = count;
        }
        Ok(Self(counts))
    }
}
