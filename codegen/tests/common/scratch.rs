//! One workspace for many generated crates, so that one cargo call looks at all of them.

#![allow(dead_code, reason = "each test uses some of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use codegen::Crate;

/// A workspace of generated crates.
pub struct Scratch {
    /// Where it lies.
    pub folder: PathBuf,
    root: PathBuf,
}

impl Scratch {
    /// An empty one of this name.
    pub fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .expect("a workspace member");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("cargo's folder is writable");
        let manifest = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [\"pan_*\"]\n\n[workspace.dependencies]\n\
             runtime = {{ package = \"pvgen-runtime\", path = {:?} }}\n",
            root.join("runtime")
        );
        fs::write(folder.join("Cargo.toml"), manifest).expect("cargo's folder is writable");
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file");
        Self {
            folder,
            root: root.to_owned(),
        }
    }

    /// Adds `pan_<name>`.
    pub fn add(&self, name: &str, generated: &Crate) {
        for (path, text) in &generated.files {
            let path = self.folder.join(format!("pan_{name}")).join(path);
            fs::create_dir_all(path.parent().expect("in a folder")).expect("writable");
            fs::write(path, text).expect("writable");
        }
    }

    /// Runs cargo; what it said if it failed.
    pub fn cargo(&self, arguments: &[&str]) -> Result<(), String> {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command
            .arg(arguments[0])
            .args(["--offline", "--quiet"])
            .args(&arguments[1..])
            .current_dir(&self.folder);
        command.env("CARGO_TARGET_DIR", self.root.join("target/generated"));
        if let Some(target) = std::env::var_os("CARGO_TARGET_DIR") {
            command.env("CARGO_TARGET_DIR", Path::new(&target).join("generated"));
        }
        // The workspace's profile does not hold here, and with debug information they take 2 GB.
        command.env("CARGO_PROFILE_DEV_DEBUG", "false");
        let output = command.output().expect("cargo runs");
        if output.status.success() {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    /// A program that was built, to be run there.
    pub fn program(&self, name: &str) -> Command {
        let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        let target = target.unwrap_or_else(|| self.root.join("target"));
        let mut command = Command::new(target.join("generated/debug").join(name));
        command.current_dir(&self.folder);
        command
    }
}
