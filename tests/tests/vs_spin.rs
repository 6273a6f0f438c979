//! `docs/vs-spin.md` says the truth: each of its models is run through both tools, and what the
//! lines `- SPIN:` and `- pvgen:` below it quote must be said by them. Between the tool and the
//! colon may stand how it is asked: one of [`WAYS`], or options of the analyzer.

use std::fs;
use std::path::Path;
use std::process::Command;
use support::analyzer::{self, Recipe};
use support::spin::transcript::{Effort, ask};
use support::spin::{self, Build};
use support::{checkout, files_below, jobs};

/// A model of the document with what is quoted of each tool.
struct Example {
    name: String,
    text: String,
    spin: Said,
    pvgen: Said,
}

/// What a tool is said to say, and how it is asked.
struct Said {
    way: String,
    quotes: Vec<String>,
}

/// How SPIN is asked: flags of the compiler, options of the verifier.
const WAYS: [(&str, &[&str], &str); 6] = [
    ("", &["-DSAFETY", "-DNOREDUCE", "-DNOCLAIM"], "-c0"),
    (" reduced", &["-DSAFETY", "-DNOCLAIM"], "-c0"),
    (" with the claim", &["-DNOREDUCE"], "-c1"),
    (" with the claim, reduced", &[], "-c1"),
    (" with `-a`", &["-DNOREDUCE"], "-a"),
    (" with `-a -f`", &["-DNOREDUCE", "-DNFAIR=3"], "-a -f"),
];

fn examples() -> Vec<Example> {
    let document = fs::read_to_string(checkout().join("docs/vs-spin.md")).expect("the document");
    let mut found = Vec::new();
    for part in document.split("```promela\n").skip(1) {
        let (text, rest) = part.split_once("```").expect("a block ends");
        let section = rest.split("\n#").next().unwrap_or_default();
        let said = |tool: &str| {
            let line = section
                .lines()
                .find_map(|line| line.strip_prefix(&format!("- {tool}"))?.split_once(": "));
            let (way, line) = line.unwrap_or_else(|| panic!("no line `- {tool}:` below\n{text}"));
            let quotes = line.split('`').skip(1).step_by(2);
            Said {
                way: way.to_string(),
                quotes: quotes.map(String::from).collect(),
            }
        };
        found.push(Example {
            name: format!("difference{}", found.len() + 1),
            text: text.to_string(),
            spin: said("SPIN"),
            pvgen: said("pvgen"),
        });
    }
    assert!(found.len() > 5, "the document has lost its models");
    found
}

fn write(examples: &[Example]) -> Vec<Recipe> {
    let folder = analyzer::scratch().join("models");
    fs::create_dir_all(&folder).expect("the target folder is writable");
    let recipe = |example: &Example| {
        let model = folder.join(format!("{}.pml", example.name));
        support::write_if_changed(&model, &example.text);
        Recipe::new(model)
    };
    examples.iter().map(recipe).collect()
}

#[test]
fn what_is_quoted_of_pvgen() {
    let examples = examples();
    let analyzers = analyzer::build_quickly(&write(&examples));
    for (example, built) in examples.iter().zip(analyzers) {
        let finished = match built {
            Err(refused) => {
                let said = refused.all_output();
                assert!(analyzer::is_refusal(&refused), "{said}");
                assert!(said.contains("help: "), "no remedy is shown: {said}");
                refused
            }
            Ok(analyzer) => analyzer.run(&options(&example.pvgen.way)).finished,
        };
        let code = finished.code().expect("no signal");
        let output = format!("{}\nexit {code}", finished.all_output());
        assert_quoted(example, &example.pvgen.quotes, &output);
    }
}

#[test]
fn what_is_quoted_of_spin() {
    if !spin::available() {
        return;
    }
    let examples = examples();
    let recipes = write(&examples);
    let asked: Vec<_> = examples.iter().zip(recipes).collect();
    let outputs = jobs::on_all_cores(&asked, |(example, recipe)| {
        spin_says(&recipe.model, &example.spin.way)
    });
    for (example, output) in examples.iter().zip(outputs) {
        assert_quoted(example, &example.spin.quotes, &output);
    }
}

/// The wrong models of beginners quote SPIN in their last line.
#[test]
fn what_is_quoted_of_spin_beside_models_of_beginners() {
    if !spin::available() {
        return;
    }
    let folder = checkout().join("frontend/tests/data/students");
    let models = files_below(&folder, "pml").expect("is there");
    assert!(models.len() > 20);
    for model in models {
        let text = fs::read_to_string(&model).expect("is readable");
        let quote = text
            .trim_end()
            .rsplit_once(" SPIN: ")
            .expect("quotes SPIN")
            .1;
        let quote = quote.trim_end_matches(" */").replace("line ", "m.pml:");
        let scratch = tempfile::tempdir().expect("a folder");
        fs::write(scratch.path().join("m.pml"), &text).expect("writable");
        let mut spin = Command::new("spin");
        let output = spin
            .args(["-a", "m.pml"])
            .current_dir(scratch.path())
            .output();
        let output = output.expect("spin runs");
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        match &*quote {
            "nothing" => assert_eq!(said, "", "{}", model.display()),
            _ => assert!(said.contains(&quote), "{}: {said}", model.display()),
        }
    }
}

fn assert_quoted(example: &Example, quotes: &[String], output: &str) {
    for quote in quotes {
        assert!(
            output.contains(quote),
            "`{quote}` is not said:\n{}\n{output}",
            example.text
        );
    }
}

/// Options of an analyzer: all errors, nothing reduced, and those between `with` and the colon.
fn options(way: &str) -> Vec<&str> {
    let own = way
        .strip_prefix(" with `")
        .and_then(|it| it.strip_suffix('`'));
    assert_eq!(own.is_none(), way.is_empty(), "{way}");
    let mut options = vec!["--errors", "all", "--memory", "1G"];
    options.extend(own.into_iter().flat_map(str::split_whitespace));
    if !options.contains(&"--reduce") {
        options.extend(["--reduce", "none"]);
    }
    options
}

/// Everything that spin, the compiler and the verifier print, with the verifier's end.
fn spin_says(model: &Path, way: &str) -> String {
    let known = WAYS.iter().find(|it| it.0 == way);
    let (_, flags, options) = known.unwrap_or_else(|| panic!("SPIN is not asked so: {way}"));
    let build = Build {
        compiler_flags: flags.to_vec(),
        ..Build::optimized(model, &[])
    };
    ask(&build, options, Effort::Moment).text()
}
