//! What an analyzer says in the end, and its exit status.

use crate::model::ModelInfo;
use crate::shown;
use crate::streams::{complain, print};

/// Exit status of a failure that is not the model's.
pub const OUR_FAILURE: u8 = 4;

/// What is said in the end.
pub struct Answer {
    /// For people.
    pub text: String,
    /// In the place of the text on standard output; then the text goes to standard error.
    pub json: Option<String>,
    /// The exit status if all that was asked for can be written.
    pub status: u8,
    /// What could not be written, a line for each.
    pub missing: Vec<String>,
}

impl Answer {
    /// A text alone.
    pub fn of(text: String, status: u8) -> Self {
        Self {
            text,
            json: None,
            status,
            missing: Vec::new(),
        }
    }

    /// Prints it on what is left of the standard streams; gives the exit status. A violation stays
    /// one.
    pub fn deliver(mut self, info: &ModelInfo) -> u8 {
        let main = self.json.as_ref().unwrap_or(&self.text);
        let printed = print(main);
        if self.json.is_some() || printed.is_err() {
            let _ = complain(&self.text);
        }
        if let Err(error) = &printed {
            let lost = format!("cannot write to standard output: {error}");
            self.missing.push(lost);
        }
        for line in &self.missing {
            let line = format!("{}: {}\n", info.files[0], shown::text(line));
            if complain(&line).is_err() && self.json.is_none() {
                let _ = print(&line);
            }
        }
        match self.status {
            0 | 3 if !self.missing.is_empty() => OUR_FAILURE,
            status => status,
        }
    }
}
