//! Parts of a whole: a horizontal bar for each subject, divided into parts whose sum is 1 at most.

use super::{FONT, colour, legend, said};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A drawing of bars below each other.
pub struct Stacks {
    /// Above everything.
    pub title: String,
    /// Names of the parts, from left to right.
    pub series: Vec<String>,
    /// What the black line is.
    pub mark: String,
    /// Where it is.
    pub at: f64,
    /// From top to bottom.
    pub bars: Vec<Stack>,
}

/// A bar.
pub struct Stack {
    /// To its left.
    pub name: String,
    /// One for each of the series.
    pub parts: Vec<f64>,
}

const NAMES: i32 = 420;
const SCALE: i32 = 560;
const BAR: i32 = 18;
const LEGEND: u32 = 44;

impl Stacks {
    /// The text of the file.
    ///
    /// # Errors
    /// The library says why.
    pub fn svg(&self) -> Result<String, String> {
        let bars = BAR * self.bars.len() as i32;
        let size = (
            (NAMES + SCALE + 40) as u32,
            40 + LEGEND + (bars + 40) as u32,
        );
        let mut text = String::new();
        {
            let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
            root.fill(&WHITE).map_err(said)?;
            let root = root.titled(&self.title, (FONT, 17)).map_err(said)?;
            let (above, area) = root.split_vertically(LEGEND);
            legend(&above, &self.series, &self.mark)?;
            let across = |part: f64| NAMES + (part * f64::from(SCALE)).round() as i32;
            let beside = Pos::new(HPos::Right, VPos::Center);
            let names = TextStyle::from((FONT, 13).into_font()).pos(beside);
            for (i, bar) in self.bars.iter().enumerate() {
                let top = BAR * i as i32;
                let place = (NAMES - 8, top + BAR / 2);
                area.draw_text(&bar.name, &names, place).map_err(said)?;
                let mut left = 0.0;
                for (series, part) in bar.parts.iter().enumerate() {
                    let corners = [
                        (across(left), top + 2),
                        (across(left + part), top + BAR - 2),
                    ];
                    let shape = Rectangle::new(corners, colour(series).filled());
                    area.draw(&shape).map_err(said)?;
                    left += part;
                }
            }
            let line = [(across(self.at), 0), (across(self.at), bars)];
            let line = PathElement::new(line, BLACK.stroke_width(1));
            area.draw(&line).map_err(said)?;
            let below = Pos::new(HPos::Center, VPos::Top);
            let scale = TextStyle::from((FONT, 12).into_font()).pos(below);
            for tenths in (0..=10).step_by(2) {
                let place = (across(f64::from(tenths) / 10.0), bars + 6);
                let percent = format!("{} %", 10 * tenths);
                area.draw_text(&percent, &scale, place).map_err(said)?;
            }
            root.present().map_err(said)?;
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_drawn_one_after_the_other() {
        let stacks = Stacks {
            title: "all".into(),
            series: vec!["near".into(), "far".into()],
            mark: "60 %".into(),
            at: 0.6,
            bars: vec![Stack {
                name: "a < b".into(),
                parts: vec![0.75, 0.25],
            }],
        };
        let svg = stacks.svg().unwrap();
        for name in ["a &lt; b", "near", "far", "60 %", "100 %"] {
            assert!(svg.contains(name), "{name} in {svg}");
        }
        let bars: Vec<(i32, i32)> = ["#0072B2", "#E69F00"]
            .iter()
            .map(|colour| {
                let of_colour = |tag: &&str| tag.contains(colour) && !tag.contains("width=\"16\"");
                let tag = svg.split("<rect").find(of_colour).expect("a bar");
                let number = |key: &str| {
                    let value = tag.split(&format!(" {key}=\"")).nth(1).expect(key);
                    value.split('"').next().unwrap().parse().unwrap()
                };
                (number("x"), number("width"))
            })
            .collect();
        let [(left, wide), (right, narrow)] = bars[..] else {
            panic!("{bars:?}")
        };
        assert_eq!((wide, narrow), (SCALE * 3 / 4, SCALE / 4));
        assert_eq!(left + wide, right);
    }
}
