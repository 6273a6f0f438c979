//! The sentence that says why a formula is false of a run names what is so, and what would not be
//! so if the letter at that step were another. What is so is said by the front end's evaluator.

use frontend::ltl::formula::{Binary, Formula, Unary};
use frontend::ltl::lasso::Lasso;
use support::formulas::parts::Parts;
use support::formulas::{generate, table};
use support::random::numbers::Numbers;

use runtime::claim::Operator;
use runtime::trail::lasso;
use runtime::trail::why::{Fact, explain, is_seen_at_once};

/// Whether a fact about a formula of these parts is one.
fn is_fact(parts: &Parts, fact: Fact, word: &Lasso) -> bool {
    let truth = word.truth(&parts.formulas[usize::from(fact.part)]);
    let from = match fact.lasts {
        true => fact.position.min(word.turn),
        false => fact.position,
    };
    let mut later = (from..word.letters.len()).filter(|at| match fact.lasts {
        true => *at >= fact.position || *at >= word.turn,
        false => *at == fact.position,
    });
    later.all(|at| truth[at] == fact.value)
}

/// Looks at the sentence for a word of which the formula is false; gives its facts.
fn look(formula: &Formula, propositions: u32, word: &Lasso) -> Vec<Fact> {
    let parts = Parts::of(formula);
    let same = lasso::Lasso {
        letters: word.letters.clone(),
        turn: word.turn,
    };
    let shown = || format!("{formula} on {word:?}");
    let why = explain(&parts.parts, &same, false).unwrap_or_else(|| panic!("{}", shown()));
    let sentence = why.sentence(&parts.parts, |position| position);
    assert!(is_fact(&parts, why.lead, word), "{sentence}: {}", shown());
    for fact in &why.facts {
        assert!(is_fact(&parts, *fact, word), "{sentence}: {}", shown());
        let part = &parts.parts[usize::from(fact.part)];
        assert!(sentence.contains(part.text), "{sentence}: {}", shown());
        if !is_seen_at_once(&parts.parts, fact.part) {
            continue;
        }
        // A part that is the same on all letters cannot be otherwise.
        let is_so = |letter: u64| {
            let mut other = word.clone();
            other.letters[fact.position] = letter;
            is_fact(&parts, *fact, &other)
        };
        let changes = match part.what {
            Operator::Proposition(number) => !is_so(word.letters[fact.position] ^ 1 << number),
            _ => (0..1 << propositions).any(|letter| !is_so(letter)),
        };
        let alone = |letter| Lasso {
            letters: vec![letter],
            turn: 0,
        };
        let formula = &parts.formulas[usize::from(fact.part)];
        let steady = || (0..1 << propositions).all(|it| alone(it).satisfies(formula) == fact.value);
        assert!(changes || steady(), "{sentence}: {}", shown());
    }
    why.facts
}

/// Words of which a formula is false, if there are some among those made by chance.
fn words(formula: &Formula, propositions: u32, numbers: &mut Numbers) -> Vec<Lasso> {
    let made = (0..60).map(|_| generate::word(numbers, propositions));
    let mut words: Vec<Lasso> = made.filter(|word| !word.satisfies(formula)).collect();
    words.truncate(10);
    words
}

#[test]
fn formulas_of_the_literature() {
    let (mut looked, mut bare) = (0, 0);
    let rows = table::rows();
    for row in &rows {
        let propositions = row.alphabet.propositions();
        let mut numbers = Numbers::of(1, row.name.len() as u64);
        let words = words(&row.formula, propositions, &mut numbers);
        looked += usize::from(!words.is_empty());
        for word in &words {
            bare += usize::from(look(&row.formula, propositions, word).is_empty());
        }
    }
    assert!(looked * 10 > rows.len() * 9, "{looked} of {}", rows.len());
    assert_eq!(bare, 0, "each names something");
}

#[test]
fn random_formulas() {
    let (mut looked, mut bare) = (0, 0);
    for index in 0..3000 {
        let (formula, mut numbers) = generate::formula(11, index);
        let propositions = formula.propositions().max(1);
        for word in words(&formula, propositions, &mut numbers) {
            looked += 1;
            bare += usize::from(look(&formula, propositions, &word).is_empty());
        }
    }
    // Formulas with constants, on which nothing depends.
    assert!(looked > 10_000 && bare * 10 < looked, "{bare} of {looked}");
}

/// The sentences of some formulas, word for word.
#[test]
fn sentences() {
    let p = || Formula::Proposition(0);
    let q = || Formula::Proposition(1);
    let unary = Formula::unary;
    let binary = Formula::binary;
    let eventually = |it| unary(Unary::Eventually, it);
    let always = |it| unary(Unary::Always, it);
    let cases = [
        (
            always(binary(Binary::Implies, p(), eventually(q()))),
            "`([] (p0 -> (<> p1)))` fails at step 2: `p0` holds there and `p1` never does again",
        ),
        (
            always(eventually(q())),
            "`([] (<> p1))` fails at step 2: `p1` never holds from there on",
        ),
        (
            eventually(always(p())),
            "`(<> ([] p0))` fails: `([] p0)` never holds from the start on \
             and `p0` does not hold at step 3",
        ),
        (
            binary(Binary::Until, p(), q()),
            "`(p0 U p1)` fails: `p0` does not hold at the start and `p1` does not hold there",
        ),
        (
            always(unary(Unary::Not, q())),
            "`([] (!p1))` fails at step 1: `p1` holds there",
        ),
    ];
    let word = Lasso {
        letters: vec![0b00, 0b10, 0b01, 0b00, 0b01],
        turn: 3,
    };
    for (formula, expected) in cases {
        let parts = Parts::of(&formula).parts;
        let same = lasso::Lasso {
            letters: word.letters.clone(),
            turn: word.turn,
        };
        let why = explain(&parts, &same, false).map(|why| why.sentence(&parts, |at| at));
        assert_eq!(why.as_deref(), Some(expected));
    }
}
