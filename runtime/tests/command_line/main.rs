//! An analyzer as its user sees it: verdicts, exit status, files. This program is the test and,
//! with `TOY` set, the analyzer.

mod claims;
mod long;
mod runs;
#[path = "../toy_models/mod.rs"]
mod toy_models;

use std::env;
use std::fs;
use std::io::Read;
use std::process::{Child, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use runs::{analyzer, contains, first_line, folder, run, run_in};
use runtime::cli::{main_for, main_of};
use runtime::memory::Budget;
use runtime::model::{Model, ModelInfo, Step, TransitionId};
use runtime::state::{Faulted, Process, State};
use runtime::trail::{Excerpt, format, replay::replay};
use toy_models::{
    chains, counting, divider, peterson, philosophers, receive_or_else, rounds, timeout,
};

fn main() -> ExitCode {
    if let Ok(toy) = env::var("TOY") {
        return match toy.as_str() {
            "peterson" => main_for(&peterson::MODEL),
            "philosophers" => main_for(&philosophers::SIX),
            "receive_or_else" => main_for(&receive_or_else::MODEL),
            "timeout" => main_for(&timeout::MODEL),
            "spinning" => main_for(&chains::SPINNING),
            "divider" => main_for(&divider::MODEL),
            "counting" => main_for(&counting::MODEL),
            "panicking" => main_for(&Broken(|_| panic!("as the test wants"))),
            "forgetful" => main_for(&Broken(forget)),
            "sleeping" => main_for(&Broken(sleep)),
            "claiming" => main_for(&toy_models::claims::CLAIMING),
            "hiding" => main_for(&toy_models::claims::HIDING),
            "looking" => main_for(&toy_models::claims::LOOKING),
            "rounds" => main_of(rounds::CLAIMED),
            "stillborn" => main_of(rounds::STILLBORN),
            "holding" => main_of(rounds::HOLDING),
            other => panic!("no toy {other}"),
        };
    }
    let tests: [(&str, fn()); 24] = [
        ("verified", verified),
        ("violated", violated),
        ("several violations get numbered trails", several),
        ("limits end in incomplete", limits),
        ("what is not checked is said", unchecked),
        ("what a model claims is not passed over", claimed),
        ("claims that hold", claims::hold),
        ("claims that are violated", claims::violated),
        ("claims that are not checked", claims::not_checked),
        ("claims that are asked for", claims::asked_for),
        ("claims that are searched at once", claims::at_once),
        ("hidden variables that decide", hidden),
        ("long trails", long::trails),
        ("trails that are walked", long::walked),
        ("json has every key", json),
        ("distances of edges", locality),
        ("dumped states", dumped_states),
        ("dumped end states", dumped_ends),
        ("exported graph", exported_graph),
        ("bad usage", bad_usage),
        ("endless atomic", endless_atomic),
        ("interrupt", interrupt),
        ("second interrupt", second_interrupt),
        ("our own failures", our_failures),
    ];
    for (name, test) in tests {
        println!("test {name} ...");
        test();
    }
    println!("{} passed", tests.len());
    ExitCode::SUCCESS
}

fn verified() {
    let found = run("peterson", "--reduce none");
    assert_eq!((found.status, found.err.as_str()), (0, ""), "{}", found.out);
    contains(
        &found.out,
        &[
            "verified: no assertion or end-state violation\n",
            "states stored               74\n",
            "transitions                137 (stored + matched)\n",
            "depth reached               41 steps\n",
        ],
    );
    let quiet = run("timeout", "--quiet");
    assert_eq!(
        (quiet.status, quiet.out.as_str()),
        (0, "verified: no assertion or end-state violation\n")
    );
}

fn violated() {
    let folder = folder("violated");
    let found = run_in("receive_or_else", "", &folder);
    assert_eq!(found.status, 1, "{}", found.out);
    contains(
        &found.out,
        &[
            "violated: assertion violated: assert(x != 2) at toy.pml:3 (after 4 steps)\n",
            "trail, in receive_or_else.trail:\n",
            "toy.pml:3  R[1]  assert(x != 2)\n",
            "as many violations as asked for; --errors all goes on",
        ],
    );
    let trail = fs::read(folder.join("receive_or_else.trail")).unwrap();
    let trail = format::parse(&trail).unwrap();
    assert!(
        replay(
            &receive_or_else::MODEL,
            &trail,
            &Budget::new(0),
            &Excerpt::none(),
            &mut |_| {}
        )
        .is_ok()
    );
}

fn several() {
    let folder = folder("several");
    let found = run_in("receive_or_else", "-c0 --trail way.txt", &folder);
    assert_eq!(found.status, 1);
    contains(
        &found.out,
        &[
            "violation 2: invalid end state (after 5 steps)",
            "trail, in way.3.txt\n",
        ],
    );
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    files.sort();
    assert_eq!(files, ["way.1.txt", "way.2.txt", "way.3.txt"]);
    let device = run_in("receive_or_else", "--errors all --trail /dev/null", &folder);
    contains(&device.out, &["violation 3: ", "trail, in /dev/null\n"]);
    assert!(!fs::exists("/dev/null.1").unwrap());
    let unwritable = run_in("receive_or_else", "--trail way.1.txt/way", &folder);
    assert_eq!((unwritable.status, unwritable.out.as_str()), (2, ""));
    contains(&unwritable.err, &["cannot write way.1.txt/way: "]);
}

fn limits() {
    let depth = run("peterson", "-m20 --reduce none");
    assert_eq!(depth.status, 3);
    contains(
        &depth.out,
        &[
            "incomplete: no assertion or end-state violation found, but states at the depth bound were left out",
        ],
    );
    let memory = run("philosophers", "--memory 2M --cache off --reduce none");
    assert_eq!(memory.status, 3);
    contains(
        &memory.out,
        &[
            "but memory ran out",
            "out of memory: the limit is reached",
            "give more with --memory",
        ],
    );
    let breadth = run(
        "philosophers",
        "--memory 2M --search breadth-first --threads 1",
    );
    assert_eq!(breadth.status, 3);
    contains(
        &breadth.out,
        &[
            "but memory ran out",
            "or use --store disk, or search depth-first",
            "search       breadth-first, no reduction",
        ],
    );
    let full = run("philosophers", "--memory 2M --reduce none");
    assert_eq!(full.status, 3);
    contains(
        &full.out,
        &[
            "but the cache is full of states on the search path",
            "give at least --memory 8.0M",
        ],
    );
    let time = run("philosophers", "--max-time 0.02 --reduce none");
    assert_eq!(time.status, 3);
    contains(&time.out, &["but the time was up"]);
    let none = run("philosophers", "--memory 1K");
    assert_eq!(none.status, 2);
    contains(&none.err, &["--memory is too little to begin with"]);
}

fn unchecked() {
    let found = run("receive_or_else", "-A");
    assert_eq!(found.status, 1);
    contains(
        &found.out,
        &["violated: invalid end state", "; left out: assertions\n"],
    );
    let found = run("receive_or_else", "-A -E");
    assert_eq!(found.status, 0);
    contains(
        &found.out,
        &[
            "verified: no run-time error; left out: assertions, invalid end states\n",
            "left out     assertions\n             invalid end states\n",
        ],
    );
}

fn claimed() {
    let found = run("claiming", "");
    assert_eq!(found.status, 3);
    first_line(
        &found,
        "no safety violation found; NOT checked: ltl every_request_is_answered and 3 more",
    );
    contains(
        &found.out,
        &[
            "not checked  ltl every_request_is_answered\n             ltl never_two_at_a_time\n             ltl p\n             never claim\n",
            "not used     1 accept and 2 progress labels\n",
            "incomplete   the model claims more than was checked: --safety says that safety is all that is wanted\n",
        ],
    );
    let safe = run("claiming", "--safety --json -");
    assert_eq!(safe.status, 0);
    contains(
        &safe.err,
        &[
            "verified: no assertion or end-state violation; left out: ltl every_request_is_answered and 3 more\n",
            "left out     ltl every_request_is_answered\n",
        ],
    );
    contains(
        &safe.out,
        &[
            r#""verdict": "verified", "reason": null, "unchecked": ["ltl every_request_is_answered", "ltl never_two_at_a_time", "ltl p", "never claim"]"#,
            r#""unused_labels": {"accept": 1, "progress": 2}"#,
        ],
    );
    let json = run("claiming", "--json - -E");
    assert_eq!(json.status, 3);
    contains(
        &json.out,
        &[
            r#"{"schema": 2, "#,
            r#""verdict": "incomplete", "reason": "unchecked", "unchecked": ["ltl every_request_is_answered", "ltl never_two_at_a_time", "ltl p", "never claim", "invalid end states"]"#,
        ],
    );
    let lossy = run("claiming", "--store bitstate --bits 20 --quiet");
    assert_eq!(lossy.status, 3);
    contains(
        &lossy.out,
        &["no violation found: ", "; NOT checked: 4 claims\n"],
    );
}

fn hidden() {
    let found = run("hiding", "");
    assert_eq!(found.status, 3);
    first_line(
        &found,
        "incomplete: no violation found, but hidden variable flag decides at toy.pml:11, 12 and 2 more",
    );
    contains(
        &found.out,
        &[
            "the state does not hold it: leave `hidden` out, then the state holds it\n",
            "hidden       flag, read at toy.pml:11  flag == 0\n",
            "hidden       mode, read at toy.pml:12  mode > 2\n",
            "hidden       seen, read at toy.pml:20  seen\n",
        ],
    );
    let json = run("hiding", "--json - --safety --store bitstate --bits 20");
    assert_eq!(json.status, 3);
    contains(
        &json.out,
        &[
            r#""verdict": "incomplete", "reason": "hidden-variable""#,
            r#""hidden_reads": [{"variable": "flag", "file": "toy.pml", "line": 11, "text": "flag == 0"}, "#,
            r#"{"variable": "mode", "file": "toy.pml", "line": 12, "text": "mode > 2"}]"#,
        ],
    );
    let seen_by_a_claim = run("looking", "");
    assert_eq!(seen_by_a_claim.status, 3);
    let left_out = run("looking", "--safety");
    assert_eq!(left_out.status, 0, "{}", left_out.out);
}

fn json() {
    let found = run("divider", "-c all --json -");
    assert_eq!(found.status, 1);
    contains(&found.err, &["violated: division by zero in 6 / x"]);
    let keys = "schema model version arguments verdict reason unchecked unused_labels hidden_reads violations states_stored states_peak states_visited \
        states_matched states_distinct reexplored transitions atomic_steps depth stack_states_peak queue_states_peak state_bytes memory_bytes \
        store_bytes disk_bytes bytes_per_state seconds omission_probability states_missed cache locality unreached";
    let mut rest = found.out.as_str();
    for key in keys.split_whitespace() {
        let at = rest
            .find(&format!("\"{key}\": "))
            .unwrap_or_else(|| panic!("{key} in order in {}", found.out));
        rest = &rest[at + 1..];
    }
    contains(
        &found.out,
        &[
            r#""arguments": ["--memory", "512M", "-c", "all", "--json", "-"], "verdict": "violated", "reason": null"#,
            r#"{"kind": "runtime-error", "message": "division by zero in 6 / x", "file": "toy.pml", "line": 2, "depth": 4, "trail": "divider.1.trail"}"#,
            r#""cache": null, "locality": null, "swarm": null, "unreached": []}"#,
        ],
    );
    let folder = folder("json");
    let found = run_in("peterson", "-m5 --reduce none --json report.json", &folder);
    assert_eq!(found.status, 3);
    let text = fs::read_to_string(folder.join("report.json")).unwrap();
    contains(
        &text,
        &[
            r#""verdict": "incomplete", "reason": "depth""#,
            r#""states_stored": 15, "#,
            r#""text": "flag[i] = false""#,
        ],
    );
}

fn locality() {
    let options = "--search breadth-first --locality --reduce none";
    let found = run("peterson", &format!("{options} --json -"));
    assert_eq!(found.status, 0);
    // 74 states and 137 transitions, of which the one to the initial state is no edge; the
    // processes go round for ever.
    let (heading, line) = (
        "\nlocality: of the edges of a state",
        "0 states without edges",
    );
    contains(&found.err, &[heading, "\n       1 ", line]);
    let object = r#""locality": {"states": 74, "states_without_edges": 0, "transitions": 136, "#;
    contains(&found.out, &[object, r#""distances": [{"k": 1, "#]);
    let early = run("divider", options);
    assert_eq!(early.status, 1);
    contains(&early.out, &["\nlocality so far: of the edges"]);
}

fn dumped_states() {
    let folder = folder("dump");
    let found = run_in(
        "peterson",
        "--reduce none --dump-states states.txt",
        &folder,
    );
    assert_eq!(found.status, 0);
    let text = fs::read_to_string(folder.join("states.txt")).unwrap();
    let mut lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[0],
        "turn=0 flag[0]=0 flag[1]=0 cnt=0 | P[0]@1 i=0 j=0 | P[1]@1 i=0 j=0"
    );
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 74);
    let unwritable = run_in("peterson", "--dump-states states.txt/below", &folder);
    assert_eq!(unwritable.status, 2);
    contains(&unwritable.err, &["cannot write states.txt/below"]);
}

/// The one end that is invalid: the receiver took its `else` and is gone, the sender waits.
fn dumped_ends() {
    let folder = folder("ends");
    let found = run_in("receive_or_else", "-c0 --dump-ends ends.txt", &folder);
    assert_eq!(found.status, 1);
    let text = fs::read_to_string(folder.join("ends.txt")).unwrap();
    assert_eq!(text, "x=2 | S[0]@1\n");
    let both = "-c0 --dump-ends ends.txt --dump-states states.txt";
    run_in("receive_or_else", both, &folder);
    assert_eq!(fs::read_to_string(folder.join("ends.txt")).unwrap(), text);
    let states = fs::read_to_string(folder.join("states.txt")).unwrap();
    assert!(states.contains(&text), "{states}");
    run_in("receive_or_else", "-c0 -E --dump-ends ends.txt", &folder);
    assert_eq!(fs::read_to_string(folder.join("ends.txt")).unwrap(), "");
    let unwritable = run_in("peterson", "--dump-ends ends.txt/below", &folder);
    assert_eq!(unwritable.status, 2);
    contains(&unwritable.err, &["cannot write ends.txt/below"]);
}

/// `Q` must wait for `timeout` and goes on to its end, where it dies before `P` moves; then `P`
/// moves first, and meets what was visited.
fn exported_graph() {
    let folder = folder("export");
    let found = run_in("timeout", "--reduce none --export graph", &folder);
    assert_eq!((found.status, found.err.as_str()), (0, ""));
    let file = fs::read(folder.join("graph")).unwrap();
    let header =
        "pvgen-graph 1\nmodel timeout\ndigest 0\noptions --unoptimized\nsearch no reduction\n\n";
    let down_and_up = [&[1; 6][..], &[0; 4]].concat();
    let steps = [&down_and_up[..], &[1, 4 + 2, 1, 5 + 2], &[0; 5]].concat();
    assert_eq!(file, [header.as_bytes(), &steps].concat());

    let ended = run_in("divider", "--export ended", &folder);
    assert_eq!(ended.status, 1);
    contains(
        &ended.err,
        &["toy.pml: ended is not written, for the search did not end"],
    );
    assert!(!folder.join("ended").exists());
    let unwritable = run_in("peterson", "--export graph/below", &folder);
    assert_eq!(unwritable.status, 2);
    contains(&unwritable.err, &["cannot write graph/below"]);
}

fn bad_usage() {
    let found = run("peterson", "--memry 5");
    assert_eq!((found.status, found.out.as_str()), (2, ""));
    contains(
        &found.err,
        &["there is no option --memry: did you mean --memory?"],
    );
    let help = run("peterson", "--help");
    assert_eq!(help.status, 0);
    contains(&help.out, &["-m, --max-depth STEPS", "exit status:"]);
    let version = run("peterson", "-V");
    contains(&version.out, &["toy.pml (digest 0), made by pvgen by hand"]);
}

fn endless_atomic() {
    let found = run("spinning", "");
    assert_eq!(found.status, 0);
    contains(
        &found.out,
        &["the atomic sequence at toy.pml:2 can run for ever; cut 1 times"],
    );
}

/// A model whose only statement is a function of the test.
struct Broken(fn(&mut State) -> bool);

impl Model for Broken {
    fn info(&self) -> &'static ModelInfo {
        divider::MODEL.info()
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        divider::MODEL.initialize(state)
    }

    fn execute(&self, state: &mut State, _: Process, _: TransitionId) -> Result<Step, Faulted> {
        let holds = self.0(state);
        state.assert(holds, &divider::MODEL.info().transitions[0].steps[0]);
        Ok(Step::Done)
    }
}

/// The assertion fails once, and not again when the trail is replayed.
fn forget(_: &mut State) -> bool {
    static FAILED: AtomicBool = AtomicBool::new(false);
    FAILED.swap(true, Relaxed)
}

fn sleep(_: &mut State) -> bool {
    eprintln!("asleep");
    std::thread::sleep(Duration::from_secs(60));
    true
}

fn our_failures() {
    let found = run("panicking", "");
    assert_eq!((found.status, found.out.as_str()), (4, ""));
    contains(
        &found.err,
        &["internal error, please report it", "as the test wants"],
    );
    let folder = folder("forgetful");
    let found = run_in("forgetful", "", &folder);
    assert_eq!(
        (found.status, found.out.as_str()),
        (4, ""),
        "an unproven violation is not printed"
    );
    contains(
        &found.err,
        &["internal error, please report it", "does not replay"],
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// Starts an analyzer and waits until it has written `sign` to standard error.
#[cfg(unix)]
fn start(toy: &str, arguments: &str, sign: &str) -> Child {
    let mut command = analyzer(toy, arguments, &folder(&format!("interrupted-{toy}")));
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut text = String::new();
    let mut part = [0; 64];
    while !text.contains(sign) {
        let count = child.stderr.as_mut().unwrap().read(&mut part).unwrap();
        if count == 0 {
            panic!("{:?} without `{sign}`: {text}", child.wait());
        }
        text.push_str(&String::from_utf8_lossy(&part[..count]));
    }
    child
}

#[cfg(unix)]
fn send_interrupt(child: &Child) {
    // SAFETY: the child is not waited for yet, so the number is its.
    unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGINT) };
}

#[cfg(unix)]
fn interrupt() {
    let child = start(
        "philosophers",
        "--progress always --reduce none",
        "states, ",
    );
    send_interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    contains(
        &String::from_utf8(output.stdout).unwrap(),
        &["but it was interrupted", "states stored"],
    );
}

#[cfg(unix)]
fn second_interrupt() {
    let mut child = start("sleeping", "", "asleep");
    send_interrupt(&child);
    // What comes at once is the same wish.
    send_interrupt(&child);
    std::thread::sleep(Duration::from_millis(300));
    assert!(
        child.try_wait().unwrap().is_none(),
        "the first one waits for the search"
    );
    send_interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[cfg(not(unix))]
fn interrupt() {}

#[cfg(not(unix))]
fn second_interrupt() {}
