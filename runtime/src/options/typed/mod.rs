//! What is typed for an analyzer: the one table of options, from which help and parsing are made,
//! and which of them a command line gives.
//!
//! `pvgen check` is compiled with these files, too: it finds a slip before it builds anything.

pub mod foreign;
mod help;
mod nearest;

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};

use lexopt::prelude::*;

pub use help::help;
pub use nearest::nearest;

/// A row of the table.
pub struct OptionInfo {
    /// Its name, without dashes.
    pub long: &'static str,
    /// Its letter.
    pub short: Option<char>,
    /// What follows it in the help; empty for a flag, `[=VALUE]` where it may be left out.
    pub value: &'static str,
    default: &'static str,
    meaning: &'static str,
}

#[rustfmt::skip]
pub const OPTIONS: &[OptionInfo] = &[
    row("search",        None,      "ORDER",             "depth-first", "depth-first, or breadth-first, which finds shortest trails"),
    row("locality",      None,      "",                  "",            "breadth-first: measure how many levels back edges lead"),
    row("max-depth",     Some('m'), "STEPS",             "no bound",    "leave out states this many steps from the initial state"),
    row("max-time",      None,      "TIME",              "no bound",    "end the search after this time: seconds, or 90s, 10m, 1h30m"),
    row("memory",        None,      "SIZE",              "80 % of what is available", "forget states when it needs more, e.g. 512M or 2G"),
    row("errors",        Some('c'), "N|all",             "1",           "end after N distinct violations; all or 0: never"),
    row("no-end-states", Some('E'), "",                  "",            "do not look for invalid end states"),
    row("no-assertions", Some('A'), "",                  "",            "do not check assertions"),
    row("ltl",           Some('N'), "NAME|all|none",     "all",         "which ltl formula or never claim is checked"),
    row("safety",        None,      "",                  "",            "leave out what the model claims in ltl and never"),
    row("claims-only",   None,      "",                  "",            "no search for assertions and end states beside those for claims"),
    row("acceptance",    Some('a'), "",                  "",            "look for cycles through accept labels"),
    row("non-progress",  Some('l'), "",                  "",            "look for cycles without progress labels"),
    row("weak-fairness", Some('f'), "",                  "",            "claims: no process is able for ever and does nothing"),
    row("strong-fairness", None,    "",                  "",            "claims: no process is able again and again and does nothing"),
    row("shortest",      None,      "",                  "",            "claims: look for the shortest run that violates each"),
    row("threads",       None,      "N",                 "as many as processors", "how many claims are searched at once"),
    row("reduce",        None,      "METHOD",            "persistent; breadth-first: none", "who goes first: none, local, overman, persistent"),
    row("sleep-sets",    None,      "[=FORM]",           "off",         "leave out edges known to commute: stored (the default), 1995, 1992"),
    row("store",         None,      "KIND",              "auto",        "how states are kept: exact, tree, collapse, compact, bitstate, disk, auto"),
    row("bits",          None,      "N",                 "56 or 40; as memory allows", "compact: bits a state; bitstate: 2^N bits in all"),
    row("hashes",        None,      "K",                 "3",           "bitstate: bits that each state sets"),
    row("encode",        None,      "METHOD",            "none",        "how states are packed: none, mask, run-length, huffman"),
    row("huffman-from",  None,      "FILE",              "",            "codes for bytes as frequent as an earlier run has counted"),
    row("cache",         None,      "STATES|off",        "no bound",    "keep so many states at most; off: end the search when memory is used up"),
    row("replace",       None,      "SPEC",              "RS or level-strata", "which state is forgotten: attributes E X D I O R S, or a name"),
    row("work-limit",    None,      "FACTOR",            "no bound",    "end the search when it has forgotten this many times a cache"),
    row("cache-probes",  None,      "N",                 "8",           "breadth-first: slots of the cache that are looked at for a state"),
    row("collision-limit", None,    "RATE",              "0.9",         "breadth-first: end the search when more of the new states overwrite others"),
    row("queue-dir",     None,      "DIR",               ".",           "breadth-first: where files go when memory is short"),
    row("seed",          None,      "N",                 "1",           "for random choices"),
    row("json",          None,      "FILE|-",            "",            "write the report as JSON; - is standard output"),
    row("trail",         None,      "FILE",              "MODEL.trail", "where the way to a violation is written"),
    row("replay",        None,      "FILE",              "",            "walk the trail in this file and show it, instead of searching"),
    row("from",          None,      "STEP",              "",            "replay: the first step that is shown"),
    row("to",            None,      "STEP",              "",            "replay: the last step that is shown"),
    row("last",          None,      "STEPS",             "",            "replay: show this many of the last steps"),
    row("text",          None,      "",                  "",            "replay: write the whole trail as a text"),
    row("progress",      None,      "auto|always|never", "auto",        "a line on standard error while searching; auto: on a terminal"),
    row("quiet",         None,      "",                  "",            "print the verdict only"),
    row("dump-states",   None,      "FILE",              "",            "write each stored state as a line of text"),
    row("dump-ends",     None,      "FILE",              "",            "write each invalid end state as a line of text"),
    row("export",        None,      "FILE",              "",            "write the graph of the search, for programs"),
    row("byte-frequencies", None,   "FILE",              "",            "write how often each byte occurs in stored states, for codes"),
    row("check-reduction", None,    "[=STATES]",         "",            "verify what reductions rely on, state by state; slow, for small models"),
    row("help",          Some('h'), "",                  "",            "print this help"),
    row("version",       Some('V'), "",                  "",            "print the model's name and the generator's version"),
];

const fn row(
    long: &'static str,
    short: Option<char>,
    value: &'static str,
    default: &'static str,
    meaning: &'static str,
) -> OptionInfo {
    OptionInfo {
        long,
        short,
        value,
        default,
        meaning,
    }
}

/// What was typed, by the options' long names; the last of a kind wins.
#[derive(Default)]
pub struct Flags(HashMap<&'static str, OsString>);

impl Flags {
    /// Reads the arguments, without the program's name.
    ///
    /// # Errors
    /// Which argument is no option, and what would be right, on one line.
    pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, String> {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        if let Some(answer) = foreign::word_of(&arguments) {
            return Err(answer);
        }
        let mut flags = Self::default();
        let mut parser = lexopt::Parser::from_args(arguments);
        while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
            let option = match argument {
                Long(name) => by_long(name)?,
                Short(name) => by_short(name).ok_or_else(|| {
                    let attached = parser.optional_value().unwrap_or_default();
                    foreign::letter(name, &attached.to_string_lossy())
                })?,
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
            let value = typed.unwrap_or_default();
            // A path may be any bytes.
            if !matches!(option.value, "FILE" | "DIR") && value.to_str().is_none() {
                return Err(format!("`{}` is not readable text", value.display()));
            }
            flags.0.insert(option.long, value);
        }
        Ok(flags)
    }

    /// The value of an option that is given: empty for a flag, or where it was left out.
    pub fn value(&self, long: &str) -> Option<&OsStr> {
        debug_assert!(by_long(long).is_ok(), "--{long} is in the table");
        self.0.get(long).map(OsString::as_os_str)
    }

    /// Whether an option is given.
    pub fn has(&self, long: &str) -> bool {
        self.value(long).is_some()
    }
}

/// The option of this name, or what was meant.
pub fn by_long(name: &str) -> Result<&'static OptionInfo, String> {
    let known = OPTIONS.iter().find(|option| option.long == name);
    known.ok_or_else(|| {
        let hint = match foreign::meant(name) {
            Some(near) => format!("did you mean --{near}?"),
            None => "--help lists all options".to_string(),
        };
        format!("there is no option --{name}: {hint}")
    })
}

/// The option of this letter.
pub fn by_short(name: char) -> Option<&'static OptionInfo> {
    OPTIONS.iter().find(|option| option.short == Some(name))
}
