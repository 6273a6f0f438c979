//! Experimental Fact 1: whether it holds of our models.

use super::Row;

/// Of the edges of a state more than this part is 1-local, on the average: in all of the paper's
/// protocols, and in most.
pub const ALL: f64 = 0.6;
const MOST: f64 = 0.75;

/// Models of which it does not hold, as measured: a message that is lost, or a copy that no one
/// wants, leads back to before it was sent.
const EXCEPTIONS: [&str; 2] = [
    "protocols/alternating-bit.pml",
    "protocols/sliding-window.pml",
];

/// Says what holds; that of most models only if `all` were measured.
///
/// # Errors
/// What does not hold, or holds of a model for which it is known not to.
pub fn judge(rows: &[Row], all: bool) -> Result<(), String> {
    let mut wrong = Vec::new();
    for row in rows {
        let one_local = row.locality.one_local;
        let is_exception = EXCEPTIONS.iter().any(|name| row.name.starts_with(name));
        if is_exception == (one_local > ALL) {
            wrong.push(format!("{}: {:.1} %", row.name, 100.0 * one_local));
        }
    }
    let above = |bound| {
        rows.iter()
            .filter(|row| row.locality.one_local > bound)
            .count()
    };
    println!(
        "1-local: more than {:.0} % in {} of {} models, more than {:.0} % in {}; known exceptions: {}",
        100.0 * ALL,
        above(ALL),
        rows.len(),
        100.0 * MOST,
        above(MOST),
        EXCEPTIONS.join(", ")
    );
    if all && 2 * above(MOST) <= rows.len() {
        wrong.push("not most models are above the second bound".into());
    }
    match wrong.as_slice() {
        [] => Ok(()),
        wrong => Err(format!("other than expected: {}", wrong.join("; "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use support::report::Locality;

    fn row(name: &str, one_local: f64) -> Row {
        Row {
            name: name.into(),
            states: 1,
            locality: Locality {
                states: 1,
                states_without_edges: 0,
                transitions: 1,
                one_local,
                diameter: 1,
                largest_queue: 1,
                distances: Vec::new(),
            },
        }
    }

    #[test]
    fn bounds_are_bounds() {
        let exception = || row("protocols/sliding-window.pml -DW=3", 0.5);
        assert!(judge(&[row("a", 0.8), row("b", 0.8), exception()], true).is_ok());
        assert!(judge(&[row("a", 0.6)], false).is_err());
        assert!(judge(&[row("a", 0.7)], false).is_ok());
        assert!(judge(&[row("a", 0.7), row("b", 0.8)], true).is_err());
        assert!(judge(&[row("protocols/sliding-window.pml", 0.7)], false).is_err());
    }
}
