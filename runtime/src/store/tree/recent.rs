//! Nodes whose names were asked for last: a search goes forth and back, so nearly all are asked for
//! again at once.

use std::sync::Arc;

use super::block::NodeBlock;
use super::nodes::Name;
use crate::memory::{Account, Budget, Charge, OutOfMemory};

/// For each of some thousand places the node that came there last, of whatever table.
pub(super) struct RecentNodes {
    named: Box<[NodeBlock; 1 << BITS]>,
    charge: Charge,
}

const BITS: u32 = 11;

impl RecentNodes {
    pub(super) fn new(budget: Arc<Budget>) -> Result<Self, OutOfMemory> {
        let mut charge = Charge::none(budget, Account::Store);
        charge.add(size_of::<[NodeBlock; 1 << BITS]>() as u64)?;
        let named = Box::new([NodeBlock::NONE; 1 << BITS]);
        Ok(Self { named, charge })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    /// The name of a node whose children have this hash, which `ask` gives if it is not here.
    #[inline(always)]
    pub(super) fn name(
        &mut self,
        block: &NodeBlock,
        hash: u64,
        ask: impl FnOnce() -> Option<Name>,
    ) -> Option<Name> {
        let named = &mut self.named[(block.place(hash) >> (u64::BITS - BITS)) as usize];
        if !named.is_like(block) {
            let name = ask()?;
            *named = *block;
            named.set_name(name);
        }
        Some(named.name())
    }

    /// Names mean something else now.
    pub(super) fn clear(&mut self) {
        self.named.fill(NodeBlock::NONE);
    }
}
