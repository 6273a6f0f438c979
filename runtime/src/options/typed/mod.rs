//! What is typed for an analyzer: the one table of options, from which help and parsing are made,
//! and which of them a command line gives.
//!
//! `pvgen check` is compiled with these files, too: it finds a slip before it builds anything.

pub mod foreign;
mod help;
mod nearest;
mod values;

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};

use lexopt::prelude::*;

pub use help::help;
pub use nearest::nearest;
use values::Takes::{self, *};
use values::{number, number_or};

/// A row of the table.
pub struct OptionInfo {
    /// Its name, without dashes.
    pub long: &'static str,
    /// Its letter.
    pub short: Option<char>,
    /// What follows it in the help; empty for a flag, `[=VALUE]` where it may be left out.
    pub value: &'static str,
    /// What the value can be.
    pub takes: Takes,
    default: &'static str,
    /// Ends with a colon where the words of which the value is one follow.
    meaning: &'static str,
}

#[rustfmt::skip]
pub const OPTIONS: &[OptionInfo] = &[
    row("search",        None,      "ORDER",             OneOf(&["depth-first", "breadth-first"]), "depth-first", "depth-first, or breadth-first, which finds shortest trails"),
    row("order",         None,      "ORDER",             OneOf(&["forward", "reverse", "random"]), "forward",     "in which order the edges of a state are tried:"),
    row("swarm",         None,      "[=N]",              number("of searches ", 1), "",          "many small searches in random orders, N or until --max-time"),
    row("locality",      None,      "",                  Nothing,                 "",            "breadth-first: measure how many levels back edges lead"),
    row("max-depth",     Some('m'), "STEPS",             number("of steps ", 1),  "no bound",    "leave out states this many steps from the initial state"),
    row("max-time",      None,      "TIME",              Time,                    "no bound",    "end the search after this time: seconds, or 90s, 10m, 1h30m"),
    row("memory",        None,      "SIZE",              Size,                    "80 % of what is available", "forget states when it needs more, e.g. 512M or 2G"),
    row("errors",        Some('c'), "N|all",             number_or("", 0, "all"), "1",           "end after N distinct violations; all or 0: never"),
    row("no-end-states", Some('E'), "",                  Nothing,                 "",            "do not look for invalid end states"),
    row("no-assertions", Some('A'), "",                  Nothing,                 "",            "do not check assertions"),
    row("ltl",           Some('N'), "NAME|all|none",     Text,                    "all",         "which ltl formula or never claim is checked"),
    row("safety",        None,      "",                  Nothing,                 "",            "leave out what the model claims in ltl and never"),
    row("claims-only",   None,      "",                  Nothing,                 "",            "no search for assertions and end states beside those for claims"),
    row("acceptance",    Some('a'), "",                  Nothing,                 "",            "look for cycles through accept labels"),
    row("non-progress",  Some('l'), "",                  Nothing,                 "",            "look for cycles without progress labels"),
    row("weak-fairness", Some('f'), "",                  Nothing,                 "",            "claims: no process is able for ever and does nothing"),
    row("strong-fairness", None,    "",                  Nothing,                 "",            "claims: no process is able again and again and does nothing"),
    row("shortest",      None,      "",                  Nothing,                 "",            "claims: look for the shortest run that violates each"),
    row("threads",       None,      "N",                 number("", 1),           "as many as processors", "breadth-first: threads; claims, swarm: how many at once"),
    row("reduce",        None,      "METHOD",            OneOf(&["none", "local", "overman", "persistent"]), "persistent; breadth-first: none", "who goes first:"),
    row("sleep-sets",    None,      "[=FORM]",           OneOf(&["stored", "1995", "1992"]), "off",         "leave out edges known to commute: stored (the default), 1995, 1992"),
    row("store",         None,      "KIND",              OneOf(&["exact", "tree", "collapse", "compact", "bitstate", "disk", "auto"]), "auto",        "how states are kept:"),
    row("bits",          None,      "N",                 number("", 1),           "56 or 40; as memory allows", "compact: bits a state; bitstate: 2^N bits in all"),
    row("hashes",        None,      "K",                 number("", 1),           "3",           "bitstate: bits that each state sets"),
    row("encode",        None,      "METHOD",            OneOf(&["none", "mask", "run-length", "huffman"]), "none",        "how states are packed:"),
    row("huffman-from",  None,      "FILE",              Text,                    "",            "codes for bytes as frequent as an earlier run has counted"),
    row("cache",         None,      "STATES|off",        number_or("of states ", 1, "off"), "no bound",    "keep only this many states; off: end the search when memory is used up"),
    row("replace",       None,      "SPEC",              Text,                    "RS or level-strata", "which state is forgotten: attributes E X D I O R S, or a name"),
    row("work-limit",    None,      "FACTOR",            Above0,                  "no bound",    "end the search when it has forgotten this many times a cache"),
    row("cache-probes",  None,      "N",                 number("", 1),           "8",           "breadth-first: slots of the cache that are looked at for a state"),
    row("collision-limit", None,    "RATE",              Above0,                  "0.9",         "breadth-first: end the search when more of the new states overwrite others"),
    row("queue-dir",     None,      "DIR",               Text,                    ".",           "breadth-first: where files go when memory is short"),
    row("seed",          None,      "N",                 number("", 0),           "1",           "for random choices"),
    row("json",          None,      "FILE|-",            Text,                    "",            "write the report as JSON; - is standard output"),
    row("trail",         None,      "FILE",              Text,                    "MODEL.trail", "where the way to a violation is written"),
    row("replay",        None,      "FILE",              Text,                    "",            "walk the trail in this file and show it, instead of searching"),
    row("from",          None,      "STEP",              number("of steps ", 1),  "",            "replay: the first step that is shown"),
    row("to",            None,      "STEP",              number("of steps ", 1),  "",            "replay: the last step that is shown"),
    row("last",          None,      "STEPS",             number("of steps ", 1),  "",            "replay: show this many of the last steps"),
    row("text",          None,      "",                  Nothing,                 "",            "replay: write the whole trail as a text"),
    row("progress",      None,      "auto|always|never", OneOf(&["auto", "always", "never"]), "auto",        "a line on standard error while searching; auto: on a terminal"),
    row("quiet",         None,      "",                  Nothing,                 "",            "print the verdict only"),
    row("dump-states",   None,      "FILE",              Text,                    "",            "write each stored state as a line of text"),
    row("dump-ends",     None,      "FILE",              Text,                    "",            "write each invalid end state as a line of text"),
    row("export",        None,      "FILE",              Text,                    "",            "write the graph of the search, for programs"),
    row("byte-frequencies", None,   "FILE",              Text,                    "",            "write how often each byte occurs in stored states, for codes"),
    row("check-reduction", None,    "[=STATES]",         number("of states ", 1), "",            "verify what reductions rely on, state by state; slow, for small models"),
    row("help",          Some('h'), "",                  Nothing,                 "",            "print this help"),
    row("version",       Some('V'), "",                  Nothing,                 "",            "print the model's name and the generator's version"),
];

const fn row(
    long: &'static str,
    short: Option<char>,
    value: &'static str,
    takes: Takes,
    default: &'static str,
    meaning: &'static str,
) -> OptionInfo {
    OptionInfo {
        long,
        short,
        value,
        takes,
        default,
        meaning,
    }
}

impl OptionInfo {
    /// Refuses a value that the option cannot have.
    fn check(&self, value: &str) -> Result<(), String> {
        let may_be_left_out = self.value.starts_with('[');
        match self.takes.check(value) {
            Err(_) if may_be_left_out && value.is_empty() => Ok(()),
            Err(why) if may_be_left_out => Err(format!("--{}={value}{why}", self.long)),
            Err(why) => Err(format!("--{} {value}{why}", self.long)),
            Ok(()) => Ok(()),
        }
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
            match value.to_str() {
                Some(text) => option.check(text)?,
                None if matches!(option.value, "FILE" | "DIR") => {}
                None => return Err(format!("`{}` is not readable text", value.display())),
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

/// The words of which the value of this option is one.
pub fn choices(long: &str) -> &'static [&'static str] {
    match by_long(long).map(|option| &option.takes) {
        Ok(OneOf(words)) => words,
        _ => &[],
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
