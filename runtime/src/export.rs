//! `--export`: the graph of a depth-first search, written as it goes.
//!
//! The file is the search itself, step by step, so nothing has to be kept but the number of each
//! stored state; `docs/exported-graphs.md` describes it.

use std::io::{self, Write};
use std::sync::Arc;

use crate::first_error::FirstError;
use crate::memory::{Budget, Chunks};
use crate::model::ModelInfo;
use crate::outputs::{Draft, GRAPH_HEADER, Writer};
use crate::reduce::Reduction;
use crate::store::{Handle, Insertion, Observer};

/// All edges of the state are done.
const DONE: u32 = 0;
/// An edge to a state that is new.
const NEW: u32 = 1;
/// To be added to the number of a state that an edge leads to again.
const KNOWN: u32 = 2;

/// Listens to a store from which nothing is removed.
pub struct Exporter {
    graph: FirstError<Graph>,
}

/// A file that is being written.
struct Graph {
    file: Writer,
    /// By handle.
    numbers: Chunks<u32>,
    /// States met.
    states: u32,
    /// States on the path.
    depth: u32,
}

impl Exporter {
    /// Writes the header.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(
        info: &ModelInfo,
        reduction: Reduction,
        draft: Draft,
        budget: Arc<Budget>,
    ) -> io::Result<Self> {
        let mut file = draft.writer()?;
        writeln!(file, "{GRAPH_HEADER}\nmodel {}", info.name)?;
        writeln!(file, "digest {}", info.digest)?;
        if !info.options.is_empty() {
            writeln!(file, "options {}", info.options)?;
        }
        writeln!(file, "search {reduction}\n")?;
        let graph = Graph {
            file,
            numbers: Chunks::new(budget),
            states: 0,
            depth: 0,
        };
        Ok(Self {
            graph: FirstError::new(graph),
        })
    }

    /// Writes the rest if the graph is whole, and says whether it is; otherwise there is no file.
    ///
    /// # Errors
    /// Something could not be written.
    pub fn finish(self) -> io::Result<bool> {
        let graph = self.graph.into_inner()?;
        let is_whole = graph.states > 0 && graph.depth == 0;
        if is_whole {
            graph.file.finish()?;
        }
        Ok(is_whole)
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
        self.put(KNOWN + self.numbers.value(handle.index()))
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

impl Observer for Exporter {
    fn inserted(&self, _words: &[u32], answer: Insertion) {
        match answer {
            Insertion::Fresh(handle) => self.graph.write(|graph| graph.enter(handle)),
            Insertion::Seen(handle) => self.graph.write(|graph| graph.meet(handle)),
            Insertion::Full => {}
        }
    }

    fn left(&mut self) {
        self.graph.write(Graph::leave);
    }
}
