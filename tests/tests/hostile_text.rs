//! No byte of a path, a name, a definition or a text of a model becomes code, ends a line, or
//! drives a terminal.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use support::process::{self, Finished};
use support::pvgen;

/// A model whose strings, comments and macros hold what ends strings, comments and lines; `N` and
/// an included file are to come.
const MODEL: &str = "#define T \"\\\" */ /* // ``` \u{202e}\u{2066}\u{200b}\u{feff}\u{7f}\u{9b}\u{1b}[2J\u{b}\u{c}\u{85}\u{2028}\u{2029} {0} %% \\\\ \\n\"
byte x; /* \u{202e} \u{1b} */
active proctype P() { x = N; printf(T); printf(\"a\\tb\\n\"); assert(x != 1) }
";

/// Names of folders and models.
fn names() -> Vec<OsString> {
    let texts = [
        "line\n[dependencies.evil]\npath = \"evil\"\n",
        "return\r[profile] \"'\"\"\"''' back\\",
        "\u{1b}[2J\u{1b}]0;title\u{7}",
        "\u{202e}\u{2066}\u{2028}\u{2029}\u{85}\u{b}\u{c}\u{9b}\u{feff} 日本",
        "*( #)`x` ``y`` [z](w) <b> _e_ | $(touch evil) {0} -",
    ];
    let mut names: Vec<OsString> = texts.iter().map(OsString::from).collect();
    names.push(OsString::from_vec(b"bytes\xff\xfe\xc3".to_vec()));
    names
}

/// Folders of these names, each with a model, an included file and a crate that must never be
/// built, of the same name.
fn folders(root: &Path) -> Vec<PathBuf> {
    let folders = names().into_iter().map(|name| {
        let folder = root.join(&name);
        fs::create_dir_all(folder.join("evil/src")).expect("temporary folder");
        let script = "fn main() { panic!(\"this was never to be built\") }\n";
        let manifest = "[package]\nname = \"evil\"\nedition = \"2024\"\n";
        let mut model = name.clone();
        model.push(".pml");
        let included = match name.to_str() {
            Some(name) if !name.contains(['\n', '\r', '"', '\\', '\u{85}', '\u{b}', '\u{c}']) => {
                format!("{name}.inc")
            }
            _ => "inc".to_owned(),
        };
        let text = format!("#include \"{included}\"\n{MODEL}");
        for (path, text) in [
            (OsStr::new("evil/Cargo.toml"), manifest),
            (OsStr::new("evil/build.rs"), script),
            (OsStr::new("evil/src/lib.rs"), ""),
            (OsStr::new(&included), "byte y;\n"),
            (&model, &text),
        ] {
            fs::write(folder.join(path), text).expect("temporary folder");
        }
        folder.join(model)
    });
    folders.collect()
}

fn run<S: AsRef<OsStr>>(root: &Path, arguments: &[S]) -> Finished {
    let mut command = Command::new(pvgen::pvgen());
    command.args(arguments).current_dir(root);
    command.envs(pvgen::cache_of_tests());
    let finished = process::run(&mut command, Duration::from_secs(600));
    is_harmless(&finished);
    finished
}

/// Nothing but text and line ends.
fn is_harmless(finished: &Finished) {
    let output = finished.all_output();
    for line in output.lines() {
        let shown = |c: char| c == '\t' || !c.is_control();
        let turned = [
            '\u{202a}'..='\u{202e}',
            '\u{2066}'..='\u{2069}',
            '\u{2028}'..='\u{2029}',
        ];
        let odd = |c| turned.iter().any(|range| range.contains(&c));
        assert!(
            line.chars().all(|c| shown(c) && !odd(c)),
            "{line:?} in\n{output:?}"
        );
    }
}

/// Faults, commands 1 and 2: analyzers of all of them are built, in one workspace.
#[test]
fn paths_do_not_become_code() {
    let root = tempfile::tempdir().expect("temporary folder");
    let root = root.path();
    let models = folders(root);
    let mut arguments: Vec<OsString> = ["check", "-DN=1 /* \u{202e} \u{1b} */", "-I"]
        .map(OsString::from)
        .to_vec();
    arguments.push(models[0].parent().expect("a folder").into());
    arguments.extend(models.iter().map(OsString::from));
    arguments.extend(["--", "--memory", "64M"].map(OsString::from));
    let finished = run(root, &arguments);
    let output = finished.all_output();
    assert_eq!(finished.code(), Some(1), "{output}");
    let rows = output
        .lines()
        .filter(|line| line.contains(".pml  ") && line.contains("  violated  "));
    assert_eq!(rows.count(), models.len(), "{output}");
}

/// The same where one analyzer is written: its manifest says nothing of its own accord.
#[test]
fn manifests_hold_what_they_should() {
    let root = tempfile::tempdir().expect("temporary folder");
    let root = root.path();
    for (model, name) in folders(root).iter().zip(names()) {
        let out = model.with_file_name("made").join(&name);
        let mut arguments = vec![
            model.as_os_str(),
            OsStr::new("-DN=2"),
            OsStr::new("--out"),
            out.as_os_str(),
        ];
        if name.to_str().is_some() {
            arguments.extend([OsStr::new("--name"), &name]);
        }
        let finished = run(root, &arguments);
        assert_eq!(finished.code(), Some(0), "{}", finished.all_output());
        let manifest = fs::read_to_string(out.join("Cargo.toml")).expect("a manifest");
        let manifest: toml::Table = manifest.parse().expect("a manifest in TOML");
        let keys: Vec<&String> = manifest.keys().collect();
        assert_eq!(
            keys,
            ["dependencies", "lints", "package", "profile", "workspace"]
        );
        let dependencies = manifest["dependencies"].as_table().expect("a table");
        assert_eq!(dependencies.keys().collect::<Vec<_>>(), ["runtime"]);
        let name = manifest["package"]["name"].as_str().expect("a name");
        assert!(
            name.chars()
                .all(|c| matches!(c, 'a'..='z' | '0'..='9' | '_')),
            "{name}"
        );
        assert!(name.len() <= 68, "{name}");
        let config = fs::read_to_string(out.join(".cargo/config.toml")).expect("settings");
        let config: toml::Table = config.parse().expect("settings in TOML");
        assert_eq!(config.keys().collect::<Vec<_>>(), ["build"]);
    }
}

/// Whatever is printed of a model, and by it: `printf`'s line ends and tabulators stay.
#[test]
fn a_model_cannot_drive_a_terminal() {
    let root = tempfile::tempdir().expect("temporary folder");
    let root = root.path();
    let models = folders(root);
    let model = models[2].as_os_str();
    let of = |before: &[&str], after: &[&OsStr]| {
        let mut arguments: Vec<&OsStr> = before.iter().map(OsStr::new).collect();
        arguments.push(model);
        arguments.extend(after);
        run(root, &arguments)
    };
    let simulated = of(&["simulate", "-DN=1", "--seed", "1", "--quiet"], &[]);
    assert_eq!(simulated.code(), Some(1));
    let (said, shown) = (
        &simulated.stdout,
        r#"" */ /* // ``` \u{202e}\u{2066}\u{200b}\u{feff}\u{7f}\u{9b}\u{1b}[2J"#,
    );
    assert!(said.contains(shown) && said.contains("\na\tb\n"), "{said}");
    let style = ["simulate", "-DN=1", "--seed", "1", "--columns"];
    assert_eq!(of(&style, &[]).code(), Some(1));
    assert_eq!(of(&["tags", "-DN=1"], &[]).code(), Some(0));
    let odd = OsStr::new("odd\u{1b}[2J\u{202e}.trail");
    let report = ["--", "--memory", "64M", "--json", "-", "--trail"].map(OsStr::new);
    let checked = of(&["check", "-DN=1"], &[&report[..], &[odd]].concat());
    assert_eq!(checked.code(), Some(1), "{}", checked.all_output());
    let json: serde_json::Value = serde_json::from_str(&checked.stdout).expect("JSON");
    let file = json["violations"][0]["file"].as_str().expect("a file");
    assert!(
        file.ends_with(r"\u{1b}[2J\u{1b}]0;title\u{7}.pml"),
        "{file}"
    );
    assert_eq!(of(&["replay", "-DN=1"], &[odd]).code(), Some(0));
    let wrong = of(&["check"], &[OsStr::new("--"), OsStr::new("--\u{1b}[2J")]);
    assert_eq!(wrong.code(), Some(2));
    let undeclared = "active proctype P() { \u{1b}[2J\u{202e}\u{9b} x\u{301}y = 1 }\n";
    fs::write(root.join("bad.pml"), undeclared).expect("temporary folder");
    assert_eq!(run(root, &["tags", "bad.pml"]).code(), Some(2));
    assert_eq!(run(root, &["\u{1b}[2J", "bad.pml"]).code(), Some(2));
    assert_eq!(run(root, &["tags", "--\u{1b}[2J"]).code(), Some(2));
}
