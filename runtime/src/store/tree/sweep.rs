//! Nodes that no state needs any more.

use std::collections::HashMap;

use super::Tree;
use super::key::OTHER_FORM;
use crate::store::{Handle, HandleSet};

impl Tree {
    /// What sweeping needs for a moment: a bit for each node of each form, for those of chains, and for all nodes of the table that is swept.
    pub(super) fn sweep_bytes(&self) -> u64 {
        let bytes = |table: u16| self.tables[usize::from(table)].name_bound() as u64 / 8;
        let of_forms: u64 = self.forms.iter().map(|&(table, _)| bytes(table)).sum();
        let tables = 0..self.tables.len() as u16;
        of_forms + bytes(0) + tables.map(bytes).max().unwrap_or(0)
    }

    /// Takes out the nodes that no root needs. Memory: [`sweep_bytes`](Self::sweep_bytes).
    pub(super) fn sweep(&mut self) {
        self.sweeps += 1;
        let bound = |table: u16| self.tables[usize::from(table)].name_bound();
        let mut used: HashMap<(u16, u32), HandleSet> = HashMap::new();
        let mut chains = HandleSet::new(bound(0));
        let mut pair = Vec::new();
        let mut waiting = Vec::new();
        for handle in self.roots.handles() {
            let key = self.roots.key(handle);
            let number = self.descend(key, &mut waiting, &mut pair, |number, cell, value| {
                let shape = &self.shapes[number];
                if !shape.is_node(cell) {
                    return false;
                }
                let (table, count) = shape.form(cell);
                let set = used.entry((table, count));
                let set = set.or_insert_with(|| HandleSet::new(bound(table)));
                let is_new = !set.contains(Handle(value));
                set.insert(Handle(value));
                is_new
            });
            let root = self.mixer.unmix(key);
            if root >> self.root_bits == OTHER_FORM {
                let left = self.left_of(root);
                chains.insert(Handle(left));
                let [_, mut chain] = self.tables[0].pair(left, &mut pair);
                for _ in 2..self.shapes[number].tops.len() {
                    chains.insert(Handle(chain));
                    [chain, _] = self.tables[0].pair(chain, &mut pair);
                }
            }
        }
        for (number, table) in self.tables.iter_mut().enumerate() {
            let of_table = used
                .iter()
                .filter(|((table, _), _)| usize::from(*table) == number);
            let of_table = of_table.map(|(_, set)| set);
            let chains = (number == 0).then_some(&chains);
            table.sweep(&of_table.chain(chains).collect::<Vec<_>>());
        }
        self.recent.clear();
        self.lasts.clear();
        self.last.forget();
    }
}
