//! The table of several analyzers' results.

use std::collections::BTreeMap;
use std::path::Path;

use frontend::shown;
use serde::Deserialize;

use super::child::INTERRUPTED;

/// What a row shows of an analyzer's JSON report.
#[derive(Debug, Deserialize)]
pub struct Report {
    verdict: String,
    reason: Option<String>,
    #[serde(default)]
    unchecked: Vec<String>,
    #[serde(default)]
    unused_labels: Labels,
    #[serde(default)]
    hidden_reads: Vec<HiddenRead>,
    violations: Vec<Violation>,
    states_stored: u64,
    transitions: u64,
    depth: u64,
    seconds: f64,
    memory_bytes: u64,
}

#[derive(Debug, Deserialize)]
struct Violation {
    message: String,
    file: Option<String>,
    line: Option<u32>,
    trail: Option<String>,
}

/// Labels that mean something only to a search for cycles.
#[derive(Debug, Default, Deserialize)]
struct Labels {
    accept: u32,
    progress: u32,
}

/// A hidden variable that decides.
#[derive(Debug, Deserialize)]
struct HiddenRead {
    variable: String,
    file: String,
    line: u32,
}

/// Exit code of a search that was interrupted before it began: incomplete.
pub const NOT_STARTED: u8 = 3;

/// A model and what came out.
#[derive(Debug)]
pub struct Row {
    model: String,
    /// Exit code of the analyzer, or of what came before it.
    pub code: u8,
    report: Option<Report>,
}

impl Row {
    /// Without a result.
    pub fn refused(model: &Path, code: u8) -> Self {
        Self {
            model: shown::path(model),
            code,
            report: None,
        }
    }

    /// With a report.
    pub fn reported(model: &Path, code: u8, report: Report) -> Self {
        Self {
            report: Some(report),
            ..Self::refused(model, code)
        }
    }

    fn cells(&self) -> [String; 7] {
        let model = self.model.clone();
        let Some(report) = &self.report else {
            let verdict = match self.code {
                2 => "refused",
                NOT_STARTED => "not started",
                INTERRUPTED => "interrupted",
                _ => "failed",
            };
            let none = String::new;
            return [
                model,
                verdict.to_owned(),
                none(),
                none(),
                none(),
                none(),
                none(),
            ];
        };
        let verdict = match &report.reason {
            Some(reason) => format!("{} ({reason})", report.verdict),
            None => report.verdict.clone(),
        };
        [
            model,
            verdict,
            grouped(report.states_stored),
            grouped(report.transitions),
            grouped(report.depth),
            format!("{:.2}", report.seconds),
            format!("{:.1} MB", report.memory_bytes as f64 / 1e6),
        ]
    }
}

/// The table, then a line for each violation, for what was not checked and for each hidden variable
/// that decides; violations that look the same and have no trail share one.
pub fn show(rows: &[Row]) -> String {
    let heading = [
        "model",
        "verdict",
        "states",
        "transitions",
        "depth",
        "seconds",
        "memory",
    ];
    let mut table = vec![heading.map(str::to_owned)];
    table.extend(rows.iter().map(Row::cells));
    let widths: [usize; 7] = std::array::from_fn(|column| {
        let cells = table.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    });
    let mut text = String::new();
    for row in &table {
        let cells = row
            .iter()
            .zip(widths)
            .enumerate()
            .map(|(column, (cell, width))| {
                if column < 2 {
                    format!("{cell:<width$}")
                } else {
                    format!("{cell:>width$}")
                }
            });
        let line = cells.collect::<Vec<_>>().join("  ");
        text += line.trim_end();
        text.push('\n');
    }
    for row in rows {
        let Some(report) = &row.report else { continue };
        let mut without_trail = BTreeMap::<String, usize>::new();
        for violation in &report.violations {
            match violation.trail {
                Some(_) => text += &format!("{}: {}\n", row.model, violation.line()),
                None => *without_trail.entry(violation.line()).or_default() += 1,
            }
        }
        for (line, count) in without_trail {
            let times = match count {
                1 => String::new(),
                _ => format!("{count} more: "),
            };
            text += &format!("{}: {times}{line}\n", row.model);
        }
        if !report.unchecked.is_empty() {
            // What is verified was only not checked if the user left it out.
            let how = match report.verdict.as_str() {
                "verified" => "left out",
                _ => "NOT checked",
            };
            let what = report.unchecked.join(", ");
            text += &format!("{}: {how}: {what}\n", row.model);
        }
        for (count, label) in report.unused_labels.counted() {
            let s = if count == 1 { "" } else { "s" };
            text += &format!("{}: {count} {label} label{s} not used\n", row.model);
        }
        for read in &report.hidden_reads {
            let HiddenRead {
                variable,
                file,
                line,
            } = read;
            text += &format!(
                "{}: hidden variable {variable} decides at {file}:{line}; leave `hidden` out\n",
                row.model
            );
        }
    }
    text
}

impl Labels {
    fn counted(&self) -> impl Iterator<Item = (u32, &'static str)> {
        let counted = [(self.accept, "accept"), (self.progress, "progress")];
        counted.into_iter().filter(|(count, _)| *count > 0)
    }
}

impl Violation {
    fn line(&self) -> String {
        let mut text = self.message.clone();
        if let (Some(file), Some(line)) = (&self.file, self.line) {
            text += &format!(" at {file}:{line}");
        }
        if let Some(trail) = &self.trail {
            text += &format!(", trail in {}", shown::text(trail));
        }
        text
    }
}

/// `1234567` as `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_checked_is_named() {
        let report = r#"{ "verdict": "incomplete", "reason": "unchecked", "unchecked": ["ltl p", "never claim"], "violations": [],
            "unused_labels": { "accept": 1, "progress": 2 },
            "hidden_reads": [{ "variable": "h", "file": "a.pml", "line": 7, "text": "h == 1" }],
            "states_stored": 4, "transitions": 5, "depth": 1, "seconds": 0.5, "memory_bytes": 2500000 }"#;
        let row = Row::reported(Path::new("a.pml"), 3, serde_json::from_str(report).unwrap());
        assert_eq!(
            show(&[row]),
            "model  verdict                 states  transitions  depth  seconds  memory\n\
             a.pml  incomplete (unchecked)       4            5      1     0.50  2.5 MB\n\
             a.pml: NOT checked: ltl p, never claim\n\
             a.pml: 1 accept label not used\n\
             a.pml: 2 progress labels not used\n\
             a.pml: hidden variable h decides at a.pml:7; leave `hidden` out\n"
        );
    }

    #[test]
    fn what_the_user_left_out_is_named() {
        let report = r#"{ "verdict": "verified", "reason": null,
            "unchecked": ["assertions", "ltl p"], "violations": [], "states_stored": 4,
            "transitions": 5, "depth": 1, "seconds": 0.5, "memory_bytes": 2500000 }"#;
        let row = Row::reported(Path::new("a.pml"), 0, serde_json::from_str(report).unwrap());
        let table = show(&[row]);
        assert!(
            table.ends_with("\na.pml: left out: assertions, ltl p\n"),
            "{table}"
        );
    }

    #[test]
    fn a_row_for_each_model() {
        let report = r#"{ "verdict": "violated", "reason": null, "violations": [
            { "kind": "assertion", "message": "assertion x == 2 failed", "file": "a.pml", "line": 2, "depth": 1, "trail": "a.trail" },
            { "kind": "end-state", "message": "invalid end state", "file": null, "line": null, "depth": 7, "trail": null },
            { "kind": "end-state", "message": "invalid end state", "file": null, "line": null, "depth": 9, "trail": null } ],
            "states_stored": 1234, "transitions": 5, "depth": 1, "seconds": 0.5, "memory_bytes": 2500000 }"#;
        let rows = [
            Row::reported(Path::new("a.pml"), 1, serde_json::from_str(report).unwrap()),
            Row::refused(Path::new("longer.pml"), 2),
        ];
        assert_eq!(
            show(&rows),
            "model       verdict   states  transitions  depth  seconds  memory\n\
             a.pml       violated   1,234            5      1     0.50  2.5 MB\n\
             longer.pml  refused\n\
             a.pml: assertion x == 2 failed at a.pml:2, trail in a.trail\n\
             a.pml: 2 more: invalid end state\n"
        );
    }
}
