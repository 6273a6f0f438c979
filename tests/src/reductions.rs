//! Searches that leave something out, beside one that does not: what they report must be the same.
//!
//! Reductions may leave out states and edges, and each of them needs an argument why nothing is
//! missed. That the argument was understood and the code does what it says is looked at here from
//! outside, with programs that know nothing of tags: same analyzer, same model, same set of
//! violations, same set of invalid end states, same statements never reached. Numbers of violations
//! are not enough, since a search that misses one end state and meets another one twice has the
//! right number.

use crate::analyzer::Outcome;
use crate::anonymous::Anonymous;
use crate::expectation::HIDDEN_VARIABLE;
use crate::report::{Report, Unreached, Violation};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Options that leave something out and must not change what is found.
#[derive(Clone, Copy, Debug)]
pub struct Combination {
    /// As in tables.
    pub name: &'static str,
    /// As on the command line.
    pub arguments: &'static [&'static str],
    /// Only edges are left out: all states are met.
    pub keeps_states: bool,
    /// Also of models with many states where time is short.
    pub in_short: bool,
}

impl Combination {
    /// The search that leaves nothing out.
    pub const NOTHING: Self = all_states("none", &NONE);

    /// Whether states can be forgotten: those on the disk are not, nor those of several threads.
    pub fn forgets(&self) -> bool {
        !self.arguments.contains(&DISK) && !self.arguments.contains(&THREADS)
    }

    /// With the edges of a state in another order.
    pub fn is_permuted(&self) -> bool {
        let is_order = |it: &&str| [REVERSE, RANDOM].contains(it);
        self.arguments.iter().any(is_order)
    }

    /// In the order of its states.
    pub fn is_breadth_first(&self) -> bool {
        self.arguments.contains(&BREADTH)
    }
}

const fn combination(name: &'static str, arguments: &'static [&'static str]) -> Combination {
    Combination {
        name,
        arguments,
        keeps_states: false,
        in_short: false,
    }
}

/// One of the few that are always tried: each of the parts is in one of them.
const fn in_short(combination: Combination) -> Combination {
    Combination {
        in_short: true,
        ..combination
    }
}

/// What leaves out edges only, or nothing.
const fn all_states(name: &'static str, arguments: &'static [&'static str]) -> Combination {
    Combination {
        keeps_states: true,
        ..combination(name, arguments)
    }
}

pub(crate) const NONE: [&str; 2] = ["--reduce", "none"];
const LOCAL: &str = "--reduce=local";
const OVERMAN: &str = "--reduce=overman";
const PERSISTENT: &str = "--reduce=persistent";
const BREADTH: &str = "--search=breadth-first";
const ALONE: &str = "--threads=1";
const THREADS: &str = "--threads=3";
const DISK: &str = "--store=disk";
/// So that more than some thousand states go to the disk.
const LITTLE: &str = "--memory=1M";
/// For a model that needs more for its path alone.
const MORE: &str = "--memory=8M";
const SLEEP: &str = "--sleep-sets=stored";
const REVERSE: &str = "--order=reverse";
const RANDOM: &str = "--order=random";

/// Every sound combination.
pub const COMBINATIONS: [Combination; 17] = [
    in_short(all_states("sleep", &["--reduce=none", SLEEP])),
    all_states("sleep 1995", &["--reduce=none", "--sleep-sets=1995"]),
    combination("local", &[LOCAL]),
    in_short(combination("local+sleep", &[LOCAL, SLEEP])),
    combination("overman", &[OVERMAN]),
    combination("overman+sleep", &[OVERMAN, SLEEP]),
    in_short(combination("persistent", &[PERSISTENT])),
    in_short(combination("persistent+sleep", &[PERSISTENT, SLEEP])),
    in_short(all_states("reverse", &["--reduce=none", REVERSE])),
    in_short(combination("random+persist.", &[PERSISTENT, RANDOM])),
    in_short(all_states("breadth", &["--reduce=none", BREADTH, ALONE])),
    in_short(all_states("threads", &["--reduce=none", BREADTH, THREADS])),
    in_short(all_states(
        "disk",
        &["--reduce=none", BREADTH, DISK, LITTLE],
    )),
    combination("breadth+local", &[LOCAL, BREADTH, ALONE]),
    combination("breadth+overman", &[OVERMAN, BREADTH, ALONE]),
    in_short(combination(
        "breadth+persist.",
        &[PERSISTENT, BREADTH, ALONE],
    )),
    in_short(combination(
        "threads+persist.",
        &[PERSISTENT, BREADTH, THREADS],
    )),
];

/// What a user gets who asks for nothing: never more states than SPIN's reduction.
pub const DEFAULT: &str = "persistent";

/// Runs an analyzer in a folder with these arguments, and a report as JSON.
pub type Run<'a> = &'a dyn Fn(&Path, &[&str]) -> Outcome;

/// Most states that are written and read to compare them; sets that are larger are compared by
/// their size.
const STATES_MAX: u64 = 200_000;

/// How much to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// With many states only the combinations that are [`Combination::in_short`], and sets of
    /// states are compared by their size.
    Short,
    /// All.
    Full,
}

/// States that are many.
const MANY: u64 = 20_000;

/// What came out.
#[derive(Clone, Debug)]
pub struct Compared {
    /// States of the search that leaves nothing out.
    pub plain: u64,
    /// States by combination, of searches that were made and came to their end.
    pub stored: [Option<u64>; COMBINATIONS.len()],
    /// Why the analyzer reduces nothing.
    pub irreducible: Option<String>,
    /// Invalid end states.
    pub ends: BTreeSet<String>,
    /// What is not the same.
    pub problems: Vec<String>,
}

impl Compared {
    /// States of the combination that is the default.
    pub fn by_default(&self) -> Option<u64> {
        let of = |name| COMBINATIONS.iter().position(|it| it.name == name);
        self.stored[of(DEFAULT)?]
    }
}

/// Runs combinations with `common` arguments; `limit` belongs to the plain search only, which gives
/// nothing where it does not come to its end. `same` says which invalid end states are.
///
/// # Errors
/// The plain search failed.
pub fn compare(
    run: Run<'_>,
    common: &[&str],
    limit: &[&str],
    effort: Effort,
    same: Option<&Anonymous>,
) -> Result<Option<Compared>, String> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let search = |arguments: &[&str], states| search(run, folder.path(), arguments, states);
    let plain = [common, limit, &NONE].concat();
    let mut expected = search(&plain, false)?;
    if expected.incomplete.is_some() {
        return Ok(None);
    }
    let dump = expected.stored
        <= match effort {
            Effort::Short => MANY,
            Effort::Full => STATES_MAX,
        };
    if dump {
        expected = search(&plain, true)?;
    }
    let mut compared = Compared {
        plain: expected.stored,
        stored: [None; COMBINATIONS.len()],
        irreducible: None,
        ends: expected.ends.clone(),
        problems: Vec::new(),
    };
    let all = effort == Effort::Full || expected.stored <= MANY;
    let tried = COMBINATIONS.iter().zip(&mut compared.stored);
    for (combination, stored) in tried.filter(|(it, _)| all || it.in_short) {
        if combination.is_permuted() && expected.depends_on_order {
            continue;
        }
        let mut arguments = [common, combination.arguments].concat();
        let states = dump && combination.keeps_states;
        let mut found = search(&arguments, states);
        let is_little = arguments.contains(&LITTLE);
        if is_little && matches!(&found, Ok(it) if it.incomplete.as_deref() == Some("memory")) {
            arguments.push(MORE);
            found = search(&arguments, states);
        }
        let problem = match found {
            Err(problem) => Some(problem),
            Ok(found) if found.incomplete.is_some() => Some("incomplete".into()),
            Ok(found) => {
                *stored = Some(found.stored);
                compared.irreducible = found.irreducible.clone();
                let edges = (expected.edges, found.edges);
                let has_all = combination.is_permuted() && combination.keeps_states;
                let moved = has_all && edges.0 != edges.1;
                let moved = moved.then(|| format!("{} transitions of {}", edges.1, edges.0));
                difference(&expected, &found, combination.keeps_states, same).or(moved)
            }
        };
        let problem = problem.map(|it| format!("{}: {it}", combination.name));
        compared.problems.extend(problem);
    }
    Ok(Some(compared))
}

/// A kind, what is said, the file and the line.
pub(crate) type Place = (String, String, Option<String>, Option<u32>);

/// What a reduction must not change, and numbers that it may.
pub(crate) struct Found {
    pub(crate) stored: u64,
    edges: u64,
    /// Not below `stored`, where no state was forgotten.
    pub(crate) visited: u64,
    pub(crate) stack: u64,
    pub(crate) violations: BTreeSet<Place>,
    pub(crate) ends: BTreeSet<String>,
    unreached: BTreeSet<Unreached>,
    /// Of a search that wrote them.
    states: Option<Digest>,
    irreducible: Option<String>,
    /// A hidden variable decides, which has the value that it had when a state was met first.
    pub(crate) depends_on_order: bool,
    /// Why it did not come to its end.
    pub(crate) incomplete: Option<String>,
}

/// What a search found.
pub(crate) fn search(
    run: Run<'_>,
    folder: &Path,
    arguments: &[&str],
    states: bool,
) -> Result<Found, String> {
    let mut all = vec!["--safety", "--errors", "all", "--dump-ends", ENDS];
    all.extend(arguments);
    if states {
        all.extend(["--dump-states", STATES]);
    }
    for file in [ENDS, STATES] {
        let _ = fs::remove_file(folder.join(file));
    }
    let outcome = run(folder, &all);
    let said = outcome.finished.all_output();
    let code = outcome.finished.code();
    let report = match outcome.report {
        Ok(report) => report,
        Err(error) => return Err(format!("exit {code:?}: {error}\n{said}")),
    };
    // Where a hidden variable decides, the search comes to its end all the same.
    let decides = report.reason.as_deref() == Some(HIDDEN_VARIABLE);
    let incomplete = report.reason.clone().filter(|_| !decides);
    let expected = match report.violations.is_empty() {
        true if decides => 3,
        true => 0,
        false => 1,
    };
    if incomplete.is_none() && code != Some(expected) {
        return Err(format!("exit {code:?} with {}\n{said}", report.verdict));
    }
    // A search on the disk that is stopped has not taken, and so not written, all that it stored.
    let mut found = found(folder, &report, states && incomplete.is_none())?;
    found.incomplete = incomplete;
    let notes = said.lines().filter_map(|line| line.split_once(IRREDUCIBLE));
    found.irreducible = notes.map(|(_, why)| why.to_string()).next();
    Ok(found)
}

/// Before the reason in an analyzer's report.
const IRREDUCIBLE: &str = "nothing is reduced, because ";

const ENDS: &str = "ends";
const STATES: &str = "states";

fn found(folder: &Path, report: &Report, states: bool) -> Result<Found, String> {
    // As in SPIN, who leaves nothing out says nothing of promises.
    let is_promise = |it: &&Violation| it.message.contains(" is broken: ");
    let violations = report.violations.iter().filter(|it| !is_promise(it));
    let violations = violations.map(|it| {
        let (kind, message) = (it.kind.clone(), it.message.clone());
        (kind, message, it.file.clone(), it.line)
    });
    let mut ends = BTreeSet::new();
    for line in lines(&folder.join(ENDS))? {
        if !ends.insert(line.clone()) {
            return Err(format!("an end state is written twice: {line}"));
        }
    }
    Ok(Found {
        stored: report.states_stored,
        edges: report.transitions,
        visited: report.states_visited,
        stack: report.stack_states_peak,
        violations: violations.collect(),
        ends,
        unreached: report.unreached.iter().cloned().collect(),
        states: match states {
            true => Some(digest(&folder.join(STATES), report.states_visited)?),
            false => None,
        },
        irreducible: None,
        depends_on_order: !report.hidden_reads.is_empty(),
        incomplete: None,
    })
}

fn lines(path: &Path) -> Result<impl Iterator<Item = String>, String> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(BufReader::new(file).lines().map_while(Result::ok))
}

/// Of a set of lines, in any order: how many, and the sum of their hashes.
type Digest = (usize, u64);

fn digest(path: &Path, count: u64) -> Result<Digest, String> {
    let (mut distinct, mut found) = (HashSet::new(), 0);
    for line in lines(path)? {
        let mut hasher = DefaultHasher::new();
        line.hash(&mut hasher);
        distinct.insert(hasher.finish());
        found += 1;
    }
    if found != count {
        return Err(format!("{count} states, {found} written"));
    }
    let sum = distinct.iter().fold(0u64, |sum, it| sum.wrapping_add(*it));
    Ok((distinct.len(), sum))
}

/// What is not as in the search that leaves nothing out. Of invalid end states that are the `same`
/// one is enough, unless all states are kept.
pub(crate) fn difference(
    expected: &Found,
    found: &Found,
    keeps_states: bool,
    same: Option<&Anonymous>,
) -> Option<String> {
    let violations = one_sided(&expected.violations, &found.violations);
    let ends = match same {
        Some(same) if !keeps_states && found.ends.is_subset(&expected.ends) => {
            let classes = |ends: &BTreeSet<String>| ends.iter().map(|it| same.class(it)).collect();
            one_sided::<String>(&classes(&expected.ends), &classes(&found.ends))
        }
        _ => one_sided(&expected.ends, &found.ends),
    };
    let unreached = one_sided(&expected.unreached, &found.unreached);
    if let Some(text) = violations.or(ends).or(unreached) {
        return Some(text);
    }
    if found.stored > expected.stored {
        let text = format!("{} states, {} without it", found.stored, expected.stored);
        return Some(text);
    }
    if !keeps_states {
        return None;
    }
    let same = match found.states {
        Some(_) => found.states == expected.states,
        None => found.stored == expected.stored,
    };
    let count = |it: &Found| it.states.map_or(it.stored, |(distinct, _)| distinct as u64);
    let counts = (count(found), count(expected));
    (!same).then(|| format!("not the same states: {} of {}", counts.0, counts.1))
}

/// The first that is in one set only, and how many of each are missed and invented.
fn one_sided<T: Ord + std::fmt::Debug>(
    expected: &BTreeSet<T>,
    found: &BTreeSet<T>,
) -> Option<String> {
    let missed: Vec<&T> = expected.difference(found).collect();
    let invented: Vec<&T> = found.difference(expected).collect();
    let first = missed.first().or(invented.first())?;
    Some(format!(
        "{} of {} missed, {} invented, the first of these: {first:?}",
        missed.len(),
        expected.len(),
        invented.len()
    ))
}

/// A line of the table.
pub struct Line<'a> {
    /// The model, and which of its analyzers.
    pub title: String,
    /// States that SPIN stores with its reduction.
    pub spin: Option<u64>,
    /// What ours stored.
    pub compared: Option<&'a Compared>,
}

/// States by model and combination, beside SPIN's; at the end, how the default fares.
pub fn table<'a>(lines: impl Iterator<Item = Line<'a>>) -> String {
    let lines: Vec<Line<'_>> = lines.filter(|it| it.compared.is_some()).collect();
    let width = lines.iter().map(|it| it.title.len()).max().unwrap_or(0);
    let mut table = format!("{:width$} {:>9} {:>9}", "states", "SPIN red.", "ours");
    for combination in &COMBINATIONS {
        table += &format!(" {:>16}", combination.name);
    }
    table.push('\n');
    let number = |it: Option<u64>| it.map_or("-".to_string(), |it| it.to_string());
    for line in &lines {
        let plain = line.compared.map(|it| it.plain);
        table += &format!(
            "{:width$} {:>9} {:>9}",
            line.title,
            number(line.spin),
            number(plain)
        );
        for stored in line.compared.iter().flat_map(|it| it.stored) {
            table += &format!(" {:>16}", number(stored));
        }
        if let Some(why) = line.compared.and_then(|it| it.irreducible.as_ref()) {
            table += &format!(" nothing is reduced, because {why}");
        }
        table.push('\n');
    }
    let pairs = lines
        .iter()
        .filter_map(|it| Some((it.spin?, it.compared?.by_default()?)));
    let pairs: Vec<(u64, u64)> = pairs.collect();
    let large: Vec<(u64, u64)> = pairs.iter().copied().filter(|it| it.0 > 1000).collect();
    for (what, pairs) in [
        ("all", pairs),
        ("those with more than 1,000 states in SPIN's", large),
    ] {
        let count = |order| {
            pairs
                .iter()
                .filter(|(spin, ours)| ours.cmp(spin) == order)
                .count()
        };
        table += &format!(
            "{DEFAULT} beside SPIN's reduction, {what}: fewer states in {}, equal in {}, more in {}\n",
            count(Ordering::Less),
            count(Ordering::Equal),
            count(Ordering::Greater)
        );
    }
    table
}
