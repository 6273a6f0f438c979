//! Embeds the runtime's sources, which analyzers made outside this workspace are built with: a
//! table of (path, text), a manifest that needs no workspace around it, and the part of the lock
//! file that concerns it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use toml::{Table, Value};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let root = root.parent().expect("a workspace member").to_owned();
    let mut table = "pub const SOURCES: &[(&str, &str)] = &[\n".to_owned();
    let mut row = |name: &str, text: &str| {
        writeln!(table, "    ({name:?}, {text}),").expect("writing to memory");
    };
    let sources = root.join("runtime/src");
    for file in files(&sources) {
        let name = file.strip_prefix(&sources).expect("below the folder");
        let name = format!("src/{}", name.display());
        row(
            &name,
            &format!("include_str!({:?})", file.display().to_string()),
        );
    }
    let workspace = parse(&root.join("Cargo.toml"));
    let manifest = parse(&root.join("runtime/Cargo.toml"));
    row(
        "Cargo.toml",
        &format!("{:?}", stand_alone(&workspace, &manifest)),
    );
    table += "];\n\n";
    let lock = excerpt(&root.join("Cargo.lock"), "pvgen-runtime");
    writeln!(table, "pub const LOCK: &str = {lock:?};").expect("writing to memory");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("sources.rs"), table).expect("cargo's folder is writable");
    for changed in ["runtime", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={}", root.join(changed).display());
    }
}

fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("the runtime's sources") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.insert(path);
        }
    }
    found
}

fn parse(path: &Path) -> Table {
    let text = fs::read_to_string(path).expect("a manifest");
    text.parse().expect("a manifest in TOML")
}

/// The runtime's manifest with what it inherits from the workspace filled in; its lints are our
/// affair, not the user's.
fn stand_alone(workspace: &Table, manifest: &Table) -> String {
    let workspace = workspace["workspace"].as_table().expect("a workspace");
    let inherit = |section: &str, from: &str| -> Table {
        let section = manifest[section].as_table().expect("a section");
        let entries = section.iter().map(|(key, value)| {
            let inherited = value.get("workspace") == Some(&Value::Boolean(true));
            let value = if inherited {
                &workspace[from][key]
            } else {
                value
            };
            (key.clone(), value.clone())
        });
        entries.collect()
    };
    let mut alone = Table::new();
    alone.insert("package".into(), inherit("package", "package").into());
    alone.insert("lib".into(), manifest["lib"].clone());
    let dependencies = inherit("dependencies", "dependencies");
    alone.insert("dependencies".into(), dependencies.into());
    alone.to_string()
}

/// The lock file's entries of a package and all it depends on.
fn excerpt(path: &Path, root: &str) -> String {
    let text = fs::read_to_string(path).expect("the lock file");
    let (head, entries) = text
        .split_once("[[package]]")
        .expect("a lock file has packages");
    let entries: Vec<(String, Vec<String>)> = entries
        .split("[[package]]")
        .map(|entry| {
            let table: Table = entry.parse().expect("a package in TOML");
            let names = table.get("dependencies").and_then(Value::as_array);
            let names = names.into_iter().flatten().filter_map(Value::as_str);
            let names = names.map(|name| name.split(' ').next().unwrap_or(name).to_owned());
            (entry.trim().to_owned(), names.collect())
        })
        .collect();
    let named = |entry: &str, name: &str| entry.starts_with(&format!("name = \"{name}\"\n"));
    let mut wanted = vec![root.to_owned()];
    let mut kept = BTreeSet::new();
    while let Some(name) = wanted.pop() {
        for (index, (entry, dependencies)) in entries.iter().enumerate() {
            if named(entry, &name) && kept.insert(index) {
                wanted.extend(dependencies.iter().cloned());
            }
        }
    }
    let mut lock = head.to_owned();
    for index in kept {
        write!(lock, "[[package]]\n{}\n\n", entries[index].0).expect("writing to memory");
    }
    lock.trim_end().to_owned() + "\n"
}
