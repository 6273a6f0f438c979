//! The preprocessor, its map and the separators: against files, gcc, SPIN, and garbage.
//!
//! `PVGEN_BLESS=1` writes the expected files anew; review the difference. gcc and SPIN give a second opinion where they are
//! installed; tests that miss them say so.

use frontend::diagnostic::{Diagnostics, Style};
use frontend::preprocess::map::{MappedText, TextRange};
use frontend::preprocess::{Options, preprocess, preprocess_file};
use frontend::separator::insert_separators;
use frontend::source::Sources;
use std::path::{Path, PathBuf};
use std::process::Command;

const EXAMPLES: &str = "/usr/share/doc/spin/examples/Examples";

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/preprocess")
}

/// The files below `folder` with this extension, in order.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|it| it == extension));
    found.sort();
    found
}

fn examples() -> Vec<PathBuf> {
    let folders = ["", "Book_1991", "LTL", "Exercises"];
    let found: Vec<PathBuf> = folders
        .iter()
        .flat_map(|it| files(&Path::new(EXAMPLES).join(it), "pml"))
        .collect();
    if found.is_empty() {
        eprintln!("skipped: SPIN's examples are not installed in {EXAMPLES}");
    }
    found
}

fn installed(program: &str, flag: &str) -> bool {
    let found = Command::new(program).arg(flag).output().is_ok();
    if !found {
        eprintln!("skipped: {program} is not installed");
    }
    found
}

struct Run {
    sources: Sources,
    diagnostics: Diagnostics,
    text: Option<MappedText>,
}

impl Run {
    fn new(path: &Path, options: &Options) -> Run {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let text = preprocess(path, options, &mut sources, &mut diagnostics);
        Run {
            sources,
            diagnostics,
            text,
        }
    }

    fn of_text(name: &str, text: &str) -> Run {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let file = sources.add(name, Path::new(name), text.into(), None);
        let text = preprocess_file(file, &Options::default(), &mut sources, &mut diagnostics);
        Run {
            sources,
            diagnostics,
            text: Some(text),
        }
    }

    fn messages(&self) -> String {
        self.diagnostics.render(&self.sources, Style::Plain)
    }

    fn text(&self) -> &MappedText {
        assert!(!self.diagnostics.has_errors(), "{}", self.messages());
        self.text.as_ref().unwrap()
    }
}

/// Compares with the file, or writes it when asked to.
fn expect_file(path: &Path, actual: &str) {
    if std::env::var_os("PVGEN_BLESS").is_some() {
        std::fs::write(path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        expected == actual,
        "{} differs (PVGEN_BLESS=1 rewrites it); now:\n{actual}",
        path.display()
    );
}

/// Tokens of the lines that have any, as SPIN would read them.
fn lines_of_tokens(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter(|line| {
        !line.starts_with("# ") && !line.starts_with("#pragma") && !line.starts_with("#ident")
    });
    lines.map(tokens).filter(|line| !line.is_empty()).collect()
}

fn tokens(line: &str) -> Vec<String> {
    const LONG: [&str; 13] = [
        "->", "::", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "..",
    ];
    let mut rest = line.trim_start();
    let mut found = Vec::new();
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' || first == '\'' {
            let mut escaped = false;
            let closing = |c: char| {
                let ends = c == first && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            };
            rest[1..].find(closing).map_or(rest.len(), |at| at + 2)
        } else if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(rest.len())
        } else {
            LONG.iter()
                .find(|long| rest.starts_with(**long))
                .map_or(first.len_utf8(), |long| long.len())
        };
        found.push(rest[..length].into());
        rest = rest[length..].trim_start();
    }
    found
}

/// What `spin` hands to gcc, done by gcc.
fn by_gcc(path: &Path) -> String {
    let mut command = Command::new("gcc");
    command
        .args(["-std=gnu99", "-E", "-x", "c", "-I."])
        .arg(path.file_name().unwrap());
    let output = command
        .current_dir(path.parent().unwrap())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn same_as_gcc(path: &Path, ours: &str) {
    let (ours, theirs) = (lines_of_tokens(ours), lines_of_tokens(&by_gcc(path)));
    for (index, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
        assert_eq!(ours, theirs, "{}: line {index} with text", path.display());
    }
    assert_eq!(ours.len(), theirs.len(), "{}", path.display());
}

/// Preprocesses a data file under its bare name, so that `__FILE__` does not depend on the folder.
fn data_run(path: &Path) -> Run {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let name = path.file_name().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let file = sources.add(name, Path::new(name), text.into(), None);
    let options = Options {
        include_dirs: vec![data()],
        ..Options::default()
    };
    let text = preprocess_file(file, &options, &mut sources, &mut diagnostics);
    Run {
        sources,
        diagnostics,
        text: Some(text),
    }
}

#[test]
fn outputs_are_as_expected() {
    let with_gcc = installed("gcc", "--version");
    let models = files(&data(), "pml");
    assert!(models.len() >= 6);
    for path in models {
        let run = data_run(&path);
        let text = run.text().text().replace(data().to_str().unwrap(), "DATA");
        expect_file(
            &path.with_extension("out"),
            &(text.clone() + &run.messages()),
        );
        if with_gcc {
            same_as_gcc(
                &path,
                &text.replace("DATA/", "./").replace("./include", "include"),
            );
        }
    }
}

#[test]
fn examples_of_spin_come_out_as_from_gcc() {
    if !installed("gcc", "--version") {
        return;
    }
    for path in examples() {
        let run = Run::new(&path, &Options::default());
        same_as_gcc(&path, run.text().text());
    }
}

/// Every word of the output that was not made up reads the same in its file, and lies inside its outermost use.
fn check_map(run: &Run) {
    let text = run.text();
    let mut verbatim = 0;
    for range in words(text.text()) {
        let origin = text.origin(range);
        assert!(origin.outermost().start <= origin.outermost().end);
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

fn words(text: &str) -> Vec<TextRange> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    let starts =
        (0..bytes.len()).filter(|at| is_word(bytes[*at]) && (*at == 0 || !is_word(bytes[at - 1])));
    let end = |start: usize| {
        (start..bytes.len())
            .find(|at| !is_word(bytes[*at]))
            .unwrap_or(bytes.len())
    };
    starts
        .map(|start| TextRange {
            start: start as u32,
            end: end(start) as u32,
        })
        .collect()
}

#[test]
fn words_map_to_the_same_words_in_the_files() {
    for path in files(&data(), "pml") {
        check_map(&data_run(&path));
    }
    for path in examples() {
        let mut run = Run::new(&path, &Options::default());
        check_map(&run);
        run.text = Some(insert_separators(run.text()));
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
    };
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let file = sources.add("m.pml", Path::new("m.pml"), "N F(N) ON GONE\n".into(), None);
    let text = preprocess_file(file, &options, &mut sources, &mut diagnostics);
    assert_eq!(text.text(), "3 (3+1) 1 GONE\n");
    let first = text.origin(TextRange { start: 0, end: 1 });
    assert_eq!(sources.place(first.span), "<command line>:1:11");
    assert_eq!(sources.place(first.outermost()), "m.pml:1:1");
}

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
    std::fs::write(dir.join("binary.pml"), b"byte x;\n\xff\xfe").unwrap();
    std::fs::write(dir.join("nul.pml"), b"byte x;\n\n\0").unwrap();
    std::fs::write(dir.join("empty.pml"), b"").unwrap();
    let expected = [
        ("missing.pml", "there is no such file"),
        ("folder.pml", "it is a folder, not a file"),
        (
            "binary.pml",
            "it is not a text file: line 2 contains bytes that are not UTF-8 (binary garbage)",
        ),
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

/// Whether SPIN takes a model; with `explicit`, without supplying separators at newlines.
fn spin_accepts(model: &str, folder: &str, explicit: bool) -> bool {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("m.pml"), model).unwrap();
    let mut command = Command::new("spin");
    command
        .args(explicit.then_some("-o7"))
        .args(["-a", "m.pml"])
        .current_dir(&dir);
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    !String::from_utf8_lossy(&said).contains("Error")
}

/// `accepted` and `rejected` hold small models, one after each line `=== what it shows`.
fn separator_cases(name: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(data().join("separators").join(name)).unwrap();
    let cases = text
        .split("=== ")
        .skip(1)
        .map(|case| case.split_once('\n').unwrap());
    cases
        .map(|(title, model)| (title.into(), model.into()))
        .collect()
}

#[test]
fn separators_are_where_spin_puts_them() {
    let with_spin = installed("spin", "-V");
    for (name, accepted) in [("accepted", true), ("rejected", false)] {
        let mut shown = String::new();
        for (title, model) in separator_cases(name) {
            let run = Run::of_text("m.pml", &model);
            let separated = insert_separators(run.text()).text().to_owned();
            shown += &format!("=== {title}\n{separated}");
            if with_spin {
                assert_eq!(
                    spin_accepts(&model, "separators", false),
                    accepted,
                    "SPIN on: {title}"
                );
                let on_one_line = separated.replace('\n', " ");
                assert_eq!(
                    spin_accepts(&on_one_line, "separators", true),
                    accepted,
                    "SPIN on our text of: {title}\n{separated}"
                );
            }
        }
        expect_file(
            &data().join("separators").join(name.to_owned() + ".out"),
            &shown,
        );
    }
}

/// With all separators written out SPIN generates the same verifier, line numbers included.
#[test]
fn examples_of_spin_mean_the_same_with_separators() {
    if !installed("spin", "-V") {
        return;
    }
    let generate = |model: &str, folder: &str, explicit| {
        let accepted = spin_accepts(model, folder, explicit);
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let generated = ["pan.m", "pan.b", "pan.t"]
            .map(|name| std::fs::read_to_string(dir.join(name)).unwrap_or_default());
        (accepted, generated)
    };
    let mut compared = 0;
    for path in examples() {
        let model = std::fs::read_to_string(&path).unwrap();
        // Included text has other line numbers once it is part of the file.
        if model.contains("#include") || model.contains("c_code") || model.contains("c_expr") {
            continue;
        }
        let run = Run::new(&path, &Options::default());
        let separated = insert_separators(run.text());
        // SPIN reads the body of an inline anew at each call, so that newlines must still count there.
        let explicit = !model.contains("inline");
        let (theirs, ours) = (
            generate(&model, "original", false),
            generate(separated.text(), "separated", explicit),
        );
        assert!(theirs == ours, "{}\n{}", path.display(), separated.text());
        compared += usize::from(theirs.0);
    }
    eprintln!("{compared} models compared");
}

/// xorshift: the same mutations in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

const PIECES: [&str; 24] = [
    "(",
    ")",
    "{",
    "}",
    "\n",
    "\"",
    "'",
    "#",
    "##",
    "\\\n",
    "/*",
    "*/",
    "//",
    "#define X(a) a X(a) #a\n",
    "X(",
    ",",
    "#if ",
    "\n#endif\n",
    "\n#else\n",
    "#include \"m.pml\"\n",
    "é",
    "\u{1}",
    "inline f(a) {",
    "ltl {",
];

fn mutate(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(6) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes.truncate(at),
            1 => {
                let end = (at + random.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
            _ => {
                let end = (at + random.below(200)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, copy);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn garbage_makes_messages_and_no_panic() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let models: Vec<PathBuf> = files(&data(), "pml")
        .into_iter()
        .chain(files(&data().join("errors"), "pml"))
        .chain(examples())
        .collect();
    for path in models {
        let Ok(model) = std::fs::read_to_string(&path) else {
            continue;
        };
        for _ in 0..25 {
            let mutant = mutate(&model, &mut random);
            let run = Run::of_text("m.pml", &mutant);
            run.messages();
            let separated = insert_separators(run.text.as_ref().unwrap());
            for range in words(separated.text()) {
                separated.origin(TextRange {
                    start: range.start,
                    end: range.end + 1,
                });
            }
            separated.origin(TextRange {
                start: 0,
                end: u32::MAX,
            });
        }
    }
}

#[test]
fn hostile_macros_end_with_a_message() {
    let doubling: String = (1..60)
        .map(|n| format!("#define A{n} A{} A{}\n", n - 1, n - 1))
        .collect();
    let nested = format!(
        "#define F(x) x\n{}1{}\n",
        "F(".repeat(5_000),
        ")".repeat(5_000)
    );
    let chain: String = (1..5_000)
        .map(|n| format!("#define A{n} A{}\n", n - 1))
        .collect();
    let deep = format!(
        "#if {}1{}\n#endif\n",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    let minus = format!("#if {}1\n#endif\n", "- ".repeat(100_000));
    let cases = [doubling + "A59\n", nested, chain + "A4999\n", deep, minus];
    for (model, kind) in cases.iter().zip([
        "too much text",
        "more than 200 deep",
        "nest too deeply",
        "nested too deeply",
        "nested too deeply",
    ]) {
        let run = Run::of_text("m.pml", model);
        assert!(run.messages().contains(kind), "{kind}: {}", run.messages());
    }
}
