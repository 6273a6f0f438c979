//! Constant indices: where they are outside of their arrays, and on what is no array.

use std::path::Path;

use frontend::diagnostic::Severity;
use frontend::interpret::Interpreter;
use frontend::interpret::search::count;
use frontend::{Options, load_text};

#[test]
fn indices_outside_are_warnings_where_a_statement_uses_them() {
    let check = |unit: &str, errors: &[&str], warnings: &[&str]| {
        let text = format!(
            "mtype = {{ red }}; byte x, a[3]; typedef T {{ byte m[2]; byte k }}; T t, ts[2];\n\
             chan q[2] = [1] of {{ byte }}; {unit}"
        );
        let loaded = load_text(&text, Path::new("m.pml"), &Options::default());
        let found = loaded.diagnostics.sorted(&loaded.sources);
        let of = |severity: Severity| {
            let found = found.iter().filter(|it| it.severity == severity);
            let found =
                found.filter(|it| severity == Severity::Error || it.kind == "index-outside");
            found.map(|it| it.message.as_str()).collect::<Vec<_>>()
        };
        let said = (of(Severity::Error), of(Severity::Warning));
        assert_eq!(said, (errors.to_vec(), warnings.to_vec()), "{unit}");
    };
    let a = |index: &str| format!("index {index} is outside of `a`, which has 3 elements");
    check("init { a[3] = 1 }", &[], &[&a("3")]);
    check("init { x = a[1 - 2] }", &[], &[&a("-1")]);
    check("init { a[a[7]] = 1 }", &[], &[&a("7")]);
    check("init { byte y = a[3]; x = y }", &[], &[&a("3")]);
    check(
        "active proctype P() provided (a[3] == 0) { skip }",
        &[],
        &[&a("3")],
    );
    check(
        "init { ts[2].m[5] = 1 }",
        &[],
        &[
            "index 2 is outside of `ts`, which has 2 elements",
            "index 5 is outside of `m`, which has 2 elements",
        ],
    );
    check(
        "init { q[2]!1 }",
        &[],
        &["index 2 is outside of `q`, which has 2 elements"],
    );
    check("init { q[0]?a[3] }", &[], &[&a("3")]);
    check("init { skip } ltl f { [] (a[3] == 0) }", &[], &[&a("3")]);
    check(
        "active proctype P() { byte v[2]; v[1] = 1 } active proctype Q() { P:v[2] == 1 }",
        &[],
        &["index 2 is outside of `v`, which has 2 elements"],
    );
    // What is looked at before the search cannot be an error of the search.
    check("byte y = a[3]; init { x = y }", &[&a("3")], &[]);
    check("byte b[a[3]]; init { b[0] = 1 }", &[&a("3")], &[]);
    check(
        "init { xr q[2]; q[0]?x }",
        &["index 2 is outside of `q`, which has 2 elements"],
        &[],
    );
    check(
        "init { x[0] = 1; t[0].k = x[1 - 1]; t.k[0] = _pid[0]; q[0]?_[0] }",
        &[],
        &[],
    );
    check("init { byte i; for (i[0] : 0 .. 1) { x = i } }", &[], &[]);
    check("init { x[1] = 1 }", &["`x` is not an array"], &[]);
    check("init { x[x] = 1 }", &["`x` is not an array"], &[]);
    check("init { t.k[1] = 1 }", &["`k` is not an array"], &[]);
    check("init { x = red[0] }", &["`red` is not a variable"], &[]);
}

/// The states are those that SPIN stores with `-o1 -o2 -o3`: it writes a `select` out only for a
/// plain name.
#[test]
fn a_scalar_with_the_index_0_is_counted_as_by_spin() {
    for (steps, states) in [
        ("select (i[0] : 0 .. 2)", 10),
        ("select (i : 0 .. 2)", 5),
        ("for (i[0] : 0 .. 2) { skip }", 13),
        ("i[0] = 1; assert(i == i[0])", 4),
    ] {
        let text = format!("active proctype P() {{ byte i; {steps} }}");
        let options = Options {
            unoptimized: true,
            ..Options::default()
        };
        let loaded = load_text(&text, Path::new("m.pml"), &options);
        let model = loaded.model.expect("it is right");
        let counts = count(Interpreter::new(&model), 100, 100).expect("it is small");
        assert_eq!(counts.stored, states, "{steps}");
    }
}
