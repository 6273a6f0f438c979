//! A limit in bytes, known before the search starts, that everything large is charged against.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{OutOfMemory, OutOfMemoryCause, Thresholds, available_bytes};
use crate::monitor::{Monitor, Task};

/// Who holds the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// Stored states and the table that finds them.
    Store,
    /// The search stack, its undo log, or the queue of a breadth-first search.
    Stack,
    /// Arrays indexed by handle, and whatever else grows with the search.
    Tables,
}

const ACCOUNTS: usize = 3;

impl Account {
    pub(super) fn name(self) -> &'static str {
        match self {
            Account::Store => "stored states",
            Account::Stack => "the search stack or queue",
            Account::Tables => "tables beside the stored states",
        }
    }
}

/// A limit in bytes, and what is charged against it. Shared (`Arc`) by all that charge; never
/// exceeded.
///
/// ```
/// use runtime::memory::{Account, Budget};
///
/// let budget = Budget::new(100);
/// budget.charge(Account::Store, 80)?;
/// assert!(budget.charge(Account::Stack, 21).is_err(), "and nothing is taken");
/// budget.release(Account::Store, 80);
/// assert_eq!((budget.used_bytes(), budget.peak_bytes()), (0, 80));
/// # Ok::<(), runtime::memory::OutOfMemory>(())
/// ```
pub struct Budget {
    limit_bytes: u64,
    used: AtomicU64,
    peak: AtomicU64,
    /// Of the limit, what the store may not have.
    held_back: AtomicU64,
    accounts: [AtomicU64; ACCOUNTS],
    monitor: Arc<Monitor>,
    thresholds: Thresholds,
}

impl Budget {
    /// A budget of `limit_bytes` bytes, nothing of it used.
    pub fn new(limit_bytes: u64) -> Budget {
        Budget {
            limit_bytes,
            used: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            held_back: AtomicU64::new(0),
            accounts: Default::default(),
            monitor: Arc::new(Monitor::new(None, None)),
            thresholds: Thresholds::SHIPPED,
        }
    }

    /// The same, for stores that work as large ones do from other sizes on.
    pub fn with_thresholds(mut self, thresholds: Thresholds) -> Budget {
        self.thresholds = thresholds;
        self
    }

    /// From which size on stores that are charged here work as large ones do.
    pub fn thresholds(&self) -> Thresholds {
        self.thresholds
    }

    /// The same, for a run that this monitor watches; otherwise only Ctrl-C ends it.
    pub fn watched(mut self, monitor: Monitor) -> Budget {
        self.monitor = Arc::new(monitor);
        self
    }

    /// Another one without a limit, with the same monitor.
    pub fn without_limit(&self) -> Budget {
        Budget {
            monitor: self.monitor.clone(),
            thresholds: self.thresholds,
            ..Budget::new(u64::MAX)
        }
    }

    /// Another one with the same monitor, nothing of it used. Its limit is one of `parts` equal
    /// parts of this one's.
    pub fn afresh(&self, parts: u64) -> Budget {
        Budget {
            monitor: self.monitor.clone(),
            thresholds: self.thresholds,
            ..Budget::new(self.limit_bytes / parts)
        }
    }

    /// As [`Monitor::begin`].
    pub fn begin(&self, name: &'static str, steps: u64) -> Task {
        self.monitor.begin(name, steps)
    }

    /// Clock, interrupt and progress of the run.
    pub fn monitor(&self) -> &Arc<Monitor> {
        &self.monitor
    }

    /// 80 % of what this process can still get (see [`available_bytes`]); 1 GiB where the system
    /// does not tell.
    pub fn default_limit() -> u64 {
        available_bytes().map_or(1 << 30, |bytes| bytes / 5 * 4)
    }

    /// Takes `bytes` for `account`, or refuses and takes nothing. Costs two atomic additions: for
    /// chunks, not for states.
    ///
    /// # Errors
    /// The limit would be passed.
    pub fn charge(&self, account: Account, bytes: u64) -> Result<(), OutOfMemory> {
        let limit = match account {
            Account::Store => self
                .limit_bytes
                .saturating_sub(self.held_back.load(Relaxed)),
            Account::Stack | Account::Tables => self.limit_bytes,
        };
        let take = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= limit);
        match self.used.fetch_update(Relaxed, Relaxed, take) {
            Ok(before) => {
                self.peak.fetch_max(before + bytes, Relaxed);
                self.accounts[account as usize].fetch_add(bytes, Relaxed);
                Ok(())
            }
            Err(_) => Err(self.refused(account, bytes, OutOfMemoryCause::Budget)),
        }
    }

    /// Gives back `bytes` that were charged to `account`.
    pub fn release(&self, account: Account, bytes: u64) {
        self.accounts[account as usize].fetch_sub(bytes, Relaxed);
        self.used.fetch_sub(bytes, Relaxed);
    }

    /// From now on the store is refused memory when less than this would be left for the others.
    pub fn hold_back(&self, bytes: u64) {
        self.held_back.store(bytes, Relaxed);
    }

    /// An error for memory of this budget that was refused.
    pub fn refused(
        &self,
        account: Account,
        wanted_bytes: u64,
        cause: OutOfMemoryCause,
    ) -> OutOfMemory {
        OutOfMemory {
            account,
            wanted_bytes,
            used_bytes: self.used_bytes(),
            limit_bytes: self.limit_bytes,
            cause,
        }
    }

    /// The limit, in bytes.
    pub fn limit_bytes(&self) -> u64 {
        self.limit_bytes
    }

    /// Bytes that are left.
    pub fn free_bytes(&self) -> u64 {
        self.limit_bytes - self.used_bytes()
    }

    /// Bytes charged now, all accounts.
    pub fn used_bytes(&self) -> u64 {
        self.used.load(Relaxed)
    }

    /// Most bytes charged at any one time.
    pub fn peak_bytes(&self) -> u64 {
        self.peak.load(Relaxed)
    }

    /// Bytes charged now to one account.
    pub fn account_bytes(&self, account: Account) -> u64 {
        self.accounts[account as usize].load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_kept_and_accounts_add_up() {
        let budget = Budget::new(100);
        budget.charge(Account::Store, 60).unwrap();
        budget.charge(Account::Stack, 40).unwrap();
        let error = budget.charge(Account::Tables, 1).unwrap_err();
        assert_eq!(
            (error.wanted_bytes, error.used_bytes, error.cause),
            (1, 100, OutOfMemoryCause::Budget)
        );
        assert!(
            error
                .to_string()
                .contains("tables beside the stored states asked for 1 B; 100 B of 100 B used")
        );
        assert_eq!(
            budget
                .charge(Account::Tables, u64::MAX)
                .unwrap_err()
                .used_bytes,
            100
        );
        budget.release(Account::Store, 60);
        assert_eq!(
            (
                budget.used_bytes(),
                budget.peak_bytes(),
                budget.account_bytes(Account::Stack)
            ),
            (40, 100, 40)
        );
    }

    #[test]
    fn what_is_held_back_from_the_store_is_for_the_others() {
        let budget = Budget::new(100);
        budget.hold_back(30);
        budget.charge(Account::Store, 70).unwrap();
        assert!(budget.charge(Account::Store, 1).is_err());
        budget.charge(Account::Stack, 30).unwrap();
        assert_eq!(budget.free_bytes(), 0);
        budget.release(Account::Store, 70);
        budget.hold_back(0);
        budget.charge(Account::Store, 70).unwrap();
    }
}
