//! Where to cut: which parts of a state are the subtrees of its tree.
//!
//! With two halves a tree is good if both take few values. But it may be that all that differs lies
//! in one half: then there are as many nodes at its top as states, at twice the price. So the
//! subtree with most values is replaced by its two halves, again and again, as long as the names of
//! all subtrees fit into a key; this also saves the time to look these nodes up.
//!
//! Names become longer while states are added. When those of all subtrees hardly fit any more, two
//! neighbours become one: those that take fewest values together. It has one name where there were
//! two, and a node for each of these values; so it pays if these are few, for most values of one
//! part go with few of the next.
//!
//! What takes one value now may take many later, so the bits that are left over are given to all.

use std::cmp::Reverse;
use std::ops::Range;

use super::count::{Counted, Group, count, full, halves, only_node, together};
use super::shape::{Cut, LOWER, SUBTREES_MAX, Shape};
use super::{FORM_BITS, ROOT_BITS_MAX, Tree};
use crate::limits::Stop;
use crate::store::quotient::place_bits;

/// Trees of a form of which there are fewer are left as they are.
const FEW_STATES: usize = 1 << 12;

/// A part with fewer values, or with fewer for each state, is left whole.
const FEW_VALUES: usize = 256;
const FEW_STATES_EACH: usize = 256;

/// Two subtrees become one if they have no more than a value for this many states: half a byte for
/// each state.
pub(super) const STATES_EACH_JOINED: usize = 32;

/// How long roots may be, and how far names may grow.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// Bits of a root at least, without its form.
    least: u32,
    /// Bits that names have together at most, as far as it depends on where states are cut.
    most: u32,
    /// Bits that each name has beyond those it needs now: at least, and if they are there.
    spare: [u32; 2],
}

impl Room {
    /// For names of this many bits, while there is plenty of memory.
    pub(super) fn plenty(name_bits: u32) -> Self {
        Self {
            least: 2 * name_bits,
            most: ROOT_BITS_MAX,
            spare: [2, 4],
        }
    }

    /// For names of this many bits, when the table of roots is to take no more than this memory.
    /// Names that outgrow their fields become [chains](super::key::Other).
    pub(super) fn tight(name_bits: u32, bytes: u64) -> Self {
        Self {
            least: name_bits + BEHIND_CHAIN_BITS,
            most: (place_bits(bytes, ENTRIES) - FORM_BITS).min(ROOT_BITS_MAX),
            spare: [0, 1],
        }
    }
}

/// Bits for a name behind a chain, at least.
const BEHIND_CHAIN_BITS: u32 = 12;

/// Roots are to be so short that as many have room in a line of 64 bytes.
const ENTRIES: u32 = 19;

/// A part of the trees of one shape.
struct Part {
    /// `None`: no node has all of it.
    group: Option<Group>,
    /// Its leaves.
    range: Range<usize>,
    /// Different values it takes.
    values: usize,
}

impl Part {
    /// Bits for its names.
    fn bits(&self, room: Room) -> u32 {
        self.needed_bits() + room.spare[0]
    }

    /// As many as it takes for names to fit for long.
    fn wanted_bits(&self, room: Room) -> u32 {
        self.needed_bits() + room.spare[1]
    }

    fn needed_bits(&self) -> u32 {
        usize::BITS - self.values.leading_zeros()
    }
}

/// The shapes of a tree, the most frequent first, each cut for the states that are stored; and the
/// bits of a root.
///
/// # Errors
/// It had to end.
pub(super) fn shapes(tree: &Tree, room: Room) -> Result<(Vec<Shape>, u32), Stop> {
    let (states, counted) = count(tree)?;
    let mut order: Vec<usize> = (0..tree.shapes.len()).collect();
    order.sort_by_key(|&number| Reverse(states[number]));
    let parts = |number: usize| {
        let (shape, counted) = (&tree.shapes[number], &counted[number]);
        if states[number] < FEW_STATES {
            return Ok(None);
        }
        let together = |groups: &[usize]| together(tree, number, groups);
        let parts = join(subtrees(shape, counted), states[number], room, together)?;
        Ok(Some(cut(shape, counted, parts, states[number], room)))
    };
    let parts = order.iter().map(|&number| parts(number));
    let parts: Vec<Option<Vec<Part>>> = parts.collect::<Result<_, Stop>>()?;
    let wanted = parts.iter().flatten().map(|parts| wanted_bits(parts, room));
    let root_bits = wanted.max().unwrap_or(0).clamp(room.least, ROOT_BITS_MAX);
    let mut tables = LOWER;
    let shape = |(number, parts): (usize, Option<Vec<Part>>)| {
        let leaves = tree.shapes[number].leaves;
        // Tables have 16 bits for a number.
        let has_tables =
            |parts: &Vec<Part>| usize::from(tables) + parts.len() <= usize::from(u16::MAX);
        let Some(parts) = parts.filter(has_tables) else {
            return Shape::halves(leaves, tree.name_bits, root_bits);
        };
        let cut = widen(&parts, tree.name_bits, root_bits, room);
        Shape::with_cut(leaves, &cut, || {
            tables += 1;
            tables
        })
    };
    let shapes = order.into_iter().zip(parts).map(shape).collect();
    Ok((shapes, root_bits))
}

/// Bits of a root with these parts.
fn wanted_bits(parts: &[Part], room: Room) -> u32 {
    parts.iter().map(|part| part.wanted_bits(room)).sum()
}

/// The subtrees of a shape.
fn subtrees(shape: &Shape, counted: &Counted) -> Vec<Part> {
    let subtrees = shape.subtrees.iter().zip(shape.ranges());
    let part = |(&node, range)| {
        let group = full(shape, node);
        Part {
            values: counted.of(&group),
            group: Some(group),
            range,
        }
    };
    subtrees.map(part).collect()
}

/// Makes one part of two neighbours, those that take fewest values together, as long as the names
/// of all leave no room to grow, and these values are few. `together` says how many values each
/// part takes together with the next, when the parts are of this many subtrees.
fn join(
    mut parts: Vec<Part>,
    states: usize,
    room: Room,
    together: impl Fn(&[usize]) -> Result<Vec<usize>, Stop>,
) -> Result<Vec<Part>, Stop> {
    let mut groups = vec![1; parts.len()];
    while wanted_bits(&parts, room) > room.most && parts.len() > 2 {
        let few = |&(_, values): &(usize, usize)| values <= states / STATES_EACH_JOINED;
        let together = together(&groups)?.into_iter().enumerate().filter(few);
        let Some((at, values)) = together.min_by_key(|&(_, values)| values) else {
            break;
        };
        groups[at] += groups.remove(at + 1);
        let next = parts.remove(at + 1);
        parts[at] = Part {
            group: None,
            range: parts[at].range.start..next.range.end,
            values,
        };
    }
    Ok(parts)
}

/// Divides subtrees.
fn cut(
    shape: &Shape,
    counted: &Counted,
    mut parts: Vec<Part>,
    states: usize,
    room: Room,
) -> Vec<Part> {
    // Those that have too many values whether or not they are cut.
    let mut whole = Vec::new();
    let few = FEW_VALUES.max(states / FEW_STATES_EACH);
    let divided = |part: &Part| {
        let may_be = part.range.len() > 1 && part.values > few;
        part.group.clone().filter(|_| may_be)
    };
    while let Some((most, group)) = (0..parts.len())
        .filter(|&at| !whole.contains(&parts[at].range))
        .filter_map(|at| Some((at, divided(&parts[at])?)))
        .max_by_key(|&(at, _)| parts[at].values)
        && parts.len() < SUBTREES_MAX
    {
        let range = parts[most].range.clone();
        let mut start = range.start;
        let halves = halves(&group).map(|half| {
            let end = start + shape.leaves_of(half.node, &half.children);
            let range = std::mem::replace(&mut start, end)..end;
            let half = only_node(shape, &half).map_or(half, |node| full(shape, node));
            Part {
                values: counted.of(&half),
                group: Some(half),
                range,
            }
        });
        let of_others = wanted_bits(&parts, room) - parts[most].wanted_bits(room);
        if of_others + wanted_bits(&halves, room) > room.most {
            whole.push(range);
            continue;
        }
        parts.splice(most..=most, halves);
    }
    parts
}

/// Gives the bits that are left over to the parts, to those with long names more; takes as many
/// from each where there are too few.
fn widen(parts: &[Part], name_bits: u32, root_bits: u32, room: Room) -> Vec<Cut> {
    let bits: Vec<u32> = parts.iter().map(|part| part.bits(room)).collect();
    let mut widths: Vec<u32> = bits.iter().map(|&bits| bits.min(name_bits)).collect();
    while widths.iter().sum::<u32>() > root_bits {
        let lacks = |&at: &usize| (bits[at] - widths[at], Reverse(widths[at]));
        let least = (0..parts.len()).min_by_key(lacks);
        widths[least.expect("there are subtrees")] -= 1;
    }
    for _ in widths.iter().sum()..root_bits {
        let spare = |&at: &usize| 100 * (widths[at] - bits[at].min(widths[at])) / bits[at];
        let narrow = (0..parts.len()).filter(|&at| widths[at] < name_bits);
        if let Some(at) = narrow.min_by_key(spare) {
            widths[at] += 1;
        }
    }
    parts
        .iter()
        .map(|part| part.range.clone())
        .zip(widths)
        .collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::memory::Budget;
    use crate::state::hash_of;
    use crate::store::{Insertion, Store, TreeStore, insert_or_grow};
    use std::collections::HashSet;
    use std::sync::Arc;

    fn parts(values: &[usize]) -> Vec<Part> {
        let part = |(at, &values): (usize, &usize)| Part {
            group: None,
            range: 2 * at..2 * at + 2,
            values,
        };
        values.iter().enumerate().map(part).collect()
    }

    fn joined(
        values: &[usize],
        states: usize,
        together: &[&[usize]],
    ) -> Vec<(Range<usize>, usize)> {
        let together = |groups: &[usize]| {
            let found = together.iter().find(|it| it.len() == groups.len() - 1);
            Ok(found.expect("nobody asks for more").to_vec())
        };
        let room = Room::plenty(20);
        let parts = join(parts(values), states, room, together).expect("nothing ends it");
        parts.into_iter().map(|it| (it.range, it.values)).collect()
    }

    /// With room to grow the names need 9, 13, 14, 13 and 16 bits.
    #[test]
    fn those_become_one_that_take_fewest_values_together() {
        let values = [30, 300, 700, 300, 3_000];
        let together: [&[usize]; 1] = [&[8_000, 70_000, 4_000, 90_000]];
        let expected = [(0..2, 30), (2..4, 300), (4..8, 4_000), (8..10, 3_000)];
        assert_eq!(joined(&values, 1_000_000, &together), expected);
        // 9, 19, 14, 19 and 21; and when two are one, 9, 19, 17 and 21.
        let values = [30, 30_000, 700, 30_000, 90_000];
        let together: [&[usize]; 2] = [&[9_000, 70_000, 4_500, 90_000], &[9_000, 60_000, 90_000]];
        let expected = [(0..4, 9_000), (4..8, 4_500), (8..10, 90_000)];
        assert_eq!(joined(&values, 1_000_000, &together), expected);
    }

    #[test]
    fn what_takes_many_values_together_stays_apart() {
        let values = [300, 3000, 700, 3000, 9000];
        let apart = parts(&values).into_iter().map(|it| (it.range, it.values));
        let together: [&[usize]; 1] = [&[40_000, 70_000, 32_000, 90_000]];
        assert!(joined(&values, 1_000_000, &together).into_iter().eq(apart));
    }

    #[test]
    fn few_bits_are_left_as_they_are() {
        let values = [300, 300, 300, 300];
        assert_eq!(joined(&values, 1 << 20, &[]).len(), 4);
    }

    #[test]
    fn each_gives_a_bit_where_there_are_too_few() {
        let widths = |root_bits| {
            let cut = widen(
                &parts(&[1000, 60_000, 250]),
                29,
                root_bits,
                Room::plenty(20),
            );
            cut.into_iter().map(|(_, width)| width).collect::<Vec<_>>()
        };
        assert_eq!(widths(40), [12, 18, 10]);
        assert_eq!(widths(39), [12, 17, 10]);
        assert_eq!(widths(37), [11, 17, 9]);
    }

    /// Three counters, of which the second takes up half of the state and the others a quarter
    /// each. They become larger all the time, the second slowly.
    pub(in crate::store::tree) fn state(number: u32) -> [u32; 12] {
        let counter = |part: u32, slowness: u32| {
            let mixed = (number ^ part << 24).wrapping_mul(0x9e37_79b9);
            let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca6b) >> 8;
            mixed % (8 + number / slowness)
        };
        let [a, b, c] = [counter(0, 8), counter(1, 48), counter(2, 8)];
        [a, 1, a, b, 2, b, b, 3, b, c, 4, c]
    }

    #[test]
    fn names_that_become_long_are_joined_and_no_state_is_lost() {
        let budget = Arc::new(Budget::new(1 << 30));
        let mut store = TreeStore::new(budget).expect("there is memory");
        let mut all: HashSet<[u32; 12]> = HashSet::new();
        let mut most = 0;
        for number in 0..400_000 {
            let state = state(number);
            let answer = insert_or_grow(&mut store, hash_of(&state), &state);
            let answer = answer.expect("there is memory");
            assert_eq!(matches!(answer, Insertion::Fresh(_)), all.insert(state));
            let tree = &mut store.tree;
            most = most.max(tree.shapes[tree.last.shape].subtrees.len());
        }
        let tree = &mut store.tree;
        let subtrees = tree.shapes[tree.last.shape].subtrees.len();
        assert!(subtrees < most, "{subtrees} of {most}");
        assert_eq!(store.len(), all.len());
        let is_stored = |state: &[u32; 12]| store.find(hash_of(state), state).is_some();
        assert!(all.iter().all(is_stored));
    }

    /// Four parts take forty values each, so 24 bits would do for a root. All included a state
    /// takes five bytes when memory is used up.
    #[test]
    fn in_little_memory_lines_are_full_of_short_roots() {
        let limit = 3 << 20;
        let budget = Arc::new(Budget::new(limit));
        let mut store = TreeStore::new(budget).expect("there is memory");
        let state = |number: u32| {
            let mixed = (u64::from(number) * 1_000_003 % 2_560_000) as u32;
            let [a, b, c, d] = [1, 40, 1_600, 64_000].map(|part| mixed / part % 40);
            [a, 1, 7 * a, b, 2, b, c + 9, c, 3, d, d, d]
        };
        let mut numbers = 0..2_560_000;
        let is_stored = |state: [u32; 12], store: &mut TreeStore| {
            let inserted = insert_or_grow(store, hash_of(&state), &state);
            match inserted {
                Ok(Insertion::Fresh(_)) => true,
                Ok(_) => unreachable!("all are different"),
                Err(_) => false,
            }
        };
        let stored = numbers.find(|&number| !is_stored(state(number), &mut store));
        let stored = stored.expect("memory is used up");
        assert_eq!(store.len(), stored as usize);
        let bytes = limit as f64 / f64::from(stored);
        assert!(bytes < 5.2, "{bytes:.2} bytes a state");
        let tree = &mut store.tree;
        assert!(!tree.address.is_fast() && tree.root_bits < 2 * tree.name_bits);
        for number in (0..stored).step_by(7) {
            let handle = store.find(hash_of(&state(number)), &state(number));
            let handle = handle.expect("it was stored");
            let mut words = Vec::new();
            store.get(handle, &mut words);
            assert_eq!(words, state(number));
        }
    }

    /// Some have subtrees below which there is nothing.
    #[test]
    fn states_of_few_words_are_cut_anew() {
        for len in 0..4 {
            let budget = Arc::new(Budget::new(1 << 30));
            let mut store = TreeStore::new(budget).expect("there is memory");
            let state = |number: u32| [number, number % 7, number / 3][..len].to_vec();
            let mut all = HashSet::new();
            for number in 0..40_000 {
                let state = state(number);
                let answer = insert_or_grow(&mut store, hash_of(&state), &state);
                let answer = answer.expect("there is memory");
                let is_new = all.insert(state);
                assert_eq!(matches!(answer, Insertion::Fresh(_)), is_new);
            }
            let is_stored = |state: &Vec<u32>| store.find(hash_of(state), state).is_some();
            assert!(all.iter().all(is_stored));
        }
    }
}
