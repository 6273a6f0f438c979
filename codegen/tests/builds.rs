//! Generated crates compile without a warning, and their arithmetic is right.
//!
//! The crates of all language examples, of the model built by hand and of random expressions are
//! members of one scratch workspace, and one cargo call looks at all of them.

#[path = "common/mod.rs"]
mod by_hand;
#[path = "common/generate.rs"]
mod generate;
#[path = "common/random.rs"]
mod random;
#[path = "common/scratch.rs"]
mod scratch;

use scratch::Scratch;

#[test]
fn no_warnings() {
    let scratch = Scratch::new("builds");
    scratch.add(
        "every",
        &generate::generate(&by_hand::model(), "every", false),
    );
    let mut crates = 1;
    for (name, path) in generate::language().into_iter().chain(generate::own()) {
        for unoptimized in [false, true] {
            let Some(model) = generate::load(&path, unoptimized) else {
                continue;
            };
            let suffix = if unoptimized { "_unoptimized" } else { "" };
            let name = format!("{}{suffix}", generate::identifier(&name));
            scratch.add(&name, &generate::generate(&model, &name, !unoptimized));
            crates += 1;
        }
    }
    assert!(crates > 80, "only {crates} crates");
    let result = scratch.cargo(&["clippy", "--keep-going", "--", "-D", "warnings"]);
    assert_eq!(result, Ok(()));
}

/// Each expression is asserted to have the value that a plain evaluator finds; a search must find
/// no violation.
#[test]
fn arithmetic() {
    let scratch = Scratch::new("arithmetic");
    let model = random::assertions(400);
    let mut wrong = random::assertions(1);
    random::falsify(&mut wrong);
    scratch.add(
        "arithmetic",
        &generate::generate(&model, "arithmetic", false),
    );
    scratch.add("wrong", &generate::generate(&wrong, "wrong", false));
    assert_eq!(scratch.cargo(&["build"]), Ok(()));
    for (name, code) in [("pan_arithmetic", 0), ("pan_wrong", 1)] {
        let mut command = scratch.program(name);
        command.args(["--memory", "256M", "--errors", "all"]);
        let output = command.output().expect("the analyzer runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{name}: {said}");
    }
}
