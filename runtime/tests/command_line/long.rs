//! Trails of many steps, and analyzers that walk them.

use std::fs;
use std::path::Path;

use runtime::memory::Budget;
use runtime::trail::replay::replay;
use runtime::trail::{Excerpt, format};

use crate::runs::{contains, folder, run_in};
use crate::toy_models::counting::{MODEL, ROUNDS};

pub fn trails() {
    let folder = folder("long");
    for search in ["depth-first", "breadth-first"] {
        let found = run_in("counting", &format!("--search {search}"), &folder);
        assert_eq!(found.status, 1, "{}", found.err);
        contains(
            &found.out,
            &[
                "\n    20  toy.pml:2  P[0]  n < 5000 -> n++    n=20\n   ...  4,941 steps are left out here\n",
                "\n  4962  toy.pml:2  P[0]  n < 5000 -> n++    n=4962\n",
                "\n  5001  toy.pml:2  P[0]  assert(n < 5000)\n  at the end:\n    P[0]  at toy.pml:2, at what fails\n",
                "\n  to replay it: pvgen replay toy.pml counting.trail\n",
            ],
        );
        let hint = "for a shorter one: --search breadth-first";
        assert_eq!(found.out.contains(hint), search == "depth-first");
        let file = fs::read(folder.join("counting.trail")).unwrap();
        assert!(file.len() < 8 * ROUNDS as usize, "{}", file.len());
        let trail = format::parse(&file).unwrap();
        assert_eq!(trail.steps.len(), ROUNDS as usize + 1);
        let replayed = replay(
            &MODEL,
            &trail,
            &Budget::new(0),
            &Excerpt::none(),
            &mut |_| {},
        );
        assert!(replayed.is_ok());
        // A tree and a cache have the same trail: the model has only one.
        for store in ["--store tree", "--cache 10000"] {
            if search == "depth-first" {
                run_in("counting", &format!("{store} --trail other.trail"), &folder);
                assert_eq!(
                    fs::read(folder.join("other.trail")).unwrap(),
                    file,
                    "{store}"
                );
            }
        }
    }
}

pub fn walked() {
    let folder = folder("walked");
    run_in("counting", "", &folder);
    let walk = |options: &str| {
        run_in(
            "counting",
            &format!("--replay counting.trail {options}"),
            &folder,
        )
    };
    let ends = walk("");
    assert_eq!(ends.status, 0, "{}", ends.err);
    contains(
        &ends.out,
        &[
            "trail counting.trail: assertion violated: assert(n < 5000)\n     1  toy.pml:2  P[0]  n < 5000 -> n++    n=1\n",
            "\n   ...  4,941 steps are left out here\n  4962  ",
            "violated: assertion violated: assert(n < 5000) (after 5,001 steps)\n  at the end:\n",
            "\n  values:\n    n=5000\n",
        ],
    );
    let numbers = |options: &str| {
        let walked = walk(options);
        assert_eq!(walked.status, 0, "{options}: {}", walked.err);
        let words = walked
            .out
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        words
            .filter_map(|word| word.parse().ok())
            .collect::<Vec<usize>>()
    };
    assert_eq!(numbers("--last 2"), [5000, 5001]);
    assert_eq!(numbers("--from 77 --to 79"), [77, 78, 79]);
    assert_eq!(numbers("--to 2"), [1, 2]);
    assert_eq!(numbers("--from 5001"), [5001]);
    assert_eq!(numbers("--last 6000").len(), 5001);
    for (options, expected) in [
        (
            "--from 5002",
            "counting.trail: there is no step 5002: the trail has 5,001",
        ),
        ("--from 3 --to 2", "--from 3 is behind --to 2"),
        ("--last 3 --to 2", "--last and --to do not go together"),
        ("--text --from 2", "--text and --from do not go together"),
        ("--last 0", "--last 0: write a number of steps from 1 on"),
    ] {
        let refused = walk(options);
        assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{options}");
        contains(&refused.err, &[expected]);
    }
    text(&folder);
    let nothing = run_in("counting", "--last 3", &folder);
    contains(
        &nothing.err,
        &["--last is about a trail: give one with --replay"],
    );
    let other = run_in("divider", "--replay counting.trail", &folder);
    assert_eq!(other.status, 2);
    contains(&other.err, &["counting.trail: "]);
    let late = walk("--max-time 0");
    assert!([0, 3].contains(&late.status));
}

/// The text of a long trail is read as the trail is, and that of a short one is its file.
fn text(folder: &Path) {
    let long = run_in("counting", "--replay counting.trail --text", folder);
    let lines: Vec<&str> = long.out.lines().collect();
    assert_eq!(lines.len(), 5 + 5001);
    assert_eq!(lines[5], "0 0  # toy.pml:2  P[0]  n < 5000 -> n++    n=1");
    assert_eq!(lines[5005], "0 1  # toy.pml:2  P[0]  assert(n < 5000)");
    let file = fs::read(folder.join("counting.trail")).unwrap();
    assert_eq!(format::parse(long.out.as_bytes()), format::parse(&file));
    let claims = ["--claims-only --ltl comes", "--claims-only --ltl low"];
    let toys = [
        ("receive_or_else", ""),
        ("divider", ""),
        ("rounds", claims[0]),
        ("rounds", claims[1]),
    ];
    for (toy, options) in toys {
        run_in(toy, &format!("{options} --trail short.trail"), folder);
        let file = fs::read_to_string(folder.join("short.trail")).unwrap();
        let text = run_in(toy, "--replay short.trail --text", folder);
        assert_eq!(text.out, file, "{}", text.err);
        fs::remove_file(folder.join("short.trail")).unwrap();
    }
}
