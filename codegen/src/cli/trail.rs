//! Reads the trail files that analyzers write (`docs/trails.md`).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use frontend::interpret::cycles::Fairness;
use frontend::shown;

use super::arguments::ReadArguments;
use super::verdict::Kind;
use super::{Failure, words};

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
    /// The options with which the model's text was read.
    pub reading: Vec<String>,
    /// What it shows.
    pub kind: Kind,
    /// The same in words.
    pub message: String,
    /// The claim whose search has found it.
    pub claim: Option<OfClaim>,
    /// The steps from the initial state.
    pub steps: Vec<Step>,
    /// It is long: its steps are no lines.
    pub is_long: bool,
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

/// A line of a trail, or a step of a long one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A step of the system.
    System(Edge),
    /// A step of the claim: where it stands in the file, and an edge of the place where the claim
    /// stands.
    Claim(usize, usize),
}

impl Step {
    /// One-based line of the file; in a long trail, number of the step.
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
    /// As [`Step::line`].
    pub line: usize,
    /// Process and transition.
    pub by: (usize, u32),
    /// In a handshake, the receiver.
    pub partner: Option<(usize, u32)>,
}

/// Reads a trail file; the steps of a long one only if they are asked for.
pub fn read(path: &Path, with_long: bool) -> Result<Trail, Failure> {
    let file = fs::read(path).map_err(|error| Failure::file("read", shown::path(path), error))?;
    let (text, steps) = split(file);
    let steps = steps.as_deref().map(|steps| with_long.then_some(steps));
    parse(&shown::lines(text), steps).map_err(|(line, expected)| {
        Failure::input(format!("{}:{line}: {expected}", shown::path(path)))
    })
}

/// Writes a trail that is a text already to standard output.
pub fn copy(path: &Path) -> Result<(), Failure> {
    let file = fs::read(path).map_err(|error| Failure::file("read", shown::path(path), error))?;
    super::say(&shown::lines(file))
}

/// The lines of a file, and of a long trail the bytes behind them.
fn split(mut file: Vec<u8>) -> (Vec<u8>, Option<Vec<u8>>) {
    let mut start = 0;
    while let Some(length) = file[start..].iter().position(|byte| *byte == b'\n') {
        let is_last = file[start..].starts_with(b"steps ");
        start += length + 1;
        if is_last {
            let steps = file.split_off(start);
            return (file, Some(steps));
        }
    }
    (file, None)
}

type Wrong = (usize, String);

/// `bytes` are those behind the lines of a long trail, if they are to be read.
fn parse(text: &str, bytes: Option<Option<&[u8]>>) -> Result<Trail, Wrong> {
    let mut lines = (1..).zip(text.lines()).peekable();
    let version = value(&mut lines, 1, "pvgen-trail")
        .map_err(|(line, found)| (line, format!("this is no trail of an analyzer: {found}")))?;
    // Version 3 has neither long trails nor options about the text.
    if !["3", "4"].contains(&version) {
        let what = "this pvgen reads versions 3 and 4: generate the analyzer again and let it write the trail";
        return Err((1, format!("a trail of version {version}; {what}")));
    }
    let model = value(&mut lines, 2, "model")?.to_owned();
    let digest = value(&mut lines, 3, "digest")?.to_owned();
    let (mut unoptimized, mut lossy_sends) = (false, false);
    let options = value(&mut lines, 4, "options")?;
    let options = words::split(options);
    let mut reading = options.ok_or((4, "a quote is missing".to_owned()))?;
    reading.retain(|option| {
        let known = [&mut unoptimized, &mut lossy_sends];
        let names = ["--unoptimized", "--lossy-sends"];
        let mut given = known
            .into_iter()
            .zip(names)
            .filter(|(_, name)| option == name);
        given.next().map(|(is_given, _)| *is_given = true).is_none()
    });
    if ReadArguments::default().with(&reading).is_none() {
        return Err((4, format!("unknown option among `{}`", reading.join(" "))));
    }
    let violation = value(&mut lines, 5, "violation")?;
    let (name, message) = violation.split_once(' ').unwrap_or((violation, ""));
    let kind = Kind::NAMED.iter().find(|(known, _)| *known == name);
    let Some((_, kind)) = kind else {
        return Err((5, format!("`{name}` is no kind of violation")));
    };
    let header = Trail {
        model,
        digest,
        unoptimized,
        lossy_sends,
        reading,
        kind: *kind,
        message: message.to_owned(),
        claim: None,
        steps: Vec::new(),
        is_long: false,
    };
    let mut claim = None;
    if lines
        .peek()
        .is_some_and(|(_, line)| line.starts_with("claim "))
    {
        let name = value(&mut lines, 6, "claim")?.to_owned();
        let fairness = match value(&mut lines, 7, "fairness")? {
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
    if let Some(bytes) = bytes {
        let (number, counts) = lines.next().unwrap_or_default();
        let read = bytes.map(|bytes| long(bytes, counts)).transpose();
        let (steps, cycle) = read.map_err(|what| (number, what))?.unwrap_or_default();
        if let Some(claim) = &mut claim {
            claim.cycle = cycle;
        }
        return Ok(Trail {
            steps,
            is_long: true,
            claim,
            ..header
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
        claim,
        steps,
        ..header
    })
}

/// What follows `key` on the next line.
fn value<'t>(
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

/// The steps of a long trail, and with which of them the cycle begins; `counts` is the line before.
fn long(bytes: &[u8], counts: &str) -> Result<(Vec<Step>, Option<usize>), String> {
    let words: Vec<&str> = counts.split(' ').collect();
    let (count, cycle) = match words[..] {
        ["steps", count] => (count, None),
        ["steps", count, "loop", cycle] => (count, Some(cycle)),
        _ => return Err(format!("expected `steps number`, found `{counts}`")),
    };
    let number = |text: &str| {
        let read = text.parse::<usize>();
        read.map_err(|_| format!("expected a number, found `{text}`"))
    };
    let (count, cycle) = (number(count)?, cycle.map(number).transpose()?);
    let mut reader = Reader {
        bytes,
        last: BTreeMap::new(),
    };
    let mut steps = Vec::new();
    while !reader.bytes.is_empty() {
        let number = steps.len() + 1;
        let step = reader.step(number);
        steps.push(step.ok_or_else(|| format!("step {number} cannot be read"))?);
    }
    match steps.len() == count {
        true => Ok((steps, cycle)),
        false => Err(format!("{} steps follow, not {count}", steps.len())),
    }
}

/// Takes the bytes of a long trail apart.
struct Reader<'b> {
    bytes: &'b [u8],
    /// The transition that each process took last.
    last: BTreeMap<u64, i64>,
}

impl Reader<'_> {
    fn step(&mut self, line: usize) -> Option<Step> {
        let by = self.number()?;
        if by == 0 {
            let edge = usize::try_from(self.number()?).ok()?;
            return Some(Step::Claim(line, edge));
        }
        let by_whom = self.half((by - 1) / 2)?;
        let partner = match by % 2 {
            1 => None,
            _ => {
                let receiver = self.number()?;
                Some(self.half(receiver)?)
            }
        };
        Some(Step::System(Edge {
            line,
            by: by_whom,
            partner,
        }))
    }

    /// A process and the transition that it takes.
    fn half(&mut self, pid: u64) -> Option<(usize, u32)> {
        let difference = i64::try_from(self.number()?).ok()?;
        let last = self.last.entry(pid).or_default();
        *last += match difference % 2 {
            0 => difference / 2,
            _ => -(difference + 1) / 2,
        };
        Some((usize::try_from(pid).ok()?, u32::try_from(*last).ok()?))
    }

    /// Seven bits a byte, the lowest first; the top bit is set where more follow.
    fn number(&mut self) -> Option<u64> {
        let length = 1 + self.bytes.iter().position(|byte| byte & 0x80 == 0)?;
        let (number, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        let higher_first = number.iter().rev();
        (length <= 5).then(|| higher_first.fold(0, |all, byte| all << 7 | u64::from(byte & 0x7f)))
    }
}
