//! Formulas of linear temporal logic: their automata accept what they should, and are small.
//!
//! More of them: `CONTRIBUTING.md`.

use std::fs;
use support::formulas::campaign::Campaign;
use support::formulas::check::check;
use support::formulas::table::{self, Sizes};
use support::formulas::{claim, generate};
use support::random::numbers::Numbers;
use support::{checkout, jobs, process, spin};

use frontend::ltl::letters::Alphabet;
use frontend::ltl::product::meet;
use frontend::ltl::stutter::Stutter;
use frontend::ltl::{print, translate};

const CAMPAIGN: Campaign = Campaign {
    seed: 1,
    first: 0,
    count: 300,
    words: 10,
    spin: false,
    jobs: 2,
};

/// No automaton is larger than the smallest that is known, but those in a list, which may only
/// become shorter. Whether a formula tells how long a letter lasts is decided as others decide it;
/// those that do not get automata that do not care either.
#[test]
fn automata_are_small() {
    let rows = table::rows();
    let found = jobs::on_all_cores(&rows, |row| {
        let smallest = row.smallest();
        let sizes = Sizes::of(row, &smallest);
        (sizes, smallest.prepared(&row.formula).stutter)
    });
    let mut larger = String::from("formula,generalized,best,buchi,best\n");
    let mut not_normal = 0;
    for (row, (sizes, stutter)) in rows.iter().zip(&found) {
        let (generalized, buchi) = (sizes.generalized.0, sizes.buchi.0);
        if generalized > row.generalized_best || buchi > row.buchi_best {
            let (g, b) = (row.generalized_best, row.buchi_best);
            larger += &format!("{},{generalized},{g},{buchi},{b}\n", row.name);
        }
        let is_invariant = *stutter != Stutter::Variant;
        assert_eq!(is_invariant, row.is_stutter_invariant, "{}", row.name);
        let has_next = row.formula.has_next();
        assert!(has_next || *stutter == Stutter::Normal, "{}", row.name);
        not_normal += usize::from(*stutter == Stutter::Invariant);
    }
    let known = checkout().join("tests/data/formulas/exceptions.csv");
    let known = fs::read_to_string(known).expect("the list is in the checkout");
    assert_eq!(larger, known, "only what became smaller may leave the list");
    assert!(not_normal <= 1, "{not_normal} are not in normal form");
    let sizes = found.into_iter().map(|(sizes, _)| sizes);
    let all: Vec<_> = rows.into_iter().zip(sizes).collect();
    let (sums, text) = table::sums(&all);
    println!("{text}");
    assert_eq!(all.len(), 452);
    let claims = sums["dwyer negated"];
    assert!(claims.formulas == 55 && claims.buchi.0 <= 221, "{claims:?}");
}

/// Each step of the translation of the formulas of the table, but for some that are large.
#[test]
fn formulas_of_the_literature_keep_their_words() {
    let mut rows = table::rows();
    rows.retain(|row| row.buchi_best <= 12);
    assert!(rows.len() > 400);
    let checked = jobs::on_all_cores(&rows, |row| {
        let mut numbers = Numbers::of(1, row.name.len() as u64);
        check(&row.formula, row.alphabet.propositions(), 5, &mut numbers)
    });
    let wrong: Vec<String> = checked.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each step of the translation of formulas made by chance.
#[test]
fn random_formulas_keep_their_words() {
    let tally = CAMPAIGN.run();
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
}

/// The claims that SPIN makes of a formula accept what our automata accept.
#[test]
fn spin_agrees() {
    if !spin::available() {
        return;
    }
    let campaign = Campaign {
        spin: true,
        words: 1,
        count: 100,
        seed: 2,
        ..CAMPAIGN
    };
    let tally = campaign.run();
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    // Half of the formulas have an X.
    assert!(tally.spin > 30, "SPIN had a say on {} only", tally.spin);
}

/// What we print as a claim is read back to the same language, and SPIN takes it.
#[test]
fn printed_claims_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..40 {
        let (formula, _) = generate::formula(3, number);
        let alphabet = Alphabet::new(formula.propositions().max(1));
        let names: Vec<String> = (0..4).map(|it| format!("p{it}")).collect();
        let buchi = translate(&formula, alphabet)
            .expect("a small formula")
            .buchi;
        let text = print::never(&buchi, &names, &formula.to_string());
        let read = claim::read(&text, alphabet).unwrap_or_else(|| panic!("{text}"));
        let opposite = translate(&formula.clone().negated(), alphabet).expect("a small formula");
        assert!(!meet(&read, &opposite.automaton), "{formula}\n{text}");
        let lost = claim::read(
            &print::never(&opposite.buchi, &names, "the negation"),
            alphabet,
        );
        assert!(!meet(&lost.expect("a claim"), &buchi), "{formula}\n{text}");
        if number < 10 && spin::available() {
            let model = format!("bool p0, p1, p2, p3;\ninit {{ p0 = 1 }}\n{text}");
            let file = folder.path().join(format!("{number}.pml"));
            fs::write(&file, model).expect("a file");
            let mut command = std::process::Command::new("spin");
            command.arg("-a").arg(&file).current_dir(folder.path());
            let finished = process::run(&mut command, std::time::Duration::from_secs(60));
            assert_eq!(
                finished.code(),
                Some(0),
                "{text}\n{}",
                finished.all_output()
            );
            assert!(
                !finished.all_output().contains("error"),
                "{}",
                finished.all_output()
            );
        }
    }
}
