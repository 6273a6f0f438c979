//! Encodings: fewer bytes for a stored state, paid for with time at each insertion.
//!
//! | encoding | leaves out | file |
//! |---|---|---|
//! | mask | bits that no variable uses, one after the other | `mask.rs` |
//! | run-length | such bytes, and zeros, which it counts | `run_length.rs` |
//! | Huffman | such bytes, and bits of frequent bytes | `huffman.rs`, `frequencies.rs` |
//!
//! A state must have the same code whenever it is met, so that codes can be compared instead of
//! states (Holzmann, Godefroid and Pirottin 1992, section 6). So all three are fixed before the
//! search starts. Which bits are used is known when the analyzer is generated (`layout.rs`):
//! processes start and end, so it is known for a kind of process, not for a place in the vector.
//!
//! Bits behind the end of a code read as zero. So zeros at its end are left out, and the first
//! process that stands nowhere ends the state.

mod bits;
mod frequencies;
mod huffman;
mod layout;
mod mask;
mod packed;
mod run_length;
mod stream;
mod typical;

pub(crate) use bits::{BitReader, BitWriter};
pub use frequencies::{Frequencies, HEADER as FREQUENCIES_HEADER};
pub use huffman::Huffman;
pub use layout::Layout;
pub use mask::Mask;
pub use packed::Packed;
pub use run_length::RunLength;
pub use stream::Stream;

/// A way to write states that loses nothing: what was decoded is what was encoded.
pub trait Encoder: Send {
    /// Writes the code of the state `words` to the start of `code`, and returns how many words it
    /// has, one at least. `None` if it does not fit, or if there is no code for these words: the
    /// layout of the model promises that they never occur. What `code` holds then is of no meaning.
    fn encode(&self, words: &[u32], code: &mut [u32]) -> Option<usize>;

    /// Replaces `words` by the state with this code, which may have zeros behind its end.
    fn decode(&self, code: &[u32], words: &mut Vec<u32>);

    /// Bytes charged for what it must know.
    fn bytes(&self) -> u64 {
        0
    }
}
