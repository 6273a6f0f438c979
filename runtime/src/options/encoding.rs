//! The options about how states are encoded.

use super::{Flags, word_for};

/// What becomes of a state before it is stored; see [`crate::encode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// It is stored as it is.
    None,
    /// Bits that are not used are left out.
    Mask,
    /// And zeros are counted.
    RunLength,
    /// Or frequent bytes written in few bits.
    Huffman,
}

/// Values of `--encode`, in the order of the words.
const ENCODINGS: &[Encoding] = &[
    Encoding::None,
    Encoding::Mask,
    Encoding::RunLength,
    Encoding::Huffman,
];

impl Encoding {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        word_for("encode", ENCODINGS, |it| *it == self)
    }
}

pub(super) fn encoding(flags: &Flags) -> Result<Encoding, String> {
    let encoding = flags.named("encode", ENCODINGS).unwrap_or(Encoding::None);
    if flags.has("huffman-from") && encoding != Encoding::Huffman {
        return Err("--huffman-from is about --encode huffman".to_string());
    }
    Ok(encoding)
}
