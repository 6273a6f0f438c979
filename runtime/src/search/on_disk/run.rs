//! A run: a file of states sorted by fingerprint, then by code.
//!
//! Where each block begins is kept in memory, so a state is found, or not, with one block read; and
//! of many that are wanted in order, each block is read once at most.

use std::sync::Arc;

use super::Fingerprint;
use super::arena::{Arena, Offset};
use super::records::{Packing, Records};
use crate::disk::{Block, BlockFile, Folder};
use crate::limits::Stop;
use crate::memory::{Account, Budget, Charge, Charged};
use crate::monitor::Task;

/// A sorted file of states.
pub(super) struct Run {
    file: BlockFile,
    index: Charged<Indexed>,
    pub(super) states: u64,
}

/// Reading a block takes as long as this many steps at least.
const STEPS_PER_BLOCK: u64 = 1 << 8;

/// A block.
#[derive(Clone, Copy)]
struct Indexed {
    /// The fingerprint of its first state.
    first: u64,
    block: Block,
}

/// A state that may be in a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wanted {
    /// Its fingerprint.
    pub(super) key: u64,
    pub(super) offset: Offset,
}

/// A run that is being written.
pub(super) struct RunWriter {
    run: Run,
    packing: Packing,
    first: u64,
    block_bytes: u64,
    _buffer: Charge,
}

/// What a run is read into.
#[derive(Default)]
pub(super) struct RunBuffer {
    bytes: Vec<u8>,
    records: Records,
}

impl RunWriter {
    /// Of blocks of `block_bytes`, or a state if that is longer.
    pub(super) fn create(
        folder: &Folder,
        block_bytes: u64,
        budget: Arc<Budget>,
    ) -> Result<Self, Stop> {
        // A block as it is on the disk, and twice what comes to be one.
        let buffer = Charge::of(budget.clone(), Account::Store, 3 * block_bytes)?;
        let run = Run {
            file: folder.create()?,
            index: Charged::new(budget, Account::Store),
            states: 0,
        };
        Ok(Self {
            run,
            packing: Packing::default(),
            first: 0,
            block_bytes,
            _buffer: buffer,
        })
    }

    /// Appends a state that comes after those so far.
    pub(super) fn push(&mut self, fingerprint: u64, code: &[u32]) -> Result<(), Stop> {
        if self.packing.is_empty() {
            self.first = fingerprint;
        }
        self.packing.push(code);
        self.run.states += 1;
        match self.packing.len_bytes() >= self.block_bytes {
            true => self.close(),
            false => Ok(()),
        }
    }

    fn close(&mut self) -> Result<(), Stop> {
        self.run.index.reserve(1)?;
        let block = self.run.file.append(self.packing.finish())?;
        let first = self.first;
        Ok(self.run.index.push(Indexed { first, block })?)
    }

    pub(super) fn finish(mut self) -> Result<Run, Stop> {
        if !self.packing.is_empty() {
            self.close()?;
        }
        self.run.file.rest();
        Ok(self.run)
    }
}

impl Run {
    /// Bytes on the disk.
    pub(super) fn len_bytes(&self) -> u64 {
        self.file.len_bytes()
    }

    /// Bytes in memory.
    pub(super) fn index_bytes(&self) -> u64 {
        self.index.charge().bytes()
    }

    fn load(&mut self, block: usize, buffer: &mut RunBuffer) -> Result<(), Stop> {
        self.file.read(self.index[block].block, &mut buffer.bytes)?;
        buffer.records.read(&buffer.bytes);
        Ok(())
    }

    /// Sorts those of `wanted`, which come in order, into those that are not in the run, still in
    /// order, and behind them those that are; gives the number of the former. Reads only blocks in
    /// which one of them may lie. Each that is wanted is a step of `task`, and some more when a
    /// block is read.
    pub(super) fn find_all(
        &mut self,
        wanted: &mut [Wanted],
        arena: &Arena,
        fingerprint: Fingerprint,
        buffer: &mut RunBuffer,
        task: &mut Task,
    ) -> Result<usize, Stop> {
        let (mut missing, mut block, mut at) = (0, 0, 0);
        let mut loaded = None;
        for i in 0..wanted.len() {
            task.advance(1)?;
            let Wanted { key, offset } = wanted[i];
            // Those of one fingerprint may lie on both sides of a border.
            let before = self.index[block..].partition_point(|it| it.first < key);
            block += before.saturating_sub(1);
            let mut looked = block;
            let is_there = loop {
                if self.index.get(looked).is_none_or(|it| it.first > key) {
                    break false;
                }
                if loaded != Some(looked) {
                    task.advance(STEPS_PER_BLOCK)?;
                    self.load(looked, buffer)?;
                    (loaded, at) = (Some(looked), 0);
                }
                let records = &buffer.records;
                at = records.seek(at, key, fingerprint);
                let same = (at..records.count()).map(|number| records.code(number));
                let mut same = same.take_while(|code| fingerprint(code) == key);
                if same.any(|code| arena.is(offset, code)) {
                    break true;
                }
                looked += 1;
            };
            if !is_there {
                wanted.swap(missing, i);
                missing += 1;
            }
        }
        self.file.rest();
        Ok(missing)
    }
}

/// A run that is read from its start to its end, and then is no more.
struct Reading {
    run: Run,
    buffer: RunBuffer,
    /// The next block.
    block: usize,
    /// The code that it stands at, in the block before, and its fingerprint.
    at: usize,
    key: u64,
}

impl Reading {
    /// Before the first state.
    fn new(run: Run) -> Self {
        Self {
            run,
            buffer: RunBuffer::default(),
            block: 0,
            at: 0,
            key: 0,
        }
    }

    fn code(&self) -> &[u32] {
        self.buffer.records.code(self.at)
    }

    /// Goes to the next state; false if there is none.
    fn step(&mut self, fingerprint: Fingerprint, task: &mut Task) -> Result<bool, Stop> {
        task.advance(1)?;
        self.at += 1;
        if self.at >= self.buffer.records.count() {
            if self.block == self.run.index.len() {
                return Ok(false);
            }
            task.advance(STEPS_PER_BLOCK)?;
            self.run.load(self.block, &mut self.buffer)?;
            self.block += 1;
            self.at = 0;
        }
        self.key = fingerprint(self.code());
        Ok(true)
    }
}

/// One run of all states of `runs`, no two of which have one in common.
pub(super) fn merge(
    runs: impl Iterator<Item = Run>,
    mut writer: RunWriter,
    fingerprint: Fingerprint,
    budget: &Budget,
) -> Result<Run, Stop> {
    let runs: Vec<Run> = runs.collect();
    let steps = |run: &Run| run.states + STEPS_PER_BLOCK * run.index.len() as u64;
    let mut task = budget.begin("merging runs", runs.iter().map(steps).sum());
    let mut readings = Vec::new();
    for run in runs {
        let mut reading = Reading::new(run);
        if reading.step(fingerprint, &mut task)? {
            readings.push(reading);
        }
    }
    while !readings.is_empty() {
        let order = |&a: &usize, &b: &usize| {
            let (a, b): (&Reading, &Reading) = (&readings[a], &readings[b]);
            a.key.cmp(&b.key).then_with(|| a.code().cmp(b.code()))
        };
        let least = (0..readings.len()).min_by(order).expect("there is one");
        let reading = &mut readings[least];
        writer.push(reading.key, reading.code())?;
        if !reading.step(fingerprint, &mut task)? {
            readings.swap_remove(least);
        }
    }
    writer.finish()
}
