//! Which keys are evicted when some must go.

use super::{Key, QuotientTable};
use crate::limits::Stop;
use crate::store::{Handle, all_but, in_order};

/// So many that the keys of one priority are a small part of all: of the last one that goes only
/// the first keys do.
const PRIORITY_BITS: u32 = 10;

/// The eviction priority of a key: its lowest bits in reverse, which say nothing about its place.
fn priority(key: Key) -> usize {
    usize::from((key.place as u16).reverse_bits() >> (16 - PRIORITY_BITS))
}

impl QuotientTable {
    /// Evicts this many keys, but none of `kept`, and tells their handles. Those of the highest
    /// [priority] go: as many from each part of the table, and when they are met again they are the
    /// first to go again. Time: two passes.
    ///
    /// # Errors
    /// It had to end, having evicted fewer.
    pub(in crate::store) fn evict(
        &mut self,
        count: u64,
        kept: &[Handle],
        mut evicted: impl FnMut(Handle),
    ) -> Result<(), Stop> {
        let steps = 2 * self.handle_bound() as u64;
        let mut task = self.lines.budget().begin("forgetting states", steps);
        let kept = in_order(kept);
        let mut of_priority = [0_u64; 1 << PRIORITY_BITS];
        let all = 0..self.handle_bound();
        let all = all.map(|index| Handle(index as u32));
        for handle in all_but(all.clone(), &kept) {
            task.advance(1)?;
            if let Some(key) = self.stored(handle) {
                of_priority[priority(key)] += 1;
            }
        }
        let mut above = 0;
        let priorities = (0..of_priority.len()).rev();
        let lowest = priorities.take_while(|&priority| {
            let goes = above < count;
            above += of_priority[priority];
            goes
        });
        let lowest = lowest.last().unwrap_or(of_priority.len());
        let mut left = count;
        for handle in all_but(all, &kept) {
            task.advance(1)?;
            let key = self.stored(handle);
            if left > 0 && key.is_some_and(|key| priority(key) >= lowest) {
                self.remove(handle);
                evicted(handle);
                left -= 1;
            }
        }
        Ok(())
    }
}
