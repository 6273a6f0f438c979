//! Pairs whose names were asked for last: a search goes forth and back, so nearly all are asked for again at once.

use std::sync::Arc;

use super::nodes::Name;
use crate::memory::{Account, Budget, OutOfMemory};
use crate::store::arena::Charge;

/// For each of some thousand places the pair that came there last, of whatever table.
pub(super) struct Recent {
    named: Box<[Named; 1 << BITS]>,
    charge: Charge,
}

#[derive(Clone, Copy)]
struct Named {
    pair: [u32; 2],
    /// The table, plus one; 0 for none.
    table: u32,
    name: Name,
}

const BITS: u32 = 12;
const NOTHING: Named = Named {
    pair: [0; 2],
    table: 0,
    name: 0,
};

impl Recent {
    pub(super) fn new(budget: Arc<Budget>) -> Result<Self, OutOfMemory> {
        let mut charge = Charge::none(budget, Account::Store);
        charge.add(size_of::<[Named; 1 << BITS]>() as u64)?;
        let named = vec![NOTHING; 1 << BITS].into_boxed_slice();
        let named = named
            .try_into()
            .unwrap_or_else(|_| unreachable!("it has that length"));
        Ok(Self { named, charge })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    /// The name of a pair in `table`, which `ask` gives if it is not here.
    #[inline(always)]
    pub(super) fn name(
        &mut self,
        table: u16,
        pair: [u32; 2],
        ask: impl FnOnce() -> Option<Name>,
    ) -> Option<Name> {
        let table = u32::from(table) + 1;
        let named = &mut self.named[place(table, pair)];
        if named.pair != pair || named.table != table {
            let name = ask()?;
            *named = Named { pair, table, name };
        }
        Some(named.name)
    }

    /// Names mean something else now.
    pub(super) fn clear(&mut self) {
        self.named.fill(NOTHING);
    }
}

#[inline(always)]
fn place(table: u32, [left, right]: [u32; 2]) -> usize {
    let all = u64::from(right) << 32 ^ u64::from(left) ^ u64::from(table) << 24;
    (all.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
}
