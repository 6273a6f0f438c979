//! The parser: right models survive printing, wrong ones are refused in bounded time, garbage does
//! no harm.

mod common;
#[path = "common/spin.rs"]
mod spin;

use common::{Numbers, mutate};
use frontend::ast::{Ast, Formula, FormulaKind, InfixOperator, PrefixOperator, Unit};
use frontend::diagnostic::Diagnostics;
use frontend::driver::rewrite;
use frontend::mapped_text::MappedText;
use frontend::parse::{SyntaxError, parse};
use frontend::preprocess::{Options, preprocess_file};
use frontend::print;
use frontend::source::Sources;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What the parser gets to see of a file.
fn prepare(path: &Path) -> (MappedText, Sources) {
    prepare_text(String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned())
}

/// What the parser gets to see of a text. Errors of the preprocessor are its own tests' business.
fn prepare_text(text: String) -> (MappedText, Sources) {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let file = sources.add("model.pml", Path::new("model.pml"), text.into(), None);
    let text = preprocess_file(file, &Options::default(), &mut sources, &mut diagnostics);
    let (written, _) = rewrite(&text, &mut diagnostics).unwrap();
    (written.text, sources)
}

fn models_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(models_below(&path));
        } else if path.extension().is_some_and(|extension| extension == "pml") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn data(folder: &str) -> Vec<PathBuf> {
    let models = models_below(
        &Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/data")
            .join(folder),
    );
    assert!(!models.is_empty(), "no models in tests/data/{folder}");
    models
}

/// The tree without its ranges.
fn shape(ast: &Ast) -> String {
    let text = format!("{ast:?}");
    let mut parts = text.split("TextRange { start: ");
    let mut shape = parts.next().unwrap().to_owned();
    for part in parts {
        shape.push_str(part.split_once(" }").unwrap().1);
    }
    shape
}

/// Parses, prints, parses again: the same tree. Gives the printed text.
fn round_trip(text: &str) -> Result<String, String> {
    let first = parse(text).map_err(|errors| format!("{errors:#?}"))?;
    let printed = print::model(&first);
    let second =
        parse(&printed).map_err(|errors| format!("printed as:\n{printed}\n{errors:#?}"))?;
    if shape(&first) == shape(&second) {
        Ok(printed)
    } else {
        Err(format!("another tree after printing:\n{printed}"))
    }
}

#[test]
fn correct_models_survive_printing() {
    for path in data("ok") {
        let (text, _) = prepare(&path);
        let printed =
            round_trip(text.text()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        // What is printed needs no separators, and putting them in changes nothing.
        let (again, _) = prepare_text(printed.clone());
        let again = parse(again.text())
            .unwrap_or_else(|error| panic!("{}: {error:?}\n{printed}", path.display()));
        assert_eq!(
            shape(&again),
            shape(&parse(&printed).unwrap()),
            "{}",
            path.display()
        );
    }
}

#[test]
fn examples_of_spin_survive_printing() {
    if !Path::new(spin::EXAMPLES).exists() {
        spin::skipped(&format!("{} is not installed", spin::EXAMPLES));
        return;
    }
    let mut failures = Vec::new();
    for path in models_below(Path::new(spin::EXAMPLES)) {
        let (text, _) = prepare(&path);
        match round_trip(text.text()) {
            Ok(_) => {}
            // `&` between formulas: SPIN refuses the model too, for its `X`.
            Err(error) if path.ends_with("LTL/patterns.pml") => {
                assert!(error.contains("write `&&`"))
            }
            Err(error) => failures.push(format!("{}: {error}", path.display())),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Models of our own: what the other tests count and check.
fn own_models() -> Vec<PathBuf> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../promela-examples");
    let mut models = models_below(&examples);
    models.extend(data("ir"));
    models
}

/// The tree survives printing, and SPIN generates the same verifier from the printed text.
#[test]
fn own_models_mean_the_same_printed() {
    let with_spin = spin::installed("spin", "-V");
    let folder = tempfile::tempdir().unwrap();
    let mut failures = Vec::new();
    let mut compared = 0;
    for path in own_models() {
        let (text, _) = prepare(&path);
        let printed = match round_trip(text.text()) {
            Ok(printed) => printed,
            Err(error) => {
                failures.push(format!("{}: {error}", path.display()));
                continue;
            }
        };
        if with_spin {
            let theirs = spin::verifier(text.text(), &folder.path().join("original"), true);
            let ours = spin::verifier(&printed, &folder.path().join("printed"), true);
            compared += usize::from(theirs.0);
            if theirs != ours {
                failures.push(format!("another verifier: {}\n{printed}", path.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    eprintln!("{compared} models compared");
}

/// Parses `text` on the small stack that tests have, in bounded time.
fn parse_quickly(what: &str, text: &str) -> Result<Ast, Vec<SyntaxError>> {
    let start = Instant::now();
    let result = parse(text);
    let took = start.elapsed();
    // Generous, for busy machines: the grammar takes a quarter of a second of CPU time for 10,000
    // lines, ten times that without optimization; what is not linear takes far longer.
    let limit = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 10 });
    assert!(took < limit, "{what}: {took:?}");
    result
}

fn in_init(statements: &str) -> String {
    format!("int x; chan c = [1] of {{ int }}; init {{ {statements} }}")
}

#[test]
fn deep_nesting_parses_or_is_refused_with_a_message() {
    let nested = |depth: usize| {
        let (open, close) = ("(".repeat(depth), ")".repeat(depth));
        let (begin, end) = ("{ ".repeat(depth), " }".repeat(depth));
        let (index, back) = ("a[".repeat(depth), "]".repeat(depth));
        let (poll, end_poll) = ("c?[eval(".repeat(depth / 2), ")]".repeat(depth / 2));
        let (cond, end_cond) = ("(x -> 1 : ".repeat(depth), ")".repeat(depth));
        let (options, end_options) = ("if :: ".repeat(depth), " fi".repeat(depth));
        vec![
            in_init(&format!("x = {open}1{close}")),
            in_init(&format!("{open}x == 1{close}")),
            in_init(&format!("{open}full(c){close}")),
            in_init(&format!("{begin} x = 1 {end}")),
            in_init(&format!("x = {index}1{back}")),
            in_init(&format!("{poll}1{end_poll}")),
            in_init(&format!("x = {cond}1{end_cond}")),
            in_init(&format!("{options} x = 1 {end_options}")),
        ]
    };
    for text in nested(200) {
        let ast = parse_quickly("200 levels", &text).unwrap_or_else(|errors| panic!("{errors:?}"));
        round_trip(&print::model(&ast)).unwrap();
    }
    for text in nested(100_000) {
        let errors = parse_quickly("100,000 levels", &text).unwrap_err();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(
            errors[0].message.contains("deeper than 256 levels"),
            "{errors:?}"
        );
    }
}

#[test]
fn long_chains_parse_or_are_refused_with_a_message() {
    let chain = |count: usize| {
        let nested = (0..200).fold("1".to_owned(), |inner, _| {
            format!("({inner}{})", " + 1".repeat(count / 200))
        });
        vec![
            in_init(&format!("x = 1{}", " + 1".repeat(count))),
            in_init(&format!("x = {}1", "- ".repeat(count))),
            in_init(&format!("x = {nested}")),
            format!("int x = 1{}; init {{ skip }}", " + 1".repeat(count)),
            format!("ltl {{ {} x }} init {{ skip }}", "[]".repeat(count)),
            format!("ltl {{ {} x }} init {{ skip }}", "X ".repeat(count)),
            format!("ltl {{ x {} }} init {{ skip }}", "until x ".repeat(count)),
            format!("ltl {{ x {} }} init {{ skip }}", "-> x ".repeat(count)),
        ]
    };
    for text in chain(600) {
        parse_quickly("600 operators", &text).unwrap_or_else(|errors| panic!("{errors:?}"));
    }
    for text in chain(100_000) {
        let errors = parse_quickly("100,000 operators", &text).unwrap_err();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(
            errors[0].message.contains("more than 1000 operators"),
            "{errors:?}"
        );
    }
}

#[test]
fn large_models_parse_in_linear_time() {
    let options = ":: x == 1 -> x = 2; c!x\n".repeat(5_000);
    parse_quickly("5,000 options", &in_init(&format!("do {options} od"))).unwrap();
    let lines = "x = x + 1; c!x; c?x;\nif :: x > 3 -> x = 0 :: else -> skip fi;\n".repeat(5_000);
    parse_quickly("10,000 lines", &in_init(&format!("{lines} skip"))).unwrap();
    let values = "1, ".repeat(20_000);
    parse_quickly(
        "20,000 values",
        &format!("int a[20001] = {{ {values} 1 }}; init {{ skip }}"),
    )
    .unwrap();
    let labels: String = (0..20_000).map(|number| format!("L{number}: ")).collect();
    parse_quickly("20,000 labels", &in_init(&format!("{labels} skip"))).unwrap();
    let wrong = "x += 1; x = 2; ".repeat(5_000);
    assert_eq!(
        parse_quickly("5,000 errors", &in_init(&wrong))
            .unwrap_err()
            .len(),
        // For more the unit would be read again too often.
        50
    );
}

/// No panic, no endless loop, ranges inside the text, and what still parses survives printing.
fn mutants_do_no_harm(each: usize) {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut refused = 0;
    for path in data("ok").into_iter().chain(data("err")) {
        let text = std::fs::read_to_string(&path).unwrap();
        for _ in 0..each {
            let mutant = mutate(&text, &mut numbers);
            match parse_quickly("a mutant", &mutant) {
                Ok(_) => drop(
                    round_trip(&mutant).unwrap_or_else(|error| panic!("{error}\nof\n{mutant}")),
                ),
                Err(errors) => {
                    refused += 1;
                    assert!(!errors.is_empty());
                    for error in errors {
                        let range = error.range;
                        assert!(
                            range.start <= range.end && range.end as usize <= mutant.len(),
                            "{error:?}"
                        );
                        assert!(
                            mutant.is_char_boundary(range.start as usize)
                                && mutant.is_char_boundary(range.end as usize)
                        );
                    }
                }
            }
        }
    }
    assert!(
        refused > 100,
        "the mutations are too mild: {refused} refused"
    );
}

#[test]
fn mutated_models_do_no_harm() {
    mutants_do_no_harm(10);
}

/// `cargo test --release -p pvgen-frontend --test parse -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn many_mutated_models_do_no_harm() {
    mutants_do_no_harm(1_000);
}

/// A formula with parentheses around each operand.
fn in_full(formula: &Formula) -> String {
    match &formula.kind {
        FormulaKind::State(expression) => format!("({})", print::expression(expression)),
        FormulaKind::Prefix(operator, inner) => {
            let sign = match operator {
                PrefixOperator::Not => "!",
                PrefixOperator::Always => "[]",
                PrefixOperator::Eventually => "<>",
                PrefixOperator::Next => "X",
            };
            format!("({sign} {})", in_full(inner))
        }
        FormulaKind::Infix(operator, left, right) => {
            let sign = match operator {
                InfixOperator::Implies => "->",
                InfixOperator::Equivalent => "<->",
                InfixOperator::Or => "||",
                InfixOperator::And => "&&",
                InfixOperator::Until => "U",
                InfixOperator::WeakUntil => "W",
                InfixOperator::Release => "V",
            };
            format!("({} {sign} {})", in_full(left), in_full(right))
        }
    }
}

/// SPIN shows each formula as it has read it: the same with our parentheses as without.
#[test]
fn formulas_are_read_as_spin_reads_them() {
    const FORMULAS: [&str; 21] = [
        "!p U q",
        "p U q U r",
        "p U q V r W p",
        "p -> q -> r",
        "p <-> q -> r <-> p",
        "p && q U r || p",
        "p || q && r -> p U q",
        "X p U q",
        "[] p U q",
        "p U [] q && <> r",
        "[]<>p -> <>[]q",
        "always (p implies eventually q) && p",
        "p until q release r",
        "p stronguntil q weakuntil r || next q",
        "p equivalent q implies r",
        "x + 1 == 2 U q",
        "x & y U p | q",
        "!p && q || ! [] r",
        "! (p && q) U !r",
        "c?[1] U len(c) == 1 || P@L",
        "x < 1 && y << 2 > 3 U -x == ~y",
    ];
    let folder = tempfile::tempdir().unwrap();
    let spins = |formula: &str| {
        let model = format!(
            "int x, y; bool p, q, r; chan c = [1] of {{ byte }};\nltl f {{ {formula} }}\nactive proctype P() {{ L: x = 1 }}\n"
        );
        std::fs::write(folder.path().join("m.pml"), &model).unwrap();
        let run = std::process::Command::new("spin")
            .args(["-a", "m.pml"])
            .current_dir(&folder)
            .output();
        let said = String::from_utf8_lossy(&run.unwrap().stdout).into_owned();
        let read = said.lines().find(|line| line.starts_with("ltl f:"));
        let read = read.unwrap_or_else(|| panic!("{formula}: {said}"));
        (model, read.to_owned())
    };
    if !spin::installed("spin", "-V") {
        return;
    }
    for formula in FORMULAS {
        let (model, read) = spins(formula);
        let ast = parse(prepare_text(model).0.text()).unwrap();
        let ours = ast.units.iter().find_map(|unit| match unit {
            Unit::Ltl(ltl) => Some(in_full(&ltl.formula)),
            _ => None,
        });
        let ours = ours.unwrap();
        assert_eq!(spins(&ours).1, read, "{formula} is read as {ours}");
    }
}

#[test]
fn statements_print_on_one_line() {
    let text = in_init(
        "L: fork[(l)] = (_pid + 1) % 4; c!1(x,2); c?eval(x)(x); if :: x == 1 -> break :: else fi",
    );
    let ast = parse(&text).unwrap();
    let frontend::ast::Unit::Init(init) = &ast.units[2] else {
        panic!("{ast:?}")
    };
    let lines: Vec<String> = init
        .body
        .steps
        .iter()
        .map(|step| match step {
            frontend::ast::Step::Statement(statement) => print::statement(statement),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        lines,
        [
            "L: fork[l] = (_pid + 1) % 4",
            "c!1,x,2",
            "c?eval(x),x",
            "if :: x == 1; break :: else fi"
        ]
    );
}
