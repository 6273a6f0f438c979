//! Curves over logarithmic axes, panels in rows: a point for each measurement, a circle where it
//! was cut off.

use super::{Area, Drawn, FONT, colour, legend, said};
use plotters::prelude::*;
use std::ops::Range;

/// A drawing of panels in rows.
pub struct Curves {
    /// Above everything.
    pub title: String,
    /// Names of the curves, in the order of their colours.
    pub series: Vec<String>,
    /// What the black vertical lines are.
    pub mark: String,
    /// Rows of panels, all of the same length.
    pub rows: Vec<Vec<Axes>>,
}

/// A panel.
pub struct Axes {
    /// Above it.
    pub title: String,
    /// Of the horizontal axis.
    pub x: String,
    /// Of the vertical axis.
    pub y: String,
    /// A vertical line.
    pub mark: Option<f64>,
    /// Those that there are.
    pub curves: Vec<Curve>,
}

/// A curve of a panel.
pub struct Curve {
    /// Its place among the series.
    pub series: usize,
    /// From left to right, or from right to left.
    pub points: Vec<Point>,
}

/// A measurement.
#[derive(Clone, Copy)]
pub struct Point {
    /// Above 0.
    pub x: f64,
    /// Above 0.
    pub y: f64,
    /// It would have gone on.
    pub cut: bool,
}

const PANEL: (u32, u32) = (470, 240);
const LEGEND_HEIGHT: u32 = 44;

impl Curves {
    /// The text of the file.
    ///
    /// # Errors
    /// The library says why.
    pub fn svg(&self) -> Result<String, String> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(1);
        let size = (
            PANEL.0 * columns as u32,
            40 + LEGEND_HEIGHT + PANEL.1 * self.rows.len() as u32,
        );
        let mut text = String::new();
        {
            let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
            root.fill(&WHITE).map_err(said)?;
            let root = root.titled(&self.title, (FONT, 17)).map_err(said)?;
            let (above, rest) = root.split_vertically(LEGEND_HEIGHT);
            legend(&above, &self.series, &self.mark)?;
            let areas = rest.split_evenly((self.rows.len(), columns));
            for (row, areas) in self.rows.iter().zip(areas.chunks(columns)) {
                for (axes, area) in row.iter().zip(areas) {
                    axes.draw(area)?;
                }
            }
            root.present().map_err(said)?;
        }
        Ok(text)
    }
}

impl Axes {
    fn points(&self) -> impl Iterator<Item = &Point> {
        self.curves.iter().flat_map(|curve| &curve.points)
    }

    fn draw(&self, area: &Area) -> Drawn {
        let marked = self.mark.into_iter();
        let x = range(self.points().map(|point| point.x).chain(marked));
        let y = range(self.points().map(|point| point.y));
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, (FONT, 14))
            .margin(6)
            .x_label_area_size(34)
            .y_label_area_size(58)
            .build_cartesian_2d(x.log_scale(), y.clone().log_scale())
            .map_err(said)?;
        chart
            .configure_mesh()
            .bold_line_style(RGBColor(225, 225, 225))
            .max_light_lines(0)
            .x_desc(&self.x)
            .y_desc(&self.y)
            .x_label_formatter(&|value| short(*value))
            .y_label_formatter(&|value| short(*value))
            .label_style((FONT, 12))
            .draw()
            .map_err(said)?;
        if let Some(mark) = self.mark {
            let line = PathElement::new([(mark, y.start), (mark, y.end)], BLACK.stroke_width(1));
            chart.draw_series([line]).map_err(said)?;
        }
        for curve in &self.curves {
            let colour = colour(curve.series);
            let line = curve.points.iter().map(|point| (point.x, point.y));
            let line = PathElement::new(line.collect::<Vec<_>>(), colour.stroke_width(2));
            chart.draw_series([line]).map_err(said)?;
            let cut = curve.points.iter().filter(|point| point.cut);
            let circles = cut.map(|point| Circle::new((point.x, point.y), 4, colour));
            chart.draw_series(circles).map_err(said)?;
        }
        Ok(())
    }
}

/// What holds all values, and a little more.
fn range(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (mut least, mut most) = (f64::INFINITY, 0.0f64);
    for value in values {
        least = least.min(value);
        most = most.max(value);
    }
    match least <= most {
        true => least / 1.15..most * 1.15,
        false => 1.0..10.0,
    }
}

/// With as many decimals as a small value needs.
fn short(value: f64) -> String {
    match value {
        _ if value >= 9.5 => runtime::units::grouped(value.round() as u64),
        _ if value >= 0.95 => format!("{value:.0}"),
        _ => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second curve is cut off where it is highest.
    fn curves() -> Curves {
        let point = |x, y, cut| Point { x, y, cut };
        let axes = Axes {
            title: "one < model".into(),
            x: "size".into(),
            y: "times".into(),
            mark: Some(0.5),
            curves: vec![
                Curve {
                    series: 0,
                    points: vec![point(100.0, 1.0, false), point(1.0, 2.0, false)],
                },
                Curve {
                    series: 1,
                    points: vec![point(100.0, 1.0, false), point(30.0, 20.0, true)],
                },
            ],
        };
        Curves {
            title: "all".into(),
            series: vec!["first".into(), "second".into()],
            mark: "stack".into(),
            rows: vec![vec![axes]],
        }
    }

    #[test]
    fn everything_is_drawn() {
        let svg = curves().svg().unwrap();
        for name in [
            "one &lt; model",
            "size",
            "times",
            "first",
            "second",
            "stack",
        ] {
            assert!(svg.contains(name), "{name} in {svg}");
        }
        assert_eq!(svg.matches("<circle").count(), 1, "what was cut off");
        for colour in ["#0072B2", "#E69F00"] {
            assert_eq!(
                svg.matches(&format!("stroke=\"{colour}\" stroke-width=\"2\""))
                    .count(),
                1
            );
        }
    }

    #[test]
    fn a_panel_without_curves_is_drawn() {
        let mut empty = curves();
        empty.rows[0][0].curves.clear();
        empty.rows[0][0].mark = None;
        assert!(empty.svg().is_ok());
    }

    #[test]
    fn labels_are_short() {
        let labels = [0.05, 0.5, 1.0, 10.0, 12_345.6].map(short);
        assert_eq!(labels, ["0.05", "0.50", "1", "10", "12,346"]);
    }
}
