//! Which bits of a state vector are used: from the lowest of each word on, as many as its width.

use crate::model::{ModelInfo, Variable};

/// The widths of the words of each component of a state, rounded up to whole units.
///
/// A component is the globals with the global channels, or a process with the channels it made.
/// Which processes there are is read off the vector: each begins with its place.
pub struct Layout {
    globals: Box<[u8]>,
    processes: Box<[Box<[u8]>]>,
    /// The proctype of each place.
    proctypes: Box<[u16]>,
    place_mask: u32,
    /// Units that the place takes, in bits.
    place_bits: u32,
}

impl Layout {
    /// The layout of a model's states, in bits.
    pub fn bits(info: &ModelInfo) -> Self {
        Self::new(info, 1)
    }

    /// The layout of a model's states, in units of this many bits.
    pub(super) fn new(info: &ModelInfo, unit: u32) -> Self {
        let widths = |used: Used| used.widths(unit);
        let mut globals = Used::new(info.global_words);
        globals.add_variables(info.globals);
        globals.add_channels(info, info.channels.iter().map(|it| it.kind));
        let processes = info.proctypes.iter().map(|proctype| {
            let mut process = Used::new(proctype.words);
            // Where no process is ever started there is no word.
            if proctype.words > 0 {
                process.add_bits(0, u32::from(info.place_bits));
            }
            process.add_variables(proctype.locals);
            process.add_channels(info, proctype.channels.iter().map(|it| it.kind));
            process
        });
        Self {
            processes: processes.map(widths).collect(),
            globals: widths(globals),
            proctypes: info.places.iter().map(|place| place.proctype).collect(),
            place_mask: u32::MAX >> (32 - u32::from(info.place_bits)),
            place_bits: u32::from(info.place_bits).next_multiple_of(unit),
        }
    }

    /// Gives each word and its width to `put`. `None` if `put` gives none, or if these words are no
    /// state of the model: they have bits that are not used, or not the words of their processes.
    #[inline(always)]
    pub(super) fn write(
        &self,
        words: &[u32],
        mut put: impl FnMut(u32, u32) -> Option<()>,
    ) -> Option<()> {
        self.components(words, |component, widths| {
            for (&word, &width) in component.iter().zip(widths) {
                if u64::from(word) >> width != 0 {
                    return None;
                }
                put(word, u32::from(width))?;
            }
            Some(())
        })
    }

    /// Bits that are zero where [`read`](Self::read) finds no more processes.
    pub(super) fn end_bits(&self) -> u32 {
        self.place_bits
    }

    /// Gives each component and the widths of its words to `put`. `None` if `put` gives none, or if
    /// these words are not those of globals and processes.
    #[inline(always)]
    pub(crate) fn components(
        &self,
        words: &[u32],
        mut put: impl FnMut(&[u32], &[u8]) -> Option<()>,
    ) -> Option<()> {
        let mut widths = &*self.globals;
        let mut rest = words;
        loop {
            let component;
            (component, rest) = rest.split_at_checked(widths.len())?;
            put(component, widths)?;
            let Some(&first) = rest.first() else {
                return Some(());
            };
            widths = self.process(first)?;
        }
    }

    /// Replaces `words` by a state, of which `take` gives this many bits at a time.
    #[inline(always)]
    pub(crate) fn read(&self, words: &mut Vec<u32>, mut take: impl FnMut(u32) -> u32) {
        words.clear();
        let mut word = |width: u8| take(u32::from(width));
        words.extend(self.globals.iter().map(|&width| word(width)));
        loop {
            let low = word(self.place_bits as u8);
            let Some(widths) = self.process(low) else {
                return;
            };
            let high = word(widths[0] - self.place_bits as u8);
            words.push(low | high.unbounded_shl(self.place_bits));
            words.extend(widths[1..].iter().map(|&width| word(width)));
        }
    }

    /// As [`read`](Self::read) where units are bytes, of which `next` gives one at a time.
    #[inline(always)]
    pub(super) fn read_bytes(&self, words: &mut Vec<u32>, mut next: impl FnMut() -> u8) {
        self.read(words, |width| {
            (0..width / 8).fold(0, |word, at| word | u32::from(next()) << (8 * at))
        });
    }

    /// The widths of the process with this first word, or what is known of it; `None` if it stands
    /// nowhere.
    #[inline(always)]
    fn process(&self, first: u32) -> Option<&[u8]> {
        let place = first & self.place_mask;
        let proctype = *self.proctypes.get(place as usize)?;
        (place != 0).then(|| &*self.processes[usize::from(proctype)])
    }
}

/// The bits of a component that are used, a word of them for each word.
struct Used(Vec<u32>);

impl Used {
    fn new(words: u32) -> Self {
        Self(vec![0; words as usize])
    }

    fn add_variables(&mut self, variables: &[Variable]) {
        let visible = variables.iter().filter(|variable| !variable.is_hidden);
        for cells in visible.map(|variable| variable.cells) {
            for index in 0..cells.length {
                let bit = cells.bit + index * u32::from(cells.stride);
                self.add_bits(bit, u32::from(cells.bits));
            }
        }
    }

    /// Appends the words of channels of these kinds.
    fn add_channels(&mut self, info: &ModelInfo, kinds: impl Iterator<Item = u16>) {
        for kind in kinds.map(|kind| &info.queues[usize::from(kind)]) {
            let base = 32 * self.0.len() as u32;
            self.0.resize(self.0.len() + kind.words as usize, 0);
            if kind.words > 0 {
                self.add_bits(base, kind.capacity * kind.slot_bits);
                let length = kind.length;
                let bit = 32 * length.word + u32::from(length.shift);
                self.add_bits(base + bit, u32::from(length.bits));
            }
        }
    }

    fn add_bits(&mut self, first: u32, count: u32) {
        for bit in first..first + count {
            self.0[bit as usize / 32] |= 1 << (bit % 32);
        }
    }

    fn widths(self, unit: u32) -> Box<[u8]> {
        let width = |used: u32| (32 - used.leading_zeros()).next_multiple_of(unit) as u8;
        self.0.into_iter().map(width).collect()
    }
}
