//! Conflict tags: what a transition touches that other processes can see.
//!
//! The vocabulary of Holzmann, Godefroid and Pirottin, *Coverage preserving reduction strategies for reachability analysis*
//! (PSTV 1992), section 4. Objects are named as in the source: global variables, channels (`q[2]` for an element of an array,
//! `P.q` for the channels that processes of proctype `P` make), `_nr_pr` for creation and death of processes, and `timeout`.

/// The tags of a transition. One without any touches only what belongs to its own process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tags {
    /// The function that executes it; empty if no process comes to it.
    pub transition: &'static str,
    /// Variables and fills of channels that it may read.
    pub reads: &'static [&'static str],
    /// Variables that it may write.
    pub writes: &'static [&'static str],
    /// Channels that it may send to.
    pub sends: &'static [&'static str],
    /// Channels that it may receive from.
    pub receives: &'static [&'static str],
}
