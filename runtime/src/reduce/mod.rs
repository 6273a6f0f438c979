//! Partial-order reduction: which enabled edges of a state need not be executed.
//!
//! Processes that do not influence each other can be interleaved in many ways that all lead to the
//! same state. One of them is enough for every failed assertion and every invalid end state to be
//! found. Two independent means, which can be combined:
//!
//! | means | leaves out | file |
//! |---|---|---|
//! | persistent sets: processes no other can influence | states | `local.rs`, `sets/`, `rounds/` |
//! | sleep sets: an edge that was executed before an independent one is not executed again behind it | edges | `sleep/` |
//!
//! What is known of conflicts before the search is in `places/`. Beside a claim more must not go
//! first: `held.rs`, `wakes.rs`, `watched.rs`, `beside_claim.rs`.
//!
//! Both live on conflict tags ([`crate::tags`]), which `dependency.rs` turns into relations between
//! transitions.

mod beside_claim;
mod bits;
pub mod check;
mod control;
mod dependency;
mod held;
mod local;
mod pids;
mod places;
mod rounds;
mod sets;
mod sleep;
mod wakes;
mod watched;

use std::fmt;

use crate::model::ModelInfo;

pub use beside_claim::{claim_reduction, safety_reduction};
pub use dependency::Dependency;
pub use held::Held;
pub use local::Local;
pub use pids::Pids;
pub use rounds::{ClaimOpened, ClaimRounds};
pub(crate) use rounds::{Opened, Pauses, Rounds, Trial};
pub use sets::Sets;
pub use sleep::{Sleep, Sleeper};
pub use watched::watched;

/// What a search leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reduction {
    /// How persistent sets are computed.
    pub method: SetMethod,
    /// Whether sleep sets are kept, and how.
    pub sleep: Option<SleepSets>,
}

impl Reduction {
    /// Nothing is left out.
    pub fn is_none(&self) -> bool {
        self.method == SetMethod::Full && self.sleep.is_none()
    }

    /// Every violated assertion and every invalid end state is found. The evidence is in
    /// `docs/partial-order.md`.
    pub fn is_proven(&self) -> bool {
        match self.sleep {
            None | Some(SleepSets::Stored) => true,
            Some(SleepSets::Paper1995) => self.method == SetMethod::Full,
            Some(SleepSets::Paper1992) => false,
        }
    }
}

impl fmt::Display for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let method = match self.method {
            SetMethod::Full => None,
            SetMethod::Local => Some("local edges first"),
            SetMethod::Overman => Some("Overman's sets"),
            SetMethod::Persistent => Some("persistent sets"),
        };
        let sleep = self.sleep.map(|form| match form {
            SleepSets::Stored => "stored sleep sets",
            SleepSets::Paper1995 => "sleep sets of 1995",
            SleepSets::Paper1992 => "conflict sets of 1992",
        });
        let both: Vec<_> = method.into_iter().chain(sleep).collect();
        match both[..] {
            [] => f.write_str("no reduction"),
            _ => f.write_str(&both.join(", ")),
        }
    }
}

/// The method by which a state's persistent set is computed: the processes that go first there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetMethod {
    /// None: every state is fully expanded.
    #[default]
    Full,
    /// One process whose every transition at its place is local (Algorithm 2 of 1992).
    Local,
    /// The smallest set that no process outside can influence, all transitions at the places taken
    /// as enabled (1992, section 5).
    Overman,
    /// As Overman's, but a disabled transition needs only a necessary enabling set: those that
    /// could enable it.
    Persistent,
}

impl SetMethod {
    /// The local places that it uses.
    fn local(self, info: &'static ModelInfo) -> Local {
        match self {
            Self::Full => Local::nowhere(info),
            Self::Local | Self::Overman | Self::Persistent => Local::new(info),
        }
    }

    /// Whether it looks at guards, if it computes sets of several processes.
    fn with_guards(self) -> Option<bool> {
        match self {
            Self::Full | Self::Local => None,
            Self::Overman => Some(false),
            Self::Persistent => Some(true),
        }
    }
}

/// Forms of sleep sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SleepSets {
    /// Kept with the stored state; a state met again with fewer edges asleep is opened again for
    /// these.
    Stored,
    /// On the stack only, with the stack rule (Algorithm 2 of 1995).
    Paper1995,
    /// On the stack only, without the rule (Algorithm 3 of 1992): may lose states.
    Paper1992,
}
