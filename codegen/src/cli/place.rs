//! Where an analyzer goes and what it is called.

use std::path::{Component, Path, PathBuf};
use std::{env, fs};

use super::Failure;

/// The workspace that pvgen was made in, if we stand in it.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Its root.
    pub root: PathBuf,
}

impl Workspace {
    /// Looks in the current folder and those above for a workspace whose members are `analyzers/*`.
    pub fn find() -> Option<Self> {
        let here = env::current_dir().ok()?;
        let root = here.ancestors().find(|folder| {
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
            let table: toml::Table = manifest.parse().unwrap_or_default();
            let members = table
                .get("workspace")
                .and_then(|w| w.get("members")?.as_array());
            members.is_some_and(|members| {
                let mut members = members.iter().filter_map(|member| member.as_str());
                members.any(|member| member == "analyzers/*")
            })
        })?;
        Some(Self {
            root: root.to_owned(),
        })
    }

    /// The folder of its analyzers.
    pub fn analyzers(&self) -> PathBuf {
        self.root.join("analyzers")
    }
}

/// A path as seen from the current folder, without `.` and `..`; links are not followed.
pub fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                clean.pop();
            }
            component => clean.push(component),
        }
    }
    clean
}

/// The model's path as headers show it: relative to the workspace's root if it is below, else as typed.
pub fn shown(model: &Path, workspace: Option<&Workspace>) -> String {
    let absolute = absolute(model);
    let below = workspace.and_then(|workspace| absolute.strip_prefix(&workspace.root).ok());
    below.unwrap_or(model).display().to_string()
}

/// `p.q-r.pml` as `p_q_r`.
pub fn stem(model: &Path) -> Result<String, Failure> {
    let stem = model.file_stem().map(|stem| stem.to_string_lossy());
    identifier(&stem.unwrap_or_default()).ok_or_else(|| {
        Failure::input(format!(
            "cannot name an analyzer after `{}`: give it a name with --name",
            model.display()
        ))
    })
}

/// Lower case, other characters as `_`; none if no letter or digit is left.
pub fn identifier(name: &str) -> Option<String> {
    let letters = name.chars().map(|c| match c.to_ascii_lowercase() {
        c @ ('a'..='z' | '0'..='9') => c,
        _ => '_',
    });
    let name: String = letters.collect();
    name.contains(|c| c != '_').then_some(name)
}

/// The user's cache folder for pvgen.
pub fn cache() -> Result<PathBuf, Failure> {
    let set = |name| Some((name, env::var_os(name).filter(|value| !value.is_empty())?));
    let (name, base) = set("XDG_CACHE_HOME").or_else(|| set("HOME")).ok_or_else(|| {
        Failure::input("there is no cache folder: set HOME, or XDG_CACHE_HOME to a folder that can be written")
    })?;
    let base = PathBuf::from(base);
    if base.is_relative() {
        return Err(Failure::input(format!(
            "{name} is `{}`, which would be another folder in each place: set it to an absolute path",
            base.display()
        )));
    }
    if base.to_str().is_none() {
        return Err(Failure::input(format!(
            "cargo cannot work in `{}`, whose name is not UTF-8: set XDG_CACHE_HOME to another folder",
            base.display()
        )));
    }
    let base = if name == "HOME" {
        base.join(".cache")
    } else {
        base
    };
    Ok(absolute(&base).join("pvgen"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn analyzers_are_named_after_their_models() {
        assert_eq!(
            stem(Path::new("a/P.q-r.pml")).ok().as_deref(),
            Some("p_q_r")
        );
        assert_eq!(stem(Path::new("pftp.pml")).ok().as_deref(), Some("pftp"));
        assert!(stem(Path::new("---.pml")).is_err());
        assert_eq!(absolute(Path::new("/a/./b/../c")), Path::new("/a/c"));
    }
}
