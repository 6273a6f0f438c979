//! Which claims are checked and over which runs, and the options that rule them out.

use super::names::answers_to;
use super::workers::processors;
use super::{Flags, StoreKind, errors, refuse_beside};
use crate::claim::Fairness;
use crate::search::Order;

/// Which of the formulas and never claims of the model are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ltl {
    /// Each.
    All,
    /// None: they are left out by the user's word.
    None,
    /// This one; the others are left out by the user's word.
    Named(String),
}

impl Ltl {
    /// Whether the user does not want this claim to be checked.
    pub fn leaves_out(&self, claim: &str) -> bool {
        match self {
            Self::All => false,
            Self::None => true,
            Self::Named(name) => !answers_to(claim, name),
        }
    }
}

/// What is asked about claims.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimOptions {
    /// Of those that the model states.
    pub ltl: Ltl,
    /// Cycles through `accept` labels are looked for.
    pub acceptance: bool,
    /// Cycles without `progress` labels are looked for.
    pub non_progress: bool,
    /// Which runs count.
    pub fairness: Fairness,
    /// There is no search beside those for claims.
    pub only: bool,
    /// A violation is told on the shortest run.
    pub shortest: bool,
    /// How many are searched at once.
    pub threads: usize,
    /// After this many violations no other search begins, if the number was typed; without it each
    /// search looks for its own first one.
    pub errors: Option<u64>,
    /// What was asked for, if claims that need a product cannot be checked with it.
    pub obstacle: Option<Obstacle>,
}

/// An option with which no cycles of a product can be looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The option, without its dashes.
    pub long: &'static str,
    /// Why not, and what can be done.
    pub why: &'static str,
    /// The option that asks for claims to be checked, if one does.
    pub asked: Option<&'static str>,
    /// Not only claims that need a product cannot be checked, but none.
    pub of_all: bool,
}

impl Obstacle {
    /// Whether it stands in the way of a claim, which can be looked at without a product or not.
    pub fn bars(&self, needs_product: bool) -> bool {
        self.of_all || needs_product
    }

    /// Why a claim is not checked.
    pub fn told(&self) -> String {
        format!("not with --{}: {}", self.long, self.why)
    }
}

/// What was asked for.
pub(super) fn claims(
    flags: &Flags,
    search: Order,
    store: StoreKind,
) -> Result<ClaimOptions, String> {
    let ltl = ltl(flags)?;
    let (acceptance, non_progress) = (flags.has("acceptance"), flags.has("non-progress"));
    let fairness = fairness(flags)?;
    let none = ltl == Ltl::None && !acceptance && !non_progress;
    let about_claims = [
        "claims-only",
        "weak-fairness",
        "strong-fairness",
        "shortest",
    ];
    if let (true, Some(long)) = (none, flags.first_of(&about_claims)) {
        return Err(format!(
            "--{long} is about claims, and none is to be checked: leave out --{}",
            flags.first_of(&["safety", "ltl"]).unwrap_or("ltl")
        ));
    }
    let only = flags.has("claims-only");
    if only {
        #[rustfmt::skip]
        let outputs = ["export", "dump-states", "dump-ends", "byte-frequencies", "no-end-states"]
            .map(|long| (long, flags.has(long), "it is about the search for assertions and end states, which is left out"));
        refuse_beside("claims-only", &outputs)?;
    }
    let asked = ["acceptance", "non-progress", "claims-only", "ltl"];
    let asked = flags.first_of(&asked).filter(|_| !none);
    let obstacles = obstacles(flags, search, store, fairness);
    let obstacle = obstacles.iter().find(|(_, is_given, _)| *is_given);
    let shortest = flags.has("shortest");
    if shortest {
        let why = "the shortest run of all is looked for, fair or not; leave it out";
        let fair = ["weak-fairness", "strong-fairness"].map(|long| (long, flags.has(long), why));
        refuse_beside("shortest", &fair)?;
    }
    let threads = flags.number("threads")?;
    Ok(ClaimOptions {
        shortest,
        threads: threads.unwrap_or_else(processors),
        ltl,
        acceptance,
        non_progress,
        fairness,
        only,
        errors: flags.text("errors").and_then(errors),
        obstacle: obstacle.map(|&(long, _, why)| Obstacle {
            long,
            why,
            asked,
            of_all: long == "swarm",
        }),
    })
}

fn ltl(flags: &Flags) -> Result<Ltl, String> {
    let ltl = match flags.text("ltl") {
        None if flags.has("safety") => return Ok(Ltl::None),
        None | Some("all") => Ltl::All,
        Some("none") => return Ok(Ltl::None),
        Some(name) => Ltl::Named(name.to_string()),
    };
    let why = "it leaves out every formula and never claim";
    refuse_beside("ltl", &[("safety", flags.has("safety"), why)]).map(|()| ltl)
}

fn fairness(flags: &Flags) -> Result<Fairness, String> {
    let is_strong = flags.has("strong-fairness");
    match flags.has("weak-fairness") {
        false if is_strong => Ok(Fairness::Strong),
        false => Ok(Fairness::Unfair),
        true => refuse_beside(
            "weak-fairness",
            &[(
                "strong-fairness",
                is_strong,
                "what is strongly fair is weakly fair, too",
            )],
        )
        .map(|()| Fairness::Weak),
    }
}

/// With what no claim can be checked, whether it is given, why not, and what can be done.
#[rustfmt::skip]
fn obstacles(flags: &Flags, search: Order, store: StoreKind, fairness: Fairness) -> [(&'static str, bool, &'static str); 8] {
    let strong = fairness == Fairness::Strong;
    [
        ("swarm", flags.has("swarm"), "its searches look at no claim; check claims without it"),
        ("search breadth-first", search == Order::BreadthFirst, "a cycle is found on the path of a depth-first search; use --search depth-first"),
        ("store bitstate", matches!(store, StoreKind::Bitstate { .. }), "it cannot give the states of a cycle back; use --store tree"),
        ("store compact", matches!(store, StoreKind::Compact { .. }), "it cannot give the states of a cycle back; use --store tree"),
        ("order", flags.text("order").is_some_and(|text| text != "forward"), "cycles are looked for in the forward order; leave it out"),
        ("sleep-sets", flags.has("sleep-sets"), "an edge that is asleep may be one of the cycle; leave it out"),
        ("reduce", strong && flags.is_on("reduce"), "which runs are strongly fair may depend on what is left out; use --reduce none, or --weak-fairness"),
        ("cache", strong && flags.cache_size().is_some(), "strong fairness is decided when all states of a cycle are known; leave it out, or use --weak-fairness"),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::{Command, parse};
    use super::*;

    fn options(arguments: &str) -> Result<ClaimOptions, String> {
        match parse(arguments.split_whitespace().map(Into::into))? {
            Command::Search(settings) => Ok(settings.claims),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn everything_stated_is_checked_by_default() {
        let found = options("").unwrap();
        assert_eq!((found.ltl, found.obstacle), (Ltl::All, None));
        assert!(!found.acceptance && !found.non_progress && !found.only);
        assert_eq!(found.fairness, Fairness::Unfair);
        assert_eq!(found.errors, None);
        assert_eq!(options("-c 2").unwrap().errors, Some(2));
        assert_eq!(options("--errors all").unwrap().errors, None);
    }

    #[test]
    fn short_options_are_those_of_spin() {
        let found = options("-a -l -f -N p").unwrap();
        assert!(found.acceptance && found.non_progress);
        assert_eq!(found.fairness, Fairness::Weak);
        assert_eq!(found.ltl, Ltl::Named("p".to_string()));
        assert_eq!(options("--safety").unwrap().ltl, Ltl::None);
        assert_eq!(options("--ltl none").unwrap().ltl, Ltl::None);
    }

    #[test]
    fn a_claim_answers_to_its_own_name_and_to_its_full_one() {
        for name in ["p", "ltl p"] {
            assert!(answers_to("ltl p", name));
        }
        assert!(answers_to("never claim", "never"));
        assert!(answers_to("never claim q", "q"));
        let named = Ltl::Named("p".to_string());
        assert!(named.leaves_out("ltl pp") && named.leaves_out("never claim"));
        assert!(!named.leaves_out("ltl p"));
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let cases = [
            ("-f --strong-fairness", "what is strongly fair"),
            ("-f --shortest", "--shortest and --weak-fairness do not"),
            ("--safety --ltl p", "--ltl and --safety do not"),
            ("--safety -f", "none is to be checked: leave out --safety"),
            (
                "--claims-only --export g.dot",
                "--claims-only and --export do not",
            ),
        ];
        for (arguments, expected) in cases {
            let error = options(arguments).unwrap_err();
            assert!(error.contains(expected), "{arguments}: {error}");
        }
    }

    #[test]
    fn what_finds_no_cycles_is_an_obstacle() {
        let cases = [
            ("--store bitstate", "store bitstate", None),
            ("--ltl p --store bitstate", "store bitstate", Some("ltl")),
            ("-a --store compact", "store compact", Some("acceptance")),
            ("-a --order reverse", "order", Some("acceptance")),
            ("-a --swarm=2", "swarm", Some("acceptance")),
            (
                "-l --search breadth-first",
                "search breadth-first",
                Some("non-progress"),
            ),
            (
                "--claims-only --sleep-sets",
                "sleep-sets",
                Some("claims-only"),
            ),
            (
                "-a --strong-fairness --reduce local",
                "reduce",
                Some("acceptance"),
            ),
            (
                "-a --strong-fairness --cache 99",
                "cache",
                Some("acceptance"),
            ),
        ];
        for (arguments, long, asked) in cases {
            let found = options(arguments).unwrap().obstacle;
            let found = found.map(|it| (it.long, it.asked));
            assert_eq!(found, Some((long, asked)), "{arguments}");
        }
        assert_eq!(
            options("-a --strong-fairness --reduce none")
                .unwrap()
                .obstacle,
            None
        );
        assert!(options("--ltl none --store bitstate").is_ok());
    }
}
