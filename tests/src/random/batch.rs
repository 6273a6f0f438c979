//! Many analyzers in one program.
//!
//! A crate for each would spend its time in linking and in compiling the search for the model's type once more. So each analyzer becomes
//! a module, the text as generated but for the paths; `main` runs the one that the environment names, through one type that passes calls on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::compare::{Class, Difference};
use super::examine::{ENDS, STATES, Searched, condition};
use crate::analyzer::Outcome;
use crate::process;
use crate::pvgen::cargo;
use crate::report::Report;
use crate::{checkout, reductions, target_folder, write_if_changed};

/// The variable that names a module.
const CHOICE: &str = "PVGEN_RANDOM_PROGRAM";

/// Time to compile a batch.
const COMPILE_LIMIT: Duration = Duration::from_secs(900);

/// An analyzer of a batch.
#[derive(Clone, Debug)]
pub struct Member {
    /// The module's name.
    pub name: String,
    /// Where its sources are, and the states that are expected.
    pub folder: PathBuf,
    /// What the interpreter found.
    pub expected: Searched,
}

/// What `main` and the modules need.
const MAIN: &str = r#"
use runtime::model::{Model, ModelInfo, Step, TransitionId};
use runtime::state::{Faulted, Process, State};
use std::process::ExitCode;

struct Any(&'static dyn Model);

impl Model for Any {
    fn info(&self) -> &'static ModelInfo {
        self.0.info()
    }
    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        self.0.initialize(state)
    }
    fn execute(&self, state: &mut State, process: Process, transition: TransitionId) -> Result<Step, Faulted> {
        self.0.execute(state, process, transition)
    }
}
"#;

/// Builds the runtime that batches link; once before the first.
pub fn build_runtime() {
    cargo(
        checkout(),
        &["build", "--locked", "--quiet", "-p", "pvgen-runtime"],
    );
}

/// Builds a program of the members in `folder`; gives its path.
///
/// # Errors
/// What the compiler said.
pub fn build(members: &[Member], folder: &Path) -> Result<PathBuf, String> {
    let mut modules = String::new();
    let mut arms = String::new();
    for Member {
        name, folder: own, ..
    } in members
    {
        copy(&own.join("src"), &folder.join(name), name);
        modules.push_str(&format!("mod {name};\n"));
        arms.push_str(&format!("        Ok({name:?}) => {name}::main(),\n"));
    }
    let main = format!(
        "{modules}{MAIN}\nfn main() -> ExitCode {{\n    match std::env::var({CHOICE:?}).as_deref() {{\n\
         {arms}        other => panic!(\"{{other:?}}\"),\n    }}\n}}\n"
    );
    write_if_changed(&folder.join("main.rs"), &main);
    let target = target_folder().join("debug");
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args([
        "--edition",
        "2024",
        "-A",
        "warnings",
        "-C",
        "debuginfo=0",
        "-o",
        "batch",
    ]);
    command.arg("--extern");
    command.arg(format!(
        "runtime={}",
        target.join("libruntime.rlib").display()
    ));
    command.arg("-L");
    command.arg(format!("dependency={}", target.join("deps").display()));
    let finished = process::run(command.arg("main.rs").current_dir(folder), COMPILE_LIMIT);
    match finished.code() {
        Some(0) => Ok(folder.join("batch")),
        _ => Err(finished.all_output()),
    }
}

/// Copies the sources of a crate as those of a module.
fn copy(from: &Path, to: &Path, module: &str) {
    fs::create_dir_all(to).expect("a folder of ours");
    for entry in fs::read_dir(from).expect("a folder of ours") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        if path.is_dir() {
            copy(&path, &to.join(name), module);
            continue;
        }
        let text = fs::read_to_string(&path).expect("sources");
        let text = text.replace("crate::", &format!("crate::{module}::"));
        let text = text.replace("fn main()", "pub fn main()");
        let text = text.replace("main_for(&", "main_for(&crate::Any(&");
        let text = match name == "main.rs" {
            true => text.replace(")\n}", "))\n}"),
            false => text,
        };
        let name = if name == "main.rs" {
            "mod.rs".as_ref()
        } else {
            name
        };
        write_if_changed(&to.join(name), &text);
    }
}

/// Runs a member and compares it with the interpreter.
pub fn check(batch: &Path, member: &Member) -> Option<Difference> {
    let different = |class, text: String| {
        let text = format!("{}: {text}", member.name);
        Some(Difference { class, text })
    };
    let mut arguments = vec!["--errors", "all", "--reduce", "none", "--quiet"];
    arguments.extend(MEMORY);
    arguments.extend(["--dump-states", "dump", "--dump-ends", "dumped-ends"]);
    let Outcome { finished, report } = run(batch, member, &member.folder, &arguments);
    let report = match report {
        Ok(report) if matches!(finished.code(), Some(0 | 1)) => report,
        _ => {
            let said = finished.all_output();
            return different(
                Class::GeneratedCrash,
                format!("{:?}\n{said}", finished.status),
            );
        }
    };
    let Member { expected, .. } = member;
    for (wanted, dumped) in [(STATES, "dump"), (ENDS, "dumped-ends")] {
        let mut found: Vec<String> = read(&member.folder.join(dumped))
            .lines()
            .map(String::from)
            .collect();
        found.sort_unstable();
        let text = read(&member.folder.join(wanted));
        let wanted: Vec<&str> = text.lines().collect();
        if let Some(first) = first_difference(&wanted, &found) {
            let counts = format!(
                "interpreter {}\ngenerated   {}",
                expected.counts,
                report.counts()
            );
            return different(Class::GeneratedStates, format!("{counts}\n{first}"));
        }
    }
    if report.counts() != expected.counts {
        let text = format!(
            "interpreter {}\ngenerated   {}",
            expected.counts,
            report.counts()
        );
        return different(Class::GeneratedCounts, text);
    }
    let found = violations(&report);
    if found != expected.violations() {
        let text = format!(
            "interpreter {:?}\ngenerated   {found:?}",
            expected.violations()
        );
        return different(Class::GeneratedErrors, text);
    }
    let run: reductions::Run<'_> = &|folder, arguments| run(batch, member, folder, arguments);
    match reductions::compare(run, &MEMORY, &[], reductions::Effort::Full) {
        Ok(Some(compared)) if compared.problems.is_empty() => None,
        Ok(Some(compared)) => different(Class::Reduced, compared.problems.join("\n")),
        Ok(None) => different(Class::Reduced, "not to its end".into()),
        Err(problem) => different(Class::Reduced, problem),
    }
}

const MEMORY: [&str; 2] = ["--memory", "512M"];

/// Runs a member in `folder`.
fn run(batch: &Path, member: &Member, folder: &Path, arguments: &[&str]) -> Outcome {
    let json = folder.join("report.json");
    // Of an earlier run.
    let _ = fs::remove_file(&json);
    let mut command = Command::new(batch);
    command.env(CHOICE, &member.name).args(arguments);
    command.arg("--json").arg(&json).current_dir(folder);
    let finished = process::run(&mut command, Duration::from_secs(60));
    let report = Report::read(&json);
    Outcome { finished, report }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn first_difference(wanted: &[&str], states: &[String]) -> Option<String> {
    let at = (0..wanted.len().max(states.len()))
        .find(|&i| wanted.get(i).copied() != states.get(i).map(String::as_str))?;
    Some(format!(
        "state of the interpreter   {:?}\nstate of the generated code {:?}",
        wanted.get(at),
        states.get(at)
    ))
}

/// Kind and text of each violation.
fn violations(report: &Report) -> Vec<(String, String)> {
    let all = report.violations.iter().map(|it| {
        let text = match it.kind.as_str() {
            "invalid-end-state" => String::new(),
            "assertion" => condition(&it.message),
            _ => it.message.clone(),
        };
        (it.kind.clone(), text)
    });
    let mut all: Vec<_> = all.collect();
    all.sort();
    all.dedup();
    all
}
