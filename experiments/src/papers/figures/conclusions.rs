//! What the paper says of its own model, and whether it holds here.

use super::{CURVES, Measured};

/// Says what holds.
///
/// # Errors
/// The paper's own model does something else.
pub fn judge(all: &[Measured]) -> Result<(), String> {
    let mut wrong = Vec::new();
    for measured in all.iter().filter(|it| it.subject.model.of_the_paper) {
        let name = measured.subject.model.name();
        for (line, swept) in CURVES.iter().zip(&measured.sweeps) {
            let blow_up = swept.blow_up().map(|cache| swept.percent(cache));
            let smallest = swept.smallest();
            let (claim, holds) = match (line.sleep, measured.subject.said.suffices) {
                (None, _) => (
                    "a blow-up somewhere between half and a third of the states".to_string(),
                    blow_up.is_some_and(|at| (25.0..=60.0).contains(&at)),
                ),
                // Figure 4 is drawn with random replacement.
                (Some(_), Some(states)) if line.replacement == "random" => {
                    (format!("{states} states suffice"), smallest.cache <= states)
                }
                (Some(_), _) => continue,
            };
            let verdict = if holds { "holds" } else { "DOES NOT HOLD" };
            println!("{name}, {}: {claim}: {verdict}", line.name());
            if !holds {
                wrong.push(line.name());
            }
        }
    }
    match wrong.as_slice() {
        [] => Ok(()),
        curves => Err(format!("not as the paper says: {}", curves.join("; "))),
    }
}
