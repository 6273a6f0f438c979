//! Eviction priorities: the attributes of an order packed into one number; the candidate with the
//! least one is evicted first.
//!
//! A priority of 64 bits holds a time of 42 bits and one attribute of 22; or without a time one or
//! two attributes of 32 bits, or three of 21. What needs more is packed into 128 bits: two
//! attributes of 32 bits or three of 28, and the time. An attribute that does not fit counts as the
//! greatest that does, so at 22 bits a cache sees no difference between depths beyond four million.
//! Times are counted, one for each state put on the stack: 42 bits last for 50 days at a million
//! states a second; after that all are equally late.

use std::ops::BitXor;

use crate::cache::specification::{Attribute, EvictionOrder};

/// A number wide enough for an order.
pub(super) trait Packed: Copy + Ord + Default + Send + BitXor<Output = Self> {
    const MAX: Self;

    /// A value from this bit on.
    fn at(value: u64, shift: u32) -> Self;

    /// What lies from this bit on.
    fn above(self, shift: u32) -> u64;
}

macro_rules! packed {
    ($($number:ty)*) => {$(
        impl Packed for $number {
            const MAX: Self = <$number>::MAX;

            #[inline(always)]
            fn at(value: u64, shift: u32) -> Self {
                (value as $number) << shift
            }

            #[inline(always)]
            fn above(self, shift: u32) -> u64 {
                (self >> shift) as u64
            }
        }
    )*};
}

packed!(u32 u64 u128);

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
    fn pack<K: Packed>(self, value: u64) -> K {
        K::at(value.min(self.most) ^ self.flip, self.shift)
    }

    #[inline(always)]
    fn unpack<K: Packed>(self, priority: K) -> u64 {
        priority.above(self.shift) & self.most ^ self.flip
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
        let attributes = Self::attributes(order);
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

    /// How many are not a time.
    fn attributes(order: &EvictionOrder) -> u32 {
        order.by.iter().filter(|by| !by.attribute.is_time()).count() as u32
    }

    /// Bits of an attribute that is not a time.
    fn width(order: &EvictionOrder, bits: u32) -> u32 {
        let attributes = Self::attributes(order);
        let time = order.by.len() as u32 > attributes;
        let left = if time { bits - TIME_BITS } else { bits };
        left.checked_div(attributes)
            .map_or(32, |width| width.min(32))
    }

    /// `priority` with other values of its attributes: `value` is given each with that of now.
    #[inline(always)]
    pub(super) fn with<K: Packed>(&self, priority: K, value: impl Fn(Attribute, u64) -> u64) -> K {
        let pack = |packed: K, &(attribute, field): &(Attribute, Field)| {
            packed ^ field.pack(value(attribute, field.unpack(priority)))
        };
        self.fields.iter().fold(K::default(), pack)
    }

    /// `priority` with another value of one attribute, if that is in there.
    #[inline(always)]
    pub(super) fn change<K: Packed>(
        &self,
        priority: K,
        attribute: Attribute,
        change: impl FnOnce(u64) -> u64,
    ) -> K {
        let found = self.fields.iter().find(|(it, _)| *it == attribute);
        found.map_or(priority, |(_, field)| {
            let value = field.unpack(priority);
            priority ^ field.pack(value) ^ field.pack(change(value))
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
                let zero = layout.with(0_u128, |_, _| 0);
                let priority = |value: u64| {
                    layout.with(zero, |it, other| match it == attribute {
                        true => value,
                        false => other,
                    })
                };
                let least = priority(0);
                let most = u64::MAX >> (64 - width);
                let [before, at] = [priority(most - 1), priority(most)];
                assert_eq!(before < at, !descending, "{letters} {attribute:?}");
                let is_time = matches!(attribute, Attribute::Entry | Attribute::Exit);
                if width < if is_time { 64 } else { 32 } {
                    assert_eq!(priority(most + 1), at, "{letters} {attribute:?}");
                }
                assert_eq!(
                    layout.change(before, attribute, |it| it + 1),
                    at,
                    "{letters}"
                );
                assert_eq!(
                    layout.change(at, attribute, |it| it.saturating_add(1)),
                    at,
                    "{letters}"
                );
                layout.with(at, |it, value| {
                    assert_eq!(value, if it == attribute { most } else { 0 }, "{letters}");
                    value
                });
                assert_eq!(least, zero, "{letters}");
            }
        }
    }
}
