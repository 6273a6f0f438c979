//! The options about how states are encoded.

use super::{Flags, name_of};

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

/// Values of `--encode`.
const ENCODINGS: &[(&str, Encoding)] = &[
    ("none", Encoding::None),
    ("mask", Encoding::Mask),
    ("run-length", Encoding::RunLength),
    ("huffman", Encoding::Huffman),
];

impl Encoding {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        name_of(self, ENCODINGS)
    }
}

pub(super) fn encoding(flags: &Flags) -> Result<Encoding, String> {
    let encoding = flags.named("encode", ENCODINGS)?.unwrap_or(Encoding::None);
    if flags.has("huffman-from") && encoding != Encoding::Huffman {
        return Err("--huffman-from is about --encode huffman".to_string());
    }
    Ok(encoding)
}
