//! The figures: a row for each model, transitions to the left and time to the right.

use super::sweep::{Point, Sweep};
use super::{CURVES, Line, Measured, TITLE};
use crate::plot::{self, Axes, Curve, Curves};

pub fn chart(all: &[Measured]) -> Curves {
    Curves {
        title: TITLE.into(),
        series: CURVES.iter().map(Line::name).collect(),
        mark: "largest stack without a cache (circles: cut off)".into(),
        rows: all.iter().map(row).collect(),
    }
}

fn row(measured: &Measured) -> Vec<Axes> {
    let subject = measured.subject;
    let axes = |y: &str, value: fn(&Sweep, &Point) -> f64| Axes {
        title: format!("{}: {}", subject.protocol, subject.model.name()),
        x: "cache, % of the states".into(),
        y: y.into(),
        mark: measured
            .sweeps
            .first()
            .map(|swept| swept.percent(swept.full.stack_states)),
        curves: curves(&measured.sweeps, value),
    };
    vec![
        axes("transitions, times", |swept, point| {
            swept.times(point.transitions)
        }),
        axes("processor time, s", |_, point| point.seconds),
    ]
}

fn curves(sweeps: &[Sweep], value: fn(&Sweep, &Point) -> f64) -> Vec<Curve> {
    let curves = sweeps.iter().enumerate().map(|(series, swept)| Curve {
        series,
        points: swept
            .points
            .iter()
            // A cache full of the path is where a curve ends, not a point of it.
            .filter(|point| point.cut.as_deref() != Some("cache-full"))
            .map(|point| plot::Point {
                x: swept.percent(point.cache),
                y: value(swept, point),
                cut: point.cut.is_some(),
            })
            .collect(),
    });
    curves.collect()
}
