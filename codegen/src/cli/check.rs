//! `pvgen check MODEL.pml ... [-- ARGS]`: generates in the cache folder, builds with one call of cargo, runs.
//!
//! All crates lie in one workspace of the cache folder, so that one call builds several on all cores and what is built of the runtime is
//! shared. A crate's folder is named by model and options; when nothing changed, cargo finds nothing to do. Each version of the
//! runtime has a workspace of its own: a lock file names one only.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use codegen::Options;

use super::arguments::CheckArguments;
use super::generate::PROFILE;
use super::table::{self, Row};
use super::{Failure, child, embedded, load, place, write};

/// Checks the models; gives the exit code.
pub fn check(arguments: &CheckArguments) -> Result<u8, Failure> {
    load::check_allowed(&arguments.model.read)?;
    let models = &arguments.model.models;
    let asks_json = |it: &String| it == "--json" || it.starts_with("--json=");
    if models.len() > 1 && arguments.arguments.iter().any(asks_json) {
        let message = "--json is for one model: several give a table";
        return Err(Failure::input(message));
    }
    let workspace = prepare()?;
    let mut generated = Vec::new();
    for model in models {
        generated.push(generate(model, &workspace, arguments));
    }
    let names = generated.iter().flatten().map(String::as_str);
    build(&workspace, &names.collect::<Vec<_>>())?;
    let program = |name: &str| workspace.target.join("release").join(name);
    if let [only] = &generated[..] {
        return match only {
            Ok(name) => {
                run(&program(name), &arguments.arguments, true).map(|(status, _)| code(status))
            }
            Err(code) => Ok(*code),
        };
    }
    let rows = models
        .iter()
        .zip(&generated)
        .map(|(model, generated)| match generated {
            Err(code) => Ok(Row::refused(model, *code)),
            Ok(name) => tabled(model, &program(name), arguments),
        });
    let rows = rows.collect::<Result<Vec<Row>, Failure>>()?;
    super::say(&table::show(&rows));
    let codes = rows.iter().map(|row| row.code);
    Ok(codes.min_by_key(|&code| severity(code)).unwrap_or(0))
}

/// Position in the order of what several analyzers' exit codes amount to.
fn severity(code: u8) -> usize {
    let order = [4, 2, 1, 3, 0];
    order.iter().position(|&it| it == code).unwrap_or(0)
}

struct CacheWorkspace {
    root: PathBuf,
    target: PathBuf,
    runtime: PathBuf,
}

fn prepare() -> Result<CacheWorkspace, Failure> {
    let cache = place::cache()?;
    let workspace = CacheWorkspace {
        root: cache.join(format!("check-{:016x}", embedded::digest())),
        target: cache.join("target"),
        runtime: embedded::runtime_in_cache()?,
    };
    let failed = |error| Failure::file("write into", workspace.root.display(), error);
    fs::create_dir_all(&workspace.root).map_err(failed)?;
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [\"pan_*\"]\n{PROFILE}");
    let path = workspace.root.join("Cargo.toml");
    if fs::read_to_string(&path).ok().as_ref() != Some(&manifest) {
        write::replace(&path, &manifest).map_err(failed)?;
    }
    embedded::lock(&workspace.root).map_err(failed)?;
    Ok(workspace)
}

/// Writes the crate of a model; gives its name, or the exit code when the model is refused (which has then been said).
fn generate(
    path: &Path,
    workspace: &CacheWorkspace,
    arguments: &CheckArguments,
) -> Result<String, u8> {
    let made = (|| {
        let model = load::load_for_analyzer(path, &arguments.model)?;
        let stem = place::stem(path)?;
        let options = &arguments.model;
        let mut hasher = DefaultHasher::new();
        let include: Vec<PathBuf> = options
            .read
            .include
            .iter()
            .map(|it| place::absolute(it))
            .collect();
        (
            place::absolute(path),
            &options.read.define,
            include,
            options.unoptimized,
            options.lossy_sends,
        )
            .hash(&mut hasher);
        let crate_name = format!("pan_{stem}_{:016x}", hasher.finish());
        let options = Options {
            crate_name: crate_name.clone(),
            model_name: stem,
            header_path: path.display().to_string(),
            optimized: !options.unoptimized,
            runtime: format!(
                "{{ package = \"pvgen-runtime\", path = {:?} }}",
                workspace.runtime.display().to_string()
            ),
            tail: String::new(),
        };
        let files = codegen::generate(&model, &options);
        write::write(&workspace.root.join(&crate_name), &files, &workspace.target)?;
        Ok(crate_name)
    })();
    made.map_err(Failure::report)
}

/// Builds the crates; cargo is heard only if it fails.
fn build(workspace: &CacheWorkspace, names: &[&str]) -> Result<(), Failure> {
    if names.is_empty() {
        return Ok(());
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--release", "--quiet", "--manifest-path"]);
    command.arg(workspace.root.join("Cargo.toml"));
    command.arg("--target-dir").arg(&workspace.target);
    for name in names {
        command.args(["-p", name]);
    }
    let output = child::run(&mut command, false, || ());
    let output = output.map_err(|error| Failure::ours(format!("cannot run cargo: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Failure::ours(format!(
        "the analyzer does not build; cargo says:\n{said}"
    )))
}

/// Runs an analyzer, with its output shown or kept.
fn run(program: &Path, arguments: &[String], shown: bool) -> Result<(ExitStatus, String), Failure> {
    let mut command = Command::new(program);
    command.args(arguments);
    let failed = |error| Failure::ours(format!("cannot run {}: {error}", program.display()));
    let output = child::run(&mut command, shown, || ()).map_err(failed)?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok((output.status, said))
}

fn code(status: ExitStatus) -> u8 {
    status
        .code()
        .and_then(|code| code.try_into().ok())
        .unwrap_or(4)
}

/// Runs one of several analyzers for its row of the table.
fn tabled(model: &Path, program: &Path, arguments: &CheckArguments) -> Result<Row, Failure> {
    let failed = |error| Failure::ours(format!("no temporary folder: {error}"));
    let folder = tempfile::tempdir().map_err(failed)?;
    let json = folder.path().join("report.json");
    let mut arguments = arguments.arguments.clone();
    arguments.extend(["--json".to_owned(), json.display().to_string()]);
    let (status, said) = run(program, &arguments, false)?;
    let report = fs::read_to_string(&json).ok();
    Ok(
        match report.and_then(|text| serde_json::from_str(&text).ok()) {
            Some(report) => Row::reported(model, code(status), report),
            None => {
                eprintln!("{}: {}", model.display(), said.trim_end());
                Row::refused(model, code(status))
            }
        },
    )
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
