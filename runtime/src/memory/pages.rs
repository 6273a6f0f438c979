//! Zeroed memory straight from the system. It goes back there when it is dropped, and is not kept
//! for later as that of an allocator may be.

use std::io;

use memmap2::MmapMut;

/// The size of a huge page of x86-64 and of 4 KiB-page AArch64.
pub(crate) const HUGE_PAGE_BYTES: usize = 2 << 20;

/// A mapping of whole zeroed pages; `huge` asks for huge ones, which the system may ignore. Pages
/// that were never written take address space only. Does not charge: what is mapped and what is
/// used may differ, so the owner charges.
pub(crate) fn zeroed_pages(bytes: usize, huge: bool) -> io::Result<MmapMut> {
    let map = MmapMut::map_anon(bytes)?;
    #[cfg(target_os = "linux")]
    if huge {
        // A refusal costs speed only.
        let _ = map.advise(memmap2::Advice::HugePage);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = huge;
    Ok(map)
}
