//! Results kept in the repository: `record/<experiment>-<date>-<commit>.csv`, with the machine in
//! the first line.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file of results, written line by line so that an interrupted run leaves what it has measured.
pub struct Record {
    path: PathBuf,
    file: File,
}

impl Record {
    /// Starts a record of today and this commit.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(experiment: &str, columns: &str) -> Result<Record, String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("record");
        let date = first_line("date", &["-u", "+%Y-%m-%d"]);
        let commit = first_line("git", &["rev-parse", "--short", "HEAD"]);
        let path = folder.join(format!("{experiment}-{date}-{commit}.csv"));
        let file = fs::create_dir_all(&folder).and_then(|()| File::create(&path));
        let file = file.map_err(|e| format!("{}: {e}", path.display()))?;
        let mut record = Record { path, file };
        record.line(&format!("# {}", machine()))?;
        record.line(columns)?;
        Ok(record)
    }

    /// Adds a line.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn line(&mut self, text: &str) -> Result<(), String> {
        writeln!(self.file, "{text}").map_err(|e| format!("{}: {e}", self.path.display()))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Processor, cores, compilers.
fn machine() -> String {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("unknown processor", |(_, name)| name);
    let tools = [("rustc", "--version"), ("gcc", "--version"), ("spin", "-V")];
    let tools: Vec<String> = tools
        .iter()
        .map(|(tool, flag)| first_line(tool, &[flag]))
        .collect();
    format!(
        "{model}, {} cores; {}",
        support::jobs::cores(),
        tools.join("; ")
    )
}

/// The first line that a program prints, or `unknown`.
fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(support::checkout())
        .output()
        .ok();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let line = text
        .as_deref()
        .and_then(|text| text.lines().next())
        .filter(|line| !line.is_empty());
    line.unwrap_or("unknown").to_string()
}
