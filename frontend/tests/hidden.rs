//! Hidden variables that decide. In `data/hidden`, each line of a model names behind `//=` the variables that are read there in a later step than they were
//! written in, those that a claim reads with `claim` behind them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use frontend::interpret::Interpreter;
use frontend::interpret::search::{Limits, explore};
use frontend::ir::Model;

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

/// The two sides of the question: what is lost when the variable decides, and that nothing is when it is scratch.
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
