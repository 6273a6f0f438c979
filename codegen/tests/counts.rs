//! What analyzers count, beside the interpreter and SPIN: for constructs whose code is more than
//! one function for each transition.

#[path = "common/generate.rs"]
mod generate;
#[path = "common/scratch.rs"]
mod scratch;

use frontend::interpret::{Interpreter, search};
use frontend::ir::Model;
use scratch::Scratch;

/// Models of `tests/models` with the states stored and matched, atomic steps and depth that SPIN
/// counts (`spin -o1 -o2 -o3 -a`, compiled with `-DSAFETY -DNOREDUCE -DNOCLAIM`, run with `-c0`);
/// not where SPIN stops at the first error, or goes round for ever.
const COUNTED: [(&str, Option<[u64; 4]>); 16] = [
    ("arguments", Some([19, 6, 0, 10])),
    ("channel-values", None),
    ("claims", Some([10, 1, 0, 9])),
    ("d-step", Some([4572, 3835, 0, 329])),
    ("d-step-channels", Some([25, 2, 0, 12])),
    ("d-step-choices", Some([17, 0, 0, 4])),
    ("d-step-errors", None),
    ("deterministic", Some([326, 373, 102, 35])),
    ("hidden", Some([190, 161, 0, 85])),
    ("lossy", Some([53, 18, 0, 17])),
    ("messages", Some([3202, 3862, 2520, 741])),
    ("notrace", Some([1019, 2282, 0, 37])),
    ("priorities", Some([1297, 698, 0, 30])),
    ("questions", Some([12246, 23333, 0, 4293])),
    ("trace", Some([343, 378, 0, 31])),
    ("unless", Some([3351, 2600, 2307, 1563])),
];

#[test]
fn as_the_interpreter_and_spin() {
    let models = generate::own();
    let names: Vec<&str> = COUNTED.iter().map(|(name, _)| *name).collect();
    assert!(models.keys().eq(&names), "a row for each model, in order");
    let scratch = Scratch::new("counts");
    let mut expected = Vec::new();
    for (name, of_spin) in COUNTED {
        for unoptimized in [false, true] {
            let mut model = generate::load(&models[name], unoptimized).expect("a good model");
            model.lossy_sends = name == "lossy";
            let suffix = if unoptimized { "_unoptimized" } else { "" };
            let package = format!("counted_{}{suffix}", generate::identifier(name));
            scratch.add(
                &package,
                &generate::generate(&model, &package, !unoptimized),
            );
            let found = interpreted(&model);
            if unoptimized && let Some(of_spin) = of_spin {
                assert_eq!(found.0, of_spin, "{name}: the interpreter and SPIN");
            }
            expected.push((package, found));
        }
    }
    assert_eq!(scratch.cargo(&["build"]), Ok(()));
    for (package, found) in expected {
        assert_eq!(analyzed(&scratch, &package), found, "{package}");
    }
}

/// The four counts, and the run-time errors in order.
type Found = ([u64; 4], Vec<String>);

fn interpreted(model: &Model) -> Found {
    let counts = search::count(Interpreter::new(model), 100_000, 100_000).expect("few states");
    let numbers = [
        counts.stored,
        counts.matched,
        counts.atomic_steps,
        counts.depth,
    ];
    let faults = counts.faults.iter().map(ToString::to_string);
    let mut faults: Vec<String> = faults.collect();
    faults.sort();
    (numbers.map(|n| n as u64), faults)
}

fn analyzed(scratch: &Scratch, package: &str) -> Found {
    let mut command = scratch.program(&format!("pan_{package}"));
    command.args(["--memory", "256M", "--errors", "all", "--reduce", "none"]);
    command.args(["--json", "-", "--quiet"]);
    let output = command.output().expect("the analyzer runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    let number = |key: &str| report[key].as_u64().expect("a number");
    let numbers = ["states_stored", "states_matched", "atomic_steps", "depth"].map(number);
    let violations = report["violations"].as_array().expect("a list");
    let faults = violations.iter().filter(|it| it["kind"] == "runtime-error");
    let faults = faults.map(|it| it["message"].as_str().expect("a text").to_owned());
    // Goes on behind it: no fault for the interpreter.
    let mut faults: Vec<String> = faults
        .filter(|it| it != "non-determinism in D_proctype")
        .collect();
    faults.sort();
    faults.dedup();
    (numbers, faults)
}
