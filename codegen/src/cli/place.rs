//! Where an analyzer goes and what it is called.

use std::path::{Component, Path, PathBuf};
use std::{env, fs};

use frontend::shown;

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

/// The model's path as headers show it: relative to the workspace's root if it is below, else as
/// typed.
pub fn shown(model: &Path, workspace: Option<&Workspace>) -> String {
    let absolute = absolute(model);
    let below = workspace.and_then(|workspace| absolute.strip_prefix(&workspace.root).ok());
    shown::path(below.unwrap_or(model))
}

/// A path as text in a file of TOML, which holds no other bytes than UTF-8.
pub fn text(path: &Path) -> Result<String, Failure> {
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| {
        let path = shown::path(path);
        Failure::input(format!("{path} is not UTF-8, and cargo's files hold no other: set XDG_CACHE_HOME to another folder"))
    })
}

/// The trail files of models in the current folder. An analyzer's own choice, `STEM.trail`, is for
/// models that have a stem of their own; others get the path as far as it is not that of the
/// folder.
pub fn trails(models: &[PathBuf]) -> Vec<Option<String>> {
    let mut given: Vec<(String, PathBuf)> = Vec::new();
    let stems: Vec<_> = models.iter().map(|it| (stem(it), absolute(it))).collect();
    let is_like = |a: &(String, PathBuf), b: &(String, PathBuf)| a.0 == b.0 && a.1 != b.1;
    let mut file = |model: &(String, PathBuf)| {
        stems.iter().find(|other| is_like(model, other))?;
        let path = &model.1;
        let here = env::current_dir().unwrap_or_default();
        let below = path.strip_prefix(here).unwrap_or(path).with_extension("");
        let letters = below.to_string_lossy();
        let letters = letters
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '_' });
        let base: String = letters.collect();
        let numbers = (2..).map(|number| format!("{}_{number}", base.trim_matches('_')));
        let mut names = std::iter::once(base.trim_matches('_').to_owned()).chain(numbers);
        let is_free = |name: &String| given.iter().all(|(other, of)| other != name || of == path);
        let name = names.find(is_free)?;
        given.push((name.clone(), path.clone()));
        Some(format!("{name}.trail"))
    };
    stems.iter().map(&mut file).collect()
}

/// `p.q-r.pml` as `p_q_r`.
pub fn stem(model: &Path) -> String {
    let stem = model.file_stem().unwrap_or_default();
    identifier(&stem.to_string_lossy())
}

/// The longest name, so that those of the files that cargo makes of it are names, too.
const LENGTH_MAX: usize = 64;

/// Lower case, other characters as `_`; if no letter or digit were left, the numbers of the
/// characters: `u65e5_u672c`.
pub fn identifier(name: &str) -> String {
    let letters = name.chars().map(|c| match c.to_ascii_lowercase() {
        c @ ('a'..='z' | '0'..='9') => c,
        _ => '_',
    });
    let mut letters: String = letters.collect();
    if !letters.contains(|c| c != '_') {
        let numbers = name.chars().map(|c| format!("u{:x}", u32::from(c)));
        letters = numbers.collect::<Vec<_>>().join("_");
    }
    letters.truncate(LENGTH_MAX);
    letters
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
            shown::path(&base)
        )));
    }
    if base.to_str().is_none() {
        return Err(Failure::input(format!(
            "cargo cannot work in `{}`, whose name is not UTF-8: set XDG_CACHE_HOME to another folder",
            shown::path(&base)
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
        assert_eq!(stem(Path::new("a/P.q-r.pml")), "p_q_r");
        assert_eq!(stem(Path::new("pftp.pml")), "pftp");
        assert_eq!(stem(Path::new("---.pml")), "u2d_u2d_u2d");
        assert_eq!(stem(Path::new("日本.pml")), "u65e5_u672c");
        assert_eq!(stem(Path::new("é1.pml")), "_1");
        assert_eq!(stem(Path::new(".pml")), "_pml");
        assert_eq!(stem(Path::new(&"x".repeat(250))), "x".repeat(LENGTH_MAX));
        assert_eq!(absolute(Path::new("/a/./b/../c")), Path::new("/a/c"));
    }

    #[test]
    fn models_of_one_stem_have_trails_of_their_own() {
        let models = [
            "a/m.pml",
            "b/M.pml",
            "n.pml",
            "./a/m.pml",
            "a_m.pml",
            "x/a_m.pml",
            "a-m.pml",
        ];
        let names = trails(&models.map(PathBuf::from));
        let expected = ["a_m", "b_M", "", "a_m", "a_m_2", "x_a_m", "a_m_3"];
        for (name, expected) in names.iter().zip(expected) {
            let expected = (!expected.is_empty()).then(|| format!("{expected}.trail"));
            assert_eq!(*name, expected);
        }
    }
}
