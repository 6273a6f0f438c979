//! A claim of which only matters what it looks at; and what others differ from.

use runtime::claim::{ClaimInfo, ClaimKind};
use runtime::state::Field;
use runtime::tables::{at, tags};
use runtime::tags::Tag;

/// A claim whose propositions read this.
pub const fn looking_at(touches: &'static [Tag]) -> ClaimInfo {
    ClaimInfo {
        name: "ltl p",
        kind: ClaimKind::Formula,
        source: at(1, "ltl p"),
        place: Field::unsigned(0, 0, 1),
        start: 0,
        places: &[],
        sets: 0,
        propositions: &[],
        formula: &[],
        observes: tags(touches),
        changed_by: &[],
        asks_accept: false,
        asks_progress: false,
        asks_timeout: false,
        is_normal: true,
    }
}
