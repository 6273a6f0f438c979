//! The reduced search: with nothing left out it counts what SPIN counts; Peterson's lock with
//! something left out.

mod naive;
mod toy_models;

use std::sync::Arc;

use runtime::memory::Budget;
use runtime::model::Model;
use runtime::reduce::{Reduction, SetMethod, SleepSets};
use runtime::search::{Context, reduced};
use runtime::statistics::Statistics;
use runtime::store::ExactStore;
use runtime::violation::{Checks, Recorder};
use toy_models::philosophers::FIVE;
use toy_models::{TOYS, peterson};

const ALL: Checks = Checks {
    assertions: true,
    end_states: true,
};

fn search(model: &dyn Model, reduction: Reduction, budget: &Arc<Budget>) -> (Statistics, u64) {
    let recorder = Recorder::new(model, ALL, None);
    let mut context = Context::new(budget.clone(), None, recorder);
    let mut store = ExactStore::new(budget.clone()).unwrap();
    let statistics = reduced(model, &mut store, &mut context, reduction);
    (statistics, context.recorder.count)
}

#[test]
fn with_nothing_left_out_counts_are_those_of_spin() {
    for toy in TOYS.into_iter().chain([FIVE]) {
        let budget = Arc::new(Budget::new(64 << 20));
        let (found, errors) = search(toy.model, Reduction::default(), &budget);
        let name = toy.model.info().name;
        let counts = (found.stored, found.matched, found.atomic_steps, found.depth);
        let expected = (toy.stored, toy.matched, toy.atomic_steps, toy.depth);
        assert_eq!(counts, expected, "{name}");
        assert_eq!(errors, toy.errors, "{name}");
        assert_eq!(found.reexplored, 0, "{name}");
    }
}

#[test]
fn sleep_sets_leave_out_edges_and_no_state() {
    let toy = peterson::TOY;
    for form in [SleepSets::Stored, SleepSets::Paper1995] {
        let budget = Arc::new(Budget::new(64 << 20));
        let sleep = Some(form);
        let reduction = Reduction {
            sleep,
            ..Reduction::default()
        };
        let (found, errors) = search(toy.model, reduction, &budget);
        assert_eq!(found.stored, toy.stored, "{form:?}");
        assert!(found.matched < toy.matched, "{form:?}: {}", found.matched);
        assert_eq!(errors, 0);
        assert!(budget.peak_bytes() > 0);
        assert_eq!(budget.used_bytes(), 0, "{form:?}: all memory is given back");
    }
}

#[test]
fn local_processes_go_first() {
    let toy = peterson::TOY;
    let budget = Arc::new(Budget::new(64 << 20));
    let method = SetMethod::Local;
    let reduction = Reduction {
        method,
        ..Reduction::default()
    };
    let (found, errors) = search(toy.model, reduction, &budget);
    // Both processes begin with two local steps, at places 1 and 2. Of the states with one of them
    // there, a single path is left, of four.
    let all = naive::search(toy.model).states;
    let begins = |word: u32| matches!(word & 0xff, 1 | 2);
    let beginning = all
        .iter()
        .filter(|words| begins(words[1]) || begins(words[2]));
    assert_eq!(found.stored as usize, all.len() - beginning.count() + 4);
    assert_eq!(errors, 0);
}
