//! Small formulas through the whole room; many, and large ones, are in the package of tests.

use super::automaton::Automaton;
use super::classify::Component::{self, General, Rejecting, Terminal, Weak};
use super::formula::{Binary, Formula, Unary};
use super::lasso::Lasso;
use super::letters::{Alphabet, EXPANDED_MAX};
use super::product::accepts;
use super::stutter::Stutter;
use super::{EDGES_MAX, Refusal, SETS_MAX, SIZE_MAX, Translation, print, translate};

fn p(number: u32) -> Formula {
    Formula::Proposition(number)
}

fn unary(operator: Unary, operand: Formula) -> Formula {
    Formula::unary(operator, operand)
}

fn always(operand: Formula) -> Formula {
    unary(Unary::Always, operand)
}

fn eventually(operand: Formula) -> Formula {
    unary(Unary::Eventually, operand)
}

/// `[](p0 -> <>p1)`
fn response() -> Formula {
    always(Formula::binary(Binary::Implies, p(0), eventually(p(1))))
}

fn translated(formula: &Formula) -> Translation {
    let alphabet = Alphabet::new(formula.propositions());
    translate(formula, alphabet).expect("a small formula")
}

/// The automaton that is searched, and the one of places, must agree with the formula.
fn assert_same(formula: &Formula, word: &Lasso) {
    let translation = translated(formula);
    let expected = word.satisfies(formula);
    for automaton in [&translation.automaton, &translation.buchi] {
        assert_eq!(accepts(automaton, word), expected, "{formula} on {word:?}");
    }
}

fn kinds(formula: &Formula) -> Vec<Component> {
    translated(formula).components
}

#[test]
fn kinds_of_components() {
    assert_eq!(kinds(&always(p(0))), [Weak]);
    assert_eq!(kinds(&eventually(p(0))), [Rejecting, Terminal]);
    assert_eq!(kinds(&response()), [General, General]);
    assert_eq!(kinds(&always(eventually(p(0)))), [General]);
    assert_eq!(kinds(&response().negated()), [Rejecting, Weak]);
    assert_eq!(kinds(&Formula::Constant(true)), [Terminal]);
    assert_eq!(kinds(&Formula::Constant(false)), [Rejecting]);
}

#[test]
fn repetition_of_letters() {
    let next = |operand| unary(Unary::Next, operand);
    assert_eq!(translated(&response()).stutter, Stutter::Normal);
    assert_eq!(translated(&next(p(0))).stutter, Stutter::Variant);
    // Not free of X, and does not tell how long a letter lasts.
    let later = eventually(Formula::binary(Binary::And, p(0), next(eventually(p(1)))));
    let both = Formula::binary(Binary::And, p(0).negated(), next(p(0)));
    assert_eq!(translated(&eventually(both)).stutter, Stutter::Normal);
    assert_eq!(translated(&later).stutter, Stutter::Variant);
}

/// Beyond the bound sets of letters are cubes: here each of 20 propositions must hold some time,
/// and then a last one for ever.
#[test]
fn many_propositions() {
    let count = EXPANDED_MAX + 8;
    let last = always(p(count));
    let formula = (0..count).fold(last, |rest, number| {
        eventually(Formula::binary(Binary::And, p(number), rest))
    });
    let mut letters: Vec<u64> = (0..count).rev().map(|number| 1 << number).collect();
    letters[19] |= 1 << count;
    letters.push(1 << count);
    let turn = letters.len() - 1;
    let mut word = Lasso { letters, turn };
    assert!(word.satisfies(&formula));
    assert_same(&formula, &word);
    assert_same(&formula.clone().negated(), &word);
    word.letters.swap(3, 4);
    assert!(!word.satisfies(&formula));
    assert_same(&formula, &word);
    assert_same(&formula.negated(), &word);
}

#[test]
fn what_is_too_large_is_refused_by_name() {
    let refused = |formula: &Formula| {
        let alphabet = Alphabet::new(formula.propositions());
        translate(formula, alphabet).expect_err("a formula beyond a bound")
    };
    let both = |a, b| Formula::binary(Binary::And, a, b);
    let long = (0..SIZE_MAX).fold(p(0), |rest, _| unary(Unary::Next, rest));
    assert_eq!(refused(&long), Refusal::Size);
    let waiting = |number| always(eventually(p(number)));
    let sets = (1..=SETS_MAX).map(waiting).fold(waiting(0), both);
    assert_eq!(refused(&sets), Refusal::Sets);
    // The negation is small, and known to be in normal form without the other.
    assert_eq!(translated(&sets.negated()).stutter, Stutter::Normal);
    let edges = (1..EDGES_MAX.ilog2() + 1)
        .map(waiting)
        .fold(waiting(0), both);
    assert_eq!(refused(&edges), Refusal::Edges);
}

#[test]
fn texts() {
    let Translation {
        automaton, buchi, ..
    } = translated(&response().negated());
    let names = ["x == 1".to_string(), "\"q\"".to_string()];
    let claim = print::never(&buchi, &names, "!([](x == 1 -> <>q)) */");
    assert_eq!(
        claim,
        "\
never {    /* !([](x == 1 -> <>q)) * / */
T0_init:
    do
    :: (true) -> goto T0_init
    :: ((x == 1) && !(\"q\")) -> goto accept_S1
    od;
accept_S1:
    do
    :: (!(\"q\")) -> goto accept_S1
    od;
}
"
    );
    let hoa = print::hoa(&without_finite_sets(automaton), &names, "no \"response\"");
    assert_eq!(
        hoa,
        "\
HOA: v1
name: \"no \\\"response\\\"\"
States: 2
Start: 0
AP: 2 \"x == 1\" \"\\\"q\\\"\"
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels trans-acc
--BODY--
State: 0
[t] 0
[0 & !1] 1
State: 1
[!1] 1 {0}
--END--
"
    );
    let dot = print::dot(&buchi, &names, "t");
    assert!(
        dot.contains("    0 -> 1 [label=\"(x == 1) && !(\\\"q\\\")\"]\n"),
        "{dot}"
    );
}

fn without_finite_sets(automaton: Automaton) -> Automaton {
    automaton.trimmed()
}

/// `!empty(q)` is no Promela.
#[test]
fn questions_about_channels_have_opposites() {
    let formula = always(p(0));
    let buchi = translate(&formula, Alphabet::new(1)).expect("small").buchi;
    let opposite = translate(&formula.negated(), Alphabet::new(1)).expect("small");
    for (text, expected) in [
        ("empty(q)", "nempty(q)"),
        ("nfull (q[len(r)])", "full (q[len(r)])"),
        ("empty(q) + (x)", "!(empty(q) + (x))"),
        ("emptyish", "!emptyish"),
    ] {
        let print = |automaton: &_| print::never(automaton, &[text.to_string()], "");
        assert!(!print(&buchi).contains('!'), "{text}");
        let printed = print(&opposite.buchi);
        assert!(printed.contains(&format!("({expected})")), "{printed}");
    }
}
