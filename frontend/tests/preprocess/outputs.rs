//! The text that comes out, beside files and what gcc makes of the same models.

use super::*;

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
