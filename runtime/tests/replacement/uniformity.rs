//! Random choices are uniform among the states that are allowed, however long they have been there.

use std::sync::Arc;

use runtime::cache::{Replacement, Specification};
use runtime::memory::Budget;
use runtime::model::Effect;
use runtime::store::Handle;

const CANDIDATES: u32 = 16;
const ROUNDS: u32 = 40_000;

/// Handles of the candidates, the oldest first, and what chooses among them.
struct Cache {
    replacement: Box<dyn Replacement>,
    by_age: Vec<u32>,
}

impl Cache {
    fn new(specification: &str) -> Cache {
        let specification: Specification = specification.parse().unwrap();
        Cache {
            replacement: specification.replacement(7, &Arc::new(Budget::new(1 << 24))),
            by_age: Vec::new(),
        }
    }

    /// A candidate that was on the path at `depth`.
    fn add(&mut self, handle: u32, depth: u32, arrival: Effect) {
        self.add_with_edges(handle, depth, arrival, 0);
    }

    /// As [`Cache::add`]; this many of its edges were executed.
    fn add_with_edges(&mut self, handle: u32, depth: u32, arrival: Effect, edges: u64) {
        self.replacement
            .enter(Handle(handle), 0, depth, arrival, 0)
            .unwrap();
        self.replacement.leave(Handle(handle), edges).unwrap();
        self.by_age.push(handle);
    }

    /// The state chosen, and how many are older.
    fn choose(&mut self) -> (u32, usize) {
        let Handle(chosen) = self.replacement.choose().unwrap();
        let age = self
            .by_age
            .iter()
            .position(|&handle| handle == chosen)
            .unwrap();
        self.by_age.remove(age);
        (chosen, age)
    }
}

/// Pearson's statistic for uniform `counts`: with 16 of them its mean is 15, and above 45 it is
/// once in ten thousand cases.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    let deviation = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
    counts.iter().map(deviation).sum()
}

/// Always sixteen candidates that are equal, with depths as given, beside some that come later in
/// every order: how often the oldest, the next ... was chosen.
fn ages_chosen(specification: &str, depth: impl Fn(u32) -> u32) -> [u32; CANDIDATES as usize] {
    let mut cache = Cache::new(specification);
    (0..CANDIDATES).for_each(|handle| cache.add(handle, depth(handle), Effect::Other));
    if specification.contains('I') {
        for handle in 100..150 {
            cache.add(handle, depth(handle), Effect::Other);
            cache.replacement.meet(Handle(handle), Effect::Other);
            cache.by_age.pop();
        }
    }
    let mut ages = [0; CANDIDATES as usize];
    for _ in 0..ROUNDS {
        let (chosen, age) = cache.choose();
        ages[age] += 1;
        cache.add(chosen, depth(chosen), Effect::Other);
    }
    ages
}

#[test]
fn old_and_new_candidates_alike() {
    for specification in ["R", "RS", "IR", "IOR", "IRS", "OIdR", "type-oriented", "h2"] {
        let ages = ages_chosen(specification, |_| 1);
        assert!(chi_square(&ages) < 45.0, "{specification}: {ages:?}");
    }
    // The statistic sees what is not uniform.
    for specification in ["X", "e"] {
        assert!(chi_square(&ages_chosen(specification, |_| 1)) > 1_000.0);
    }
}

/// With the modulus at 16, depths of four classes may be replaced; each candidate as likely as any
/// other, though the classes are of different sizes.
#[test]
fn strata_alike() {
    for specification in ["RS", "IRS"] {
        let mut cache = Cache::new(specification);
        cache.add(0, 8, Effect::Other);
        cache.choose();
        let depth =
            |handle| [1, 3, 5, 7, 9, 11, 2, 6, 10, 4, 12, 20, 28, 36, 44, 8][handle as usize];
        (0..CANDIDATES).for_each(|handle| cache.add(handle, depth(handle), Effect::Other));
        cache.add(99, 16, Effect::Other);
        let mut times = [0; CANDIDATES as usize];
        for _ in 0..ROUNDS {
            let (chosen, _) = cache.choose();
            times[chosen as usize] += 1;
            cache.add(chosen, depth(chosen), Effect::Other);
        }
        assert!(chi_square(&times) < 45.0, "{specification}: {times:?}");
    }
}

/// One of a hundred candidates is of the highest type: it is chosen iff one of 20 draws meets it,
/// in 1 - 0.99^20 = 18.2 % of all cases.
#[test]
fn type_oriented_replaces_the_highest_type_of_twenty_drawn() {
    let mut cache = Cache::new("type-oriented");
    let arrival = |handle| {
        if handle == 50 {
            Effect::Assignment
        } else {
            Effect::Receive
        }
    };
    (0..100).for_each(|handle| cache.add(handle, 1, arrival(handle)));
    let mut times = 0;
    for _ in 0..ROUNDS {
        let (chosen, _) = cache.choose();
        times += u32::from(chosen == 50);
        cache.add(chosen, 1, arrival(chosen));
    }
    let share = f64::from(times) / f64::from(ROUNDS);
    assert!((share - 0.182).abs() < 0.01, "{share}");
}

/// A state met by several transitions has the least of their types, be it on the path or not.
#[test]
fn type_oriented_keeps_the_least_type() {
    for on_path in [false, true] {
        let mut cache = Cache::new("type-oriented");
        cache.add(0, 1, Effect::Assignment);
        cache
            .replacement
            .enter(Handle(1), 0, 1, Effect::Assignment, 0)
            .unwrap();
        if !on_path {
            cache.replacement.leave(Handle(1), 0).unwrap();
        }
        for arrival in [Effect::Send, Effect::Other] {
            cache.replacement.meet(Handle(1), arrival);
        }
        if on_path {
            cache.replacement.leave(Handle(1), 0).unwrap();
        }
        // All of 20 draws would meet the other one in one of a million cases.
        assert_eq!(cache.choose().0, 0);
    }
}

/// One of ten candidates has fewer edges than the others: it is chosen iff one of four draws meets
/// it, in 1 - 0.9^4 = 34.4 % of all cases; and of the others each as often as any.
#[test]
fn tournament_replaces_the_one_with_the_fewest_edges_of_four_drawn() {
    let mut cache = Cache::new("tournament");
    let edges = |handle| if handle == 5 { 1 } else { 2 };
    (0..10).for_each(|handle| cache.add_with_edges(handle, 1, Effect::Other, edges(handle)));
    let mut times = [0; 10];
    for _ in 0..ROUNDS {
        let (chosen, _) = cache.choose();
        times[chosen as usize] += 1;
        cache.add_with_edges(chosen, 1, Effect::Other, edges(chosen));
    }
    let share = f64::from(times[5]) / f64::from(ROUNDS);
    assert!((share - 0.344).abs() < 0.01, "{share}");
    let others: Vec<u32> = (0..10).filter(|&it| it != 5).map(|it| times[it]).collect();
    assert!(chi_square(&others) < 30.0, "{times:?}");
}
