//! Hidden variables that decide. In `data/hidden`, each line of a model names behind `//=` the
//! variables that are read there in a later step than they were written in, those that a claim
//! reads with `claim` behind them.

#[path = "common/numbers.rs"]
mod numbers;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use frontend::interpret::Interpreter;
use frontend::interpret::search::{Limits, explore};
use frontend::ir::Model;

use numbers::Numbers;

/// A line and a variable.
type Reads = BTreeSet<(u32, String)>;

fn load(path: &Path, unoptimized: bool) -> Model {
    let options = frontend::Options {
        unoptimized,
        ..Default::default()
    };
    let loaded = frontend::load(path, &options);
    let said = loaded
        .diagnostics
        .render(&loaded.sources, frontend::diagnostic::Style::Plain);
    loaded.model.unwrap_or_else(|| panic!("{said}"))
}

fn marked(source: &str) -> Reads {
    let lines = (1..).zip(source.lines());
    let marked = lines.filter_map(|(number, line)| Some((number, line.split_once("//=")?.1)));
    let names = marked.flat_map(|(number, names)| {
        let names = names.split(',').map(|name| name.trim().to_owned());
        names.map(move |name| (number, name))
    });
    names.collect()
}

fn found(model: &Model) -> Reads {
    let reads = model.hidden_reads.iter().map(|read| {
        let name = &model.globals[read.variable.index()].name;
        let claim = if read.by_claim { " claim" } else { "" };
        (read.source.line, format!("{name}{claim}"))
    });
    reads.collect()
}

fn models() -> impl Iterator<Item = std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/hidden");
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path())
}

#[test]
fn reads_are_found_where_they_are_marked() {
    let mut count = 0;
    for path in models() {
        let source = fs::read_to_string(&path).unwrap();
        for unoptimized in [true, false] {
            let found = found(&load(&path, unoptimized));
            assert_eq!(found, marked(&source), "{}", path.display());
        }
        count += 1;
    }
    assert_eq!(count, 6);
}

/// What a search finds with the hidden variables in the state, and without.
fn violations(text: &str) -> (Reads, [BTreeSet<String>; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.pml");
    fs::write(&path, text).unwrap();
    let model = load(&path, true);
    let mut visible = model.clone();
    visible.globals.iter_mut().for_each(|it| it.hidden = false);
    let limits = Limits {
        depth: 1000,
        states: 10_000,
        steps: 100_000,
    };
    let all = [&visible, &model].map(|model| {
        let explored = explore(Interpreter::new(model), limits).unwrap().counts;
        let failed = explored.failed.into_keys().map(|(_, text)| text);
        failed.collect()
    });
    (found(&model), all)
}

/// The two sides of the question: what is lost when the variable decides, and that nothing is when
/// it is scratch.
#[test]
fn what_decides_is_lost() {
    let text = |between: &str| {
        format!(
            "hidden byte h; byte x; active proctype P() {{
                if :: h = 0 :: h = 1 fi;
                {between};
                assert(x == 0)
            }}"
        )
    };
    let read = |line: u32| Reads::from([(line, "h".to_owned())]);
    let lost = BTreeSet::from(["assert(x == 0)".to_owned()]);
    let (reads, found) = violations(&text("x = h"));
    assert_eq!((reads, found), (read(3), [lost.clone(), BTreeSet::new()]));
    let (reads, found) = violations(&text("d_step { h = 1; x = h }"));
    assert_eq!((reads, found), (Reads::new(), [lost.clone(), lost]));
}

/// Random steps over hidden variables that can have any value before them.
struct Steps {
    numbers: Numbers,
    labels: usize,
}

const HIDDEN: [&str; 4] = ["g", "h", "a[0]", "a[1]"];
const VISIBLE: [&str; 2] = ["x", "y"];

impl Steps {
    fn pick(&mut self, among: &[&str]) -> String {
        among[self.numbers.below(among.len())].to_owned()
    }

    fn value(&mut self) -> String {
        match self.numbers.below(8) {
            0 | 1 => self.pick(&["0", "1", "2"]),
            2 | 3 => self.pick(&VISIBLE),
            4 => self.pick(&["a[x % 2]", "a[y % 2]"]),
            5 => format!("{} + {}", self.pick(&HIDDEN), self.pick(&VISIBLE)),
            _ => self.pick(&HIDDEN),
        }
    }

    fn assignment(&mut self) -> String {
        let to = match self.numbers.below(8) {
            0 => self.pick(&["a[x % 2]", "a[g % 2]"]),
            1..3 => self.pick(&VISIBLE),
            _ => self.pick(&HIDDEN),
        };
        format!("{to} = ({}) % 4", self.value())
    }

    /// What can stand in a d_step.
    fn statement(&mut self, depth: usize) -> String {
        let kinds = if depth == 0 { 3 } else { 7 };
        match self.numbers.below(kinds) {
            0 | 1 => self.assignment(),
            2 => {
                let first = self.pick(&["g", "h", "_"]);
                let second = self.pick(&["a[0]", "a[1]", "a[g % 2]", "x"]);
                let sent = self.value();
                format!("c!{sent},1; c?{first},{second}")
            }
            3 | 4 => {
                let (condition, then) = (self.value(), self.statements(depth - 1));
                let otherwise = self.statements(depth - 1);
                format!("if :: {condition} -> {then} :: else -> {otherwise} fi")
            }
            5 => {
                let body = self.statements(depth - 1);
                format!("n = 0; do :: n < 2 -> n++; {body} :: else -> break od")
            }
            _ => {
                self.labels += 1;
                let (label, condition) = (self.labels, self.value());
                let skipped = self.statements(depth - 1);
                format!("if :: {condition} -> goto L{label} :: else fi; {skipped}; L{label}: skip")
            }
        }
    }

    fn statements(&mut self, depth: usize) -> String {
        let count = 1 + self.numbers.below(2);
        let statements: Vec<String> = (0..count).map(|_| self.statement(depth)).collect();
        statements.join("; ")
    }

    /// Writes of those that many a d_step begins with.
    fn some_written(&mut self) -> String {
        let mut chosen = HIDDEN.to_vec();
        chosen.retain(|_| self.numbers.below(2) > 0);
        chosen.iter().map(|it| format!("{it} = x; ")).collect()
    }

    /// Each pair of values that the visible variables can have at the end violates an assertion of
    /// its own.
    fn model(&mut self) -> String {
        let all = VISIBLE.iter().chain(&HIDDEN);
        let choices = all.map(|it| format!("if :: {it} = 0 :: {it} = 1 fi;\n"));
        let choices: String = choices.collect();
        let mut text = format!(
            "hidden byte g, h, a[2]; byte x, y, n; chan c = [1] of {{ byte, byte }};
             active proctype P() {{ {choices}"
        );
        for _ in 0..1 + self.numbers.below(2) {
            text += &match self.numbers.below(4) {
                0 => self.assignment() + ";\n",
                _ => format!(
                    "d_step {{ {}{} }};\n",
                    self.some_written(),
                    self.statements(2)
                ),
            };
        }
        for end in 0..16 {
            text += &format!("assert(x + 4 * y != {end});\n");
        }
        text + "}"
    }
}

/// Where no read is found, what can be seen does not depend on what the hidden variables were:
/// nothing is lost that is found with them in the state.
fn scratch_loses_nothing(programs: usize) {
    let mut steps = Steps {
        numbers: Numbers(0x5eed_0f5c_4a7c_4000),
        labels: 0,
    };
    let (mut harmless, mut lost) = (0, 0);
    for _ in 0..programs {
        let text = steps.model();
        let (reads, [visible, hidden]) = violations(&text);
        match reads.is_empty() {
            true => assert_eq!(hidden, visible, "{text}"),
            false => lost += usize::from(hidden != visible),
        }
        harmless += usize::from(reads.is_empty());
    }
    println!("of {programs} programs {harmless} with scratch only, {lost} lost something");
    assert!(harmless > programs / 20 && lost > programs / 20);
}

#[test]
fn random_scratch_loses_nothing() {
    scratch_loses_nothing(200);
}

#[test]
#[ignore = "a minute, with --release"]
fn much_random_scratch_loses_nothing() {
    scratch_loses_nothing(5_000);
}
