//! The memory budget: one limit, known before the search starts, that everything large is charged
//! against.
//!
//! Anyone who holds memory that grows with the search asks [`Budget::charge`] *before* it allocates
//! and calls [`Budget::release`] after it frees, under its own [`Account`]. A refusal is an
//! [`OutOfMemory`] value: the search then ends as incomplete, it does not abort. Small things of
//! fixed size (the model, the report) are not charged.

mod charged;
mod thresholds;

pub(crate) use charged::Charged;
pub use thresholds::Thresholds;

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::monitor::{Monitor, Task};
use crate::units::Size;

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
    fn name(self) -> &'static str {
        match self {
            Account::Store => "stored states",
            Account::Stack => "the search stack or queue",
            Account::Tables => "tables beside the stored states",
        }
    }
}

/// A limit in bytes, and what is charged against it. Shared (`Arc`) by all that charge; never
/// exceeded.
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
            Err(used_bytes) => Err(OutOfMemory {
                account,
                wanted_bytes: bytes,
                used_bytes,
                limit_bytes: self.limit_bytes,
                cause: OutOfMemoryCause::Budget,
            }),
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

    /// An error for memory of this budget that was refused by something else than the budget.
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

/// What refused the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutOfMemoryCause {
    /// The limit of the budget.
    Budget,
    /// The operating system (for instance a `ulimit -v` below the budget).
    System,
    /// A numbering: 2^32 handles are used up, say, or one state is longer than the store can hold.
    Capacity,
}

/// Memory was refused; nothing was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// Who asked.
    pub account: Account,
    /// How much was asked for.
    pub wanted_bytes: u64,
    /// What was charged at that moment, all accounts.
    pub used_bytes: u64,
    /// The budget's limit.
    pub limit_bytes: u64,
    /// What refused it.
    pub cause: OutOfMemoryCause,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let reason = match self.cause {
            OutOfMemoryCause::Budget => "the limit is reached",
            OutOfMemoryCause::System => "the operating system refuses more",
            OutOfMemoryCause::Capacity => "no more can be numbered or held",
        };
        write!(
            f,
            "out of memory: {reason} ({} asked for {}; {} of {} used)",
            self.account.name(),
            Size(self.wanted_bytes),
            Size(self.used_bytes),
            Size(self.limit_bytes)
        )
    }
}

impl std::error::Error for OutOfMemory {}

/// Bytes this process can still get without swapping: the least of what Linux says is available,
/// what the control groups (v1 and v2, each ancestor) leave, and what the address-space limit
/// (`ulimit -v`) leaves. `None` off Linux.
pub fn available_bytes() -> Option<u64> {
    available_under(Path::new("/"))
}

fn available_under(root: &Path) -> Option<u64> {
    let read = |path: &str| fs::read_to_string(root.join(path)).ok();
    let machine = read("proc/meminfo").and_then(|text| kibibytes_after(&text, "MemAvailable:"));
    let groups = read("proc/self/cgroup")
        .map(|text| group_rooms(root, &text))
        .unwrap_or_default();
    groups
        .into_iter()
        .chain(machine)
        .chain(address_space_room(root))
        .min()
}

/// The value of a line `<key>  <number> kB`, in bytes.
fn kibibytes_after(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace()
        .next()?
        .parse::<u64>()
        .ok()?
        .checked_mul(1024)
}

/// What each control group on the way from ours to the root leaves. Cache of files that the kernel
/// would drop counts as free.
fn group_rooms(root: &Path, membership: &str) -> Vec<u64> {
    let mut rooms = Vec::new();
    for line in membership.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
            continue;
        };
        let (mount, limit, usage, inactive) = if controllers.is_empty() {
            (
                "sys/fs/cgroup",
                "memory.max",
                "memory.current",
                "inactive_file ",
            )
        } else if controllers.split(',').any(|name| name == "memory") {
            (
                "sys/fs/cgroup/memory",
                "memory.limit_in_bytes",
                "memory.usage_in_bytes",
                "total_inactive_file ",
            )
        } else {
            continue;
        };
        let mount = root.join(mount);
        let own = mount.join(path.trim_start_matches('/'));
        // Inside a container the path may not exist below the mount: the walk then starts where
        // folders exist.
        for folder in own
            .ancestors()
            .take_while(|folder| folder.starts_with(&mount))
        {
            let read = |file: &str| fs::read_to_string(folder.join(file)).ok();
            let number = |file: &str| read(file)?.trim().parse::<u64>().ok();
            let (Some(limit), Some(usage)) = (number(limit), number(usage)) else {
                continue;
            };
            let stat = read("memory.stat").unwrap_or_default();
            let cache = stat
                .lines()
                .find_map(|line| line.strip_prefix(inactive)?.trim().parse().ok())
                .unwrap_or(0);
            rooms.push(limit.saturating_sub(usage.saturating_sub(cache)));
        }
    }
    rooms
}

fn address_space_room(root: &Path) -> Option<u64> {
    let limits = fs::read_to_string(root.join("proc/self/limits")).ok()?;
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?; // "unlimited" is no number
    let status = fs::read_to_string(root.join("proc/self/status")).ok()?;
    Some(limit.saturating_sub(kibibytes_after(&status, "VmSize:")?))
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

    #[test]
    fn sizes_are_printed_in_binary_units() {
        let printed = [0, 1023, 1024, 3 << 29, u64::MAX].map(|bytes| Size(bytes).to_string());
        assert_eq!(
            printed,
            ["0 B", "1023 B", "1.0 KiB", "1.5 GiB", "16777216.0 TiB"]
        );
    }

    /// A root folder with the given files, removed when dropped.
    struct FakeRoot(std::path::PathBuf);

    impl FakeRoot {
        fn new(name: &str, files: &[(&str, &str)]) -> FakeRoot {
            let root =
                std::env::temp_dir().join(format!("pvgen-memory-{name}-{}", std::process::id()));
            for (path, text) in files {
                let path = root.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            FakeRoot(root)
        }
    }

    impl Drop for FakeRoot {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_least_of_machine_groups_and_address_space_counts() {
        let meminfo = (
            "proc/meminfo",
            "MemTotal: 2000 kB\nMemAvailable:   1000 kB\n",
        );
        let machine = FakeRoot::new("machine", &[meminfo]);
        assert_eq!(available_under(&machine.0), Some(1_024_000));

        let v2 = [
            meminfo,
            ("proc/self/cgroup", "0::/a/b\n"),
            ("sys/fs/cgroup/a/memory.max", "900000\n"),
            ("sys/fs/cgroup/a/memory.current", "500000\n"),
            (
                "sys/fs/cgroup/a/memory.stat",
                "anon 5\ninactive_file 100000\n",
            ),
            ("sys/fs/cgroup/a/b/memory.max", "max\n"),
            ("sys/fs/cgroup/a/b/memory.current", "400000\n"),
        ];
        assert_eq!(available_under(&FakeRoot::new("v2", &v2).0), Some(500_000));

        let v1 = [
            meminfo,
            ("proc/self/cgroup", "5:cpu:/x\n4:memory:/not/mounted\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "300000\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "100000\n"),
        ];
        assert_eq!(available_under(&FakeRoot::new("v1", &v1).0), Some(200_000));

        let limited = [
            meminfo,
            (
                "proc/self/limits",
                "Max address space         500000               500000               bytes\n",
            ),
            ("proc/self/status", "VmSize:\t     100 kB\n"),
        ];
        assert_eq!(
            available_under(&FakeRoot::new("limits", &limited).0),
            Some(500_000 - 102_400)
        );
        assert_eq!(available_under(&FakeRoot::new("nothing", &[]).0), None);
    }
}
