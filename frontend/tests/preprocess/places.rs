//! The map from the text that comes out to the files.

use super::*;

/// Every word of the output that was not made up reads the same in its file, and lies inside its
/// outermost use.
fn check_map(run: &Run) {
    let text = run.text();
    let mut verbatim = 0;
    for range in words(text.text()) {
        let origin = text.origin(range);
        assert!(origin.place().start <= origin.place().end);
        if text.is_verbatim(range) {
            verbatim += 1;
            assert_eq!(run.sources.slice(origin.span), &text.text()[range.bytes()]);
        }
        for used in &origin.expansion {
            assert_eq!(run.sources.slice(used.definition), &*used.name);
            assert!(run.sources.slice(used.call).starts_with(&*used.name));
        }
    }
    assert!(verbatim > 0);
}

#[test]
fn words_map_to_the_same_words_in_the_files() {
    for path in files(&data(), "pml") {
        check_map(&data_run(&path));
    }
    for path in examples() {
        let mut run = Run::new(&path, &Options::default());
        check_map(&run);
        run.text = Some(run.separated());
        check_map(&run);
    }
}

#[test]
fn a_place_inside_nested_macros_names_every_use() {
    let run = Run::of_text(
        "m.pml",
        "#define A(x) (x + q)\n#define B A(7) - 1\nbyte q = 0; z = B;\n",
    );
    let text = run.text();
    assert_eq!(text.text(), "\n\nbyte q = 0; z = (7 + q) - 1;\n");
    let range = |word: &str, nth: usize| {
        let (start, found) = text.text().match_indices(word).nth(nth).unwrap();
        TextRange {
            start: start as u32,
            end: (start + found.len()) as u32,
        }
    };
    let origin = text.origin(range("q", 1));
    assert_eq!(run.sources.place(origin.span), "m.pml:1:19");
    let uses: Vec<(&str, String)> = origin
        .expansion
        .iter()
        .map(|it| (&*it.name, run.sources.place(it.call)))
        .collect();
    assert_eq!(
        uses,
        [("A", "m.pml:2:11".into()), ("B", "m.pml:3:17".into())]
    );
    // An argument was written where the macro is used.
    let argument = text.origin(range("7", 0));
    assert_eq!(
        (run.sources.place(argument.span), argument.expansion.len()),
        ("m.pml:2:13".into(), 1)
    );
    // Two ends from different uses: the use that holds both.
    let both = text.origin(range("q) - 1", 0));
    assert_eq!(
        (run.sources.slice(both.span), both.expansion.len()),
        ("A(7) - 1", 1)
    );
    let statement = text.origin(range("z = (7 + q) - 1;", 0));
    assert_eq!(
        (run.sources.slice(statement.span), statement.expansion.len()),
        ("z = B;", 0)
    );
}

#[test]
fn the_command_line_defines_and_undefines() {
    let options = Options {
        define: vec![
            "N=3".into(),
            "F(x)=(x+1)".into(),
            "ON".into(),
            "GONE=1".into(),
        ],
        undefine: vec!["GONE".into()],
        include_dirs: Vec::new(),
        claims: Vec::new(),
    };
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let file = sources.add("m.pml", Path::new("m.pml"), "N F(N) ON GONE\n".into(), None);
    let text = preprocess_file(file, &options, &mut sources, &mut diagnostics);
    assert_eq!(text.text(), "3 (3+1) 1 GONE\n");
    let first = text.origin(TextRange { start: 0, end: 1 });
    assert_eq!(sources.place(first.span), "<command line>:1:11");
    assert_eq!(sources.place(first.place()), "m.pml:1:1");
}

/// A model means the same from wherever it is named: `-I lib`, and a name in an included file, may
/// be relative to its folder. As for a C compiler, what lies beside the including file comes first.
#[test]
fn files_are_looked_for_from_the_folder_of_the_model_too() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("inc/a.h", "#include \"inc/b.h\"\n#include \"c.h\"\n");
    write("inc/b.h", "of_model\n");
    write("inc/c.h", "beside\n");
    write("c.h", "wrong\n");
    write("lib/d.h", "of_library\n");
    let options = Options {
        include_dirs: vec!["lib".into()],
        ..Options::default()
    };
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let model = "#include \"inc/a.h\"\n#include \"d.h\"\n";
    let path = folder.path().join("m.pml");
    let file = sources.add("m.pml", &path, model.into(), None);
    let text = preprocess_file(file, &options, &mut sources, &mut diagnostics);
    let words: Vec<&str> = text.text().split_whitespace().collect();
    assert_eq!(
        words,
        ["of_model", "beside", "of_library"],
        "{diagnostics:?}"
    );
}
