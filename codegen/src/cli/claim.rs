//! `pvgen claim MODEL`: a claim of the model as an automaton, for SPIN, for other tools, for eyes.

use std::cmp::Ordering;

use codegen::plan::claim::title;
use frontend::ir::{Claim, ClaimEdge, ClaimPlace, Model};
use frontend::ltl::automaton::{Automaton, Edge};
use frontend::ltl::cube::bits;
use frontend::ltl::degeneralize::degeneralized;
use frontend::ltl::letters::Alphabet;
use frontend::ltl::print;

use super::arguments::{ClaimArguments, ClaimFormat};
use super::names::{answers_to, short};
use super::{Failure, load};

/// Prints the claim; gives the exit code.
pub fn claim(arguments: &ClaimArguments) -> Result<u8, Failure> {
    load::check_allowed(&arguments.read)?;
    let model = load::load_known(&arguments.model, &arguments.read, true, false)?;
    let claim = chosen(&model, arguments.name.as_deref())?;
    let texts = claim.propositions.iter();
    let texts: Vec<String> = texts.map(|it| it.source.text.clone()).collect();
    let title = match claim.formula {
        Some(_) => format!("!({})", claim.source.text),
        None => title(&model, claim),
    };
    let as_never = matches!(arguments.format, ClaimFormat::Never);
    let automaton = match claim.translation() {
        Some(translation) => {
            let refused = |refusal| Failure::input(format!("`{}`: {refusal}", claim.name));
            let translation = translation.map_err(refused)?;
            match as_never {
                true => translation.buchi,
                false => translation.automaton,
            }
        }
        None if as_never => degeneralized(&automaton(claim)?),
        None => automaton(claim)?,
    };
    let text = match arguments.format {
        ClaimFormat::Never => print::never(&automaton, &texts, &title),
        ClaimFormat::Hoa => print::hoa(&automaton, &texts, &title),
        ClaimFormat::Dot => print::dot(&automaton, &texts, &title),
    };
    super::say(&text)?;
    Ok(0)
}

/// The claim that a user means, as reports name it, or the only one.
fn chosen<'m>(model: &'m Model, name: Option<&str>) -> Result<&'m Claim, Failure> {
    let claims = &model.claims;
    let titles: Vec<String> = claims.iter().map(|it| title(model, it)).collect();
    let names: Vec<&str> = titles.iter().map(|it| short(it)).collect();
    let file = &model.files[0];
    match (name, &claims[..]) {
        (_, []) => Err(Failure::input(format!(
            "{file} has no claim that can be checked: write `ltl NAME {{ FORMULA }}` or `never {{ .. }}`, or add one by `--ltl-formula`"
        ))),
        (None, [only]) => Ok(only),
        (None, _) => Err(Failure::input(format!(
            "{file} has {} claims: choose one by --name, of {}",
            claims.len(),
            names.join(", ")
        ))),
        (Some(name), _) => {
            let found = titles.iter().position(|it| answers_to(it, name));
            let missing = || {
                let names = names.join(", ");
                Failure::input(format!("{file} has no claim `{name}`, but {names}"))
            };
            Ok(&claims[found.ok_or_else(missing)?])
        }
    }
}

/// A never claim without what it does beside looking. Its end, which is an error at once, accepts
/// whatever follows.
fn automaton(claim: &Claim) -> Result<Automaton, Failure> {
    if let Some(action) = claim.actions.first() {
        return Err(Failure::input(format!(
            "the claim does `{}`, which an automaton cannot say",
            action.source.text
        )));
    }
    let alphabet = Alphabet::new(claim.propositions.len() as u32);
    let letters = |edge: &ClaimEdge| {
        bits(edge.guard.care).fold(alphabet.all(), |letters, bit| {
            letters.meet(&alphabet.literal(bit, edge.guard.value >> bit & 1 == 1))
        })
    };
    let all = u32::MAX.checked_shr(32 - claim.sets).unwrap_or(0);
    let edges = |at: usize, place: &ClaimPlace| match place.end {
        true => vec![Edge {
            letters: alphabet.all(),
            target: number(claim, at),
            sets: all,
        }],
        false => {
            let edges = place.edges.iter().map(|edge| Edge {
                letters: letters(edge),
                target: number(claim, edge.target.index()),
                sets: edge.sets,
            });
            edges.collect()
        }
    };
    let mut places = vec![Vec::new(); claim.places.len()];
    for (at, place) in claim.places.iter().enumerate() {
        places[number(claim, at)] = edges(at, place);
    }
    Ok(Automaton {
        alphabet,
        places,
        sets: claim.sets,
    })
}

/// The number of a place as it is shown: an automaton starts at place 0.
pub fn number(claim: &Claim, at: usize) -> usize {
    match at.cmp(&claim.start.index()) {
        Ordering::Less => at + 1,
        Ordering::Equal => 0,
        Ordering::Greater => at,
    }
}
