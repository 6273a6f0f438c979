//! Digests of texts and files: SHA-256, in hexadecimal digits.

use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

use sha2::{Digest, Sha256};

/// Of several parts, in their order; their lengths count.
#[derive(Debug, Default)]
pub struct Parts(Sha256);

impl Parts {
    /// Adds one.
    pub fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// The digest.
    pub fn finish(self) -> String {
        digits(&self.0.finalize())
    }
}

/// Of a file's bytes: what `sha256sum` prints.
pub fn of_file(path: &Path) -> io::Result<String> {
    Ok(digits(&Sha256::digest(fs::read(path)?)))
}

fn digits(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
