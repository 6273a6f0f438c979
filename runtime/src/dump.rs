//! `--dump-states` and `--dump-ends`: a store that writes each new state as a line of text.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::memory::OutOfMemory;
use crate::model::ModelInfo;
use crate::store::{ExactStore, Handle, HandleSet, Insertion, Shrunk, Store};
use crate::view::View;

/// Invalid end states, each written once: a search that opens a state again meets its ends again.
pub type EndStates = DumpingStore<ExactStore>;

/// A store around a store. A line has the form of [`View::line`].
pub struct DumpingStore<S: Store> {
    inner: S,
    info: &'static ModelInfo,
    /// The file, or the first error in writing it.
    output: Mutex<io::Result<BufWriter<File>>>,
}

impl<S: Store> DumpingStore<S> {
    /// Creates the file, or empties it.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn create(inner: S, info: &'static ModelInfo, path: &Path) -> io::Result<Self> {
        let output = Mutex::new(Ok(BufWriter::new(File::create(path)?)));
        Ok(Self {
            inner,
            info,
            output,
        })
    }

    /// Writes the rest and returns the store inside.
    ///
    /// # Errors
    /// Some line could not be written.
    pub fn finish(self) -> io::Result<S> {
        let output = self
            .output
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        output?.flush()?;
        Ok(self.inner)
    }

    fn write(&self, words: &[u32]) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(file) = &mut *output
            && let Err(error) = writeln!(file, "{}", View::new(self.info, words).line())
        {
            *output = Err(error);
        }
    }
}

impl<S: Store> Store for DumpingStore<S> {
    fn prefetch(&self, hash: u64) {
        self.inner.prefetch(hash);
    }

    fn prefetch_record(&self, hash: u64) {
        self.inner.prefetch_record(hash);
    }

    fn insert(&self, hash: u64, words: &[u32]) -> Insertion {
        let answer = self.inner.insert(hash, words);
        if matches!(answer, Insertion::Fresh(_)) {
            self.write(words);
        }
        answer
    }

    fn find(&self, hash: u64, words: &[u32]) -> Option<Handle> {
        self.inner.find(hash, words)
    }

    fn remove(&mut self, hash: u64, handle: Handle) {
        self.inner.remove(hash, handle);
    }

    fn limit_states(&mut self, states: u64) {
        self.inner.limit_states(states);
    }

    fn make_room(&mut self, words_len: usize) -> Result<(), OutOfMemory> {
        self.inner.make_room(words_len)
    }

    fn shrink(
        &mut self,
        bytes: u64,
        kept: &mut [Handle],
        hash: fn(&[u32]) -> u64,
    ) -> Result<Shrunk, OutOfMemory> {
        self.inner.shrink(bytes, kept, hash)
    }

    fn recarve(
        &mut self,
        words: &[u32],
        kept: &[Handle],
        hash: fn(&[u32]) -> u64,
    ) -> Option<Vec<Handle>> {
        self.inner.recarve(words, kept, hash)
    }

    fn handles(&self) -> HandleSet {
        self.inner.handles()
    }

    fn get(&self, handle: Handle, words: &mut Vec<u32>) {
        self.inner.get(handle, words);
    }

    fn len(&self) -> usize {
        self.inner.len()
    }

    fn handle_bound(&self) -> usize {
        self.inner.handle_bound()
    }

    fn memory_bytes(&self) -> u64 {
        self.inner.memory_bytes()
    }

    fn store_bytes(&self) -> u64 {
        self.inner.store_bytes()
    }
}
