//! Separators: where SPIN puts them, and with the same meaning.

use super::*;

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
            let separated = run.separated().text().to_owned();
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

/// A generated verifier without the statements' places and texts: text out of an inline is on other lines once it is
/// expanded, and SPIN shows a name of an `mtype` as a number when it was an argument.
fn without_texts(generated: &str) -> String {
    let line = |line: &str| {
        let line = line.split("// STATE").next().unwrap_or_default();
        let mut parts = line.splitn(2, '"');
        let before = parts.next().unwrap_or_default();
        let after = parts.next().and_then(|rest| rest.rsplit('"').next());
        format!("{before}{}\n", after.unwrap_or_default())
    };
    generated.lines().map(line).collect()
}

/// With all inlines expanded and all separators written out SPIN generates the same verifier, line numbers included where
/// they can be.
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
        let separated = Run::new(&path, &Options::default()).separated();
        let (mut theirs, mut ours) = (
            generate(&model, "original", false),
            generate(separated.text(), "separated", true),
        );
        if model.contains("inline") {
            for (_, generated) in [&mut theirs, &mut ours] {
                *generated = generated.each_ref().map(|text| without_texts(text));
            }
        }
        assert!(theirs == ours, "{}\n{}", path.display(), separated.text());
        compared += usize::from(theirs.0);
    }
    eprintln!("{compared} models compared");
}
