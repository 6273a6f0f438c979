//! The form of the tree over a number of leaves.
//!
//! Below the root every range of leaves is halved as long as there is more than one. The root itself has two children or more, its *tops*, each with a field of its own width in the key.
//! At first they are the two halves; later it is [`cut`](super::cut) where it is best.
//!
//! ```text
//! cell   0 … n-1 leaves │ n always zero │ n+1 root │ nodes, each behind its parent
//! ```

use std::ops::Range;

/// Most tops.
pub(super) const TOPS_MAX: usize = 8;

/// A tree, by the cells of its leaves and nodes.
pub(super) struct Shape {
    pub(super) kind: Kind,
    pub(super) cells: Vec<Cell>,
    /// The children of the root.
    pub(super) tops: Vec<Top>,
    /// Leaves below each cell.
    counts: Vec<u32>,
}

/// What a tree is made of.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    /// The children of a node; of other cells without meaning.
    pub(super) children: [u32; 2],
    /// The cell above, of a top [`IN_ROOT`].
    pub(super) parent: u32,
    /// The table with the names of a node: 0, or one of its own for a top.
    pub(super) table: u16,
    /// Of a top, as in [`Top`].
    pub(super) shift: u8,
    pub(super) width: u8,
}

pub(super) const IN_ROOT: u32 = u32::MAX;

impl Cell {
    const NEW: Self = Self {
        children: [0; 2],
        parent: IN_ROOT,
        table: 0,
        shift: 0,
        width: 0,
    };
}

/// Which states have trees of one form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    pub(super) leaves: usize,
    /// Only bits that are used are in the leaves.
    pub(super) is_packed: bool,
    /// The two leaves are the tops.
    pub(super) is_direct: bool,
}

/// A child of the root, and where its name stands in the key.
#[derive(Clone, Copy)]
pub(super) struct Top {
    pub(super) cell: u32,
    pub(super) shift: u32,
    pub(super) width: u32,
}

/// The leaves below a top, and bits for its name.
pub(super) type Cut = (Range<usize>, u32);

impl Shape {
    /// With two halves, each named in so many bits, or two leaves in all bits of the root.
    pub(super) fn halves(kind: Kind, name_bits: u32, root_bits: u32) -> Self {
        let [first, second] = halves(&(0..kind.leaves));
        let widths = match kind.is_direct {
            true => [32, root_bits.saturating_sub(32)],
            false => [name_bits; 2],
        };
        Self::with_cut(kind, &[(first, widths[0]), (second, widths[1])], || 0)
    }

    /// With these tops, the names of each of which are in a table of its own.
    pub(super) fn with_cut(kind: Kind, cut: &[Cut], mut table: impl FnMut() -> u16) -> Self {
        let cells = kind.leaves + 1;
        let mut shape = Self {
            kind,
            cells: vec![Cell::NEW; cells],
            tops: Vec::new(),
            counts: vec![1; cells],
        };
        // The root has a cell, but no values.
        shape.node(kind.leaves);
        let mut shift = 0;
        for (range, width) in cut {
            let cell = match range.len() {
                0 => kind.leaves,
                1 if kind.is_direct => range.start,
                // A leaf has more bits than the name of a node.
                1 => shape.only_child(range.start),
                _ => shape.subtree(range),
            };
            shape.cells[cell] = Cell {
                parent: IN_ROOT,
                table: table(),
                shift: shift as u8,
                width: *width as u8,
                ..shape.cells[cell]
            };
            let (cell, width) = (cell as u32, *width);
            shape.tops.push(Top { cell, shift, width });
            shift += width;
        }
        shape
    }

    fn node(&mut self, count: usize) -> usize {
        self.cells.push(Cell::NEW);
        self.counts.push(count as u32);
        self.cells.len() - 1
    }

    fn adopt(&mut self, parent: usize, children: [usize; 2]) {
        self.cells[parent].children = children.map(|child| child as u32);
        for child in children {
            self.cells[child].parent = parent as u32;
        }
    }

    fn only_child(&mut self, leaf: usize) -> usize {
        let node = self.node(1);
        self.adopt(node, [leaf, self.kind.leaves]);
        node
    }

    fn subtree(&mut self, range: &Range<usize>) -> usize {
        if range.len() == 1 {
            return range.start;
        }
        let node = self.node(range.len());
        let children = halves(range).map(|half| self.subtree(&half));
        self.adopt(node, children);
        node
    }

    /// The cells of nodes, each behind its parent.
    pub(super) fn nodes(&self) -> Range<usize> {
        self.kind.leaves + 2..self.cells.len()
    }

    /// Whether a cell is a node or the root.
    pub(super) fn is_node(&self, cell: usize) -> bool {
        cell > self.kind.leaves
    }

    /// Leaves below a top.
    pub(super) fn leaves_below(&self, top: usize) -> usize {
        match top == self.kind.leaves {
            true => 0,
            false => self.counts[top] as usize,
        }
    }

    /// Table of a node, and leaves below it: nodes that are alike in both have trees of one form.
    pub(super) fn form(&self, node: usize) -> (u16, u32) {
        (self.cells[node].table, self.counts[node])
    }
}

/// The two halves of a range, the second perhaps empty.
pub(super) fn halves(range: &Range<usize>) -> [Range<usize>; 2] {
    let middle = range.start + range.len().div_ceil(2);
    [range.start..middle, middle..range.end]
}
