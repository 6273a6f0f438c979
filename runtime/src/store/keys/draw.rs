//! Which keys go when some must.

use super::{Key, Keys};
use crate::limits::Stop;
use crate::store::{Handle, all_but, in_order};

/// What taking out keys is called.
const DRAWING: &str = "forgetting states";

/// There are so many ranks that those of one, of which the first go, are a small part of all.
const RANK_BITS: u32 = 10;

/// The lowest bits of a key, in reverse: what says nothing about its place.
fn rank(key: Key) -> usize {
    usize::from((key.place as u16).reverse_bits() >> (16 - RANK_BITS))
}

impl Keys {
    /// Takes out this many keys, but none of `kept`, and tells their handles. Those of highest
    /// [rank] go: as many from each part of the table, and when they are met again they are the
    /// first to go again. Time: two passes.
    ///
    /// # Errors
    /// It had to end, having taken out less.
    pub(in crate::store) fn draw(
        &mut self,
        count: u64,
        kept: &[Handle],
        mut drawn: impl FnMut(Handle),
    ) -> Result<(), Stop> {
        let steps = 2 * self.handle_bound() as u64;
        let mut task = self.lines.budget().begin(DRAWING, steps);
        let kept = in_order(kept);
        let mut of_rank = [0_u64; 1 << RANK_BITS];
        let all = 0..self.handle_bound();
        let all = all.map(|index| Handle(index as u32));
        for handle in all_but(all.clone(), &kept) {
            task.advance(1)?;
            if let Some(key) = self.stored(handle) {
                of_rank[rank(key)] += 1;
            }
        }
        let mut above = 0;
        let ranks = (0..of_rank.len()).rev();
        let lowest = ranks.take_while(|&rank| {
            let goes = above < count;
            above += of_rank[rank];
            goes
        });
        let lowest = lowest.last().unwrap_or(of_rank.len());
        let mut left = count;
        for handle in all_but(all, &kept) {
            task.advance(1)?;
            let key = self.stored(handle);
            if left > 0 && key.is_some_and(|key| rank(key) >= lowest) {
                self.remove(handle);
                drawn(handle);
                left -= 1;
            }
        }
        Ok(())
    }
}
