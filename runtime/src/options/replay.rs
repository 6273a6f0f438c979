//! What is asked of a replay.

use std::path::PathBuf;

use super::{Flags, refuse_beside};

/// A replay, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplaySettings {
    /// The trail.
    pub file: PathBuf,
    /// The first step that is shown, from 1 on.
    pub from: Option<usize>,
    /// The last one.
    pub to: Option<usize>,
    /// So many of the last ones are shown.
    pub last: Option<usize>,
    /// The whole trail is written as a text.
    pub text: bool,
}

/// What was asked for; `None`: no replay.
pub(super) fn replay(flags: &Flags) -> Result<Option<ReplaySettings>, String> {
    let Some(file) = flags.path("replay") else {
        let about = ["from", "to", "last", "text"];
        return match flags.first_of(&about) {
            Some(long) => Err(format!("--{long} is about a trail: give one with --replay")),
            None => Ok(None),
        };
    };
    let (from, to, last) = (
        flags.number("from")?,
        flags.number("to")?,
        flags.number("last")?,
    );
    let given = [
        ("from", from.is_some()),
        ("to", to.is_some()),
        ("last", last.is_some()),
    ];
    let beside = |why: &'static str| given.map(|(long, is_given)| (long, is_given, why));
    if flags.has("text") {
        refuse_beside("text", &beside("the text has all steps"))?;
    }
    if last.is_some() {
        refuse_beside("last", &beside("it says which steps are shown")[..2])?;
    }
    if let (Some(from), Some(to)) = (from, to)
        && from > to
    {
        return Err(format!("--from {from} is behind --to {to}: exchange them"));
    }
    Ok(Some(ReplaySettings {
        file,
        from,
        to,
        last,
        text: flags.has("text"),
    }))
}
