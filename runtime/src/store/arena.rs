//! Zeroed memory straight from the system, charged before it is taken and given back when dropped.

use std::sync::Arc;

use memmap2::{MmapMut, MmapRaw};

use crate::memory::{Account, Budget, OutOfMemory, OutOfMemoryCause};

/// The size of a huge page of x86-64 and of 4 KiB-page AArch64.
pub(crate) const HUGE_PAGE_BYTES: usize = 2 << 20;

/// A mapping of whole zeroed pages. Pages that were never written take address space only.
pub(super) struct Region {
    map: MmapRaw,
}

impl Region {
    /// Maps `bytes` bytes; `huge` asks for huge pages, which the system may ignore. Does not
    /// charge: what is mapped and what is used differ for the slot table, so the owner charges.
    pub(super) fn map(budget: &Budget, bytes: usize, huge: bool) -> Result<Region, OutOfMemory> {
        let refused = |_| budget.refused(Account::Store, bytes as u64, OutOfMemoryCause::System);
        let map = MmapRaw::from(MmapMut::map_anon(bytes).map_err(refused)?);
        #[cfg(target_os = "linux")]
        if huge {
            // A refusal costs speed only.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = huge;
        Ok(Region { map })
    }

    pub(super) fn start(&self) -> *mut u8 {
        self.map.as_mut_ptr()
    }

    pub(super) fn bytes(&self) -> usize {
        self.map.len()
    }
}

/// What one part of the store has charged; released when dropped.
pub(crate) struct Charge {
    budget: Arc<Budget>,
    account: Account,
    bytes: u64,
}

impl Charge {
    pub(crate) fn none(budget: Arc<Budget>, account: Account) -> Charge {
        Charge {
            budget,
            account,
            bytes: 0,
        }
    }

    pub(crate) fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn add(&mut self, bytes: u64) -> Result<(), OutOfMemory> {
        self.budget.charge(self.account, bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    pub(crate) fn give_back(&mut self, bytes: u64) {
        self.budget.release(self.account, bytes);
        self.bytes -= bytes;
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.budget.release(self.account, self.bytes);
    }
}

/// Brings the cache line at `address` near; a hint, never a fault. Does nothing where there is no
/// stable instruction.
#[inline]
pub(crate) fn prefetch(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching reads nothing and is part of every x86-64 processor.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
