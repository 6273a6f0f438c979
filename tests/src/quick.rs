//! Sources of an analyzer to a program, quickly.
//!
//! `rustc` compiles the sources and links them with the runtime, without the half second that cargo
//! takes to look around. What measures, or looks at how analyzers are built, takes
//! [`crate::analyzer::build`]; `tests/quick.rs` compares both.

use crate::process::{self, Finished};
use crate::pvgen::cargo;
use crate::{checkout, target_folder};
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

/// How searches and models are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// With debug assertions, for small searches.
    Debug,
    /// As a user has it.
    Release,
}

impl Profile {
    fn folder(self) -> PathBuf {
        target_folder().join(match self {
            Profile::Debug => "debug",
            Profile::Release => "release",
        })
    }

    /// Those of cargo's profile of that name in the workspace of this checkout, but for what is
    /// only for debuggers.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Profile::Debug => &["-Cstrip=symbols"],
            Profile::Release => &[
                "-Copt-level=3",
                "-Cpanic=abort",
                "-Ccodegen-units=1",
                "-Cstrip=symbols",
            ],
        }
    }
}

/// Time to compile an analyzer.
const LIMIT: Duration = Duration::from_secs(600);

/// Compiles the crate in `folder` as program `name` in it, unless what lies there was made of the
/// same.
///
/// # Errors
/// What the compiler said.
pub fn compile(folder: &Path, name: &str, profile: Profile) -> Result<PathBuf, Finished> {
    let library = runtime(profile);
    let program = folder.join(name);
    let mut arguments: Vec<OsString> = ["--edition=2024", "--cap-lints=allow", "src/main.rs", "-o"]
        .map(OsString::from)
        .into();
    arguments.push(name.into());
    arguments.extend(profile.flags().iter().map(OsString::from));
    for (flag, key, path) in [
        ("--extern", "runtime", &library.path),
        ("-L", "dependency", &profile.folder().join("deps")),
    ] {
        let mut value = OsString::from(format!("{key}="));
        value.push(path);
        arguments.extend([flag.into(), value]);
    }
    let made_of = format!(
        "{:016x}",
        digest(&(&arguments, library.built), &folder.join("src"))
    );
    let note = folder.join("made-of");
    if program.exists() && fs::read_to_string(&note).is_ok_and(|it| it == made_of) {
        return Ok(program);
    }
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let finished = process::run(rustc.args(arguments).current_dir(folder), LIMIT);
    if finished.code() != Some(0) {
        return Err(finished);
    }
    fs::write(&note, made_of).expect("a folder of ours");
    Ok(program)
}

/// The compiled runtime.
struct Library {
    path: PathBuf,
    built: SystemTime,
}

/// Built at the first call.
fn runtime(profile: Profile) -> &'static Library {
    static LIBRARIES: [OnceLock<Library>; 2] = [OnceLock::new(), OnceLock::new()];
    LIBRARIES[profile as usize].get_or_init(|| {
        let arguments = ["build", "--locked", "--quiet", "-p", "pvgen-runtime"];
        let profiled: &[&str] = match profile {
            Profile::Debug => &[],
            Profile::Release => &["--release"],
        };
        cargo(checkout(), &[&arguments, profiled].concat());
        let path = profile.folder().join("libruntime.rlib");
        let built = fs::metadata(&path).and_then(|it| it.modified());
        let built = built.expect("cargo has built it");
        Library { path, built }
    })
}

/// Of `more`, and of all files below `folder`.
fn digest(more: &impl Hash, folder: &Path) -> u64 {
    fn add(folder: &Path, hasher: &mut DefaultHasher) {
        let entries = fs::read_dir(folder).expect("a folder of ours");
        let mut paths: Vec<PathBuf> = entries.map(|it| it.expect("an entry").path()).collect();
        paths.sort();
        for path in paths {
            path.hash(hasher);
            match path.is_dir() {
                true => add(&path, hasher),
                false => fs::read(&path).expect("a file of ours").hash(hasher),
            }
        }
    }
    let mut hasher = DefaultHasher::new();
    more.hash(&mut hasher);
    add(folder, &mut hasher);
    hasher.finish()
}
