//! Reading models, and showing what is wrong with them.

use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use frontend::diagnostic::{Style, WARNINGS, is_warning};
use frontend::ir::Model;
use frontend::preprocess::AddedClaim;
use frontend::source::Sources;
use frontend::{Loaded, suggest};

use super::Failure;
use super::arguments::{ModelArguments, ReadArguments};
use super::typed;

/// Refuses names of warnings that do not exist.
pub fn check_allowed(arguments: &ReadArguments) -> Result<(), Failure> {
    match arguments.allow.iter().find(|name| !is_warning(name)) {
        Some(name) => Err(Failure::input(no_such_warning(name))),
        None => Ok(()),
    }
}

/// Says so, with the table of those that do exist.
fn no_such_warning(name: &str) -> String {
    let names = WARNINGS.iter().map(|(known, _)| *known);
    let width = names.clone().map(str::len).max().unwrap_or(0);
    let near = match suggest::did_you_mean(name, names) {
        Some(question) => format!("; {question}"),
        None => String::new(),
    };
    let mut message = format!("there is no warning `{name}`{near}\n\nThe warnings are:");
    for (known, meaning) in WARNINGS {
        message += &format!("\n  {known:width$}  {meaning}");
    }
    message
}

/// Loads a model; prints its errors and warnings.
pub fn load(
    path: &Path,
    arguments: &ReadArguments,
    unoptimized: bool,
    lossy_sends: bool,
) -> Result<Model, Failure> {
    let loaded = read(path, arguments, unoptimized);
    super::complain(&ignored_definitions(arguments, &loaded.sources));
    told(loaded, arguments, lossy_sends)
}

/// Loads a model that is looked at once more, by `replay`, `tags` or `claim`; prints its errors.
/// Its warnings were said when it was checked or simulated.
pub fn load_known(
    path: &Path,
    arguments: &ReadArguments,
    unoptimized: bool,
    lossy_sends: bool,
) -> Result<Model, Failure> {
    let mut loaded = read(path, arguments, unoptimized);
    loaded.diagnostics.drop_warnings();
    told(loaded, arguments, lossy_sends)
}

/// The model, after what is said of it.
fn told(
    mut loaded: Loaded,
    arguments: &ReadArguments,
    lossy_sends: bool,
) -> Result<Model, Failure> {
    loaded.diagnostics.allow(&arguments.allow);
    let style = match AutoStream::choice(&std::io::stderr()) {
        ColorChoice::Never => Style::Plain,
        _ => Style::Coloured,
    };
    super::complain(&loaded.diagnostics.render(&loaded.sources, style));
    let mut model = loaded.model.ok_or(Failure {
        code: 2,
        message: String::new(),
    })?;
    model.lossy_sends = lossy_sends;
    Ok(model)
}

/// What SPIN's verifiers are compiled with is an option of the analyzer here; `-D` defines a macro
/// of the model, which no search looks at.
fn ignored_definitions(arguments: &ReadArguments, sources: &Sources) -> String {
    let mut notes = String::new();
    for definition in &arguments.define {
        let name = definition.split('=').next().unwrap_or_default();
        if let Some(answer) = typed::foreign::definition(definition)
            && !sources.mention(name)
        {
            notes += &format!("note: the model does not use {name}. {answer}, behind `--`\n");
        }
    }
    notes
}

/// Loads a model a second time, unoptimised; what is wrong with it has been said.
pub fn load_again(path: &Path, arguments: &ReadArguments, lossy_sends: bool) -> Option<Model> {
    let mut model = read(path, arguments, true).model?;
    model.lossy_sends = lossy_sends;
    Some(model)
}

fn read(path: &Path, arguments: &ReadArguments, unoptimized: bool) -> Loaded {
    let formulas = arguments.ltl_formula.iter().cloned();
    let files = arguments.claim.iter().cloned().map(AddedClaim::File);
    let preprocessor = frontend::preprocess::Options {
        define: arguments.define.clone(),
        include_dirs: arguments.include.clone(),
        claims: formulas.map(AddedClaim::Formula).chain(files).collect(),
        ..Default::default()
    };
    let options = frontend::Options {
        preprocessor,
        unoptimized,
    };
    frontend::load(path, &options)
}

/// Loads a model to make an analyzer of it.
pub fn load_for_analyzer(path: &Path, arguments: &ModelArguments) -> Result<Model, Failure> {
    let (unoptimized, lossy_sends) = (arguments.unoptimized, arguments.lossy_sends);
    load(path, &arguments.read, unoptimized, lossy_sends)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowing(names: &[&str]) -> ReadArguments {
        ReadArguments {
            allow: names.iter().map(|&name| name.to_owned()).collect(),
            ..ReadArguments::default()
        }
    }

    #[test]
    fn every_warning_of_the_front_end_can_be_allowed() {
        let names: Vec<&str> = WARNINGS.iter().map(|(name, _)| *name).collect();
        assert!(names.contains(&"macro-redefined") && names.contains(&"self-loop"));
        assert!(names.is_sorted(), "the table is sorted by name");
        assert!(check_allowed(&allowing(&names)).is_ok());
    }

    #[test]
    fn other_names_are_refused_with_the_table() {
        let refused = check_allowed(&allowing(&["self-loop", "macro-redefind"]));
        let Err(Failure { message, code }) = refused else {
            panic!("accepted")
        };
        assert_eq!(code, 2);
        assert!(message.starts_with(
            "there is no warning `macro-redefind`; did you mean `macro-redefined`?\n"
        ));
        let row = message.lines().find(|it| it.starts_with("  self-loop "));
        assert!(row.is_some_and(|it| it.ends_with("  a loop that does nothing at all")));
    }
}
