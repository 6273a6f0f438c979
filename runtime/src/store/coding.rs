//! Whether a store keeps states as they are, or their codes.

use super::form;
use super::recent::Recent;
use crate::encode::Encoder;

/// How an [`ExactStore`](super::ExactStore) writes states. Known when it is compiled, so that the
/// choice costs nothing where states are not coded.
pub trait Coding: Send {
    /// States may have codes.
    const CODES: bool;

    /// The code of a state, if it has one that is shorter than its record would be, in `buffer`.
    fn encode<'b>(&self, words: &[u32], buffer: &'b mut Vec<u32>) -> Option<&'b [u32]>;

    /// Replaces `words` by the state with this code, which may have zeros behind its end.
    fn decode(&self, code: &[u32], words: &mut Vec<u32>);

    /// The states that were asked for last, where they are kept as they are.
    #[inline(always)]
    fn recent(&mut self) -> Option<&mut Recent> {
        None
    }

    /// Bytes charged for what it must know.
    fn bytes(&self) -> u64 {
        0
    }
}

/// No codes.
pub struct Plain;

impl Coding for Plain {
    const CODES: bool = false;

    #[inline(always)]
    fn encode<'b>(&self, _: &[u32], _: &'b mut Vec<u32>) -> Option<&'b [u32]> {
        None
    }

    fn decode(&self, _: &[u32], _: &mut Vec<u32>) {
        unreachable!("nothing is coded");
    }
}

/// Codes of an encoder, chosen when the search starts.
pub struct Coded {
    pub(super) encoder: Box<dyn Encoder>,
    pub(super) recent: Recent,
}

impl Coding for Coded {
    const CODES: bool = true;

    fn encode<'b>(&self, words: &[u32], buffer: &'b mut Vec<u32>) -> Option<&'b [u32]> {
        buffer.resize(form::len(words).saturating_sub(1), 0);
        let len = self.encoder.encode(words, buffer)?;
        Some(&buffer[..len])
    }

    fn decode(&self, code: &[u32], words: &mut Vec<u32>) {
        self.encoder.decode(code, words);
    }

    #[inline(always)]
    fn recent(&mut self) -> Option<&mut Recent> {
        Some(&mut self.recent)
    }

    fn bytes(&self) -> u64 {
        self.encoder.bytes() + self.recent.bytes()
    }
}
