//! Reads the trail files that analyzers write (`docs/trails.md`).

use std::fs;
use std::path::Path;

use frontend::interpret::cycles::Fairness;
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
    /// The claim whose search has found it.
    pub claim: Option<OfClaim>,
    /// The steps from the initial state.
    pub steps: Vec<Step>,
}

/// What the trail of a claim says beside its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfClaim {
    /// Which it is.
    pub name: String,
    /// Which runs count.
    pub fairness: Fairness,
    /// The step with which the cycle begins.
    pub cycle: Option<usize>,
}

/// A line of a trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A step of the system.
    System(Edge),
    /// A step of the claim: the one-based line, and an edge of the place where it stands.
    Claim(usize, usize),
}

impl Step {
    /// One-based line of the file.
    pub fn line(&self) -> usize {
        match self {
            Self::System(edge) => edge.line,
            Self::Claim(line, _) => *line,
        }
    }
}

/// Who moves by which transition of the analyzer's table.
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

type Wrong = (usize, String);

fn parse(text: &str) -> Result<Trail, Wrong> {
    let mut lines = (1..).zip(text.lines()).peekable();
    let version = header(&mut lines, 1, "pvgen-trail")
        .map_err(|(line, found)| (line, format!("this is no trail of an analyzer: {found}")))?;
    if version != "3" {
        let what =
            "this pvgen reads version 3: generate the analyzer again and let it write the trail";
        return Err((1, format!("a trail of version {version}; {what}")));
    }
    let model = header(&mut lines, 2, "model")?.to_owned();
    let digest = header(&mut lines, 3, "digest")?.to_owned();
    let (mut unoptimized, mut lossy_sends) = (false, false);
    for option in header(&mut lines, 4, "options")?.split_whitespace() {
        match option {
            "--unoptimized" => unoptimized = true,
            "--lossy-sends" => lossy_sends = true,
            other => return Err((4, format!("unknown option `{other}`"))),
        }
    }
    let violation = header(&mut lines, 5, "violation")?;
    let (name, message) = violation.split_once(' ').unwrap_or((violation, ""));
    let kind = Kind::NAMED.iter().find(|(known, _)| *known == name);
    let Some((_, kind)) = kind else {
        return Err((5, format!("`{name}` is no kind of violation")));
    };
    let mut claim = None;
    if lines
        .peek()
        .is_some_and(|(_, line)| line.starts_with("claim "))
    {
        let name = header(&mut lines, 6, "claim")?.to_owned();
        let fairness = match header(&mut lines, 7, "fairness")? {
            "none" => Fairness::Unfair,
            "weak" => Fairness::Weak,
            "strong" => Fairness::Strong,
            other => return Err((7, format!("`{other}` is no fairness"))),
        };
        claim = Some(OfClaim {
            name,
            fairness,
            cycle: None,
        });
    }
    let mut steps = Vec::new();
    for (number, line) in lines {
        let text = line.split('#').next().unwrap_or_default().trim();
        match &mut claim {
            Some(claim) if text == "loop" && claim.cycle.is_none() => {
                claim.cycle = Some(steps.len());
            }
            _ if text == "loop" => return Err((number, "a `loop` too many".to_owned())),
            _ => steps.push(step(number, text)?),
        }
    }
    Ok(Trail {
        model,
        digest,
        unoptimized,
        lossy_sends,
        kind: *kind,
        message: message.to_owned(),
        claim,
        steps,
    })
}

/// What follows `key` on the next line.
fn header<'t>(
    lines: &mut impl Iterator<Item = (usize, &'t str)>,
    number: usize,
    key: &str,
) -> Result<&'t str, Wrong> {
    let Some((_, line)) = lines.next() else {
        let what = format!("the file ends where `{key}` is expected");
        return Err((number, what));
    };
    match line.strip_prefix(key) {
        Some("") => Ok(""),
        Some(rest) if rest.starts_with(' ') => Ok(&rest[1..]),
        _ => Err((number, format!("expected `{key}`, found `{line}`"))),
    }
}

fn step(line: usize, text: &str) -> Result<Step, Wrong> {
    let Some(edge) = text.strip_prefix("claim ") else {
        return edge(line, text).map(Step::System);
    };
    let edge = edge.parse().map_err(|_| {
        let what = format!("expected `claim edge`, found `{text}`");
        (line, what)
    })?;
    Ok(Step::Claim(line, edge))
}

fn edge(line: usize, text: &str) -> Result<Edge, (usize, String)> {
    let bad = || {
        let what = format!("expected `pid transition [pid transition]`, found `{text}`");
        (line, what)
    };
    let fields = text.split_whitespace();
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
