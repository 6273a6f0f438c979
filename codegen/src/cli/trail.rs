//! Reads the trail files that analyzers write (`docs/trails.md`).

use std::fs;
use std::path::Path;

use frontend::shown;

use super::Failure;
use super::verdict::Kind;

/// A trail file.
#[derive(Debug, PartialEq, Eq)]
pub struct Trail {
    /// The file it was generated from.
    pub model: String,
    /// Its digest.
    pub digest: String,
    /// The analyzer was made with `--unoptimized`.
    pub unoptimized: bool,
    /// The analyzer was made with `--lossy-sends`.
    pub lossy_sends: bool,
    /// What it shows.
    pub kind: Kind,
    /// The same in words.
    pub message: String,
    /// The edges from the initial state.
    pub edges: Vec<Edge>,
}

/// A line of a trail: who moves by which transition of the analyzer's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// One-based line of the file.
    pub line: usize,
    /// Process and transition.
    pub by: (usize, u32),
    /// In a handshake, the receiver.
    pub partner: Option<(usize, u32)>,
}

/// Reads a trail file.
pub fn read(path: &Path) -> Result<Trail, Failure> {
    let text = fs::read(path).map_err(|error| Failure::file("read", shown::path(path), error))?;
    parse(&shown::lines(text)).map_err(|(line, expected)| {
        Failure::input(format!("{}:{line}: {expected}", shown::path(path)))
    })
}

fn parse(text: &str) -> Result<Trail, (usize, String)> {
    let mut lines = (1..).zip(text.lines());
    let mut header = |number: usize, key: &str| {
        let Some((_, line)) = lines.next() else {
            let what = format!("the file ends where `{key}` is expected");
            return Err((number, what));
        };
        match line.strip_prefix(key) {
            Some("") => Ok(""),
            Some(rest) if rest.starts_with(' ') => Ok(&rest[1..]),
            _ => Err((number, format!("expected `{key}`, found `{line}`"))),
        }
    };
    let version = header(1, "pvgen-trail")
        .map_err(|(line, found)| (line, format!("this is no trail of an analyzer: {found}")))?;
    if version != "3" {
        let what =
            "this pvgen reads version 3: generate the analyzer again and let it write the trail";
        return Err((1, format!("a trail of version {version}; {what}")));
    }
    let model = header(2, "model")?.to_owned();
    let digest = header(3, "digest")?.to_owned();
    let (mut unoptimized, mut lossy_sends) = (false, false);
    for option in header(4, "options")?.split_whitespace() {
        match option {
            "--unoptimized" => unoptimized = true,
            "--lossy-sends" => lossy_sends = true,
            other => return Err((4, format!("unknown option `{other}`"))),
        }
    }
    let violation = header(5, "violation")?;
    let (name, message) = violation.split_once(' ').unwrap_or((violation, ""));
    let kind = Kind::NAMED.iter().find(|(known, _)| *known == name);
    let Some((_, kind)) = kind else {
        return Err((5, format!("`{name}` is no kind of violation")));
    };
    let edges = lines.map(|(number, line)| edge(number, line));
    Ok(Trail {
        model,
        digest,
        unoptimized,
        lossy_sends,
        kind: *kind,
        message: message.to_owned(),
        edges: edges.collect::<Result<_, _>>()?,
    })
}

fn edge(line: usize, text: &str) -> Result<Edge, (usize, String)> {
    let bad = || {
        let what = format!("expected `pid transition [pid transition]`, found `{text}`");
        (line, what)
    };
    let fields = text
        .split('#')
        .next()
        .unwrap_or_default()
        .split_whitespace();
    let numbers = fields.map(str::parse).collect::<Result<Vec<u32>, _>>();
    let (by, partner) = match *numbers.map_err(|_| bad())? {
        [pid, transition] => ((pid, transition), None),
        [pid, transition, receiver, received] => ((pid, transition), Some((receiver, received))),
        _ => return Err(bad()),
    };
    let half = |(pid, transition): (u32, u32)| (pid as usize, transition);
    Ok(Edge {
        line,
        by: half(by),
        partner: partner.map(half),
    })
}
