//! Strongly connected components.

/// The component of each node. An edge leads to a component with the same number or a smaller one.
///
/// `target(node, index)` is where the edge with this index leads, `None` behind the last. Without
/// recursion: graphs can be as deep as they are large. (Gabow, *Path-based depth-first search*,
/// 2000.)
pub fn components(nodes: usize, target: impl Fn(usize, usize) -> Option<usize>) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let mut component = vec![NEW; nodes];
    let mut number = vec![NEW; nodes];
    let (mut found, mut finished) = (0, 0);
    // Nodes without a component yet, where the parts that are known to be connected begin among
    // them, and the path with the next edge of each node.
    let (mut live, mut roots, mut path) = (Vec::new(), Vec::new(), Vec::new());
    for first in 0..nodes {
        if number[first] == NEW {
            path.push((first, 0));
        }
        while let Some((node, index)) = path.last_mut() {
            let node = *node;
            if *index == 0 {
                number[node] = found;
                found += 1;
                roots.push(number[node]);
                live.push(node);
            }
            let next = target(node, *index);
            *index += 1;
            match next {
                Some(next) if number[next] == NEW => path.push((next, 0)),
                Some(next) if component[next] == NEW => {
                    while roots.last().is_some_and(|root| *root > number[next]) {
                        roots.pop();
                    }
                }
                Some(_) => {}
                None => {
                    path.pop();
                    if roots.last() == Some(&number[node]) {
                        roots.pop();
                        while let Some(member) = live.pop() {
                            component[member] = finished;
                            if member == node {
                                break;
                            }
                        }
                        finished += 1;
                    }
                }
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn in_reverse_topological_order() {
        let edges: [&[usize]; 6] = [&[1, 4], &[2], &[1, 3], &[3], &[0, 5], &[]];
        let found = components(6, |node, index| edges[node].get(index).copied());
        assert_eq!(found[1], found[2]);
        assert_eq!(found[0], found[4]);
        assert!(found[0] > found[1] && found[1] > found[3] && found[0] > found[5]);
    }
}
