//! Folders whose content is known: it is compared byte by byte, and what differs is written anew.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{Cache, Lock, entries, note_use, remove};
use crate::cli::write;

impl Cache {
    /// Makes a folder hold these files, given by path and text, and nothing else. The lock is
    /// `build.lock`.
    pub fn mend(&self, folder: &Path, files: &[(&str, &str)], _building: &Lock) -> io::Result<()> {
        others(folder, files).iter().for_each(|it| remove(it));
        for (name, text) in files {
            let path = folder.join(name);
            if !holds(&path, text) {
                write::replace_by_way_of(&self.folder, &path, text)?;
            }
        }
        note_use(folder);
        Ok(())
    }

    /// Whether there is nothing to mend.
    pub fn is_sound(&self, folder: &Path, files: &[(&str, &str)]) -> bool {
        let holds_all = || {
            files
                .iter()
                .all(|(name, text)| holds(&folder.join(name), text))
        };
        others(folder, files).is_empty() && holds_all()
    }
}

fn holds(path: &Path, text: &str) -> bool {
    fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes())
}

/// What is neither one of the files nor a folder of some.
fn others(folder: &Path, files: &[(&str, &str)]) -> Vec<PathBuf> {
    let wanted = |path: &Path, is_folder: bool| {
        let below = path.strip_prefix(folder).unwrap_or(path);
        files.iter().any(|(name, _)| match is_folder {
            true => Path::new(name) != below && Path::new(name).starts_with(below),
            false => Path::new(name) == below,
        })
    };
    let mut others = Vec::new();
    let mut waiting: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        // A link is neither.
        let Ok(kind) = fs::symlink_metadata(&path).map(|it| it.file_type()) else {
            continue;
        };
        if kind.is_dir() && wanted(&path, true) {
            waiting.extend(entries(&path));
        } else if !(kind.is_file() && wanted(&path, false)) {
            others.push(path);
        }
    }
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: &[(&str, &str)] = &[("Cargo.toml", "[package]"), ("src/a/b.rs", "fn b() {}")];

    #[test]
    fn whatever_lies_there() {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(scratch.path().join("pvgen")).expect("writable");
        let lock = cache.lock_to_build().expect("no one else");
        let folder = cache.folder.join("runtime");
        let write = |path: &str, text: &str| fs::write(folder.join(path), text).expect("writable");
        let spoil: [&dyn Fn(); 8] = [
            &|| (),
            &|| write("src/a/b.rs", "fn b()"),
            &|| write("Cargo.toml", ""),
            &|| write("build.rs", "fn main() {}"),
            &|| fs::create_dir_all(folder.join("src/bin/x")).expect("writable"),
            &|| fs::remove_dir_all(folder.join("src")).expect("there"),
            &|| {
                fs::remove_dir_all(folder.join("src")).expect("there");
                write("src", "");
            },
            &|| {
                fs::remove_dir_all(&folder).expect("there");
                fs::write(&folder, "").expect("writable");
            },
        ];
        for (index, spoil) in spoil.iter().enumerate() {
            spoil();
            assert!(!cache.is_sound(&folder, FILES), "{index}");
            cache.mend(&folder, FILES, &lock).expect("mended");
            assert!(cache.is_sound(&folder, FILES), "{index}");
            let mut found = Vec::new();
            let mut waiting = vec![folder.clone()];
            while let Some(path) = waiting.pop() {
                match path.is_dir() {
                    true => waiting.extend(entries(&path)),
                    false => found.push(path),
                }
            }
            found.sort();
            assert_eq!(found.len(), FILES.len(), "{index}: {found:?}");
            for (name, text) in FILES {
                let there = fs::read_to_string(folder.join(name)).expect("there");
                assert_eq!(there, *text, "{index}");
            }
        }
    }
}
