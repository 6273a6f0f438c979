//! Reading models, and showing what is wrong with them.

use std::io::IsTerminal;
use std::path::Path;

use frontend::diagnostic::{Style, WARNINGS};
use frontend::ir::Model;

use super::Failure;
use super::arguments::ModelArguments;

/// Refuses names of warnings that do not exist.
pub fn check_allowed(arguments: &ModelArguments) -> Result<(), Failure> {
    for name in &arguments.allow {
        if !WARNINGS.iter().any(|(known, _)| known == name) {
            let known: Vec<&str> = WARNINGS.iter().map(|&(known, _)| known).collect();
            let known = known.join(", ");
            return Err(Failure::input(format!(
                "there is no warning `{name}`: they are {known}"
            )));
        }
    }
    Ok(())
}

/// Loads a model; prints its errors and warnings.
pub fn load(path: &Path, arguments: &ModelArguments) -> Result<Model, Failure> {
    let preprocessor = frontend::preprocess::Options {
        define: arguments.define.clone(),
        include_dirs: arguments.include.clone(),
        ..Default::default()
    };
    let options = frontend::Options {
        preprocessor,
        unoptimized: arguments.unoptimized,
    };
    let mut loaded = frontend::load(path, &options);
    loaded.diagnostics.allow(&arguments.allow);
    let style = if std::io::stderr().is_terminal() {
        Style::Coloured
    } else {
        Style::Plain
    };
    eprint!("{}", loaded.diagnostics.render(&loaded.sources, style));
    let model = loaded.model.ok_or(Failure {
        code: 2,
        message: String::new(),
    })?;
    let unsupported = codegen::unsupported(&model);
    if unsupported.is_empty() {
        return Ok(model);
    }
    let lines = unsupported.iter().map(|(source, what)| {
        let file = &model.files[source.file as usize];
        let (line, column) = (source.line, source.column);
        format!(
            "{file}:{line}:{column}: {what} is not supported yet: `{}`",
            source.text
        )
    });
    let lines: Vec<String> = lines.collect();
    Err(Failure::input(lines.join("\nerror: ")))
}
