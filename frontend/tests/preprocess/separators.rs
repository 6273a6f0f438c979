//! Separators: where SPIN puts them, and with the same meaning.

use super::spin::verifier;
use super::*;

/// Whether SPIN takes a model; with `explicit`, without supplying separators at newlines.
fn spin_accepts(model: &str, explicit: bool) -> bool {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("separators");
    verifier(model, &folder, explicit).0
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
                assert_eq!(spin_accepts(&model, false), accepted, "SPIN on: {title}");
                let on_one_line = separated.replace('\n', " ");
                assert_eq!(
                    spin_accepts(&on_one_line, true),
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

/// With all inlines expanded and all separators written out SPIN generates the same verifier.
#[test]
fn examples_of_spin_mean_the_same_with_separators() {
    if !installed("spin", "-V") {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut compared = 0;
    for path in examples() {
        let model = std::fs::read_to_string(&path).unwrap();
        // Included text has other line numbers once it is part of the file.
        if model.contains("#include") || model.contains("c_code") || model.contains("c_expr") {
            continue;
        }
        let separated = Run::new(&path, &Options::default()).separated();
        let theirs = verifier(&model, &folder.join("original"), false);
        let ours = verifier(separated.text(), &folder.join("separated"), true);
        assert!(theirs == ours, "{}\n{}", path.display(), separated.text());
        compared += usize::from(theirs.0);
    }
    eprintln!("{compared} models compared");
}
