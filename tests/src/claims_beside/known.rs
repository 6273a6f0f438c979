//! Where SPIN's verdict is wrong, and why.

use crate::spin::claims::Property;

/// A pair on which SPIN differs.
#[derive(Debug)]
pub struct Known {
    /// The name of the model.
    pub model: &'static str,
    /// As it is printed.
    pub property: &'static str,
    /// Of the weakly fair runs alone.
    pub fair: bool,
    /// In words, for the table.
    pub why: &'static str,
}

/// Each looked at by hand.
const KNOWN: &[Known] = &[
    known("label-beside-a-formula.pml", "ltl p", false, LABELS),
    known("label-beside-a-formula.pml", "ltl p", true, LABELS),
    known("fair-run-that-ends.pml", "ltl p", true, ENDS),
];

const LABELS: &str = "`accept` labels of processes count for a formula";
const ENDS: &str = "`-f` misses runs that end";

const fn known(
    model: &'static str,
    property: &'static str,
    fair: bool,
    why: &'static str,
) -> Known {
    Known {
        model,
        property,
        fair,
        why,
    }
}

/// Why SPIN may differ here.
pub fn find(model: &str, property: &Property, fair: bool) -> Option<&'static Known> {
    let property = property.to_string();
    KNOWN
        .iter()
        .find(|it| it.model == model && it.property == property && it.fair == fair)
}
