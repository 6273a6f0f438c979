//! `pvgen MODEL.pml ...`: writes analyzers.

use std::path::{Path, PathBuf};

use clap::CommandFactory;
use codegen::{Crate, Options, Runtime};
use frontend::ir::Model;
use frontend::source::{ReadError, Sources};
use frontend::{shown, suggest};
use toml::{Table, Value};

use super::arguments::{Arguments, GenerateArguments};
use super::cache::Cache;
use super::place::{self, Workspace};
use super::write::{self, Written};
use super::{Failure, child, embedded, load, lock};

/// Profile of the cache's workspace, as crates that stand alone have it.
pub const PROFILE: &str = "\n[profile.release]\npanic = \"abort\"\n";

/// Generates an analyzer for each model; the worst exit code.
pub fn generate(arguments: &GenerateArguments) -> Result<u8, Failure> {
    load::check_allowed(&arguments.model.read)?;
    let models = &arguments.model.models;
    if models.len() > 1 && (arguments.out.is_some() || arguments.name.is_some()) {
        let message = "--out and --name are for one model: run pvgen once for each";
        return Err(Failure::input(message));
    }
    models.iter().try_for_each(|model| check_file(model))?;
    let workspace = Workspace::find();
    let mut code = 0;
    for model in models {
        if let Err(failure) = one(model, arguments, workspace.as_ref()) {
            code = code.max(failure.report());
        }
        child::check()?;
    }
    Ok(code)
}

/// Refuses what cannot be read, before anything is written; it may be meant as a command.
fn check_file(path: &Path) -> Result<(), Failure> {
    let shown = shown::path(path);
    let Err(error) = Sources::default().read(path, &shown, None) else {
        return Ok(());
    };
    let mut message = format!("cannot read the model `{shown}`: {error}");
    let commands = Arguments::command();
    let names = || commands.get_subcommands().map(|it| it.get_name());
    if matches!(error, ReadError::Missing) {
        if names().any(|name| name == shown) {
            message += &format!("\nas a command it comes first: `pvgen {shown} ...`");
        } else if let Some(question) = suggest::did_you_mean(&shown, names()) {
            message += &format!("\n{question}");
        }
    }
    Err(Failure::input(message))
}

fn one(
    path: &Path,
    arguments: &GenerateArguments,
    workspace: Option<&Workspace>,
) -> Result<(), Failure> {
    let stem = match &arguments.name {
        None => place::stem(path),
        Some(name) => place::identifier(name.strip_prefix("pan_").unwrap_or(name)),
    };
    let crate_name = format!("pan_{stem}");
    let member = |folder: &Path| workspace.filter(|w| folder.starts_with(w.analyzers()));
    let (folder, typed) = match (&arguments.out, workspace) {
        (Some(out), _) => (place::absolute(out), out.clone()),
        (None, Some(workspace)) => {
            let folder = workspace.analyzers().join(&crate_name);
            (folder, Path::new("analyzers").join(&crate_name))
        }
        (None, None) => (
            place::absolute(Path::new(&crate_name)),
            (&crate_name).into(),
        ),
    };
    let member = member(&folder);
    if member.is_some() && arguments.vendor {
        let message = "--vendor is for analyzers outside this workspace: here they use its runtime";
        return Err(Failure::input(message));
    }
    let header_path = place::shown(path, workspace);
    let model = load::load_for_analyzer(path, &arguments.model)?;
    let setting = match member {
        Some(workspace) => Setting {
            runtime: Runtime::Inherited,
            alone: false,
            config: None,
            staging: workspace.root.join("target"),
        },
        None if arguments.vendor => Setting {
            runtime: Runtime::Path("runtime".to_owned()),
            alone: true,
            config: None,
            staging: parent(&folder),
        },
        None => outside(&folder)?,
    };
    let options = Options {
        crate_name: crate_name.clone(),
        model_name: stem,
        header_path,
        optimized: !arguments.model.unoptimized,
        reading: arguments.model.read.deciding(),
        runtime: setting.runtime.clone(),
        alone: setting.alone,
    };
    let files = setting.files(model, &options);
    write::check_owner(&folder, &files, &options.header_path)
        .map_err(|failure| retyped(failure, &folder, &typed))?;
    if arguments.vendor {
        write::check_vendored(&folder.join("runtime"))
            .map_err(|failure| retyped(failure, &folder, &typed))?;
    }
    let written = write::write(&folder, &files, &setting.staging)
        .map_err(|failure| retyped(failure, &folder, &typed))?;
    let failed = |error| Failure::file("write", shown::path(&typed), error);
    if let Some(workspace) = member {
        let failed = |error| Failure::file("write", "Cargo.lock", error);
        lock::add_member(&workspace.root, &crate_name).map_err(failed)?;
    } else {
        embedded::lock(&folder).map_err(failed)?;
        if arguments.vendor {
            embedded::copy_runtime(&folder.join("runtime")).map_err(failed)?;
        }
    }
    say(&typed, written, &crate_name, member.is_some())
}

/// Messages name the folder as the user did.
fn retyped(failure: Failure, folder: &Path, typed: &Path) -> Failure {
    let (folder, typed) = (shown::path(folder), shown::path(typed));
    Failure {
        message: failure.message.replace(&folder, &typed),
        ..failure
    }
}

fn parent(folder: &Path) -> PathBuf {
    folder.parent().unwrap_or(folder).to_owned()
}

fn outside(folder: &Path) -> Result<Setting, Failure> {
    let cache = Cache::open().and_then(|cache| {
        let runtime = embedded::runtime_for_others(&cache)?;
        Ok((runtime, cache.target().folder))
    });
    let (runtime, target) = cache.map_err(|failure| Failure {
        message: failure.message + ", or use --vendor",
        ..failure
    })?;
    Ok(Setting {
        runtime: Runtime::Path(place::text(&runtime)?),
        alone: true,
        config: Some(config(place::text(&target)?)),
        staging: parent(folder),
    })
}

/// How an analyzer is tied to what is around it.
struct Setting {
    runtime: Runtime,
    alone: bool,
    /// Text of `.cargo/config.toml`.
    config: Option<String>,
    /// Where a new crate is made before it is renamed.
    staging: PathBuf,
}

impl Setting {
    fn files(&self, mut model: Model, options: &Options) -> Crate {
        model.files[0].clone_from(&options.header_path);
        let mut files = codegen::generate(&model, options);
        if let Some(config) = &self.config {
            let header = codegen::print::header("#", options, &model.digest);
            files
                .files
                .insert(".cargo/config.toml".into(), header + "\n" + config);
        }
        files
    }
}

/// Analyzers outside a workspace share what is built of the runtime.
fn config(target: String) -> String {
    let build = Table::from_iter([("target-dir".to_owned(), Value::from(target))]);
    Table::from_iter([("build".to_owned(), Value::from(build))]).to_string()
}

fn say(folder: &Path, written: Written, name: &str, member: bool) -> Result<(), Failure> {
    let Written {
        new,
        changed,
        unchanged,
        removed,
    } = written;
    let parts = [
        (new, "new"),
        (changed, "changed"),
        (unchanged, "unchanged"),
        (removed, "removed"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let folder = shown::path(folder);
    let run = match member {
        true => format!("cargo run --release -p {name}"),
        false => format!("cd {folder}\n    cargo run --release"),
    };
    let parts = parts.join(", ");
    super::say(&format!(
        "wrote {folder} (files: {parts})\nto run it:\n    {run}\n"
    ))
}
