//! Nodes that no state needs any more.

use std::collections::BTreeMap;

use super::Tree;
use super::key::Scratch;
use super::shape::CHAINS;
use crate::limits::Stop;
use crate::store::{Handle, HandleSet};

/// Names of nodes that some state needs, by the [form](super::shape::Shape::form) of the node.
type Used = BTreeMap<(u16, u32), HandleSet>;

impl Tree {
    /// What sweeping needs for a moment: a bit for each node of each form, for those of chains, and
    /// for all nodes of the table that is swept.
    pub(super) fn sweep_bytes(&self) -> u64 {
        let bytes = |table: u16| self.tables[usize::from(table)].name_bound() as u64 / 8;
        let of_forms: u64 = self.forms.iter().map(|&(table, _)| bytes(table)).sum();
        let tables = 0..self.tables.len() as u16;
        of_forms + bytes(CHAINS) + tables.map(bytes).max().unwrap_or(0)
    }

    /// Takes out the nodes that no root needs. Memory: [`sweep_bytes`](Self::sweep_bytes).
    ///
    /// # Errors
    /// It had to end, having taken out less.
    pub(super) fn sweep(&mut self) -> Result<(), Stop> {
        let steps = self.roots.len() + self.nodes() as u64;
        let mut task = self.budget.begin("sweeping nodes", steps);
        self.sweeps += 1;
        let bound = |table: u16| self.tables[usize::from(table)].name_bound();
        let mut used: Used = BTreeMap::new();
        let mut pair = Vec::new();
        let mut scratch = Scratch::default();
        for handle in task.each(self.roots.handles()) {
            let key = self.roots.key(handle);
            let is_new = |used: &mut Used, number: usize, node: usize, name| {
                let form = self.shapes[number].form(node);
                let set = used.entry(form);
                let set = set.or_insert_with(|| HandleSet::new(bound(form.0)));
                set.insert(Handle(name))
            };
            let number = self.descend(key, &mut scratch, &mut used, is_new, |_, _, _, _| {});
            if let Some(other) = self.other(self.address.root(key)) {
                let chains = used.entry((CHAINS, 0));
                let chains = chains.or_insert_with(|| HandleSet::new(bound(CHAINS)));
                chains.insert(Handle(other.left));
                let [_, mut chain] = self.pair(other.left, &mut pair);
                let behind = usize::from(other.last.is_some());
                for _ in 1 + behind..self.shapes[number].subtrees.len() {
                    chains.insert(Handle(chain));
                    [chain, _] = self.pair(chain, &mut pair);
                }
            }
        }
        task.end()?;
        for (number, table) in (0..).zip(&mut self.tables) {
            let used = used.range((number, 0)..=(number, u32::MAX));
            let used: Vec<_> = used.map(|(_, set)| set).collect();
            table.sweep(&used, &mut task)?;
        }
        self.recent.clear();
        self.last.forget();
        Ok(())
    }
}
