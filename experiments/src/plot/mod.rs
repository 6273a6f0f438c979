//! Drawings, as SVG.

mod bars;
mod curves;
mod stacks;

pub use bars::{Bar, Chart, Group, Panel};
pub use curves::{Axes, Curve, Curves, Point};
pub use stacks::{Stack, Stacks};

use plotters::coord::Shift;
use plotters::prelude::*;

const FONT: &str = "sans-serif";

/// Colours that people who do not see red or green tell apart, too (Okabe and Ito), and then grey.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(86, 180, 233),
    RGBColor(204, 121, 167),
    RGBColor(213, 94, 0),
    RGBColor(240, 228, 66),
    RGBColor(150, 150, 150),
];

type Drawn = Result<(), String>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn said(problem: impl std::fmt::Display) -> String {
    format!("drawing: {problem}")
}

fn colour(series: usize) -> RGBColor {
    COLOURS[series % COLOURS.len()]
}

/// Names beside their colours, in rows; last what is drawn in black.
fn legend(area: &Area, series: &[String], mark: &str) -> Drawn {
    let (width, _) = area.dim_in_pixel();
    let lengths = series.iter().map(|name| name.chars().count());
    let longest = lengths.chain([mark.chars().count()]).max().unwrap_or(0);
    let step = 40 + 8 * longest as i32;
    let in_row = ((width as i32 - 60) / step).max(1);
    let place = |i: usize| {
        let (column, row) = (i as i32 % in_row, i as i32 / in_row);
        (60 + column * step, 12 + row * 20)
    };
    let word = |text: &str, (x, y): (i32, i32)| {
        let text = Text::new(text.to_string(), (x + 22, y), (FONT, 14));
        area.draw(&text).map_err(said)
    };
    for (i, name) in series.iter().enumerate() {
        let (x, y) = place(i);
        let patch = Rectangle::new([(x, y), (x + 16, y + 12)], colour(i).filled());
        area.draw(&patch).map_err(said)?;
        word(name, (x, y))?;
    }
    let (x, y) = place(series.len());
    let dash = Rectangle::new([(x, y + 5), (x + 16, y + 8)], BLACK.filled());
    area.draw(&dash).map_err(said)?;
    word(mark, (x, y))
}

/// Lines of text, each centred below a point given in pixels of the whole drawing.
fn names(area: &Area, lines: &[String], (x, y): (i32, i32)) -> Drawn {
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    let (left, top) = area.get_base_pixel();
    let style = TextStyle::from((FONT, 13).into_font()).pos(Pos::new(HPos::Center, VPos::Top));
    for (i, line) in lines.iter().enumerate() {
        let place = (x - left, y - top + 6 + 16 * i as i32);
        area.draw_text(line, &style, place).map_err(said)?;
    }
    Ok(())
}
