//! `tests/data/beside-spin`: what analyzers say of labels, and of formulas where SPIN is wrong,
//! beside SPIN.

use std::path::Path;
use std::time::Duration;

use support::claims_beside::{Outcome, compare};
use support::{files_below, spin};

/// Each difference is known, and each that is said to be known is there.
#[test]
fn labels_and_faults_of_spin() {
    if !spin::available() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/beside-spin");
    let models = files_below(&folder, "pml").expect("is there");
    let compared = compare(&models, &folder, Duration::from_secs(60), |_| ());
    assert_eq!(compared.len(), models.len(), "each has something to ask");
    let mut same = 0;
    for of_model in &compared {
        let pairs = of_model.pairs.as_ref();
        for pair in pairs.unwrap_or_else(|refused| panic!("{}: {refused}", of_model.name)) {
            let outcome = pair.outcome();
            assert!(outcome.is_fine(), "{} | {pair}", of_model.name);
            same += usize::from(outcome == Outcome::Same);
        }
    }
    assert!(same >= 14, "{same} of them are compared");
}
