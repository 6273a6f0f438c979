//! When to cut anew: every state is stored again, in trees with other subtrees.
//!
//! Where to cut is not known before the search, so the store [looks](super::cut) after some
//! thousand states, and again whenever nodes take much memory and there are twice as many, or eight
//! times as many once it has cut. A name too long for its field is no error: such a root is stored
//! in another form, for one node more. When these take much, it is time to look again.
//!
//! When memory is short, roots are cut anew [into few bits](Room::tight), and again before names
//! outgrow them.

use super::address::Address;
use super::count::counted_bytes;
use super::cut::{Room, shapes};
use super::key::OTHER_FORM;
use super::shape::{CHAINS, LOWER, Node, Shape};
use super::translate::{Translation, translated_bytes};
use super::{ADAPT_FIRST, Tree};
use crate::limits::Stop;
use crate::store::{Insertion, Remapping};

/// How many times as many states there are when the store looks again: a look takes some
/// nanoseconds a state, a change hundreds.
const AGAIN: u64 = 2;
const AGAIN_AFTER_CHANGE: u64 = 8;

/// What looking where to cut is called.
pub(super) const LOOKING: &str = "looking where to cut states";

/// What a node takes at least.
const NODE_BYTES: u64 = 16;

impl Tree {
    /// Looks where to cut, and stores every state anew if that seems to pay. Time: a microsecond or
    /// two a state.
    ///
    /// # Errors
    /// It had to end, and is as before.
    pub(super) fn adapt(&mut self, remapping: &mut Remapping<'_>) -> Result<(), Stop> {
        let states = self.roots.len();
        let nodes = self.nodes() as u64 * NODE_BYTES;
        let pays = states <= ADAPT_FIRST || nodes > self.much() || self.is_cramped();
        if !(pays && self.cut_anew(!self.address.is_fast(), remapping)?) {
            self.adapt_from(states * AGAIN);
            self.looked_at = states;
        }
        Ok(())
    }

    /// Stores every state anew, cut as is best now; in few bits each, in a table of the small kind,
    /// if memory is tight. Says whether there was room: where there is not, the tree stays.
    pub(super) fn cut_anew(
        &mut self,
        is_tight: bool,
        remapping: &mut Remapping<'_>,
    ) -> Result<bool, Stop> {
        // The new tree is hardly larger.
        let aside = counted_bytes(self).max(translated_bytes(self)) as u64;
        let bytes = self.bytes() / 4 * 5 + aside;
        if self.budget.free_bytes() <= bytes {
            return Ok(false);
        }
        match self.adapted(is_tight, remapping) {
            Ok(adapted) => *self = adapted,
            Err(Stop::Memory(_)) => return Ok(false),
            Err(stop) => return Err(stop),
        }
        let states = self.roots.len();
        self.adapt_from(states * if is_tight { AGAIN } else { AGAIN_AFTER_CHANGE });
        self.looked_at = states;
        Ok(true)
    }

    /// A root in the other form was asked for. When chains take much, it is time to look again.
    pub(super) fn note_other(&mut self) {
        let states = self.roots.len();
        let is_early = states < self.looked_at + self.looked_at / 2;
        let chains = self.tables[usize::from(CHAINS)].len() as u64 * NODE_BYTES;
        if self.adapt_at.is_some() && !is_early && chains > self.much() {
            self.adapt_from(states);
        }
    }

    /// Whether names will soon outgrow their fields, which are short where memory is tight.
    fn is_cramped(&self) -> bool {
        let shapes = self.shapes.iter().take(OTHER_FORM as usize);
        let is_cramped = |subtree: &Node| {
            let names = self.tables[usize::from(subtree.table)].len() as u64;
            subtree.table > LOWER && names > (1 << subtree.width) / 4 * 3
        };
        !self.address.is_fast() && shapes.flat_map(Shape::fields).any(is_cramped)
    }

    /// Bytes of nodes that are too many.
    fn much(&self) -> u64 {
        self.roots.bytes() / 8
    }

    /// The same states in trees of other shapes.
    fn adapted(&self, is_tight: bool, remapping: &mut Remapping<'_>) -> Result<Self, Stop> {
        let budget = self.budget.clone();
        let room = match is_tight {
            true => Room::tight(self.name_bits, self.roots.bytes() + budget.free_bytes()),
            false => Room::plenty(self.name_bits),
        };
        let (shapes, root_bits) = shapes(self, room)?;
        let address = match is_tight {
            true => Address::small(root_bits),
            false => Address::Tag,
        };
        let mut new = Self::new(shapes, [self.name_bits, root_bits], address, budget)?;
        // Handles do not change from here on.
        new.roots.make_room_for(self.roots.len())?;
        let bound = new.roots.handle_bound();
        let of_shape = |shape| Translation::between(shape, &new);
        let mut translations: Vec<Translation> = self.shapes.iter().map(of_shape).collect();
        let mut pair = Vec::new();
        self.carry_over("cutting states anew", bound, remapping, |key| {
            let tag = self.address.tag(key);
            let (shape, names) = self.unpack(key, &mut pair);
            let translation = &mut translations[shape];
            loop {
                let names = translation.names(shape, &names, self, &mut new);
                let root = names.and_then(|names| new.root_of(translation.shape, &names));
                match new.insert_root(tag, root) {
                    Insertion::Fresh(handle) | Insertion::Seen(handle) => {
                        debug_assert_eq!(self.words(key), new.words(new.roots.key(handle)));
                        return Ok(handle);
                    }
                    Insertion::Full => new.make_room_in_place()?,
                }
            }
        })?;
        Ok(new)
    }
}
