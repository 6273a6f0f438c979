//! `docs/warnings.md`: each warning has a section, whose model causes it and nothing else.

use std::collections::BTreeMap;
use std::path::Path;

use frontend::diagnostic::{Diagnostic, Severity, Style, WARNINGS};
use frontend::{load_text, ltl};

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

/// The claim of a formula over four variables, and what is said of it.
fn formula(text: &str) -> (ltl::formula::Formula, Vec<Diagnostic>) {
    let model = format!(
        "#define m (p)\n#define always_p ([] p)\nbool p, q, r, s;\n\
         active proctype P() {{ p = q; q = r; r = s; s = p }}\nltl f {{ {text} }}\n"
    );
    let loaded = load_text(&model, Path::new("m.pml"), &frontend::Options::default());
    let said = loaded.diagnostics.sorted(&loaded.sources);
    let said = said.into_iter().cloned().collect();
    let model = loaded
        .model
        .unwrap_or_else(|| panic!("{text} is refused: {said:?}"));
    let formula = model.claims[0].formula.clone();
    (formula.expect("a formula"), said)
}

/// Formulas whose reading is shown. It is the same formula, the other way is not, and both are
/// plain.
#[test]
fn doubtful_formulas_are_shown_with_parentheses() {
    for (text, read, other) in [
        ("[] p -> q", "([] p) -> q", "[] (p -> q)"),
        ("[] p -> <> q", "([] p) -> <> q", "[] (p -> <> q)"),
        ("<> p -> q", "(<> p) -> q", "<> (p -> q)"),
        ("[] m -> q", "([] p) -> q", "[] (p -> q)"),
        ("[] !p <-> q", "([] !p) <-> q", "[] (!p <-> q)"),
        ("[] p && q", "([] p) && q", "[] (p && q)"),
        ("<>[] p || q", "(<> [] p) || q", "<> [] (p || q)"),
        ("<> p U q", "(<> p) U q", "<> (p U q)"),
        ("X p V q", "(X p) V q", "X (p V q)"),
        ("p && q U r", "p && (q U r)", "(p && q) U r"),
        ("p W q || r", "(p W q) || r", "p W (q || r)"),
        ("p U q U r", "(p U q) U r", "p U (q U r)"),
        ("p U q -> r", "(p U q) -> r", "p U (q -> r)"),
        ("p V q <-> r", "(p V q) <-> r", "p V (q <-> r)"),
        ("p -> q -> r", "(p -> q) -> r", "p -> (q -> r)"),
        ("[] (s -> p && q U r)", "p && (q U r)", "(p && q) U r"),
    ] {
        let (own, said) = formula(text);
        let [warning] = &said[..] else {
            panic!("{text}: {said:?}")
        };
        assert_eq!(warning.kind, "formula-precedence");
        assert_eq!(warning.message, format!("this reads as `{read}`"), "{text}");
        let help = warning.help.as_deref().unwrap_or_default();
        assert!(
            help.starts_with(&format!("write `{other}` if")),
            "{text}: {help}"
        );
        let around = |part: &str| match text.starts_with("[] (s") {
            true => format!("[] (s -> ({part}))"),
            false => part.to_owned(),
        };
        assert_eq!(formula(&around(read)), (own.clone(), vec![]), "{text}");
        let (swapped, said) = formula(&around(other));
        assert!(swapped != own && said.is_empty(), "{text}: {said:?}");
    }
}

#[test]
fn formulas_that_are_plain_are_left_alone() {
    for text in [
        "([] p) -> q",
        "[] (p) -> q",
        "[] p -> [] q",
        "[]<> p -> <> q",
        "[]<> p -> []<> q",
        "<> p -> (q U r)",
        "<> p -> !q U r",
        "p -> <> q",
        "p -> q U r",
        "q && [] p",
        "[] p && [] q",
        "!p U q",
        "p && (q U r)",
        "p U q && r U s",
        "p U q -> r U s",
        "(p U q) -> r",
        "p <-> q <-> r",
        "always_p -> q",
        "![] p -> q",
    ] {
        let (_, said) = formula(text);
        assert!(said.is_empty(), "{text}: {said:?}");
    }
}

#[test]
fn operators_of_other_tools_are_explained() {
    for (text, remedy) in [
        ("G p", "write `[]`, or `always`"),
        ("[] G", "write `[]`, or `always`"),
        ("G(p -> F q)", "write `[]`, or `always`"),
        ("[] (p -> F q)", "write `<>`, or `eventually`"),
        ("p && F(q)", "write `<>`, or `eventually`"),
        ("p R q", "write `V`, or `release`"),
        ("GF p", "write `[]<>`"),
        ("FG(p)", "write `<>[]`"),
        ("globally p", "write `[]`, or `always`"),
        ("[] (p -> finally q)", "write `<>`, or `eventually`"),
        ("p iff q", "write `<->`"),
        (
            "U(p, q)",
            "it stands between its operands, `p U q`; a variable cannot have this name in a formula",
        ),
        (
            "[]<> p == q",
            "this reads as `([] <> p) == q`: write `[] <> (p == q)`",
        ),
        (
            "[] p + 1 > 2",
            "put the comparison in parentheses: `[] (x == 1)`",
        ),
    ] {
        let model =
            format!("bool p, q;\nactive proctype P() {{ p = q; q = p }}\nltl f {{ {text} }}\n");
        let loaded = load_text(&model, Path::new("m.pml"), &frontend::Options::default());
        let said = loaded.diagnostics.sorted(&loaded.sources);
        let helps: Vec<_> = said.iter().filter_map(|it| it.help.as_deref()).collect();
        assert!(
            loaded.model.is_none() && helps.contains(&remedy),
            "{text}: {said:?}"
        );
    }
}

/// What `render` makes of the messages of a model.
fn rendered(model: &str) -> String {
    let loaded = load_text(model, Path::new("m.pml"), &frontend::Options::default());
    loaded.diagnostics.render(&loaded.sources, Style::Plain)
}

#[test]
fn warnings_that_say_the_same_are_shown_once_with_their_number() {
    let statements: String = (0..62).map(|n| format!("x = c; // {n}\n")).collect();
    let model = format!(
        "chan c = [1] of {{ byte }};\nbyte x, y;\nactive proctype P() {{\n{statements}y = c; c!x + y }}\n"
    );
    let text = rendered(&model);
    assert_eq!(
        text.matches("warning[channel-as-number]").count(),
        1,
        "{text}"
    );
    let places =
        "the same at 62 more places: m.pml:5, m.pml:6, m.pml:7, m.pml:8, m.pml:9, and so on";
    assert!(text.contains(places), "{text}");

    let text = rendered("active proctype P() { byte a; byte b; byte c; skip */ }\n");
    let places = "the same at 2 more places: m.pml:1 (`b`), m.pml:1 (`c`)";
    assert!(
        text.contains("variable `a` is never used") && text.contains(places),
        "{text}"
    );
    assert!(text.contains("warning[stray-comment-end]"), "{text}");

    let text = rendered("active proctype P() { byte a; byte b; skip }\n");
    assert_eq!(
        text.matches("warning[unused-variable]").count(),
        2,
        "{text}"
    );
}

/// The kinds of the warnings of a model.
fn kinds(model: &str) -> Vec<&'static str> {
    let loaded = load_text(model, Path::new("m.pml"), &frontend::Options::default());
    let said = loaded.diagnostics.sorted(&loaded.sources);
    said.into_iter().map(|it| it.kind).collect()
}

#[test]
fn a_choice_of_values_is_no_mistaken_condition() {
    let select =
        |options: &str| format!("byte x;\nactive proctype P() {{ if {options} fi; x++ }}\n");
    assert!(kinds(&select(":: x = 1 -> x++ :: x = 2 -> x++")).is_empty());
    for wrong in [
        ":: x = 1 -> x++",
        ":: x = 1 -> x++ :: x == 2",
        ":: x = 1 -> x++ :: else",
    ] {
        assert_eq!(kinds(&select(wrong)), ["assignment-as-guard"], "{wrong}");
    }
}

/// As SPIN's simulator counts them: `\\%` and `%%` take no value.
#[test]
fn values_of_printf_are_counted() {
    for (call, wrong) in [
        ("printf(\"x\\n\")", false),
        ("printf(\"%d %e\\n\", x, x)", false),
        ("printf(\"%3d%%\\n\", x)", false),
        ("printf(\"100%\\n\")", false),
        ("printf(\"%d\\n\")", true),
        ("printf(\"%d\\n\", x, x)", true),
        ("printf(\"x\\n\", x)", true),
    ] {
        let said = kinds(&format!("byte x;\nactive proctype P() {{ x++; {call} }}\n"));
        assert_eq!(said == ["printf-values"], wrong, "{call}: {said:?}");
    }
}

#[test]
fn an_else_may_begin_an_option_and_nothing_else() {
    for (body, wrong) in [
        ("if :: x == 1 -> skip :: else -> x = 2 fi", false),
        ("if :: x == 1 -> skip :: atomic { else -> x = 2 } fi", false),
        ("do :: x == 1 -> break :: else od", false),
        ("if :: x == 1 -> x = 2; else -> x = 3 fi", true),
        ("x = 1; else -> x = 2", true),
    ] {
        let said = kinds(&format!("byte x;\nactive proctype P() {{ {body} }}\n"));
        assert_eq!(said == ["else-in-sequence"], wrong, "{body}: {said:?}");
    }
}
