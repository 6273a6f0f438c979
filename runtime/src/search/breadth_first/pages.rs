//! Pages of words in order, first in, first out, which go to the disk when memory is short.
//!
//! A [`WordQueue`] writes to the last page and reads from the first one. What has other wishes
//! fills a [blank](PageQueue::blank) page and appends it.
//! Those between are in no one's hands, and can be [spilled](PageQueue::spill) all at once, one
//! after the other. What was spilled is read page by page. The places of pages that were taken
//! would be lost on the disk; so there are two files: pages are written to one of them, and when
//! all of the other were taken that one is cut to nothing and they change parts (Tronci et al.
//! 2001, Figure 3).

use std::collections::VecDeque;
use std::sync::Arc;

use crate::disk::{Block, BlockFile, DiskError, Folder};
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charge, OutOfMemory};

/// Words, first in, first out.
pub(in crate::search) struct WordQueue {
    /// Of a page, unless more are wanted in a row.
    page_words: usize,
    /// The page that words are taken from, and how many were.
    first: Option<Page>,
    taken: usize,
    between: PageQueue,
    /// The page that words are put into.
    last: Option<Page>,
}

impl WordQueue {
    pub(in crate::search) fn new(folder: Folder, budget: Arc<Budget>) -> Self {
        Self {
            page_words: page_words(&budget),
            first: None,
            taken: 0,
            between: PageQueue::new(folder, Account::Stack, budget),
            last: None,
        }
    }

    /// The last page, which has room for this many words.
    ///
    /// # Errors
    /// There is no memory for another page; the queue is as before.
    pub(in crate::search) fn last(&mut self, room: usize) -> Result<&mut Page, OutOfMemory> {
        let is_room = |page: &Page| page.words.len() - page.len >= room;
        if !self.last.as_ref().is_some_and(is_room) {
            let blank = self.between.blank(room.max(self.page_words))?;
            if let Some(full) = self.last.replace(blank) {
                self.between.append(full);
            }
        }
        Ok(self.last.as_mut().expect("it was put there"))
    }

    /// The first words, as many as lie in a row: none if there are none at all.
    ///
    /// # Errors
    /// They are on the disk, which fails, or there is no memory for their page; then the queue is
    /// as before.
    pub(in crate::search) fn first(&mut self) -> Result<&[u32], Stop> {
        if self.first.is_none() {
            let between = self.between.take_first()?;
            self.first = between.or_else(|| self.last.take());
        }
        match &self.first {
            Some(page) => Ok(&page.words[self.taken..page.len]),
            None => Ok(&[]),
        }
    }

    /// Removes this many of the first words.
    pub(in crate::search) fn remove(&mut self, words: usize) {
        self.taken += words;
        if let Some(used_up) = self.first.take_if(|page| page.len == self.taken) {
            self.taken = 0;
            self.between.give_back(used_up);
        }
    }

    /// Puts on the disk what can be there; gives the bytes of memory that it took.
    pub(in crate::search) fn spill(&mut self) -> Result<u64, Stop> {
        self.between.spill()
    }
}

/// Complete pages.
pub(super) struct PageQueue {
    pages: VecDeque<Location>,
    files: [Option<BlockFile>; 2],
    /// Pages in each of them that were not taken.
    in_files: [u64; 2],
    /// The file that pages are written to.
    writing: usize,
    /// For the next blank one.
    spare: Option<Page>,
    folder: Folder,
    /// For all pages in memory, those in use among them.
    charge: Charge,
}

/// What putting states on the disk is called.
pub(in crate::search) const WRITING: &str = "writing to the disk";

/// Words of a page, 16 KiB but where memory is little.
pub(super) fn page_words(budget: &Budget) -> usize {
    let part = budget.limit_bytes() / (size_of::<u32>() << 9) as u64;
    part.clamp(64, 1 << 12) as usize
}

/// Words, some of them used.
pub(in crate::search) struct Page {
    pub(in crate::search) words: Box<[u32]>,
    pub(in crate::search) len: usize,
}

impl Page {
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.words) as u64
    }
}

enum Location {
    Memory(Page),
    /// On the disk, with this many words.
    Disk {
        file: usize,
        block: Block,
        len: usize,
    },
}

impl PageQueue {
    /// None. Memory is charged to `account`.
    pub(super) fn new(folder: Folder, account: Account, budget: Arc<Budget>) -> Self {
        Self {
            pages: VecDeque::new(),
            files: [None, None],
            in_files: [0; 2],
            writing: 0,
            spare: None,
            folder,
            charge: Charge::none(budget, account),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.pages.len()
    }

    /// A page of at least this many words, all zero.
    pub(super) fn blank(&mut self, words: usize) -> Result<Page, OutOfMemory> {
        if let Some(mut spare) = self.spare.take_if(|spare| spare.words.len() >= words) {
            spare.words.fill(0);
            spare.len = 0;
            return Ok(spare);
        }
        let mut page = Vec::new();
        let bytes = (size_of::<u32>() * words) as u64;
        let charge = &mut self.charge;
        charge.take(bytes, || page.try_reserve_exact(words))?;
        page.resize(words, 0);
        Ok(Page {
            words: page.into(),
            len: 0,
        })
    }

    /// No one needs this one any more.
    pub(super) fn give_back(&mut self, page: Page) {
        if let Some(before) = self.spare.replace(page) {
            self.charge.give_back(before.bytes());
        }
    }

    /// Puts a page behind all others.
    pub(super) fn append(&mut self, page: Page) {
        self.pages.push_back(Location::Memory(page));
    }

    /// Takes the first page out, if there is one.
    ///
    /// # Errors
    /// It is on the disk, which fails, or there is no memory for it; then all is as before.
    pub(super) fn take_first(&mut self) -> Result<Option<Page>, Stop> {
        let Some(&Location::Disk { file, block, len }) = self.pages.front() else {
            return Ok(match self.pages.pop_front() {
                Some(Location::Memory(page)) => Some(page),
                _ => None,
            });
        };
        let mut page = self.blank(len)?;
        self.pages.pop_front();
        // What is spilled from now on comes behind all that this file holds.
        self.writing = 1 - file;
        let mut bytes = Vec::new();
        open(&mut self.files[file], &self.folder)?.read(block, &mut bytes)?;
        bytemuck::cast_slice_mut(&mut page.words[..len]).copy_from_slice(&bytes);
        page.len = len;
        self.in_files[file] -= 1;
        if self.in_files[file] == 0 {
            open(&mut self.files[file], &self.folder)?.clear()?;
        }
        Ok(Some(page))
    }

    /// Replaces `words` by what the page at `index` holds, which stays.
    pub(super) fn read(&mut self, index: usize, words: &mut Vec<u32>) -> Result<(), DiskError> {
        words.clear();
        match self.pages[index] {
            Location::Memory(ref page) => words.extend_from_slice(&page.words[..page.len]),
            Location::Disk { file, block, .. } => {
                let mut bytes = Vec::new();
                open(&mut self.files[file], &self.folder)?.read(block, &mut bytes)?;
                words.resize(bytes.len() / size_of::<u32>(), 0);
                bytemuck::cast_slice_mut(words).copy_from_slice(&bytes);
            }
        }
        Ok(())
    }

    /// For all pages in memory.
    pub(super) fn charge(&self) -> &Charge {
        &self.charge
    }

    /// Writes all pages to the disk that are not there; gives the bytes of memory that were theirs.
    ///
    /// # Errors
    /// The disk fails, or it had to end; pages lie here and there then.
    pub(super) fn spill(&mut self) -> Result<u64, Stop> {
        let spare = self.spare.take();
        let mut freed = spare.map_or(0, |page| page.bytes());
        self.charge.give_back(freed);
        // Those in memory come behind those on the disk.
        let is_on_disk = |location: &Location| matches!(location, Location::Disk { .. });
        let first = self.pages.partition_point(is_on_disk);
        let steps = self.pages.len() - first;
        let mut task = self
            .charge
            .budget()
            .begin(WRITING, steps as u64)
            .of_long_steps();
        for location in self.pages.range_mut(first..) {
            task.advance(1)?;
            let Location::Memory(page) = location else {
                continue;
            };
            let (file, bytes) = (self.writing, page.bytes());
            let words = bytemuck::cast_slice(&page.words[..page.len]);
            let block = open(&mut self.files[file], &self.folder)?.append(words)?;
            let len = page.len;
            *location = Location::Disk { file, block, len };
            self.in_files[file] += 1;
            self.charge.give_back(bytes);
            freed += bytes;
        }
        Ok(freed)
    }
}

/// The file, created when it is needed first.
fn open<'f>(
    file: &'f mut Option<BlockFile>,
    folder: &Folder,
) -> Result<&'f mut BlockFile, DiskError> {
    match file {
        Some(file) => Ok(file),
        none => Ok(none.insert(folder.create()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(budget: &Arc<Budget>) -> PageQueue {
        let folder = Folder::new(std::env::temp_dir());
        PageQueue::new(folder, Account::Stack, budget.clone())
    }

    fn append(pages: &mut PageQueue, number: u32) {
        let len = 1 + number as usize % 50;
        let mut page = pages.blank(64).expect("there is memory");
        page.words[..len].fill(number);
        page.len = len;
        pages.append(page);
    }

    fn check(page: &[u32], number: u32) {
        assert_eq!(page, vec![number; 1 + number as usize % 50]);
    }

    /// However pages are spilled and taken, they come in order, all memory is given back, and the
    /// disk does not hold what was taken for ever.
    #[test]
    fn the_first_in_is_the_first_out() {
        for (spill_every, most) in [(3, 40), (7, 400), (50, 3), (1_000_000, 20)] {
            let budget = Arc::new(Budget::new(1 << 20));
            let mut pages = pages(&budget);
            let (mut appended, mut taken) = (0, 0);
            let mut on_disk = [0, 0];
            for step in 0..20_000_u32 {
                let grows = step / 2_000 % 2 == 0;
                let some = if grows { 3 } else { 1 };
                if step % 4 < some && appended - taken < most {
                    append(&mut pages, appended);
                    appended += 1;
                } else if let Some(page) = pages.take_first().expect("the disk works") {
                    check(&page.words[..page.len], taken);
                    taken += 1;
                    pages.give_back(page);
                }
                if step % spill_every == spill_every - 1 {
                    let before = budget.used_bytes();
                    let freed = pages.spill().expect("there is room");
                    assert_eq!(before - freed, budget.used_bytes());
                    assert_eq!(budget.used_bytes(), 0, "nobody holds a page");
                }
                let files = pages.files.iter().flatten();
                let bytes: u64 = files.map(BlockFile::len_bytes).sum();
                on_disk[usize::from(step > 10_000)] =
                    bytes.max(on_disk[usize::from(step > 10_000)]);
            }
            assert!(taken > 3_000 && pages.len() == (appended - taken) as usize);
            assert_eq!(on_disk[0] > 0, spill_every < 1_000);
            assert!(on_disk[1] <= 2 * on_disk[0], "{on_disk:?}");
            drop(pages);
            assert_eq!(budget.used_bytes(), 0);
        }
    }

    #[test]
    fn pages_can_be_read_where_they_are() {
        let budget = Arc::new(Budget::new(1 << 20));
        let mut pages = pages(&budget);
        let mut words = Vec::new();
        for number in 0..100 {
            append(&mut pages, number);
            if number % 30 == 9 {
                pages.spill().expect("there is room");
            }
            for index in 0..=number {
                pages
                    .read(index as usize, &mut words)
                    .expect("the disk works");
                check(&words, index);
            }
        }
    }
}
