//! The records of the states, in slabs: pieces of memory for records of one length (Bonwick 1994).
//!
//! ```text
//! handle        31 ──────── slab ──────── 8 │ 7 ── place ── 0
//! slab table    slab → 63 ── address of the first record ── 16 │ 15 ── class ── 0
//! class         record length: 0, 1, …, 16 words bare; 1, …, 32, 34, …, 64, 68, …, 128, … words with a header; the same lengths again for codes
//! ```
//!
//! A slab holds 256 records; a class starts with slabs of 16 and 64, so that classes of few records
//! waste little, and slabs of records above 1 KiB hold fewer, so that a slab is at most 256 KiB (or
//! one record). The other places of such slabs stay unused, which is the slack of the handles: for
//! each class at most 240 + 192 + 255, and records above 1 KiB use one handle in (record bytes / 1
//! KiB), rounded up. Lengths with a header above 32 words are rounded up by a 16th at most, which
//! bounds the number of classes by 16 for each doubling.
//!
//! Slabs are carved from chunks, which are mapped as the store grows: a 32nd of what is there,
//! between 64 KiB and 32 MiB.

mod classes;
mod release;

pub(super) use release::Slab;

use std::ptr;
use std::slice;
use std::sync::Arc;

use memmap2::MmapRaw;

use super::coding::Coding;
use super::form::{self, BARE_WORDS, MAX_WORDS, Record};
use crate::memory::{
    Account, Budget, Charge, Charged, HUGE_PAGE_BYTES, OutOfMemory, OutOfMemoryCause, zeroed_pages,
};
use classes::{
    CODED, HEADED, LENGTHS, SLAB_BYTES, SLAB_RECORDS, class_of, class_words, largest_slab_bytes,
    slab_records,
};

const SLAB_BITS: u32 = 8;

/// Slabs that handles can name; one less, as slots store the handle plus one.
const MAX_SLABS: usize = (1 << (32 - SLAB_BITS)) - 1;

const SMALL_CHUNK_BYTES: usize = 64 << 10;
const LARGE_CHUNK_BYTES: usize = 32 << 20;

/// Records of one length.
#[derive(Default)]
struct Class {
    /// The first place of the open slab that was never used.
    next: u32,
    /// How many there are from it on.
    left: u32,
    /// The first of the records that are free again, as handle + 1; each holds the next one in its
    /// first word, 0 at the end.
    free: u32,
    /// Slabs opened.
    slabs: u32,
}

pub(super) struct Records<C> {
    /// How states are coded, if they are.
    pub(super) coding: C,
    /// Classes begin with slabs of few records, which costs handles.
    pub(super) starts_small: bool,
    classes: Box<[Class]>,
    /// The slab table.
    slabs: Charged<u64>,
    chunks: Vec<Chunk>,
    /// Bytes of the last chunk that are carved.
    carved: usize,
    /// Bytes of all chunks that are carved.
    carved_total: u64,
    charge: Charge,
}

/// Memory of slabs that were opened one after another.
struct Chunk {
    memory: MmapRaw,
    /// The first of them.
    first_slab: usize,
}

impl<C: Coding> Records<C> {
    pub(super) fn new(
        budget: Arc<Budget>,
        account: Account,
        coding: C,
    ) -> Result<Self, OutOfMemory> {
        let end = LENGTHS + if C::CODES { CODED } else { HEADED };
        let classes: Box<[Class]> = (0..end).map(|_| Class::default()).collect();
        let bytes = size_of_val(&*classes) as u64;
        Ok(Records {
            coding,
            starts_small: true,
            classes,
            slabs: Charged::new(budget.clone(), account),
            chunks: Vec::new(),
            carved: 0,
            carved_total: 0,
            charge: Charge::of(budget, account, bytes)?,
        })
    }

    /// What is to be stored of a state.
    #[inline(always)]
    pub(super) fn record<'r>(&self, words: &'r [u32], buffer: &'r mut Vec<u32>) -> Record<'r> {
        match self.coding.encode(words, buffer) {
            Some(code) => Record::Code(code),
            None => Record::Words(words),
        }
    }

    /// Writes a record and returns its handle; `None` if there is no room.
    #[inline]
    pub(super) fn write(&mut self, record: Record<'_>) -> Option<u32> {
        let handle = self.claim(class_of(record)?)?;
        let (class, place) = self.locate(handle);
        // SAFETY: the place is in a slab of this class, which is as long as its records, and the
        // records are borrowed for this alone.
        record.write(unsafe { slice::from_raw_parts_mut(place, class_words(class)) });
        Some(handle)
    }

    /// Takes back a record that no slot names, for the next state of the same class. Those of no
    /// words, of which there is one at most, are not used again.
    pub(super) fn free(&mut self, handle: u32) {
        let (class, record) = self.locate(handle);
        if class_words(class) == 0 {
            return;
        }
        let free = &mut self.classes[class].free;
        // SAFETY: the record has a word at least, and its owner gives it up here.
        unsafe { record.write(*free) };
        *free = handle + 1;
    }

    /// A record that is free again, if the class has one.
    fn reuse(&mut self, class: usize) -> Option<u32> {
        let handle = self.classes[class].free.checked_sub(1)?;
        // SAFETY: the record is in the list, so `free` has written its first word.
        self.classes[class].free = unsafe { self.locate(handle).1.read() };
        Some(handle)
    }

    /// Whether the record of `handle` is this one.
    #[inline(always)]
    pub(super) fn equal(&self, handle: u32, record: Record<'_>) -> bool {
        let (class, place) = self.locate(handle);
        // SAFETY: a handle that was given out has a whole record, and while it is looked at no one
        // writes.
        let stored = |len| unsafe { slice::from_raw_parts(place, len) };
        match record {
            Record::Words(words) if class < HEADED => {
                class == words.len() && stored(class) == words
            }
            Record::Words(words) => {
                words.len() > BARE_WORDS
                    && !(C::CODES && class >= CODED)
                    && form::equal_headed(stored(class_words(class)), words)
            }
            Record::Code(code) => {
                class >= CODED && form::equal_code(stored(class_words(class)), code)
            }
        }
    }

    pub(super) fn get(&self, handle: u32, words: &mut Vec<u32>) {
        let (class, record) = self.locate(handle);
        // SAFETY: as in `equal`.
        let record = unsafe { slice::from_raw_parts(record, class_words(class)) };
        if class < HEADED {
            words.clear();
            words.extend_from_slice(record);
        } else if C::CODES && class >= CODED {
            self.coding.decode(record, words);
        } else {
            form::read_headed(record, words);
        }
    }

    /// The class of a claimed record and its first word.
    #[inline]
    fn locate(&self, handle: u32) -> (usize, *mut u32) {
        let entry = self.slabs[(handle >> SLAB_BITS) as usize];
        let class = (entry & 0xffff) as usize;
        let slab = ptr::with_exposed_provenance_mut::<u32>((entry >> 16) as usize);
        let place = handle as usize % SLAB_RECORDS;
        // `wrapping_add`, not `add`: cheap, and needs no proof; `open_slab` made the place part of
        // the slab.
        (class, slab.wrapping_add(place * class_words(class)))
    }

    /// A place for a record of a class, or of a longer one if that has no room.
    #[inline]
    fn claim(&mut self, class: usize) -> Option<u32> {
        let Class {
            next, left, free, ..
        } = &mut self.classes[class];
        if *free != 0 || *left == 0 {
            return self.claim_elsewhere(class);
        }
        *left -= 1;
        *next += 1;
        Some(*next - 1)
    }

    /// As [`claim`](Self::claim), but not from the open slab.
    #[cold]
    fn claim_elsewhere(&mut self, class: usize) -> Option<u32> {
        if let Some(handle) = self.reuse(class) {
            return Some(handle);
        }
        match self.open_slab(class) {
            Some(()) => self.claim(class),
            None => self.claim_longer(class),
        }
    }

    /// A free record of a longer class, the shortest that there is. Bare ones hold states of their
    /// length only.
    fn claim_longer(&mut self, class: usize) -> Option<u32> {
        let end = match class {
            ..HEADED => return None,
            HEADED..CODED => HEADED + LENGTHS,
            CODED.. => CODED + LENGTHS,
        };
        (class + 1..end).find_map(|class| self.reuse(class))
    }

    /// Gives the class an open slab; `None` if the chunk or the slab table has no room.
    fn open_slab(&mut self, class: usize) -> Option<()> {
        let words = class_words(class);
        let of_class = &mut self.classes[class];
        let records = slab_records(words, self.starts_small.then_some(of_class.slabs));
        let bytes = records * words * 4;
        let chunk = &self.chunks.last()?.memory;
        if self.slabs.room() == 0 || chunk.len() - self.carved < bytes {
            return None;
        }
        let address = chunk.as_mut_ptr().wrapping_add(self.carved);
        let address = address.expose_provenance() as u64;
        of_class.next = (self.slabs.len() << SLAB_BITS) as u32;
        self.slabs.push((address << 16) | class as u64).ok()?;
        of_class.left = records as u32;
        of_class.slabs += 1;
        self.carved += bytes;
        self.carved_total += bytes as u64;
        Some(())
    }

    /// Makes room for a slab of records of states of `words_len` words.
    pub(super) fn make_room(&mut self, words_len: usize) -> Result<(), OutOfMemory> {
        if words_len > MAX_WORDS {
            return Err(self.full(4 * words_len as u64));
        }
        let bytes = largest_slab_bytes(words_len);
        let chunk = chunk_bytes(self.carved_total as usize);
        self.reserve(bytes, chunk.max(bytes.next_multiple_of(SMALL_CHUNK_BYTES)))
    }

    /// As [`make_room`](Self::make_room), with no more memory than that takes.
    pub(super) fn make_little_room(&mut self, words_len: usize) -> Result<(), OutOfMemory> {
        let bytes = largest_slab_bytes(words_len);
        self.reserve(bytes, bytes)
    }

    /// Memory that this many records of a class take at most, in slabs of their own.
    pub(super) fn bytes_for(&self, class: usize, records: u64) -> u64 {
        let slab = (class_words(class) * 4 * SLAB_RECORDS).min(SLAB_BYTES) as u64;
        records * class_words(class) as u64 * 4 + slab
    }

    /// Makes room for a slab in the last chunk and in the slab table; a new chunk is of `preferred`
    /// bytes if that much is left.
    fn reserve(&mut self, bytes: usize, preferred: usize) -> Result<(), OutOfMemory> {
        if self.slabs.len() == MAX_SLABS {
            return Err(self.full(size_of::<u64>() as u64));
        }
        self.slabs.reserve(1)?;
        if self.last_chunk_bytes() - self.carved >= bytes && !self.chunks.is_empty() {
            return Ok(());
        }
        let least = bytes.max(1).next_multiple_of(4096);
        let preferred = preferred.max(least);

        // Near the limit a small chunk is better than none.
        self.map_chunk(preferred).or_else(|_| self.map_chunk(least))
    }

    fn map_chunk(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        let memory = self.charge.take(bytes as u64, || {
            let pages = zeroed_pages(bytes, bytes.is_multiple_of(HUGE_PAGE_BYTES));
            let memory = MmapRaw::from(pages.map_err(drop)?);
            // The slab table has 48 bits for an address, which is what systems give unless asked
            // for more.
            let end = memory.as_mut_ptr() as u64 + bytes as u64;
            if end >> 48 == 0 { Ok(memory) } else { Err(()) }
        })?;
        self.carved = 0;
        self.chunks.push(Chunk {
            memory,
            first_slab: self.slabs.len(),
        });
        Ok(())
    }

    /// The error for this number of bytes, which have no place however much memory there is.
    fn full(&self, bytes: u64) -> OutOfMemory {
        self.charge.refused(bytes, OutOfMemoryCause::Capacity)
    }

    pub(super) fn handle_bound(&self) -> usize {
        self.slabs.len() << SLAB_BITS
    }

    /// Bytes charged.
    pub(super) fn charged_bytes(&self) -> u64 {
        self.bytes() + self.coding.bytes()
    }

    fn bytes(&self) -> u64 {
        self.slabs.charge().bytes() + self.charge.bytes()
    }

    /// Bytes charged, without what is not carved yet from the last chunk.
    pub(super) fn used_bytes(&self) -> u64 {
        self.bytes() - (self.last_chunk_bytes() - self.carved) as u64
    }

    fn last_chunk_bytes(&self) -> usize {
        self.chunks.last().map_or(0, |chunk| chunk.memory.len())
    }
}

/// The size of the next chunk when this many bytes are carved.
fn chunk_bytes(carved: usize) -> usize {
    if carved < 4 * HUGE_PAGE_BYTES {
        return (carved / 8)
            .next_multiple_of(SMALL_CHUNK_BYTES)
            .max(SMALL_CHUNK_BYTES);
    }
    (carved / 32)
        .next_multiple_of(HUGE_PAGE_BYTES)
        .min(LARGE_CHUNK_BYTES)
}
