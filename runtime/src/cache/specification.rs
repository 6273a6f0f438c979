//! The language of replacement specifications (Geldenhuys 2004), and its 790 sentences.
//!
//! | letter | attribute of a state | replaced first is the state |
//! |---|---|---|
//! | `E` | when it was put on the search stack last | entered first |
//! | `X` | when it left the search stack | left first |
//! | `D` | its depth, in stored states, when it was put on the stack | shallowest |
//! | `I` | how often it was met since it was stored, the first time included | met least |
//! | `O` | how many edges were executed of it since it was stored | with the least edges |
//!
//! A small letter turns the order around. The letters of a specification are compared one after the
//! other. Only `E` and `X` tell all states apart, so one of them, or `R` (at random among equals),
//! ends the order; only `S` (stratified, see [`strata`](super::strata)) may follow.

use std::fmt;
use std::str::FromStr;

use super::named;

/// Which state a full cache gives up. Parsed from a specification such as `OX` or `RS`, or a name
/// such as `round-robin`.
///
/// ```
/// use runtime::cache::Specification;
///
/// let oldest_of_least_met: Specification = "IE".parse()?;
/// assert_eq!(oldest_of_least_met.to_string(), "IE");
/// assert!("EI".parse::<Specification>().is_err(), "entry ends an order");
/// # Ok::<(), runtime::cache::SpecificationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specification(pub(super) EvictionRule);

/// What a [`Specification`] comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EvictionRule {
    Order(EvictionOrder),
    RoundRobin,
    TypeOriented,
    LargestClass,
}

/// The least state in this order is replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EvictionOrder {
    pub(super) by: Vec<Directed>,
    /// At random among the states that are equal in `by`; if not, `by` ends with a time.
    pub(super) random: bool,
    pub(super) stratified: bool,
    /// The order is that of a few candidates which are drawn at random.
    pub(super) tournament: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directed {
    pub(super) attribute: Attribute,
    pub(super) descending: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attribute {
    Depth,
    Indegree,
    Outdegree,
    Entry,
    Exit,
}

const LETTERS: [(char, Attribute); 5] = [
    ('D', Attribute::Depth),
    ('I', Attribute::Indegree),
    ('O', Attribute::Outdegree),
    ('E', Attribute::Entry),
    ('X', Attribute::Exit),
];

impl Attribute {
    /// Whether it differs between any two states.
    pub(super) fn is_time(self) -> bool {
        matches!(self, Attribute::Entry | Attribute::Exit)
    }
}

impl Directed {
    fn from_letter(letter: char) -> Option<Directed> {
        let upper = letter.to_ascii_uppercase();
        let (_, attribute) = LETTERS.into_iter().find(|(it, _)| *it == upper)?;
        Some(Directed {
            attribute,
            descending: letter.is_ascii_lowercase(),
        })
    }

    fn letter(self) -> char {
        let mut all = LETTERS.into_iter();
        let (letter, _) = all
            .find(|(_, it)| *it == self.attribute)
            .expect("all have one");
        match self.descending {
            true => letter.to_ascii_lowercase(),
            false => letter,
        }
    }
}

impl EvictionOrder {
    pub(super) fn uses(&self, attribute: Attribute) -> bool {
        self.by
            .iter()
            .any(|directed| directed.attribute == attribute)
    }

    fn is_unique(&self) -> bool {
        self.random || self.by.last().is_some_and(|last| last.attribute.is_time())
    }

    /// Adds the next letter.
    fn extend(&mut self, letter: char) -> Result<(), Reason> {
        if self.stratified {
            return Err(match letter {
                'S' => Reason::Repeated(letter),
                _ => Reason::AfterStrata(letter),
            });
        }
        let last = self.by.last().map(|last| last.letter());
        match letter {
            'S' if self.is_unique() => self.stratified = true,
            'S' => return Err(Reason::Ambiguous),
            'R' if self.random => return Err(Reason::Repeated(letter)),
            'R' if self.is_unique() => return Err(Reason::AfterUnique(letter, last)),
            'R' => self.random = true,
            'r' | 's' => return Err(Reason::NoDirection(letter)),
            _ => {
                let directed = Directed::from_letter(letter).ok_or(Reason::Unknown(letter))?;
                if self.uses(directed.attribute) {
                    return Err(Reason::Repeated(letter));
                }
                if self.is_unique() {
                    return Err(Reason::AfterUnique(letter, last.filter(|_| !self.random)));
                }
                self.by.push(directed);
            }
        }
        Ok(())
    }
}

impl Specification {
    /// Whether it asks what the transition did that led to a state.
    pub(crate) fn asks_effects(&self) -> bool {
        self.0 == EvictionRule::TypeOriented
    }
}

impl FromStr for Specification {
    type Err = SpecificationError;

    fn from_str(text: &str) -> Result<Specification, SpecificationError> {
        if let Some(rule) = named::rule(text) {
            return Ok(Specification(rule));
        }
        let refused = |place, reason| SpecificationError {
            text: text.to_owned(),
            place,
            reason,
        };
        let mut order = EvictionOrder::default();
        for (index, letter) in text.chars().enumerate() {
            let extended = order.extend(letter);
            extended.map_err(|reason| refused(index + 1, reason))?;
        }
        match order.is_unique() {
            true => Ok(Specification(EvictionRule::Order(order))),
            false => Err(refused(0, Reason::Ambiguous)),
        }
    }
}

impl fmt::Display for Specification {
    /// The canonical text: `h1` and `random` are shown as the specifications that they stand for.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let order = match &self.0 {
            EvictionRule::Order(order) if !order.tournament => order,
            named => return f.write_str(named::name(named)),
        };
        let random = order.random.then_some('R');
        let strata = order.stratified.then_some('S');
        let letters = order.by.iter().map(|directed| directed.letter());
        let text: String = letters.chain(random).chain(strata).collect();
        f.write_str(&text)
    }
}

/// All specifications but the named ones, in time for a list of 790: 79 ordered choices of `D`, `I`
/// and `O` in either direction, five ends, with and without `S`.
pub fn every() -> impl Iterator<Item = Specification> {
    let mut prefixes = vec![String::new()];
    let mut longer = 0;
    while let Some(prefix) = prefixes.get(longer).cloned() {
        longer += 1;
        let used = prefix.to_ascii_uppercase();
        let unused = |letter: &char| !used.contains(letter.to_ascii_uppercase());
        let letters = "DdIiOo".chars().filter(unused);
        prefixes.extend(letters.map(|letter| format!("{prefix}{letter}")));
    }
    let texts = prefixes.into_iter().flat_map(|prefix| {
        ["E", "e", "X", "x", "R", "ES", "eS", "XS", "xS", "RS"].map(|end| format!("{prefix}{end}"))
    });
    texts.map(|text| text.parse().expect("made by the grammar"))
}

/// Why a text is no specification, and what to write instead; one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecificationError {
    text: String,
    /// Number of the letter, from 1; 0 for the whole text.
    place: usize,
    reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Ambiguous,
    /// The letter, and the one that tells all states apart already (none for `R`).
    AfterUnique(char, Option<char>),
    AfterStrata(char),
    Repeated(char),
    NoDirection(char),
    Unknown(char),
}

impl fmt::Display for SpecificationError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = &self.text;
        let is_letter = |letter| Directed::from_letter(letter).is_some() || "RrSs".contains(letter);
        if !text.chars().all(is_letter)
            && let Some(hint) = named::hint(text)
        {
            return write!(f, "there is no replacement `{text}`: {hint}");
        }
        match self.place {
            0 => write!(f, "replacement `{text}`: ")?,
            place => write!(f, "replacement `{text}`, letter {place}: ")?,
        }
        match self.reason {
            Reason::Ambiguous => {
                f.write_str("no attribute tells all states apart: end it with E, e, X, x or R")?;
                if text.ends_with('S') {
                    f.write_str(" before the S")?;
                }
                Ok(())
            }
            Reason::AfterUnique(letter, Some(unique)) => write!(
                f,
                "{unique} tells all states apart already, {letter} would never be looked at: leave it out, or write it before {unique}"
            ),
            Reason::AfterUnique(letter, None) => write!(
                f,
                "R has chosen among all that are equal, {letter} would never be looked at: leave it out, or write it before R"
            ),
            Reason::AfterStrata(letter) => {
                write!(f, "S stands at the end: write {letter} before it")
            }
            Reason::Repeated(letter) => write!(
                f,
                "{} is named before: leave it out here, an attribute has one place and one direction",
                letter.to_ascii_uppercase()
            ),
            Reason::NoDirection(letter) => {
                let upper = letter.to_ascii_uppercase();
                write!(f, "{upper} has no opposite direction: write {upper}")
            }
            Reason::Unknown(letter) => write!(
                f,
                "`{letter}` is no attribute: write letters of D I O E X (small: the other way), R and S as in OX or RS, or one of {}",
                named::NAMES.map(|(name, _)| name).join(", ")
            ),
        }
    }
}

impl std::error::Error for SpecificationError {}
