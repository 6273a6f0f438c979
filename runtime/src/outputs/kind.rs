//! What a file of ours looks like: nothing else is replaced.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::encode::FREQUENCIES_HEADER;
use crate::trail::format::VERSION as TRAIL_HEADER;
use crate::trail::same_model;

/// First line of every graph file.
pub const GRAPH_HEADER: &str = "pvgen-graph 1";

/// A kind of file that an analyzer writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// The path to a violation, of the model in this file.
    Trail(&'static str),
    /// The report as JSON.
    Report,
    /// The graph of a search.
    Graph,
    /// Stored states.
    States,
    /// Invalid end states.
    Ends,
    /// How often bytes occur.
    Frequencies,
}

/// More than this is not read of a file's first line.
const LINE_MAX: u64 = 1 << 20;

impl FileKind {
    /// The option that names the file, without its dashes.
    pub fn option(self) -> &'static str {
        match self {
            Self::Trail(_) => "trail",
            Self::Report => "json",
            Self::Graph => "export",
            Self::States => "dump-states",
            Self::Ends => "dump-ends",
            Self::Frequencies => "byte-frequencies",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Trail(_) => "trail",
            Self::Report => "report",
            Self::Graph => "graph",
            Self::States | Self::Ends => "list of states",
            Self::Frequencies => "table of frequencies",
        }
    }

    /// Refuses a file that is not an earlier one of this kind; an empty one holds nothing to be
    /// lost.
    ///
    /// # Errors
    /// What it is instead, with a remedy; or it cannot be read.
    pub fn check(self, path: &Path) -> io::Result<()> {
        let mut reader = BufReader::new(File::open(path)?);
        let mut line = |text: &mut Vec<u8>| reader.by_ref().take(LINE_MAX).read_until(b'\n', text);
        let (mut first, mut second) = (Vec::new(), Vec::new());
        line(&mut first)?;
        line(&mut second)?;
        let text = String::from_utf8_lossy(&first);
        let is_ours = match self {
            Self::Trail(_) => text.starts_with(family(TRAIL_HEADER)),
            Self::Graph => text.starts_with(family(GRAPH_HEADER)),
            Self::Frequencies => text.starts_with(family(FREQUENCIES_HEADER)),
            Self::Report => {
                let keys = ["\"verdict\": ", "\"states_stored\": "];
                text.starts_with("{\"") && keys.iter().all(|key| text.contains(key))
            }
            Self::States | Self::Ends => is_state(&text),
        };
        let option = self.option();
        let remedy = format!("give another file with --{option}, or remove this one");
        if !is_ours && !first.is_empty() {
            let name = self.name();
            return Err(io::Error::other(format!(
                "the file is not an earlier {name}, and no other is replaced: {remedy}"
            )));
        }
        let second = String::from_utf8_lossy(&second);
        match (self, second.trim_end().strip_prefix("model ")) {
            (Self::Trail(model), Some(other)) if !same_model(model, other) => {
                Err(io::Error::other(format!(
                    "the file is a trail of another model, {other}: {remedy}"
                )))
            }
            _ => Ok(()),
        }
    }
}

/// A header without its version.
fn family(header: &str) -> &str {
    header.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Whether a line is as [`View::line`](crate::view::View::line) writes it for a state with
/// processes, as the first state has them: `x=1 | P[0]@7 i=0`.
fn is_state(line: &str) -> bool {
    let mut words = line.trim_end().split(' ').skip_while(|&word| word != "|");
    let process = words.nth(1).and_then(|word| word.split_once("]@"));
    process.is_some_and(|(name, place)| {
        let pid = name.rsplit_once('[').map_or("", |(_, pid)| pid);
        pid.parse::<u8>().is_ok() && place.parse::<u32>().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_ours_is_known_by_its_beginning() {
        let folder = std::env::temp_dir().join(format!("pvgen-kinds-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        let trail = "pvgen-trail 3\nmodel a/m.pml\ndigest 1\n";
        let report = "{\"model\": \"m\", \"verdict\": \"verified\", \"states_stored\": 1}\n";
        let states = "x=1 q=[1 2] | P[0]@7 i=0 | Q[1]@3\n";
        let (graph, frequencies) = (
            "pvgen-graph 1\nmodel m\n",
            "pvgen byte frequencies 1\n0 5\n",
        );
        let kinds = [
            (FileKind::Trail("a/m.pml"), trail),
            (FileKind::Report, report),
            (FileKind::Graph, graph),
            (FileKind::States, states),
            (FileKind::Ends, states),
            (FileKind::Frequencies, frequencies),
        ];
        let foreign = [
            "byte x;\n",
            "KEY=value\n",
            "{\"name\": \"x\"}\n",
            "\n",
            "a | b\n",
            "\u{fffd}",
        ];
        for (kind, own) in kinds {
            let accepted = |text: &str| {
                std::fs::write(&path, text).unwrap();
                kind.check(&path).is_ok()
            };
            for (_, text) in kinds {
                assert_eq!(accepted(text), text == own, "{kind:?}: {text}");
            }
            assert!(accepted(""), "{kind:?}");
            assert!(!foreign.iter().any(|text| accepted(text)), "{kind:?}");
        }
        std::fs::write(&path, trail).unwrap();
        let of = |model| {
            FileKind::Trail(model)
                .check(&path)
                .map_err(|error| error.to_string())
        };
        assert!(of("./a//m.pml").is_ok(), "the same path, typed otherwise");
        assert!(
            of("b/m.pml")
                .unwrap_err()
                .contains("of another model, a/m.pml: give")
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
