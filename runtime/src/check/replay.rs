//! `--replay FILE`: an analyzer walks a trail and shows it, instead of searching.
//!
//! `pvgen replay` has the interpreter for that, which shares no code with us, says what the model
//! prints, and needs 3 to 70 µs a step. A trail of millions of steps it leaves to the analyzer.

use std::fmt::Write;
use std::fs;
use std::io::{self, ErrorKind};

use super::Failure;
use crate::memory::Budget;
use crate::model::Model;
use crate::monitor::Monitor;
use crate::options::ReplaySettings;
use crate::outputs::OUR_FAILURE;
use crate::shown;
use crate::streams;
use crate::trail::replay::{NotReplayed, replay as walk};
use crate::trail::show::{self, ShownTrail, show_some};
use crate::trail::{Excerpt, Trail, format};
use crate::units::{grouped, steps};

/// Bytes that are written at once.
const PIECE: usize = 1 << 16;

/// Exit status of a replay that had to end early.
const INTERRUPTED: u8 = 3;

/// Shows the trail; gives the exit status.
///
/// # Errors
/// The file is no trail of this model.
pub fn replay(model: &dyn Model, asked: &ReplaySettings, monitor: Monitor) -> Result<u8, Failure> {
    let file = shown::path(&asked.file);
    let usage = |why: String| Failure::Usage(format!("{file}: {why}"));
    let bytes = fs::read(&asked.file).map_err(|error| usage(error.to_string()))?;
    let trail = format::parse(&bytes).map_err(usage)?;
    let budget = Budget::new(0).watched(monitor);
    let told = told(&trail, asked).map_err(usage)?;
    let printed = match asked.text {
        true => write_text(model, &trail, &budget),
        false => show_some(model, &trail, &budget, (told.clone(), told))
            .map(|shown| streams::print(&text(&file, &trail, &shown))),
    };
    budget.monitor().finish();
    match printed {
        Ok(Err(error)) if error.kind() != ErrorKind::BrokenPipe => {
            super::tell(
                model.info(),
                &format!("cannot write to standard output: {error}"),
            );
            Ok(OUR_FAILURE)
        }
        Ok(_) => Ok(0),
        Err(NotReplayed::Wrong(why)) => Err(usage(why)),
        Err(NotReplayed::Stopped(_)) => {
            super::tell(
                model.info(),
                &format!("{file}: it had to end before all was replayed"),
            );
            Ok(INTERRUPTED)
        }
    }
}

/// The steps that are asked for: by default all of a short trail, of a long one both ends.
fn told(trail: &Trail, asked: &ReplaySettings) -> Result<Excerpt, String> {
    let count = trail.moves().count();
    let is_there = |number: &usize| (1..=count).contains(number);
    let beyond = [asked.from, asked.to].into_iter().flatten();
    if let Some(number) = beyond.filter(|it| !is_there(it)).max() {
        return Err(format!(
            "there is no step {number}: the trail has {}",
            grouped(count as u64)
        ));
    }
    let range = match (asked.from, asked.to, asked.last) {
        (None, None, None) => None,
        (None, None, Some(last)) => Some(count.saturating_sub(last)..count),
        (from, to, _) => Some(from.unwrap_or(1) - 1..to.unwrap_or(count)),
    };
    Ok(match range {
        Some(range) => Excerpt::of(range),
        None if format::is_long(trail) => Excerpt::ends(count),
        None => Excerpt::whole(count),
    })
}

/// In the words of `pvgen replay`.
fn text(file: &str, trail: &Trail, shown: &ShownTrail) -> String {
    let steps = steps(shown.count as u64);
    let mut text = format!("trail {file}: {}\n{}", trail.message, shown.steps());
    let _ = writeln!(text, "violated: {} (after {steps})", trail.message);
    text + &shown.ending + "  values:\n" + &shown.end.values()
}

/// Writes the trail in the form with a line for each step, which a short one has.
fn write_text(
    model: &dyn Model,
    trail: &Trail,
    budget: &Budget,
) -> Result<io::Result<()>, NotReplayed> {
    // No step is shown of a trail that does not end as it says.
    walk(model, trail, budget, &Excerpt::none(), &mut |_| {})?;
    let (mut next, mut text) = (0, format::header(trail));
    let mut written = Ok(());
    let mut write = |text: &mut String| {
        if written.is_ok() {
            written = streams::print(text);
        }
        text.clear();
    };
    let all = Excerpt::whole(trail.moves().count());
    walk(model, trail, budget, &all, &mut |step| {
        let line = show::line(model.info(), &step);
        let mut comment = std::iter::once(&line);
        while comment.len() > 0 {
            format::write_step(trail, next, &mut comment, &mut text);
            next += 1;
        }
        if text.len() >= PIECE {
            write(&mut text);
        }
    })?;
    for step in next..trail.steps.len() {
        format::write_step(trail, step, &mut std::iter::empty(), &mut text);
    }
    write(&mut text);
    Ok(written)
}
