//! The command line: what the options come to that are [typed].

mod cache;
mod claims;
mod edge_order;
mod encoding;
mod export;
mod forgetting;
mod locality;
mod names;
mod order;
mod replay;
mod store;
mod swarm;
mod typed;
mod workers;

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::limits::Limits;
use crate::memory::Budget;
use crate::reduce::{Reduction, SetMethod, SleepSets};
use crate::search::{Caching, Forgetting, Order};
use crate::step::EdgeOrder;
use crate::units::{self, parse_size, parse_time};
use crate::violation::Checks;
pub use claims::{ClaimOptions, Ltl};
pub use encoding::Encoding;
pub use names::{answers_to, short};
pub use replay::ReplaySettings;
pub use store::StoreKind;
pub use swarm::{OfSwarm, Swarm};
use typed::{Flags, OPTIONS, choices};
pub use typed::{help, nearest};

impl Flags {
    /// The first of these that is given.
    fn first_of(&self, longs: &[&'static str]) -> Option<&'static str> {
        longs.iter().copied().find(|long| self.has(long))
    }

    /// Whether an option is given, and not as `none`.
    fn is_on(&self, long: &str) -> bool {
        self.text(long).is_some_and(|text| text != "none")
    }

    /// The value of an option that takes no path.
    fn text(&self, long: &str) -> Option<&str> {
        self.value(long).and_then(OsStr::to_str)
    }

    fn path(&self, long: &str) -> Option<PathBuf> {
        self.value(long).map(PathBuf::from)
    }

    /// What `--cache` gives, unless that is `off`.
    fn cache_size(&self) -> Option<&str> {
        self.text("cache").filter(|&text| text != "off")
    }

    /// The value of an option as `read` understands it; where it does not, `remedy` says what to
    /// write. What the table of options says of values was looked at before.
    fn read<T>(
        &self,
        long: &str,
        read: impl FnOnce(&str) -> Option<T>,
        remedy: &str,
    ) -> Result<Option<T>, String> {
        let Some(text) = self.text(long) else {
            return Ok(None);
        };
        let value = read(text).ok_or_else(|| format!("--{long} {text}: {remedy}"))?;
        Ok(Some(value))
    }

    /// The value of an option that is a number, as large as the type has room for.
    fn number<T: FromStr>(&self, long: &str) -> Result<Option<T>, String> {
        self.read(long, |text| text.parse().ok(), "write a smaller number")
    }

    /// The value of an option that is one of a few words; `values` stand in their order.
    fn named<T: Copy>(&self, long: &str, values: &[T]) -> Option<T> {
        let text = self.text(long)?;
        let place = choices(long).iter().position(|word| *word == text)?;
        Some(values[place])
    }
}

/// What to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Print the help.
    Help,
    /// Print name and version.
    Version,
    /// Verify what reductions rely on.
    CheckReduction {
        /// In this many states at most.
        states: usize,
        /// As in [`Limits`].
        max_time: Option<Duration>,
        /// As in [`Settings`].
        progress: ShowProgress,
    },
    /// Walk a trail.
    Replay {
        /// What is asked of it.
        asked: ReplaySettings,
        /// As in [`Limits`].
        max_time: Option<Duration>,
        /// As in [`Settings`].
        progress: ShowProgress,
    },
    /// Search.
    Search(Box<Settings>),
}

/// Everything about a run, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// In which order states are visited.
    pub search: Order,
    /// In which order the edges of a state are tried.
    pub edge_order: EdgeOrder,
    /// Searches that swarm out instead of one.
    pub swarm: Option<Swarm>,
    /// Threads of the search; those for claims are counted beside.
    pub workers: usize,
    /// Whether it is measured how many levels apart the ends of edges are.
    pub locality: bool,
    /// Bounds.
    pub limits: Limits,
    /// What is looked for.
    pub checks: Checks,
    /// Which claims are checked, and over which runs.
    pub claims: ClaimOptions,
    /// What is left out.
    pub reduction: Reduction,
    /// How visited states are kept.
    pub store: StoreKind,
    /// What becomes of states before they are stored.
    pub encoding: Encoding,
    /// Where the frequencies of bytes for Huffman codes stand; `None`: in the analyzer.
    pub huffman_from: Option<PathBuf>,
    /// How states are forgotten when there is no room for all; `None`: then the search ends.
    pub caching: Option<Caching>,
    /// How the table of a breadth-first search forgets states; `None`: it does not.
    pub forgetting: Option<Forgetting>,
    /// Where the files of a search go that uses the disk.
    pub queue_dir: PathBuf,
    /// Where the JSON report goes.
    pub json: Option<Output>,
    /// Where trails go; `None`: the model's name with `.trail`, in the current folder.
    pub trail: Option<PathBuf>,
    /// When to show the progress line.
    pub progress: ShowProgress,
    /// Only the verdict line.
    pub quiet: bool,
    /// Where stored states are written.
    pub dump_states: Option<PathBuf>,
    /// Where invalid end states are written.
    pub dump_ends: Option<PathBuf>,
    /// Where the graph is written.
    pub export: Option<PathBuf>,
    /// Where the frequencies of bytes are written.
    pub byte_frequencies: Option<PathBuf>,
}

/// A file or standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// `-`.
    Standard,
    /// A file, overwritten.
    File(PathBuf),
}

/// When to show the progress line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowProgress {
    /// If standard error is a terminal.
    Auto,
    /// In any case.
    Always,
    /// Not at all.
    Never,
}

/// Reads the arguments, without the program's name.
///
/// # Errors
/// What is wrong and what would be right, on one line.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, String> {
    resolve(&Flags::parse(arguments)?)
}

fn resolve(flags: &Flags) -> Result<Command, String> {
    if flags.has("help") {
        return Ok(Command::Help);
    }
    if flags.has("version") {
        return Ok(Command::Version);
    }
    let max_time = flags.text("max-time").and_then(parse_time);
    let progress = flags.named("progress", PROGRESS);
    let progress = progress.unwrap_or(ShowProgress::Auto);
    if let Some(text) = flags.text("check-reduction") {
        refuse_others(flags, "check-reduction", &[])?;
        return Ok(Command::CheckReduction {
            states: match text {
                "" => STATES_TO_CHECK,
                _ => flags.number("check-reduction")?.unwrap_or(STATES_TO_CHECK),
            },
            max_time,
            progress,
        });
    }
    if let Some(asked) = replay::replay(flags)? {
        refuse_others(flags, "replay", &["from", "to", "last", "text"])?;
        return Ok(Command::Replay {
            asked,
            max_time,
            progress,
        });
    }
    let settings = settings(flags, max_time, progress)?;
    Ok(Command::Search(Box::new(settings)))
}

fn settings(
    flags: &Flags,
    max_time: Option<Duration>,
    progress: ShowProgress,
) -> Result<Settings, String> {
    let search = order::order(flags)?;
    let edge_order = edge_order::edge_order(flags, search)?;
    export::check(flags)?;
    let memory_bytes = match flags.text("memory") {
        Some(text) => parse_size(text).map_err(|error| format!("--memory: {error}"))?,
        None => Budget::default_limit(),
    };
    swarm::check(flags, search)?;
    let at_once = swarm::at_once(flags)?;
    let store = store::store(flags, search, memory_bytes / at_once as u64)?;
    let swarm = swarm::swarm(flags, at_once, store)?;
    let locality = locality::locality(flags, search, &store)?;
    let workers = workers::workers(flags, search, &store, memory_bytes)?;
    let encoding = encoding::encoding(flags)?;
    let (caching, forgetting) = match search {
        Order::DepthFirst => (cache::caching(flags, store, edge_order)?, None),
        Order::BreadthFirst => (None, forgetting::forgetting(flags, store)?),
    };
    let claims = claims::claims(flags, search, store)?;
    Ok(Settings {
        search,
        edge_order,
        swarm,
        workers,
        locality,
        limits: Limits {
            max_depth: flags.number("max-depth")?,
            max_time,
            memory_bytes,
            errors: flags.text("errors").map_or(Some(1), errors),
        },
        checks: Checks {
            assertions: !flags.has("no-assertions"),
            end_states: !flags.has("no-end-states"),
        },
        claims,
        reduction: Reduction {
            method: flags
                .named("reduce", SET_METHODS)
                .unwrap_or(search.reduction()),
            sleep: match flags.text("sleep-sets") {
                Some("") => Some(SleepSets::Stored),
                _ => flags.named("sleep-sets", SLEEP_SETS),
            },
        },
        store,
        encoding,
        huffman_from: flags.path("huffman-from"),
        caching,
        forgetting,
        queue_dir: flags.path("queue-dir").unwrap_or(DEFAULT_FOLDER.into()),
        json: flags.text("json").map(|text| match text {
            "-" => Output::Standard,
            _ => Output::File(text.into()),
        }),
        trail: flags.path("trail"),
        progress,
        quiet: flags.has("quiet"),
        dump_states: flags.path("dump-states"),
        dump_ends: flags.path("dump-ends"),
        export: flags.path("export"),
        byte_frequencies: flags.path("byte-frequencies"),
    })
}

/// Refuses the first option that is given though it must not be beside another, and says why.
fn refuse_beside(other: &str, in_the_way: &[(&str, bool, &str)]) -> Result<(), String> {
    match in_the_way.iter().find(|(_, is_given, _)| *is_given) {
        Some((long, _, why)) => Err(format!("--{other} and --{long} do not go together: {why}")),
        None => Ok(()),
    }
}

/// Refuses what is given beside `command`, which is no search, but for what is `its` own.
fn refuse_others(flags: &Flags, command: &str, its: &[&str]) -> Result<(), String> {
    let known = [&[command, "max-time", "memory", "progress"], its].concat();
    let mut given = OPTIONS.iter().filter(|it| flags.has(it.long));
    match given.find(|it| !known.contains(&it.long)) {
        Some(it) => refuse_beside(command, &[(it.long, true, "it is no search; leave it out")]),
        None => Ok(()),
    }
}

/// States that `--check-reduction` looks at: as many as take some seconds.
const STATES_TO_CHECK: usize = 20_000;

/// Where files go unless something else is asked for.
pub const DEFAULT_FOLDER: &str = ".";

/// Values of `--reduce`, in the order of the words.
const SET_METHODS: &[SetMethod] = &[
    SetMethod::Full,
    SetMethod::Local,
    SetMethod::Overman,
    SetMethod::Persistent,
];

/// Values of `--sleep-sets`.
const SLEEP_SETS: &[SleepSets] = &[
    SleepSets::Stored,
    SleepSets::Paper1995,
    SleepSets::Paper1992,
];

/// Values of `--progress`.
const PROGRESS: &[ShowProgress] = &[
    ShowProgress::Auto,
    ShowProgress::Always,
    ShowProgress::Never,
];

/// As a value of this option is typed; `is_it` says which of the values it is.
fn word_for<T>(long: &str, values: &[T], is_it: impl Fn(&T) -> bool) -> &'static str {
    let place = values.iter().position(is_it).expect("all are in the list");
    choices(long)[place]
}

/// After how many violations a search ends; `None`: never.
fn errors(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&count| count > 0)
}

#[cfg(test)]
mod tests;
