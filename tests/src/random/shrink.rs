//! A smaller program with the same difference.
//!
//! Statements, options, declarations and processes are left out, many at a time first; a statement
//! is replaced by those inside it, an expression by a part of it or a constant. Whatever makes no
//! sense any more is refused by somebody and so has no difference.

use super::tree::{List, Node, Part, Sort};

/// One way to make a program smaller.
#[derive(Clone, Debug)]
enum Edit {
    /// Leave out this many items of a list from this one on.
    Remove {
        list: Vec<usize>,
        from: usize,
        count: usize,
    },
    /// Put this in the place of a node.
    Replace { node: Vec<usize>, by: Node },
    /// Put these in the place of an item of a list.
    Splice {
        list: Vec<usize>,
        at: usize,
        by: Vec<Node>,
    },
}

/// Shrinks `program` as long as `same` says that the difference is still there, asking at most
/// `most` times.
pub fn shrink(program: &Node, most: usize, mut same: impl FnMut(&Node) -> bool) -> Node {
    let mut smallest = program.clone();
    let mut asked = 0;
    loop {
        let before = smallest.clone();
        let mut todo = edits(&smallest);
        let mut next = 0;
        while next < todo.len() && asked < most {
            let mut candidate = smallest.clone();
            apply(&mut candidate, &todo[next]);
            asked += 1;
            if candidate != smallest && same(&candidate) {
                // On from the same place: what comes before did not work.
                todo = edits(&candidate);
                smallest = candidate;
            } else {
                next += 1;
            }
        }
        if smallest == before || asked == most {
            return smallest;
        }
    }
}

/// Edits of a program, large ones first.
fn edits(program: &Node) -> Vec<Edit> {
    let mut found = Vec::new();
    collect(program, &mut Vec::new(), &mut found);
    found.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    found.into_iter().map(|(_, edit)| edit).collect()
}

/// Adds the edits below a node with how much they take away; `path` leads to it, as positions of
/// parts and items in turn.
fn collect(node: &Node, path: &mut Vec<usize>, found: &mut Vec<(usize, Edit)>) {
    if node.sort == Sort::Value {
        let size = node.print().len();
        for by in simpler(node) {
            let node = path.clone();
            found.push((
                size.saturating_sub(by.print().len()),
                Edit::Replace { node, by },
            ));
        }
    }
    for (position, part) in node.parts.iter().enumerate() {
        path.push(position);
        if let Part::List(list) = part {
            of_list(list, path, found);
        }
        for (index, child) in part.nodes().iter().enumerate() {
            path.push(index);
            collect(child, path, found);
            path.pop();
        }
        path.pop();
    }
}

fn of_list(list: &List, path: &[usize], found: &mut Vec<(usize, Edit)>) {
    let sizes: Vec<usize> = list.items.iter().map(|item| item.print().len()).collect();
    let spare = list.items.len().saturating_sub(list.least);
    let mut count = spare;
    while count > 0 {
        for from in (0..=list.items.len() - count).step_by(count) {
            let list = path.to_vec();
            let size = sizes[from..from + count].iter().sum();
            found.push((size, Edit::Remove { list, from, count }));
        }
        count /= 2;
    }
    for (at, item) in list.items.iter().enumerate() {
        for by in insides(item) {
            let left: usize = by.iter().map(|node| node.print().len()).sum();
            let size = sizes[at].saturating_sub(left);
            let list = path.to_vec();
            found.push((size, Edit::Splice { list, at, by }));
        }
    }
}

/// What may stand for an expression.
fn simpler(value: &Node) -> Vec<Node> {
    let constants = ["0", "1"].map(|text| Node::text(Sort::Value, text));
    let printed = value.print();
    if constants.iter().any(|constant| constant.print() == printed) {
        return Vec::new();
    }
    let inside = value.descendants().into_iter();
    let inside = inside.filter(|node| node.sort == Sort::Value).cloned();
    constants.into_iter().chain(inside).collect()
}

/// The sequences of statements directly inside a statement or an option.
fn insides(item: &Node) -> Vec<Vec<Node>> {
    if item.sort != Sort::Step {
        return Vec::new();
    }
    let mut found = Vec::new();
    sequences(item, &mut found);
    found
}

fn sequences(node: &Node, found: &mut Vec<Vec<Node>>) {
    for part in &node.parts {
        match part {
            Part::List(list) if list.items.iter().all(|it| it.sort == Sort::Step) => {
                found.push(list.items.clone());
            }
            Part::Node(inner) if inner.sort == Sort::Step => found.push(vec![inner.clone()]),
            part => part
                .nodes()
                .iter()
                .for_each(|inner| sequences(inner, found)),
        }
    }
}

fn apply(program: &mut Node, edit: &Edit) {
    match edit {
        Edit::Remove { list, from, count } => {
            list_at(program, list).items.drain(*from..from + count);
        }
        Edit::Replace { node, by } => *node_at(program, node) = by.clone(),
        Edit::Splice { list, at, by } => {
            list_at(program, list)
                .items
                .splice(*at..=*at, by.iter().cloned());
        }
    }
}

fn node_at<'a>(mut node: &'a mut Node, path: &[usize]) -> &'a mut Node {
    for pair in path.chunks(2) {
        node = &mut node.parts[pair[0]].nodes_mut()[pair[1]];
    }
    node
}

fn list_at<'a>(program: &'a mut Node, path: &[usize]) -> &'a mut List {
    let (position, node) = path.split_last().expect("a list is a part of a node");
    match &mut node_at(program, node).parts[*position] {
        Part::List(list) => list,
        _ => unreachable!("the path was made for a list"),
    }
}
