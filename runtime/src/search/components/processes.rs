//! Sets of processes, where fairness asks for them.

use crate::reduce::Pids;

/// A set of processes, or nothing where fairness does not matter: then all of it costs nothing.
pub(super) trait Processes: Copy {
    /// Whether processes are told apart.
    const MATTER: bool;
    /// None.
    const NONE: Self;
    /// All that there can be.
    const ALL: Self;

    fn insert(&mut self, pid: u8);

    fn extend(&mut self, others: Self);

    /// Only those stay that are in the other set, too.
    fn retain(&mut self, others: Self);

    /// Those that are not in the other set, by pid.
    fn but(self, others: Self) -> Pids;

    /// Whether all of them are in the other set.
    fn are_among(self, others: Self) -> bool;
}

impl Processes for () {
    const MATTER: bool = false;
    const NONE: Self = ();
    const ALL: Self = ();

    #[inline(always)]
    fn insert(&mut self, _: u8) {}

    #[inline(always)]
    fn extend(&mut self, (): Self) {}

    #[inline(always)]
    fn retain(&mut self, (): Self) {}

    fn but(self, (): Self) -> Pids {
        Pids::NONE
    }

    #[inline(always)]
    fn are_among(self, (): Self) -> bool {
        true
    }
}

impl Processes for Pids {
    const MATTER: bool = true;
    const NONE: Self = Pids::NONE;
    const ALL: Self = Pids::ALL;

    #[inline(always)]
    fn insert(&mut self, pid: u8) {
        Pids::insert(self, pid);
    }

    #[inline(always)]
    fn extend(&mut self, others: Self) {
        Pids::extend(self, &others);
    }

    #[inline(always)]
    fn retain(&mut self, others: Self) {
        *self = self.common(&others);
    }

    fn but(self, others: Self) -> Pids {
        self.without(&others)
    }

    #[inline(always)]
    fn are_among(self, others: Self) -> bool {
        self.without(&others).is_empty()
    }
}
