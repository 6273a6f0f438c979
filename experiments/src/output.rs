//! Where results go: comma-separated values and drawings below the target folder or where one says,
//! and records.

use crate::record::Record;
use crate::table::Table;
use clap::Args;
use std::fs;
use std::path::PathBuf;

/// Options of every experiment that makes a table.
#[derive(Args)]
pub struct Output {
    /// Folder for CSV and SVG files [default: experiments, in the target folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the CSV in the repository too, with date, commit and machine
    #[arg(long)]
    record: bool,
}

impl Output {
    /// Writes what there is of a table, so that an interrupted run leaves what it has measured.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, name: &str, table: &Table) -> Result<(), String> {
        self.write(&format!("{name}.csv"), &table.csv()).map(drop)
    }

    /// Writes a table as comma-separated values, and a record of it if one is wanted.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn csv(&self, name: &str, table: &Table) -> Result<(), String> {
        let text = table.csv();
        let path = self.write(&format!("{name}.csv"), &text)?;
        println!("written to {}", path.display());
        if self.record {
            let mut lines = text.lines();
            let mut record = Record::create(name, lines.next().unwrap_or_default())?;
            for line in lines {
                record.line(line)?;
            }
            println!("written to {}", record.path().display());
        }
        Ok(())
    }

    /// Writes the text of a drawing.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn svg(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.write(&format!("{name}.svg"), text)?;
        println!("written to {}", path.display());
        Ok(())
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let folder = match &self.out {
            Some(folder) => folder.clone(),
            None => support::target_folder().join("experiments"),
        };
        let path = folder.join(name);
        let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text));
        written.map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    }
}
