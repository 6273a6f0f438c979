//! Records that pass to other classes, and chunks that are given back, in a store that must not
//! grow; see `shrink.rs` and `reclaim.rs`.

use std::collections::BTreeSet;
use std::ptr;

use super::classes::{SLAB_RECORDS, class_of, class_words};
use super::{Class, Records, SLAB_BITS};
use crate::store::Handle;
use crate::store::coding::Coding;
use crate::store::handle_set::HandleSet;

/// A slab whose records may be given to another class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) struct Slab {
    pub(in crate::store) number: usize,
    /// It holds this many.
    pub(in crate::store) records: usize,
    bytes: usize,
}

impl Slab {
    /// Those of its records.
    pub(in crate::store) fn handles(&self) -> impl Iterator<Item = Handle> {
        let first = (self.number << SLAB_BITS) as u32;
        (first..first + self.records as u32).map(Handle)
    }
}

impl<C: Coding> Records<C> {
    /// The chunks, from the last to the first: its first handle and its bytes.
    pub(in crate::store) fn chunks(&self) -> impl Iterator<Item = (Handle, u64)> {
        let chunks = self.chunks.iter().rev();
        chunks.map(|chunk| {
            let first = Handle((chunk.first_slab << SLAB_BITS) as u32);
            (first, chunk.memory.len() as u64)
        })
    }

    /// The class of the record of a handle, below [`classes`](Self::classes): records of one class
    /// are as long as each other.
    pub(in crate::store) fn class(&self, handle: Handle) -> usize {
        self.locate(handle.0).0
    }

    /// Number of classes.
    pub(in crate::store) fn classes(&self) -> usize {
        self.classes.len()
    }

    /// Copies the record of one handle to that of another one, of the same class, which is
    /// no one's.
    pub(in crate::store) fn copy(&mut self, from: Handle, to: Handle) {
        assert_ne!(from, to);
        let ((class, from), (same, to)) = (self.locate(from.0), self.locate(to.0));
        assert_eq!(class, same, "records of one length");
        // SAFETY: both are whole records of this length, and of different handles; no one else has
        // access.
        unsafe { ptr::copy_nonoverlapping(from, to, class_words(class)) };
    }

    /// The class of the record of a state, if it can be stored.
    pub(in crate::store) fn class_for(&self, words: &[u32]) -> Option<usize> {
        class_of(self.record(words, &mut Vec::new()))
    }

    /// Slabs opened.
    pub(in crate::store) fn slabs(&self) -> usize {
        self.slabs.len()
    }

    /// Slabs of shorter records than those of the class, that are long enough for one of these. Not
    /// the last slab of a chunk, whose end is not known, and none that has records that were never
    /// used.
    pub(in crate::store) fn shorter_slabs(&self, class: usize) -> impl Iterator<Item = Slab> {
        let entry = |slab: usize| self.slabs[slab];
        let ends = self.chunks.iter().skip(1).map(|chunk| chunk.first_slab);
        let ends: Vec<usize> = ends.chain([self.slabs()]).collect();
        let is_last = move |slab: usize| ends.binary_search(&(slab + 1)).is_ok();
        (0..self.slabs())
            .filter(move |&slab| !is_last(slab))
            .filter_map(move |number| {
                let own = (entry(number) & 0xffff) as usize;
                let bytes = ((entry(number + 1) >> 16) - (entry(number) >> 16)) as usize;
                let (own_bytes, wanted_bytes) = (4 * class_words(own), 4 * class_words(class));
                let Class { next, left, .. } = self.classes[own];
                let is_open = left != 0 && next as usize >> SLAB_BITS == number;
                let fits = own_bytes > 0 && own_bytes < wanted_bytes && wanted_bytes <= bytes;
                (fits && !is_open).then(|| Slab {
                    number,
                    records: (bytes / own_bytes).min(SLAB_RECORDS),
                    bytes,
                })
            })
    }

    /// Gives slabs without states to a class.
    pub(in crate::store) fn reclaim(&mut self, slabs: &[Slab], class: usize) {
        let gone = HandleSet::of(self.handle_bound(), slabs.iter().flat_map(Slab::handles));
        let classes = slabs
            .iter()
            .map(|slab| self.locate((slab.number << SLAB_BITS) as u32).0);
        for class in classes.collect::<BTreeSet<_>>() {
            self.keep_free(class, |handle| !gone.contains(handle));
        }
        for slab in slabs {
            let entry = &mut self.slabs[slab.number];
            let old = (*entry & 0xffff) as usize;
            *entry = *entry >> 16 << 16 | class as u64;
            self.classes[old].slabs -= 1;
            self.classes[class].slabs += 1;
            let records = slab.bytes / (4 * class_words(class));
            let first = (slab.number << SLAB_BITS) as u32;
            for handle in (first..first + records.min(SLAB_RECORDS) as u32).rev() {
                self.free(handle);
            }
        }
    }

    /// A record below `end` of this class that was given back, if there is one.
    pub(in crate::store) fn reuse_below(&mut self, class: usize, end: Handle) -> Option<Handle> {
        loop {
            let handle = Handle(self.reuse(class)?);
            if handle < end {
                return Some(handle);
            }
        }
    }

    /// Gives back the chunks from that of handle `end`, its first, on. No state may be left there.
    pub(in crate::store) fn truncate(&mut self, end: Handle) {
        let end_slab = end.index() >> SLAB_BITS;
        for class in 0..self.classes.len() {
            self.keep_free(class, |handle| handle < end);

            let of_class = &mut self.classes[class];
            if of_class.next >= end.0 {
                (of_class.next, of_class.left) = (0, 0);
            }
        }
        for slab in &self.slabs[end_slab..] {
            self.classes[(slab & 0xffff) as usize].slabs -= 1;
        }
        self.slabs.truncate(end_slab);
        while let Some(chunk) = self.chunks.pop_if(|chunk| chunk.first_slab >= end_slab) {
            let bytes = chunk.memory.len() as u64;
            drop(chunk);
            self.charge.give_back(bytes);
        }
        // What was left of the chunk that is the last now is forgotten: less than a slab of the
        // longest records.
        let bytes = self.chunks.iter().map(|chunk| chunk.memory.len());
        self.carved_total = bytes.sum::<usize>() as u64;
        self.carved = self.chunks.last().map_or(0, |chunk| chunk.memory.len());
    }

    /// Takes all records but these out of the list of those that are free again.
    fn keep_free(&mut self, class: usize, is_kept: impl Fn(Handle) -> bool) {
        let mut first = 0;
        while let Some(handle) = self.reuse(class) {
            if is_kept(Handle(handle)) {
                // SAFETY: as in `free`.
                unsafe { self.locate(handle).1.write(first) };
                first = handle + 1;
            }
        }
        self.classes[class].free = first;
    }
}
