//! Where the trails of a run go.

use std::path::{Path, PathBuf};

use super::cannot_write;
use super::draft::{self, Draft};
use super::kind::FileKind;
use crate::model::ModelInfo;
use crate::options::Settings;
use crate::violation::TRAILS_KEPT;

/// The names of trail files, none of which holds anything but an earlier trail of the same model.
pub struct Trails {
    kind: FileKind,
    /// The file of the only violation.
    path: PathBuf,
    /// The highest number of a trail, if there may be several; a device takes all of them.
    most: usize,
}

impl Trails {
    /// Takes the file that was asked for. Otherwise `MODEL.trail`, or if that is something else, as
    /// the trail of a model of the same name, `PATH_TO_MODEL.trail`.
    ///
    /// # Errors
    /// There is something that must not be replaced, or what was asked for cannot be written.
    pub fn prepare(
        info: &'static ModelInfo,
        settings: &Settings,
        searches: usize,
    ) -> Result<Self, String> {
        let most = match (settings.limits.errors, searches) {
            (Some(1), 1) => 0,
            (Some(1), _) => searches,
            _ => searches * TRAILS_KEPT,
        };
        let kind = FileKind::Trail(info.files[0]);
        let trails = |path: PathBuf| {
            let is_device = matches!(draft::target(&path, kind), Ok(None));
            let most = if is_device { 0 } else { most };
            Self { kind, path, most }
        };
        if let Some(path) = &settings.trail {
            let trails = trails(path.clone());
            let begun = Draft::create(path, trails.kind);
            begun.map_err(|error| cannot_write(path, &error))?;
            return trails.check().map(|()| trails);
        }
        let own = trails(format!("{}.trail", info.name).into());
        if own.check().is_ok() {
            return Ok(own);
        }
        let by_path = trails(format!("{}.trail", by_path(info.files[0])).into());
        by_path.check().map(|()| by_path)
    }

    fn check(&self) -> Result<(), String> {
        self.paths().try_for_each(|path| {
            let checked = draft::target(&path, self.kind).map(|_| ());
            checked.map_err(|error| cannot_write(&path, &error))
        })
    }

    /// All files that may be written.
    pub fn paths(&self) -> impl Iterator<Item = PathBuf> {
        let numbers = (1..=self.most).map(Some);
        [None]
            .into_iter()
            .chain(numbers)
            .map(|number| self.path(number))
    }

    /// The file, or with a number the file with it before the extension: `m.2.trail`, for
    /// `m2.trail` is that of another model.
    pub fn path(&self, number: Option<usize>) -> PathBuf {
        let Some(number) = number.filter(|_| self.most > 0) else {
            return self.path.clone();
        };
        let mut name = self.path.file_stem().unwrap_or_default().to_os_string();
        name.push(format!(".{number}"));
        if let Some(extension) = self.path.extension() {
            name.push(".");
            name.push(extension);
        }
        self.path.with_file_name(name)
    }

    /// Writes one of them.
    ///
    /// # Errors
    /// The file is as it was before, and why.
    pub fn write(&self, path: &Path, file: &[u8]) -> std::io::Result<()> {
        Draft::create(path, self.kind)?.write(file)
    }
}

/// `a/b.pml` as `a_b`.
fn by_path(model: &str) -> String {
    let name = Path::new(model).with_extension("");
    let letters = name.display().to_string();
    let letters = letters
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '_' });
    let name: String = letters.collect();
    name.trim_matches('_').to_owned()
}
