//! Large models: does anything grow faster than the model?

use crate::compile_time;
use crate::measure::{self, Pair};
use crate::models::Subject;
use crate::record::Record;
use crate::stress_models::{self, StressModel};
use std::fs;
use std::path::Path;
use std::time::Duration;
use support::analyzer::{self, Recipe};

const COLUMNS: &str = "model,states,transitions,pvgen_s,build_s,longest_function_lines,ours_cpu_s,spin_cpu_s,time_ratio";

/// Measures all three models.
///
/// # Errors
/// A tool is missing or fails, or both sides do not count the same.
pub fn run(pairs: usize, at_least: Duration) -> Result<(), String> {
    measure::need_spin()?;
    let mut record = Record::create("stress", COLUMNS)?;
    println!(
        "{:<12} {:>10} {:>12} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6}",
        "model",
        "states",
        "transitions",
        "pvgen s",
        "build s",
        "longest",
        "CPU s",
        "SPIN's",
        "ratio"
    );
    println!(
        "{:<12} {:>10} {:>12} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6}",
        "wanted", "", "", "<= 5", "<= 40", "<= 2000", "", "", "<= 1.5"
    );
    let folder = analyzer::scratch().join("models");
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    for model in stress_models::all() {
        let line = measure(&model, &folder, pairs, at_least)?;
        println!("{}", line.0);
        record.line(&line.1)?;
    }
    println!("written to {}", record.path().display());
    Ok(())
}

/// The line for the reader and the one for the record.
fn measure(
    model: &StressModel,
    folder: &Path,
    pairs: usize,
    at_least: Duration,
) -> Result<(String, String), String> {
    let path = folder.join(format!("stress-{}.pml", model.name));
    support::write_if_changed(&path, &model.text);
    let recipe = Recipe::new(&path).unoptimized();
    let analyzer = analyzer::build(std::slice::from_ref(&recipe)).remove(0);
    let analyzer = analyzer.map_err(|refused| refused.all_output())?;
    let steps = compile_time::steps(&recipe, &analyzer)?;
    let longest = longest_function(&analyzer.folder.join("src"));

    let subject = Subject {
        name: model.name,
        model: path,
        defines: Vec::new(),
    };
    let pair = Pair::new(&subject, model.compiler_flags)?;
    let spin = pair.spin(22, pair.bound());
    let [ours, spin] = measure::interleaved_pairs(pair.ours(), spin, pairs, at_least)?;
    let ratio = ours.cpu.as_secs_f64() / spin.cpu.as_secs_f64();
    let (pvgen, build) = (
        steps.generate.elapsed.as_secs_f64(),
        steps.build.elapsed.as_secs_f64(),
    );
    let (ours, spin) = (ours.cpu.as_secs_f64(), spin.cpu.as_secs_f64());
    let (name, counts) = (model.name, pair.counts);
    Ok((
        format!(
            "{name:<12} {:>10} {:>12} {pvgen:>8.2} {build:>8.2} {longest:>8} {ours:>8.2} {spin:>8.2} {ratio:>6.2}",
            counts.stored, counts.transitions
        ),
        format!(
            "{name},{},{},{pvgen:.2},{build:.2},{longest},{ours:.3},{spin:.3},{ratio:.2}",
            counts.stored, counts.transitions
        ),
    ))
}

/// Lines of the longest function in the formatted sources below `folder`.
fn longest_function(folder: &Path) -> usize {
    let mut longest = 0;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        longest = longest.max(match path.is_dir() {
            true => longest_function(&path),
            false => longest_in(&fs::read_to_string(&path).unwrap_or_default()),
        });
    }
    longest
}

/// A function ends with the closing brace that stands as far to the right as its first line.
fn longest_in(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let length = |start: usize| {
        let close = format!("{}}}", " ".repeat(indent(lines[start])));
        lines[start..]
            .iter()
            .position(|line| *line == close)
            .map_or(1, |end| end + 1)
    };
    let is_function = |line: &str| {
        let words: Vec<&str> = line
            .split('(')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        words.iter().take(3).any(|word| *word == "fn") && !line.trim_start().starts_with("//")
    };
    (0..lines.len())
        .filter(|&i| is_function(lines[i]))
        .map(length)
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_functions() {
        let text = "/// fn in a comment\nfn a() {\n    b();\n}\n\nimpl T {\n    pub fn c(\n        x: u8,\n    ) {\n        if x {\n        }\n    }\n}\n";
        assert_eq!(longest_in(text), 6);
        assert_eq!(longest_in("struct S;\n"), 0);
    }
}
