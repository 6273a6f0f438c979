//! States one behind the other, packed, on the disk but for the last ones: what levels are when
//! there is no memory for handles.

use std::ops::Range;
use std::sync::Arc;

use super::super::pages::page_words;
use crate::disk::{Block, BlockFile, DiskError, Folder};
use crate::encode::Stream;
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charged, OutOfMemory};
use crate::model::ModelInfo;

/// States by number, in the order in which they were put here; each can be read again.
pub(super) struct LevelFile {
    stream: Stream,
    /// The states that are not on the disk yet. Its memory is reserved from the start, for it is
    /// needed when there is no more.
    last: Page,
    /// The number of the first state of each block; 24 bytes for each, not charged.
    blocks: Vec<(usize, Block)>,
    /// The block that was read last. Most reads go on where the last one was.
    opened: Page,
    file: Option<BlockFile>,
    folder: Folder,
    /// Of a block that was read.
    bytes: Vec<u8>,
    hidden: Vec<u32>,
}

/// States in memory.
struct Page {
    /// The numbers of the states.
    numbers: Range<usize>,
    /// Their codes, zero from `len` on.
    codes: Charged<u32>,
    len: usize,
    /// Where the codes of the first ones begin, and that of the next one; not charged.
    starts: Vec<u32>,
    next: usize,
}

impl Page {
    fn new(budget: &Arc<Budget>) -> Self {
        let words = page_words(budget).min(budget.thresholds().batch_words);
        let mut codes = Charged::new(budget.clone(), Account::Stack);
        // Without memory for it there is none for a search.
        let _ = codes.extend_by(words, 0);
        Self {
            numbers: 0..0,
            codes,
            len: 0,
            starts: Vec::new(),
            next: 0,
        }
    }

    /// Empty, for states from this number on.
    fn begin(&mut self, first: usize) {
        self.numbers = first..first;
        self.codes[..self.len].fill(0);
        (self.len, self.next) = (0, 0);
        self.starts.clear();
    }

    /// Makes room for this many words; a page has it unless a state is longer.
    fn make_room(&mut self, words: usize) -> Result<(), OutOfMemory> {
        match (self.len + words).checked_sub(self.codes.len()) {
            None | Some(0) => Ok(()),
            Some(lacking) => self.codes.extend_by(lacking, 0),
        }
    }

    fn has(&self, number: usize) -> bool {
        self.numbers.contains(&number)
    }
}

impl LevelFile {
    /// No state, of a model without hidden variables.
    pub(super) fn new(info: &ModelInfo, folder: Folder, budget: &Arc<Budget>) -> Self {
        Self {
            stream: Stream::new(info),
            last: Page::new(budget),
            blocks: Vec::new(),
            opened: Page::new(budget),
            file: None,
            folder,
            bytes: Vec::new(),
            hidden: Vec::new(),
        }
    }

    /// Makes the file, which otherwise is there when the first page is full.
    ///
    /// # Errors
    /// The disk fails.
    pub(super) fn create(&mut self) -> Result<(), DiskError> {
        self.file = Some(self.folder.create()?);
        Ok(())
    }

    /// States.
    pub(super) fn len(&self) -> usize {
        self.last.numbers.end
    }

    /// Appends a state.
    ///
    /// # Errors
    /// The disk fails, or there is no memory for a state that is longer than a page.
    pub(super) fn push(&mut self, words: &[u32]) -> Result<(), Stop> {
        let room = self.stream.room(words.len());
        if self.last.len + room > self.last.codes.len() {
            self.write()?;
            self.last.make_room(room)?;
        }
        let page = &mut self.last;
        page.len += self.stream.write(words, &[], &mut page.codes[page.len..]);
        page.numbers.end += 1;
        Ok(())
    }

    /// Puts the last page on the disk.
    #[cold]
    fn write(&mut self) -> Result<(), DiskError> {
        if self.last.numbers.is_empty() {
            return Ok(());
        }
        if self.file.is_none() {
            self.create()?;
        }
        let (file, page) = (self.file.as_mut().expect("it was created"), &mut self.last);
        let block = file.append(bytemuck::cast_slice(&page.codes[..page.len]))?;
        self.blocks.push((page.numbers.start, block));
        page.begin(page.numbers.end);
        Ok(())
    }

    /// Replaces `words` by the state of this number.
    ///
    /// # Errors
    /// The disk fails, or there is no memory for a state that is longer than a page.
    pub(super) fn read(&mut self, number: usize, words: &mut Vec<u32>) -> Result<(), Stop> {
        let is_last = self.last.has(number);
        if !is_last && !self.opened.has(number) {
            self.open(number)?;
        }
        let page = match is_last {
            true => &mut self.last,
            false => &mut self.opened,
        };
        let index = number - page.numbers.start;
        // Where a code begins is known when the one before it was read.
        if let Some(&start) = page.starts.get(index) {
            let code = &page.codes[start as usize..];
            self.stream.read(code, words, &mut self.hidden);
            return Ok(());
        }
        while page.starts.len() <= index {
            page.starts.push(page.next as u32);
            let code = &page.codes[page.next..];
            page.next += self.stream.read(code, words, &mut self.hidden);
        }
        Ok(())
    }

    /// Reads the block of a state.
    #[cold]
    fn open(&mut self, number: usize) -> Result<(), Stop> {
        let index = self.blocks.partition_point(|block| block.0 <= number) - 1;
        let (first, block) = self.blocks[index];
        let next = self.blocks.get(index + 1);
        let file = self.file.as_mut().expect("there are blocks");
        file.read(block, &mut self.bytes)?;
        let page = &mut self.opened;
        page.begin(first);
        let len = self.bytes.len() / size_of::<u32>();
        page.make_room(len)?;
        bytemuck::cast_slice_mut(&mut page.codes[..len]).copy_from_slice(&self.bytes);
        page.len = len;
        page.numbers.end = next.map_or(self.last.numbers.start, |next| next.0);
        Ok(())
    }
}
