//! `docs/warnings.md`: each warning has a section, whose model causes it and nothing else.

use std::collections::BTreeMap;
use std::path::Path;

use frontend::diagnostic::{Severity, WARNINGS};

/// The model of each section.
fn sections(text: &str) -> BTreeMap<&str, &str> {
    let sections = text.split("\n## ").skip(1);
    sections
        .map(|section| {
            let name = section.lines().next().unwrap_or_default();
            let block = section.split("```promela\n").nth(1);
            (
                name,
                block
                    .and_then(|it| it.split("```").next())
                    .unwrap_or_default(),
            )
        })
        .collect()
}

#[test]
fn each_warning_is_explained_by_a_model() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/warnings.md");
    let page = std::fs::read_to_string(page).unwrap();
    let sections = sections(&page);
    let names: Vec<&str> = WARNINGS.iter().map(|(name, _)| *name).collect();
    assert_eq!(sections.keys().copied().collect::<Vec<_>>(), names);
    let folder = tempfile::tempdir().unwrap();
    for (name, model) in sections {
        let path = folder.path().join("m.pml");
        std::fs::write(&path, model).unwrap();
        let loaded = frontend::load(&path, &frontend::Options::default());
        let found = loaded.diagnostics.sorted(&loaded.sources);
        let warnings = found.iter().filter(|it| it.severity == Severity::Warning);
        let found: Vec<&str> = warnings.map(|it| it.kind).collect();
        assert_eq!(found, [name], "{model}");
    }
}
