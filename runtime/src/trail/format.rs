//! A trail as text: five header lines, then a line for each edge. What follows `#` is for the
//! reader.

use std::fmt::Write;

use super::Trail;
use crate::model::TransitionId;
use crate::step::Move;
use crate::violation::Kind;

/// First line of every trail file.
pub const VERSION: &str = "pvgen-trail 2";

/// The file's text. `comments` has the text after `#` for each edge, or is empty.
pub fn write(trail: &Trail, comments: &[String]) -> String {
    let header = [
        VERSION.to_string(),
        format!("model {}", trail.model),
        format!("digest {}", trail.digest),
        format!("options {}", trail.options),
        format!("violation {} {}", trail.kind.name(), trail.message),
    ];
    let mut text = String::new();
    for line in header {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    for (i, edge) in trail.moves.iter().enumerate() {
        let _ = write!(text, "{} {}", edge.pid, edge.transition.0);
        if let Some((pid, transition)) = edge.partner {
            let _ = write!(text, " {pid} {}", transition.0);
        }
        if let Some(comment) = comments.get(i) {
            let _ = write!(text, "  # {comment}");
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
    let mut lines = text.lines().enumerate();
    let mut header = |key: &str| {
        let line = lines.next();
        let (i, line) = line.ok_or_else(|| format!("the file ends where `{key}` is expected"))?;
        let value = line.strip_prefix(key).and_then(|rest| match rest {
            "" => Some(""),
            rest => rest.strip_prefix(' '),
        });
        value.ok_or_else(|| format!("line {}: expected `{key}`, found `{line}`", i + 1))
    };
    header(VERSION)?;
    let model = header("model")?.to_string();
    let digest = header("digest")?.to_string();
    let options = header("options")?.to_string();
    let violation = header("violation")?;
    let (kind_name, message) = violation.split_once(' ').unwrap_or((violation, ""));
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == kind_name);
    let kind = kind.ok_or_else(|| format!("line 5: `{kind_name}` is no kind of violation"))?;
    let moves = lines
        .map(|(i, line)| parse_move(i + 1, line))
        .collect::<Result<_, _>>()?;
    Ok(Trail {
        model,
        digest,
        options,
        kind,
        message: message.to_string(),
        moves,
    })
}

fn parse_move(number: usize, line: &str) -> Result<Move, String> {
    let bad =
        || format!("line {number}: expected `pid transition [pid transition]`, found `{line}`");
    let fields = line
        .split('#')
        .next()
        .unwrap_or_default()
        .split_whitespace();
    let numbers: Vec<u32> = fields
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
    Ok(Move {
        pid: pid(sender)?,
        transition: TransitionId(sent),
        partner,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trail() -> Trail {
        let edge = |pid, transition, partner| Move {
            pid,
            transition: TransitionId(transition),
            partner,
        };
        Trail {
            model: "m".into(),
            digest: "d1".into(),
            options: "--unoptimized".into(),
            kind: Kind::Assertion,
            message: "assertion violated: assert(x == 1)".into(),
            moves: vec![
                edge(0, 7, None),
                edge(254, 70_000, Some((3, TransitionId(9)))),
            ],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let comments = vec!["m.pml:3 x = 1".into(), "with # inside".into()];
        for comments in [vec![], comments] {
            assert_eq!(parse(&write(&trail(), &comments)), Ok(trail()));
        }
    }

    #[test]
    fn a_bad_file_is_refused_at_its_line() {
        let good = write(&trail(), &[]);
        let cases = [
            ("", "the file ends where `pvgen-trail 2` is expected"),
            ("pvgen-trail 1\n", "line 1: expected `pvgen-trail 2`"),
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
        ];
        for (text, expected) in cases {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
