//! The constructs of the language that a generated program may have, by name, so that one can be
//! left out.

use std::collections::BTreeSet;

/// A construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "Promela's own names, see `TABLE`")]
pub enum Feature {
    Arrays,
    Assert,
    Atomic,
    Copying,
    DStep,
    DeepNesting,
    Enabled,
    Faults,
    For,
    ForIn,
    Goto,
    Hidden,
    Inline,
    Last,
    LateChannels,
    Lengths,
    LongChannels,
    ManyChannels,
    ManyFields,
    ManyOptions,
    ManyProcesses,
    MtypeSets,
    Poll,
    Priorities,
    Provided,
    Random,
    Remote,
    Rendezvous,
    Run,
    Select,
    Sorted,
    Timeout,
    Typedef,
    Unless,
    Unsigned,
}

/// Each construct with its name on the command line.
pub const TABLE: &[(Feature, &str)] = &[
    (Feature::Arrays, "arrays"),
    (Feature::Assert, "assert"),
    (Feature::Atomic, "atomic"),
    (Feature::Copying, "copying"),
    (Feature::DStep, "d_step"),
    (Feature::DeepNesting, "deep-nesting"),
    (Feature::Enabled, "enabled"),
    (Feature::Faults, "faults"),
    (Feature::For, "for"),
    (Feature::ForIn, "for-in"),
    (Feature::Goto, "goto"),
    (Feature::Hidden, "hidden"),
    (Feature::Inline, "inline"),
    (Feature::Last, "last"),
    (Feature::LateChannels, "local-channels"),
    (Feature::Lengths, "message-lengths"),
    (Feature::LongChannels, "long-channels"),
    (Feature::ManyChannels, "many-channels"),
    (Feature::ManyFields, "many-fields"),
    (Feature::ManyOptions, "many-options"),
    (Feature::ManyProcesses, "many-processes"),
    (Feature::MtypeSets, "mtype-sets"),
    (Feature::Poll, "poll"),
    (Feature::Priorities, "priorities"),
    (Feature::Provided, "provided"),
    (Feature::Random, "random-receive"),
    (Feature::Remote, "remote"),
    (Feature::Rendezvous, "rendezvous"),
    (Feature::Run, "run"),
    (Feature::Select, "select"),
    (Feature::Sorted, "sorted-send"),
    (Feature::Timeout, "timeout"),
    (Feature::Typedef, "typedef"),
    (Feature::Unless, "unless"),
    (Feature::Unsigned, "unsigned"),
];

/// Constructs that may be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features(BTreeSet<Feature>);

impl Features {
    /// All of them.
    pub fn all() -> Features {
        Features(TABLE.iter().map(|(feature, _)| *feature).collect())
    }

    /// Those of a list: `a,b` is these two, `-a,-b` is all but these two.
    ///
    /// # Errors
    /// A name that is none, with the names that exist.
    pub fn parse(list: &str) -> Result<Features, String> {
        let mut words = list.split(',').filter(|word| !word.is_empty()).peekable();
        let without = words.peek().is_none_or(|word| word.starts_with('-'));
        let mut chosen = match without {
            true => Features::all(),
            false => Features(BTreeSet::new()),
        };
        for word in words {
            let name = word.trim_start_matches('-');
            let Some((feature, _)) = TABLE.iter().find(|(_, known)| *known == name) else {
                let names: Vec<&str> = TABLE.iter().map(|(_, name)| *name).collect();
                return Err(format!(
                    "there is no construct `{name}`: {}",
                    names.join(", ")
                ));
            };
            match word.starts_with('-') {
                true => chosen.0.remove(feature),
                false => chosen.0.insert(*feature),
            };
        }
        Ok(chosen)
    }

    /// May it be used?
    pub fn has(&self, feature: Feature) -> bool {
        self.0.contains(&feature)
    }

    /// Takes one out.
    pub fn remove(&mut self, feature: Feature) {
        self.0.remove(&feature);
    }
}
