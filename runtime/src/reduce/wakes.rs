//! Whom a step may make able: what weak fairness asks of a set of processes, besides.
//!
//! A send and a receive on one channel commute, so a sender may go first without the receivers. But
//! a run is weakly fair if each process that begins no more steps is again and again not able to
//! begin one, and a message that comes early may make one able for ever:
//!
//! ```text
//! chan c = [2] of { bit }; bit x, y;                      /* <> (x == 1) */
//! active proctype S()  { c!0; do :: c!0; atomic { y == 0 -> y = 1 } od }
//! active proctype R2() { do :: c?_; atomic { y == 1 -> y = 0 } od }
//! active proctype R()  { c?_; x = 1 }
//! ```
//!
//! If `S` goes first, `c` is never empty again, `R` is always able, and no cycle without it is
//! fair.
//!
//! The obvious way lets sends and receives conflict. Then no process sends without the receiver,
//! and little is left out. But mostly a channel has one receiver. While that one waits, no
//! message is taken, so there are only as many sends as the channel has room, and after them
//! nothing changes any more. Hence: a send *asks for* each process that it may make able, unless
//! no other process can take from the channel from here on, the sender included; a receive for
//! those that wait for room, unless no other process can send. The end of a process makes the
//! next one able to end; of ends there are few where no process is started any more. Where
//! processes may be started, a channel may be made anew again and again, and there are no
//! exceptions.
//!
//! It is tempting to count only the processes *outside* of a set: with one of them the argument
//! seems to hold. It does not: a member of the set may be the one that takes the messages, at a
//! place where it cannot now. The proof of this rule, and models for both errors, are in
//! `docs/liveness.md`.

use super::Pids;
use super::bits::Bits;
use super::places::{ConflictRow, ConflictRows, Standing};
use crate::model::ModelInfo;
use crate::state::{Process, State};
use crate::tags::{Element, Object, Tag, Verb, When};

/// What enabled steps ask for with weak fairness.
pub(super) struct Wakes {
    info: &'static ModelInfo,
    /// Places from which processes may be started.
    starting: Bits,
}

/// A send, a receive, or an end.
pub(super) struct Wake {
    /// Those who may be made able.
    woken: ConflictRow,
    /// Those who may take back what it does. Only if these are none but the one that is made able,
    /// that one is not asked for.
    undoing: ConflictRow,
}

impl Wakes {
    pub fn new(info: &'static ModelInfo, rows: &ConflictRows) -> Self {
        Self {
            info,
            starting: rows.starting(),
        }
    }

    /// The steps at a place that may make others able.
    pub fn at(&self, place: u32, rows: &mut ConflictRows) -> Box<[Wake]> {
        let candidates = self.info.places[place as usize].candidates.iter();
        let tags = candidates.flat_map(|it| self.info.tags[it.transition.0 as usize].touches);
        let mut known: Vec<(Verb, Object, Element)> = Vec::new();
        let wakes = tags.filter_map(|tag| {
            let undone_by = match tag.verb {
                Verb::Send => Some(Verb::AwaitReceive),
                Verb::Receive => Some(Verb::AwaitSend),
                Verb::End => None,
                _ => return None,
            };
            let of = (tag.verb, tag.object, tag.element);
            if tag.only_if.is_none() {
                if known.contains(&of) {
                    return None;
                }
                known.push(of);
            }
            let undoing = undone_by.map(|verb| Tag { verb, ..*tag });
            Some(Wake {
                woken: rows.row(&[*tag], When::LaterPerhapsDisabled),
                undoing: rows.row(undoing.as_slice(), When::Later),
            })
        });
        wakes.collect()
    }

    /// The processes, of all that there are, that one of them asks for where it stands, with these
    /// steps there.
    pub fn of<const WORDS: usize>(
        &self,
        wakes: &[Wake],
        state: &State,
        process: Process,
        all: &[Standing],
    ) -> Pids<WORDS> {
        let mut asked = Pids::NONE;
        if wakes.is_empty() {
            return asked;
        }
        let starts = all.iter().any(|&(_, it)| self.starting.contains(it));
        for wake in wakes {
            let undoing: Pids<WORDS> = match starts {
                true => Pids::below(all.len() as u32),
                false => wake.undoing.hits(state, process, all),
            };
            for other in wake.woken.hits::<WORDS>(state, process, all).iter() {
                let by_others = undoing.without(&Pids::only(other));
                if other != process.pid && !by_others.is_empty() {
                    asked.insert(other);
                }
            }
        }
        asked
    }
}

impl Wake {
    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(self) + self.woken.bytes() + self.undoing.bytes()
    }
}
