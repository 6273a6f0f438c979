//! The option that writes a graph, and which others it rules out.

use super::{Flags, refuse_beside};

/// Refuses what does not go with it: a graph has an edge for each that was executed, so what an
/// edge depends on besides its state must not be left out.
pub(super) fn check(flags: &Flags) -> Result<(), String> {
    if !flags.has("export") {
        return Ok(());
    }
    let in_the_way = [
        ("cache", "a state that was forgotten would be two"),
        (
            "sleep-sets",
            "which edges sleep depends on the way to a state",
        ),
        (
            "max-depth",
            "what is left out depends on the way to a state",
        ),
        ("dump-states", "one of them at a time"),
    ];
    refuse_beside(
        "export",
        &in_the_way.map(|(long, why)| (long, flags.has(long), why)),
    )
}
