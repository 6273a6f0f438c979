//! The generator, as a user runs it.

use crate::process::{self, Finished};
use crate::{checkout, target_folder};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// Path of a `pvgen` built from this checkout, quickly; built at the first call.
///
/// # Panics
/// When it does not build.
pub fn pvgen() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| build("debug", &[]))
}

/// The `pvgen` that a user has: optimised, for measurements.
///
/// # Panics
/// When it does not build.
pub fn optimized_pvgen() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| build("release", &["--release"]))
}

fn build(folder: &str, profile: &[&str]) -> PathBuf {
    let arguments = [
        "build", "--locked", "--quiet", "-p", "pvgen", "--bin", "pvgen",
    ];
    cargo(checkout(), &[&arguments, profile].concat());
    target_folder().join(folder).join("pvgen")
}

/// Runs `pvgen` in `folder`, with a cache folder of the tests.
pub fn run<S: AsRef<std::ffi::OsStr>>(folder: &Path, arguments: &[S]) -> Finished {
    let mut command = Command::new(pvgen());
    command
        .args(arguments)
        .current_dir(folder)
        .envs(cache_of_tests());
    process::run(&mut command, Duration::from_secs(120))
}

/// The environment of a `pvgen` with the cache folder of the tests: what it keeps for crates
/// outside this workspace is not mixed with the user's.
pub fn cache_of_tests() -> [(&'static str, OsString); 2] {
    [("XDG_CACHE_HOME", cache().into()), not_optimised()]
}

/// That cache folder.
pub fn cache() -> PathBuf {
    target_folder().join("pvgen-tests/cache")
}

/// The environment of a cargo that optimises nothing: it builds the runtime in a third of the time.
/// Tests that have it build analyzers look at what is said and kept, not at how fast they are.
pub fn not_optimised() -> (&'static str, OsString) {
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0".into())
}

/// Runs the cargo that runs us, in `folder`, with the checkout's target folder.
///
/// # Panics
/// When cargo fails; with all it said.
pub fn cargo(folder: &Path, arguments: &[&str]) -> Finished {
    let finished = try_cargo(folder, arguments, &[]);
    assert!(
        finished.code() == Some(0),
        "cargo {} in {} failed:\n{}",
        arguments[..arguments.len().min(8)].join(" "),
        folder.display(),
        finished.all_output()
    );
    finished
}

/// As [`cargo`], with more of an environment, whatever comes of it.
pub fn try_cargo(folder: &Path, arguments: &[&str], environment: &[(&str, OsString)]) -> Finished {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(folder)
        .envs(environment.iter().cloned())
        .env("CARGO_TARGET_DIR", target_folder());
    process::run(&mut command, Duration::from_secs(1800))
}
