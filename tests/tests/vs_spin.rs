//! `docs/vs-spin.md` says the truth: each of its models is run through both tools, and what the
//! lines `- SPIN:` and `- pvgen:` below it quote must be said by them.

use std::fs;
use std::path::Path;
use support::analyzer::{self, Recipe};
use support::spin::transcript::{Effort, ask};
use support::spin::{self, Build};
use support::{checkout, jobs};

/// A model of the document with what is quoted of each tool.
struct Example {
    name: String,
    text: String,
    spin: Vec<String>,
    pvgen: Vec<String>,
}

fn examples() -> Vec<Example> {
    let document = fs::read_to_string(checkout().join("docs/vs-spin.md")).expect("the document");
    let mut found = Vec::new();
    for part in document.split("```promela\n").skip(1) {
        let (text, rest) = part.split_once("```").expect("a block ends");
        let section = rest.split("\n#").next().unwrap_or_default();
        let quotes = |tool: &str| {
            let line = section
                .lines()
                .find_map(|line| line.strip_prefix(&format!("- {tool}: ")));
            let line = line.unwrap_or_else(|| panic!("no line `- {tool}:` below\n{text}"));
            line.split('`')
                .skip(1)
                .step_by(2)
                .map(String::from)
                .collect()
        };
        found.push(Example {
            name: format!("difference{}", found.len() + 1),
            text: text.to_string(),
            spin: quotes("SPIN"),
            pvgen: quotes("pvgen"),
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
                assert!(analyzer::is_refusal(&refused), "{}", refused.all_output());
                refused
            }
            Ok(analyzer) => {
                analyzer
                    .run(&["--errors", "all", "--memory", "1G", "--reduce", "none"])
                    .finished
            }
        };
        let output = format!("{}\nexit {:?}", finished.all_output(), finished.code());
        assert_quoted(
            example,
            &example.pvgen,
            &output.replace("Some(", "").replace(')', ""),
        );
    }
}

#[test]
fn what_is_quoted_of_spin() {
    if !spin::available() {
        return;
    }
    let examples = examples();
    let recipes = write(&examples);
    let outputs = jobs::on_all_cores(&recipes, |recipe| spin_says(&recipe.model));
    for (example, output) in examples.iter().zip(outputs) {
        assert_quoted(example, &example.spin, &output);
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

/// Everything that spin, the compiler and the verifier print, with the verifier's end.
fn spin_says(model: &Path) -> String {
    let build = Build {
        compiler_flags: vec!["-DSAFETY", "-DNOREDUCE", "-DNOCLAIM"],
        ..Build::optimized(model, &[])
    };
    ask(&build, "-c0", Effort::Moment).text()
}
