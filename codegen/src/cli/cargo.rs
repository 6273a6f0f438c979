//! Building analyzers: a workspace that exists as long as cargo works in it, with the crates that
//! are wanted now and no others.
//!
//! One call builds them all on all cores. Cargo goes on when one does not compile; when it cannot
//! even read one, each is tried alone. When nothing at all could be linked, what was built of the
//! runtime may be damaged: once more, then, from its sources.

use std::collections::BTreeMap;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Command;

use codegen::Crate;
use frontend::shown;
use serde::Deserialize;

use super::cache::{Cache, Key, Lock};
use super::generate::PROFILE;
use super::{Failure, child, embedded};

/// An analyzer before it is built.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it is known by.
    pub key: Key,
    /// Its files.
    pub files: Crate,
}

/// The programs, in cargo's folder, or why there is none; in the order of the sources, whose keys
/// differ.
type Built = Vec<Result<PathBuf, Failure>>;

/// Builds analyzers. The lock is `build.lock`. An error is one that stops every build.
pub fn build(cache: &Cache, sources: &[&Source], building: &Lock) -> Result<Built, Failure> {
    if sources.is_empty() {
        return Ok(Built::new());
    }
    if std::io::stderr().is_terminal() && embedded::is_new(cache) {
        super::complain(
            "building the runtime, which all analyzers share: once, in about a minute\n",
        );
    }
    let target = cache.target();
    let failed = |error| cache.unusable(error);
    target.check().map_err(failed)?;
    target.forget_analyzers();
    let (mut built, compiled) = together_or_alone(cache, sources, building)?;
    if compiled && built.iter().all(Result::is_err) {
        target.empty().map_err(failed)?;
        (built, _) = together_or_alone(cache, sources, building)?;
    }
    Ok(built)
}

/// Builds all, or each if none could be built with the others; says, too, whether cargo came as far
/// as compiling.
fn together_or_alone(
    cache: &Cache,
    sources: &[&Source],
    building: &Lock,
) -> Result<(Built, bool), Failure> {
    let whole = || in_one_workspace(cache, sources, building);
    let (mut built, mut compiled) = child::hold(whole)?;
    if sources.len() > 1 && built.iter().all(Result::is_err) {
        for (source, built) in sources.iter().zip(&mut built) {
            let (mut alone, also) = child::hold(|| in_one_workspace(cache, &[source], building))?;
            *built = alone.remove(0);
            compiled |= also;
        }
    }
    Ok((built, compiled))
}

fn in_one_workspace(
    cache: &Cache,
    sources: &[&Source],
    building: &Lock,
) -> Result<(Built, bool), Failure> {
    let failed = |error| cache.unusable(error);
    embedded::mend_runtime(cache, building)?;
    let workspace = cache.workspace().map_err(failed)?;
    let mut said = Said::default();
    let mut members = Vec::new();
    for source in sources {
        let unique = source.key.unique();
        match renamed(source) {
            Err(error) => drop(said.errors.insert(unique, error)),
            Ok(manifest) => {
                write(source, &manifest, workspace.path()).map_err(failed)?;
                members.push(unique);
            }
        }
    }
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n{PROFILE}");
    fs::write(workspace.path().join("Cargo.toml"), manifest).map_err(failed)?;
    fs::write(workspace.path().join("Cargo.lock"), embedded::LOCK).map_err(failed)?;
    if !members.is_empty() {
        cargo(cache, workspace.path(), &mut said)?;
    }
    let built = sources.iter().map(|source| {
        let unique = source.key.unique();
        let program = said.programs.remove(&unique);
        program.ok_or_else(|| why(said.errors.get(&unique).unwrap_or(&said.rest)))
    });
    Ok((built.collect(), said.compiled))
}

/// The manifest of a source, with a name that no other has.
fn renamed(source: &Source) -> Result<String, String> {
    let text = source.files.files.get(Path::new("Cargo.toml"));
    let mut manifest: toml::Table = text
        .map_or("", String::as_str)
        .parse()
        .map_err(|error| format!("Cargo.toml: {error}"))?;
    let package = manifest.get_mut("package").and_then(|it| it.as_table_mut());
    let package = package.ok_or("Cargo.toml has no [package]")?;
    package.insert("name".to_owned(), source.key.unique().into());
    Ok(manifest.to_string())
}

fn write(source: &Source, manifest: &str, workspace: &Path) -> std::io::Result<()> {
    let folder = workspace.join(source.key.unique());
    for (path, text) in &source.files.files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        fs::write(path, text)?;
    }
    fs::write(folder.join("Cargo.toml"), manifest)
}

/// What cargo said.
#[derive(Debug, Default)]
struct Said {
    /// Programs that were built, by crate.
    programs: BTreeMap<String, PathBuf>,
    /// The compiler's errors, by crate.
    errors: BTreeMap<String, String>,
    /// Everything else.
    rest: String,
    /// Something was compiled, or tried.
    compiled: bool,
}

/// A line of what cargo writes for programs, as far as it matters here.
#[derive(Deserialize)]
struct Line {
    target: Target,
    executable: Option<PathBuf>,
    message: Option<Message>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    rendered: String,
}

/// Has cargo build a workspace; adds what it says.
fn cargo(cache: &Cache, workspace: &Path, said: &mut Said) -> Result<(), Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(&cargo);
    command.args([
        "build",
        "--release",
        "--quiet",
        "--color=never",
        "--keep-going",
        "--message-format=json",
        "--manifest-path",
    ]);
    command.arg(workspace.join("Cargo.toml"));
    command.arg("--target-dir").arg(cache.target().folder);
    let output = child::run(&mut command, false, || ());
    child::check()?;
    let output = output.map_err(|error| {
        Failure::input(format!(
            "cannot run {}: {error}; install Rust 1.95 or later, with cargo and rustc in the PATH",
            shown::path(Path::new(&cargo))
        ))
    })?;
    said.rest = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines = String::from_utf8_lossy(&output.stdout);
    for line in lines.lines() {
        let Ok(line) = serde_json::from_str::<Line>(line) else {
            continue;
        };
        said.compiled = true;
        let name = line.target.name;
        if let Some(message) = line.message.filter(|it| it.level == "error") {
            match name.starts_with("pan_") {
                true => *said.errors.entry(name).or_default() += &message.rendered,
                false => said.rest += &message.rendered,
            }
        } else if let Some(program) = line.executable {
            said.programs.insert(name, program);
        }
    }
    Ok(())
}

/// What says that a build failed for a reason that is not ours, and what can be done then.
const CAUSES: [(&str, &str); 6] = [
    (
        "No space left on device",
        "free some space (`pvgen cache clean` empties the cache) or set XDG_CACHE_HOME to a folder on another disk",
    ),
    (
        "Disk quota exceeded",
        "free some space (`pvgen cache clean` empties the cache) or set XDG_CACHE_HOME to a folder on another disk",
    ),
    (
        "failed to download",
        "the first build fetches what the runtime depends on: it needs the network, later ones do not",
    ),
    (
        "failed to get `",
        "the first build fetches what the runtime depends on: it needs the network, later ones do not",
    ),
    (
        "linker `cc` not found",
        "Rust links with a C compiler: install one",
    ),
    ("requires rustc", "install Rust 1.95 or later"),
];

/// Why a build failed of which this was said.
fn why(said: &str) -> Failure {
    let remedy = CAUSES.iter().find(|(cause, _)| said.contains(cause));
    match remedy {
        None => does_not_build(said),
        Some((_, remedy)) => Failure::input(format!(
            "cargo cannot build the analyzer: {remedy}; it says:\n{}",
            said.trim_end()
        )),
    }
}

fn does_not_build(said: &str) -> Failure {
    Failure::ours(format!(
        "the analyzer does not build; cargo says:\n{}",
        said.trim_end()
    ))
}
