//! The models that reductions are tried on.

use crate::models;
use std::path::{Path, PathBuf};
use support::analyzer::Recipe;
use support::case::{Case, Size};
use support::{files_below, spin};

/// A model with its parameters.
pub struct Candidate {
    /// For tables.
    pub title: String,
    /// How to make its analyzer.
    pub recipe: Recipe,
}

/// Fewer states than this say nothing about a reduction.
const LEAST: u64 = 1000;

/// Our examples that are not tiny, the models of the benchmark, and SPIN's examples where they are
/// installed; those whose titles contain one of `parts`, or all.
///
/// # Errors
/// There is none.
pub fn chosen(parts: &[String]) -> Result<Vec<Candidate>, String> {
    let mut all = ours();
    for subject in models::chosen(&[])? {
        let recipe = Recipe::new(&subject.model).defines(subject.defines.clone());
        all.push(Candidate {
            title: subject.name.into(),
            recipe,
        });
    }
    if let Some(folder) = spin::examples() {
        let models = files_below(folder, "pml").map_err(|error| error.to_string())?;
        all.extend(models.into_iter().map(|path| of_spin(folder, path)));
    }
    let mut all = named(all, parts)?;
    let mut seen: Vec<Recipe> = Vec::new();
    all.retain(|candidate| {
        let new = !seen.contains(&candidate.recipe);
        seen.push(candidate.recipe.clone());
        new
    });
    Ok(all)
}

/// Those whose titles contain one of `parts`, or all.
///
/// # Errors
/// There is none.
pub fn named(mut all: Vec<Candidate>, parts: &[String]) -> Result<Vec<Candidate>, String> {
    all.retain(|it| parts.is_empty() || parts.iter().any(|part| it.title.contains(part)));
    match all.is_empty() {
        true => Err(format!("no model's name contains {}", parts.join(" or "))),
        false => Ok(all),
    }
}

/// Our examples that are not tiny.
pub fn ours() -> Vec<Candidate> {
    let cases = [Size::Small, Size::Medium].map(Case::examples);
    let real = cases.into_iter().flatten().filter(is_real);
    real.map(of_case).collect()
}

fn is_real(case: &Case) -> bool {
    let counts = case.expectation().counts;
    counts.is_some_and(|counts| counts.stored >= LEAST)
}

/// A case under its name below the examples.
pub fn of_case(case: Case) -> Candidate {
    let title = case.title();
    let title = title.strip_prefix("promela-examples/").unwrap_or(&title);
    Candidate {
        title: title.into(),
        recipe: case.recipe(),
    }
}

fn of_spin(folder: &Path, path: PathBuf) -> Candidate {
    let name = path.strip_prefix(folder).unwrap_or(&path);
    Candidate {
        title: format!("SPIN's {}", name.display()),
        recipe: Recipe::new(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_model_once() {
        let all = chosen(&["philo.pml".into(), "philo6".into()]).unwrap();
        let titles: Vec<&str> = all.iter().map(|it| it.title.as_str()).collect();
        let expected = ["benchmarks/philo.pml -DN=4", "benchmarks/philo.pml -DN=6"];
        assert_eq!(titles, expected, "philo6 is the same as the latter");
        let by_its_short_name = chosen(&["philo6".into()]).unwrap();
        assert_eq!(by_its_short_name[0].title, "philo6");
        assert!(chosen(&["no such model".into()]).is_err());
    }
}
