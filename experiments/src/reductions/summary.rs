//! What the comparison comes to: states beside SPIN's, time beside local edges', and whether every
//! search reports the same.

use runtime::units::grouped;

use super::{Row, SEARCHES, complete};
use crate::measure::geometric_mean;
use crate::searches::Measured;
use crate::table::{Cell, Table};

/// SPIN's reduced search stores more: there is something left to reduce.
const MANY: u64 = 1000;

/// Shorter searches say nothing about speed.
const MEASURABLE: f64 = 0.1;

/// Prints the summary; `spin` is which of SPIN's searches is the like of ours.
pub fn print(rows: &[Row], spin: usize) {
    println!(
        "\nstates beside SPIN's reduction, both complete; of those where SPIN stores more than {MANY}: many\n"
    );
    println!("{}", beside_spin(rows, spin).text());
    println!(
        "CPU time where all are complete; ratios to local: geometric means where local takes {MEASURABLE} s or more\n"
    );
    println!("{}", beside_local(rows).text());
    for line in exceptions(rows, spin) {
        println!("{line}");
    }
}

fn beside_spin(rows: &[Row], spin: usize) -> Table {
    let mut table = Table::new([
        "search",
        "models",
        "fewer",
        "equal",
        "more",
        "many",
        "fewer_of_many",
        "per_cent",
        "times_SPIN",
    ]);
    for (i, search) in SEARCHES.iter().enumerate() {
        let pairs = rows.iter().filter_map(|row| {
            let (ours, spin) = (complete(&row.ours[i])?, complete(&row.spin[spin])?);
            Some((ours.counts.stored, spin.counts.stored))
        });
        let pairs: Vec<(u64, u64)> = pairs.collect();
        let many: Vec<(u64, u64)> = pairs.iter().copied().filter(|it| it.1 > MANY).collect();
        let fewer = |pairs: &[(u64, u64)]| pairs.iter().filter(|it| it.0 < it.1).count();
        let more = pairs.iter().filter(|it| it.0 > it.1).count();
        let share = 100.0 * fewer(&many) as f64 / many.len() as f64;
        let ratios = many.iter().map(|it| it.0 as f64 / it.1 as f64);
        table.push(vec![
            search.name().into(),
            Cell::Count(pairs.len() as u64),
            Cell::Count(fewer(&pairs) as u64),
            Cell::Count((pairs.len() - fewer(&pairs) - more) as u64),
            Cell::Count(more as u64),
            Cell::Count(many.len() as u64),
            Cell::Count(fewer(&many) as u64),
            Cell::real((!many.is_empty()).then_some(share), 1),
            Cell::real(geometric_mean(ratios), 3),
        ]);
    }
    table
}

/// The search that the others are measured by.
const LOCAL: usize = 1;

fn beside_local(rows: &[Row]) -> Table {
    let mut table = Table::new([
        "search",
        "s_in_all",
        "models",
        "times_local",
        "slower_by_5_per_cent",
        "states_times_local",
        "worst_times_local",
        "worst",
    ]);
    let whole: Vec<Vec<&Measured>> = rows
        .iter()
        .filter_map(|row| row.ours.iter().map(complete).collect())
        .collect();
    let titles = rows
        .iter()
        .filter(|row| row.ours.iter().all(|it| complete(it).is_some()));
    let titles: Vec<&str> = titles.map(|row| row.title.as_str()).collect();
    let seconds = |it: &Measured| it.cost.cpu.as_secs_f64();
    for (i, search) in SEARCHES.iter().enumerate() {
        let measurable = || {
            whole
                .iter()
                .zip(&titles)
                .filter(|(all, _)| seconds(all[LOCAL]) >= MEASURABLE)
        };
        let times: Vec<(f64, &str)> = measurable()
            .map(|(all, &title)| (seconds(all[i]) / seconds(all[LOCAL]), title))
            .collect();
        let worst = times.iter().max_by(|a, b| a.0.total_cmp(&b.0));
        let states = whole
            .iter()
            .map(|all| all[i].counts.stored as f64 / all[LOCAL].counts.stored as f64);
        table.push(vec![
            search.name().into(),
            Cell::Real(whole.iter().map(|all| seconds(all[i])).sum(), 2),
            Cell::Count(times.len() as u64),
            Cell::real(geometric_mean(times.iter().map(|it| it.0)), 2),
            Cell::Count(times.iter().filter(|it| it.0 > 1.05).count() as u64),
            Cell::real(geometric_mean(states), 3),
            Cell::real(worst.map(|it| it.0), 2),
            worst.map_or(Cell::Unknown, |it| it.1.into()),
        ]);
    }
    table
}

/// What must be explained: more states than SPIN's, other violations than those of the plain
/// search, searches that were refused.
fn exceptions(rows: &[Row], spin: usize) -> Vec<String> {
    let mut found = Vec::new();
    for row in rows {
        for (search, ours) in SEARCHES.iter().zip(&row.ours) {
            let name = format!("{}, {}", row.title, search.name());
            if let Err(problem) = ours {
                found.push(format!("NOT RUN: {name}: {problem}"));
            }
            let Some(ours) = complete(ours) else { continue };
            if let Some(plain) = complete(&row.ours[0])
                && plain.violations != ours.violations
            {
                found.push(format!(
                    "OTHER VIOLATIONS: {name}: {:?}, plain {:?}",
                    ours.violations, plain.violations
                ));
            }
            if let Some(spin) = complete(&row.spin[spin])
                && search.reduce != "none"
                && spin.counts.stored < ours.counts.stored
            {
                let [ours, spin] = [ours, spin].map(|it| grouped(it.counts.stored));
                found.push(format!(
                    "more states than SPIN: {name}: {ours}, SPIN {spin}"
                ));
            }
        }
        if let Err(problem) = &row.spin[spin] {
            found.push(format!("SPIN: {}: {problem}", row.title));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Cost;
    use std::collections::BTreeSet;
    use std::time::Duration;
    use support::report::Counts;

    fn measured(stored: u64, seconds: u64, violation: &str) -> Measured {
        Measured {
            counts: Counts {
                stored,
                matched: 0,
                transitions: stored,
                atomic: 0,
                depth: 1,
            },
            visited: stored,
            stack_states: None,
            cost: Cost {
                cpu: Duration::from_secs(seconds),
                rss_bytes: 0,
            },
            memory_bytes: 0,
            violations: BTreeSet::from([("assertion".into(), violation.into())]),
            cut: None,
        }
    }

    fn row(stored: [u64; 3], seconds: [u64; 3], violations: [&str; 3]) -> Row {
        let mut ours: Vec<_> = (0..SEARCHES.len())
            .map(|i| i.min(2))
            .map(|i| Ok(measured(stored[i], seconds[i], violations[i])))
            .collect();
        ours[7] = Err("refused".into());
        Row {
            title: "a".into(),
            ours,
            spin: [2000, 1000].map(|stored| Ok(measured(stored, 1, "x"))),
        }
    }

    #[test]
    fn states_and_exceptions() {
        let rows = [
            row([3000, 2000, 1500], [1; 3], ["x"; 3]),
            row([3000, 2500, 1000], [1; 3], ["x", "x", "y"]),
        ];
        let csv = beside_spin(&rows, 0).csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines[1], "none,2,0,0,2,2,0,0.0,1.500");
        assert_eq!(lines[2], "local,2,0,1,1,2,0,0.0,1.118");
        assert_eq!(lines[3], "overman,2,2,0,0,2,2,100.0,0.612");
        let csv = beside_spin(&rows, 1).csv();
        assert_eq!(csv.lines().nth(3), Some("overman,2,0,1,1,0,0,,"));

        let lines = exceptions(&rows, 0);
        let with = |what: &str| lines.iter().filter(|line| line.contains(what)).count();
        assert_eq!(
            with("NOT RUN: a, persistent, sleep sets stored: refused"),
            2
        );
        assert_eq!(
            with("OTHER VIOLATIONS: a, overman"),
            2,
            "with and without sleep sets"
        );
        assert_eq!(
            with("more states than SPIN: a, local: 2,500, SPIN 2,000"),
            1
        );
        assert_eq!(lines.iter().filter(|line| line.contains("none")).count(), 1);
    }

    #[test]
    fn times() {
        let mut rows = [
            row([1000; 3], [2, 1, 1], ["x"; 3]),
            row([1000, 500, 250], [8, 1, 2], ["x"; 3]),
        ];
        for row in &mut rows {
            row.ours[7] = Ok(measured(125, 3, "x"));
        }
        let csv = beside_local(&rows).csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines[1], "none,10.00,2,4.00,2,1.414,8.00,a");
        assert_eq!(lines[3], "overman,3.00,2,1.41,1,0.707,2.00,a");
        rows[0].ours[7] = Err("refused".into());
        let csv = beside_local(&rows).csv();
        assert_eq!(
            csv.lines().nth(3),
            Some("overman,2.00,1,2.00,1,0.500,2.00,a")
        );
    }
}
