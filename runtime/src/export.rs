//! `--export`: a store that writes the graph of a depth-first search as it goes.
//!
//! The file is the search itself, step by step, so nothing has to be kept but the number of each stored state; `docs/exported-graphs.md` describes it.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::memory::{Budget, OutOfMemory};
use crate::model::ModelInfo;
use crate::reduce::Reduction;
use crate::store::{Attributes, Handle, HandleSet, Insertion, Store};

/// All edges of the state are done.
const DONE: u32 = 0;
/// An edge to a state that is new.
const NEW: u32 = 1;
/// To be added to the number of a state that an edge leads to again.
const KNOWN: u32 = 2;

/// A store around a store from which nothing is removed.
pub struct ExportingStore<S: Store> {
    inner: S,
    /// The file, or the first error in writing it.
    output: Mutex<io::Result<Graph>>,
}

/// A file that is being written.
struct Graph {
    file: BufWriter<File>,
    /// By handle.
    numbers: Attributes<u32>,
    /// States met.
    states: u32,
    /// States on the path.
    depth: u32,
}

impl<S: Store> ExportingStore<S> {
    /// Creates the file, or empties it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(
        inner: S,
        info: &ModelInfo,
        reduction: Reduction,
        path: &Path,
        budget: Arc<Budget>,
    ) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        writeln!(file, "pvgen-graph 1\nmodel {}", info.name)?;
        writeln!(file, "digest {}", info.digest)?;
        if !info.options.is_empty() {
            writeln!(file, "options {}", info.options)?;
        }
        writeln!(file, "search {reduction}\n")?;
        let graph = Graph {
            file,
            numbers: Attributes::new(budget),
            states: 0,
            depth: 0,
        };
        Ok(Self {
            inner,
            output: Mutex::new(Ok(graph)),
        })
    }

    /// Writes the rest; gives the store inside, and whether the graph is whole.
    ///
    /// # Errors
    /// Something could not be written.
    pub fn finish(self) -> io::Result<(S, bool)> {
        let output = self.output.into_inner();
        let mut graph = output.unwrap_or_else(PoisonError::into_inner)?;
        graph.file.flush()?;
        Ok((self.inner, graph.states > 0 && graph.depth == 0))
    }

    fn write(&self, what: impl FnOnce(&mut Graph) -> io::Result<()>) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(graph) = &mut *output
            && let Err(error) = what(graph)
        {
            *output = Err(error);
        }
    }
}

impl Graph {
    fn enter(&mut self, handle: Handle) -> io::Result<()> {
        if self.states > 0 {
            self.put(NEW)?;
        }
        let number = self.numbers.slot(handle.index());
        *number.map_err(io::Error::other)? = self.states;
        self.depth += 1;
        self.states += 1;
        match self.states {
            0..=0xffff_fff0 => Ok(()),
            _ => Err(io::Error::other("too many states for a graph")),
        }
    }

    fn meet(&mut self, handle: Handle) -> io::Result<()> {
        self.put(KNOWN + self.numbers.get(handle.index()))
    }

    fn leave(&mut self) -> io::Result<()> {
        self.depth -= 1;
        self.put(DONE)
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow (LEB128).
    fn put(&mut self, mut number: u32) -> io::Result<()> {
        while number >= 0x80 {
            self.file.write_all(&[number as u8 | 0x80])?;
            number >>= 7;
        }
        self.file.write_all(&[number as u8])
    }
}

impl<S: Store> Store for ExportingStore<S> {
    fn insert(&self, hash: u64, words: &[u32]) -> Insertion {
        let answer = self.inner.insert(hash, words);
        match answer {
            Insertion::Fresh(handle) => self.write(|graph| graph.enter(handle)),
            Insertion::Seen(handle) => self.write(|graph| graph.meet(handle)),
            Insertion::Full => {}
        }
        answer
    }

    fn leave(&mut self) {
        self.write(Graph::leave);
    }

    fn prefetch(&self, hash: u64) {
        self.inner.prefetch(hash);
    }

    fn prefetch_record(&self, hash: u64) {
        self.inner.prefetch_record(hash);
    }

    fn find(&self, hash: u64, words: &[u32]) -> Option<Handle> {
        self.inner.find(hash, words)
    }

    fn remove(&mut self, _: u64, _: Handle) {
        unreachable!("a search with a cache is not exported");
    }

    fn limit_states(&mut self, _: u64) {
        unreachable!("a search with a cache is not exported");
    }

    fn make_room(&mut self, words_len: usize) -> Result<(), OutOfMemory> {
        self.inner.make_room(words_len)
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
