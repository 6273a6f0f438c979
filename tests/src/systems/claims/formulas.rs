//! Formulas by chance: half of them of the shapes that people write.

use frontend::ltl::formula::{Binary, Formula, Unary};

use crate::formulas::generate::of_size;
use crate::random::numbers::Numbers;

/// A formula over up to this many propositions, at least one, with `X` or without.
pub fn formula(numbers: &mut Numbers, propositions: u32, next: bool) -> Formula {
    if numbers.chance(50) {
        return match next {
            true => of_a_shape_with_next(numbers, propositions),
            false => of_a_shape(numbers, propositions),
        };
    }
    loop {
        let size = numbers.between(2, 9);
        let formula = of_size(numbers, propositions, size);
        if formula.has_next() == next {
            return formula;
        }
    }
}

fn of_a_shape(numbers: &mut Numbers, propositions: u32) -> Formula {
    use Binary::{And, Implies, Until, WeakUntil};
    use Unary::{Always, Eventually};
    let [p, q, r] = [0; 3].map(|_| literal(numbers, propositions));
    let always = |it| Formula::unary(Always, it);
    let eventually = |it| Formula::unary(Eventually, it);
    let repeated = |it| always(eventually(it));
    let both = |operator, left, right| Formula::binary(operator, left, right);
    match numbers.below(13) {
        0 => eventually(p),
        1 => repeated(p),
        2 => eventually(always(p)),
        3 => always(both(Implies, p, eventually(q))),
        4 => both(Implies, repeated(p), repeated(q)),
        5 => both(Until, p, q),
        6 => both(And, repeated(p), repeated(q)),
        7 => always(both(Implies, p, both(Until, q, r))),
        8 => always(p),
        9 => always(both(Implies, p, q)),
        10 => both(WeakUntil, p, q),
        11 => always(both(Implies, p, both(WeakUntil, q, r))),
        _ => both(Implies, eventually(p), both(Until, q, r)),
    }
}

/// Most of them are of safety.
fn of_a_shape_with_next(numbers: &mut Numbers, propositions: u32) -> Formula {
    let [p, q] = [0; 2].map(|_| literal(numbers, propositions));
    let mut later = q;
    for _ in 0..numbers.between(1, 3) {
        later = Formula::unary(Unary::Next, later);
    }
    let implied = Formula::binary(Binary::Implies, p, later.clone());
    match numbers.below(3) {
        0 => later,
        1 => implied,
        _ => Formula::unary(Unary::Always, implied),
    }
}

fn literal(numbers: &mut Numbers, propositions: u32) -> Formula {
    let proposition = Formula::Proposition(numbers.below(propositions as usize) as u32);
    match numbers.chance(30) {
        true => proposition.negated(),
        false => proposition,
    }
}

/// Formulas that are a step simpler.
pub fn simpler(formula: &Formula) -> Vec<Formula> {
    let mut found = Vec::new();
    match formula {
        Formula::Constant(_) => {}
        Formula::Proposition(_) => found.extend([true, false].map(Formula::Constant)),
        Formula::Unary(operator, operand) => {
            found.push((**operand).clone());
            let smaller = simpler(operand).into_iter();
            found.extend(smaller.map(|it| Formula::unary(*operator, it)));
        }
        Formula::Binary(operator, left, right) => {
            found.extend([(**left).clone(), (**right).clone()]);
            let lefts = simpler(left).into_iter();
            found.extend(lefts.map(|it| Formula::binary(*operator, it, (**right).clone())));
            let rights = simpler(right).into_iter();
            found.extend(rights.map(|it| Formula::binary(*operator, (**left).clone(), it)));
        }
    }
    found
}
