//! Models at the bounds of what an analyzer notes, numbers or counts in a field of a fixed width:
//! one below, at, and one above. `docs/bounds.md` lists the bounds.
//!
//! What must come out is plain by how a model is made, and depends on what comes last: the last
//! option, process, message or field. All but a few words of each are repetition, so that they have
//! few states. Where SPIN takes a model, its verdict and counts are a second source.

mod channels;
mod control;
mod data;
mod engines;
mod processes;

pub use engines::disagreements;

use crate::expectation::{Expectation, Verdict, Violation, essence};
use std::fmt::Write;

/// A model, and what must come out.
#[derive(Clone, Debug)]
pub struct AtBound {
    /// What there is, and how many.
    pub name: String,
    /// How many.
    pub count: usize,
    /// Promela.
    pub text: String,
    /// What must come out, without counts.
    pub expectation: Expectation,
    /// What SPIN makes of it.
    pub spin: Spin,
    /// One of those that every run of the tests tries.
    pub is_quick: bool,
}

/// What SPIN makes of a model that we take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spin {
    /// The same verdict, with counts.
    Counts,
    /// The same run-time error, at which it ends.
    Ends,
    /// It has a bound of its own below.
    Refuses,
}

impl AtBound {
    fn new(what: &str, count: usize, expectation: Expectation, text: String) -> Self {
        Self {
            name: format!("{what}_{count}"),
            count,
            text,
            expectation,
            spin: Spin::Counts,
            is_quick: true,
        }
    }

    fn ends_spin(mut self) -> Self {
        self.spin = Spin::Ends;
        self
    }

    fn refused_by_spin(mut self) -> Self {
        self.spin = Spin::Refuses;
        self
    }

    /// Only where there is time, unless it is one of these.
    fn quick_at(mut self, counts: &[usize]) -> Self {
        self.is_quick = counts.contains(&self.count);
        self
    }
}

/// All of them.
pub fn models() -> Vec<AtBound> {
    let subjects = [
        control::models(),
        processes::models(),
        channels::models(),
        data::models(),
    ];
    subjects.concat()
}

/// The assertions that fail, each of them; nothing else is wrong.
fn fails<const N: usize>(assertions: [&str; N]) -> Expectation {
    violated(assertions.map(|it| ("assertion".into(), essence(it))))
}

/// A run-time error with a message that has these words.
fn error(words: &str) -> Expectation {
    violated([("runtime-error".into(), essence(words))])
}

fn violated<const N: usize>(violations: [Violation; N]) -> Expectation {
    Expectation {
        verdict: Some(Verdict::Violated),
        violations: violations.into(),
        ..Expectation::default()
    }
}

/// The model is not accepted, with a message that has these words.
fn refused(words: &str) -> Expectation {
    Expectation {
        verdict: Some(Verdict::Refused),
        message: words.into(),
        ..Expectation::default()
    }
}

/// Lines, one for each number below `count`.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, i| {
        let _ = writeln!(all, "{}", line(i));
        all
    })
}

/// Items, one for each number below `count`, with a separator between two of them.
fn list(count: usize, separator: &str, item: impl Fn(usize) -> String) -> String {
    let items: Vec<String> = (0..count).map(item).collect();
    items.join(separator)
}
