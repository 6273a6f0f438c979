//! The command line: one table of options, from which help and parsing are made, and what the
//! options come to.

mod cache;
mod encoding;
mod export;
mod forgetting;
mod help;
mod locality;
mod nearest;
mod order;
mod store;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use lexopt::prelude::*;

use crate::limits::Limits;
use crate::memory::Budget;
use crate::reduce::{Reduction, SetMethod, SleepSets};
use crate::search::{Caching, Forgetting, Order};
use crate::units::parse_size;
use crate::violation::Checks;
use nearest::nearest;

pub use encoding::Encoding;
pub use help::help;
pub use store::StoreKind;

/// A row of the table.
struct OptionInfo {
    long: &'static str,
    short: Option<char>,
    /// What follows it in the help; empty for a flag, `[=VALUE]` where it may be left out.
    value: &'static str,
    default: &'static str,
    meaning: &'static str,
    set: fn(&mut Flags, String),
}

#[rustfmt::skip]
const OPTIONS: &[OptionInfo] = &[
    row("search",        None,      "ORDER",             "depth-first", "depth-first, or breadth-first, which finds shortest trails",      |flags, text| flags.search = Some(text)),
    row("locality",      None,      "",                  "",            "breadth-first: measure how many levels back edges lead",         |flags, _| flags.locality = true),
    row("max-depth",     Some('m'), "STEPS",             "no bound",    "leave out states this many steps from the initial state",        |flags, text| flags.max_depth = Some(text)),
    row("max-time",      None,      "SECONDS",           "no bound",    "end the search after this time",                                 |flags, text| flags.max_time = Some(text)),
    row("memory",        None,      "SIZE",              "80 % of what is available", "forget states when it needs more, e.g. 512M or 2G", |flags, text| flags.memory = Some(text)),
    row("errors",        Some('c'), "N|all",             "1",           "end the search after N distinct violations; all or 0: never",    |flags, text| flags.errors = Some(text)),
    row("no-end-states", Some('E'), "",                  "",            "do not look for invalid end states",                             |flags, _| flags.no_end_states = true),
    row("no-assertions", Some('A'), "",                  "",            "do not check assertions",                                        |flags, _| flags.no_assertions = true),
    row("safety",        None,      "",                  "",            "leave out what the model claims in ltl and never",               |flags, _| flags.safety = true),
    row("reduce",        None,      "METHOD",            "persistent; breadth-first: none", "who goes first: none, local, overman, persistent", |flags, text| flags.reduce = Some(text)),
    row("sleep-sets",    None,      "[=FORM]",           "off",         "leave out edges known to commute: stored (the default), 1995, 1992", |flags, text| flags.sleep_sets = Some(text)),
    row("store",         None,      "KIND",              "auto",        "how states are kept: exact, tree, collapse, compact, bitstate, disk, auto", |flags, text| flags.store = Some(text)),
    row("bits",          None,      "N",                 "56 or 40; as memory allows", "compact: bits a state; bitstate: 2^N bits in all",        |flags, text| flags.bits = Some(text)),
    row("hashes",        None,      "K",                 "3",           "bitstate: bits that each state sets",                             |flags, text| flags.hashes = Some(text)),
    row("encode",        None,      "METHOD",            "none",        "how states are packed: none, mask, run-length, huffman",          |flags, text| flags.encode = Some(text)),
    row("huffman-from",  None,      "FILE",              "",            "codes for bytes as frequent as an earlier run has counted",       |flags, text| flags.huffman_from = Some(text)),
    row("cache",         None,      "STATES|off",        "no bound",    "keep so many states at most; off: end the search when memory is used up", |flags, text| flags.cache = Some(text)),
    row("replace",       None,      "SPEC",              "RS or level-strata", "which state is forgotten: attributes E X D I O R S, or a name", |flags, text| flags.replace = Some(text)),
    row("work-limit",    None,      "FACTOR",            "no bound",    "end the search when it has forgotten this many times a cache", |flags, text| flags.work_limit = Some(text)),
    row("cache-probes",  None,      "N",                 "8",           "breadth-first: slots of the cache that are looked at for a state", |flags, text| flags.cache_probes = Some(text)),
    row("collision-limit", None,    "RATE",              "0.9",         "breadth-first: end the search when more of the new states overwrite others", |flags, text| flags.collision_limit = Some(text)),
    row("queue-dir",     None,      "DIR",               ".",           "breadth-first: where files go when memory is short",               |flags, text| flags.queue_dir = Some(text)),
    row("seed",          None,      "N",                 "1",           "for random choices",                                              |flags, text| flags.seed = Some(text)),
    row("json",          None,      "FILE|-",            "",            "write the report as JSON; - is standard output",                 |flags, text| flags.json = Some(text)),
    row("trail",         None,      "FILE",              "MODEL.trail", "where the way to a violation is written",                        |flags, text| flags.trail = Some(text)),
    row("progress",      None,      "auto|always|never", "auto",        "a line on standard error while searching; auto: on a terminal",  |flags, text| flags.progress = Some(text)),
    row("quiet",         None,      "",                  "",            "print the verdict only",                                         |flags, _| flags.quiet = true),
    row("dump-states",   None,      "FILE",              "",            "write each stored state as a line of text",                      |flags, text| flags.dump_states = Some(text)),
    row("dump-ends",     None,      "FILE",              "",            "write each invalid end state as a line of text",                 |flags, text| flags.dump_ends = Some(text)),
    row("export",        None,      "FILE",              "",            "write the graph of the search, for programs",                    |flags, text| flags.export = Some(text)),
    row("byte-frequencies", None,   "FILE",              "",            "write how often each byte occurs in stored states, for codes",    |flags, text| flags.byte_frequencies = Some(text)),
    row("check-reduction", None,    "[=STATES]",         "",            "verify what reductions rely on, state by state; slow, for small models", |flags, text| flags.check_reduction = Some(text)),
    row("help",          Some('h'), "",                  "",            "print this help",                                                |flags, _| flags.help = true),
    row("version",       Some('V'), "",                  "",            "print the model's name and the generator's version",             |flags, _| flags.version = true),
];

const fn row(
    long: &'static str,
    short: Option<char>,
    value: &'static str,
    default: &'static str,
    meaning: &'static str,
    set: fn(&mut Flags, String),
) -> OptionInfo {
    OptionInfo {
        long,
        short,
        value,
        default,
        meaning,
        set,
    }
}

/// Options as typed; the last of a kind wins.
#[derive(Clone, Debug, Default)]
struct Flags {
    search: Option<String>,
    locality: bool,
    max_depth: Option<String>,
    max_time: Option<String>,
    memory: Option<String>,
    errors: Option<String>,
    no_end_states: bool,
    no_assertions: bool,
    safety: bool,
    reduce: Option<String>,
    sleep_sets: Option<String>,
    store: Option<String>,
    bits: Option<String>,
    hashes: Option<String>,
    encode: Option<String>,
    huffman_from: Option<String>,
    cache: Option<String>,
    replace: Option<String>,
    work_limit: Option<String>,
    cache_probes: Option<String>,
    collision_limit: Option<String>,
    queue_dir: Option<String>,
    seed: Option<String>,
    json: Option<String>,
    trail: Option<String>,
    progress: Option<String>,
    quiet: bool,
    dump_states: Option<String>,
    dump_ends: Option<String>,
    export: Option<String>,
    byte_frequencies: Option<String>,
    check_reduction: Option<String>,
    help: bool,
    version: bool,
}

impl Flags {
    /// What `--cache` gives, unless that is `off`.
    fn cache_size(&self) -> Option<&str> {
        self.cache.as_deref().filter(|&text| text != "off")
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
    /// Search.
    Search(Box<Settings>),
}

/// Everything about a run, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// In which order states are visited.
    pub search: Order,
    /// Whether it is measured how many levels apart the ends of edges are.
    pub locality: bool,
    /// Bounds.
    pub limits: Limits,
    /// What is looked for.
    pub checks: Checks,
    /// Assertions and end states are all that is wanted: what the model claims in formulas and
    /// never claims is left out by the user's word.
    pub safety: bool,
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
    let mut flags = Flags::default();
    let mut parser = lexopt::Parser::from_args(arguments);
    while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
        let option = match argument {
            Long(name) => by_long(name)?,
            Short(name) => by_short(name)?,
            Value(value) => {
                let value = value.display();
                return Err(format!(
                    "unexpected argument `{value}`: an analyzer takes options only"
                ));
            }
        };
        let missing = |_| format!("--{} needs a value: --{0} {}", option.long, option.value);
        let typed = match option.value {
            "" => None,
            value if value.starts_with('[') => parser.optional_value(),
            _ => Some(parser.value().map_err(missing)?),
        };
        let value = typed
            .unwrap_or_default()
            .into_string()
            .map_err(|typed| format!("`{}` is not readable text", typed.display()))?;
        (option.set)(&mut flags, value);
    }
    resolve(flags)
}

fn by_long(name: &str) -> Result<&'static OptionInfo, String> {
    let known = OPTIONS.iter().find(|option| option.long == name);
    known.ok_or_else(|| {
        let hint = match nearest(name, OPTIONS.iter().map(|option| option.long)) {
            Some(near) => format!("did you mean --{near}?"),
            None => "--help lists all options".to_string(),
        };
        format!("there is no option --{name}: {hint}")
    })
}

fn by_short(name: char) -> Result<&'static OptionInfo, String> {
    let known = OPTIONS.iter().find(|option| option.short == Some(name));
    known.ok_or_else(|| format!("there is no option -{name}: --help lists all options"))
}

fn resolve(flags: Flags) -> Result<Command, String> {
    if flags.help {
        return Ok(Command::Help);
    }
    if flags.version {
        return Ok(Command::Version);
    }
    let max_time = flags.max_time.as_deref().map(max_time).transpose()?;
    let progress = flags
        .progress
        .as_deref()
        .map_or(Ok(ShowProgress::Auto), when)?;
    if let Some(text) = flags.check_reduction {
        return Ok(Command::CheckReduction {
            states: states_to_check(&text)?,
            max_time,
            progress,
        });
    }
    let search = order::order(&flags)?;
    export::check(&flags)?;
    let memory_bytes = match &flags.memory {
        Some(text) => parse_size(text).map_err(|error| format!("--memory: {error}"))?,
        None => Budget::default_limit(),
    };
    let store = store::store(&flags, search, memory_bytes)?;
    let locality = locality::locality(&flags, search, &store)?;
    let encoding = encoding::encoding(&flags)?;
    let (caching, forgetting) = match search {
        Order::DepthFirst => (cache::caching(&flags, store)?, None),
        Order::BreadthFirst => (None, forgetting::forgetting(&flags, store)?),
    };
    let limits = Limits {
        max_depth: flags.max_depth.map(|text| max_depth(&text)).transpose()?,
        max_time,
        memory_bytes,
        errors: flags.errors.map_or(Ok(Some(1)), |text| errors(&text))?,
    };
    let file = |text: String| match text.as_str() {
        "-" => Output::Standard,
        _ => Output::File(text.into()),
    };
    Ok(Command::Search(Box::new(Settings {
        search,
        locality,
        limits,
        checks: Checks {
            assertions: !flags.no_assertions,
            end_states: !flags.no_end_states,
        },
        safety: flags.safety,
        reduction: Reduction {
            method: flags.reduce.map_or(Ok(search.reduction()), |text| {
                named("reduce", &text, SET_METHODS)
            })?,
            sleep: flags.sleep_sets.map(|text| sleep_sets(&text)).transpose()?,
        },
        store,
        encoding,
        huffman_from: flags.huffman_from.map(PathBuf::from),
        caching,
        forgetting,
        queue_dir: flags.queue_dir.map_or(DEFAULT_FOLDER.into(), PathBuf::from),
        json: flags.json.map(file),
        trail: flags.trail.map(PathBuf::from),
        progress,
        quiet: flags.quiet,
        dump_states: flags.dump_states.map(PathBuf::from),
        dump_ends: flags.dump_ends.map(PathBuf::from),
        export: flags.export.map(PathBuf::from),
        byte_frequencies: flags.byte_frequencies.map(PathBuf::from),
    })))
}

/// Refuses the first option that is given though it must not be beside another, and says why.
fn refuse_beside(other: &str, in_the_way: &[(&str, bool, &str)]) -> Result<(), String> {
    match in_the_way.iter().find(|(_, is_given, _)| *is_given) {
        Some((long, _, why)) => Err(format!("--{other} and --{long} do not go together: {why}")),
        None => Ok(()),
    }
}

/// States that `--check-reduction` looks at: as many as take some seconds.
const STATES_TO_CHECK: usize = 20_000;

fn states_to_check(text: &str) -> Result<usize, String> {
    let states = match text {
        "" => Some(STATES_TO_CHECK),
        text => text.parse().ok().filter(|&states| states > 0),
    };
    states.ok_or_else(|| format!("--check-reduction={text}: write a number of states from 1 on"))
}

/// Where files go unless something else is asked for.
pub const DEFAULT_FOLDER: &str = ".";

/// Values of `--reduce`.
const SET_METHODS: &[(&str, SetMethod)] = &[
    ("none", SetMethod::Full),
    ("local", SetMethod::Local),
    ("overman", SetMethod::Overman),
    ("persistent", SetMethod::Persistent),
];

/// Values of `--sleep-sets`.
const SLEEP_SETS: &[(&str, SleepSets)] = &[
    ("stored", SleepSets::Stored),
    ("1995", SleepSets::Paper1995),
    ("1992", SleepSets::Paper1992),
];

fn sleep_sets(text: &str) -> Result<SleepSets, String> {
    match text {
        "" => Ok(SleepSets::Stored),
        text => named("sleep-sets", text, SLEEP_SETS),
    }
}

/// The value of an option by name.
fn named<T: Copy>(long: &str, text: &str, values: &[(&str, T)]) -> Result<T, String> {
    let found = values.iter().find(|(name, _)| *name == text);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|&(name, _)| name).collect();
        format!(
            "--{long} {text} does not exist: the choices are {}",
            names.join(", ")
        )
    })
}

/// As it is typed: the other way round.
fn name_of<T: PartialEq>(value: T, values: &[(&'static str, T)]) -> &'static str {
    let found = values.iter().find(|(_, other)| *other == value);
    found.expect("all are in the table").0
}

fn max_depth(text: &str) -> Result<u64, String> {
    let steps = text.parse().ok().filter(|&steps| steps > 0);
    steps.ok_or_else(|| format!("--max-depth {text}: write a number of steps from 1 on"))
}

fn max_time(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| {
        format!("--max-time {text}: write a number of seconds, for example 60 or 0.5")
    })
}

fn errors(text: &str) -> Result<Option<u64>, String> {
    match text.parse() {
        Ok(0) => Ok(None),
        Ok(count) => Ok(Some(count)),
        Err(_) if text == "all" => Ok(None),
        Err(_) => Err(format!("--errors {text}: write a number, or all")),
    }
}

fn when(text: &str) -> Result<ShowProgress, String> {
    match text {
        "auto" => Ok(ShowProgress::Auto),
        "always" => Ok(ShowProgress::Always),
        "never" => Ok(ShowProgress::Never),
        _ => Err(format!(
            "--progress {text}: the choices are auto, always and never"
        )),
    }
}

#[cfg(test)]
mod tests;
