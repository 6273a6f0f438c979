//! Every bound of a search, and what it means to meet one.

use std::time::Duration;

use crate::disk::DiskError;
use crate::memory::OutOfMemory;
use crate::monitor::End;

/// The bounds of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// States at this depth are not looked at; none by default.
    pub max_depth: Option<u64>,
    /// Wall-clock time; none by default.
    pub max_time: Option<Duration>,
    /// Store, stack, undo log and tables together, in bytes.
    pub memory_bytes: u64,
    /// Distinct violations after which the search ends; `None`: it goes on.
    pub errors: Option<u64>,
}

/// Why a search ended before it had seen everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// As many violations as were asked for.
    Errors,
    /// Memory was refused.
    Memory(OutOfMemory),
    /// The disk did not do what was asked.
    Disk(DiskError),
    /// All states in the cache are on the path.
    CacheFull,
    /// A cache has forgotten as many states as it may.
    WorkLimit,
    /// Too many new states have overwritten others.
    CollisionRate,
    /// A state is longer than can be stored.
    StateTooLong,
    /// The time was up.
    Time,
    /// Ctrl-C.
    Interrupted,
}

impl From<OutOfMemory> for Stop {
    fn from(error: OutOfMemory) -> Self {
        Self::Memory(error)
    }
}

impl From<End> for Stop {
    fn from(end: End) -> Self {
        match end {
            End::Time => Self::Time,
            End::Interrupted => Self::Interrupted,
            End::Enough => Self::Errors,
        }
    }
}

impl From<DiskError> for Stop {
    fn from(error: DiskError) -> Self {
        Self::Disk(error)
    }
}

/// Why the result is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Memory was refused.
    Memory,
    /// The disk did not do what was asked.
    Disk,
    /// All states in the cache are on the path.
    CacheFull,
    /// A cache has forgotten as many states as it may.
    WorkLimit,
    /// Too many new states have overwritten others.
    CollisionRate,
    /// A state is longer than can be stored.
    StateTooLong,
    /// States at the depth bound were left out.
    Depth,
    /// The time was up.
    Time,
    /// Ctrl-C.
    Interrupted,
    /// What was left out is not proven to be superfluous.
    UnprovenCombination,
    /// A hidden variable decides, and states that differ in it alone count as one.
    HiddenVariable,
    /// The store may have taken a state for another.
    LossyStore,
    /// A swarm looks at parts of the model.
    Swarm,
    /// A claim was not decided before another violation ended its search.
    Errors,
    /// The model claims more than was looked at.
    Unchecked,
}

impl Reason {
    /// Why a search that was ended is not complete; `None`: it found as much as was asked for.
    pub fn of(stop: Stop) -> Option<Self> {
        Some(match stop {
            Stop::Errors => return None,
            Stop::Memory(_) => Self::Memory,
            Stop::Disk(_) => Self::Disk,
            Stop::CacheFull => Self::CacheFull,
            Stop::WorkLimit => Self::WorkLimit,
            Stop::CollisionRate => Self::CollisionRate,
            Stop::StateTooLong => Self::StateTooLong,
            Stop::Time => Self::Time,
            Stop::Interrupted => Self::Interrupted,
        })
    }

    /// As in the JSON report.
    pub fn name(self) -> &'static str {
        self.words()[0]
    }

    /// What has happened.
    pub fn why(self) -> &'static str {
        self.words()[1]
    }

    /// What the user can do about it.
    pub fn advice(self) -> &'static str {
        self.words()[2]
    }

    #[rustfmt::skip]
    const fn words(self) -> [&'static str; 3] {
        match self {
            Self::Memory => ["memory", "memory ran out", "give more with --memory, or make the model smaller: fewer or narrower variables, shorter channels, atomic where it is meant"],
            Self::Disk => ["disk", "the disk failed", "give another folder with --queue-dir, on a disk with enough room"],
            Self::CacheFull => ["cache-full", "the cache is full of states on the search path", "give more with --cache or --memory"],
            Self::WorkLimit => ["work-limit", "more states were searched again than the work limit allows", "give more with --cache or --memory, or a higher --work-limit"],
            Self::CollisionRate => ["collision-rate", "too many states have overwritten others in the cache", "give more with --cache, or a higher --collision-limit; or --store disk, which forgets nothing"],
            Self::StateTooLong => ["state-too-long", "a state is longer than the 256 MiB that can be stored", "make the model smaller: fewer processes, shorter arrays and channels"],
            Self::Depth => ["depth", "states at the depth bound were left out", "give more with --max-depth, or leave it out: without it there is no bound"],
            Self::Time => ["time", "the time was up", "give more with --max-time, or leave it out"],
            Self::Interrupted => ["interrupted", "it was interrupted", "run it again to the end for a verdict"],
            Self::UnprovenCombination => ["unproven-combination", "this form of sleep sets may lose states here", "use --sleep-sets=stored, which loses nothing with any reduction"],
            Self::HiddenVariable => ["hidden-variable", "a hidden variable is read in a later step than it was written in, and the state does not hold it", "leave `hidden` out, then the state holds it"],
            Self::LossyStore => ["lossy-store", "the store may have taken a state for another", "use --store tree, which misses nothing, for a proof"],
            Self::Swarm => ["swarm", "a swarm looks at parts of the model, and does not know what it has missed", "search without --swarm for a proof"],
            Self::Errors => ["errors", "as many violations as asked for were found before", "use --errors all"],
            Self::Unchecked => ["unchecked", "the model claims more than was checked", "--safety says that safety is all that is wanted"],
        }
    }
}
