//! The steps of a long trail in two or three bytes each.
//!
//! As text a step takes 5 to 20 bytes, with what it means a hundred more, and a trail may have
//! millions. But a process seldom jumps far: the number of its next transition is near that of its
//! last one. So a step is written as numbers of seven bits a byte, the lowest first, the top bit
//! set where more follow:
//!
//! ```text
//! 0  edge                                       of the claim
//! 1 + 2 * pid  difference                       of a process
//! 2 + 2 * pid  difference  receiver  difference a handshake
//! ```
//!
//! The difference is that of the transition and the one that this process took last, at first 0; of
//! the receiver's likewise. A difference `d` is written as `2 d`, or as `-2 d - 1` below 0.

use crate::model::TransitionId;
use crate::step::{Move, RunStep};

/// The transition that each process took last.
struct Last([u32; 256]);

impl Last {
    /// Of no process yet.
    fn new() -> Self {
        Self([0; 256])
    }

    fn difference(&mut self, pid: u8, TransitionId(taken): TransitionId) -> u64 {
        let last = std::mem::replace(&mut self.0[usize::from(pid)], taken);
        let difference = i64::from(taken) - i64::from(last);
        ((difference << 1) ^ (difference >> 63)) as u64
    }

    fn taken(&mut self, pid: u8, difference: u64) -> Option<TransitionId> {
        let last = &mut self.0[usize::from(pid)];
        let signed = (difference >> 1) as i64 ^ -((difference & 1) as i64);
        *last = u32::try_from(i64::from(*last).checked_add(signed)?).ok()?;
        Some(TransitionId(*last))
    }
}

/// Appends the steps.
pub(super) fn write(steps: &[RunStep], bytes: &mut Vec<u8>) {
    let mut last = Last::new();
    for step in steps {
        match step {
            RunStep::Claim(edge) => {
                write_number(0, bytes);
                write_number(u64::from(*edge), bytes);
            }
            RunStep::System(edge) => {
                let is_handshake = u64::from(edge.partner.is_some());
                write_number(1 + 2 * u64::from(edge.pid) + is_handshake, bytes);
                write_number(last.difference(edge.pid, edge.transition), bytes);
                if let Some((receiver, received)) = edge.partner {
                    write_number(u64::from(receiver), bytes);
                    write_number(last.difference(receiver, received), bytes);
                }
            }
        }
    }
}

/// The steps.
///
/// # Errors
/// The number of the step that is none.
pub(super) fn read(mut bytes: &[u8]) -> Result<Vec<RunStep>, usize> {
    let (mut last, mut steps) = (Last::new(), Vec::new());
    while !bytes.is_empty() {
        let step = read_step(&mut bytes, &mut last).ok_or(steps.len() + 1)?;
        steps.push(step);
    }
    Ok(steps)
}

fn read_step(bytes: &mut &[u8], last: &mut Last) -> Option<RunStep> {
    let Some(by) = read_number(bytes)?.checked_sub(1) else {
        let edge = read_number(bytes)?;
        return u16::try_from(edge).ok().map(RunStep::Claim);
    };
    let pid = u8::try_from(by / 2).ok()?;
    let transition = last.taken(pid, read_number(bytes)?)?;
    let partner = match by % 2 {
        0 => None,
        _ => {
            let receiver = u8::try_from(read_number(bytes)?).ok()?;
            Some((receiver, last.taken(receiver, read_number(bytes)?)?))
        }
    };
    Some(RunStep::System(Move {
        pid,
        transition,
        partner,
    }))
}

fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 1 << 7 {
        bytes.push(number as u8 | 1 << 7);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 1 << 7 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers by the rule above, done by hand: transition 70000 is 140000 as a difference,
    /// `0b1000_1000101_1100000`; back to 69999 is 1.
    #[test]
    fn steps_are_written_as_described() {
        let edge = |pid, transition, partner| {
            RunStep::System(Move {
                pid,
                transition: TransitionId(transition),
                partner,
            })
        };
        let steps = [
            RunStep::Claim(300),
            edge(0, 70_000, None),
            edge(0, 69_999, Some((254, TransitionId(2)))),
            edge(254, 2, None),
        ];
        let mut bytes = Vec::new();
        write(&steps, &mut bytes);
        #[rustfmt::skip]
        let expected = [
            0, 0xac, 0x02,
            1, 0xe0, 0xc5, 0x08,
            2, 1, 0xfe, 0x01, 4,
            0xfd, 0x03, 0,
        ];
        assert_eq!(bytes, expected);
        assert_eq!(read(&bytes).as_deref(), Ok(&steps[..]));
    }

    #[test]
    fn what_is_no_step_is_refused() {
        let cases: [(&[u8], usize); 7] = [
            (&[1], 1),
            (&[1, 2, 0], 2),
            (&[1, 2, 0, 0x80, 0x80, 0x04], 2),
            (&[1, 1], 1),
            (&[2, 2, 0], 1),
            (&[0x81, 0x04, 2], 1),
            (&[1, 0x80, 0x80, 0x80, 0x80, 0x80, 1], 1),
        ];
        for (bytes, step) in cases {
            assert_eq!(read(bytes), Err(step), "{bytes:?}");
        }
    }
}
