//! A trail as a file: header lines, then a line for each step, of which what follows `#` is for the
//! reader. A long one has [few bytes](compact) for each step instead, which no one would read.

use std::fmt::Write;

use super::{OfClaim, Trail, compact};
use crate::claim::Fairness;
use crate::model::TransitionId;
use crate::step::{Move, RunStep};
use crate::violation::Kind;

/// First line of every trail file.
pub const VERSION: &str = "pvgen-trail 4";

/// The name of each fairness.
const FAIRNESS: [(&str, Fairness); 3] = [
    ("none", Fairness::Unfair),
    ("weak", Fairness::Weak),
    ("strong", Fairness::Strong),
];

/// Stands before the first step of the cycle.
const LOOP: &str = "loop";

/// Says how many steps follow in few bytes each, and with which the cycle begins.
const STEPS: &str = "steps";

/// Trails of more steps are long: they have nothing for the reader. To describe a step takes some
/// microseconds, and a hundred bytes.
const LONG: usize = 1_000;

/// Whether only both ends of a trail are described.
pub fn is_long(trail: &Trail) -> bool {
    trail.steps.len() > LONG
}

/// The file. `comments` has the text after `#` for each step of the system, or is empty; a long
/// trail has none.
pub fn write(trail: &Trail, comments: &[String]) -> Vec<u8> {
    if !is_long(trail) {
        let mut text = header(trail);
        let mut comments = comments.iter();
        for number in 0..trail.steps.len() {
            write_step(trail, number, &mut comments, &mut text);
        }
        return text.into_bytes();
    }
    let mut text = header(trail);
    let _ = write!(text, "{STEPS} {}", trail.steps.len());
    if let Some(cycle) = trail.cycle() {
        let _ = write!(text, " {LOOP} {cycle}");
    }
    text.push('\n');
    let mut bytes = text.into_bytes();
    compact::write(&trail.steps, &mut bytes);
    bytes
}

/// The lines before the steps.
pub fn header(trail: &Trail) -> String {
    let header = [
        VERSION.to_string(),
        format!("model {}", trail.model),
        format!("digest {}", trail.digest),
        format!("options {}", trail.options),
        format!("violation {} {}", trail.kind.name(), trail.message),
    ];
    let of_claim = trail.claim.iter().flat_map(|claim| {
        let mut named = FAIRNESS.iter().filter(|named| named.1 == claim.fairness);
        let fairness = named.next().map_or("", |named| named.0);
        [
            format!("claim {}", claim.name),
            format!("fairness {fairness}"),
        ]
    });
    let mut text = String::new();
    for line in header.into_iter().chain(of_claim) {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The lines of a step, from 0 on.
pub fn write_step<'c>(
    trail: &Trail,
    number: usize,
    comments: &mut impl Iterator<Item = &'c String>,
    text: &mut String,
) {
    if trail.cycle() == Some(number) {
        let _ = writeln!(text, "{LOOP}");
    }
    match trail.steps[number] {
        RunStep::Claim(edge) => {
            let _ = write!(text, "claim {edge}");
        }
        RunStep::System(edge) => {
            let _ = write!(text, "{} {}", edge.pid, edge.transition.0);
            if let Some((pid, transition)) = edge.partner {
                let _ = write!(text, " {pid} {}", transition.0);
            }
            if let Some(comment) = comments.next() {
                let _ = write!(text, "  # {comment}");
            }
        }
    }
    text.push('\n');
}

/// Reads a trail file.
///
/// # Errors
/// The line that is wrong, and what was expected there.
pub fn parse(file: &[u8]) -> Result<Trail, String> {
    let mut lines = Lines {
        rest: file,
        number: 0,
    };
    lines.expect(VERSION)?;
    let model = lines.expect("model")?.to_string();
    let digest = lines.expect("digest")?.to_string();
    let options = lines.expect("options")?.to_string();
    let violation = lines.expect("violation")?;
    let (kind_name, message) = violation.split_once(' ').unwrap_or((violation, ""));
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == kind_name);
    let kind = kind.ok_or_else(|| format!("line 5: `{kind_name}` is no kind of violation"))?;
    let mut claim = of_claim(&mut lines)?;
    let (steps, cycle) = match lines.next_if(STEPS)? {
        Some(counts) => compact_steps(counts, &lines)?,
        None => text_steps(&mut lines, claim.is_some())?,
    };
    if let Some(claim) = &mut claim {
        claim.cycle = cycle;
    }
    Ok(Trail {
        model,
        digest,
        options,
        kind,
        message: message.to_string(),
        claim,
        steps,
    })
}

type Steps = (Vec<RunStep>, Option<usize>);

/// Steps as lines, and with which of them the cycle begins.
fn text_steps(lines: &mut Lines<'_>, of_claim: bool) -> Result<Steps, String> {
    let (mut steps, mut cycle) = (Vec::new(), None);
    while let Some(line) = lines.next()? {
        let text = line.split('#').next().unwrap_or_default().trim();
        match text {
            LOOP if of_claim && cycle.is_none() => cycle = Some(steps.len()),
            LOOP => return Err(format!("line {}: a `{LOOP}` too many", lines.number)),
            text => steps.push(parse_step(lines.number, text)?),
        }
    }
    Ok((steps, cycle))
}

/// Steps in few bytes, as many as the line before says, and with which of them the cycle begins.
fn compact_steps(counts: &str, lines: &Lines<'_>) -> Result<Steps, String> {
    let words: Vec<&str> = counts.split(' ').collect();
    let numbers = match words[..] {
        [count] => count.parse().ok().zip(Some(None)),
        [count, LOOP, cycle] => count.parse().ok().zip(cycle.parse().ok().map(Some)),
        _ => None,
    };
    let line = lines.number;
    let numbers: Option<(usize, Option<usize>)> = numbers;
    let (count, cycle) = numbers.ok_or_else(|| {
        format!("line {line}: expected `{STEPS} number [{LOOP} number]`, found `{counts}`")
    })?;
    let steps = compact::read(lines.rest)
        .map_err(|step| format!("step {step} behind line {line} cannot be read"))?;
    match steps.len() == count {
        true => Ok((steps, cycle)),
        false => Err(format!(
            "line {line}: {} steps follow, not {count}",
            steps.len()
        )),
    }
}

/// The lines of a file.
struct Lines<'t> {
    rest: &'t [u8],
    /// Of the last one, from 1 on.
    number: usize,
}

impl<'t> Lines<'t> {
    /// The next line.
    fn next(&mut self) -> Result<Option<&'t str>, String> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let end = self.rest.iter().position(|byte| *byte == b'\n');
        let (line, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest.get(1..).unwrap_or_default();
        self.number += 1;
        let line = str::from_utf8(line);
        line.map(Some)
            .map_err(|_| format!("line {}: this is no text", self.number))
    }

    /// The rest of the next line, if it begins with `key`.
    fn next_if(&mut self, key: &str) -> Result<Option<&'t str>, String> {
        let is_key = self.rest.strip_prefix(key.as_bytes());
        if is_key.is_none_or(|rest| !rest.starts_with(b" ")) {
            return Ok(None);
        }
        Ok(self.next()?.and_then(|line| value(line, key)))
    }

    /// The rest of the next line, which must begin with `key`.
    fn expect(&mut self, key: &str) -> Result<&'t str, String> {
        let line = self.next()?;
        let line = line.ok_or_else(|| format!("the file ends where `{key}` is expected"))?;
        let number = self.number;
        value(line, key).ok_or_else(|| format!("line {number}: expected `{key}`, found `{line}`"))
    }
}

/// What follows `key` on a line that begins with it.
fn value<'t>(line: &'t str, key: &str) -> Option<&'t str> {
    match line.strip_prefix(key)? {
        "" => Some(""),
        rest => rest.strip_prefix(' '),
    }
}

/// The lines that only a trail of a claim has. A step of a claim has a number instead of the name,
/// and no fairness behind it.
fn of_claim(lines: &mut Lines<'_>) -> Result<Option<OfClaim>, String> {
    let Some(name) = lines.next_if("claim")? else {
        return Ok(None);
    };
    let named = lines.expect("fairness")?;
    let fairness = FAIRNESS.iter().find(|(known, _)| *known == named);
    let (_, fairness) = fairness.ok_or_else(|| format!("line 7: `{named}` is no fairness"))?;
    Ok(Some(OfClaim {
        name: name.to_string(),
        fairness: *fairness,
        cycle: None,
    }))
}

fn parse_step(number: usize, text: &str) -> Result<RunStep, String> {
    let bad = || {
        format!(
            "line {number}: expected `pid transition [pid transition]` or `claim edge`, found `{text}`"
        )
    };
    if let Some(edge) = value(text, "claim") {
        return edge.parse().map(RunStep::Claim).map_err(|_| bad());
    }
    let numbers: Vec<u32> = text
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()
        .map_err(|_| bad())?;
    let pid = |number: u32| u8::try_from(number).map_err(|_| bad());
    let (&[sender, sent], partner) = numbers.split_first_chunk::<2>().ok_or_else(bad)?;
    let partner = match *partner {
        [] => None,
        [receiver, received] => Some((pid(receiver)?, TransitionId(received))),
        _ => return Err(bad()),
    };
    Ok(RunStep::System(Move {
        pid: pid(sender)?,
        transition: TransitionId(sent),
        partner,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trail() -> Trail {
        let edge = |pid, transition, partner| {
            RunStep::System(Move {
                pid,
                transition: TransitionId(transition),
                partner,
            })
        };
        Trail {
            model: "m".into(),
            digest: "d1".into(),
            options: "--unoptimized".into(),
            kind: Kind::Assertion,
            message: "assertion violated: assert(x == 1)".into(),
            claim: None,
            steps: vec![
                edge(0, 7, None),
                edge(254, 70_000, Some((3, TransitionId(9)))),
            ],
        }
    }

    /// The same steps between those of a claim.
    fn of_claim(cycle: Option<usize>) -> Trail {
        let mut trail = trail();
        trail.steps.insert(0, RunStep::Claim(0));
        trail.steps.insert(2, RunStep::Claim(65_535));
        Trail {
            kind: Kind::AcceptanceCycle,
            claim: Some(OfClaim {
                name: "ltl p 1".into(),
                fairness: Fairness::Strong,
                cycle,
            }),
            ..trail
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let comments = vec!["m.pml:3 x = 1".into(), "with # inside".into()];
        let trails = [
            trail(),
            of_claim(None),
            of_claim(Some(0)),
            of_claim(Some(2)),
        ];
        for trail in trails {
            for comments in [&[][..], &comments] {
                assert_eq!(parse(&write(&trail, comments)), Ok(trail.clone()));
            }
            let long = repeated(&trail);
            assert_eq!(parse(&write(&long, &[])), Ok(long));
        }
    }

    /// The same steps again and again.
    fn repeated(trail: &Trail) -> Trail {
        let steps = trail.steps.iter().cycle().take(10 * LONG).copied();
        Trail {
            steps: steps.collect(),
            ..trail.clone()
        }
    }

    #[test]
    fn a_long_file_is_refused_at_its_line_or_step() {
        let good = write(&repeated(&of_claim(Some(2))), &[]);
        let at = good.windows(6).position(|it| it == b"\nsteps").unwrap() + 1;
        let (head, rest) = good.split_at(at);
        let body = rest.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        let (line, body) = rest.split_at(body);
        assert_eq!(line, b"steps 10000 loop 2\n");
        let cases: [(&[u8], &[u8], &str); 5] = [
            (
                b"steps 9999\n",
                body,
                "line 8: 10000 steps follow, not 9999",
            ),
            (
                line,
                &body[..body.len() - 1],
                "step 10000 behind line 8 cannot",
            ),
            (
                b"steps 9 loop\n",
                body,
                "line 8: expected `steps number [loop",
            ),
            (b"steps\n", body, "line 8: expected `pid transition"),
            (b"\xff\n", body, "line 8: this is no text"),
        ];
        for (line, body, expected) in cases {
            let error = parse(&[head, line, body].concat()).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn a_bad_file_is_refused_at_its_line() {
        let text = |trail| String::from_utf8(write(&trail, &[])).unwrap();
        let (good, claim) = (text(trail()), text(of_claim(Some(2))));
        let cases = [
            ("", "the file ends where `pvgen-trail 4` is expected"),
            ("pvgen-trail 3\n", "line 1: expected `pvgen-trail 4`"),
            (
                &good.replace("assertion ", "accident "),
                "line 5: `accident` is no kind",
            ),
            (
                &good.replace("0 7", "0"),
                "line 6: expected `pid transition",
            ),
            (&good.replace("254 7", "255 x"), "line 7: expected"),
            (&good.replace("254", "256"), "line 7: expected"),
            (&good.replace(" 3 9", " 3 9 1"), "line 7: expected"),
            (&good.replace("0 7", "loop"), "line 6: a `loop` too many"),
            (
                &claim.replace("strong", "fair"),
                "line 7: `fair` is no fairness",
            ),
            (
                &claim.replace("fairness ", ""),
                "line 7: expected `fairness`",
            ),
            (
                &claim.replace("claim 65535", "claim 65536"),
                "line 11: expected `pid transition",
            ),
            (
                &claim.replace("254", "loop\n254"),
                "line 12: a `loop` too many",
            ),
        ];
        for (text, expected) in cases {
            let error = parse(text.as_bytes()).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
