//! What the values of options can be, looked at as soon as they are typed.

use super::super::units::{parse_size, parse_time};
use super::nearest;

/// What follows an option.
pub enum Takes {
    /// Nothing.
    Nothing,
    /// A file, a name, or what else cannot be judged by itself.
    Text,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number.
    Number {
        /// Of what, with a blank behind it.
        of: &'static str,
        /// The least.
        from: u64,
        /// A word that can stand instead.
        or: Option<&'static str>,
    },
    /// A number above zero.
    Above0,
    /// As [`parse_time`] reads it.
    Time,
    /// As [`parse_size`] reads it.
    Size,
}

pub(super) const fn number(of: &'static str, from: u64) -> Takes {
    Takes::Number { of, from, or: None }
}

pub(super) const fn number_or(of: &'static str, from: u64, word: &'static str) -> Takes {
    let or = Some(word);
    Takes::Number { of, from, or }
}

impl Takes {
    /// Refuses a value, with what follows it in the message.
    pub(super) fn check(&self, text: &str) -> Result<(), String> {
        let is_right = match self {
            Self::Nothing | Self::Text => true,
            Self::OneOf(words) => words.contains(&text),
            Self::Number { from, or, .. } => {
                *or == Some(text) || text.parse().is_ok_and(|number: u64| number >= *from)
            }
            Self::Above0 => text.parse().is_ok_and(|number: f64| number > 0.0),
            Self::Time => parse_time(text).is_some(),
            Self::Size => parse_size(text).is_ok(),
        };
        match self {
            _ if is_right => Ok(()),
            Self::OneOf(words) => Err(format!(
                " does not exist: {}the choices are {}",
                meant(text, words),
                words.join(", ")
            )),
            _ => Err(format!(": {}", self.remedy())),
        }
    }

    /// What to write instead.
    pub(super) fn remedy(&self) -> String {
        match self {
            Self::Nothing => "leave it out".to_string(),
            Self::Text => "write a text".to_string(),
            Self::OneOf(words) => format!("write one of {}", words.join(", ")),
            Self::Number { of, from, or } => {
                let or = or.map(|word| format!(", or {word}")).unwrap_or_default();
                format!("write a number {of}from {from} on{or}")
            }
            Self::Above0 => "write a number above 0, for example 0.5".to_string(),
            Self::Time => "write a number of seconds, or a time, for example 60, 0.5, 10m or 1h30m"
                .to_string(),
            Self::Size => "write bytes or a unit, for example 512M, 2G or 1.5GiB".to_string(),
        }
    }
}

fn meant(text: &str, words: &[&'static str]) -> String {
    let near = nearest(text, words.iter().copied());
    near.map_or(String::new(), |near| format!("did you mean {near}? "))
}
