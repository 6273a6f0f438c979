//! What is found is replayed before it is told.

use super::Failure;
use crate::memory::Budget;
use crate::model::Model;
use crate::outputs::Outputs;
use crate::report::Reported;
use crate::shown;
use crate::trail::replay::NotReplayed;
use crate::trail::show::{self, ShownTrail};
use crate::trail::{Trail, format};
use crate::violation::{TRAILS_KEPT, Violation};

/// Replays the trails, then writes them, numbered over all searches.
pub fn report_violations(
    model: &dyn Model,
    outputs: &mut Outputs,
    searches: Vec<Vec<Violation>>,
    budget: &Budget,
) -> Result<Vec<Reported>, Failure> {
    let several = searches.iter().map(Vec::len).sum::<usize>() > 1;
    let kept = |(i, violation)| (i < TRAILS_KEPT, violation);
    let all = searches
        .into_iter()
        .flat_map(|it| it.into_iter().enumerate());
    let mut trails = 0;
    let report = |(is_kept, violation): (bool, Violation)| {
        trails += usize::from(violation.path.is_some());
        let number = several.then_some(trails);
        report_violation(model, violation, (outputs, number), is_kept, budget)
    };
    all.map(kept).map(report).collect()
}

fn report_violation(
    model: &dyn Model,
    violation: Violation,
    (outputs, number): (&mut Outputs, Option<usize>),
    is_kept: bool,
    budget: &Budget,
) -> Result<Reported, Failure> {
    let Some(trail) = Trail::new(model.info(), &violation) else {
        return Ok(Reported {
            violation,
            trail_file: None,
            trail_note: match is_kept {
                true => "there was no time left to find the way there".to_string(),
                false => format!("no trail is kept: only the first {TRAILS_KEPT} have one"),
            },
            trail_text: String::new(),
            replay_command: None,
            left_out: 0,
            starves: None,
        });
    };
    let shown = match show::show(model, &trail, budget) {
        Ok(shown) => Some(shown),
        Err(NotReplayed::Stopped(_)) => None,
        Err(NotReplayed::Wrong(error)) => {
            return Err(Failure::Internal(format!(
                "the trail of `{}` does not replay: {error}",
                violation.message
            )));
        }
    };
    let bytes = format::write(&trail, shown.as_ref().map_or(&[], ShownTrail::comments));
    if shown.is_some() && format::parse(&bytes).as_ref() != Ok(&trail) {
        return Err(Failure::Internal(
            "the trail file is not what it should be".to_string(),
        ));
    }
    let path = outputs.trails.path(number);
    let file = shown::path(&path);
    let (trail_file, trail_note) = match outputs.trails.write(&path, &bytes) {
        Ok(()) if shown.is_none() => {
            let note = "trail, which there was no time left to replay, in";
            (Some(path.display().to_string()), format!("{note} {file}"))
        }
        Ok(()) => (
            Some(path.display().to_string()),
            format!("trail, in {file}"),
        ),
        Err(error) => {
            let note = format!("trail, which could not be written to {file}: {error}");
            outputs.note(&path, Err(error));
            (None, note)
        }
    };
    let command = trail_file.as_ref().filter(|_| shown.is_some()).map(|file| {
        let words = [&trail.model, file].map(|word| shown::word(word));
        format!("pvgen replay {}", words.join(" "))
    });
    Ok(Reported {
        violation,
        replay_command: command,
        left_out: shown.as_ref().map_or(0, ShownTrail::left_out),
        trail_file,
        trail_note,
        trail_text: shown.as_ref().map_or_else(String::new, ShownTrail::text),
        starves: shown.map(|shown| shown.starves),
    })
}
