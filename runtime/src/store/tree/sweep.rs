//! Nodes that no state needs any more.

use std::collections::HashMap;

use super::Tree;
use super::key::OTHER_FORM;
use crate::store::{Handle, HandleSet};

impl Tree {
    /// Takes out the nodes that no root needs. Memory: a bit for each node and number of leaves below it.
    pub(super) fn sweep(&mut self) {
        self.sweeps += 1;
        let bound = |table: u16| self.tables[usize::from(table)].name_bound();
        let mut used: HashMap<(u16, u32), HandleSet> = HashMap::new();
        let mut chains = HandleSet::new(bound(0));
        let mut pair = Vec::new();
        let mut waiting = Vec::new();
        for handle in self.roots.handles() {
            let key = self.roots.key(handle);
            let (number, tops) = self.unpack(key, &mut pair);
            let shape = &self.shapes[number];
            let root = self.mixer.unmix(key);
            if root >> self.root_bits == OTHER_FORM {
                let left = self.left_of(root);
                chains.insert(Handle(left));
                let [_, mut chain] = self.tables[0].pair(left, &mut pair);
                for _ in 2..shape.tops.len() {
                    chains.insert(Handle(chain));
                    [chain, _] = self.tables[0].pair(chain, &mut pair);
                }
            }
            waiting.extend(shape.tops.iter().map(|top| top.cell).zip(tops));
            while let Some((cell, value)) = waiting.pop() {
                let cell = cell as usize;
                if !shape.is_node(cell) {
                    continue;
                }
                let (table, count) = shape.form(cell);
                let set = used.entry((table, count));
                let set = set.or_insert_with(|| HandleSet::new(bound(table)));
                if !set.contains(Handle(value)) {
                    set.insert(Handle(value));
                    let pair = self.tables[usize::from(table)].pair(value, &mut pair);
                    waiting.extend(shape.children[cell].into_iter().zip(pair));
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
        self.lasts.clear();
        self.mark_all();
    }
}
