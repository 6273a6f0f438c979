//! The predecessor log on the disk: where each state came from, two or three bytes each, read back
//! for a trail only.
//!
//! ```text
//! block     pair │ pair │ …
//! pair      number of the parent, less that of the pair before │ the edge        seven bits to a byte, the lowest first; all but the last byte have the eighth
//! ```
//!
//! States are numbered in the order in which they were found, and those that turned out to be known
//! keep their numbers. Parents come in the same order, so they differ by little.

use std::sync::Arc;

use crate::disk::{Block, BlockFile, Folder};
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charge, Charged};
use crate::search::breadth_first::Predecessor;
use crate::violation::FINDING;

/// The parents of all states.
pub(super) struct Parents {
    blocks: Charged<Numbered>,
    /// The last block, which is not full.
    open: Vec<u8>,
    /// The number of its first state.
    open_first: u64,
    /// The last parent.
    last: u64,
    /// States.
    len: u64,
    file: Option<BlockFile>,
    folder: Folder,
    block_bytes: u64,
    /// Bytes of blocks in memory, and how many they may be.
    in_memory: u64,
    in_memory_most: u64,
    charge: Charge,
}

struct Numbered {
    /// The number of the first state.
    first: u64,
    location: Location,
}

enum Location {
    Memory(Box<[u8]>),
    Disk(Block),
}

/// Bytes of a pair at most.
const PAIR: usize = 20;

impl Parents {
    /// Of no state. Blocks of more than `in_memory_most` bytes together are written to the disk.
    pub(super) fn new(
        block_bytes: u64,
        in_memory_most: u64,
        folder: Folder,
        budget: Arc<Budget>,
    ) -> Self {
        Self {
            blocks: Charged::new(budget.clone(), Account::Tables),
            open: Vec::new(),
            open_first: 0,
            last: 0,
            len: 0,
            file: None,
            folder,
            block_bytes,
            in_memory: 0,
            in_memory_most,
            charge: Charge::none(budget, Account::Tables),
        }
    }

    /// States.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The next state came over an edge, by number, of the state `parent`, which is not less than
    /// that of the state before.
    #[inline(always)]
    pub(super) fn push(&mut self, parent: u64, edge: u64) -> Result<(), Stop> {
        if self.open.len() + PAIR > self.open.capacity() {
            self.turn()?;
        }
        write(&mut self.open, parent - self.last);
        write(&mut self.open, edge);
        self.last = parent;
        self.len += 1;
        Ok(())
    }

    /// Begins a block.
    #[cold]
    fn turn(&mut self) -> Result<(), Stop> {
        if self.open.is_empty() {
            let (bytes, open) = (self.block_bytes, &mut self.open);
            let taken = self
                .charge
                .take(bytes, || open.try_reserve_exact(bytes as usize));
            return Ok(taken?);
        }
        self.blocks.reserve(1)?;
        let bytes = self.open.len() as u64;
        let location = match self.in_memory + bytes <= self.in_memory_most {
            true => {
                self.charge.add(bytes)?;
                self.in_memory += bytes;
                Location::Memory(self.open.as_slice().into())
            }
            false => {
                if self.file.is_none() {
                    // A block as it is on the disk.
                    self.charge.add(2 * self.block_bytes)?;
                    self.file = Some(self.folder.create()?);
                }
                let file = self.file.as_mut().expect("it was made");
                Location::Disk(file.append(&self.open)?)
            }
        };
        let first = self.open_first;
        self.blocks.push(Numbered { first, location })?;
        self.open.clear();
        self.open_first = self.len;
        self.last = 0;
        Ok(())
    }

    /// The edges from the initial state, which is number 0, to a state by its number.
    pub(super) fn path_to(&mut self, state: u64) -> Result<Vec<Predecessor>, Stop> {
        let monitor = self.charge.budget().monitor();
        let mut task = monitor.begin(FINDING, state).of_report().of_long_steps();
        let mut path = Vec::new();
        let mut bytes = Vec::new();
        let mut state = state;
        while state > 0 {
            let predecessor = self.predecessor_of(state, &mut bytes)?;
            task.advance(state - predecessor.state)?;
            state = predecessor.state;
            path.push(predecessor);
        }
        path.reverse();
        Ok(path)
    }

    fn predecessor_of(&mut self, state: u64, bytes: &mut Vec<u8>) -> Result<Predecessor, Stop> {
        let after = self.blocks.partition_point(|block| block.first <= state);
        let (first, mut rest) = match after.checked_sub(1) {
            _ if state >= self.open_first => (self.open_first, &*self.open),
            None => unreachable!("the first block begins with state 0"),
            Some(block) => match &self.blocks[block] {
                Numbered {
                    first,
                    location: Location::Memory(bytes),
                } => (*first, &**bytes),
                Numbered {
                    first,
                    location: Location::Disk(block),
                } => {
                    let file = self.file.as_mut().expect("a block lies there");
                    file.read(*block, bytes)?;
                    (*first, &**bytes)
                }
            },
        };
        let (mut parent, mut edge) = (0, 0);
        for _ in first..=state {
            parent += read(&mut rest);
            edge = read(&mut rest);
        }
        Ok(Predecessor {
            state: parent,
            edge,
            choice: false,
        })
    }
}

fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the start of `bytes`.
fn read(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            break;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_has_its_parent() {
        for in_memory_most in [0, 1_000, 1 << 20] {
            let budget = Arc::new(Budget::new(1 << 22));
            let folder = Folder::new(std::env::temp_dir());
            let mut parents = Parents::new(512, in_memory_most, folder, budget);
            let of = |state: u64| (state / 3 + state / 97 * 11, state * state % 1000);
            for state in 0..20_000 {
                let (parent, edge) = of(state);
                parents.push(parent, edge).expect("there is room");
            }
            assert_eq!(parents.file.is_some(), in_memory_most < 1 << 20);
            let mut bytes = Vec::new();
            for state in 0..20_000 {
                let found = parents
                    .predecessor_of(state, &mut bytes)
                    .expect("it is there");
                assert_eq!((found.state, found.edge), of(state));
            }
        }
    }
}
