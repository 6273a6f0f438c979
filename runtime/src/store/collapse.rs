//! The collapse store: each different component of a state once, and for each state the numbers of
//! its components (SPIN's COLLAPSE: Holzmann 1997).
//!
//! A component is the globals or a process. There are few different ones, so their numbers are
//! short: a state is written as a row of numbers, seven bits a byte, which the [exact
//! store](super::exact) keeps as a code. Nothing but the tables of components is added to it.
//!
//! A state must have the same code whenever it is met. Components keep their numbers. When there is
//! no memory for another one, or they have taken half of it, no table grows any more: states with a
//! component that is in no table by then are stored as they are, whenever they are met.

use std::cell::RefCell;
use std::sync::Arc;

use super::exact::ExactStore;
use super::fingerprint::fingerprint;
use super::{Handle, Insertion, Store, insert_or_grow};
use crate::encode::{BitReader, BitWriter, Encoder, Layout};
use crate::limits::Stop;
use crate::memory::{Budget, Chunks, OutOfMemory};

/// Writes states as rows of numbers of components.
pub struct Components {
    layout: Layout,
    tables: RefCell<Tables>,
}

struct Tables {
    globals: Table,
    processes: Table,
    /// The component at each position of the last state, and its number.
    last: Vec<(Vec<u32>, u32)>,
    /// Bytes from which on nothing is added.
    share: u64,
    is_frozen: bool,
}

/// Components, and their numbers from 0 on.
struct Table {
    components: ExactStore,
    number_of: Chunks<u32>,
    handle_of: Chunks<u32>,
}

/// Bits of a number in each byte; the highest bit says that more follow.
const PART_BITS: u32 = 7;
const MORE: u32 = 1 << PART_BITS;

impl Components {
    /// No components yet, of states of this layout. Takes 60 KiB.
    ///
    /// # Errors
    /// Not even that is left.
    pub fn new(layout: Layout, budget: &Arc<Budget>) -> Result<Self, OutOfMemory> {
        Ok(Self {
            layout,
            tables: RefCell::new(Tables {
                globals: Table::new(budget)?,
                processes: Table::new(budget)?,
                last: Vec::new(),
                share: budget.limit_bytes() / 2,
                is_frozen: false,
            }),
        })
    }
}

impl Encoder for Components {
    fn encode(&self, words: &[u32], code: &mut [u32]) -> Option<usize> {
        let tables = &mut *self.tables.borrow_mut();
        let mut writer = BitWriter::new(code);
        let mut position = 0;
        self.layout.components(words, |component, _| {
            let number = tables.number(position, component)?;
            position += 1;
            // No number is written as 0, which ends the row.
            write_number(&mut writer, number + 1)
        })?;
        writer.finish()
    }

    fn decode(&self, code: &[u32], words: &mut Vec<u32>) {
        let tables = self.tables.borrow();
        let mut reader = BitReader::new(code);
        let mut component = Vec::new();
        words.clear();
        let mut table = &tables.globals;
        while let Some(number) = read_number(&mut reader).checked_sub(1) {
            table.get(number, &mut component);
            words.extend_from_slice(&component);
            table = &tables.processes;
        }
    }

    fn bytes(&self) -> u64 {
        self.tables.borrow().bytes()
    }
}

impl Tables {
    fn bytes(&self) -> u64 {
        self.globals.bytes() + self.processes.bytes()
    }

    /// The number of the component at this position; `None` if it has none and gets none.
    fn number(&mut self, position: usize, component: &[u32]) -> Option<u32> {
        if let Some((words, number)) = self.last.get(position)
            && words == component
        {
            return Some(*number);
        }
        let table = match position {
            0 => &mut self.globals,
            _ => &mut self.processes,
        };
        let number = match self.is_frozen {
            true => table.find(component)?,
            false => {
                let number = table.number(component);
                self.is_frozen = number.is_err() || self.bytes() > self.share;
                number.ok()?
            }
        };
        if position == self.last.len() {
            self.last.push((Vec::new(), 0));
        }
        let (words, last) = &mut self.last[position];
        words.clear();
        words.extend_from_slice(component);
        *last = number;
        Some(number)
    }
}

impl Table {
    fn new(budget: &Arc<Budget>) -> Result<Self, OutOfMemory> {
        Ok(Self {
            components: ExactStore::tight(budget.clone())?,
            number_of: Chunks::new(budget.clone()),
            handle_of: Chunks::new(budget.clone()),
        })
    }

    fn number(&mut self, component: &[u32]) -> Result<u32, Stop> {
        let number = self.components.len();
        let hash = fingerprint(component);
        match insert_or_grow(&mut self.components, hash, component)? {
            Insertion::Fresh(handle) => match self.note(handle, number) {
                Ok(()) => Ok(number as u32),
                Err(error) => {
                    self.components.remove(hash, handle);
                    Err(error.into())
                }
            },
            Insertion::Seen(handle) => Ok(self.number_of.value(handle.index())),
            Insertion::Full => unreachable!("room was made"),
        }
    }

    fn note(&mut self, handle: Handle, number: usize) -> Result<(), OutOfMemory> {
        *self.number_of.slot(handle.index())? = number as u32;
        *self.handle_of.slot(number)? = handle.0;
        Ok(())
    }

    fn find(&mut self, component: &[u32]) -> Option<u32> {
        let handle = self.components.find(fingerprint(component), component)?;
        Some(self.number_of.value(handle.index()))
    }

    fn get(&self, number: u32, component: &mut Vec<u32>) {
        let handle = Handle(self.handle_of.value(number as usize));
        self.components.get(handle, component);
    }

    fn bytes(&self) -> u64 {
        let numbers = self.number_of.bytes() + self.handle_of.bytes();
        self.components.usage().charged_bytes + numbers
    }
}

fn write_number(writer: &mut BitWriter<'_>, mut number: u32) -> Option<()> {
    while number >= MORE {
        writer.push((number % MORE) | MORE, 1 + PART_BITS)?;
        number >>= PART_BITS;
    }
    writer.push(number, 1 + PART_BITS)
}

fn read_number(reader: &mut BitReader<'_>) -> u32 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = reader.take(1 + PART_BITS);
        number |= (byte % MORE) << shift;
        shift += PART_BITS;
        if byte < MORE {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let numbers = [1, 127, 128, 16_383, 16_384, 1 << 28, u32::MAX];
        let mut code = [0; 8];
        let mut writer = BitWriter::new(&mut code);
        for number in numbers {
            write_number(&mut writer, number).expect("there is room");
        }
        writer.finish().expect("there is room");
        let mut reader = BitReader::new(&code);
        assert_eq!(numbers.map(|_| read_number(&mut reader)), numbers);
        assert_eq!(read_number(&mut reader), 0);
    }
}
