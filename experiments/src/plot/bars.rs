//! Bars in groups on a logarithmic scale: ours as a bar, the figure it is compared with as a dash
//! across it.
//!
//! Figures of a table lie four powers of ten apart, so nothing linear would show them. A bar begins
//! at 1.

use super::{Area, Drawn, FONT, colour, legend, names, said};
use plotters::prelude::*;

/// A drawing of one panel above the other.
pub struct Chart {
    /// Above everything.
    pub title: String,
    /// Names of the bars of a group, in their order.
    pub series: Vec<String>,
    /// What the dashes are.
    pub mark: String,
    /// From top to bottom.
    pub panels: Vec<Panel>,
}

/// Groups of bars over one axis.
pub struct Panel {
    /// Of the axis.
    pub label: String,
    /// From left to right.
    pub groups: Vec<Group>,
}

/// Bars that stand together.
pub struct Group {
    /// Lines below the bars.
    pub name: Vec<String>,
    /// One for each series, where there is a value.
    pub bars: Vec<Option<Bar>>,
}

/// A value and what it is compared with.
#[derive(Clone, Copy)]
pub struct Bar {
    /// At least 1.
    pub value: f64,
    /// A dash is drawn here.
    pub mark: Option<f64>,
}

const PANEL_HEIGHT: u32 = 340;
const LEGEND_HEIGHT: u32 = 64;

impl Chart {
    /// The text of the file.
    ///
    /// # Errors
    /// The library says why.
    pub fn svg(&self) -> Result<String, String> {
        let groups = self.panels.iter().map(|panel| panel.groups.len());
        let groups = groups.max().unwrap_or(1) as u32;
        let width = 160 + groups * (24 + 16 * self.series.len() as u32).max(110);
        let height = 40 + LEGEND_HEIGHT + PANEL_HEIGHT * self.panels.len() as u32;
        let mut text = String::new();
        {
            let root = SVGBackend::with_string(&mut text, (width.max(720), height));
            let root = root.into_drawing_area();
            root.fill(&WHITE).map_err(said)?;
            let root = root.titled(&self.title, (FONT, 17)).map_err(said)?;
            let (above, rest) = root.split_vertically(LEGEND_HEIGHT);
            legend(&above, &self.series, &self.mark)?;
            for (panel, area) in self
                .panels
                .iter()
                .zip(rest.split_evenly((self.panels.len(), 1)))
            {
                self.panel(panel, &area)?;
            }
            root.present().map_err(said)?;
        }
        Ok(text)
    }

    fn panel(&self, panel: &Panel, area: &Area) -> Drawn {
        let bars = panel
            .groups
            .iter()
            .flat_map(|group| group.bars.iter().flatten());
        let values = bars.flat_map(|bar| [Some(bar.value), bar.mark]).flatten();
        let top = values.fold(10.0, f64::max) * 2.0;
        let mut chart = ChartBuilder::on(area)
            .margin_left(12)
            .margin_right(16)
            .margin_top(8)
            .x_label_area_size(44)
            .y_label_area_size(92)
            .build_cartesian_2d(0.0..panel.groups.len() as f64, (1.0..top).log_scale())
            .map_err(said)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_x_axis()
            .light_line_style(RGBColor(238, 238, 238))
            .y_desc(&panel.label)
            .y_label_formatter(&|value| runtime::units::grouped(*value as u64))
            .label_style((FONT, 13))
            .draw()
            .map_err(said)?;
        let width = 0.9 / self.series.len() as f64;
        for (i, group) in panel.groups.iter().enumerate() {
            for (j, bar) in group.bars.iter().enumerate() {
                let Some(bar) = bar else { continue };
                let left = i as f64 + 0.05 + j as f64 * width;
                let corners = [
                    (left + width * 0.08, 1.0),
                    (left + width * 0.92, bar.value.max(1.0)),
                ];
                let shape = Rectangle::new(corners, colour(j).filled());
                chart.draw_series([shape]).map_err(said)?;
                if let Some(mark) = bar.mark {
                    let dash = PathElement::new(
                        [(left, mark), (left + width, mark)],
                        BLACK.stroke_width(3),
                    );
                    chart.draw_series([dash]).map_err(said)?;
                }
            }
            let middle = chart.backend_coord(&(i as f64 + 0.5, 1.0));
            names(area, &group.name, middle)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let bar = |value, mark| Some(Bar { value, mark });
        let group = |name: &str, bars| Group {
            name: vec![name.to_string()],
            bars,
        };
        Chart {
            title: "A < B".into(),
            series: vec!["one".into(), "two".into()],
            mark: "printed".into(),
            panels: vec![Panel {
                label: "states".into(),
                groups: vec![
                    group("first", vec![bar(47.0, Some(47.0)), bar(100_001.0, None)]),
                    group("second", vec![None, bar(1.0, Some(500_002.0))]),
                ],
            }],
        }
    }

    #[test]
    fn everything_is_drawn() {
        let svg = chart().svg().unwrap();
        for name in [
            "A &lt; B", "one", "two", "printed", "first", "second", "states", "100,000",
        ] {
            assert!(svg.contains(name), "{name} in {svg}");
        }
        let filled = |colour: &str| svg.matches(&format!("fill=\"{colour}\"")).count();
        let legend = 1;
        assert_eq!(filled("#0072B2"), legend + 1, "one bar of the first series");
        assert_eq!(filled("#E69F00"), legend + 2, "two of the second");
        assert_eq!(svg.matches("stroke-width=\"3\"").count(), 2, "two dashes");
    }

    /// A higher value is a higher bar: the y axis of SVG points down.
    #[test]
    fn bars_grow_upwards() {
        let svg = chart().svg().unwrap();
        let heights: Vec<u32> = svg
            .split("<rect")
            .filter(|tag| tag.contains("#0072B2") || tag.contains("#E69F00"))
            .map(|tag| {
                let height = tag.split("height=\"").nth(1).unwrap();
                height.split('"').next().unwrap().parse().unwrap()
            })
            .collect();
        let [_, _, low, high, least] = heights[..] else {
            panic!("{heights:?}")
        };
        assert!(high > low && low > least, "{heights:?}");
    }
}
