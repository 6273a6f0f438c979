//! Eviction priorities: the attributes of an order packed into one number; the candidate with the
//! least one is evicted first.
//!
//! A priority of 64 bits holds a time of 42 bits and one attribute of 22; or without a time one or
//! two attributes of 32 bits, or three of 21. What needs more is packed into 128 bits: two
//! attributes of 32 bits or three of 28, and the time. An attribute that does not fit counts as the
//! greatest that does, so at 22 bits a cache sees no difference between depths beyond four million.
//! Times are counted, one for each state put on the stack: 42 bits last for 50 days at a million
//! states a second; after that all are equally late.

use crate::cache::specification::{Attribute, EvictionOrder};

/// What is known of a state when it becomes a candidate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    pub(super) depth: u32,
    pub(super) indegree: u32,
    pub(super) outdegree: u32,
    pub(super) entry: u64,
    pub(super) exit: u64,
}

/// A number wide enough for an order.
pub(super) trait Packed: Copy + Ord + Default + Send {
    fn from_wide(wide: u128) -> Self;
    fn wide(self) -> u128;
}

impl Packed for u64 {
    #[inline(always)]
    fn from_wide(wide: u128) -> u64 {
        wide as u64
    }

    #[inline(always)]
    fn wide(self) -> u128 {
        self.into()
    }
}

impl Packed for u128 {
    #[inline(always)]
    fn from_wide(wide: u128) -> u128 {
        wide
    }

    #[inline(always)]
    fn wide(self) -> u128 {
        self
    }
}

const TIME_BITS: u32 = 42;
const NARROWEST_BITS: u32 = 20;

/// Which attribute is where in a priority.
pub(super) struct PriorityLayout {
    fields: Vec<(Attribute, Field)>,
}

#[derive(Clone, Copy)]
struct Field {
    shift: u32,
    /// The greatest value.
    most: u64,
    /// All ones where the order is descending.
    flip: u64,
}

impl Field {
    #[inline(always)]
    fn pack(self, value: u64) -> u128 {
        u128::from(value.min(self.most) ^ self.flip) << self.shift
    }

    #[inline(always)]
    fn unpack(self, priority: u128) -> u64 {
        (priority >> self.shift) as u64 & self.most ^ self.flip
    }
}

impl PriorityLayout {
    /// The layout of `order`, the last attribute in the lowest bits.
    pub(super) fn new(order: &EvictionOrder) -> PriorityLayout {
        let bits = match Self::is_narrow(order) {
            true => u64::BITS,
            false => u128::BITS,
        };
        let width = Self::width(order, bits);
        let attributes = order.by.iter().filter(|by| !by.attribute.is_time()).count() as u32;
        let mut shift = 0;
        let fields = order.by.iter().rev().map(|directed| {
            // An order has one time at most: what the others leave, 42 bits or more, is for it.
            let bits = match directed.attribute.is_time() {
                true => (bits - attributes * width).min(64),
                false => width,
            };
            let most = u64::MAX >> (64 - bits);
            let field = Field {
                shift,
                most,
                flip: if directed.descending { most } else { 0 },
            };
            shift += bits;
            (directed.attribute, field)
        });
        PriorityLayout {
            fields: fields.collect(),
        }
    }

    /// Whether 64 bits are enough.
    pub(super) fn is_narrow(order: &EvictionOrder) -> bool {
        Self::width(order, u64::BITS) >= NARROWEST_BITS
    }

    /// Bits of an attribute that is not a time.
    fn width(order: &EvictionOrder, bits: u32) -> u32 {
        let attributes = order.by.iter().filter(|by| !by.attribute.is_time()).count() as u32;
        let time = order.by.len() as u32 > attributes;
        let left = if time { bits - TIME_BITS } else { bits };
        left.checked_div(attributes)
            .map_or(32, |width| width.min(32))
    }

    #[inline(always)]
    pub(super) fn pack(&self, facts: &Facts) -> u128 {
        self.fields.iter().fold(0, |priority, &(attribute, field)| {
            let value = match attribute {
                Attribute::Depth => facts.depth.into(),
                Attribute::Indegree => facts.indegree.into(),
                Attribute::Outdegree => facts.outdegree.into(),
                Attribute::Entry => facts.entry,
                Attribute::Exit => facts.exit,
            };
            priority | field.pack(value)
        })
    }

    /// The value of a degree in a priority, 0 if it is not in there.
    #[inline(always)]
    pub(super) fn unpack(&self, priority: u128, attribute: Attribute) -> u32 {
        let found = self.fields.iter().find(|(a, _)| *a == attribute);
        found.map_or(0, |(_, field)| field.unpack(priority) as u32)
    }

    /// The priority of a state that was met once more.
    #[inline(always)]
    pub(super) fn met(&self, priority: u128) -> u128 {
        let found = self.fields.iter().find(|(a, _)| *a == Attribute::Indegree);
        found.map_or(priority, |(_, field)| {
            let cleared = priority & !(u128::from(field.most) << field.shift);
            cleared | field.pack(field.unpack(priority) + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::specification::Directed;

    fn order(letters: &str) -> EvictionOrder {
        let by = letters.chars().map(|letter| Directed {
            attribute: match letter.to_ascii_uppercase() {
                'D' => Attribute::Depth,
                'I' => Attribute::Indegree,
                'O' => Attribute::Outdegree,
                'E' => Attribute::Entry,
                _ => Attribute::Exit,
            },
            descending: letter.is_lowercase(),
        });
        EvictionOrder {
            by: by.collect(),
            ..EvictionOrder::default()
        }
    }

    fn facts(attribute: Attribute, value: u64) -> Facts {
        let mut facts = Facts::default();
        match attribute {
            Attribute::Depth => facts.depth = value as u32,
            Attribute::Indegree => facts.indegree = value as u32,
            Attribute::Outdegree => facts.outdegree = value as u32,
            Attribute::Entry => facts.entry = value,
            Attribute::Exit => facts.exit = value,
        }
        facts
    }

    /// What does not fit counts as the greatest that does, and disturbs no other attribute.
    #[test]
    fn attributes_at_the_greatest_value() {
        for (letters, is_narrow, widths) in [
            ("D", true, &[32][..]),
            ("d", true, &[32]),
            ("x", true, &[64]),
            ("DX", true, &[22, 42]),
            ("iE", true, &[22, 42]),
            ("dO", true, &[32, 32]),
            ("Dio", true, &[21, 21, 21]),
            ("DIx", false, &[32, 32, 64]),
            ("dIoe", false, &[28, 28, 28, 44]),
        ] {
            let order = order(letters);
            let layout = PriorityLayout::new(&order);
            assert_eq!(PriorityLayout::is_narrow(&order), is_narrow, "{letters}");
            for (directed, &width) in order.by.iter().zip(widths) {
                let Directed {
                    attribute,
                    descending,
                } = *directed;
                let priority = |value| layout.pack(&facts(attribute, value));
                let least = priority(0);
                let most = u64::MAX >> (64 - width);
                let [before, at] = [priority(most - 1), priority(most)];
                assert_eq!(before < at, !descending, "{letters} {attribute:?}");
                let is_time = matches!(attribute, Attribute::Entry | Attribute::Exit);
                if width < if is_time { 64 } else { 32 } {
                    assert_eq!(priority(most + 1), at, "{letters} {attribute:?}");
                }
                if !is_time {
                    assert_eq!(u64::from(layout.unpack(at, attribute)), most);
                    assert_eq!(layout.unpack(least, attribute), 0);
                }
                if attribute == Attribute::Indegree {
                    assert_eq!(layout.met(before), at, "{letters}");
                    assert_eq!(layout.met(at), at, "{letters}");
                }
                // All other attributes are 0 in both.
                let others = order.by.iter().filter(|it| it.attribute != attribute);
                let others = others.filter(|it| !it.attribute.is_time());
                for other in others {
                    assert_eq!(layout.unpack(at, other.attribute), 0, "{letters}");
                }
            }
        }
    }
}
