//! What a built analyzer is known by: the digest of all that decides about its bytes. No time stamp
//! does.
//!
//! That is every generated file: in them is all that the model's text, its included files, the
//! definitions and the options decide, and what the generator's own sources make of it. Then what
//! all analyzers have in common, see [`Common`].

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use codegen::{Crate, VERSION};
use frontend::shown;

use super::digest::Parts;
use crate::cli::generate::PROFILE;
use crate::cli::{Failure, child, embedded};

/// Digits of a digest that names contain: 128 bits.
const DIGITS: usize = 32;
/// Bytes of a program's name that keys keep: file systems take 255, and cargo appends some.
const NAME_MAX: usize = 100;

/// The key of an analyzer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Name of the program, for people: letters, digits and `_`.
    pub name: String,
    digest: String,
}

impl Key {
    /// The key of a generated crate, called `name`.
    pub fn new(name: &str, files: &Crate, common: &Common) -> Self {
        let mut parts = Parts::default();
        parts.add(&common.digest);
        parts.add(name);
        for (path, text) in &files.files {
            parts.add(path.as_os_str().as_encoded_bytes());
            parts.add(text);
        }
        let mut digest = parts.finish();
        digest.truncate(DIGITS);
        // `place::stem` makes it of ASCII.
        let name = name.get(..NAME_MAX).unwrap_or(name).to_owned();
        Self { name, digest }
    }

    /// A name that no other key has.
    pub fn unique(&self) -> String {
        format!("{}_{}", self.name, self.digest)
    }

    /// Whether a file name contains one.
    pub fn is_in(name: &str) -> bool {
        let digest =
            |part: &str| part.len() == DIGITS && part.bytes().all(|it| it.is_ascii_hexdigit());
        let mut parts = name.split(|c: char| !c.is_ascii_alphanumeric());
        name.starts_with("pan_") && parts.any(digest)
    }
}

/// What all analyzers have in common: the version of `pvgen`, the runtime's sources and the
/// versions of what it depends on, the profile, the compiler's version, and the variables and files
/// that configure cargo.
#[derive(Clone, Debug)]
pub struct Common {
    digest: String,
}

impl Common {
    /// As it is here and now; asks the compiler for its version.
    pub fn find() -> Result<Self, Failure> {
        let mut parts = Parts::default();
        for part in [VERSION, PROFILE, embedded::LOCK] {
            parts.add(part);
        }
        for (path, text) in embedded::SOURCES {
            parts.add(path);
            parts.add(text);
        }
        parts.add(compiler()?);
        let mut variables: Vec<_> = env::vars_os()
            .filter(|(name, _)| decides(&name.to_string_lossy()))
            .collect();
        variables.sort();
        for (name, value) in variables {
            parts.add(name.as_encoded_bytes());
            parts.add(value.as_encoded_bytes());
        }
        for file in configuration() {
            parts.add(fs::read(file).unwrap_or_default());
        }
        let digest = parts.finish();
        Ok(Self { digest })
    }
}

/// What the compiler says of itself.
fn compiler() -> Result<Vec<u8>, Failure> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let shown = shown::path(Path::new(&rustc));
    let output = child::run(Command::new(&rustc).arg("-vV"), false, || ());
    let output = output.map_err(|error| {
        Failure::input(format!(
            "cannot run {shown}: {error}; install Rust 1.95 or later, with cargo and rustc in the PATH"
        ))
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Failure::input(format!(
        "{shown} -vV fails; it says:\n{}",
        said.trim_end()
    )))
}

/// Whether a variable of the environment can change what cargo builds.
fn decides(name: &str) -> bool {
    let families = ["CARGO_BUILD_", "CARGO_PROFILE_", "CARGO_TARGET_"];
    let alone = [
        "CARGO_ENCODED_RUSTFLAGS",
        "RUSTC_WORKSPACE_WRAPPER",
        "RUSTC_WRAPPER",
        "RUSTFLAGS",
    ];
    let never = [
        "CARGO_BUILD_JOBS",
        "CARGO_BUILD_TARGET_DIR",
        "CARGO_TARGET_DIR",
        "CARGO_TARGET_TMPDIR",
    ];
    let family = families.iter().any(|it| name.starts_with(it));
    (family || alone.contains(&name)) && !never.contains(&name)
}

/// The files that configure a cargo that is started here, as far as they exist.
fn configuration() -> Vec<PathBuf> {
    let here = env::current_dir().unwrap_or_default();
    let mut folders: Vec<PathBuf> = here.ancestors().map(|it| it.join(".cargo")).collect();
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    folders.extend(home.or_else(|| Some(Path::new(&env::var_os("HOME")?).join(".cargo"))));
    let files = folders
        .iter()
        .flat_map(|folder| ["config.toml", "config"].map(|name| folder.join(name)));
    files.filter(|file| file.is_file()).collect()
}
