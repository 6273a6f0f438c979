//! Analyzers: generated, built in one of two ways, run with a time limit.
//!
//! [`build_quickly`] is for tests of what analyzers do, [`build`] for what measures them or looks
//! at how they are built. A folder per analyzer and a cargo call for each would compile the runtime
//! again and leave a core idle. So the crates that `build` makes are members of one workspace below
//! the target folder, and their manifests are replaced by one that points to this checkout's
//! runtime; the manifests that `pvgen` writes have tests of their own.

use crate::process::{self, Finished};
use crate::quick::{self, Profile};
use crate::report::Report;
use crate::{checkout, jobs, pvgen, target_folder, write_if_changed};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What to generate an analyzer from.
#[derive(Clone, Debug, Hash, PartialEq, Eq, PartialOrd, Ord)]
pub struct Recipe {
    /// The model.
    pub model: PathBuf,
    /// Definitions, `NAME` or `NAME=TEXT`.
    pub defines: Vec<String>,
    /// Without statement merging and dead-variable resetting: SPIN's counts with `-o1 -o2 -o3`.
    pub unoptimized: bool,
}

impl Recipe {
    /// A recipe with no definitions, optimised.
    pub fn new(model: impl Into<PathBuf>) -> Recipe {
        Recipe {
            model: model.into(),
            defines: Vec::new(),
            unoptimized: false,
        }
    }

    /// With these definitions.
    pub fn defines<S: Into<String>>(mut self, defines: impl IntoIterator<Item = S>) -> Recipe {
        self.defines = defines.into_iter().map(Into::into).collect();
        self
    }

    /// Unoptimised.
    pub fn unoptimized(mut self) -> Recipe {
        self.unoptimized = true;
        self
    }

    /// A name that no other recipe has: the stem for the reader, a hash for uniqueness.
    pub fn name(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        let stem = self
            .model
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .to_lowercase();
        let stem: String = stem
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        format!("{stem}_{:08x}", hasher.finish() as u32)
    }

    fn crate_name(&self) -> String {
        format!("pan_{}", self.name())
    }

    /// The arguments of `pvgen` after the model.
    pub fn arguments(&self) -> Vec<String> {
        let defines = self
            .defines
            .iter()
            .flat_map(|d| ["-D".to_string(), d.clone()]);
        let unoptimized = self.unoptimized.then(|| "--unoptimized".to_string());
        defines.chain(unoptimized).collect()
    }
}

/// An analyzer that is built.
#[derive(Clone, Debug)]
pub struct Analyzer {
    /// The program.
    pub binary: PathBuf,
    /// The crate it was built from.
    pub folder: PathBuf,
}

/// The workspace below the target folder.
pub fn scratch() -> PathBuf {
    target_folder().join("pvgen-tests")
}

/// Generates and builds all recipes, in their order, by one call of cargo, as a user builds them.
/// An entry is `Err` when `pvgen` refuses the model, with what it said, or, which is never the
/// model's fault, when what it generated does not build, with what the compiler said.
pub fn build(recipes: &[Recipe]) -> Vec<Result<Analyzer, Finished>> {
    build_in(&[], recipes)
}

/// As [`build`], but not optimised: for what does not depend on that, in a third of the time.
pub fn build_soon(recipes: &[Recipe]) -> Vec<Result<Analyzer, Finished>> {
    build_in(&[pvgen::not_optimised()], recipes)
}

/// The same with more of an environment for cargo.
fn build_in(
    environment: &[(&str, OsString)],
    recipes: &[Recipe],
) -> Vec<Result<Analyzer, Finished>> {
    let workspace = scratch();
    each(recipes, &workspace, |recipes| {
        let mut generated = jobs::on_all_cores(recipes, |recipe| {
            let folder = generate(&workspace, recipe)?;
            let path = folder.join("Cargo.toml");
            let manifest = fs::read_to_string(&path).expect("pvgen has written a manifest");
            write_if_changed(&path, &as_member(&manifest));
            Ok(folder)
        });
        compile(environment, &workspace, &mut generated);
        let analyzer = |folder: PathBuf| Analyzer {
            binary: target_folder()
                .join("release")
                .join(folder.file_name().expect("a folder of ours")),
            folder,
        };
        let generated = generated.into_iter();
        generated.map(|result| result.map(analyzer)).collect()
    })
}

/// As [`build`], but by `rustc` alone: the same program, built in half the time.
pub fn build_quickly(recipes: &[Recipe]) -> Vec<Result<Analyzer, Finished>> {
    let workspace = scratch().join("quick");
    each(recipes, &workspace, |recipes| {
        jobs::on_all_cores(recipes, |recipe| {
            let folder = generate(&workspace, recipe)?;
            let binary = quick::compile(&folder, &recipe.crate_name(), Profile::Release)?;
            Ok(Analyzer { binary, folder })
        })
    })
}

/// Whether an analyzer was not built since `pvgen` refuses the model, as it may.
pub fn is_refusal(finished: &Finished) -> bool {
    finished.code() == Some(2) && finished.stderr.contains("error")
}

/// An analyzer, or nothing for a model that is refused, which is for `tests/compare.rs` to report.
///
/// # Panics
/// When it was not built for another reason, with what was said.
pub fn unless_refused(built: Result<Analyzer, Finished>) -> Option<Analyzer> {
    let refused = built.as_ref().is_err_and(is_refusal);
    (!refused).then(|| built.unwrap_or_else(|failed| panic!("{}", failed.all_output())))
}

/// As [`build_quickly`], each optimised and not; without models that are refused.
///
/// # Panics
/// As [`unless_refused`].
pub fn build_both(recipes: impl Iterator<Item = Recipe>) -> Vec<(Recipe, Analyzer)> {
    let recipes: Vec<Recipe> = recipes
        .flat_map(|recipe| [recipe.clone(), recipe.unoptimized()])
        .collect();
    let analyzers = build_quickly(&recipes).into_iter();
    let pairs = recipes.into_iter().zip(analyzers);
    pairs
        .filter_map(|(recipe, built)| Some((recipe, unless_refused(built)?)))
        .collect()
}

/// The one analyzer of [`build_quickly`].
///
/// # Panics
/// When it is not built, with what was said.
pub fn built_quickly(recipe: Recipe) -> Analyzer {
    let built = build_quickly(&[recipe]).remove(0);
    built.unwrap_or_else(|refused| panic!("{}", refused.all_output()))
}

/// Results of `build`, which is given each recipe once, alone in `workspace`.
fn each(
    recipes: &[Recipe],
    workspace: &Path,
    build: impl Fn(&[&Recipe]) -> Vec<Result<Analyzer, Finished>>,
) -> Vec<Result<Analyzer, Finished>> {
    fs::create_dir_all(workspace).expect("target folder is writable");
    let lock = fs::File::create(workspace.join("lock")).expect("target folder is writable");
    lock.lock().expect("a lock on a file of ours");
    pvgen::pvgen();
    let unique: BTreeSet<&Recipe> = recipes.iter().collect();
    let unique: Vec<&Recipe> = unique.into_iter().collect();
    let built: BTreeMap<_, _> = unique.iter().copied().zip(build(&unique)).collect();
    let results = recipes.iter().map(|recipe| built[recipe].clone());
    results.collect()
}

/// Writes the crate of a recipe, as `pvgen` writes it.
fn generate(workspace: &Path, recipe: &Recipe) -> Result<PathBuf, Finished> {
    let folder = workspace.join(recipe.crate_name());
    let mut arguments = vec![recipe.model.display().to_string()];
    arguments.extend(recipe.arguments());
    arguments.extend([
        "--name".into(),
        recipe.name(),
        "--out".into(),
        folder.display().to_string(),
    ]);
    let finished = pvgen::run(workspace, &arguments);
    if finished.code() != Some(0) {
        let _ = fs::remove_dir_all(&folder);
        return Err(finished);
    }
    Ok(folder)
}

/// A manifest that `pvgen` wrote for a crate alone, as that of a member with this checkout's
/// runtime.
fn as_member(manifest: &str) -> String {
    // Without it `pvgen` would not overwrite the file.
    let heading = manifest.lines().next().expect("a heading");
    let mut manifest: toml::Table = manifest.parse().expect("pvgen writes TOML");
    for of_root in ["workspace", "profile"] {
        manifest.remove(of_root);
    }
    let runtime = checkout().join("runtime").display().to_string();
    manifest["dependencies"]["runtime"]["path"] = runtime.into();
    format!("{heading}\n{manifest}")
}

/// Builds what was generated now; members of earlier runs lie beside it untouched. All at once;
/// when that fails, one by one, to see which it is.
fn compile(
    environment: &[(&str, OsString)],
    workspace: &Path,
    generated: &mut [Result<PathBuf, Finished>],
) {
    let root = "[workspace]\nresolver = \"3\"\nmembers = [\"pan_*\"]\n\n[profile.release]\npanic = \"abort\"\n";
    write_if_changed(&workspace.join("Cargo.toml"), root);
    fs::copy(checkout().join("Cargo.lock"), workspace.join("Cargo.lock")).expect("the lock file");
    let build = |folders: &[PathBuf]| {
        let packages = folders.iter().map(|folder| {
            let name = folder.file_name().expect("a folder of ours");
            format!("-p{}", name.to_string_lossy())
        });
        let packages: Vec<String> = packages.collect();
        let mut arguments = vec!["build", "--release", "--offline", "--quiet"];
        arguments.extend(packages.iter().map(String::as_str));
        pvgen::try_cargo(workspace, &arguments, environment)
    };
    let all: Vec<PathBuf> = generated.iter().flatten().cloned().collect();
    if all.is_empty() || build(&all).code() == Some(0) {
        return;
    }
    for entry in generated {
        if let Ok(folder) = entry {
            let finished = build(std::slice::from_ref(folder));
            if finished.code() != Some(0) {
                *entry = Err(finished);
            }
        }
    }
}

/// Compiles the crate of `analyzer` once more, with the runtime built already; what it cost.
///
/// # Panics
/// When it does not build.
pub fn rebuild(analyzer: &Analyzer) -> Finished {
    let main = analyzer.folder.join("src/main.rs");
    let text = fs::read(&main).expect("an analyzer has a main.rs");
    fs::write(&main, text).expect("target folder is writable");
    let package = analyzer
        .folder
        .file_name()
        .expect("a folder of ours")
        .to_string_lossy();
    pvgen::cargo(
        &scratch(),
        &["build", "--release", "--offline", "--quiet", "-p", &package],
    )
}

/// What a run of an analyzer gave.
#[derive(Debug)]
pub struct Outcome {
    /// Exit status and output.
    pub finished: Finished,
    /// The JSON report, or why there is none.
    pub report: Result<Report, String>,
}

impl Outcome {
    /// The report.
    ///
    /// # Panics
    /// When there is none, with all that the analyzer said.
    pub fn report(&self) -> &Report {
        self.report.as_ref().unwrap_or_else(|e| {
            panic!(
                "{e}\nexit {:?}\n{}",
                self.finished.code(),
                self.finished.all_output()
            )
        })
    }
}

impl Analyzer {
    /// Runs in `folder` (trails are written there) with `arguments` and a JSON report.
    pub fn run_in(&self, folder: &Path, arguments: &[&str], limit: Duration) -> Outcome {
        let json = folder.join("report.json");
        // Of an earlier run.
        let _ = fs::remove_file(&json);
        let mut command = Command::new(&self.binary);
        command
            .args(arguments)
            .arg("--json")
            .arg(&json)
            .current_dir(folder);
        let finished = process::run(&mut command, limit);
        Outcome {
            finished,
            report: Report::read(&json),
        }
    }

    /// A trail of its own as a text, executed once more; a long one is a file of bytes.
    ///
    /// # Panics
    /// It does not replay; with what was said.
    pub fn trail_text(&self, folder: &Path, trail: &str) -> String {
        let mut command = Command::new(&self.binary);
        command
            .args(["--replay", trail, "--text"])
            .current_dir(folder);
        let finished = process::run(&mut command, Duration::from_secs(60));
        assert_eq!(finished.code(), Some(0), "{}", finished.all_output());
        finished.stdout
    }

    /// Tries out what its reductions rely on, in at most this many states.
    pub fn check_reduction(&self, states: usize, limit: Duration) -> Finished {
        let mut command = Command::new(&self.binary);
        command.arg(format!("--check-reduction={states}"));
        process::run(&mut command, limit)
    }

    /// As [`Analyzer::run_in`], in a temporary folder, for at most ten minutes.
    pub fn run(&self, arguments: &[&str]) -> Outcome {
        let folder = tempfile::tempdir().expect("temporary folder");
        self.run_in(folder.path(), arguments, Duration::from_secs(600))
    }
}
