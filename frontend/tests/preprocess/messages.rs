//! What is said of wrong directives, macros and files.

use super::*;

#[test]
fn errors_read_as_expected() {
    let models = files(&data().join("errors"), "pml");
    assert!(models.len() >= 20);
    for path in models {
        let options = Options {
            include_dirs: vec!["elsewhere".into()],
            ..Options::default()
        };
        let run = Run::new(&path, &options);
        let messages = run
            .messages()
            .replace(data().join("errors").to_str().unwrap(), "DIR");
        assert!(
            run.diagnostics.has_errors() || messages.contains("warning["),
            "{}",
            path.display()
        );
        expect_file(&path.with_extension("stderr"), &messages);
    }
}

#[test]
fn warnings_can_be_allowed() {
    let mut run = Run::of_text("m.pml", "#define A 1\n#define A 2\n#warning look\n");
    assert_eq!(run.messages().matches("warning[").count(), 2);
    run.diagnostics.allow(&["macro-redefined".into()]);
    assert!(!run.messages().contains("macro-redefined") && run.messages().contains("user-warning"));
    assert!(
        run.diagnostics
            .render(&run.sources, Style::Coloured)
            .contains('\u{1b}')
    );
}

#[test]
fn unreadable_files_are_named() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unreadable");
    std::fs::create_dir_all(dir.join("folder.pml")).unwrap();
    std::fs::write(dir.join("nul.pml"), b"byte x;\n\n\0").unwrap();
    std::fs::write(dir.join("empty.pml"), b"").unwrap();
    let expected = [
        ("missing.pml", "there is no such file"),
        ("folder.pml", "it is a folder, not a file"),
        (
            "nul.pml",
            "it is not a text file: line 3 contains a NUL byte (binary garbage)",
        ),
        ("empty.pml", "the file is empty"),
    ];
    for (name, reason) in expected {
        let path = dir.join(name);
        let run = Run::new(&path, &Options::default());
        assert!(run.text.is_none());
        assert_eq!(
            run.messages(),
            format!(
                "error: cannot read the model `{}`: {reason}\n\n",
                path.display()
            )
        );
    }
}
