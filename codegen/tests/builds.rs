//! Generated crates compile without a warning, and their arithmetic is right.
//!
//! The crates of all language examples, of the model built by hand and of random expressions are members of one scratch
//! workspace, and one cargo call looks at all of them.

#[path = "common/mod.rs"]
mod by_hand;
#[path = "common/generate.rs"]
mod generate;
#[path = "common/random.rs"]
mod random;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use codegen::Crate;

struct Scratch {
    folder: PathBuf,
    root: PathBuf,
}

impl Scratch {
    fn new(name: &str) -> Self {
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

    fn add(&self, name: &str, generated: &Crate) {
        for (path, text) in &generated.files {
            let path = self.folder.join(format!("pan_{name}")).join(path);
            fs::create_dir_all(path.parent().expect("in a folder")).expect("writable");
            fs::write(path, text).expect("writable");
        }
    }

    /// Runs cargo; what it said if it failed.
    fn cargo(&self, arguments: &[&str]) -> Result<(), String> {
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
        let output = command.output().expect("cargo runs");
        if output.status.success() {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }
}

#[test]
fn no_warnings() {
    let scratch = Scratch::new("builds");
    scratch.add(
        "every",
        &generate::generate(&by_hand::model(), "every", false),
    );
    let mut crates = 1;
    for (name, path) in generate::language() {
        for unoptimized in [false, true] {
            let Some(model) = generate::load(&path, unoptimized) else {
                continue;
            };
            let suffix = if unoptimized { "_unoptimized" } else { "" };
            let name = format!("{}{suffix}", generate::identifier(&name));
            scratch.add(&name, &generate::generate(&model, &name, !unoptimized));
            crates += 1;
        }
    }
    assert!(crates > 80, "only {crates} crates");
    let result = scratch.cargo(&["clippy", "--keep-going", "--", "-D", "warnings"]);
    assert_eq!(result, Ok(()));
}

/// Each expression is asserted to have the value that a plain evaluator finds; a search must find no violation.
#[test]
fn arithmetic() {
    let scratch = Scratch::new("arithmetic");
    let model = random::assertions(400);
    let mut wrong = random::assertions(1);
    random::falsify(&mut wrong);
    scratch.add(
        "arithmetic",
        &generate::generate(&model, "arithmetic", false),
    );
    scratch.add("wrong", &generate::generate(&wrong, "wrong", false));
    assert_eq!(scratch.cargo(&["build"]), Ok(()));
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| scratch.root.join("target"));
    for (name, code) in [("pan_arithmetic", 0), ("pan_wrong", 1)] {
        let program = target.join("generated/debug").join(name);
        let mut command = Command::new(program);
        command
            .args(["--memory", "256M", "--errors", "all"])
            .current_dir(&scratch.folder);
        let output = command.output().expect("the analyzer runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{name}: {said}");
    }
}
