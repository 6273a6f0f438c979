//! Independent jobs on all cores, results in the order of the jobs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Cores to use.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// `work` on each item, as many at once as there are cores.
pub fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    on_cores(cores(), items, work)
}

/// `work` on each item, this many at once.
pub fn on_cores<T: Sync, R: Send>(
    cores: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    thread::scope(|scope| {
        for _ in 0..cores.min(items.len()) {
            scope.spawn(|| {
                while let index = next.fetch_add(1, Relaxed)
                    && let Some(item) = items.get(index)
                {
                    let result = work(item);
                    done.lock()
                        .expect("no job panics with the lock")
                        .push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no job panics with the lock");
    done.sort_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_order() {
        let items: Vec<u32> = (0..100).collect();
        let squares = super::on_all_cores(&items, |x| x * x);
        assert!(
            squares
                .iter()
                .zip(&items)
                .all(|(square, x)| *square == x * x)
        );
        assert_eq!(squares.len(), 100);
    }
}
