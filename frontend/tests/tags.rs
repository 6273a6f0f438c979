//! The conflict tags of small models, written beside their statements by hand.
//!
//! In `data/tags`, each line of a model says behind `//=` what the transitions that begin there
//! touch, one after the other with ` | ` between; a line without has transitions that touch
//! nothing. Behind `//?` stand the needs, in a file that has any, and behind `//:` the locals
//! assigned and the proctypes started. A file called `optimized-..` is read with all optimisations,
//! one called `lossy-..` with sends that lose messages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use frontend::ir::{Model, ProctypeId, text};
use frontend::tags::{self, Facts, Need, Tag, Tags};

type Show = fn(&Facts<'_>, ProctypeId, &Tags) -> String;

fn load(path: &Path, optimized: bool, lossy: bool) -> Model {
    let options = frontend::Options {
        unoptimized: !optimized,
        ..Default::default()
    };
    let loaded = frontend::load(path, &options);
    let said = loaded
        .diagnostics
        .render(&loaded.sources, frontend::diagnostic::Style::Plain);
    let mut model = loaded.model.unwrap_or_else(|| panic!("{said}"));
    model.lossy_sends = lossy;
    model
}

/// A list in one order.
fn sorted<'t>(parts: impl Iterator<Item = &'t str>) -> String {
    let mut parts: Vec<&str> = parts.collect();
    parts.sort_unstable();
    parts.join(", ")
}

/// What stands behind a mark on each line, up to the next mark.
fn marked(source: &str, mark: &str) -> BTreeMap<u32, String> {
    let lines = (1..).zip(source.lines());
    let notes = lines.filter_map(|(number, line)| {
        let (_, note) = line.split_once(mark)?;
        let note = note.split("//").next().unwrap_or(note);
        let parts = note
            .split(" | ")
            .map(|part| sorted(part.trim().split(", ")));
        Some((number, parts.collect::<Vec<_>>().join(" | ")))
    });
    notes.collect()
}

/// What each line's transitions have, where that is anything.
fn found(model: &Model, show: Show) -> BTreeMap<u32, String> {
    let facts = Facts::of(model);
    let mut lines: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let of_model = tags::of_model(&facts);
    assert_eq!(of_model.len(), model.proctypes.len());
    for (index, (proctype, tags)) in model.proctypes.iter().zip(of_model).enumerate() {
        let id = ProctypeId::from(index);
        assert_eq!(tags.len(), proctype.transitions.len());
        for (transition, tags) in proctype.transitions.iter().zip(&tags) {
            let line = transition.steps[0].source.line;
            let shown = show(&facts, id, tags);
            lines
                .entry(line)
                .or_default()
                .push(sorted(shown.split(", ")));
        }
    }
    lines.retain(|_, shown| shown.iter().any(|it| !it.is_empty()));
    let joined = lines
        .into_iter()
        .map(|(line, shown)| (line, shown.join(" | ")));
    joined.collect()
}

fn list(facts: &Facts<'_>, id: ProctypeId, tags: &[Tag]) -> String {
    let texts = tags.iter().map(|tag| facts.text(id, tag));
    texts.collect::<Vec<_>>().join(", ")
}

fn touches(facts: &Facts<'_>, id: ProctypeId, tags: &Tags) -> String {
    let listed = list(facts, id, &tags.touches);
    match (tags.everything, listed.is_empty()) {
        (false, _) => listed,
        (true, true) => "everything".to_owned(),
        (true, false) => format!("everything, {listed}"),
    }
}

fn needs(facts: &Facts<'_>, id: ProctypeId, tags: &Tags) -> String {
    let show = |need: &Need| {
        let proctype = &facts.model.proctypes[id.index()];
        let holds = need.holds.as_ref();
        let holds = holds.map_or("?".to_owned(), |it| text::expr(facts.model, proctype, it));
        format!("{holds} <- {}", list(facts, id, &need.tags))
            .trim_end()
            .to_owned()
    };
    tags.needs.iter().map(show).collect::<Vec<_>>().join("; ")
}

fn changes(facts: &Facts<'_>, id: ProctypeId, tags: &Tags) -> String {
    let proctypes = &facts.model.proctypes;
    let locals = &proctypes[id.index()].locals;
    let of = |assigned: u64, how: &'static str| {
        let locals = locals.iter().take(64).enumerate();
        let assigned = locals.filter(move |(bit, _)| assigned >> bit & 1 != 0);
        assigned.map(move |(_, local)| format!("{how}{}", local.name))
    };
    let assigned = of(tags.assigns, "").chain(of(tags.then_assigns, "then "));
    let started = tags
        .starts
        .iter()
        .map(|it| format!("run {}", proctypes[it.index()].name));
    assigned.chain(started).collect::<Vec<_>>().join(", ")
}

#[test]
fn tags_of_small_models() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tags");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 10, "models are found");
    let mut wrong = Vec::new();
    for path in paths {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let source = fs::read_to_string(&path).expect("text");
        let model = load(
            &path,
            name.starts_with("optimized-"),
            name.starts_with("lossy-"),
        );
        let expected = marked(&source, "//=");
        assert!(!expected.is_empty(), "{name} expects something");
        let shows: [(&str, Show); 3] = [("//=", touches), ("//?", needs), ("//:", changes)];
        for (mark, show) in shows {
            let expected = marked(&source, mark);
            let found = found(&model, show);
            let lines: BTreeSet<&u32> = expected.keys().chain(found.keys()).collect();
            for line in lines.into_iter().filter(|_| !expected.is_empty()) {
                let (found, expected) = (found.get(line), expected.get(line));
                if found != expected {
                    wrong.push(format!(
                        "{name}:{line} {mark} {found:?}, expected {expected:?}"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
