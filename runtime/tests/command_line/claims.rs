//! What is said of claims.

use crate::runs::{contains, first_line, run};

/// Eight states with two edges each, and an edge to the first; `ltl stays` adds nothing to them.
pub fn hold() {
    let found = run("holding", "-f --ltl comes");
    assert_eq!(found.status, 0, "{}", found.out);
    first_line(
        &found,
        "verified: no assertion or end-state violation; ltl comes holds (weakly fair); \
         left out: 2 properties",
    );
    let found = run("holding", "--ltl stays");
    assert_eq!(found.status, 0, "{}", found.out);
    contains(
        &found.out,
        &[
            "verified: no assertion or end-state violation; ltl stays holds; left out: ",
            "\nassertions, end states  verified       8        9           17",
            "\nltl stays               verified       8        9           17",
            "\n  toy.pml:5  [] (x < 4)\n",
        ],
    );
    let alone = run("holding", "--claims-only --ltl stays --json -");
    assert_eq!(alone.status, 0, "{}", alone.err);
    contains(
        &alone.err,
        &["verified: ltl stays holds; left out: assertions, invalid end states, "],
    );
    contains(
        &alone.out,
        &[
            r#""claims": [{"name": "ltl stays", "kind": "formula", "formula": "[] (x < 4)", "file": "toy.pml", "line": 5, "verdict": "verified", "reason": null, "violations": [], "#,
            r#""states_stored": 8, "states_visited": 8, "states_matched": 9, "transitions": 17, "#,
        ],
    );
}

pub fn not_checked() {
    let huge = run("holding", "-f");
    assert_eq!(huge.status, 3, "{}", huge.out);
    first_line(
        &huge,
        "no safety violation found; 2 claims hold (weakly fair); NOT checked: ltl huge",
    );
    let lossy = run("holding", "--store bitstate --bits 20 --json -");
    assert_eq!(lossy.status, 3, "{}", lossy.err);
    contains(
        &lossy.err,
        &[
            "no violation found: ",
            "; NOT checked: 2 claims",
            "\nltl stays               no violation found       8        9           17",
            "\nltl comes               not checked\n",
            "not with --store bitstate: it cannot give the states of a cycle back; use --store tree\n",
        ],
    );
    contains(
        &lossy.out,
        &[r#""verdict": "incomplete", "reason": "unchecked"}"#],
    );
    let late = run("rounds", "--max-time 0");
    assert_eq!(late.status, 3, "{}", late.out);
    contains(&late.out, &["; NOT checked: ", "\n  the time was up\n"]);
    let bounded = run("holding", "--ltl stays -m 2");
    assert_eq!(bounded.status, 3, "{}", bounded.out);
    contains(
        &bounded.out,
        &[
            "incomplete: no assertion or end-state violation found, but states at the depth bound were left out",
            "\nltl stays               incomplete (depth)",
        ],
    );
    let stillborn = run("stillborn", "--errors all");
    assert_eq!(stillborn.status, 1, "{}", stillborn.out);
    first_line(
        &stillborn,
        "violated: in an initial value: division by zero in 1 / 0 (after 0 steps); \
         NOT checked: 2 claims",
    );
    contains(&stillborn.out, &["\n  there is no initial state\n"]);
    assert!(!stillborn.out.contains("violation 2"), "{}", stillborn.out);
    let none = run("rounds", "--ltl none");
    assert_eq!(none.status, 0, "{}", none.out);
    contains(
        &none.out,
        &[
            "; left out: ltl comes, ltl stays, ltl low\n",
            "not used     1 accept label, for --acceptance\n",
        ],
    );
    assert!(!none.out.contains("property"), "{}", none.out);
}

pub fn asked_for() {
    let cases = [
        (
            "rounds",
            "--ltl stay",
            "--ltl stay: the model has no such claim: did you mean stays? It has comes, stays, low",
        ),
        (
            "holding",
            "--ltl huge",
            "--ltl huge: this analyzer cannot check ltl huge",
        ),
        ("holding", "-l", "no process has a progress label"),
        ("holding", "-a", "no process has an accept label"),
        (
            "rounds",
            "--ltl comes --store bitstate",
            "--ltl and --store bitstate do not go together for ltl comes",
        ),
        ("peterson", "--claims-only", "there is no claim to check"),
    ];
    for (toy, arguments, expected) in cases {
        let found = run(toy, arguments);
        assert_eq!(found.status, 2, "{}", found.out);
        contains(&found.err, &[expected]);
    }
}

/// Each is checked, whatever the others come to.
pub fn violated() {
    let found = run("rounds", "-a --json -");
    assert_eq!(found.status, 1, "{}", found.err);
    contains(
        &found.err,
        &[
            "violated: ltl comes: acceptance cycle at toy.pml:4 (after 6 steps, then 2 for ever)\n",
            "\nviolation 1: ltl comes: acceptance cycle at toy.pml:4 (after ",
            "rounds.1.trail",
            "\nviolation 2: ltl low: violated whatever follows at toy.pml:6 (after 6 steps)\n",
            "rounds.2.trail",
            "\nviolation 3: acceptance cycle (after 0 steps, then 2 for ever)\n",
            "rounds.3.trail",
            "\nltl comes               violated ",
            "\nltl stays               verified ",
            "\nltl low                 violated ",
            "\nacceptance              violated ",
        ],
    );
    assert!(!found.err.contains("not used"), "{}", found.err);
    contains(
        &found.out,
        &[
            r#""violations": [{"kind": "acceptance-cycle", "message": "ltl comes: acceptance cycle", "file": "toy.pml", "line": 4, "#,
            r#""claim": "ltl low", "formula": "[] (x < 3)", "loop": null, "starves": null}"#,
            r#""claim": "acceptance", "formula": null, "loop": {"start": "#,
            r#""steps": 2}, "starves": {"weak": ["P[0]"], "strong": ["P[0]"]}}]"#,
            r#"{"name": "ltl low", "kind": "formula", "formula": "[] (x < 3)", "file": "toy.pml", "line": 6, "verdict": "violated", "reason": null, "violations": [1], "#,
        ],
    );
    let once = run("rounds", "--errors 1");
    assert_eq!(once.status, 1, "{}", once.out);
    contains(
        &once.out,
        &[
            "; NOT checked: 2 claims\n",
            "\n  --errors asked for no more than was found\n",
        ],
    );
    let twice = run("rounds", "-a -c 2");
    contains(&twice.out, &["\nacceptance              not checked\n"]);
    contains(&twice.out, &["\nltl low                 violated "]);
    let shortest = run("rounds", "--shortest --json -");
    contains(
        &shortest.err,
        &[
            "\nviolation 1: ltl comes: acceptance cycle at toy.pml:4 (after 1 step, then 2 for ever)\n",
            "\nviolation 2: ltl low: violated whatever follows at toy.pml:6 (after 3 steps)\n",
            "\n  no run that violates it is shorter\n",
        ],
    );
    contains(
        &shortest.out,
        &[r#""shortest": true"#, r#""shortest": null"#],
    );
    let fair = run("rounds", "-f --claims-only --quiet");
    assert_eq!(fair.status, 1, "{}", fair.out);
    contains(&fair.out, &["violated: ltl low: violated whatever follows"]);
}

/// What is said does not depend on how many searches run beside each other, nor on whether each has
/// enough memory then.
pub fn at_once() {
    let counts = |report: &str| {
        let mut said = Vec::new();
        let keys = [
            "name",
            "verdict",
            "reason",
            "violations",
            "states_stored",
            "transitions",
            "kind",
            "message",
            "depth",
        ];
        for part in report.split(", \"") {
            let key = part.split('"').next().unwrap_or_default();
            if keys.contains(&key) || part.contains("[{\"") {
                said.push(part.to_string());
            }
        }
        said
    };
    for arguments in [
        "-a",
        "-a --reduce none",
        "-a --errors all",
        "-a --claims-only",
        "-a --no-assertions --strong-fairness",
        "-a --errors 2",
        "-a --cache 20",
        // A third of it is too little to begin with.
        "-a --memory 200K",
    ] {
        let reports = ["1", "3"].map(|threads| {
            let found = run(
                "rounds",
                &format!("{arguments} --threads {threads} --json -"),
            );
            assert_eq!(found.status, 1, "{arguments}: {}", found.err);
            (
                counts(&found.out),
                found.err.lines().next().map(str::to_string),
            )
        });
        assert!(reports[0].0.len() > 20, "{:?}", reports[0]);
        assert_eq!(reports[0], reports[1], "{arguments}");
    }
}
