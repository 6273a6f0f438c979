//! A file of blocks.
//!
//! ```text
//! checksum: 8 bytes │ bytes before compression: 4 │ bytes that follow: 4 │ the block, compressed where that is shorter
//! ```
//!
//! The checksum is of all that follows it and of the place in the file, so that a block that lies
//! elsewhere is found out, too. Blocks are written one behind the other.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use lz4_flex::block;
use rapidhash::v3::{RapidSecrets, rapidhash_v3_seeded};

use super::{Cause, DiskError, Doing, Folder};

/// Where a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    offset: u64,
    /// With what stands before it.
    bytes: u32,
}

/// Blocks of bytes, appended once and read any number of times.
pub struct BlockFile {
    file: File,
    len: u64,
    /// A block as it is on the disk.
    stored: Vec<u8>,
    folder: Folder,
}

const CHECKSUM: usize = 8;
const HEAD: usize = CHECKSUM + 8;

impl BlockFile {
    /// An empty file, which takes no other part in `file`.
    pub(super) fn new(file: File, folder: Folder) -> Self {
        Self {
            file,
            len: 0,
            stored: Vec::new(),
            folder,
        }
    }

    /// Bytes on the disk.
    pub fn len_bytes(&self) -> u64 {
        self.len
    }

    /// Writes a block behind the last one. At most 1 GiB.
    ///
    /// # Errors
    /// The disk is full, or the system refuses for another reason; then the block is not there, and
    /// all others are.
    pub fn append(&mut self, bytes: &[u8]) -> Result<Block, DiskError> {
        let room = HEAD + block::get_maximum_output_size(bytes.len());
        self.stored.resize(room, 0);
        let compressed = block::compress_into(bytes, &mut self.stored[HEAD..]);
        let len = match compressed.ok().filter(|&len| len < bytes.len()) {
            Some(len) => len,
            None => {
                self.stored[HEAD..][..bytes.len()].copy_from_slice(bytes);
                bytes.len()
            }
        };
        self.stored.truncate(HEAD + len);
        self.stored[CHECKSUM..][..4].copy_from_slice(&(bytes.len() as u32).to_le_bytes());
        self.stored[CHECKSUM + 4..][..4].copy_from_slice(&(len as u32).to_le_bytes());
        let checksum = checksum(&self.stored[CHECKSUM..], self.len);
        self.stored[..CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        let written = self.file.seek(SeekFrom::Start(self.len));
        let written = written.and_then(|_| self.file.write_all(&self.stored));
        written.map_err(|error| DiskError::of(Doing::Write, &error))?;
        let block = Block {
            offset: self.len,
            bytes: self.stored.len() as u32,
        };
        self.len += u64::from(block.bytes);
        self.folder.add(u64::from(block.bytes));
        Ok(block)
    }

    /// Replaces `bytes` by a block that was appended.
    ///
    /// # Errors
    /// The system refuses, or the block is not what was written.
    pub fn read(&mut self, block: Block, bytes: &mut Vec<u8>) -> Result<(), DiskError> {
        self.stored.resize(block.bytes as usize, 0);
        let read = self.file.seek(SeekFrom::Start(block.offset));
        let read = read.and_then(|_| self.file.read_exact(&mut self.stored));
        read.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => DAMAGED,
            _ => DiskError::of(Doing::Read, &error),
        })?;
        let (sum, rest) = self.stored.split_at(CHECKSUM);
        let sum = u64::from_le_bytes(sum.try_into().expect("eight bytes"));
        if sum != checksum(rest, block.offset) {
            return Err(DAMAGED);
        }
        let (lens, stored) = rest.split_at(HEAD - CHECKSUM);
        let len = u32::from_le_bytes(lens[..4].try_into().expect("four bytes")) as usize;
        bytes.resize(len, 0);
        match stored.len() == len {
            true => bytes.copy_from_slice(stored),
            false => {
                let decompressed = block::decompress_into(stored, bytes);
                if decompressed.ok() != Some(len) {
                    return Err(DAMAGED);
                }
            }
        }
        Ok(())
    }

    /// Gives back the memory for a block, until one is written or read again: as much as the
    /// largest so far.
    pub fn rest(&mut self) {
        self.stored = Vec::new();
    }

    /// Forgets all blocks and gives their place on the disk back.
    ///
    /// # Errors
    /// The system refuses.
    pub fn clear(&mut self) -> Result<(), DiskError> {
        let cut = self.file.set_len(0);
        cut.map_err(|error| DiskError::of(Doing::Write, &error))?;
        self.folder.give_back(self.len);
        self.len = 0;
        Ok(())
    }
}

impl Drop for BlockFile {
    fn drop(&mut self) {
        self.folder.give_back(self.len);
    }
}

const DAMAGED: DiskError = DiskError {
    doing: Doing::Read,
    cause: Cause::Damaged,
};

fn checksum(bytes: &[u8], offset: u64) -> u64 {
    const SECRETS: RapidSecrets = RapidSecrets::seed(0);
    rapidhash_v3_seeded(bytes, &SECRETS) ^ offset.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> BlockFile {
        let folder = Folder::new(std::env::temp_dir());
        folder.create().expect("files can be made there")
    }

    /// Of all lengths, some that compress and some that do not.
    fn contents(number: usize) -> Vec<u8> {
        let mut state = number as u64 | 1;
        let byte = |i: usize| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            match number % 3 {
                0 => (state >> 56) as u8,
                1 => (i / 9) as u8,
                _ => 7,
            }
        };
        (0..number * number % 3001).map(byte).collect()
    }

    #[test]
    fn blocks_are_read_in_any_order() {
        let mut file = file();
        for _ in 0..2 {
            let append = |number| file.append(&contents(number)).expect("there is room");
            let blocks: Vec<Block> = (0..100).map(append).collect();
            let mut bytes = vec![1, 2, 3];
            for i in 0..300 {
                let number = i * 37 % 100;
                file.read(blocks[number], &mut bytes).expect("it is there");
                assert_eq!(bytes, contents(number));
            }
            let plain: usize = (0..100).map(|number| contents(number).len()).sum();
            assert!(file.len_bytes() < plain as u64, "a third does not compress");
            file.clear().expect("it can be cut");
            assert_eq!(file.len_bytes(), 0);
        }
        assert!(file.folder.peak_bytes() > 0);
        assert_eq!(
            file.folder
                .usage
                .bytes
                .load(std::sync::atomic::Ordering::Relaxed),
            0
        );
    }

    /// Changes a bit of a byte.
    fn flip(file: &mut File, at: u64) {
        let mut byte = [0];
        file.seek(SeekFrom::Start(at)).unwrap();
        file.read_exact(&mut byte).unwrap();
        file.seek(SeekFrom::Start(at)).unwrap();
        file.write_all(&[byte[0] ^ 1 << (at % 8)]).unwrap();
    }

    #[test]
    fn each_changed_byte_is_found_out() {
        for number in [4, 30, 31] {
            let mut file = file();
            let block = file.append(&contents(number)).expect("there is room");
            let mut bytes = Vec::new();
            for at in 0..u64::from(block.bytes) {
                flip(&mut file.file, at);
                let read = file.read(block, &mut bytes);
                assert_eq!(read, Err(DAMAGED), "byte {at}");
                flip(&mut file.file, at);
            }
            file.read(block, &mut bytes).expect("as it was");
        }
    }

    #[test]
    fn what_is_cut_off_or_moved_is_found_out() {
        let mut file = file();
        let contents = contents(33);
        let first = file.append(&contents).expect("there is room");
        let second = file.append(&contents).expect("there is room");
        let mut bytes = Vec::new();
        let mut stored = vec![0; first.bytes as usize];
        file.file.seek(SeekFrom::Start(0)).unwrap();
        file.file.read_exact(&mut stored).unwrap();
        file.file.write_all(&stored).unwrap();
        assert_eq!(file.read(second, &mut bytes), Err(DAMAGED));
        file.file.set_len(file.len - 1).unwrap();
        assert_eq!(file.read(second, &mut bytes), Err(DAMAGED));
        file.read(first, &mut bytes).expect("it is there");
    }
}
