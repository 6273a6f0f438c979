//! Graphs as successor lists.

/// Nodes are numbered from 0, the initial state; all are reachable from there.
pub struct Graph {
    /// For each node where its targets begin, and their end.
    first: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// The initial state is not made yet.
    pub fn new() -> Graph {
        Graph {
            first: vec![0],
            targets: Vec::new(),
        }
    }

    /// With transitions in any order; those of a node keep theirs.
    pub fn of_edges(states: u32, edges: &[(u32, u32)]) -> Graph {
        let mut first = vec![0; states as usize + 1];
        for (source, _) in edges {
            first[*source as usize + 1] += 1;
        }
        for node in 0..states as usize {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut targets = vec![0; edges.len()];
        for (source, target) in edges {
            let place = &mut next[*source as usize];
            targets[*place as usize] = *target;
            *place += 1;
        }
        Graph { first, targets }
    }

    /// Adds a transition of the node that is being made.
    pub fn push(&mut self, target: u32) {
        self.targets.push(target);
    }

    /// The node is made: what follows belongs to the next one.
    pub fn end_node(&mut self) {
        self.first.push(self.targets.len() as u32);
    }

    /// Number of nodes.
    pub fn states(&self) -> usize {
        self.first.len() - 1
    }

    /// The targets of all transitions, in the order of their sources.
    pub fn transitions(&self) -> &[u32] {
        &self.targets
    }

    /// In the order in which a search follows them.
    pub fn successors(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.targets[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// The most states that a depth-first search has on its stack: no cache can be smaller.
    pub fn largest_stack(&self) -> usize {
        let mut reached = vec![false; self.states()];
        let mut stack = vec![self.successors(0).iter()];
        reached[0] = true;
        let mut largest = 1;
        while let Some(rest) = stack.last_mut() {
            match rest.next() {
                None => drop(stack.pop()),
                Some(&target) if reached[target as usize] => (),
                Some(&target) => {
                    reached[target as usize] = true;
                    stack.push(self.successors(target).iter());
                    largest = largest.max(stack.len());
                }
            }
        }
        largest
    }

    /// [`Graph::largest_stack`] in per cent of the states.
    pub fn largest_stack_percent(&self) -> f64 {
        100.0 * self.largest_stack() as f64 / self.states() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 → 1, 2; 1 → 3; 2 → 1, 3; 3 → 0: the path 0 1 3 first, 0 2 then.
    #[test]
    fn successors_and_stack() {
        let mut graph = Graph::new();
        for targets in [&[1, 2][..], &[3], &[1, 3], &[0]] {
            targets.iter().for_each(|&target| graph.push(target));
            graph.end_node();
        }
        assert_eq!(graph.states(), 4);
        assert_eq!(graph.transitions().len(), 6);
        assert_eq!(graph.successors(2), [1, 3]);
        assert_eq!(graph.largest_stack(), 3);
    }
}
