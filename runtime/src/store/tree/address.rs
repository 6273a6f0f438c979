//! Where in the table of roots the root of a state lies.
//!
//! The small way: at the place that the root itself says, when its bits are mixed. Then only those
//! bits are stored that the place does not say. But the root is known only when all nodes that have
//! changed have names, and then the search waits for the line of the table.
//!
//! The fast way: at the place that the hash of the state says. That can be guessed before a step is
//! executed (`search/guesses.rs`), and the line is there when it is needed. But the whole root is
//! stored, six or seven in a line where there were twenty. So a tree is fast as long as there is
//! plenty of memory, and then turns small.

use super::{FORM_BITS, Tree};
use crate::limits::Stop;
use crate::store::quotient::{Key, KeyBits, Mixer, QuotientTable};
use crate::store::slots::RESIZING;
use crate::store::{Handle, HandleSet, Insertion, Remapping};

/// Memory is tight when no more is left than this many times what the store takes.
const TIGHT: u64 = 4;

/// The one or the other.
#[derive(Clone, Copy)]
pub(super) enum Address {
    /// By tag: the upper half of the mixed hash of the state.
    Tag,
    Root(Mixer),
}

impl Address {
    /// The small way, for roots of this many bits without their form.
    pub(super) fn small(root_bits: u32) -> Self {
        Self::Root(Mixer::new(FORM_BITS + root_bits))
    }

    pub(super) fn is_fast(self) -> bool {
        matches!(self, Self::Tag)
    }

    /// Bits of keys.
    pub(super) fn bits(self, root_bits: u32) -> KeyBits {
        let [place, tail] = match self {
            Self::Tag => [u32::BITS, FORM_BITS + root_bits],
            Self::Root(_) => [FORM_BITS + root_bits, 0],
        };
        KeyBits { place, tail }
    }

    /// The key of a state with this tag and root.
    #[inline(always)]
    pub(super) fn key(self, tag: u32, root: u64) -> Key {
        match self {
            Self::Tag => Key {
                place: u64::from(tag),
                tail: root,
            },
            Self::Root(mixer) => Key::of(mixer.mix(root)),
        }
    }

    /// The root in a key.
    #[inline]
    pub(super) fn root(self, key: Key) -> u64 {
        match self {
            Self::Tag => key.tail,
            Self::Root(mixer) => mixer.unmix(key.place),
        }
    }

    /// The tag in a key, if that has it.
    pub(super) fn tag(self, key: Key) -> u32 {
        match self {
            Self::Tag => key.place as u32,
            Self::Root(_) => 0,
        }
    }
}

impl Tree {
    /// The table of roots grows, or turns small when that would make memory tight, or when too many
    /// states have one tag.
    pub(super) fn grow_roots(&mut self, remapping: &mut Remapping<'_>) -> Result<(), Stop> {
        if self.address.is_fast() {
            let more = self.roots.bytes_if_grown() - self.roots.bytes();
            let is_tight = self.budget.free_bytes() / TIGHT < self.bytes() + more;
            if is_tight || self.roots.has_overflow() {
                match self.turn_small(remapping) {
                    Err(Stop::Memory(_)) => {}
                    turned => return turned,
                }
            }
        }
        self.roots.grow(remapping)
    }

    /// Of an empty tree: its table is of the small kind from the start.
    pub(super) fn begin_small(&mut self) -> Result<(), Stop> {
        debug_assert_eq!(self.roots.len(), 0);
        self.turn(&mut Remapping::of_nothing())
    }

    /// Turns small: cut anew into roots of few bits, if there is room for that.
    fn turn_small(&mut self, remapping: &mut Remapping<'_>) -> Result<(), Stop> {
        match self.adapt_at.is_some() && self.cut_anew(true, remapping)? {
            true => Ok(()),
            false => self.turn(remapping),
        }
    }

    /// Moves all roots to a table of the small kind. On an error all is as before.
    pub(super) fn turn(&mut self, remapping: &mut Remapping<'_>) -> Result<(), Stop> {
        let small = Address::small(self.root_bits);
        let mut roots = QuotientTable::new(self.budget.clone(), small.bits(self.root_bits))?;
        let len = self.roots.len();
        // Handles do not change from here on.
        roots.make_room_for(len + len / 16)?;
        let bound = roots.handle_bound();
        self.carry_over(RESIZING, bound, remapping, |key| {
            match roots.insert(small.key(0, self.address.root(key))) {
                Insertion::Fresh(handle) | Insertion::Seen(handle) => Ok(handle),
                Insertion::Full => Err(roots.refused().into()),
            }
        })?;
        roots.wanted = self.roots.wanted;
        (self.roots, self.address) = (roots, small);
        Ok(())
    }

    /// All states get other handles, below `bound`: `renamed` stores the one with a key elsewhere,
    /// or finds it there. The task is called `name`.
    pub(super) fn carry_over(
        &self,
        name: &'static str,
        bound: usize,
        remapping: &mut Remapping<'_>,
        mut renamed: impl FnMut(Key) -> Result<Handle, Stop>,
    ) -> Result<(), Stop> {
        let steps = 2 * self.roots.len() + remapping.path.len() as u64;
        let mut task = self.budget.begin(name, steps);
        let handles = task.each(self.roots.handles());
        let handles = HandleSet::of(self.roots.handle_bound(), handles);
        task.end()?;
        remapping.carry_over(&handles, bound, &self.budget, &mut task, |handle| {
            renamed(self.roots.key(handle))
        })
    }
}
