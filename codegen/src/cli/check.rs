//! `pvgen check MODEL.pml ... [-- ARGS]`: generates, builds what is not in the
//! [cache](super::cache), runs.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output};

use codegen::{Options, Runtime};
use frontend::ir::Model;
use frontend::shown;

use super::arguments::{CheckArguments, ModelArguments};
use super::cache::{Cache, Common, Key};
use super::cargo::Source;
use super::table::{self, NOT_STARTED, Row};
use super::typed::{self, Flags};
use super::{Failure, child, embedded, load, place, programs, streams};

/// Checks the models; gives the exit code.
pub fn check(arguments: &CheckArguments) -> Result<u8, Failure> {
    load::check_allowed(&arguments.model.read)?;
    let models = &arguments.model.models;
    let flags = Flags::parse(arguments.arguments.iter().map(OsString::from));
    let flags = flags.map_err(Failure::input)?;
    if flags.has("help") {
        super::say(&typed::help("pvgen check MODEL --", "MODEL"))?;
        return Ok(0);
    }
    if models.len() > 1 {
        check_files(&flags)?;
    }
    let cache = Cache::open()?;
    cache.sweep_daily()?;
    let common = Common::find()?;
    let generate = |model: &PathBuf| {
        let generated = generate(model, &arguments.model, &common);
        generated.map(|(source, _)| source)
    };
    if let [only] = &models[..] {
        let source = generate(only)?;
        let output = run(&cache, &source, &arguments.arguments, true)?;
        return Ok(code(output.status));
    }
    let generated = models.iter().map(generate);
    let generated: Vec<Result<Source, u8>> =
        generated.map(|it| it.map_err(Failure::report)).collect();
    let sources: Vec<&Source> = generated.iter().flatten().collect();
    let unbuilt = programs::obtain(&cache, &sources)?.unbuilt;
    let mut rows = Vec::new();
    let trails = place::trails(models);
    for ((model, generated), trail) in models.iter().zip(generated).zip(trails) {
        let row = generated.and_then(|source| match unbuilt.get(&source.key) {
            Some(failure) => Err(named(model, failure.clone()).report()),
            None if child::interrupted() => Err(NOT_STARTED),
            None => child::hold(|| tabled(&cache, model, &source, arguments, trail)),
        });
        rows.push(row.unwrap_or_else(|code| Row::refused(model, code)));
    }
    let codes = rows.iter().map(|row| row.code);
    let code = codes.min_by_key(|&code| severity(code)).unwrap_or(0);
    Ok(deliver(&table::show(&rows), code))
}

/// Options for files are for one model: the second one's would replace the first one's.
fn check_files(flags: &Flags) -> Result<(), Failure> {
    match FILES.iter().find(|option| flags.has(option)) {
        Some(option) => Err(Failure::input(format!(
            "--{option} is for one model: several give a table"
        ))),
        None => Ok(()),
    }
}

/// Options of analyzers that name a file.
const FILES: [&str; 6] = [
    "json",
    "trail",
    "dump-states",
    "dump-ends",
    "export",
    "byte-frequencies",
];

/// Prints the table on what is left of the standard streams; gives the exit code. A violation stays
/// one.
fn deliver(table: &str, code: u8) -> u8 {
    let Err(error) = streams::print(table) else {
        return code;
    };
    super::complain(&format!(
        "{table}error: cannot write to standard output: {error}\n"
    ));
    match code {
        0 | 3 => 4,
        code => code,
    }
}

/// Position in the order of what several analyzers' exit codes amount to.
fn severity(code: u8) -> usize {
    let order = [4, 2, 1, 3, 0];
    order.iter().position(|&it| it == code).unwrap_or(0)
}

/// A failure, of one model of several.
fn named(model: &Path, failure: Failure) -> Failure {
    let message = format!("{}: {}", shown::path(model), failure.message);
    Failure { message, ..failure }
}

/// Reads a model, once, and makes the crate of its analyzer; gives also the model's digest.
pub fn generate(
    path: &Path,
    arguments: &ModelArguments,
    common: &Common,
) -> Result<(Source, String), Failure> {
    let model = load::load_for_analyzer(path, arguments)?;
    Ok(generate_from(&model, path, arguments, common))
}

/// The same of a model that has been read.
pub fn generate_from(
    model: &Model,
    path: &Path,
    arguments: &ModelArguments,
    common: &Common,
) -> (Source, String) {
    let stem = place::stem(path);
    let name = format!("pan_{stem}");
    let options = Options {
        crate_name: name.clone(),
        model_name: stem,
        header_path: shown::path(path),
        optimized: !arguments.unoptimized,
        reading: arguments.read.deciding(),
        runtime: Runtime::Path(format!("../../{}", embedded::folder_name())),
        alone: false,
    };
    let files = codegen::generate(model, &options);
    let key = Key::new(&name, &files, common);
    (Source { key, files }, model.digest.clone())
}

/// Runs an analyzer, with its output shown or kept.
pub fn run(
    cache: &Cache,
    source: &Source,
    arguments: &[impl AsRef<OsStr>],
    shown: bool,
) -> Result<Output, Failure> {
    let mut obtained = programs::obtain(cache, &[source])?;
    let Some(program) = obtained.programs.get(&source.key) else {
        let failure = obtained.unbuilt.remove(&source.key);
        return Err(failure.unwrap_or_else(|| Failure::ours("the cache loses what is built")));
    };
    let lock = obtained.lock;
    let output = child::run(Command::new(program).args(arguments), shown, || drop(lock));
    output.map_err(|error| {
        let failure = Failure::input(format!(
            "cannot run {}: {error}; set XDG_CACHE_HOME to a folder whose programs can be run",
            shown::path(program)
        ));
        child::check().err().unwrap_or(failure)
    })
}

/// The exit code of an analyzer.
pub fn code(status: ExitStatus) -> u8 {
    match status.code().map(u8::try_from) {
        Some(Ok(code)) => code,
        _ if child::interrupted() => child::INTERRUPTED,
        _ => {
            super::complain(&format!("error: the analyzer ended with {status}\n"));
            4
        }
    }
}

/// Runs one of several analyzers for its row of the table; what fails has been said.
fn tabled(
    cache: &Cache,
    model: &Path,
    source: &Source,
    arguments: &CheckArguments,
    trail: Option<String>,
) -> Result<Row, u8> {
    let failed = |failure| named(model, failure).report();
    let folder = tempfile::tempdir().map_err(|error| {
        failed(Failure::input(format!(
            "no temporary folder: {error}; set TMPDIR to a folder that can be written"
        )))
    })?;
    let json = folder.path().join("report.json");
    let mut arguments = arguments.arguments.clone();
    arguments.extend(["--json".to_owned(), json.display().to_string()]);
    arguments.extend(trail.map(|file| format!("--trail={file}")));
    let output = run(cache, source, &arguments, false).map_err(failed)?;
    let report = fs::read_to_string(&json).ok();
    let report = report.and_then(|text| serde_json::from_str(&text).ok());
    let said = String::from_utf8_lossy(&output.stderr);
    if !said.trim().is_empty() {
        super::complain(&format!("{}\n", shown::lines(said.trim_end())));
    }
    let code = code(output.status);
    report.map_or(Err(code), |report| Ok(Row::reported(model, code, report)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_of_several_exit_codes_wins() {
        let order = [4, 2, 1, 3, 0];
        for pair in order.windows(2) {
            assert!(severity(pair[0]) < severity(pair[1]), "{pair:?}");
        }
    }
}
