//! What options come to, and what is said of mistakes.

use super::*;

fn settings(arguments: &str) -> Result<Settings, String> {
    match parse(arguments.split_whitespace().map(OsString::from))? {
        Command::Search(settings) => Ok(*settings),
        other => panic!("{other:?}"),
    }
}

#[test]
fn spin_users_find_their_flags() {
    let found = settings("-m500 -c0 -E -A --memory 1M").unwrap();
    assert_eq!(found.limits.max_depth, Some(500));
    assert_eq!(found.limits.errors, None);
    assert_eq!(found.limits.memory_bytes, 1 << 20);
    let unchecked = Checks {
        assertions: false,
        end_states: false,
    };
    assert_eq!(found.checks, unchecked);
    assert_eq!(settings("-c 3 -m 7").unwrap().limits.errors, Some(3));
    assert_eq!(settings("--errors=all").unwrap().limits.errors, None);
}

#[test]
fn without_options_one_violation_ends_the_search() {
    let found = settings("").unwrap();
    assert_eq!(found.limits.errors, Some(1));
    assert_eq!(
        (found.limits.max_depth, found.limits.max_time),
        (None, None)
    );
    assert!(found.limits.memory_bytes > 0);
}

/// A path may be any bytes, other values are text.
#[cfg(unix)]
#[test]
fn files_may_have_names_that_are_no_text() {
    use std::os::unix::ffi::OsStringExt;
    let parse = |text: &[u8]| parse([OsString::from_vec(text.to_vec())]);
    let Ok(Command::Search(found)) = parse(b"--trail=m\xff") else {
        panic!("it is accepted")
    };
    let name = OsString::from_vec(b"m\xff".to_vec());
    assert_eq!(found.trail, Some(PathBuf::from(name)));
    let error = parse(b"--seed=\xff").unwrap_err();
    assert!(error.contains("is not readable text"), "{error}");
}

#[test]
fn a_value_may_be_left_out() {
    let parse = |text: &str| parse([OsString::from(text)]);
    let checking = |states| {
        Ok(Command::CheckReduction {
            states,
            max_time: None,
            progress: ShowProgress::Auto,
        })
    };
    assert_eq!(parse("--check-reduction"), checking(20_000));
    assert_eq!(parse("--check-reduction=500"), checking(500));
    for wrong in ["--check-reduction=0", "--check-reduction=all"] {
        let error = parse(wrong).unwrap_err();
        assert!(error.contains("write a number of states"), "{error}");
    }
}

#[test]
fn mistakes_are_answered_with_what_would_be_right() {
    let cases = [
        (
            "--max-dept 5",
            "there is no option --max-dept: did you mean --max-depth?",
        ),
        ("--memry 5", "did you mean --memory?"),
        (
            "--directory x",
            "there is no option --directory: --help lists all options",
        ),
        ("--cache 0", "--cache 0: write a number of states from 1 on"),
        (
            "--cache off --replace X",
            "--replace is about a cache, which --cache off",
        ),
        ("--cache 9 --replace DI", "--replace DI: "),
        ("--cache 9 --work-limit 0", "write a number above 0"),
        ("--seed x", "--seed x: write a number from 0 on"),
        ("-j", "there is no option -j: --help lists all options"),
        (
            "--timeout 5",
            "there is no option --timeout: did you mean --max-time?",
        ),
        ("--time 5", "did you mean --max-time?"),
        ("--bfs", "did you mean --search breadth-first?"),
        (
            "--states",
            "there is no option --states: --help lists all options",
        ),
        (
            "--reduce locl",
            "--reduce locl does not exist: did you mean local? the choices are none, local, overman, persistent",
        ),
        (
            "--encode gzip",
            "--encode gzip does not exist: the choices are none, mask, run-length, huffman",
        ),
        (
            "--encode mask --huffman-from f",
            "--huffman-from is about --encode huffman",
        ),
        (
            "--store heap",
            "the choices are exact, tree, collapse, compact, bitstate, disk, auto",
        ),
        (
            "--store tree --encode mask",
            "--encode is about --store exact, not tree",
        ),
        (
            "--bits 40",
            "--bits is about --store compact and --store bitstate",
        ),
        (
            "--store compact --hashes 2",
            "--hashes is about --store bitstate",
        ),
        (
            "--store compact --bits 65",
            "--bits 65: write a number from 32 to 64",
        ),
        (
            "--store bitstate --hashes 8",
            "--hashes 8: write a number from 1 to 7",
        ),
        (
            "--store bitstate --cache 9",
            "--store bitstate and --cache do not go together: states share bits",
        ),
        ("--cache off --seed 2", "--seed is about a cache"),
        (
            "--store bitstate --sleep-sets",
            "--store bitstate and --sleep-sets do not go together",
        ),
        (
            "--store compact --export g",
            "--store compact and --export do not go together",
        ),
        (
            "--store tree --export g",
            "--store tree and --export do not go together: states are numbered",
        ),
        (
            "--export g --cache 9",
            "--export and --cache do not go together: a state that was forgotten",
        ),
        (
            "--sleep-sets --export g",
            "--export and --sleep-sets do not go",
        ),
        ("-m9 --export g", "--export and --max-depth do not go"),
        (
            "--check-reduction --json x",
            "--check-reduction and --json do not go together: it is no search",
        ),
        (
            "--replay t --store tree",
            "--replay and --store do not go together: it is no search",
        ),
        ("--export g --dump-states s", "one of them at a time"),
        (
            "--search widest-first",
            "--search widest-first does not exist: the choices are depth-first, breadth-first",
        ),
        (
            "--search breadth-first --cache many",
            "--cache many: write a number of states from 1 on, or off",
        ),
        (
            "--search breadth-first --cache 9 --replace RS",
            "--replace RS: write level-strata or overwrite-first",
        ),
        (
            "--search breadth-first --cache 9 --store tree",
            "--search breadth-first --cache 9 and --store do not go together",
        ),
        (
            "--search breadth-first --cache 9 --encode mask",
            "--search breadth-first --cache 9 and --encode do not go together",
        ),
        (
            "--search breadth-first --cache 9 --cache-probes 0",
            "--cache-probes 0: write a number from 1 on",
        ),
        (
            "--search breadth-first --cache 9 --collision-limit 1.5",
            "--collision-limit 1.5: write a number above 0 and up to 1",
        ),
        (
            "--search breadth-first --cache-probes 4",
            "--cache-probes is about a cache: give --cache STATES",
        ),
        (
            "--collision-limit 0.5",
            "--collision-limit is about --search breadth-first",
        ),
        (
            "--queue-dir d",
            "--queue-dir is about --search breadth-first",
        ),
        (
            "--search breadth-first --sleep-sets",
            "--search breadth-first and --sleep-sets do not go together",
        ),
        (
            "--search breadth-first --export g",
            "--search breadth-first and --export do not go together",
        ),
        (
            "--search breadth-first --replace OX",
            "--replace is about a cache: give --cache STATES",
        ),
        (
            "--store disk",
            "--store disk and --search depth-first do not go together: it must know at once",
        ),
        (
            "--search breadth-first --store disk --reduce local",
            "--store disk and --reduce do not go together: whether an edge leads to a new state",
        ),
        (
            "--search breadth-first --store disk --byte-frequencies f",
            "--store disk and --byte-frequencies do not go together",
        ),
        (
            "--max-depth",
            "--max-depth needs a value: --max-depth STEPS",
        ),
        ("-m0", "write a number of steps from 1 on"),
        ("-c x", "--errors x: write a number from 0 on, or all"),
        ("--max-time -1", "write a number of seconds"),
        ("--max-time nan", "write a number of seconds"),
        ("--memory 12Q", "--memory 12Q: write bytes or a unit"),
        ("--progress often", "the choices are auto, always, never"),
        (
            "--sleep-sets=store",
            "--sleep-sets=store does not exist: did you mean stored?",
        ),
        (
            "--max-depth 99999999999999999999",
            "--max-depth 99999999999999999999: write",
        ),
        ("--quiet=yes", "--quiet"),
        ("m.pml", "unexpected argument `m.pml`"),
    ];
    for (arguments, expected) in cases {
        let error = settings(arguments).expect_err(arguments);
        assert!(error.contains(expected), "{arguments}: {error}");
    }
}

/// Each row of the tables of SPIN's options is answered with options that exist.
#[test]
fn options_of_spin_are_translated() {
    let cases = [
        ("-w24", "-w24 is SPIN's: leave it out"),
        ("-i", "-i is SPIN's: write --search breadth-first"),
        ("-Q10", "write --max-time 10m"),
        ("-k3", "write --store bitstate --hashes 3"),
        ("-t", "write --trail FILE"),
        ("-r", "pvgen replay MODEL TRAIL"),
        (
            "-run",
            "-run is SPIN's: `pvgen check MODEL -- OPTIONS` generates",
        ),
        ("-search -a", "-search is SPIN's"),
        ("-ltl p", "write --ltl NAME"),
        ("-biterate10,2", "write --store bitstate"),
        ("-noreduce", "write --reduce none"),
        ("-DNOREDUCE", "-DNOREDUCE is SPIN's: write --reduce none"),
        ("-DMEMLIM=500", "write --memory 500M"),
        (
            "-DSIZE=3",
            "a macro of the model is defined before `--`: pvgen check MODEL -DSIZE=3",
        ),
    ];
    for (arguments, expected) in cases {
        let error = settings(arguments).expect_err(arguments);
        assert!(error.contains(expected), "{arguments}: {error}");
    }
}

/// Each word that the table offers is read, and is what the value is called in reports.
#[test]
fn words_of_the_table_are_those_of_the_values() {
    for (i, word) in choices("store").iter().enumerate() {
        assert_eq!(store::STORES[i].name(), *word);
    }
    let of = |long: &str| {
        let given = |word: &&str| settings(&format!("--{long} {word}")).expect(word);
        choices(long).iter().map(given).collect::<Vec<_>>()
    };
    let methods: Vec<SetMethod> = of("reduce").iter().map(|it| it.reduction.method).collect();
    assert_eq!(methods, SET_METHODS);
    let encodings = of("encode").into_iter().map(|it| it.encoding.name());
    assert!(encodings.eq(choices("encode").iter().copied()));
    let orders = of("search").into_iter().map(|it| it.search.name());
    assert!(orders.eq(choices("search").iter().copied()));
    assert_eq!(of("progress").len(), PROGRESS.len());
    assert_eq!(choices("sleep-sets").len(), SLEEP_SETS.len());
}

#[test]
fn help_has_a_line_for_each_option() {
    let help = help("pan_m", "m.pml");
    for option in super::typed::OPTIONS {
        let lines = help.lines().filter(|line| {
            line.replace('[', " ")
                .contains(&format!("--{} ", option.long))
        });
        assert_eq!(lines.count(), 1, "{}", option.long);
    }
    assert!(help.lines().all(|line| line.len() <= 120), "{help}");
}
