//! The same model gives the same bytes, and text that the formatter leaves alone.

#[path = "common/generate.rs"]
mod generate;

fn all() -> Vec<(String, frontend::ir::Model)> {
    let models = generate::language().into_iter();
    let pftp = ("pftp".to_owned(), generate::examples().join("pftp.pml"));
    let loaded = models.chain([pftp]).filter_map(|(name, path)| {
        let model = generate::load(&path, true)?;
        Some((generate::identifier(&name), model))
    });
    loaded.collect()
}

#[test]
fn two_runs_give_the_same_bytes() {
    let (first, second) = (all(), all());
    assert!(first.len() > 40, "only {} models", first.len());
    for ((name, first), (_, second)) in first.iter().zip(&second) {
        let first = generate::generate(first, name, false);
        let second = generate::generate(second, name, false);
        assert_eq!(first, second, "{name}");
    }
}

#[test]
fn items_are_formatted() {
    for (name, model) in all() {
        for (path, text) in generate::generate(&model, &name, false).files {
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let file = syn::parse_file(&text).unwrap_or_else(|e| panic!("{name} {path:?}: {e}"));
            // Brackets in rows stand otherwise than prettyplease has them: `print.rs` tests that.
            let is_code =
                |item: &syn::Item| !matches!(item, syn::Item::Const(_) | syn::Item::Static(_));
            for item in file.items.into_iter().filter(is_code) {
                let formatted = prettyplease::unparse(&syn::File {
                    shebang: None,
                    frontmatter: None,
                    attrs: Vec::new(),
                    items: vec![item],
                });
                let found = text.contains(&formatted);
                assert!(found, "{name} {path:?} is not formatted as\n{formatted}");
            }
        }
    }
}

#[test]
fn functions_and_tables_are_short() {
    for (name, model) in all() {
        for (path, text) in generate::generate(&model, &name, false).files {
            let mut length = 0;
            for line in text.lines() {
                length = if matches!(line, "}" | "];") {
                    0
                } else {
                    length + 1
                };
                assert!(length < 1000, "{name} {path:?} has 1,000 lines in one");
            }
        }
    }
}
