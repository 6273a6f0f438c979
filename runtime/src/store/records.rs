//! The records of the states, in pages of equal record length.
//!
//! ```text
//! handle        31 ──────── page ──────── 8 │ 7 ── place ── 0
//! page table    page → 63 ── address of the first record ── 16 │ 15 ── class ── 0
//! class         record length: 0, 1, …, 16 words bare; 1, …, 32, 34, …, 64, 68, …, 128, … words with a header; the same lengths again for codes
//! ```
//!
//! A page holds 256 records; a class starts with pages of 16 and 64, so that classes of few records
//! waste little, and pages of records above 1 KiB hold fewer, so that a page is at most 256 KiB (or
//! one record). The other places of such pages stay unused, which is the slack of the handles: for
//! each class at most 240 + 192 + 255, and records above 1 KiB use one handle in (record bytes / 1
//! KiB), rounded up. Lengths with a header above 32 words are rounded up by a 16th at most, which
//! bounds the number of classes by 16 for each doubling.
//!
//! Pages are carved from chunks, which are mapped as the store grows: a 32nd of what is there,
//! between 64 KiB and 32 MiB.

mod release;

pub(super) use release::Page;

use std::ptr;
use std::slice;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

use super::arena::{Charge, HUGE_PAGE_BYTES, Region};
use super::coding::Coding;
use super::form::{self, BARE_WORDS, Form, MAX_WORDS, Record};
use crate::memory::{Account, Budget, OutOfMemory, OutOfMemoryCause};

const PAGE_RECORDS: usize = 256;
const PAGE_BITS: u32 = 8;
const PAGE_BYTES: usize = 256 << 10;
pub(super) const FIRST_PAGES: [usize; 2] = [16, 64];

/// Pages that handles can name; one less, as slots store the handle plus one.
const MAX_PAGES: usize = (1 << (32 - PAGE_BITS)) - 1;

/// The first class of records with a header: class `HEADED + k` has `rounded_words(k)` words.
const HEADED: usize = BARE_WORDS + 1;

/// The first class of codes, whose lengths are the same: a power of two behind, so that the hot
/// path need not ask which of them a class is of.
const CODED: usize = HEADED + LENGTHS.next_power_of_two();

/// Lengths that records with a header have.
const LENGTHS: usize = rounded(MAX_WORDS + 1) + 1;

const SMALL_CHUNK_BYTES: usize = 64 << 10;
const LARGE_CHUNK_BYTES: usize = 32 << 20;

/// Records of one length.
#[derive(Default)]
struct Class {
    /// The rest of the open page: next handle (low half), places left (high half).
    cursor: AtomicU64,
    /// The first of the records that are free again, as handle + 1; each holds the next one in its
    /// first word, 0 at the end.
    free: AtomicU32,
    /// Pages opened.
    pages: AtomicU32,
}

/// Where the next page comes from.
struct Carver {
    /// Bytes of the last chunk that are carved.
    carved: usize,
    /// Bytes of all chunks that are carved.
    carved_total: u64,
    /// Pages opened.
    pages: usize,
}

pub(super) struct Records<C> {
    /// How states are coded, if they are.
    pub(super) coding: C,
    classes: Box<[Class]>,
    pages: Vec<AtomicU64>,
    chunks: Vec<Chunk>,
    carver: Mutex<Carver>,
    charge: Charge,
}

/// Memory of pages that were opened one after another.
struct Chunk {
    memory: Region,
    /// The first of them.
    first_page: usize,
}

impl<C: Coding> Records<C> {
    pub(super) fn new(
        budget: Arc<Budget>,
        account: Account,
        coding: C,
    ) -> Result<Self, OutOfMemory> {
        let end = LENGTHS + if C::CODES { CODED } else { HEADED };
        let classes: Box<[Class]> = (0..end).map(|_| Class::default()).collect();
        let mut charge = Charge::none(budget, account);
        charge.add(size_of_val(&*classes) as u64)?;
        let carver = Mutex::new(Carver {
            carved: 0,
            carved_total: 0,
            pages: 0,
        });
        Ok(Records {
            coding,
            classes,
            pages: Vec::new(),
            chunks: Vec::new(),
            carver,
            charge,
        })
    }

    /// What is to be stored of a state.
    #[inline(always)]
    pub(super) fn record<'r>(&self, words: &'r [u32], buffer: &'r mut C::Buffer) -> Record<'r> {
        match self.coding.encode(words, buffer) {
            Some(code) => Record::Code(code),
            None => Record::Words(words),
        }
    }

    /// Writes a record and returns its handle, which is not published yet; `None` if there is no
    /// room.
    #[inline]
    pub(super) fn write(&self, record: Record<'_>) -> Option<u32> {
        let (form, len) = plan(record)?;
        let handle = self.claim(class_of(form, len))?;
        self.write_to(handle, form, len, record);
        Some(handle)
    }

    /// As [`write`](Self::write), for anyone who has the records alone.
    #[inline]
    pub(super) fn write_alone(&mut self, record: Record<'_>) -> Option<u32> {
        let (form, len) = plan(record)?;
        let handle = self.claim_alone(class_of(form, len))?;
        self.write_to(handle, form, len, record);
        Some(handle)
    }

    /// Writes a record of this form and length to a place that was claimed and is not published.
    #[inline]
    fn write_to(&self, handle: u32, form: Form, len: usize, record: Record<'_>) {
        let (class, place) = self.locate(handle);
        // Behind a code there must be zeros.
        let len = match record {
            Record::Words(_) => len,
            Record::Code(_) => class_words(class),
        };
        // SAFETY: the place is ours alone: a cursor hands it out once, and a list of free records
        // once after each `free`. Others look at it only after its handle is published, and no one
        // writes to it then.
        let place = unsafe { slice::from_raw_parts_mut(place, len) };
        form::write(form, record, place);
    }

    /// Takes back a record that no one can find, unpublished or removed, for the next state of the
    /// same class. Those of no words, of which there is one at most, are not used again.
    pub(super) fn free(&self, handle: u32) {
        let (class, record) = self.locate(handle);
        if class_words(class) == 0 {
            return;
        }
        let _lists = self.carver.lock().unwrap_or_else(PoisonError::into_inner);
        let free = &self.classes[class].free;
        // SAFETY: the record has a word at least, and is no one's: its owner gives it up here.
        unsafe { record.write(free.load(Relaxed)) };
        free.store(handle + 1, Relaxed);
    }

    /// A record that is free again, if the class has one.
    fn reuse(&self, class: usize) -> Option<u32> {
        let _lists = self.carver.lock().unwrap_or_else(PoisonError::into_inner);
        let free = &self.classes[class].free;
        let handle = free.load(Relaxed).checked_sub(1)?;
        // SAFETY: the record is in the list, so `free` has written its first word, and only who
        // holds the lock touches it.
        free.store(unsafe { self.locate(handle).1.read() }, Relaxed);
        Some(handle)
    }

    /// Whether the published record of `handle` is this one.
    #[inline(always)]
    pub(super) fn equal(&self, handle: u32, record: Record<'_>) -> bool {
        let (class, place) = self.locate(handle);
        // SAFETY: published records are complete and not written to any more; see `write`.
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
        // Relaxed: anyone who has the handle has it from a publication or a cursor, and the entry
        // was written before.
        let entry = self.pages[(handle >> PAGE_BITS) as usize].load(Relaxed);
        let class = (entry & 0xffff) as usize;
        let page = ptr::with_exposed_provenance_mut::<u32>((entry >> 16) as usize);
        let place = handle as usize % PAGE_RECORDS;
        // `wrapping_add`, not `add`: cheap, and needs no proof; `open_page` made the place part of
        // the page.
        (class, page.wrapping_add(place * class_words(class)))
    }

    /// A place for a record of a class, or of a longer one if that has no room.
    fn claim(&self, class: usize) -> Option<u32> {
        let Class { cursor, free, .. } = &self.classes[class];
        if free.load(Relaxed) != 0
            && let Some(handle) = self.reuse(class)
        {
            return Some(handle);
        }
        let mut now = cursor.load(Acquire);
        loop {
            if now >> 32 == 0 {
                if self.open_page(class).is_none() {
                    return self.claim_longer(class);
                }
                now = cursor.load(Acquire);
                continue;
            }
            match cursor.compare_exchange_weak(now, one_further(now), Acquire, Acquire) {
                Ok(_) => return Some(now as u32),
                Err(changed) => now = changed,
            }
        }
    }

    /// As [`claim`](Self::claim), for anyone who has the records alone.
    #[inline]
    fn claim_alone(&mut self, class: usize) -> Option<u32> {
        let Class { cursor, free, .. } = &mut self.classes[class];
        let (cursor, free) = (cursor.get_mut(), free.get_mut());
        if *free != 0 || *cursor >> 32 == 0 {
            return self.claim(class);
        }
        let handle = *cursor as u32;
        *cursor = one_further(*cursor);
        Some(handle)
    }

    /// A free record of a longer class, the shortest that there is. Bare ones hold states of their
    /// length only.
    #[cold]
    fn claim_longer(&self, class: usize) -> Option<u32> {
        let end = match class {
            ..HEADED => return None,
            HEADED..CODED => HEADED + LENGTHS,
            CODED.. => CODED + LENGTHS,
        };
        let mut longer = class + 1..end;
        longer.find_map(|class| match self.classes[class].free.load(Relaxed) {
            0 => None,
            _ => self.reuse(class),
        })
    }

    /// Gives the class an open page if it has none; `None` if the chunk or the page table has no
    /// room. The lock is taken once for each page, not for each record.
    #[cold]
    fn open_page(&self, class: usize) -> Option<()> {
        let mut carver = self.carver.lock().unwrap_or_else(PoisonError::into_inner);
        let Class { cursor, pages, .. } = &self.classes[class];
        if cursor.load(Acquire) >> 32 != 0 {
            return Some(());
        }
        let records = page_records(class_words(class), pages.load(Relaxed) as usize);
        let bytes = records * class_words(class) * 4;
        let chunk = &self.chunks.last()?.memory;
        if carver.pages == self.pages.len() || chunk.bytes() - carver.carved < bytes {
            return None;
        }
        let address = chunk
            .start()
            .wrapping_add(carver.carved)
            .expose_provenance() as u64;
        self.pages[carver.pages].store((address << 16) | class as u64, Relaxed);
        cursor.store(
            ((records as u64) << 32) | ((carver.pages as u64) << PAGE_BITS),
            Release,
        );
        pages.fetch_add(1, Relaxed);
        carver.carved += bytes;
        carver.carved_total += bytes as u64;
        carver.pages += 1;
        Some(())
    }

    /// Makes room for a page of records of states of `words_len` words.
    pub(super) fn make_room(&mut self, words_len: usize) -> Result<(), OutOfMemory> {
        if words_len > MAX_WORDS {
            return Err(self.refused(4 * words_len as u64, OutOfMemoryCause::Capacity));
        }
        self.reserve(largest_page_bytes(words_len), 1)
    }

    /// As [`make_room`](Self::make_room), with no more memory than that takes.
    pub(super) fn make_little_room(&mut self, words_len: usize) -> Result<(), OutOfMemory> {
        let bytes = largest_page_bytes(words_len);
        self.reserve_in(bytes, 1, bytes)
    }

    /// Memory that this many records of a class take at most, in pages of their own.
    pub(super) fn bytes_for(&self, class: usize, records: u64) -> u64 {
        let page = (class_words(class) * 4 * PAGE_RECORDS).min(PAGE_BYTES) as u64;
        records * class_words(class) as u64 * 4 + page
    }

    /// Makes room for `states` records of states of `words_len` words, whatever classes their
    /// contents put them in.
    pub(super) fn reserve_states(
        &mut self,
        states: usize,
        words_len: usize,
    ) -> Result<(), OutOfMemory> {
        self.make_room(words_len)?;
        let (largest, classes) = if words_len > BARE_WORDS {
            let class = class_of(Form::Dense, words_len + 1);
            (class, class + 1 - HEADED)
        } else {
            (words_len, 1)
        };
        // Each class has its first pages and one that is partly filled; the others are full.
        let partial = classes * (FIRST_PAGES.len() + 1);
        let full = states.div_ceil(page_records(class_words(largest), FIRST_PAGES.len()));
        let bytes = states * class_words(largest) * 4 + classes * largest_page_bytes(words_len);
        self.reserve(bytes, full + partial)
    }

    /// Makes room in the last chunk and in the page table.
    fn reserve(&mut self, bytes: usize, pages: usize) -> Result<(), OutOfMemory> {
        let carver = self.carver.get_mut();
        let carver = carver.unwrap_or_else(PoisonError::into_inner);
        let chunk = chunk_bytes(carver.carved_total as usize);
        self.reserve_in(
            bytes,
            pages,
            chunk.max(bytes.next_multiple_of(SMALL_CHUNK_BYTES)),
        )
    }

    /// As [`reserve`](Self::reserve); a new chunk is of `preferred` bytes if that much is left.
    fn reserve_in(
        &mut self,
        bytes: usize,
        pages: usize,
        preferred: usize,
    ) -> Result<(), OutOfMemory> {
        let carver = self
            .carver
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let (carved, opened) = (carver.carved, carver.pages);
        if self.pages.len() < opened + pages {
            self.grow_page_table(opened + pages)?;
        }
        if self.last_chunk_bytes() - carved >= bytes && !self.chunks.is_empty() {
            return Ok(());
        }
        let least = bytes.max(1).next_multiple_of(4096);
        let preferred = preferred.max(least);

        // Near the limit a small chunk is better than none.
        self.map_chunk(preferred).or_else(|_| self.map_chunk(least))
    }

    fn map_chunk(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        self.charge.add(bytes as u64)?;
        let huge = bytes.is_multiple_of(HUGE_PAGE_BYTES);
        let chunk = Region::map(self.charge.budget(), bytes, huge).and_then(|chunk| {
            // The page table has 48 bits for an address, which is what systems give unless asked
            // for more.
            let fits = (chunk.start() as usize as u64 + bytes as u64) >> 48 == 0;
            if fits {
                Ok(chunk)
            } else {
                Err(self.refused(bytes as u64, OutOfMemoryCause::System))
            }
        });
        match chunk {
            Ok(chunk) => {
                let carver = self.carver.get_mut();
                let carver = carver.unwrap_or_else(PoisonError::into_inner);
                carver.carved = 0;
                self.chunks.push(Chunk {
                    memory: chunk,
                    first_page: carver.pages,
                });
                Ok(())
            }
            Err(error) => {
                self.charge.give_back(bytes as u64);
                Err(error)
            }
        }
    }

    fn grow_page_table(&mut self, needed: usize) -> Result<(), OutOfMemory> {
        let old = self.pages.len();
        let new = needed.max(old + old / 4).clamp(64, MAX_PAGES);
        if new < needed {
            return Err(self.refused(8 * needed as u64, OutOfMemoryCause::Capacity));
        }
        // Old and new are both there while the table is copied.
        self.charge.add(8 * new as u64)?;
        let mut table = Vec::new();
        if table.try_reserve_exact(new).is_err() {
            self.charge.give_back(8 * new as u64);
            return Err(self.refused(8 * new as u64, OutOfMemoryCause::System));
        }
        table.append(&mut self.pages);
        table.resize_with(new, AtomicU64::default);
        self.pages = table;
        self.charge.give_back(8 * old as u64);
        Ok(())
    }

    fn refused(&self, bytes: u64, cause: OutOfMemoryCause) -> OutOfMemory {
        self.charge.budget().refused(Account::Store, bytes, cause)
    }

    pub(super) fn handle_bound(&self) -> usize {
        self.carver
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pages
            << PAGE_BITS
    }

    /// Bytes charged.
    pub(super) fn charged_bytes(&self) -> u64 {
        self.charge.bytes() + self.coding.bytes()
    }

    /// Bytes charged, without what is not carved yet from the last chunk.
    pub(super) fn used_bytes(&self) -> u64 {
        let carved = self
            .carver
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .carved;
        self.charge.bytes() - (self.last_chunk_bytes() - carved) as u64
    }

    fn last_chunk_bytes(&self) -> usize {
        self.chunks.last().map_or(0, |chunk| chunk.memory.bytes())
    }
}

/// How a record is to be stored, if it can be.
#[inline]
fn plan(record: Record<'_>) -> Option<(Form, usize)> {
    let is_too_long = matches!(record, Record::Words(words) if words.len() > MAX_WORDS);
    (!is_too_long).then(|| form::plan(record))
}

/// A cursor one handle further, with one place less.
fn one_further(cursor: u64) -> u64 {
    cursor + 1 - (1 << 32)
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

/// Records in the page that a class opens as its number `ordinal`, from 0.
fn page_records(words: usize, ordinal: usize) -> usize {
    let wanted = FIRST_PAGES.get(ordinal).copied().unwrap_or(PAGE_RECORDS);
    wanted.min(PAGE_BYTES / (4 * words).max(1)).max(1)
}

/// No page that a state of `words_len` words may open is larger.
fn largest_page_bytes(words_len: usize) -> usize {
    let record = 4 * class_words(class_of(Form::Dense, words_len + 1));
    (record * PAGE_RECORDS).min(PAGE_BYTES.max(record))
}

/// The class of a record of `len` words.
#[inline]
fn class_of(form: Form, len: usize) -> usize {
    match form {
        Form::Bare => len,
        Form::Sparse | Form::Dense => HEADED + rounded(len),
        Form::Code => CODED + rounded(len),
    }
}

/// The number of the shortest length that is not below `len`: every one to 32, then 16 between 2^e
/// and 2^(e+1).
#[inline]
const fn rounded(len: usize) -> usize {
    if len <= 32 {
        return len;
    }
    let e = (len - 1).ilog2() as usize;
    32 + (e - 5) * 16 + (len.div_ceil(1 << (e - 4)) - 16)
}

/// The length with this number: the inverse of [`rounded`], rounding up.
#[inline]
fn rounded_words(number: usize) -> usize {
    if number <= 32 {
        return number;
    }
    let (octave, step) = ((number - 33) / 16, (number - 33) % 16);
    (17 + step) << (octave + 1)
}

/// The length in words of the records of a class: the inverse of [`class_of`], rounding up.
#[inline]
fn class_words(class: usize) -> usize {
    match class {
        ..HEADED => class,
        HEADED.. => rounded_words((class - HEADED) % (CODED - HEADED)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_their_records_and_waste_a_sixteenth_at_most() {
        for len in (1..5_000).chain([MAX_WORDS - 1, MAX_WORDS, MAX_WORDS + 1]) {
            let words = class_words(class_of(Form::Sparse, len));
            assert!(
                words >= len && words * 16 <= len * 17,
                "{len} words get {words}"
            );
            assert_eq!(class_of(Form::Dense, words), class_of(Form::Sparse, len));
            assert!(len <= 33 || class_words(class_of(Form::Sparse, len) - 1) < len);
        }
        assert!((0..=BARE_WORDS).all(|len| class_words(class_of(Form::Bare, len)) == len));
    }

    #[test]
    fn no_page_is_larger_than_promised() {
        for words_len in 0..5_000 {
            let promised = largest_page_bytes(words_len);
            let headed = (1..=words_len + 1).map(|len| class_of(Form::Dense, len));
            let bare = (words_len <= BARE_WORDS).then_some(words_len);
            for words in headed
                .chain(bare)
                .map(class_words)
                .skip(words_len.saturating_sub(40))
            {
                assert!(
                    (0..4).all(|ordinal| page_records(words, ordinal) * words * 4 <= promised),
                    "{words_len}"
                );
            }
        }
    }
}
