//! A trail as text: header lines, then a line for each step. What follows `#` is for the reader.

use std::fmt::Write;
use std::iter::Peekable;

use super::{OfClaim, Trail};
use crate::claim::Fairness;
use crate::model::TransitionId;
use crate::step::{Move, RunStep};
use crate::violation::Kind;

/// First line of every trail file.
pub const VERSION: &str = "pvgen-trail 3";

/// The name of each fairness.
const FAIRNESS: [(&str, Fairness); 3] = [
    ("none", Fairness::Unfair),
    ("weak", Fairness::Weak),
    ("strong", Fairness::Strong),
];

/// Stands before the first step of the cycle.
const LOOP: &str = "loop";

/// The file's text. `comments` has the text after `#` for each step of the system, or is empty.
pub fn write(trail: &Trail, comments: &[String]) -> String {
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
    let cycle = trail.claim.as_ref().and_then(|claim| claim.cycle);
    let mut comments = comments.iter();
    for (i, step) in trail.steps.iter().enumerate() {
        if cycle == Some(i) {
            let _ = writeln!(text, "{LOOP}");
        }
        match step {
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
    text
}

/// Reads a trail file.
///
/// # Errors
/// The line that is wrong, and what was expected there.
pub fn parse(text: &str) -> Result<Trail, String> {
    let mut lines = (1..).zip(text.lines()).peekable();
    header(&mut lines, VERSION)?;
    let model = header(&mut lines, "model")?.to_string();
    let digest = header(&mut lines, "digest")?.to_string();
    let options = header(&mut lines, "options")?.to_string();
    let violation = header(&mut lines, "violation")?;
    let (kind_name, message) = violation.split_once(' ').unwrap_or((violation, ""));
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == kind_name);
    let kind = kind.ok_or_else(|| format!("line 5: `{kind_name}` is no kind of violation"))?;
    let mut claim = of_claim(&mut lines)?;
    let mut steps = Vec::new();
    for (number, line) in lines {
        let text = line.split('#').next().unwrap_or_default().trim();
        match &mut claim {
            Some(claim) if text == LOOP && claim.cycle.is_none() => {
                claim.cycle = Some(steps.len());
            }
            _ if text == LOOP => return Err(format!("line {number}: a `{LOOP}` too many")),
            _ => steps.push(parse_step(number, text)?),
        }
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

/// The rest of the next line, which must begin with `key`.
fn header<'t>(
    lines: &mut impl Iterator<Item = (usize, &'t str)>,
    key: &str,
) -> Result<&'t str, String> {
    let line = lines.next();
    let (number, line) = line.ok_or_else(|| format!("the file ends where `{key}` is expected"))?;
    let value = value(line, key);
    value.ok_or_else(|| format!("line {number}: expected `{key}`, found `{line}`"))
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
fn of_claim<'t>(
    lines: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>,
) -> Result<Option<OfClaim>, String> {
    let Some(name) = lines.peek().and_then(|(_, line)| value(line, "claim")) else {
        return Ok(None);
    };
    lines.next();
    let named = header(lines, "fairness")?;
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
        }
    }

    #[test]
    fn a_bad_file_is_refused_at_its_line() {
        let good = write(&trail(), &[]);
        let claim = write(&of_claim(Some(2)), &[]);
        let cases = [
            ("", "the file ends where `pvgen-trail 3` is expected"),
            ("pvgen-trail 2\n", "line 1: expected `pvgen-trail 3`"),
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
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
