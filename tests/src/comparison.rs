//! Models in bulk: each is searched by its analyzers and by the interpreter, all are judged by what
//! is expected, and a table at the end says what came out.
//!
//! | engine | optimised | compared |
//! |---|---|---|
//! | analyzer, all errors, safety alone | no | verdict, violations, all counts |
//! | analyzer, all errors, safety alone | yes | verdict, violations, no more states than SPIN's |
//! | analyzer, as started by a user | yes | verdict, exit status |
//! | analyzer, each sound reduction | both | the same violations, invalid end states and unreached statements, no more states than SPIN's reduction |
//! | interpreter, where the states are few | both | as the analyzers, and counts equal to theirs |

use crate::analyzer::{self, Analyzer, Recipe};
use crate::anonymous::Anonymous;
use crate::expectation::{Counting, Expectation, Found, HIDDEN_VARIABLE, Verdict};
use crate::process::Finished;
use crate::reductions::{self, Compared, Effort};
use crate::{interpreter, jobs};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

/// A model and what must come out.
#[derive(Clone, Debug)]
pub struct Subject {
    /// For the table.
    pub title: String,
    /// How to make its analyzer.
    pub recipe: Recipe,
    /// What must come out.
    pub expectation: Expectation,
    /// How many reductions to try.
    pub effort: Effort,
}

/// Memory for an analyzer.
const MEMORY: &str = "4G";

/// Seconds for an analyzer where SPIN did not finish either.
const SECONDS: &str = "30";

/// For a search that leaves something out, where the one that does not needs less than that.
const REDUCED_LIMIT: Duration = Duration::from_secs(1800);

/// Most states for the interpreter, which is slow, and slower still when it is not optimised
/// itself.
const INTERPRETED: u64 = if cfg!(debug_assertions) {
    3_000
} else {
    100_000
};

/// Compares all subjects, prints the table, and returns what is wrong.
pub fn compare(subjects: &[Subject]) -> Vec<String> {
    let recipes: Vec<Recipe> = subjects
        .iter()
        .flat_map(|it| [it.recipe.clone().unoptimized(), it.recipe.clone()])
        .collect();
    let analyzers = analyzer::build_quickly(&recipes);
    let pairs: Vec<_> = subjects.iter().zip(analyzers.chunks(2)).collect();
    let rows = jobs::on_all_cores(&pairs, |(subject, pair)| examine(subject, pair));
    print_table(subjects, &rows);
    let reduced = subjects.iter().zip(&rows).flat_map(|(subject, row)| {
        let ways = [(PLAIN, 0), (OPTIMIZED, 1)];
        ways.map(|(way, at)| reductions::Line {
            title: format!("{}, {}", subject.title, way.name),
            spin: subject.expectation.reduced_stored[at],
            compared: row.reduced[at].as_ref(),
        })
    });
    println!("{}", reductions::table(reduced));
    let problems = subjects.iter().zip(rows).flat_map(|(subject, row)| {
        let problems = row.problems.into_iter();
        problems.map(|problem| format!("{}: {problem}", subject.title))
    });
    problems.collect()
}

/// What came out for a subject.
struct Row {
    /// Of the analyzer without optimisations.
    plain: Option<Found>,
    /// Of the two analyzers, where the search comes to its end.
    reduced: [Option<Compared>; 2],
    problems: Vec<String>,
}

/// A way to search.
struct Way {
    name: &'static str,
    all_errors: bool,
    counting: Counting,
}

const PLAIN: Way = Way {
    name: "unoptimised",
    all_errors: true,
    counting: Counting::Plain,
};
const OPTIMIZED: Way = Way {
    name: "optimised",
    all_errors: true,
    counting: Counting::Optimized,
};
const DEFAULT: Way = Way {
    name: "default",
    all_errors: false,
    counting: Counting::Nothing,
};

fn examine(subject: &Subject, pair: &[Result<Analyzer, Finished>]) -> Row {
    let mut row = Row {
        plain: None,
        reduced: [None, None],
        problems: Vec::new(),
    };
    for (way, built) in [
        (PLAIN, &pair[0]),
        (OPTIMIZED, &pair[1]),
        (DEFAULT, &pair[1]),
    ] {
        let found = search(subject, built, &way);
        row.judge(subject, way.name, &found, way.counting);
        let refused = |it: &Found| it.verdict == Verdict::Refused;
        if found.as_ref().is_ok_and(refused) && !row.problems.is_empty() {
            return row;
        }
        let (recipe, at) = match way.counting {
            Counting::Plain => (subject.recipe.clone().unoptimized(), 0),
            Counting::Optimized => (subject.recipe.clone(), 1),
            Counting::Nothing => continue,
        };
        if let Ok(analyzer) = built {
            let same = interpreter::anonymous(&recipe);
            row.reduce(subject, (way.name, at), analyzer, same);
        }
        if is_small(subject, &found) {
            let (same, ends) = match interpret(&recipe) {
                Ok((found, ends)) => (Ok(found), Some(ends)),
                Err(problem) => (Err(problem), None),
            };
            row.judge(subject, "interpreter", &same, way.counting);
            row.same_counts(way.name, &found, &same);
            row.same_ends(way.name, at, ends);
        }
        if way.counting == Counting::Plain {
            row.plain = found.ok();
        }
    }
    row.beside_spin(subject);
    row
}

impl Row {
    fn judge(
        &mut self,
        subject: &Subject,
        who: &str,
        found: &Result<Found, String>,
        counting: Counting,
    ) {
        let problems = match found {
            Ok(found) => subject.expectation.judge(found, counting),
            Err(problem) => vec![problem.clone()],
        };
        let problems = problems.into_iter();
        self.problems
            .extend(problems.map(|problem| format!("{who}: {problem}")));
    }

    /// Where SPIN does not say what to count, our two engines must still agree.
    fn same_counts(
        &mut self,
        way: &str,
        analyzer: &Result<Found, String>,
        interpreter: &Result<Found, String>,
    ) {
        if let (Ok(Found { counts: a, .. }), Ok(Found { counts: i, .. })) = (analyzer, interpreter)
            && let (Some(a), Some(i)) = (a, i)
            && a != i
        {
            self.problems.push(format!(
                "{way}\n      analyzer    {a}\n      interpreter {i}"
            ));
        }
    }
}

impl Row {
    /// Runs all sound reductions with one of the analyzers.
    fn reduce(
        &mut self,
        subject: &Subject,
        (way, at): (&str, usize),
        analyzer: &Analyzer,
        same: Option<Anonymous>,
    ) {
        let limit: &[&str] = match subject.expectation.counts {
            Some(_) => &[],
            None => &["--max-time", SECONDS],
        };
        let run: reductions::Run<'_> =
            &|folder, arguments| analyzer.run_in(folder, arguments, REDUCED_LIMIT);
        let common = ["--memory", MEMORY];
        let compared = reductions::compare(run, &common, limit, subject.effort, same.as_ref());
        let compared = match compared {
            Ok(compared) => compared,
            Err(problem) => {
                self.problems.push(format!("{way}: {problem}"));
                return;
            }
        };
        let problems = compared.iter().flat_map(|it| &it.problems);
        let problems = problems.map(|it| format!("{way}, {it}"));
        self.problems.extend(problems);
        self.reduced[at] = compared;
    }

    /// Our reduction stores no more than SPIN's, or it is known that it does.
    fn beside_spin(&mut self, subject: &Subject) {
        let Expectation {
            reduced_stored,
            more_than_spin,
            ..
        } = subject.expectation;
        let ours = self.reduced.iter();
        let ours = ours.map(|it| it.as_ref().and_then(Compared::by_default));
        let pairs = ours.zip(reduced_stored);
        let more = pairs.filter_map(|(ours, spin)| Some((ours?, spin?)).filter(|it| it.0 > it.1));
        let more: Vec<(u64, u64)> = more.collect();
        if !more_than_spin {
            let problems = more.iter().map(|(ours, spin)| {
                format!(
                    "{}: {ours} states, SPIN's reduction {spin}",
                    reductions::DEFAULT
                )
            });
            self.problems.extend(problems);
        } else if more.is_empty() && self.reduced.iter().all(Option::is_some) {
            let problem = "our reduction stores no more than SPIN's now";
            self.problems.push(problem.to_string());
        }
    }

    fn same_ends(&mut self, way: &str, at: usize, interpreter: Option<BTreeSet<String>>) {
        if let (Some(compared), Some(interpreter)) = (&self.reduced[at], interpreter)
            && compared.ends != interpreter
        {
            self.problems.push(format!(
                "{way}, invalid end states\n      analyzer    {:?}\n      interpreter {interpreter:?}",
                compared.ends
            ));
        }
    }
}

fn search(
    subject: &Subject,
    built: &Result<Analyzer, Finished>,
    way: &Way,
) -> Result<Found, String> {
    let analyzer = match built {
        Ok(analyzer) => analyzer,
        Err(refused) if analyzer::is_refusal(refused) => {
            return Ok(Found::refused(refused.all_output()));
        }
        Err(failed) => return Err(format!("pvgen: {}", failed.all_output())),
    };
    let mut arguments = vec!["--memory", MEMORY];
    if way.all_errors {
        arguments.extend(["--safety", "--errors", "all", "--reduce", "none"]);
    }
    if subject.expectation.counts.is_none() {
        arguments.extend(["--max-time", SECONDS]);
    }
    let outcome = analyzer.run(&arguments);
    let report = outcome
        .report
        .map_err(|e| format!("{e}\n{}", outcome.finished.all_output()))?;
    let found = Found::of_report(&report)?;
    let expected = match found.verdict {
        Verdict::Verified => 0,
        Verdict::Violated => 1,
        Verdict::Refused => 2,
        Verdict::Incomplete => 3,
    };
    match outcome.finished.code() {
        Some(code) if code == expected => Ok(found),
        code => Err(format!("exit {code:?} with {:?}", found.verdict)),
    }
}

fn is_small(subject: &Subject, found: &Result<Found, String>) -> bool {
    match (subject.expectation.counts, found) {
        (Some(counts), _) => counts.stored <= INTERPRETED,
        (None, Ok(found)) => {
            (found.verdict != Verdict::Incomplete || found.words == HIDDEN_VARIABLE)
                && found.counts.is_none_or(|it| it.stored <= INTERPRETED)
        }
        (None, Err(_)) => false,
    }
}

/// A panic of the interpreter is a result like others: the remaining models are compared all the
/// same.
fn interpret(recipe: &Recipe) -> Result<(Found, BTreeSet<String>), String> {
    let limit = 2 * INTERPRETED as usize;
    let search = AssertUnwindSafe(|| interpreter::search(recipe, limit));
    panic::catch_unwind(search).unwrap_or_else(|_| Err("a panic".into()))
}

fn print_table(subjects: &[Subject], rows: &[Row]) {
    let width = subjects
        .iter()
        .map(|it| it.title.len())
        .max()
        .unwrap_or_default();
    let mut table = format!(
        "{:<width$} {:>9} {:>10} {:>7} {:>9} {:>10} {:>7}\n",
        "", "SPIN's", "trans.", "depth", "ours", "trans.", "depth"
    );
    let (mut equal, mut remarked, mut different) = (0, 0, 0);
    for (subject, row) in subjects.iter().zip(rows) {
        let ours = row.plain.as_ref().and_then(|found| found.counts);
        let [spin, ours] = [subject.expectation.counts, ours].map(|counts| match counts {
            Some(it) => format!("{:>9} {:>10} {:>7}", it.stored, it.transitions, it.depth),
            None => format!("{:>9} {:>10} {:>7}", "-", "-", "-"),
        });
        let verdict = row.plain.as_ref().map_or(String::new(), |found| {
            format!("{:?}", found.verdict).to_lowercase()
        });
        let remark = &subject.expectation.remark;
        let (counter, result) = match (row.problems.is_empty(), remark.is_empty()) {
            (false, _) => (&mut different, "DIFFERENT".to_string()),
            (true, true) => (&mut equal, format!("{verdict}, equal")),
            (true, false) => (&mut remarked, format!("{verdict}, see: {remark}")),
        };
        *counter += 1;
        let _ = writeln!(table, "{:<width$} {spin} {ours} {result}", subject.title);
    }
    println!(
        "{table}{} models: {equal} equal, {remarked} compared in part, {different} different",
        rows.len()
    );
}
