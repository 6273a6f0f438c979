//! Nodes that no state needs any more.

use std::collections::HashMap;

use super::Tree;
use super::key::{OTHER_FORM, Scratch};
use super::nodes::Name;
use super::shape::CHAINS;
use crate::limits::Stop;
use crate::store::{Handle, HandleSet};

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
        let mut used: HashMap<(u16, u32), HandleSet> = HashMap::new();
        let mut chains = HandleSet::new(bound(CHAINS));
        let mut pair = Vec::new();
        let mut scratch = Scratch::default();
        for handle in task.each(self.roots.handles()) {
            let key = self.roots.key(handle);
            let is_new = |used: &mut HashMap<_, _>, number: usize, node: usize, name: Name| {
                let (table, count) = self.shapes[number].form(node);
                let set = used.entry((table, count));
                let set = set.or_insert_with(|| HandleSet::new(bound(table)));
                let is_new = !set.contains(Handle(name));
                set.insert(Handle(name));
                is_new
            };
            let number = self.descend(key, &mut scratch, &mut used, is_new, |_, _, _, _| {});
            let root = self.address.root(key);
            if root >> self.root_bits == OTHER_FORM {
                let left = self.left_of(root);
                chains.insert(Handle(left));
                let [_, mut chain] = self.pair(left, &mut pair);
                for _ in 2..self.shapes[number].subtrees.len() {
                    chains.insert(Handle(chain));
                    [chain, _] = self.pair(chain, &mut pair);
                }
            }
        }
        task.end()?;
        for (number, table) in self.tables.iter_mut().enumerate() {
            let of_table = used
                .iter()
                .filter(|((table, _), _)| usize::from(*table) == number);
            let of_table = of_table.map(|(_, set)| set);
            let chains = (number == usize::from(CHAINS)).then_some(&chains);
            let used: Vec<_> = of_table.chain(chains).collect();
            table.sweep(&used, &mut task)?;
        }
        self.recent.clear();
        self.last.forget();
        Ok(())
    }
}
