//! Graphs that analyzers have exported (`docs/exported-graphs.md`).

use super::graph::Graph;
use std::fs;
use std::path::Path;

/// Reads a file of `--export`.
///
/// # Errors
/// It is not such a file, or not a whole one.
pub fn read(path: &Path) -> Result<Graph, String> {
    let said = |problem: &str| format!("{}: {problem}", path.display());
    let bytes = fs::read(path).map_err(|e| said(&e.to_string()))?;
    parse(&bytes).map_err(said)
}

fn parse(bytes: &[u8]) -> Result<Graph, &'static str> {
    if !bytes.starts_with(b"pvgen-graph 1\n") {
        return Err("not a graph of version 1");
    }
    let end = bytes.windows(2).position(|pair| pair == b"\n\n");
    let mut rest = &bytes[end.ok_or("a header without an end")? + 2..];
    let mut states = 1;
    let mut path = vec![0];
    let mut edges: Vec<(u32, u32)> = Vec::new();
    while let Some(&current) = path.last() {
        match number(&mut rest)? {
            0 => drop(path.pop()),
            1 => {
                edges.push((current, states));
                path.push(states);
                states += 1;
            }
            known if known - 2 < states => edges.push((current, known - 2)),
            _ => return Err("an edge to a state that is not known yet"),
        }
    }
    match rest {
        [] => Ok(Graph::of_edges(states, &edges)),
        _ => Err("something stands behind the end"),
    }
}

/// Takes a number of seven bits a byte.
fn number(rest: &mut &[u8]) -> Result<u32, &'static str> {
    let mut number = 0u32;
    for shift in (0..u32::BITS).step_by(7) {
        let (&byte, behind) = rest.split_first().ok_or("not whole")?;
        *rest = behind;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err("a number that is too long")
}

#[cfg(test)]
mod tests {
    use super::super::search::{Bounds, End, search};
    use super::*;
    use std::time::Duration;
    use support::analyzer::{self, Analyzer, Recipe};
    use support::examples;
    use support::report::Report;

    fn graph(steps: &[u8]) -> Result<Graph, &'static str> {
        parse(&[b"pvgen-graph 1\nmodel m\n\n", steps].concat())
    }

    #[test]
    fn edges_come_in_the_order_of_execution() {
        // 0 -> 1 -> 2 -> 0, 2 -> 3; then 1 -> 3, 0 -> 0
        let graph = graph(&[1, 1, 2, 1, 0, 0, 5, 0, 2, 0]).unwrap();
        let successors: Vec<&[u32]> = (0..4).map(|node| graph.successors(node)).collect();
        assert_eq!(successors, [&[1, 0][..], &[2, 3], &[0, 3], &[]]);
        assert_eq!(graph.largest_stack(), 4);
    }

    #[test]
    fn long_numbers() {
        let mut bytes: &[u8] = &[0xac, 0x02, 0x7f, 0xff, 0xff, 0xff, 0xff, 0x0f];
        let numbers = [0; 3].map(|_| number(&mut bytes));
        assert_eq!(numbers, [Ok(300), Ok(127), Ok(u32::MAX)]);
    }

    #[test]
    fn what_is_no_graph() {
        let wrong = |steps: &[u8]| graph(steps).err();
        assert_eq!(wrong(&[1, 0]), Some("not whole"));
        assert_eq!(
            wrong(&[1, 0, 0, 0]),
            Some("something stands behind the end")
        );
        assert_eq!(
            wrong(&[3, 0]),
            Some("an edge to a state that is not known yet")
        );
        assert!(parse(b"pvgen-graph 2\n\n\0").is_err());
    }

    fn run(analyzer: &Analyzer, folder: &Path, arguments: &[&str]) -> Report {
        let arguments = [&["--memory", "512M", "--errors", "all"], arguments].concat();
        let outcome = analyzer.run_in(folder, &arguments, Duration::from_secs(120));
        outcome.report().clone()
    }

    /// States, edges and the longest path are those of the report; and a search of the graph does
    /// what the analyzer does, also with a cache: it visits as often, and meets as often.
    #[test]
    fn a_search_of_the_graph_is_the_same_search() {
        let models = [
            ("mutual-exclusion/peterson.pml", vec![]),
            (
                "pftp.pml",
                vec!["NO_LOSS", "CALLS1=0", "W=1", "M=2", "FILE=1"],
            ),
            ("channels/call-back.pml", vec!["CLIENTS=2"]),
            ("puzzles/philosophers.pml", vec!["N=5", "SAME_HAND"]),
        ];
        let recipes: Vec<Recipe> = models
            .into_iter()
            .map(|(model, defines)| Recipe::new(examples().join(model)).defines(defines))
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let mut forgotten = 0;
        for (recipe, built) in recipes.iter().zip(analyzer::build_quickly(&recipes)) {
            let analyzer = built.unwrap_or_else(|refused| panic!("{}", refused.all_output()));
            for reduce in ["none", "persistent"] {
                let name = format!("{} {reduce}", recipe.model.display());
                let full = run(
                    &analyzer,
                    folder.path(),
                    &["--reduce", reduce, "--export", "g"],
                );
                let graph = read(&folder.path().join("g")).unwrap();
                assert_eq!(graph.states() as u64, full.states_stored, "{name}");
                // The report counts one for the initial state.
                assert_eq!(
                    graph.transitions().len() as u64 + 1,
                    full.transitions,
                    "{name}"
                );
                assert_eq!(
                    graph.largest_stack() as u64,
                    full.stack_states_peak,
                    "{name}"
                );
                if reduce != "none" {
                    continue;
                }
                let least = graph.largest_stack() + graph.states() / 20;
                for cache in [graph.states(), graph.states() * 3 / 4, least] {
                    for letters in ["X", "e", "OX", "DIe", "IoX", "XS"] {
                        let cached =
                            format!("{} --cache {cache} --replace {letters}", "--reduce none");
                        let arguments: Vec<&str> = cached.split(' ').collect();
                        let arguments = [&arguments[..], &["--work-limit", "20"]].concat();
                        let report = run(&analyzer, folder.path(), &arguments);
                        if report.reason.is_some() {
                            continue;
                        }
                        let bounds = Bounds {
                            cache_states: cache,
                            visited_max: u64::MAX,
                        };
                        let end = search(&graph, &letters.parse().unwrap(), 0, bounds);
                        assert_eq!(end, End::Complete(report.states_visited), "{name} {cached}");
                        forgotten += report.states_visited - full.states_stored;
                    }
                }
            }
        }
        assert!(forgotten > 10_000, "{forgotten}");
    }
}
