//! Searches of a model with smaller and smaller caches.

use super::{BLOW_UP, Line, Plan};
use crate::searches::{self, Limits, Measured, Search};
use std::path::PathBuf;
use support::analyzer::{Analyzer, Recipe};

/// A search with a cache.
#[derive(Clone, Debug)]
pub struct Point {
    /// States that it holds.
    pub cache: u64,
    /// Executed edges.
    pub transitions: u64,
    /// States visited, again and again.
    pub visited: u64,
    /// Most states on the path.
    pub stack_states: u64,
    /// Processor time.
    pub seconds: f64,
    /// Why it did not end.
    pub cut: Option<String>,
}

/// A curve: the last search perhaps did not end.
pub struct Sweep {
    /// All states.
    pub states: u64,
    /// Edges of a plain search without a cache.
    pub plain: u64,
    /// The search of the curve without a cache.
    pub full: Point,
    /// From the largest cache to the smallest.
    pub points: Vec<Point>,
}

/// As the paper's search was: no statements are merged.
///
/// # Errors
/// What `pvgen` or the compiler said.
pub fn build(model: PathBuf) -> Result<Analyzer, String> {
    searches::build(Recipe::new(model).unoptimized())
}

/// Measures a curve.
///
/// # Errors
/// An analyzer gave no report, or a search without a cache did not end.
pub fn sweep(analyzer: &Analyzer, line: &Line, plan: &Plan) -> Result<Sweep, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let limits = Limits {
        seconds: plan.max_time,
        memory: "2G",
    };
    let once = |options: &[String]| searches::once(analyzer, options, limits, folder.path());
    let complete = |search: Search| {
        let measured = once(&search.options())?;
        match &measured.cut {
            None => Ok(measured),
            Some(cut) => Err(format!("without a cache: {cut}")),
        }
    };
    let search = Search::new("none", line.sleep);
    let (plain, full) = (complete(Search::PLAIN)?, complete(search)?);
    let states = full.counts.stored;
    let mut swept = Sweep {
        states,
        plain: plain.counts.transitions,
        full: point(states, &full),
        points: Vec::new(),
    };
    for cache in sizes(states, plan.ratio) {
        let mut options = search.options();
        // This many visits would have `plan.work` times the edges of a plain search, if each state
        // had as many as it has now.
        let visits = swept.plain as f64 * states as f64 / full.counts.transitions as f64;
        let factor = plan.work * visits / cache as f64;
        let more = [
            ("--cache", cache.to_string()),
            ("--replace", line.replacement.into()),
            ("--work-limit", factor.to_string()),
        ];
        options.extend(
            more.into_iter()
                .flat_map(|(name, value)| [name.into(), value]),
        );
        let point = point(cache, &once(&options)?);
        let ends = point.cut.is_none();
        swept.points.push(point);
        if !ends {
            break;
        }
    }
    Ok(swept)
}

/// All states, then each time `ratio` of them.
fn sizes(states: u64, ratio: f64) -> impl Iterator<Item = u64> {
    let next = move |&size: &u64| Some((size as f64 * ratio) as u64);
    std::iter::successors(Some(states), next).take_while(|&size| size > 0)
}

fn point(cache: u64, measured: &Measured) -> Point {
    Point {
        cache,
        transitions: measured.counts.transitions,
        visited: measured.visited,
        stack_states: measured.stack_states.unwrap_or(0),
        seconds: measured.cost.cpu.as_secs_f64(),
        cut: measured.cut.clone(),
    }
}

impl Sweep {
    /// Of all states.
    pub fn percent(&self, states: u64) -> f64 {
        100.0 * states as f64 / self.states as f64
    }

    /// Of the transitions of a plain search.
    pub fn times(&self, transitions: u64) -> f64 {
        transitions as f64 / self.plain as f64
    }

    /// Where the search costs too much; a cache that is full of the path is no blow-up.
    fn is_blow_up(&self, point: &Point) -> bool {
        let cut = point.cut.as_deref().is_some_and(|cut| cut != "cache-full");
        cut || self.times(point.transitions) > BLOW_UP
    }

    /// The largest cache with which the search costs too much.
    pub fn blow_up(&self) -> Option<u64> {
        let mut points = self.points.iter();
        points
            .find(|point| self.is_blow_up(point))
            .map(|point| point.cache)
    }

    /// The smallest cache before the blow-up with which the search ends.
    pub fn smallest(&self) -> &Point {
        let enough = |point: &&Point| point.cut.is_none() && !self.is_blow_up(point);
        let points = self.points.iter().take_while(enough);
        points.last().unwrap_or(&self.full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swept(points: &[(u64, u64, Option<&str>)]) -> Sweep {
        let point = |&(cache, transitions, cut): &(u64, u64, Option<&str>)| Point {
            cache,
            transitions,
            visited: 0,
            stack_states: 10,
            seconds: 0.0,
            cut: cut.map(String::from),
        };
        Sweep {
            states: 1000,
            plain: 3000,
            full: point(&(1000, 3000, None)),
            points: points.iter().map(point).collect(),
        }
    }

    #[test]
    fn where_it_blows_up_and_what_suffices() {
        let ends = |points: &[_]| {
            let swept = swept(points);
            (swept.blow_up(), swept.smallest().cache)
        };
        let grows = [(1000, 3000, None), (500, 12_000, None), (250, 12_001, None)];
        assert_eq!(ends(&grows), (Some(250), 500));
        let cut = [(1000, 3000, None), (500, 6000, Some("time"))];
        assert_eq!(ends(&cut), (Some(500), 1000));
        let full = [
            (1000, 3000, None),
            (20, 5000, None),
            (9, 10, Some("cache-full")),
        ];
        assert_eq!(ends(&full), (None, 20));
        // What comes down again behind a blow-up does not count.
        let again = [(1000, 3000, None), (500, 13_000, None), (250, 4000, None)];
        assert_eq!(ends(&again), (Some(500), 1000));
    }

    #[test]
    fn sizes_go_down_to_one() {
        assert_eq!(
            sizes(100, 0.5).collect::<Vec<_>>(),
            [100, 50, 25, 12, 6, 3, 1]
        );
    }
}
