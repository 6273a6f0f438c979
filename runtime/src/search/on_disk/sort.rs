//! Sorting so many that it takes seconds, with a look at the clock in between.
//!
//! A sort that is part of the library looks at nothing. So what is to be sorted is first moved to
//! one of some hundred parts by the upper bits of its fingerprint, in place (American flag sort;
//! McIlroy, Bostic and McIlroy 1993), and then each part is sorted by the library. Fingerprints are
//! spread evenly, so the parts are of one size.

use super::run::Wanted;
use crate::limits::Stop;
use crate::monitor::Task;

const PART_BITS: u32 = 8;

/// So few are sorted at once.
const FEW: usize = 1 << 16;

/// Sorts; each is a step of `task`, twice.
///
/// # Errors
/// It had to end; the order is any.
pub(super) fn sort(wanted: &mut [Wanted], task: &mut Task) -> Result<(), Stop> {
    if wanted.len() <= FEW {
        wanted.sort_unstable();
        return Ok(task.advance(2 * wanted.len() as u64)?);
    }
    let part = |wanted: &Wanted| (wanted.key >> (u64::BITS - PART_BITS)) as usize;
    let mut counts = [0; 1 << PART_BITS];
    wanted.iter().for_each(|it| counts[part(it)] += 1);
    let mut ends = counts;
    let mut end = 0;
    for bound in &mut ends {
        end += *bound;
        *bound = end;
    }
    // Where in each part the next one goes that belongs there.
    let mut next: [usize; 1 << PART_BITS] = std::array::from_fn(|it| ends[it] - counts[it]);
    for at in 0..ends.len() {
        while next[at] < ends[at] {
            task.advance(1)?;
            let belongs = part(&wanted[next[at]]);
            wanted.swap(next[at], next[belongs]);
            next[belongs] += 1;
        }
    }
    let mut start = 0;
    for end in ends {
        wanted[start..end].sort_unstable();
        task.advance((end - start) as u64)?;
        start = end;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::monitor::Monitor;
    use crate::state::hash_of;

    fn wanted(count: u32, key: impl Fn(u64) -> u64) -> Vec<Wanted> {
        let wanted = |offset: u32| Wanted {
            key: key(hash_of(&[offset])),
            offset: offset % 977,
        };
        (0..count).map(wanted).collect()
    }

    #[test]
    fn few_and_many_are_sorted_whatever_their_fingerprints() {
        for count in [0, 1, 1_000, FEW as u32, FEW as u32 + 1, 300_000] {
            for key in [|key| key, |key| key % 1_000, |key| key | 255 << 56, |_| 7] {
                let mut sorted = wanted(count, key);
                let mut expected = sorted.clone();
                expected.sort_unstable();
                let mut task = Arc::new(Monitor::new(None, None)).begin("sorting", 0);
                assert_eq!(sort(&mut sorted, &mut task), Ok(()));
                assert!(sorted == expected);
            }
        }
    }

    #[test]
    fn it_ends_in_between() {
        let mut task = Arc::new(Monitor::ending_after(1_000)).begin("sorting", 0);
        let mut many = wanted(200_000, |key| key);
        assert_eq!(sort(&mut many, &mut task), Err(Stop::Time));
    }
}
