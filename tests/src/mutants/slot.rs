//! What a worker is at, in a file that outlives it.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// How many mutants reached which stage, and where the worker stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The family at hand.
    pub family: u64,
    /// Mutants begun.
    pub made: u64,
    /// Mutants that were parsed.
    pub parsed: u64,
    /// Mutants that were accepted, and went through the plan, the generator and the interpreter.
    pub accepted: u64,
    /// Of these, such whose files were printed.
    pub printed: u64,
    /// Mutants that took more than half a second.
    pub slow: u64,
}

const WORDS: usize = 7;
const HEADER: usize = WORDS * 8;

/// The file.
#[derive(Debug)]
pub struct Slot(File);

impl Slot {
    /// Opens or makes it.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn open(path: &Path) -> io::Result<Slot> {
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        Ok(Slot(file))
    }

    /// Says what comes now.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, progress: &Progress, text: &str) -> io::Result<()> {
        let Progress {
            family,
            made,
            parsed,
            accepted,
            printed,
            slow,
        } = *progress;
        let mut bytes = Vec::with_capacity(HEADER + text.len());
        for word in [
            text.len() as u64,
            family,
            made,
            parsed,
            accepted,
            printed,
            slow,
        ] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(text.as_bytes());
        self.0.write_all_at(&bytes, 0)
    }

    /// What was said last.
    pub fn progress(&self) -> Progress {
        let [_, family, made, parsed, accepted, printed, slow] = self.words();
        Progress {
            family,
            made,
            parsed,
            accepted,
            printed,
            slow,
        }
    }

    /// The text that was at hand.
    pub fn text(&self) -> String {
        let mut text = vec![0; self.words()[0] as usize];
        match self.0.read_exact_at(&mut text, HEADER as u64) {
            Ok(()) => String::from_utf8_lossy(&text).into_owned(),
            Err(_) => String::new(),
        }
    }

    fn words(&self) -> [u64; WORDS] {
        let mut bytes = [0; HEADER];
        // Nothing was said yet.
        let _ = self.0.read_exact_at(&mut bytes, 0);
        let mut words = [0; WORDS];
        for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let slot = Slot::open(&folder.path().join("slot")).expect("a file of ours");
        assert_eq!(slot.progress(), Progress::default());
        let progress = Progress {
            family: 7,
            made: 30,
            ..Progress::default()
        };
        slot.write(&progress, "a longer text")
            .expect("a file of ours");
        slot.write(&progress, "short").expect("a file of ours");
        assert_eq!((slot.progress(), slot.text()), (progress, "short".into()));
    }
}
