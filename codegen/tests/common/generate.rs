//! Generating from models, in tests.

#![allow(dead_code, reason = "each test uses some of them")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use codegen::{Crate, Options, Runtime};
use frontend::ir::Model;

/// The folder of our models.
pub fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../promela-examples")
}

/// The tiny models, one per construct, by name.
pub fn language() -> BTreeMap<String, PathBuf> {
    models(&examples().join("language"))
}

/// The models of `tests/models`, by name: several constructs together.
pub fn own() -> BTreeMap<String, PathBuf> {
    models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models"))
}

fn models(folder: &Path) -> BTreeMap<String, PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let models = paths.filter(|path| path.extension().is_some_and(|it| it == "pml"));
    let named = models.map(|path| {
        let name = path.file_stem().expect("a name").to_string_lossy();
        (name.into_owned(), path)
    });
    named.collect()
}

/// The model at a path; none if the front end refuses it.
pub fn load(path: &Path, unoptimized: bool) -> Option<Model> {
    let options = frontend::Options {
        unoptimized,
        ..Default::default()
    };
    let mut model = frontend::load(path, &options).model?;
    // Headers and digests must not depend on where the checkout is.
    model.files[0] = path
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    model.digest = "digest".to_owned();
    Some(model)
}

/// Generates `pan_<name>`, a member of a workspace that says where the runtime is.
pub fn generate(model: &Model, name: &str, optimized: bool) -> Crate {
    let options = Options {
        crate_name: format!("pan_{name}"),
        model_name: name.to_owned(),
        header_path: format!("{name}.pml"),
        optimized,
        reading: Vec::new(),
        runtime: Runtime::Inherited,
        alone: false,
    };
    codegen::generate(model, &options)
}

/// `a-b` as `a_b`.
pub fn identifier(name: &str) -> String {
    name.replace('-', "_")
}
